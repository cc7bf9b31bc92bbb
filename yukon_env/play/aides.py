"""Those who help: the hint, and agents that play on in a person's game until it takes back."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

from yukon_env.core.game import Game
from yukon_env.play.thinker import Thinker
from yukon_env.play.words import move_words

if TYPE_CHECKING:
    from yukon_env.play.app import App
    from yukon_env.solver import Hint

PAUSE = 0.45
"""Seconds between an agent's moves, so that people can follow."""


class Agent(Protocol):
    """Somebody who can play on in a game. What it may see of it is its own affair."""

    def begin(self, game: Game) -> None:
        """Get ready to play on from here."""

    def choose(self, game: Game) -> tuple[int, int] | None:
        """The next move (card, destination), ``None`` if it has none. The game stays as it is."""


class Aides:
    """The helpers of one window.

    Args:
        app: the window.
        agents: makes each agent, by name.

    Attributes:
        names: the agents that can be asked.
        playing: the name of the one that plays now.
        is_moving: whether the move being made is an agent's.
        hint: the move (card, destination) that is pointed at.
    """

    def __init__(self, app: "App", agents: Mapping[str, Callable[[], Agent]]) -> None:
        self._app, self._agents = app, agents
        self._thinker = Thinker()
        self._agent: Agent | None = None
        self._next_at = 0.0
        self.names = tuple(agents)
        self.playing: str | None = None
        self.is_moving = False
        self.hint: tuple[int, int] | None = None

    @property
    def is_thinking(self) -> bool:
        """Whether an answer is being looked for."""
        return self._thinker.is_busy

    @property
    def seeks_hint(self) -> bool:
        """Whether a person waits for a hint."""
        return self._thinker.is_busy and self.playing is None

    def ask_hint(self) -> None:
        """Look for a good move, and point at it."""
        app = self._app
        if app.game is not None and app.session.is_under_way:
            app.put_down()
            app.say("Looking for a good move ...")
            self._thinker.ask(app.game.copy().hint, self._show_hint)

    def forget_hint(self) -> None:
        """Point no more, and look no more for a place to point at."""
        self.hint = None
        if self.playing is None:
            self._thinker.forget()

    def begin(self, name: str) -> None:
        """Let an agent play on from here."""
        app = self._app
        if app.game is None or not app.session.is_under_way:
            return
        app.put_down()
        self.hint = self._agent = None
        self.playing, self._next_at = name, app.now() + PAUSE
        game = app.game.copy()
        self._thinker.ask(lambda: self._made(name, game), self._sit_down)
        app.say(f"{name} plays. Press a key or touch the table to play on yourself.")

    def dismiss(self) -> bool:
        """Take the cards back from the agent; whether one was playing."""
        was_playing = self.playing is not None
        self._thinker.forget()
        self._agent = self.playing = self.hint = None
        if was_playing:
            self._app.say("It is your turn again.")
        return was_playing

    def tick(self) -> None:
        """Hand over what has been found, and let the agent make its next move when it is time."""
        app = self._app
        try:
            self._thinker.poll()
        except Exception as error:  # an agent's trouble must not end the person's game
            name = self.playing or "The hint"
            self.dismiss()
            app.say(f"{name} has failed: {error}", alarm=True)
        waits = app.panel is not None or app.is_moving or self._thinker.is_busy
        if self._agent is None or waits or app.now() < self._next_at:
            return
        assert app.game is not None
        agent, game = self._agent, app.game.copy()
        self._thinker.ask(lambda: agent.choose(game), self._play)

    def close(self) -> None:
        """Stop."""
        self._thinker.close()

    def _made(self, name: str, game: Game) -> Agent:
        agent = self._agents[name]()
        agent.begin(game)
        return agent

    def _sit_down(self, agent: Agent) -> None:
        self._agent = agent

    def _play(self, move: tuple[int, int] | None) -> None:
        app, name = self._app, self.playing
        assert app.table is not None
        self._next_at = app.now() + PAUSE
        self.is_moving = True
        done = move is not None and app.table.play(*move)
        self.is_moving = False
        if done:
            app.say(f"{name} plays. Press a key or touch the table to play on yourself.")
        else:
            self.dismiss()
            app.say(f"{name} knows no move here. It is your turn again.")

    def _show_hint(self, hint: "Hint | None") -> None:
        if hint is None:
            self._app.say("There is no move here. You can undo.", alarm=True)
            return
        self.hint = hint.card, hint.destination
        words = move_words(*self.hint)
        texts = {
            "won": f"Hint: {words}.",
            "lost": f"Nothing wins from here. Undo, or try {words}.",
            "unknown": f"Hint: perhaps {words}.",
        }
        self._app.say(texts[hint.verdict])
