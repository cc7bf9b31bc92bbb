"""Solve deals with every card known, or survey how many of many deals can be won.

example:
  python -m scripts.solve YU1-C-AAAAAAB
  python -m scripts.solve 1 2 3 --variant russian --record won.jsonl
  python -m scripts.solve --survey 1000 --variant all --file survey.jsonl
"""

import json
import time
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from agents.evaluation import wilson_interval
from scripts.common import (
    Parser,
    check_writable,
    chunked,
    default_workers,
    in_parallel,
    positive,
    run,
)
from yukon_env.core.deals import NUM_DEALS, check_number
from yukon_env.core.game import Game
from yukon_env.core.notation import move_text
from yukon_env.core.record import Record, save_records
from yukon_env.core.rules import VARIANTS, Rules
from yukon_env.solver import solve

PLAYER = "solver"
_FIGURES = (
    "won",
    "lost",
    "unknown",
    "nodes, median/p95/p99",
    "ms, median/p95/p99",
    "moves, median/longest",
    "nodes a second",
)


def main() -> int:
    """Parse, then solve the deals named or survey many."""
    args = _parse()
    if args.survey is None:
        return _solve_named(args)
    return _survey(args)


def _parse() -> Any:
    parser = Parser("scripts.solve", __doc__)
    parser.add_argument("deals", nargs="*", metavar="CODE|NUMBER", help="deals to solve")
    parser.add_argument("--variant", choices=(*VARIANTS, "all"), help="of numbers [classic]")
    parser.add_argument("--max-nodes", type=positive, default=3_000_000, metavar="N")
    parser.add_argument("--record", type=Path, metavar="FILE", help="save the games won")
    parser.add_argument("--survey", type=positive, metavar="N", help="solve N deals and count")
    parser.add_argument("--first-deal", type=int, default=1, metavar="K")
    parser.add_argument("--workers", type=positive, default=default_workers(), metavar="W")
    parser.add_argument("--file", type=Path, help="keep the survey's results, to go on from")
    args = parser.parse_args()
    if bool(args.deals) == (args.survey is not None):
        parser.error("give either deals to solve or --survey N")
    if args.deals and (args.variant == "all" or args.file):
        parser.error("--variant all and --file go with --survey")
    if args.survey and args.record:
        parser.error("--record goes with deals to solve")
    return args


def _solve_named(args: Any) -> int:
    check_writable(args.record)
    console = Console(highlight=False)
    records = []
    solve(1, max_nodes=1000)  # compile or load before the clock runs
    try:
        for text in args.deals:
            game = _game(text, args.variant)
            start = time.perf_counter()
            solution = solve(game, max_nodes=args.max_nodes)
            milliseconds = 1000 * (time.perf_counter() - start)
            console.print(
                f"{game.deal}: {solution.verdict}, {solution.nodes:,} nodes, {milliseconds:,.1f} ms"
                + (f", {len(solution.moves)} moves" if solution.moves else "")
            )
            if solution.moves:
                console.print(" ".join(move_text(*move) for move in solution.moves), soft_wrap=True)
                for move in solution.moves:
                    game.play(*move)
                records.append(Record.of(game, PLAYER))
    finally:
        if args.record and records:
            save_records(records, args.record)
    return 0


def _game(text: str, variant: str | None) -> Game:
    if text.isdecimal():
        return Game(int(text), Rules(variant=variant or "classic"))
    return Game(text, Rules(variant=variant) if variant else None)


def _survey(args: Any) -> int:
    check_number(args.first_deal)
    if args.first_deal + args.survey > NUM_DEALS:
        raise ValueError(f"the last deal is {NUM_DEALS - 1}: take fewer, or begin earlier")
    variants = VARIANTS if args.variant == "all" else (args.variant or "classic",)
    deals = range(args.first_deal, args.first_deal + args.survey)
    figures = [_figures(_results(args, variant, deals)) for variant in variants]
    Console().print(_table(deals, variants, figures))
    return 0


