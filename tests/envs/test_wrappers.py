"""The wrappers: other rewards, masks in observations, pairs as actions, and the sampler."""

import random
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers import TimeLimit
from hypothesis import given

from tests.playing import board, choose, seeds
from yukon_env import (
    CardMoves,
    Game,
    LegalSampler,
    MaskInObservation,
    NetProgress,
    Outcome,
    Refusal,
    Refused,
    VectorNetProgress,
    VectorWinOnly,
    WinOnly,
    YukonEnv,
    YukonVectorEnv,
)
from yukon_env.core.kernels import progress
from yukon_env.core.rules import NUM_ACTIONS, UNDO

MODES = tuple(AutoresetMode)
each_mode = pytest.mark.parametrize("mode", MODES, ids=lambda mode: mode.value)

# The checker remarks on any wrapper.
not_the_raw_environment = pytest.mark.filterwarnings("ignore:.*is different from the unwrapped")


def play_to_the_end(
    env: gym.Env[Any, Any], chance: random.Random, detours: float
) -> tuple[list[float], Outcome]:
    """Greedy play that avoids positions seen, with random moves and undos by the way."""
    yukon: YukonEnv = env.unwrapped  # type: ignore[assignment]
    seen = {board(yukon.game)}
    rewards: list[float] = []
    for _ in range(600):
        game = yukon.game
        legal = game.legal_moves()
        if chance.random() < detours and game.undo_left:
            action = UNDO
        elif not legal:
            action = UNDO if game.undo_left else 0
        else:
            fresh = legal
            if chance.random() >= detours:
                fresh = [move for move in legal if _board_after(game, move) not in seen] or legal
            action = game.action(*choose(chance, game, fresh, 1.0 - detours)) or 0
        _, reward, terminated, _, info = env.step(action)
        rewards.append(float(reward))
        seen.add(board(game))
        if terminated:
            return rewards, info["outcome"]
    return rewards, Outcome.PLAYING


def _board_after(game: Game, move: tuple[int, int]) -> Any:
    trial = game.copy()
    trial.play(*move)
    return board(trial)


# NetProgress and WinOnly


@pytest.mark.parametrize("scoring", ["app", "skill"])
@pytest.mark.parametrize("autofinish", [False, True])
def test_any_win_is_625_of_net_progress(scoring: str, autofinish: bool) -> None:
    env = NetProgress(YukonEnv(variant="relaxed", undo=-1, scoring=scoring, autofinish=autofinish))
    wins = detours = 0
    for seed in range(8):
        env.reset(seed=seed)
        rewards, outcome = play_to_the_end(env, random.Random(seed), detours=0.1)
        assert sum(rewards) == progress(env.unwrapped.game.row)  # type: ignore[attr-defined]
        if outcome == Outcome.WON:
            assert sum(rewards) == 625
            wins += 1
            detours += min(rewards) < 0  # something was taken back
    assert wins >= 3 and detours >= 3


def test_taking_a_card_back_and_up_again_gains_nothing() -> None:
    plain, net = YukonEnv(), NetProgress(YukonEnv())
    deck = _deck_with_an_ace_and_a_two_on_top()
    plain.reset(options={"deck": deck})
    net.reset(options={"deck": deck})
    scores, gains = [], []
    up = plain.action(0, 7)
    assert up is not None
    for number in range(7):
        action = up
        if number % 2:
            action = plain.action(0, next(c for card, c in plain.game.legal_moves() if card == 0))
        scores.append(plain.step(action)[1])
        gains.append(net.step(action)[1])
    assert gains == [10, -10] * 3 + [10]
    assert scores == [10, 0] * 3 + [10]


def _deck_with_an_ace_and_a_two_on_top() -> list[int]:
    """The ace of spades and the two of hearts are last cards, over open ones."""
    deck = list(range(52))
    for card, place in ((0, 51), (14, 50)):
        other = deck.index(card)
        deck[other], deck[place] = deck[place], deck[other]
    return deck


def test_undo_takes_back_what_net_progress_paid() -> None:
    env = NetProgress(YukonEnv(undo=-1))
    _, info = env.reset(seed=0)
    sampler = LegalSampler(0)
    paid = []
    for _ in range(40):
        _, reward, _, _, info = env.step(sampler(info["action_mask"][:NUM_ACTIONS]))
        paid.append(reward)
    returned = [env.step(UNDO)[1] for _ in range(40)]
    assert returned == [-reward for reward in reversed(paid)]
    assert any(paid)


def test_win_only_pays_for_wins_alone() -> None:
    env = WinOnly(YukonEnv(variant="relaxed"))
    outcomes = []
    for seed in range(6):
        env.reset(seed=seed)
        rewards, outcome = play_to_the_end(env, random.Random(seed), detours=0.1)
        assert rewards[:-1] == [0.0] * (len(rewards) - 1)
        assert rewards[-1] == (outcome == Outcome.WON)
        outcomes.append(outcome)
    assert Outcome.WON in outcomes
    env = WinOnly(YukonEnv(variant="russian", max_group=1))
    env.reset(seed=0)
    rewards, outcome = play_to_the_end(env, random.Random(0), detours=0.0)
    assert (set(rewards), outcome) == ({0.0}, Outcome.STUCK)


