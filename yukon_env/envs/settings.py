"""What both environments are made with and reset with, checked in one place."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from yukon_env.core.deals import check_deck, parse_deal
from yukon_env.core.rules import (
    APP_MAX_GROUP,
    DEFAULT_SECONDS_PER_MOVE,
    NUM_ACTIONS,
    Rules,
    check_choice,
    check_flag,
)
from yukon_env.core.state import Bytes
from yukon_env.envs.observations import OBSERVATIONS

DEALS = ("random", "winnable")
ILLEGAL = ("ignore", "raise")
RENDER_MODES = ("human", "rgb_array", "ansi")


@dataclass(frozen=True)
class Settings:
    """The keyword arguments of both environments; :class:`~yukon_env.YukonEnv` documents them.

    Raises:
        ValueError: an argument is not one of those allowed; the message lists them.
    """

    variant: str = "classic"
    scoring: str = "app"
    deals: str = "random"
    max_group: int | None = APP_MAX_GROUP
    autofinish: bool = False
    undo: int = 0
    seconds_per_move: float = DEFAULT_SECONDS_PER_MOVE
    observation: str = "board"
    thoughtful: bool = False
    illegal: str = "ignore"
    render_mode: str | None = None

    def __post_init__(self) -> None:
        _ = self.rules
        check_choice("deals", self.deals, DEALS)
        check_choice("observation", self.observation, OBSERVATIONS)
        check_flag("thoughtful", self.thoughtful)
        check_choice("illegal", self.illegal, ILLEGAL)
        if self.render_mode is not None:
            check_choice("render_mode", self.render_mode, RENDER_MODES)
        if self.thoughtful and self.observation == "moves":
            raise ValueError('thoughtful needs observation="board": "moves" shows no hidden card')

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return Rules(
            variant=self.variant,
            scoring=self.scoring,
            max_group=self.max_group,
            autofinish=self.autofinish,
            undo=self.undo,
            seconds_per_move=self.seconds_per_move,
        )

    @property
    def num_actions(self) -> int:
        """32, or 33 with undo."""
        return NUM_ACTIONS + (self.undo != 0)


def parse_options(options: Mapping[str, Any] | None, variant: str) -> int | Bytes | None:
    """What ``reset(options=)`` asks for: a deal number, a deck uint8 (52,), or ``None``.

    Raises:
        ValueError: an unknown key, both keys, no such deal, another variant's code, or no deck.
    """
    if options is None:
        return None
    if not isinstance(options, Mapping):
        raise ValueError(f'options must be a dict with "deal" or "deck", got {options!r}')
    if unknown := [key for key in options if key not in ("deal", "deck")]:
        raise ValueError(f'unknown option {unknown[0]!r}: options are "deal" and "deck"')
    if "deal" in options and "deck" in options:
        raise ValueError('options may name a "deal" or a "deck", not both')
    if "deal" in options:
        return parse_deal(options["deal"], variant)
    return check_deck(options["deck"]) if "deck" in options else None
