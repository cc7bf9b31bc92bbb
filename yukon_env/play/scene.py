"""The whole window as one picture."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from yukon_env.core.rules import FOUNDATION
from yukon_env.play import brush
from yukon_env.play.panels import (
    Button,
    Buttons,
    Entry,
    Figures,
    Panel,
    Placed,
    Words,
    lay_figures,
    lay_panel,
    letter_size,
)
from yukon_env.play.stage import Stage, lay_toolbar, toolbar_letters
from yukon_env.render.art import art_of
from yukon_env.render.board import Board
from yukon_env.render.geometry import Layout, Rect, lay_board
from yukon_env.render.image import board_picture, move_picture
from yukon_env.render.pillow import require_pillow

if TYPE_CHECKING:
    from PIL.Image import Image

Mark = tuple[Rect, brush.Colour]


@dataclass(frozen=True)
class View:
    """What is to be seen.

    Attributes:
        board: the table, ``None`` before the first deal.
        flight: a board and a fraction 0..1 of the way to it.
        lifted: cards that are drawn away from their place, lowest first.
        offset: how far, in pixels.
        marks: outlines on the table: places, the keyboard's cursor, a hint.
        line: what the game says, and whether it is a refusal.
        toolbar: the buttons.
        panel: the dialogue.
    """

    board: Board | None
    flight: tuple[Board, float] | None
    lifted: tuple[int, ...]
    offset: tuple[float, float]
    marks: tuple[Mark, ...]
    line: tuple[str, bool]
    toolbar: tuple[Button, ...]
    panel: Panel | None


def draw(view: View, stage: Stage) -> "Image":
    """The picture of a window, RGB."""
    pil = require_pillow()
    picture = pil.Image.new("RGB", (stage.width, stage.height), brush.FELT)
    hidden = view.panel is not None and view.panel.covers
    if view.board is not None and not hidden:
        picture.paste(_table(view, view.board, stage), stage.board[:2])
    else:
        picture.paste(art_of(stage.board.width).table, stage.board[:2])
    brush.fill(picture, stage.toolbar, brush.BAR, 0)
    _toolbar(picture, view.toolbar, stage)
    _line(picture, *view.line, stage)
    if view.panel is not None:
        brush.veil(picture)
        _panel(picture, view.panel, lay_panel(view.panel, stage.width, stage.height))
    return picture  # type: ignore[no-any-return]


def column_end(layout: Layout, place: int) -> Rect:
    """Where a card that goes to a column would lie on: its last card, or its empty place."""
    cards = layout.columns[place]
    return cards[-1] if cards else layout.frame.columns[place]


def place_mark(layout: Layout, place: int, suit: int) -> Rect:
    """The rectangle that stands for a place: a column's end, or the suit's foundation."""
    return layout.frame.foundations[suit] if place == FOUNDATION else column_end(layout, place)


def _table(view: View, board: Board, stage: Stage) -> "Image":
    width = stage.board.width
    if view.flight is not None and 0 < view.flight[1] < 1:
        return move_picture(board, view.flight[0], view.flight[1], width)
    art, layout = art_of(width), lay_board(board, width)
    picture = board_picture(board, width, view.lifted)
    for rect, colour in view.marks:
        _mark(picture, rect, colour, width)
    for card in view.lifted:
        if place := layout.place_of(card):
            x, y = round(place.x + view.offset[0]), round(place.y + view.offset[1])
            art.card(card).stamp(picture, x, y)
    return picture


def _mark(picture: "Image", rect: Rect, colour: brush.Colour, width: int) -> None:
    line = max(2, width // 220)
    wider = Rect(
        rect.x - line,
        rect.y - line,
        rect.width + 2 * line,
        min(rect.height, picture.height) + 2 * line,
    )
    brush.frame(picture, wider, colour, rect.width // 9, line)


def _toolbar(picture: "Image", buttons: Sequence[Button], stage: Stage) -> None:
    labels = tuple(button.label for button in buttons)
    size = toolbar_letters(labels, stage)
    for button, rect in zip(buttons, lay_toolbar(labels, stage), strict=True):
        fill = brush.GOLD if button.main else brush.GREEN
        brush.fill(picture, rect, fill, size // 2)
        colour = brush.BAR if button.main else brush.INK
        brush.write(picture, _middle(rect), button.label, size, colour, "mm")


def _line(picture: "Image", text: str, alarm: bool, stage: Stage) -> None:
    brush.fill(picture, stage.line, brush.BAR, 0)
    size = stage.size
    while size > 6 and brush.text_width(text, size) > stage.width - 2 * size:
        size -= 1
    colour = brush.GOLD if alarm else brush.INK
    brush.write(picture, _middle(stage.line), text, size, colour, "mm")


def _panel(picture: "Image", panel: Panel, placed: Placed) -> None:
    size = placed.size
    brush.fill(picture, placed.box, brush.PAPER, size)
    brush.write(picture, placed.title, panel.title, round(size * 1.5), brush.GREEN, "mm")
    for part, rect in placed.parts:
        if isinstance(part, Words):
            _words(picture, part, rect, size)
        elif isinstance(part, Figures):
            _figures(picture, part, rect, size)
        elif isinstance(part, Entry):
            _entry(picture, part, rect, size)
        else:
            assert isinstance(part, Buttons)
    for button, rect in placed.buttons:
        _button(picture, button, rect, size, button is panel.focused)


def _words(picture: "Image", words: Words, rect: Rect, size: int) -> None:
    letters = letter_size(words, size)
    colour = {"body": brush.TEXT, "small": brush.TEXT_DIM, "alarm": brush.ALARM}[words.kind]
    for i, line in enumerate(brush.wrapped(words.text, letters, rect.width)):
        brush.write(picture, (rect.x, rect.y + i * letters * 1.35), line, letters, colour, "la")


def _figures(picture: "Image", figures: Figures, rect: Rect, size: int) -> None:
    for name, value, tile in lay_figures(figures, rect):
        x = tile.x + tile.width / 2
        brush.write(picture, (x, tile.y), value, round(size * 1.5), brush.TEXT, "ma")
        label = (x, tile.y + 1.9 * size)
        brush.write(picture, label, name, round(size * 0.85), brush.TEXT_DIM, "ma")


def _entry(picture: "Image", entry: Entry, rect: Rect, size: int) -> None:
    brush.frame(picture, rect, brush.TEXT_DIM, size // 2, max(1, size // 10))
    text = f"{entry.text}|" if entry.text else entry.empty
    colour = brush.TEXT if entry.text else brush.TEXT_DIM
    brush.write(picture, (rect.x + size * 0.8, _middle(rect)[1]), text, size, colour)


def _button(picture: "Image", button: Button, rect: Rect, size: int, focused: bool) -> None:
    strong = button.main or button.chosen
    brush.fill(picture, rect, brush.GREEN if strong else (228, 234, 228), size // 2)
    if button.chosen:
        brush.frame(picture, rect, brush.GOLD, size // 2, max(2, size // 6))
    if focused:
        brush.frame(picture, rect, brush.BLUE, size // 2, max(2, size // 8))
    colour = brush.PAPER if strong else brush.TEXT
    brush.write(picture, _middle(rect), button.label, size, colour, "mm")


def _middle(rect: Rect) -> tuple[float, float]:
    return rect.x + rect.width / 2, rect.y + rect.height / 2
