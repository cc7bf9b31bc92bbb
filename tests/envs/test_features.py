"""Each named entry of the ``"moves"`` observation, computed anew from the game by plain Python."""

from typing import Any

import numpy as np
import pytest

from tests.reference import KING
from yukon_env import LegalSampler, YukonEnv
from yukon_env.core.cards import is_red, rank_of, suit_of
from yukon_env.core.game import Game
from yukon_env.core.rules import FOUNDATION, UNDO, Rules
from yukon_env.envs.features import CONTEXT_FEATURES, MOVE_FEATURES, POSITION_FEATURES

BASE, ON_HIDDEN = "base", "hidden"


class Seen:
    """What a player sees: columns of cards, ``None`` for a hidden one."""

    def __init__(self, columns: list[list[int | None]], risen: list[int], rules: Rules) -> None:
        self.columns, self.risen, self.rules = columns, risen, rules

    @classmethod
    def of(cls, game: Game) -> "Seen":
        columns = [
            [None] * hidden + list(column[hidden:])
            for column, hidden in zip(game.columns, game.face_down, strict=True)
        ]
        return cls(columns, list(game.foundations), game.rules)

    def place(self, card: int) -> tuple[int, int] | None:
        for number, column in enumerate(self.columns):
            if card in column:
                return number, column.index(card)
        return None

    def hidden(self, column: int) -> int:
        return self.columns[column].count(None)

    def group(self, card: int) -> list[int]:
        place = self.place(card)
        return [card] if place is None else self.columns[place[0]][place[1] :]  # type: ignore

    def open_cards(self) -> list[int]:
        return [card for column in self.columns for card in column if card is not None]

    def fits(self, card: int, on: int) -> bool:
        if rank_of(card) + 1 != rank_of(on):
            return False
        if self.rules.variant == "classic":
            return is_red(card) != is_red(on)
        return self.rules.variant == "relaxed" or suit_of(card) == suit_of(on)

    def takes(self, column: int, card: int) -> bool:
        if not self.columns[column]:
            return rank_of(card) == KING
        last = self.columns[column][-1]
        return last is not None and self.fits(card, last)

    def next_cards(self) -> list[int]:
        return [suit * 13 + height for suit, height in enumerate(self.risen) if height < 13]

    def below(self, card: int) -> Any:
        place = self.place(card)
        if place is None:
            return None
        column, index = place
        if index == 0:
            return BASE
        under = self.columns[column][index - 1]
        return ON_HIDDEN if under is None else under

    def lies_well(self, card: int) -> bool:
        below = self.below(card)
        return isinstance(below, int) and self.fits(card, below)

    def legal(self) -> list[tuple[int, int]]:
        if sum(self.risen) == 52:
            return []
        tops = [suit * 13 + height - 1 for suit, height in enumerate(self.risen) if height]
        moves = []
        for card in self.open_cards() + tops:
            place, group = self.place(card), self.group(card)
            for column in range(7):
                is_small = self.rules.max_group is None or len(group) <= self.rules.max_group
                is_away = place is None or place[0] != column
                if is_away and is_small and self.takes(column, card):
                    moves.append((card, column))
            if place is not None and len(group) == 1 and card in self.next_cards():
                moves.append((card, FOUNDATION))
        return moves

    def after(self, card: int, destination: int) -> "Seen":
        """The move made; a hidden card that it would turn stays hidden, nothing goes up alone."""
        columns, risen = [list(column) for column in self.columns], list(self.risen)
        group = self.group(card)
        place = self.place(card)
        if place is None:
            risen[suit_of(card)] -= 1
        else:
            del columns[place[0]][place[1] :]
        if destination == FOUNDATION:
            risen[suit_of(card)] += 1
        else:
            columns[destination].extend(group)
        return Seen(columns, risen, self.rules)

    def rising(self) -> list[int]:
        return [c[-1] for c in self.columns if c and c[-1] in self.next_cards()]  # type: ignore

    def chain(self) -> int:
        count, position = 0, self
        while rising := position.rising():
            position = position.after(rising[0], FOUNDATION)
            count += 1
        return count

    def key(self) -> frozenset[Any]:
        """The position, whatever the order of its columns."""
        return frozenset((card, self.below(card)) for card in self.open_cards())


def position_features(seen: Seen) -> dict[str, int]:
    return {
        "legal_moves": len(seen.legal()),
        "turning_moves": sum(seen.below(card) == ON_HIDDEN for card, _ in seen.legal()),
        "rising_cards": len(seen.rising()),
        "rising_chain": seen.chain(),
        "in_sequence": sum(map(seen.lies_well, seen.open_cards())),
        "suit_blocks": sum(
            suit_of(over) == suit_of(under) and over > under
            for column in seen.columns
            for i, over in enumerate(column)
            for under in column[:i]
            if over is not None and under is not None
        ),
        "over_needed": sum(
            len(seen.group(card)) - 1 for card in seen.next_cards() if seen.place(card)
        ),
        "empty_columns": seen.columns.count([]),
    }


