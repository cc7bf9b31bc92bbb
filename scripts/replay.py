"""Watch recorded games, or an agent on a deal: in the terminal, a window, a web page or a film.

example:
  python -m scripts.replay --deal YU1-C-AAAAAAB --agent greedy
  python -m scripts.replay --deal YU1-C-AAAAAAB --agent greedy --to game.gif
  python -m scripts.replay games.jsonl --to games.html
  python -m scripts.replay games.jsonl --game 3 --window

keys in the terminal and in the window:
  space plays and pauses, left and right step, Home and End jump, + and - change the speed, q quits
"""

import os
import sys
from pathlib import Path
from typing import Any

from agents import AGENTS
from agents.evaluation import play_deals
from scripts.common import Parser, check_writable, positive, run
from yukon_env.core.deals import parse_code
from yukon_env.core.record import Record, load_records
from yukon_env.render import (
    Terminal,
    Window,
    board_text,
    supports_colour,
    supports_symbols,
    watch,
    write_movie,
    write_page,
)
from yukon_env.render.playback import SUFFIXES

PAGE = ".html"
KINDS = (PAGE, *SUFFIXES)


def main() -> int:
    """Parse, find the record, show it."""
    args = _parse()
    check_writable(args.to)
    records = _records(args)
    record = records[0]
    if args.to is not None:
        _write(records, args)
    elif args.window:
        _play_window(record)
    elif args.text or not sys.stdout.isatty() or os.environ.get("TERM") == "dumb":
        _show_text(record)
    else:
        _play_text(record)
    return 0


def _parse() -> Any:
    parser = Parser("scripts.replay", __doc__)
    parser.add_argument("record", nargs="?", type=Path, help="a file of recorded games")
    parser.add_argument(
        "--game", type=positive, help="which of the file's games (a page: all; else the first)"
    )
    parser.add_argument("--deal", metavar="CODE", help="a deal code, which says the variant")
    parser.add_argument("--agent", choices=sorted(AGENTS), help="who plays the deal")
    parser.add_argument("--width", type=positive, default=640, help="of a film, in pixels (640)")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--to", type=Path, metavar="FILE", help="write a web page (.html) or film (.gif, .mp4)"
    )
    how.add_argument("--text", action="store_true", help="print every board, one below the other")
    how.add_argument("--window", action="store_true", help="show it in a window")
    args = parser.parse_args()
    if (args.record is None) == (args.deal is None):
        parser.error("name either a file of records or a --deal")
    if (args.deal is None) != (args.agent is None):
        parser.error("--deal and --agent go together")
    if args.to is not None and args.to.suffix.lower() not in KINDS:
        parser.error(f"--to writes {', '.join(KINDS)}, not {args.to.name!r}")
    return args


def _records(args: Any) -> list[Record]:
    """All that were asked for, at least one."""
    if args.record is not None:
        records = load_records(args.record)
        if args.game is None:
            return records
        if args.game > len(records):
            raise ValueError(f"{args.record} holds {len(records)} games, there is no {args.game}")
        return records[args.game - 1 : args.game]
    variant, number = parse_code(args.deal)
    [(_, record)] = play_deals(args.agent, variant, [number], keep_records=True)
    assert record is not None
    return [record]


def _write(records: list[Record], args: Any) -> None:
    if args.to.suffix.lower() == PAGE:
        write_page(records, args.to)
    else:
        if len(records) > 1:
            print(f"{len(records)} games: a film shows one, here the first (see --game)")
            records = records[:1]
        write_movie(records[0].games(), args.to, width=args.width)
    what = _caption(records[0]) if len(records) == 1 else f"{len(records)} games"
    print(f"{args.to}: {what}")


def _caption(record: Record) -> str:
    name = record.deal if isinstance(record.deal, str) else "a given deck"
    end = record.result
    return f"{record.player or 'somebody'} on {name}: {end['outcome']}, score {end['score']}"


def _show_text(record: Record) -> None:
    """Every board, one below the other."""
    colour, symbols = supports_colour(sys.stdout), supports_symbols(sys.stdout)
    for number, (text, game) in enumerate(zip(_labels(record), record.games(), strict=True)):
        print(f"{number}. {text}\n{board_text(game, colour=colour, symbols=symbols)}\n", flush=True)
    print(_caption(record))


def _play_text(record: Record) -> None:
    """In the terminal, in place."""
    labels = _labels(record)
    states = list(record.games())
    with Terminal(lambda position: f"{_caption(record)}\n{labels[position]}") as terminal:
        watch(states, terminal, stays=terminal.has_keys)
    print(_caption(record))


def _play_window(record: Record) -> None:
    watch(list(record.games()), Window(title=_caption(record)))


def _labels(record: Record) -> tuple[str, ...]:
    return ("dealt", *record.moves)


if __name__ == "__main__":
    run(main, "replay")
