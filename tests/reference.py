"""A slow engine in the plainest Python, written from the rules alone.

It exists to be read next to the rules and to be compared with the engine that people use: lists,
loops, a copy of everything for each move kept, and no other aim than to be obviously right.
"""

from collections.abc import Iterable, Sequence

from yukon_env.core.cards import NUM_CARDS, card_text, is_red, rank_of, suit_of
from yukon_env.core.rules import FOUNDATION, NUM_COLUMNS, Outcome, Refusal, Rules

KING = 13


def deal(deck: Sequence[int]) -> tuple[list[list[int]], list[int]]:
    """The columns and their face-down counts, dealt as a person deals.

    Klondike's triangle row by row (row r gives one card to each of the columns r..6), then four
    rounds over columns 1..6.
    """
    columns: list[list[int]] = [[], [], [], [], [], [], []]
    position = 0
    for row in range(7):
        for column in range(row, 7):
            columns[column].append(deck[position])
            position += 1
    for _ in range(4):
        for column in range(1, 7):
            columns[column].append(deck[position])
            position += 1
    return columns, [0, 1, 2, 3, 4, 5, 6]


class Reference:
    """One game.

    Attributes:
        columns: 7 lists of cards, the lowest card first.
        face_down: how many of each column's lowest cards are face down.
        foundations: how many cards each suit has up.
        score: points of the system that ``rules.scoring`` names.
        moves: the move counter.
        milliseconds: the clock.
    """

    def __init__(self, deck: Sequence[int], rules: Rules) -> None:
        columns, face_down = deal(deck)
        self._start(columns, face_down, [0, 0, 0, 0], rules)

    @classmethod
    def from_position(
        cls,
        columns: Iterable[Iterable[int]],
        face_down: Iterable[int],
        foundations: Iterable[int],
        rules: Rules,
    ) -> "Reference":
        """A game that starts from a position: score, counter and clock at 0, nothing to undo."""
        game = cls.__new__(cls)
        game._start([list(column) for column in columns], list(face_down), list(foundations), rules)
        return game

    def _start(
        self, columns: list[list[int]], face_down: list[int], foundations: list[int], rules: Rules
    ) -> None:
        if len(columns) != NUM_COLUMNS or len(face_down) != NUM_COLUMNS or len(foundations) != 4:
            raise ValueError("a position has 7 columns, 7 face-down counts and 4 foundations")
        cards = []
        for column, hidden in zip(columns, face_down, strict=True):
            cards.extend(column)
            if hidden < 0 or (hidden > 0 and hidden >= len(column)):
                raise ValueError("the last card of a column is face up")
        for suit in range(4):
            for rank in range(1, foundations[suit] + 1):
                cards.append(suit * 13 + rank - 1)
        if sorted(cards) != list(range(NUM_CARDS)):
            raise ValueError("a position has each of the 52 cards exactly once")
        self.rules = rules
        self.columns = columns
        self.face_down = face_down
        self.foundations = foundations
        self.score = 0
        self.moves = 0
        self.milliseconds = 0
        # Each kept move: columns, face_down, foundations, score before it, points it earned.
        self.kept: list[tuple[list[list[int]], list[int], list[int], int, int]] = []

    def copy(self) -> "Reference":
        """A game of its own in the same state, moves kept included."""
        other = Reference.from_position(self.columns, self.face_down, self.foundations, self.rules)
        other.score = self.score
        other.moves = self.moves
        other.milliseconds = self.milliseconds
        other.kept = list(self.kept)
        return other

    # What can be done

    @property
    def won(self) -> bool:
        """Whether all 52 cards are up."""
        return sum(self.foundations) == NUM_CARDS

    @property
    def can_undo(self) -> bool:
        """Whether a move can be taken back."""
        return not self.won and len(self.kept) > 0

    @property
    def outcome(self) -> Outcome:
        """How the game stands."""
        if self.won:
            return Outcome.WON
        if not self.legal_moves() and not self.can_undo:
            return Outcome.STUCK
        return Outcome.PLAYING

    def legal_moves(self) -> set[tuple[int, int]]:
        """All legal (card, destination): destinations 0..6 are columns, 7 is the foundation."""
        moves: set[tuple[int, int]] = set()
        if self.won:
            return moves
        for source in range(7):
            column = self.columns[source]
            for index in range(self.face_down[source], len(column)):
                card = column[index]
                group = column[index:]
                small = self.rules.max_group is None or len(group) <= self.rules.max_group
                for destination in range(7):
                    if destination != source and small and self._fits(card, destination):
                        moves.add((card, destination))
                if len(group) == 1 and rank_of(card) == self.foundations[suit_of(card)] + 1:
                    moves.add((card, FOUNDATION))
        for suit in range(4):
            if self.foundations[suit] > 0:
                card = suit * 13 + self.foundations[suit] - 1
                for destination in range(7):
                    if self._fits(card, destination):
                        moves.add((card, destination))
        return moves

    def _fits(self, card: int, destination: int) -> bool:
        """Whether a column's end takes a card."""
        if len(self.columns[destination]) == 0:
            return rank_of(card) == KING
        last = self.columns[destination][-1]
        if rank_of(last) != rank_of(card) + 1:
            return False
        if self.rules.variant == "classic":
            return is_red(card) != is_red(last)
        if self.rules.variant == "russian":
            return suit_of(card) == suit_of(last)
        return True

    def _place(self, card: int) -> tuple[int, int] | None:
        """The column and the index in it where a card lies, None if it is in no column."""
        for column in range(7):
            for index in range(len(self.columns[column])):
                if self.columns[column][index] == card:
                    return column, index
        return None

    def refusal(self, card: int, destination: int) -> Refusal:
        """The first rule that refuses a move, NONE if it is legal."""
        if not 0 <= destination <= 7:
            raise ValueError(f"a destination is 0..7, got {destination}")
        if self.won:
            return Refusal.GAME_OVER
        if not 0 <= card < NUM_CARDS:
            return Refusal.NO_SUCH_CARD
        suit = suit_of(card)
        rank = rank_of(card)
        place = self._place(card)
        if place is None:
            if rank != self.foundations[suit]:
                return Refusal.NO_SUCH_CARD
            if destination == FOUNDATION:
                return Refusal.NOT_NEXT_ON_FOUNDATION
            group_size = 1
        else:
            source, index = place
            group_size = len(self.columns[source]) - index
            if index < self.face_down[source]:
                return Refusal.FACE_DOWN
            if destination == FOUNDATION:
                if group_size != 1:
                    return Refusal.ONLY_LAST_CARD
                if rank != self.foundations[suit] + 1:
                    return Refusal.NOT_NEXT_ON_FOUNDATION
                return Refusal.NONE
            if destination == source:
                return Refusal.SAME_COLUMN
        if len(self.columns[destination]) == 0:
            if rank != KING:
                return Refusal.ONLY_KING_ON_EMPTY
        else:
            last = self.columns[destination][-1]
            if rank + 1 != rank_of(last):
                return Refusal.WRONG_RANK
            if self.rules.variant == "classic" and is_red(card) == is_red(last):
                return Refusal.WRONG_COLOUR
            if self.rules.variant == "russian" and suit != suit_of(last):
                return Refusal.WRONG_SUIT
        if self.rules.max_group is not None and group_size > self.rules.max_group:
            return Refusal.GROUP_TOO_LARGE
        return Refusal.NONE

    # Doing it

    def play(self, card: int, destination: int) -> Refusal:
        """Play a move; a refused one changes nothing."""
        refusal = self.refusal(card, destination)
        if refusal != Refusal.NONE:
            return refusal
        self.tick(self._milliseconds_per_move())

        columns_before = [list(column) for column in self.columns]
        face_down_before = list(self.face_down)
        foundations_before = list(self.foundations)
        score_before = self.score

        self.moves += 1
        self._move(card, destination)
        if self.rules.autofinish and sum(self.face_down) == 0:
            self._finish()
        points = self.score - score_before

        if self.rules.undo != 0:
            self.kept.append(
                (columns_before, face_down_before, foundations_before, score_before, points)
            )
        if self.rules.undo > 0 and len(self.kept) > self.rules.undo:
            del self.kept[0]

        if self.won and self.rules.scoring == "skill":
            self.score += 600_000 * 1000 // max(1000, self.milliseconds)
        return Refusal.NONE

    def _milliseconds_per_move(self) -> int:
        return round(self.rules.seconds_per_move * 1000)

    def _move(self, card: int, destination: int) -> None:
        """Take the card and those on it away, turn the card under them, put them down."""
        place = self._place(card)
        if place is None:
            self.foundations[suit_of(card)] -= 1
            group = [card]
        else:
            source, index = place
            group = self.columns[source][index:]
            del self.columns[source][index:]
            left = len(self.columns[source])
            if left > 0 and self.face_down[source] == left:
                self.face_down[source] = left - 1
                if self.rules.scoring == "app":
                    self.score += 5
        if destination == FOUNDATION:
            self.foundations[suit_of(card)] += 1
            self.score += 10
        else:
            self.columns[destination].extend(group)

    def _finish(self) -> None:
        """Send cards up until none can go."""
        again = True
        while again:
            again = False
            for column in self.columns:
                if column and rank_of(column[-1]) == self.foundations[suit_of(column[-1])] + 1:
                    self._move(column[-1], FOUNDATION)
                    again = True

    def undo(self) -> Refusal:
        """Take the last move back, with the cards that went up by themselves after it."""
        if self.won:
            return Refusal.GAME_OVER
        if not self.can_undo:
            return Refusal.NOTHING_TO_UNDO
        self.tick(self._milliseconds_per_move())
        columns, face_down, foundations, score_before, points = self.kept.pop()
        self.columns = [list(column) for column in columns]
        self.face_down = list(face_down)
        self.foundations = list(foundations)
        if self.rules.scoring == "app":
            self.score = score_before
        else:
            self.score = max(0, self.score - points)
            self.moves += 1
        return Refusal.NONE

    def tick(self, milliseconds: int) -> None:
        """Let the clock run; it stands still after a win."""
        if milliseconds < 0:
            raise ValueError("a clock never goes back")
        if self.won:
            return
        for _ in range(self.milliseconds // 30_000, (self.milliseconds + milliseconds) // 30_000):
            if self.rules.scoring == "skill":
                self.score = max(0, self.score - 30)
        self.milliseconds += milliseconds

    # Taps: they say where the card would go, and move nothing

    def tap(self, card: int) -> int | Refusal:
        """Where a tap sends a card: a destination, or a :class:`Refusal` (check the type)."""
        untouchable = self._untouchable(card)
        if untouchable != Refusal.NONE:
            return untouchable
        up = self.refusal(card, FOUNDATION)
        if self.rules.scoring == "app":
            return FOUNDATION if up == Refusal.NONE else up
        if up == Refusal.NONE and self.is_safe(card):
            return FOUNDATION
        best = self._best_column(card)
        if isinstance(best, Refusal) and self.is_safe(card):
            return max(best, up)
        return best

    def double_tap(self, card: int) -> int | Refusal:
        """Where a double tap sends a card: a destination, or a :class:`Refusal`."""
        untouchable = self._untouchable(card)
        if untouchable != Refusal.NONE:
            return untouchable
        up = self.refusal(card, FOUNDATION)
        if up == Refusal.NONE:
            return FOUNDATION
        if self.rules.scoring == "skill":
            return up
        return self._best_column(card)

    def _untouchable(self, card: int) -> Refusal:
        if self.won:
            return Refusal.GAME_OVER
        place = self._place(card)
        if place is None:
            return Refusal.NO_SUCH_CARD
        column, index = place
        if index < self.face_down[column]:
            return Refusal.FACE_DOWN
        return Refusal.NONE

    def is_safe(self, card: int) -> bool:
        """Whether a card is safe to send up: no card that could need it is left below."""
        rank = rank_of(card)
        if self.rules.variant == "russian" or rank <= 2:
            return True
        for suit in range(4):
            lower = suit * 13 + rank - 2
            if self.rules.variant == "classic":
                matters = is_red(lower) != is_red(card)
            else:
                matters = suit != suit_of(card)
            if matters and self.foundations[suit] < rank - 1:
                return False
        return True

    def _best_column(self, card: int) -> int | Refusal:
        """The longest column that takes a card, then the first empty one."""
        refusals = [self.refusal(card, column) for column in range(7)]
        best = None
        for column in range(7):
            length = len(self.columns[column])
            if refusals[column] != Refusal.NONE or length == 0:
                continue
            if best is None or length > len(self.columns[best]):
                best = column
        if best is not None:
            return best
        place = self._place(card)
        is_base = place is not None and place[1] == 0
        if not (self.rules.scoring == "skill" and is_base):
            for column in range(7):
                if refusals[column] == Refusal.NONE:
                    return column
        return max(refusals)

    def text(self) -> str:
        """The position for reading, one column a line, face-down cards in brackets."""
        tops = []
        for suit in range(4):
            count = self.foundations[suit]
            tops.append(card_text(suit * 13 + count - 1) if count > 0 else "-")
        lines = ["up: " + " ".join(tops)]
        for column, hidden in zip(self.columns, self.face_down, strict=True):
            names = [card_text(card) for card in column]
            if hidden > 0:
                names = ["[" + " ".join(names[:hidden]) + "]", *names[hidden:]]
            lines.append(" ".join(names) if names else "-")
        seconds = f"{self.milliseconds // 1000}.{self.milliseconds % 1000:03d}"
        lines.append(f"# {self.score} points, {self.moves} moves, {seconds} s")
        return "\n".join(lines)
