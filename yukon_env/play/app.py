"""All of the game in a window, free of pygame: what is on the table, in which dialogue, and next.

The window hands in presses, keys and the passing of time (see :mod:`yukon_env.play.controls`)
and shows what :meth:`App.picture` draws.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from yukon_env.core.game import Game
from yukon_env.core.rules import Outcome, Refusal
from yukon_env.play import screens
from yukon_env.play.aides import Agent, Aides
from yukon_env.play.flights import Flight, Return
from yukon_env.play.keyboard import Cursor
from yukon_env.play.levels import (
    APP,
    LEVELS,
    SKILL,
    Level,
    deal_game,
    level_of_code,
    new_stream,
)
from yukon_env.play.panels import Button, Panel
from yukon_env.play.session import Session
from yukon_env.play.stage import DEFAULT_SIZE, Stage, stage_of
from yukon_env.play.store import Store
from yukon_env.play.table import Aids, Moved, Table, Turned
from yukon_env.render.board import Board

if TYPE_CHECKING:
    from PIL.Image import Image

OPTIONS = {
    "show_places": True,
    "show_rules": True,
    **asdict(Aids()),
    "sound": True,
}
"""What can be switched, with the app's own defaults."""


class App:
    """A window's whole state.

    Args:
        store: where games, results and options are kept; it says which system is played.
        agents: makes each agent that can play on in a game, by name.
        level: the level or variant to offer first.
        deal: the deal to begin with (the app only).
        now: a clock in seconds that only goes forward.

    Attributes:
        session: the deal and what is kept of it.
        table: the hand over it, ``None`` before the first deal.
        panel: the dialogue that is open.
        line: what the game says, and whether it is a refusal.
        is_open: ``False`` once the player has left.

    Raises:
        ValueError: no such deal, or one that the system does not have.
    """

    def __init__(
        self,
        store: Store,
        *,
        agents: Mapping[str, Callable[[], Agent]] | None = None,
        level: Level | None = None,
        deal: str | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self.system, self.now = store, store.system, now
        self.session = Session(store, now)
        self.options = store.read_options(OPTIONS)
        self.level = level or LEVELS[self.system][0]
        self.aides = Aides(self, agents or {})
        self._play_sound: Callable[[str], None] | None = None
        self._stream = new_stream()
        self.table: Table | None = None
        self.panel: Panel | None = None
        self.panel_since = now()
        self.line = ("", False)
        self.cursor: Cursor | None = None
        self.offset = (0.0, 0.0)
        self.flight: Flight | None = None
        self.coming_back: Return | None = None
        self.is_open, self.is_stale = True, True
        self.stage: Stage = stage_of(*DEFAULT_SIZE)
        self._begin(level, deal)

    # Deals

    def _begin(self, level: Level | None, deal: str | None) -> None:
        if deal is not None:
            level = self.level = level_of_code(deal)
        if self.session.resume():
            self._seat()
        known = self.session.deal
        if self.system == SKILL:
            if known is not None and level is None:
                self.level = known.level
            self.open(screens.start(self))
        elif known is None:
            self.start_deal(self.level, deal)
        elif deal is not None and level is not None:
            if deal.strip().upper() != known.game.deal:
                self.open(screens.give_up(self, level, deal))
        elif level is not None and level != known.level:
            self.open(screens.new_game(self, level))
        else:
            self.say("Your game goes on where you left it.")

    def start_deal(self, level: Level, code: str | None = None) -> None:
        """Deal a game and play it; one under way is given up.

        Raises:
            ValueError: the code names no deal of this variant; nothing has changed.
        """
        game = deal_game(level, code, self._stream)
        self.aides.dismiss()
        self.session.start(level, game)
        self.level = level
        self._seat()
        self.close_panel()
        self.say(f"{level.label}: {level.about}")

    def offer_deal(self, level: Level, code: str | None = None) -> None:
        """The same, but ask first where that would lose a deal."""
        if self.system == SKILL and self.session.is_under_way:
            self.open(screens.give_up(self, level, code))
        else:
            self.start_deal(level, code)

    def _seat(self) -> None:
        assert self.session.deal is not None
        self.table = Table(self.session.deal.game, self.aids, self._report)
        self.flight = self.coming_back = None
        self.cursor = Cursor(0) if self.cursor is not None else None
        self.level = self.session.deal.level

    @property
    def game(self) -> Game | None:
        """The game on the table."""
        return self.table.game if self.table is not None else None

    # Options

    @property
    def aids(self) -> Aids:
        """The app's aids as they are switched; skill.games has none of them to switch."""
        return Aids(**{name: self.options[name] for name in asdict(Aids())})

    def switch(self, name: str) -> None:
        """Turn an option on or off, for the next window too."""
        self.options[name] = not self.options[name]
        if self.table is not None:
            self.table.aids = self.aids
        try:
            self.store.write_options(self.options)
        except OSError as error:
            self.store.notes.append(f"This could not be saved: {error}")

    @property
    def has_sound(self) -> bool:
        """Whether the machine has sound."""
        return self._play_sound is not None

    def use_sound(self, play_sound: Callable[[str], None]) -> None:
        """There is sound: this plays one by its name."""
        self._play_sound = play_sound

    def sound(self, name: str) -> None:
        """Play a sound, if there is sound and it is on."""
        if self._play_sound is not None and self.options["sound"]:
            self._play_sound(name)

    # What is shown

    def open(self, panel: Panel) -> None:
        """Open a dialogue in place of the one that is open. The clock stands still meanwhile."""
        self.put_down()
        self.panel, self.panel_since, self.is_stale = panel, self.now(), True

    def close_panel(self) -> None:
        """Back to the table."""
        self.panel, self.is_stale = None, True

    def say(self, text: str, alarm: bool = False) -> None:
        """Write in the line below the table."""
        self.line, self.is_stale = (text, alarm), True

    def leave(self) -> None:
        """Keep everything and close."""
        if self.is_open:
            self.is_open = False
            self.aides.close()
            self.session.close()

    def resize(self, width: int, height: int) -> None:
        """The window has another size."""
        self.put_down()
        self.stage, self.is_stale = stage_of(width, height), True

    @property
    def board(self) -> Board | None:
        """The table as it is shown."""
        return self._board_of(self.game) if self.game is not None else None

    def _board_of(self, game: Game) -> Board:
        """A game as it is shown: the app names the deal, skill.games the level.

        Nobody announces a loss.
        """
        board = Board.of(game)
        outcome = Outcome.PLAYING if board.outcome == Outcome.STUCK else board.outcome
        name = board.deal if self.system == APP else self._level_label
        return replace(board, seconds=float(int(board.seconds)), outcome=outcome, deal=name)

    @property
    def _level_label(self) -> str:
        """Of the deal on the table; another may have been chosen for the next."""
        return self.session.deal.level.label if self.session.deal is not None else ""

    @property
    def toolbar(self) -> tuple[Button, ...]:
        """The buttons above the table."""
        return screens.toolbar(self)

    def picture(self) -> "Image":
        """The window's picture, RGB."""
        from yukon_env.play.scene import draw
        from yukon_env.play.view import view_of

        self.is_stale = False
        return draw(view_of(self), self.stage)

    # What happens

    def tick(self) -> None:
        """Time has passed."""
        seconds = self.game.seconds if self.game is not None else 0.0
        waits = self.panel is not None or self.aides.seeks_hint
        self.session.is_running = not waits and self.session.is_under_way
        self.session.tick()
        if self.table is not None and self.panel is None:
            self.table.pass_time(self.now())
        self.is_stale |= self.game is not None and int(self.game.seconds) != int(seconds)
        self._end_flights()
        self.aides.tick()
        self._look_up()

    @property
    def is_moving(self) -> bool:
        """Whether cards fly."""
        return self.flight is not None or self.coming_back is not None

    def land(self) -> None:
        """End all flights at once: the player goes on."""
        self.is_stale |= self.is_moving
        self.flight = self.coming_back = None

    def put_down(self) -> None:
        """Return the cards in the hand."""
        if self.table is not None:
            self.table.put_back()
        self.land()

    def undo(self) -> None:
        """Take a move back."""
        if self.table is not None and self.session.is_under_way:
            self.put_down()
            self.table.undo()

    def _end_flights(self) -> None:
        self.is_stale |= self.is_moving
        if self.flight is not None and self.flight.fraction(self.now()) >= 1:
            self.flight = None
        if self.coming_back is not None and self.coming_back.is_over(self.now()):
            self.coming_back = None

    def _look_up(self) -> None:
        """Open what waits to be read: a note, or the results of a game won."""
        deal = self.session.deal
        if self.store.notes and not self.is_moving:
            self.open(screens.note(self, " ".join(self.store.notes), self.panel))
            self.store.notes.clear()
        elif deal is not None and deal.is_won and self.panel is None and not self.is_moving:
            self.aides.dismiss()
            self.open(screens.results(self))

    def _report(self, event: Moved | Turned) -> None:
        if isinstance(event, Turned):
            self._refused(event)
            return
        self.session.moved(by_agent=self.aides.is_moving)
        self.aides.forget_hint()
        self.say("")
        before, after = self._board_of(event.before), self._board_of(event.after)
        self.coming_back, self.flight = None, Flight.of(before, after, self.now())
        if event.after.outcome == Outcome.WON:
            self.sound("won")
        else:
            rises = sum(after.foundations) > sum(before.foundations)
            self.sound("up" if rises else "place")

    def _refused(self, event: Turned) -> None:
        """The app says the rule; on skill.games the cards shake and return."""
        is_refusal = event.reason != Refusal.SAME_COLUMN or not event.dropped
        start = self.offset if event.dropped else (0.0, 0.0)
        shakes = is_refusal and self.system == SKILL
        reach = self.stage.board.width / 100
        coming = Return(event.cards, start, self.now(), shakes, reach)
        self.coming_back = coming if event.cards and coming.length else None
        self.is_stale = True
        if is_refusal:
            self.sound("refused")
            says = self.system == APP and self.options["show_rules"]
            if says or event.reason == Refusal.NOTHING_TO_UNDO:
                self.say(event.reason.sentence, alarm=True)
