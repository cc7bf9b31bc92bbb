"""The slow engine against hand-made expectations, and the expectations' own notation."""

import random
from collections import Counter

import pytest

from tests.positions import (
    KINGS,
    LEGAL_CASES,
    LINE_CASES,
    LOW,
    MOVE_CASES,
    PAIRS,
    TAP_CASES,
    LegalCase,
    LineCase,
    MoveCase,
    TapCase,
    move_text,
    parse_move,
    parse_position,
    parse_script,
    position_text,
)
from tests.reference import Reference, deal
from yukon_env.core.cards import NUM_CARDS, parse_card
from yukon_env.core.rules import SCORINGS, VARIANTS, Outcome, Refusal, Rules


def start(position: str, **rules: object) -> Reference:
    return Reference.from_position(*parse_position(position), Rules(**rules))  # type: ignore[arg-type]


def state(game: Reference) -> tuple[object, ...]:
    return (
        [list(column) for column in game.columns],
        list(game.face_down),
        list(game.foundations),
        game.score,
        game.moves,
        game.milliseconds,
        len(game.kept),
    )


def case_name(case: MoveCase | LegalCase | TapCase) -> str:
    words = [case.name, case.variant]
    if isinstance(case, TapCase):
        words += [case.scoring, case.gesture]
    return ", ".join(words)


# The deal


def test_deal_is_klondikes_triangle_and_four_rounds() -> None:
    columns, face_down = deal(range(52))
    assert columns == [
        [0],
        [1, 7, 28, 34, 40, 46],
        [2, 8, 13, 29, 35, 41, 47],
        [3, 9, 14, 18, 30, 36, 42, 48],
        [4, 10, 15, 19, 22, 31, 37, 43, 49],
        [5, 11, 16, 20, 23, 25, 32, 38, 44, 50],
        [6, 12, 17, 21, 24, 26, 27, 33, 39, 45, 51],
    ]
    assert face_down == [0, 1, 2, 3, 4, 5, 6]


def test_new_game() -> None:
    game = Reference(range(52), Rules())
    assert [len(column) for column in game.columns] == [1, 6, 7, 8, 9, 10, 11]
    assert sum(game.face_down) == 21
    assert game.foundations == [0, 0, 0, 0]
    assert (game.score, game.moves, game.milliseconds) == (0, 0, 0)
    assert game.outcome == Outcome.PLAYING


# Hand-made positions


@pytest.mark.parametrize("case", MOVE_CASES, ids=case_name)
def test_refusal(case: MoveCase) -> None:
    game = start(case.position, variant=case.variant, max_group=case.max_group)
    card, destination = parse_move(case.move)
    assert game.refusal(card, destination) == case.refusal
    assert ((card, destination) in game.legal_moves()) == (case.refusal == Refusal.NONE)
    before = state(game)
    assert game.play(card, destination) == case.refusal
    assert (state(game) == before) == (case.refusal != Refusal.NONE)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("card", [-1, 52, 99, -52])
def test_no_such_number(variant: str, card: int) -> None:
    game = start(KINGS, variant=variant)
    for destination in range(8):
        assert game.refusal(card, destination) == Refusal.NO_SUCH_CARD
    assert game.tap(card) is Refusal.NO_SUCH_CARD
    assert game.double_tap(card) is Refusal.NO_SUCH_CARD
    assert start("-", variant=variant).refusal(card, 0) == Refusal.GAME_OVER


@pytest.mark.parametrize("case", LEGAL_CASES, ids=case_name)
def test_legal_moves(case: LegalCase) -> None:
    game = start(case.position, variant=case.variant, max_group=case.max_group)
    assert {move_text(*move) for move in game.legal_moves()} == set(case.moves.split())


