"""Stable-Baselines3's vector environment over the native one."""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from stable_baselines3.common.vec_env.base_vec_env import VecEnv, VecEnvIndices

from yukon_env import Outcome


class YukonSB3VecEnv(VecEnv):
    """A native vector environment of Yukon as Stable-Baselines3 wants it.

    Episodes that end are dealt anew in the same step; their last observation is
    ``info["terminal_observation"]``, ``info["TimeLimit.truncated"]`` says that the step limit
    ended them, and ``info["is_success"]`` that they were won. Other infos are left out, which
    keeps a step quick: ``env_method("action_masks")`` gives the masks of all environments.

    Args:
        env: ``gym.make_vec(..., vectorization_mode="vector_entry_point",
            autoreset_mode="SameStep")``, wrapped or not.

    Raises:
        ValueError: the environment resets in another way.
    """

    def __init__(self, env: VectorEnv[Any, Any, Any]) -> None:
        if env.metadata.get("autoreset_mode") != AutoresetMode.SAME_STEP:
            raise ValueError(
                'the environment must be made with autoreset_mode="SameStep", '
                f"got {env.metadata.get('autoreset_mode')}"
            )
        self.env = env
        self.native: Any = env.unwrapped
        super().__init__(env.num_envs, env.single_observation_space, env.single_action_space)

    def reset(self) -> Any:
        """Deal to all environments, with the seeds and options set before."""
        options = self._options[0] or None
        if any(other != self._options[0] for other in self._options):
            raise ValueError("all environments must be given the same options")
        seeds: Any = None if all(seed is None for seed in self._seeds) else self._seeds
        observations, _ = self.env.reset(seed=seeds, options=options)
        self.reset_infos = [{} for _ in range(self.num_envs)]
        self._reset_seeds()
        self._reset_options()
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        """Keep the actions, int (N,), for ``step_wait``."""
        self._actions = actions

    def step_wait(self) -> Any:
        """Step all: observations, rewards float32 (N,), dones bool (N,), a list of infos."""
        observations, rewards, terminated, truncated, infos = self.env.step(self._actions)
        dones = terminated | truncated
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(dones):
            told[i] = {
                "terminal_observation": infos["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
                "is_success": bool(infos["final_info"]["outcome"][i] == Outcome.WON),
            }
            self.reset_infos[i] = {}
        return observations, rewards.astype(np.float32), dones, told

    def close(self) -> None:
        """Close the environment."""
        self.env.close()

    def env_method(
        self, method_name: str, *args: Any, indices: VecEnvIndices = None, **kwargs: Any
    ) -> list[Any]:
        """A method of the native environment that returns one value for each environment."""
        values = getattr(self.native, method_name)(*args, **kwargs)
        if indices is None and isinstance(values, np.ndarray):
            return values  # type: ignore[return-value]  # np.stack of it costs one copy
        return [values[i] for i in self._get_indices(indices)]

    def has_attr(self, attr_name: str) -> bool:
        """Whether the native environment has it."""
        return hasattr(self.native, attr_name)

    def get_attr(self, attr_name: str, indices: VecEnvIndices = None) -> list[Any]:
        """An attribute of the native environment, the same for each of its environments."""
        value = getattr(self.native, attr_name)
        return [value for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: VecEnvIndices = None) -> None:
        """Set an attribute of the native environment: of all its environments at once."""
        if indices is not None and len(list(self._get_indices(indices))) < self.num_envs:
            raise ValueError("an attribute is one for all environments: leave indices out")
        setattr(self.native, attr_name, value)

    def env_is_wrapped(self, wrapper_class: type[Any], indices: VecEnvIndices = None) -> list[bool]:
        """Whether a wrapper of the single environment is there: never."""
        return [False for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[Any]:
        """One picture for each environment, where the render mode is ``rgb_array``."""
        pictures: Iterable[Any] | None = self.env.render()
        return list(pictures or [None] * self.num_envs)
