"""The real window under SDL's dummy driver: mouse and keyboard events in, what a person sees out.

One test or more for each thing that each system offers, beside those of the table and session.
"""

import time
from threading import Event

import numpy as np
import pytest

from yukon_env.core.game import Game
from yukon_env.core.rules import FOUNDATION, Outcome, Refusal, Refused
from yukon_env.play.brush import BLUE
from yukon_env.play.levels import find_level
from yukon_env.play.panels import Figures, Words, lay_panel
from yukon_env.play.stage import lay_toolbar
from yukon_env.play.store import Store
from yukon_env.play.view import view_of
from yukon_env.render.geometry import lay_board
from yukon_env.solver import solve

pygame = pytest.importorskip("pygame")

CODE = "YU1-C-AAAAAAB"


class Clock:
    def __init__(self):
        self.time = 100.0

    def __call__(self):
        return self.time


class FirstMove:
    """An agent that plays the first legal move."""

    def begin(self, game):
        pass

    def choose(self, game):
        return game.legal_moves()[0]


class Player:
    """A person at the window: every press is an event that pygame delivers."""

    def __init__(self, folder, system, **arguments):
        from yukon_env.play.app import App
        from yukon_env.play.window import PlayWindow

        self.clock = Clock()
        self.heard = []
        self.app = App(
            Store(folder, system),
            **{"agents": {"first": FirstMove}, **arguments},
            now=self.clock,
        )
        self.app.use_sound(self.heard.append)
        self.window = PlayWindow(self.app, "Yukon")
        self.wait(1)

    @property
    def game(self):
        return self.app.game

    def wait(self, seconds):
        """Let time pass in steps as a window does."""
        for _ in range(max(1, round(seconds * 10))):
            self.clock.time += 0.1
            self.window.step()

    def until(self, happened):
        """Wait for what another thread looks for."""
        end = time.monotonic() + 60
        while not happened():
            assert time.monotonic() < end
            time.sleep(0.005)
            self.wait(0.1)

    def post(self, kind, **values):
        pygame.event.post(pygame.event.Event(kind, **values))
        self.window.step()

    def down(self, at):
        self.post(pygame.MOUSEBUTTONDOWN, button=1, pos=at)

    def move(self, at):
        self.post(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0))

    def up(self, at):
        self.post(pygame.MOUSEBUTTONUP, button=1, pos=at)

    def click(self, at):
        self.down(at)
        self.up(at)

    def key(self, name, text=""):
        self.post(pygame.KEYDOWN, key=pygame.key.key_code(name), unicode=text, mod=0)

    def write(self, text):
        for character in text:
            self.post(pygame.KEYDOWN, key=0, unicode=character, mod=0)

    def at_card(self, card):
        stage = self.app.stage
        place = lay_board(self.app.board, stage.board.width).place_of(card)
        return round(stage.board.x + place.x + place.width / 2), round(stage.board.y + place.y + 5)

    def at_place(self, place):
        """A point of a column's last card, or of the foundations."""
        if place == FOUNDATION:
            stage = self.app.stage
            return stage.board.x + stage.board.width - 30, stage.board.y + stage.board.height // 2
        return self.at_card(self.game.columns[place][-1])

    def drag(self, card, place):
        start, end = self.at_card(card), self.at_place(place)
        self.down(start)
        self.move(end)
        self.up(end)

    def double_click(self, card):
        at = self.at_card(card)
        self.click(at)
        self.click(at)
        self.wait(1)

    def tap(self, card):
        self.click(self.at_card(card))
        self.wait(1)

    def press(self, label):
        """Press a button of the dialogue that is open, or of the toolbar."""
        app = self.app
        self.wait(1)
        if app.panel is not None:
            placed = lay_panel(app.panel, app.stage.width, app.stage.height)
            pairs = placed.buttons
        else:
            labels = tuple(button.label for button in app.toolbar)
            pairs = zip(app.toolbar, lay_toolbar(labels, app.stage), strict=True)
        rect = next(rect for button, rect in pairs if button.label == label)
        self.click((round(rect.x + rect.width / 2), round(rect.y + rect.height / 2)))

    def labels(self):
        return [button.label for button in self.app.panel.buttons]

    def words(self):
        return " ".join(part.text for part in self.app.panel.parts if isinstance(part, Words))

    def figures(self):
        return {
            name: value
            for part in self.app.panel.parts
            if isinstance(part, Figures)
            for name, value in part.pairs
        }

    def pixels(self):
        return pygame.surfarray.array3d(pygame.display.get_surface()).copy()


