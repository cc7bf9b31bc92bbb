"""Yukon solitaire for reinforcement learning.

``import yukon_env`` registers ``Yukon-v0``, ``YukonRelaxed-v0``, ``YukonRussian-v0`` and
``YukonEasy-v0`` with Gymnasium.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from gymnasium.envs.registration import register

if TYPE_CHECKING:
    from yukon_env.core.cards import card_label as card_label
    from yukon_env.core.cards import card_text as card_text
    from yukon_env.core.cards import parse_card as parse_card
    from yukon_env.core.deals import deal_code as deal_code
    from yukon_env.core.deals import parse_code as parse_code
    from yukon_env.core.game import Game as Game
    from yukon_env.core.record import Record as Record
    from yukon_env.core.record import RecordError as RecordError
    from yukon_env.core.record import load_records as load_records
    from yukon_env.core.record import save_records as save_records
    from yukon_env.core.rules import Outcome as Outcome
    from yukon_env.core.rules import Refusal as Refusal
    from yukon_env.core.rules import Refused as Refused
    from yukon_env.core.rules import Rules as Rules
    from yukon_env.core.rules import app_rules as app_rules
    from yukon_env.core.rules import skill_rules as skill_rules
    from yukon_env.core.thoughts import Thoughts as Thoughts
    from yukon_env.envs.observations import Board as Board
    from yukon_env.envs.observations import decode as decode
    from yukon_env.envs.rewards import NetProgress as NetProgress
    from yukon_env.envs.rewards import VectorNetProgress as VectorNetProgress
    from yukon_env.envs.rewards import VectorWinOnly as VectorWinOnly
    from yukon_env.envs.rewards import WinOnly as WinOnly
    from yukon_env.envs.sampling import LegalSampler as LegalSampler
    from yukon_env.envs.vector import YukonVectorEnv as YukonVectorEnv
    from yukon_env.envs.wrappers import CardMoves as CardMoves
    from yukon_env.envs.wrappers import MaskInObservation as MaskInObservation
    from yukon_env.envs.yukon import YukonEnv as YukonEnv
    from yukon_env.solver import Hint as Hint
    from yukon_env.solver import Solution as Solution
    from yukon_env.solver import solve as solve

MAX_EPISODE_STEPS = 500

_VARIATIONS: dict[str, dict[str, Any]] = {
    "Yukon-v0": {},
    "YukonRelaxed-v0": {"variant": "relaxed"},
    "YukonRussian-v0": {"variant": "russian"},
    "YukonEasy-v0": {
        "scoring": "skill",
        "deals": "winnable",
        "max_group": None,
        "autofinish": True,
    },
}

for _id, _kwargs in _VARIATIONS.items():
    register(
        _id,
        entry_point="yukon_env.envs.yukon:YukonEnv",
        vector_entry_point="yukon_env.envs.vector:YukonVectorEnv",
        max_episode_steps=MAX_EPISODE_STEPS,
        kwargs=_kwargs,
    )

_HOMES = {
    "core.cards": ("card_label", "card_text", "parse_card"),
    "core.deals": ("deal_code", "parse_code"),
    "core.game": ("Game",),
    "core.record": ("Record", "RecordError", "load_records", "save_records"),
    "core.rules": ("Outcome", "Refusal", "Refused", "Rules", "app_rules", "skill_rules"),
    "core.thoughts": ("Thoughts",),
    "envs.observations": ("Board", "decode"),
    "envs.rewards": ("NetProgress", "VectorNetProgress", "VectorWinOnly", "WinOnly"),
    "envs.sampling": ("LegalSampler",),
    "envs.vector": ("YukonVectorEnv",),
    "envs.wrappers": ("CardMoves", "MaskInObservation"),
    "envs.yukon": ("YukonEnv",),
    "solver": ("Hint", "Solution", "solve"),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}
__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    # Names load at their first use: registering alone must not wait for the compiler.
    if name not in _HOME_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOME_OF[name]}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
