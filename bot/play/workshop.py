"""What people make in the workshops of games: kept for them alone, and given away by a code."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from bot.play.executor import Noted, PlayContext, transactional_beside
from bot.play.lobby import agreement
from bot.play.match.views import MatchView
from bot.play.people.hourly_limits import SHARED_CODE, count_try
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import UnitOfWork, lock_key
from bot.play.storage.profiles import Creation
from bot.play.storage.records import Status
from games.core.content import EditedCreation, Summary, Workshop
from games.core.contract import AnyGame
from games.core.questions import Question
from games.core.questions.tree import Tree
from games.core.settings import Settings
from games.core.types import Forbidden, Refusal

MOST = 25
"""Creations of one kind that somebody may keep."""
_CODE_LENGTH, _CODE_GROUP = 12, 4
_CODE = re.compile("[a-z2-7]{12}")
CHANGED = "It has been changed since. This is how it stands now."


@dataclass(frozen=True, slots=True)
class Made:
    """A stored creation, read; ``value`` is ``None`` where this release cannot read it.

    ``settings``  of the match in which it is looked at, if any
    """

    row: Creation
    game: AnyGame
    value: Any
    summary: Summary
    settings: Settings | None = None

    @property
    def workshop(self) -> Workshop[Any]:
        return workshop_of(self.game)


def workshop_of(game: AnyGame) -> Workshop[Any]:
    """Raises ``NotNow``."""
    if game.workshop is None:
        raise NotNow(f"{game.meta.title} has no workshop.")
    return game.workshop


def find_game(context: PlayContext, game_id: str) -> AnyGame:
    """A game with a workshop. Raises ``NotNow``."""
    game = context.games.get(game_id)
    if game is None:
        raise NotNow("There is no such game here.")
    workshop_of(game)
    return game


# --- Looking ---


async def load_settings(context: PlayContext, match_view: MatchView) -> Settings:
    """All settings of a match, also of one that has not begun. Raises a ``Refusal``."""
    if match_view.match.status is not Status.LOBBY:
        return match_view.settings
    async with context.store.reading() as reader:
        return await agreement.final_settings(reader, match_view.game, match_view.match)


async def load_all(
    context: PlayContext, user: int, game: str, settings: Settings | None = None
) -> tuple[Made, ...]:
    """What somebody has made in a game, by number."""
    async with context.store.reading() as reader:
        rows = await reader.read(queries.CreationsOf(user))
    return tuple(_read(context, row, settings) for row in rows if row.game == game)


async def load_one(
    context: PlayContext, user: int, number: int, settings: Settings | None = None
) -> tuple[Made, tuple[Made, ...]]:
    """A creation, and what its maker has besides in the same game. Raises ``NotNow``."""
    async with context.store.reading() as reader:
        rows = await reader.read(queries.CreationsOf(user))
    row = _find(rows, number)
    others = (each for each in rows if each.game == row.game and each is not row)
    return _read(context, row, settings), tuple(_read(context, each) for each in others)


def ask(made: Made, others: Sequence[Made], path: Sequence[str]) -> Question | EditedCreation[Any]:
    """The question about a creation at a path, or what was answered. Raises a ``Refusal``."""
    if made.value is None:
        raise made.summary.faults[0]
    values = [each.value for each in others if each.value is not None]
    questions = made.workshop.questions(made.value, values, made.settings)
    tree: Tree[EditedCreation[Any]] = Tree(questions, lambda edited: None, lambda edited: "")
    return tree.question(path)


def _find(rows: Sequence[Creation], number: int) -> Creation:
    found = next((each for each in rows if each.number == number), None)
    if found is None:
        raise NotNow("You have deleted that.")
    return found


def _read(context: PlayContext, row: Creation, settings: Settings | None = None) -> Made:
    game = find_game(context, row.game)
    workshop = workshop_of(game)
    try:
        value = workshop.read(row.text)
    except Refusal as fault:
        rule = fault.rule if isinstance(fault, Forbidden) else ""
        wrong = Forbidden(rule, fault.sentence)
        return Made(row, game, None, Summary(f"Number {row.number}", "", (), (wrong,)))
    settings = settings if isinstance(settings, game.settings) else None
    return Made(row, game, value, workshop.summary(value, settings), settings)


# --- Making and changing ---


@transactional_beside
async def begin(
    work: UnitOfWork, context: PlayContext, user: int, game: AnyGame, kind: str
) -> Noted:
    """A new creation. Raises ``NotNow``."""
    workshop = workshop_of(game)
    if kind not in workshop.kinds:
        raise NotNow("There is nothing of that kind to be made.")
    return await _keep_new(work, user, game, workshop.blank(kind))


async def change(context: PlayContext, user: int, made: Made, value: Any) -> None:
    """Keep what was changed of a creation. Raises ``NotNow`` if it has changed otherwise."""
    text = _written(made.workshop, value)
    async with context.store.writing(lock_key("user", user)) as work:
        row = _find(await work.read(queries.CreationsOf(user)), made.row.number)
        if row.edits != made.row.edits:
            raise NotNow(CHANGED)
        await work.keep(replace(row, text=text, edits=row.edits + 1))
        await work.commit()


@transactional_beside
async def copy(work: UnitOfWork, context: PlayContext, user: int, number: int) -> Noted:
    """Raises ``NotNow``."""
    made = _read(context, _find(await work.read(queries.CreationsOf(user)), number))
    if made.value is None:
        raise made.summary.faults[0]
    value = made.workshop.renamed(made.value, f"Copy {made.summary.name}")
    return await _keep_new(work, user, made.game, value)


@transactional_beside
async def delete(work: UnitOfWork, context: PlayContext, user: int, number: int) -> Noted:
    """Matches that have it keep their own copy."""
    row = _find(await work.read(queries.CreationsOf(user)), number)
    name = _read(context, row).summary.name
    await work.drop(Creation, user=user, number=number)
    return Noted("creation gone", f"{row.game} {number}", f"{name} is deleted.")


async def _keep_new(work: UnitOfWork, user: int, game: AnyGame, value: Any) -> Noted:
    workshop = workshop_of(game)
    rows, kind = await work.read(queries.CreationsOf(user)), workshop.kind(value)
    count = sum(row.game == game.meta.id and row.kind == kind for row in rows)
    if count >= MOST:
        raise NotNow(
            f"You keep {count} of that kind; {MOST} is the limit.", instead="Delete one first."
        )
    number = max((row.number for row in rows), default=0) + 1
    row = Creation(user, number, game.meta.id, kind, _written(workshop, value))
    await work.keep(row)
    said = f"{workshop.summary(value).name} is yours now."
    return Noted("creation", f"{game.meta.id} {kind} {number}", said)


def _written(workshop: Workshop[Any], value: Any) -> str:
    """The text form. Raises ``NotNow`` where it is too long."""
    text = workshop.write(value)
    if len(text) > workshop.longest:
        long = f"{len(text):,} characters; {workshop.longest:,} is the limit."
        raise NotNow(f"As text it would have {long}")
    return text


# --- Giving away ---


@transactional_beside
async def share(work: UnitOfWork, context: PlayContext, user: int, number: int) -> Noted:
    """Give it a code, under which it is found as it is now; one that it had is void. Raises a
    ``Refusal``."""
    row = _find(await work.read(queries.CreationsOf(user)), number)
    for fault in _read(context, row).summary.faults:
        raise fault
    code = base64.b32encode(context.entropy.bytes(10)).decode().lower()[:_CODE_LENGTH]
    await work.keep(replace(row, code=code, shared=row.text))
    return Noted("creation shared", f"{row.game} {number}")


@transactional_beside
async def withdraw(work: UnitOfWork, context: PlayContext, user: int, number: int) -> Noted:
    """Its code is void. Copies that others have taken are theirs."""
    row = _find(await work.read(queries.CreationsOf(user)), number)
    await work.keep(replace(row, code=None, shared=""))
    return Noted("creation withdrawn", f"{row.game} {number}")


def write_code(code: str) -> str:
    """``abcd-efgh-2345``"""
    groups = (code[at : at + _CODE_GROUP] for at in range(0, len(code), _CODE_GROUP))
    return "-".join(groups)


async def paste(context: PlayContext, user: int, interaction: int, game: AnyGame, text: str) -> str:
    """Keep a copy of what is shared under a code, or what a text says; returns what was done.

    Raises a ``Refusal``; the tries of codes are limited by the hour.
    """
    workshop = workshop_of(game)
    code = re.sub(r"[\s-]", "", text).lower()
    if not _CODE.fullmatch(code):
        if len(text) > workshop.longest:
            raise NotNow(f"That has {len(text):,} characters; {workshop.longest:,} is the limit.")
        value = workshop.read(text.strip())
        return (await _take_copy(context, user, interaction, game, value)).text
    await count_try(context, SHARED_CODE, user)
    async with context.store.reading() as reader:
        found = await reader.read(queries.CreationByCode(code))
    if found is None or found.game != game.meta.id:
        raise NotNow("There is nothing under that code.", instead="A new code ends the old one.")
    value = workshop.read(found.shared)
    return (await _take_copy(context, user, interaction, game, value)).text


@transactional_beside
async def _take_copy(
    work: UnitOfWork, context: PlayContext, user: int, game: AnyGame, value: Any
) -> Noted:
    return await _keep_new(work, user, game, value)
