"""Cards, backs, slots and the table as pictures, each drawn once for a width."""

from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from yukon_env.core.cards import RANKS, is_red, rank_of, suit_of
from yukon_env.render.geometry import Frame, Rect, frame_of
from yukon_env.render.pillow import require_pillow
from yukon_env.render.suits import suit_mask

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

Colour = tuple[int, int, int]

_FINER = 4
"""Cards are drawn this much larger and reduced, for smooth edges."""

_PAPER = (253, 252, 248)
_EDGE = (150, 148, 140)
_RED = (200, 22, 40)
_BLACK = (26, 28, 36)
_PANEL = (246, 239, 218)
_GOLD = (196, 152, 60)
_BACK = (34, 62, 122)
_BACK_LIGHT = (70, 104, 172)
_FELT = (26, 112, 72)
_FELT_DARK = (12, 74, 48)
_SLOT = (12, 40, 26)
_SLOT_SUIT = (8, 52, 34)
_BAR = (9, 40, 28)
_INK = (236, 244, 238)
_INK_DIM = (150, 184, 166)
_WON = (226, 178, 62)
_STUCK = (196, 88, 72)

_FIRST_COURT = 11
_CROWN_POINTS = {11: 2, 12: 3, 13: 5}


class Sprite(NamedTuple):
    """A picture to lay on another: its RGB pixels, its mask, and how far it reaches beyond."""

    pixels: "Image"
    mask: "Image"
    margin: int

    def stamp(self, onto: "Image", x: int, y: int) -> None:
        """Lay it on a picture so that the card itself (not its shadow) has its corner at x, y."""
        onto.paste(self.pixels, (x - self.margin, y - self.margin), self.mask)

    def stamp_turning(self, onto: "Image", x: int, y: int, share: float) -> None:
        """The same with only a share 0..1 of its width: a card that turns over."""
        width = max(1, round(self.pixels.width * share))
        size = (width, self.pixels.height)
        left = x - self.margin + (self.pixels.width - width) // 2
        onto.paste(self.pixels.resize(size), (left, y - self.margin), self.mask.resize(size))


