"""The native vector environment against single ones, step for step."""

from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit

from tests.playing import stuck_deck
from yukon_env import LegalSampler, Refusal, Refused, YukonEnv, YukonVectorEnv
from yukon_env.core.deals import deal_code, deck_of
from yukon_env.core.rules import UNDO

MODES = tuple(AutoresetMode)
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"observation": "moves", "undo": 2},
    {"thoughtful": True, "variant": "relaxed"},
    {"scoring": "skill", "autofinish": True, "seconds_per_move": 20.0, "max_group": None},
    {"variant": "russian", "undo": -1, "scoring": "skill"},
    {"variant": "russian", "observation": "moves", "max_group": 1},
)
each_setting = pytest.mark.parametrize("settings", SETTINGS, ids=lambda value: str(value or "{}"))
each_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)


def both(
    n: int, limit: int | None, mode: AutoresetMode, **settings: Any
) -> tuple[YukonVectorEnv, SyncVectorEnv]:
    """The native environment, and one made of single environments."""

    def single() -> gym.Env[Any, Any]:
        env = YukonEnv(**settings)
        return env if limit is None else TimeLimit(env, limit)

    native = YukonVectorEnv(n, limit, autoreset_mode=mode, **settings)
    return native, SyncVectorEnv([single] * n, autoreset_mode=mode)


def assert_same(one: Any, other: Any) -> None:
    """Equal observations: arrays with their types, in dicts."""
    if isinstance(other, dict):
        assert one.keys() == other.keys()
        for key in other:
            assert_same(one[key], other[key])
    else:
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)


def assert_same_infos(native: dict[str, Any], sync: dict[str, Any]) -> None:
    """Every key of either but the deal: its mask, and the values where the mask says so."""
    assert native.keys() == sync.keys() - {"deal", "_deal"}
    for key in native:
        if key.startswith("_"):
            np.testing.assert_array_equal(native[key], sync[key])
            continue
        there = sync[f"_{key}"]
        if key == "final_info":
            assert_same_infos(native[key], sync[key])
        elif key == "final_obs":
            for one, other in zip(native[key], sync[key], strict=True):
                assert (one is None) == (other is None)
                if one is not None:
                    assert_same(one, other)
        else:
            np.testing.assert_array_equal(native[key][there], sync[key][there])
            assert native[key].dtype in (np.int8, np.int64, np.float64)


def assert_same_deals(native: YukonVectorEnv, sync: SyncVectorEnv) -> None:
    assert native.deals() == [env.unwrapped.game.deal for env in sync.envs]  # type: ignore
    for one, env in zip(native.games(), sync.envs, strict=True):
        assert one.columns == env.unwrapped.game.columns  # type: ignore[attr-defined]


def reset_both(native: YukonVectorEnv, sync: SyncVectorEnv, **kwargs: Any) -> dict[str, Any]:
    """Reset both and compare; returns the native infos."""
    options = kwargs.pop("options", None)
    one = native.reset(options=options, **kwargs)
    other = sync.reset(options=None if options is None else dict(options), **kwargs)
    assert_same(one[0], other[0])
    assert_same_infos(one[1], other[1])
    assert_same_deals(native, sync)
    return one[1]


def run(
    native: YukonVectorEnv,
    sync: SyncVectorEnv,
    steps: int,
    choose: Callable[[np.ndarray[Any, Any], int], np.ndarray[Any, Any]],
) -> int:
    """Step both with the same actions and compare everything; returns how many games ended."""
    ended = 0
    for step in range(steps):
        actions = choose(native.action_masks(), step)
        one, other = native.step(actions), sync.step(actions)
        assert_same(one[0], other[0])
        for mine, theirs in zip(one[1:4], other[1:4], strict=True):
            assert_same(mine, theirs)
        assert_same_infos(one[4], other[4])
        np.testing.assert_array_equal(
            native.action_masks(),
            [env.unwrapped.action_masks() for env in sync.envs],  # type: ignore
        )
        assert_same_deals(native, sync)
        over = one[2] | one[3]
        ended += int(over.sum())
        if native.autoreset_mode == AutoresetMode.DISABLED and over.any():
            options = {"reset_mask": over}
            reset_both(native, sync, options=options)
            assert options["reset_mask"] is over  # read, not taken
    return ended