def _results(args: Any, variant: str, deals: range) -> list[dict[str, Any]]:
    known = _load(args.file, args.max_nodes) if args.file else {}
    todo = [deal for deal in deals if (variant, deal) not in known]
    work = partial(_solve_piece, variant, args.max_nodes)
    pieces = chunked(todo, args.workers) if todo else []
    found: Iterable[dict[str, Any]] = in_parallel(work, pieces, args.workers, variant)
    if args.file:
        found = _kept(found, args.file)
    for result in found:
        known[variant, result["deal"]] = result
    return [known[variant, deal] for deal in deals]


def _solve_piece(variant: str, max_nodes: int, deals: Iterable[int]) -> list[dict[str, Any]]:
    solve(1, "classic", max_nodes=1000)  # compile or load before the clock runs
    results = []
    for deal in deals:
        start = time.perf_counter()
        solution = solve(deal, variant, max_nodes=max_nodes)
        results.append(
            {
                "variant": variant,
                "max_nodes": max_nodes,
                "deal": deal,
                "verdict": solution.verdict,
                "nodes": solution.nodes,
                "ms": round(1000 * (time.perf_counter() - start), 3),
                "moves": len(solution.moves),
            }
        )
    return results


def _kept(results: Iterable[dict[str, Any]], path: Path) -> Iterable[dict[str, Any]]:
    with path.open("a", encoding="utf-8") as file:
        for result in results:
            file.write(json.dumps(result) + "\n")
            file.flush()
            yield result


def _load(path: Path, max_nodes: int) -> dict[tuple[str, int], dict[str, Any]]:
    """The results in a survey's file; a torn last line is cut off."""
    if not path.exists():
        check_writable(path)
        return {}
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    results = {}
    for number, line in enumerate(whole.decode("utf-8").splitlines(), 1):
        try:
            result = json.loads(line)
            key = (result["variant"], result["deal"])
            complete = {"verdict", "nodes", "ms", "moves", "max_nodes"} <= set(result)
        except (ValueError, TypeError, KeyError):
            complete = False
        if not complete:
            raise ValueError(f"{path}, line {number}: no result of a survey")
        if result["max_nodes"] != max_nodes:
            raise ValueError(
                f"{path} was made with --max-nodes {result['max_nodes']}, not {max_nodes}: "
                "give the same, or another file"
            )
        results[key] = result
    if len(whole) < len(data):
        with path.open("r+b") as file:
            file.truncate(len(whole))
    return results


def _table(deals: range, variants: Sequence[str], figures: Sequence[Sequence[str]]) -> Table:
    table = Table(title=f"deals {deals[0]} to {deals[-1]}, every card known; 95 % Wilson intervals")
    table.add_column("")
    for variant in variants:
        table.add_column(variant, justify="right")
    for row in zip(_FIGURES, *figures, strict=True):
        table.add_row(*row)
    return table


def _figures(results: list[dict[str, Any]]) -> list[str]:
    """What ``_FIGURES`` names, of one variant."""
    verdicts = [result["verdict"] for result in results]
    nodes = np.array([result["nodes"] for result in results])
    ms = np.array([result["ms"] for result in results])
    moves = [result["moves"] for result in results if result["verdict"] == "won"]
    shares = [_share(verdicts.count(name), len(verdicts)) for name in ("won", "lost", "unknown")]
    return [
        *shares,
        "/".join(f"{value:,.0f}" for value in np.percentile(nodes, (50, 95, 99))),
        "/".join(f"{value:,.2f}" for value in np.percentile(ms, (50, 95, 99))),
        f"{np.median(moves):.0f}/{max(moves)}" if moves else "-",
        f"{1000 * nodes.sum() / max(ms.sum(), 1e-9):,.0f}",
    ]


def _share(count: int, total: int) -> str:
    low, high = wilson_interval(count, total)
    return f"{count}: {100 * count / total:.2f} % ({100 * low:.2f}-{100 * high:.2f})"


if __name__ == "__main__":
    run(main, "solve")
