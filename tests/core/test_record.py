"""Records: any game replays exactly, anything corrupt is named, nothing is overwritten."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.playing import facts, play_on, random_game, seeds, some_rules
from yukon_env.core.game import Game
from yukon_env.core.notation import play_text
from yukon_env.core.record import Record, RecordError, load_records, save_records
from yukon_env.core.rules import Refused, Rules, app_rules, skill_rules

GOLDEN = Path(__file__).parent / "golden"


def played(rules: Rules, seed: int, steps: int, own_deck: bool = False) -> Game:
    """A game under way; where its moves take no time, a person's clock runs."""
    chance = random.Random(seed)
    game = random_game(chance, rules)
    if own_deck:
        deck = list(range(52))
        chance.shuffle(deck)
        game = Game.from_deck(deck, rules)
    for _ in range(steps):
        if rules.seconds_per_move == 0:
            game.tick(chance.randrange(60_000) / 1000)
        play_on(chance, game, 1, greed=0.5, undo=0.1)
    if rules.seconds_per_move == 0:
        game.tick(3.5)
    return game


def person(steps: int = 25) -> Record:
    """The record of a game that a person played."""
    return Record.of(played(skill_rules(), 7, steps), "somebody")


# There and back


@given(some_rules(), seeds, st.integers(0, 60), st.booleans())
def test_any_game_replays_exactly(rules: Rules, seed: int, steps: int, own_deck: bool) -> None:
    game = played(rules, seed, steps, own_deck)
    record = Record.of(game, "nobody")
    assert Record.from_json(record.to_json()) == record
    replayed = record.final()
    assert facts(replayed) == facts(game)
    assert replayed.log == game.log
    assert (replayed.deal, replayed.rules) == (game.deal, game.rules)


@given(some_rules(), seeds)
def test_a_replay_shows_every_move(rules: Rules, seed: int) -> None:
    game = played(rules, seed, 0)
    chance = random.Random(seed)
    boards = [(game.columns, game.score)]
    for _ in range(30):
        play_on(chance, game, 1, undo=0.2)
        if len(boards) <= len(game.log):
            boards.append((game.columns, game.score))
    games = list(Record.of(game).games())
    assert [(each.columns, each.score) for each in games] == boards
    assert len({id(each.table) for each in games}) == len(games)


def test_what_a_record_says() -> None:
    game = Game("YU1-C-AAAAAAB", app_rules())
    game.tick(1.5)
    game.play(*game.legal_moves()[0])
    game.tick(2.25)
    game.undo()
    data = json.loads(Record.of(game, "me").to_json())
    move = data["moves"][0]
    assert data == {
        "format": 1,
        "deal": "YU1-C-AAAAAAB",
        "variant": "classic",
        "scoring": "app",
        "max_group": 20,
        "autofinish": False,
        "undo": 100,
        "seconds_per_move": 0.0,
        "player": "me",
        "moves": [move, "undo"],
        "times": [1.5, 3.75],
        "result": {"outcome": "playing", "score": 0, "moves": 1, "seconds": 3.75},
    }
    again = Game("YU1-C-AAAAAAB")
    play_text(again, move)
    assert again.log == game.log[:1]


def test_a_given_deck_stands_in_the_record_as_text() -> None:
    data = json.loads(Record.of(Game.from_deck(range(52))).to_json())
    assert data["deck"][:3] == ["AS", "2S", "3S"]
    assert "deal" not in data


