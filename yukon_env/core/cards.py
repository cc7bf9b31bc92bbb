"""Cards as numbers 0..51 and as text: ``card = suit * 13 + (rank - 1)``."""

from enum import IntEnum

NUM_CARDS = 52
NUM_RANKS = 13
RANKS = "A23456789TJQK"
SUITS = "SHDC"
SUIT_SYMBOLS = "♠♥♦♣"


class Suit(IntEnum):
    """The four suits in the fixed order of the foundations."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


def suit_of(card: int) -> int:
    """Suit 0..3 of a card (:class:`Suit`)."""
    return card // NUM_RANKS


def rank_of(card: int) -> int:
    """Rank 1..13 (ace..king) of a card."""
    return card % NUM_RANKS + 1


def is_red(card: int) -> bool:
    """Whether a card is a heart or a diamond."""
    return suit_of(card) in (Suit.HEARTS, Suit.DIAMONDS)


def card_text(card: int) -> str:
    """Two plain characters: ``TD`` is the ten of diamonds."""
    return RANKS[rank_of(card) - 1] + SUITS[suit_of(card)]


def card_label(card: int) -> str:
    """What people see: ``10♦``."""
    rank = RANKS[rank_of(card) - 1]
    return ("10" if rank == "T" else rank) + SUIT_SYMBOLS[suit_of(card)]


def parse_card(text: str) -> int:
    """The card that a text such as ``TD`` names, upper or lower case.

    Raises:
        ValueError: the text names no card.
    """
    upper = text.upper() if isinstance(text, str) and text.isascii() else ""
    if len(upper) != 2 or upper[0] not in RANKS or upper[1] not in SUITS:
        raise ValueError(
            f"{text!r} is no card: give a rank of {RANKS} and a suit of {SUITS}, such as TD"
        )
    return SUITS.index(upper[1]) * NUM_RANKS + RANKS.index(upper[0])
