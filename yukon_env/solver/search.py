"""One pass of the search: best first, by a heuristic with noise, over positions not met before.

Positions wait in buckets of equal estimate; the newest of the lowest bucket is taken out first. A
position is never kept twice: an open-addressing table of 128-bit keys holds all that were met.

Each position taken out is tested for a dead end, then each of its moves is made on the board, all
safe moves up after it, the result estimated and kept, and the move unmade.

Moves left out, because a line that wins without them exists whenever one with them does:

* the second and further empty columns, and a base king to another empty column: the same position;
* returns from the foundations in russian: only the next lower card of its suit fits a card, and
  that is up; the returned card could but lie in the way;
* returns once the rules send up all that can go: the card would go straight up again;
* returns of cards that it is safe to send up (``is_safe``), such as aces.
"""

import numpy as np

from yukon_env.core.cards import NUM_CARDS, NUM_RANKS
from yukon_env.core.compiled import compiled
from yukon_env.core.kernels import CLASSIC, RUSSIAN, finishes, max_group_of, variant_of
from yukon_env.solver.deadend import children, is_dead_end, lowest
from yukon_env.solver.position import (
    AT,
    BOARD_SIZE,
    CARDS,
    COLUMN,
    COLUMNS,
    COVERED,
    EMPTY,
    GONE,
    HIDDEN_CARDS,
    KEY,
    KING,
    LAST,
    LENGTH,
    LIES_ON,
    LOW_BASES,
    NOTHING,
    NUM_SLOTS,
    ON,
    ON_BASE,
    OVER_LOWER,
    RISEN,
    RISEN_CARDS,
    UNDER,
    UNSORTED,
    is_unsorted,
    lay,
    lower_of_suit,
    put,
    set_key,
    survey,
)

RUNNING, FOUND, EXHAUSTED, STOPPED = range(4)
"""How a pass stands: not over; won; all searched and not won; its limit reached."""

NUM_BUCKETS = 4096
_MIDDLE = 3072
# The board goes on with what the pass keeps in mind.
STORED, EXPANDED, LOWEST, GOAL, LIMIT, NOISE, RANDOM, NUM_CHANGES, NUM_MOVES = range(
    BOARD_SIZE, BOARD_SIZE + 9
)
WEIGHTS = BOARD_SIZE + 9
NUM_WEIGHTS = 8
_CHANGES = WEIGHTS + NUM_WEIGHTS
_MAX_CHANGES = 128
_MOVES = _CHANGES + 2 * _MAX_CHANGES
_MAX_MOVES = 64
SEARCH_SIZE = _MOVES + 2 * _MAX_MOVES

_RETURN = 64

# What is kept of a position, apart from its 64 bytes: its key; the position that it came from and
# the next older one in its bucket; the move that led to it, its target and its depth.
KEY1, KEY2, LINKS, MOVED = range(4)
NODE_WORDS = 4


@compiled
def start(board, words, nodes, boards, slots, heads, limit, noise, seed):
    """Begin a pass from the position on the board."""
    heads[:] = -1
    slots[:] = -1
    board[STORED] = board[EXPANDED] = 0
    board[GOAL] = -1
    board[LIMIT] = limit
    board[NOISE] = noise
    board[RANDOM] = seed
    board[LOWEST] = NUM_BUCKETS
    survey(board)
    set_key(board, words)
    slot = find(board, nodes, slots)
    keep(board, nodes, boards, slots, heads, slot, 0, 0, 0)


@compiled
def find(board, nodes, slots):
    """Where the closed set holds the board's key, or the free place where it would."""
    mask = len(slots) - 1
    slot = board[KEY] & mask
    while True:
        node = slots[slot]
        if node < 0 or (nodes[node, KEY1] == board[KEY] and nodes[node, KEY2] == board[KEY + 1]):
            return slot
        slot = (slot + 1) & mask


@compiled
def keep(board, nodes, boards, slots, heads, slot, value, parent, moved):
    """Keep the position on the board, to be taken out in the order of its estimate."""
    node = board[STORED]
    board[STORED] += 1
    slots[slot] = node
    for i in range(NUM_SLOTS):
        boards[node, i] = board[LIES_ON + i]
    nodes[node, KEY1] = board[KEY]
    nodes[node, KEY2] = board[KEY + 1]
    nodes[node, MOVED] = moved
    bucket = min(max(value + _MIDDLE, 0), NUM_BUCKETS - 1)
    nodes[node, LINKS] = parent << 32 | (heads[bucket] + 1)
    heads[bucket] = node
    if bucket < board[LOWEST]:
        board[LOWEST] = bucket
    return node


@compiled
def depth_of(nodes, node):
    """How many moves of the search lead to a kept position."""
    return nodes[node, MOVED] >> 16


@compiled
def take(board, nodes, heads):
    """Take out the newest position of the lowest bucket; -1 if there is none."""
    bucket = board[LOWEST]
    while bucket < NUM_BUCKETS and heads[bucket] < 0:
        bucket += 1
    board[LOWEST] = bucket
    if bucket == NUM_BUCKETS:
        return -1
    node = np.int64(heads[bucket])
    heads[bucket] = (nodes[node, LINKS] & 0xFFFFFFFF) - 1
    return node


