"""One game as one JSON object, which replays exactly.

============  =====================================================================================
key           value
============  =====================================================================================
format        1
deal          the deal code; or instead
deck          the 52 cards as text, in the order in which they are dealt
variant, ...  the rules: variant, scoring, max_group, autofinish, undo, seconds_per_move, as the
              attributes of :class:`Rules`
player        who played, any text
moves         ``TD>3``: the ten of diamonds, with all on it, to column 1..7; ``AS^``: up to its
              foundation; ``undo``. Cards that go up by themselves are not listed.
times         only where the clock was a person's: seconds at each move
thoughts      only where the player said them: for each move ``null`` or
              ``{"value": chance of winning or null, "moves": {"TD>3": share}}``
result        outcome (``playing``, ``won``, ``stuck``), score, moves, seconds
============  =====================================================================================

A file holds one record, or one to a line.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from yukon_env.core import thoughts as trains
from yukon_env.core.cards import card_text, parse_card
from yukon_env.core.files import whole
from yukon_env.core.game import Game
from yukon_env.core.notation import UNDO_TEXT, move_text, play_text
from yukon_env.core.rules import UNDO, Rules
from yukon_env.core.thoughts import Thoughts

FORMAT = 1
_RULE_KEYS = tuple(field.name for field in fields(Rules))


class RecordError(ValueError):
    """A record that cannot be read or replayed; the message names the line and the move."""


@dataclass(frozen=True)
class Record:
    """A game that was played.

    Attributes:
        deal: the deal code, or the deck as a tuple of 52 cards.
        rules: how it was played.
        moves: in text, in order.
        times: seconds at each move where the clock was real, else ``None``.
        result: ``outcome``, ``score``, ``moves``, ``seconds`` at the end.
        player: who played.
        thoughts: what the player thought before each move, ``None`` where nothing is known.
    """

    deal: str | tuple[int, ...]
    rules: Rules
    moves: tuple[str, ...]
    times: tuple[float, ...] | None
    result: dict[str, Any]
    player: str = ""
    thoughts: tuple[Thoughts | None, ...] | None = None

    @classmethod
    def of(
        cls, game: Game, player: str = "", thoughts: Sequence[Thoughts | None] | None = None
    ) -> "Record":
        """The record of a game so far.

        Args:
            game: it is only read.
            player: who played.
            thoughts: what the player thought before each move (and before each undo).

        Raises:
            ValueError: the game did not start from a deal or a deck, an environment played it
                and something else moved its clock, or the thoughts are not one for each move or
                out of range.
        """
        if game.deck is None:
            raise ValueError("a game that started from a position has no record")
        return cls(
            deal=game.deal if game.deal is not None else tuple(game.deck.tolist()),
            rules=game.rules,
            moves=tuple(_moves_in_text(game)),
            times=_times(game),
            result=_result(game),
            player=player,
            thoughts=trains.keep(thoughts, len(game.log)),
        )

    def start(self) -> Game:
        """The game as it was dealt."""
        if isinstance(self.deal, str):
            return Game(self.deal, self.rules)
        return Game.from_deck(self.deal, self.rules)

    def games(self) -> Iterator[Game]:
        """Replay: the game as dealt, then after each move, each an independent copy.

        Raises:
            RecordError: a move is illegal, or the end differs from the recorded result.
        """
        game = self.start()
        yield game.copy()
        for number, text in enumerate(self.moves, 1):
            try:
                if self.times is not None:
                    before_move = self.times[number - 1] - self.rules.seconds_per_move
                    game.tick(max(0.0, before_move - game.seconds))
                play_text(game, text)
            except ValueError as error:
                raise RecordError(f"move {number} ({text!r}): {error}") from error
            yield game.copy()
        self._check_end(game)

    def final(self) -> Game:
        """The game at its end, its clock too. Raises as :meth:`games` does."""
        *_, game = self.games()
        self._run_clock_out(game)
        return game

    def _run_clock_out(self, game: Game) -> None:
        """Let a person's clock run from the last move to the end."""
        if self.times is not None:
            game.tick(max(0.0, float(self.result["seconds"]) - game.seconds))

    def _check_end(self, game: Game) -> None:
        self._run_clock_out(game)
        end = _result(game)
        for key, value in self.result.items():
            if end[key] != value:
                raise RecordError(
                    f"after move {len(self.moves)}: the record says {key} {value!r}, the rules say "
                    f"{end[key]!r}"
                )

    def to_json(self) -> str:
        """One line of JSON."""
        data: dict[str, Any] = {"format": FORMAT}
        if isinstance(self.deal, str):
            data["deal"] = self.deal
        else:
            data["deck"] = [card_text(card) for card in self.deal]
        data.update(asdict(self.rules))
        data["player"] = self.player
        data["moves"] = list(self.moves)
        if self.times is not None:
            data["times"] = list(self.times)
        if self.thoughts is not None:
            data["thoughts"] = trains.to_data(self.thoughts)
        data["result"] = self.result
        return json.dumps(data)

    @classmethod
    def from_json(cls, text: str) -> "Record":
        """Read one record. Replaying it checks its moves.

        Raises:
            RecordError: it is no record, and what is wrong.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise RecordError(f"no JSON: {error}") from error
        if not isinstance(data, dict):
            raise RecordError("a record is a JSON object")
        _check_keys(data)
        try:
            rules = Rules(**{name: data[name] for name in _RULE_KEYS})
        except (TypeError, ValueError) as error:
            raise RecordError(f"rules: {error}") from error
        record = cls(
            deal=_read_deal(data),
            rules=rules,
            moves=tuple(data["moves"]),
            times=tuple(data["times"]) if "times" in data else None,
            result=data["result"],
            player=data["player"],
            thoughts=_read_thoughts(data),
        )
        try:
            record.start()
        except ValueError as error:
            raise RecordError(f"deal: {error}") from error
        return record


def save_records(records: Iterable[Record], path: str | Path) -> None:
    """Write records, one to a line. The file appears whole or not at all."""
    with whole(path) as draft, draft.open("w", encoding="utf-8") as file:
        for record in records:
            file.write(record.to_json() + "\n")


def load_records(path: str | Path) -> list[Record]:
    """Read a file of records and replay each.

    Raises:
        OSError: the file cannot be read.
        RecordError: it holds none, or one is corrupt; the message names the line and the move.
    """
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(f"{path} is no text file") from error
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    if not lines:
        raise RecordError(f"{path} holds no record")
    if len(lines) > 1 and lines[0][1].strip() == "{":
        lines = [(1, text)]  # one record, spread over lines
    records = []
    for number, line in lines:
        try:
            record = Record.from_json(line)
            record.final()
        except RecordError as error:
            raise RecordError(f"{path}, line {number}: {error}") from error
        records.append(record)
    return records


def _times(game: Game) -> tuple[float, ...] | None:
    """Seconds at each move, or ``None`` where the clock ran by ``seconds_per_move`` alone."""
    per_move = round(game.rules.seconds_per_move * 1000)
    uniform = [per_move * number for number in range(1, len(game.log) + 1)]
    ends_so = round(game.seconds * 1000) == per_move * len(game.log)
    if ends_so and (len(game.times) != len(game.log) or game.times == uniform):
        return None
    if len(game.times) != len(game.log):
        raise ValueError("the clock of a game in an environment was moved by hand: no record")
    return tuple(ms / 1000 for ms in game.times)


def _moves_in_text(game: Game) -> Iterator[str]:
    assert game.deck is not None
    replay = Game.from_deck(game.deck, game.rules)
    for action in game.log:
        if action == UNDO:
            replay.undo()
            yield UNDO_TEXT
        else:
            move = replay.move(action)
            assert move is not None
            replay.play(*move)
            yield move_text(*move)


def _result(game: Game) -> dict[str, Any]:
    return {
        "outcome": game.outcome.name.lower(),
        "score": game.score,
        "moves": game.moves,
        "seconds": game.seconds,
    }


def _check_keys(data: dict[str, Any]) -> None:
    if data.get("format") != FORMAT:
        raise RecordError(f"format must be {FORMAT}, got {data.get('format')!r}")
    if ("deal" in data) == ("deck" in data):
        raise RecordError("a record has either deal or deck")
    known = {
        "format",
        "deal",
        "deck",
        *_RULE_KEYS,
        "player",
        "moves",
        "times",
        "thoughts",
        "result",
    }
    if unknown := sorted(set(data) - known):
        raise RecordError(f"unknown key {unknown[0]!r}; known: {', '.join(sorted(known))}")
    for key, kind in (("player", str), ("moves", list), ("result", dict)):
        if not isinstance(data.get(key), kind):
            raise RecordError(f"{key} must be {kind.__name__}, got {data.get(key)!r}")
    if missing := sorted(set(_RULE_KEYS) - set(data)):
        raise RecordError(f"the key {missing[0]!r} is missing")
    result = data["result"]
    if set(result) != {"outcome", "score", "moves", "seconds"}:
        raise RecordError("result must have exactly the keys outcome, score, moves, seconds")
    if not all(_is_seconds(result[key]) for key in ("score", "moves", "seconds")):
        raise RecordError("the result's score, moves and seconds must be numbers")
    if "times" in data and not (
        isinstance(data["times"], list)
        and len(data["times"]) == len(data["moves"])
        and all(_is_seconds(time) for time in data["times"])
        and data["times"] == sorted(data["times"])
    ):
        raise RecordError("times must be one number of seconds for each move, none falling")


def _is_seconds(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value < 1e9


def _read_deal(data: dict[str, Any]) -> str | tuple[int, ...]:
    if "deal" in data:
        if not isinstance(data["deal"], str):
            raise RecordError(f"deal must be a code in text, got {data['deal']!r}")
        return data["deal"]
    if not isinstance(data["deck"], list):
        raise RecordError("deck must be a list of 52 cards in text")
    try:
        return tuple(parse_card(card) for card in data["deck"])
    except ValueError as error:
        raise RecordError(f"deck: {error}") from error


def _read_thoughts(data: dict[str, Any]) -> tuple[Thoughts | None, ...] | None:
    if "thoughts" not in data:
        return None
    try:
        return trains.read(data["thoughts"], len(data["moves"]))
    except ValueError as error:
        raise RecordError(str(error)) from error
