"""From the goal of a search back to moves, checked against the game's own rules."""

import numpy as np

from yukon_env.core import kernels
from yukon_env.core.cards import NUM_RANKS
from yukon_env.core.compiled import compiled
from yukon_env.core.rules import FOUNDATION
from yukon_env.core.state import LENGTH, PLACE, RISEN
from yukon_env.solver.position import GONE, ON_BASE, card_in
from yukon_env.solver.search import GOAL, LINKS, MOVED, depth_of, is_safe


@compiled
def trace(board, nodes, path):
    """Write the moves of the search that lead to the goal into ``path``, first to last."""
    node = board[GOAL]
    for i in range(depth_of(nodes, node) - 1, -1, -1):
        path[i, 0] = nodes[node, MOVED] & 63
        path[i, 1] = nodes[node, MOVED] >> 8 & 63
        node = nodes[node, LINKS] >> 32


@compiled
def replay(row, history, params, path, line):
    """Play a path of the search on a state row by its rules; returns how many moves it took.

    Writes the moves (card, destination) into ``line``, the safe moves up among them, not those
    that the rules make by themselves. Returns -1 if a move is refused or the game is not won.
    """
    count = 0
    for i in range(len(path)):
        card = card_in(path[i, 0])
        destination = _destination(row, path[i, 1])
        if kernels.play(row, history, params, card, destination) != kernels.NONE:
            return -1
        line[count, 0] = card
        line[count, 1] = destination
        count += 1
        while True:
            card = _next_safe(row, kernels.variant_of(params))
            if card < 0:
                break
            if kernels.play(row, history, params, card, FOUNDATION) != kernels.NONE:
                return -1
            line[count, 0] = card
            line[count, 1] = FOUNDATION
            count += 1
    return count if kernels.is_won(row) else -1


@compiled
def _destination(row, target):
    """The column, or ``FOUNDATION``, that a target of the search is now."""
    if target == GONE:
        return np.int64(FOUNDATION)
    if target != ON_BASE:
        return np.int64(row[PLACE + card_in(target)])
    column = 0
    while row[LENGTH + column] > 0:
        column += 1
    return np.int64(column)


@compiled
def _next_safe(row, variant):
    """A card that can go up and will not be missed, -1 if there is none."""
    for suit in range(4):
        rank = np.int64(row[RISEN + suit])
        if kernels.can_rise(row, suit) and is_safe(variant, row, RISEN, suit, rank):
            return suit * NUM_RANKS + rank
    return -1
