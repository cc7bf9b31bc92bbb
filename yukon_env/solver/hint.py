"""A next move for a player who is stuck, from one who sees every card."""

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np

from yukon_env.core import kernels
from yukon_env.core.game import Game
from yukon_env.core.state import BOARD_SIZE, TABLE_WIDTH, Bytes
from yukon_env.solver.search import SEARCH_SIZE
from yukon_env.solver.solution import estimate_row, solve

_NO_HISTORY: Bytes = np.empty((0, TABLE_WIDTH), np.uint8)
HINT_MAX_NODES = 50_000
"""Some tenths of a second at the most; nine in ten classic deals need less."""


class Hint(NamedTuple):
    """A move to play.

    Attributes:
        card: the card 0..51 to move.
        destination: a column 0..6, or 7 for its foundation.
        verdict: ``"won"``: the move begins a line that wins. ``"lost"``: nothing wins any more.
            ``"unknown"``: no line was found. In these two cases the move leads to the position
            that looks best.
    """

    card: int
    destination: int
    verdict: str


def hint(game: Game, max_nodes: int = HINT_MAX_NODES) -> Hint | None:
    """A next move of a winning line if one is found, else the one that looks best.

    It sees the hidden cards, so it is no help for an agent that claims to play without them.
    Lines found are kept in ``game.found``: whoever follows the hints reaches the win, where a
    fresh search at each move could lead round in circles.

    Args:
        game: is not changed.
        max_nodes: how much to search.

    Returns:
        ``None`` where no move is legal.

    Raises:
        ValueError: ``max_nodes`` is no integer 1..50,000,000.
    """
    moves = game.legal_moves()
    if not moves:
        return None
    board = game.row[:BOARD_SIZE].tobytes()
    verdict = "won"
    if board not in game.found:
        solution = solve(game, max_nodes=max_nodes)
        _remember_line(game, solution.moves)
        verdict = solution.verdict
    move = game.found[board] if verdict == "won" else _best_looking(game, moves)
    return Hint(*move, verdict)


def _remember_line(game: Game, line: Iterable[tuple[int, int]]) -> None:
    row = game.row.copy()
    for move in line:
        game.found[row[:BOARD_SIZE].tobytes()] = move
        kernels.play(row, _NO_HISTORY, game.params, *move)


def _best_looking(game: Game, moves: list[tuple[int, int]]) -> tuple[int, int]:
    board = np.zeros(SEARCH_SIZE, np.int64)

    def value(move: tuple[int, int]) -> int:
        after = game.row.copy()
        kernels.play(after, _NO_HISTORY, game.params, *move)
        return estimate_row(after, game.params, board)

    return min(moves, key=value)
