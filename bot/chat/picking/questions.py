"""A question of a tree as a select: at most 25 choices at once, the rest on further pages."""

from __future__ import annotations

import discord

from bot.chat import blocks
from bot.chat.blocks import Pressable
from bot.chat.custom_ids import Action, joined
from bot.chat.replies import OutOfDate
from bot.play.records import MatchId
from games.core.options import Choice, Question
from games.core.refusals import Unreadable

AT_ONCE = 25


def page_of(argument: str) -> int:
    """The number of a page, as it stands in a custom id. Raises ``OutOfDate``."""
    if not argument.isdecimal() or len(argument) > 4:
        raise OutOfDate("There is no such page.")
    return int(argument)


def last_page(question: Question) -> int:
    return (len(question.choices) - 1) // AT_ONCE


def shown(question: Question, number: int) -> tuple[Choice, ...]:
    """The choices of a page; beyond the last one, those of the last."""
    number = min(number, last_page(question))
    return question.choices[number * AT_ONCE : (number + 1) * AT_ONCE]


def options_of(question: Question, number: int) -> list[discord.SelectOption]:
    return [
        discord.SelectOption(
            label=choice.label[:100], value=choice.key, description=choice.detail[:100] or None
        )
        for choice in shown(question, number)
    ]


def placeholder(question: Question, number: int) -> str | None:
    """What a select of several pages holds: from its first choice to its last."""
    if not last_page(question):
        return None
    page = shown(question, number)
    return f"{page[0].label} to {page[-1].label}"[:150]


def leafing(
    question: Question, number: int, match: MatchId, action: Action, *args: str
) -> list[Pressable]:
    """The buttons to the pages before and behind; none when there is only one."""
    last = last_page(question)
    if not last:
        return []
    number = min(number, last)
    return [
        blocks.button(label, action, match, *args, str(max(to, 0)), disabled=not 0 <= to <= last)
        for label, to in (("Previous", number - 1), ("Next", number + 1))
    ]


def carried(path: tuple[str, ...], most: int, instead: str) -> str:
    """The path as an argument of a custom id. Raises ``Unreadable`` when it is too long for one.

    ``instead``  what can be done then
    """
    argument = joined(path)
    if len(argument) > most:
        raise Unreadable("This is too long for a button.", instead=instead)
    return argument
