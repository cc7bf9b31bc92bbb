"""The page as a file: what it holds, and what it must not."""

import json
import os
import re
from dataclasses import replace

import pytest

from tests.render.boards import from_columns, random_states
from yukon_env.core.cards import card_text, parse_card
from yukon_env.core.game import Game
from yukon_env.core.record import Record
from yukon_env.core.rules import Rules
from yukon_env.core.thoughts import Thoughts
from yukon_env.render import write_page
from yukon_env.render.board import Board
from yukon_env.render.webpage import _LETTERS, _frame

NASTY = "</script><img src=x onerror=alert(1)>&{{style}}\u2028\"'"


def played(moves=12, player="someone", number=1):
    return Record.of(random_states(number, moves)[-1], player)


def data_of(path):
    page = path.read_text(encoding="utf-8")
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.DOTALL)[1])


def test_each_step_is_the_board_that_the_engine_shows(tmp_path):
    record = played()
    write_page([record], tmp_path / "game.html")
    [game] = data_of(tmp_path / "game.html")
    for state, frame in zip(record.games(), game["frames"], strict=True):
        board = Board.of(state)
        columns = [
            tuple(None if letter == "." else _LETTERS.index(letter) for letter in column)
            for column in frame[0].split("/")
        ]
        assert tuple(columns) == board.columns
        assert frame[1:5] == [list(board.foundations), board.score, board.moves, board.clock]


def test_cards_that_go_up_by_themselves_are_in_their_order():
    before = from_columns("KS / KH QH / KD / KC", rules=Rules(autofinish=True))
    after = before.copy()
    after.play(parse_card("KS"), 7)
    rising = _frame(Board.of(before), Board.of(after))[5]
    cards = [card_text(_LETTERS.index(letter)) for letter in rising]
    assert sorted(cards) == sorted(["KS", "QH", "KH", "KD", "KC"])
    assert cards.index("QH") < cards.index("KH")


def test_thoughts_are_shown_largest_first(tmp_path):
    game = Game(1)
    moves = game.legal_moves()[:3]
    game.play(*moves[1])
    record = Record.of(
        game, "me", [Thoughts(0.12345, dict(zip(moves, (0.1, 0.6, 0.3), strict=True)))]
    )
    write_page([record], tmp_path / "game.html")
    [[value, shown]] = data_of(tmp_path / "game.html")[0]["thoughts"]
    assert value == 0.123
    assert [each[1:] for each in shown] == [[0.6, True], [0.3, False], [0.1, False]]


def test_names_are_only_text(tmp_path):
    write_page([played(player=NASTY)], tmp_path / "game.html")
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert "<img" not in page
    assert page.count("</script>") == 2
    assert data_of(tmp_path / "game.html")[0]["player"] == NASTY


def test_nothing_is_fetched(tmp_path):
    write_page([played()], tmp_path / "game.html")
    page = (tmp_path / "game.html").read_text(encoding="utf-8")
    assert "default-src 'none'" in page
    addresses = set(re.findall(r"https?://[^\"'\s)]+", page))
    assert addresses == {"http://www.w3.org/2000/svg"}


def test_a_failure_leaves_what_was_there(tmp_path):
    path = tmp_path / "game.html"
    path.write_text("an older page")
    with pytest.raises(ValueError, match="no game"):
        write_page([], path)
    with pytest.raises(ValueError, match="after move 12"):
        write_page([replace(played(), result=played().result | {"score": 999})], path)
    with pytest.raises(OSError, match="nowhere"):
        write_page([played()], tmp_path / "nowhere" / "game.html")
    assert path.read_text() == "an older page"
    assert os.listdir(tmp_path) == ["game.html"]
