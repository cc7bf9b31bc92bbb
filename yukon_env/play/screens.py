"""Each dialogue of the game, and the row of buttons above the table."""

from typing import TYPE_CHECKING

from yukon_env.play.levels import APP, LEVELS, SKILL, Level, level_of_code
from yukon_env.play.panels import Button, Buttons, Entry, Figures, Panel, Part, Words
from yukon_env.play.words import KEYS, clock_words, rules_words

if TYPE_CHECKING:
    from yukon_env.play.app import App

_SWITCHES = {
    "show_places": "Show places",
    "show_rules": "Show rules",
    "double_tap": "Double tap",
    "auto_place": "Auto-place",
}


def toolbar(app: "App") -> tuple[Button, ...]:
    """The buttons above the table."""
    if app.aides.playing is not None:
        return (Button("Take back the cards", lambda: _take_back(app), main=True),)
    new = Button("New game", lambda: app.open(new_game(app, app.level)))
    if app.system == SKILL:
        new = Button("New deal", lambda: app.offer_deal(app.level))
    return (
        Button("Menu", lambda: app.open(menu(app))),
        new,
        Button("Undo", app.undo),
        Button("Hint", app.aides.ask_hint),
        Button("Pause", lambda: app.open(pause(app))),
        Button("?", lambda: app.open(rules(app))),
    )


def _take_back(app: "App") -> None:
    app.aides.dismiss()


def start(app: "App") -> Panel:
    """skill.games' first window: the level, its results, PLAY and CONTINUE."""

    def choose(level: Level) -> None:
        app.level = level
        app.open(start(app))

    levels = tuple(
        Button(level.label, lambda level=level: choose(level), chosen=level == app.level)  # type: ignore[misc]
        for level in LEVELS[SKILL]
    )
    under_way = app.session.is_under_way
    play = [Button("PLAY", lambda: app.offer_deal(app.level), main=not under_way)]
    parts: list[Part] = [
        Words("Choose a level."),
        Buttons(levels),
        Words(app.level.about),
        results_figures(app, app.level),
    ]
    if under_way and app.session.deal is not None:
        play.append(Button("CONTINUE", app.close_panel, main=True))
        name = app.session.deal.level.label
        parts.append(Words(f"A deal waits at level {name}: continue it, or it is lost.", "small"))
    play.append(Button("?", lambda: app.open(rules(app))))
    parts.append(Buttons(tuple(play)))
    return Panel("Yukon", parts, app.close_panel if under_way else app.leave, covers=True)


def results_figures(app: "App", level: Level) -> Figures:
    """The statistics of a level."""
    found = app.session.statistics(level)
    return Figures(
        (
            ("won", str(found.won)),
            ("lost", str(found.lost)),
            ("win rate", f"{found.percent} %"),
            ("current streak", str(found.streak)),
            ("best streak", str(found.best_streak)),
        )
    )


def new_game(app: "App", level: Level, entry: Entry | None = None, alarm: str = "") -> Panel:
    """The app's dialogue: the variant, and a code for a certain deal."""
    line = entry or Entry("A deal's code, or nothing for a new one")
    variants = tuple(
        Button(
            one.label,
            lambda one=one: app.open(new_game(app, one, line)),  # type: ignore[misc]
            chosen=one == level,
        )
        for one in LEVELS[APP]
    )

    def play() -> None:
        text = line.text.strip()
        try:
            app.offer_deal(level_of_code(text) if text else level, text or None)
        except ValueError as error:
            app.open(new_game(app, level, line, str(error)))

    return Panel(
        "New game",
        [
            Buttons(variants),
            Words(level.about),
            line,
            *([Words(alarm, "alarm")] if alarm else []),
            Words("A code is like YU1-C-AAAAAAB: the same deal for ever.", "small"),
            Buttons((Button("Play", play, main=True), Button("Cancel", app.close_panel))),
        ],
        app.close_panel,
    )


def give_up(app: "App", level: Level, code: str | None) -> Panel:
    """Ask before a deal under way is given up."""
    deal = app.session.deal
    assert deal is not None
    if app.system == SKILL:
        text = f"Your deal is not finished. It will count as lost at level {deal.level.label}."
    else:
        text = f"Your game {deal.game.deal} is not finished. A new one takes its place."
    keep = Button("Keep playing", app.close_panel, main=True)
    drop = Button("Give it up", lambda: app.start_deal(level, code))
    return Panel("Give up this deal?", [Words(text), Buttons((keep, drop))], app.close_panel)


