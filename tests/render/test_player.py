import numpy as np
import pytest

from tests.render.boards import random_states
from yukon_env.render import Window, draw_board, watch
from yukon_env.render.player import Player

pygame = pytest.importorskip("pygame")


class Script:
    """A screen whose keys are known before; ``None``: the pause passes. Notes what it showed."""

    def __init__(self, *keys):
        self.keys = iter(keys)
        self.shown, self.pauses = [], []

    def draw(self, before, after, player):
        self.shown.append(player.position)

    def wait_key(self, seconds):
        self.pauses.append(seconds)
        return next(self.keys)


@pytest.fixture(scope="module")
def states():
    return random_states(1, 5)


def test_plays_to_the_end_and_stays(states):
    screen = Script(*[None] * 5, "q")
    watch(states, screen)
    assert screen.shown == [0, 1, 2, 3, 4, 5]
    assert screen.pauses == [0.4] * 5 + [None]


def test_ends_at_the_end_where_nobody_has_keys(states):
    screen = Script(*[None] * 5)
    watch(states, screen, stays=False)
    assert screen.shown == [0, 1, 2, 3, 4, 5]


def test_a_game_without_moves(states):
    screen = Script()
    watch(states[:1], screen, stays=False)
    assert screen.shown == [0]


@pytest.mark.parametrize(
    ("keys", "position", "playing"),
    [
        (["right"], 1, False),
        (["right", "right", "left"], 1, False),
        (["left"], 0, False),
        (["end"], 5, False),
        (["end", "right"], 5, False),
        (["end", "home"], 0, False),
        (["space"], 0, False),
        (["space", "space"], 0, True),
        (["end", "space"], 0, True),
        (["x", "\x1b[Z", ""], 0, True),
    ],
)
def test_keys(keys, position, playing):
    player = Player(last=5)
    for key in keys:
        player.press(key)
    assert (player.position, player.playing) == (position, playing)


def test_speed():
    player = Player(last=5)
    for keys, speed in [("+", 2), ("++++", 8), ("-", 4), ("-" * 9, 0.25), ("=", 0.5)]:
        for key in keys:
            player.press(key)
        assert player.speed == speed
        assert player.pause == 0.4 / speed


def press(*keys):
    for key in keys:
        text = {pygame.K_PLUS: "+", pygame.K_q: "Q"}.get(key, "")
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=text))


def test_the_window_plays_by_keys(monkeypatch, states):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    window = Window(width=320)
    drawn = []
    draw = window.draw

    def note(before, after, player):
        draw(before, after, player)
        drawn.append((player.position, player.speed))
        screen = pygame.surfarray.array3d(pygame.display.get_surface())
        assert np.array_equal(np.swapaxes(screen, 0, 1), draw_board(after, 320))

    window.draw = note
    keys = [pygame.K_END, pygame.K_LEFT, pygame.K_PLUS, pygame.K_HOME, pygame.K_q]
    press(*keys)
    watch(states, window)
    assert drawn == [(0, 1), (5, 1), (4, 1), (4, 2), (0, 2)]
    window.close()
    assert window.wait_key(None) == "q"
