"""Pens for everything that is no card: words, buttons, frames, in one size."""

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from yukon_env.render.pillow import require_pillow

if TYPE_CHECKING:
    from PIL.Image import Image

    from yukon_env.render.geometry import Rect

Colour = tuple[int, int, int]

FELT = (12, 74, 48)
BAR = (9, 40, 28)
INK = (236, 244, 238)
INK_DIM = (150, 184, 166)
PAPER = (253, 252, 248)
TEXT = (30, 38, 34)
TEXT_DIM = (98, 108, 102)
GREEN = (22, 112, 70)
GOLD = (240, 190, 70)
BLUE = (90, 180, 255)
ALARM = (176, 36, 36)
LINE = (190, 196, 190)
_FINER = 3


def text_width(text: str, size: int) -> int:
    """How wide a line of text is, in pixels."""
    return round(font(size).getlength(text))


def write(
    onto: "Image", at: tuple[float, float], text: str, size: int, colour: Colour, anchor: str = "lm"
) -> None:
    """Write a line; the anchor is Pillow's: ``lm`` left and middle, ``mm`` centred."""
    draw = require_pillow().ImageDraw.Draw(onto)
    draw.text(at, text, colour, font(size), anchor)


def wrapped(text: str, size: int, width: int) -> list[str]:
    """The lines of a text that are at most so wide; one word is never broken."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and text_width(longer, size) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def fill(onto: "Image", rect: "Rect", colour: Colour, radius: int, strength: int = 255) -> None:
    """A rounded rectangle with smooth corners; the strength 0..255 is how much it covers."""
    mask = _rounded(rect.width, rect.height, radius, 0)
    if strength < 255:
        mask = mask.point(lambda v: v * strength // 255)
    onto.paste(colour, rect[:2], mask)


def frame(onto: "Image", rect: "Rect", colour: Colour, radius: int, line: int) -> None:
    """The outline of a rounded rectangle, ``line`` pixels thick, inside the rectangle."""
    onto.paste(colour, rect[:2], _rounded(rect.width, rect.height, radius, line))


def veil(onto: "Image", colour: Colour = BAR, strength: int = 150) -> None:
    """Darken a whole picture."""
    onto.paste(colour, (0, 0), require_pillow().Image.new("L", onto.size, strength))


@lru_cache(maxsize=128)
def _rounded(width: int, height: int, radius: int, line: int) -> Any:
    pil = require_pillow()
    size = (max(1, width) * _FINER, max(1, height) * _FINER)
    mask = pil.Image.new("L", size, 0)
    box = (0, 0, size[0] - 1, size[1] - 1)
    draw = pil.ImageDraw.Draw(mask)
    if line:
        draw.rounded_rectangle(box, radius * _FINER, outline=255, width=line * _FINER)
    else:
        draw.rounded_rectangle(box, radius * _FINER, fill=255)
    return mask.resize((max(1, width), max(1, height)), pil.Image.Resampling.BOX)


@lru_cache(maxsize=64)
def font(size: int) -> Any:
    """Pillow's own font: the same on every machine."""
    return require_pillow().ImageFont.load_default(size)