@compiled
def run(board, words, nodes, boards, slots, heads, params, slice_nodes):
    """Go on with a pass for so many nodes at most; returns how it stands."""
    end = min(board[LIMIT], board[EXPANDED] + slice_nodes)
    room = len(nodes) - _MAX_MOVES
    while board[EXPANDED] < end:
        if board[STORED] > room:
            return STOPPED
        node = take(board, nodes, heads)
        if node < 0:
            return EXHAUSTED
        board[EXPANDED] += 1
        for i in range(NUM_SLOTS):
            board[LIES_ON + i] = boards[node, i]
        survey(board)
        find_moves(board, nodes, node, params)
        for i in range(board[NUM_MOVES]):
            offer(board, words, nodes, boards, slots, heads, params, node, i)
        if board[GOAL] >= 0:
            return FOUND
    return STOPPED if board[EXPANDED] >= board[LIMIT] else RUNNING


@compiled
def find_moves(board, nodes, node, params):
    """Find the moves to try from a node on the board: none if it is a dead end."""
    board[NUM_MOVES] = 0
    finishing = finishes(params) and board[HIDDEN_CARDS] == 0
    returns = variant_of(params) != RUSSIAN and not finishing
    if is_dead_end(board, variant_of(params), returns):
        return
    board[KEY] = nodes[node, KEY1]
    board[KEY + 1] = nodes[node, KEY2]
    for column in range(board[COLUMNS]):
        find_moves_onto(board, params, column, returns)
    find_king_moves(board, params, returns)
    find_moves_up(board)


@compiled
def note_move(board, slot, target):
    """Note a move: a card's slot, and the slot that it goes onto, ``ON_BASE`` or ``GONE``."""
    at = _MOVES + 2 * board[NUM_MOVES]
    board[at] = slot
    board[at + 1] = target
    board[NUM_MOVES] += 1


@compiled
def find_moves_onto(board, params, column, returns):
    """Find the moves onto a column's last card."""
    last = board[LAST + column]
    fitting = children(variant_of(params), np.uint64(1 << last)) & ~np.uint64(board[CARDS + column])
    while fitting:
        slot = lowest(fitting)
        fitting &= fitting - np.uint64(1)
        if board[LIES_ON + slot] == GONE:
            if returns and can_return(board, params, slot):
                note_move(board, slot, last | _RETURN)
        elif can_be_taken(board, params, slot):
            note_move(board, slot, last)


@compiled
def can_be_taken(board, params, slot):
    """Whether a card in a column is open and not under too many others."""
    if board[LIES_ON + slot] & COVERED:
        return False
    return board[LENGTH + board[COLUMN + slot]] - board[AT + slot] <= max_group_of(params)


@compiled
def can_return(board, params, slot):
    """Whether a card that is up is the top of its foundation and could be of use in a column."""
    suit = slot >> 4
    rank = slot & 15
    return board[RISEN + suit] == rank + 1 and not is_safe(
        variant_of(params), board, RISEN, suit, rank
    )


@compiled
def find_king_moves(board, params, returns):
    """Find the kings that can go to an empty column."""
    if board[EMPTY] == 0:
        return
    for suit in range(4):
        slot = suit * 16 + KING
        if board[LIES_ON + slot] == GONE:
            if returns and can_return(board, params, slot):
                note_move(board, slot, ON_BASE | _RETURN)
        elif board[AT + slot] > 0 and can_be_taken(board, params, slot):
            note_move(board, slot, ON_BASE)


@compiled
def find_moves_up(board):
    """Find the cards that can go up."""
    for suit in range(4):
        if next_is_last(board, suit):
            note_move(board, suit * 16 + board[RISEN + suit], GONE)


@compiled
def next_is_last(board, suit):
    """Whether the next card of a suit is the last of a column."""
    if board[RISEN + suit] == NUM_RANKS:
        return False
    slot = suit * 16 + board[RISEN + suit]
    return board[ON + slot] == NOTHING and not board[LIES_ON + slot] & COVERED


@compiled
def offer(board, words, nodes, boards, slots, heads, params, node, i):
    """Make a move and the safe ones after it, keep the position if it is new, unmake them."""
    slot = board[_MOVES + 2 * i]
    target = board[_MOVES + 2 * i + 1]
    key1, key2 = board[KEY], board[KEY + 1]
    hidden, unsorted, over = board[HIDDEN_CARDS], board[UNSORTED], board[OVER_LOWER]
    empty, low_bases = board[EMPTY], board[LOW_BASES]
    make(board, words, params, slot, target)
    place = find(board, nodes, slots)
    if slots[place] < 0:
        depth = depth_of(nodes, node) + 1
        moved = depth << 16 | target << 8 | slot
        value = estimate(board, depth)
        child = keep(board, nodes, boards, slots, heads, place, value, node, moved)
        if board[RISEN_CARDS] == NUM_CARDS:
            board[GOAL] = child
    unmake(board, slot, target)
    board[KEY], board[KEY + 1] = key1, key2
    board[HIDDEN_CARDS], board[UNSORTED], board[OVER_LOWER] = hidden, unsorted, over
    board[EMPTY], board[LOW_BASES] = empty, low_bases


