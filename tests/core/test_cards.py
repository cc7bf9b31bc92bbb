"""Cards as numbers and as text."""

import pytest

from yukon_env.core.cards import card_label, card_text, is_red, parse_card, rank_of, suit_of


def test_cards_are_numbered_by_suit_and_rank() -> None:
    named = {0: "AS", 12: "KS", 13: "AH", 35: "TD", 39: "AC", 51: "KC"}
    assert {card: card_text(card) for card in named} == named
    assert [suit_of(card) for card in named] == [0, 0, 1, 2, 3, 3]
    assert [rank_of(card) for card in named] == [1, 13, 1, 10, 1, 13]
    assert [is_red(card) for card in named] == [False, False, True, True, False, False]


def test_text_is_read_back_in_either_case() -> None:
    for card in range(52):
        assert parse_card(card_text(card)) == parse_card(card_text(card).lower()) == card


def test_people_see_suits_and_a_ten() -> None:
    assert [card_label(card) for card in (0, 22, 35, 51)] == ["A♠", "10♥", "10♦", "K♣"]


@pytest.mark.parametrize("text", ["", "T", "10D", "1D", "DT", "TX", "TD ", "A\u017f", None, 3])
def test_what_is_no_card_is_told_why(text: object) -> None:
    with pytest.raises(ValueError, match="is no card: give a rank of"):
        parse_card(text)  # type: ignore[arg-type]
