"""The solver against an exhaustive search, and against the game itself."""

import random

import numpy as np
import pytest

from tests.solver.positions import late_position, random_position, scrambled
from tests.solver.reference import is_winnable
from yukon_env.core.deals import deal_code
from yukon_env.core.game import Game
from yukon_env.core.rules import VARIANTS, Outcome, Rules, skill_rules
from yukon_env.solver import Solution, draw_winnable, solve

RULES = [
    Rules(variant="classic"),
    Rules(variant="classic", max_group=3),
    Rules(variant="classic", max_group=1),
    skill_rules("classic"),
    Rules(variant="relaxed"),
    Rules(variant="relaxed", max_group=2),
    skill_rules("relaxed"),
    Rules(variant="russian"),
    Rules(variant="russian", max_group=2),
    skill_rules("russian"),
]


def named(rules):
    return f"{rules.variant}-{rules.max_group}-{rules.autofinish}"


def assert_wins(solution, game):
    replay = game.copy()
    for card, destination in solution.moves:
        replay.play(card, destination)
    assert replay.outcome == Outcome.WON


def check_against_reference(game, max_states=700):
    """The verdict if the reference could tell, after comparing."""
    before = game.row.copy()
    solution = solve(game, max_nodes=20_000)
    assert (game.row == before).all()
    if solution.verdict == "won":
        assert_wins(solution, game)
    truth = is_winnable(game, max_states)
    if truth is None or solution.verdict == "unknown":
        return None
    assert solution.verdict == ("won" if truth else "lost")
    return solution.verdict


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_agrees_with_an_exhaustive_search_on_random_positions(rules):
    rng = random.Random(named(rules))
    verdicts = [check_against_reference(random_position(rng, rules)) for _ in range(40)]
    assert verdicts.count(None) < 30
    assert verdicts.count("won") > 5


@pytest.mark.parametrize("rules", RULES, ids=named)
def test_agrees_with_an_exhaustive_search_on_scrambled_real_positions(rules):
    rng = random.Random(named(rules))
    verdicts = []
    for _ in range(5):
        game = late_position(rng, rules, 20)
        for position in (game, *(scrambled(rng, game, rules) for _ in range(3))):
            verdicts.append(check_against_reference(position, 400))
    assert len(verdicts) - verdicts.count(None) > 3


@pytest.mark.parametrize("variant", VARIANTS)
def test_winning_lines_of_deals_replay(variant):
    rules = Rules(variant=variant)
    won = 0
    for number in range(300):
        solution = solve(number, variant, max_nodes=20_000)
        if solution.verdict == "won":
            won += 1
            assert_wins(solution, Game(number, rules))
        else:
            assert solution.moves == ()
    assert won >= {"classic": 230, "relaxed": 298, "russian": 8}[variant]


def test_lines_replay_under_automatic_finishing():
    for number in range(150):
        game = Game(number, skill_rules())
        solution = solve(game, max_nodes=20_000)
        if solution.verdict == "won":
            assert_wins(solution, game)


def test_no_position_on_a_winning_line_is_lost():
    for variant in VARIANTS:
        number = draw_winnable(np.array([9], np.uint64), Rules(variant=variant))
        game = Game(number, Rules(variant=variant))
        for move in solve(game).moves:
            assert solve(game, max_nodes=30_000).verdict != "lost"
            game.play(*move)


def test_the_same_arguments_give_the_same_solution():
    first = [solve(number, max_nodes=5_000) for number in range(30)]
    solve(5, "relaxed")
    assert [solve(number, max_nodes=5_000) for number in reversed(range(30))] == first[::-1]


def test_stops_at_the_limit():
    verdicts = set()
    for number in range(40):
        for limit in (1, 2, 50, 1_500):
            solution = solve(number, max_nodes=limit)
            assert solution.nodes <= limit
            verdicts.add(solution.verdict)
    assert verdicts == {"won", "lost", "unknown"}


def test_a_deal_by_code_number_or_game_is_one_deal():
    for variant in VARIANTS:
        by_number = solve(7, variant, max_nodes=3_000)
        assert solve(deal_code(variant, 7), max_nodes=3_000) == by_number
        assert solve(deal_code(variant, 7), variant, max_nodes=3_000) == by_number
        game = Game(7, Rules(variant=variant))
        assert solve(game, max_nodes=3_000) == by_number
        assert solve(game, variant, max_nodes=3_000) == by_number
    assert solve(7, max_nodes=3_000) == solve(7, "classic", max_nodes=3_000)


def test_a_won_game_needs_no_move_and_a_stuck_one_is_lost():
    won = Game.from_position([[]] * 7, [0] * 7, [13] * 4)
    assert solve(won) == Solution("won", (), 0)
    lost = _stuck_position()
    assert lost.outcome == Outcome.STUCK
    assert solve(lost) == Solution("lost", (), 1)


def _stuck_position():
    rng = random.Random(0)
    while True:
        game = Game(rng.randrange(2**32), Rules(variant="russian"))
        for _ in range(40):
            if game.outcome == Outcome.STUCK:
                return game
            game.play(*rng.choice(game.legal_moves()))


def test_solves_from_where_a_game_stands():
    game = Game(1, Rules())
    line = solve(game).moves
    for move in line[:-3]:
        game.play(*move)
    solution = solve(game, max_nodes=20_000)
    assert solution.verdict == "won"
    assert len(solution.moves) <= 3


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: solve(1, "spider"), "variant must be one of classic, relaxed, russian"),
        (lambda: solve("YU1-C-AAAAAAB", "russian"), "classic deal"),
        (lambda: solve(Game(1), "relaxed"), "the game is classic, not relaxed"),
        (lambda: solve("YU1-C-AAB"), "no deal code"),
        (lambda: solve(-1), "deal number"),
        (lambda: solve(1.5), "deal number"),
        (lambda: solve(1, max_nodes=0), "max_nodes must be an integer"),
        (lambda: solve(1, max_nodes=10**9), "max_nodes must be an integer"),
        (lambda: solve(1, max_nodes=1e6), "max_nodes must be an integer"),
        (lambda: solve(1, max_nodes=True), "max_nodes must be an integer"),
        (lambda: solve(1, max_group=0), "max_group must be an integer"),
    ],
)
def test_bad_arguments_are_refused_in_words(call, words):
    with pytest.raises(ValueError, match=words):
        call()


@pytest.mark.parametrize("variant", VARIANTS)
def test_draws_winnable_deals(variant):
    rules = Rules(variant=variant)
    stream, again = np.array([3], np.uint64), np.array([3], np.uint64)
    numbers = [draw_winnable(stream, rules) for _ in range(8)]
    assert numbers == [draw_winnable(again, rules) for _ in range(8)]
    assert len(set(numbers)) == 8
    assert all(solve(number, variant).verdict == "won" for number in numbers)


def test_rules_that_cannot_be_won_are_said_so(monkeypatch):
    monkeypatch.setattr("yukon_env.solver.solution.MOST_DRAWS", 5)
    with pytest.raises(ValueError, match=r"no winnable deal among 5: .* groups of at most 1"):
        draw_winnable(np.array([1], np.uint64), Rules(variant="russian", max_group=1))
