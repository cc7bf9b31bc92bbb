"""What became of deals, and what that says about a level."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Result:
    """A deal that is over.

    Attributes:
        id: names the deal as played; the same deal played again has another.
        level: the name of the level.
        won: ``False``: it was given up.
        score, moves, seconds: where it ended.
    """

    id: str
    level: str
    won: bool
    score: int
    moves: int
    seconds: float

    @classmethod
    def from_data(cls, data: Any) -> "Result":
        """Read one back. Raises ``ValueError`` where it is none."""
        kinds = {"id": str, "level": str, "won": bool, "score": int, "moves": int}
        if not isinstance(data, dict) or set(data) != {*kinds, "seconds"}:
            raise ValueError("a result has id, level, won, score, moves and seconds")
        for key, kind in kinds.items():
            if type(data[key]) is not kind:
                raise ValueError(f"a result's {key} must be {kind.__name__}")
        if type(data["seconds"]) not in (int, float):
            raise ValueError("a result's seconds must be a number")
        return cls(**data)


@dataclass(frozen=True)
class Statistics:
    """The results at one level.

    Attributes:
        won, lost: how many deals.
        streak: how many were won since the last loss.
        best_streak: the longest run of wins.
    """

    won: int = 0
    lost: int = 0
    streak: int = 0
    best_streak: int = 0

    @property
    def percent(self) -> int:
        """Wins among 100 deals, rounded; 0 before the first."""
        return round(100 * self.won / (self.won + self.lost)) if self.won + self.lost else 0


def statistics(results: Iterable[Result], level: str) -> Statistics:
    """The statistics of a level, from results in the order in which they came."""
    won = lost = streak = best = 0
    for result in results:
        if result.level == level:
            won, lost = won + result.won, lost + (not result.won)
            streak = streak + 1 if result.won else 0
            best = max(best, streak)
    return Statistics(won, lost, streak, best)
