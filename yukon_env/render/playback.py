"""A game as moving pictures: frames for a notebook, a GIF or an MP4 file."""

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from yukon_env.core.files import whole
from yukon_env.render.geometry import DEFAULT_WIDTH, frame_of
from yukon_env.render.gif import GifWriter
from yukon_env.render.image import Pixels, draw_board, draw_move, move_span
from yukon_env.render.pillow import require_pillow

if TYPE_CHECKING:
    from yukon_env.core.game import Game

SUFFIXES = (".gif", ".mp4")
"""The kinds of files that :func:`write_movie` writes."""

_MISSING = (
    "An MP4 needs imageio and imageio-ffmpeg, which are not installed: "
    'pip install "yukon-env[movie]" brings them.'
)
Still = tuple[Pixels, float]
"""A frame and the seconds that it stays."""


def frames(
    games: Iterable["Game"],
    *,
    width: int = DEFAULT_WIDTH,
    fps: float = 20,
    move_seconds: float = 0.25,
    pause_seconds: float = 0.35,
    last_seconds: float = 2.0,
) -> Iterator[Pixels]:
    """The film of a game as frames, uint8 ``(H, W, 3)``, at a constant rate.

    While nothing moves, the same array comes again.

    Args:
        games: its successive states, such as those of ``Record.games()``; each is read before
            the one after the next is asked for.
        width: of the frames, 160..4096 pixels.
        fps: frames a second.
        move_seconds: how long one card or group flies; cards that go up by themselves one after
            the other take accordingly longer.
        pause_seconds: how long each state stays.
        last_seconds: how long the last state stays.

    Raises:
        ImportError: Pillow is not installed; the message names the extra that brings it.
        ValueError: there is no game, or a number is out of range.
    """
    times = _check(width, fps, move_seconds, pause_seconds, last_seconds)
    stills = _stills(games, width, fps, *times)
    return chain.from_iterable(repeat(frame, max(1, round(s * fps))) for frame, s in stills)


def write_movie(
    games: Iterable["Game"],
    path: str | Path,
    *,
    width: int = DEFAULT_WIDTH,
    fps: float = 20,
    move_seconds: float = 0.25,
    pause_seconds: float = 0.35,
    last_seconds: float = 2.0,
) -> None:
    """Write the film of a game. The file appears whole or not at all.

    Args:
        games: its successive states, as for :func:`frames`.
        path: ends on ``.gif`` (Pillow) or ``.mp4`` (H.264).
        width: of the film; an MP4 is one pixel wider where it is odd, as the format wants it.
        fps: frames a second.
        move_seconds: as for :func:`frames`; so are the other times.
        pause_seconds: how long each state stays.
        last_seconds: how long the last state stays.

    Raises:
        ImportError: a package is not installed; the message names the extra that brings it.
        OSError: the file cannot be written.
        ValueError: another suffix, no game, or a number out of range.
    """
    target = Path(path)
    suffix = target.suffix.lower()
    if suffix not in SUFFIXES:
        raise ValueError(f"a film is written to {' or '.join(SUFFIXES)}, not to {target.name!r}")
    times = _check(width, fps, move_seconds, pause_seconds, last_seconds)
    write = _write_gif if suffix == ".gif" else _write_mp4
    if write is _write_mp4:
        _require_imageio()
    with whole(target) as draft:
        write(_stills(games, width, fps, *times), draft, width, fps)


def _check(width: int, fps: float, *seconds: float) -> tuple[float, ...]:
    frame_of(width)
    require_pillow()
    if not 0 < fps <= 100:
        raise ValueError(f"fps must be more than 0 and at most 100, got {fps!r}")
    if any(not 0 <= time < float("inf") for time in seconds):
        raise ValueError(f"times must be numbers of seconds, 0 or more; got {seconds!r}")
    return seconds


def _stills(
    games: Iterable["Game"],
    width: int,
    fps: float,
    move_seconds: float,
    pause_seconds: float,
    last_seconds: float,
) -> Iterator[Still]:
    """The film as frames with their times: a state at rest is one frame, a flight several."""
    before: Game | None = None
    for game in games:
        if before is not None:
            yield draw_board(before, width), pause_seconds
            count = round(move_seconds * move_span(before, game) * fps)
            for i in range(1, count + 1):
                yield draw_move(before, game, i / (count + 1), width), 1 / fps
        # A copy: the caller may play on in the same object.
        before = game.copy()
    if before is None:
        raise ValueError("there is no game to show: give its successive states")
    yield draw_board(before, width), last_seconds


def _write_gif(stills: Iterator[Still], draft: Path, width: int, fps: float) -> None:
    with draft.open("wb") as file:
        writer = GifWriter(file, width)
        for frame, seconds in stills:
            writer.add(frame, max(seconds, 1 / fps))
        writer.close()


def _write_mp4(stills: Iterator[Still], draft: Path, width: int, fps: float) -> None:
    writer = _require_imageio().get_writer(
        draft,
        format="FFMPEG",
        mode="I",
        fps=fps,
        codec="libx264",
        pixelformat="yuv420p",
        quality=8,
        macro_block_size=2,
    )
    try:
        for frame, seconds in stills:
            even = np.pad(frame, ((0, 0), (0, width % 2), (0, 0)), mode="edge")
            for _ in range(max(1, round(seconds * fps))):
                writer.append_data(even)
    finally:
        writer.close()


def _require_imageio() -> Any:
    try:
        import imageio.v2 as imageio
        import imageio_ffmpeg  # noqa: F401  (the encoder that imageio looks for by itself)
    except ImportError as error:
        raise ImportError(_MISSING) from error
    return imageio
