"""What taps, drags and buttons do to a game, by each system's own meaning. Knows no window."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from yukon_env.core import kernels
from yukon_env.core.game import Game
from yukon_env.core.rules import FOUNDATION, Refusal, Refused
from yukon_env.core.scoring import APP
from yukon_env.render.geometry import Hit

DOUBLE_TAP = 0.35
"""Seconds within which a second tap makes a double tap."""


@dataclass(frozen=True, slots=True)
class Moved:
    """The game has changed.

    Attributes:
        before: the state that an animation starts from. After a drop the dropped cards already
            lie where they were dropped.
        after: the state now.
        dropped: the cards that the player has let go of, lowest first.
    """

    before: Game
    after: Game
    dropped: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Turned:
    """A move was refused, and nothing has changed.

    Attributes:
        reason: the rule.
        cards: what was to move, lowest first; none where it was a face-down card or a button.
        dropped: whether they were dragged, and so have a way back.
    """

    reason: Refusal
    cards: tuple[int, ...] = ()
    dropped: bool = False


Report = Callable[[Moved | Turned], None]


@dataclass(slots=True)
class Aids:
    """The app's options that say what taps and drops mean, with its own defaults."""

    double_tap: bool = True
    auto_place: bool = False


@dataclass(frozen=True, slots=True)
class _Tap:
    """A tap that may become a double tap."""

    hit: Hit
    time: float
    done: bool
    reason: Refusal = Refusal.NONE


