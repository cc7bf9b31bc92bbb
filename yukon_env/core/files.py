"""Files that appear whole or not at all."""

import os
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def whole(path: str | Path, lasting: bool = False) -> Iterator[Path]:
    """A draft to write, beside the file whose place it takes once all of it is written.

    An error within leaves the old file as it was and no draft. The draft has the file's suffix,
    since some encoders go by it.

    Args:
        path: the file.
        lasting: whether to wait until the disk has it, against a power failure.

    Raises:
        OSError: the disk does not take it.
    """
    target = Path(path)
    draft = target.with_name(f".{target.stem}-{uuid.uuid4().hex}{target.suffix.lower()}")
    try:
        yield draft
        if lasting:
            _sync(draft, os.O_RDWR)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
    if lasting and os.name == "posix":  # the new name too, where the system can
        _sync(target.parent, os.O_RDONLY)


def _sync(path: Path, flags: int) -> None:
    handle = os.open(path, flags)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
