"""What is kept between windows: the game, results, options. Files that nothing can halve.

Each file is written beside its place, forced onto the disk and moved there, so a process killed
at any moment leaves the old or the new one. A file that cannot be read is renamed, never lost.
Windows open at the same time hold a lock on the saved game each uses, and so use different ones.
"""

import json
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

from yukon_env.core.files import whole
from yukon_env.play.results import Result

FORMAT = 1
_MOST_WINDOWS = 64
_PATIENCE = 10.0
"""Seconds to wait for another window that is writing."""

T = TypeVar("T")


class Store:
    """The files of one window, in a folder that windows share.

    Args:
        folder: made if it is not there.
        system: ``app`` or ``skill``; each has games and results of its own.

    Attributes:
        notes: sentences that the player should read, such as of a file that was unreadable.

    Raises:
        OSError: the folder cannot be made or written.
        ImportError: filelock is not installed; the message names the extra.
    """

    def __init__(self, folder: Path, system: str) -> None:
        self._locks = require_filelock()
        self.folder, self.system = folder, system
        self.notes: list[str] = []
        folder.mkdir(parents=True, exist_ok=True)
        self._lock, self._game = self._take_game()

    def close(self) -> None:
        """Let other windows have the saved game."""
        self._lock.release()

    def read_game(self, parse: Callable[[Any], T]) -> T | None:
        """The saved game as ``parse`` makes it, ``None`` if there is none or it is unreadable."""
        return self._read(self._game, parse, "The saved game")

    def write_game(self, data: dict[str, Any]) -> None:
        """Keep a game. Raises ``OSError`` where the disk does not take it."""
        _write(self._game, data)

    def clear_game(self) -> None:
        """Keep no game. Raises ``OSError`` where the disk does not let it go."""
        self._game.unlink(missing_ok=True)

    def results(self) -> list[Result]:
        """All results, in the order in which they came."""
        found = self._read(self._results, _parse_results, "The file of results")
        return found if found is not None else []

    def add_result(self, result: Result) -> None:
        """Keep a result, once: adding the same again changes nothing.

        Raises:
            OSError: the disk does not take it.
        """
        with self._locks.FileLock(self.folder / "results.lock", timeout=_PATIENCE):
            results = self.results()
            if result.id not in {known.id for known in results}:
                data = [vars(known) for known in [*results, result]]
                _write(self._results, {"results": data})

    def read_options(self, known: dict[str, bool]) -> dict[str, bool]:
        """The options, those of ``known`` where nothing else was chosen."""
        found = self._read(self.folder / "options.json", _parse_options, "The file of options")
        return known | {name: found[name] for name in known if found and name in found}

    def write_options(self, options: dict[str, bool]) -> None:
        """Keep the options. Raises ``OSError`` where the disk does not take them."""
        _write(self.folder / "options.json", options)

    @property
    def _results(self) -> Path:
        return self.folder / f"{self.system}-results.json"

    def _take_game(self) -> tuple[Any, Path]:
        """Lock a saved game that nobody holds, else a free place for one.

        Games are looked for first, whatever their number: one must not hide behind a gap.
        """
        places = [self.folder / f"{self.system}-game-{n}.json" for n in range(1, _MOST_WINDOWS)]
        for path in sorted(places, key=lambda path: not path.exists()):
            lock = self._locks.FileLock(path.with_suffix(".lock"))
            if self._locked(lock):
                return lock, path
        raise OSError(f"{_MOST_WINDOWS - 1} windows are open; close one")

    def _locked(self, lock: Any) -> bool:
        try:
            lock.acquire(timeout=0)
        except self._locks.Timeout:
            return False
        return True

    def _read(self, path: Path, parse: Callable[[Any], T], what: str) -> T | None:
        """The parsed contents; an unreadable file is set aside with a note."""
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            if not isinstance(data, dict) or data.get("format") != FORMAT:
                raise ValueError(f"its format is not {FORMAT}")
            return parse(data)
        except FileNotFoundError:
            return None
        except (ValueError, RecursionError):
            aside = _free_name(path)
            os.replace(path, aside)
            self.notes.append(f"{what} could not be read. It is kept as {aside.name}.")
            return None


def _write(path: Path, data: Mapping[str, Any]) -> None:
    text = json.dumps({"format": FORMAT, **data})
    with whole(path, lasting=True) as draft:
        draft.write_text(text, encoding="utf-8")


def _free_name(path: Path) -> Path:
    number = 1
    while (aside := path.with_name(f"{path.stem}.unreadable-{number}{path.suffix}")).exists():
        number += 1
    return aside


def _parse_results(data: dict[str, Any]) -> list[Result]:
    if not isinstance(data.get("results"), list):
        raise ValueError("the results are no list")
    return [Result.from_data(one) for one in data["results"]]


def _parse_options(data: dict[str, Any]) -> dict[str, bool]:
    return {name: value for name, value in data.items() if isinstance(value, bool)}


def data_folder() -> Path:
    """The folder that this user's system has for such files.

    Raises:
        ImportError: platformdirs is not installed; the message names the extra.
    """
    try:
        from platformdirs import user_data_path
    except ImportError as error:
        raise _missing("platformdirs") from error
    return user_data_path("yukon-env", appauthor=False)


def require_filelock() -> Any:
    """The package ``filelock``. Raises ``ImportError`` with the extra that brings it."""
    try:
        import filelock
    except ImportError as error:
        raise _missing("filelock") from error
    return filelock


def _missing(package: str) -> ImportError:
    return ImportError(
        f"Playing needs {package}, which is not installed: "
        'pip install "yukon-env[human]" brings it.'
    )
