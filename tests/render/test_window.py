import sys

import numpy as np
import pytest

from tests.render.boards import random_states
from yukon_env.core.game import Game
from yukon_env.render import Window, draw_board

pygame = pytest.importorskip("pygame")


@pytest.fixture(autouse=True)
def no_display(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    yield
    pygame.display.quit()


def on_screen() -> np.ndarray:
    return np.swapaxes(pygame.surfarray.array3d(pygame.display.get_surface()), 0, 1)


def test_shows_the_board():
    window = Window(width=320, title="A game")
    window.show(Game(1))
    assert np.array_equal(on_screen(), draw_board(Game(1), 320))
    assert pygame.display.get_caption()[0] == "A game"
    assert not window.closed


def test_animation_ends_on_the_last_state():
    window = Window(width=320)
    before, after = random_states(1, 1)
    drawn = []
    present = window._present
    window._present = lambda frame: (drawn.append(frame), present(frame))
    window.animate(before, after, seconds=0.1)
    assert len(drawn) > 1
    assert np.array_equal(on_screen(), draw_board(after, 320))
    drawn.clear()
    window.animate(after, before, seconds=0)
    assert len(drawn) == 1


@pytest.mark.parametrize(
    "call",
    [
        lambda window: window.show(Game(1)),
        lambda window: window.animate(*random_states(1, 1)),
        lambda window: window.wait(30),
    ],
)
def test_the_close_button_closes(call):
    window = Window(width=320)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    call(window)
    assert window.closed
    assert not pygame.display.get_init()
    window.show(Game(1))
    window.animate(*random_states(1, 1))
    window.wait(30)
    window.close()
    assert not pygame.display.get_init()


def test_close_and_open_again():
    first = Window(width=320)
    first.close()
    first.close()
    assert first.closed
    second = Window(width=200)
    second.show(Game(1))
    assert pygame.display.get_surface().get_size() == (200, 150)
    first.show(Game(2))
    assert np.array_equal(on_screen(), draw_board(Game(1), 200))


def test_a_display_that_others_have_quit_counts_as_closed():
    window = Window(width=320)
    pygame.display.quit()
    window.show(Game(1))
    assert window.closed


def test_sound_stays_off():
    Window(width=320)
    assert pygame.mixer.get_init() is None


def test_bad_arguments():
    with pytest.raises(ValueError, match="width"):
        Window(width=10)
    with pytest.raises(ValueError, match="fps"):
        Window(fps=0)
    assert not pygame.display.get_init()


def test_without_pygame(monkeypatch):
    monkeypatch.setitem(sys.modules, "pygame", None)
    with pytest.raises(ImportError, match=r"yukon-env\[human\]"):
        Window()


def test_no_display_is_said_in_a_sentence(monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "no-such-driver")
    pygame.display.quit()
    with pytest.raises(OSError, match="no display for a window"):
        Window(width=320)
