"""Dialogues as data, and where their parts lie. Nothing here draws or knows the game."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from yukon_env.play.brush import text_width, wrapped
from yukon_env.render.geometry import Rect

MOST_CHARACTERS = 24
_SMALLEST = 7
_TILES = 3


@dataclass(frozen=True)
class Button:
    """Something to press.

    Attributes:
        label: the words on it.
        action: what it does.
        main: whether it is the one that most people want.
        chosen: whether it stands for what is chosen now.
    """

    label: str
    action: Callable[[], None]
    main: bool = False
    chosen: bool = False


@dataclass(frozen=True)
class Words:
    """A paragraph. ``kind``: ``body``, ``small`` or ``alarm``."""

    text: str
    kind: str = "body"


@dataclass(frozen=True)
class Figures:
    """Pairs of a name and a value, in tiles side by side."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Buttons:
    """Buttons side by side."""

    row: tuple[Button, ...]


@dataclass
class Entry:
    """A line to type in."""

    empty: str
    text: str = ""

    def type(self, text: str) -> None:
        """Add what was typed or pasted, up to ``MOST_CHARACTERS`` in all."""
        clean = "".join(character for character in text if character.isprintable())
        self.text = (self.text + clean)[:MOST_CHARACTERS]

    def erase(self) -> None:
        """Take the last character away."""
        self.text = self.text[:-1]


Part = Words | Figures | Buttons | Entry


@dataclass
class Panel:
    """A dialogue over the table.

    Attributes:
        title: its heading.
        parts: from top to bottom.
        leave: what Escape does.
        covers: whether the cards must not be seen behind it.
        focus: the button that Enter presses, counted over all rows; -1: the main one.
    """

    title: str
    parts: list[Part]
    leave: Callable[[], None]
    covers: bool = False
    focus: int = field(default=-1)

    @property
    def buttons(self) -> list[Button]:
        """All buttons, in order."""
        rows = [part.row for part in self.parts if isinstance(part, Buttons)]
        return [button for row in rows for button in row]

    @property
    def entry(self) -> Entry | None:
        """The line to type in, if there is one."""
        return next((part for part in self.parts if isinstance(part, Entry)), None)

    @property
    def focused(self) -> Button | None:
        """The button that Enter presses."""
        buttons = self.buttons
        if 0 <= self.focus < len(buttons):
            return buttons[self.focus]
        return next((button for button in buttons if button.main), None)

    def move_focus(self, step: int) -> None:
        """Go to the next button (1) or the one before (-1), round and round."""
        buttons = self.buttons
        if buttons:
            now = self.focus
            if now < 0:
                now = next((i for i, button in enumerate(buttons) if button.main), -1)
            self.focus = (now + step) % len(buttons)


@dataclass(frozen=True)
class Placed:
    """A panel with the place of everything.

    Attributes:
        box: the whole.
        size: of the letters, in pixels.
        title: the middle of the heading.
        parts: each part with its place.
        buttons: each button with its place.
    """

    box: Rect
    size: int
    title: tuple[int, int]
    parts: tuple[tuple[Part, Rect], ...]
    buttons: tuple[tuple[Button, Rect], ...]

    def button_at(self, x: float, y: float) -> Button | None:
        """The button at a point."""
        return next((button for button, rect in self.buttons if rect.contains(x, y)), None)


def lay_panel(panel: Panel, width: int, height: int) -> Placed:
    """Lay a panel out in the middle of a window: as large as fits well."""
    size = max(_SMALLEST, round(min(width / 38, height / 30)))
    while (placed := _lay(panel, width, height, size)).box.height > height - size:
        if size <= _SMALLEST:
            break
        size -= 1
    return placed


def _lay(panel: Panel, width: int, height: int, size: int) -> Placed:
    across = min(width - 2 * size, 34 * size)
    inner = across - 3 * size
    left = (width - across) // 2 + 3 * size // 2
    heights = [part_height(part, size, inner) for part in panel.parts]
    tall = 4 * size + sum(heights) + size * len(heights)
    top = max(size // 2, (height - tall) // 2)
    y = top + 4 * size
    parts = []
    for part, part_tall in zip(panel.parts, heights, strict=True):
        parts.append((part, Rect(left, y, inner, part_tall)))
        y += part_tall + size
    rows = [(part, rect) for part, rect in parts if isinstance(part, Buttons)]
    return Placed(
        box=Rect((width - across) // 2, top, across, tall),
        size=size,
        title=(width // 2, top + 2 * size),
        parts=tuple(parts),
        buttons=tuple(pair for row, rect in rows for pair in _lay_row(row.row, rect, size)),
    )


def part_height(part: Part, size: int, width: int) -> int:
    """How tall a part is at a size of letters."""
    if isinstance(part, Words):
        letters = letter_size(part, size)
        return round(len(wrapped(part.text, letters, width)) * letters * 1.35)
    if isinstance(part, Figures):
        return round(3.4 * size) * -(-len(part.pairs) // _TILES)
    return round(2.3 * size)


def letter_size(words: Words, size: int) -> int:
    """The size of a paragraph's letters."""
    return round(size * 0.85) if words.kind == "small" else size


def lay_figures(figures: Figures, rect: Rect) -> Iterator[tuple[str, str, Rect]]:
    """Each pair with its tile."""
    rows = -(-len(figures.pairs) // _TILES)
    tall = rect.height // rows
    across = min(_TILES, len(figures.pairs))
    for i, (name, value) in enumerate(figures.pairs):
        wide = rect.width // across
        x, y = rect.x + i % _TILES * wide, rect.y + i // _TILES * tall
        yield name, value, Rect(x, y, wide, tall)


def _lay_row(row: tuple[Button, ...], rect: Rect, size: int) -> Iterator[tuple[Button, Rect]]:
    """Buttons of one row share its width by the length of their words, at least evenly."""
    gap = size // 2
    needs = [text_width(button.label, size) + 2 * size for button in row]
    spare = max(0, rect.width - gap * (len(row) - 1) - sum(needs)) // len(row)
    x = rect.x
    for button, need in zip(row, needs, strict=True):
        yield button, Rect(x, rect.y, need + spare, rect.height)
        x += need + spare + gap
