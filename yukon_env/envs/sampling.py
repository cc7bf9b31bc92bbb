"""A quick choice among legal actions."""

from typing import Any

import numpy as np
import numpy.typing as npt

from yukon_env.core.compiled import compiled
from yukon_env.core.deals import random_below


@compiled
def _choose(stream, mask):
    legal = 0
    for action in range(len(mask)):
        legal += mask[action] != 0
    if legal == 0:
        return 0
    left = random_below(stream, legal)
    for action in range(len(mask)):
        if mask[action]:
            if left == 0:
                return action
            left -= 1
    return 0


@compiled
def _choose_batch(stream, masks, actions):
    for i in range(len(masks)):
        actions[i] = _choose(stream, masks[i])


class LegalSampler:
    """Uniformly random legal actions, many times quicker than ``action_space.sample(mask)``.

    ``LegalSampler(seed)(mask)`` is an int for a mask ``(actions,)`` and int64 ``(N,)`` for the
    masks ``(N, actions)`` of a vector environment; masks are int8 (``info["action_mask"]``) or
    bool. Where nothing is legal it is 0, as ``action_space.sample`` has it. The same seed gives
    the same choices on every platform.
    """

    def __init__(self, seed: int = 0) -> None:
        self._stream = np.array([seed % 2**64], np.uint64)

    def __call__(self, mask: npt.NDArray[Any]) -> Any:
        """Choose; ``ValueError`` for anything but a mask or masks."""
        if mask.ndim == 1:
            return int(_choose(self._stream, mask))
        if mask.ndim != 2:
            raise ValueError(f"masks are (actions,) or (N, actions), got shape {mask.shape}")
        actions = np.empty(len(mask), np.int64)
        _choose_batch(self._stream, mask, actions)
        return actions
