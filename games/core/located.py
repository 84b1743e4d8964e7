"""TOML that people wrote, read so that every fault can be told with its line.

``tomllib`` forgets where a value stood. ``Located`` keeps the values and finds
the lines again: of the n-th ``[[name]]`` and of the fields below it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from games.core.packs import PackFault

LONGEST_LINE = 1000
"""Characters. Long lines are no one's handwriting, and what they hold can take very long to read."""
DEEPEST = 8
"""Brackets in brackets."""
ECHO = 60
"""The most characters of someone's text that a fault may repeat."""


@dataclass(frozen=True, slots=True)
class Located:
    """``values`` as ``tomllib`` reads them, numbers with a point as ``Decimal``."""

    values: Mapping[str, Any]
    headers: Mapping[tuple[str, int], int]
    """Line of the n-th ``[[name]]``, n from 0."""
    fields: Mapping[tuple[str, int, str], int]
    """Line of a field below it; those above all headers under ``("", 0, field)``."""

    def line(self, *path: str | int) -> int:
        """The line of ``units, 3, cost``, or of the nearest thing around it that has one.

        0 when nothing of it was written.
        """
        if len(path) >= 2 and isinstance(path[0], str) and isinstance(path[1], int):
            block = (path[0], path[1])
            if len(path) >= 3 and (*block, str(path[2])) in self.fields:
                return self.fields[*block, str(path[2])]
            if block in self.headers:
                return self.headers[block]
        return self.fields.get(("", 0, str(path[0])), 0) if path else 0


def read(text: str, most: int) -> Located:
    """Read ``text`` of at most ``most`` bytes. Raises ``PackFault`` with the line, nothing else."""
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n")
    length = len(text.encode("utf-8", "surrogatepass"))
    if length > most:
        raise PackFault(0, f"It has {length} bytes; at most {most} are allowed.")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise PackFault(
                number, f"This line has {len(line)} characters; at most {LONGEST_LINE} are allowed."
            )
    headers: dict[tuple[str, int], int] = {}
    fields: dict[tuple[str, int, str], int] = {}
    block = ("", 0)
    for number, statement in _statements(text):
        header = _HEADER.match(statement)
        if header:
            name = header[1].strip("\"'")
            block = (name, sum(1 for known, _ in headers if known == name))
            headers[block] = number
        elif statement.startswith("["):
            block = ("[", number)  # a table in single brackets: its fields are not asked for
        elif field := _FIELD.match(statement):
            fields.setdefault((*block, field[1].strip("\"'")), number)
    return Located(_values(text), headers, fields)


_HEADER = re.compile(r"""\[\[[ \t]*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*\]\]""")
_FIELD = re.compile(r"""("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*[.=]""")

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}'  # strings of several lines
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''  # strings of one line
    r"|#[^\n]*|\n|[\[\]{}]",
    re.DOTALL,
)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The line and the beginning of every statement: of every line outside strings and brackets."""
    number = 1
    depth = 0
    begun = False
    start = 0
    for token in _TOKEN.finditer(text):
        if not begun and text[start : token.start() + 1].strip(" \t\n"):
            begun = True
            if not token[0].startswith("#") or text[start : token.start()].strip(" \t"):
                line = text[start:].split("\n", 1)[0]
                yield number, line.strip(" \t")
        if token[0] in ("[", "{"):
            depth += 1
            if depth > DEEPEST:
                raise PackFault(number, f"More than {DEEPEST} brackets stand inside each other.")
        elif token[0] in ("]", "}"):
            depth = max(0, depth - 1)
        number += token[0].count("\n")
        if token[0] == "\n" and depth == 0:
            begun, start = False, token.end()
        elif token[0] == "\n":
            begun = True
    rest = text[start:].strip(" \t")
    if not begun and rest:
        yield number, rest


def _values(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=_exact)
    except tomllib.TOMLDecodeError as fault:
        message = str(fault)
        place = _PLACE.search(message)
        at_end = text.rstrip("\n").count("\n") + 1
        line = int(place[1]) if place and place[1] else at_end
        raise PackFault(line, _plainly(_PLACE.sub("", message))) from None
    except (ValueError, RecursionError):
        raise PackFault(0, "A number or a bracket in it cannot be read.") from None


_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")

_PLAIN = (
    ("Cannot overwrite a value", "This field stands here for the second time."),
    ("Duplicate inline table key", "A field in these braces stands there twice."),
    ("Cannot declare", "This table has been begun before in another way."),
    ("Cannot mutate", "This table has been closed before."),
)


def _plainly(message: str) -> str:
    """A reason of the parser without what it repeats of the text."""
    for begin, plain in _PLAIN:
        if message.startswith(begin):
            return plain
    return f"This is not valid TOML: {echo(message)}."


def _exact(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:  # an exponent beyond all bounds
        return Decimal("NaN")


def echo(text: object) -> str:
    """At most ``ECHO`` harmless characters of what someone wrote."""
    if not isinstance(text, str):
        return "that"
    clean = "".join(
        letter if letter.isprintable() and letter not in "`*_~|<>@#\\" else "?"
        for letter in text[:ECHO]
    )
    return clean if len(text) <= ECHO else clean[: ECHO - 1] + "…"
