"""Whole games as text, to read in a review when the rules change.

``YUKON_UPDATE_GOLDEN=1 pytest tests/core/test_golden.py`` writes the files anew.
"""

import os
import random
from pathlib import Path

import pytest

from tests.playing import choose
from tests.positions import move_text, position_text
from yukon_env.core.game import Game
from yukon_env.core.rules import Outcome, Rules

GOLDEN = Path(__file__).parent / "golden"

PLAYTHROUGHS = {
    "classic_app_undo": ("YU1-C-AAAAAAB", Rules(undo=2), 30),
    "russian_skill": (
        "YU1-S-AAAAACH",
        Rules("russian", "skill", max_group=None, seconds_per_move=10.0),
        60,
    ),
    "relaxed_skill_autofinish": (
        "YU1-R-AAAAAAC",
        Rules("relaxed", "skill", max_group=3, autofinish=True, undo=-1),
        45,
    ),
}


def playthrough(code: str, rules: Rules, steps: int) -> str:
    """A game in text: the board, what is legal, the move, and so on."""
    chance = random.Random(code)
    game = Game(code, rules)
    blocks = [f"{code} {rules}", moment(game)]
    while game.outcome == Outcome.PLAYING and len(game.log) < steps:
        legal = game.legal_moves()
        if game.undo_left and (not legal or chance.random() < 0.1):
            game.undo()
            blocks.append("> undo")
        else:
            move = choose(chance, game, legal, 0.95)
            game.play(*move)
            blocks.append(f"> {move_text(*move)}")
        blocks.append(moment(game))
    return "\n\n".join(blocks) + "\n"


def moment(game: Game) -> str:
    """Where a game stands, and the moves that are legal."""
    legal = " ".join(move_text(*move) for move in game.legal_moves())
    return (
        f"{position_text(game.columns, game.face_down, game.foundations)}\n"
        f"{game.outcome.name}, score {game.score}, moves {game.moves}, {game.seconds} s, "
        f"undo {game.undo_left}\n"
        f"legal: {legal or 'none'}"
    )


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_golden_playthrough(name: str) -> None:
    path = GOLDEN / f"{name}.txt"
    text = playthrough(*PLAYTHROUGHS[name])
    if os.environ.get("YUKON_UPDATE_GOLDEN"):
        path.write_text(text)
    assert text == path.read_text()
