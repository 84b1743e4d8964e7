"""``python -m bench [--write] [name ...]``: measure and print the table."""

from __future__ import annotations

import argparse
import os
import platform
import textwrap
from collections.abc import Callable
from inspect import cleandoc
from pathlib import Path

from bench.games.colonial import colonial, whole_order
from bench.games.cosmic import cosmic, whole_activation
from bench.games.cosmic_pace import cosmic_pace
from bench.games.digest import digest
from bench.games.galaxy import galaxy, whole_shot
from bench.games.questions import questions
from bench.games.rules import boardgame_io, python_chess
from bench.games.sailors import sailors
from bench.games.sailors_attack import whole_attack
from bench.games.self_play import self_play
from bench.host.commit import commit
from bench.host.delivered import delivered
from bench.host.growth import growth
from bench.host.looking_back import looking_back
from bench.host.postgres import postgres
from bench.host.whole_move import whole_move
from bench.measure import Figure
from bench.pictures.animation import animations
from bench.pictures.boards import pictures
from bench.pictures.panels import panels
from bench.pictures.replays import replays
from bench.pictures.sketches import sketches
from bench.running.at_rest import at_rest
from bench.running.event_loop import event_loop
from bench.running.memory import memory
from bench.running.moving import moving
from bench.strength import series, strength

# The pictures late: what follows isal's deflate in a process is slower for a while.
PARTS: dict[str, Callable[[], list[Figure]]] = {
    "boardgame.io": boardgame_io,
    "python-chess": python_chess,
    "commit": commit,
    "pictures": pictures,
    "panels": panels,
    "whole-move": whole_move,
    "delivered": delivered,
    "postgres": postgres,
    "sailors": sailors,
    "sailors-attack": whole_attack,
    "colonial": colonial,
    "colonial-order": whole_order,
    "galaxy": galaxy,
    "galaxy-shot": whole_shot,
    "cosmic": cosmic,
    "cosmic-activation": whole_activation,
    "cosmic-pace": cosmic_pace,
    "self-play": self_play,
    "strength": strength,
    "looking-back": looking_back,
    "growth": growth,
    "animation": animations,
    "replays": replays,
    "questions": questions,
    "digest": digest,
    "sketch": sketches,
    "event-loop": event_loop,
    "moving": moving,
    "at-rest": at_rest,
    "memory": memory,
}
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
HEAD = (
    "| what | ours | reference | ratio | at most | goal | met |",
    "|---|---:|---:|---:|---:|---:|---|",
)


def bound(figure: Figure, value: float | None) -> str:
    if value is None:
        return ""
    return f"{'≥ ' if figure.at_least else '≤ '}{readable(value)}"


def readable(ratio: float) -> str:
    if not ratio:
        return "0"
    return f"{ratio:.3g}" if ratio >= 0.3 else f"1/{1 / ratio:.3g}"


def row(figure: Figure) -> str:
    met = {None: "", True: "yes", False: "**no**"}[figure.meets(figure.limit)]
    if figure.meets(figure.goal):
        met = "goal"
    name = f"{figure.name} ({figure.note})" if figure.note else figure.name
    numbers = (f"{figure.ours:.4g} {figure.unit}", f"{figure.reference:.4g} {figure.unit}")
    bounds = (bound(figure, figure.limit), bound(figure, figure.goal))
    return f"| {' | '.join((name, *numbers, readable(figure.ratio), *bounds, met))} |"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument(
        "--write", action="store_true", help="put the table into docs/benchmarks.md"
    )
    parser.add_argument("parts", nargs="*", metavar="name", help=f"of {', '.join(PARTS)}")
    preferences = parser.parse_args()
    unknown = set(preferences.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    lines = [*HEAD]
    print("\n".join(lines))
    for name in preferences.parts or PARTS:
        for figure in PARTS[name]():
            lines.append(row(figure))
            print(lines[-1], flush=True)
    if preferences.write:
        PAGE.write_text(page(lines), encoding="utf-8")


def page(lines: list[str]) -> str:
    table = "\n".join(lines)
    series_table = "\n".join((*HEAD, *map(row, series())))
    machine = f"Python {platform.python_version()}, {os.cpu_count()} CPUs, {platform.machine()}"
    references = "\n\n".join(
        textwrap.fill(f"**{name}.** {cleandoc(part.__doc__ or '')}", 100, break_on_hyphens=False)
        for name, part in PARTS.items()
    )
    return f"""# Benchmarks

Written by `python -m bench --write`; `make bench` prints the same.

## How it is measured

Only ratios are claimed. Both sides run in turns on the same machine, and their processor time
is taken, of all threads: other work on the machine then counts for neither. Each row is the median
of several such rounds (9, where the module does not say otherwise), after one that is not measured.
What is told of processes of their own (Node.js, starts) is their processor time too. Only delays
of the event loop are by the clock, and so whatever else ran on the machine is in them, as it is in
the idle loop's of the same minutes; delays of panels are by the process's own time. The absolute
numbers show what was divided by what; they differ with the machine and with what else runs there,
and here it was busy ({machine}).

{table}

The last column says "yes" where the bound ("at most", or at least) holds, "**no**" where it does
not, and "goal" where the goal is reached as well; it is empty where nobody has set a bound.

## How well computer players play

Whole series, played by `python -m bench.strength` at one time or another and kept in
`bench/strength.json`.

{series_table}

## What the references do, and why they are fair

The names are those of `python -m bench NAME`.

{references}
"""


if __name__ == "__main__":
    main()
