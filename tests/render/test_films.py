import os
import re
import sys

import numpy as np
import pytest
from PIL import Image, ImageSequence

from tests.films import near, read_mp4
from tests.render.boards import from_columns, random_states
from yukon_env.core.cards import parse_card
from yukon_env.core.game import Game
from yukon_env.core.rules import Rules
from yukon_env.render import draw_board, draw_move, frames, write_movie

TIMES = {"fps": 10, "move_seconds": 0.4, "pause_seconds": 0.3, "last_seconds": 1.0}


def test_frames_of_a_game():
    states = random_states(1, 2)
    film = list(frames(iter(states), width=200, **TIMES))
    assert len(film) == 2 * (3 + 4) + 10
    assert {(frame.shape, frame.dtype.name) for frame in film} == {((150, 200, 3), "uint8")}
    assert np.array_equal(film[0], draw_board(states[0], 200))
    assert np.array_equal(film[3], draw_move(states[0], states[1], 0.2, 200))
    assert np.array_equal(film[7], draw_board(states[1], 200))
    assert np.array_equal(film[-1], draw_board(states[2], 200))


def test_one_game_that_is_played_on():
    def play():
        game = Game(1)
        yield game
        game.play(*game.legal_moves()[0])
        yield game

    film = list(frames(play(), width=200, **TIMES))
    assert len(film) == 3 + 4 + 10
    assert not np.array_equal(film[0], film[-1])


def test_cards_that_go_up_by_themselves_get_more_frames():
    before = from_columns("KS / KH / KD / KC", rules=Rules(autofinish=True))
    after = before.copy()
    after.play(parse_card("KS"), 7)
    film = list(frames([before, after], width=200, **TIMES))
    assert len(film) > 3 + 4 + 10


def test_gif(tmp_path):
    states = random_states(1, 5)
    path = tmp_path / "game.gif"
    write_movie(states, path, width=320, **TIMES)
    with Image.open(path) as film:
        assert film.size == (320, 240)
        assert film.info["loop"] == 0
        pictures, durations = [], []
        for picture in ImageSequence.Iterator(film):
            pictures.append(np.array(picture.convert("RGB")))
            durations.append(picture.info["duration"])
    assert durations == ([300] + [100] * 4) * 5 + [1000]
    for i, state in enumerate(states):
        assert near(pictures[5 * i], draw_board(state, 320))
    assert near(pictures[2], draw_move(states[0], states[1], 0.4, 320))
    assert path.stat().st_size < 250_000
    assert os.listdir(tmp_path) == ["game.gif"]


def test_a_gif_where_nothing_changes(tmp_path):
    path = tmp_path / "still.gif"
    write_movie([Game(1), Game(1)], path, width=200, **TIMES)
    with Image.open(path) as film:
        pictures = [np.array(picture.convert("RGB")) for picture in ImageSequence.Iterator(film)]
    assert all(np.array_equal(pictures[0], picture) for picture in pictures)


@pytest.mark.parametrize(("width", "size"), [(320, (320, 240)), (201, (202, 150))])
def test_mp4(tmp_path, width, size):
    states = random_states(1, 2)
    path = tmp_path / "game.MP4"
    write_movie(states, str(path), width=width, **TIMES)
    about, pictures = read_mp4(path, size)
    assert re.search(rf"h264.*yuv420p.*{size[0]}x{size[1]}.* 10 fps", about)
    assert len(pictures) == 2 * (3 + 4) + 10
    assert near(pictures[0][:, :width], draw_board(states[0], width))
    assert near(pictures[-1][:, :width], draw_board(states[-1], width))
    assert os.listdir(tmp_path) == ["game.MP4"]


@pytest.mark.parametrize("name", ["game.avi", "game", "gif", "game.gif.gz"])
def test_unknown_suffix(tmp_path, name):
    with pytest.raises(ValueError, match=r"\.gif or \.mp4"):
        write_movie([Game(1)], tmp_path / name)
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize("name", ["game.gif", "game.mp4"])
def test_a_failure_leaves_what_was_there(tmp_path, name):
    path = tmp_path / name
    path.write_bytes(b"an older film")

    def broken():
        yield from random_states(1, 1)
        raise RuntimeError("the record is corrupt")

    with pytest.raises(RuntimeError, match="corrupt"):
        write_movie(broken(), path, width=200, **TIMES)
    assert os.listdir(tmp_path) == [name]
    assert path.read_bytes() == b"an older film"


@pytest.mark.parametrize("name", ["game.gif", "game.mp4"])
def test_no_games(tmp_path, name):
    with pytest.raises(ValueError, match="no game"):
        write_movie([], tmp_path / name, width=200)
    with pytest.raises(ValueError, match="no game"):
        list(frames([], width=200))
    assert not os.listdir(tmp_path)


@pytest.mark.parametrize(
    "bad",
    [
        {"width": 10},
        {"fps": 0},
        {"fps": 1000},
        {"move_seconds": -1},
        {"last_seconds": float("nan")},
    ],
)
def test_bad_numbers(tmp_path, bad):
    with pytest.raises(ValueError, match="must be"):
        write_movie([Game(1)], tmp_path / "game.gif", **bad)
    with pytest.raises(ValueError, match="must be"):
        frames([Game(1)], **bad)
    assert not os.listdir(tmp_path)


def test_a_missing_folder(tmp_path):
    for name in ("game.gif", "game.mp4"):
        with pytest.raises(OSError, match="nowhere"):
            write_movie([Game(1)], tmp_path / "nowhere" / name, width=200)


@pytest.mark.parametrize("package", ["imageio.v2", "imageio_ffmpeg"])
def test_mp4_without_imageio(tmp_path, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(ImportError, match=r"yukon-env\[movie\]"):
        write_movie([Game(1)], tmp_path / "game.mp4", width=200)
    write_movie([Game(1)], tmp_path / "game.gif", width=200)
    assert os.listdir(tmp_path) == ["game.gif"]
