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
        "rank": -1.3,
        "before_it": 0.3,
        "group": 0.1,
        "goes_up": 2.1,
        "returns": -45.6,
        "turns": 36.5,
        "empties": 7.2,
        "fills": 0.4,
        "source_hidden": 0.4,
        "source_open": 0.3,
        "destination_hidden": -1.3,
        "breaks": 1.0,
        "disorder": -0.2,
        "uncovers": 0.4,
        "uncovers_next": 8.3,
        "uncovered_takes": 4.1,
        "rivals": -0.7,
        "homes": -1.0,
        "after_legal_moves": 0.3,
        "after_turning_moves": 9.3,
        "after_rising_cards": 2.3,
        "after_rising_chain": -0.4,
        "after_over_needed": -0.5,
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
        "rank": -5.9,
        "before_it": 2.8,
        "group": 0.6,
        "goes_up": -0.1,
        "returns": -180.5,
        "turns": 143.5,
        "empties": 0.7,
        "fills": 5.9,
        "source_hidden": -5.0,
        "source_open": 0.7,
        "destination_hidden": 0.4,
        "destination_length": -2.1,
        "breaks": 11.5,
        "joins_suit": -2.7,
        "disorder": 1.6,
        "uncovers": 0.1,
        "uncovers_next": 0.8,
        "uncovered_takes": 19.1,
        "rivals": -4.7,
        "homes": 1.2,
        "after_legal_moves": 2.2,
        "after_turning_moves": 21.7,
        "after_rising_cards": 33.3,
        "after_rising_chain": 9.4,
        "after_in_sequence": -7.0,
        "after_suit_blocks": -4.5,
        "after_over_needed": -2.1,
        "after_empty_columns": 0.5,
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