def test_a_position_has_no_record() -> None:
    game = Game.from_position([[]] * 7, [0] * 7, [13] * 4)
    with pytest.raises(ValueError, match="position has no record"):
        Record.of(game)


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.jsonl")), ids=lambda path: path.stem)
def test_golden_records_replay(path: Path, tmp_path: Path) -> None:
    records = load_records(path)
    save_records(records, tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_text() == path.read_text()


# Files


def test_a_file_of_records(tmp_path: Path) -> None:
    records = [Record.of(played(app_rules(), seed, 10), f"player {seed}") for seed in range(3)]
    save_records(records, tmp_path / "games.jsonl")
    assert load_records(tmp_path / "games.jsonl") == records
    assert load_records(str(tmp_path / "games.jsonl")) == records
    assert [path.name for path in tmp_path.iterdir()] == ["games.jsonl"]


def test_blank_lines_and_one_record_spread_over_lines(tmp_path: Path) -> None:
    record = person()
    path = tmp_path / "game.json"
    path.write_text(f"\n{record.to_json()}\n\n")
    assert load_records(path) == [record]
    path.write_text(json.dumps(json.loads(record.to_json()), indent=2))
    assert load_records(path) == [record]


def test_a_write_that_fails_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    save_records([person()], path)
    before = path.read_bytes()

    def interrupted() -> Any:
        yield person()
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        save_records(interrupted(), path)
    assert path.read_bytes() == before
    assert [found.name for found in tmp_path.iterdir()] == ["games.jsonl"]


def test_reading_a_corrupt_file_leaves_it_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("{ corrupt")
    with pytest.raises(RecordError):
        load_records(path)
    assert path.read_text() == "{ corrupt"


def test_no_such_file(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        load_records(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "holds no record"), (b"\n \n", "holds no record"), (b"\xff\xfe\x00", "is no text")],
)
def test_a_file_that_holds_none(tmp_path: Path, content: bytes, message: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_bytes(content)
    with pytest.raises(RecordError, match=message) as error:
        load_records(path)
    assert str(path) in str(error.value)


# Corruption

Change = Callable[[dict[str, Any]], object]


def without(key: str) -> Change:
    return lambda data: data.pop(key)


def with_(**values: object) -> Change:
    return lambda data: data.update(values)


def with_move(number: int, text: object) -> Change:
    return lambda data: data["moves"].__setitem__(number - 1, text)


def with_result(**values: object) -> Change:
    return lambda data: data["result"].update(values)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (without("format"), "format must be 1, got None"),
        (with_(format=2), "format must be 1, got 2"),
        (without("deal"), "either deal or deck"),
        (with_(deck=["AS"]), "either deal or deck"),
        (with_(deal=7), "deal must be a code in text, got 7"),
        (with_(deal="YU1-C-AAAA"), "deal: 'YU1-C-AAAA' is no deal code"),
        (with_(deal="YU1-R-AAAAAAB"), "deal: .* is a relaxed deal, and this game is classic"),
        (with_(extra=1), "unknown key 'extra'"),
        (without("player"), "player must be str"),
        (with_(player=3), "player must be str"),
        (without("moves"), "moves must be list"),
        (with_(moves="TD>3"), "moves must be list"),
        (without("variant"), "the key 'variant' is missing"),
        (without("undo"), "the key 'undo' is missing"),
        (with_(variant="clasic"), "rules: variant must be one of"),
        (with_(max_group="20"), "rules: max_group must be"),
        (with_(seconds_per_move=None), "rules: seconds_per_move must be"),
        (without("result"), "result must be dict"),
        (with_(result={}), "exactly the keys"),
        (with_result(score="0"), "must be numbers"),
        (with_result(moves=-1), "must be numbers"),
        (with_result(outcome="won"), "after move 25: the record says outcome 'won', the rules say"),
        (with_result(score=5), "after move 25: the record says score 5"),
        (with_result(moves=99), "after move 25: the record says moves 99"),
        (with_result(seconds=1), "after move 25: the record says seconds 1"),
        (with_(times=[1.0]), "times must be one number of seconds for each move"),
        (lambda data: data["times"].reverse(), "times must be .* none falling"),
        (lambda data: data["times"].__setitem__(0, "1"), "times must be"),
        (with_move(5, "undone"), r"move 5 \('undone'\): a move is TD>3"),
        (with_move(5, "TD>8"), r"move 5 \('TD>8'\): a move is TD>3"),
        (with_move(5, "TX>1"), r"move 5 \('TX>1'\): a move is TD>3"),
        (with_move(5, 3), r"move 5 \(3\): a move is TD>3"),
        (with_move(1, "undo"), r"move 1 \('undo'\): There is no move to take back"),
        (with_move(1, "KC^"), r"move 1 \('KC\^'\): [A-Z]"),
    ],
)
def test_a_corrupt_record_is_told_what_is_wrong(
    tmp_path: Path, change: Change, message: str
) -> None:
    data = json.loads(person().to_json())
    change(data)
    path = tmp_path / "games.jsonl"
    path.write_text(f"{person().to_json()}\n{json.dumps(data)}\n")
    with pytest.raises(RecordError, match=f"games.jsonl, line 2: .*{message}"):
        load_records(path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("{", "no JSON"),
        ("[" * 100_000, "no JSON"),
        ('{"format": 1' + "0" * 5000 + "}", "no JSON"),
        ("[]", "a record is a JSON object"),
        ("3", "a record is a JSON object"),
    ],
)
def test_a_line_that_is_no_record(tmp_path: Path, line: str, message: str) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(f"{person().to_json()}\n\n{line}\n")
    with pytest.raises(RecordError, match=f"line 3: {message}"):
        load_records(path)


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        ("AS", "deck must be a list of 52 cards in text"),
        (["AS"] * 52, "deal: a deck must hold each card"),
        (["AS"], "deal: a deck must be 52 integers"),
        ([0] * 52, "deck: 0 is no card"),
    ],
)
def test_a_corrupt_deck(deck: object, message: str) -> None:
    data = json.loads(Record.of(Game.from_deck(range(52))).to_json())
    data["deck"] = deck
    with pytest.raises(RecordError, match=message):
        Record.from_json(json.dumps(data))


