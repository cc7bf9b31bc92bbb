"""The compiled game against hand-made cases, the slow reference, and its own promises."""

import copy
import os
import pickle
import random
import subprocess
import sys
from collections import Counter
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.duel import duel, some_duels
from tests.playing import (
    facts,
    hand_made,
    play_on,
    random_position,
    seeds,
    some_game,
    some_rules,
    won_game,
)
from tests.positions import (
    KINGS,
    LEGAL_CASES,
    LINE_CASES,
    LOW,
    MOVE_CASES,
    PAIRS,
    STUCK,
    TAP_CASES,
    WON,
    LegalCase,
    LineCase,
    MoveCase,
    TapCase,
    move_text,
    parse_move,
    parse_position,
    parse_script,
)
from yukon_env.core.cards import parse_card
from yukon_env.core.deals import deal_code, deck_of
from yukon_env.core.game import Game
from yukon_env.core.rules import (
    FOUNDATION,
    SCORINGS,
    VARIANTS,
    Outcome,
    Refusal,
    Refused,
    Rules,
    app_rules,
    skill_rules,
)


def case_name(case: MoveCase | LegalCase | TapCase) -> str:
    words = [case.name, case.variant]
    if isinstance(case, TapCase):
        words += [case.scoring, case.gesture]
    return ", ".join(words)


# Hand-made positions


@pytest.mark.parametrize("case", MOVE_CASES, ids=case_name)
def test_refusal(case: MoveCase) -> None:
    game = hand_made(case.position, variant=case.variant, max_group=case.max_group)
    move = parse_move(case.move)
    assert game.refusal(*move) == case.refusal
    assert (move in game.legal_moves()) == (case.refusal == Refusal.NONE)
    before = game.table.copy()
    if case.refusal == Refusal.NONE:
        game.play(*move)
        assert (game.table != before).any()
    else:
        with pytest.raises(Refused) as refused:
            game.play(*move)
        assert refused.value.code == case.refusal
        assert str(refused.value) == case.refusal.sentence
        assert (game.table == before).all()


@pytest.mark.parametrize("case", LEGAL_CASES, ids=case_name)
def test_legal_moves(case: LegalCase) -> None:
    game = hand_made(case.position, variant=case.variant, max_group=case.max_group)
    assert sorted(move_text(*move) for move in game.legal_moves()) == sorted(case.moves.split())


@pytest.mark.parametrize("case", TAP_CASES, ids=case_name)
def test_taps(case: TapCase) -> None:
    game = hand_made(
        case.position, variant=case.variant, scoring=case.scoring, max_group=case.max_group
    )
    card = parse_card(case.card)
    gesture = game.tap if case.gesture == "tap" else game.double_tap
    played = game.copy()
    if isinstance(case.answer, Refusal):
        with pytest.raises(Refused) as refused:
            gesture(card)
        assert refused.value.code == case.answer
    else:
        destination = gesture(card)
        assert destination == (FOUNDATION if case.answer == "^" else int(case.answer) - 1)
        played.play(card, destination)
    assert facts(game) == facts(played)


@pytest.mark.parametrize("card", [-1, 52, 99, -52])
def test_a_number_that_is_no_card(card: int) -> None:
    game = hand_made(KINGS)
    assert {game.refusal(card, where) for where in range(8)} == {Refusal.NO_SUCH_CARD}
    assert hand_made(WON).refusal(card, 0) == Refusal.GAME_OVER
    for gesture in (game.tap, game.double_tap):
        with pytest.raises(Refused) as refused:
            gesture(card)
        assert refused.value.code == Refusal.NO_SUCH_CARD


@pytest.mark.parametrize("case", LINE_CASES, ids=lambda case: case.name)
def test_lines(case: LineCase) -> None:
    game = hand_made(case.position, **case.rules)
    for step in parse_script(case.script):
        if step.kind == "tick":
            game.tick(step.milliseconds / 1000)
        elif step.refusal == Refusal.NONE:
            game.undo() if step.kind == "undo" else game.play(step.card, step.destination)
        else:
            before = game.table.copy()
            with pytest.raises(Refused) as refused:
                game.undo() if step.kind == "undo" else game.play(step.card, step.destination)
            assert refused.value.code == step.refusal
            assert (game.table == before).all()
    assert (game.score, game.moves, round(game.seconds * 1000)) == (
        case.score,
        case.moves,
        case.milliseconds,
    )
    assert game.outcome == case.outcome
    after = parse_position(case.after)
    assert [list(column) for column in game.columns] == after.columns
    assert (list(game.face_down), list(game.foundations)) == (after.face_down, after.foundations)


