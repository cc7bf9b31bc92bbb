"""What an agent is."""

from collections.abc import Mapping
from typing import Any, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from yukon_env import Thoughts


class Agent(Protocol):
    """Plays one game at a time, on what the environment shows it alone.

    Attributes:
        name: what tables call it. An agent that sees hidden cards says so in its name.
        settings: keyword arguments that it needs the environment to be made with, such as
            ``{"observation": "moves"}``.
    """

    name: str
    settings: Mapping[str, Any]

    def reset(self, variant: str, seed: int) -> None:
        """A new game of a variant begins; all randomness comes from the seed."""

    def act(self, observation: Any, action_mask: npt.NDArray[np.int8]) -> int:
        """Choose a legal action; if there is none, any will do."""


@runtime_checkable
class Thinker(Protocol):
    """An agent that can say what it thought; this part is optional."""

    def thoughts(self) -> Thoughts | None:
        """What it thought of the position that it last acted on; ``None`` if nothing."""