@given(st.data())
def test_a_record_cut_short_or_with_a_changed_byte_never_passes_for_another_game(
    data: st.DataObject,
) -> None:
    record = person()
    text = record.to_json()
    at = data.draw(st.integers(0, len(text) - 1))
    changed = data.draw(
        st.sampled_from([text[:at], text[:at] + "~" + text[at + 1 :], text[:at] + text[at + 1 :]])
    )
    try:
        other = Record.from_json(changed)
        game = other.final()
    except RecordError:
        return
    assert (game.score, game.moves, game.seconds) == tuple(
        other.result[key] for key in ("score", "moves", "seconds")
    )


@pytest.mark.parametrize("text", ["TD>8", "TD>0", "TD", "", "10D>3", "UNDO", "TD>3 ", "td>3"])
def test_text_that_is_no_move(text: str) -> None:
    game = Game(1)
    with pytest.raises(ValueError, match="a move is") as error:
        play_text(game, text)
    assert not isinstance(error.value, Refused)
    assert game.log == []


@pytest.mark.parametrize("scoring", ["app", "skill"])
def test_a_clock_that_ran_between_timed_moves_replays(scoring):
    game = Game(1, Rules(scoring=scoring, seconds_per_move=2.0, undo=5))
    for seconds in (0, 40.5, 3):
        game.tick(seconds)
        game.play(*game.legal_moves()[0])
    game.undo()
    game.tick(31)
    end = Record.from_json(Record.of(game).to_json()).final()
    assert (end.seconds, end.score, end.moves) == (game.seconds, game.score, game.moves)


def test_a_timed_game_needs_no_times():
    game = Game(1, Rules(seconds_per_move=2.0))
    game.play(*game.legal_moves()[0])
    assert Record.of(game).times is None


def test_a_line_break_of_another_kind_stays_in_a_name(tmp_path):
    game = Game(1)
    save_records([Record.of(game, "a\u2028b")] * 2, tmp_path / "games")
    text = (tmp_path / "games").read_text().replace("\\u2028", "\u2028")
    (tmp_path / "games").write_text(text)
    assert [record.player for record in load_records(tmp_path / "games")] == ["a\u2028b"] * 2
