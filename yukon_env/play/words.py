"""What the game says: cards in words, the rules, the keys."""

from yukon_env.core.cards import Suit, rank_of, suit_of
from yukon_env.core.rules import FOUNDATION
from yukon_env.play.levels import APP

_RANKS = (
    "ace two three four five six seven eight nine ten jack queen king".split()  # noqa: SIM905
)

_COMMON = (
    "All 52 cards lie in seven columns, 21 of them face down. Bring them up to the four "
    "foundations, each suit from the ace to the king.",
    "Take any open card, with all cards on it, in order or not, and put it on the last card of "
    "another column. That card must be exactly one rank higher: {build}.",
    "An empty column takes only a king. A face-down card that nothing covers turns over by "
    "itself. The top card of a foundation may come back to a column.",
)
_BUILD = {
    "classic": "red on black, black on red",
    "relaxed": "of any colour",
    "russian": "of the same suit",
}
_APP = (
    "Tap a column's last card: it goes up if it can. Tap twice: it finds a place in a column, "
    "with the cards on it. Or drag. At most 20 cards move at once.",
    "10 points for a card that goes up, 5 for a card turned over: 625 for a won game. The last "
    "100 moves can be undone.",
)
_SKILL = (
    "Tap a card: it goes to its best place, up only where that is safe. Tap twice: straight up. "
    "Or drag. Once no card is face down, the rest goes up by itself.",
    "10 points for a card that goes up; every 30 seconds cost 30; a win adds 600,000 divided by "
    "your seconds. Undo as far as the deal; each undo is a move. A deal given up is lost.",
)

KEYS = (
    ("Arrow keys", "move the blue frame"),
    ("Enter", "take the card, and again: put it there"),
    ("Space / F", "tap / double tap"),
    ("Escape", "put back; open the menu"),
    ("U / H", "undo / hint"),
    ("N / P", "new deal / pause"),
    ("A / M", "let an agent play / sound"),
    ("F1 or ?", "rules; F2: this page"),
    ("Tab", "next button in a window"),
)


def card_words(card: int) -> str:
    """``ten of diamonds``."""
    return f"{_RANKS[rank_of(card) - 1]} of {Suit(suit_of(card)).name.lower()}"


def move_words(card: int, destination: int) -> str:
    """``the ten of diamonds to column 3``, ``... up``."""
    where = "up to its foundation" if destination == FOUNDATION else f"to column {destination + 1}"
    return f"the {card_words(card)} {where}"


def rules_words(system: str, variant: str) -> tuple[str, ...]:
    """The rules in paragraphs."""
    common = (text.format(build=_BUILD[variant]) for text in _COMMON)
    return (*common, *(_APP if system == APP else _SKILL))


def clock_words(seconds: float) -> str:
    """``m:ss``."""
    minutes, rest = divmod(int(seconds), 60)
    return f"{minutes}:{rest:02d}"
