"""What each system's gestures mean, without a window."""

from dataclasses import asdict

import pytest

from tests.playing import hand_made
from yukon_env.core.cards import parse_card
from yukon_env.core.game import Game
from yukon_env.core.rules import FOUNDATION, Outcome, Refusal, app_rules, skill_rules
from yukon_env.play.table import DOUBLE_TAP, Aids, Moved, Table, Turned
from yukon_env.render.geometry import Hit


class Told(list):
    """What a table has reported, in order."""

    @property
    def reasons(self):
        return [event.reason for event in self if isinstance(event, Turned)]

    @property
    def moves(self):
        return [event for event in self if isinstance(event, Moved)]


def table_of(position, rules, **aids):
    told = Told()
    game = hand_made(position, **asdict(rules))
    return Table(game, Aids(**aids), told.append), told


def at(table, text):
    """The point where an open card lies."""
    card = parse_card(text)
    for place, column in enumerate(table.game.columns):
        if card in column:
            return Hit(place, card, column.index(card))
    return Hit(FOUNDATION, card, card % 13)


def place_of(table, text):
    return at(table, text).place


@pytest.fixture
def app():
    return table_of("- / [*] 5H 9C AS / 6S / 6C TD / QH 3C / KD / KS", app_rules())


@pytest.fixture
def skill():
    return table_of("- / [*] 5H 9C AS / 6S / 6C TD / QH 3C / KD / KS", skill_rules())


# The app


def test_app_tap_sends_a_last_card_up_at_once(app):
    table, told = app
    table.tap(at(table, "AS"), 0.0)
    assert table.game.foundations == (1, 0, 0, 0)
    assert len(told.moves) == 1


def test_app_tap_on_a_covered_card_is_refused_once_no_second_tap_can_come(app):
    table, told = app
    table.tap(at(table, "5H"), 0.0)
    table.pass_time(DOUBLE_TAP)
    assert told == []
    table.pass_time(DOUBLE_TAP + 0.01)
    assert told.reasons == [Refusal.ONLY_LAST_CARD]
    assert table.game.moves == 0


def test_app_double_tap_takes_card_and_group_to_the_longest_column(app):
    table, told = app
    table.tap(at(table, "9C"), 0.0)
    table.tap(at(table, "9C"), DOUBLE_TAP)
    assert place_of(table, "9C") == place_of(table, "AS") == 3
    assert told.reasons == []


def test_app_double_tap_prefers_the_longer_column():
    table, _ = table_of("- / [*] 5H / JH 6S / QH TH 6C / KD / KS / KC", app_rules())
    hit = at(table, "5H")
    table.tap(hit, 0.0)
    table.tap(hit, 0.1)
    assert place_of(table, "5H") == 3


def test_app_double_tap_takes_a_king_to_an_empty_column():
    table, _ = table_of("- / [*] KD 9C / 5S / 6S / 7S / 8S", app_rules())
    hit = at(table, "KD")
    table.tap(hit, 0.0)
    table.tap(hit, 0.1)
    assert place_of(table, "9C") == place_of(table, "KD") == 0


def test_app_the_second_half_of_a_double_tap_does_not_meet_the_card_beneath():
    table, told = table_of("up: - - - -\n- / [*] 2S AS / KD / KS / KC / KH / QH", app_rules())
    hit = at(table, "AS")
    table.tap(hit, 0.0)
    table.tap(Hit(hit.place, parse_card("2S"), hit.depth - 1), 0.2)
    assert table.game.foundations == (1, 0, 0, 0)
    table.tap(Hit(hit.place, parse_card("2S"), hit.depth - 1), 1.0)
    assert table.game.foundations == (2, 0, 0, 0)
    assert told.reasons == []


def test_app_double_click_can_be_turned_off(app):
    table, told = app
    table.aids.double_tap = False
    table.tap(at(table, "9C"), 0.0)
    table.tap(at(table, "9C"), 0.1)
    assert table.game.moves == 0
    assert told.reasons[0] == Refusal.ONLY_LAST_CARD


# skill.games


def test_skill_tap_takes_the_card_and_all_on_it_to_a_column(skill):
    table, told = skill
    table.tap(at(table, "9C"), 0.0)
    assert place_of(table, "9C") == place_of(table, "AS") == 3
    assert told.reasons == []


def test_skill_tap_sends_up_at_once_what_is_safe(skill):
    table, _ = skill
    table.tap(at(table, "AS"), 0.0)
    assert table.game.foundations == (1, 0, 0, 0)


def unsafe_five():
    """The five of hearts could go up, but black fours still want it as a place."""
    return table_of("up: - 4H - -\n- / [*] 9C 5H / KD 6S / KS / KC / KH / QH", skill_rules())


def test_skill_tap_keeps_down_what_is_not_safe():
    table, _ = unsafe_five()
    table.tap(at(table, "5H"), 0.0)
    assert table.game.moves == 0
    table.pass_time(DOUBLE_TAP + 0.01)
    assert place_of(table, "5H") == 2
    assert table.game.foundations == (0, 4, 0, 0)


def test_skill_double_tap_sends_straight_up():
    table, _ = unsafe_five()
    table.tap(at(table, "5H"), 0.0)
    table.tap(at(table, "5H"), 0.2)
    assert table.game.foundations == (0, 5, 0, 0)
    assert table.game.moves == 1


def test_skill_a_tap_that_waits_is_played_before_the_next_one():
    table, _ = unsafe_five()
    table.tap(at(table, "5H"), 0.0)
    table.tap(Hit(0, None, None), 0.1)
    assert place_of(table, "5H") == 2


