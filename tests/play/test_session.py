"""What is kept of a game, when it counts, and what a killed process or a second window leaves."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.playing import facts
from yukon_env.core.game import Game
from yukon_env.core.rules import Outcome
from yukon_env.play.levels import LEVELS, deal_game, find_level, new_stream
from yukon_env.play.results import Statistics
from yukon_env.play.session import Session
from yukon_env.play.store import Store
from yukon_env.solver import solve

EASY = find_level("skill", "easy")
HARD = find_level("skill", "hard")
CLASSIC = find_level("app", "classic")


class Clock:
    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


@pytest.fixture
def open_session(tmp_path):
    opened = []

    def make(system="skill", clock=None):
        session = Session(Store(tmp_path, system), clock or Clock())
        opened.append(session)
        return session

    yield make
    for session in opened:
        session.store.close()


def play(session, count):
    """Play some moves, one of them taken back."""
    game = session.deal.game
    for _ in range(count):
        game.play(*game.legal_moves()[-1])
        session.moved()
    game.undo()
    session.moved()


def win(session, by_agent=False):
    game = session.deal.game
    for move in solve(game, max_nodes=300_000).moves:
        if game.outcome == Outcome.WON:
            break
        game.play(*move)
        session.moved(by_agent)
    assert session.deal.is_won


def start(session, level=EASY, code=None):
    session.start(level, deal_game(level, code, new_stream()))


@pytest.mark.parametrize("level", [*LEVELS["app"], *LEVELS["skill"]], ids=lambda lv: lv.name)
def test_a_game_goes_on_with_its_clock_and_undo_history(open_session, level):
    clock = Clock()
    first = open_session(level.system, clock)
    start(first, level)
    first.is_running = True
    for _ in range(40):
        clock.time += 1.7
        first.tick()
    play(first, 5)
    first.close()
    second = open_session(level.system)
    assert second.resume()
    assert second.deal.level == level
    game, before = second.deal.game, first.deal.game
    assert facts(game) == facts(before)
    while game.undo_left:
        game.undo()
        before.undo()
        assert facts(game) == facts(before)


def test_nothing_saved_is_no_game(open_session):
    session = open_session()
    assert not session.resume()
    assert session.deal is None


def test_a_deal_given_up_is_lost_at_its_own_level(open_session):
    session = open_session()
    start(session, HARD)
    start(session, EASY)
    assert session.statistics(HARD) == Statistics(lost=1)
    assert session.statistics(EASY) == Statistics()


def test_a_won_deal_counts_once(open_session):
    session = open_session()
    start(session)
    win(session)
    assert session.statistics(EASY) == Statistics(won=1, streak=1, best_streak=1)
    start(session)
    assert session.statistics(EASY).lost == 0
    session.close()
    again = open_session()
    assert again.resume()  # the second deal
    assert again.statistics(EASY).won == 1


def test_a_deal_won_by_an_agent_does_not_count(open_session):
    session = open_session()
    start(session)
    win(session, by_agent=True)
    start(session)
    assert session.statistics(EASY) == Statistics()


def test_the_app_has_no_statistics(open_session):
    session = open_session("app")
    start(session, CLASSIC)
    start(session, CLASSIC)
    assert session.store.results() == []


def test_streaks_and_percent(open_session):
    session = open_session()
    for won in (True, True, False, True):
        start(session)
        if won:
            win(session)
    start(session)
    found = session.statistics(EASY)
    assert (found.won, found.lost, found.streak, found.best_streak) == (3, 1, 1, 2)
    assert found.percent == 75


def test_the_clock_stands_still_while_it_is_stopped(open_session):
    clock = Clock()
    session = open_session("app", clock)
    start(session, CLASSIC)
    for is_running, seconds in ((True, 1.0), (False, 1.0), (True, 2.0)):
        session.is_running = is_running
        clock.time += 1.0
        session.tick()
        assert session.deal.game.seconds == pytest.approx(seconds)


def test_two_windows_keep_two_games(open_session):
    first, second = open_session(), open_session()
    start(first)
    assert not second.resume()
    start(second)
    play(first, 2)
    play(second, 3)
    states = [facts(session.deal.game) for session in (first, second)]
    first.close()
    second.close()
    third, fourth = open_session(), open_session()
    assert third.resume()
    assert fourth.resume()
    assert [facts(session.deal.game) for session in (third, fourth)] == states


def test_results_of_two_windows_are_all_kept(open_session):
    first, second = open_session(), open_session()
    for session in (first, second, first, second):
        start(session)
    assert first.statistics(EASY) == second.statistics(EASY) == Statistics(lost=2)


def test_a_won_game_hides_no_other(open_session):
    first, second = open_session(), open_session()
    start(second)
    play(second, 2)
    start(first)
    win(first)
    first.close()
    second.close()
    session = open_session()
    assert session.resume()
    assert facts(session.deal.game) == facts(second.deal.game)


def test_a_game_won_just_before_the_process_ended_counts(open_session, monkeypatch):
    session = open_session()
    start(session)
    with monkeypatch.context() as patch:
        patch.setattr(Session, "_finish", lambda self: None)
        win(session)
    session.store.close()
    again = open_session()
    assert not again.resume()
    assert again.statistics(EASY) == Statistics(won=1, streak=1, best_streak=1)
    assert not again.resume()
    assert again.statistics(EASY).won == 1


def test_a_game_saved_by_a_second_window_is_found_by_a_first_one(open_session):
    first, second = open_session(), open_session()
    start(second)
    play(second, 2)
    first.close()
    second.close()
    assert open_session().resume()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "",
        lambda text: "[1, 2]",
        lambda text: "\x00\x01",
        lambda text: text.replace('"format": 1', '"format": 99', 1),
        lambda text: text.replace('"helped": false', '"helped": 7'),
        lambda text: text.replace('"level": "easy"', '"level": ["easy"]'),
        lambda text: text.replace('"level": "easy"', '"level": "hard"'),
        lambda text: json.dumps(json.loads(text) | {"record": None}),
        lambda text: json.dumps(json.loads(text) | {"system": []}),
        lambda text: json.dumps({"format": 1}),
        lambda text: text.replace('"moves": [', '"moves": ["KS^", ', 1),
        lambda text: text.replace('"moves": [', '"moves": [5, ', 1),
    ],
)
def test_a_spoilt_game_is_set_aside_with_a_word(open_session, tmp_path, spoil):
    session = open_session()
    start(session)
    play(session, 3)
    session.close()
    (file,) = tmp_path.glob("skill-*.json")
    spoilt = spoil(file.read_text())
    file.write_text(spoilt)
    again = open_session()
    assert not again.resume()
    (note,) = again.store.notes
    (aside,) = tmp_path.glob("*unreadable*")
    assert aside.name in note
    assert aside.read_text() == spoilt
    start(again)
    again.close()
    assert open_session().resume()


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '{"format": 1}',
        '{"format": 1, "results": [{"id": 1}]}',
        '{"format": 1, "results": [[]]}',
    ],
)
def test_spoilt_results_are_set_aside_with_a_word(open_session, tmp_path, text):
    session = open_session()
    start(session)
    start(session)
    (file,) = tmp_path.glob("skill-results.json")
    file.write_text(text)
    start(session)
    assert session.statistics(EASY) == Statistics(lost=1)
    assert len(session.store.notes) == 1
    assert [path.read_text() for path in tmp_path.glob("*unreadable*")] == [text]


def test_a_full_disk_is_said_and_play_goes_on(open_session, monkeypatch):
    session = open_session()
    start(session)

    def full(*_):
        raise OSError("No space left on device")

    monkeypatch.setattr(os, "replace", full)
    play(session, 2)
    assert "No space left" in session.store.notes[0]
    assert session.deal.game.log


def test_no_half_written_file_stays(open_session, tmp_path, monkeypatch):
    session = open_session()
    start(session)
    kept = {path: path.read_bytes() for path in tmp_path.iterdir()}
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError("pulled out")))
    play(session, 1)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == kept


KILLED = """
import os, sys, pathlib
from yukon_env.play.levels import deal_game, find_level
from yukon_env.play.session import Session
from yukon_env.play.store import Store
times = iter(range(10**6))
session = Session(Store(pathlib.Path(sys.argv[1]), "skill"), lambda: float(next(times)))
level = find_level("skill", "medium")
session.start(level, deal_game(level, "YU1-C-AAAAAAB", None))
session.is_running = True
game = session.deal.game
for number in range(12):
    session.tick()
    game.undo() if number == 7 else game.play(*game.legal_moves()[-1])
    session.moved()
print(game.columns, game.score, game.moves, game.seconds, game.undo_left, flush=True)
sys.stdin.read()
"""


def test_kill_9_then_the_game_goes_on_with_its_undo_history(open_session, tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", KILLED, str(tmp_path)],
        cwd=Path(__file__).parents[2],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        said = process.stdout.readline()
        waiting = open_session()
        assert not waiting.resume()  # the other one holds its game
        process.send_signal(signal.SIGKILL)
    waiting.close()
    session = open_session()
    assert session.resume()
    game = session.deal.game
    found = (game.columns, game.score, game.moves, game.seconds, game.undo_left)
    assert said.split() == " ".join(map(str, found)).split()
    for _ in range(game.undo_left):
        game.undo()
    assert game.columns == Game("YU1-C-AAAAAAB").columns
