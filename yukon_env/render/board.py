"""What a person may see of a game. All drawing starts here, so it cannot leak a hidden card."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from yukon_env.core.cards import NUM_RANKS
from yukon_env.core.rules import Outcome

if TYPE_CHECKING:
    from yukon_env.core.game import Game

_RESULTS = {Outcome.PLAYING: "", Outcome.WON: "Won", Outcome.STUCK: "No moves left"}


@dataclass(frozen=True, slots=True)
class Board:
    """The visible side of a game, a snapshot.

    Attributes:
        columns: seven columns of cards 0..51, lowest first; ``None`` is a face-down card.
        foundations: how many cards 0..13 lie on each foundation (spades, hearts, diamonds, clubs).
        score: the points.
        moves: the move counter.
        seconds: the clock.
        deal: the deal code, or ``None``.
        variant: ``classic``, ``relaxed`` or ``russian``.
        outcome: how the game stands.
    """

    columns: tuple[tuple[int | None, ...], ...]
    foundations: tuple[int, ...]
    score: int
    moves: int
    seconds: float
    deal: str | None
    variant: str
    outcome: Outcome

    @classmethod
    def of(cls, game: "Game") -> "Board":
        """The board that a game shows."""
        return cls(
            columns=tuple(
                (None,) * hidden + tuple(cards[hidden:])
                for cards, hidden in zip(game.columns, game.face_down, strict=True)
            ),
            foundations=tuple(game.foundations),
            score=game.score,
            moves=game.moves,
            seconds=game.seconds,
            deal=game.deal,
            variant=game.rules.variant,
            outcome=game.outcome,
        )

    @property
    def result(self) -> str:
        """``Won``, ``No moves left``, or nothing while the game goes on."""
        return _RESULTS[self.outcome]

    @property
    def clock(self) -> str:
        """The time as ``m:ss``."""
        minutes, seconds = divmod(int(self.seconds), 60)
        return f"{minutes}:{seconds:02d}"


def top_card(suit: int, count: int) -> int | None:
    """The card that shows on a foundation of ``count`` cards, ``None`` where it is empty."""
    return suit * NUM_RANKS + count - 1 if count else None
