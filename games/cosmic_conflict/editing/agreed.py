"""Settings that a referee may change in a running match (4.12)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from games.core.editing.acts import Argument, Former
from games.core.editing.agreed import Agreed
from games.core.notation import Value
from games.cosmic_conflict import agreement
from games.cosmic_conflict.agreement import STANDARD_TABLE, SUMS, Agreement
from games.cosmic_conflict.rules.values import forbid
from games.cosmic_conflict.state import StepBuilder


def _put(builder: StepBuilder, after: Agreement) -> None:
    """The table has some of them too."""
    builder.change(agreement=after)
    builder.table = replace(
        builder.table,
        condition_table=after.results,
        edge=after.edge,
        pws_range=after.pws_range,
        pws_election=after.pws_election,
    )


def _results(_: Any, text: str) -> str:
    if text == STANDARD_TABLE.upper():
        return STANDARD_TABLE
    if not all(each.isdecimal() for each in text.split()):
        raise ValueError
    return " ".join(text.split())


_TABLE = Argument(
    Value[Any, str]("STANDARD or 11 results", _results, lambda text: text.upper(), r"\w+(?: \w+)*"),
    "Which results?",
    lambda _, __: (STANDARD_TABLE, " ".join(["12", *map(str, SUMS[1:-1]), "12"])),
    example="12 3 4 5 6 7 8 9 10 11 12",
)
AGREED = Agreed(
    Agreement,
    partial(forbid, "OPTION", "CC-182"),
    lambda view, name, after: next(agreement.faults(after), None),
    {"condition_table": _TABLE},
    agreement=lambda holder: holder.course.agreement,
    put=_put,
    phase=lambda view: view.course.phase,
)
FORMER = tuple(
    Former(name.replace("_", ""), f"{form} {{value}}", "option", (name.upper(),))
    for name, form in {
        "condition_table": "CONDITIONS",
        "min_turns": "MIN TURNS",
        "max_turns": "MAX TURNS",
        "vc_random": "VC RANDOM",
        "vc_exclude": "VC EXCLUDE",
        "edge": "EDGE",
        "pws_range": "PWS RANGE",
        "pws_election": "PWS BY",
    }.items()
)
