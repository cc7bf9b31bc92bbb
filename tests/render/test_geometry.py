import itertools

import pytest

from tests.render.boards import from_columns, one_column, random_states, twins
from yukon_env.core.cards import parse_card
from yukon_env.core.game import Game
from yukon_env.render import layout

WIDTHS = (160, 333, 640, 800, 1920)


def inside(rect, frame) -> bool:
    return (
        rect.x >= 0
        and rect.y >= frame.bar.height
        and rect.x + rect.width <= frame.width
        and rect.y + rect.height <= frame.height
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_everything_lies_inside_the_frame(width: int):
    for game in (Game(1), one_column(), from_columns("KS")):
        place = layout(game, width)
        rects = [rect for column in place.columns for rect in column]
        rects += [*place.frame.columns, *place.frame.foundations]
        assert all(inside(rect, place.frame) for rect in rects)
        assert {rect[2:] for rect in rects} == {place.frame.card_size}


@pytest.mark.parametrize("width", WIDTHS)
def test_frame_is_a_function_of_the_width(width: int):
    frames = {layout(game, width).frame for game in (Game(1), one_column())}
    assert len(frames) == 1
    frame = frames.pop()
    assert (frame.width, frame.height % 2) == (width, 0)
    assert abs(frame.height - width * 0.75) < 2


def test_slots_do_not_overlap():
    frame = layout(Game(1), 640).frame
    lefts = [rect.x for rect in (*frame.columns, frame.foundations[0])]
    assert all(b - a > frame.card_size[0] for a, b in itertools.pairwise(lefts))
    tops = [rect.y for rect in frame.foundations]
    assert all(b - a > frame.card_size[1] for a, b in itertools.pairwise(tops))


def test_every_card_of_a_long_column_can_be_seen():
    tops = [rect.y for rect in layout(one_column(), 800).columns[6]]
    steps = [b - a for a, b in itertools.pairwise(tops)]
    assert min(steps) >= 1
    assert max(steps[:6]) < min(steps[6:])  # hidden ones are tighter


def test_short_columns_are_not_squeezed():
    games = random_states(3, 12)
    card_height = layout(games[0]).frame.card_size[1]
    for game in games:
        for column, hidden in zip(layout(game).columns, game.face_down, strict=True):
            if len(column) <= 12:
                steps = [b.y - a.y for a, b in itertools.pairwise(column)][hidden:]
                assert all(abs(step - card_height * 0.225) <= 1 for step in steps)


def test_hit_finds_each_card_by_its_strip():
    game = Game(5)
    place = layout(game)
    for i, rects in enumerate(place.columns):
        for depth, rect in enumerate(rects):
            hidden = depth < game.face_down[i]
            card = None if hidden else game.columns[i][depth]
            assert place.hit(rect.x + rect.width / 2, rect.y + 3) == (i, card, depth)
            if not hidden:
                assert place.place_of(card) == rect
        last = rects[-1]
        lower = last.y + last.height
        assert place.hit(last.x + 5, lower - 1).card == game.columns[i][-1]
        assert place.hit(last.x + 5, lower + 1) == (i, None, None)


def test_hit_foundations_and_empty_places():
    place = layout(from_columns("KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AS"))
    spades, hearts = place.frame.foundations[:2]
    assert place.hit(spades.x + 9, spades.y + 9) == (7, None, None)
    assert place.hit(hearts.x + 9, hearts.y + 9) == (7, parse_card("KH"), 12)
    assert place.place_of(parse_card("KH")) == hearts
    assert place.place_of(parse_card("QH")) is None
    empty = place.frame.columns[3]
    assert place.hit(empty.x, empty.y) == (3, None, None)


def test_hit_outside_the_table():
    place = layout(Game(1), 800)
    for x, y in ((-1, 300), (800, 300), (300, 600), (300, place.frame.bar.height - 1)):
        assert place.hit(x, y) is None
    assert place.hit(0, 599).place == 0
    assert place.hit(799, 599).place == 7


def test_layout_hides_hidden_cards():
    first, second = twins()
    assert layout(first) == layout(second)
    assert layout(first).place_of(first.columns[6][0]) is None


@pytest.mark.parametrize("width", [0, 159, 4097, 800.0, True, "800"])
def test_bad_widths(width):
    with pytest.raises(ValueError, match=r"160\.\.4096"):
        layout(Game(1), width)