class Art:
    """All pictures for one width (see :func:`art_of`, which keeps them).

    Args:
        frame: the fixed layout of the width.
    """

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.pil = require_pillow()
        self._cards: dict[int, Sprite] = {}
        self._fonts: dict[int, Any] = {}
        width, height = frame.card_size
        self._size = (width * _FINER, height * _FINER)
        self._radius = self._size[0] * 0.085

    @cached_property
    def table(self) -> "Image":
        """The empty table with all slots and the empty bar, RGB; copy it before drawing on it."""
        table = self._felt()
        for rect in self.frame.columns:
            self._slot(table, rect, None)
        for suit, rect in enumerate(self.frame.foundations):
            self._slot(table, rect, suit)
        self.pil.ImageDraw.Draw(table).rectangle(
            (0, 0, self.frame.width, self.frame.bar.height - 1), fill=_BAR
        )
        return table

    @cached_property
    def back(self) -> Sprite:
        """A face-down card."""
        face, draw = self._blank()
        inset = self._size[0] * 0.035
        panel = self.pil.Image.new("RGB", self._size, _BACK)
        self._lattice(panel)
        mask = self.pil.Image.new("L", self._size, 0)
        box = (inset, inset, self._size[0] - inset, self._size[1] - inset)
        self.pil.ImageDraw.Draw(mask).rounded_rectangle(box, self._radius * 0.6, fill=255)
        face.paste(panel, (0, 0), mask)
        draw.rounded_rectangle(box, self._radius * 0.6, outline=_BACK, width=_FINER)
        return self._finish(face)

    def card(self, card: int) -> Sprite:
        """The face of a card 0..51."""
        if card not in self._cards:
            self._cards[card] = self._finish(self._face(card))
        return self._cards[card]

    def sprite(self, card: int | None) -> Sprite:
        """The face of a card, the back for ``None``."""
        return self.back if card is None else self.card(card)

    def write_bar(self, onto: "Image", left: str, right: str, result: str, won: bool) -> None:
        """Write the status bar: counters at the left, the deal at the right, the result between."""
        draw = self.pil.ImageDraw.Draw(onto)
        middle, margin = self.frame.bar.height / 2, self.frame.margin
        font = self._font(round(self.frame.width * 0.0225))
        draw.text((margin, middle), left, _INK, font, "lm")
        draw.text((self.frame.width - margin, middle), right, _INK_DIM, font, "rm")
        if result:
            x = (margin + draw.textlength(left, font)) / 2
            x += (self.frame.width - margin - draw.textlength(right, font)) / 2
            self._badge(onto, round(x), result, _WON if won else _STUCK)

    def _badge(self, onto: "Image", x: int, text: str, colour: Colour) -> None:
        """A word in a coloured pill around x."""
        draw = self.pil.ImageDraw.Draw(onto)
        font = self._font(round(self.frame.width * 0.0225))
        bar = self.frame.bar.height
        height = round(bar * 0.68)
        width = round(draw.textlength(text, font)) + height
        large = (width * _FINER, height * _FINER)
        pill = self.pil.Image.new("L", large, 0)
        box = (0, 0, large[0] - 1, large[1] - 1)
        self.pil.ImageDraw.Draw(pill).rounded_rectangle(box, large[1] / 2, fill=255)
        mask = pill.resize((width, height), self.pil.Image.Resampling.BOX)
        onto.paste(colour, (x - width // 2, (bar - height) // 2), mask)
        draw.text((x, bar / 2), text, _BAR, font, "mm")

    def _felt(self) -> "Image":
        """Green cloth, lighter in the middle."""
        size = (self.frame.width, self.frame.height)
        light = self.pil.Image.radial_gradient("L").resize(size)
        dark = self.pil.Image.new("RGB", size, _FELT_DARK)
        # The gradient is 0 in the middle and saturates at the corners.
        return self.pil.Image.composite(  # type: ignore[no-any-return]
            dark, self.pil.Image.new("RGB", size, _FELT), light.point(lambda v: v * 3 // 4)
        )

    def _slot(self, table: "Image", rect: Rect, suit: int | None) -> None:
        """An empty place: a sunken outline, for a foundation with its suit."""
        size = (rect.width * _FINER, rect.height * _FINER)
        shade = self.pil.Image.new("L", size, 0)
        draw = self.pil.ImageDraw.Draw(shade)
        box = (_FINER, _FINER, size[0] - _FINER, size[1] - _FINER)
        draw.rounded_rectangle(box, self._radius, fill=44, outline=130, width=_FINER + 1)
        shade = shade.resize((rect.width, rect.height), self.pil.Image.Resampling.BOX)
        table.paste(_SLOT, (rect.x, rect.y), shade)
        if suit is not None:
            side = round(rect.width * 0.5)
            faint = suit_mask(suit, side).point(lambda v: v * 3 // 5)
            corner = (rect.x + (rect.width - side) // 2, rect.y + (rect.height - side) // 2)
            table.paste(_SLOT_SUIT, corner, faint)

    def _blank(self) -> "tuple[Image, ImageDraw]":
        """A large empty card with its pen."""
        face = self.pil.Image.new("RGB", self._size, _PAPER)
        return face, self.pil.ImageDraw.Draw(face)

    def _face(self, card: int) -> "Image":
        face, draw = self._blank()
        width, height = self._size
        colour = _RED if is_red(card) else _BLACK
        rank = rank_of(card)
        if rank >= _FIRST_COURT:
            self._court(draw, rank)
        index = self._index(card, colour)
        corner = (round(width * 0.065), round(height * 0.045))
        face.paste(colour, corner, index)
        if rank < _FIRST_COURT:
            self._lower_index(face, index, colour)
        side = round(width * (0.62 if rank == 1 else 0.5 if rank < _FIRST_COURT else 0.44))
        centre = 0.54 if rank < _FIRST_COURT else 0.66
        corner = ((width - side) // 2, round(height * centre - side / 2))
        face.paste(colour, corner, suit_mask(suit_of(card), side))
        return face

    def _index(self, card: int, colour: Colour) -> "Image":
        """Rank and suit side by side: both show in the strip that the next card leaves free."""
        width, height = self._size
        rank = RANKS[rank_of(card) - 1]
        font = self._font(round(height * 0.2))
        side, bold = round(height * 0.15), round(width * 0.008)
        base = round(height * 0.15)
        mask = self.pil.Image.new("L", (width, round(height * 0.19)), 0)
        draw = self.pil.ImageDraw.Draw(mask)
        x = float(bold)
        for letter in "10" if rank == "T" else rank:
            draw.text((x, base), letter, 255, font, "ls", stroke_width=bold)
            # The two figures of the ten are set tighter than the font does.
            x += draw.textlength(letter, font) * (0.85 if letter == "1" else 1.0)
        x += width * 0.035
        mask.paste(suit_mask(suit_of(card), side), (round(x), base - side + bold))
        return mask.crop((0, 0, round(x) + side, mask.height))

    def _lower_index(self, face: "Image", index: "Image", colour: Colour) -> None:
        """The index upside down in the lower corner, smaller: nobody reads it first."""
        small = index.resize((index.width * 7 // 10, index.height * 7 // 10)).rotate(180)
        x = face.width - round(face.width * 0.075) - small.width
        y = face.height - round(face.height * 0.045) - small.height
        face.paste(colour, (x, y), small)

    def _court(self, draw: "ImageDraw", rank: int) -> None:
        """A tinted panel and a head-dress that tells jack, queen and king apart."""
        width, height = self._size
        box = (width * 0.12, height * 0.27, width * 0.88, height * 0.93)
        draw.rounded_rectangle(box, self._radius * 0.6, _PANEL, _GOLD, _FINER)
        self._crown(draw, _CROWN_POINTS[rank])

    def _crown(self, draw: "ImageDraw", points: int) -> None:
        width, height = self._size
        left, right = width * 0.3, width * 0.7
        base, brim, top = height * 0.48, height * 0.44, height * 0.33
        step = (right - left) / (2 * points - 2)
        zigzag = [
            (left + i * step, top if i % 2 == 0 else brim * 0.9) for i in range(2 * points - 1)
        ]
        draw.polygon([(left, base), *zigzag, (right, base)], _GOLD)
        for x, y in zigzag[::2]:
            reach = width * 0.025
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), _GOLD)

    def _lattice(self, panel: "Image") -> None:
        """Crossing diagonals, and a diamond wherever they meet in the middle."""
        draw = self.pil.ImageDraw.Draw(panel)
        width, height = self._size
        pitch = width / 6
        for i in range(-int(height / pitch) - 1, int((width + height) / pitch) + 2):
            x = width / 2 + (i - 3) * pitch
            draw.line((x, 0, x + height, height), _BACK_LIGHT, _FINER)
            draw.line((x, 0, x - height, height), _BACK_LIGHT, _FINER)
        side = round(width * 0.42)
        corner = ((width - side) // 2, (height - side) // 2)
        reach = side * 0.72
        middle = (width / 2, height / 2)
        draw.ellipse(
            (middle[0] - reach, middle[1] - reach, middle[0] + reach, middle[1] + reach),
            _BACK,
            _BACK_LIGHT,
            _FINER + 2,
        )
        panel.paste(_BACK_LIGHT, corner, suit_mask(0, side))

    def _finish(self, face: "Image") -> Sprite:
        """Cut the corners, draw the border, lay a soft shadow under it and reduce it."""
        pil = self.pil
        width, height = self._size
        margin = max(2, round(self.frame.width * 0.0075))
        pad = margin * _FINER
        box = (pad, pad, pad + width - 1, pad + height - 1)
        pil.ImageDraw.Draw(face).rounded_rectangle(
            (0, 0, width - 1, height - 1), self._radius, outline=_EDGE, width=_FINER
        )
        cut = pil.Image.new("L", (width + 2 * pad, height + 2 * pad), 0)
        pil.ImageDraw.Draw(cut).rounded_rectangle(box, self._radius, fill=255)
        soft = cut.filter(pil.ImageFilter.GaussianBlur(pad * 0.3))
        shadow = pil.ImageChops.offset(soft, 0, pad // 5).point(lambda v: v * 2 // 5)
        whole = pil.Image.new("RGBA", cut.size, (0, 16, 8, 255))
        whole.putalpha(shadow)
        whole.paste(face, (pad, pad), cut.crop((pad, pad, pad + width, pad + height)))
        alpha = pil.ImageChops.lighter(shadow, cut)
        whole.putalpha(alpha)
        size = (cut.width // _FINER, cut.height // _FINER)
        small = whole.resize(size, pil.Image.Resampling.BOX)
        return Sprite(small.convert("RGB"), small.getchannel("A"), margin)

    def _font(self, size: int) -> Any:
        """Pillow's own font: the same on every machine."""
        if size not in self._fonts:
            self._fonts[size] = self.pil.ImageFont.load_default(size)
        return self._fonts[size]


@lru_cache(maxsize=4)
def art_of(width: int) -> Art:
    """The pictures for a width 160..4096, drawn as they are first needed and kept.

    Raises:
        ImportError: Pillow is not installed.
        ValueError: the width is out of range.
    """
    return Art(frame_of(width))