# Against the slow reference

GROUPS = (None, 1, 3, 20)
UNDOS = (0, 1, 5, -1)


@pytest.mark.parametrize("part", range(4))
@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("variant", VARIANTS)
def test_random_games(variant: str, scoring: str, part: int) -> None:
    met: Counter[object] = Counter()
    for max_group, autofinish, undo in product(GROUPS, (False, True), UNDOS):
        seconds = (0.0, 2.0, 13.0, 45.0)[part]
        rules = Rules(variant, scoring, max_group, autofinish, undo, seconds)
        for number, is_late in enumerate((False, True, True)):
            greed = 0.9 if part % 2 else 0.4
            met += duel(f"{number} {rules}", rules, is_late, steps=50, greed=greed)
    assert met["WON"] > 0
    assert met["STUCK"] > 0 or variant == "relaxed"  # where hardly any game is lost
    never = {
        "classic": {Refusal.WRONG_SUIT},
        "relaxed": {Refusal.WRONG_SUIT, Refusal.WRONG_COLOUR},
        "russian": {Refusal.WRONG_COLOUR},
    }
    assert {key for key in met if isinstance(key, Refusal)} == set(Refusal) - never[variant]


def test_the_interpreted_source_agrees() -> None:
    command = [sys.executable, "-m", "tests.duel"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    counts = dict(line.rsplit(" ", 1) for line in run.stdout.splitlines())
    assert counts == {str(key): str(count) for key, count in some_duels().items()}


# The start


def test_a_deal_by_number_and_by_code_is_the_same() -> None:
    for variant in VARIANTS:
        by_number = Game(7, app_rules(variant))
        by_code = Game(deal_code(variant, 7))
        assert by_code.rules == app_rules(variant)
        assert facts(by_code) == facts(by_number)
        assert by_code.deal == by_number.deal == deal_code(variant, 7)
    assert Game(7).deal == "YU1-C-AAAAAAH"


def test_a_dealt_board() -> None:
    game = Game.from_deck(range(52))
    assert game.columns[0] == (0,)
    assert game.columns[1] == (1, 7, 28, 34, 40, 46)
    assert game.columns[6] == (6, 12, 17, 21, 24, 26, 27, 33, 39, 45, 51)
    assert game.face_down == (0, 1, 2, 3, 4, 5, 6)
    assert game.foundations == (0, 0, 0, 0)
    assert (game.score, game.moves, game.seconds, game.undo_left) == (0, 0, 0.0, 0)
    assert game.deal is None


def test_a_deal_is_the_deck_of_its_number() -> None:
    assert Game(12345).columns == Game.from_deck(deck_of(12345)).columns


@pytest.mark.parametrize("which", ["YU1-R-AAAAAAB", "YU1-C-", -1, 2**32, 1.5, None])
def test_no_such_deal(which: object) -> None:
    with pytest.raises(ValueError, match="deal"):
        Game(which, Rules())  # type: ignore[arg-type]


def test_the_two_systems_as_people_play_them() -> None:
    assert app_rules("russian") == Rules("russian", "app", 20, False, 100, 0.0)
    assert skill_rules() == Rules("classic", "skill", None, True, -1, 0.0)


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("variant", "clasic", "classic, relaxed, russian"),
        ("variant", None, "classic, relaxed, russian"),
        ("scoring", "App", "app, skill"),
        ("max_group", 0, r"1\.\.52"),
        ("max_group", 53, r"1\.\.52"),
        ("max_group", True, "None for no limit"),
        ("max_group", 2.0, r"1\.\.52"),
        ("autofinish", 1, "True or False"),
        ("undo", -2, "-1"),
        ("undo", 1.0, "-1"),
        ("undo", None, "-1"),
        ("seconds_per_move", -0.1, r"0\.\.3600"),
        ("seconds_per_move", 3601, r"0\.\.3600"),
        ("seconds_per_move", float("nan"), r"0\.\.3600"),
        ("seconds_per_move", "2", r"0\.\.3600"),
    ],
)
def test_wrong_rules_say_what_is_allowed(name: str, value: object, allowed: str) -> None:
    with pytest.raises(ValueError, match=f"{name} must be.*{allowed}"):
        Rules(**{name: value})  # type: ignore[arg-type]


