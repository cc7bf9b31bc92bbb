"""From the window's state to what is to be seen of it."""

from typing import TYPE_CHECKING

from yukon_env.core.cards import suit_of
from yukon_env.core.rules import FOUNDATION
from yukon_env.play import brush
from yukon_env.play.levels import APP
from yukon_env.play.scene import Mark, View, place_mark
from yukon_env.render.board import Board
from yukon_env.render.geometry import Layout, Rect, lay_board

if TYPE_CHECKING:
    from yukon_env.play.app import App


def view_of(app: "App") -> View:
    """What the window shows now."""
    board = app.board
    lifted, offset = _in_the_air(app)
    flight = None
    if board is not None and app.flight is not None:
        fraction = max(0.001, app.flight.fraction(app.now()))
        after = app.flight.after
        flight = (after, fraction)
        board = app.flight.before
    marks = _marks(app, board) if board is not None and flight is None else ()
    return View(board, flight, lifted, offset, tuple(marks), app.line, app.toolbar, app.panel)


def _in_the_air(app: "App") -> tuple[tuple[int, ...], tuple[float, float]]:
    if app.table is not None and app.table.lifted:
        return app.table.lifted, app.offset
    if app.coming_back is not None:
        return app.coming_back.cards, app.coming_back.offset(app.now())
    return (), (0.0, 0.0)


def _marks(app: "App", board: Board) -> tuple[Mark, ...]:
    layout = lay_board(board, app.stage.board.width)
    marks: list[Mark] = []
    table = app.table
    if table is not None and table.lifted and app.system == APP and app.options["show_places"]:
        suit = suit_of(table.lifted[0])
        marks += [(place_mark(layout, p, suit), brush.GOLD) for p in table.places()]
    if app.aides.hint is not None:
        card, place = app.aides.hint
        marks.append((place_mark(layout, place, suit_of(card)), brush.GOLD))
        marks.append((group_mark(layout, card), brush.GOLD))
    if app.cursor is not None:
        marks.append((_cursor_mark(app, layout), brush.BLUE))
    return tuple(marks)


def group_mark(layout: Layout, card: int) -> Rect:
    """The rectangle around a card and all cards on it."""
    for column, rects in zip(layout.board.columns, layout.columns, strict=True):
        if card in column:
            first, last = rects[column.index(card)], rects[-1]
            return first._replace(height=last.y + last.height - first.y)
    return layout.place_of(card) or layout.frame.foundations[suit_of(card)]


def _cursor_mark(app: "App", layout: Layout) -> Rect:
    assert app.cursor is not None
    if app.table is not None and app.table.lifted:
        return place_mark(layout, app.cursor.place, suit_of(app.table.lifted[0]))
    hit = app.cursor.hit(layout.board)
    if hit.place == FOUNDATION:
        return layout.frame.foundations[app.cursor.depth]
    return (
        group_mark(layout, hit.card) if hit.card is not None else place_mark(layout, hit.place, 0)
    )
