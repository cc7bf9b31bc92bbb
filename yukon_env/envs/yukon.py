"""The single environment."""

from collections.abc import Callable
from functools import partial
from operator import index
from typing import Any

import gymnasium as gym
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded

from yukon_env.core import kernels
from yukon_env.core.compiled import specialised
from yukon_env.core.game import Game, first_capacity
from yukon_env.core.rules import NUM_ACTIONS, Outcome, Refusal, Refused
from yukon_env.core.state import BOARD_SIZE, LEGAL
from yukon_env.envs.dealing import draw, start_stream
from yukon_env.envs.observations import MovesObserver, board_space, moves_space, observe_board
from yukon_env.envs.settings import RENDER_MODES, Settings, parse_options
from yukon_env.envs.stepping import step, write_mask

Mask = npt.NDArray[np.int8]
_step: Callable[..., Any] = step
_OUTCOMES = tuple(Outcome)
_REFUSALS = tuple(Refusal)


def _prepare() -> None:
    """Compile the step at the first environment rather than at the import."""
    global _step
    if _step is step:
        _step = specialised(step, "(uint8[:,::1], int64, int64)")


class YukonEnv(gym.Env[Any, Any]):
    """Yukon solitaire, as the *Yukon Solitaire app* and *skill.games* play it.

    ## Description
    All 52 cards lie in seven columns of 1, 6, 7, 8, 9, 10 and 11 cards; the lowest i cards of
    column i are face down (21 hidden, 31 open). Any open card moves with all the cards on it, in
    order or not, onto the last card of another column that is one rank higher and fits the
    variant: the opposite colour (``classic``), any colour (``relaxed``), the same suit
    (``russian``). An empty column takes only a king. Last cards go up to their suit's foundation
    from the ace to the king, and a foundation's top card may come back. A hidden card that
    becomes a column's last turns over. The game is won with all 52 cards on the foundations.

    ## Action Space
    ``Discrete(32)``: ``action = destination * 4 + suit``; destination 0..6 is a column, 7 the
    foundation; suits 0..3 are spades, hearts, diamonds, clubs. A destination fixes the rank that
    can arrive there (one below the column's last card, a king on an empty column, the next card
    of the foundation), so destination and suit name one card; whether it comes with a group, goes
    up or comes back from its foundation follows from where it lies. With ``undo`` there is action
    32, which takes the last move back. :meth:`move` and :meth:`action` translate to
    (card, destination) and back; ``card = suit * 13 + (rank - 1)``.

    ``info["action_mask"]`` (int8) and :meth:`action_masks` (bool) hold exactly the legal actions.
    An illegal action changes nothing, not even the clock, and pays 0; ``info["refused"]`` is the
    rule that refused it. With ``illegal="raise"`` it raises
    :class:`~yukon_env.Refused`, a ``ValueError``, instead.
    :class:`~yukon_env.LegalSampler` chooses among legal actions quickly.

    ## Observation Space
    ``observation="board"``: ``Box`` uint8 ``(115,)``: for each card its place (0..51) and its
    depth (52..103), the columns' face-down counts (104..110), the foundations' counts
    (111..114); see :mod:`yukon_env.envs.observations`. :func:`yukon_env.decode` gives the board
    back. ``observation="moves"``: a ``Dict`` of ``"moves"`` int8 ``(actions, 30)``, what each
    action would do, and ``"context"`` int8 ``(39,)``, the board in brief; every entry is named in
    :mod:`yukon_env.envs.features`. Policies learn far quicker from it. Neither shows anything of a
    hidden card, unless ``thoughtful`` puts their places and depths into ``"board"``.

    ## Starting State
    A deal number 0..2**32 - 1, drawn from a SplitMix64 stream that the seed starts, shuffled by
    the project's own fixed algorithm (:mod:`yukon_env.core.deals`): a code such as
    ``YU1-C-AAAAAAB`` names the same deal for ever. Codes have the form of the app's, not its
    deals: its shuffle is unpublished. ``options={"deal": code or number}`` or
    ``{"deck": 52 cards}`` sets the deal and draws nothing.

    ## Rewards
    The change of the score. ``scoring="app"``: +10 a card up, +5 a hidden card turned, so a win
    without cards taken back sums to 625. ``"skill"``: +10 a card up, -30 for each full 30 s of
    the clock but never below 0, and at a win + 600 000 / seconds, rounded down. A card taken back
    costs nothing and pays again when it goes up, as in the app:
    :class:`~yukon_env.NetProgress` is the reward that cannot be farmed so, and
    :class:`~yukon_env.WinOnly` pays 1 for a win.

    ## Episode End
    ``terminated``: won, or no legal action left. A dealt board without a legal move ends at its
    first step. ``truncated``: after the registered 500 steps.

    ## Information
    ``action_mask`` int8; ``score``; ``moves`` (the system's counter); ``seconds`` of the clock;
    ``outcome`` (:class:`~yukon_env.Outcome`: PLAYING 0, WON 1, STUCK 2); ``refused``
    (:class:`~yukon_env.Refusal`, NONE 0); ``deal``, its code, or ``None`` for a given deck.

    ## Arguments
    ====================  =============  ========================================================
    ``variant``           ``"classic"``  or ``"relaxed"``, ``"russian"``
    ``scoring``           ``"app"``      or ``"skill"``
    ``deals``             ``"random"``   or ``"winnable"``: only deals that the solver has won
    ``max_group``         20             the largest group that moves at once; ``None``: any
    ``autofinish``        ``False``      once no card is hidden, the rest goes up by itself
    ``undo``              0              moves that can be taken back; -1: all
    ``seconds_per_move``  2.0            what each move or undo adds to the clock
    ``observation``       ``"board"``    or ``"moves"``
    ``thoughtful``        ``False``      ``True``: hidden cards are in the observation
    ``illegal``           ``"ignore"``   or ``"raise"``
    ``render_mode``       ``None``       or ``"ansi"``, ``"rgb_array"``, ``"human"``
    ====================  =============  ========================================================

    ``YukonRelaxed-v0`` and ``YukonRussian-v0`` change the variant alone. ``YukonEasy-v0`` is
    skill.games' easy level: ``deals="winnable"``, ``scoring="skill"``, ``autofinish=True``,
    ``max_group=None``. Undo restores the score under ``app``, whose move counter never goes
    down; under ``skill`` it takes back what the move earned, and counts as a move.

    ## Version History
    * v0: the first.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": list(RENDER_MODES),
        "render_fps": 5,
    }

    def __init__(
        self,
        variant: str = "classic",
        scoring: str = "app",
        deals: str = "random",
        max_group: int | None = 20,
        autofinish: bool = False,
        undo: int = 0,
        seconds_per_move: float = 2.0,
        observation: str = "board",
        thoughtful: bool = False,
        illegal: str = "ignore",
        render_mode: str | None = None,
    ) -> None:
        self.settings = Settings(
            variant,
            scoring,
            deals,
            max_group,
            autofinish,
            undo,
            seconds_per_move,
            observation,
            thoughtful,
            illegal,
            render_mode,
        )
        _prepare()
        self.render_mode = render_mode
        self.action_space = spaces.Discrete(self.settings.num_actions)
        self.observation_space: spaces.Space[Any] = (
            board_space() if observation == "board" else moves_space(self.settings.num_actions)
        )
        self._num_actions = self.settings.num_actions
        self._num_playable = 0  # until a game is dealt
        self._stream = np.zeros(1, np.uint64)
        self._is_seeded = False
        self._grows = not 0 <= undo <= first_capacity(self.settings.rules)
        self._raises = illegal == "raise"
        self._is_watched = render_mode == "human"
        self._game: Game | None = None
        self._shown: Game | None = None
        self._window: Any = None
        if observation == "moves":
            self._observer = MovesObserver(self._num_actions)

    def _attach(self, game: Game) -> None:
        """Bind what each step touches: the game's own arrays, and its board as a view."""
        self._game = game
        self._num_playable = self._num_actions
        self._table, self._params = game.table, game.params
        self._log, self._deal = game.log.append, game.deal
        row = game.table[0]
        self._mask: Callable[[], Mask] = row[LEGAL : LEGAL + self._num_actions].view(np.int8).copy
        self._observe: Callable[[], Any] = row[:BOARD_SIZE].copy
        if self.settings.observation == "moves":
            self._observe = partial(self._observer.observe, row, game.params)
        elif self.settings.thoughtful:
            self._observe = partial(observe_board, row, thoughtful=True)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        if self._game is not None:
            self._attach(self._game)  # copies of views are no views

    @property
    def game(self) -> Game:
        """The :class:`~yukon_env.Game` being played. It knows the hidden cards."""
        if self._game is None:
            raise ResetNeeded("call reset() first: no game has been dealt")
        return self._game

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a game: the one that ``options`` names, else the next of the seed's stream."""
        which = parse_options(options, self.settings.variant)
        super().reset(seed=seed)
        if seed is not None or not self._is_seeded:
            start_stream(self._stream, self.np_random)
            self._is_seeded = True
        if which is None:
            which = draw(self._stream, self.settings)
        rules = self.settings.rules
        game = Game(which, rules) if isinstance(which, int) else Game.from_deck(which, rules)
        self._attach(game)
        if self.settings.observation == "moves":
            self._observer.forget()
        outcome = kernels.outcome_of(game.row, write_mask(game.table, game.params))
        if self._is_watched:
            self._show()
        info = {
            "action_mask": self._mask(),
            "score": 0,
            "moves": 0,
            "seconds": 0.0,
            "outcome": _OUTCOMES[outcome],
            "refused": Refusal.NONE,
            "deal": game.deal,
        }
        return self._observe(), info

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action; see the class for what comes back.

        Raises:
            ValueError: no such action, or an illegal one where ``illegal="raise"``.
        """
        try:
            number = index(action)
        except TypeError:
            number = -1
        if not 0 <= number < self._num_playable:
            raise self._no_such_action(action)
        if self._grows:
            self._make_room()
        refused, reward, score, moves, seconds, outcome, terminated = _step(
            self._table, self._params, number
        )
        if refused:
            if self._raises:
                raise Refused(_REFUSALS[refused])
        else:
            self._log(number)
        if self._is_watched:
            self._show()
        return (
            self._observe(),
            reward,
            terminated,
            False,
            {
                "action_mask": self._mask(),
                "score": score,
                "moves": moves,
                "seconds": seconds,
                "outcome": _OUTCOMES[outcome],
                "refused": _REFUSALS[refused],
                "deal": self._deal,
            },
        )

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Which actions are legal now, bool ``(actions,)`` (the name that sb3-contrib asks for)."""
        write_mask(self.game.table, self.game.params)
        return self._mask().astype(np.bool_)

    def move(self, action: int) -> tuple[int, int] | None:
        """The (card 0..51, destination 0..7) that an action names now.

        ``None`` where no card can arrive there, and for undo.

        Raises:
            ValueError: no such action.
        """
        if not 0 <= action < self._num_actions:
            raise self._no_such_action(action)
        return self.game.move(action) if action < NUM_ACTIONS else None

    def action(self, card: int, destination: int) -> int | None:
        """The action that names a move now; ``None`` where none does (it is then illegal).

        Raises:
            ValueError: no such destination.
        """
        return self.game.action(card, destination)

    def render(self) -> Any:
        """The board as ``render_mode`` says: text, a uint8 (H, W, 3) picture, or the window."""
        if self.render_mode is None:
            gym.logger.warn('no render_mode was given: gym.make(..., render_mode="rgb_array")')
            return None
        if self.render_mode == "ansi":
            from yukon_env.render.text import board_text

            return board_text(self.game)
        if self.render_mode == "rgb_array":
            from yukon_env.render.image import draw_board

            return draw_board(self.game)
        self._show()
        return None

    def close(self) -> None:
        """Close the window."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _show(self) -> None:
        from yukon_env.render.window import Window

        if self._window is None:
            self._window = Window()
        if self._shown is None or self._shown.deal != self.game.deal or not self.game.log:
            self._window.show(self.game)
        else:
            self._window.animate(self._shown, self.game)
        self._shown = self.game.copy()

    def _no_such_action(self, action: object) -> ValueError:
        _ = self.game  # without one, that is what is wrong
        return ValueError(f"an action is an integer 0..{self._num_actions - 1}, got {action!r}")

    def _make_room(self) -> None:
        self.game.reserve()
        if self.game.table is not self._table:  # grown here, or by who plays the game directly
            self._attach(self.game)
