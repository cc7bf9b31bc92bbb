"""One step, and one step of a batch, compiled: what every environment does with its rows.

The same row functions serve both, so N single environments and a batch of N cannot differ.
"""

import numpy as np

from yukon_env.core.cards import NUM_CARDS
from yukon_env.core.compiled import compiled, inlined
from yukon_env.core.deals import draw_deal, shuffle_into
from yukon_env.core.kernels import act, legal, outcome_of, progress
from yukon_env.core.rules import NUM_ACTIONS, Outcome
from yukon_env.core.state import CLOCK, LEGAL, MOVES, SCORE, UNDO_LEFT, deal, read

PLAYING = int(Outcome.PLAYING)

# The rows of a batch's numbers, int64 (6, N).
TOTAL, COUNT, OUTCOME, REFUSED, NET_CHANGE, STEPS = range(6)
NUMBERS = 6


@inlined
def write_mask(table, params):
    """Write the mask of the legal actions behind the row and return how many there are."""
    actions = NUM_ACTIONS + (len(table) > 1)
    return legal(table[0], params, table[0, LEGAL : LEGAL + actions])


@compiled
def step(table, params, action):
    """Play an action on a table and write the mask of what is legal then.

    Returns:
        refused, the change of the score as a float, score, moves, seconds, outcome, terminated.
    """
    row = table[0]
    before = read(row, SCORE)
    refused = act(row, table[1:], params, action)
    outcome = outcome_of(row, write_mask(table, params))
    score = read(row, SCORE)
    return (
        refused,
        np.float64(score - before),
        score,
        read(row, MOVES),
        read(row, CLOCK) / 1000,
        outcome,
        outcome != PLAYING,
    )


@compiled
def _find_bad(actions, masks, waiting, is_strict):
    """The first row whose action does not exist or, if ``is_strict``, is illegal; else N."""
    for i in range(len(actions)):
        action = actions[i]
        if action < 0 or action >= masks.shape[1]:
            return i
        if is_strict and not waiting[i] and masks[i, action] == 0:
            return i
    return len(actions)


@compiled
def step_batch(
    tables, params, actions, is_strict, waiting, limit, numbers, seconds, rewards, ends, masks
):
    """:func:`step` for each row of a batch that is not ``waiting`` for its next deal.

    Args:
        tables: uint8 (N, 1 + history, TABLE_WIDTH).
        params: the rules.
        actions: int64 (N,).
        is_strict: whether an illegal action stops it all.
        waiting: bool (N,), rows to leave as they are.
        limit: steps of an episode, 0 for no limit.
        numbers: int64 (NUMBERS, N), written; ``STEPS`` counts an episode's steps.
        seconds: float64 (N,), written.
        rewards: float64 (N,), written.
        ends: bool (2, N), written: terminated, truncated.
        masks: int8 (N, num_actions), written.

    Returns:
        (rows that ended, N), or where an action stopped it all (-1, its row).
    """
    size = len(tables)
    bad = _find_bad(actions, masks, waiting, is_strict)
    if bad < size:
        return -1, bad
    ended = 0
    for i in range(size):
        if waiting[i]:
            continue
        row = tables[i, 0]
        before = read(row, SCORE)
        net = progress(row)
        refused = act(row, tables[i, 1:], params, actions[i])
        outcome = outcome_of(row, legal(row, params, masks[i]))
        score = read(row, SCORE)
        steps = numbers[STEPS, i] + 1
        numbers[TOTAL, i] = score
        numbers[COUNT, i] = read(row, MOVES)
        numbers[OUTCOME, i] = outcome
        numbers[REFUSED, i] = refused
        numbers[NET_CHANGE, i] = progress(row) - net
        numbers[STEPS, i] = steps
        seconds[i] = read(row, CLOCK) / 1000
        rewards[i] = score - before
        ends[0, i] = outcome != PLAYING
        ends[1, i] = steps == limit
        ended += outcome != PLAYING or steps == limit
    return ended, size


@compiled
def begin(tables, params, i, numbers, seconds, rewards, ends, masks):
    """Enter the numbers and the mask of row i, which has just been dealt."""
    row = tables[i, 0]
    numbers[:, i] = 0
    numbers[OUTCOME, i] = outcome_of(row, legal(row, params, masks[i]))
    seconds[i] = 0.0
    rewards[i] = 0.0
    ends[:, i] = False


@compiled
def deal_numbers(tables, dealt, which, params, numbers, seconds, rewards, ends, masks):
    """Deal the deal number ``dealt[i]`` to each row i of ``which``."""
    deck = np.empty(NUM_CARDS, np.uint8)
    stream = np.empty(1, np.uint64)
    for i in which:
        shuffle_into(deck, stream, dealt[i])
        deal(tables[i, 0], deck)
        begin(tables, params, i, numbers, seconds, rewards, ends, masks)


@compiled
def draw_numbers(streams, dealt, which):
    """Draw the next deal number of stream i into ``dealt[i]`` for each i of ``which``."""
    for i in which:
        dealt[i] = draw_deal(streams[i])


@compiled
def most_kept(tables):
    """The most moves that any game of a batch keeps to take back."""
    most = 0
    for i in range(len(tables)):
        most = max(most, read(tables[i, 0], UNDO_LEFT))
    return most
