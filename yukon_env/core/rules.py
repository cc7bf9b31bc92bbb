"""The rules as plain data: variants, the two systems, and why a move is refused."""

import math
from dataclasses import dataclass
from enum import IntEnum

VARIANTS = ("classic", "relaxed", "russian")
SCORINGS = ("app", "skill")
VARIANT_LETTERS = {"classic": "C", "relaxed": "R", "russian": "S"}

NUM_COLUMNS = 7
FOUNDATION = 7
"""The destination that means a card's own foundation; 0..6 are the columns."""
NUM_ACTIONS = 32
UNDO = 32
"""The action that takes a move back, where ``undo`` is allowed."""
APP_MAX_GROUP = 20
APP_UNDO = 100
DEFAULT_SECONDS_PER_MOVE = 2.0
MAX_SECONDS_PER_MOVE = 3600.0


class Outcome(IntEnum):
    """How a game stands. STUCK: no legal move is left, and none can be taken back."""

    PLAYING = 0
    WON = 1
    STUCK = 2


class Refusal(IntEnum):
    """The rule that refuses a move; ``sentence`` says it to a person."""

    NONE = 0
    GAME_OVER = 1
    NOTHING_TO_UNDO = 2
    NO_SUCH_CARD = 3
    FACE_DOWN = 4
    SAME_COLUMN = 5
    ONLY_LAST_CARD = 6
    NOT_NEXT_ON_FOUNDATION = 7
    ONLY_KING_ON_EMPTY = 8
    WRONG_RANK = 9
    WRONG_COLOUR = 10
    WRONG_SUIT = 11
    GROUP_TOO_LARGE = 12

    @property
    def sentence(self) -> str:
        """The rule in one plain sentence."""
        return _SENTENCES[self]


_SENTENCES = {
    Refusal.NONE: "The move is legal.",
    Refusal.GAME_OVER: "The game is over.",
    Refusal.NOTHING_TO_UNDO: "There is no move to take back.",
    Refusal.NO_SUCH_CARD: "That card is not in play: only cards in the columns and the top card "
    "of each foundation can move.",
    Refusal.FACE_DOWN: "A face-down card cannot move.",
    Refusal.SAME_COLUMN: "The card already lies in that column.",
    Refusal.ONLY_LAST_CARD: "Only the last card of a column can go up to a foundation.",
    Refusal.NOT_NEXT_ON_FOUNDATION: "A foundation takes its own suit from the ace to the king, "
    "and this is not its next card.",
    Refusal.ONLY_KING_ON_EMPTY: "Only a king, alone or with the cards on it, can go to an empty "
    "column.",
    Refusal.WRONG_RANK: "A card goes only onto a card exactly one rank higher.",
    Refusal.WRONG_COLOUR: "A card goes only onto a card of the opposite colour.",
    Refusal.WRONG_SUIT: "A card goes only onto a card of the same suit.",
    Refusal.GROUP_TOO_LARGE: "The group has more cards than can be moved at once.",
}


class Refused(ValueError):
    """A move that the rules refuse. Nothing has changed; ``code`` is the :class:`Refusal`."""

    def __init__(self, code: Refusal) -> None:
        super().__init__(code.sentence)
        self.code = code

    def __reduce__(self) -> tuple[type["Refused"], tuple[Refusal]]:
        return Refused, (self.code,)


@dataclass(frozen=True, slots=True)
class Rules:
    """One way to play. The defaults are those of ``Yukon-v0``.

    Attributes:
        variant: what a column builds on: ``classic`` the opposite colour, ``relaxed`` any
            colour, ``russian`` the same suit.
        scoring: the system that counts the points and gives taps their meaning: ``app`` (the
            Yukon Solitaire app) or ``skill`` (skill.games).
        max_group: the largest group that moves at once, 1..52, or ``None`` for no limit.
        autofinish: once no card is hidden, the rest goes up by itself as far as it can.
        undo: how many moves can be taken back; -1: all of them.
        seconds_per_move: seconds 0..3600 that the clock advances with each move (to the
            millisecond). A person's game sets 0 and calls ``Game.tick``.

    Raises:
        ValueError: an attribute is not one of those allowed.
    """

    variant: str = "classic"
    scoring: str = "app"
    max_group: int | None = APP_MAX_GROUP
    autofinish: bool = False
    undo: int = 0
    seconds_per_move: float = DEFAULT_SECONDS_PER_MOVE

    def __post_init__(self) -> None:
        check_choice("variant", self.variant, VARIANTS)
        check_choice("scoring", self.scoring, SCORINGS)
        check_flag("autofinish", self.autofinish)
        if self.max_group is not None:
            check_integer("max_group", self.max_group, 1, 52, "or None for no limit")
        check_integer("undo", self.undo, -1, None, "(-1: no limit)")
        seconds = self.seconds_per_move
        if (
            isinstance(seconds, bool)
            or not isinstance(seconds, int | float)
            or not math.isfinite(seconds)
            or not 0 <= seconds <= MAX_SECONDS_PER_MOVE
        ):
            raise ValueError(
                f"seconds_per_move must be a number 0..{MAX_SECONDS_PER_MOVE:g}, got {seconds!r}"
            )


def app_rules(variant: str = "classic") -> Rules:
    """The Yukon Solitaire app as a person plays it: groups of 20, 100 moves of undo."""
    return Rules(variant=variant, undo=APP_UNDO, seconds_per_move=0.0)


def skill_rules(variant: str = "classic") -> Rules:
    """skill.games as a person plays it: any group, undo to the deal, the rest goes up by itself."""
    return Rules(
        variant=variant,
        scoring="skill",
        max_group=None,
        autofinish=True,
        undo=-1,
        seconds_per_move=0.0,
    )


def check_choice(name: str, value: object, allowed: tuple[str, ...]) -> None:
    """Raise ``ValueError`` unless ``value`` is one of ``allowed``."""
    if not isinstance(value, str) or value not in allowed:
        raise ValueError(f"{name} must be one of {', '.join(allowed)}; got {value!r}")


def check_flag(name: str, value: object) -> None:
    """Raise ``ValueError`` unless ``value`` is a bool."""
    if not isinstance(value, bool):
        raise ValueError(f"{name} must be True or False, got {value!r}")


def check_integer(
    name: str, value: object, lowest: int, highest: int | None, otherwise: str = ""
) -> None:
    """Raise ``ValueError`` unless ``value`` is an int in ``lowest..highest`` (None: no bound)."""
    good = isinstance(value, int) and not isinstance(value, bool)
    if not good or value < lowest or (highest is not None and value > highest):  # type: ignore[operator]
        bound = f"{lowest}..{highest}" if highest is not None else f"at least {lowest}"
        raise ValueError(
            f"{name} must be an integer {bound} {otherwise}".rstrip() + f", got {value!r}"
        )