@given(seeds, some_rules())
def test_a_position_reads_back(seed: int, rules: Rules) -> None:
    columns, face_down, foundations = random_position(random.Random(seed))
    game = Game.from_position(columns, face_down, foundations, rules)
    assert game.columns == tuple(map(tuple, columns))
    assert game.face_down == tuple(face_down)
    assert game.foundations == tuple(foundations)
    assert (game.score, game.moves, game.seconds) == (0, 0, 0.0)


_COLUMNS, _FACE_DOWN, _UP = parse_position(LOW)  # 42 cards face down in column 0


@pytest.mark.parametrize(
    ("columns", "face_down", "foundations", "message"),
    [
        (_COLUMNS[:6], _FACE_DOWN, _UP, "7 columns"),
        (_COLUMNS, [0] * 6, _UP, "7 columns"),
        (_COLUMNS, _FACE_DOWN, [0, 0, 0], "4 foundation"),
        (_COLUMNS, [0] * 7, [14, 0, 2, 0], "0..13"),
        (_COLUMNS, [0] * 7, [-1, 0, 2, 0], "0..13"),
        (_COLUMNS, [0] * 7, [2, 0, 2, 0], "exactly once"),
        (_COLUMNS, [0] * 7, [0, 0, 2, 0], "exactly once"),
        ([*_COLUMNS[:6], [52]], [0] * 7, _UP, "exactly once"),
        (_COLUMNS, [1, 0, 0, 0, 0, 0, 0], _UP, "column 0"),
        (_COLUMNS, [0, 1, 0, 0, 0, 0, 0], _UP, "column 1"),
        (_COLUMNS, [0, 0, -1, 0, 0, 0, 0], _UP, "column 2"),
        ([*_COLUMNS[:6], []], [0] * 7, [1, 0, 2, 0], "exactly once"),
    ],
)
def test_a_board_that_no_game_can_come_to(
    columns: list[list[int]], face_down: list[int], foundations: list[int], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        Game.from_position(columns, face_down, foundations)


# Actions


@given(some_game())
def test_actions_and_moves_name_each_other(game: Game) -> None:
    named = {action: game.move(action) for action in range(32)}
    for action, move in named.items():
        if move is not None:
            assert game.action(*move) == action
            assert move[1] == action // 4
    for card, destination in product(range(-1, 53), range(8)):
        action = game.action(card, destination)
        assert action is None or named[action] == (card, destination)
        if game.refusal(card, destination) == Refusal.NONE:
            assert action in game.legal_actions()
    assert game.legal_moves() == [named[action] for action in game.legal_actions()]


def test_wrong_arguments_say_what_is_allowed() -> None:
    game = hand_made(KINGS)
    for wrong in (-1, 8):
        for ask in (game.refusal, game.play, game.action):
            with pytest.raises(ValueError, match=r"a column 0\.\.6 or 7 for the foundation"):
                ask(0, wrong)
    for wrong in (-1, 32):
        with pytest.raises(ValueError, match=r"0\.\.31"):
            game.move(wrong)


def test_every_refusal_has_a_sentence_of_its_own() -> None:
    sentences = [refusal.sentence for refusal in Refusal]
    assert len(set(sentences)) == len(Refusal)
    assert all(sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize("code", list(Refusal)[1:])
def test_a_refusal_survives_pickling(code: Refusal) -> None:
    back = pickle.loads(pickle.dumps(Refused(code)))
    assert isinstance(back, ValueError)
    assert (back.code, str(back)) == (code, code.sentence)


# Copies, undo, the clock, the end


@pytest.mark.parametrize(
    "copied", [Game.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]
)
@given(game=some_game(), seed=seeds)
def test_a_copy_lives_its_own_life(copied: object, game: Game, seed: int) -> None:
    other = copied(game)  # type: ignore[operator]
    before, log = facts(game), list(game.log)
    assert facts(other) == before
    play_on(random.Random(seed), other, 20, undo=0.3)
    assert (facts(game), game.log) == (before, log)
    play_on(random.Random(seed), game, 20, undo=0.3)
    assert (facts(other), other.log) == (facts(game), game.log)


@given(some_game(undo=-1), st.data())
def test_undo_restores_every_move_back_to_the_hand_made(game: Game, data: st.DataObject) -> None:
    boards = []
    while moves := game.legal_moves():
        if len(boards) == 100:
            break
        boards.append((game.columns, game.face_down, game.foundations, game.score))
        game.play(*data.draw(st.sampled_from(moves)))
    while game.outcome != Outcome.WON and boards:
        game.undo()
        *board, score = boards.pop()
        assert [game.columns, game.face_down, game.foundations] == board
        if game.rules.scoring == "app":
            assert game.score == score


def test_an_unlimited_history_reaches_back_to_the_deal() -> None:
    game = Game(3, Rules(undo=-1))
    dealt = game.columns
    play_on(random.Random(3), game, 300)
    assert game.undo_left == game.moves == 300
    for _ in range(300):
        game.undo()
    assert game.columns == dealt
    assert game.undo_left == 0


@pytest.mark.parametrize("undo", [1, 5, 100])
def test_a_limited_history_keeps_the_last_moves(undo: int) -> None:
    game = Game(3, Rules(undo=undo))
    play_on(random.Random(3), game, 150)
    assert game.undo_left == undo
    later = Game(3, Rules())
    play_on(random.Random(3), later, 150 - undo)
    for _ in range(undo):
        game.undo()
    assert game.columns == later.columns
    with pytest.raises(Refused) as refused:
        game.undo()
    assert refused.value.code == Refusal.NOTHING_TO_UNDO


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("seconds", [-0.001, float("nan"), float("inf")])
def test_the_clock_only_goes_forward(scoring: str, seconds: float) -> None:
    game = hand_made(PAIRS, scoring=scoring)
    game.tick(12.5)
    with pytest.raises(ValueError, match="clock"):
        game.tick(seconds)
    assert game.seconds == 12.5


def test_the_clock_of_a_won_game_stands_still() -> None:
    game = hand_made("KS", scoring="skill")
    game.play(*parse_move("KS^"))
    won = facts(game)
    game.tick(100)
    assert facts(game) == won


@pytest.mark.parametrize("autofinish", [False, True])
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_win_is_625_under_app(variant: str, autofinish: bool) -> None:
    game = won_game(Rules(variant=variant, autofinish=autofinish))
    assert game.outcome == Outcome.WON
    again = Game(game.deal, game.rules)  # type: ignore[arg-type]
    returns = 0
    for action in game.log:
        card, destination = again.move(action)  # type: ignore[misc]
        returns += not any(card in column for column in again.columns)
        again.play(card, destination)
    assert game.score == again.score == 625 + 10 * returns  # a card that came back pays again
    assert game.legal_moves() == []
    with pytest.raises(Refused) as refused:
        game.undo()
    assert refused.value.code == Refusal.GAME_OVER


def test_a_stuck_game_is_stuck_until_a_move_is_taken_back() -> None:
    assert hand_made(STUCK).outcome == Outcome.STUCK
    line = "KH / KD / QH / 2S / 2H / 2D / [* 9C] JS"
    game = hand_made(line, undo=1)
    game.play(*parse_move("JS>3"))
    assert (game.legal_moves(), game.outcome) == ([], Outcome.PLAYING)
    game.undo()
    assert game.outcome == Outcome.PLAYING
    game = hand_made(line)
    game.play(*parse_move("JS>3"))
    assert game.outcome == Outcome.STUCK


# The order of the columns is no matter


@given(seeds, some_rules(), st.permutations(range(7)))
def test_columns_in_another_order(seed: int, rules: Rules, order: list[int]) -> None:
    chance = random.Random(seed)
    columns, _, up = random_position(chance)
    game = Game.from_position(columns, [0] * 7, up, rules)
    other = Game.from_position([columns[i] for i in order], [0] * 7, up, rules)
    place = {i: order.index(i) for i in range(7)} | {FOUNDATION: FOUNDATION}
    for _ in range(30):
        moves = game.legal_moves()
        assert {(card, place[where]) for card, where in moves} == set(other.legal_moves())
        if not moves:
            break
        card, where = chance.choice(moves)
        game.play(card, where)
        other.play(card, place[where])
        assert (other.score, other.foundations) == (game.score, game.foundations)


@pytest.mark.parametrize("card", ["TD", 1.5, None])
@pytest.mark.parametrize("method", ["tap", "double_tap"])
def test_a_card_is_an_integer(method, card):
    game = Game(1)
    for call in (getattr(game, method), lambda card: game.play(card, 3)):
        with pytest.raises(ValueError, match=r"a card is an integer 0\.\.51"):
            call(card)


def test_huge_numbers_are_no_cards():
    with pytest.raises(Refused) as refused:
        Game(1).play(10**30, 3)
    assert refused.value.code == Refusal.NO_SUCH_CARD


@pytest.mark.parametrize("destination", [-1, 8, 2.5, "3", None])
def test_a_destination_is_an_integer(destination):
    with pytest.raises(ValueError, match=r"a destination is a column 0\.\.6 or 7"):
        Game(1).play(0, destination)
