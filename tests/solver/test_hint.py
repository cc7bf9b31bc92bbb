import pytest

from agents.evaluation import play_deals
from yukon_env import Game, Refused, Rules, app_rules, skill_rules, solve
from yukon_env.core.rules import VARIANTS


@pytest.mark.parametrize("rules", [app_rules(), app_rules("relaxed"), skill_rules()])
def test_following_hints_wins(rules):
    game = Game(1, rules)
    for _ in range(200):
        hint = game.hint()
        if hint is None:
            break
        assert hint.verdict == "won"
        game.play(hint.card, hint.destination)
    assert game.outcome.name == "WON"


def test_hints_go_on_after_an_undo():
    game = Game(1)
    first = game.hint()
    game.play(first.card, first.destination)
    second = game.hint()
    game.undo()
    assert game.hint() == first
    game.play(first.card, first.destination)
    assert game.hint() == second


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_hint_is_legal_and_changes_nothing(variant):
    for deal in range(20):
        game = Game(deal, Rules(variant=variant))
        before = game.table.copy()
        hint = game.hint(max_nodes=5)
        assert (game.table == before).all()
        if hint is None:
            assert game.legal_moves() == []
        else:
            assert (hint.card, hint.destination) in game.legal_moves()


def test_says_what_it_knows():
    hints = [Game(deal, Rules(variant="russian")).hint(10) for deal in range(30)]
    assert "lost" in {hint.verdict for hint in hints if hint}
    assert Game(1).hint(1).verdict == "unknown"
    assert Game(1).hint().verdict == "won"


def test_a_won_game_has_no_hint():
    columns = [[51], [], [], [], [], [], []]
    game = Game.from_position(columns, [0] * 7, [13, 13, 13, 12])
    game.play(51, 7)
    assert game.hint() is None
    with pytest.raises(Refused):
        game.play(51, 0)


def test_bad_limits_are_refused():
    with pytest.raises(ValueError, match="max_nodes must be an integer"):
        Game(1).hint(max_nodes=0)


@pytest.mark.parametrize(("variant", "deals"), [("russian", 60), ("relaxed", 20), ("classic", 8)])
def test_the_solver_agent_wins_exactly_what_is_solved(variant, deals):
    for result, _ in play_deals("solver", variant, range(1, deals + 1)):
        solution = solve(result.deal, variant, max_nodes=300_000)
        assert (result.outcome == "won") == (solution.verdict == "won")
