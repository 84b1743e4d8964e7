"""``python -m bench [--write] [name ...]``: measure and print the table.

``--write`` puts the tables into ``docs/benchmarks.md``, whose text says what the references do.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
from collections.abc import Callable, Sequence
from pathlib import Path

from bench import history, moves, pictures, running, strength, suggestions
from bench.games import (
    astral_sailors,
    astralis,
    colonial_space_wars,
    cosmic_conflict,
    galaxy_aflame,
)
from bench.measure import Figure

# The pictures late: what follows isal's deflate in a process is slower for a while.
PARTS: dict[str, Callable[[], list[Figure]]] = {
    "boardgame.io": astralis.boardgame_io,
    "python-chess": astralis.python_chess,
    "commit": moves.commit,
    "pictures": pictures.pictures,
    "panels": pictures.panels,
    "whole-move": moves.whole_move,
    "delivered": moves.delivered,
    "postgres": moves.postgres,
    "sailors": astral_sailors.sailors,
    "sailors-attack": astral_sailors.whole_attack,
    "colonial": colonial_space_wars.colonial,
    "colonial-order": colonial_space_wars.whole_order,
    "galaxy": galaxy_aflame.galaxy,
    "galaxy-shot": galaxy_aflame.whole_shot,
    "cosmic": cosmic_conflict.cosmic,
    "cosmic-activation": cosmic_conflict.whole_activation,
    "designing": cosmic_conflict.designing,
    "cosmic-pace": cosmic_conflict.cosmic_pace,
    "self-play": strength.self_play,
    "strength": strength.strength,
    "suggestions": suggestions.measure_suggestions,
    "looking-back": history.looking_back,
    "growth": history.growth,
    "animation": pictures.animations,
    "replays": pictures.replays,
    "questions": astral_sailors.questions,
    "digest": astral_sailors.digest,
    "sketch": pictures.sketches,
    "event-loop": running.event_loop,
    "moving": running.moving,
    "tournament": running.tournament,
    "at-rest": running.at_rest,
    "memory": running.memory,
}
PAGE = Path(__file__).parents[1] / "docs" / "benchmarks.md"
HEAD = """\
| what | ours | reference | ratio | at most | goal | met |
|---|---:|---:|---:|---:|---:|---|
"""


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
    sign = "≥" if figure.at_least else "≤"
    bounds = (
        "" if bound is None else f"{sign} {readable(bound)}"
        for bound in (figure.limit, figure.goal)
    )
    return f"| {' | '.join((name, *numbers, readable(figure.ratio), *bounds, met))} |"


def replace_tables(page: str, *tables: Sequence[str]) -> str:
    """Put rows in the place of those of the first table of the page, and so on."""
    first, *rest = re.split(rf"{re.escape(HEAD)}(?:\|.*\n)*", page)
    filled = (HEAD + "".join(f"{row}\n" for row in rows) for rows in tables)
    return first + "".join(table + after for table, after in zip(filled, rest, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE.name}")
    parser.add_argument("parts", nargs="*", metavar="name", help=f"of {', '.join(PARTS)}")
    wanted = parser.parse_args()
    unknown = set(wanted.parts) - set(PARTS)
    if unknown:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    machine = f"Python {platform.python_version()}, {os.cpu_count()} CPUs, {platform.machine()}"
    print(f"{machine}\n")
    print(HEAD, end="")
    rows = []
    for name in wanted.parts or PARTS:
        for figure in PARTS[name]():
            rows.append(row(figure))
            print(rows[-1], flush=True)
    if wanted.write:
        text = re.sub(r"Python [^()]* CPUs, [^()]*", machine, PAGE.read_text(encoding="utf-8"))
        PAGE.write_text(replace_tables(text, rows, [*map(row, strength.series())]), "utf-8")


if __name__ == "__main__":
    main()
