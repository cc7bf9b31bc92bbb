"""The programs as a person starts them: output, files, exit status, errors in one line."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from yukon_env.core.record import load_records

ROOT = Path(__file__).parents[2]


def program(name, *arguments, **environment):
    return subprocess.run(
        [sys.executable, "-W", "error", "-m", f"scripts.{name}", *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "120"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def refuses(done, *words, status=1):
    assert done.returncode == status
    assert done.stdout == ""
    assert len(done.stderr.strip().splitlines()) == 1
    for word in words:
        assert word in done.stderr


@pytest.mark.parametrize("name", ["evaluate", "replay", "play", "benchmark"])
def test_help_has_an_example(name):
    done = program(name, "--help")
    assert done.returncode == 0
    assert f"python -m scripts.{name}" in done.stdout.split("example:")[1]


def test_evaluate_is_the_same_for_any_number_of_workers(tmp_path):
    outcomes = []
    for workers in (1, 2):
        file = tmp_path / f"{workers}.json"
        done = program(
            "evaluate", "--agent", "greedy", "--deals", 30, "--workers", workers, "--json", file
        )
        assert done.returncode == 0, done.stderr
        assert "of 30" in done.stdout
        data = json.loads(file.read_text())
        assert [one["deal"] for one in data["results"]] == list(range(1, 31))
        assert data["wins"] == sum(one["outcome"] == "won" for one in data["results"])
        outcomes.append([(one["outcome"], one["moves"]) for one in data["results"]])
    assert outcomes[0] == outcomes[1]


def test_evaluate_keeps_records_that_replay_shows(tmp_path):
    file = tmp_path / "games.jsonl"
    arguments = ("--agent", "greedy", "--deals", 2, "--first-deal", 8, "--records", file)
    assert program("evaluate", *arguments).returncode == 0
    records = load_records(file)
    assert [record.deal for record in records] == ["YU1-C-AAAAAAI", "YU1-C-AAAAAAJ"]
    done = program("replay", file, "--game", 2, "--text")
    assert done.returncode == 0, done.stderr
    assert f"{len(records[1].moves)}. {records[1].moves[-1]}" in done.stdout
    assert "greedy on YU1-C-AAAAAAJ" in done.stdout
    refuses(program("replay", file, "--game", 3), "holds 2 games")


def test_replay_writes_a_film(tmp_path):
    file = tmp_path / "game.gif"
    arguments = ("--deal", "yu1-s-aaaaaac", "--agent", "random", "--width", 160, "--to", file)
    done = program("replay", *arguments)
    assert done.returncode == 0, done.stderr
    assert file.read_bytes().startswith(b"GIF89a")


def test_replay_writes_a_page_of_all_games(tmp_path):
    file, page = tmp_path / "games.jsonl", tmp_path / "games.html"
    arguments = ("--agent", "random", "--deals", 2, "--variant", "russian", "--records", file)
    assert program("evaluate", *arguments).returncode == 0
    done = program("replay", file, "--to", page)
    assert done.returncode == 0, done.stderr
    assert "2 games" in done.stdout
    assert "YU1-S-AAAAAAB" in page.read_text() and "YU1-S-AAAAAAC" in page.read_text()
    assert program("replay", file, "--game", 2, "--to", page).returncode == 0
    assert "YU1-S-AAAAAAB" not in page.read_text()


def test_replay_shows_a_window():
    arguments = ("--deal", "YU1-C-AAAAAAB", "--agent", "greedy", "--window")
    refuses(program("replay", *arguments, SDL_VIDEODRIVER="none-such"), "no display")


@pytest.mark.parametrize(
    ("name", "arguments", "words", "status"),
    [
        ("evaluate", ["--agent", "nobody"], ["greedy", "random"], 2),
        ("evaluate", ["--agent", "greedy", "--deals", "0"], ["at least 1"], 2),
        ("evaluate", ["--agent", "greedy", "--deals", "2.5"], ["at least 1"], 2),
        ("evaluate", ["--agent", "greedy", "--variant", "klondike"], ["russian"], 2),
        ("evaluate", ["--agent", "greedy", "--first-deal", "-1"], ["0..4294967295"], 1),
        ("evaluate", ["--agent", "greedy", "--first-deal", "4294967295"], ["the last deal"], 1),
        ("evaluate", ["--agent", "greedy", "--json", "no/such/place"], ["no/such"], 1),
        ("replay", [], ["--deal"], 2),
        ("replay", ["--deal", "YU1-C-AAAAAAB"], ["--agent"], 2),
        ("replay", ["--deal", "YU1-X-AAAAAAB", "--agent", "greedy"], ["no variant"], 1),
        ("replay", ["no-such-file"], ["no-such-file"], 1),
        ("replay", ["README.md"], ["line 1"], 1),
        ("replay", ["--deal", "YU1-C-AAAAAAB", "--agent", "greedy", "--to", "x.avi"], [".gif"], 2),
        ("benchmark", ["--rounds", "none"], ["at least 1"], 2),
    ],
)
def test_bad_arguments_are_one_line(name, arguments, words, status):
    refuses(program(name, *arguments), *words, status=status)


@pytest.mark.parametrize(
    ("arguments", "words", "status"),
    [
        (("--deal", "YU1-S-AAAAAAB"), ("russian", "classic (C)"), 1),
        (("--deal", "nonsense"), ("nonsense",), 1),
        (("--system", "skill", "--deal", "YU1-C-AAAAAAB"), ("--level",), 2),
        (("--system", "app", "--level", "easy"), ("--variant",), 2),
    ],
)
def test_play_says_in_one_line_what_cannot_be_played(tmp_path, arguments, words, status):
    done = program("play", *arguments, "--data", tmp_path, SDL_VIDEODRIVER="dummy")
    refuses(done, *words, status=status)
