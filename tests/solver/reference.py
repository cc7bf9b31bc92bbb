"""A slow exhaustive search in plain Python over nothing but ``Game``, to check the solver by."""

from yukon_env.core.game import Game
from yukon_env.core.rules import Outcome


def canonical(game: Game) -> tuple:
    """The position without the order of its columns."""
    hidden = game.face_down
    columns = sorted((column, hidden[i]) for i, column in enumerate(game.columns) if column)
    return game.foundations, tuple(columns)


def is_winnable(game: Game, max_states: int) -> bool | None:
    """Whether some line of legal moves wins; ``None`` if that takes more states than allowed."""
    if game.outcome == Outcome.WON:
        return True
    met = {canonical(game)}
    waiting = [game]
    while waiting:
        here = waiting.pop()
        for move in sorted(here.legal_moves(), key=lambda move: move[1] == 7):
            after = here.copy()
            after.play(*move)
            if sum(after.foundations) == 52:
                return True
            key = canonical(after)
            if key not in met:
                met.add(key)
                waiting.append(after)
                if len(met) > max_states:
                    return None
    return False
