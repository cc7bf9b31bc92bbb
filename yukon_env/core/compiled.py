"""The one decorator under which all compiled functions stand.

``NUMBA_DISABLE_JIT=1`` runs the same source interpreted, for a debugger.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numba

_Function = TypeVar("_Function", bound=Callable[..., Any])


def _drop_stale_cache() -> None:
    # numba renews a cached function when its own file changes, not when a function that it
    # calls does: after any change of source, all are compiled anew.
    package = Path(__file__).parent.parent
    try:
        newest = max(source.stat().st_mtime for source in package.rglob("*.py"))
        for index in package.rglob("__pycache__/*.nbi"):
            if index.stat().st_mtime < newest:
                index.unlink(missing_ok=True)
    except OSError:
        pass


_drop_stale_cache()


def compiled(function: _Function) -> _Function:
    """Compile at the first call, kept on disk where a cache directory is writable."""
    return _compiled(function)


def inlined(function: _Function) -> _Function:
    """As :func:`compiled`, but written out in each caller: for the tiny, and those with but one.

    That spares the first start a seventh of its time, since each function apart is optimised
    again with every one that calls it.
    """
    return _compiled(function, inline="always")


def _compiled(function: _Function, **options: Any) -> _Function:
    try:
        return numba.njit(cache=True, **options)(function)  # type: ignore[no-any-return]
    except RuntimeError:  # numba finds no place for a cache
        return numba.njit(**options)(function)  # type: ignore[no-any-return]


def specialised(function: Callable[..., Any], signature: str) -> Callable[..., Any]:
    """A compiled function for arguments of exactly these types, without numba's dispatch.

    That saves a third of a call as short as a step. Nothing is converted: the caller answers for
    the types. Keep it in a module, not on an object: it cannot be pickled.
    """
    compile_for = getattr(function, "compile", None)  # absent under NUMBA_DISABLE_JIT
    return compile_for(signature) if compile_for else function
