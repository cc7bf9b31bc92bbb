"""Solve a game with every card known: a win with its line, a proof that there is none, or neither.

Easy games are won within a few dozen nodes; hard ones have heavy tails, where one unlucky choice
costs millions. So the search starts anew again and again, with noise in its estimates and rising
limits (``PASSES``), and only then searches for good. The restarts and the dead-end test
(:mod:`~yukon_env.solver.deadend`) decide most of what a single pass leaves open.
"""

import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from yukon_env.core import kernels
from yukon_env.core.deals import deck_of, draw_deal, parse_code
from yukon_env.core.game import Game
from yukon_env.core.rules import (
    APP_MAX_GROUP,
    VARIANTS,
    Rules,
    check_choice,
    check_integer,
)
from yukon_env.core.state import ROW_SIZE, Bytes, deal
from yukon_env.solver import search
from yukon_env.solver.line import replay, trace
from yukon_env.solver.position import NUM_SLOTS, new_words, pack, set_fits, survey

DEFAULT_MAX_NODES = 3_000_000
HIGHEST_MAX_NODES = 50_000_000
DRAW_MAX_NODES = 1_000
MOST_DRAWS = 20_000
SLICE = 50_000
"""Nodes between two chances for Ctrl-C: about a tenth of a second."""

NOISE = 16
PASSES = ((1_000, 0), *[(2_000, NOISE)] * 4, *[(6_000, NOISE)] * 6, *[(20_000, NOISE)] * 8)
PASSES += tuple([(60_000, NOISE)] * 6)
"""(nodes, noise) of the passes before the last, which has what is left and no noise."""

WEIGHTS = (12, 4, 1, 8, 3, 2, 2, 0)
"""What ``search.estimate`` multiplies: hidden cards, cards not in sequence, cards over a lower one
of their suit, cards up (less), empty columns (less), columns on no king (less), moves / 8."""


@dataclass(frozen=True)
class Solution:
    """What :func:`solve` found.

    Attributes:
        verdict: ``"won"``, ``"lost"`` (no line wins: a proof) or ``"unknown"`` (the limit came
            first).
        moves: where won, a line of pairs (card, destination 0..6 a column, 7 up) that wins.
        nodes: how many positions were taken up in the search.
    """

    verdict: str
    moves: tuple[tuple[int, int], ...]
    nodes: int


def solve(
    game_or_deal: Game | str | int,
    variant: str | None = None,
    *,
    max_nodes: int = DEFAULT_MAX_NODES,
    max_group: int | None = APP_MAX_GROUP,
) -> Solution:
    """Solve a game from where it stands, or a deal, with every card known.

    The same arguments give the same solution. Ctrl-C stops it. Returns from the foundations, the
    group limit and (in a game whose rules have it) automatic finishing are all part of the
    search, so ``"lost"`` holds under the full rules.

    Memory: at most ``max_nodes + 604,096`` positions are kept at once, 96 bytes each, with a hash
    table of 8 to 16 bytes for each, some 380 MB by default. It is touched only as far as a search
    goes, and kept for the next one. Positions are told apart by keys of 128 bits: that two of n
    positions share one, so that a win could be missed, has probability n * n / 2**129, below
    1e-24 for 10 million.

    Args:
        game_or_deal: a :class:`Game`, which is not changed, with its own rules; a deal code; or a
            deal number.
        variant: of a deal number (default classic); of a code or a game it may be left out.
        max_nodes: how many positions to take up before giving up.
        max_group: the largest group that moves at once, of a code or a number; ``None``: no limit.

    Raises:
        ValueError: no such deal or variant, another variant than that of the code or game, or
            ``max_nodes`` is no integer 1..50,000,000.
    """
    check_integer("max_nodes", max_nodes, 1, HIGHEST_MAX_NODES)
    game = _as_game(game_or_deal, variant, max_group)
    return _solve_row(game.row, game.params, int(max_nodes))


def draw_winnable(
    stream: npt.NDArray[np.uint64], rules: Rules, max_nodes: int = DRAW_MAX_NODES
) -> int:
    """Draw deal numbers until one is solved within ``max_nodes``, and return that.

    Args:
        stream: the state of a SplitMix64 stream, uint64 ``(1,)``, which is drawn from.
        rules: how the deal is to be played.
        max_nodes: how much to search each; hard deals beyond it are passed over. With 1,000 a
            draw takes 0.2 to 0.3 ms in the median and 6 to 14 ms at most in 99 of 100 (classic).

    Raises:
        ValueError: none of 20,000 deals could be won: the rules are too hard, such as groups of
            one card. (In russian, the hardest variant, every fifteenth deal can be won.)
    """
    params = kernels.parameters(rules)
    row: Bytes = np.zeros(ROW_SIZE, np.uint8)
    for _ in range(MOST_DRAWS):
        number = int(draw_deal(stream))
        deal(row, deck_of(number))
        if _solve_row(row, params, max_nodes).verdict == "won":
            return number
    raise ValueError(
        f"no winnable deal among {MOST_DRAWS:,}: with {rules.variant} and groups of at most "
        f"{rules.max_group} hardly any can be won"
    )


