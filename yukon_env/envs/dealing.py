"""Which deals an environment draws: a stream of deal numbers that its seed starts."""

import numpy as np
import numpy.typing as npt
from gymnasium.utils import seeding

from yukon_env.core.deals import draw_deal
from yukon_env.envs.settings import Settings

Stream = npt.NDArray[np.uint64]


def start_stream(stream: Stream, generator: np.random.Generator) -> None:
    """Start a stream, uint64 ``(1,)``, at a state drawn from a generator."""
    stream[0] = generator.integers(2**64, dtype=np.uint64)


def start_streams(streams: npt.NDArray[np.uint64], seeds: list[int | None]) -> None:
    """Start row i of ``streams`` as an environment does that is reset with ``seeds[i]``.

    Raises:
        gymnasium.error.Error: a seed is no integer of at least 0; no stream has been started.
    """
    generators = [None if seed is None else seeding.np_random(seed)[0] for seed in seeds]
    for stream, generator in zip(streams, generators, strict=True):
        if generator is not None:
            start_stream(stream, generator)


def draw(stream: Stream, settings: Settings) -> int:
    """The next deal number of a stream; ``deals="winnable"`` skips those not solved at once."""
    if settings.deals == "winnable":
        from yukon_env.solver import draw_winnable

        return draw_winnable(stream, settings.rules)
    return int(draw_deal(stream))
