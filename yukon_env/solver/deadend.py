"""A proof that a position is lost, or none: what could happen if no move ever undid another.

Planning calls this delete relaxation. From what is true now, collect all that could ever become
true:

* a card could be *exposed* (last of its column) if it is, or if the card on it could leave;
* a card could *leave* the card that it lies on if it is open or could be exposed, and: a card that
  it fits could be exposed; or it is a king within a column and some column could become empty; or
  it could go up;
* a card could *go up* if it could be exposed and the next lower of its suit could go up.

Foundation cards count as exposed where they can be taken back. One refinement: a card cannot be
put on a card that lies on it, so where all the cards that it fits do, one of those between must
have left before. If some card could not even so go up, the position is lost.
"""

import numpy as np

from yukon_env.core.compiled import compiled
from yukon_env.core.kernels import CLASSIC, RELAXED
from yukon_env.solver.position import (
    CARDS,
    COLUMN,
    COLUMNS,
    COVERED,
    EMPTY,
    FIRST,
    FITS,
    LAST,
    LIES_ON,
    NUM_SLOTS,
    ON,
    ON_BASE,
    RISEN,
    UNDER,
)

_SUIT = np.uint64(0x1FFF)
_ALL = np.uint64(0x1FFF1FFF1FFF1FFF)
_ACES = np.uint64(0x0001000100010001)
_KINGS = np.uint64(0x1000100010001000)
_HEARTS = np.uint64(0x1FFF0000)
_DIAMONDS = np.uint64(0x1FFF00000000)
_FIRST_OF_TWINS = np.uint64(0x0FFF0FFF)
_1, _16, _32, _48 = np.uint64(1), np.uint64(16), np.uint64(32), np.uint64(48)
# The position of a lone bit of a 64-bit word, by a de Bruijn sequence.
_DE_BRUIJN = np.uint64(0x03F79D71B4CB0A89)
_58 = np.uint64(58)
_POSITION = np.zeros(NUM_SLOTS, np.int64)
for _i in range(NUM_SLOTS):
    _POSITION[((int(_DE_BRUIJN) << _i) & (2**64 - 1)) >> 58] = _i


@compiled
def lowest(cards):
    """The lowest slot of a set that is not empty."""
    return _POSITION[((cards & (~cards + _1)) * _DE_BRUIJN) >> _58]


@compiled
def children(variant, cards):
    """All cards that fit some card of a set."""
    if variant == CLASSIC:
        black = ((cards | cards >> _48) & _SUIT) >> _1
        red = ((cards >> _16 | cards >> _32) & _SUIT) >> _1
        return red | red << _48 | black << _16 | black << _32
    if variant == RELAXED:
        any_suit = ((cards | cards >> _16 | cards >> _32 | cards >> _48) & _SUIT) >> _1
        return any_suit | any_suit << _16 | any_suit << _32 | any_suit << _48
    return (cards >> _1) & _ALL


@compiled
def risen_set(board):
    """The cards on the foundations."""
    cards = 0
    for suit in range(4):
        cards |= ((1 << board[RISEN + suit]) - 1) << (suit * 16)
    return np.uint64(cards)


@compiled
def _fits_somewhere(board, slot, exposed, left):
    fits = np.uint64(board[FITS + slot]) & exposed
    cards = np.uint64(board[CARDS + board[COLUMN + slot]])
    above = cards & ~np.uint64(board[UNDER + slot] | 1 << slot)
    if fits & ~above:
        return True
    fits &= above
    while fits:
        parent = lowest(fits)
        if left & above & np.uint64(board[UNDER + parent] | 1 << parent):
            return True
        fits &= fits - _1
    return False


@compiled
def swap_twins(cards):
    """Each card for the other of its rank and colour."""
    return cards >> _48 | cards << _48 | (cards & _HEARTS) << _16 | (cards & _DIAMONDS) >> _16


@compiled
def children_of_both(cards):
    """The cards for which both cards that they fit are in the set (classic)."""
    black = (cards & cards >> _48 & _SUIT) >> _1
    red = (cards >> _16 & cards >> _32 & _SUIT) >> _1
    return red | red << _48 | black << _16 | black << _32


@compiled
def is_dead_end(board, variant, returns):
    """Whether the relaxed game cannot be won, so that the position is lost."""
    start = _what_is(board, returns)
    _, could_rise, _, first = _what_could_be(board, variant, start, np.uint64(0))
    if could_rise != _ALL:
        return True
    if variant != CLASSIC:
        return False
    doubtful = ~(start[1] | first | swap_twins(first)) & _FIRST_OF_TWINS
    doubtful &= ~swap_twins(start[1])
    while doubtful:
        card = lowest(doubtful)
        doubtful &= doubtful - _1
        twin = card ^ 48
        if _cannot_go_first(board, start, card, twin) and _cannot_go_first(
            board, start, twin, card
        ):
            return True
    return False


@compiled
def _cannot_go_first(board, start, card, twin):
    """Whether a card cannot leave before its twin does, or the twin never after it."""
    stays = np.uint64(1 << twin)
    leaves = np.uint64(1 << card)
    exposed, could_rise, left, _ = _what_could_be(board, CLASSIC, start, stays)
    if not left & leaves:
        return True
    if could_rise & (leaves | stays):
        return False
    parents = exposed & np.uint64(board[FITS + card])
    return parents & (parents - _1) == 0


@compiled
def _what_is(board, returns):
    """What is true now: the cards exposed, up, at a base, open; and whether a column is empty."""
    gone = risen_set(board)
    exposed = gone if returns else np.uint64(0)
    bases = np.uint64(0)
    seen = np.uint64(0)
    for column in range(board[COLUMNS]):
        exposed |= np.uint64(1 << board[LAST + column])
        slot = board[FIRST + column]
        bases |= np.uint64(1 << slot)
        while board[LIES_ON + slot] & COVERED:
            slot = board[ON + slot]
        seen |= np.uint64(board[CARDS + column] & ~board[UNDER + slot])
    return exposed, gone, bases, seen


@compiled
def _what_could_be(board, variant, start, stay):
    """All cards that could be exposed, go up, leave; and those that could before their twin."""
    exposed, gone, bases, seen = start
    left = gone
    first = np.uint64(0)
    can_empty = board[EMPTY] > 0
    while True:
        could_rise = exposed | gone
        could_rise &= ~(could_rise + _ACES)
        could_move = (seen | exposed) & ~left & ~stay
        leaves = could_move & could_rise
        if not can_empty and bases & ((left & ~_KINGS) | (left & could_rise)):
            can_empty = True
        if can_empty:
            leaves |= could_move & _KINGS & ~bases
        rest = could_move & ~leaves & children(variant, exposed)
        while rest:
            slot = lowest(rest)
            rest &= rest - _1
            if _fits_somewhere(board, slot, exposed, left):
                leaves |= np.uint64(1 << slot)
        easy = could_rise | swap_twins(could_rise) | children_of_both(exposed) | _KINGS
        first |= (left | leaves) & ~swap_twins(left) & easy
        if not leaves:
            return exposed, could_rise, left, first
        left |= leaves
        if could_rise == _ALL and stay == 0 and variant != CLASSIC:
            return exposed, could_rise, left, first
        while leaves:
            lies_on = board[LIES_ON + lowest(leaves)] & 63
            leaves &= leaves - _1
            if lies_on < ON_BASE:
                exposed |= np.uint64(1 << lies_on)
