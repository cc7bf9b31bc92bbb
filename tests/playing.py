"""Random positions, random play, and what a game says of itself: helpers of many tests."""

import random
from collections.abc import Iterable
from typing import Any

import numpy as np
from hypothesis import strategies as st

from tests.positions import parse_position
from yukon_env.core.cards import NUM_CARDS
from yukon_env.core.game import Game
from yukon_env.core.rules import FOUNDATION, SCORINGS, VARIANTS, Rules
from yukon_env.core.state import TABLE_WIDTH, first_face, lay_out

Position = tuple[list[list[int]], list[int], list[int]]
Move = tuple[int, int]


def facts(game: Game) -> tuple[Any, ...]:
    """All that can be asked of a game, to compare games and moments."""
    return (
        game.columns,
        game.face_down,
        game.foundations,
        game.score,
        game.moves,
        game.seconds,
        game.outcome,
        game.undo_left,
        game.legal_moves(),
    )


def random_position(chance: random.Random, most_up: int = 13) -> Position:
    """A position that a game could come to: some cards up, the others anywhere, some hidden."""
    foundations = [chance.randint(0, most_up) for _ in range(4)]
    cards = [suit * 13 + i for suit in range(4) for i in range(foundations[suit], 13)]
    chance.shuffle(cards)
    columns: list[list[int]] = [[] for _ in range(7)]
    for card in cards:
        columns[chance.randrange(7)].append(card)
    face_down = [
        chance.randint(0, min(i, len(column) - 1)) if column else 0
        for i, column in enumerate(columns)
    ]
    return columns, face_down, foundations


def hand_made(position: str, **rules: Any) -> Game:
    """A game from a text of ``tests.positions``.

    Those hide more cards than a deal does, and in columns that a deal leaves open. No rule asks
    how many there are, but the row has no room for them: here it is a wider one.
    """
    columns, face_down, _ = parse_position(position)
    faces = [
        first_face(column) + depth
        for column, hidden in enumerate(face_down)
        for depth in range(hidden)
    ]
    assert len(set(faces)) == len(faces), "two hidden cards would be kept in the same place"
    game = Game(0, Rules(**rules))
    game.deal = game.deck = None
    game.table = np.zeros((len(game.table), TABLE_WIDTH + NUM_CARDS), np.uint8)
    lay_out(
        game.row,
        np.array([card for column in columns for card in column], np.uint8),
        np.arange(NUM_CARDS),
        np.array([len(column) for column in columns]),
        np.array(face_down),
    )
    return game


def random_game(chance: random.Random, rules: Rules) -> Game:
    """A game just dealt."""
    return Game(chance.randrange(2**32), rules)


def choose(chance: random.Random, game: Game, moves: Iterable[Move], greed: float) -> Move:
    """A random move; with probability ``greed`` one of the best kind: up, turning, between columns.

    Greedy play wins now and then, plain random play hardly ever.
    """
    moves = list(moves)
    if chance.random() < greed:
        for kind in (_goes_up, _turns, _is_between_columns):
            if good := [move for move in moves if kind(game, *move)]:
                return chance.choice(good)
    return chance.choice(moves)


def _goes_up(game: Game, card: int, destination: int) -> bool:
    return destination == FOUNDATION


def _turns(game: Game, card: int, destination: int) -> bool:
    return any(
        hidden and column[hidden] == card
        for column, hidden in zip(game.columns, game.face_down, strict=True)
    )


def _is_between_columns(game: Game, card: int, destination: int) -> bool:
    return any(column and card in column[1:] for column in game.columns)


def play_on(
    chance: random.Random, game: Game, steps: int, greed: float = 0.0, undo: float = 0.0
) -> None:
    """Play up to ``steps`` random moves, taking one back with probability ``undo``."""
    for _ in range(steps):
        if undo and game.undo_left and chance.random() < undo:
            game.undo()
        elif moves := game.legal_moves():
            game.play(*choose(chance, game, moves, greed))
        else:
            return


def finish(chance: random.Random, game: Game) -> None:
    """Play a game to its end, never coming back to a position while another move is left."""
    seen = {board(game)}
    for _ in range(400):
        fresh = []
        for move in game.legal_moves():
            trial = game.copy()
            trial.play(*move)
            if board(trial) not in seen:
                fresh.append(move)
        if not fresh:
            return
        game.play(*choose(chance, game, fresh, 0.95))
        seen.add(board(game))


def board(game: Game) -> tuple[Any, ...]:
    """The position, whatever the order of the columns."""
    return frozenset(zip(game.columns, game.face_down, strict=True)), game.foundations


def won_game(rules: Rules, seed: int = 0) -> Game:
    """A game that greedy play has won from its deal."""
    chance = random.Random(seed)
    for _ in range(2000):
        game = random_game(chance, rules)
        finish(chance, game)
        if sum(game.foundations) == NUM_CARDS:
            return game
    raise AssertionError("no game was won")


def stuck_deck() -> list[int]:
    """A deck without a legal move in every variant.

    The columns end in kings and twos, and the cards that would fit there are all hidden.
    """
    last = [12, 25, 38, 51, 1, 14, 27]  # four kings, three twos
    lower = [11, 24, 37, 50, 0, 13, 26, 39]  # the queens and the aces: all must be hidden
    rest = [card for card in range(52) if card not in last + lower]
    columns: list[list[int]] = [[last[0]]]
    hidden = lower + rest[:13]
    open_cards = rest[13:]
    for column in range(1, 7):
        columns.append([hidden.pop() for _ in range(column)])
        columns[-1] += [open_cards.pop() for _ in range(4)] + [last[column]]
    shape = Game.from_deck(range(52)).columns
    deck = [0] * 52
    for places, cards in zip(shape, columns, strict=True):
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
    return deck


# For hypothesis

seeds = st.integers(0, 2**32 - 1)


@st.composite
def some_rules(draw: Any, **fixed: Any) -> Rules:
    """Any rules, with those named fixed."""
    values = {
        "variant": st.sampled_from(VARIANTS),
        "scoring": st.sampled_from(SCORINGS),
        "max_group": st.one_of(st.none(), st.integers(1, 52)),
        "autofinish": st.booleans(),
        "undo": st.sampled_from([0, 1, 3, 100, -1]),
        "seconds_per_move": st.sampled_from([0.0, 0.5, 2.0, 45.0]),
    }
    return Rules(**{name: fixed.get(name, draw(value)) for name, value in values.items()})


@st.composite
def some_game(draw: Any, **fixed: Any) -> Game:
    """A game under way: of a deal or, half the time, from a position."""
    chance = random.Random(draw(seeds))
    rules = draw(some_rules(**fixed))
    if draw(st.booleans()):
        game = Game.from_position(*random_position(chance), rules)
    else:
        game = random_game(chance, rules)
    play_on(chance, game, draw(st.integers(0, 60)), greed=0.5, undo=0.1)
    return game