def menu(app: "App") -> Panel:
    """Everything else that can be done."""
    parts: list[Part] = []
    agents = Button("Let an agent play", lambda: app.open(agents_panel(app)))
    if app.system == SKILL:
        parts += [
            Buttons((Button("Pause", lambda: app.open(pause(app))), *_new_deals(app))),
            Buttons((_sound_button(app), agents)),
        ]
    else:
        for pair in (("show_places", "show_rules"), ("double_tap", "auto_place")):
            parts.append(Buttons(tuple(_switch_button(app, name) for name in pair)))
        parts.append(Buttons((_sound_button(app), agents)))
    pages = (
        Button("Rules", lambda: app.open(rules(app))),
        Button("Keys", lambda: app.open(keys(app))),
    )
    parts.append(Buttons(pages))
    back = Button("Back to the cards", app.close_panel, main=True)
    parts.append(Buttons((Button("Save and leave", app.leave), back)))
    return Panel("Menu", parts, app.close_panel)


def _new_deals(app: "App") -> tuple[Button, ...]:
    return (
        Button("New deal", lambda: app.offer_deal(app.level)),
        Button("Levels, results", lambda: app.open(start(app))),
    )


def _switch_button(app: "App", name: str) -> Button:
    label = f"{_SWITCHES[name]}: {'on' if app.options[name] else 'off'}"
    return Button(label, lambda: _switch(app, name))


def _sound_button(app: "App") -> Button:
    if not app.has_sound:
        return Button("No sound here", lambda: None)
    return Button(
        f"Sound: {'on' if app.options['sound'] else 'off'}", lambda: _switch(app, "sound")
    )


def _switch(app: "App", name: str) -> None:
    focus = app.panel.focus if app.panel is not None else -1
    app.switch(name)
    app.open(menu(app))
    if app.panel is not None:
        app.panel.focus = focus


def pause(app: "App") -> Panel:
    """The clock stands still and the cards are covered."""
    go_on = Button("Go on", app.close_panel, main=True)
    parts: list[Part] = [Words("The clock stands still."), Buttons((go_on,))]
    return Panel("Pause", parts, app.close_panel, covers=True)


def results(app: "App") -> Panel:
    """A game is won: what it took, and at a level what it adds to."""
    deal = app.session.deal
    assert deal is not None
    game = deal.game
    shown = [("time", clock_words(game.seconds)), ("moves", str(game.moves))]
    shown.append(("score", f"{game.score:,}"))
    parts: list[Part] = [Figures(tuple(shown))]
    if app.system == SKILL:
        again = (
            Button("New deal", lambda: app.offer_deal(app.level), main=True),
            Button("Levels", lambda: app.open(start(app))),
        )
        parts += [Words(f"Level {deal.level.label}"), results_figures(app, deal.level)]
        if deal.helped:
            parts.append(Words("An agent helped, so this deal does not count.", "small"))
    else:
        parts.append(Words(f"Deal {game.deal}"))
        again = (
            Button("New game", lambda: app.open(new_game(app, app.level)), main=True),
            Button("Leave", app.leave),
        )
    parts.append(Buttons(again))
    return Panel("You have won!" if not deal.helped else "Won!", parts, again[1].action)


def rules(app: "App") -> Panel:
    """How the game is played, by the system and variant being played."""
    variant = app.level.rules.variant
    words: list[Part] = [Words(text) for text in rules_words(app.system, variant)]
    keys_page = Button("Keys", lambda: app.open(keys(app)))
    return Panel("How to play", [*words, Buttons((keys_page, _back(app)))], _back(app).action)


def keys(app: "App") -> Panel:
    """What each key does."""
    lines: list[Part] = [Words(f"{name}: {text}.") for name, text in KEYS]
    rules_page = Button("Rules", lambda: app.open(rules(app)))
    return Panel("Keys", [*lines, Buttons((rules_page, _back(app)))], _back(app).action)


def _back(app: "App") -> Button:
    """To the cards, or to the first window where no deal is being played."""
    action = app.close_panel if app.table is not None else lambda: app.open(start(app))
    return Button("Back", action, main=True)


def agents_panel(app: "App") -> Panel:
    """Which agent shall play on."""
    leave = app.close_panel

    def begin(name: str) -> None:
        app.close_panel()
        app.aides.begin(name)

    if not app.aides.names:
        words = Words("There are no agents here.")
        return Panel("Agents", [words, Buttons((Button("Back", leave, main=True),))], leave)
    text = "It plays on from here while you watch. Take the cards back whenever you like."
    parts: list[Part] = [Words(text)]
    if app.system == SKILL:
        parts.append(Words("A deal that an agent has helped with does not count as won.", "small"))
    parts += [
        Buttons((Button(name, lambda name=name: begin(name)),))  # type: ignore[misc]
        for name in app.aides.names
    ]
    parts.append(Buttons((Button("Back", leave, main=True),)))
    return Panel("Let an agent play", parts, leave)


def note(app: "App", text: str, behind: Panel | None) -> Panel:
    """Something to read, before what was open."""

    def leave() -> None:
        app.close_panel()
        if behind is not None:
            app.open(behind)

    good = Button("OK", leave, main=True)
    covers = behind is not None and behind.covers
    return Panel("Please note", [Words(text), Buttons((good,))], leave, covers)