@pytest.fixture
def sit_down(tmp_path, monkeypatch):
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    players = []

    def make(system="app", **arguments):
        if system == "app" and not arguments:
            arguments = {"deal": CODE}
        players.append(Player(tmp_path, system, **arguments))
        return players[-1]

    yield make
    for player in players:
        player.window.close()


def column_move(game):
    return next(move for move in game.legal_moves() if move[1] != FOUNDATION)


def seat_at(player, system, level, game):
    """Put a game before the player as if it had been dealt."""
    player.app.session.start(find_level(system, level), game)
    player.app._seat()
    player.app.close_panel()
    player.wait(1)


def almost_won(system, level):
    """A deal played by a winning line until one move is missing."""
    game = Game(1, find_level(system, level).rules)
    line = solve(game).moves
    for move in line:
        trial = game.copy()
        trial.play(*move)
        if trial.outcome == Outcome.WON:
            return game, move
        game.play(*move)
    raise AssertionError("deal 1 can be won")


# The app


def test_app_drag_shows_the_possible_places_and_moves(sit_down):
    player = sit_down()
    card, place = column_move(player.game)
    before = player.pixels()
    start = player.at_card(card)
    target = player.at_place(place)
    player.down(start)
    player.move((start[0] + 10, start[1] + 10))
    assert player.app.table.places() == player.game.destinations(card)
    left, top = target[0] - 40, target[1] - 10  # around the place's last card: a bright frame
    changed = (
        player.pixels()[left : left + 80, top : top + 30]
        != before[left : left + 80, top : top + 30]
    )
    assert changed.any()
    player.up(target)
    assert card in player.game.columns[place]
    assert player.game.moves == 1


def test_app_places_are_not_shown_once_that_is_switched_off(sit_down):
    player = sit_down()
    player.press("Menu")
    player.press("Show places: on")
    assert "Show places: off" in player.labels()
    player.press("Back to the cards")
    assert not player.app.options["show_places"]


def test_app_refusal_says_the_rule_and_changes_nothing(sit_down):
    player = sit_down()
    card = player.game.columns[1][-1]
    place = next(
        place
        for place in range(2, 7)
        if player.game.refusal(card, place) in (Refusal.WRONG_RANK, Refusal.WRONG_COLOUR)
    )
    reason = player.game.refusal(card, place)
    columns = player.game.columns
    player.drag(card, place)
    assert player.app.line == (reason.sentence, True)
    assert player.game.columns == columns
    assert player.heard == ["refused"]


