"""The page in a real browser. Skipped where there is none, unless YUKON_BROWSER=required."""

import json
import os
import shutil

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

from agents.evaluation import play_deals
from yukon_env.core.cards import card_label
from yukon_env.core.record import Record
from yukon_env.core.thoughts import Thoughts
from yukon_env.render import write_page
from yukon_env.render.board import Board

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
IS_REQUIRED = os.environ.get("YUKON_BROWSER") == "required"
pytestmark = pytest.mark.skipif(
    not (BROWSER and DRIVER) and not IS_REQUIRED, reason="neither chromium nor chromedriver"
)

ON_THE_TABLE = """
return [...document.querySelectorAll("#cards > .card:not(.ghost)")].map((card) => [
  Number(card.dataset.place), Number(card.dataset.depth),
  card.dataset.card === undefined ? null : Number(card.dataset.card)]);
"""


@pytest.fixture(scope="module")
def browser():
    assert BROWSER and DRIVER, "YUKON_BROWSER=required, but chromium or chromedriver is missing"
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1280,800"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options, webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture(scope="module")
def records():
    """Two games; the first player says what it thinks of its first move."""
    first, second = (
        record for _, record in play_deals("greedy", "classic", [1, 3], keep_records=True)
    )
    final = first.final()
    shares = dict(zip(first.start().legal_moves(), (0.75, 0.25), strict=False))
    thoughts = [Thoughts(0.5, shares), *[None] * (len(first.moves) - 1)]
    return [Record.of(final, "<b>me</b>", thoughts), second]


@pytest.fixture
def page(browser, records, tmp_path):
    write_page(records, tmp_path / "games.html")
    browser.get_log("browser"), browser.get_log("performance")
    browser.get((tmp_path / "games.html").as_uri())
    yield browser
    assert browser.get_log("browser") == []


def press(page, *keys):
    page.switch_to.active_element.send_keys(*keys)


def find(page, name):
    return page.find_element(By.ID, name)


def position(page):
    return int(find(page, "scrubber").get_attribute("value"))


def shows(page, game):
    """Whether the cards on the table are those of a game's visible board, each in its place."""
    board = Board.of(game)
    expected = [
        [place, depth, card]
        for place, column in enumerate(board.columns)
        for depth, card in enumerate(column)
    ]
    for suit, count in enumerate(board.foundations):
        expected += [[7, i, suit * 13 + i] for i in range(count)]
    key = lambda spot: (spot[:2], spot[2] or 0)  # noqa: E731
    return sorted(page.execute_script(ON_THE_TABLE), key=key) == sorted(expected, key=key)


def test_it_plays_to_the_end(page, records):
    games = list(records[0].games())
    assert shows(page, games[0])
    press(page, Keys.END, Keys.ARROW_LEFT * 20, "+++", " ")
    assert find(page, "play").get_attribute("aria-label") == "Pause"
    WebDriverWait(page, 60, 0.1).until(lambda _: position(page) == len(records[0].moves))
    assert shows(page, games[-1])
    assert find(page, "score").text == str(games[-1].score)
    assert find(page, "result").text == "Won"
    assert find(page, "play").get_attribute("aria-label") == "Play"


def test_nothing_comes_from_the_network(page):
    press(page, Keys.END)
    messages = [json.loads(entry["message"])["message"] for entry in page.get_log("performance")]
    requests = [
        message["params"]["request"]["url"]
        for message in messages
        if message["method"] == "Network.requestWillBeSent"
    ]
    assert [url for url in requests if not url.startswith(("file:", "data:"))] == []
    assert any(url.endswith("games.html") for url in requests)


def test_every_step_shows_its_board(page, records):
    games = list(records[0].games())
    for number, game in list(enumerate(games))[:30]:
        assert position(page) == number
        assert shows(page, game), number
        press(page, Keys.ARROW_RIGHT)
    press(page, Keys.ARROW_LEFT)
    assert shows(page, games[29])


def test_keys(page, records):
    last = len(records[0].moves)
    for keys, expected in [
        (Keys.ARROW_RIGHT * 3, 3),
        (Keys.ARROW_LEFT, 2),
        (Keys.END, last),
        (Keys.ARROW_RIGHT, last),
        (Keys.HOME, 0),
        (Keys.ARROW_LEFT, 0),
    ]:
        press(page, keys)
        assert position(page) == expected
    for keys, speed in [("+", "2×"), ("--", "0.5×"), ("----", "0.25×"), ("+" * 9, "8×")]:
        press(page, keys)
        assert find(page, "speed").text == speed
    press(page, " ", " ")
    assert find(page, "play").get_attribute("aria-label") == "Play"


def test_the_mouse_and_the_scrubber(page, records):
    games = list(records[0].games())
    find(page, "on").click()
    assert position(page) == 1
    page.find_elements(By.CSS_SELECTOR, "#moves button")[5].click()
    assert shows(page, games[5])
    current = page.find_elements(By.CSS_SELECTOR, "#moves [aria-current]")
    card = card_label(games[4].move(games[5].log[-1])[0])
    assert [each.text.split()[0] for each in current] == [card]
    page.execute_script(
        "const s = document.getElementById('scrubber');"
        "s.value = 40; s.dispatchEvent(new Event('input'));"
    )
    assert shows(page, games[40])
    find(page, "scrubber").send_keys(Keys.ARROW_RIGHT)
    assert shows(page, games[41])


def test_thoughts(page):
    assert find(page, "percent").text == "50 %"
    weighed = page.find_elements(By.CSS_SELECTOR, "#weighed .share")
    assert [each.text for each in weighed] == ["75 %", "25 %"]
    press(page, Keys.ARROW_RIGHT)
    assert not find(page, "chance").is_displayed()
    assert find(page, "silent").is_displayed()


def test_another_game(page, records):
    assert find(page, "player").text == "<b>me</b>"
    press(page, Keys.ARROW_RIGHT)
    Select(find(page, "games")).select_by_index(1)
    assert shows(page, records[1].start())
    assert (position(page), find(page, "player").text) == (0, "greedy")
    assert records[1].deal in find(page, "about").text
    assert not find(page, "thoughts").is_displayed()


@pytest.mark.parametrize("width", [360, 800, 1280])
def test_nothing_is_wider_than_the_screen(page, records, width):
    screen = {"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": width < 600}
    page.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)
    try:
        press(page, Keys.END, Keys.ARROW_LEFT)
        assert page.execute_script("return document.documentElement.scrollWidth") <= width
        assert shows(page, list(records[0].games())[-2])
        box = find(page, "board").rect
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    finally:
        page.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
