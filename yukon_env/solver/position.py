"""A position as the search sees it: what each card lies on, and nothing else.

A *slot* is a card numbered ``suit * 16 + rank - 1``, so that a set of cards is 64 bits with room
between the suits. A position is 64 bytes, ``below``: for each slot the slot that it lies on, or
``ON_BASE`` (a column's lowest card) or ``GONE`` (up on its foundation), plus ``COVERED`` while it
lies face down. A move changes one of these bytes, and one more where a card is turned. Columns
have no names here, so positions that differ in the order of their columns are one.

The *board* is one position with all that follows from it (:func:`survey`) in one int64 array,
which is quicker to hand on than many.
"""

import numpy as np
import numpy.typing as npt

from yukon_env.core.cards import NUM_CARDS, NUM_RANKS
from yukon_env.core.compiled import compiled
from yukon_env.core.deals import next_random
from yukon_env.core.kernels import builds
from yukon_env.core.rules import NUM_COLUMNS
from yukon_env.core.state import (
    BASE,
    BELOW,
    FACE_DOWN,
    HIDDEN,
    PLACE,
    first_face,
)

NUM_SLOTS = 64
ON_BASE, GONE, NOTHING = 61, 62, 63
COVERED = 64
WORDS_SEED = 2**63 - 25
KING = NUM_RANKS - 1

# The board, an int64 array: first what there is for each slot ...
LIES_ON, ON, COLUMN, AT, UNDER, FITS = range(0, 6 * NUM_SLOTS, NUM_SLOTS)
# ... then for each column ...
FIRST, LAST, LENGTH, CARDS = range(6 * NUM_SLOTS, 6 * NUM_SLOTS + 32, 8)
# ... and for each suit ...
RISEN = CARDS + 8
# ... then what is counted ...
HIDDEN_CARDS, UNSORTED, OVER_LOWER, RISEN_CARDS, EMPTY, LOW_BASES, COLUMNS = range(
    RISEN + 4, RISEN + 11
)
# ... and the key.
KEY = RISEN + 12
BOARD_SIZE = KEY + 2


def new_words() -> npt.NDArray[np.int64]:
    """Two random words for each slot and each byte of a position; always the same ones."""
    words = np.empty((NUM_SLOTS, 2 * NUM_SLOTS, 2), np.int64)
    _fill_words(words.reshape(-1), np.array([WORDS_SEED], np.uint64))
    words[:, GONE] = 0
    return words.reshape(-1)


@compiled
def _fill_words(words, stream):
    for i in range(len(words)):
        words[i] = np.int64(next_random(stream))


@compiled
def slot_of(card):
    """The slot of a card 0..51."""
    return card // NUM_RANKS * 16 + card % NUM_RANKS


@compiled
def card_in(slot):
    """The card 0..51 of a slot."""
    return (slot >> 4) * NUM_RANKS + (slot & 15)


@compiled
def lower_of_suit(slot):
    """The lower cards of a slot's suit, as a set."""
    return (1 << slot) - (1 << (slot & 48))


@compiled
def pack(row, board):
    """Write the position of a state row onto the board, the face-down cards included."""
    board[LIES_ON : LIES_ON + NUM_SLOTS] = NOTHING
    for card in range(NUM_CARDS):
        lies_on = np.int64(row[BELOW + card])
        if lies_on < NUM_CARDS:
            lies_on = slot_of(lies_on)
        elif lies_on == BASE:
            lies_on = np.int64(ON_BASE)
        elif lies_on == FACE_DOWN:
            column = np.int64(row[PLACE + card])
            face = first_face(column) + np.int64(row[HIDDEN + column]) - 1
            lies_on = slot_of(np.int64(row[face]))
        else:
            lies_on = np.int64(GONE)
        board[LIES_ON + slot_of(card)] = lies_on
    for column in range(NUM_COLUMNS):
        lies_on = np.int64(ON_BASE)
        for i in range(row[HIDDEN + column]):
            slot = slot_of(np.int64(row[first_face(column) + i]))
            board[LIES_ON + slot] = lies_on | COVERED
            lies_on = slot


