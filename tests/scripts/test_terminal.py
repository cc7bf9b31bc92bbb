"""Playback in a real (pseudo-)terminal: what is typed, what is seen, what is left behind."""

import os
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

termios = pytest.importorskip("termios")
import pty  # noqa: E402

ROOT = Path(__file__).parents[2]
ARGUMENTS = ["-m", "scripts.replay", "--deal", "YU1-C-AAAAAAB", "--agent", "greedy"]


class Session:
    """The program in a terminal of its own."""

    def __init__(self):
        self.master, self.slave = pty.openpty()
        self.mode = termios.tcgetattr(self.slave)
        self.process = subprocess.Popen(
            [sys.executable, *ARGUMENTS],
            cwd=ROOT,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=os.environ | {"TERM": "xterm", "LINES": "50", "COLUMNS": "100"},
            start_new_session=True,
        )
        self.output = ""

    def read_until(self, pattern):
        """Read on until a pattern has come; what has come before it is dropped."""
        deadline = time.monotonic() + 60
        while not (match := re.search(pattern, self.output, re.DOTALL)):
            assert time.monotonic() < deadline, self.output[-2000:]
            if select.select([self.master], [], [], 1)[0]:
                self.output += os.read(self.master, 65536).decode("utf-8", "replace")
        self.output = self.output[match.end() :]

    def type(self, keys):
        os.write(self.master, keys)

    def end(self):
        """Wait for its end; returns the status and whether the terminal is as it was."""
        self.read_until(re.escape("\x1b[?25h\x1b[?1049l"))
        status = self.process.wait(60)
        return status, termios.tcgetattr(self.slave) == self.mode

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def session():
    session = Session()
    yield session
    session.close()


def test_keys(session):
    session.read_until(r"0 of 126, playing.*Foundations.*\x1b\[91m")
    session.type(b"\x1b[F")
    session.read_until(r"126 of 126, paused, speed 1\b.*Score 625.*Won")
    session.type(b"\x1b[D\x1b[D")
    session.read_until(r"124 of 126, paused")
    session.type(b"\x1b[1~")
    session.read_until(r"0 of 126, paused")
    session.type(b"+")
    session.read_until(r"0 of 126, paused, speed 2")
    session.type(b" ")
    session.read_until(r"1 of 126, playing, speed 2")
    session.type(b"q")
    assert session.end() == (0, True)
    session.read_until("greedy on YU1-C-AAAAAAB: won, score 625")


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_the_terminal_is_restored_whatever_ends_it(session, number, status):
    session.read_until("0 of 126, playing")
    session.process.send_signal(number)
    assert session.end() == (status, True)
    assert "Traceback" not in session.output