@pytest.mark.parametrize("case", TAP_CASES, ids=case_name)
def test_taps(case: TapCase) -> None:
    game = start(
        case.position, variant=case.variant, scoring=case.scoring, max_group=case.max_group
    )
    card = parse_card(case.card)
    before = state(game)
    answer = game.tap(card) if case.gesture == "tap" else game.double_tap(card)
    assert state(game) == before
    if isinstance(case.answer, Refusal):
        assert isinstance(answer, Refusal)
        assert answer == case.answer
    else:
        assert not isinstance(answer, Refusal)
        assert answer == (7 if case.answer == "^" else int(case.answer) - 1)


@pytest.mark.parametrize("case", LINE_CASES, ids=lambda case: case.name)
def test_lines(case: LineCase) -> None:
    game = start(case.position, **case.rules)
    for step in parse_script(case.script):
        if step.kind == "tick":
            game.tick(step.milliseconds)
            continue
        before = state(game)
        played = step.kind == "play"
        refusal = game.play(step.card, step.destination) if played else game.undo()
        assert refusal == step.refusal
        if refusal != Refusal.NONE:
            assert state(game) == before
    assert (game.score, game.moves, game.milliseconds) == (
        case.score,
        case.moves,
        case.milliseconds,
    )
    assert game.outcome == case.outcome
    after = parse_position(case.after)
    assert (game.columns, game.face_down, game.foundations) == (
        after.columns,
        after.face_down,
        after.foundations,
    )


def test_the_cases_cover_every_rule_in_every_variant() -> None:
    everywhere = set(Refusal) - {
        Refusal.NOTHING_TO_UNDO,
        Refusal.WRONG_COLOUR,
        Refusal.WRONG_SUIT,
    }
    for variant in VARIANTS:
        seen = {case.refusal for case in MOVE_CASES if case.variant == variant}
        expected = set(everywhere)
        if variant == "classic":
            expected.add(Refusal.WRONG_COLOUR)
        if variant == "russian":
            expected.add(Refusal.WRONG_SUIT)
        assert seen == expected
    refused = {step.refusal for case in LINE_CASES for step in parse_script(case.script)}
    assert {Refusal.NOTHING_TO_UNDO, Refusal.GAME_OVER} <= refused
    names = Counter((case.name, case.variant) for case in MOVE_CASES)
    assert max(names.values()) == 1
    assert max(Counter(case.name for case in LINE_CASES).values()) == 1


# Random games: what must hold everywhere


@pytest.mark.parametrize("scoring", SCORINGS)
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("seed", range(4))
def test_random_play(variant: str, scoring: str, seed: int) -> None:
    chance = random.Random(f"{variant} {scoring} {seed}")
    deck = list(range(NUM_CARDS))
    chance.shuffle(deck)
    rules = Rules(
        variant=variant,
        scoring=scoring,
        undo=[0, 3, -1, 100][seed],
        autofinish=seed % 2 == 1,
        max_group=[20, 4, None, 1][seed],
    )
    game = Reference(deck, rules)
    ups = 0
    for _ in range(80):
        legal = game.legal_moves()
        assert legal == {
            (card, destination)
            for card in range(NUM_CARDS)
            for destination in range(8)
            if game.refusal(card, destination) == Refusal.NONE
        }
        cards = [card for column in game.columns for card in column]
        assert len(cards) + sum(game.foundations) == NUM_CARDS
        for column, hidden in zip(game.columns, game.face_down, strict=True):
            assert 0 <= hidden < max(1, len(column))
        if not legal:
            assert game.outcome != Outcome.PLAYING or game.can_undo
            break
        for card in range(NUM_CARDS):
            for answer in (game.tap(card), game.double_tap(card)):
                assert isinstance(answer, Refusal) or (card, answer) in legal

        trial = game.copy()
        card, destination = chance.choice(sorted(legal))
        before = state(game)
        assert game.play(card, destination) == Refusal.NONE
        assert game.moves == trial.moves + 1
        assert game.milliseconds == trial.milliseconds + 2000
        assert state(trial) == before
        ups += max(0, sum(game.foundations) - sum(trial.foundations))
        if scoring == "app" and not rules.autofinish:
            assert game.score == 10 * ups + 5 * (21 - sum(game.face_down))
        if rules.undo != 0 and game.outcome != Outcome.WON:
            back = game.copy()
            assert back.undo() == Refusal.NONE
            assert (back.columns, back.face_down, back.foundations) == before[:3]
            if scoring == "app":
                assert back.score == trial.score


