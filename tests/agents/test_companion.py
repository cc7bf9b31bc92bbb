import gymnasium as gym
import numpy as np
import pytest

import yukon_env
from agents import AGENTS, make_agent
from agents.companion import Companion
from yukon_env.core.game import Game
from yukon_env.core.rules import Outcome, app_rules, skill_rules


class Echo:
    """An agent that keeps what it was shown and plays the first legal action."""

    name = "echo"

    def __init__(self, **settings):
        self.settings = settings
        self.seen = []

    def reset(self, variant, seed):
        self.seen.clear()

    def act(self, observation, action_mask):
        self.seen.append((observation, action_mask.copy()))
        return int(np.argmax(action_mask))


@pytest.mark.parametrize(
    "settings", [{}, {"thoughtful": True}, {"observation": "moves"}], ids=lambda s: str(s)
)
def test_an_agent_sees_what_the_environment_shows(settings):
    agent = Echo(**settings)
    companion = Companion(agent)
    env = gym.make("Yukon-v0", **settings)
    observation, info = env.reset(options={"deal": "YU1-C-AAAAAAB"})
    game = Game("YU1-C-AAAAAAB", app_rules())
    companion.begin(game)
    for _ in range(30):
        move = companion.choose(game)
        shown, mask = agent.seen[-1]
        assert np.array_equal(mask, info["action_mask"])
        if settings.get("observation") == "moves":
            assert all(np.array_equal(shown[key], observation[key]) for key in observation)
        else:
            assert np.array_equal(shown, observation)
        game.play(*move)
        observation, *_, info = env.step(game.log[-1])


@pytest.mark.parametrize("name", sorted(AGENTS))
@pytest.mark.parametrize("rules", [app_rules("classic"), skill_rules("russian")], ids=str)
def test_every_agent_plays_legal_moves_in_any_system(name, rules):
    game = Game(3, rules)
    companion = Companion(make_agent(name))
    companion.begin(game)
    for _ in range(15):
        move = companion.choose(game)
        if move is None:
            break
        game.play(*move)
    assert game.log


def test_the_solver_wins_where_cards_go_up_by_themselves():
    game = Game(1, skill_rules())
    companion = Companion(make_agent("solver"))
    game.play(*game.legal_moves()[0])
    companion.begin(game)
    while (move := companion.choose(game)) is not None:
        game.play(*move)
    assert game.outcome == Outcome.WON


def test_choosing_does_not_change_the_game():
    game = Game(1, app_rules())
    before = game.table.copy()
    companion = Companion(make_agent("greedy"))
    companion.begin(game)
    assert companion.choose(game) in game.legal_moves()
    assert np.array_equal(game.table, before)


def test_without_a_legal_move_there_is_none():
    columns = [[12], [], [], [], [], [], []]
    game = Game.from_position(columns, [0] * 7, [12, 13, 13, 13])
    game.play(12, 7)
    companion = Companion(make_agent("greedy"))
    companion.begin(game)
    assert companion.choose(game) is None


def test_an_agent_that_needs_more_is_refused():
    with pytest.raises(ValueError, match="needs undo"):
        Companion(Echo(undo=3))


def test_an_agent_that_insists_on_an_illegal_move_has_none():
    class Stubborn(Echo):
        def act(self, observation, action_mask):
            return int(np.argmin(action_mask))

    companion = Companion(Stubborn())
    game = yukon_env.Game("YU1-C-AAAAAAB")
    companion.begin(game)
    assert companion.choose(game) is None
