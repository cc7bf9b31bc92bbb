"""The engine that people use against the slow one of plain lists, move for move.

``python -m tests.duel`` runs some games and prints what happened: the same with and without the
compiler (``NUMBA_DISABLE_JIT=1``).
"""

import hashlib
import random
from collections import Counter
from itertools import product

import pytest

from tests.playing import choose, random_position
from tests.reference import Reference
from yukon_env.core.cards import NUM_CARDS
from yukon_env.core.deals import deck_of
from yukon_env.core.game import Game
from yukon_env.core.rules import VARIANTS, Outcome, Refusal, Refused, Rules


def start(chance: random.Random, rules: Rules, is_late: bool) -> tuple[Game, Reference]:
    """The same game twice: of a deal, or from a position that may be near its end."""
    if is_late:
        position = random_position(chance)
        return Game.from_position(*position, rules), Reference.from_position(*position, rules)
    number = chance.randrange(2**32)
    return Game(number, rules), Reference(deck_of(number).tolist(), rules)


def compare(game: Game, slow: Reference) -> None:
    """Both games say the same of everything."""
    assert game.columns == tuple(tuple(column) for column in slow.columns)
    assert game.face_down == tuple(slow.face_down)
    assert game.foundations == tuple(slow.foundations)
    assert (game.score, game.moves) == (slow.score, slow.moves)
    assert round(game.seconds * 1000) == slow.milliseconds
    assert game.outcome == slow.outcome
    assert game.undo_left == (len(slow.kept) if slow.can_undo else 0)
    legal = game.legal_moves()
    assert len(set(legal)) == len(legal)
    assert set(legal) == slow.legal_moves()


def duel(seed: str, rules: Rules, is_late: bool, steps: int, greed: float) -> Counter[object]:
    """Play one game in both engines; the refusals that were met, the outcome, and a digest."""
    chance = random.Random(seed)
    game, slow = start(chance, rules, is_late)
    met: Counter[object] = Counter()
    digest = hashlib.sha256()
    for _ in range(steps):
        compare(game, slow)
        digest.update(repr((game.columns, game.score, game.seconds)).encode())
        if game.outcome != Outcome.PLAYING:
            break
        _try_a_pair(chance, game, slow, met)
        lot = chance.random()
        if lot < 0.1:
            milliseconds = chance.choice([0, 1, 999, 30_000, 100_000])
            game.tick(milliseconds / 1000)
            slow.tick(milliseconds)
        legal = game.legal_moves()
        if lot > 0.9 or not legal:
            met[_both(game, slow, None)] += 1
        else:
            met[_both(game, slow, choose(chance, game, legal, greed))] += 1
    compare(game, slow)
    _try_a_pair(chance, game, slow, met)
    met[game.outcome.name] += 1
    met[digest.hexdigest()[:8]] += 1
    return met


def _try_a_pair(chance: random.Random, game: Game, slow: Reference, met: Counter[object]) -> None:
    """Any card to anywhere: the answers agree, and a refused move changes nothing."""
    card, destination = chance.randint(-1, NUM_CARDS), chance.randrange(8)
    assert game.refusal(card, destination) == slow.refusal(card, destination)
    met[game.refusal(card, destination)] += 1
    if slow.refusal(card, destination) != Refusal.NONE:
        _both(game, slow, (card, destination))


def _both(game: Game, slow: Reference, move: tuple[int, int] | None) -> Refusal:
    """Play a move (``None``: take one back) in both, and return the rule that refused it."""
    expected = slow.undo() if move is None else slow.play(*move)
    if expected == Refusal.NONE:
        game.undo() if move is None else game.play(*move)
        return expected
    before, log = game.table.copy(), game.log.copy()
    with pytest.raises(Refused) as refused:
        game.undo() if move is None else game.play(*move)
    assert refused.value.code == expected
    assert (game.table == before).all() and game.log == log
    return expected


def some_duels() -> Counter[object]:
    """A few games of each variant, for the comparison with the interpreted source."""
    met: Counter[object] = Counter()
    for variant, scoring, is_late in product(VARIANTS, ("app", "skill"), (False, True)):
        rules = Rules(variant, scoring, max_group=5, autofinish=is_late, undo=-1)
        met += duel(f"{variant} {scoring}", rules, is_late, 40, 0.7)
    return met


if __name__ == "__main__":
    for key, count in sorted((str(key), count) for key, count in some_duels().items()):
        print(key, count)
