"""Other views of observations and actions."""

from copy import deepcopy
from typing import Any, SupportsFloat

import gymnasium as gym
import numpy as np
from gymnasium import spaces

from yukon_env.core.cards import NUM_CARDS
from yukon_env.core.game import Game
from yukon_env.core.rules import FOUNDATION, UNDO, Outcome, Refusal, Refused


class MaskInObservation(gym.Wrapper[Any, Any, Any, Any]):
    """Put the action mask into a Dict observation, under names that the caller chooses.

    ``MaskInObservation(env, "observations", "action_mask")`` (the default) is RLlib's convention,
    ``("observation", "action_mask")`` PettingZoo's. The mask is int8 ``(actions,)``; the info
    keeps its own.

    Raises:
        ValueError: the two names are the same.
    """

    def __init__(
        self,
        env: gym.Env[Any, Any],
        observation_key: str = "observations",
        mask_key: str = "action_mask",
    ) -> None:
        super().__init__(env)
        if observation_key == mask_key:
            raise ValueError(f"the observation and the mask need two names, got {mask_key!r} twice")
        self.observation_key, self.mask_key = observation_key, mask_key
        actions = int(env.get_wrapper_attr("action_space").n)
        self.observation_space = spaces.Dict(
            {observation_key: env.observation_space, mask_key: spaces.MultiBinary(actions)}
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Reset the environment."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._join(observation, info), info

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Step the environment."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._join(observation, info), reward, terminated, truncated, info

    def _join(self, observation: Any, info: dict[str, Any]) -> dict[str, Any]:
        return {self.observation_key: observation, self.mask_key: info["action_mask"].copy()}


class CardMoves(gym.Wrapper[Any, Any, Any, Any]):
    """Actions as pairs (card 0..51, destination 0..7), for people and tools.

    The action space is ``MultiDiscrete([52, 8])``, and ``info["action_mask"]`` int8 ``(52, 8)``:
    1 where the card may go to that column (0..6) or up to its foundation (7). With undo there is
    a destination 8 that takes the last move back, whatever the card. A pair that the rules refuse
    is no step: nothing changes, the time limit does not count it, and ``info["refused"]`` (or,
    with ``illegal="raise"``, the error) says why.
    """

    def __init__(self, env: gym.Env[Any, Any]) -> None:
        super().__init__(env)
        self._has_undo = int(env.get_wrapper_attr("action_space").n) > UNDO
        self.action_space = spaces.MultiDiscrete([NUM_CARDS, FOUNDATION + 1 + self._has_undo])
        self._last: tuple[Any, dict[str, Any]] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Reset the environment."""
        observation, info = self.env.reset(seed=seed, options=options)
        return self._show(observation, info)

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:
        """Play ``(card, destination)``.

        Raises:
            ValueError: no such pair, or an illegal one where ``illegal="raise"``.
        """
        pair = np.asarray(action)
        counts = (NUM_CARDS, FOUNDATION + 1 + self._has_undo)
        if (
            pair.shape != (2,)
            or pair.dtype.kind not in "iu"
            or not (pair >= 0).all()
            or (pair >= counts).any()
        ):
            raise ValueError(
                f"an action is a card 0..{NUM_CARDS - 1} and a destination 0.."
                f"{FOUNDATION + self._has_undo}, got {action!r}"
            )
        card, destination = pair.tolist()
        game: Game = self.unwrapped.game  # type: ignore[attr-defined]
        if destination > FOUNDATION:
            number: int | None = UNDO
            refused = Refusal.NONE if game.undo_left else _why_no_undo(game)
        else:
            number = game.action(card, destination)
            refused = game.refusal(card, destination)
        if refused:
            return self._refuse(refused)
        observation, reward, terminated, truncated, info = self.env.step(number)
        observation, info = self._show(observation, info)
        return observation, reward, terminated, truncated, info

    def _refuse(self, refused: Refusal) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self.unwrapped.settings.illegal == "raise":  # type: ignore[attr-defined]
            raise Refused(refused)
        assert self._last is not None
        observation, info = deepcopy(self._last)
        over = not info["action_mask"].any()
        return observation, 0.0, over, False, {**info, "refused": refused}

    def _show(self, observation: Any, info: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
        mask = np.zeros((NUM_CARDS, FOUNDATION + 1 + self._has_undo), np.int8)
        for action in np.flatnonzero(info["action_mask"]).tolist():
            if action == UNDO:
                mask[:, FOUNDATION + 1] = 1
            else:
                mask[self.unwrapped.move(action)] = 1  # type: ignore[attr-defined]
        info = {**info, "action_mask": mask}
        self._last = deepcopy((observation, info))
        return observation, info


def _why_no_undo(game: Game) -> Refusal:
    return Refusal.GAME_OVER if game.outcome == Outcome.WON else Refusal.NOTHING_TO_UNDO
