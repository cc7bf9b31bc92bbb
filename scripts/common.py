"""What the programs share: arguments, errors in one line, progress, parallel work."""

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from yukon_env.core.files import whole


class Parser(argparse.ArgumentParser):
    """An argument parser that shows its examples as written and says errors in one line."""

    def __init__(self, module: str, description: str | None) -> None:
        super().__init__(
            prog=f"python -m {module}",
            description=description,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Print the error and exit with status 2."""
        self.exit(2, f"{self.prog}: error: {message} (see --help)\n")


def positive(text: str) -> int:
    """An argument that is an integer of at least 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be an integer of at least 1, got {text!r}")
    return number


def run(main: Callable[[], int | None], name: str) -> NoReturn:
    """Run a program: what a person can mend is one line (status 1), Ctrl-C is status 130."""
    try:
        status = main()
    except KeyboardInterrupt:
        print(f"{name}: interrupted", file=sys.stderr)
        sys.exit(130)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)
    except (ValueError, OSError, ImportError) as error:
        print(f"{name}: error: {error}", file=sys.stderr)
        sys.exit(1)
    sys.exit(status or 0)


def check_writable(path: Path | None) -> None:
    """Find out before long work whether its file can be written; ``OSError`` if not."""
    if path is not None:
        if path.is_dir():
            raise IsADirectoryError(f"{path} is a directory, not a file")
        tempfile.TemporaryFile(dir=path.parent).close()


def write_text(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    with whole(path) as draft:
        draft.write_text(text, encoding="utf-8")


def chunked(items: Sequence[Any], workers: int) -> list[Sequence[Any]]:
    """Cut work into pieces small enough for a steady progress bar and even load."""
    size = max(1, min(25, len(items) // (4 * workers)))
    return [items[i : i + size] for i in range(0, len(items), size)]


def in_parallel(
    work: Callable[..., list[Any]], pieces: Sequence[Sequence[Any]], workers: int, title: str
) -> Iterator[Any]:
    """Yield the results of ``work(piece)`` for each piece, as they come, with a progress bar."""
    from joblib import Parallel, delayed

    total = sum(len(piece) for piece in pieces)
    with progress_bar() as bar:
        task = bar.add_task(title, total=total)
        parallel = Parallel(n_jobs=workers, return_as="generator_unordered")
        for results in parallel(delayed(work)(piece) for piece in pieces):
            bar.advance(task, len(results))
            yield from results


def progress_bar() -> Progress:
    """A progress bar on the error stream, so that output stays clean."""
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(stderr=True),
        transient=True,
    )


def default_workers() -> int:
    """One worker for each processor that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
