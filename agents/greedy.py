"""Priorities a good player would state, as one score for each legal move."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from yukon_env.envs.features import MOVE_FEATURES

# Turn hidden cards; look beneath the stacks for what a move opens; do not tear sequences apart;
# take nothing back; never go round in circles (skill.games' advice). The numbers were found by
# hill-climbing from round figures, on deals from 1,000,000 on.
PRIORITIES: Mapping[str, Mapping[str, float]] = {}

_NAMES = [name for name, _ in MOVE_FEATURES]
_LEGAL = _NAMES.index("legal")
_SEEN = _NAMES.index("seen_before")
_LAST_RESORT = 1e6


class GreedyAgent:
    """Plays the legal move of the highest score, seeing one move ahead and no hidden card."""

    name = "greedy"
    settings: Mapping[str, Any] = {"observation": "moves"}

    def reset(self, variant: str, seed: int) -> None:
        """Start a game. Nothing is random."""
        weights = np.array([PRIORITIES[variant].get(name, 0.0) for name in _NAMES])
        weights[_LEGAL] = 2 * _LAST_RESORT
        weights[_SEEN] = -_LAST_RESORT
        self._weights = weights

    def act(self, observation: Any, action_mask: npt.NDArray[np.int8]) -> int:
        """The best move that leads to a position not seen before, if there is one."""
        return int(np.argmax(observation["moves"][: len(action_mask)] @ self._weights))
