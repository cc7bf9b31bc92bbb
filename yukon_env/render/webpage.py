"""Games as one web page that plays them: no network, no rules, only finished boards.

The page holds, for each game, ``frames``: ``[columns, foundations, score, moves, time, rising]``.
``columns`` has a letter for each card (``A..Za..z`` for 0..51, ``.`` for a face-down one), lowest
first, and ``/`` between columns; ``rising`` are the cards that go up in this step, in their order.
A card's letter is in a frame only once its face can be seen.
"""

import html
import json
import re
from collections.abc import Iterable
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any

from yukon_env.core.cards import card_label
from yukon_env.core.files import whole
from yukon_env.core.notation import UNDO_TEXT, move_text, parse_move
from yukon_env.core.record import Record
from yukon_env.core.rules import FOUNDATION
from yukon_env.core.thoughts import Thoughts
from yukon_env.render.board import Board
from yukon_env.render.motion import motion

_LETTERS = ascii_uppercase + ascii_lowercase
_MOST_MOVES = 6
"""So many of the moves that a player weighed are shown."""


def write_page(records: Iterable[Record], path: str | Path) -> None:
    """Write games as one HTML page that opens from the disk. It appears whole or not at all.

    Args:
        records: at least one; the page lets choose among several.
        path: the file.

    Raises:
        OSError: the file cannot be written.
        RecordError: a record does not replay.
        ValueError: there is no record.
    """
    games = [_game(number, record) for number, record in enumerate(records, 1)]
    if not games:
        raise ValueError("there is no game to show: give at least one record")
    with whole(path) as draft:
        draft.write_text(_page(games), encoding="utf-8")


def _page(games: list[dict[str, Any]]) -> str:
    title = games[0]["title"] if len(games) == 1 else f"{len(games)} games of Yukon"
    parts = {
        "title": html.escape(title),
        "style": _source("page.css"),
        "cards": _source("cards.js"),
        "script": _source("page.js"),
        "data": _embedded(games),
    }
    # In one pass: what is put in is not searched again.
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _source("page.html"))


def _source(name: str) -> str:
    return files("yukon_env.render").joinpath("page", name).read_text(encoding="utf-8")


def _embedded(data: object) -> str:
    """JSON that cannot end the script element it stands in."""
    text = json.dumps(data, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _game(number: int, record: Record) -> dict[str, Any]:
    boards = [Board.of(game) for game in record.games()]
    deal = boards[0].deal or "own cards"
    player = record.player or "somebody"
    return {
        "title": f"{number}. {player} on {deal}: {record.result['outcome']}",
        "player": player,
        "deal": deal,
        "variant": boards[0].variant,
        "result": boards[-1].result or "Not finished",
        "moves": [_label(text) for text in record.moves],
        "frames": [_frame(*pair) for pair in pairwise([boards[0], *boards])],
        "thoughts": _thoughts(record),
    }


def _frame(before: Board, board: Board) -> list[Any]:
    columns = ("".join(map(_letter, column)) for column in board.columns)
    rising = [track.after for track in motion(before, board).moving if _goes_up(track)]
    return [
        "/".join(columns),
        board.foundations,
        board.score,
        board.moves,
        board.clock,
        "".join(map(_letter, rising)),
    ]


def _goes_up(track: Any) -> bool:
    return bool(track.end.place == FOUNDATION)


def _letter(card: int | None) -> str:
    return "." if card is None else _LETTERS[card]


def _label(text: str) -> str:
    """A move for people: ``10♦ → 3``, ``A♠ ↑``."""
    if text == UNDO_TEXT:
        return text
    card, destination = parse_move(text)
    where = "↑" if destination == FOUNDATION else f"→ {destination + 1}"
    return f"{card_label(card)} {where}"


def _thoughts(record: Record) -> list[list[Any] | None]:
    if record.thoughts is None:
        return []
    pairs = zip(record.thoughts, record.moves, strict=True)
    return [None if each is None else _told(each, text) for each, text in pairs]


def _told(thoughts: Thoughts, played: str) -> list[Any]:
    """The value, and the moves of the largest shares: label, share, whether it was played."""
    best = sorted(thoughts.shares.items(), key=lambda pair: -pair[1])[:_MOST_MOVES]
    moves = [
        (_label(move_text(*move)), round(float(share), 3), move_text(*move) == played)
        for move, share in best
    ]
    value = thoughts.value
    return [None if value is None else round(float(value), 3), moves]
