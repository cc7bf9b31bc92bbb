"""What moves on its own for a moment: flights of cards, and cards that go back where they were."""

from dataclasses import dataclass
from math import pi, sin

from yukon_env.render.board import Board
from yukon_env.render.motion import motion

FLIGHT = 0.2
"""Seconds that one card or group flies."""
RETURN = 0.18
SHAKE = 0.35
_SHAKES = 3

Offset = tuple[float, float]


@dataclass(frozen=True)
class Flight:
    """The way from one board to another, begun at a time in seconds."""

    before: Board
    after: Board
    begin: float
    length: float

    @classmethod
    def of(cls, before: Board, after: Board, now: float) -> "Flight | None":
        """The flight between two boards; ``None`` where no card changes its place."""
        moves = motion(before, after)
        turns = any(track.before != track.after for track in moves.resting)
        if not moves.moving and not turns:
            return None
        return cls(before, after, now, FLIGHT * moves.span)

    def fraction(self, now: float) -> float:
        """How much of it has passed, 0..1."""
        return min(1.0, (now - self.begin) / self.length)


@dataclass(frozen=True)
class Return:
    """Cards that were refused: they shake, where the system says so, and go back.

    Attributes:
        cards: lowest first.
        start: how far from their place they are, in pixels.
        begin: when, in seconds.
        shakes: whether they shake first.
        reach: of a shake, in pixels.
    """

    cards: tuple[int, ...]
    start: Offset
    begin: float
    shakes: bool
    reach: float

    @property
    def length(self) -> float:
        """Seconds that it takes."""
        return (SHAKE if self.shakes else 0.0) + (RETURN if self.start != (0, 0) else 0.0)

    def is_over(self, now: float) -> bool:
        """Whether they lie again."""
        return now - self.begin >= self.length

    def offset(self, now: float) -> Offset:
        """How far from their place the cards are drawn."""
        passed = now - self.begin
        x, y = self.start
        if self.shakes and passed < SHAKE:
            share = passed / SHAKE
            return x + self.reach * (1 - share) * sin(2 * pi * _SHAKES * share), y
        share = min(1.0, (passed - (SHAKE if self.shakes else 0.0)) / RETURN)
        left = (1 - share) ** 2
        return x * left, y * left
