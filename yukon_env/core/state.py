"""The state of a game: one row of bytes. Only this file knows where a byte stands.

=============  ======  =========================================================================
field          bytes   meaning
=============  ======  =========================================================================
``PLACE``      52      per card: column 0..6, ``ON_FOUNDATION`` 7 or ``UNSEEN`` 8
``DEPTH``      52      per card: how many cards lie beneath it in its column; else 0
``HIDDEN``     7       per column: face-down cards
``RISEN``      4       per suit: cards on the foundation
``BELOW``      52      per card: the card that it lies on, ``BASE``, ``FACE_DOWN`` or ``AWAY``
``LAST``       7       per column: the last card, ``BASE`` (an empty column) or ``FACE_DOWN``
``LENGTH``     7       per column: cards, face-down ones included
counters       4 each  ``SCORE``, ``MOVES``, ``CLOCK`` (ms), ``EARNED`` by the last move,
                       ``UNDO_LEFT`` and ``UNDO_HEAD`` of the history
``FACES``      21      what lies face down: column c holds entries c(c-1)/2 + depth
=============  ======  =========================================================================

A game's *table* is uint8 ``(1 + history, TABLE_WIDTH)``: the row being played, then a ring of
earlier ones. Behind each row, at ``LEGAL``, is room for the mask of the actions legal in it; one
array that holds all a step touches is the quickest to hand to a compiled function.

All cards that nobody has seen read alike, so two games that differ only in unseen cards differ
only in ``FACES``. The first ``BOARD_SIZE`` bytes are the visible board.
"""

import numpy as np
import numpy.typing as npt

from yukon_env.core.cards import NUM_CARDS, NUM_RANKS
from yukon_env.core.compiled import compiled
from yukon_env.core.rules import FOUNDATION, NUM_ACTIONS, NUM_COLUMNS

Bytes = npt.NDArray[np.uint8]

PLACE = 0
DEPTH = PLACE + NUM_CARDS
HIDDEN = DEPTH + NUM_CARDS
RISEN = HIDDEN + NUM_COLUMNS
BOARD_SIZE = RISEN + 4
BELOW = BOARD_SIZE
LAST = BELOW + NUM_CARDS
LENGTH = LAST + NUM_COLUMNS
# Of a numpy type, since numba would compile read and write anew for each literal integer.
SCORE = np.int64(LENGTH + NUM_COLUMNS)
MOVES = SCORE + 4
CLOCK = MOVES + 4
EARNED = CLOCK + 4
UNDO_LEFT = EARNED + 4
UNDO_HEAD = UNDO_LEFT + 4
FACES = int(UNDO_HEAD) + 4
NUM_FACES = 21
ROW_SIZE = FACES + NUM_FACES
LEGAL = ROW_SIZE
TABLE_WIDTH = LEGAL + NUM_ACTIONS + 1

ON_FOUNDATION = FOUNDATION
UNSEEN = 8
BASE = 52
FACE_DOWN = 53
AWAY = 54
NO_CARD = 255
MAX_COUNTER = 2**31 - 1

# Klondike's triangle row by row, then four rounds over columns 1..6.
_DEALT_TO = [column for row in range(NUM_COLUMNS) for column in range(row, NUM_COLUMNS)]
_DEALT_TO += 4 * list(range(1, NUM_COLUMNS))
# Which of a deck's cards the columns hold, one column after the other.
_DEALT = np.argsort(_DEALT_TO, kind="stable")
_LENGTHS = np.bincount(_DEALT_TO)
_HIDDEN = np.arange(NUM_COLUMNS)


@compiled
def read(row, at):
    """The counter at byte ``at`` (unsigned, little-endian)."""
    return (
        np.int64(row[at])
        | np.int64(row[at + 1]) << 8
        | np.int64(row[at + 2]) << 16
        | np.int64(row[at + 3]) << 24
    )


@compiled
def write(row, at, value):
    """Set the counter at byte ``at``, saturating at ``MAX_COUNTER``."""
    kept = np.int64(value)
    if kept > MAX_COUNTER:
        kept = np.int64(MAX_COUNTER)
    row[at] = kept & 255
    row[at + 1] = (kept >> 8) & 255
    row[at + 2] = (kept >> 16) & 255
    row[at + 3] = (kept >> 24) & 255


@compiled
def copy_row(to, row):
    """Fill ``to`` from a row at least as long (a slice would compile ten times as long)."""
    for i in range(len(to)):
        to[i] = row[i]


@compiled
def first_face(column):
    """The entry of ``FACES`` that holds a column's lowest face-down card."""
    return FACES + column * (column - 1) // 2


@compiled
def lay_out(row, cards, order, lengths, hidden):
    """Fill a row from the columns' cards, one column after the other, lowest first.

    These are ``cards[order[0]]``, ``cards[order[1]]`` ...; all others lie on the foundations.
    """
    for i in range(ROW_SIZE):
        row[i] = 0
    for card in range(NUM_CARDS):
        row[PLACE + card] = ON_FOUNDATION
        row[BELOW + card] = AWAY
    for i in range(NUM_FACES):
        row[FACES + i] = NO_CARD
    for suit in range(4):
        row[RISEN + suit] = NUM_RANKS
    at = 0
    for column in range(NUM_COLUMNS):
        row[HIDDEN + column] = hidden[column]
        row[LENGTH + column] = lengths[column]
        below = np.int64(BASE)
        for depth in range(lengths[column]):
            card = np.int64(cards[order[at]])
            at += 1
            row[RISEN + card // NUM_RANKS] -= 1
            if depth < hidden[column]:
                row[first_face(column) + depth] = card
                row[PLACE + card] = UNSEEN
                below = np.int64(FACE_DOWN)
            else:
                row[PLACE + card] = column
                row[DEPTH + card] = depth
                row[BELOW + card] = below
                below = card
        row[LAST + column] = below


@compiled
def deal(row, deck):
    """Fill a row with a new game of ``deck``: Klondike's triangle, then four open rounds."""
    lay_out(row, deck, _DEALT, _LENGTHS, _HIDDEN)


def columns_of(row: Bytes) -> tuple[tuple[int, ...], ...]:
    """The seven columns as cards, lowest first, face-down cards included."""
    columns: list[list[int]] = []
    for column in range(NUM_COLUMNS):
        cards = [NO_CARD] * int(row[LENGTH + column])
        first = first_face(column)
        for depth in range(int(row[HIDDEN + column])):
            cards[depth] = int(row[first + depth])
        columns.append(cards)
    for card in range(NUM_CARDS):
        if row[PLACE + card] < NUM_COLUMNS:
            columns[row[PLACE + card]][row[DEPTH + card]] = card
    return tuple(tuple(cards) for cards in columns)
