"""An animated GIF, written frame by frame: only what changes, in one palette."""

from functools import lru_cache
from typing import IO, TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from yukon_env.core.cards import NUM_CARDS
from yukon_env.render.art import art_of
from yukon_env.render.image import Pixels
from yukon_env.render.pillow import require_pillow

if TYPE_CHECKING:
    from PIL.Image import Image

_COLOURS = 63
_UNCHANGED = _COLOURS
"""The palette's entry that means: as in the frame before."""
_LEAVE = 1
"""GIF's disposal method that keeps a frame where the next one does not paint."""


class GifWriter:
    """Writes frames of one width to a binary file, without keeping them.

    Pillow's own writer keeps every frame of a film until its end, hundreds of megabytes for a
    long game; this one lets Pillow encode and does the rest.

    Args:
        file: open for writing.
        width: of the frames, which must come from ``draw_board`` or ``draw_move``.
    """

    def __init__(self, file: IO[bytes], width: int) -> None:
        self._file = file
        self._pil = require_pillow()
        self._palette = _palette(width)
        self._last: npt.NDArray[np.uint8] | None = None

    def add(self, frame: Pixels, seconds: float) -> None:
        """Append a frame, uint8 ``(H, W, 3)``, that stays for some seconds."""
        image = self._pil.Image.fromarray(frame)
        indices = np.array(image.quantize(palette=self._palette, dither=0))
        if self._last is None:
            self._begin(image.size)
            changed = np.ones(indices.shape, np.bool_)
        else:
            changed = indices != self._last
        self._last = indices
        top, bottom, left, right = _bounds(changed)
        # Unchanged pixels in between are left out too: long runs of one value cost nothing.
        part = np.where(changed, indices, _UNCHANGED)[top:bottom, left:right]
        self._write_part(part, (left, top), seconds)

    def close(self) -> None:
        """Write the end of the film; the file stays open."""
        self._file.write(b";")

    def _begin(self, size: tuple[int, int]) -> None:
        import PIL.GifImagePlugin as Gif

        canvas = self._palette.resize(size)
        for block in Gif.getheader(canvas, info={"loop": 0, "optimize": False})[0]:
            self._file.write(block)

    def _write_part(
        self, part: npt.NDArray[np.uint8], offset: tuple[int, int], seconds: float
    ) -> None:
        import PIL.GifImagePlugin as Gif

        image = self._pil.Image.fromarray(part.astype(np.uint8), "P")
        image.putpalette(self._palette.getpalette())
        for block in Gif.getdata(
            image,
            offset,
            duration=max(20, round(seconds * 100) * 10),
            disposal=_LEAVE,
            transparency=_UNCHANGED,
        ):
            self._file.write(block)


def _bounds(changed: npt.NDArray[np.bool_]) -> tuple[int, int, int, int]:
    """The smallest rectangle with all changes: top, bottom, left, right; one pixel if none."""
    rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
    if not len(rows):
        return 0, 1, 0, 1
    return int(rows[0]), int(rows[-1]) + 1, int(columns[0]), int(columns[-1]) + 1


@lru_cache(maxsize=4)
def _palette(width: int) -> "Image":
    """A picture whose palette fits everything that a frame of this width can show."""
    art = art_of(width)
    sample = art.table.copy()
    # A chart of all cards: every colour that a game will need, in its proportion.
    card_width, card_height = art.frame.card_size
    for card in [*range(NUM_CARDS), None]:
        number = NUM_CARDS if card is None else card
        x, y = number % 9 * card_width, art.frame.bar.height + number // 9 * (card_height * 3 // 4)
        art.sprite(card).stamp(sample, x, y)
    art.write_bar(sample, "Score 0123456789", "YU1", "Won", won=True)
    return sample.quantize(_COLOURS)
