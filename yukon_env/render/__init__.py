"""Boards as text, pictures, films, a web page, a window: all read a game and decide nothing.

Each name is imported when it is first used, so that ``import yukon_env.render`` needs neither
Pillow nor pygame.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from yukon_env.render.geometry import Hit, Layout, Rect, layout
    from yukon_env.render.image import draw_board, draw_move, move_span
    from yukon_env.render.playback import frames, write_movie
    from yukon_env.render.player import watch
    from yukon_env.render.terminal import Terminal
    from yukon_env.render.text import board_text, supports_colour, supports_symbols
    from yukon_env.render.webpage import write_page
    from yukon_env.render.window import Window

_HOMES = {
    "board_text": "text",
    "supports_colour": "text",
    "supports_symbols": "text",
    "draw_board": "image",
    "draw_move": "image",
    "move_span": "image",
    "Hit": "geometry",
    "Layout": "geometry",
    "Rect": "geometry",
    "layout": "geometry",
    "frames": "playback",
    "write_movie": "playback",
    "watch": "player",
    "Terminal": "terminal",
    "write_page": "webpage",
    "Window": "window",
}

__all__ = [
    "Hit",
    "Layout",
    "Rect",
    "Terminal",
    "Window",
    "board_text",
    "draw_board",
    "draw_move",
    "frames",
    "layout",
    "move_span",
    "supports_colour",
    "supports_symbols",
    "watch",
    "write_movie",
    "write_page",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