@each_mode
@pytest.mark.parametrize(
    ("vector", "single"), [(VectorNetProgress, NetProgress), (VectorWinOnly, WinOnly)]
)
def test_vector_rewards_are_those_of_single_environments(
    mode: AutoresetMode, vector: Any, single: Any
) -> None:
    """Greedy play of relaxed games, so that some are won."""
    settings: dict[str, Any] = {"variant": "relaxed", "autofinish": True, "undo": 1}
    limit, n = 90, 4
    native = vector(YukonVectorEnv(n, limit, mode, **settings))
    singles = [single(TimeLimit(YukonEnv(**settings), limit)) for _ in range(n)]
    native.reset(seed=1)
    for i, env in enumerate(singles):
        env.reset(seed=1 + i)
    waiting = [False] * n
    chance = random.Random(0)
    total = 0.0
    for _ in range(400):
        actions = [_greedy(env.unwrapped.game, chance) for env in singles]
        _, rewards, terminated, truncated, _ = native.step(np.array(actions))
        expected = []
        for i, env in enumerate(singles):
            if waiting[i] and mode == AutoresetMode.NEXT_STEP:
                env.reset()
                waiting[i] = False
                expected.append(0.0)
                continue
            _, reward, ended, cut, _ = env.step(actions[i])
            expected.append(reward)
            waiting[i] = ended or cut
            if waiting[i] and mode != AutoresetMode.NEXT_STEP:
                env.reset()
        assert rewards.tolist() == expected
        assert rewards.dtype == np.float64
        total += rewards.sum()
        over = terminated | truncated
        if mode == AutoresetMode.DISABLED and over.any():
            native.reset(options={"reset_mask": over})
    assert total > 0


def _greedy(game: Game, chance: random.Random) -> int:
    if not (legal := game.legal_moves()):
        return 0
    return game.action(*choose(chance, game, legal, 0.9)) or 0


# MaskInObservation


@not_the_raw_environment
@pytest.mark.parametrize("names", [("observations", "action_mask"), ("observation", "action_mask")])
@pytest.mark.parametrize("observation", ["board", "moves"])
def test_the_mask_in_the_observation(names: tuple[str, str], observation: str) -> None:
    env = MaskInObservation(YukonEnv(observation=observation), *names)
    plain = YukonEnv(observation=observation)
    sampler = LegalSampler(0)
    (seen, info), (bare, _) = env.reset(seed=1), plain.reset(seed=1)
    for _ in range(20):
        assert seen in env.observation_space
        mask = seen[names[1]]
        assert mask.dtype == np.int8
        assert (mask == info["action_mask"]).all() and mask is not info["action_mask"]
        np.testing.assert_equal(seen[names[0]], bare)
        action = sampler(mask)
        seen, _, _, _, info = env.step(action)
        bare = plain.step(action)[0]
    check_env(env, skip_render_check=True)


def test_the_default_names_are_those_of_rllib() -> None:
    env = MaskInObservation(YukonEnv(undo=1))
    assert set(env.observation_space) == {"observations", "action_mask"}  # type: ignore[call-overload]
    assert env.reset(seed=0)[0]["action_mask"].shape == (33,)


def test_one_name_for_both_is_refused() -> None:
    with pytest.raises(ValueError, match="two names"):
        MaskInObservation(YukonEnv(), "x", "x")


# CardMoves


@pytest.mark.parametrize("undo", [0, 2])
def test_pairs_that_are_legal_are_in_the_mask(undo: int) -> None:
    env = CardMoves(YukonEnv(undo=undo))
    yukon: YukonEnv = env.unwrapped  # type: ignore[assignment]
    assert env.action_space == gym.spaces.MultiDiscrete([52, 9 if undo else 8])
    chance = random.Random(0)
    _, info = env.reset(seed=0)
    for _ in range(40):
        mask = info["action_mask"]
        assert (mask.shape, mask.dtype) == ((52, 9 if undo else 8), np.int8)
        pairs = set(map(tuple, np.argwhere(mask[:, :8]).tolist()))
        assert pairs == set(yukon.game.legal_moves())
        if undo:
            assert mask[:, 8].tolist() == [int(yukon.game.undo_left > 0)] * 52
        before = yukon.game.columns
        *_, info = env.step(np.array(chance.choice(sorted(pairs))))
        assert yukon.game.columns != before
        assert info["refused"] == Refusal.NONE


@not_the_raw_environment
@pytest.mark.parametrize("observation", ["board", "moves"])
def test_card_moves_has_the_interface(observation: str) -> None:
    check_env(CardMoves(YukonEnv(observation=observation)), skip_render_check=True)


