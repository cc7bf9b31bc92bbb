"""One game: a state row with its rules and its history."""

from collections.abc import Sequence
from operator import index
from typing import TYPE_CHECKING

import numpy as np

from yukon_env.core import kernels, state
from yukon_env.core.cards import NUM_CARDS, NUM_RANKS, rank_of, suit_of
from yukon_env.core.deals import check_deck, deal_code, deck_of, parse_code, parse_deal
from yukon_env.core.rules import (
    FOUNDATION,
    NUM_ACTIONS,
    NUM_COLUMNS,
    UNDO,
    Outcome,
    Refusal,
    Refused,
    Rules,
    app_rules,
)
from yukon_env.core.scoring import APP
from yukon_env.core.state import (
    BASE,
    BELOW,
    CLOCK,
    HIDDEN,
    LENGTH,
    MOVES,
    PLACE,
    RISEN,
    SCORE,
    TABLE_WIDTH,
    UNDO_LEFT,
    Bytes,
    columns_of,
    lay_out,
    read,
)

if TYPE_CHECKING:
    from yukon_env.solver import Hint

_OUTCOMES = tuple(Outcome)
_REFUSALS = tuple(Refusal)
_FIRST_CAPACITY = 64


class Game:
    """A game of Yukon that enforces its rules. It knows every card, the hidden ones too.

    Args:
        which: a deal code (``"YU1-C-AAAAAAB"``) or a deal number 0..2**32 - 1.
        rules: how it is played; by default the app's rules for a person, in the variant of the
            code (classic for a number).

    Raises:
        ValueError: no such deal, or the code is of another variant than the rules.

    Attributes:
        rules: the :class:`Rules`.
        deal: the deal code, or ``None`` where the cards were given.
        log: the actions played so far, ints as in the environment (32: a move taken back).
        times: the clock in ms at each of them, of those that were played by :meth:`play`.
        found: what :meth:`hint` knows: from a visible board to the next move of a winning line.
    """

    def __init__(self, which: str | int, rules: Rules | None = None) -> None:
        if rules is None:
            rules = app_rules(parse_code(which)[0] if isinstance(which, str) else "classic")
        number = parse_deal(which, rules.variant)
        self._start(rules, deal_code(rules.variant, number))
        self._deal_out(deck_of(number))

    def _start(self, rules: Rules, deal: str | None = None) -> None:
        self.rules = rules
        self.deal = deal
        self.deck: Bytes | None = None
        self.params = kernels.parameters(rules)
        self.table: Bytes = np.zeros((1 + first_capacity(rules), TABLE_WIDTH), np.uint8)
        self.log: list[int] = []
        self.times: list[int] = []
        self.found: dict[bytes, tuple[int, int]] = {}

    def _deal_out(self, deck: Bytes) -> None:
        self.deck = deck
        state.deal(self.row, deck)

    @classmethod
    def from_deck(cls, deck: Sequence[int] | Bytes, rules: Rules | None = None) -> "Game":
        """A game of a given deck: 52 cards in the order in which they are dealt.

        Raises:
            ValueError: the deck does not hold each card 0..51 exactly once.
        """
        cards = check_deck(deck)
        game = cls.__new__(cls)
        game._start(rules or app_rules())
        game._deal_out(cards)
        return game

    @classmethod
    def from_position(
        cls,
        columns: Sequence[Sequence[int]],
        face_down: Sequence[int],
        foundations: Sequence[int],
        rules: Rules | None = None,
    ) -> "Game":
        """A game that starts from a position rather than a deal (it has no record).

        Args:
            columns: seven columns of cards, lowest first.
            face_down: how many of each column's lowest cards lie face down; column i (0..6) has
                at most i, and every column that has cards shows one.
            foundations: how many cards lie on each foundation (spades, hearts, diamonds, clubs).

        Raises:
            ValueError: no game can come to such a board.
        """
        _check_position(columns, face_down, foundations)
        game = cls.__new__(cls)
        game._start(rules or app_rules())
        cards = np.array([card for column in columns for card in column], np.uint8)
        lengths = np.array([len(column) for column in columns], np.int64)
        order = np.arange(len(cards))
        lay_out(game.row, cards, order, lengths, np.array(face_down, np.int64))
        return game

    @property
    def row(self) -> Bytes:
        """The state row, a view of the table."""
        return self.table[0]  # type: ignore[no-any-return]

    @property
    def history(self) -> Bytes:
        """The earlier rows, a view of the table."""
        return self.table[1:]

    @property
    def columns(self) -> tuple[tuple[int, ...], ...]:
        """Seven columns of cards, lowest first, face-down cards included."""
        return columns_of(self.row)

    @property
    def face_down(self) -> tuple[int, ...]:
        """How many of each column's lowest cards lie face down."""
        return tuple(self.row[HIDDEN : HIDDEN + NUM_COLUMNS].tolist())

    @property
    def foundations(self) -> tuple[int, ...]:
        """How many cards lie on each foundation: spades, hearts, diamonds, clubs."""
        return tuple(self.row[RISEN : RISEN + 4].tolist())

    @property
    def score(self) -> int:
        """Points under the rules' scoring system."""
        return int(read(self.row, SCORE))

    @property
    def moves(self) -> int:
        """The move counter; each system has its own way to count undo."""
        return int(read(self.row, MOVES))

    @property
    def seconds(self) -> float:
        """The clock, to the millisecond."""
        return int(read(self.row, CLOCK)) / 1000

    @property
    def undo_left(self) -> int:
        """How many moves can be taken back now: none of a won game."""
        return 0 if kernels.is_won(self.row) else int(read(self.row, UNDO_LEFT))

    @property
    def outcome(self) -> Outcome:
        """How the game stands. STUCK: no legal move is left and none can be taken back."""
        return _OUTCOMES[kernels.outcome_of(self.row, len(self.legal_moves()) + self.undo_left)]

    def legal_actions(self) -> list[int]:
        """The legal actions 0..31, rising. Taking a move back is not among them."""
        mask = np.empty(NUM_ACTIONS, np.int8)
        kernels.legal(self.row, self.params, mask)
        return np.flatnonzero(mask).tolist()  # type: ignore[no-any-return]

    def legal_moves(self) -> list[tuple[int, int]]:
        """The legal moves as pairs (card, destination): destination 0..6 a column, 7 up."""
        return [(int(kernels.card_of(self.row, a)), a >> 2) for a in self.legal_actions()]

    def move(self, action: int) -> tuple[int, int] | None:
        """The (card, destination) that an action 0..31 names; ``None`` where no card can arrive."""
        card = int(kernels.card_of(self.row, _check_action(action)))
        return (card, action >> 2) if card < NUM_CARDS else None

    def action(self, card: int, destination: int) -> int | None:
        """The action that names this move; ``None`` where none does, so it cannot be legal."""
        _check_destination(destination)
        card = _check_card(card)
        if card < 0:
            return None
        action = destination * 4 + suit_of(card)
        return action if self.move(action) == (card, destination) else None

    def refusal(self, card: int, destination: int) -> Refusal:
        """The rule that refuses a move, ``Refusal.NONE`` where it is legal."""
        _check_destination(destination)
        card = _check_card(card)
        return _REFUSALS[kernels.refusal(self.row, self.params, card, destination)]

    def play(self, card: int, destination: int) -> None:
        """Move a card, with all on it, to a column 0..6 or up to its foundation (7).

        Raises:
            Refused: a rule forbids it (``.code`` says which); nothing has changed.
            ValueError: no such destination, or the card is no integer.
        """
        _check_destination(destination)
        card = _check_card(card)
        self.reserve()
        _raise_if(kernels.play(self.row, self.history, self.params, card, destination))
        self._note(destination * 4 + suit_of(card))

    def undo(self) -> None:
        """Take the last move back. The clock goes on; there is no way forward again.

        Raises:
            Refused: there is none to take back, or the game is won.
        """
        _raise_if(kernels.undo(self.row, self.history, self.params))
        self._note(UNDO)

    def tick(self, seconds: float) -> None:
        """Let the clock run by some seconds >= 0 (to the millisecond); a won game's stands still.

        Raises:
            ValueError: the time is negative or no number.
        """
        if not seconds >= 0 or seconds == float("inf"):
            raise ValueError(f"the clock only goes forward, by a finite time; got {seconds!r}")
        if not kernels.is_won(self.row):
            kernels.tick(self.row, self.params, round(seconds * 1000))

    def tap(self, card: int) -> int:
        """Play a tapped card as the system does, and return its destination.

        ``app``: a last card goes up if it can. ``skill``: up if that is safe, else with all on it
        to the longest column that takes it, or a king to an empty one.

        Raises:
            Refused: it has nowhere to go.
        """
        card = _check_card(card)
        if kernels.scoring_of(self.params) == APP:
            return self._play_first(card, [FOUNDATION])
        up = [FOUNDATION] if self._is_safe(card) else []
        return self._play_first(card, up + self._columns_for(card))

    def double_tap(self, card: int) -> int:
        """Play a card tapped twice as the system does, and return its destination.

        ``app``: up if it can, else with all on it to the longest column that takes it, or a king
        to an empty one. ``skill``: straight up.

        Raises:
            Refused: it has nowhere to go.
        """
        card = _check_card(card)
        if kernels.scoring_of(self.params) == APP:
            return self._play_first(card, [FOUNDATION, *self._columns_for(card)])
        return self._play_first(card, [FOUNDATION])

    def destinations(self, card: int) -> list[int]:
        """Where a card may go now: the longest column first, an empty one after, then 7, up."""
        places = [*self._longest_first(), FOUNDATION]
        return [place for place in places if self.refusal(card, place) == Refusal.NONE]

    def hint(self, max_nodes: int | None = None) -> "Hint | None":
        """A next move of a winning line if one is found, else the one that looks best.

        It sees the hidden cards. :func:`yukon_env.solver.hint` says what comes back.
        """
        from yukon_env.solver import hint  # the one place where the core looks up, for players

        return hint(self) if max_nodes is None else hint(self, max_nodes)

    def reserve(self) -> None:
        """Make room in the history for one more move, up to what the rules keep."""
        if more := more_capacity(self.rules, len(self.history), self.undo_left):
            room = np.zeros((more, TABLE_WIDTH), np.uint8)
            self.table = np.concatenate([self.table, room])

    def copy(self) -> "Game":
        """An independent game in the same state, history included."""
        other = Game.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.table = self.table.copy()
        other.log = self.log.copy()
        other.times = self.times.copy()
        return other

    def __repr__(self) -> str:
        return (
            f"Game({self.deal or 'own cards'}, {self.rules.variant}, score {self.score}, "
            f"{self.moves} moves, {self.outcome.name})"
        )

    def _note(self, action: int) -> None:
        self.log.append(action)
        self.times.append(int(read(self.row, CLOCK)))

    def _play_first(self, card: int, destinations: list[int]) -> int:
        """Play a column's card to the first destination that takes it; if none does, say why."""
        reasons = {where: self.refusal(card, where) for where in destinations}
        if not self._is_in_column(card):
            settled = {Refusal.GAME_OVER, Refusal.FACE_DOWN} & set(reasons.values())
            raise Refused(settled.pop() if settled else Refusal.NO_SUCH_CARD)
        for destination, reason in reasons.items():
            if reason == Refusal.NONE:
                self.play(card, destination)
                return destination
        raise Refused(max(reasons.values()))

    def _is_in_column(self, card: int) -> bool:
        return 0 <= card < NUM_CARDS and bool(self.row[PLACE + card] < NUM_COLUMNS)

    def _columns_for(self, card: int) -> list[int]:
        """The columns to try for a tapped card: the longest first, so empty ones come last."""
        columns = self._longest_first()
        heads_column = self._is_in_column(card) and self.row[BELOW + card] == BASE
        if heads_column and kernels.scoring_of(self.params) != APP:
            # The best place is never just another empty column.
            return [column for column in columns if self.row[LENGTH + column]]
        return columns

    def _longest_first(self) -> list[int]:
        length = self.row[LENGTH : LENGTH + NUM_COLUMNS].tolist()
        return sorted(range(NUM_COLUMNS), key=lambda column: -length[column])

    def _is_safe(self, card: int) -> bool:
        """Whether sending a card up can cost nothing: skill.games' rule, by variant.

        classic: rank <= 2, or both cards of the other colour one rank lower are up; relaxed:
        rank <= 2, or all three others one rank lower are up; russian: always.
        """
        if not 0 <= card < NUM_CARDS or self.rules.variant == "russian":
            return True
        needed = [
            other
            for other in range(4)
            if other != suit_of(card)
            and (
                self.rules.variant == "relaxed"
                or kernels.builds(kernels.CLASSIC, other, suit_of(card))
            )
        ]
        rank = rank_of(card)
        return rank <= 2 or all(self.foundations[other] >= rank - 1 for other in needed)


