"""Measure steps per second beside other environments, all in one run, as medians and ratios.

Every environment replays actions chosen beforehand (uniformly among the legal ones where there
is a mask), so choosing is in no figure; resets at the ends of episodes are. Single environments
are made by gym.make with its default wrappers, and Yukon's step includes the observation and the
mask. Rounds of all environments alternate, so a slower minute slows them all.

example:
  python -m scripts.benchmark
  python -m scripts.benchmark --rounds 9 --json speed.json
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium as gym
import numpy as np
from rich.console import Console
from rich.table import Table

from scripts.common import Parser, check_writable, positive, progress_bar, run, write_text
from yukon_env import LegalSampler

SINGLE_STEPS = 40_000
BATCH_STEPS = 400_000
SYNC_STEPS = 60_000
START = (
    "import gymnasium as gym, yukon_env; env = gym.make('Yukon-v0'); env.reset(seed=0); env.step(0)"
)


def main() -> int:
    """Measure and print."""
    parser = Parser("scripts.benchmark", __doc__)
    parser.add_argument("--rounds", type=positive, default=5, help="of which the median counts (5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    args = parser.parse_args()
    check_writable(args.json)
    rates = _measure(_runs(), args.rounds)
    times = {
        "start, nothing compiled yet, s": _start_time(cold=True),
        "start, compiled before, s": statistics.median(_start_time() for _ in range(3)),
        "an rgb_array frame, ms": _frame_time() * 1000,
    }
    if args.json:
        write_text(args.json, json.dumps({"steps_per_second": rates, **times}, indent=1) + "\n")
    Console().print(_rate_table(rates))
    for name, value in times.items():
        print(f"{name}: {value:.3g}")
    return 0


def _runs() -> dict[str, Callable[[], float]]:
    """What is measured: each call runs once and returns steps per second."""
    taxi = max(name for name in gym.registry if name.startswith("Taxi-v"))
    return {
        "Yukon-v0": _single("Yukon-v0"),
        'Yukon-v0, observation="moves"': _single("Yukon-v0", observation="moves"),
        "CartPole-v1": _single("CartPole-v1"),
        taxi: _single(taxi),
        "SyncVectorEnv of Yukon-v0, 256": _batch(256, "sync", SYNC_STEPS),
        **{
            f"Yukon-v0 batch of {size}": _batch(size, "vector_entry_point", BATCH_STEPS)
            for size in (16, 256, 4096)
        },
        'Yukon-v0 batch of 256, observation="moves"': _batch(
            256, "vector_entry_point", BATCH_STEPS // 4, observation="moves"
        ),
    }


def _single(name: str, **settings: Any) -> Callable[[], float]:
    env = gym.make(name, **settings)
    env.action_space.seed(0)
    choose = LegalSampler(0)
    actions: list[int] = []
    _, info = env.reset(seed=0)
    for _ in range(SINGLE_STEPS):
        has_mask = "action_mask" in info and name.startswith("Yukon")
        action = choose(info["action_mask"]) if has_mask else int(env.action_space.sample())
        actions.append(action)
        _, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            _, info = env.reset()

    def once() -> float:
        env.reset(seed=0)
        start = time.perf_counter()
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return SINGLE_STEPS / (time.perf_counter() - start)

    return once


def _batch(size: int, mode: str, steps: int, **settings: Any) -> Callable[[], float]:
    env = gym.make_vec("Yukon-v0", num_envs=size, vectorization_mode=mode, **settings)
    choose = LegalSampler(0)
    actions = []
    _, infos = env.reset(seed=0)
    for _ in range(max(1, steps // size)):
        actions.append(choose(infos["action_mask"]))
        *_, infos = env.step(actions[-1])

    def once() -> float:
        env.reset(seed=0)
        start = time.perf_counter()
        for action in actions:
            env.step(action)
        return len(actions) * size / (time.perf_counter() - start)

    return once


def _measure(runs: dict[str, Callable[[], float]], rounds: int) -> dict[str, float]:
    seen: dict[str, list[float]] = {name: [] for name in runs}
    with progress_bar() as bar:
        for _ in bar.track(range(rounds), description="rounds"):
            for name, once in runs.items():
                seen[name].append(once())
    return {name: statistics.median(values) for name, values in seen.items()}


def _start_time(cold: bool = False) -> float:
    """Seconds of a new process that imports, makes, resets and steps."""
    with tempfile.TemporaryDirectory() as empty:
        extra = {"NUMBA_CACHE_DIR": empty} if cold else {}
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", START], env=os.environ | extra, check=True)
        return time.perf_counter() - start


def _frame_time() -> float:
    env = gym.make("Yukon-v0", render_mode="rgb_array")
    choose = LegalSampler(0)
    _, info = env.reset(seed=0)
    seconds = []
    for _ in range(60):
        env.step(choose(info["action_mask"]))
        info["action_mask"] = np.asarray(env.get_wrapper_attr("action_masks")(), np.int8)
        start = time.perf_counter()
        env.render()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds)


def _rate_table(rates: dict[str, float]) -> Table:
    cartpole = rates["CartPole-v1"]
    taxi = next(rate for name, rate in rates.items() if name.startswith("Taxi"))
    sync = rates["SyncVectorEnv of Yukon-v0, 256"]
    table = Table(title="steps per second, medians")
    table.add_column("environment")
    table.add_column("steps/s", justify="right")
    table.add_column("x CartPole-v1", justify="right")
    for name, rate in rates.items():
        table.add_row(name, f"{rate:,.0f}", f"{rate / cartpole:.2f}")
    table.caption = (
        f"Yukon-v0 is {rates['Yukon-v0'] / taxi:.2f} x Taxi; "
        f"its batch of 256 is {rates['Yukon-v0 batch of 256'] / sync:.1f} x SyncVectorEnv"
    )
    return table


if __name__ == "__main__":
    run(main, "benchmark")
