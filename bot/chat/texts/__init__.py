"""What is said to one person alone about time and people, in their language.

A file for each language, all with the same keys and the same ``{names}``. What everybody reads,
what games say, rules and refusals are in English; so is what a language lacks.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources

ENGLISH = "en"
LANGUAGES: Mapping[str, str] = {ENGLISH: "English", "de": "Deutsch"}
"""By code, each with its own name. A code that has been released stays: it is stored."""


def say(language: str, key: str, /, **values: object) -> str:
    """The text ``table.name`` with ``values`` put in, which are shown as they are given.

    ``language``  a code of ``LANGUAGES``; any other, and the empty one, is English
    """
    text = book(language).get(key) or book(ENGLISH)[key]
    return text.format(**values)


def counted(language: str, count: int, thing: str) -> str:
    """``1 hour``, ``2 hours``: ``thing`` is a key of the table ``count``."""
    return say(language, f"count.{thing}_{'one' if count == 1 else 'many'}", count=count)


@cache
def book(language: str) -> Mapping[str, str]:
    """All texts of a language by key; none of a language that there is not."""
    if language not in LANGUAGES:
        return {}
    file = resources.files(__package__).joinpath(f"{language}.toml")
    tables = tomllib.loads(file.read_text(encoding="utf-8"))
    return {
        f"{table}.{name}": text for table, texts in tables.items() for name, text in texts.items()
    }