@compiled
def make(board, words, params, slot, target):
    """Make a move on the board, and all safe moves up after it."""
    board[NUM_CHANGES] = 0
    onto = target & 63
    if target & _RETURN:
        board[RISEN + (slot >> 4)] -= 1
        board[RISEN_CARDS] -= 1
        board[EMPTY] -= onto == ON_BASE
        change(board, words, slot, onto)
        return
    if onto != GONE:
        count_over(board, slot, onto)
    move(board, words, slot, onto)
    rise_safely(board, words, params)


@compiled
def unmake(board, slot, target):
    """Take back all changes; counts and key are the caller's to restore."""
    for i in range(board[NUM_CHANGES] - 1, -1, -1):
        changed = board[_CHANGES + 2 * i]
        if board[LIES_ON + changed] == GONE:
            board[RISEN + (changed >> 4)] -= 1
            board[RISEN_CARDS] -= 1
        lay(board, changed, board[_CHANGES + 2 * i + 1])
    if target & _RETURN:
        board[RISEN + (slot >> 4)] += 1
        board[RISEN_CARDS] += 1


@compiled
def count_over(board, slot, target):
    """Count anew the cards of a group that lie over a lower one of their suit, after its move."""
    below = board[UNDER + slot]
    onto = board[CARDS + board[COLUMN + target]] if target < ON_BASE else 0
    more = 0
    while slot != NOTHING:
        lower = lower_of_suit(slot)
        under = board[UNDER + slot]
        more += ((((under & ~below) | onto) & lower) != 0) - ((under & lower) != 0)
        slot = board[ON + slot]
    board[OVER_LOWER] += more


@compiled
def change(board, words, slot, lies_on):
    """Let a card lie elsewhere, and note what it lay on."""
    at = _CHANGES + 2 * board[NUM_CHANGES]
    board[at] = slot
    board[at + 1] = board[LIES_ON + slot]
    board[NUM_CHANGES] += 1
    put(board, words, slot, lies_on)


@compiled
def move(board, words, slot, target):
    """Move a card in a column, with all on it, and turn what it lay on."""
    lay_on = board[LIES_ON + slot] & 63
    board[UNSORTED] -= is_unsorted(board, slot)
    if target == GONE:
        board[RISEN + (slot >> 4)] += 1
        board[RISEN_CARDS] += 1
    elif target == ON_BASE:
        board[EMPTY] -= 1
    change(board, words, slot, target)
    if lay_on == ON_BASE:
        board[EMPTY] += 1
        board[LOW_BASES] -= (slot & 15) != KING
    elif board[LIES_ON + lay_on] & COVERED:
        change(board, words, lay_on, board[LIES_ON + lay_on] & 63)
        board[HIDDEN_CARDS] -= 1
        board[UNSORTED] += is_unsorted(board, lay_on)


@compiled
def rise_safely(board, words, params):
    """Send up all that can go and will not be missed; all, where the rules do so."""
    variant = variant_of(params)
    again = True
    while again:
        again = False
        every = finishes(params) and board[HIDDEN_CARDS] == 0
        for suit in range(4):
            if next_is_last(board, suit) and (
                every or is_safe(variant, board, RISEN, suit, board[RISEN + suit])
            ):
                move(board, words, suit * 16 + board[RISEN + suit], GONE)
                again = True


@compiled
def is_safe(variant, counts, at, suit, rank):
    """Whether a card that goes up (``rank`` lower ones of its suit are up) cannot be missed.

    ``counts[at : at + 4]`` are the cards on the foundations. Whatever could go onto the card is
    up already, and nothing needs that to come back: it could hold only cards that are up, or can
    go up, as well.
    """
    if variant == RUSSIAN:
        return True
    if variant == CLASSIC:
        twin = 3 - suit
        return (
            counts[at + (suit ^ 1)] >= rank
            and counts[at + (twin ^ 1)] >= rank
            and counts[at + twin] + 1 >= rank
        )
    return (
        counts[at] >= rank
        and counts[at + 1] >= rank
        and counts[at + 2] >= rank
        and counts[at + 3] >= rank
    )


@compiled
def estimate(board, depth):
    """How far a position is from a win; lower is better. The weights are measured, not derived."""
    value = (
        board[WEIGHTS] * board[HIDDEN_CARDS]
        + board[WEIGHTS + 1] * board[UNSORTED]
        + board[WEIGHTS + 2] * board[OVER_LOWER]
        - board[WEIGHTS + 3] * board[RISEN_CARDS]
        - board[WEIGHTS + 4] * board[EMPTY]
        - board[WEIGHTS + 5] * board[LOW_BASES]
        + (board[WEIGHTS + 6] * depth >> 3)
    )
    if board[NOISE] > 0:
        board[RANDOM] = board[RANDOM] * 6364136223846793005 + 1442695040888963407
        value += ((board[RANDOM] >> 33) & 0xFFFF) * board[NOISE] >> 16
    return value
