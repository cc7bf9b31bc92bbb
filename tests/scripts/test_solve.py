"""The solver's program as a person starts it: output, files, exit status, errors in one line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from yukon_env.core.record import load_records

ROOT = Path(__file__).parents[2]


def solve(*arguments):
    return subprocess.run(
        [sys.executable, "-m", "scripts.solve", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "300"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_solves_deals_and_keeps_the_games_won(tmp_path):
    file = tmp_path / "won.jsonl"
    done = solve("YU1-C-AAAAAAB", "2", "--max-nodes", 5000, "--record", file)
    assert done.returncode == 0, done.stderr
    assert "YU1-C-AAAAAAB: won" in done.stdout
    assert "YU1-C-AAAAAAC: " in done.stdout
    records = load_records(file)
    assert records[0].deal == "YU1-C-AAAAAAB"
    assert records[0].result["outcome"] == "won"
    assert " ".join(records[0].moves) in done.stdout


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        ((), 2, "either deals to solve or --survey"),
        (("1", "--survey", "3"), 2, "either deals to solve or --survey"),
        (("1", "--max-nodes", "0"), 2, "at least 1"),
        (("1", "--variant", "spider"), 2, "invalid choice"),
        (("YU1-C-AAAAAAB", "--variant", "russian"), 1, "classic deal"),
        (("YU1-C-AAB",), 1, "no deal code"),
        (("4294967296",), 1, "deal number"),
        (("--survey", "3", "--first-deal", "4294967295"), 1, "the last deal"),
        (("--survey", "1", "--file", "/nowhere/survey.jsonl"), 1, "/nowhere"),
    ],
)
def test_errors_are_one_line(arguments, status, words):
    done = solve(*arguments)
    assert done.returncode == status
    assert words in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_survey_goes_on_from_its_file(tmp_path):
    file = tmp_path / "survey.jsonl"
    options = ("--variant", "russian", "--max-nodes", 2000, "--file", file)
    first = solve("--survey", 30, *options)
    assert first.returncode == 0, first.stderr
    lines = file.read_text().splitlines()
    assert {json.loads(line)["deal"] for line in lines} == set(range(1, 31))
    file.write_text("\n".join(lines[:20]) + "\n" + lines[20][:15])
    again = solve("--survey", 30, *options)
    assert again.returncode == 0, again.stderr
    after = file.read_text().splitlines()
    assert after[:20] == lines[:20]
    assert {json.loads(line)["deal"] for line in after} == set(range(1, 31))
    assert "russian" in again.stdout

    other = solve("--survey", 30, "--variant", "russian", "--max-nodes", 3000, "--file", file)
    assert other.returncode == 1
    assert "--max-nodes 2000" in other.stderr
    file.write_text("no JSON\n")
    assert "line 1" in solve("--survey", 30, *options).stderr
