"""Other libraries' tools work on the environments."""

from typing import Any

import gymnasium as gym
from gymnasium.wrappers import FlattenObservation

import yukon_env  # noqa: F401  registers the environments


def test_maskable_ppo_learns_with_the_masks() -> None:
    from sb3_contrib import MaskablePPO
    from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported

    env = gym.make("Yukon-v0", illegal="raise")  # an unmasked action would be an error
    model = MaskablePPO("MlpPolicy", env, n_steps=64, batch_size=32, n_epochs=1, seed=0)
    assert is_masking_supported(model.get_env())
    model.learn(256)
    assert model.num_timesteps == 256
    observation, _ = env.reset(seed=0)
    for _ in range(30):
        masks = get_action_masks(env)
        action, _ = model.predict(observation, action_masks=masks)
        observation, _, terminated, truncated, _ = env.step(int(action))
        if terminated or truncated:
            break


def test_flat_observations() -> None:
    env: Any = FlattenObservation(gym.make("Yukon-v0", observation="moves"))
    observation, _ = env.reset(seed=0)
    assert observation.shape == (32 * 30 + 39,)
    assert observation in env.observation_space
