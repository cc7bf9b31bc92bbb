"""Other rewards, as wrappers of the single and of the vector environment."""

from typing import Any, SupportsFloat

import gymnasium as gym
import numpy as np
from gymnasium.vector import VectorWrapper

from yukon_env.core.kernels import progress
from yukon_env.core.rules import Outcome


class NetProgress(gym.Wrapper[Any, Any, Any, Any]):
    """Pay the change of the net score: +10 a card up, -10 a card back, +5 a card turned.

    The score itself pays a card again each time it goes up. This reward is the difference of a
    potential (10 for each card on the foundations, 5 for each card turned), so nothing can be
    farmed, undo takes back what it paid, and any win sums to 625.
    """

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset the environment."""
        result = self.env.reset(seed=seed, options=options)
        self._potential = int(progress(self.unwrapped.game.row))  # type: ignore[attr-defined]
        return result

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Step the environment."""
        observation, _, terminated, truncated, info = self.env.step(action)
        before = self._potential
        self._potential = int(progress(self.unwrapped.game.row))  # type: ignore[attr-defined]
        return observation, float(self._potential - before), terminated, truncated, info


class WinOnly(gym.Wrapper[Any, Any, Any, Any]):
    """Pay 1 for a win and 0 for all else."""

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Step the environment."""
        observation, _, terminated, truncated, info = self.env.step(action)
        return observation, float(info["outcome"] == Outcome.WON), terminated, truncated, info


class VectorNetProgress(VectorWrapper[Any, Any, Any, Any, Any]):
    """:class:`NetProgress` for the native vector environment."""

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Step the environments."""
        observations, _, terminated, truncated, infos = self.env.step(actions)
        rewards = self.unwrapped.net_changes.astype(np.float64)  # type: ignore[attr-defined]
        return observations, rewards, terminated, truncated, infos


class VectorWinOnly(VectorWrapper[Any, Any, Any, Any, Any]):
    """:class:`WinOnly` for the native vector environment."""

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Step the environments."""
        observations, _, terminated, truncated, infos = self.env.step(actions)
        # A game that was dealt anew in this same step has its outcome in final_info.
        outcomes = infos["outcome"]
        if "final_info" in infos:
            outcomes = np.where(infos["_final_info"], infos["final_info"]["outcome"], outcomes)
        return observations, (outcomes == Outcome.WON).astype(float), terminated, truncated, infos
