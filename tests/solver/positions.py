"""Late positions: made at random, or reached by winning lines from real deals."""

import random

import numpy as np

from yukon_env.core.game import Game
from yukon_env.core.rules import NUM_COLUMNS, Rules
from yukon_env.solver import draw_winnable, solve


def random_position(rng: random.Random, rules: Rules) -> Game:
    """Some 8 to 15 cards thrown onto a few columns, the lowest of them face down."""
    left = rng.randint(8, 15)
    foundations = [13] * 4
    while sum(foundations) > 52 - left:
        suit = rng.randrange(4)
        foundations[suit] -= foundations[suit] > 0
    cards = [suit * 13 + rank for suit in range(4) for rank in range(foundations[suit], 13)]
    rng.shuffle(cards)
    used = rng.sample(range(NUM_COLUMNS), rng.randint(2, 4))
    columns: list[list[int]] = [[] for _ in range(NUM_COLUMNS)]
    for card in cards:
        columns[rng.choice(used)].append(card)
    hidden = [rng.randint(0, min(i, max(0, len(columns[i]) - 1))) for i in range(NUM_COLUMNS)]
    return Game.from_position(columns, hidden, foundations, rules)


def late_position(rng: random.Random, rules: Rules, cards_left: int) -> Game:
    """A real deal played by a winning line till so few cards are left."""
    while True:
        stream = np.array([rng.randrange(2**63)], np.uint64)
        plain = Rules(variant=rules.variant)
        game = Game(draw_winnable(stream, plain), plain)
        for move in solve(game).moves:
            if 0 < 52 - sum(game.foundations) <= cards_left:
                return game
            game.play(*move)


def scrambled(rng: random.Random, game: Game, rules: Rules | None = None) -> Game:
    """The same shape with the cards in the columns changed about."""
    cards = [card for column in game.columns for card in column]
    rng.shuffle(cards)
    columns = []
    for column in game.columns:
        columns.append(cards[: len(column)])
        cards = cards[len(column) :]
    return Game.from_position(columns, game.face_down, game.foundations, rules or game.rules)
