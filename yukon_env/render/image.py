"""A board as an RGB picture, drawn by Pillow without a display."""

from collections.abc import Collection
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from yukon_env.core.rules import FOUNDATION, Outcome
from yukon_env.render.art import Art, art_of
from yukon_env.render.board import Board, top_card
from yukon_env.render.geometry import DEFAULT_WIDTH, Layout, lay_board
from yukon_env.render.motion import Motion, Spot, Track, motion

if TYPE_CHECKING:
    from PIL.Image import Image

    from yukon_env.core.game import Game

Pixels = npt.NDArray[np.uint8]


def draw_board(game: "Game", width: int = DEFAULT_WIDTH) -> Pixels:
    """The board as a fresh uint8 array ``(height, width, 3)``, RGB.

    Args:
        game: what to show; it is only read.
        width: 160..4096 pixels; the height is three quarters of it, rounded down to even.

    Raises:
        ImportError: Pillow is not installed; the message names the extra that brings it.
        ValueError: the width is out of range.
    """
    return np.array(board_picture(Board.of(game), width))


def draw_move(before: "Game", after: "Game", fraction: float, width: int = DEFAULT_WIDTH) -> Pixels:
    """A moment between two states of a game, as :func:`draw_board` draws them.

    The cards that change their place are found by comparing the two: a group between columns, a
    card to or from a foundation, cards that go up by themselves one after the other, a move taken
    back. The counters change when the move is done.

    Args:
        before: the state that the move starts from.
        after: the state that it leads to.
        fraction: 0 (exactly ``before``) .. 1 (exactly ``after``).
        width: 160..4096 pixels.

    Raises:
        ImportError: Pillow is not installed; the message names the extra that brings it.
        ValueError: the fraction or the width is out of range.
    """
    if not 0 <= fraction <= 1:
        raise ValueError(f"fraction must lie in 0..1, got {fraction!r}")
    first, second = Board.of(before), Board.of(after)
    if fraction in (0, 1):
        return np.array(board_picture(second if fraction else first, width))
    return np.array(move_picture(first, second, fraction, width))


def move_span(before: "Game", after: "Game") -> float:
    """How long the way from one state to the other takes, in flights of a card: at least 1.0.

    An ordinary move takes 1.0; cards that go up by themselves follow each other and take longer.
    """
    return _motion(Board.of(before), Board.of(after)).span


@lru_cache(maxsize=4)
def _motion(before: Board, after: Board) -> Motion:
    """Kept for the next frame of the same move."""
    return motion(before, after)


def board_picture(board: Board, width: int, lifted: Collection[int] = ()) -> "Image":
    """A board at rest as a Pillow picture, without the cards that somebody holds in the hand."""
    art = art_of(width)
    place = lay_board(board, width)
    picture = art.table.copy()
    _draw_foundations(picture, art, _without(board.foundations, lifted))
    for column, rects in zip(board.columns, place.columns, strict=True):
        for card, rect in zip(column, rects, strict=True):
            if card is None or card not in lifted:
                art.sprite(card).stamp(picture, rect.x, rect.y)
    _draw_bar(picture, art, board)
    return picture


def move_picture(before: Board, after: Board, fraction: float, width: int) -> "Image":
    """A moment strictly between two boards as a Pillow picture."""
    return _Move(before, after, width).draw(fraction)


def _without(foundations: tuple[int, ...], lifted: Collection[int]) -> tuple[int, ...]:
    return tuple(
        count - (top_card(suit, count) in lifted) for suit, count in enumerate(foundations)
    )


def _draw_foundations(picture: "Image", art: Art, counts: tuple[int, ...]) -> None:
    for suit, count in enumerate(counts):
        card = top_card(suit, count)
        if card is not None:
            rect = art.frame.foundations[suit]
            art.card(card).stamp(picture, rect.x, rect.y)


def _draw_bar(picture: "Image", art: Art, board: Board) -> None:
    left = f"Score {board.score}     Moves {board.moves}     Time {board.clock}"
    right = board.deal or board.variant.capitalize()
    art.write_bar(picture, left, right, board.result, board.outcome == Outcome.WON)


class _Move:
    """Draws the moments of one move."""

    def __init__(self, before: Board, after: Board, width: int) -> None:
        self.board = before
        self.art = art_of(width)
        self.motion = _motion(before, after)
        self.places = lay_board(before, width), lay_board(after, width)

    def draw(self, fraction: float) -> "Image":
        """The picture at a time strictly between 0 and 1."""
        picture = self.art.table.copy()
        _draw_foundations(picture, self.art, self._lying(fraction))
        for track in self.motion.resting:
            self._stamp(picture, track, fraction)
        for track in self._stacked(fraction):
            self._stamp(picture, track, fraction)
        _draw_bar(picture, self.art, self.board)
        return picture

    def _lying(self, fraction: float) -> tuple[int, ...]:
        """How many cards lie on each foundation: the settled, the arrived, and those to leave."""
        before, after = (place.board.foundations for place in self.places)
        counts = list(map(min, before, after))
        for track in self.motion.moving:
            arrived = track.end.place == FOUNDATION and track.finish <= fraction
            remains = track.start.place == FOUNDATION and fraction <= track.begin
            counts[track.suit] += arrived or remains
        return tuple(counts)

    def _stacked(self, fraction: float) -> list[Track]:
        """The moving cards from the lowest up: those that wait, that have landed, that fly.

        Those on a foundation are not among them: only its top card is drawn.
        """
        moving = self.motion.moving
        flying = [track for track in moving if track.begin < fraction < track.finish]
        waiting = [
            track for track in moving if fraction <= track.begin and track.start.place != FOUNDATION
        ]
        landed = [
            track for track in moving if track.finish <= fraction and track.end.place != FOUNDATION
        ]
        waiting.sort(key=lambda track: track.start)
        landed.sort(key=lambda track: track.end)
        return waiting + landed + flying

    def _stamp(self, picture: "Image", track: Track, fraction: float) -> None:
        (x0, y0), (x1, y1) = (
            _corner(place, spot, track.suit)
            for place, spot in zip(self.places, (track.start, track.end), strict=True)
        )
        progress = track.progress(fraction)
        x, y = round(x0 + (x1 - x0) * progress), round(y0 + (y1 - y0) * progress)
        card, share = track.turned(fraction)
        if share == 1:
            self.art.sprite(card).stamp(picture, x, y)
        else:
            self.art.sprite(card).stamp_turning(picture, x, y, share)


def _corner(place: Layout, spot: Spot, suit: int) -> tuple[int, int]:
    """The upper left corner of a card; the nearest place where two unlike boards have none."""
    if spot.place == FOUNDATION:
        return place.frame.foundations[suit][:2]
    rects = place.columns[spot.place] or (place.frame.columns[spot.place],)
    return rects[min(spot.depth, len(rects) - 1)][:2]
