"""The native vector environment: one batch of rows, all three autoreset modes."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from yukon_env.core import kernels
from yukon_env.core.deals import deal_code
from yukon_env.core.game import Game, first_capacity, more_capacity
from yukon_env.core.rules import Refusal, Refused, check_integer
from yukon_env.core.state import BOARD_SIZE, TABLE_WIDTH, deal
from yukon_env.envs.dealing import draw, start_stream, start_streams
from yukon_env.envs.features import (
    MEMORY,
    NUM_CONTEXT_FEATURES,
    NUM_MOVE_FEATURES,
    position_words,
    write_moves_batch,
)
from yukon_env.envs.observations import board_space, moves_space, show_hidden_batch
from yukon_env.envs.settings import Settings, parse_options
from yukon_env.envs.stepping import (
    COUNT,
    NET_CHANGE,
    NUMBERS,
    OUTCOME,
    REFUSED,
    TOTAL,
    begin,
    deal_numbers,
    draw_numbers,
    most_kept,
    step_batch,
)

Flags = npt.NDArray[np.bool_]
_OWN_DECK = -1
_MODES = (*AutoresetMode, *(mode.value for mode in AutoresetMode))


class YukonVectorEnv(VectorEnv[Any, Any, Any]):
    """N games of Yukon stepped at once, equal to N single environments step for step.

    ``gym.make_vec("Yukon-v0", num_envs=N, vectorization_mode="vector_entry_point", ...)``.

    Environment ``i`` of ``reset(seed=s)`` is a single one that is reset with ``s + i``.
    Observations, rewards (float64), ``terminations`` and ``truncations`` have a leading axis N;
    infos are arrays with their ``_key`` masks: ``action_mask`` int8 (N, actions), ``score`` and
    ``moves`` int64, ``seconds`` float64, ``outcome`` and ``refused`` int64 (the values of
    :class:`~yukon_env.Outcome` and :class:`~yukon_env.Refusal`). The codes of the deals come from
    :meth:`deals`, so that no text is built in a step. All returned arrays are fresh.

    Args:
        num_envs: N, at least 1.
        max_episode_steps: an episode's steps before it is truncated; ``None``: no limit
            (``make_vec`` gives the registered 500).
        autoreset_mode: ``NextStep`` (default), ``SameStep`` or ``Disabled``, as Gymnasium's
            ``AutoresetMode`` or its value. ``SameStep`` puts the last observation and info of an
            episode into ``infos["final_obs"]`` and ``infos["final_info"]``; ``Disabled`` wants
            ``reset(options={"reset_mask": ...})``, a bool array (N,).
        **settings: as :class:`~yukon_env.YukonEnv`.

    Raises:
        ValueError: an argument is not one of those allowed.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["rgb_array", "ansi"],
        "render_fps": 5,
    }

    def __init__(
        self,
        num_envs: int = 1,
        max_episode_steps: int | None = None,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        **settings: Any,
    ) -> None:
        check_integer("num_envs", num_envs, 1, None)
        if max_episode_steps is not None:
            check_integer("max_episode_steps", max_episode_steps, 1, None, "or None for no limit")
        self.settings = Settings(**settings)
        if self.settings.render_mode == "human":
            raise ValueError('a window shows one game: render_mode "human" is for gym.make')
        self.num_envs = num_envs
        if autoreset_mode not in _MODES:
            raise ValueError(
                f"autoreset_mode must be one of {', '.join(mode.value for mode in AutoresetMode)}; "
                f"got {autoreset_mode!r}"
            )
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.render_mode = self.settings.render_mode
        self.single_action_space = spaces.Discrete(self.settings.num_actions)
        self.single_observation_space = (
            board_space()
            if self.settings.observation == "board"
            else moves_space(self.settings.num_actions)
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._params = kernels.parameters(self.settings.rules)
        self._limit = max_episode_steps or 0
        self._make_batch()

    def _make_batch(self) -> None:
        n, actions = self.num_envs, self.settings.num_actions
        self._rules = self.settings.rules
        self._grows = not 0 <= self._rules.undo <= first_capacity(self._rules)
        self._tables = np.zeros((n, 1 + first_capacity(self._rules), TABLE_WIDTH), np.uint8)
        self._numbers = np.zeros((NUMBERS, n), np.int64)
        self._seconds = np.zeros(n)
        self._rewards = np.zeros(n)
        self._ends = np.zeros((2, n), np.bool_)
        self._masks = np.zeros((n, actions), np.int8)
        self._streams = np.zeros((n, 1), np.uint64)
        self._is_seeded = False
        self._dealt = np.full(n, _OWN_DECK, np.int64)
        self._has_begun = np.zeros(n, np.bool_)
        self._waiting = np.zeros(n, np.bool_)
        self._num_waiting = 0
        self._everyone = np.ones(n, np.bool_)
        if self.settings.observation == "moves":
            self._words = position_words()
            self._memories = np.zeros((n, 1 + MEMORY), np.uint64)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Deal new games: to all environments, or to those of ``options["reset_mask"]``.

        ``options`` may also name a ``deal`` or a ``deck`` that all of them get.
        """
        rest = dict(options or {})
        chosen = self._parse_reset_mask(rest.pop("reset_mask", None))
        which = parse_options(rest, self.settings.variant)
        seeds = self._parse_seeds(seed)
        if not chosen.all() and not (self._has_begun | chosen).all():
            raise ResetNeeded("the first reset must deal to all environments")
        if not self._is_seeded:
            for stream in self._streams:
                start_stream(stream, self.np_random)
            self._is_seeded = True
        rows = np.flatnonzero(chosen)
        start_streams(self._streams, [seeds[i] if chosen[i] else None for i in range(len(chosen))])
        self._deal(rows, which)
        self._waiting[rows] = False
        self._num_waiting = int(self._waiting.sum())
        return self._observe(), self._infos(chosen)

    def step(self, actions: Any) -> tuple[Any, npt.NDArray[np.float64], Flags, Flags, Any]:
        """Step all environments; what comes back is in the class.

        Raises:
            ValueError: no such action, or an illegal one where ``illegal="raise"``; no
                environment has been stepped then.
        """
        if not self._is_seeded:
            raise ResetNeeded("call reset() first: no games have been dealt")
        if self._num_waiting and self.autoreset_mode == AutoresetMode.DISABLED:
            raise ResetNeeded(
                f"environments {np.flatnonzero(self._waiting).tolist()} have ended: reset them "
                'with options={"reset_mask": ...}'
            )
        if self._grows:
            self._make_room()
        acts = self._parse_actions(actions)
        num_ended, bad = step_batch(
            self._tables,
            self._params,
            acts,
            self.settings.illegal == "raise",
            self._waiting,
            self._limit,
            *self._batch,
        )
        if num_ended < 0:
            raise self._bad_action(acts, bad)
        if self._num_waiting:
            self._deal(np.flatnonzero(self._waiting), None)
        terminated, truncated = self._ends.copy()
        rewards = self._rewards.copy()
        self.net_changes: npt.NDArray[np.int64] = self._numbers[NET_CHANGE].copy()
        """Change of the net score in the last step, int64 (N,): what ``NetProgress`` pays."""
        if self.autoreset_mode == AutoresetMode.SAME_STEP and num_ended:
            observations, infos = self._reset_ended(terminated | truncated)
        else:
            observations, infos = self._observe(), self._infos()
            self._waiting = terminated | truncated
            self._num_waiting = num_ended
        return observations, rewards, terminated, truncated, infos

    def deals(self) -> list[str | None]:
        """The deal codes of the games being played, ``None`` for a given deck."""
        variant = self.settings.variant
        return [
            None if number == _OWN_DECK else deal_code(variant, number)
            for number in self._dealt.tolist()
        ]

    def action_masks(self) -> Flags:
        """Which actions are legal now, bool (N, actions)."""
        return self._masks.astype(np.bool_)

    def render(self) -> tuple[Any, ...] | None:
        """One text or picture for each environment (``ansi``, ``rgb_array``)."""
        if self.render_mode == "ansi":
            from yukon_env.render.text import board_text

            return tuple(board_text(game) for game in self.games())
        if self.render_mode == "rgb_array":
            from yukon_env.render.image import draw_board

            return tuple(draw_board(game) for game in self.games())
        return None

    def games(self) -> list[Game]:
        """A copy of each game. It knows the hidden cards, and has no log."""
        rules = self.settings.rules
        games = []
        for table, code in zip(self._tables, self.deals(), strict=True):
            game = Game(code or 0, rules)
            game.deal, game.deck, game.table = code, None, table.copy()
            games.append(game)
        return games

    @property
    def _batch(self) -> tuple[npt.NDArray[Any], ...]:
        """What the compiled functions write of each row."""
        return self._numbers, self._seconds, self._rewards, self._ends, self._masks

    def _deal(self, rows: npt.NDArray[np.int64], which: Any) -> None:
        if isinstance(which, np.ndarray):
            self._dealt[rows] = _OWN_DECK
            for i in rows:
                deal(self._tables[i, 0], which)
                begin(self._tables, self._params, i, *self._batch)
        else:
            if which is not None:
                self._dealt[rows] = which
            elif self.settings.deals == "random":
                draw_numbers(self._streams, self._dealt, rows)
            else:
                for i in rows:
                    self._dealt[i] = draw(self._streams[i], self.settings)
            deal_numbers(self._tables, self._dealt, rows, self._params, *self._batch)
        if self.settings.observation == "moves":
            self._memories[rows, 0] = 0
        self._has_begun[rows] = True

    def _reset_ended(self, ended: Flags) -> tuple[Any, dict[str, Any]]:
        """Deal to those that ended in this step, keeping their last observation and info."""
        observations = self._observe()
        final_infos = self._infos(ended)
        final_obs = np.full(self.num_envs, None, object)
        which = np.flatnonzero(ended)
        for i in which:
            final_obs[i] = (
                {key: value[i].copy() for key, value in observations.items()}
                if isinstance(observations, dict)
                else observations[i].copy()
            )
        for key, values in final_infos.items():
            if not key.startswith("_"):
                values[~ended] = 0
        self._deal(which, None)
        infos = self._infos()
        infos["final_obs"], infos["_final_obs"] = final_obs, ended.copy()
        infos["final_info"], infos["_final_info"] = final_infos, ended.copy()
        dealt = self._observe(which)
        if isinstance(observations, dict):
            for key, value in observations.items():
                value[which] = dealt[key]
        else:
            observations[which] = dealt
        return observations, infos

    def _observe(self, which: npt.NDArray[np.int64] | None = None) -> Any:
        """The observations of the rows ``which``, or of all."""
        rows = self._tables[:, 0] if which is None else self._tables[which, 0]
        if self.settings.observation == "board":
            boards = rows[:, :BOARD_SIZE].copy()
            if self.settings.thoughtful:
                show_hidden_batch(rows, boards)
            return boards
        which = np.arange(self.num_envs) if which is None else which
        moves = np.empty((len(which), self.settings.num_actions, NUM_MOVE_FEATURES), np.int8)
        context = np.empty((len(which), NUM_CONTEXT_FEATURES), np.int8)
        memories = self._memories
        write_moves_batch(rows, which, self._params, self._words, memories, moves, context)
        return {"moves": moves, "context": context}

    def _infos(self, having: Flags | None = None) -> dict[str, Any]:
        numbers = self._numbers.copy()
        present = self._everyone.copy() if having is None else having.copy()
        return {
            "action_mask": self._masks.copy(),
            "_action_mask": present,
            "score": numbers[TOTAL],
            "_score": present,
            "moves": numbers[COUNT],
            "_moves": present,
            "seconds": self._seconds.copy(),
            "_seconds": present,
            "outcome": numbers[OUTCOME],
            "_outcome": present,
            "refused": numbers[REFUSED],
            "_refused": present,
        }

    def _make_room(self) -> None:
        """Make room in all histories for one more move, up to what the rules keep."""
        capacity = self._tables.shape[1] - 1
        if more := more_capacity(self._rules, capacity, most_kept(self._tables)):
            room = np.zeros((self.num_envs, more, TABLE_WIDTH), np.uint8)
            self._tables = np.concatenate([self._tables, room], axis=1)

    def _parse_actions(self, actions: Any) -> npt.NDArray[np.int64]:
        acts = np.asarray(actions)
        if acts.shape != (self.num_envs,) or acts.dtype.kind not in "iu":
            raise ValueError(
                f"actions must be {self.num_envs} integers, got shape {acts.shape} of type "
                f"{acts.dtype}"
            )
        return acts.astype(np.int64, copy=False)

    def _bad_action(self, actions: npt.NDArray[np.int64], i: int) -> ValueError:
        if not 0 <= actions[i] < self.settings.num_actions:
            return ValueError(
                f"an action is an integer 0..{self.settings.num_actions - 1}, got {actions[i]} "
                f"for environment {i}"
            )
        table = self._tables[i].copy()
        return Refused(Refusal(kernels.act(table[0], table[1:], self._params, actions[i])))

    def _parse_reset_mask(self, mask: Any) -> Flags:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if (
            not isinstance(mask, np.ndarray)
            or mask.dtype != np.bool_
            or mask.shape != (self.num_envs,)
            or not mask.any()
        ):
            raise ValueError(
                f"reset_mask must be a bool array of shape ({self.num_envs},) with a True in it"
            )
        return mask

    def _parse_seeds(self, seed: Any) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            return [int(seed) + i for i in range(self.num_envs)]
        if len(seed) != self.num_envs:
            raise ValueError(f"{self.num_envs} seeds are needed, got {len(seed)}")
        return list(seed)
