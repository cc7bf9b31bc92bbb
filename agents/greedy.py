"""Priorities a good player would state, as one score for each legal move."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from yukon_env.envs.features import MOVE_FEATURES

# Turn hidden cards; look beneath the stacks for what a move opens; do not tear sequences apart;
# take nothing back; never go round in circles (skill.games' advice). The numbers were found by
# hill-climbing from round figures, on deals from 1,000,000 on.
PRIORITIES: Mapping[str, Mapping[str, float]] = {
    "classic": {
        "rank": -0.3,
        "before_it": -0.6,
        "group": -0.4,
        "goes_up": 5.8,
        "returns": -15.0,
        "turns": 20.0,
        "empties": 8.0,
        "fills": -0.5,
        "source_hidden": -0.5,
        "source_open": -0.9,
        "breaks": -6.9,
        "disorder": 0.7,
        "uncovers": 0.2,
        "uncovers_next": 2.6,
        "uncovered_takes": 4.6,
        "rivals": 0.7,
        "homes": 0.6,
        "after_legal_moves": -0.8,
        "after_turning_moves": 3.6,
        "after_rising_cards": 1.6,
        "after_rising_chain": 1.8,
        "after_in_sequence": 0.2,
        "after_suit_blocks": -1.0,
        "after_over_needed": -0.7,
        "after_empty_columns": -1.6,
    },
    "relaxed": {
        "group": -0.2,
        "goes_up": 6.0,
        "returns": -14.9,
        "turns": 20.0,
        "empties": 8.0,
        "source_hidden": -0.5,
        "breaks": -4.0,
        "disorder": 0.4,
        "homes": 0.4,
        "after_legal_moves": 0.5,
        "after_turning_moves": 3.0,
        "after_rising_cards": 0.2,
        "after_rising_chain": 1.8,
        "after_in_sequence": 1.5,
        "after_suit_blocks": -1.0,
        "after_over_needed": -0.7,
    },
    "russian": {
        "rank": -2.4,
        "before_it": -0.3,
        "group": -1.3,
        "goes_up": -2.6,
        "returns": -325.8,
        "turns": 17.0,
        "empties": 2.1,
        "fills": -0.3,
        "source_hidden": 2.4,
        "source_open": -3.9,
        "destination_hidden": 0.4,
        "breaks": -0.8,
        "joins_suit": 1.7,
        "disorder": 3.0,
        "uncovers": -1.6,
        "uncovers_next": -7.8,
        "uncovered_takes": 3.2,
        "rivals": -0.3,
        "homes": 3.1,
        "after_legal_moves": 2.4,
        "after_turning_moves": 15.6,
        "after_rising_cards": 4.6,
        "after_rising_chain": -6.5,
        "after_in_sequence": 1.9,
        "after_suit_blocks": 0.7,
        "after_empty_columns": 0.7,
    },
}

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
