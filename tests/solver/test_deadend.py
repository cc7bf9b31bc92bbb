"""The dead-end proof never contradicts a win, and the key has no eye for the order of columns."""

import random

import numpy as np
import pytest

from tests.solver.positions import random_position, scrambled
from tests.solver.reference import is_winnable
from yukon_env.core.game import Game
from yukon_env.core.kernels import variant_of
from yukon_env.core.rules import VARIANTS, Rules
from yukon_env.solver import solve
from yukon_env.solver.deadend import is_dead_end
from yukon_env.solver.position import KEY, new_words, pack, set_fits, set_key, survey
from yukon_env.solver.search import SEARCH_SIZE


def board_of(game):
    board = np.zeros(SEARCH_SIZE, np.int64)
    set_fits(board, variant_of(game.params))
    pack(game.row, board)
    survey(board)
    return board


def dead_end(game):
    return is_dead_end(board_of(game), variant_of(game.params), True)


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_position_on_a_winning_line_is_a_dead_end(variant):
    rules = Rules(variant=variant)
    for number in range(60 if variant != "russian" else 500):
        game = Game(number, rules)
        for move in solve(number, variant, max_nodes=3_000).moves:
            assert not dead_end(game)
            game.play(*move)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_dead_end_is_lost(variant):
    rng = random.Random(variant)
    dead = 0
    for _ in range(300):
        game = random_position(rng, Rules(variant=variant))
        if dead_end(game):
            dead += 1
            assert is_winnable(game, 500) is not True
    assert dead > 10 or variant != "russian"


def key_of(game, words):
    board = board_of(game)
    set_key(board, words)
    return tuple(board[KEY : KEY + 2].tolist())


def test_keys_ignore_the_order_of_columns_and_tell_positions_apart():
    words = new_words()
    rng = random.Random(1)
    keys = set()
    for _ in range(200):
        game = random_position(rng, Rules())
        columns = list(zip(game.columns, game.face_down, strict=True))
        key = key_of(game, words)
        keys.add(key)
        open_ones = [i for i in range(7) if columns[i][1] == 0]
        places = rng.sample(open_ones, len(open_ones))
        moved = list(columns)
        for i, place in zip(open_ones, places, strict=True):
            moved[place] = columns[i]
        other = Game.from_position(
            [column for column, _ in moved], [hidden for _, hidden in moved], game.foundations
        )
        assert key_of(other, words) == key
        keys.add(key_of(scrambled(rng, game), words))
    assert len(keys) == 400