def mixed(seed: int) -> Callable[[np.ndarray[Any, Any], int], np.ndarray[Any, Any]]:
    """Mostly legal actions, some illegal ones, and up whenever a card can go."""
    chance, sampler = np.random.default_rng(seed), LegalSampler(seed)

    def choose(masks: np.ndarray[Any, Any], step: int) -> np.ndarray[Any, Any]:
        up = masks.copy()
        up[:, :28] = False
        actions = np.where(up.any(axis=1), sampler(up), sampler(masks))
        wild = chance.random(len(masks)) < 0.15
        actions[wild] = chance.integers(masks.shape[1], size=int(wild.sum()))
        return actions

    return choose


@each_mode
@each_setting
def test_it_equals_single_environments(settings: dict[str, Any], mode: AutoresetMode) -> None:
    native, sync = both(5, 23, mode, **settings)
    reset_both(native, sync, seed=11)
    assert run(native, sync, 60, mixed(1)) >= 10
    reset_both(native, sync)
    run(native, sync, 10, mixed(2))
    reset_both(native, sync, seed=[5, None, 3, 2, None])
    run(native, sync, 30, mixed(3))


@each_mode
def test_games_that_end_by_themselves(mode: AutoresetMode) -> None:
    native, sync = both(8, None, mode, variant="russian", max_group=1)
    reset_both(native, sync, seed=0)
    assert run(native, sync, 80, mixed(4)) > 5


@each_mode
def test_a_game_that_ends_at_its_last_step_is_terminated_and_truncated(mode: AutoresetMode) -> None:
    native, sync = both(2, 1, mode)
    reset_both(native, sync, seed=0, options={"deck": stuck_deck()})
    _, _, terminated, truncated, _ = native.step([0, 0])
    assert terminated.all() and truncated.all()
    assert [env.step(0)[2:4] for env in sync.envs] == [(True, True)] * 2


@each_mode
def test_unlimited_undo_beyond_the_first_room(mode: AutoresetMode) -> None:
    native, sync = both(2, None, mode, undo=-1)
    reset_both(native, sync, seed=3)
    sampler = LegalSampler(0)
    run(native, sync, 150, lambda masks, step: sampler(masks[:, :UNDO]))
    run(native, sync, 150, lambda masks, step: np.full(2, UNDO))
    assert not native.action_masks()[:, UNDO].any()


@each_mode
def test_a_single_one(mode: AutoresetMode) -> None:
    native, sync = both(1, 7, mode)
    reset_both(native, sync, seed=2)
    assert run(native, sync, 30, mixed(5)) > 2


@pytest.mark.parametrize("observation", ["board", "moves"])
@each_mode
def test_named_deals(mode: AutoresetMode, observation: str) -> None:
    native, sync = both(3, 9, mode, variant="relaxed", observation=observation)
    reset_both(native, sync, seed=1)
    for options in (
        {"deal": 5},
        {"deal": 5},  # nothing is remembered of the game before
        {"deal": deal_code("relaxed", 2**32 - 1)},
        {"deck": deck_of(5)},
        {"deck": list(range(52))},
        {},
    ):
        reset_both(native, sync, options=options)
        run(native, sync, 12, mixed(6))
    assert native.reset(options={"deal": 7}) and native.deals() == ["YU1-R-AAAAAAH"] * 3
    assert native.reset(options={"deck": range(52)}) and native.deals() == [None] * 3


def test_winnable_deals() -> None:
    native, sync = both(3, 6, AutoresetMode.SAME_STEP, variant="relaxed", deals="winnable")
    reset_both(native, sync, seed=4)
    assert run(native, sync, 13, mixed(9)) == 6


def test_some_are_reset_with_seeds_and_deals() -> None:
    native, sync = both(4, None, AutoresetMode.DISABLED)
    reset_both(native, sync, seed=1)
    run(native, sync, 5, mixed(7))
    mask = np.array([True, False, False, True])
    for more in ({}, {"deal": 3}, {"deck": deck_of(9)}):
        for seed in (None, 40, [7, 8, 9, None]):
            reset_both(native, sync, seed=seed, options={"reset_mask": mask, **more})
            run(native, sync, 3, mixed(8))
    assert mask.tolist() == [True, False, False, True]


