"""Where everything lies in a frame: pure geometry, for drawing and for the mouse."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from yukon_env.core.rules import FOUNDATION, NUM_COLUMNS
from yukon_env.render.board import Board, top_card

if TYPE_CHECKING:
    from yukon_env.core.game import Game

DEFAULT_WIDTH = 800
MIN_WIDTH = 160
MAX_WIDTH = 4096

_SLOTS = NUM_COLUMNS + 1
"""The foundations stand in an eighth column at the right: long columns keep the full height."""


class Rect(NamedTuple):
    """A rectangle in pixels: left, top, width, height."""

    x: int
    y: int
    width: int
    height: int

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside (left and top edge included, the others not)."""
        return self.x <= x < self.x + self.width and self.y <= y < self.y + self.height


class Hit(NamedTuple):
    """What lies at a point.

    Attributes:
        place: 0..6 a column, 7 the foundations: the destination of a move that ends here.
        card: the open card 0..51 there; ``None`` over a face-down card or where no card lies.
        depth: the card's (or face-down card's) place in its column, 0 the lowest; ``None`` where
            no card lies.
    """

    place: int
    card: int | None
    depth: int | None


@dataclass(frozen=True, slots=True)
class Frame:
    """The fixed part of a layout, the same for every game at one width.

    Attributes:
        width: of the frame in pixels.
        height: of the frame, a function of the width alone, even.
        bar: the status bar.
        columns: where each column's lowest card lies.
        foundations: where each foundation lies.
        margin: the free space at the table's edges.
    """

    width: int
    height: int
    bar: Rect
    columns: tuple[Rect, ...]
    foundations: tuple[Rect, ...]
    margin: int

    @property
    def card_size(self) -> tuple[int, int]:
        """Width and height of a card in pixels."""
        return self.columns[0].width, self.columns[0].height


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the cards of one game lie.

    Attributes:
        frame: the fixed part: sizes, slots, status bar.
        columns: for each column the rectangle of each of its cards, lowest first. Each overlaps
            the one before it.
        board: the visible board that is laid out.
    """

    frame: Frame
    columns: tuple[tuple[Rect, ...], ...]
    board: Board

    def place_of(self, card: int) -> Rect | None:
        """Where an open card 0..51 lies; ``None`` if it is face down or covered on a foundation."""
        for cards, rects in zip(self.board.columns, self.columns, strict=True):
            if card in cards:
                return rects[cards.index(card)]
        for suit, count in enumerate(self.board.foundations):
            if card == top_card(suit, count):
                return self.frame.foundations[suit]
        return None

    def hit(self, x: float, y: float) -> Hit | None:
        """What lies at a point; ``None`` outside the table.

        A card is hit where it can be seen. A place is hit in all of its strip, from the bar to
        the lower edge, so that a card may be dropped anywhere below its column.
        """
        if not 0 <= x < self.frame.width or not self.frame.bar.height <= y < self.frame.height:
            return None
        place = self._strip(x)
        return self._hit_foundations(x, y) if place == FOUNDATION else self._hit_column(place, x, y)

    def _strip(self, x: float) -> int:
        """The place whose middle is the nearest to x."""
        middles = [rect.x + rect.width / 2 for rect in self.frame.columns]
        middles.append(self.frame.foundations[0].x + self.frame.foundations[0].width / 2)
        return min(range(_SLOTS), key=lambda place: abs(middles[place] - x))

    def _hit_column(self, place: int, x: float, y: float) -> Hit:
        rects = self.columns[place]
        for depth in reversed(range(len(rects))):
            if rects[depth].contains(x, y):
                return Hit(place, self.board.columns[place][depth], depth)
        return Hit(place, None, None)

    def _hit_foundations(self, x: float, y: float) -> Hit:
        for suit, count in enumerate(self.board.foundations):
            if count and self.frame.foundations[suit].contains(x, y):
                return Hit(FOUNDATION, top_card(suit, count), count - 1)
        return Hit(FOUNDATION, None, None)


def layout(game: "Game", width: int = DEFAULT_WIDTH) -> Layout:
    """Where the cards of a game lie in a frame of a width 160..4096.

    Raises:
        ValueError: the width is out of range.
    """
    return lay_board(Board.of(game), width)


def lay_board(board: Board, width: int) -> Layout:
    """The same as :func:`layout` for a board."""
    frame = frame_of(width)
    columns = tuple(
        _fan(slot, column, frame.height - frame.margin)
        for slot, column in zip(frame.columns, board.columns, strict=True)
    )
    return Layout(frame, columns, board)


@lru_cache(maxsize=16)
def frame_of(width: int) -> Frame:
    """The fixed part of a layout at a width 160..4096.

    Raises:
        ValueError: the width is out of range.
    """
    if isinstance(width, bool) or not isinstance(width, int) or not _in_range(width):
        raise ValueError(f"width must be an integer {MIN_WIDTH}..{MAX_WIDTH}, got {width!r}")
    height = width * 3 // 8 * 2  # 4:3, and even, as video wants it
    bar = round(width * 0.05)
    margin = round(width * 0.0175)
    card = (round(width * 0.1075), round(width * 0.15))
    top, bottom = bar + margin, height - margin
    # The foundations keep a little more distance than the columns among themselves.
    pitch = (width - 2 * margin - card[0] - width * 0.012) / NUM_COLUMNS
    drop = (bottom - top - card[1]) / 3
    right = width - margin - card[0]
    return Frame(
        width=width,
        height=height,
        bar=Rect(0, 0, width, bar),
        columns=tuple(Rect(round(margin + i * pitch), top, *card) for i in range(NUM_COLUMNS)),
        foundations=tuple(Rect(right, round(top + i * drop), *card) for i in range(4)),
        margin=margin,
    )


def _in_range(width: int) -> bool:
    return MIN_WIDTH <= width <= MAX_WIDTH


def _fan(slot: Rect, column: tuple[int | None, ...], bottom: int) -> tuple[Rect, ...]:
    """The cards of a column from its slot down, squeezed where they would pass the bottom."""
    hidden = column.count(None)
    # The last card needs no step: nothing lies on it.
    face_up = max(0, len(column) - hidden - 1)
    step_down, step_up = _steps(hidden, face_up, slot.height, bottom - slot.y - slot.height)
    return tuple(
        slot._replace(y=slot.y + int(min(i, hidden) * step_down + max(0, i - hidden) * step_up))
        for i in range(len(column))
    )


def _steps(hidden: int, face_up: int, height: int, room: int) -> tuple[float, float]:
    """How far each hidden and each open card shows under the next one, in pixels."""
    loose, tight, step = height * 0.09, height * 0.055, height * 0.225
    if hidden * loose + face_up * step <= room:
        return loose, step
    # Hidden cards have nothing to read: they give way first, then all alike.
    given = min(loose, max(tight, (room - face_up * step) / hidden)) if hidden else tight
    squeeze = min(1.0, room / (hidden * given + face_up * step))
    return given * squeeze, step * squeeze
