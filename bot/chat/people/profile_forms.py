"""The forms of a player's own page: quiet hours in their zone, and holidays."""

from __future__ import annotations

from datetime import date
from difflib import get_close_matches

import discord

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Field
from bot.chat.platform.custom_ids import Action, CustomId
from bot.chat.platform.interactions import ComponentPress, OutOfDate, show_form
from bot.play.clocks.calendar import zone_names
from bot.play.people import quiet_hours
from bot.play.refusals import NotNow

HOURS, HOLIDAY = "hours", "holiday"
ZONE, TIMES, FIRST, LAST = "zone", "times", "first", "last"
"""The fields of the forms."""
_TITLES = {HOURS: "Quiet hours", HOLIDAY: "Holiday"}
_FIELDS = {
    ZONE: ("Your time zone", "Europe/Berlin"),
    TIMES: ("From and until", "22:00-07:00"),
    FIRST: ("First day", "2026-12-24"),
    LAST: ("Last day", "2027-01-02"),
}
"""The label of each, and an example."""
_LONGEST = 40


async def open_form(pressed: ComponentPress) -> None:
    """Open one of the forms."""
    match pressed.argument(0):
        case "hours":
            rests = await quiet_hours.load_rest_times(pressed.context.app, pressed.user)
            form = _build_form(
                HOURS, _build_field(ZONE, rests.zone), _build_field(TIMES, rests.hours)
            )
        case "holiday":
            form = _build_form(HOLIDAY, _build_field(FIRST), _build_field(LAST))
        case _:
            raise OutOfDate("There is no such form any more.")
    await show_form(pressed.interaction, form)


async def submit(pressed: ComponentPress) -> str:
    """Carry out a form that was sent in; returns a receipt. Raises ``NotNow``."""
    fields = {name: text.strip() for name, text in (pressed.fields or {}).items()}
    app, user, press = pressed.context.app, pressed.user, pressed.interaction.id
    match pressed.argument(0):
        case "hours":
            zone = parse_zone(fields.get(ZONE, ""))
            times = fields.get(TIMES, "")
            return (await quiet_hours.set_hours(app, user, press, zone, times)).text
        case "holiday":
            first, last = (parse_day(fields.get(name, "")) for name in (FIRST, LAST))
            return (await quiet_hours.add_holiday(app, user, press, first, last)).text
    raise OutOfDate("There is no such form any more.")


def parse_zone(text: str) -> str:
    """The zone that somebody means: ``europe/berlin`` or ``berlin``. Raises ``NotNow``."""
    wanted = text.casefold().replace(" ", "_")
    exactly = [zone for zone in zone_names() if zone.casefold() == wanted]
    towns = [zone for zone in zone_names() if zone.rpartition("/")[2].casefold() == wanted]
    for found in (exactly, towns):
        if len(found) == 1:
            return found[0]
    names = {
        zone.rpartition("/")[2].casefold(): zone for zone in sorted(zone_names(), reverse=True)
    }
    town = wanted.rpartition("/")[2]
    near = sorted(towns) or [names[each] for each in get_close_matches(town, names, 3, 0.7)]
    if not near:
        near = ["Europe/Berlin", "America/New_York", "UTC"]
    raise NotNow(
        "Several time zones have that name." if towns else "There is no time zone by that name.",
        instead=f"For example: {', '.join(near[:3])}.",
    )


def parse_day(text: str) -> date:
    """Raises ``NotNow``."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise NotNow(
            "A day is written as year, month, day.", instead="For example: 2026-12-24."
        ) from None


def _build_form(what: str, *fields: Field) -> discord.ui.Modal:
    return blocks.form(_TITLES[what], CustomId(Action.MYFORM, None, (what,)), *fields)


def _build_field(name: str, text: str = "") -> Field:
    label, example = _FIELDS[name]
    return blocks.field(label, name, _LONGEST, value=text, example=f"Such as {example}")
