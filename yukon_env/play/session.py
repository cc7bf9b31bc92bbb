"""A person's games, one after the other: the clock, what is kept, what counts."""

import json
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from yukon_env.core.game import Game
from yukon_env.core.record import Record
from yukon_env.core.rules import Outcome
from yukon_env.play.levels import SKILL, Level, find_level
from yukon_env.play.results import Result, Statistics, statistics
from yukon_env.play.store import Store

SAVE_SECONDS = 10.0
"""The clock is kept at least so often while no move is made."""
LONGEST_TICK = 2.0
"""A longer time between two pictures was no play: the machine slept."""


@dataclass
class Deal:
    """A deal being played.

    Attributes:
        level: what was chosen.
        game: how it stands.
        id: names it in the results.
        helped: whether an agent has moved in it; it then counts as no win.
    """

    level: Level
    game: Game
    id: str
    helped: bool = False

    @property
    def is_won(self) -> bool:
        """Whether all cards are up."""
        return self.game.outcome == Outcome.WON

    def to_data(self) -> dict[str, Any]:
        """For JSON; the whole log is in it, so that a replay brings the undo history back."""
        return {
            "system": self.level.system,
            "level": self.level.name,
            "id": self.id,
            "helped": self.helped,
            "record": json.loads(Record.of(self.game, "a person").to_json()),
        }

    @classmethod
    def from_data(cls, data: Any) -> "Deal":
        """The way back. Raises ``ValueError`` where it is no deal that can be played on."""
        try:
            level = find_level(data["system"], data["level"])
            deal_id, helped, record = data["id"], data["helped"], data["record"]
        except KeyError as error:
            raise ValueError(f"the saved game has no {error}") from error
        except TypeError as error:
            raise ValueError(f"the saved game's level has no name: {error}") from error
        if not isinstance(deal_id, str) or not isinstance(helped, bool):
            raise ValueError("the saved game's id or helped is of a wrong kind")
        game = _replayed(Record.from_json(json.dumps(record)))
        if game.rules != level.rules:
            raise ValueError("the saved game's rules are not those of its level")
        return cls(level, game, deal_id, helped)


def _replayed(record: Record) -> Game:
    """The game at the record's end."""
    for game in record.games():  # one at a time: a long game's copies would fill the memory
        last = game
    last.tick(max(0.0, float(record.result["seconds"]) - last.seconds))
    return last


class Session:
    """The games of one window.

    Args:
        store: where they are kept.
        now: a clock in seconds that only goes forward.

    Attributes:
        deal: what is being played, ``None`` before there is one.
        is_running: whether the clock runs.
    """

    def __init__(self, store: Store, now: Callable[[], float]) -> None:
        self.store, self._now = store, now
        self.deal: Deal | None = None
        self.is_running = False
        self._before, self._saved_at = now(), 0.0

    @property
    def is_under_way(self) -> bool:
        """Whether there is a deal that another would end."""
        return self.deal is not None and not self.deal.is_won

    def resume(self) -> bool:
        """Take up the saved game; whether there is one that is not over."""
        deal = self.store.read_game(Deal.from_data)
        if deal is not None and deal.level.system == self.store.system:
            if deal.id in {result.id for result in self.store.results()}:
                return False
            self.deal, self._saved_at = deal, deal.game.seconds
            if deal.is_won:  # the process ended before it could count it
                self._finish()
                self.deal = None
        return self.deal is not None

    def start(self, level: Level, game: Game) -> None:
        """Begin a deal. One that is under way is given up: a loss at its level."""
        if self.is_under_way:
            self._count(won=False)
        self.deal = Deal(level, game, uuid.uuid4().hex)
        self.save()

    def save(self) -> None:
        """Keep the game as it is. Where the disk refuses, a note says so and play goes on."""
        if self.deal is not None:
            self._saved_at = self.deal.game.seconds
            try:
                self.store.write_game(self.deal.to_data())
            except OSError as error:
                self._complain(error)

    def moved(self, by_agent: bool = False) -> None:
        """Keep what a move has changed, and count the deal if it is won now."""
        if self.deal is not None:
            self.deal.helped |= by_agent
            self.save()
            if self.deal.is_won:
                self._finish()

    def tick(self) -> None:
        """Let the game's clock run, where it does, by what has passed since the last tick."""
        now = self._now()
        passed = int((now - self._before) * 1000) / 1000  # what is less waits for the next tick
        if self.deal is None or not self.is_running:
            self._before = now
            return
        self._before += passed
        if passed > 0:
            self.deal.game.tick(passed if passed <= LONGEST_TICK else 0.0)
            if self.deal.game.seconds - self._saved_at >= SAVE_SECONDS and self.is_under_way:
                self.save()

    def statistics(self, level: Level) -> Statistics:
        """What has become of the deals at a level."""
        return statistics(self.store.results(), level.name)

    def close(self) -> None:
        """Keep the game, and leave its place to the next window."""
        if self.is_under_way:
            self.save()
        self.store.close()

    def _finish(self) -> None:
        """Count a won deal, and only then forget it: a crash in between loses nothing."""
        if self.deal is not None and not self.deal.helped:
            self._count(won=True)
        try:
            self.store.clear_game()
        except OSError as error:
            self._complain(error)

    def _count(self, won: bool) -> None:
        """Keep the result of the deal: skill.games has statistics, the app has none."""
        if self.deal is None or self.deal.level.system != SKILL:
            return
        game = self.deal.game
        result = Result(
            self.deal.id, self.deal.level.name, won, game.score, game.moves, game.seconds
        )
        try:
            self.store.add_result(result)
        except OSError as error:  # filelock's Timeout is one
            self._complain(error)

    def _complain(self, error: OSError) -> None:
        self.store.notes.append(f"This could not be saved: {error}")
