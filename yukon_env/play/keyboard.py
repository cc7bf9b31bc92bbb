"""A cursor over the cards, for those who play without a mouse."""

from dataclasses import dataclass

from yukon_env.core.rules import FOUNDATION, NUM_COLUMNS
from yukon_env.render.board import Board, top_card
from yukon_env.render.geometry import Hit


@dataclass
class Cursor:
    """Stands on an open card, an empty column or a foundation.

    Attributes:
        place: 0..6 a column, 7 the foundations.
        depth: in a column the card's place from below; on the foundations the suit 0..3.
    """

    place: int = 0
    depth: int = 99

    def sideways(self, step: int, board: Board) -> None:
        """Go to the next place, at its last card; the suits stay as they were."""
        self.place = (self.place + step) % (NUM_COLUMNS + 1)
        self.depth = 0 if self.place == FOUNDATION else 99
        self.settle(board)

    def along(self, step: int, board: Board) -> None:
        """Go down (1) or up (-1) among the open cards of a column, or the foundations."""
        self.depth += step
        self.settle(board)

    def settle(self, board: Board) -> None:
        """Stay on what can be pointed at, after the cards have moved."""
        if self.place == FOUNDATION:
            self.depth = min(max(self.depth, 0), 3)
        else:
            column = board.columns[self.place]
            self.depth = max(column.count(None), min(self.depth, len(column) - 1))

    def hit(self, board: Board) -> Hit:
        """What lies there, as if pointed at."""
        self.settle(board)
        if self.place == FOUNDATION:
            count = board.foundations[self.depth]
            card = top_card(self.depth, count)
            return Hit(FOUNDATION, card, count - 1 if card is not None else None)
        column = board.columns[self.place]
        if not column:
            return Hit(self.place, None, None)
        return Hit(self.place, column[self.depth], self.depth)
