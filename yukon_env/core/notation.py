"""Moves as text: ``TD>3``, the ten of diamonds with all on it to column 1..7; ``AS^``; ``undo``."""

import re

from yukon_env.core.cards import NUM_CARDS, card_text, parse_card
from yukon_env.core.game import Game
from yukon_env.core.rules import FOUNDATION

UNDO_TEXT = "undo"
_MOVE = re.compile(r"([A2-9TJQK][SHDC])(?:>([1-7])|(\^))")


def move_text(card: int, destination: int) -> str:
    """``TD>3`` or ``AS^``; destination 0..6 a column, 7 the foundation.

    Raises:
        ValueError: there is no such card or destination.
    """
    if not (0 <= card < NUM_CARDS and 0 <= destination <= FOUNDATION):
        raise ValueError(
            f"a move is of a card 0..51 to a destination 0..7; got {card} to {destination}"
        )
    where = "^" if destination == FOUNDATION else f">{destination + 1}"
    return card_text(card) + where


def parse_move(text: str) -> tuple[int, int]:
    """The (card, destination) that a text such as ``TD>3`` or ``AS^`` names.

    Raises:
        ValueError: the text is no move.
    """
    match = _MOVE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ValueError("a move is TD>3 (to column 1..7), AS^ (up) or undo")
    card, column, _ = match.groups()
    return parse_card(card), int(column) - 1 if column else FOUNDATION


def play_text(game: Game, text: str) -> None:
    """Play one move in text.

    Raises:
        ValueError: the text is no move, or (``Refused``) the rules forbid it.
    """
    if text == UNDO_TEXT:
        game.undo()
    else:
        game.play(*parse_move(text))
