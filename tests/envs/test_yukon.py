"""The single environment: what is promised to those who train and to those who look."""

import copy
import json
import pickle
import random
from collections.abc import Callable
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st

from tests.playing import seeds, stuck_deck
from tests.positions import parse_position
from yukon_env import LegalSampler, Outcome, Refusal, Refused, YukonEnv, decode
from yukon_env.core.deals import deal_code, deck_of
from yukon_env.core.game import Game
from yukon_env.core.rules import NUM_ACTIONS, UNDO, VARIANTS

IDS = ("Yukon-v0", "YukonRelaxed-v0", "YukonRussian-v0", "YukonEasy-v0")
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"variant": "relaxed", "observation": "moves"},
    {"variant": "russian", "undo": 3},
    {"scoring": "skill", "autofinish": True, "max_group": None, "seconds_per_move": 20.0},
    {"undo": -1, "observation": "moves", "scoring": "skill"},
    {"thoughtful": True, "max_group": 2},
)
each_setting = pytest.mark.parametrize("settings", SETTINGS, ids=lambda value: str(value or "{}"))


def same(one: Any, other: Any) -> bool:
    """Whether two observations or infos are equal, types and all."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and np.array_equal(one, other)
    return type(one) is type(other) and one == other


def state(env: YukonEnv) -> tuple[Any, ...]:
    """What a refused action must not touch."""
    game = env.game
    return game.columns, game.face_down, game.foundations, game.score, game.moves, game.seconds


# The interface


@pytest.mark.parametrize("observation", ["board", "moves"])
@pytest.mark.parametrize("env_id", IDS)
def test_gymnasium_finds_nothing_to_say(env_id: str, observation: str) -> None:
    check_env(gym.make(env_id, observation=observation).unwrapped, skip_render_check=True)


# It likes vectors and pictures best; "moves" is a table for policies that know it.
@pytest.mark.filterwarnings("ignore:Your observation moves has an unconventional shape")
@pytest.mark.parametrize("observation", ["board", "moves"])
@pytest.mark.parametrize("env_id", IDS)
def test_stable_baselines3_finds_nothing_to_say(env_id: str, observation: str) -> None:
    from stable_baselines3.common.env_checker import check_env as check_for_sb3

    check_for_sb3(gym.make(env_id, observation=observation), warn=True, skip_render_check=True)


def test_registered_rules() -> None:
    def settings(env_id: str) -> Any:
        return gym.make(env_id).unwrapped.settings  # type: ignore[attr-defined]

    default = settings("Yukon-v0")
    changed = {
        env_id: {
            name: value
            for name, value in vars(settings(env_id)).items()
            if value != getattr(default, name)
        }
        for env_id in IDS
    }
    assert changed == {
        "Yukon-v0": {},
        "YukonRelaxed-v0": {"variant": "relaxed"},
        "YukonRussian-v0": {"variant": "russian"},
        "YukonEasy-v0": {
            "scoring": "skill",
            "deals": "winnable",
            "max_group": None,
            "autofinish": True,
        },
    }
    assert all(gym.spec(env_id).max_episode_steps == 500 for env_id in IDS)
    assert gym.make("yukon_env:Yukon-v0").unwrapped.settings == default  # type: ignore[attr-defined]


@each_setting
def test_spaces(settings: dict[str, Any]) -> None:
    env = YukonEnv(**settings)
    assert env.action_space == gym.spaces.Discrete(32 + ("undo" in settings))
    observation, _ = env.reset(seed=1)
    assert observation in env.observation_space
    assert env.reset(seed=1)[0] is not observation


@each_setting
def test_infos_have_the_keys_and_types_of_the_specification(settings: dict[str, Any]) -> None:
    env = YukonEnv(**settings)
    _, info = env.reset(seed=2)
    sampler = LegalSampler(2)
    infos = [info]
    for _ in range(20):
        *_, info = env.step(sampler(info["action_mask"]))
        infos.append(info)
    for info in infos:
        assert {key: type(value) for key, value in info.items()} == {
            "action_mask": np.ndarray,
            "score": int,
            "moves": int,
            "seconds": float,
            "outcome": Outcome,
            "refused": Refusal,
            "deal": str,
        }
        assert info["action_mask"].dtype == np.int8
        assert info["action_mask"].shape == (env.action_space.n,)
    assert (info["score"], info["moves"], info["seconds"]) == (
        env.game.score,
        env.game.moves,
        env.game.seconds,
    )
    assert info["deal"] == env.game.deal
    assert (Outcome.PLAYING, Outcome.WON, Outcome.STUCK) == (0, 1, 2)
    assert Refusal.NONE == 0


def test_a_step_has_plain_python_types() -> None:
    env = YukonEnv()
    env.reset(seed=0)
    for action in (0, np.int64(1), np.array(2)):
        _, reward, terminated, truncated, _ = env.step(action)
        assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)


@each_setting
def test_what_is_returned_is_the_callers_own(settings: dict[str, Any]) -> None:
    env, other = YukonEnv(**settings), YukonEnv(**settings)
    kept, expected = [], []
    for each, results in ((env, kept), (other, expected)):
        observation, info = each.reset(seed=5)
        results.append((observation, info))
        for action in range(40):
            observation, _, _, _, info = each.step(action % 32)
            results.append(
                copy.deepcopy((observation, info)) if each is other else (observation, info)
            )
    assert same(tuple(kept[1:]), tuple(expected[1:]))


# Masks and refusals


@each_setting
@pytest.mark.parametrize("seed", range(2))
def test_the_mask_is_exactly_what_changes_the_game(settings: dict[str, Any], seed: int) -> None:
    env = YukonEnv(**settings)
    observation, info = env.reset(seed=seed)
    sampler = LegalSampler(seed)
    for _ in range(25):
        mask = info["action_mask"]
        assert (env.action_masks() == mask.astype(bool)).all()
        assert env.action_masks().dtype == np.bool_
        before = state(env)
        for action in range(len(mask)):
            trial = copy.deepcopy(env)
            after, reward, terminated, truncated, new_info = trial.step(action)
            if mask[action]:
                assert state(trial)[:3] != before[:3]
                assert new_info["refused"] == Refusal.NONE
                assert reward == trial.game.score - env.game.score
            else:
                assert state(trial) == before
                assert (reward, terminated, truncated) == (0.0, not mask.any(), False)
                assert new_info["refused"] != Refusal.NONE
                assert same(after, observation)
                assert same(new_info | {"refused": None}, info | {"refused": None})
                if (move := env.move(action)) is not None:
                    assert new_info["refused"] == env.game.refusal(*move)
        assert state(env) == before
        if not mask.any():
            break
        observation, _, _, _, info = env.step(sampler(mask))


def test_the_mask_is_the_games_legal_moves() -> None:
    env = YukonEnv(variant="relaxed")
    _, info = env.reset(seed=3)
    sampler = LegalSampler(3)
    for _ in range(60):
        legal = np.flatnonzero(info["action_mask"]).tolist()
        assert [env.move(action) for action in legal] == env.game.legal_moves()
        assert [env.action(*move) for move in env.game.legal_moves()] == legal
        *_, info = env.step(sampler(info["action_mask"]))


@pytest.mark.parametrize("action", [-1, 32, 1.5, "up", None, [1], np.array([1, 2])])
def test_what_is_no_action_is_an_error(action: object) -> None:
    env = YukonEnv()
    env.reset(seed=0)
    before = state(env)
    with pytest.raises(ValueError, match=r"an action is an integer 0\.\.31, got"):
        env.step(action)
    assert state(env) == before
    with pytest.raises(ValueError, match=r"0\.\.31"):
        env.move(32)
    with pytest.raises(ValueError, match="destination"):
        env.action(0, 8)


def test_illegal_raise() -> None:
    env = YukonEnv(illegal="raise")
    _, info = env.reset(seed=0)
    before, log = env.game.table.copy(), list(env.game.log)
    refused = np.flatnonzero(info["action_mask"] == 0).tolist()
    for action in refused:
        with pytest.raises(Refused) as error:
            env.step(action)
        assert str(error.value) == error.value.code.sentence
    assert (env.game.row[:-1] == before[0][:-1]).all() and env.game.log == log
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    assert env.game.moves == 1


def test_before_the_first_reset() -> None:
    env = YukonEnv()
    for ask in (env.action_masks, lambda: env.step(0), lambda: env.move(0), lambda: env.game):
        with pytest.raises((ResetNeeded, AttributeError)):
            ask()


# Rewards and ends


@each_setting
def test_rewards_are_the_changes_of_the_score(settings: dict[str, Any]) -> None:
    env = YukonEnv(**settings)
    sampler = LegalSampler(1)
    for seed in range(5):
        _, info = env.reset(seed=seed)
        total = 0.0
        for _ in range(100):
            _, reward, terminated, _, info = env.step(sampler(info["action_mask"]))
            total += reward
            assert total == info["score"] == env.game.score
            assert terminated == (info["outcome"] != Outcome.PLAYING)
            if terminated:
                break


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_dealt_board_without_a_move_ends_at_its_first_step(variant: str) -> None:
    env = YukonEnv(variant=variant)
    _, info = env.reset(options={"deck": stuck_deck()})
    assert info["action_mask"].sum() == 0
    assert info["outcome"] == Outcome.STUCK
    assert info["deal"] is None
    _, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert info["outcome"] == Outcome.STUCK
    assert info["refused"] != Refusal.NONE


@pytest.mark.parametrize("variant", ["classic", "russian"])
def test_a_stuck_game_terminates(variant: str) -> None:
    env = YukonEnv(variant=variant, max_group=1)
    sampler = LegalSampler(0)
    ends = []
    for seed in range(100):
        _, info = env.reset(seed=seed)
        for _ in range(200):
            _, _, terminated, _, info = env.step(sampler(info["action_mask"]))
            assert terminated == (not info["action_mask"].any())
            if terminated:
                ends.append(info["outcome"])
                break
    assert Outcome.STUCK in ends


def test_the_time_limit_truncates() -> None:
    env = gym.make("Yukon-v0")
    _, info = env.reset(options={"deal": 1})
    refused = int(np.flatnonzero(info["action_mask"] == 0)[0])
    for step in range(1, 501):
        _, _, terminated, truncated, _ = env.step(refused)
        assert (terminated, truncated) == (False, step == 500)


# Undo


@pytest.mark.parametrize("scoring", ["app", "skill"])
def test_the_undo_action(scoring: str) -> None:
    env = YukonEnv(undo=2, scoring=scoring)
    first, info = env.reset(seed=1)
    assert info["action_mask"][UNDO] == 0
    *_, info = env.step(UNDO)
    assert info["refused"] == Refusal.NOTHING_TO_UNDO
    sampler = LegalSampler(1)
    observations = [first]
    for _ in range(3):
        observation, _, _, _, info = env.step(sampler(info["action_mask"][:NUM_ACTIONS]))
        observations.append(observation)
        assert info["action_mask"][UNDO] == 1
    seconds, score = info["seconds"], info["score"]
    for left in (1, 0):
        observations.pop()
        observation, reward, _, _, info = env.step(UNDO)
        score += reward
        assert same(observation, observations[-1])
        assert info["action_mask"][UNDO] == left
        assert info["score"] == score
    assert info["seconds"] == seconds + 4.0
    assert info["moves"] == (3 if scoring == "app" else 5)
    assert env.move(UNDO) is None


def test_undo_keeps_a_game_from_being_stuck() -> None:
    env = YukonEnv(undo=1, variant="russian", max_group=1)
    sampler = LegalSampler(0)
    dead_ends = 0
    for seed in range(60):
        _, info = env.reset(seed=seed)
        for _ in range(60):
            moves = info["action_mask"][:NUM_ACTIONS]
            action = sampler(moves) if moves.any() else UNDO
            dead_ends += action == UNDO
            _, _, terminated, _, info = env.step(action)
            assert not terminated or (not info["action_mask"].any())
            if terminated:
                break
    assert dead_ends > 0


def test_unlimited_undo_goes_back_to_the_deal() -> None:
    env = YukonEnv(undo=-1)
    first, info = env.reset(seed=4)
    sampler = LegalSampler(4)
    for _ in range(200):
        observation, _, _, _, info = env.step(sampler(info["action_mask"][:NUM_ACTIONS]))
    for _ in range(200):
        observation, _, _, _, info = env.step(UNDO)
    assert same(observation, first)
    assert info["action_mask"][UNDO] == 0


# Deals, seeds, options


@each_setting
def test_a_seed_gives_the_same_games(settings: dict[str, Any]) -> None:
    def run() -> list[Any]:
        env, sampler = YukonEnv(**settings), LegalSampler(0)
        results = []
        for seed in (9, None, None):
            observation, info = env.reset(seed=seed)
            results.append((observation, info))
            for _ in range(10):
                results.append(env.step(sampler(info["action_mask"])))
                info = results[-1][-1]
        return results

    one, other = run(), run()
    assert all(map(same, one, other))
    assert len({result[-1]["deal"] for result in one}) == 3


def test_seeds_give_different_deals() -> None:
    env = YukonEnv()
    assert len({env.reset(seed=seed)[1]["deal"] for seed in range(200)}) == 200
    assert YukonEnv().reset()[1]["deal"] != YukonEnv().reset()[1]["deal"]


def test_a_deal_that_is_named_draws_nothing() -> None:
    env = YukonEnv()
    deals = [env.reset(seed=1)[1]["deal"], env.reset()[1]["deal"], env.reset()[1]["deal"]]
    again = [env.reset(seed=1)[1]["deal"]]
    for options in ({"deal": 5}, {"deck": range(52)}):
        env.reset(options=options)
        again.append(env.reset(options={})[1]["deal"])
    assert again == deals


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_deal_by_code_by_number_and_by_deck(variant: str) -> None:
    env = YukonEnv(variant=variant)
    code = deal_code(variant, 77)
    observation, info = env.reset(options={"deal": code})
    assert info["deal"] == code
    for deal in (77, np.int64(77), f" {code.lower()} "):
        other, info = env.reset(options={"deal": deal})
        assert same(other, observation) and info["deal"] == code
    for deck in (deck_of(77), deck_of(77).tolist(), tuple(deck_of(77).tolist())):
        other, info = env.reset(options={"deck": deck})
        assert same(other, observation) and info["deal"] is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"deal": 1, "deck": range(52)}, "not both"),
        ({"code": 1}, "unknown option 'code': options are"),
        ({"deal": 1, "seed": 1}, "unknown option 'seed'"),
        ({"deal": "YU1-R-AAAAAAB"}, "is a relaxed deal, and this game is classic"),
        ({"deal": "YU1-C-AAAA"}, "is no deal code"),
        ({"deal": 2**32}, "deal number must be"),
        ({"deal": None}, "deal number must be"),
        ({"deck": range(51)}, "52 integers"),
        ({"deck": [0] * 52}, "each card 0..51 exactly once"),
        ({"deck": None}, "52 integers"),
        ([("deal", 1)], "options must be a dict"),
    ],
)
def test_wrong_options_change_nothing(options: Any, message: str) -> None:
    env, other = YukonEnv(), YukonEnv()
    env.reset(seed=6)
    other.reset(seed=6)
    env.step(0)
    before = state(env)
    with pytest.raises(ValueError, match=message):
        env.reset(seed=7, options=options)
    assert state(env) == before
    assert same(env.reset(), other.reset())


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("variant", "clasic", "classic, relaxed, russian"),
        ("scoring", "points", "app, skill"),
        ("deals", "easy", "random, winnable"),
        ("max_group", 0, "None for no limit"),
        ("autofinish", "yes", "True or False"),
        ("undo", -2, "-1: no limit"),
        ("seconds_per_move", -1, r"0\.\.3600"),
        ("observation", "features", "board, moves"),
        ("thoughtful", 1, "True or False"),
        ("illegal", "error", "ignore, raise"),
        ("render_mode", "text", "human, rgb_array, ansi"),
    ],
)
def test_a_wrong_argument_says_what_is_allowed(name: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be.*{allowed}"):
        YukonEnv(**{name: value})  # type: ignore[arg-type]


def test_thoughtful_moves_are_refused() -> None:
    with pytest.raises(ValueError, match='thoughtful needs observation="board"'):
        YukonEnv(observation="moves", thoughtful=True)


def test_a_wrong_argument_through_make() -> None:
    with pytest.raises(ValueError, match="variant must be one of"):
        gym.make("Yukon-v0", variant="clasic")


@each_setting
def test_arguments_survive_json(settings: dict[str, Any]) -> None:
    env = gym.make("Yukon-v0", **settings)
    assert env.spec is not None
    other = gym.make(type(env.spec).from_json(env.spec.to_json()))
    assert same(env.reset(seed=1), other.reset(seed=1))
    assert json.loads(json.dumps(settings)) == settings


# Copies


@each_setting
@pytest.mark.parametrize(
    "copied",
    [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))],
    ids=["deepcopy", "pickle"],
)
def test_a_copy_goes_on_alike_and_alone(
    copied: Callable[[YukonEnv], YukonEnv], settings: dict[str, Any]
) -> None:
    env = YukonEnv(**settings)
    _, info = env.reset(seed=8)
    sampler = LegalSampler(8)
    for _ in range(15):
        *_, info = env.step(sampler(info["action_mask"]))
    other = copied(env)
    before, log = state(env), list(env.game.log)
    actions = []
    results = []
    mask = info["action_mask"]
    for _ in range(15):
        actions.append(sampler(mask))
        results.append(other.step(actions[-1]))
        mask = results[-1][-1]["action_mask"]
    assert (state(env), env.game.log) == (before, log)
    assert all(
        same(env.step(action), result) for action, result in zip(actions, results, strict=True)
    )
    assert other.game.log == env.game.log
    assert same(env.reset(), other.reset())  # the next deal of the same stream


def test_an_environment_not_yet_reset_can_be_copied() -> None:
    env = YukonEnv()
    for other in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
        assert same(other.reset(seed=3), YukonEnv().reset(seed=3))


def test_a_game_that_somebody_plays_directly_is_seen() -> None:
    env = YukonEnv(undo=-1)
    env.reset(seed=3)
    chance = random.Random(3)
    for _ in range(150):  # past the first room of its history
        env.game.play(*chance.choice(env.game.legal_moves()))
    moves = env.game.moves
    action = env.game.legal_actions()[0]
    *_, info = env.step(action)
    assert info["moves"] == env.game.moves == moves + 1
    assert info["refused"] == Refusal.NONE


# What may be seen


def unseen_twin(deck: list[int], chance: random.Random) -> list[int]:
    """The same deck with its 21 face-down cards in another order."""
    shape = Game.from_deck(range(52))
    places = [
        place
        for column, hidden in zip(shape.columns, shape.face_down, strict=True)
        for place in column[:hidden]
    ]
    shuffled = chance.sample(places, len(places))
    twin = list(deck)
    for place, other in zip(places, shuffled, strict=True):
        twin[place] = deck[other]
    return twin


@pytest.mark.parametrize("observation", ["board", "moves"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_unseen_cards_are_not_seen(variant: str, observation: str) -> None:
    """Twins say the same until a card turns that differs; then they differ."""
    chance = random.Random(variant)
    settings = {"variant": variant, "observation": observation, "undo": 2}
    env, other = YukonEnv(**settings), YukonEnv(**settings)  # type: ignore[arg-type]
    turned = 0
    for number in range(25):
        deck = deck_of(number).tolist()
        sampler = LegalSampler(number)
        result = env.reset(options={"deck": deck})
        assert same(result, other.reset(options={"deck": unseen_twin(deck, chance)}))
        for _ in range(40):
            action = sampler(result[-1]["action_mask"])
            result, twin = env.step(action), other.step(action)
            seen = [_visible(each.game) for each in (env, other)]
            if seen[0] != seen[1]:
                turned += 1
                assert not same(result[0], twin[0])
                break
            assert same(result, twin)
    assert turned > 10


def _visible(game: Game) -> list[tuple[int, ...]]:
    return [column[hidden:] for column, hidden in zip(game.columns, game.face_down, strict=True)]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_thoughtful_player_sees_them(variant: str) -> None:
    env = YukonEnv(variant=variant, thoughtful=True)
    deck = deck_of(5).tolist()
    one, _ = env.reset(options={"deck": deck})
    twin = unseen_twin(deck, random.Random(0))
    other, _ = env.reset(options={"deck": twin})
    assert not same(one, other)
    assert decode(one).columns == Game.from_deck(deck).columns
    assert decode(other).columns == Game.from_deck(twin).columns


@pytest.mark.parametrize("thoughtful", [False, True])
@given(seed=seeds, steps=st.integers(0, 80), variant=st.sampled_from(VARIANTS))
def test_decode_gives_the_board_back(thoughtful: bool, seed: int, steps: int, variant: str) -> None:
    env = YukonEnv(thoughtful=thoughtful, variant=variant)
    observation, info = env.reset(seed=seed)
    sampler = LegalSampler(seed)
    for _ in range(steps):
        observation, _, _, _, info = env.step(sampler(info["action_mask"]))
    board = decode(observation)
    game = env.game
    assert (board.face_down, board.foundations) == (game.face_down, game.foundations)
    assert board.columns == tuple(
        tuple(card if thoughtful or depth >= hidden else None for depth, card in enumerate(column))
        for column, hidden in zip(game.columns, game.face_down, strict=True)
    )


def test_decode_refuses_what_is_no_board() -> None:
    good, _ = YukonEnv().reset(seed=0)
    assert decode(good.astype(np.int64)) == decode(good)
    for wrong in (
        good[:-1],
        good.astype(float),
        np.zeros(115, np.uint8),
        good.astype(np.int64) - 1,
    ):
        with pytest.raises(ValueError, match=r"observation|column|card|places"):
            decode(wrong)


def test_decode_takes_no_board_for_another() -> None:
    good, _ = YukonEnv().reset(seed=0)
    refused = 0
    for at in range(len(good)):
        changed = good.copy()
        changed[at] ^= 1
        try:
            assert decode(changed) != decode(good)
        except ValueError:
            refused += 1
    assert refused > 100  # a last card might as well lie in the next column


def test_the_last_moves_of_a_won_game() -> None:
    env = YukonEnv(undo=1)
    env.reset(seed=0)
    env._attach(Game.from_position(*parse_position("KS QS"), env.settings.rules))
    _, reward, terminated, _, info = env.step(28)
    assert (reward, terminated, info["outcome"]) == (10.0, False, Outcome.PLAYING)
    _, reward, terminated, _, info = env.step(28)
    assert (reward, terminated, info["outcome"]) == (10.0, True, Outcome.WON)
    assert not info["action_mask"].any()
    *_, info = env.step(UNDO)
    assert info["refused"] == Refusal.GAME_OVER


def test_a_step_before_the_first_reset_is_said_so():
    with pytest.raises(gym.error.ResetNeeded, match="call reset"):
        YukonEnv().step(0)