# Mistakes in use


def test_positions_that_are_none() -> None:
    columns, face_down, foundations = parse_position(KINGS)
    bad_columns = [[0], *columns[1:]]
    for wrong in (
        (columns[:6], face_down, foundations),
        (bad_columns, face_down, foundations),
        (columns, [1, 0, 0, 0, 0, 0, 0], foundations),
        (columns, [0, 0, 0, 0, 1, 0, 0], foundations),
        (columns, face_down, [12, 12, 12, 13]),
    ):
        with pytest.raises(ValueError, match=r"a position has|last card"):
            Reference.from_position(*wrong, Rules())


def test_wrong_arguments() -> None:
    game = start(KINGS)
    for destination in (-1, 8):
        with pytest.raises(ValueError, match="destination"):
            game.refusal(0, destination)
    with pytest.raises(ValueError, match="clock"):
        game.tick(-1)


# The notation


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("KS / KS", "more than once: KS"),
        ("QS", "KS cannot be up"),
        ("KS / KH QH / KD JD", "QD cannot be up"),
        ("up: KS KH KD KC\n KS", "both in a column and up: KS"),
        ("up: QS KH KD KC", "nowhere: KS"),
        ("up: KS KH KD", "needs four"),
        ("up: KH KS KD KC", "in the place of another suit"),
        ("[KS]", "the last card of a column is face up"),
        ("KS [QS]", "face-down cards come first"),
        ("[KS QS", "face-down cards come first"),
        ("- / - / - / - / - / - / - / -", "8 columns"),
        ("KS..QH", "no run of one suit"),
        ("[*] KS / * KH", r"more than one \*"),
        ("10S", "no card"),
    ],
)
def test_text_that_is_no_position(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_position(text)


def test_parse_position() -> None:
    assert parse_position("[QH] JS / KS QS\n KH # a king\n - / KD..JD") == (
        [[24, 10], [12, 11], [25], [], [38, 37, 36], [], []],
        [1, 0, 0, 0, 0, 0, 0],
        [10, 11, 10, 13],
    )
    columns, face_down, foundations = parse_position(LOW)
    assert columns[1:] == [[2], [13], [28], [39], [1], [40]]
    assert columns[0][-1] == parse_card("2H")
    assert face_down == [len(columns[0]) - 1, 0, 0, 0, 0, 0, 0]
    assert foundations == [1, 0, 2, 0]


@pytest.mark.parametrize("case", LINE_CASES, ids=lambda case: case.name)
def test_position_text_is_the_way_back(case: LineCase) -> None:
    position = parse_position(case.position)
    assert parse_position(position_text(*position)) == position
    assert parse_position(start(case.position).text()) == position


def test_text() -> None:
    game = start("[KS] QS / QC KC")
    game.play(*parse_move("QS^"))
    assert game.text() == "\n".join(
        ["up: QS KH KD JC", "KS", "QC KC", "-", "-", "-", "-", "-", "# 15 points, 1 moves, 2.000 s"]
    )
    assert start(PAIRS.replace("KS QS", "[KS] QS")).text().splitlines()[1] == "[KS] QS"


@pytest.mark.parametrize("text", ["TD>8", "TD>0", "TD", "1D^", "TD>", ""])
def test_text_that_is_no_move(text: str) -> None:
    with pytest.raises(ValueError, match=r"no move|no card"):
        parse_move(text)


@pytest.mark.parametrize("text", ["TD>3", "AS^", "KC>7", "2H>1"])
def test_move_text_is_the_way_back(text: str) -> None:
    assert move_text(*parse_move(text)) == text
