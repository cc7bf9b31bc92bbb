"""What changes its place between two boards, and when."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import cos, pi
from typing import NamedTuple

from yukon_env.core.cards import NUM_RANKS, suit_of
from yukon_env.core.rules import FOUNDATION
from yukon_env.render.board import Board

_DELAY = 0.35
"""Cards that go up one after the other start this share of a flight apart."""
_DELAY_BACK = 0.1
"""The same where that is taken back: nobody needs to follow it card by card."""


class Spot(NamedTuple):
    """A place in a pile: column 0..6 or 7 for the foundations, and the depth, 0 the lowest."""

    place: int
    depth: int


@dataclass(frozen=True, slots=True)
class Track:
    """One card from one board to the next.

    Attributes:
        before: its face 0..51 in the first board, ``None`` where it is face down there.
        after: the same in the second board.
        start: where it lies in the first board.
        end: where it lies in the second.
        begin: when it starts, as a share 0..1 of the whole move.
        finish: when it arrives.
    """

    before: int | None
    after: int | None
    start: Spot
    end: Spot
    begin: float = 0.0
    finish: float = 1.0

    @property
    def suit(self) -> int:
        """Its suit; 0 where its face is never seen."""
        card = self.after if self.after is not None else self.before
        return 0 if card is None else suit_of(card)

    def progress(self, fraction: float) -> float:
        """How far it has come 0..1 at a time 0..1 of the whole; it starts and lands gently."""
        share = min(1.0, max(0.0, (fraction - self.begin) / (self.finish - self.begin)))
        return share * share * (3 - 2 * share)

    def turned(self, fraction: float) -> tuple[int | None, float]:
        """The side that shows at a time 0..1, and the share 0..1 of its width that is seen.

        A resting card turns up once it is uncovered, and down before it is covered again.
        """
        if self.before == self.after:
            return self.after, 1.0
        waits = self.start.place == self.end.place and self.before is None
        turn = min(1.0, max(0.0, 2 * self.progress(fraction) - waits))
        return (self.before if turn < 0.5 else self.after), abs(cos(pi * turn))


@dataclass(frozen=True, slots=True)
class Motion:
    """All cards that are drawn while one board becomes the next.

    Attributes:
        resting: cards that stay in their column, lowest first; some turn over, some shift where
            the column is squeezed.
        moving: cards that change their pile, in the order in which they lie on each other.
        span: how long it all takes, in flights of one card: 1.0 for an ordinary move.
    """

    resting: tuple[Track, ...]
    moving: tuple[Track, ...]
    span: float


def motion(before: Board, after: Board) -> Motion:
    """The motion from a board to another: a move, a move taken back, cards going up by themselves.

    Faces are compared, nothing else is known of a card: face-down cards stay strangers. A card
    that leaves a pile face down (or arrives so) starts from (goes to) a face-down place that the
    other board does not have.
    """
    pairs = list(_pairs(before, after))
    resting = [track for track in pairs if track.start.place == track.end.place != FOUNDATION]
    moving = [track for track in pairs if track.start.place != track.end.place]
    resting.sort(key=lambda track: track.end)
    moving.sort(key=lambda track: track.end.depth)
    timed, span = _timed(moving)
    settled = (replace(track, finish=1 / span) for track in resting)
    return Motion(tuple(settled), tuple(timed), span)


def _pairs(before: Board, after: Board) -> Iterator[Track]:
    """Each visible card, and each face-down place, of one board with itself in the other."""
    was, now = _faces(before), _faces(after)
    were_hidden, are_hidden = _backs(before), _backs(after)
    for spot in were_hidden & are_hidden:
        yield Track(None, None, spot, spot)
    for card in was.keys() & now.keys():
        yield Track(card, card, was[card], now[card])
    turned_up = {card: now[card] for card in now.keys() - was.keys()}
    turned_down = {card: was[card] for card in was.keys() - now.keys()}
    for card, spot in _matched(turned_up, were_hidden - are_hidden).items():
        yield Track(None, card, spot, now[card])
    for card, spot in _matched(turned_down, are_hidden - were_hidden).items():
        yield Track(card, None, was[card], spot)


def _matched(cards: dict[int, Spot], places: set[Spot]) -> dict[int, Spot]:
    """A face-down place of the other board for each card: its own if that is one of them."""
    free = sorted(places - set(cards.values()))
    result = {}
    for card, spot in sorted(cards.items()):
        result[card] = spot if spot in places else (free.pop(0) if free else spot)
    return result


def _faces(board: Board) -> dict[int, Spot]:
    faces = {
        card: Spot(place, depth)
        for place, column in enumerate(board.columns)
        for depth, card in enumerate(column)
        if card is not None
    }
    for suit, count in enumerate(board.foundations):
        faces |= {suit * NUM_RANKS + i: Spot(FOUNDATION, i) for i in range(count)}
    return faces


def _backs(board: Board) -> set[Spot]:
    return {
        Spot(place, depth)
        for place, column in enumerate(board.columns)
        for depth in range(column.count(None))
    }


def _timed(moving: list[Track]) -> tuple[list[Track], float]:
    """The same cards with their times: first what goes to a column, then what goes up in turn."""
    rising = _in_turn([track for track in moving if track.end.place == FOUNDATION])
    leaving = [track for track in moving if track.start.place == FOUNDATION]
    leaving = [_back(track) for track in reversed(_in_turn([_back(t) for t in leaving]))]
    others = [track for track in moving if FOUNDATION not in (track.start.place, track.end.place)]
    starts = [0.0] * len(others) + [_DELAY_BACK * i for i in range(len(leaving))]
    first = max(starts) + 1.0 if starts else 0.0
    starts += [first + _DELAY * i for i in range(len(rising))]
    span = max(starts, default=0.0) + 1.0
    timed = [
        replace(track, begin=start / span, finish=(start + 1) / span)
        for track, start in zip(others + leaving + rising, starts, strict=True)
    ]
    return timed, span


def _back(track: Track) -> Track:
    """The way back."""
    return Track(track.after, track.before, track.end, track.start)


def _in_turn(rising: list[Track]) -> list[Track]:
    """Rising cards in an order in which they can go up.

    Each is by then the next of its suit and the last of its column. Where a group moved first,
    the columns that it passed through are not known: then the lowest rank goes.
    """
    waiting = sorted(rising, key=lambda track: (track.end.depth, track.suit))
    turn: list[Track] = []
    while waiting:
        next_up = {track.suit: track for track in reversed(waiting)}
        last = {track.start.place: track for track in sorted(waiting, key=lambda t: t.start)}
        free = (t for t in waiting if next_up[t.suit] is t and last[t.start.place] is t)
        turn.append(next(free, waiting[0]))
        waiting.remove(turn[-1])
    return turn
