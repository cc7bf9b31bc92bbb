"""Where the parts of the window lie: buttons above, the table, a line of words below."""

from dataclasses import dataclass
from functools import lru_cache

from yukon_env.play.brush import text_width
from yukon_env.render.geometry import MAX_WIDTH, MIN_WIDTH, Rect

DEFAULT_SIZE = (1000, 860)
LEAST_SIZE = (320, 300)


@dataclass(frozen=True)
class Stage:
    """The parts of a window of some size.

    Attributes:
        width, height: of the window in pixels.
        toolbar: the row of buttons.
        board: the table, as ``render`` draws it.
        line: what the game says to the player.
        size: of the letters.
    """

    width: int
    height: int
    toolbar: Rect
    board: Rect
    line: Rect
    size: int

    def on_board(self, x: float, y: float) -> tuple[float, float]:
        """A point of the window as a point of the table's picture."""
        return x - self.board.x, y - self.board.y


@lru_cache(maxsize=8)
def stage_of(width: int, height: int) -> Stage:
    """The parts of a window: the table as large as fits."""
    unit = max(8, round(min(width / 46, height / 40)))
    bar, line = round(2.4 * unit), round(2.2 * unit)
    room = max(1, height - bar - line)
    across = max(MIN_WIDTH, min(MAX_WIDTH, width, room * 4 // 3))
    tall = across * 3 // 8 * 2
    return Stage(
        width,
        height,
        toolbar=Rect(0, 0, width, bar),
        board=Rect((width - across) // 2, bar, across, tall),
        line=Rect(0, bar + tall, width, max(line, height - bar - tall)),
        size=unit,
    )


def lay_toolbar(labels: tuple[str, ...], stage: Stage) -> tuple[Rect, ...]:
    """A place for each button of the toolbar, from the left; letters shrink where they must."""
    gap = stage.size // 3
    padding = toolbar_letters(labels, stage)
    rects, x = [], gap + max(0, stage.board.x)
    for label in labels:
        wide = text_width(label, padding) + round(1.4 * padding)
        rects.append(Rect(x, gap, wide, stage.toolbar.height - 2 * gap))
        x += wide + gap
    return tuple(rects)


def toolbar_letters(labels: tuple[str, ...], stage: Stage) -> int:
    """The size of the toolbar's letters."""
    size = stage.size
    while size > 6 and sum(text_width(label, size) + 2 * size for label in labels) > stage.width:
        size -= 1
    return size
