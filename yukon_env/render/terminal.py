"""A game in the terminal, drawn in place, with keys where they can be read one by one."""

import os
import re
import select
import shutil
import signal
import sys
import time
from collections import deque
from collections.abc import Callable
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from yukon_env.render.player import HELP, Player
from yukon_env.render.text import board_text, supports_colour, supports_symbols

if TYPE_CHECKING:
    from yukon_env.core.game import Game

_ENTER = "\x1b[?1049h\x1b[?25l"  # another screen, no cursor
_LEAVE = "\x1b[?25h\x1b[?1049l"
_HOME, _CLEAR_LINE, _CLEAR_BELOW = "\x1b[H", "\x1b[K", "\x1b[J"
_TOKEN = re.compile(rb"\x1b[\[O][0-9;]*[A-Za-z~]|.", re.DOTALL)
_NAMES = {
    b" ": "space",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1b[H": "home",
    b"\x1b[F": "end",
    b"\x1b[1~": "home",
    b"\x1b[4~": "end",
    b"\x1b[7~": "home",
    b"\x1b[8~": "end",
}


class Terminal:
    """The terminal as a screen; use it in ``with``, which restores it whatever happens.

    Args:
        caption: what stands above the board at a position.

    Attributes:
        has_keys: whether single keys can be read: the input is a terminal (not on Windows).
    """

    def __init__(self, caption: Callable[[int], str]) -> None:
        self._caption = caption
        self._keys: deque[bytes] = deque()
        self.has_keys = sys.stdin.isatty() and _termios() is not None

    def __enter__(self) -> "Terminal":
        self._handler = signal.signal(signal.SIGTERM, _terminate)
        if self.has_keys:
            self._input = sys.stdin.fileno()
            self._mode = _termios().tcgetattr(self._input)
        try:
            if self.has_keys:
                self._read_single_keys()
            self._write(_ENTER)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._write(_LEAVE)
        finally:
            if self.has_keys:
                _termios().tcsetattr(self._input, _termios().TCSADRAIN, self._mode)
            signal.signal(signal.SIGTERM, self._handler)

    def draw(self, before: "Game", after: "Game", player: Player) -> None:
        """Show a state over the one before, as far as the terminal has lines."""
        colour, symbols = supports_colour(sys.stdout), supports_symbols(sys.stdout)
        pace = "playing" if player.playing else "paused"
        status = f"{player.position} of {player.last}, {pace}, speed {player.speed:g}"
        lines = [*self._caption(player.position).split("\n"), status]
        if self.has_keys:
            lines.append(HELP if symbols else HELP.replace("←→", "arrows").replace("−", "-"))
        lines += ["", *board_text(after, colour=colour, symbols=symbols).split("\n")]
        width, height = shutil.get_terminal_size()
        above = len(lines) - len(lines[lines.index("") :])
        lines[:above] = [line[: width - 1] for line in lines[:above]]
        end = f"{_CLEAR_LINE}\n"
        self._write(_HOME + end.join(lines[:height]) + _CLEAR_LINE + _CLEAR_BELOW)

    def wait_key(self, seconds: float | None) -> str | None:
        """The next key, as :mod:`yukon_env.render.player` names it."""
        if not self.has_keys:
            time.sleep(seconds or 0)
            return None
        if not self._keys and not self._fill(seconds):
            return None
        token = self._keys.popleft()
        return _NAMES.get(token, token.decode("ascii", "replace").lower())

    def _fill(self, seconds: float | None) -> bool:
        """Read what was typed; whether there was anything in time."""
        if not select.select([self._input], [], [], seconds)[0]:
            return False
        # An input that has ended says so for ever: nobody is there any more.
        self._keys.extend(_TOKEN.findall(os.read(self._input, 1024) or b"q"))
        return True

    def _read_single_keys(self) -> None:
        import tty

        tty.setcbreak(self._input)

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def _termios() -> Any:
    try:
        import termios
    except ImportError:
        return None
    return termios


def _terminate(number: int, frame: FrameType | None) -> NoReturn:
    """Leave through every ``finally``, with the status that a shell gives this signal."""
    sys.exit(128 + number)
