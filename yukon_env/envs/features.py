"""The ``"moves"`` observation: what each move would do, and the board in brief. Compiled.

Every number is a small integer (int8, clipped at 127). A card that a move would turn stays
unseen in what is said of the position after the move, so nothing here depends on it.
"""

import numpy as np

from yukon_env.core.cards import NUM_CARDS, NUM_RANKS
from yukon_env.core.compiled import compiled
from yukon_env.core.deals import next_random
from yukon_env.core.kernels import (
    builds,
    can_rise,
    card_of,
    carry,
    group_size,
    legal,
    rise_all,
    variant_of,
)
from yukon_env.core.rules import FOUNDATION, NUM_ACTIONS, NUM_COLUMNS, UNDO
from yukon_env.core.state import (
    AWAY,
    BASE,
    BELOW,
    DEPTH,
    FACE_DOWN,
    HIDDEN,
    LAST,
    LENGTH,
    ON_FOUNDATION,
    PLACE,
    RISEN,
    ROW_SIZE,
    UNDO_LEFT,
    UNSEEN,
    copy_row,
    read,
)

POSITION_FEATURES = (
    ("legal_moves", "legal moves"),
    ("turning_moves", "legal moves that turn a hidden card"),
    ("rising_cards", "cards that can go up at once"),
    ("rising_chain", "cards that could go up one after the other"),
    ("in_sequence", "cards that lie on a card they could be put on"),
    ("suit_blocks", "pairs in a column of a card over a lower one of its suit"),
    ("over_needed", "cards that lie over the foundations' next cards"),
    ("empty_columns", "empty columns"),
)
"""(name, meaning) of what is counted in a position."""

MOVE_FEATURES = (
    ("legal", "1 if the action is legal; else the whole row is 0"),
    ("rank", "rank 1..13 of the card that moves"),
    ("before_it", "cards of its suit that must go up before it"),
    ("group", "cards that move"),
    ("goes_up", "1 if it goes up to its foundation"),
    ("returns", "1 if it comes back from its foundation"),
    ("turns", "1 if a hidden card is turned"),
    ("empties", "1 if its column becomes empty"),
    ("fills", "1 if it goes to an empty column"),
    ("source_hidden", "hidden cards of the column it leaves"),
    ("source_open", "open cards beneath it in the column it leaves"),
    ("destination_hidden", "hidden cards of the column it goes to"),
    ("destination_length", "cards of the column it goes to"),
    ("breaks", "1 if it lies on a card that it could be put on"),
    ("joins_suit", "1 if it goes onto a card of its suit"),
    ("disorder", "cards in the group that do not lie on a card they could be put on"),
    ("uncovers", "rank 1..13 of the open card that it uncovers, else 0"),
    ("uncovers_next", "1 if that card can then go up"),
    ("uncovered_takes", "cards of other columns that fit on that card"),
    ("rivals", "other cards that could go to the same place"),
    ("homes", "other columns that the card could go to"),
    ("seen_before", "1 if the position after it has been on the table in this game"),
    *((f"after_{name}", f"after the move: {meaning}") for name, meaning in POSITION_FEATURES),
)
"""(name, meaning) of each entry of a row of ``"moves"``."""

CONTEXT_FEATURES = (
    *((f"risen_{suit}", f"cards on the foundation of {suit}") for suit in
      ("spades", "hearts", "diamonds", "clubs")),
    *((f"hidden_{column}", f"hidden cards of column {column}") for column in range(NUM_COLUMNS)),
    *((f"open_{column}", f"open cards of column {column}") for column in range(NUM_COLUMNS)),
    *((f"last_{column}", f"rank of the last card of column {column}, 0 if it is empty")
      for column in range(NUM_COLUMNS)),
    ("hidden", "hidden cards"),
    ("risen", "cards on the foundations"),
    ("lowest", "cards on the lowest foundation"),
    ("next_unseen", "foundations whose next card is hidden"),
    ("kings_unseen", "hidden kings"),
    ("kings_waiting", "open kings that do not head their column"),
    *POSITION_FEATURES,
)  # fmt: skip
"""(name, meaning) of each entry of ``"context"``; columns 0..6."""

NUM_MOVE_FEATURES = len(MOVE_FEATURES)
NUM_CONTEXT_FEATURES = len(CONTEXT_FEATURES)
NUM_POSITION_FEATURES = len(POSITION_FEATURES)
FIRST_AFTER = NUM_MOVE_FEATURES - NUM_POSITION_FEATURES

MEMORY = 512
"""Positions that ``seen_before`` remembers: more than an episode of the registered length."""


@compiled
def _fill_words(words):
    stream = np.array([2026], np.uint64)
    for card in range(NUM_CARDS):
        for below in range(AWAY + 1):
            words[card, below] = next_random(stream)


