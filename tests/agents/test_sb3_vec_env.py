"""The native vector environment as Stable-Baselines3 sees it equals single environments."""

import gymnasium as gym
import numpy as np
import pytest
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv, VecMonitor

import yukon_env  # noqa: F401  registers the environments
from agents.sb3_vec_env import YukonSB3VecEnv
from yukon_env import LegalSampler, VectorNetProgress

LIMIT = 60


def native(num_envs, observation="moves", **arguments):
    env = gym.make_vec(
        "Yukon-v0",
        num_envs,
        vectorization_mode="vector_entry_point",
        autoreset_mode="SameStep",
        max_episode_steps=LIMIT,
        observation=observation,
        **arguments,
    )
    return YukonSB3VecEnv(env)


def dummy(num_envs, observation="moves"):
    make = lambda: gym.make("Yukon-v0", observation=observation, max_episode_steps=LIMIT)  # noqa: E731
    return DummyVecEnv([make] * num_envs)


def same(one, other):
    if isinstance(one, dict):
        assert one.keys() == other.keys()
        for key in one:
            np.testing.assert_array_equal(one[key], other[key])
    else:
        np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("observation", ["board", "moves"])
def test_equals_single_environments_step_for_step(observation):
    ours, theirs = native(5, observation), dummy(5, observation)
    ours.seed(7)
    theirs.seed(7)
    same(ours.reset(), theirs.reset())
    sampler = LegalSampler(0)
    ended = 0
    for _ in range(4 * LIMIT):
        masks = get_action_masks(ours)
        np.testing.assert_array_equal(masks, get_action_masks(theirs))
        actions = sampler(masks.astype(np.int8))
        observations, rewards, dones, infos = ours.step(actions)
        expected, their_rewards, their_dones, their_infos = theirs.step(actions)
        same(observations, expected)
        np.testing.assert_array_equal(rewards, their_rewards)
        assert rewards.dtype == their_rewards.dtype
        np.testing.assert_array_equal(dones, their_dones)
        for i in np.flatnonzero(dones):
            same(infos[i]["terminal_observation"], their_infos[i]["terminal_observation"])
            assert infos[i]["TimeLimit.truncated"] == their_infos[i]["TimeLimit.truncated"]
            assert infos[i]["is_success"] == (their_infos[i]["outcome"] == 1)
            ended += 1
    assert ended >= 10


def test_spaces_are_those_of_one_environment():
    ours, theirs = native(2), dummy(2)
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.num_envs == 2


def test_maskable_ppo_trains_on_it_with_monitor_and_wrappers():
    env = gym.make_vec(
        "Yukon-v0",
        4,
        vectorization_mode="vector_entry_point",
        autoreset_mode="SameStep",
        max_episode_steps=20,
        illegal="raise",  # an unmasked action would be an error
    )
    venv = VecMonitor(YukonSB3VecEnv(VectorNetProgress(env)))
    assert is_masking_supported(venv)
    model = MaskablePPO("MlpPolicy", venv, n_steps=32, batch_size=32, n_epochs=1, seed=0)
    model.learn(256)
    assert model.num_timesteps == 256
    assert all(episode["l"] <= 20 for episode in model.ep_info_buffer)
    assert len(model.ep_info_buffer) >= 8


def test_a_deal_can_be_asked_for():
    env = native(3, "board")
    env.set_options({"deal": 5})
    first = env.reset()
    assert (first == first[0]).all()
    assert set(env.env_method("deals")) == {"YU1-C-AAAAAAF"}
    assert not (env.reset() == first).all()  # options hold for one reset


def test_options_must_be_one_for_all():
    env = native(2, "board")
    env.set_options([{"deal": 5}, {"deal": 6}])
    with pytest.raises(ValueError, match="same options"):
        env.reset()


def test_attributes_methods_and_pictures():
    env = native(2, "board", render_mode="rgb_array")
    env.reset()
    assert env.get_attr("num_envs") == [2, 2]
    assert env.env_method("deals", indices=[1]) == [env.env_method("deals")[1]]
    assert not any(env.env_is_wrapped(VecMonitor))
    assert len(env.get_images()) == 2
    env.set_attr("note", 1)
    assert env.get_attr("note") == [1, 1]
    with pytest.raises(ValueError, match="leave indices out"):
        env.set_attr("note", 2, indices=0)
    env.close()


def test_another_autoreset_mode_is_refused():
    env = gym.make_vec("Yukon-v0", 2, vectorization_mode="vector_entry_point")
    with pytest.raises(ValueError, match="SameStep"):
        YukonSB3VecEnv(env)