def test_app_tap_goes_up_and_double_tap_to_a_column(sit_down):
    player = sit_down()
    number = next(n for n in range(1, 500) if any(c[-1] % 13 == 0 for c in Game(n).columns))
    game = Game(number, find_level("app", "classic").rules)
    seat_at(player, "app", "classic", game)
    ace = next(column[-1] for column in player.game.columns if column[-1] % 13 == 0)
    player.tap(ace)
    assert player.game.foundations[ace // 13] == 1
    card = next(
        card for card, place in player.game.legal_moves()
        if place != FOUNDATION and player.game.refusal(card, FOUNDATION) != Refusal.NONE
    )  # fmt: skip
    player.double_click(card)
    assert player.game.moves == 2


def test_app_auto_place_is_an_option_off_at_first(sit_down):
    player = sit_down()
    card, _ = column_move(player.game)
    home = next(i for i, column in enumerate(player.game.columns) if card in column)
    wrong = next(i for i in range(7) if i not in (home, *player.game.destinations(card)))
    player.drag(card, wrong)
    player.wait(2)
    assert player.game.moves == 0
    player.press("Menu")
    player.press("Auto-place: off")
    player.press("Back to the cards")
    player.drag(card, wrong)
    assert player.game.moves == 1
    assert card not in player.game.columns[home]


def test_app_new_game_by_variant_and_by_code(sit_down):
    player = sit_down()
    player.press("New game")
    player.press("Relaxed")
    player.press("Play")
    assert player.game.rules.variant == "relaxed"
    player.press("New game")
    player.write("yu1-c-aaaaaac")
    player.press("Play")
    assert (player.game.deal, player.game.rules.variant) == ("YU1-C-AAAAAAC", "classic")


@pytest.mark.parametrize("text", ["YU1-C-AAA", "YU1-S-AAAAAAB", "rubbish"])
def test_app_a_wrong_code_is_a_word_and_the_game_stays(sit_down, text):
    player = sit_down()
    player.press("New game")
    player.write(text)
    player.press("Play")
    assert any(part.kind == "alarm" for part in player.app.panel.parts if isinstance(part, Words))
    assert player.app.panel.entry.text == text
    player.press("Cancel")
    assert player.game.deal == CODE


def test_app_results_show_time_moves_and_code(sit_down):
    player = sit_down()
    game, (card, _) = almost_won("app", "classic")
    seat_at(player, "app", "classic", game)
    player.tap(card)
    player.wait(3)
    assert player.app.panel.title == "You have won!"
    assert player.figures()["moves"] == str(player.game.moves)
    assert set(player.figures()) >= {"time", "moves"}
    assert CODE in player.words()


def test_app_undo_by_button_and_key(sit_down):
    player = sit_down()
    for undo in (lambda: player.press("Undo"), lambda: player.key("u", "u")):
        columns = player.game.columns
        card, place = column_move(player.game)
        player.drag(card, place)
        assert player.game.columns != columns
        undo()
        assert player.game.columns == columns
    player.press("Undo")
    assert player.app.line == (Refusal.NOTHING_TO_UNDO.sentence, True)


def test_app_goes_on_where_it_was_left(sit_down):
    player = sit_down()
    card, place = column_move(player.game)
    player.drag(card, place)
    columns = player.game.columns
    player.window.close()
    again = sit_down("app", level=None)
    assert again.game.columns == columns
    again.press("Undo")
    assert again.game.moves == 1  # the app's counter does not go down
    assert again.game.columns == Game(CODE).columns


def test_app_has_no_automatism(sit_down):
    player = sit_down()
    game = Game(1, find_level("app", "classic").rules)
    for move in solve(game).moves:
        game.play(*move)
        if not any(game.face_down) and any(place == FOUNDATION for _, place in game.legal_moves()):
            break
    foundations = game.foundations
    assert sum(foundations) < 51
    seat_at(player, "app", "classic", game)
    player.wait(10)
    assert player.game.foundations == foundations
    card, _ = next(move for move in game.legal_moves() if move[1] == FOUNDATION)
    player.tap(card)
    player.wait(10)
    assert sum(player.game.foundations) == sum(foundations) + 1


# skill.games


def test_skill_start_window_picks_the_level_and_shows_its_results(sit_down):
    player = sit_down("skill")
    assert player.app.panel.covers
    assert set(player.figures()) == {
        "won", "lost", "win rate", "current streak", "best streak"
    }  # fmt: skip
    player.press("Hard (Russian)")
    player.press("PLAY")
    assert player.game.rules.variant == "russian"
    player.press("New deal")
    player.press("Keep playing")
    player.press("New deal")
    player.press("Give it up")  # an abandoned deal is a loss at its level
    player.press("Menu")
    player.press("Levels, results")
    assert (player.figures()["won"], player.figures()["lost"]) == ("0", "1")
    player.press("Medium")
    assert player.figures()["lost"] == "0"
    player.press("PLAY")
    player.press("Give it up")
    assert player.game.rules.variant == "classic"
    player.press("Menu")
    player.press("Levels, results")
    player.press("Hard (Russian)")
    assert player.figures()["lost"] == "2"


def test_skill_easy_deals_can_be_won(sit_down):
    player = sit_down("skill")
    player.press("PLAY")
    assert player.app.level.name == "easy"
    assert solve(player.game).verdict == "won"


def test_skill_continue_takes_up_the_deal(sit_down):
    player = sit_down("skill")
    player.press("PLAY")
    card, place = player.game.legal_moves()[-1]
    player.app.table.play(card, place)
    columns = player.game.columns
    player.window.close()
    again = sit_down("skill")
    again.press("CONTINUE")
    assert again.game.columns == columns


def test_skill_tap_takes_the_best_place(sit_down):
    player = sit_down("skill")
    player.press("PLAY")
    for card, _ in player.game.legal_moves():
        trial = player.game.copy()
        try:
            trial.tap(card)
        except Refused:
            continue
        player.tap(card)
        assert player.game.columns == trial.columns
        return
    raise AssertionError("no card of the deal can be tapped")


def test_skill_refusal_shakes_and_returns(sit_down):
    player = sit_down("skill")
    player.press("PLAY")
    card = player.game.columns[1][-1]
    place = next(p for p in range(2, 7) if player.game.refusal(card, p) != Refusal.NONE)
    columns, line = player.game.columns, player.app.line
    start, end = player.at_card(card), player.at_place(place)
    player.down(start)
    player.move(end)
    player.up(end)
    assert player.app.coming_back.shakes
    assert player.app.line == line  # no rule is said
    player.wait(2)
    assert player.app.coming_back is None
    assert player.game.columns == columns


def test_skill_the_rest_goes_up_by_itself_and_the_results_count(sit_down):
    player = sit_down("skill")
    rules = find_level("skill", "medium").rules
    game = Game(1, rules)
    for move in solve(game).moves:
        trial = game.copy()
        trial.play(*move)
        if trial.outcome == Outcome.WON:
            break
        game.play(*move)
    seat_at(player, "skill", "medium", game)
    player.app.table.play(*move)
    player.wait(20)
    assert player.app.panel.title == "You have won!"
    shown = player.figures()
    assert {"time", "moves", "score"} <= set(shown)
    assert (shown["won"], shown["lost"], shown["win rate"]) == ("1", "0", "100 %")
    assert (shown["current streak"], shown["best streak"]) == ("1", "1")
    assert shown["score"] == f"{player.game.score:,}"


def test_skill_time_costs_points(sit_down):
    player = sit_down("skill")
    player.press("PLAY")
    player.app.table.game.tick(0)
    number = next(n for n in range(1, 500) if any(c[-1] % 13 == 0 for c in Game(n).columns))
    seat_at(player, "skill", "medium", Game(number, find_level("skill", "medium").rules))
    for ace in [column[-1] for column in player.game.columns if column[-1] % 13 == 0]:
        player.tap(ace)
    score = player.game.score
    assert score >= 10
    player.wait(31)
    assert player.game.score == max(0, score - 30)


def test_skill_undo_reaches_the_deal_and_counts(sit_down):
    player = sit_down("skill")
    player.press("PLAY")
    start = player.game.columns
    for _ in range(5):
        player.app.table.play(*player.game.legal_moves()[-1])
        player.wait(1)
    moves = player.game.moves
    for _ in range(moves):
        player.press("Undo")
    assert player.game.columns == start
    assert player.game.moves == 2 * moves


# Both


@pytest.mark.parametrize("system", ["app", "skill"])
def test_pause_stops_the_clock_and_covers_the_cards(sit_down, system):
    player = sit_down(system)
    if system == "skill":
        player.press("PLAY")
    player.wait(5)
    player.press("Pause")
    seconds = player.game.seconds
    assert player.app.panel.covers
    player.wait(30)
    assert player.game.seconds == seconds
    player.press("Go on")
    player.wait(3)
    assert player.game.seconds > seconds


@pytest.mark.parametrize("system", ["app", "skill"])
def test_the_question_mark_opens_the_rules(sit_down, system):
    player = sit_down(system)
    if system == "skill":
        player.press("PLAY")
    player.press("?")
    assert player.app.panel.title == "How to play"
    player.key("escape")
    assert player.app.panel is None


def test_sound_can_be_turned_off(sit_down):
    player = sit_down("skill")
    player.press("PLAY")
    player.press("Menu")
    player.press("Sound: on")
    player.press("Back to the cards")
    player.heard.clear()
    player.app.table.play(*player.game.legal_moves()[-1])
    assert player.heard == []


def test_hint_points_at_a_legal_move(sit_down):
    player = sit_down()
    player.press("Hint")
    player.until(lambda: player.app.aides.hint is not None)
    assert player.app.aides.hint in player.game.legal_moves()
    assert "Hint" in player.app.line[0]


def test_an_agent_plays_on_and_the_cards_are_taken_back(sit_down):
    player = sit_down()
    player.press("Menu")
    player.press("Let an agent play")
    player.press("first")
    player.until(lambda: player.game.moves >= 3)
    player.press("Take back the cards")
    moves = player.game.moves
    player.wait(5)
    assert player.app.aides.playing is None
    assert player.game.moves == moves
    card, place = column_move(player.game)
    player.drag(card, place)
    assert player.game.moves == moves + 1


def test_keys_alone_can_play(sit_down):
    player = sit_down()
    card, place = next(
        move for move in player.game.legal_moves()
        if move[1] != FOUNDATION and move[0] in [column[-1] for column in player.game.columns]
    )  # fmt: skip
    home = next(i for i, column in enumerate(player.game.columns) if card in column)
    player.key("left")  # the first arrow only shows the cursor
    while player.app.cursor.place != home:
        player.key("right" if player.app.cursor.place < home else "left")
    board = lay_board(player.app.board, 640).board
    for _ in range(30):
        if player.app.cursor.hit(board).card == card:
            break
        player.key("down")
    player.key("return")
    assert player.app.table.lifted == (card,)
    while player.app.cursor.place != place:
        player.key("right" if player.app.cursor.place < place else "left")
    player.key("return")
    assert card in player.game.columns[place]


def test_a_spoilt_save_is_told_of_and_kept(sit_down, tmp_path):
    (tmp_path / "app-game-1.json").write_text("{", encoding="utf-8")
    player = sit_down()
    player.wait(1)
    assert "could not be read" in player.words()
    assert (tmp_path / "app-game-1.unreadable-1.json").read_text(encoding="utf-8") == "{"
    player.press("OK")
    assert player.game.deal == CODE


def test_any_size_of_window_shows_the_table(sit_down):
    player = sit_down()
    for size in ((480, 400), (1600, 900)):
        player.post(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        assert player.app.picture().size[0] >= 400
        assert np.asarray(player.app.picture()).std() > 10


def test_closing_the_window_keeps_the_game(sit_down):
    player = sit_down()
    player.post(pygame.QUIT)
    assert not player.app.is_open


# Both


def test_another_deal_than_the_saved_one_is_asked_about_and_dealt(sit_down):
    sit_down(deal=CODE).window.close()
    player = sit_down(deal="YU1-R-AAAAAAB")
    assert player.game.deal == CODE
    player.press("Give it up")
    assert player.game.deal == "YU1-R-AAAAAAB"


def test_skill_bar_names_the_level_also_while_cards_fly(sit_down):
    player = sit_down("skill")
    player.press("PLAY")
    player.app.table.play(*player.game.legal_moves()[0])
    view = view_of(player.app)
    assert [view.board.deal, view.flight[0].deal] == ["Easy", "Easy"]
    player.wait(2)
    player.press("Menu")
    player.press("Levels, results")
    player.press("Medium")
    player.press("CONTINUE")
    assert player.app.board.deal == "Easy"


def test_skill_rules_can_be_read_before_the_first_deal(sit_down):
    player = sit_down("skill")
    player.press("?")
    assert player.app.panel.title == "How to play"
    player.press("Back")
    assert "PLAY" in player.labels()


def test_the_clock_stands_still_while_a_hint_is_looked_for(sit_down):
    player = sit_down()
    found = Event()
    player.game.found = BlockingFound(found)
    player.press("Hint")
    seconds = player.game.seconds
    player.wait(30)
    assert player.game.seconds == seconds
    found.set()
    player.until(lambda: player.app.aides.hint is not None)
    player.wait(2)
    assert player.game.seconds > seconds


class BlockingFound(dict):
    """What is known of winning lines, by one who takes his time."""

    def __init__(self, found):
        self._found = found

    def __contains__(self, board):
        self._found.wait()
        return super().__contains__(board)


def test_a_new_deal_forgets_the_hint(sit_down):
    player = sit_down()
    player.press("Hint")
    player.until(lambda: player.app.aides.hint is not None)
    player.press("New game")
    player.press("Play")
    assert player.app.aides.hint is None


@pytest.mark.parametrize("when", ["__init__", "begin", "choose"])
def test_an_agent_that_fails_does_not_end_the_game(sit_down, when):
    def fails(*_):
        raise ImportError("torch is not installed")

    player = sit_down(deal=CODE, agents={"broken": type("Broken", (FirstMove,), {when: fails})})
    player.app.aides.begin("broken")
    player.until(lambda: player.app.aides.playing is None)
    assert player.app.line == ("broken has failed: torch is not installed", True)
    player.app.table.play(*player.game.legal_moves()[0])
    assert player.game.moves == 1


def test_held_by_keys_the_cards_show_where_they_would_go(sit_down):
    player = sit_down()
    player.key("right")
    player.key("return")
    player.key("right")
    [mark] = [rect for rect, colour in view_of(player.app).marks if colour == BLUE]
    assert mark == lay_board(player.app.board, player.app.stage.board.width).columns[1][-1]


def test_the_sound_key_says_what_it_did(sit_down):
    player = sit_down()
    player.key("m")
    assert player.app.line == ("Sound is off.", False)
    player.key("m")
    assert player.app.line == ("Sound is on.", False)
