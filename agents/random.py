"""A uniformly random legal action."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from yukon_env import LegalSampler


class RandomAgent:
    """Plays any legal action."""

    name = "random"
    settings: Mapping[str, Any] = {}

    def reset(self, variant: str, seed: int) -> None:
        """Start a game; the seed decides every choice."""
        self._choose = LegalSampler(seed)

    def act(self, observation: Any, action_mask: npt.NDArray[np.int8]) -> int:
        """A legal action."""
        return int(self._choose(action_mask))
