"""A player's own settings, for all their matches on all servers: one page, changed in place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import discord

from bot.chat.messages.clock_words import count_things
from bot.chat.people import dm_settings, profile_forms, workshop
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Part
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import ComponentPress, Interaction, OutOfDate, get_context, note
from bot.chat.platform.message import Message
from bot.chat.platform.pictures import STANDARD
from bot.chat.platform.safe_text import escape
from bot.play.people import preferences, quiet_hours
from bot.play.people.quiet_hours import RestTimes
from bot.play.storage.profiles import Player
from bot.play.tournaments import sign_up
from renderers.palettes import PALETTES

_MOST_HOLIDAYS = 5
_PAGE = "page"
"""In the place of what to change: nothing, but show the page where the press was."""
_PALETTES = {name: (palette.title, palette.description) for name, palette in PALETTES.items()}


@dataclass(frozen=True, slots=True)
class Notice:
    """The line above the page: the outcome of a press, or why it failed."""

    text: str = ""
    warning: str = ""


async def show(pressed: ComponentPress) -> None:
    """The page, after one thing on it has been changed."""
    what = pressed.id.args[0] if pressed.id.args else ""
    change = _CHANGES.get(what)
    if what not in ("", _PAGE) and change is None:
        raise OutOfDate("There is no such setting any more.")
    said = Notice() if change is None else await change(pressed)
    await pressed.answer(await build_page(pressed.interaction, said))


async def submit_form(pressed: ComponentPress) -> None:
    """Carry out a form of the page that was sent in."""
    said = await profile_forms.submit(pressed)
    await pressed.answer(await build_page(pressed.interaction, Notice(said)))


async def build_page(interaction: Interaction, said: Notice = Notice()) -> Message:
    app, user = get_context(interaction).app, interaction.user.id
    player, rests = (
        await preferences.load_player(app, user),
        await quiet_hours.load_rest_times(app, user),
    )
    above = f"⚠️ {said.warning}" if said.warning else escape(said.text)
    parts: tuple[Part | None, ...] = (
        blocks.text(above, "### Your settings", "-# For you alone, in all your matches."),
        blocks.text(*_palette_lines(player)),
        _build_choice("palette", _PALETTES, player.palette or STANDARD, "Which colours?"),
        *dm_settings.build_parts(player, None, Action.ME, "dm"),
        blocks.text(*_quiet_lines(rests)),
        *blocks.rows(_rest_buttons(rests)),
        blocks.text(
            "-# What I keep of you beside the matches is on this page and those behind the buttons "
            "below, and which marks on boards and lessons of first matches I have explained to "
            "you. **Forget me** deletes all of it."
        ),
        *blocks.rows(
            (
                blocks.button("Invitations, blocks, follows …", Action.COMPANY, None, _PAGE),
                *workshop.list_buttons(app.games.values()),
                blocks.button("Forget me", Action.FORGET, None),
            )
        ),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _palette_lines(player: Player) -> tuple[str, ...]:
    known = player.palette if player.palette in PALETTES else STANDARD
    title, description = _PALETTES[known]
    return (
        f"**Colours of your own boards**: {title}. {description}",
        "-# What everybody sees in the channel keeps the standard colours.",
    )


def _quiet_lines(rests: RestTimes) -> tuple[str, ...]:
    zone = escape(rests.zone or "UTC")
    hours = f"{escape(rests.hours)}, time of {zone}" if rests.hours else f"none (your zone: {zone})"
    left = count_things(rests.days_left, "day")
    return (
        f"**Quiet hours**, in which your clocks stand still: {hours}",
        f"**Holidays**, likewise: {_list_holidays(rests)}. You have {left} left.",
    )


def _list_holidays(rests: RestTimes) -> str:
    """The first and the last day of each, in the player's zone."""
    zone = ZoneInfo(rests.zone or "UTC")

    def format_day(moment: datetime) -> str:
        return f"{moment.astimezone(zone):%Y-%m-%d}"

    spans = [
        f"{format_day(each.begins_at)} to {format_day(each.ends_at - timedelta(seconds=1))}"
        for each in rests.holidays[:_MOST_HOLIDAYS]
    ]
    return ", ".join(spans) or "none"


