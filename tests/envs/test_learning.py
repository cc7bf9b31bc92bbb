"""Other libraries' tools work on the environments."""

from typing import Any

import gymnasium as gym
import numpy as np
from gymnasium.wrappers import FlattenObservation, RecordEpisodeStatistics

import yukon_env  # noqa: F401  registers the environments
from yukon_env import LegalSampler


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


def test_episode_statistics() -> None:
    env = RecordEpisodeStatistics(gym.make("Yukon-v0", max_episode_steps=20))
    _, info = env.reset(seed=0)
    sampler = LegalSampler(0)
    total, steps = 0.0, 0
    while "episode" not in info:
        _, reward, *_, info = env.step(sampler(info["action_mask"]))
        total += float(reward)
        steps += 1
    assert (info["episode"]["r"], info["episode"]["l"]) == (total, steps) == (info["score"], 20)


def test_vector_episode_statistics() -> None:
    from gymnasium.wrappers.vector import RecordEpisodeStatistics as VectorStatistics

    native = gym.make_vec(
        "Yukon-v0", 3, vectorization_mode="vector_entry_point", max_episode_steps=15
    )
    env = VectorStatistics(native)
    _, infos = env.reset(seed=0)
    sampler = LegalSampler(0)
    total = np.zeros(3)
    for _ in range(15):
        _, rewards, _, truncated, infos = env.step(sampler(infos["action_mask"]))
        total += rewards
    assert truncated.all()
    np.testing.assert_array_equal(infos["episode"]["r"], total)
    assert infos["episode"]["l"].tolist() == [15] * 3


def test_flat_observations() -> None:
    env: Any = FlattenObservation(gym.make("Yukon-v0", observation="moves"))
    observation, _ = env.reset(seed=0)
    assert observation.shape == (32 * 30 + 39,)
    assert observation in env.observation_space