def test_a_refused_pair_is_no_step() -> None:
    env = CardMoves(TimeLimit(YukonEnv(undo=1), 3))
    first, info = env.reset(seed=0)
    game = env.unwrapped.game  # type: ignore[attr-defined]
    before = game.table.copy()
    for card in range(52):
        for destination in range(9):
            if info["action_mask"][card, destination]:
                continue
            again, reward, terminated, truncated, refused = env.step((card, destination))
            assert (reward, terminated, truncated) == (0.0, False, False)
            expected = (
                Refusal.NOTHING_TO_UNDO if destination == 8 else game.refusal(card, destination)
            )
            assert refused["refused"] == expected
            np.testing.assert_array_equal(again, first)
            np.testing.assert_array_equal(refused["action_mask"], info["action_mask"])
    assert (game.table == before).all()
    for number in range(3):  # the time limit has not run on
        card, destination = game.legal_moves()[0]
        *_, truncated, info = env.step((card, destination))
        assert truncated == (number == 2)


def test_what_a_refused_pair_returns_is_the_callers_own() -> None:
    env = CardMoves(YukonEnv())
    first, info = env.reset(seed=0)
    kept, mask = first.copy(), info["action_mask"].copy()
    first[:] = 0
    info["action_mask"][:] = 0
    info.clear()
    again, *_, refused = env.step((0, 0))
    np.testing.assert_array_equal(again, kept)
    np.testing.assert_array_equal(refused["action_mask"], mask)
    again[:] = 0
    np.testing.assert_array_equal(env.step((0, 0))[0], kept)


def test_refused_pairs_raise_where_they_should() -> None:
    env = CardMoves(YukonEnv(illegal="raise", undo=1))
    env.reset(seed=0)
    game = env.unwrapped.game  # type: ignore[attr-defined]
    with pytest.raises(Refused) as refused:
        env.step((51, 7))
    assert refused.value.code == game.refusal(51, 7)
    with pytest.raises(Refused) as refused:
        env.step((0, 8))
    assert refused.value.code == Refusal.NOTHING_TO_UNDO


def test_undo_among_pairs() -> None:
    env = CardMoves(YukonEnv(undo=1))
    first, _ = env.reset(seed=0)
    env.step(env.unwrapped.game.legal_moves()[0])  # type: ignore[attr-defined]
    back, *_, info = env.step((17, 8))
    np.testing.assert_array_equal(back, first)
    assert info["action_mask"][:, 8].sum() == 0


@pytest.mark.parametrize("pair", [(52, 0), (0, 8), (-1, 0), (0,), 3, (0.0, 1.0), "AS", None])
def test_what_is_no_pair_is_an_error(pair: Any) -> None:
    env = CardMoves(YukonEnv())
    env.reset(seed=0)
    with pytest.raises(ValueError, match=r"a card 0\.\.51 and a destination 0\.\.7"):
        env.step(pair)


# LegalSampler


@pytest.mark.parametrize("form", [np.int8, np.bool_])
def test_it_chooses_uniformly_among_legal_actions(form: Callable[..., Any]) -> None:
    sampler = LegalSampler(3)
    mask = np.zeros(33, form)
    legal = [0, 3, 7, 19, 31, 32]
    mask[legal] = 1
    draws = 6000
    alone = np.bincount([sampler(mask) for _ in range(draws)], minlength=33)
    batch = np.bincount(sampler(np.tile(mask, (draws, 1))), minlength=33)
    for counts in (alone, batch):
        assert np.flatnonzero(counts).tolist() == legal
        chi_square = ((counts[legal] - draws / 6) ** 2 / (draws / 6)).sum()
        assert chi_square < 20.5  # 5 degrees of freedom: one in a thousand


@given(seeds)
def test_a_batch_chooses_for_each_row_as_alone(seed: int) -> None:
    masks = (np.random.default_rng(seed).random((20, 32)) < 0.2).astype(np.int8)
    together = LegalSampler(seed)(masks)
    sampler = LegalSampler(seed)
    alone = [sampler(mask) for mask in masks]
    assert together.tolist() == alone
    assert together.dtype == np.int64 and type(alone[0]) is int
    for mask, action in zip(masks, alone, strict=True):
        assert mask[action] or not mask.any()


def test_where_nothing_is_legal_it_is_0_as_gymnasium_has_it() -> None:
    nothing = np.zeros(32, np.int8)
    assert LegalSampler()(nothing) == gym.spaces.Discrete(32).sample(nothing) == 0
    assert LegalSampler()(np.zeros((2, 32), np.int8)).tolist() == [0, 0]


def test_seeds_of_the_sampler() -> None:
    masks = np.ones((50, 32), np.int8)
    assert (LegalSampler(1)(masks) == LegalSampler(1)(masks)).all()
    assert (LegalSampler(1)(masks) != LegalSampler(2)(masks)).any()
    sampler = LegalSampler(1)
    assert (sampler(masks) != sampler(masks)).any()


def test_what_is_no_mask_is_an_error() -> None:
    with pytest.raises(ValueError, match="masks are"):
        LegalSampler()(np.ones((2, 2, 2), np.int8))