def _as_game(game_or_deal: object, variant: str | None, max_group: int | None) -> Game:
    if variant is not None:
        check_choice("variant", variant, VARIANTS)
    if isinstance(game_or_deal, Game):
        if variant not in (None, game_or_deal.rules.variant):
            raise ValueError(f"the game is {game_or_deal.rules.variant}, not {variant}")
        return game_or_deal
    if isinstance(game_or_deal, str):
        rules = Rules(variant=variant or parse_code(game_or_deal)[0], max_group=max_group)
        return Game(game_or_deal, rules)
    return Game(game_or_deal, Rules(variant=variant or "classic", max_group=max_group))  # type: ignore[arg-type]


class _Tables(NamedTuple):
    """The memory of a pass, in the order in which the compiled search takes it."""

    board: npt.NDArray[np.int64]
    words: npt.NDArray[np.int64]
    nodes: npt.NDArray[np.int64]
    boards: Bytes
    slots: npt.NDArray[np.int32]
    heads: npt.NDArray[np.int32]


class _Workspace:
    """The memory of this process's searches, kept from one to the next. It only ever grows."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self._tables: _Tables | None = None

    def tables(self, limit: int) -> _Tables:
        """Tables for a pass of so many nodes: views, as long as it needs, so quick to clear."""
        kept = limit + min(limit, _SPARE) + 4096
        num_slots = 1 << (2 * kept - 1).bit_length()
        if self._tables is None or len(self._tables.nodes) < kept:
            self._tables = None  # free the old ones first
            self._tables = _new_tables(kept, num_slots)
        tables = self._tables
        return tables._replace(
            nodes=tables.nodes[:kept], boards=tables.boards[:kept], slots=tables.slots[:num_slots]
        )


def _new_tables(kept: int, num_slots: int) -> _Tables:
    return _Tables(
        board=np.zeros(search.SEARCH_SIZE, np.int64),
        words=new_words(),
        nodes=np.empty((kept, search.NODE_WORDS), np.int64),
        boards=np.empty((kept, NUM_SLOTS), np.uint8),
        slots=np.empty(num_slots, np.int32),
        heads=np.empty(search.NUM_BUCKETS, np.int32),
    )


_SPARE = 600_000  # waiting positions beyond those taken up; 250,000 were the most seen
_workspace = _Workspace()
_NO_HISTORY: Bytes = np.empty((0, ROW_SIZE), np.uint8)


def _limits(max_nodes: int) -> Iterator[tuple[int, int]]:
    """(nodes, noise) of the passes that so many nodes allow."""
    left = max_nodes
    for nodes, noise in PASSES:
        if left <= nodes:
            break
        yield nodes, noise
        left -= nodes
    yield left, 0


def _solve_row(row: Bytes, params: int, max_nodes: int) -> Solution:
    if kernels.is_won(row):
        return Solution("won", (), 0)
    nodes = 0
    with _workspace.lock:
        for seed, (limit, noise) in enumerate(_limits(max_nodes)):
            tables = _workspace.tables(limit)
            status = _search(tables, row, params, limit, noise, seed)
            nodes += int(tables.board[search.EXPANDED])
            if status == search.FOUND:
                return Solution("won", _line(tables, row, params), nodes)
            if status == search.EXHAUSTED:
                return Solution("lost", (), nodes)
    return Solution("unknown", (), nodes)


def _set_up(board: npt.NDArray[np.int64], row: Bytes, params: int) -> None:
    """Put a state row on the board."""
    board[search.WEIGHTS : search.WEIGHTS + search.NUM_WEIGHTS] = WEIGHTS
    set_fits(board, kernels.variant_of(params))
    pack(row, board)


def estimate_row(row: Bytes, params: int, board: npt.NDArray[np.int64]) -> int:
    """How far a state is from a win, by the search's estimate; lower is better.

    ``board``: int64 (SEARCH_SIZE,), zeros at first, is overwritten.
    """
    _set_up(board, row, params)
    survey(board)
    return int(search.estimate(board, 0))


def _search(tables: _Tables, row: Bytes, params: int, limit: int, noise: int, seed: int) -> int:
    board = tables.board
    _set_up(board, row, params)
    search.start(*tables, limit, noise, seed)
    while (status := search.run(*tables, params, SLICE)) == search.RUNNING:
        pass
    return int(status)


def _line(tables: _Tables, row: Bytes, params: int) -> tuple[tuple[int, int], ...]:
    length = int(search.depth_of(tables.nodes, tables.board[search.GOAL]))
    path = np.empty((length, 2), np.int64)
    trace(tables.board, tables.nodes, path)
    line = np.empty((2 * length + 52, 2), np.int64)
    count = replay(row.copy(), _NO_HISTORY, params, path, line)
    if count < 0:
        raise AssertionError("internal error: the solver's line does not win by the game's rules")
    return tuple((card, destination) for card, destination in line[:count].tolist())
