"""Parses untrusted JSON within limits and in small steps.

A parser in C holds the interpreter's lock until it is done, even in another thread: the bot
would freeze while it reads a large file in one call. So a text is measured first, token by token;
then the items of the lists in its outermost object (the entries of a match) are parsed one by
one, and the rest separately. See ``docs/adr/0037``.
"""

from __future__ import annotations

import re
from math import isfinite
from typing import Any

from pydantic_core import from_json

DEEPEST = 100
"""Deepest nesting: games need about 12 levels."""
LONGEST_NUMBER = 40
"""Most digits of a number."""
MOST_OF_PIECE = 20_000
"""Most keys and values of one item, parsed within milliseconds."""

_TOKEN = re.compile(
    # No step of the search takes long: a text has an end, and what lies between comes in parts.
    rb'"(?:[^"\\]{1,16}+|\\.){0,70000}+"|[\[\]{}]|[^"\[\]{}]{1,4096}+|"',
    re.DOTALL,
)
_LONG = re.compile(rb"[0-9]{%d}" % (LONGEST_NUMBER + 1))
_QUOTE, _LIST, _OBJECT = b'"[{'
_LIST_END, _OBJECT_END = b"]}"
_HOLE, _HOLE_WRITTEN = "\0", b'"\\u0000"'


class Unfit(ValueError):
    """The text is not JSON, or too large; the message is one line for people."""


def parsed(data: bytes, most_bytes: int, most_parts: int) -> Any:
    """The JSON of a file. Raises ``Unfit``.

    ``most_parts``  keys and values, counted by their marks
    """
    if len(data) > most_bytes:
        raise Unfit(f"The file has {len(data)} bytes; the limit is {most_bytes}.")
    if _parts(data) > most_parts:
        raise Unfit(f"The file has more than {most_parts} parts.")
    outline, pieces = _cut(data)
    raw = _loaded(outline, len(pieces))
    rest = iter(pieces)
    for each in raw.values() if isinstance(raw, dict) else ():
        if isinstance(each, list):
            for at, item in enumerate(each):
                if item == _HOLE:
                    each[at] = _loaded(next(rest, b""))
    if next(rest, None) is not None:  # of a list that stands there twice
        raise Unfit(_NOT_JSON)
    return raw


def _parts(data: bytes) -> int:
    return sum(data.count(mark) for mark in (b",", b":", b"[", b"{"))


def _cut(data: bytes) -> tuple[bytes, list[bytes]]:
    """Split off inner objects and lists, leaving holes in the text."""
    depth = done = begun = 0
    in_list = False
    outline: list[bytes] = []
    pieces: list[bytes] = []
    for token in _TOKEN.finditer(data):
        mark = data[token.start()]
        if mark in (_LIST, _OBJECT):
            depth += 1
            if depth > DEEPEST:
                raise Unfit("The file is damaged: it is nested too deeply.")
            if depth == 2:
                in_list = mark == _LIST
            elif depth == 3 and in_list:
                begun = token.start()
        elif mark in (_LIST_END, _OBJECT_END):
            depth -= 1
            if depth == 2 and in_list:
                outline += (data[done:begun], _HOLE_WRITTEN)
                pieces.append(data[begun : token.end()])
                done = token.end()
        elif mark == _QUOTE:
            if token.end() - token.start() == 1:
                raise Unfit("The file is damaged: a string is unterminated or too long.")
        elif token.end() - token.start() > LONGEST_NUMBER and _LONG.search(token[0]):
            raise Unfit("The file is damaged: a number is too long.")
    return b"".join((*outline, data[done:])), pieces


def _loaded(text: bytes, holes: int = 0) -> Any:
    if _parts(text) - holes > MOST_OF_PIECE:
        raise Unfit(f"The file is damaged: one item has more than {MOST_OF_PIECE} parts.")
    try:
        raw = from_json(text, allow_inf_nan=False)
    except ValueError:
        raise Unfit(_NOT_JSON) from None
    left = [raw]
    while left:
        each = left.pop()
        if isinstance(each, dict):
            left += each.values()
        elif isinstance(each, list):
            left += each
        elif isinstance(each, float) and not isfinite(each):
            raise Unfit("The file is damaged: a number is out of range.")
    return raw


_NOT_JSON = "The file is damaged: it is not JSON in UTF-8."
