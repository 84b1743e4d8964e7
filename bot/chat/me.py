"""A player's own settings, for all their matches on all servers: one page, changed in place."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import discord

from bot.chat import blocks, letterbox, me_forms
from bot.chat.answers import OutOfDate
from bot.chat.blocks import Part
from bot.chat.custom_id import Action, CustomId
from bot.chat.desk import Interaction, desk_of
from bot.chat.looks import STANDARD
from bot.chat.message import Message
from bot.chat.pressed import Pressed
from bot.chat.safe_text import escape
from bot.chat.texts import ENGLISH, LANGUAGES, counted, say
from bot.play.people import Asking, Player
from bot.play.quiet import Rests
from renderers.palettes import PALETTES

_MOST_HOLIDAYS = 5


@dataclass(frozen=True, slots=True)
class Said:
    """Above the page: what came of a press, or what is in its way."""

    text: str = ""
    warning: str = ""


async def show(pressed: Pressed) -> None:
    """The page, after one thing on it has been changed."""
    what = pressed.id.args[0] if pressed.id.args else ""
    change = _CHANGES.get(what)
    if what and change is None:
        raise OutOfDate("There is no such setting any more.")
    said = Said() if change is None else await change(pressed)
    await pressed.answer(await page(pressed.interaction, said))


async def formed(pressed: Pressed) -> None:
    """A form of the page has been sent in."""
    said = await me_forms.taken(pressed)
    await pressed.answer(await page(pressed.interaction, Said(said)))


async def page(interaction: Interaction, said: Said = Said()) -> Message:
    house, user = desk_of(interaction).house, interaction.user.id
    player, rests = await house.wishes.of(user), await house.quiet.shown(user)
    language = player.language
    above = f"⚠️ {said.warning}" if said.warning else escape(said.text)
    parts: tuple[Part | None, ...] = (
        blocks.text(
            above,
            f"### {say(language, 'me.title')}",
            f"-# {say(language, 'me.alone')}",
        ),
        blocks.text(*_palette(player)),
        discord.ui.ActionRow(_choice(language, "palette", PALETTES, player.palette or STANDARD)),
        blocks.text(*_asked(player)),
        discord.ui.ActionRow(_choice(language, "asked", [*Asking], player.asked)),
        *blocks.rows(letterbox.switches(player, None, Action.ME, "dm", language=language)),
        blocks.text(*_quiet(rests, language)),
        *blocks.rows(_rest_buttons(rests, language)),
        blocks.text(*_language(player)),
        discord.ui.ActionRow(_languages(player)),
        blocks.text(f"-# {say(language, 'me.kept')}"),
    )
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _palette(player: Player) -> tuple[str, ...]:
    language = player.language
    known = player.palette if player.palette in PALETTES else STANDARD
    title = say(language, f"option.palette_{known}")
    description = say(language, f"hint.palette_{known}")
    return (
        say(language, "me.colours", title=title, description=description),
        f"-# {say(language, 'me.colours_public')}",
    )


def _asked(player: Player) -> tuple[str, ...]:
    language = player.language
    title = say(language, f"option.asked_{player.asked}")
    description = say(language, f"hint.asked_{player.asked}")
    closed = player.dm_closed_at is not None
    return (
        say(language, "me.asked", title=title, description=description),
        f"-# {say(language, 'me.closed')}" if closed else "",
    )


def _language(player: Player) -> tuple[str, ...]:
    name = LANGUAGES.get(player.language, LANGUAGES[ENGLISH])
    return (
        say(player.language, "me.language", name=name),
        f"-# {say(player.language, 'me.language_rest')}",
    )


def _quiet(rests: Rests, language: str) -> tuple[str, ...]:
    zone = escape(rests.zone or "UTC")
    known = "me.quiet" if rests.hours else "me.no_quiet"
    return (
        say(language, known, hours=escape(rests.hours), zone=zone),
        say(
            language,
            "me.holidays",
            holidays=_listed(rests, language),
            days=counted(language, rests.days_left, "day"),
        ),
    )


def _listed(rests: Rests, language: str) -> str:
    """The first and the last day of each, in the player's zone."""
    zone = ZoneInfo(rests.zone or "UTC")

    def day(moment: datetime) -> str:
        return f"{moment.astimezone(zone):%Y-%m-%d}"

    spans = [
        say(
            language,
            "me.to",
            first=day(each.begins_at),
            last=day(each.ends_at - timedelta(seconds=1)),
        )
        for each in rests.holidays[:_MOST_HOLIDAYS]
    ]
    return ", ".join(spans) or say(language, "me.none")


