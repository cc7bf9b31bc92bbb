"""Deals are the same for ever, codes go there and back, and no deal is likelier than another."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from yukon_env.core.cards import card_text, parse_card
from yukon_env.core.deals import (
    NUM_DEALS,
    check_deck,
    deal_code,
    deck_of,
    draw_deal,
    parse_code,
    parse_deal,
    random_below,
)
from yukon_env.core.rules import VARIANTS

GOLDEN = [
    line.split(":")
    for line in (Path(__file__).parent / "golden" / "deals.txt").read_text().splitlines()
    if not line.startswith("#")
]
numbers = st.integers(0, NUM_DEALS - 1)


class SplitMix64:
    """The published generator, in plain integers."""

    def __init__(self, state: int) -> None:
        self.state = state

    def next(self) -> int:
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2**64
        x = self.state
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
        return x ^ (x >> 31)

    def below(self, n: int) -> int:
        whole = 2**64 // n * n
        while True:
            x = self.next()
            if x < whole:
                return x % n


def plain_deck(number: int) -> list[int]:
    """The documented shuffle."""
    generator = SplitMix64(number)
    deck = list(range(52))
    for i in range(51, 0, -1):
        j = generator.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return deck


# Decks


@pytest.mark.parametrize(("number", "cards"), GOLDEN)
def test_golden_deals(number: str, cards: str) -> None:
    deck = [parse_card(text) for text in cards.split()]
    assert deck_of(int(number)).tolist() == deck
    assert plain_deck(int(number)) == deck


@given(numbers)
def test_a_deck_is_that_of_the_documented_shuffle(number: int) -> None:
    assert deck_of(number).tolist() == plain_deck(number)


def test_splitmix64_is_the_published_one() -> None:
    generator = SplitMix64(1234567)
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [generator.next() for _ in range(3)] == published
    stream = np.array([1234567], np.uint64)
    assert [draw_deal(stream) for _ in range(3)] == [x >> 32 for x in published]


def test_values_that_would_bias_a_draw_are_thrown_away() -> None:
    n = 2**62 + 1  # a quarter of the generator's values belong to the incomplete last n
    stream, generator = np.array([5], np.uint64), SplitMix64(5)
    for _ in range(50):
        assert random_below(stream, n) == generator.below(n)
    assert int(stream[0]) == generator.state
    assert generator.state != (5 + 50 * 0x9E3779B97F4A7C15) % 2**64


def test_every_card_comes_to_every_place_equally_often() -> None:
    deals = 20_000
    counts = np.zeros((52, 52), np.int64)
    for number in range(deals):
        counts[np.arange(52), deck_of(number)] += 1
    expected = deals / 52
    chi_square = ((counts - expected) ** 2 / expected).sum()
    freedom = 51 * 51
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_numbers_far_apart_and_neighbours_give_different_decks() -> None:
    many = [*range(2000), *range(NUM_DEALS - 2000, NUM_DEALS)]
    assert len({deck_of(number).tobytes() for number in many}) == len(many)


@pytest.mark.parametrize("number", [-1, NUM_DEALS, 1.0, "1", None, True])
def test_no_deal_has_this_number(number: object) -> None:
    with pytest.raises(ValueError, match=r"deal number must be .*0\.\.4294967295"):
        deck_of(number)  # type: ignore[arg-type]


# Codes


def test_codes_of_the_first_and_the_last_deal() -> None:
    assert deal_code("classic", 0) == "YU1-C-AAAAAAA"
    assert deal_code("classic", 1) == "YU1-C-AAAAAAB"
    assert deal_code("relaxed", 26) == "YU1-R-AAAAABA"
    assert deal_code("russian", NUM_DEALS - 1) == "YU1-S-NXMRLXV"


@given(st.sampled_from(VARIANTS), numbers)
def test_a_code_names_its_variant_and_number(variant: str, number: int) -> None:
    code = deal_code(variant, number)
    assert parse_code(code) == (variant, number)
    assert parse_code(f" {code.lower()}\n") == (variant, number)
    assert parse_deal(code, variant) == parse_deal(number, variant) == number


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("", "is no deal code"),
        ("YU1-C-AAAAAA", "is no deal code"),
        ("YU1-C-AAAAAAAB", "is no deal code"),
        ("YU2-C-AAAAAAB", "is no deal code"),
        ("YU1C-AAAAAAB", "is no deal code"),
        ("YU1-C-AAAAAA1", "is no deal code"),
        ("YU1-CC-AAAAAAB", "is no deal code"),
        ("YU1-C-AAA AAB", "is no deal code"),
        ("YU1 - C - AAAAAAB", "is no deal code"),
        ("YU1-C-AAAAAAB YU1-C-AAAAAAB", "is no deal code"),
        ("YU1-C-AAAAAA\u0131", "is no deal code"),  # a dotless i, whose capital is a plain I
        ("\uff39U1-C-AAAAAAB", "is no deal code"),
        ("1", "is no deal code"),
        (1, "is no deal code"),
        (None, "is no deal code"),
        ("YU1-X-AAAAAAB", "names no variant: C is classic, R relaxed, S russian; got X"),
        ("YU1-C-NXMRLXW", "beyond the last deal, YU1-C-NXMRLXV"),
        ("YU1-R-ZZZZZZZ", "beyond the last deal, YU1-R-NXMRLXV"),
    ],
)
def test_what_is_no_code_is_told_why(code: object, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        parse_code(code)  # type: ignore[arg-type]
    assert repr(code) in str(error.value)


@given(st.text(max_size=15))
def test_any_other_text_is_no_code(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no deal code|names no variant|beyond"):
        parse_code(text)


def test_a_code_of_another_variant() -> None:
    with pytest.raises(ValueError, match="is a relaxed deal, and this game is classic"):
        parse_deal("YU1-R-AAAAAAB", "classic")


@pytest.mark.parametrize(("variant", "number"), [("clasic", 1), ("classic", -1)])
def test_no_code_for_what_is_no_deal(variant: str, number: int) -> None:
    with pytest.raises(ValueError, match="must be"):
        deal_code(variant, number)


# Decks that are given


@given(st.permutations(range(52)))
def test_any_order_of_the_cards_is_a_deck(deck: list[int]) -> None:
    for form in (deck, tuple(deck), np.array(deck, np.int64), np.array(deck, np.uint8)):
        assert check_deck(form).tolist() == deck


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (range(51), "52 integers, got shape"),
        (range(53), "52 integers"),
        ([range(26), range(26, 52)], "52 integers"),
        ([range(25), range(25, 52)], "flat sequence"),
        ([0, *range(51)], "exactly once"),
        (range(1, 53), "exactly once"),
        (range(-1, 51), "exactly once"),
        ([float(card) for card in range(52)], "52 integers"),
        ([card_text(card) for card in range(52)], "52 integers"),
        ("AS", "52 integers"),
        (None, "52 integers"),
        ([10**30] * 52, "52 integers"),
    ],
)
def test_what_is_no_deck_is_told_why(deck: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        check_deck(deck)
