"""Players of Yukon, by name."""

from collections.abc import Callable, Mapping

from agents.agent import Agent
from agents.greedy import GreedyAgent
from agents.random import RandomAgent
from agents.solver import SolverAgent

AGENTS: Mapping[str, Callable[[], Agent]] = {
    "random": RandomAgent,
    "greedy": GreedyAgent,
    "solver": SolverAgent,
}
"""What makes each agent that can be named."""


def make_agent(name: str) -> Agent:
    """The agent of a name.

    Raises:
        ValueError: no agent has that name.
    """
    if name not in AGENTS:
        raise ValueError(f"no agent is named {name!r}; there are {', '.join(AGENTS)}")
    return AGENTS[name]()


__all__ = ["AGENTS", "Agent", "GreedyAgent", "RandomAgent", "SolverAgent", "make_agent"]