def first_capacity(rules: Rules) -> int:
    """Rows of history to begin with; long ones grow as they fill."""
    return min(rules.undo, _FIRST_CAPACITY) if rules.undo >= 0 else _FIRST_CAPACITY


def more_capacity(rules: Rules, capacity: int, kept: int) -> int:
    """Rows to add to a history of some capacity that keeps so many moves, before the next one.

    A history becomes a ring only at its full length: until then it has to grow when it is full.
    """
    if kept < capacity:
        return 0
    return capacity if rules.undo < 0 else min(capacity, rules.undo - capacity)


def _raise_if(code: int) -> None:
    if code != Refusal.NONE:
        raise Refused(_REFUSALS[code])


def _check_card(card: int) -> int:
    """The card, or -1 for a number that is none: that is refused by a rule of its own."""
    try:
        number = index(card)
    except TypeError:
        raise ValueError(f"a card is an integer 0..{NUM_CARDS - 1}, got {card!r}") from None
    return number if 0 <= number < NUM_CARDS else -1


def _check_destination(destination: int) -> None:
    try:
        known = 0 <= index(destination) <= FOUNDATION
    except TypeError:
        known = False
    if not known:
        raise ValueError(
            f"a destination is a column 0..6 or 7 for the foundation, got {destination!r}"
        )