def _rest_buttons(rests: RestTimes) -> list[blocks.Pressable]:
    buttons = [blocks.button("Quiet hours…", Action.MYFORM, None, profile_forms.HOURS)]
    if rests.hours:
        buttons.append(blocks.button("No quiet hours", Action.ME, None, "awake"))
    buttons.append(blocks.button("Holiday…", Action.MYFORM, None, profile_forms.HOLIDAY))
    holidays = rests.holidays[:_MOST_HOLIDAYS]
    for number, each in enumerate(holidays, start=1):
        label = "No holiday" if len(holidays) == 1 else f"No holiday {number}"
        buttons.append(blocks.button(label, Action.ME, None, "back", str(each.id)))
    return buttons


def _build_choice(
    what: str, values: Mapping[str, tuple[str, str]], chosen: str, asked: str
) -> Part:
    """A list of ``values``, each with its title and description."""
    options = (
        blocks.option(str(value), title, about, chosen=value == chosen)
        for value, (title, about) in values.items()
    )
    return blocks.select(options, Action.ME, None, what, hint=asked)


async def _choose_palette(pressed: ComponentPress) -> Notice:
    wanted = _read_choice(pressed, PALETTES)
    await preferences.change_player(
        pressed.context.app, pressed.user, palette="" if wanted == STANDARD else wanted
    )
    return Notice()


async def _switch_dms(pressed: ComponentPress) -> Notice:
    return Notice(warning=await dm_settings.choose(pressed, pressed.id.args[1:] or ("",)))


async def _choose_way(pressed: ComponentPress) -> Notice:
    """Answer a press on a page of an earlier release."""
    return Notice(warning=await dm_settings.choose(pressed, ("asked",)))


async def _clear_hours(pressed: ComponentPress) -> Notice:
    return Notice(
        (
            await quiet_hours.clear_hours(pressed.context.app, pressed.user, pressed.interaction.id)
        ).text
    )


async def _cancel_holiday(pressed: ComponentPress) -> Notice:
    number = pressed.argument(1)
    if not number.isdecimal() or len(number) > 18:
        raise OutOfDate("There is no such holiday.")
    receipt = await quiet_hours.cancel_holiday(
        pressed.context.app, pressed.user, pressed.interaction.id, int(number)
    )
    return Notice(receipt.text)


_CHANGES = {
    "palette": _choose_palette,
    "asked": _choose_way,
    "dm": _switch_dms,
    "awake": _clear_hours,
    "back": _cancel_holiday,
}


def _read_choice(pressed: ComponentPress, known: Collection[str]) -> str:
    values = pressed.values
    if len(values) != 1 or values[0] not in known:
        raise OutOfDate("There is no such choice any more.")
    return values[0]


async def ask_to_forget(interaction: Interaction) -> Message:
    """Whether they want all their settings forgotten."""
    app, user = get_context(interaction).app, interaction.user.id
    rests = await quiet_hours.load_rest_times(app, user)
    days = count_things(len(rests.holidays), "holiday")
    also = f" Your quiet hours and {days} end at once." if rests.hours or rests.holidays else ""
    danger = discord.ButtonStyle.danger
    sure = blocks.button("Forget them", Action.FORGET, None, "yes", style=danger)
    asked = (
        f"Shall I forget your settings: colours, DMs, how you are asked, time zone, what you have "
        "designed and shared, and which marks on boards and lessons of first matches I have "
        f"explained to you?{also} "
        "Tournaments that have not begun go on without you, and others without your name. "
        "Your matches, what you played in them, and how they ended stay as they are: "
        "they belong to the others as well."
    )
    return note(asked, (sure,))


async def forget(pressed: ComponentPress) -> None:
    """Ask first. Then quiet hours and holidays end: the clocks of the player go on with it."""
    if not pressed.id.args:
        await pressed.answer(await ask_to_forget(pressed.interaction))
        return
    app, user, press = pressed.context.app, pressed.user, pressed.interaction.id
    rests = await quiet_hours.load_rest_times(app, user)
    if rests.hours:
        await quiet_hours.clear_hours(app, user, press)
    for number, each in enumerate(rests.holidays, start=1):
        assert each.id is not None
        # One press, several changes, each of them once: no interaction has a number below zero.
        await quiet_hours.cancel_holiday(app, user, -press - number, each.id)
    await preferences.forget(app, user)
    await sign_up.forget_names(app, user)
    await pressed.answer(note("Forgotten. Everything is as it is for somebody new."))