@pytest.mark.parametrize("observation", ["board", "moves"])
def test_make_vec(observation: str) -> None:
    arguments = {"num_envs": 3, "observation": observation, "variant": "russian"}
    native = gym.make_vec("Yukon-v0", vectorization_mode="vector_entry_point", **arguments)
    sync = gym.make_vec("Yukon-v0", vectorization_mode="sync", **arguments)
    assert isinstance(native.unwrapped, YukonVectorEnv)
    assert native.single_action_space == sync.single_action_space
    assert native.action_space == sync.action_space
    assert native.single_observation_space == sync.single_observation_space
    assert native.observation_space == sync.observation_space
    assert native.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    one, other = native.reset(seed=3), sync.reset(seed=3)
    assert_same(one[0], other[0])
    assert one[0] in native.observation_space
    masks = one[1]["action_mask"]
    sampler = LegalSampler(0)
    for _ in range(10):
        actions = sampler(masks)
        one, other = native.step(actions), sync.step(actions)
        assert_same(one[0], other[0])
        assert_same(one[1], other[1])
        masks = one[4]["action_mask"]


def test_make_vec_truncates_at_the_registered_step() -> None:
    env = gym.make_vec("Yukon-v0", num_envs=2, vectorization_mode="vector_entry_point")
    _, infos = env.reset(options={"deal": 1})
    refused = np.argmin(infos["action_mask"], axis=1)
    for step in range(1, 501):
        _, _, terminated, truncated, _ = env.step(refused)
        assert not terminated.any()
        assert truncated.tolist() == [step == 500] * 2


# What is returned


@each_setting
def test_what_is_returned_is_the_callers_own(settings: dict[str, Any]) -> None:
    mode = AutoresetMode.SAME_STEP
    results = []
    for spoil in (False, True):
        env = YukonVectorEnv(3, 10, mode, **settings)
        sampler = LegalSampler(0)
        env.reset(seed=1)
        kept = []
        for _ in range(25):
            actions = sampler(env.action_masks())
            step = env.step(actions)
            kept.append([np.copy(array) for array in step[1:4]])
            kept[-1].append(np.copy(step[4]["action_mask"]))
            kept[-1].extend(np.copy(array) for array in _arrays(step[0]))
            if spoil:
                for array in [*_arrays(step[0]), *step[1:4], *_arrays(step[4])]:
                    if array.dtype != object:
                        array[:] = 1
        results.append(kept)
    for one, other in zip(*results, strict=True):
        for mine, theirs in zip(one, other, strict=True):
            np.testing.assert_array_equal(mine, theirs)


def _arrays(value: Any) -> list[np.ndarray[Any, Any]]:
    if isinstance(value, dict):
        return [array for each in value.values() for array in _arrays(each)]
    return [value]


def test_games_are_copies() -> None:
    env = YukonVectorEnv(2, undo=1)
    env.reset(seed=0)
    before = [game.columns for game in env.games()]
    for game in env.games():
        game.play(*game.legal_moves()[0])
    assert [game.columns for game in env.games()] == before


# Mistakes


@pytest.mark.parametrize(
    "actions",
    [[0], [0, 0, 0], [0.0, 0.0], [[0, 0]], [0, 32], [-1, 0], ["a", "b"], [True, False], None, 3],
)
def test_bad_actions_change_nothing(actions: Any) -> None:
    env = YukonVectorEnv(2)
    env.reset(seed=0)
    before = [(game.columns, game.moves) for game in env.games()]
    with pytest.raises(ValueError, match=r"action"):
        env.step(actions)
    assert [(game.columns, game.moves) for game in env.games()] == before


def test_a_bad_action_is_named() -> None:
    env = YukonVectorEnv(3, undo=1)
    env.reset(seed=0)
    with pytest.raises(ValueError, match=r"0\.\.32, got 33 for environment 1"):
        env.step([0, 33, 0])


def test_illegal_raise_changes_nothing() -> None:
    env = YukonVectorEnv(3, illegal="raise")
    _, infos = env.reset(seed=0)
    masks = infos["action_mask"]
    legal = masks.argmax(axis=1)
    before = [(game.columns, game.moves, game.seconds) for game in env.games()]
    for i in range(3):
        for refused in np.flatnonzero(masks[i] == 0):
            actions = legal.copy()
            actions[i] = refused
            with pytest.raises(Refused) as error:
                env.step(actions)
            move = env.games()[i].move(int(refused))
            if move is not None:
                assert error.value.code == env.games()[i].refusal(*move)
            assert [(g.columns, g.moves, g.seconds) for g in env.games()] == before
    *_, infos = env.step(legal)
    assert infos["refused"].tolist() == [Refusal.NONE] * 3
    assert infos["moves"].tolist() == [1, 1, 1]


