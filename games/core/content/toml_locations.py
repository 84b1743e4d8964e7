"""Parses TOML and locates faults by line.

``tomllib`` forgets the position of a value. ``Located`` keeps the values and finds
their lines: of the n-th ``[[name]]`` and of the fields below it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from games.core.content.packs import PackFault

LONGEST_LINE = 1000
"""Most characters of a line: longer ones could take very long to parse."""
DEEPEST = 8
"""Deepest nesting of brackets."""
ECHO = 60
"""Most characters of somebody else's text that a message quotes."""


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
    """Parse TOML of at most ``most`` bytes, or raise ``PackFault`` with the line."""
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n")
    length = len(text.encode("utf-8", "surrogatepass"))
    if length > most:
        raise PackFault(0, f"The text has {length} bytes; the limit is {most}.")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise PackFault(
                number, f"This line has {len(line)} characters; the limit is {LONGEST_LINE}."
            )
    values = _values(text)
    headers: dict[tuple[str, int], int] = {}
    fields: dict[tuple[str, int, str], int] = {}
    block = ("", 0)
    count: dict[str, int] = {}
    for number, statement in _statements(text):
        if header := _HEADER.match(statement):
            name = header[1].strip("\"'")
            block = (name, count.get(name, 0))
            count[name] = block[1] + 1
            headers[block] = number
        elif statement.startswith("["):
            block = ("[", number)  # a table in single brackets: its fields are not asked for
            fields.setdefault(("", 0, statement[1:].split("]")[0].strip(" \t\"'")), number)
        elif field := _FIELD.match(statement):
            fields.setdefault((*block, field[1].strip("\"'")), number)
    return Located(values, headers, fields)


_HEADER = re.compile(r"""\[\[[ \t]*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*\]\]""")
_FIELD = re.compile(r"""("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*[.=]""")

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}'  # strings of several lines
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''  # strings of one line
    r"|#[^\n]*|\n|[\[\]{}]",
    re.DOTALL,
)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The lines, with their numbers, that begin outside strings and brackets; of valid TOML."""
    number, depth = 1, 0
    inside: set[int] = set()
    for token in _TOKEN.finditer(text):
        if token[0] in ("[", "{"):
            depth += 1
            if depth > DEEPEST:
                raise PackFault(number, _TOO_DEEP)
        elif token[0] in ("]", "}"):
            depth -= 1
        elif token[0] == "\n":
            number += 1
            if depth:
                inside.add(number)
        else:
            for _ in range(token[0].count("\n")):
                number += 1
                inside.add(number)
    for at, line in enumerate(text.split("\n"), 1):
        if at not in inside:
            yield at, line.strip(" \t")


_TOO_DEEP = f"Brackets are nested more than {DEEPEST} deep."


def _deep_line(text: str) -> int:
    """The line on which brackets are nested too deeply."""
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        for letter in line:
            depth += (letter in "[{") - (letter in "]}")
            if depth > DEEPEST:
                return number
    return 0


def _values(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=_exact)
    except tomllib.TOMLDecodeError as fault:
        message = str(fault)
        place = _PLACE.search(message)
        at_end = text.rstrip("\n").count("\n") + 1
        line = int(place[1]) if place and place[1] else at_end
        raise PackFault(line, _plainly(_PLACE.sub("", message))) from None
    except RecursionError:
        raise PackFault(_deep_line(text), _TOO_DEEP) from None
    except ValueError:  # a number with more digits than Python reads
        raise PackFault(0, "A number in the text is too long.") from None


_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")

_PLAIN = (
    ("Cannot overwrite a value", "This field is given twice."),
    ("Duplicate inline table key", "A field in these braces is given twice."),
    ("Cannot declare", "This table has already been started in another way."),
    ("Cannot mutate", "This table has already been closed."),
)


def _plainly(message: str) -> str:
    """The parser's reason without any quoted text."""
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
    """At most ``ECHO`` safe characters of a foreign text."""
    if not isinstance(text, str):
        return "that"
    clean = "".join(
        letter if letter.isprintable() and letter not in "`*_~|<>@#\\" else "?"
        for letter in text[:ECHO]
    )
    return clean if len(text) <= ECHO else clean[: ECHO - 1] + "…"
