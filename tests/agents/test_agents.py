import gymnasium as gym
import numpy as np
import pytest

import agents
from agents import AGENTS, RandomAgent, make_agent
from agents.evaluation import ENVIRONMENTS, play_deals, summarise, wilson_interval
from yukon_env import Outcome, Record, Thoughts


@pytest.mark.parametrize("variant", ENVIRONMENTS)
@pytest.mark.parametrize("name", AGENTS)
def test_agents_play_legal_actions_only(name, variant):
    agent = make_agent(name)
    env = gym.make(ENVIRONMENTS[variant], illegal="raise", **agent.settings)
    for deal in (1, 2):
        agent.reset(variant, deal)
        observation, info = env.reset(options={"deal": deal})
        over = False
        while not over:
            action = agent.act(observation, info["action_mask"])
            observation, _, terminated, truncated, info = env.step(action)
            over = terminated or truncated


@pytest.mark.parametrize("name", AGENTS)
def test_a_result_depends_on_its_deal_alone(name):
    together = [result for result, _ in play_deals(name, "classic", [4, 5, 6])]
    alone = [result for result, _ in play_deals(name, "classic", [6])]
    assert (together[2].outcome, together[2].moves) == (alone[0].outcome, alone[0].moves)


@pytest.mark.parametrize(
    ("variant", "deals", "least"),
    [("classic", 1000, 450), ("relaxed", 200, 180), ("russian", 500, 10)],
)
def test_greedy_wins_what_it_should(variant, deals, least):
    results = [result for result, _ in play_deals("greedy", variant, range(1, deals + 1))]
    won = [result for result in results if result.outcome == "won"]
    assert len(won) >= least
    assert all(result.net_score == 625 for result in won)


def test_records_replay_to_their_end():
    for result, record in play_deals("greedy", "classic", [1, 2], keep_records=True):
        game = record.final()
        assert game.moves == result.moves
        assert (game.outcome == Outcome.WON) == (result.outcome == "won")
        assert record.player == "greedy"


class Thinker(RandomAgent):
    """Says what it thought of every other position."""

    name = "thinker"

    def reset(self, variant, seed):
        super().reset(variant, seed)
        self.acted = 0

    def act(self, observation, action_mask):
        self.acted += 1
        return super().act(observation, action_mask)

    def thoughts(self):
        return Thoughts(1 / self.acted, {(0, 7): 1.0}) if self.acted % 2 else None


def test_thoughts_are_kept_with_the_game(monkeypatch):
    monkeypatch.setattr(agents, "AGENTS", {"thinker": Thinker})
    for _, record in play_deals("thinker", "classic", [1, 2], keep_records=True):
        told = [thoughts and thoughts.value for thoughts in record.thoughts]
        expected = [1 / n if n % 2 else None for n in range(1, len(record.moves) + 1)]
        assert told == expected
        assert Record.from_json(record.to_json()) == record


def test_unknown_names_are_refused():
    with pytest.raises(ValueError, match=r"no agent is named 'gready'; there are .*greedy"):
        make_agent("gready")
    with pytest.raises(ValueError, match="variant must be one of classic, relaxed, russian"):
        next(play_deals("random", "klondike", [1]))


def test_wilson_interval_against_published_values():
    # Newcombe 1998, table I, method 3: 81 of 263 and 1 of 29.
    assert np.allclose(wilson_interval(81, 263), (0.2553, 0.3662), atol=5e-5)
    assert np.allclose(wilson_interval(1, 29), (0.0061, 0.1718), atol=5e-5)
    assert wilson_interval(0, 20)[0] == 0.0
    assert wilson_interval(20, 20)[1] == 1.0


def test_summary_of_games():
    results = [result for result, _ in play_deals("random", "relaxed", [1, 2, 3])]
    summary = summarise(results)
    assert summary.games == 3
    assert summary.moves == sum(result.moves for result in results) / 3
    assert summary.low <= summary.wins / 3 <= summary.high
