"""The rules of a game in our own words, each with its ID.

``rulebook.toml`` of a game is read by ``/rules``, by refusals and by the test
that demands a proof of every rule.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from importlib import resources
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class Rule(BaseModel):
    """One rule.

    ``status`` says where it comes from: the ``source`` text, a ``decision`` of
    ours where the source is silent (then ``reason`` says why), or an ``option``
    of the match. ``section`` names the place in the source.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    id: str = Field(pattern=r"^[A-Z0-9]+(-[A-Z0-9]+)+$")
    title: str = Field(min_length=1, max_length=80)
    text: str = Field(min_length=1, max_length=1500)
    status: Literal["source", "decision", "option"] = "source"
    section: str = ""
    reason: str = ""


class Chapter(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    title: str
    rules: tuple[Rule, ...]


class Rulebook(BaseModel):
    """All rules of a game, in the order in which a newcomer should read them."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    title: str
    credit: str
    summary: str
    chapters: tuple[Chapter, ...]

    @classmethod
    def of(cls, package: str) -> Rulebook:
        """Read ``rulebook.toml`` of ``package``.

        Raises ``pydantic.ValidationError`` or ``ValueError`` (for an ID that
        stands twice): a broken rulebook is a broken game, and ends the start.
        """
        raw = resources.files(package).joinpath("rulebook.toml").read_text(encoding="utf-8")
        book = cls.model_validate(tomllib.loads(raw))
        if len(book.by_id) != sum(1 for _ in book):
            raise ValueError(f"{package}: rulebook.toml has a rule ID twice")
        return book

    def __iter__(self) -> Iterator[Rule]:  # type: ignore[override]  # rules, not fields
        for chapter in self.chapters:
            yield from chapter.rules

    @property
    def by_id(self) -> Mapping[str, Rule]:
        return {rule.id: rule for rule in self}

    def find(self, words: str) -> tuple[Rule, ...]:
        """Rules whose ID, title or text holds ``words``; exact IDs first."""
        wanted = words.strip().casefold()
        exact = tuple(rule for rule in self if rule.id.casefold() == wanted)
        titled = tuple(
            rule
            for rule in self
            if rule not in exact
            and (wanted in rule.id.casefold() or wanted in rule.title.casefold())
        )
        told = tuple(
            rule
            for rule in self
            if rule not in exact and rule not in titled and wanted in rule.text.casefold()
        )
        return exact + titled + told
