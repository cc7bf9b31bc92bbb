"""The rules, compiled, on one row of :mod:`yukon_env.core.state`.

``params`` is :func:`parameters` of the rules. ``history`` is a ring of earlier rows, as wide as
the row, of capacity 0 where nothing can be taken back. Nothing here allocates.
"""

import numpy as np

from yukon_env.core.cards import NUM_CARDS, NUM_RANKS
from yukon_env.core.compiled import compiled, inlined
from yukon_env.core.rules import (
    FOUNDATION,
    NUM_ACTIONS,
    NUM_COLUMNS,
    SCORINGS,
    UNDO,
    VARIANTS,
    Outcome,
    Refusal,
    Rules,
)
from yukon_env.core.scoring import APP, FLIP_POINTS, UP_POINTS, win_points
from yukon_env.core.state import (
    AWAY,
    BASE,
    BELOW,
    CLOCK,
    DEPTH,
    EARNED,
    FACE_DOWN,
    HIDDEN,
    LAST,
    LENGTH,
    MOVES,
    NO_CARD,
    NUM_FACES,
    ON_FOUNDATION,
    PLACE,
    RISEN,
    SCORE,
    UNDO_HEAD,
    UNDO_LEFT,
    UNSEEN,
    copy_row,
    first_face,
    read,
    write,
)

CLASSIC, RELAXED, RUSSIAN = range(3)

# Enum members as plain integers, which compile to constants.
NONE = int(Refusal.NONE)
GAME_OVER = int(Refusal.GAME_OVER)
NOTHING_TO_UNDO = int(Refusal.NOTHING_TO_UNDO)
NO_SUCH_CARD = int(Refusal.NO_SUCH_CARD)
CARD_FACE_DOWN = int(Refusal.FACE_DOWN)
SAME_COLUMN = int(Refusal.SAME_COLUMN)
ONLY_LAST_CARD = int(Refusal.ONLY_LAST_CARD)
NOT_NEXT = int(Refusal.NOT_NEXT_ON_FOUNDATION)
ONLY_KING = int(Refusal.ONLY_KING_ON_EMPTY)
WRONG_RANK = int(Refusal.WRONG_RANK)
WRONG_COLOUR = int(Refusal.WRONG_COLOUR)
WRONG_SUIT = int(Refusal.WRONG_SUIT)
GROUP_TOO_LARGE = int(Refusal.GROUP_TOO_LARGE)
PLAYING = int(Outcome.PLAYING)
WON = int(Outcome.WON)
STUCK = int(Outcome.STUCK)

PENALTY_MS = 30_000
PENALTY_POINTS = 30


def parameters(rules: Rules) -> int:
    """The rules as the kernels read them: one integer, which is quick to hand over."""
    max_group = NUM_CARDS if rules.max_group is None else rules.max_group
    return (
        VARIANTS.index(rules.variant)
        | SCORINGS.index(rules.scoring) << 2
        | int(rules.autofinish) << 3
        | max_group << 4
        | round(rules.seconds_per_move * 1000) << 10
    )


@inlined
def variant_of(params):
    """``CLASSIC``, ``RELAXED`` or ``RUSSIAN``."""
    return params & 3


@inlined
def scoring_of(params):
    """``APP`` or ``SKILL``."""
    return (params >> 2) & 1


@inlined
def finishes(params):
    """Whether the rest goes up by itself once nothing is hidden."""
    return (params >> 3) & 1


@inlined
def max_group_of(params):
    """The largest group that moves at once, 52 for no limit."""
    return (params >> 4) & 63


@inlined
def tick_of(params):
    """Milliseconds that each move takes."""
    return params >> 10


@compiled
def is_won(row):
    """Whether all 52 cards are on the foundations."""
    return (np.int64(row[RISEN]) + row[RISEN + 1] + row[RISEN + 2] + row[RISEN + 3]) == NUM_CARDS


@compiled
def builds(variant, suit, on_suit):
    """Whether a column's last card of suit ``on_suit`` takes the next lower card of ``suit``."""
    if variant == CLASSIC:
        return ((suit ^ (suit >> 1)) & 1) != ((on_suit ^ (on_suit >> 1)) & 1)
    return variant == RELAXED or suit == on_suit


@compiled
def group_size(row, card):
    """A face-up column card with all the cards on it."""
    return np.int64(row[LENGTH + row[PLACE + card]]) - np.int64(row[DEPTH + card])