@compiled
def set_fits(board, variant):
    """For each slot, note the set of slots that a variant lets it lie on."""
    board[FITS : FITS + NUM_SLOTS] = 0
    for suit in range(4):
        for on_suit in range(4):
            if builds(variant, suit, on_suit):
                for rank in range(NUM_RANKS - 1):
                    board[FITS + suit * 16 + rank] |= 1 << (on_suit * 16 + rank + 1)


@compiled
def set_key(board, words):
    """Work the key out: over all cards, XOR of the random words for (card, what it lies on)."""
    board[KEY] = 0
    board[KEY + 1] = 0
    for suit in range(4):
        for slot in range(suit * 16, suit * 16 + NUM_RANKS):
            toggle(board, words, slot, board[LIES_ON + slot])


@compiled
def toggle(board, words, slot, lies_on):
    """Take (slot, what it lies on) into the key, or out of it."""
    at = (slot * 128 + lies_on) * 2
    board[KEY] ^= words[at]
    board[KEY + 1] ^= words[at + 1]


@compiled
def survey(board):
    """Work out all that follows from what each card lies on, except the key."""
    board[ON : ON + NUM_SLOTS] = NOTHING
    columns = 0
    all_risen = 0
    for suit in range(4):
        risen = 0
        for slot in range(suit * 16, suit * 16 + NUM_RANKS):
            lies_on = board[LIES_ON + slot] & 63
            board[ON + lies_on] = slot
            if lies_on == GONE:
                risen += 1
            elif lies_on == ON_BASE:
                board[FIRST + columns] = slot
                columns += 1
        board[RISEN + suit] = risen
        all_risen += risen
    board[RISEN_CARDS] = all_risen
    board[COLUMNS] = columns
    board[EMPTY] = NUM_COLUMNS - columns
    board[HIDDEN_CARDS] = board[UNSORTED] = board[OVER_LOWER] = board[LOW_BASES] = 0
    for column in range(columns):
        _survey_column(board, column)


@compiled
def _survey_column(board, column):
    slot = board[FIRST + column]
    board[LOW_BASES] += (slot & 15) != KING
    cards = 0
    length = 0
    hidden = unsorted = over = 0
    below_is_hidden = 0
    last = slot
    while slot != NOTHING:
        board[COLUMN + slot] = column
        board[AT + slot] = length
        board[UNDER + slot] = cards
        if board[LIES_ON + slot] & COVERED:
            hidden += 1
            below_is_hidden = 1
        else:
            if length > 0:
                unsorted += below_is_hidden | 1 - (board[FITS + slot] >> last & 1)
            below_is_hidden = 0
        over += (cards & lower_of_suit(slot)) != 0
        cards |= 1 << slot
        length += 1
        last = slot
        slot = board[ON + slot]
    board[LAST + column] = last
    board[CARDS + column] = cards
    board[LENGTH + column] = length
    board[HIDDEN_CARDS] += hidden
    board[UNSORTED] += unsorted
    board[OVER_LOWER] += over


@compiled
def is_unsorted(board, slot):
    """1 if an open card lies on a card that it does not fit, or on a face-down one, else 0."""
    lies_on = board[LIES_ON + slot] & 63
    if lies_on >= ON_BASE:
        return 0
    return (board[LIES_ON + lies_on] >> 6) | 1 - (board[FITS + slot] >> lies_on & 1)


@compiled
def put(board, words, slot, lies_on):
    """Let a slot lie on another one, ``ON_BASE`` or ``GONE``, and keep the key right."""
    toggle(board, words, slot, board[LIES_ON + slot])
    toggle(board, words, slot, lies_on)
    lay(board, slot, lies_on)


@compiled
def lay(board, slot, lies_on):
    """Let a slot lie on another one, ``ON_BASE`` or ``GONE``."""
    board[ON + (board[LIES_ON + slot] & 63)] = NOTHING
    board[ON + (lies_on & 63)] = slot
    board[LIES_ON + slot] = lies_on
