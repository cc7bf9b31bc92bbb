"""A window that shows a game while it is played (pygame-ce)."""

import os
import time
from collections import deque
from typing import TYPE_CHECKING, Any

from yukon_env.render.geometry import DEFAULT_WIDTH, frame_of
from yukon_env.render.image import Pixels, draw_board, draw_move, move_span
from yukon_env.render.pillow import require_pillow

if TYPE_CHECKING:
    from yukon_env.core.game import Game
    from yukon_env.render.player import Player

_MISSING = (
    'A window needs pygame-ce, which is not installed: pip install "yukon-env[human]" brings it.'
)


class Window:
    """A window of a fixed size. Once it is closed, by whomever, all calls do nothing.

    Args:
        width: 160..4096 pixels; the height follows as for ``draw_board``.
        fps: pictures a second in animations, > 0.
        title: the window's title.

    Attributes:
        closed: whether the window has been closed.

    Raises:
        ImportError: pygame-ce or Pillow is not installed; the message names the extra.
        OSError: there is no display.
        ValueError: the width or fps is out of range.
    """

    def __init__(self, width: int = DEFAULT_WIDTH, fps: float = 30, title: str = "Yukon") -> None:
        if not fps > 0:
            raise ValueError(f"fps must be more than 0, got {fps!r}")
        frame = frame_of(width)
        require_pillow()
        self._pygame = require_pygame()
        self.width, self.fps, self.closed = width, fps, False
        self._keys: deque[str] = deque(maxlen=16)
        # The display alone: pygame.init would open the sound device too.
        try:
            self._pygame.display.init()
            self._screen = self._pygame.display.set_mode((frame.width, frame.height))
        except self._pygame.error as error:
            raise OSError(f"there is no display for a window: {error}") from error
        self._pygame.display.set_caption(title)

    def show(self, game: "Game") -> None:
        """Draw a game and present it."""
        if self._is_open():
            self._present(draw_board(game, self.width))

    def animate(self, before: "Game", after: "Game", seconds: float = 0.2) -> None:
        """Show the way from one state to the next, and stay there.

        Args:
            before: the state that the move starts from.
            after: the state that it leads to.
            seconds: how long one card or group flies; several cards that go up one after the
                other take accordingly longer. 0: no flight.
        """
        length = seconds * move_span(before, after) if self._is_open() else 0.0
        start = time.monotonic()
        while not self.closed and (passed := time.monotonic() - start) < length:
            self._present(draw_move(before, after, passed / length, self.width))
            self._rest(start + length)
            self._is_open()
        self.show(after)

    def wait(self, seconds: float) -> None:
        """Stay open for some seconds, or until the window is closed."""
        end = time.monotonic() + seconds
        while self._is_open() and time.monotonic() < end:
            self._rest(end)

    def draw(self, before: "Game", after: "Game", player: "Player") -> None:
        """Show the step from one state to another, for :func:`yukon_env.render.watch`."""
        if before is not after:
            self.animate(before, after, 0.2 / player.speed)
        else:
            self.show(after)

    def wait_key(self, seconds: float | None) -> str | None:
        """The next key, as :mod:`yukon_env.render.player` names it; ``"q"`` once it is closed.

        Args:
            seconds: how long to wait; ``None``: until there is one.
        """
        end = float("inf") if seconds is None else time.monotonic() + seconds
        while self._is_open():
            if self._keys:
                return self._keys.popleft()
            if time.monotonic() >= end:
                return None
            self._rest(end)
        return "q"

    def close(self) -> None:
        """Close the window."""
        if not self.closed:
            self.closed = True
            self._pygame.display.quit()

    def _is_open(self) -> bool:
        """Handle what has happened to the window, and say whether it is still there."""
        if not self._pygame.display.get_init():
            self.closed = True  # another window's end takes the display from all
        if not self.closed:
            events = self._pygame.event.get()
            if any(event.type == self._pygame.QUIT for event in events):
                self.close()
            presses = (event for event in events if event.type == self._pygame.KEYDOWN)
            self._keys.extend(self._key(event) for event in presses)
        return not self.closed

    def _key(self, event: Any) -> str:
        """Its name; keys that write something are named by that."""
        pygame = self._pygame
        names = {
            pygame.K_SPACE: "space",
            pygame.K_LEFT: "left",
            pygame.K_RIGHT: "right",
            pygame.K_HOME: "home",
            pygame.K_END: "end",
            pygame.K_ESCAPE: "q",
        }
        return names.get(event.key, event.unicode.lower())

    def _present(self, frame: Pixels) -> None:
        size = (frame.shape[1], frame.shape[0])
        picture = self._pygame.image.frombuffer(frame.tobytes(), size, "RGB")
        self._screen.blit(picture, (0, 0))
        self._pygame.display.flip()

    def _rest(self, end: float) -> None:
        """Sleep until the next picture is due, but not past a time."""
        time.sleep(max(0.0, min(1 / self.fps, end - time.monotonic())))


def require_pygame() -> Any:
    """The module ``pygame``. Raises ``ImportError`` with the extra that brings it."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    try:
        import pygame
    except ImportError as error:
        raise ImportError(_MISSING) from error
    return pygame