class Table:
    """A game and the hand over it.

    Args:
        game: is played.
        aids: the app's options.
        report: is told what every action has led to.

    Attributes:
        lifted: the cards in the hand, lowest first.
    """

    def __init__(self, game: Game, aids: Aids, report: Report) -> None:
        self.game, self.aids, self._report = game, aids, report
        self.lifted: tuple[int, ...] = ()
        self._last_tap: _Tap | None = None

    @property
    def is_app(self) -> bool:
        """Whether the taps have the app's meaning."""
        return kernels.scoring_of(self.game.params) == APP

    def group(self, card: int) -> tuple[int, ...]:
        """An open column card with all on it, or a foundation's top card; else nothing."""
        for column, hidden in zip(self.game.columns, self.game.face_down, strict=True):
            if card in column[hidden:]:
                return column[column.index(card) :]
        tops = [suit * 13 + count - 1 for suit, count in enumerate(self.game.foundations) if count]
        return (card,) if card in tops else ()

    @property
    def _has_double_tap(self) -> bool:
        return not self.is_app or self.aids.double_tap

    # Dragging

    def lift(self, hit: Hit) -> bool:
        """Take what lies at a point into the hand; a face-down card is refused."""
        self._settle()
        if hit.card is not None:
            self.lifted = self.group(hit.card)
        elif hit.depth is not None:
            self._refuse(Refusal.FACE_DOWN)
        return bool(self.lifted)

    def places(self) -> list[int]:
        """Where the cards in the hand may go: columns 0..6, 7 for the foundation."""
        return self.game.destinations(self.lifted[0]) if self.lifted else []

    def drop(self, place: int | None) -> None:
        """Let the cards go over a column 0..6, the foundations (7) or nothing (``None``).

        Over the column that they come from they just go back. With the app's auto-place, any
        place will do: they find a column, the longest first.
        """
        cards, self.lifted = self.lifted, ()
        if not cards:
            return
        place = self._found_place(cards[0], place)
        reason = Refusal.SAME_COLUMN if place is None else self.game.refusal(cards[0], place)
        if reason != Refusal.NONE:
            self._refuse(reason, cards, dropped=True)
        elif place is not None:
            before = self.game.copy()
            self.game.play(cards[0], place)
            self._report(Moved(_landed(before, cards[0], place), self.game.copy(), cards))

    def put_back(self) -> None:
        """Return the cards in the hand to where they were."""
        cards, self.lifted = self.lifted, ()
        if cards:
            self._refuse(Refusal.SAME_COLUMN, cards, dropped=True)

    def _found_place(self, card: int, place: int | None) -> int | None:
        if not (self.is_app and self.aids.auto_place):
            return place
        reason = Refusal.NO_SUCH_CARD if place is None else self.game.refusal(card, place)
        if reason in (Refusal.NONE, Refusal.SAME_COLUMN):
            return place
        columns = (column for column in self.game.destinations(card) if column != FOUNDATION)
        return next(columns, place)

    # Tapping

    def tap(self, hit: Hit, now: float) -> None:
        """A tap on a card (a second one soon after makes it a double tap), at a time in seconds."""
        last, self._last_tap = self._last_tap, None
        if last is not None and now - last.time <= DOUBLE_TAP and hit.place == last.hit.place:
            if last.done:
                return  # the second half of a double tap whose first half has done it all
            if hit == last.hit and hit.card is not None and self._has_double_tap:
                self._play(self.game.double_tap, hit.card)
                self._last_tap = _Tap(hit, now, done=True)
                return
        if last is not None:
            self._settle_tap(last)
        self._first_tap(hit, now)

    def pass_time(self, now: float) -> None:
        """Settle a tap that nothing more has followed."""
        if self._last_tap is not None and now - self._last_tap.time > DOUBLE_TAP:
            self._settle()

    def double_tap(self, card: int) -> None:
        """What a double tap does, from the keyboard."""
        self._settle()
        self._play(self.game.double_tap, card)

    def single_tap(self, card: int) -> None:
        """What a tap does, from the keyboard: nothing is waited for."""
        self._settle()
        self._play(self.game.tap, card)

    def _first_tap(self, hit: Hit, now: float) -> None:
        if hit.card is None:
            if hit.depth is not None:
                self._refuse(Refusal.FACE_DOWN)
            return
        done, reason = not self._waits(hit.card), Refusal.NONE
        if done:
            reason = self._try(self.game.tap, hit.card)
            if reason != Refusal.NONE and self.is_app and self.aids.double_tap:
                done = False  # a second tap may find a column: the refusal waits for it
            elif reason != Refusal.NONE:
                self._refuse(reason, self.group(hit.card))
        self._last_tap = _Tap(hit, now, done, reason)

    def _waits(self, card: int) -> bool:
        """Whether a tap must wait: where a double tap would do something else (skill.games)."""
        if self.is_app or self.game.refusal(card, FOUNDATION) != Refusal.NONE:
            return False
        trial = self.game.copy()
        try:
            return trial.tap(card) != FOUNDATION
        except Refused:
            return True

    def _settle(self) -> None:
        last, self._last_tap = self._last_tap, None
        if last is not None:
            self._settle_tap(last)

    def _settle_tap(self, tap: _Tap) -> None:
        card = tap.hit.card
        if tap.done or card is None:
            return
        if tap.reason != Refusal.NONE:
            self._refuse(tap.reason, self.group(card))
        else:
            self._play(self.game.tap, card)

    # Everything else

    def play(self, card: int, destination: int) -> bool:
        """Play a move, such as an agent's; whether it was legal."""
        self._settle()
        return self._try(lambda _: self.game.play(card, destination), card) == Refusal.NONE

    def undo(self) -> None:
        """Take the last move back."""
        self._settle()
        before = self.game.copy()
        try:
            self.game.undo()
        except Refused as refused:
            self._refuse(refused.code)
        else:
            self._report(Moved(before, self.game.copy()))

    def _play(self, action: Callable[[int], object], card: int) -> None:
        reason = self._try(action, card)
        if reason != Refusal.NONE:
            self._refuse(reason, self.group(card))

    def _try(self, action: Callable[[int], object], card: int) -> Refusal:
        before = self.game.copy()
        try:
            action(card)
        except Refused as refused:
            return refused.code
        self._report(Moved(before, self.game.copy()))
        return Refusal.NONE

    def _refuse(self, reason: Refusal, cards: tuple[int, ...] = (), dropped: bool = False) -> None:
        self._report(Turned(reason, cards, dropped))


def _landed(before: Game, card: int, destination: int) -> Game:
    """The state when a dropped card lies, before anything else goes up by itself."""
    before.rules = replace(before.rules, autofinish=False)
    before.params = kernels.parameters(before.rules)
    before.play(card, destination)
    return before
