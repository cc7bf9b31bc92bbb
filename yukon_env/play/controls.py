"""What presses and keys do to the window: the mouse's hand and the keyboard's."""

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from yukon_env.core.cards import suit_of
from yukon_env.core.rules import FOUNDATION, Refusal
from yukon_env.play import screens
from yukon_env.play.keyboard import Cursor
from yukon_env.play.panels import lay_panel
from yukon_env.play.scene import place_mark
from yukon_env.play.stage import lay_toolbar
from yukon_env.render.geometry import Hit, Layout, lay_board

if TYPE_CHECKING:
    from yukon_env.play.app import App

DRAG = 6
"""Pixels that a press may wander and still be a tap."""
SETTLE = 0.3
"""Seconds for which a new dialogue takes no press: the second half of a double click."""


class _Press(NamedTuple):
    hit: Hit
    x: float
    y: float


class Controls:
    """Presses, movements and keys for a window.

    Args:
        app: the window.
    """

    def __init__(self, app: "App") -> None:
        self._app = app
        self._press: _Press | None = None

    # The mouse

    def press(self, x: float, y: float) -> None:
        """The main button goes down at a point of the window."""
        app = self._app
        app.is_stale = True
        if app.panel is not None:
            placed = lay_panel(app.panel, app.stage.width, app.stage.height)
            button = placed.button_at(x, y)
            if button is not None and app.now() - app.panel_since >= SETTLE:
                button.action()
            return
        labels = tuple(button.label for button in app.toolbar)
        for button, rect in zip(app.toolbar, lay_toolbar(labels, app.stage), strict=True):
            if rect.contains(x, y):
                button.action()
                return
        self._press_table(x, y)

    def move(self, x: float, y: float) -> None:
        """The mouse moves. A press that wanders far enough takes the cards along."""
        app, press = self._app, self._press
        if press is None or app.table is None or app.panel is not None:
            return
        if not app.table.lifted:
            if max(abs(x - press.x), abs(y - press.y)) < DRAG:
                return
            if not app.table.lift(press.hit):
                self._press = None
                return
        app.offset, app.is_stale = (x - press.x, y - press.y), True

    def release(self, x: float, y: float) -> None:
        """The main button goes up."""
        app, press = self._app, self._press
        self._press = None
        if press is None or app.table is None or app.panel is not None:
            return
        app.is_stale = True
        if app.table.lifted:
            app.offset = (x - press.x, y - press.y)
            app.table.drop(self._place_under(x, y))
        elif press.hit.place != FOUNDATION:
            app.table.tap(press.hit, app.now())

    def _press_table(self, x: float, y: float) -> None:
        app, layout = self._app, self._layout
        if app.aides.dismiss() or layout is None or not app.session.is_under_way:
            return
        app.put_down()
        app.cursor = None
        hit = layout.hit(*app.stage.on_board(x, y))
        if hit is not None and hit.depth is not None:
            self._press = _Press(hit, x, y)

    def _place_under(self, x: float, y: float) -> int | None:
        """The place under the pointer; where that refuses, the one under the middle of the card."""
        app, layout = self._app, self._layout
        assert app.table is not None and layout is not None
        card = app.table.lifted[0]
        hit = layout.hit(*app.stage.on_board(x, y))
        rect = layout.place_of(card)
        if rect is not None:
            middle = layout.hit(
                rect.x + rect.width / 2 + app.offset[0], rect.y + rect.height / 2 + app.offset[1]
            )
            if middle is not None and app.table.game.refusal(card, middle.place) == Refusal.NONE:
                pointed = hit is not None and app.table.game.refusal(card, hit.place)
                if hit is None or pointed != Refusal.NONE:
                    return middle.place
        return hit.place if hit is not None else None

    @property
    def _layout(self) -> Layout | None:
        board = self._app.board
        return lay_board(board, self._app.stage.board.width) if board is not None else None

    # The keyboard

    def key(self, name: str, text: str = "", shift: bool = False) -> None:
        """A key goes down: its name as pygame has it, and the character that it types."""
        app = self._app
        app.is_stale = True
        if app.panel is not None:
            self._key_in_panel(name, text, shift)
        elif app.aides.playing is not None:
            app.aides.dismiss()
        elif text == "?" or name == "f1":
            app.open(screens.rules(app))
        else:
            self._key_at_table(name)

    def type(self, text: str) -> None:
        """Text is pasted."""
        app = self._app
        if app.panel is not None and app.panel.entry is not None:
            app.panel.entry.type(text)
            app.is_stale = True

    def _key_in_panel(self, name: str, text: str, shift: bool) -> None:
        panel = self._app.panel
        assert panel is not None
        step = -1 if shift else 1
        if name == "escape":
            panel.leave()
        elif name == "tab" or name in ("down", "right", "up", "left"):
            panel.move_focus(-1 if name in ("up", "left") else step)
        elif name in ("return", "enter") or (name == "space" and panel.entry is None):
            if panel.focused is not None:
                panel.focused.action()
        elif panel.entry is not None and name == "backspace":
            panel.entry.erase()
        elif panel.entry is not None:
            panel.entry.type(text)

    def _key_at_table(self, name: str) -> None:
        app = self._app
        arrows = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
        actions: dict[str, Callable[[], object]] = {
            "return": self._take_or_put,
            "enter": self._take_or_put,
            "space": lambda: self._tap(double=False),
            "f": lambda: self._tap(double=True),
            "escape": self._escape,
            "u": app.undo,
            "backspace": app.undo,
            "h": app.aides.ask_hint,
            "n": screens.toolbar(app)[1].action,
            "p": lambda: app.open(screens.pause(app)),
            "a": lambda: app.open(screens.agents_panel(app)),
            "m": self._switch_sound,
            "f2": lambda: app.open(screens.keys(app)),
        }
        if name in arrows:
            self._point(*arrows[name])
        elif name in actions:
            actions[name]()

    def _switch_sound(self) -> None:
        app = self._app
        app.switch("sound")
        app.say(f"Sound is {'on' if app.options['sound'] else 'off'}.")

    def _escape(self) -> None:
        app = self._app
        if app.table is not None and app.table.lifted:
            app.put_down()
        else:
            app.open(screens.menu(app))

    def _point(self, across: int, along: int) -> None:
        """Move the cursor; the first arrow only shows it."""
        app, layout = self._app, self._layout
        if layout is None or app.table is None:
            return
        app.land()
        if app.cursor is None:
            app.cursor = Cursor()
        elif across:
            app.cursor.sideways(across, layout.board)
        elif not app.table.lifted:
            app.cursor.along(along, layout.board)
        app.cursor.settle(layout.board)
        if app.table.lifted:
            self._hover(layout)

    def _hover(self, layout: Layout) -> None:
        """Show the cards in the hand over the place that the cursor has come to."""
        app = self._app
        assert app.table is not None and app.cursor is not None
        card = app.table.lifted[0]
        home = layout.place_of(card)
        if home is not None:
            end = place_mark(layout, app.cursor.place, suit_of(card))
            below = 0 if app.cursor.place == FOUNDATION else home.height // 4
            aside = home.width / 8  # so that they are seen not to lie there yet
            app.offset = (end.x + aside - home.x, end.y + below - home.y)
            if app.cursor.place == self._home_of(card):
                app.offset = (aside, -aside)

    def _home_of(self, card: int) -> int:
        app = self._app
        assert app.table is not None
        columns = app.table.game.columns
        return next((i for i, column in enumerate(columns) if card in column), FOUNDATION)

    def _take_or_put(self) -> None:
        app, layout = self._app, self._layout
        if app.table is None or layout is None or not app.session.is_under_way:
            return
        app.land()
        if app.table.lifted:
            assert app.cursor is not None
            app.table.drop(app.cursor.place)
        elif app.cursor is None:
            app.cursor = Cursor()
        elif app.table.lift(app.cursor.hit(layout.board)):
            self._hover(layout)

    def _tap(self, double: bool) -> None:
        app, layout = self._app, self._layout
        if app.table is None or layout is None or not app.session.is_under_way:
            return
        app.put_down()
        if app.cursor is None:
            app.cursor = Cursor()
        hit = app.cursor.hit(layout.board)
        if hit.card is not None and hit.place != FOUNDATION:
            (app.table.double_tap if double else app.table.single_tap)(hit.card)