def test_illegal_raise_asks_nothing_of_a_game_that_waits_for_its_deal() -> None:
    env = YukonVectorEnv(2, 1, illegal="raise")
    _, infos = env.reset(seed=0)
    _, _, _, truncated, infos = env.step(infos["action_mask"].argmax(axis=1))
    assert truncated.all()
    *_, infos = env.step(infos["action_mask"].argmin(axis=1))
    assert infos["moves"].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deal": 1, "deck": range(52)}, "not both"),
        ({"code": 1}, "unknown option"),
        ({"deal": "YU1-S-AAAAAAB"}, "is a russian deal, and this game is classic"),
        ({"deck": [0] * 52}, "exactly once"),
        ({"reset_mask": [True, False]}, "bool array of shape"),
        ({"reset_mask": np.array([1, 0])}, "bool array of shape"),
        ({"reset_mask": np.array([True])}, "bool array of shape"),
        ({"reset_mask": np.array([False, False])}, "with a True in it"),
    ],
)
def test_wrong_options_change_nothing(options: dict[str, Any], message: str) -> None:
    env, other = YukonVectorEnv(2), YukonVectorEnv(2)
    env.reset(seed=0)
    other.reset(seed=0)
    with pytest.raises(ValueError, match=message):
        env.reset(seed=9, options=options)
    assert env.deals() == other.deals()
    env.reset()
    other.reset()
    assert env.deals() == other.deals()


@pytest.mark.parametrize("seed", [[1], [1, 2, 3]])
def test_a_seed_for_each_environment(seed: list[int]) -> None:
    with pytest.raises(ValueError, match="2 seeds are needed"):
        YukonVectorEnv(2).reset(seed=seed)


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        ({"num_envs": 0}, "at least 1"),
        ({"num_envs": 2.0}, "at least 1"),
        ({"num_envs": True}, "at least 1"),
        ({"max_episode_steps": 0}, "at least 1"),
        ({"max_episode_steps": 2.5}, "at least 1"),
        ({"autoreset_mode": "sometimes"}, "NextStep, SameStep, Disabled"),
        ({"variant": "clasic"}, "classic, relaxed, russian"),
        ({"render_mode": "text"}, "human, rgb_array, ansi"),
    ],
)
def test_a_wrong_argument_says_what_is_allowed(arguments: dict[str, Any], allowed: str) -> None:
    with pytest.raises(ValueError, match=f"{next(iter(arguments))} must be.*{allowed}"):
        YukonVectorEnv(**arguments)


@pytest.mark.parametrize("mode", ["NextStep", "SameStep", "Disabled"])
def test_modes_by_name(mode: str) -> None:
    assert YukonVectorEnv(2, autoreset_mode=mode).autoreset_mode == AutoresetMode(mode)


def test_steps_and_resets_out_of_order() -> None:
    env = YukonVectorEnv(2, 1, AutoresetMode.DISABLED)
    with pytest.raises(ResetNeeded):
        env.step([0, 0])
    with pytest.raises(ResetNeeded):
        env.reset(options={"reset_mask": np.array([True, False])})
    env.reset(seed=0)
    env.step([0, 0])
    env.reset(options={"reset_mask": np.array([True, False])})
    with pytest.raises(ResetNeeded, match=r"environments \[1\] have ended"):
        env.step([0, 0])


def test_seeds_are_reproducible_and_new_without() -> None:
    one, other = YukonVectorEnv(4), YukonVectorEnv(4)
    one.reset(seed=5)
    other.reset(seed=[5, 6, 7, 8])
    first = one.deals()
    assert first == other.deals()
    one.reset()
    assert one.deals() != first and len(set(one.deals())) == 4
    assert YukonVectorEnv(4).reset() and other.reset() and one.deals() == other.deals()


def test_a_window_shows_one_game():
    with pytest.raises(ValueError, match="a window shows one game"):
        YukonVectorEnv(2, render_mode="human")
