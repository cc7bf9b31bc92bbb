"""An agent on numbered deals: what it did with each, and what that says about it."""

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium as gym

import yukon_env
from agents import make_agent
from agents.agent import Thinker
from yukon_env import Outcome, Record, Thoughts
from yukon_env.core.kernels import progress
from yukon_env.core.rules import VARIANTS

ENVIRONMENTS = {"classic": "Yukon-v0", "relaxed": "YukonRelaxed-v0", "russian": "YukonRussian-v0"}
"""The environment of each variant; its rules are the defaults, so the score is the app's."""


@dataclass(frozen=True)
class GameResult:
    """What an agent did with one deal.

    Attributes:
        deal: the deal number.
        outcome: ``"won"``, ``"stuck"`` or ``"playing"`` (the step limit came first).
        net_score: 10 for each card up, 5 for each hidden card turned; a win: 625.
        moves: moves played.
        seconds: real time of the whole game.
    """

    deal: int
    outcome: str
    net_score: int
    moves: int
    seconds: float


@dataclass(frozen=True)
class Summary:
    """What the games of an agent say about it.

    Attributes:
        games: how many.
        wins: how many were won.
        low, high: the 95 % Wilson interval of the share of wins.
        net_score, moves, seconds: means of a game.
    """

    games: int
    wins: int
    low: float
    high: float
    net_score: float
    moves: float
    seconds: float


def play_deals(
    agent_name: str, variant: str, deals: Iterable[int], keep_records: bool = False
) -> Iterator[tuple[GameResult, Record | None]]:
    """Play deals one by one; the result of each depends on its number alone.

    Records have the thoughts of an agent that tells them.

    Raises:
        ValueError: no such agent, variant or deal.
    """
    agent = make_agent(agent_name)
    if variant not in VARIANTS:
        raise ValueError(f"variant must be one of {', '.join(VARIANTS)}; got {variant!r}")
    with_settings: dict[str, Any] = dict(agent.settings)
    env = gym.make(ENVIRONMENTS[variant], **with_settings)
    for deal in deals:
        start = time.perf_counter()
        agent.reset(variant, deal)
        observation, info = env.reset(options={"deal": deal})
        thoughts: list[Thoughts | None] = []
        over = False
        while not over:
            action = agent.act(observation, info["action_mask"])
            observation, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated
            if keep_records and not info["refused"]:
                thoughts.append(agent.thoughts() if isinstance(agent, Thinker) else None)
        seconds = time.perf_counter() - start
        game: yukon_env.Game = env.unwrapped.game  # type: ignore[attr-defined]
        result = GameResult(
            deal,
            Outcome(info["outcome"]).name.lower(),
            int(progress(game.row)),
            game.moves,
            seconds,
        )
        yield result, Record.of(game, agent.name, thoughts) if keep_records else None


def summarise(results: Sequence[GameResult]) -> Summary:
    """The summary of at least one game."""
    games = len(results)
    wins = sum(result.outcome == "won" for result in results)
    low, high = wilson_interval(wins, games)
    return Summary(
        games,
        wins,
        low,
        high,
        sum(result.net_score for result in results) / games,
        sum(result.moves for result in results) / games,
        sum(result.seconds for result in results) / games,
    )


def wilson_interval(wins: int, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The Wilson score interval of a share, by default at 95 % (Wilson 1927); games > 0."""
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
