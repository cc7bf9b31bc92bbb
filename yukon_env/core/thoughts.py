"""What a player thought of a position before it moved, in memory and in a record."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from yukon_env.core.notation import move_text, parse_move


@dataclass(frozen=True)
class Thoughts:
    """What a player thought of one position.

    Attributes:
        value: its chance 0..1 of winning from there, ``None`` where it has no opinion.
        shares: for each (card 0..51, destination 0..7) that it weighed, a share 0..1: the
            probability of a policy, the visits of a search.
    """

    value: float | None
    shares: Mapping[tuple[int, int], float]

    def to_data(self) -> dict[str, Any]:
        """As it stands in a record: ``{"value": 0.7, "moves": {"TD>3": 0.9}}``."""
        return {
            "value": None if self.value is None else float(self.value),
            "moves": {move_text(*move): float(share) for move, share in self.shares.items()},
        }

    @classmethod
    def from_data(cls, data: object) -> "Thoughts":
        """The way back.

        Raises:
            ValueError: it is none, and what is wrong.
        """
        if not isinstance(data, dict) or set(data) != {"value", "moves"}:
            raise ValueError("thoughts are null or an object with exactly the keys value, moves")
        value, moves = data["value"], data["moves"]
        if value is not None and not _is_share(value):
            raise ValueError(f"value must be null or a number 0..1, got {value!r}")
        if not isinstance(moves, dict):
            raise ValueError(f"moves must be an object of shares, got {moves!r}")
        for text, share in moves.items():
            if not _is_share(share):
                raise ValueError(f"the share of {text!r} must be a number 0..1, got {share!r}")
        return cls(value, {_move(text): share for text, share in moves.items()})


Train = tuple[Thoughts | None, ...]
"""What a player thought before each move of a game."""


def keep(thoughts: Sequence[Thoughts | None] | None, moves: int) -> Train | None:
    """What a record of so many moves keeps of the thoughts: ``None`` if there were none at all.

    Raises:
        ValueError: there is not one entry for each move, or one that could not be read again.
    """
    if thoughts is None:
        return None
    if len(thoughts) != moves:
        raise ValueError(f"{len(thoughts)} thoughts for {moves} moves: give one (or None) for each")
    read(to_data(tuple(thoughts)), moves)
    return tuple(thoughts) if any(each is not None for each in thoughts) else None


def to_data(thoughts: Train) -> list[dict[str, Any] | None]:
    """Thoughts as they stand in a record."""
    return [None if each is None else each.to_data() for each in thoughts]


def read(data: object, moves: int) -> Train:
    """The thoughts in a record of so many moves.

    Raises:
        ValueError: they are corrupt; the message names the move.
    """
    if not isinstance(data, list) or len(data) != moves:
        raise ValueError("thoughts must be a list with one entry, or null, for each move")
    return tuple(_read_one(number, each) for number, each in enumerate(data, 1))


def _read_one(number: int, data: object) -> Thoughts | None:
    try:
        return None if data is None else Thoughts.from_data(data)
    except ValueError as error:
        raise ValueError(f"thoughts at move {number}: {error}") from error


def _move(text: str) -> tuple[int, int]:
    try:
        return parse_move(text)
    except ValueError as error:
        raise ValueError(f"{text!r} is no move such as TD>3 or AS^") from error


def _is_share(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
