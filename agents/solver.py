"""A player that sees every card: the bound to hold others against, not a fair opponent."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from yukon_env import Game, Rules, decode
from yukon_env.core.state import BOARD_SIZE
from yukon_env.solver import hint, solve


class SolverAgent:
    """Plays a winning line where the solver finds one, else the moves that look best.

    Args:
        max_nodes: how much to search each deal, once.
    """

    name = "solver (sees all cards)"
    settings: Mapping[str, Any] = {"thoughtful": True}

    def __init__(self, max_nodes: int = 300_000) -> None:
        self._max_nodes = max_nodes

    def reset(self, variant: str, seed: int) -> None:
        """Start a game. Nothing is random."""
        self._rules = Rules(variant=variant)
        self._line: list[tuple[int, int]] | None = None
        self._seen: set[bytes] = set()

    def act(self, observation: Any, action_mask: npt.NDArray[np.int8]) -> int:
        """The next move of the line, or the best-looking one that does not go in circles."""
        game = self._game(observation)
        if self._line is None:
            self._line = list(reversed(solve(game, max_nodes=self._max_nodes).moves))
        move = self._line.pop() if self._line else self._best(game)
        action = game.action(*move) if move else None
        return 0 if action is None else action

    def _game(self, observation: Any) -> Game:
        board = decode(observation)
        columns = [[card for card in column if card is not None] for column in board.columns]
        return Game.from_position(columns, board.face_down, board.foundations, self._rules)

    def _best(self, game: Game) -> tuple[int, int] | None:
        """What a hint says without search, unless it leads back to a position seen before."""
        self._seen.add(_board(game))
        found = hint(game, max_nodes=1)
        if found is None:
            return None
        for move in [(found.card, found.destination), *game.legal_moves()]:
            after = game.copy()
            after.play(*move)
            if _board(after) not in self._seen:
                return move
        return found.card, found.destination


def _board(game: Game) -> bytes:
    return game.row[:BOARD_SIZE].tobytes()
