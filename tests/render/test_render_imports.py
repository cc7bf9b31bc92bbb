import subprocess
import sys

import pytest

import yukon_env.render
from yukon_env.core.game import Game

WITHOUT = """
import sys
import yukon_env.render as render
from yukon_env.core.game import Game
render.board_text(Game(1)), render.layout(Game(1)), render.Window, render.write_movie
render.write_page
assert not {"PIL", "pygame", "imageio"} & set(sys.modules), "imported too early"
"""


def test_importing_needs_no_extra():
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_public_names():
    for name in yukon_env.render.__all__:
        assert callable(getattr(yukon_env.render, name)), name
        assert name in dir(yukon_env.render)
    assert set(yukon_env.render.__all__) == set(yukon_env.render._HOMES)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        yukon_env.render.nothing  # noqa: B018


@pytest.fixture
def no_pillow(monkeypatch):
    from yukon_env.render.art import art_of

    art_of.cache_clear()
    monkeypatch.setitem(sys.modules, "PIL", None)
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    yield
    art_of.cache_clear()


@pytest.mark.usefixtures("no_pillow")
def test_without_pillow(tmp_path):
    for call in (
        lambda: yukon_env.render.draw_board(Game(1)),
        lambda: yukon_env.render.draw_move(Game(1), Game(2), 0.5),
        lambda: yukon_env.render.frames([Game(1)]),
        lambda: yukon_env.render.write_movie([Game(1)], tmp_path / "game.gif"),
    ):
        with pytest.raises(ImportError, match=r"yukon-env\[render\]"):
            call()
    assert "7♥" in yukon_env.render.board_text(Game(1))
