"""Gymnasium's own recorders, around one environment and around many."""

import gymnasium as gym
import numpy as np
import pytest
from gymnasium import wrappers
from gymnasium.vector import AutoresetMode

import yukon_env  # noqa: F401
from tests.films import near, read_mp4

pytest.importorskip("moviepy")

MODES = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP]


def first_legal(info):
    return np.argmax(info["action_mask"], axis=-1)


def test_a_video_of_an_episode(tmp_path):
    env = gym.make("Yukon-v0", render_mode="rgb_array", max_episode_steps=12)
    env = wrappers.RecordVideo(env, str(tmp_path / "videos"), episode_trigger=lambda _: True)
    _, info = env.reset(seed=1)
    rendered = [env.unwrapped.render()]
    for _ in range(12):
        *_, info = env.step(first_legal(info))
        rendered.append(env.unwrapped.render())
    env.close()
    [video] = (tmp_path / "videos").iterdir()
    _, frames = read_mp4(video, (800, 600))
    assert len(frames) == 1 + 12
    # By its rounding of times MoviePy shows a frame twice here and there, and not the next one.
    shown = [np.abs(np.array(rendered) - frame.astype(int)).mean((1, 2, 3)) for frame in frames]
    assert np.max(np.min(shown, 1)) < 4
    assert np.argmin(shown, 1)[:5].tolist() == [0, 1, 2, 3, 4]


def test_statistics_of_an_episode():
    env = wrappers.RecordEpisodeStatistics(gym.make("Yukon-v0", max_episode_steps=12))
    _, info = env.reset(seed=1)
    rewards = []
    while "episode" not in info:
        _, reward, *_, info = env.step(first_legal(info))
        rewards.append(reward)
    assert info["episode"]["r"] == sum(rewards)
    assert info["episode"]["l"] == len(rewards)


def vector(**kwargs):
    return gym.make_vec("Yukon-v0", num_envs=2, vectorization_mode="vector_entry_point", **kwargs)


def test_a_video_of_a_vector(tmp_path):
    envs = vector(render_mode="rgb_array", max_episode_steps=6)
    envs = wrappers.vector.RecordVideo(
        envs, str(tmp_path / "videos"), video_aspect_ratio=(8, 3), episode_trigger=lambda _: True
    )
    _, info = envs.reset(seed=1)
    for _ in range(6):
        *_, info = envs.step(first_legal(info))
    last = envs.unwrapped.render()
    envs.close()
    [video] = (tmp_path / "videos").iterdir()
    _, frames = read_mp4(video, (1600, 600))
    assert len(frames) == 1 + 6
    assert near(frames[-1], np.concatenate(last, axis=1))


@pytest.mark.parametrize("mode", MODES)
def test_statistics_of_a_vector(mode):
    envs = wrappers.vector.RecordEpisodeStatistics(vector(max_episode_steps=6, autoreset_mode=mode))
    _, info = envs.reset(seed=1)
    total = np.zeros(2)
    for _ in range(6):
        _, rewards, _, _, info = envs.step(first_legal(info))
        total += rewards
    assert info["_episode"].tolist() == [True, True]
    assert info["episode"]["r"].tolist() == total.tolist()
    assert info["episode"]["l"].tolist() == [6, 6]
