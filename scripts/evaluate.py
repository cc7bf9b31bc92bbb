"""Play an agent on numbered deals and say how it fares.

example:
  python -m scripts.evaluate --agent greedy --deals 1000
  python -m scripts.evaluate --agent random --variant relaxed --deals 200 --json result.json
"""

import json
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from agents import AGENTS
from agents.evaluation import GameResult, Summary, play_deals, summarise
from scripts.common import (
    Parser,
    check_writable,
    chunked,
    default_workers,
    in_parallel,
    positive,
    run,
    write_text,
)
from yukon_env.core.deals import NUM_DEALS, check_number
from yukon_env.core.record import Record, save_records
from yukon_env.core.rules import VARIANTS


def main() -> int:
    """Parse, play, print."""
    args = _parse()
    check_number(args.first_deal)
    if args.first_deal + args.deals > NUM_DEALS:
        raise ValueError(f"the last deal is {NUM_DEALS - 1}: take fewer, or begin earlier")
    check_writable(args.json)
    check_writable(args.records)
    deals = range(args.first_deal, args.first_deal + args.deals)
    work = partial(_play, args.agent, args.variant, args.records is not None)
    pieces = chunked(deals, args.workers)
    played = sorted(
        in_parallel(work, pieces, args.workers, f"{args.agent}, {args.variant}"),
        key=lambda one: one[0].deal,
    )
    results = [result for result, _ in played]
    if args.records:
        save_records((record for _, record in played), args.records)
    summary = summarise(results)
    if args.json:
        write_text(args.json, json.dumps(_as_json(args, summary, results), indent=1) + "\n")
    Console().print(_table(args, summary))
    return 0


def _parse() -> Any:
    parser = Parser("scripts.evaluate", __doc__)
    parser.add_argument("--agent", choices=sorted(AGENTS), required=True)
    parser.add_argument("--variant", choices=VARIANTS, default="classic")
    parser.add_argument("--deals", type=positive, default=1000, metavar="N", help="how many (1000)")
    parser.add_argument("--first-deal", type=int, default=1, metavar="K", help="the first (1)")
    parser.add_argument(
        "--workers", type=positive, default=default_workers(), metavar="W", help="processes"
    )
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all results to FILE")
    parser.add_argument("--records", type=Path, metavar="FILE", help="write the games to FILE")
    return parser.parse_args()


def _play(
    agent: str, variant: str, keep_records: bool, deals: range
) -> list[tuple[GameResult, Record | None]]:
    return list(play_deals(agent, variant, deals, keep_records))


def _as_json(args: Any, summary: Summary, results: list[GameResult]) -> dict[str, Any]:
    return {
        "agent": args.agent,
        "variant": args.variant,
        "first_deal": args.first_deal,
        **asdict(summary),
        "results": [asdict(result) for result in results],
    }


def _table(args: Any, summary: Summary) -> Table:
    last = args.first_deal + args.deals - 1
    table = Table(title=f"{args.agent} on {args.variant} deals {args.first_deal}..{last}")
    for title in ("wins", "win rate", "95 % interval", "net score", "moves", "ms a game"):
        table.add_column(title, justify="right")
    table.add_row(
        f"{summary.wins} of {summary.games}",
        f"{summary.wins / summary.games:.1%}",
        f"{summary.low:.1%} to {summary.high:.1%}",
        f"{summary.net_score:.0f}",
        f"{summary.moves:.0f}",
        f"{summary.seconds * 1000:.3g}",
    )
    return table


if __name__ == "__main__":
    run(main, "evaluate")
