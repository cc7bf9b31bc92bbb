"""Thoughts in records: kept exactly, checked when they are read."""

import json
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from yukon_env import Game, Record, RecordError, Thoughts, load_records, save_records
from yukon_env.core.notation import move_text


def thinker(moves: int = 3) -> Record:
    """The record of a player that says nothing of its second move."""
    game, thoughts = Game(1), []
    for number in range(moves):
        legal = game.legal_moves()
        shares = {move: np.float32(1 / len(legal)) for move in legal}
        thoughts.append(None if number == 1 else Thoughts(0.25, shares))
        game.play(*legal[0])
    return Record.of(game, "thinker", thoughts)


def test_thoughts_come_back_from_a_file(tmp_path):
    record = thinker()
    save_records([record], tmp_path / "games.jsonl")
    [again] = load_records(tmp_path / "games.jsonl")
    assert again == record
    assert again.thoughts[1] is None
    assert again.thoughts[0].shares.keys() == set(Game(1).legal_moves())


def test_how_they_stand_in_a_record():
    game = Game(1)
    first, second = game.legal_moves()[:2]
    game.play(*first)
    data = json.loads(Record.of(game, "me", [Thoughts(None, {first: 1, second: 0})]).to_json())
    assert data["thoughts"] == [
        {"value": None, "moves": {move_text(*first): 1, move_text(*second): 0}}
    ]


@pytest.mark.parametrize("thoughts", [None, [None]])
def test_a_record_without_any_has_no_such_key(thoughts):
    game = Game(1)
    game.play(*game.legal_moves()[0])
    record = Record.of(game, "me", thoughts)
    assert "thoughts" not in json.loads(record.to_json())
    assert Record.from_json(record.to_json()).thoughts is None


def test_one_for_each_move():
    with pytest.raises(ValueError, match="1 thoughts for 0 moves"):
        Record.of(Game(1), "me", [None])


@pytest.mark.parametrize(
    ("value", "share", "message"),
    [
        (float("nan"), 1.0, "thoughts at move 1: value must be .* got nan"),
        (1.5, 1.0, "thoughts at move 1: value must be .* got 1.5"),
        (0.5, np.float32("nan"), "thoughts at move 1: the share of '6S>1' must be .* got nan"),
        (None, -0.5, "thoughts at move 1: the share of '6S>1' must be .* got -0.5"),
    ],
)
def test_what_could_not_be_read_again_is_not_kept(value, share, message):
    game = Game(1)
    move = game.legal_moves()[0]
    game.play(*move)
    with pytest.raises(ValueError, match=message):
        Record.of(game, "me", [Thoughts(value, {move: share})])


Change = Callable[[list[Any]], object]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda each: each.pop(), "thoughts must be a list with one entry, or null, for each move"),
        (lambda each: each.__setitem__(0, 0.5), "thoughts at move 1: thoughts are null or an obj"),
        (lambda each: each[2].pop("value"), "thoughts at move 3: .* exactly the keys value, moves"),
        (
            lambda each: each[2].update(value=1.5),
            "move 3: value must be null or a number 0..1, got",
        ),
        (lambda each: each[2].update(value=True), "value must be null or a number 0..1, got True"),
        (lambda each: each[0].update(value=float("nan")), "value must be .* got nan"),
        (lambda each: each[0].update(moves=[]), "move 1: moves must be an object of shares"),
        (lambda each: each[0].update(moves={"TD>8": 1}), "move 1: 'TD>8' is no move such as TD>3"),
        (lambda each: each[0].update(moves={"TD>3": "1"}), "the share of 'TD>3' must be a number"),
    ],
)
def test_corrupt_thoughts_are_told(tmp_path, change: Change, message):
    data = json.loads(thinker().to_json())
    change(data["thoughts"])
    path = tmp_path / "games.jsonl"
    path.write_text(f"{thinker().to_json()}\n{json.dumps(data)}\n")
    with pytest.raises(RecordError, match=f"games.jsonl, line 2: .*{message}"):
        load_records(path)


@pytest.mark.parametrize("move", [(52, 0), (-1, 0), (3, 8), (3, -1)])
def test_a_move_that_no_card_can_make_is_refused_in_words(move):
    with pytest.raises(ValueError, match=r"card 0\.\.51 to a destination 0\.\.7"):
        Thoughts(0.5, {move: 1.0}).to_data()
