"""Games that the rendering tests share."""

import random
from collections.abc import Sequence

from yukon_env.core.cards import parse_card
from yukon_env.core.game import Game
from yukon_env.core.rules import Rules

UNDO = Rules(undo=-1)


def from_columns(
    text: str, face_down: Sequence[int] = (0,) * 7, rules: Rules | None = None
) -> Game:
    """A game of columns such as ``"KS QH / JC"``.

    What is not named lies on its foundation where it can, and else at the end of the last column.
    """
    columns = [[parse_card(card) for card in part.split()] for part in text.split("/")]
    columns += [[] for _ in range(7 - len(columns))]
    named = {card for column in columns for card in column}
    foundations = [next((i for i in range(13) if suit * 13 + i in named), 13) for suit in range(4)]
    columns[-1] += [
        card for card in range(52) if card % 13 >= foundations[card // 13] and card not in named
    ]
    return Game.from_position(columns, face_down, foundations, rules)


def one_column() -> Game:
    """All 52 cards in the last column, six of them face down."""
    return Game.from_position([[]] * 6 + [list(range(52))], [0] * 6 + [6], [0] * 4)


def twins(number: int = 1) -> tuple[Game, Game]:
    """Two games that differ only in which face-down card lies where."""
    game = Game(number)
    columns, face_down = [list(column) for column in game.columns], game.face_down
    spots = [(i, depth) for i in range(7) for depth in range(face_down[i])]
    cards = [columns[i][depth] for i, depth in spots]
    turned = [list(column) for column in columns]
    for (i, depth), card in zip(spots, cards[1:] + cards[:1], strict=True):
        turned[i][depth] = card
    first, second = (
        Game.from_position(each, face_down, [0] * 4, UNDO) for each in (columns, turned)
    )
    assert first.columns != second.columns
    return first, second


def random_states(number: int, moves: int, seed: int = 0) -> list[Game]:
    """The successive states of a game played at random, the deal first."""
    chance = random.Random(seed)
    game = Game(number)
    states = [game.copy()]
    while len(states) <= moves and (legal := game.legal_moves()):
        game.play(*chance.choice(legal))
        states.append(game.copy())
    return states
