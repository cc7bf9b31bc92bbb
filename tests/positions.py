"""Hand-made positions, and what the rules say about them, as data.

A position is text, its columns one after another, separated by ``/`` or line ends::

    up: AS - 2D -
    [9S 4D] KH QS / - / KD..9D / [*] 3S

* Cards from the lowest to the last; face-down cards first, in brackets; ``-`` is an empty column,
  and columns left out at the end are empty. ``#`` starts a comment.
* ``KD..9D`` is a run of one suit, down or up.
* The line ``up:`` names the top card of each foundation (spades, hearts, diamonds, clubs).
  Without it, every card not mentioned is up, which must be possible: the cards of a suit that are
  in columns are its highest ones.
* ``*`` stands for every card mentioned nowhere else, clubs first and high cards first, so that
  cards nobody asks about can lie hidden. Without ``up:`` nothing is up then.

A move is text too: ``TD>3`` to the third column, ``AS^`` to the foundation.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from yukon_env.core.cards import NUM_CARDS, card_text, parse_card, rank_of, suit_of
from yukon_env.core.rules import FOUNDATION, NUM_COLUMNS, VARIANTS, Outcome, Refusal


class Position(NamedTuple):
    """What ``from_position`` takes, before the rules."""

    columns: list[list[int]]
    face_down: list[int]
    foundations: list[int]


def parse_position(text: str) -> Position:
    """The position that a text describes.

    Raises:
        ValueError: the text is no position of all 52 cards.
    """
    up: list[int] | None = None
    parts: list[str] = []
    for raw in text.splitlines():
        line = raw.split("#")[0].strip()
        if line.startswith("up:"):
            up = _parse_up(line.removeprefix("up:"))
        elif line:
            parts.extend(line.split("/"))
    if len(parts) > NUM_COLUMNS:
        raise ValueError(f"{len(parts)} columns: there are {NUM_COLUMNS}")
    parts += ["-"] * (NUM_COLUMNS - len(parts))

    columns: list[list[int | None]] = []  # None: the cards mentioned nowhere else
    hidden_tokens: list[int] = []
    for part in parts:
        hidden_text, open_text = _split_brackets(part.strip())
        hidden = _parse_cards(hidden_text)
        columns.append(hidden + _parse_cards(open_text))
        hidden_tokens.append(len(hidden))

    named = [card for column in columns for card in column if card is not None]
    if len(set(named)) != len(named):
        twice = sorted({card_text(card) for card in named if named.count(card) > 1})
        raise ValueError(f"more than once: {' '.join(twice)}")
    stars = sum(column.count(None) for column in columns)
    if stars > 1:
        raise ValueError("more than one *")
    if up is None:
        up = [0, 0, 0, 0] if stars else complete(named)
    risen = [suit * 13 + rank - 1 for suit in range(4) for rank in range(1, up[suit] + 1)]
    both = [card_text(card) for card in named if card in risen]
    if both:
        raise ValueError(f"both in a column and up: {' '.join(both)}")
    rest = [card for card in range(NUM_CARDS) if card not in named and card not in risen]
    rest.reverse()
    if rest and not stars:
        raise ValueError(f"nowhere: {' '.join(card_text(card) for card in rest)}")

    full: list[list[int]] = []
    face_down: list[int] = []
    for column, count in zip(columns, hidden_tokens, strict=True):
        cards: list[int] = []
        hidden_cards = 0
        for index, card in enumerate(column):
            cards.extend(rest if card is None else [card])
            if index < count:
                hidden_cards = len(cards)
        if cards and hidden_cards == len(cards):
            raise ValueError("the last card of a column is face up")
        full.append(cards)
        face_down.append(hidden_cards)
    return Position(full, face_down, up)


def complete(named: Sequence[int]) -> list[int]:
    """The foundations that hold every card not named.

    Raises:
        ValueError: that cannot be, as a named card lies below one that is not.
    """
    foundations = []
    for suit in range(4):
        missing = [rank for rank in range(1, 14) if suit * 13 + rank - 1 not in named]
        if missing != list(range(1, len(missing) + 1)):
            gap = suit * 13 + missing[-1] - 1
            raise ValueError(f"{card_text(gap)} cannot be up: a lower card of its suit is not")
        foundations.append(len(missing))
    return foundations


def position_text(
    columns: Sequence[Sequence[int]], face_down: Sequence[int], foundations: Sequence[int]
) -> str:
    """The text of a position, the way back from :func:`parse_position`."""
    tops = [
        card_text(suit * 13 + count - 1) if count else "-" for suit, count in enumerate(foundations)
    ]
    lines = ["up: " + " ".join(tops)]
    for column, hidden in zip(columns, face_down, strict=True):
        names = [card_text(card) for card in column]
        if hidden:
            names[0] = "[" + names[0]
            names[hidden - 1] += "]"
        lines.append(" ".join(names) or "-")
    return "\n".join(lines)


def parse_move(text: str) -> tuple[int, int]:
    """(card, destination) of ``TD>3`` or ``AS^``."""
    if text.endswith("^"):
        return parse_card(text[:-1]), FOUNDATION
    card, _, column = text.partition(">")
    if column not in {"1", "2", "3", "4", "5", "6", "7"}:
        raise ValueError(f"{text!r} is no move: write TD>3 or AS^")
    return parse_card(card), int(column) - 1


def move_text(card: int, destination: int) -> str:
    """The text of a move, the way back from :func:`parse_move`."""
    return card_text(card) + ("^" if destination == FOUNDATION else f">{destination + 1}")


def _parse_up(text: str) -> list[int]:
    names = text.split()
    if len(names) != 4:
        raise ValueError("up: needs four cards or -, spades, hearts, diamonds, clubs")
    counts = []
    for suit, name in enumerate(names):
        if name == "-":
            counts.append(0)
            continue
        card = parse_card(name)
        if suit_of(card) != suit:
            raise ValueError(f"up: {name} is in the place of another suit")
        counts.append(rank_of(card))
    return counts


def _split_brackets(text: str) -> tuple[str, str]:
    if not text.startswith("["):
        if "[" in text or "]" in text:
            raise ValueError(f"{text!r}: face-down cards come first, in one pair of brackets")
        return "", text
    hidden, closing, rest = text[1:].partition("]")
    if not closing or "[" in rest or "]" in rest:
        raise ValueError(f"{text!r}: face-down cards come first, in one pair of brackets")
    return hidden, rest


def _parse_cards(text: str) -> list[int | None]:
    cards: list[int | None] = []
    for token in text.split():
        if token == "*":
            cards.append(None)
        elif ".." in token:
            first, last = (parse_card(end) for end in token.split(".."))
            if suit_of(first) != suit_of(last):
                raise ValueError(f"{token!r} is no run of one suit")
            step = 1 if first <= last else -1
            cards.extend(range(first, last + step, step))
        elif token != "-":
            cards.append(parse_card(token))
    return cards


# Which rule refuses a move


class MoveCase(NamedTuple):
    """A move in a position and the rule that refuses it (NONE: it is legal)."""

    name: str
    variant: str
    position: str
    move: str
    refusal: Refusal
    max_group: int | None = 20


NONE = Refusal.NONE
RANK = Refusal.WRONG_RANK
COLOUR = Refusal.WRONG_COLOUR
SUIT = Refusal.WRONG_SUIT
ONLY_KING = Refusal.ONLY_KING_ON_EMPTY
ONLY_LAST = Refusal.ONLY_LAST_CARD
NOT_NEXT = Refusal.NOT_NEXT_ON_FOUNDATION
TOO_LARGE = Refusal.GROUP_TOO_LARGE


def _each(
    name: str,
    position: str,
    move: str,
    classic: Refusal,
    relaxed: Refusal,
    russian: Refusal,
    max_group: int | None = 20,
) -> list[MoveCase]:
    """A case with the answer of each variant, in the order of ``VARIANTS``."""
    return [
        MoveCase(name, variant, position, move, refusal, max_group)
        for variant, refusal in zip(VARIANTS, (classic, relaxed, russian), strict=True)
    ]


def _same(
    name: str, position: str, move: str, refusal: Refusal, max_group: int | None = 20
) -> list[MoveCase]:
    """A case that every variant answers alike."""
    return _each(name, position, move, refusal, refusal, refusal, max_group)


KINGS = "KS / KH / KD / KC"
"""Four kings, all else up, three columns empty."""

PAIRS = "KS QS / KH QH / KD QD / KC QC"
"""Each queen on its own king, all else up."""

CROSSED = "KS QH / KH QC / KD QS / KC QD"
"""Each queen on a king of the other colour, all else up."""

HIDDEN_QUEEN = "[QH] JS / KS QS / KH / KD / KC"
"""A hidden queen: next on its foundation, and a fit for a king in every variant."""

LOW = """
    up: AS - 2D -
    [*] 2H / 3S / AH / 3D / AC / 2S / 2C
