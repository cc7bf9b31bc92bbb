import itertools

import numpy as np
import pytest

from tests.render.boards import from_columns, one_column, random_states, twins
from yukon_env.core.cards import is_red, parse_card
from yukon_env.core.game import Game
from yukon_env.core.rules import Rules
from yukon_env.render import draw_board, draw_move, layout

FRACTIONS = (0.0, 0.1, 0.4, 0.5, 0.8, 1.0)


def crop(frame, rect, height=None):
    return frame[rect.y : rect.y + (height or rect.height), rect.x : rect.x + rect.width]


def count_red(pixels) -> int:
    r, g, b = (pixels[..., i].astype(int) for i in range(3))
    return int(((r > 150) & (g < 90) & (b < 90)).sum())


def count_black(pixels) -> int:
    return int((pixels.max(axis=-1) < 60).sum())


def same_but_for_shadows(first, second) -> bool:
    """A card in flight has its shadow on cards that a board at rest does not draw at all."""
    return np.abs(first.astype(int) - second.astype(int)).max() < 60


@pytest.mark.parametrize("width", [160, 641, 800])
def test_shape_and_type(width: int):
    frame = draw_board(Game(1), width)
    expected = layout(Game(1), width).frame
    assert frame.shape == (expected.height, expected.width, 3)
    assert frame.dtype == np.uint8
    assert frame.flags.c_contiguous
    assert frame.flags.writeable


def test_frames_are_fresh_and_the_same_again():
    first = draw_board(Game(1))
    again = draw_board(Game(1))
    assert np.array_equal(first, again)
    first[:] = 0
    assert np.array_equal(draw_board(Game(1)), again)


def test_drawing_leaves_the_game_alone():
    game = Game(1)
    row = game.row.copy()
    draw_board(game)
    assert np.array_equal(game.row, row)


def test_rank_and_suit_show_in_the_strip_of_each_fanned_card():
    deck = list(range(52))
    game = Game.from_position(
        [deck[i * 13 : i * 13 + 13] for i in range(4)] + [[]] * 3, [0] * 7, [0] * 4
    )
    frame = draw_board(game, 800)
    strips = {}
    for cards, rects in zip(game.columns, layout(game, 800).columns, strict=True):
        for card, rect, below in zip(cards, rects, rects[1:], strict=False):
            strip = crop(frame, rect, below.y - rect.y)
            strips[card] = strip[:24, : rect.width // 2].tobytes()
            coloured, other = count_red(strip), count_black(strip)
            if not is_red(card):
                coloured, other = other, coloured
            assert coloured > 100, card
            assert other < coloured / 10, card
    assert len(strips) == 48
    assert len(set(strips.values())) == 48


def test_all_cards_and_the_back_look_different():
    looks = set()
    for suit in range(4):
        for count in range(14):
            rest = [suit * 13 + i for i in range(count, 13)]
            counts = [13, 13, 13, 13]
            counts[suit] = count
            game = Game.from_position([rest] + [[]] * 6, [0] * 7, counts)
            looks.add(
                crop(draw_board(game, 400), layout(game, 400).frame.foundations[suit]).tobytes()
            )
    assert len(looks) == 56  # 52 faces and four empty foundations


def test_pixels_hide_hidden_cards():
    first, second = twins()
    assert np.array_equal(draw_board(first), draw_board(second))


@pytest.mark.parametrize("fraction", FRACTIONS)
def test_moves_hide_hidden_cards(fraction: float):
    first, second = twins()
    # A move that turns no card leaves the two alike but for what nobody sees.
    move = next(
        (card, to)
        for card, to in first.legal_moves()
        if (trial := first.copy()).play(card, to) is None and trial.face_down == first.face_down
    )
    after_first, after_second = first.copy(), second.copy()
    after_first.play(*move)
    after_second.play(*move)
    there = [draw_move(*pair, fraction) for pair in ((first, after_first), (second, after_second))]
    back = [draw_move(*pair, fraction) for pair in ((after_first, first), (after_second, second))]
    assert np.array_equal(*there)
    assert np.array_equal(*back)


def test_an_open_card_does_show():
    first = from_columns("KS QS / KH")
    second = from_columns("QS KS / KH")
    assert not np.array_equal(draw_board(first), draw_board(second))


def test_a_long_column_stays_inside_the_table():
    empty, full = draw_board(from_columns("")), draw_board(one_column())
    place = layout(one_column())
    last = place.columns[6][-1]
    rows, columns = np.nonzero((empty != full).any(-1)[place.frame.bar.height :, : last.x + 95])
    assert rows.max() + place.frame.bar.height < place.frame.height - 2
    assert columns.min() >= last.x - place.frame.margin
    assert count_black(crop(full, last)) > 100


def test_the_bar_tells_what_changes():
    game = Game(1)
    bar = layout(game).frame.bar
    before = draw_board(game)
    game.tick(61)
    after = draw_board(game)
    assert not np.array_equal(crop(before, bar), crop(after, bar))
    assert np.array_equal(before[bar.height :], after[bar.height :])


def test_a_move_starts_and_ends_on_the_boards():
    states = random_states(2, 10)
    for before, after in itertools.pairwise(states):
        assert np.array_equal(draw_move(before, after, 0.0, 320), draw_board(before, 320))
        assert np.array_equal(draw_move(before, after, 1.0, 320), draw_board(after, 320))
        start, end = draw_board(before, 320), draw_board(after, 320)
        middle = draw_move(before, after, 0.5, 320)
        assert not np.array_equal(middle, start)
        assert not np.array_equal(middle, end)


@pytest.mark.parametrize("moves", range(40))
def test_no_jump_at_the_ends_of_any_move(moves: int):
    # Cards lie in the right order on each other when they start and when they arrive.
    states = random_states(11, 41, seed=4)
    before, after = states[moves], states[moves + 1]
    bar = layout(before, 240).frame.bar.height
    for first, second in ((before, after), (after, before)):
        near_start = draw_move(first, second, 1e-5, 240)[bar:]
        near_end = draw_move(first, second, 1 - 1e-5, 240)[bar:]
        assert same_but_for_shadows(near_start, draw_board(first, 240)[bar:])
        assert same_but_for_shadows(near_end, draw_board(second, 240)[bar:])


def test_cards_that_go_up_by_themselves_do_not_jump():
    before = from_columns("KS QH JH / KC / KH", rules=Rules(autofinish=True, undo=-1))
    after = before.copy()
    after.play(parse_card("QH"), 1)
    bar = layout(before, 240).frame.bar.height
    for first, second in ((before, after), (after, before)):
        near_start = draw_move(first, second, 1e-5, 240)[bar:]
        near_end = draw_move(first, second, 1 - 1e-5, 240)[bar:]
        assert same_but_for_shadows(near_start, draw_board(first, 240)[bar:])
        assert same_but_for_shadows(near_end, draw_board(second, 240)[bar:])


@pytest.mark.parametrize("fraction", [-0.01, 1.01, float("nan")])
def test_bad_fractions(fraction: float):
    with pytest.raises(ValueError, match="fraction"):
        draw_move(Game(1), Game(1), fraction)


@pytest.mark.parametrize("fraction", FRACTIONS)
def test_unlike_games_can_be_drawn(fraction: float):
    for before, after in ((Game(1), Game(2)), (one_column(), Game(1)), (Game(1), from_columns(""))):
        assert draw_move(before, after, fraction, 200).shape == (150, 200, 3)
