"""Deal numbers and codes. A number gives the same deal for ever, on every platform.

The shuffle is this project's own: a Fisher-Yates shuffle of the cards 0..51, ``i`` from 51 down
to 1, card ``i`` changing places with card ``j`` drawn uniformly from 0..i; the draws come from
SplitMix64 (Steele, Lea and Flood 2014; Vigna's constants) whose state starts at the deal number.
A draw below ``n`` is ``x % n`` of the next 64-bit ``x``, where an ``x`` of the incomplete last
``n`` values of the range is thrown away, so it is unbiased.

Codes have the form of the app's (``YU1-C-AAAAAAB``), not its deals: its shuffle is unpublished.
"""

import re

import numpy as np
import numpy.typing as npt

from yukon_env.core.cards import NUM_CARDS
from yukon_env.core.compiled import compiled
from yukon_env.core.rules import VARIANT_LETTERS, VARIANTS

NUM_DEALS = 2**32
"""Deal numbers are 0..NUM_DEALS - 1."""

_CODE = re.compile(r"YU1-([A-Z])-([A-Z]{7})")
_VARIANT_OF = {letter: variant for variant, letter in VARIANT_LETTERS.items()}

_GAMMA = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27, _S30, _S31, _S32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@compiled
def next_random(stream):
    """The next 64 random bits of a SplitMix64 ``stream``, its state a uint64 ``(1,)``."""
    stream[0] += _GAMMA
    x = stream[0]
    x = (x ^ (x >> _S30)) * _MIX1
    x = (x ^ (x >> _S27)) * _MIX2
    return x ^ (x >> _S31)


@compiled
def random_below(stream, bound):
    """A uniform integer 0..bound - 1."""
    n = np.uint64(bound)
    incomplete = (np.uint64(0xFFFFFFFFFFFFFFFF) % n + np.uint64(1)) % n
    while True:
        x = next_random(stream)
        if x <= np.uint64(0xFFFFFFFFFFFFFFFF) - incomplete:
            return np.int64(x % n)


@compiled
def draw_deal(stream):
    """A uniform deal number 0..2**32 - 1."""
    return np.int64(next_random(stream) >> _S32)


@compiled
def shuffle_into(deck, stream, number):
    """Write the deck of a deal number into ``deck``, uint8 ``(52,)``; ``stream`` is spent."""
    stream[0] = number
    for i in range(NUM_CARDS):
        deck[i] = i
    for i in range(NUM_CARDS - 1, 0, -1):
        j = random_below(stream, i + 1)
        deck[i], deck[j] = deck[j], deck[i]


def deck_of(number: int) -> npt.NDArray[np.uint8]:
    """The deck of a deal number, uint8 ``(52,)``.

    Raises:
        ValueError: the number is not an integer 0..2**32 - 1.
    """
    deck = np.empty(NUM_CARDS, np.uint8)
    shuffle_into(deck, np.empty(1, np.uint64), check_number(number))
    return deck


def check_number(number: object) -> int:
    """The number as an int; ``ValueError`` unless it is an integer 0..2**32 - 1."""
    if not isinstance(number, int | np.integer) or isinstance(number, bool):
        raise ValueError(f"a deal number must be an integer 0..{NUM_DEALS - 1}, got {number!r}")
    if not 0 <= number < NUM_DEALS:
        raise ValueError(f"a deal number must be 0..{NUM_DEALS - 1}, got {number}")
    return int(number)


def check_deck(deck: object) -> npt.NDArray[np.uint8]:
    """The deck as uint8 ``(52,)``; ``ValueError`` unless it holds each card 0..51 once."""
    try:
        cards = np.asarray(deck)
    except ValueError as error:
        raise ValueError("a deck must be a flat sequence of 52 cards") from error
    if cards.shape != (NUM_CARDS,) or cards.dtype.kind not in "iu":
        raise ValueError(
            f"a deck must be 52 integers, got shape {cards.shape} of type {cards.dtype}"
        )
    if sorted(cards.tolist()) != list(range(NUM_CARDS)):
        raise ValueError("a deck must hold each card 0..51 exactly once")
    return cards.astype(np.uint8)


def deal_code(variant: str, number: int) -> str:
    """The code of a deal: ``deal_code("classic", 1)`` is ``YU1-C-AAAAAAB``.

    Raises:
        ValueError: no such variant, or the number is not 0..2**32 - 1.
    """
    if variant not in VARIANTS:
        raise ValueError(f"variant must be one of {', '.join(VARIANTS)}; got {variant!r}")
    rest = check_number(number)
    letters = ""
    for _ in range(7):
        rest, digit = divmod(rest, 26)
        letters = chr(ord("A") + digit) + letters
    return f"YU1-{VARIANT_LETTERS[variant]}-{letters}"


def parse_code(code: str) -> tuple[str, int]:
    """The (variant, number) of a deal code; lower case and surrounding blanks are accepted.

    Raises:
        ValueError: the text is no deal code, or its number is beyond 2**32 - 1.
    """
    text = code.strip() if isinstance(code, str) else ""
    match = _CODE.fullmatch(text.upper()) if text.isascii() else None
    if match is None:
        raise ValueError(
            f"{code!r} is no deal code: a code is YU1-, a letter C, R or S, -, and seven letters, "
            "such as YU1-C-AAAAAAB"
        )
    letter, letters = match.groups()
    if letter not in _VARIANT_OF:
        raise ValueError(
            f"{code!r} names no variant: C is classic, R relaxed, S russian; got {letter}"
        )
    number = 0
    for character in letters:
        number = number * 26 + ord(character) - ord("A")
    if number >= NUM_DEALS:
        last = deal_code(_VARIANT_OF[letter], NUM_DEALS - 1)
        raise ValueError(f"{code!r} is beyond the last deal, {last}")
    return _VARIANT_OF[letter], number


def parse_deal(deal: object, variant: str) -> int:
    """The deal number that a code or a number names, for a game of ``variant``.

    Raises:
        ValueError: it is neither, or the code is of another variant.
    """
    if not isinstance(deal, str):
        return check_number(deal)
    of_variant, number = parse_code(deal)
    if of_variant != variant:
        raise ValueError(f"{deal.strip()!r} is a {of_variant} deal, and this game is {variant}")
    return number