def _rest_buttons(rests: Rests, language: str) -> list[blocks.Pressable]:
    def one(key: str, action: Action, *args: str, **values: object) -> blocks.Pressable:
        return blocks.button(say(language, f"button.{key}", **values), action, None, *args)

    buttons = [one("quiet", Action.MYFORM, me_forms.HOURS)]
    if rests.hours:
        buttons.append(one("no_quiet", Action.ME, "awake"))
    buttons.append(one("holiday", Action.MYFORM, me_forms.HOLIDAY))
    holidays = rests.holidays[:_MOST_HOLIDAYS]
    several = "no_holiday" if len(holidays) == 1 else "no_holiday_number"
    for number, each in enumerate(holidays, start=1):
        buttons.append(one(several, Action.ME, "back", str(each.id), number=number))
    return buttons


Select = discord.ui.Select[discord.ui.LayoutView]


def _choice(language: str, what: str, values: Iterable[str], chosen: str) -> Select:
    """A list of ``values``, each with its words in the book of the language."""
    options = [
        discord.SelectOption(
            label=say(language, f"option.{what}_{value}"),
            value=value,
            description=say(language, f"hint.{what}_{value}"),
            default=value == chosen,
        )
        for value in map(str, values)
    ]
    return _select(what, options)


def _languages(player: Player) -> Select:
    chosen = player.language or ENGLISH
    options = [
        discord.SelectOption(label=name, value=code, default=code == chosen)
        for code, name in LANGUAGES.items()
    ]
    return _select("language", options)


def _select(what: str, options: list[discord.SelectOption]) -> Select:
    return discord.ui.Select(custom_id=str(CustomId(Action.ME, None, (what,))), options=options)


async def _choose_language(pressed: Pressed) -> Said:
    wanted = _chosen(pressed, LANGUAGES)
    language = "" if wanted == ENGLISH else wanted
    await pressed.desk.house.wishes.change(pressed.user, language=language)
    return Said()


async def _choose_palette(pressed: Pressed) -> Said:
    wanted = _chosen(pressed, PALETTES)
    await pressed.desk.house.wishes.change(
        pressed.user, palette="" if wanted == STANDARD else wanted
    )
    return Said()


async def _choose_asking(pressed: Pressed) -> Said:
    wanted = Asking(_chosen(pressed, [each.value for each in Asking]))
    if wanted is not Asking.CHANNEL and not await letterbox.opened(pressed.interaction):
        language = (await pressed.desk.house.wishes.of(pressed.user)).language
        return Said(warning=letterbox.how_to_open(language))
    await pressed.desk.house.wishes.change(pressed.user, asked=wanted.value)
    return Said()


async def _wish(pressed: Pressed) -> Said:
    interaction = pressed.interaction
    warning = await letterbox.wished(interaction, pressed.argument(1), pressed.argument(2))
    return Said(warning=warning)


async def _awake(pressed: Pressed) -> Said:
    quiet = pressed.desk.house.quiet
    return Said((await quiet.off(pressed.user, pressed.interaction.id)).text)


async def _back(pressed: Pressed) -> Said:
    number = pressed.argument(1)
    if not number.isdecimal() or len(number) > 18:
        raise OutOfDate("There is no such holiday.")
    quiet = pressed.desk.house.quiet
    receipt = await quiet.cancel(pressed.user, int(number), pressed.interaction.id)
    return Said(receipt.text)


_CHANGES = {
    "palette": _choose_palette,
    "asked": _choose_asking,
    "language": _choose_language,
    "dm": _wish,
    "awake": _awake,
    "back": _back,
}


def _chosen(pressed: Pressed, known: Collection[str]) -> str:
    values = pressed.values
    if len(values) != 1 or values[0] not in known:
        raise OutOfDate("There is no such choice any more.")
    return values[0]