@compiled
def can_leave_for(row, card, column, max_group):
    """Whether a card lies where it could be taken from, to go to another column."""
    place = row[PLACE + card]
    if place < NUM_COLUMNS:
        return place != column and group_size(row, card) <= max_group
    return place == ON_FOUNDATION and row[RISEN + card // NUM_RANKS] == card % NUM_RANKS + 1


@compiled
def can_rise(row, suit):
    """Whether the next card of a suit's foundation is the last of a column."""
    risen = np.int64(row[RISEN + suit])
    if risen == NUM_RANKS:
        return False
    card = suit * NUM_RANKS + risen
    place = row[PLACE + card]
    return place < NUM_COLUMNS and row[LAST + place] == card


@compiled
def legal(row, params, mask):
    """Write which of the 32 actions are legal into ``mask`` and return how many are.

    An action ``destination * 4 + suit`` fixes its card: moves are found from destinations.
    """
    for action in range(len(mask)):
        mask[action] = 0
    if is_won(row):
        return 0
    count = 0
    variant = variant_of(params)
    max_group = max_group_of(params)
    for column in range(NUM_COLUMNS):
        last = np.int64(row[LAST + column])
        if last >= BASE:
            if last == BASE:
                for suit in range(4):
                    if can_leave_for(row, suit * NUM_RANKS + 12, column, max_group):
                        mask[column * 4 + suit] = 1
                        count += 1
            continue
        on_suit = last // NUM_RANKS
        rank = last - on_suit * NUM_RANKS
        if rank == 0:
            continue
        for suit in range(4):
            if builds(variant, suit, on_suit) and can_leave_for(
                row, suit * NUM_RANKS + rank - 1, column, max_group
            ):
                mask[column * 4 + suit] = 1
                count += 1
    for suit in range(4):
        if can_rise(row, suit):
            mask[FOUNDATION * 4 + suit] = 1
            count += 1
    if len(mask) > NUM_ACTIONS and read(row, UNDO_LEFT) > 0:
        mask[UNDO] = 1
        count += 1
    return count


@compiled
def card_of(row, action):
    """The card that an action 0..31 names, or ``NO_CARD`` where none can arrive."""
    destination = action >> 2
    suit = action & 3
    if destination == FOUNDATION:
        rank = np.int64(row[RISEN + suit])
        return suit * NUM_RANKS + rank if rank < NUM_RANKS else np.int64(NO_CARD)
    last = np.int64(row[LAST + destination])
    if last >= BASE:
        return suit * NUM_RANKS + 12 if last == BASE else np.int64(NO_CARD)
    return suit * NUM_RANKS + last % NUM_RANKS - 1 if last % NUM_RANKS else np.int64(NO_CARD)


@compiled
def refusal(row, params, card, destination):
    """The rule that refuses moving ``card`` to ``destination`` 0..7, or ``NONE``."""
    if is_won(row):
        return GAME_OVER
    if card < 0 or card >= NUM_CARDS:
        return NO_SUCH_CARD
    suit = card // NUM_RANKS
    place = row[PLACE + card]
    if place == UNSEEN:
        return CARD_FACE_DOWN
    if place == ON_FOUNDATION:
        if row[RISEN + suit] != card % NUM_RANKS + 1:
            return NO_SUCH_CARD
        if destination == FOUNDATION:
            return NOT_NEXT
    elif destination == FOUNDATION:
        if row[LAST + place] != card:
            return ONLY_LAST_CARD
        return NONE if row[RISEN + suit] == card % NUM_RANKS else NOT_NEXT
    elif place == destination:
        return SAME_COLUMN
    last = np.int64(row[LAST + destination])
    if last == BASE:
        if card % NUM_RANKS != NUM_RANKS - 1:
            return ONLY_KING
    else:
        if card % NUM_RANKS + 1 != last % NUM_RANKS:
            return WRONG_RANK
        if not builds(variant_of(params), suit, last // NUM_RANKS):
            return WRONG_COLOUR if variant_of(params) == CLASSIC else WRONG_SUIT
    if place < NUM_COLUMNS and group_size(row, card) > max_group_of(params):
        return GROUP_TOO_LARGE
    return NONE


@compiled
def carry(row, card, destination):
    """Move a card, with all on it, where ``refusal`` allows; nothing is turned or scored.

    The source column's last card reads ``FACE_DOWN`` where a hidden card now lies open to turn.
    """
    suit = card // NUM_RANKS
    source = np.int64(row[PLACE + card])
    if source == ON_FOUNDATION:
        row[RISEN + suit] -= 1
        row[PLACE + card] = destination
        row[DEPTH + card] = row[LENGTH + destination]
        row[BELOW + card] = row[LAST + destination]
        row[LAST + destination] = card
        row[LENGTH + destination] += 1
    elif destination == FOUNDATION:
        row[RISEN + suit] += 1
        row[LENGTH + source] -= 1
        row[LAST + source] = row[BELOW + card]
        row[PLACE + card] = ON_FOUNDATION
        row[DEPTH + card] = 0
        row[BELOW + card] = AWAY
    else:
        depth = row[DEPTH + card]
        size = group_size(row, card)
        shift = np.uint8(np.int64(row[LENGTH + destination]) - np.int64(depth) & 255)
        for other in range(NUM_CARDS):
            if row[PLACE + other] == source and row[DEPTH + other] >= depth:
                row[PLACE + other] = destination
                row[DEPTH + other] = (np.int64(row[DEPTH + other]) + shift) & 255
        below = row[BELOW + card]
        row[BELOW + card] = row[LAST + destination]
        row[LAST + destination] = row[LAST + source]
        row[LAST + source] = below
        row[LENGTH + source] -= size
        row[LENGTH + destination] += size


@inlined
def turn(row, column):
    """Turn the column's last card if it lies face down; returns 1 if one was turned, else 0."""
    if row[LAST + column] != FACE_DOWN:
        return 0
    depth = np.int64(row[HIDDEN + column]) - 1
    face = first_face(column) + depth
    card = row[face]
    row[face] = NO_CARD
    row[HIDDEN + column] = depth
    row[PLACE + card] = column
    row[DEPTH + card] = depth
    row[BELOW + card] = FACE_DOWN if depth > 0 else BASE
    row[LAST + column] = card
    return 1


@compiled
def rise_all(row):
    """Send up all that can go, and what can go then; returns how many went."""
    went = 0
    while True:
        before = went
        for suit in range(4):
            while can_rise(row, suit):
                card = suit * NUM_RANKS + np.int64(row[RISEN + suit])
                carry(row, card, np.int64(FOUNDATION))
                went += 1
        if went == before:
            return went


@inlined
def hidden_cards(row):
    """How many cards lie face down."""
    count = np.int64(0)
    for column in range(NUM_COLUMNS):
        count += np.int64(row[HIDDEN + column])
    return count


@inlined
def tick(row, params, milliseconds):
    """Let the clock run; ``skill`` takes 30 points for each full 30 s, never below 0."""
    before = read(row, CLOCK)
    write(row, CLOCK, before + milliseconds)
    if scoring_of(params) != APP:
        fines = read(row, CLOCK) // PENALTY_MS - before // PENALTY_MS
        if fines > 0:
            score = read(row, SCORE) - fines * PENALTY_POINTS
            write(row, SCORE, score if score > 0 else 0)


@inlined
def keep(row, history):
    """Keep the row in the history, over the oldest one where that is full."""
    capacity = len(history)
    if capacity == 0:
        return
    head = read(row, UNDO_HEAD)
    copy_row(history[head % capacity], row)
    write(row, UNDO_HEAD, head + 1)
    left = read(row, UNDO_LEFT)
    write(row, UNDO_LEFT, left + 1 if left < capacity else left)


@compiled
def play(row, history, params, card, destination):
    """Play a move; returns the rule that refuses it (nothing has changed) or ``NONE``."""
    refused = refusal(row, params, card, destination)
    if refused != NONE:
        return refused
    keep(row, history)
    if tick_of(params) > 0:
        tick(row, params, tick_of(params))
    scoring = scoring_of(params)
    source = np.int64(row[PLACE + card])
    carry(row, card, destination)
    earned = UP_POINTS if destination == FOUNDATION else 0
    if source < NUM_COLUMNS and turn(row, source):
        earned += FLIP_POINTS[scoring]
    if finishes(params) and hidden_cards(row) == 0:
        earned += rise_all(row) * UP_POINTS
    if is_won(row):
        earned += win_points(scoring, read(row, CLOCK))
    write(row, EARNED, earned)
    write(row, SCORE, read(row, SCORE) + earned)
    write(row, MOVES, read(row, MOVES) + 1)
    return NONE


@compiled
def undo(row, history, params):
    """Take the last move back; returns the rule that refuses it or ``NONE``.

    The clock goes on and the points of the move are lost. ``app``: the move counter stays;
    ``skill``: the undo counts as a move.
    """
    if is_won(row):
        return GAME_OVER
    left = read(row, UNDO_LEFT)
    if left == 0:
        return NOTHING_TO_UNDO
    if tick_of(params) > 0:
        tick(row, params, tick_of(params))
    head = read(row, UNDO_HEAD) - 1
    score = read(row, SCORE) - read(row, EARNED)
    moves = read(row, MOVES) + (0 if scoring_of(params) == APP else 1)
    clock = read(row, CLOCK)
    copy_row(row, history[head % len(history)])
    write(row, SCORE, score if score > 0 else 0)
    write(row, MOVES, moves)
    write(row, CLOCK, clock)
    write(row, UNDO_HEAD, head)
    write(row, UNDO_LEFT, left - 1)
    return NONE


@inlined
def act(row, history, params, action):
    """Play an action of the environment; returns the rule that refuses it or ``NONE``."""
    if action == UNDO:
        return undo(row, history, params)
    card = card_of(row, action)
    if card == NO_CARD:
        return GAME_OVER if is_won(row) else (NOT_NEXT if action >> 2 == FOUNDATION else WRONG_RANK)
    return play(row, history, params, card, action >> 2)


@inlined
def outcome_of(row, legal_actions):
    """How a game stands that has so many legal actions, undo among them."""
    if is_won(row):
        return WON
    return PLAYING if legal_actions else STUCK


@compiled
def progress(row):
    """Net score: 10 for each card on the foundations, 5 for each hidden card turned; a win: 625."""
    points = np.int64(0)
    for suit in range(4):
        points += 10 * np.int64(row[RISEN + suit])
    return points + 5 * (NUM_FACES - hidden_cards(row))