"""
"""Low cards at the ends; next up are 2S, AH, 3D and AC."""

GROUP_20 = "QH JS..AS JC..4C / KS / [*] KD / KH / KC / QC / -"
"""QH with 19 cards on it, and all kings to put it on."""
GROUP_21 = "QH JS..AS JC..3C / KS / [*] KD / KH / KC / QC / -"
KING_GROUP_20 = "[2D] KH JS..AS JC..4C / KS / [*] KD / KC / QC / - / -"
"""KH with 19 cards on it, and empty columns."""
KING_GROUP_21 = "[2D] KH JS..AS JC..3C / KS / [*] KD / KC / QC / - / -"

STUCK = "[*] KS / KH / KD / KC / 2S / 2H / 2D"
"""No legal move in any variant: four kings, three twos, all else hidden."""

WON = "-"

MOVE_CASES: list[MoveCase] = [
    # No such card in play.
    *_same("below a foundation's top, to a column", KINGS, "JH>1", Refusal.NO_SUCH_CARD),
    *_same("below a foundation's top, up", KINGS, "JH^", Refusal.NO_SUCH_CARD),
    *_same("deep in a foundation, to an empty column", KINGS, "AD>5", Refusal.NO_SUCH_CARD),
    # A foundation's top card does not go up again.
    *_same("a foundation's top, up", KINGS, "QH^", NOT_NEXT),
    # Face down comes before every rule of the destination.
    *_same("face down, onto a king", HIDDEN_QUEEN, "QH>5", Refusal.FACE_DOWN),
    *_same("face down, onto the king of its suit", HIDDEN_QUEEN, "QH>3", Refusal.FACE_DOWN),
    *_same("face down, up", HIDDEN_QUEEN, "QH^", Refusal.FACE_DOWN),
    *_same("face down, its own column", HIDDEN_QUEEN, "QH>1", Refusal.FACE_DOWN),
    *_same("face down, to an empty column", HIDDEN_QUEEN, "QH>7", Refusal.FACE_DOWN),
    *_same("hidden king, to an empty column", "[KH QH] KS", "KH>2", Refusal.FACE_DOWN),
    # Same column.
    *_same("queen onto the king it lies on", "KS QH / KH", "QH>1", Refusal.SAME_COLUMN),
    *_same("king to its own place", KINGS, "KH>2", Refusal.SAME_COLUMN),
    *_same("too large a group, its own column", GROUP_21, "QH>1", Refusal.SAME_COLUMN),
    # Only a last card goes up.
    *_same("next card, but covered", "QS KS", "QS^", ONLY_LAST),
    *_same("covered and not next", "KS QS", "KS^", ONLY_LAST),
    *_same("ace with its whole suit on it", "AS..KS", "AS^", ONLY_LAST),
    # Not the next card of its foundation.
    *_same("king before its queen", "KS QS / KH / QH", "KH^", NOT_NEXT),
    *_same("two before its ace", LOW, "2H^", NOT_NEXT),
    *_same("three before its two", LOW, "3S^", NOT_NEXT),
    # Up to the foundation.
    *_same("ace up, hearts", LOW, "AH^", NONE),
    *_same("ace up, clubs", LOW, "AC^", NONE),
    *_same("two up", LOW, "2S^", NONE),
    *_same("three up", LOW, "3D^", NONE),
    *_same("queen up from another suit's king", CROSSED, "QH^", NONE),
    *_same("king up", KINGS, "KC^", NONE),
    # Only a king on an empty column.
    *_same("queen to an empty column", CROSSED, "QS>5", ONLY_KING),
    *_same("ace to an empty column", "KH..AH", "AH>2", ONLY_KING),
    *_same("queen with a king on it, to an empty column", "QS KH / KS", "QS>3", ONLY_KING),
    *_same("only to turn a hidden card", "[KS] QS / KH", "QS>3", ONLY_KING),
    *_same("queen from a foundation to an empty column", KINGS, "QD>5", ONLY_KING),
    *_same("too large a group, no king", GROUP_21, "QH>7", ONLY_KING),
    # Kings on empty columns.
    *_same("king with cards on it", "[QC] KC KS QH / KH QS", "KS>4", NONE),
    *_same("king over hidden cards", "[QC] KC / KH", "KC>7", NONE),
    *_same("base king to another empty column", KINGS, "KS>5", NONE),
    *_same("king from a foundation", "KS / KH / KD", "KC>4", NONE),
    # Exactly one rank higher.
    *_same("two ranks lower", "KS / KH QH JH", "JH>1", RANK),
    *_same("same rank", KINGS, "KH>1", RANK),
    *_same("one rank higher", "KS QS / KH", "KH>1", RANK),
    *_same("king onto an ace", "KS..AS / KH", "KH>1", RANK),
    *_same("ace onto a king", "KS / KH..AH", "AH>1", RANK),
    *_same("two onto an ace", LOW, "2C>3", RANK),
    *_same("from a foundation, wrong rank", "KS / KH QH / KD", "JH>1", RANK),
    *_same("king from a foundation onto a king", "KS / KH / KD", "KC>2", RANK),
    *_same("too large a group, wrong rank", GROUP_21, "QH>6", RANK),
    # The build rule of each variant.
    *_each("red on black", "KS / KH QH / KD / KC", "QH>1", NONE, NONE, SUIT),
    *_each("black on red", "KS / KH / KD / KC QC", "QC>3", NONE, NONE, SUIT),
    *_each("red on red", "KS / KH QH / KD / KC", "QH>3", COLOUR, NONE, SUIT),
    *_each("black on black", "KS / KH / KD / KC QC", "QC>1", COLOUR, NONE, SUIT),
    *_each("same suit, red", "KS / KH / KD QH / KC", "QH>2", COLOUR, NONE, NONE),
    *_each("same suit, black", "KS / KH QS / KD / KC", "QS>1", COLOUR, NONE, NONE),
    # An ace under another card is no exception.
    *_each("ace onto a two, other colour", LOW, "AH>6", NONE, NONE, SUIT),
    *_each("ace onto a two, same colour", LOW, "AC>6", COLOUR, NONE, SUIT),
    *_each("ace onto a two, same suit", LOW, "AH>1", COLOUR, NONE, NONE),
    *_each("two onto a three, other colour", LOW, "2S>4", NONE, NONE, SUIT),
    *_each("two onto a three, same suit", LOW, "2S>2", COLOUR, NONE, NONE),
    # Groups in any order: only the card at their base counts.
    *_each("group in no order", "KS / KH QH JS KC QS / KD", "QH>1", NONE, NONE, SUIT),
    *_each("group, wrong base", "KS / KC QH QS JS / KD / KH", "QH>3", COLOUR, NONE, SUIT),
    *_each("group, only its last card fits", "KS / KH JD QD / KD", "JD>1", RANK, RANK, RANK),
    *_each("group with a king on it", "KS / KC QH KH / KD", "QH>1", NONE, NONE, SUIT),
    *_each("group over hidden cards", "[KC] QH JH / KS / KH", "QH>2", NONE, NONE, SUIT),
    *_each("group, same suit", "[KC] QH JH / KS / KH", "QH>3", COLOUR, NONE, NONE),
    # Back from a foundation.
    *_each("from a foundation, other colour", KINGS, "QH>1", NONE, NONE, SUIT),
    *_each("from a foundation, same colour", KINGS, "QH>3", COLOUR, NONE, SUIT),
    *_each("from a foundation, same suit", KINGS, "QH>2", COLOUR, NONE, NONE),
    *_each("ace from a foundation", LOW, "AS>1", NONE, NONE, SUIT),
    *_each("two from a foundation", LOW, "2D>4", COLOUR, NONE, NONE),
    # The group limit comes last.
    *_each("group of 20", GROUP_20, "QH>2", NONE, NONE, SUIT),
    *_each("group of 20, same suit", GROUP_20, "QH>4", COLOUR, NONE, NONE),
    *_each("group of 21", GROUP_21, "QH>2", TOO_LARGE, TOO_LARGE, SUIT),
    *_each("group of 21, same suit", GROUP_21, "QH>4", COLOUR, TOO_LARGE, TOO_LARGE),
    *_each("group of 21, no limit", GROUP_21, "QH>2", NONE, NONE, SUIT, None),
    *_each("group of 21, same suit, no limit", GROUP_21, "QH>4", COLOUR, NONE, NONE, None),
    *_each("group of 21, limit 21", GROUP_21, "QH>2", NONE, NONE, SUIT, 21),
    *_same("king's group of 20", KING_GROUP_20, "KH>6", NONE),
    *_same("king's group of 21", KING_GROUP_21, "KH>6", TOO_LARGE),
    *_same("king's group of 21, no limit", KING_GROUP_21, "KH>6", NONE, None),
    *_same("limit 1, one card", KINGS, "KS>5", NONE, 1),
    *_same("limit 1, two cards", "KS QS", "KS>2", TOO_LARGE, 1),
    *_same("limit 1, up", PAIRS, "QS^", NONE, 1),
    *_same("limit 1, from a foundation", "KS / KH / KD", "KC>4", NONE, 1),
    # Game over comes first.
    *_same("won, a king back", WON, "KS>1", Refusal.GAME_OVER),
    *_same("won, up again", WON, "KS^", Refusal.GAME_OVER),
    *_same("won, a card below the top", WON, "5H>1", Refusal.GAME_OVER),
]


# All the legal moves of a position


class LegalCase(NamedTuple):
    """A position with exactly these legal moves, separated by blanks."""

    name: str
    variant: str
    position: str
    moves: str
    max_group: int | None = 20


_KINGS_MOVE = (
    "KS^ KH^ KD^ KC^ KS>5 KS>6 KS>7 KH>5 KH>6 KH>7 KD>5 KD>6 KD>7 KC>5 KC>6 KC>7 "  # of KINGS
)
_NOTHING_UP = "KS QH / KH QC / KD QS / KC QD / [*] 2S / AH / 9C"

LEGAL_CASES: list[LegalCase] = [
    LegalCase("kings", "classic", KINGS, _KINGS_MOVE + "QS>2 QS>3 QH>1 QH>4 QD>1 QD>4 QC>2 QC>3"),
    LegalCase(
        "kings",
        "relaxed",
        KINGS,
        _KINGS_MOVE + "QS>1 QS>2 QS>3 QS>4 QH>1 QH>2 QH>3 QH>4 "
        "QD>1 QD>2 QD>3 QD>4 QC>1 QC>2 QC>3 QC>4",
    ),
    LegalCase("kings", "russian", KINGS, _KINGS_MOVE + "QS>1 QH>2 QD>3 QC>4"),
    LegalCase(
        "one king left",
        "classic",
        "KS",
        "KS^ KS>2 KS>3 KS>4 KS>5 KS>6 KS>7 KH>2 KH>3 KH>4 KH>5 KH>6 KH>7 "
        "KD>2 KD>3 KD>4 KD>5 KD>6 KD>7 KC>2 KC>3 KC>4 KC>5 KC>6 KC>7",
    ),
    LegalCase(
        "low cards",
        "classic",
        LOW,
        "2S^ AH^ 3D^ AC^ AC>1 AS>1 2H>2 2D>2 2S>4 2C>4 AH>6 AH>7",
    ),
    LegalCase(
        "low cards",
        "relaxed",
        LOW,
        "2S^ AH^ 3D^ AC^ AH>1 AC>1 AS>1 2H>2 2S>2 2C>2 2D>2 2H>4 2S>4 2C>4 2D>4 "
        "AH>6 AC>6 AS>6 AH>7 AC>7 AS>7",
    ),
    LegalCase("low cards", "russian", LOW, "2S^ AH^ 3D^ AC^ AH>1 2S>2 2D>4 AS>6 AC>7"),
    LegalCase("nothing up", "classic", _NOTHING_UP, "AH^ AH>5"),
    LegalCase("nothing up", "relaxed", _NOTHING_UP, "AH^ AH>5"),
    LegalCase("nothing up", "russian", _NOTHING_UP, "AH^"),
    LegalCase("group of 20", "russian", GROUP_20, "QH>4 QC>5 JC>6 KS>7 KH>7 KD>7 KC>7"),
    LegalCase("group of 21", "russian", GROUP_21, "QC>5 JC>6 KS>7 KH>7 KD>7 KC>7"),
    LegalCase(
        "group of 21, no limit", "russian", GROUP_21, "QH>4 QC>5 JC>6 KS>7 KH>7 KD>7 KC>7", None
    ),
    *[LegalCase("stuck", variant, STUCK, "") for variant in VARIANTS],
    *[LegalCase("won", variant, WON, "") for variant in VARIANTS],
]


# Where taps send a card


class TapCase(NamedTuple):
    """A ``tap`` or ``double_tap``: sends the card to ``^`` or a column, or is refused."""

    name: str
    variant: str
    scoring: str
    gesture: str
    position: str
    card: str
    answer: str | Refusal
    max_group: int | None = 20


def _taps(
    name: str,
    scoring: str,
    gesture: str,
    position: str,
    card: str,
    classic: str | Refusal,
    relaxed: str | Refusal,
    russian: str | Refusal,
    max_group: int | None = 20,
) -> list[TapCase]:
    return [
        TapCase(name, variant, scoring, gesture, position, card, answer, max_group)
        for variant, answer in zip(VARIANTS, (classic, relaxed, russian), strict=True)
    ]


def _all_taps(name: str, position: str, card: str, answer: str | Refusal) -> list[TapCase]:
    """Both gestures of both systems, answered alike in every variant."""
    return [
        case
        for scoring in ("app", "skill")
        for gesture in ("tap", "double_tap")
        for case in _taps(name, scoring, gesture, position, card, answer, answer, answer)
    ]


_COVERED_FITS = "[KD] QS JS / KH / KS"
"""QS, with JS on it, fits on KH or on KS."""
_UNSAFE_FITS = "KS QS / KH QH JH / KD / KC"
"""QS is next, but JH still lies in a column."""
_UNSAFE_CLUBS = "KS QS / KH / KD / KC QC JC"
"""QS is next, both red jacks are up, JC is not."""
_UNSAFE_ALONE = "KS QS / KH QH JH / KC / KD QD"
"""QS is next but unsafe, and no red king is free."""
_THREE = "up: 2S AH 2D 2C\n [*] 4S / 3D / 2H / 9S / 8S / 7S / 6S"
"""3D is next, both black twos are up, 2H is not."""

TAP_CASES: list[TapCase] = [
    # Only open cards in columns can be tapped.
    *_all_taps("won", WON, "KS", Refusal.GAME_OVER),
    *_all_taps("a foundation's top", KINGS, "QH", Refusal.NO_SUCH_CARD),
    *_all_taps("below a foundation's top", KINGS, "JH", Refusal.NO_SUCH_CARD),
    *_all_taps("face down", HIDDEN_QUEEN, "QH", Refusal.FACE_DOWN),
    *_all_taps("ace", LOW, "AH", "^"),
    *_all_taps("two", LOW, "2S", "^"),
    *_all_taps("queen, all jacks up", PAIRS, "QS", "^"),
    # The app's tap: to the foundation or nowhere.
    *_taps("unsafe is no matter", "app", "tap", _UNSAFE_FITS, "QS", "^", "^", "^"),
    *_taps("columns are not tried", "app", "tap", LOW, "2C", NOT_NEXT, NOT_NEXT, NOT_NEXT),
    *_taps("covered", "app", "tap", _COVERED_FITS, "QS", ONLY_LAST, ONLY_LAST, ONLY_LAST),
    *_taps("covered king", "app", "tap", "KS QS", "KS", ONLY_LAST, ONLY_LAST, ONLY_LAST),
    # The app's double tap: the foundation, the longest column, an empty one for a king.
    *_taps("up before any column", "app", "double_tap", _UNSAFE_FITS, "QS", "^", "^", "^"),
    *_taps("covered, to a column", "app", "double_tap", _COVERED_FITS, "QS", "2", "2", "3"),
    *_taps("longest", "app", "double_tap", "KS / [KD] KC / JH KH QH", "QH", "2", "2", SUIT),
    *_taps("tie", "app", "double_tap", "KC / KS / JH KH QH / KD", "QH", "1", "1", SUIT),
    *_taps(
        "tie, not the first", "app", "double_tap", "KD / KS / KC / JH KH QH", "QH", "2", "1", SUIT
    ),
    *_taps("king", "app", "double_tap", "QH KS QD / - / KH / KD / -", "KS", "2", "2", "2"),
    *_taps("base king", "app", "double_tap", "KS QS / KH", "KS", "3", "3", "3"),
    *_taps("lone base king", "app", "double_tap", "- / KS QS", "KS", "1", "1", "1"),
    *_taps("no free king", "app", "double_tap", "KD / JH KH QH / KC QC", "QH", COLOUR, "1", SUIT),
    *_taps("no rank", "app", "double_tap", "JS KS QS / QH KH JH", "QS", RANK, RANK, RANK),
    *_taps("all empty", "app", "double_tap", "JS KS QS", "QS", ONLY_KING, ONLY_KING, ONLY_KING),
    *_taps("large", "app", "double_tap", GROUP_21, "QH", TOO_LARGE, TOO_LARGE, TOO_LARGE),
    *_taps("large, no limit", "app", "double_tap", GROUP_21, "QH", "2", "3", "4", None),
    *_taps("large king", "app", "double_tap", KING_GROUP_21, "KH", TOO_LARGE, TOO_LARGE, TOO_LARGE),
    # The tap of skill.games: up if safe, else the longest column, then an empty one for a king.
    *_taps("unsafe, to a column", "skill", "tap", _UNSAFE_FITS, "QS", "3", "3", "^"),
    *_taps("safe in classic only", "skill", "tap", _UNSAFE_CLUBS, "QS", "^", "2", "^"),
    *_taps("unsafe, no column", "skill", "tap", _UNSAFE_ALONE, "QS", COLOUR, "3", "^"),
    *_taps("three, black twos up", "skill", "tap", _THREE, "3D", "^", "1", "^"),
    *_taps("three, black twos not up", "skill", "tap", LOW, "3D", RANK, RANK, "^"),
    *_taps("not next", "skill", "tap", LOW, "2C", "4", "2", SUIT),
    *_taps("covered, to a column", "skill", "tap", _COVERED_FITS, "QS", "2", "2", "3"),
    *_taps("longest", "skill", "tap", "KS / [KD] KC / JH KH QH", "QH", "2", "2", SUIT),
    *_taps("king", "skill", "tap", "QH KS QD / - / KH / KD / -", "KS", "2", "2", "2"),
    *_taps("king over a hidden card", "skill", "tap", "[QH] KS / KH", "KS", "3", "3", "^"),
    *_taps("base king stays", "skill", "tap", "KS QS / KH", "KS", RANK, RANK, RANK),
    *_taps("unsafe base king stays", "skill", "tap", "KS / KH QH", "KS", RANK, RANK, "^"),
    *_taps("lone base king stays", "skill", "tap", "- / KS QS", "KS", *[ONLY_LAST] * 3),
    *_taps("large, limit", "skill", "tap", GROUP_21, "QH", TOO_LARGE, TOO_LARGE, TOO_LARGE),
    *_taps("large, no limit", "skill", "tap", GROUP_21, "QH", "2", "3", "4", None),
    # The double tap of skill.games: straight to the foundation.
    *_taps("unsafe is no matter", "skill", "double_tap", _UNSAFE_FITS, "QS", "^", "^", "^"),
    *_taps("no columns", "skill", "double_tap", LOW, "2C", NOT_NEXT, NOT_NEXT, NOT_NEXT),
    *_taps("covered", "skill", "double_tap", _COVERED_FITS, "QS", ONLY_LAST, ONLY_LAST, ONLY_LAST),
]


# Whole lines of play


class Step(NamedTuple):
    """A step of a script: ``play``, ``undo`` or ``tick``, and the rule that refuses it."""

    kind: str
    card: int = -1
    destination: int = -1
    milliseconds: int = 0
    refusal: Refusal = Refusal.NONE


def parse_script(text: str) -> Iterator[Step]:
    """The steps of a script: moves, ``undo``, ``+1500`` (ms); ``KS^=GAME_OVER`` is refused."""
    for token in text.split():
        what, _, name = token.partition("=")
        refusal = Refusal[name] if name else Refusal.NONE
        if what == "undo":
            yield Step("undo", refusal=refusal)
        elif what.startswith("+"):
            yield Step("tick", milliseconds=int(what))
        else:
            card, destination = parse_move(what)
            yield Step("play", card, destination, refusal=refusal)


class LineCase(NamedTuple):
    """A script from a position, and what stands at its end.

    ``rules`` are the keyword arguments of ``Rules`` that differ from its defaults (classic, app,
    groups of 20, no automatism, no undo, 2 s a move).
    """

    name: str
    rules: Mapping[str, Any]
    position: str
    script: str
    score: int
    moves: int
    milliseconds: int
    outcome: Outcome
    after: str


_APP = {"undo": -1}
_SKILL = {"scoring": "skill", "undo": -1}
_STILL = {**_SKILL, "seconds_per_move": 0.0}
_APP_AUTO = {**_APP, "autofinish": True}
_SKILL_AUTO = {**_SKILL, "autofinish": True}
_PLAYING, _WON, _STUCK = Outcome.PLAYING, Outcome.WON, Outcome.STUCK

_FLIP = "[KH QC] QD / KS / KD / KC"
_CASCADE = "[KS] QS / QC KC"
"""QS up turns KS, which can follow; QC stays under KC."""
_CASCADE_2 = "- / [KS] QS / [KH] QC KC"
_CASCADE_3 = "[KS] QH JH / KC / KH"
_LAST_MOVE = "KH / KD / QH / 2S / 2H / 2D / [* 9C] JS"
"""JS onto QH is the only legal move in classic, and the last."""
_FOUR_UP = "QS^ QH^ QD^ QC^"

LINE_CASES: list[LineCase] = [
    # Nothing happens.
    LineCase("start", {}, PAIRS, "", 0, 0, 0, _PLAYING, PAIRS),
    LineCase("start won", {}, WON, "", 0, 0, 0, _WON, WON),
    LineCase("start stuck", {}, STUCK, "", 0, 0, 0, _STUCK, STUCK),
    LineCase(
        "refused moves change nothing",
        _SKILL,
        PAIRS,
        "KS^=ONLY_LAST_CARD QS>5=ONLY_KING_ON_EMPTY QS>1=SAME_COLUMN undo=NOTHING_TO_UNDO",
        *(0, 0, 0, _PLAYING, PAIRS),
    ),
    # A card going up, a flip, moves between columns.
    LineCase("up, app", {}, PAIRS, "QS^", 10, 1, 2000, _PLAYING, "KS / KH QH / KD QD / KC QC"),
    LineCase(
        "up, skill", _SKILL, PAIRS, "QS^", 10, 1, 2000, _PLAYING, "KS / KH QH / KD QD / KC QC"
    ),
    LineCase("flip, app", _APP, _FLIP, "QD>2", 5, 1, 2000, _PLAYING, "[KH] QC / KS QD / KD / KC"),
    LineCase(
        "flip, skill", _SKILL, _FLIP, "QD>2", 0, 1, 2000, _PLAYING, "[KH] QC / KS QD / KD / KC"
    ),
    LineCase(
        "two flips, app", _APP, _FLIP, "QD>2 QC^", 20, 2, 4000, _PLAYING, "KH / KS QD / KD / KC"
    ),
    LineCase("flip taken back, app", _APP, _FLIP, "QD>2 undo", 0, 1, 4000, _PLAYING, _FLIP),
    LineCase("flip taken back, skill", _SKILL, _FLIP, "QD>2 undo", 0, 2, 4000, _PLAYING, _FLIP),
    LineCase(
        "flip by an upward move, app", {}, _CASCADE, "QS^", 15, 1, 2000, _PLAYING, "KS / QC KC"
    ),
    LineCase("no flip of an open card", {}, "KS QS", "QS^", 10, 1, 2000, _PLAYING, "KS"),
    LineCase(
        "king to an empty column",
        {},
        KINGS,
        "KS>7",
        0,
        1,
        2000,
        _PLAYING,
        "- / KH / KD / KC / - / - / KS",
    ),
    LineCase(
        "group keeps its order",
        {},
        "KS / KH QH JS KC QS / KD",
        "QH>1",
        0,
        1,
        2000,
        _PLAYING,
        "KS QH JS KC QS / KH / KD",
    ),
    LineCase(
        "king's group turns a card",
        {},
        "[QC] KC KS QH / KH QS",
        "KS>4 KC>3",
        5,
        2,
        4000,
        _PLAYING,
        "QC / KH QS / KC / KS QH",
    ),
    # Back from a foundation: no points lost, and earned again.
    LineCase("back, app", _APP, "KS / KH QH", "QH^ QH>1", 10, 2, 4000, _PLAYING, "KS QH / KH"),
    LineCase("back, skill", _SKILL, "KS / KH QH", "QH^ QH>1", 10, 2, 4000, _PLAYING, "KS QH / KH"),
    LineCase("up again", _APP, "KS / KH QH", "QH^ QH>1 QH^", 20, 3, 6000, _PLAYING, "KS / KH"),
    LineCase(
        "up again, twice back, app",
        _APP,
        "KS / KH QH",
        "QH^ QH>1 QH^ undo undo",
        *(10, 3, 10_000, _PLAYING, "KS / KH"),
    ),
    LineCase(
        "up again, twice back, skill",
        _SKILL,
        "KS / KH QH",
        "QH^ QH>1 QH^ undo undo",
        *(10, 5, 10_000, _PLAYING, "KS / KH"),
    ),
    LineCase("king back and up", {}, "KS / KH", "KC>3 KC^", 10, 2, 4000, _PLAYING, "KS / KH"),
    # The automatism.
    LineCase(
        "cascade, partial, app", _APP_AUTO, _CASCADE, "QS^", 25, 1, 2000, _PLAYING, "- / QC KC"
    ),
    LineCase(
        "cascade, partial, skill", _SKILL_AUTO, _CASCADE, "QS^", 20, 1, 2000, _PLAYING, "- / QC KC"
    ),
    LineCase("cascade, win, app", _APP_AUTO, _CASCADE, "QS^ KC>1", 45, 2, 4000, _WON, WON),
    LineCase("cascade, win, skill", _SKILL_AUTO, _CASCADE, "QS^ KC>1", 150_040, 2, 4000, _WON, WON),
    LineCase(
        "cascade taken back, app", _APP_AUTO, _CASCADE, "QS^ undo", 0, 1, 4000, _PLAYING, _CASCADE
    ),
    LineCase(
        "cascade taken back, skill",
        _SKILL_AUTO,
        _CASCADE,
        "QS^ undo",
        0,
        2,
        4000,
        _PLAYING,
        _CASCADE,
    ),
    LineCase(
        "no cascade while a card is hidden",
        _APP_AUTO,
        _CASCADE_2,
        "QS^ KC>1",
        *(15, 2, 4000, _PLAYING, "KC / KS / [KH] QC"),
    ),
    LineCase(
        "cascade at the last flip", _APP_AUTO, _CASCADE_2, "QS^ KC>1 QC^", 60, 3, 6000, _WON, WON
    ),
    LineCase("cascade by a group, app", _APP_AUTO, _CASCADE_3, "QH>2", 55, 1, 2000, _WON, WON),
    LineCase(
        "cascade by a group, skill", _SKILL_AUTO, _CASCADE_3, "QH>2", 300_050, 1, 2000, _WON, WON
    ),
    LineCase("no automatism", _APP, _CASCADE_3, "QH>2", 5, 1, 2000, _PLAYING, "KS / KC QH JH / KH"),
    LineCase("not before a move", _APP_AUTO, KINGS, "", 0, 0, 0, _PLAYING, KINGS),
    LineCase("after any move", _APP_AUTO, KINGS, "KS>7", 40, 1, 2000, _WON, WON),
    LineCase(
        "a card back goes up again",
        _APP_AUTO,
        "JC KC QC",
        "KD>2",
        10,
        1,
        2000,
        _PLAYING,
        "JC KC QC",
    ),
    # Winning.
    LineCase("win, app", _APP, "KS", "KS^", 10, 1, 2000, _WON, WON),
    LineCase("win, skill", _SKILL, "KS", "KS^", 300_010, 1, 2000, _WON, WON),
    LineCase("win at once", _STILL, "KS", "KS^", 600_010, 1, 0, _WON, WON),
    LineCase("win in 0.999 s", _STILL, "KS", "+999 KS^", 600_010, 1, 999, _WON, WON),
    LineCase("win in 1.001 s", _STILL, "KS", "+1001 KS^", 599_410, 1, 1001, _WON, WON),
    LineCase("win in 1.5 s", _STILL, "KS", "+1500 KS^", 400_010, 1, 1500, _WON, WON),
    LineCase("win in 7 s", _STILL, "KS", "+7000 KS^", 85_724, 1, 7000, _WON, WON),
    LineCase("win very late", _STILL, "KS", "+600000000 KS^", 11, 1, 600_000_000, _WON, WON),
    LineCase("win too late", _STILL, "KS", "+600000001 KS^", 10, 1, 600_000_001, _WON, WON),
    LineCase(
        "win, penalty first",
        {**_SKILL, "seconds_per_move": 30.0},
        "KS QS",
        "QS^ KS^",
        *(10_010, 2, 60_000, _WON, WON),
    ),
    LineCase(
        "after the win",
        _SKILL,
        "KS",
        "KS^ +30000 undo=GAME_OVER KS>1=GAME_OVER KS^=GAME_OVER",
        *(300_010, 1, 2000, _WON, WON),
    ),
    # Time.
    LineCase(
        "app: shown, not scored",
        _APP,
        PAIRS,
        "QS^ +60000",
        10,
        1,
        62_000,
        _PLAYING,
        "KS / KH QH / KD QD / KC QC",
    ),
    LineCase("29.999 s", _STILL, PAIRS, f"{_FOUR_UP} +29999", 40, 4, 29_999, _PLAYING, KINGS),
    LineCase("30 s", _STILL, PAIRS, f"{_FOUR_UP} +29999 +1", 10, 4, 30_000, _PLAYING, KINGS),
    LineCase("59.999 s", _STILL, PAIRS, f"{_FOUR_UP} +59999", 10, 4, 59_999, _PLAYING, KINGS),
    LineCase("60 s at once", _STILL, PAIRS, f"{_FOUR_UP} +60000", 0, 4, 60_000, _PLAYING, KINGS),
    LineCase("no debts", _STILL, PAIRS, f"+90000 {_FOUR_UP}", 40, 4, 90_000, _PLAYING, KINGS),
    LineCase(
        "floor between", _STILL, PAIRS, "QS^ +30000 QH^ QD^ QC^", 30, 4, 30_000, _PLAYING, KINGS
    ),
    LineCase(
        "penalty before the move's points",
        {**_SKILL, "seconds_per_move": 10.0},
        PAIRS,
        "QS^ QH^ QD^",
        *(10, 3, 30_000, _PLAYING, "KS / KH / KD / KC QC"),
    ),
    LineCase(
        "a penalty with each move",
        {**_SKILL, "seconds_per_move": 30.0},
        PAIRS,
        _FOUR_UP,
        *(10, 4, 120_000, _PLAYING, KINGS),
    ),
    LineCase(
        "less than a millisecond",
        {"seconds_per_move": 0.0006},
        PAIRS,
        "QS^ QH^",
        *(20, 2, 2, _PLAYING, "KS / KH / KD QD / KC QC"),
    ),
    # Undo.
    LineCase(
        "no undo",
        {},
        PAIRS,
        "QS^ undo=NOTHING_TO_UNDO",
        10,
        1,
        2000,
        _PLAYING,
        "KS / KH QH / KD QD / KC QC",
    ),
    LineCase("undo, app", _APP, PAIRS, "QS^ undo", 0, 1, 4000, _PLAYING, PAIRS),
    LineCase("undo, skill", _SKILL, PAIRS, "QS^ undo", 0, 2, 4000, _PLAYING, PAIRS),
    LineCase(
        "back to the start, app",
        _APP,
        PAIRS,
        "QS^ QH^ QD^ undo undo undo undo=NOTHING_TO_UNDO",
        *(0, 3, 12_000, _PLAYING, PAIRS),
    ),
    LineCase(
        "back to the start, skill",
        _SKILL,
        PAIRS,
        "QS^ QH^ QD^ undo undo undo undo=NOTHING_TO_UNDO",
        *(0, 6, 12_000, _PLAYING, PAIRS),
    ),
    LineCase(
        "undo of one move",
        {"undo": 1},
        PAIRS,
        "QS^ QH^ undo undo=NOTHING_TO_UNDO",
        *(10, 2, 6000, _PLAYING, "KS / KH QH / KD QD / KC QC"),
    ),
    LineCase(
        "undo of two moves",
        {"undo": 2},
        PAIRS,
        "QS^ QH^ QD^ undo undo undo=NOTHING_TO_UNDO",
        *(10, 3, 10_000, _PLAYING, "KS / KH QH / KD QD / KC QC"),
    ),
    LineCase(
        "undo, play, undo",
        {"undo": 1},
        PAIRS,
        "QS^ undo QH^ undo undo=NOTHING_TO_UNDO QD^",
        *(10, 3, 10_000, _PLAYING, "KS QS / KH QH / KD / KC QC"),
    ),
    LineCase(
        "undo gives back points, not time, skill",
        _STILL,
        PAIRS,
        f"{_FOUR_UP} +30000 KS^ undo undo undo",
        *(0, 8, 30_000, _PLAYING, "KS / KH / KD QD / KC QC"),
    ),
    LineCase(
        "undo gives back points, app",
        {**_APP, "seconds_per_move": 0.0},
        PAIRS,
        f"{_FOUR_UP} +30000 KS^ undo undo undo",
        *(20, 5, 30_000, _PLAYING, "KS / KH / KD QD / KC QC"),
    ),
    LineCase("undo at the floor", _STILL, PAIRS, "QS^ +30000 undo", 0, 2, 30_000, _PLAYING, PAIRS),
    LineCase(
        "undo does not restore an earlier score, skill",
        _STILL,
        PAIRS,
        f"{_FOUR_UP} +30000 undo",
        *(0, 5, 30_000, _PLAYING, "KS / KH / KD / KC QC"),
    ),
    LineCase(
        "undo of a move without points, skill",
        _STILL,
        CROSSED,
        f"{_FOUR_UP} +30000 KS>5 undo",
        *(10, 6, 30_000, _PLAYING, KINGS),
    ),
    LineCase(
        "the undo's own time, skill",
        {**_SKILL, "seconds_per_move": 7.0},
        PAIRS,
        f"{_FOUR_UP} undo",
        *(0, 5, 35_000, _PLAYING, "KS / KH / KD / KC QC"),
    ),
    # Stuck.
    LineCase(
        "stuck",
        {},
        _LAST_MOVE,
        "JS>3",
        5,
        1,
        2000,
        _STUCK,
        "KH / KD / QH JS / 2S / 2H / 2D / [*] 9C",
    ),
    LineCase(
        "the clock goes on",
        {},
        _LAST_MOVE,
        "JS>3 +500",
        5,
        1,
        2500,
        _STUCK,
        "KH / KD / QH JS / 2S / 2H / 2D / [*] 9C",
    ),
    LineCase(
        "not stuck with undo",
        _APP,
        _LAST_MOVE,
        "JS>3",
        5,
        1,
        2000,
        _PLAYING,
        "KH / KD / QH JS / 2S / 2H / 2D / [*] 9C",
    ),
    LineCase(
        "undo used up, move again",
        {"undo": 1},
        _LAST_MOVE,
        "JS>3 undo",
        0,
        1,
        4000,
        _PLAYING,
        _LAST_MOVE,
    ),
    LineCase(
        "not stuck in relaxed",
        {"variant": "relaxed"},
        _LAST_MOVE,
        "JS>3",
        5,
        1,
        2000,
        _PLAYING,
        "KH / KD / QH JS / 2S / 2H / 2D / [*] 9C",
    ),
]
