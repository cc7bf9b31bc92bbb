"""An agent in a game that a person has begun: it sees what the environment would show it."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from agents.agent import Agent
from yukon_env.core.game import Game
from yukon_env.core.rules import NUM_ACTIONS
from yukon_env.envs.observations import MovesObserver, observe_board


class Companion:
    """Lets an agent play on in a running game.

    Args:
        agent: any agent. Its ``settings`` say which observation it wants; it may ask for
            ``observation`` and ``thoughtful`` alone.

    Raises:
        ValueError: it asks for another setting, which a running game cannot have.
    """

    def __init__(self, agent: Agent) -> None:
        self._agent = agent
        self.name = agent.name
        self._wants: Mapping[str, Any] = agent.settings
        if unknown := sorted(set(self._wants) - {"observation", "thoughtful"}):
            raise ValueError(f"{agent.name} needs {unknown[0]}, which a running game cannot change")
        self._observer = MovesObserver(NUM_ACTIONS)

    def begin(self, game: Game) -> None:
        """Take the game over as it stands; what was played before is not known."""
        self._observer.forget()
        self._agent.reset(game.rules.variant, game.moves)

    def choose(self, game: Game) -> tuple[int, int] | None:
        """The agent's next move, a legal (card, destination); ``None`` where it has none.

        Cards may have gone up by themselves, which agents do not expect: where the move that an
        agent had planned is not legal, it starts afresh from what lies there now.
        """
        legal = game.legal_moves()
        move = self._ask(game) if legal else None
        if legal and move not in legal:
            self.begin(game)
            move = self._ask(game)
        return move if move in legal else None

    def _ask(self, game: Game) -> tuple[int, int] | None:
        mask = np.zeros(NUM_ACTIONS, np.int8)
        mask[game.legal_actions()] = 1
        return game.move(self._agent.act(self._observe(game), mask))

    def _observe(self, game: Game) -> Any:
        if self._wants.get("observation") == "moves":
            return self._observer.observe(game.row, game.params)
        return observe_board(game.row, self._wants.get("thoughtful", False))
