"""The four suits as shapes: fonts do not have them everywhere."""

from functools import lru_cache
from math import cos, pi, sin
from typing import TYPE_CHECKING

from yukon_env.core.cards import Suit
from yukon_env.render.pillow import require_pillow

if TYPE_CHECKING:
    from PIL.Image import Image

Point = tuple[float, float]

_FINER = 8
"""Shapes are drawn this much larger and reduced: Pillow's polygons have hard edges."""
_CURVE_STEPS = 24


@lru_cache(maxsize=256)
def suit_mask(suit: int, size: int) -> "Image":
    """A suit as a mask, mode ``L``, of size x size pixels; 255 inside."""
    pil = require_pillow()
    full = size * _FINER
    mask = pil.Image.new("L", (full, full), 0)
    draw = pil.ImageDraw.Draw(mask)
    for outline in _OUTLINES[Suit(suit)]:
        draw.polygon([(x * full, y * full) for x, y in outline], fill=255)
    return mask.resize((size, size), pil.Image.Resampling.BOX)


def _curve(start: Point, pull: Point, pull_end: Point, end: Point) -> list[Point]:
    """A cubic Bézier curve without its end point, so that curves can be chained."""
    points = []
    for i in range(_CURVE_STEPS):
        t = i / _CURVE_STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t**2 * (1 - t), t**3)
        corners = (start, pull, pull_end, end)
        x, y = (sum(w * c[axis] for w, c in zip(weights, corners, strict=True)) for axis in (0, 1))
        points.append((x, y))
    return points


def _mirrored(left: list[Point]) -> list[Point]:
    """An outline from its left half, given from the top to the bottom of the middle axis."""
    return left + [(1 - x, y) for x, y in reversed(left)]


def _disc(x: float, y: float, radius: float) -> list[Point]:
    angles = (2 * pi * i / 64 for i in range(64))
    return [(x + radius * cos(angle), y + radius * sin(angle)) for angle in angles]


def _heart() -> list[Point]:
    return _mirrored(
        [
            *_curve((0.5, 0.25), (0.45, 0.10), (0.34, 0.05), (0.25, 0.05)),
            *_curve((0.25, 0.05), (0.11, 0.05), (0.03, 0.17), (0.03, 0.31)),
            *_curve((0.03, 0.31), (0.03, 0.56), (0.33, 0.72), (0.5, 0.97)),
            (0.5, 0.97),
        ]
    )


def _diamond() -> list[Point]:
    return _mirrored(
        [
            *_curve((0.5, 0.02), (0.42, 0.18), (0.26, 0.38), (0.12, 0.5)),
            *_curve((0.12, 0.5), (0.26, 0.62), (0.42, 0.82), (0.5, 0.98)),
            (0.5, 0.98),
        ]
    )


def _spade() -> list[Point]:
    return _mirrored(
        [
            *_curve((0.5, 0.02), (0.36, 0.26), (0.04, 0.38), (0.04, 0.60)),
            *_curve((0.04, 0.60), (0.04, 0.84), (0.36, 0.88), (0.47, 0.66)),
            (0.5, 0.66),
        ]
    )


def _stem() -> list[Point]:
    return _mirrored([*_curve((0.48, 0.55), (0.48, 0.78), (0.43, 0.9), (0.3, 0.96)), (0.3, 0.98)])


_OUTLINES = {
    Suit.SPADES: [_spade(), _stem()],
    Suit.HEARTS: [_heart()],
    Suit.DIAMONDS: [_diamond()],
    Suit.CLUBS: [
        _disc(0.5, 0.25, 0.225),
        _disc(0.255, 0.60, 0.225),
        _disc(0.745, 0.60, 0.225),
        _disc(0.5, 0.5, 0.12),
        _stem(),
    ],
}
