"""The two encodings of what a player sees, their spaces, and the way back from ``"board"``.

Both are leak-free: two games that differ only in unseen cards give the same arrays.

``"board"``: a Box, uint8 ``(115,)``.

===========  ========  ======================================================================
entries      range     meaning
===========  ========  ======================================================================
0..51        0..8      place of each card: column 0..6, 7 its foundation, 8 unseen
52..103      0..51     how many cards lie beneath it in its column (0 if it is in none)
104..110     0..6      face-down cards of each column
111..114     0..13     cards on each foundation: spades, hearts, diamonds, clubs
===========  ========  ======================================================================

With ``thoughtful`` a face-down card shows its column and depth as if it were seen; it is one
of the lowest ``face_down`` cards of its column.

``"moves"``: a Dict of ``"moves"``, int8 ``(actions, 30)``, one row for each action
(:data:`~yukon_env.envs.features.MOVE_FEATURES`; the row of undo holds ``legal`` alone), and
``"context"``, int8 ``(39,)`` (:data:`~yukon_env.envs.features.CONTEXT_FEATURES`).
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from yukon_env.core.cards import NUM_CARDS
from yukon_env.core.compiled import compiled
from yukon_env.core.rules import NUM_COLUMNS
from yukon_env.core.state import (
    BOARD_SIZE,
    DEPTH,
    HIDDEN,
    ON_FOUNDATION,
    PLACE,
    RISEN,
    UNSEEN,
    Bytes,
    first_face,
)
from yukon_env.envs.features import (
    MEMORY,
    NUM_CONTEXT_FEATURES,
    NUM_MOVE_FEATURES,
    position_words,
    remember,
    write_moves,
)

OBSERVATIONS = ("board", "moves")


@dataclass(frozen=True)
class Board:
    """A board as a player sees it.

    Attributes:
        columns: seven columns, lowest card first; ``None`` stands for a card not seen.
        face_down: how many of each column's lowest cards lie face down.
        foundations: how many cards lie on each foundation (spades, hearts, diamonds, clubs).
    """

    columns: tuple[tuple[int | None, ...], ...]
    face_down: tuple[int, ...]
    foundations: tuple[int, ...]


def board_space() -> spaces.Box:
    """The space of ``"board"``."""
    high = np.empty(BOARD_SIZE, np.uint8)
    high[PLACE:DEPTH] = UNSEEN
    high[DEPTH:HIDDEN] = NUM_CARDS - 1
    high[HIDDEN:RISEN] = NUM_COLUMNS - 1
    high[RISEN:] = 13
    return spaces.Box(np.zeros(BOARD_SIZE, np.uint8), high, dtype=np.uint8)


def moves_space(num_actions: int) -> spaces.Dict:
    """The space of ``"moves"`` for 32 or 33 actions."""
    return spaces.Dict(
        {
            "moves": spaces.Box(0, 127, (num_actions, NUM_MOVE_FEATURES), np.int8),
            "context": spaces.Box(0, 127, (NUM_CONTEXT_FEATURES,), np.int8),
        }
    )


@compiled
def show_hidden(row, board):
    """Write the face-down cards' places into a ``"board"`` observation (``thoughtful``)."""
    for column in range(1, NUM_COLUMNS):
        for depth in range(row[HIDDEN + column]):
            card = row[first_face(column) + depth]
            board[PLACE + card] = column
            board[DEPTH + card] = depth


@compiled
def show_hidden_batch(rows, boards):
    """:func:`show_hidden` for a batch."""
    for i in range(len(rows)):
        show_hidden(rows[i], boards[i])


def observe_board(row: Bytes, thoughtful: bool = False) -> Bytes:
    """The ``"board"`` observation of a state row, a fresh array; all cards if ``thoughtful``."""
    board: Bytes = row[:BOARD_SIZE].copy()
    if thoughtful:
        show_hidden(row, board)
    return board


class MovesObserver:
    """Makes the ``"moves"`` observations of one game after the other.

    Args:
        num_actions: 32, or 33 with undo.
    """

    def __init__(self, num_actions: int) -> None:
        self._num_actions = num_actions
        self._words = position_words()
        self._memory = np.zeros(1 + MEMORY, np.uint64)

    def forget(self) -> None:
        """Another game begins: no position has been seen."""
        self._memory[0] = 0

    def observe(self, row: Bytes, params: int) -> dict[str, npt.NDArray[np.int8]]:
        """The observation of a state row under the rules ``params``, in fresh arrays."""
        moves = np.empty((self._num_actions, NUM_MOVE_FEATURES), np.int8)
        context = np.empty(NUM_CONTEXT_FEATURES, np.int8)
        remember(row, self._words, self._memory)
        write_moves(row, params, self._words, self._memory, moves, context)
        return {"moves": moves, "context": context}


def decode(observation: npt.NDArray[Any]) -> Board:
    """The visible board that a ``"board"`` observation encodes.

    Raises:
        ValueError: it is no such observation, or no board reads like that.
    """
    board = np.asarray(observation)
    if board.shape != (BOARD_SIZE,) or not np.issubdtype(board.dtype, np.integer):
        raise ValueError(
            f"a board observation is {BOARD_SIZE} integers, got shape {board.shape} of type "
            f"{board.dtype}"
        )
    space = board_space()
    if (board < 0).any() or (board > space.high).any():
        raise ValueError("an entry of the observation is outside its range (see board_space)")
    place, depth = board[PLACE:DEPTH].tolist(), board[DEPTH:HIDDEN].tolist()
    face_down = tuple(board[HIDDEN:RISEN].tolist())
    foundations = tuple(board[RISEN:].tolist())
    return Board(_columns(place, depth, face_down, foundations), face_down, foundations)


def _columns(
    place: list[int], depth: list[int], face_down: tuple[int, ...], foundations: tuple[int, ...]
) -> tuple[tuple[int | None, ...], ...]:
    columns: list[list[int | None]] = []
    seen_at: list[dict[int, int]] = [{} for _ in range(NUM_COLUMNS)]
    for card in range(NUM_CARDS):
        if place[card] < NUM_COLUMNS:
            seen_at[place[card]][depth[card]] = card
        elif depth[card]:
            raise ValueError("a card that is in no column has a depth")
        risen = card % 13 < foundations[card // 13]
        if (place[card] == ON_FOUNDATION) != risen:
            raise ValueError("the places of the cards and the foundations' counts disagree")
    for at, hidden in zip(seen_at, face_down, strict=True):
        length = max(hidden, max(at, default=-1) + 1)
        columns.append([at.get(i) for i in range(length)])
        if any(card is None for card in columns[-1][hidden:]) or (hidden and length == hidden):
            raise ValueError("a column has a gap, or no open card on its face-down ones")
    named = sum(card is not None for column in columns for card in column)
    if named + sum(p >= ON_FOUNDATION for p in place) != NUM_CARDS:
        raise ValueError("two cards lie in the same place")
    unseen = sum(card is None for column in columns for card in column)
    if unseen != place.count(UNSEEN) or unseen not in (0, sum(face_down)):
        raise ValueError("the face-down places and the unseen cards differ in number")
    return tuple(tuple(column) for column in columns)


__all__ = [
    "OBSERVATIONS",
    "Board",
    "MovesObserver",
    "board_space",
    "decode",
    "moves_space",
    "observe_board",
    "show_hidden",
    "show_hidden_batch",
]