def _check_action(action: int) -> int:
    if not 0 <= action < NUM_ACTIONS:
        raise ValueError(f"a move's action is 0..{NUM_ACTIONS - 1}, got {action!r}")
    return int(action)


def _check_position(
    columns: Sequence[Sequence[int]], face_down: Sequence[int], foundations: Sequence[int]
) -> None:
    if len(columns) != NUM_COLUMNS or len(face_down) != NUM_COLUMNS or len(foundations) != 4:
        raise ValueError("a position has 7 columns, 7 face-down counts and 4 foundation counts")
    if any(not 0 <= count <= NUM_RANKS for count in foundations):
        raise ValueError(f"a foundation holds 0..13 cards, got {tuple(foundations)}")
    up = [suit * NUM_RANKS + i for suit in range(4) for i in range(foundations[suit])]
    cards = sorted([*up, *(card for column in columns for card in column)])
    if cards != list(range(NUM_CARDS)):
        raise ValueError("the columns and foundations must hold each card exactly once")
    for i, (column, hidden) in enumerate(zip(columns, face_down, strict=True)):
        if not 0 <= hidden <= i or (column and hidden >= len(column)) or (hidden and not column):
            raise ValueError(
                f"column {i} (0..6) has {hidden} of {len(column)} cards face down: it can have at "
                f"most {i}, and its last card is open"
            )