def position_words():
    """Random words, uint64 (52, 55), one for each card and what it lies on."""
    words = np.empty((NUM_CARDS, AWAY + 1), np.uint64)
    _fill_words(words)
    return words


@compiled
def position_key(row, words):
    """A key of the visible position, whatever the order of its columns."""
    key = np.uint64(0)
    for card in range(NUM_CARDS):
        key ^= words[card, row[BELOW + card]]
    return key


@compiled
def remember(row, words, memory):
    """Add the position to a ``memory``, uint64 (1 + MEMORY,): a count and a ring of keys.

    A position that is already the newest is not added again.
    """
    count = np.int64(memory[0])
    key = position_key(row, words)
    if count == 0 or memory[1 + (count - 1) % MEMORY] != key:
        memory[1 + count % MEMORY] = key
        memory[0] = count + 1


@compiled
def _is_remembered(key, memory):
    found = False
    for i in range(min(np.int64(memory[0]), MEMORY)):
        found |= memory[1 + i] == key
    return found


@compiled
def _fits(row, params, card, on):
    """Whether a column's last card ``on`` would take ``card``."""
    return card % NUM_RANKS + 1 == on % NUM_RANKS and builds(
        variant_of(params), card // NUM_RANKS, on // NUM_RANKS
    )


@compiled
def lies_well(row, params, card):
    """Whether an open card lies on a card that it could be put on."""
    below = np.int64(row[BELOW + card])
    return below < BASE and _fits(row, params, card, below)


@compiled
def count_moves(row, params, mask, spare, out):
    """Write the POSITION_FEATURES that speak of moves; ``mask`` and ``spare`` are overwritten."""
    out[0] = legal(row, params, mask)
    turning = 0
    for action in range(NUM_ACTIONS):
        if mask[action]:
            card = card_of(row, action)
            turning += row[PLACE + card] < NUM_COLUMNS and row[BELOW + card] == FACE_DOWN
    rising = 0
    over_needed = 0
    for suit in range(4):
        rising += can_rise(row, suit)
        if row[RISEN + suit] < NUM_RANKS:
            card = suit * NUM_RANKS + np.int64(row[RISEN + suit])
            if row[PLACE + card] < NUM_COLUMNS:
                over_needed += group_size(row, card) - 1
    empty = 0
    for column in range(NUM_COLUMNS):
        empty += row[LAST + column] == BASE
    out[1] = turning
    out[2] = rising
    out[3] = 0
    if rising:
        copy_row(spare, row)
        out[3] = rise_all(spare)
    out[6] = min(over_needed, 127)
    out[7] = empty


@compiled
def _count_order(row, params):
    """The cards in sequence and the suit blocks of a position."""
    in_sequence = 0
    blocks = 0
    for card in range(NUM_CARDS):
        if row[PLACE + card] < NUM_COLUMNS:
            in_sequence += lies_well(row, params, card)
            blocks += _blocks_over(row, card, row[PLACE + card], row[DEPTH + card])
    return in_sequence, blocks


@compiled
def _blocks_over(row, card, column, depth):
    """Cards of the card's suit and of lower rank in a column, less deep than ``depth``."""
    count = 0
    for lower in range(card - card % NUM_RANKS, card):
        count += row[PLACE + lower] == column and row[DEPTH + lower] < depth
    return count


@compiled
def _blocks_change(row, card, destination):
    """How a move changes the suit blocks: its group leaves some behind and meets others."""
    place = row[PLACE + card]
    if place == ON_FOUNDATION:
        return _blocks_over(row, card, destination, NUM_CARDS)
    depth = row[DEPTH + card]
    change = 0
    for other in range(NUM_CARDS):
        if row[PLACE + other] == place and row[DEPTH + other] >= depth:
            change -= _blocks_over(row, other, place, depth)
            if destination < NUM_COLUMNS:
                change += _blocks_over(row, other, destination, NUM_CARDS)
    return change


