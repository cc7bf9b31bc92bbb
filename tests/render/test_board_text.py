import io
import re

import pytest

from tests.render.boards import from_columns, twins
from yukon_env.core.cards import parse_card
from yukon_env.core.game import Game
from yukon_env.core.rules import Outcome, Rules
from yukon_env.render import board_text, supports_colour, supports_symbols

DEAL_1 = """\
Foundations   --   --   --   --

  1    2    3    4    5    6    7
 7♥   ░░   ░░   ░░   ░░   ░░   ░░
      6♥   ░░   ░░   ░░   ░░   ░░
      Q♠   2♥   ░░   ░░   ░░   ░░
      A♦   4♣   2♠   ░░   ░░   ░░
      9♥   K♣   6♠   K♦   ░░   ░░
      8♠   3♥   6♦   7♠   J♣   ░░
          10♠   3♣   Q♣   A♣   8♣
                3♦   A♠   Q♦   5♠
                     2♣   4♠   Q♥
                          9♦   2♦
                               7♣

Score 0 | Moves 0 | Time 0:00 | YU1-C-AAAAAAB | classic | Playing"""


def strip_colour(text: str) -> str:
    return re.sub(r"\x1b\[\d*m", "", text)


def test_deal_with_symbols():
    assert board_text(Game("YU1-C-AAAAAAB")) == DEAL_1


def test_deal_in_ascii_says_the_same():
    text = board_text(Game("YU1-C-AAAAAAB"), symbols=False)
    translated = DEAL_1.replace("10♠", " TS").replace("░", "#")
    for symbol, letter in zip("♠♥♦♣", "SHDC", strict=True):
        translated = translated.replace(symbol, letter)
    assert text == translated
    assert text.isascii()


def test_foundations_and_empty_columns():
    text = board_text(from_columns("KS JS / QS / / KD KC"), symbols=False)
    lines = text.splitlines()
    assert lines[0] == "Foundations   TS   KH   QD   QC"
    assert lines[3:5] == [" KS   QS   --   KD   --   --   --", " JS             KC"]


def test_status_counts_and_tells_the_end():
    game = from_columns("KS")
    game.play(parse_card("KS"), 7)
    game.tick(123)  # a won game's clock stands still
    assert board_text(game).endswith("Score 10 | Moves 1 | Time 0:00 | own cards | classic | Won")
    other = Game("YU1-S-AAAAAAC")
    other.tick(754.9)
    assert board_text(other).endswith("Time 12:34 | YU1-S-AAAAAAC | russian | Playing")


def test_a_dead_end_is_told():
    game = from_columns("KH / KD / QH JS / 2S / 2H / 2D / AS AH AD AC", rules=Rules(max_group=1))
    assert game.outcome == Outcome.STUCK
    assert board_text(game).endswith("classic | No moves left")


def test_colour_changes_nothing_but_colour():
    game = Game(7)
    coloured = board_text(game, colour=True)
    assert strip_colour(coloured) == board_text(game)
    red = re.findall(r"\x1b\[91m([^\x1b]*)\x1b\[0m", coloured)
    assert red
    assert all(cell.strip()[-1] in "♥♦" for cell in red)
    assert not re.search(r"[♥♦]", re.sub(r"\x1b\[91m[^\x1b]*\x1b\[0m", "", coloured))


@pytest.mark.parametrize("symbols", [True, False])
@pytest.mark.parametrize("colour", [True, False])
def test_text_hides_hidden_cards(symbols: bool, colour: bool):
    first, second = twins()
    assert board_text(first, colour=colour, symbols=symbols) == board_text(
        second, colour=colour, symbols=symbols
    )


class Stream(io.StringIO):
    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


def test_colour_support(monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    assert supports_colour(Stream(True))
    assert not supports_colour(Stream(False))
    assert not supports_colour(object())
    monkeypatch.setenv("NO_COLOR", "1")
    assert not supports_colour(Stream(True))
    monkeypatch.setenv("NO_COLOR", "")  # no-color.org: only a value that is not empty counts
    assert supports_colour(Stream(True))
    monkeypatch.setenv("TERM", "dumb")
    assert not supports_colour(Stream(True))


@pytest.mark.parametrize(
    ("encoding", "able"),
    [("utf-8", True), ("ascii", False), ("latin-1", False), ("nonsense", False)],
)
def test_symbol_support(encoding: str, able: bool):
    class Encoded:
        pass

    stream = Encoded()
    stream.encoding = encoding
    assert supports_symbols(stream) is able
    assert not supports_symbols(object())
