"""Play Yukon in a window: by the Yukon Solitaire app's rules, or by those of skill.games.

example:
  python -m scripts.play
  python -m scripts.play --variant relaxed
  python -m scripts.play --deal YU1-C-AAAAAAB
  python -m scripts.play --system skill --level easy

The game is kept after every move; the next start goes on with it. F1 shows the rules, F2 the keys.
"""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from agents import AGENTS
from agents.agent import Agent
from agents.companion import Companion
from scripts.common import Parser, run
from yukon_env.play.levels import LEVELS, SYSTEM_NAMES, SYSTEMS, Level, find_level, level_of_code


def main() -> int:
    """Parse, and play until the window is closed."""
    args = _parse()
    level = _level(args)
    # These say in a line what is not installed.
    from yukon_env.play.app import App
    from yukon_env.play.sound import Sounds
    from yukon_env.play.store import Store, data_folder
    from yukon_env.play.window import PlayWindow
    from yukon_env.render.pillow import require_pillow
    from yukon_env.render.window import require_pygame

    require_pillow()
    pygame = require_pygame()
    store = Store(args.data or data_folder(), args.system)
    try:
        app = App(
            store,
            agents={name: partial(_companion, make) for name, make in AGENTS.items()},
            level=level,
            deal=args.deal,
        )
        window = PlayWindow(app, f"Yukon ({SYSTEM_NAMES[args.system]})")
        sounds = Sounds(pygame)
        if sounds.works:
            app.use_sound(sounds.play)
        window.run()
    finally:
        store.close()
    return 0


def _parse() -> Any:
    levels = {system: [level.name for level in LEVELS[system]] for system in SYSTEMS}
    parser = Parser("scripts.play", __doc__)
    parser.add_argument("--system", choices=SYSTEMS, help="whose rules (app)")
    parser.add_argument("--level", choices=levels["skill"], help="of skill.games (easy)")
    parser.add_argument("--variant", choices=levels["app"], help="of the app (classic)")
    parser.add_argument("--deal", metavar="CODE", help="a deal's code, which says the variant")
    parser.add_argument("--data", type=Path, metavar="DIR", help="where games are kept")
    args = parser.parse_args()
    args.system = args.system or ("skill" if args.level else "app")
    if args.system == "skill" and (args.variant or args.deal):
        parser.error("--variant and --deal are of the app; skill.games has --level")
    if args.system == "app" and args.level:
        parser.error("--level is of skill.games; the app has --variant and --deal")
    return args


def _level(args: Any) -> Level | None:
    """The level or variant that was asked for."""
    if args.deal is not None:
        level = level_of_code(args.deal)
        if args.variant not in (None, level.name):
            raise ValueError(f"{args.deal} is a {level.name} deal, not a {args.variant} one")
        return level
    name = args.level or args.variant
    return find_level(args.system, name) if name else None


def _companion(make: Callable[[], Agent]) -> Companion:
    return Companion(make())


if __name__ == "__main__":
    run(main, "play")
