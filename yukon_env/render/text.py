"""A board as text, for terminals and logs."""

import os
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from yukon_env.core.cards import SUIT_SYMBOLS, card_label, card_text, is_red
from yukon_env.core.rules import NUM_COLUMNS
from yukon_env.render.board import Board, top_card

if TYPE_CHECKING:
    from yukon_env.core.game import Game

_CELL = 3
"""The widest card is ``10♦``."""
_GAP = "  "
_NOTHING = "--"
_RED = "\x1b[91m"
_DIM = "\x1b[2m"
_RESET = "\x1b[0m"


def board_text(game: "Game", *, colour: bool = False, symbols: bool = True) -> str:
    """The board in lines without a newline at the end: foundations, columns, status.

    Args:
        game: what to show; it is only read.
        colour: ANSI colours: red suits red, black suits in the terminal's own colour.
        symbols: Unicode suits (``10♦``) and ``░░`` for a face-down card; otherwise plain ASCII
            (``TD``, ``##``).
    """
    board = Board.of(game)
    pen = _Pen(colour, symbols)
    header = _row(f"{number:>{_CELL}}" for number in range(1, NUM_COLUMNS + 1))
    return "\n".join([_foundations(board, pen), "", header, *_rows(board, pen), "", _status(board)])


def supports_colour(stream: Any) -> bool:
    """Whether ANSI colours make sense on a stream: a terminal, not dumb, and no ``NO_COLOR``."""
    isatty = getattr(stream, "isatty", None)
    wanted = not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return wanted and isatty is not None and bool(isatty())


def supports_symbols(stream: Any) -> bool:
    """Whether a stream's encoding has the suit symbols."""
    encoding = getattr(stream, "encoding", None)
    if not isinstance(encoding, str):
        return False
    try:
        (SUIT_SYMBOLS + "░").encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True


class _Pen:
    """Writes a cell of a fixed visible width in the chosen alphabet and colour."""

    def __init__(self, colour: bool, symbols: bool) -> None:
        self.colour = colour
        self.label = card_label if symbols else card_text
        self.back = "░░" if symbols else "##"

    def card(self, card: int) -> str:
        return self._paint(self.label(card), _RED if is_red(card) else "")

    def hidden(self) -> str:
        return self._paint(self.back, _DIM)

    def nothing(self) -> str:
        return self._paint(_NOTHING, _DIM)

    def _paint(self, text: str, code: str) -> str:
        # Padded before it is coloured: escape codes have no width on the screen.
        cell = f"{text:>{_CELL}}"
        return f"{code}{cell}{_RESET}" if self.colour and code else cell


def _row(cells: Any) -> str:
    return _GAP.join(cells).rstrip()


def _foundations(board: Board, pen: _Pen) -> str:
    tops = [top_card(suit, count) for suit, count in enumerate(board.foundations)]
    return (
        "Foundations"
        + _GAP
        + _row(pen.nothing() if card is None else pen.card(card) for card in tops)
    )


def _rows(board: Board, pen: _Pen) -> list[str]:
    blank = " " * _CELL
    columns = [
        [pen.hidden() if card is None else pen.card(card) for card in column] or [pen.nothing()]
        for column in board.columns
    ]
    return [_row(row) for row in zip_longest(*columns, fillvalue=blank)]


def _status(board: Board) -> str:
    parts = [f"Score {board.score}", f"Moves {board.moves}", f"Time {board.clock}"]
    parts += [board.deal or "own cards", board.variant, board.result or "Playing"]
    return " | ".join(parts)
