"""Ctrl-C: the whole process group gets SIGINT, as from a terminal."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def interrupt(arguments, is_time):
    """Start a program, wait until it is time, press Ctrl-C; returns (status, what it said)."""
    process = subprocess.Popen(
        [sys.executable, "-m", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        deadline = time.monotonic() + 60
        while not is_time() and time.monotonic() < deadline:
            time.sleep(0.05)
        os.killpg(process.pid, signal.SIGINT)
        _, said = process.communicate(timeout=60)
    finally:
        process.kill()
    return process.returncode, said


def test_a_survey_keeps_what_is_done(tmp_path):
    file = tmp_path / "survey.jsonl"
    status, said = interrupt(
        ["scripts.solve", "--survey", "1000000", "--variant", "relaxed", "--file", str(file)],
        lambda: file.exists() and file.stat().st_size > 0,
    )
    assert status == 130
    assert said.split("\n")[-2:] == ["solve: interrupted", ""]
    assert "Traceback" not in said
    results = [json.loads(line) for line in file.read_text().splitlines()]
    assert {"won"} <= {result["verdict"] for result in results}


@pytest.mark.parametrize("script", ["solve", "evaluate"])
def test_one_line_is_said(script):
    start = time.monotonic()
    arguments = {
        "solve": ["scripts.solve", "66", "--max-nodes", "50000000"],
        "evaluate": ["scripts.evaluate", "--agent", "random", "--deals", "10000000"],
    }
    status, said = interrupt(arguments[script], lambda: time.monotonic() > start + 10)
    assert status == 130
    assert said.split("\n")[-2:] == [f"{script}: interrupted", ""]
    assert "Traceback" not in said