def move_features(seen: Seen, card: int, destination: int, past: set[Any]) -> dict[str, int]:
    place, group, after = seen.place(card), seen.group(card), seen.after(card, destination)
    below = seen.below(card)
    goes_up = destination == FOUNDATION
    source = None if place is None else place[0]
    uncovered = below if isinstance(below, int) else None
    features = {
        "legal": 1,
        "rank": rank_of(card),
        "before_it": max(0, rank_of(card) - 1 - seen.risen[suit_of(card)]),
        "group": len(group),
        "goes_up": goes_up,
        "returns": place is None,
        "turns": below == ON_HIDDEN,
        "empties": below == BASE,
        "fills": not goes_up and seen.columns[destination] == [],
        "source_hidden": 0 if source is None else seen.hidden(source),
        "source_open": 0 if place is None else place[1] - seen.hidden(place[0]),
        "destination_hidden": 0 if goes_up else seen.hidden(destination),
        "destination_length": 0 if goes_up else len(seen.columns[destination]),
        "breaks": seen.lies_well(card),
        "joins_suit": not goes_up
        and seen.columns[destination] != []
        and suit_of(seen.columns[destination][-1]) == suit_of(card),  # type: ignore[arg-type]
        "disorder": sum(not seen.lies_well(other) for other in group[1:]),
        "uncovers": 0 if uncovered is None else rank_of(uncovered),
        "uncovers_next": uncovered in after.next_cards(),
        "uncovered_takes": 0
        if uncovered is None
        else sum(
            seen.fits(other, uncovered)
            for other in seen.open_cards()
            if other not in seen.columns[source]  # type: ignore[index]
        ),
        "rivals": sum(where == destination and not goes_up for _, where in seen.legal())
        - (not goes_up),
        "homes": sum(
            other == card and where not in (destination, FOUNDATION)
            for other, where in seen.legal()
        ),
        "seen_before": below != ON_HIDDEN and after.key() in past,
    }
    features |= {f"after_{name}": value for name, value in position_features(after).items()}
    return {name: int(value) for name, value in features.items()}


def context_features(seen: Seen) -> dict[str, int]:
    suits = ("spades", "hearts", "diamonds", "clubs")
    kings = [12, 25, 38, 51]
    hidden = [card for card in range(52) if not _is_in_sight(seen, card)]
    features = {f"risen_{suit}": height for suit, height in zip(suits, seen.risen, strict=True)}
    for i, column in enumerate(seen.columns):
        features[f"hidden_{i}"] = seen.hidden(i)
        features[f"open_{i}"] = len(column) - seen.hidden(i)
        features[f"last_{i}"] = rank_of(column[-1]) if column else 0  # type: ignore[arg-type]
    features["hidden"] = len(hidden)
    features["risen"] = sum(seen.risen)
    features["lowest"] = min(seen.risen)
    features["next_unseen"] = sum(card in hidden for card in seen.next_cards())
    features["kings_unseen"] = sum(king in hidden for king in kings)
    features["kings_waiting"] = sum(seen.below(king) not in (None, BASE) for king in kings)
    return features | position_features(seen)


def _is_in_sight(seen: Seen, card: int) -> bool:
    return seen.place(card) is not None or rank_of(card) <= seen.risen[suit_of(card)]


SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"variant": "relaxed"},
    {"variant": "russian", "max_group": None},
    {"variant": "classic", "max_group": 2, "undo": 3},
    {"variant": "relaxed", "autofinish": True, "undo": -1, "max_group": 1},
)


@pytest.mark.parametrize("settings", SETTINGS, ids=str)
@pytest.mark.parametrize("greed", [False, True])
def test_every_entry_is_what_its_name_says(settings: dict[str, Any], greed: bool) -> None:
    env = YukonEnv(observation="moves", **settings)
    names = [name for name, _ in MOVE_FEATURES]
    context_names = [name for name, _ in CONTEXT_FEATURES]
    met: set[str] = set()
    for seed in range(3):
        observation, info = env.reset(seed=seed)
        sampler = LegalSampler(seed)
        past: set[Any] = set()
        for step in range(60):
            seen = Seen.of(env.game)
            past.add(seen.key())
            if step % 4 == 0 or step > 50:
                context = dict(zip(context_names, observation["context"].tolist(), strict=True))
                assert context == context_features(seen)
                for action, row in enumerate(observation["moves"].tolist()):
                    move = env.move(action)
                    if action == UNDO:
                        expected = {"legal": int(env.game.undo_left > 0)}
                    elif move in seen.legal():
                        expected = move_features(seen, *move, past)  # type: ignore[misc]
                    else:
                        expected = {}
                    entries = dict(zip(names, row, strict=True))
                    assert entries == dict.fromkeys(names, 0) | expected, move
                    met |= {name for name, value in entries.items() if value}
            mask = info["action_mask"]
            if greed and mask[28:32].any():
                mask[:28] = 0  # up whenever a card can go
            if not mask.any():
                break
            observation, _, _, _, info = env.step(sampler(mask))
    if settings.get("max_group", 20) != 20:
        return
    # Entries that were 0 throughout prove little: few may be.
    assert set(names) - met <= {"empties", "fills", "after_empty_columns", "joins_suit"}


def test_entries_are_named_once_and_as_many_as_the_spaces_have() -> None:
    for features, size in ((MOVE_FEATURES, 30), (CONTEXT_FEATURES, 39), (POSITION_FEATURES, 8)):
        assert len({name for name, _ in features}) == len(features) == size
        assert all(meaning for _, meaning in features)
    space = YukonEnv(observation="moves", undo=1).observation_space
    assert space["moves"].shape == (33, 30)  # type: ignore[index]
    assert space["context"].shape == (39,)  # type: ignore[index]


def test_the_observation_is_of_small_integers() -> None:
    env = YukonEnv(observation="moves")
    observation, _ = env.reset(seed=0)
    assert observation["moves"].dtype == observation["context"].dtype == np.int8