@compiled
def _describe_move(row, params, mask, action, out):
    """The features of a legal move that need no look at the position after it."""
    card = card_of(row, action)
    destination = action >> 2
    place = np.int64(row[PLACE + card])
    out[0] = 1
    out[1] = card % NUM_RANKS + 1
    out[2] = max(0, card % NUM_RANKS - np.int64(row[RISEN + card // NUM_RANKS]))
    out[3] = 1
    out[4] = destination == FOUNDATION
    out[5] = place == ON_FOUNDATION
    if place < NUM_COLUMNS:
        depth = np.int64(row[DEPTH + card])
        below = np.int64(row[BELOW + card])
        out[3] = group_size(row, card)
        out[6] = below == FACE_DOWN
        out[7] = below == BASE
        out[9] = row[HIDDEN + place]
        out[10] = depth - np.int64(row[HIDDEN + place])
        out[13] = lies_well(row, params, card)
        disorder = 0
        for other in range(NUM_CARDS):
            if row[PLACE + other] == place and row[DEPTH + other] > depth:
                disorder += not lies_well(row, params, other)
        out[15] = disorder
        if below < BASE:
            out[16] = below % NUM_RANKS + 1
            suit = below // NUM_RANKS
            follows = destination == FOUNDATION and suit == card // NUM_RANKS
            out[17] = np.int64(row[RISEN + suit]) + follows == below % NUM_RANKS
            takes = 0
            for suit in range(4):
                taken = suit * NUM_RANKS + below % NUM_RANKS - 1
                if below % NUM_RANKS and taken != card and row[PLACE + taken] < NUM_COLUMNS:
                    takes += _fits(row, params, taken, below) and row[PLACE + taken] != place
            out[18] = takes
    if destination < NUM_COLUMNS:
        last = np.int64(row[LAST + destination])
        out[8] = last == BASE
        out[11] = row[HIDDEN + destination]
        out[12] = row[LENGTH + destination]
        out[14] = last < BASE and last // NUM_RANKS == card // NUM_RANKS
        rivals = -1
        for suit in range(4):
            rivals += mask[destination * 4 + suit]
        out[19] = rivals
    homes = 0
    for column in range(NUM_COLUMNS):
        other = column * 4 + card // NUM_RANKS
        homes += column != destination and mask[other] and card_of(row, other) == card
    out[20] = homes


@compiled
def _key_after(row, card, destination, key, words):
    """The key of the position after a move that turns nothing, from the key before it."""
    after = np.int64(AWAY) if destination == FOUNDATION else np.int64(row[LAST + destination])
    return key ^ words[card, row[BELOW + card]] ^ words[card, after]


@compiled
def write_moves(row, params, words, memory, moves, context):
    """Fill ``moves``, int8 (actions, NUM_MOVE_FEATURES), and ``context``, int8."""
    moves[:] = 0
    mask = np.empty(NUM_ACTIONS, np.int8)
    mask_after = np.empty(NUM_ACTIONS, np.int8)
    after = np.empty(ROW_SIZE, np.uint8)
    spare = np.empty(ROW_SIZE, np.uint8)
    first = NUM_CONTEXT_FEATURES - NUM_POSITION_FEATURES
    count_moves(row, params, mask, spare, context[first:])
    in_sequence, blocks = _count_order(row, params)
    context[first + 4] = in_sequence
    context[first + 5] = min(blocks, 127)
    _write_context(row, context)
    key = position_key(row, words)
    for action in range(NUM_ACTIONS):
        if mask[action]:
            out = moves[action]
            card = card_of(row, action)
            _describe_move(row, params, mask, action, out)
            if out[6] == 0:
                out[21] = _is_remembered(_key_after(row, card, action >> 2, key, words), memory)
            copy_row(after, row)
            carry(after, card, action >> 2)
            count_moves(after, params, mask_after, spare, out[FIRST_AFTER:])
            joins = lies_well(after, params, card)
            out[FIRST_AFTER + 4] = in_sequence - lies_well(row, params, card) + joins
            out[FIRST_AFTER + 5] = min(blocks + _blocks_change(row, card, action >> 2), 127)
    if len(moves) > NUM_ACTIONS:
        moves[UNDO, 0] = read(row, UNDO_LEFT) > 0


@compiled
def _write_context(row, context):
    hidden = 0
    risen = 0
    lowest = NUM_RANKS
    unseen = 0
    for suit in range(4):
        height = np.int64(row[RISEN + suit])
        context[suit] = height
        risen += height
        lowest = min(lowest, height)
        if height < NUM_RANKS:
            unseen += row[PLACE + suit * NUM_RANKS + height] == UNSEEN
    for column in range(NUM_COLUMNS):
        last = np.int64(row[LAST + column])
        hidden += np.int64(row[HIDDEN + column])
        context[4 + column] = row[HIDDEN + column]
        context[11 + column] = row[LENGTH + column] - row[HIDDEN + column]
        context[18 + column] = last % NUM_RANKS + 1 if last < BASE else 0
    kings_unseen = 0
    kings_waiting = 0
    for suit in range(4):
        king = suit * NUM_RANKS + NUM_RANKS - 1
        kings_unseen += row[PLACE + king] == UNSEEN
        kings_waiting += row[PLACE + king] < NUM_COLUMNS and row[DEPTH + king] > 0
    context[25] = hidden
    context[26] = risen
    context[27] = lowest
    context[28] = unseen
    context[29] = kings_unseen
    context[30] = kings_waiting


@compiled
def write_moves_batch(rows, which, params, words, memories, moves, contexts):
    """:func:`remember` and :func:`write_moves` for rows whose memories are those of ``which``."""
    for k in range(len(rows)):
        memory = memories[which[k]]
        remember(rows[k], words, memory)
        write_moves(rows[k], params, words, memory, moves[k], contexts[k])
