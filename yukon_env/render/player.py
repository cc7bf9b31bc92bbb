"""What plays a finished game step by step: its position, pace and keys, whatever draws it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from yukon_env.core.game import Game

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
PAUSE = 0.4
"""Seconds from one move to the next at speed 1."""
HELP = "space: play, pause   ←→: step   Home, End: jump   + −: speed   q: quit"


@dataclass
class Player:
    """Where a game of moves 1..last is, and how it goes on.

    Attributes:
        last: the last position; 0 is the deal.
        position: moves shown so far.
        playing: whether it goes on by itself.
        speed: one of ``SPEEDS``.
        is_over: whether whoever watches has left.
    """

    last: int
    position: int = 0
    playing: bool = True
    speed: float = 1.0
    is_over: bool = False

    @property
    def pause(self) -> float | None:
        """Seconds until the next move, ``None`` while it does not go on by itself."""
        return PAUSE / self.speed if self.playing else None

    def press(self, key: str) -> None:
        """Do what a key means: one of ``KEYS``; others mean nothing."""
        if key in KEYS:
            KEYS[key](self)

    def tick(self) -> None:
        """The pause is over: go on, and stop at the end."""
        self.go(self.position + 1)
        self.playing = self.playing and self.position < self.last

    def go(self, position: int) -> None:
        """Go to a position, or the nearest there is."""
        self.position = min(self.last, max(0, position))

    def toggle(self) -> None:
        """Play or pause; at the end, play from the deal."""
        if not self.playing and self.position == self.last:
            self.position = 0
        self.playing = not self.playing

    def jump(self, position: int) -> None:
        """Pause at a position."""
        self.playing = False
        self.go(position)

    def change_speed(self, by: int) -> None:
        """Take a faster (1) or slower (-1) speed, if there is one."""
        self.speed = SPEEDS[min(len(SPEEDS) - 1, max(0, SPEEDS.index(self.speed) + by))]

    def leave(self) -> None:
        """Stop for good."""
        self.is_over = True


KEYS: dict[str, Callable[[Player], None]] = {
    "space": Player.toggle,
    "left": lambda player: player.jump(player.position - 1),
    "right": lambda player: player.jump(player.position + 1),
    "home": lambda player: player.jump(0),
    "end": lambda player: player.jump(player.last),
    "+": lambda player: player.change_speed(1),
    "=": lambda player: player.change_speed(1),
    "-": lambda player: player.change_speed(-1),
    "q": Player.leave,
}
"""What each key does."""


class Screen(Protocol):
    """What shows a game and hears keys."""

    def draw(self, before: "Game", after: "Game", player: Player) -> None:
        """Show a state; ``before`` is what was shown, perhaps the same."""

    def wait_key(self, seconds: float | None) -> str | None:
        """The next key within some seconds (``None``: whenever), ``None`` if there is none."""


def watch(states: Sequence["Game"], screen: Screen, stays: bool = True) -> None:
    """Play the states of a game on a screen until whoever watches leaves.

    Args:
        states: the game as dealt, then after each move.
        screen: shows them.
        stays: whether to stay at the end; otherwise that is the end.
    """
    player = Player(len(states) - 1)
    before = states[0]
    while not player.is_over:
        after = states[player.position]
        screen.draw(before, after, player)
        before = after
        if not stays and player.position == player.last:
            return
        key = screen.wait_key(player.pause)
        if key is None:
            player.tick()
        else:
            player.press(key)
