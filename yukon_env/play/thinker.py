"""Work that takes a moment, done aside so that the window goes on living."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any


class Thinker:
    """Answers one question at a time."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1)
        self._question: Future[Any] | None = None
        self._then: Callable[[Any], None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a question waits for its answer."""
        return self._question is not None

    def ask(self, question: Callable[[], Any], then: Callable[[Any], None]) -> None:
        """Start on a question; ``then`` gets the answer from :meth:`poll`. Drops an older one."""
        self.forget()
        self._question, self._then = self._pool.submit(question), then

    def forget(self) -> None:
        """The answer is no longer wanted."""
        if self._question is not None:
            self._question.cancel()
        self._question = self._then = None

    def poll(self) -> bool:
        """Hand the answer over if it is there, and say whether it was. Raises what it raised."""
        if self._question is None or not self._question.done():
            return False
        question, then = self._question, self._then
        self._question = self._then = None
        assert then is not None
        then(question.result())
        return True

    def close(self) -> None:
        """Stop."""
        self.forget()
        self._pool.shutdown(wait=False, cancel_futures=True)
