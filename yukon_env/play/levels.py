"""The two systems, and the levels or variants that each lets a person choose."""

import secrets
from dataclasses import dataclass

import numpy as np

from yukon_env.core.deals import draw_deal, parse_code
from yukon_env.core.game import Game
from yukon_env.core.rules import Rules, app_rules, skill_rules

APP, SKILL = "app", "skill"
SYSTEMS = (APP, SKILL)
SYSTEM_NAMES = {APP: "Yukon Solitaire", SKILL: "skill.games"}


@dataclass(frozen=True)
class Level:
    """One choice in a system.

    Attributes:
        system: ``app`` or ``skill``.
        name: the word on the command line and in files.
        label: the word on a button.
        about: what it is, in a sentence.
        rules: how it is played.
        winnable: whether only deals that the solver has won are dealt.
    """

    system: str
    name: str
    label: str
    about: str
    rules: Rules
    winnable: bool = False


LEVELS = {
    APP: (
        Level(APP, "classic", "Classic", "Red on black, black on red.", app_rules("classic")),
        Level(APP, "relaxed", "Relaxed", "Colours do not matter.", app_rules("relaxed")),
    ),
    SKILL: (
        Level(
            SKILL,
            "easy",
            "Easy",
            "Red on black, black on red. Every deal can be won.",
            skill_rules("classic"),
            winnable=True,
        ),
        Level(
            SKILL,
            "medium",
            "Medium",
            "Red on black, black on red. Most deals can be won.",
            skill_rules("classic"),
        ),
        Level(
            SKILL,
            "hard",
            "Hard (Russian)",
            "Each card on its own suit. Few deals can be won.",
            skill_rules("russian"),
        ),
    ),
}
"""The choices of each system, the usual one first."""


def find_level(system: str, name: str) -> Level:
    """The level of a name.

    Raises:
        ValueError: the system has none of that name.
    """
    for level in LEVELS[system]:
        if level.name == name:
            return level
    names = ", ".join(level.name for level in LEVELS[system])
    raise ValueError(f"{SYSTEM_NAMES[system]} has {names}; got {name!r}")


def level_of_code(code: str) -> Level:
    """The app's variant that a deal code is of.

    Raises:
        ValueError: the text is no deal code, or one of a variant that the app does not have.
    """
    variant = parse_code(code)[0]
    if variant not in {level.name for level in LEVELS[APP]}:
        raise ValueError(
            f"{code.strip()} is a {variant} deal: the app plays classic (C) and relaxed (R)"
        )
    return find_level(APP, variant)


def new_stream() -> np.ndarray[tuple[int], np.dtype[np.uint64]]:
    """A stream of deals that nobody can foretell."""
    return np.array([secrets.randbits(64)], np.uint64)


def deal_game(
    level: Level, code: str | None, stream: np.ndarray[tuple[int], np.dtype[np.uint64]]
) -> Game:
    """A new game: the deal of a code, or else the next of a stream.

    Raises:
        ValueError: the text is no deal code, or one of another variant.
    """
    if code is not None:
        return Game(code, level.rules)
    if level.winnable:
        from yukon_env.solver import draw_winnable

        return Game(draw_winnable(stream, level.rules), level.rules)
    return Game(int(draw_deal(stream)), level.rules)
