from tests.render.boards import UNDO, from_columns, twins
from yukon_env.core.cards import card_text, parse_card
from yukon_env.core.game import Game
from yukon_env.core.rules import Rules
from yukon_env.render import move_span
from yukon_env.render.board import Board
from yukon_env.render.motion import Motion, motion

AUTO = Rules(autofinish=True, max_group=None, undo=-1)


def between(before: Game, after: Game) -> Motion:
    return motion(Board.of(before), Board.of(after))


def played(game: Game, card: str, destination: int) -> Game:
    after = game.copy()
    after.play(parse_card(card), destination)
    return after


def told(result: Motion) -> list[tuple[str, tuple[int, int], tuple[int, int]]]:
    return [
        (card_text(track.after), tuple(track.start), tuple(track.end)) for track in result.moving
    ]


def test_nothing_moves_between_equal_boards():
    result = between(Game(1), Game(1))
    assert not result.moving
    assert len(result.resting) == 52
    assert all(track.start == track.end and track.before == track.after for track in result.resting)


def test_a_group_moves_together():
    before = from_columns("KS / KD QH JS KC", rules=UNDO)
    result = between(before, played(before, "QH", 0))
    assert told(result) == [
        ("QH", (1, 1), (0, 1)),
        ("JS", (1, 2), (0, 2)),
        ("KC", (1, 3), (0, 3)),
    ]
    assert {(track.begin, track.finish) for track in result.moving} == {(0.0, 1.0)}
    assert result.span == 1.0


def test_up_and_back():
    before = from_columns("KS QS / KD", rules=UNDO)
    after = played(before, "QS", 7)
    assert told(between(before, after)) == [("QS", (0, 1), (7, 11))]
    assert told(between(after, before)) == [("QS", (7, 11), (0, 1))]


def test_a_card_turns_over_once_it_is_uncovered():
    before = from_columns("KH / KD QC", face_down=(0, 1, 0, 0, 0, 0, 0), rules=UNDO)
    after = played(before, "QC", 0)
    turning = [t for t in between(before, after).resting if t.before != t.after]
    assert [(t.before, t.after, tuple(t.start)) for t in turning] == [
        (None, parse_card("KD"), (1, 0))
    ]
    assert turning[0].turned(0.3) == (None, 1.0)
    assert turning[0].turned(1.0) == (parse_card("KD"), 1.0)
    back = next(t for t in between(after, before).resting if t.before != t.after)
    assert back.turned(0.0) == (parse_card("KD"), 1.0)
    assert back.turned(0.7) == (None, 1.0)


def test_cards_go_up_in_a_legal_order():
    before = from_columns("KS / QS KH KC QC / QH / KD QD", rules=AUTO)
    after = played(before, "QH", 7)
    result, back = between(before, after), between(after, before)
    counts, columns = list(before.foundations), [list(column) for column in before.columns]
    assert len(result.moving) == 8
    for track in sorted(result.moving, key=lambda track: track.begin):
        suit, rank = divmod(track.after, 13)
        assert counts[suit] == rank
        assert columns[track.start.place].pop() == track.after
        counts[suit] += 1
    # Taken back, the last card that went up is the first to leave.
    up = sorted(result.moving, key=lambda track: track.begin)
    down = sorted(back.moving, key=lambda track: -track.begin)
    assert [track.after for track in up] == [track.after for track in down]
    assert back.span < result.span


def test_what_goes_up_by_itself_waits_for_the_group():
    # KC stays blocked in its column by the KH only until the group has moved.
    before = from_columns("KS QH JH / KC / KH KD", rules=Rules(undo=-1))
    after = played(before, "QH", 1)
    after.play(parse_card("KD"), 7)
    result = between(before, after)
    up = [track for track in result.moving if track.end.place == 7]
    group = [track for track in result.moving if track.end.place == 1]
    assert len(group) == 2
    assert len(up) == 1
    assert max(track.finish for track in group) <= min(track.begin for track in up)
    assert move_span(before, after) == 2.0


def test_many_cards_take_longer_than_one():
    before = from_columns("KS / KH / KD / KC", rules=AUTO)
    after = played(before, "KS", 7)
    assert len(between(before, after).moving) == 4
    assert 1.0 < move_span(before, after) < 4.0


def test_a_card_that_comes_from_under_its_back_starts_there():
    before = from_columns("KH / KD QC", face_down=(0, 1, 0, 0, 0, 0, 0), rules=AUTO)
    after = played(before, "QC", 0)
    assert after.foundations == (13, 13, 13, 13)
    result = between(before, after)
    king = next(track for track in result.moving if track.after == parse_card("KD"))
    assert (king.before, tuple(king.start)) == (None, (1, 0))


def test_motion_hides_hidden_cards():
    first, second = twins()
    assert between(first, first) == between(second, second)
    assert between(first, second) == between(first, first)