def test_skill_tap_with_nowhere_to_go_shakes(skill):
    table, told = skill
    table.tap(at(table, "3C"), 0.0)
    assert told == [Turned(told[0].reason, (parse_card("3C"),), dropped=False)]


def test_skill_the_rest_goes_up_by_itself_after_what_was_dropped_lies():
    position = "KS / KH / KD QD / KC / QC / QH JH"
    table, told = table_of(position, skill_rules())
    table.lift(at(table, "QC"))
    table.drop(1)
    event = told.moves[0]
    assert event.dropped == (parse_card("QC"),)
    assert event.before.columns[1] == (parse_card("KH"), parse_card("QC"))
    assert event.after.outcome == Outcome.WON


# Dragging, in both


@pytest.mark.parametrize("rules", [app_rules(), skill_rules()], ids=["app", "skill"])
def test_drag_takes_all_on_it_along(rules):
    table, told = table_of("- / [*] 9C AS / 6S / 6C TD / QH 3C / KD / KS", rules)
    assert table.lift(at(table, "9C"))
    assert table.lifted == (parse_card("9C"), parse_card("AS"))
    assert table.places() == [3]
    table.drop(3)
    assert place_of(table, "AS") == 3
    assert table.lifted == ()
    assert told.moves[0].dropped == (parse_card("9C"), parse_card("AS"))


def test_drag_back_from_a_foundation():
    table, _ = table_of("up: - 4H - -\n- / [*] 9C 5H / KD 5S / KS / KC / KH / QH", app_rules())
    assert table.lift(Hit(FOUNDATION, parse_card("4H"), 3))
    assert table.places() == [2]
    table.drop(2)
    assert table.game.foundations == (0, 3, 0, 0)
    assert table.game.score == 0


DROPS = [
    ("9C", 2, Refusal.WRONG_RANK),
    ("9C", 5, Refusal.WRONG_RANK),
    ("9C", 0, Refusal.ONLY_KING_ON_EMPTY),
    ("9C", FOUNDATION, Refusal.ONLY_LAST_CARD),
    ("3C", FOUNDATION, Refusal.NOT_NEXT_ON_FOUNDATION),
    ("QH", 5, Refusal.WRONG_COLOUR),
    ("9C", 1, Refusal.SAME_COLUMN),
    ("9C", None, Refusal.SAME_COLUMN),
]


@pytest.mark.parametrize(("card", "place", "reason"), DROPS)
def test_a_refused_drop_changes_nothing_and_says_which_rule(app, card, place, reason):
    table, told = app
    before = table.game.table.copy()
    table.lift(at(table, card))
    lifted = table.lifted
    table.drop(place)
    assert told == [Turned(reason, lifted, dropped=True)]
    assert (table.game.table == before).all()


def test_a_face_down_card_is_refused(app):
    table, told = app
    assert not table.lift(Hit(1, None, 0))
    assert told.reasons == [Refusal.FACE_DOWN]
    table.tap(Hit(1, None, 0), 0.0)
    assert told.reasons == [Refusal.FACE_DOWN] * 2


@pytest.mark.parametrize(("rules", "is_refused"), [(app_rules(), True), (skill_rules(), False)])
def test_a_group_of_more_than_20_moves_in_skill_games_alone(rules, is_refused):
    group = "TD 2S 3S 4S 5S 6S 7S 8S 9S TS QS KS 2H 3H 4H 5H 6H 7H 8H 9H TH"
    table, told = table_of(f"JC / [*] {group} / KD / KC / KH / QH / QD", rules)
    table.lift(at(table, "TD"))
    assert len(table.lifted) == 21
    table.drop(0)
    assert (told.reasons == [Refusal.GROUP_TOO_LARGE]) == is_refused


# Auto-place


def test_auto_place_is_off_at_first(app):
    table, told = app
    table.lift(at(table, "9C"))
    table.drop(6)
    assert told.reasons == [Refusal.WRONG_RANK]


@pytest.mark.parametrize("place", [0, 2, 5, 6, FOUNDATION, None])
def test_auto_place_finds_the_column_wherever_cards_are_dropped(app, place):
    table, told = app
    table.aids.auto_place = True
    table.lift(at(table, "9C"))
    table.drop(place)
    assert place_of(table, "9C") == 3
    assert told.reasons == []


def test_auto_place_leaves_legal_drops_and_second_thoughts_alone(app):
    table, told = app
    table.aids.auto_place = True
    table.lift(at(table, "AS"))
    table.drop(FOUNDATION)
    assert table.game.foundations == (1, 0, 0, 0)
    table.lift(at(table, "9C"))
    table.drop(1)
    assert told.reasons == [Refusal.SAME_COLUMN]


def test_auto_place_is_not_in_skill_games(skill):
    table, told = skill
    table.aids.auto_place = True
    table.lift(at(table, "9C"))
    table.drop(6)
    assert told.reasons == [Refusal.WRONG_RANK]


# Undo


@pytest.mark.parametrize(
    ("rules", "taken_back"), [(app_rules(), 100), (skill_rules(), 120)], ids=["app", "skill"]
)
def test_undo_reaches_100_moves_back_or_to_the_deal(rules, taken_back):
    told = Told()
    table = Table(Game(1, rules), Aids(), told.append)
    start = table.game.columns
    for _ in range(60):  # to and fro
        assert table.play(*table.game.legal_moves()[0])
        assert table.play(*table.game.legal_moves()[-1])
    moves = table.game.moves
    for _ in range(taken_back):
        table.undo()
    assert told.reasons == []
    table.undo()
    assert told.reasons == [Refusal.NOTHING_TO_UNDO]
    assert (table.game.columns == start) == (rules.scoring == "skill")
    assert table.game.moves == moves + (taken_back if rules.scoring == "skill" else 0)
