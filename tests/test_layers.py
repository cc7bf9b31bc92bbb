"""Who may import whom, what an import costs, and the public names."""

import subprocess
import sys
from pathlib import Path

import pytest

import yukon_env

ROOT = Path(__file__).parent.parent


def run(code: str) -> str:
    """What Python prints that runs this code on its own."""
    command = [sys.executable, "-c", code]
    return subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT).stdout


def test_layers() -> None:
    code = (
        "from importlinter.cli import lint_imports; import sys;"
        "sys.path.insert(0, '');"
        "sys.exit(lint_imports(config_filename='pyproject.toml', no_cache=True))"
    )
    command = [sys.executable, "-c", code]
    result = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.mark.parametrize(
    ("code", "absent"),
    [
        ("import yukon_env", "numba PIL pygame torch imageio rich"),
        ("import yukon_env; yukon_env.Rules, yukon_env.parse_card", "PIL pygame torch imageio"),
        (
            "import gymnasium, yukon_env; gymnasium.make('Yukon-v0').reset()",
            "PIL pygame torch imageio",
        ),
        ("import yukon_env.core.game, yukon_env.core.record", "PIL pygame torch imageio"),
    ],
)
def test_what_is_not_needed_is_not_imported(code: str, absent: str) -> None:
    loaded = run(f"{code}\nimport sys\nprint(*sys.modules)").split()
    assert set(absent.split()) & set(loaded) == set()


def test_public_names_resolve() -> None:
    for name in yukon_env.__all__:
        assert getattr(yukon_env, name) is not None
    assert set(yukon_env.__all__) <= set(dir(yukon_env))
    with pytest.raises(AttributeError, match="no attribute 'Gane'"):
        yukon_env.Gane  # noqa: B018


def test_public_names_can_be_imported_with_a_star() -> None:
    assert run("from yukon_env import *\nprint(Game(1).deal, NetProgress.__name__)").split() == [
        "YU1-C-AAAAAAB",
        "NetProgress",
    ]
