"""What the buttons and forms of a tournament do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import discord

from bot.chat.platform import blocks
from bot.chat.platform.blocks import Field, Pressable
from bot.chat.platform.custom_ids import Action, CustomId, split_path
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    OutOfDate,
    get_context,
    get_person,
    may_referee,
    note,
    show_form,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape, safe_name
from bot.chat.tournaments import cup_pages
from bot.chat.tournaments.cup_pages import JOIN, LEAVE, REFEREE
from bot.play.executor import Receipt
from bot.play.lobby.seating import Person
from bot.play.people.hourly_limits import SIGN_UP, count_try
from bot.play.referee import assignments
from bot.play.referee.authority import LONGEST_REASON, Ruling
from bot.play.refusals import NoMatch, NotNow, NotSeated
from bot.play.storage.stored_fields import TournamentId
from bot.play.storage.tournaments import PairingResult, Stage, Tournament
from bot.play.tournaments import progress, rulings, sign_up
from bot.play.tournaments.rulings import TournamentRuling
from games.core.types import Refusal

_TEAM, _REASON, _ROUND, _TABLE, _RESULT = "team", "reason", "round", "table", "result"
_ONE, _OTHER, _USER, _INSTEAD = "one", "other", "user", "instead"
"""The fields of the forms."""
_RULINGS: Mapping[str, str] = {
    "award": "Set a result",
    "swap": "Change pairings",
    "replace": "Replace a player",
    "remove": "Take a side out",
    "next": "End the round now",
    "pause": "Pause",
    "resume": "Resume here",
    "cancel": "Cancel it",
}
_RESULTS = {
    PairingResult.ONE: "The side named first wins",
    PairingResult.OTHER: "The side named second wins",
    PairingResult.DRAW: "A draw",
    PairingResult.NEITHER: "Neither wins",
}
_SIDE = "Its number or name, as Sides and Standings list it"


async def find(interaction: Interaction, tournament: str) -> progress.Present:
    """The tournament of this server with this id. Raises ``NoMatch``."""
    app = get_context(interaction).app
    present = await progress.load_present(app, TournamentId(tournament))
    if present.tournament.server != interaction.guild_id:
        raise NoMatch("There is no such tournament.")
    return present


async def show(pressed: ComponentPress) -> None:
    """Sign up, withdraw, or show a page."""
    present = await find(pressed.interaction, pressed.argument(0))
    tournament, interaction = present.tournament, pressed.interaction
    what = pressed.id.args[1] if len(pressed.id.args) > 1 else ""
    if what == JOIN:
        await pressed.answer(note(escape((await join(interaction, tournament)).text)))
    elif what == LEAVE:
        await pressed.answer(await ask_to_leave(interaction, tournament))
    elif what == "left":
        await pressed.answer(note(escape((await withdraw(interaction, tournament)).text)))
    elif what == REFEREE:
        await check_referee(interaction)
        await pressed.answer(_build_referee_page(tournament))
    else:
        page = pressed.id.args[2] if len(pressed.id.args) > 2 else ""
        at = tuple(int(n) for n in split_path(page) if n.isdecimal() and len(n) < 5)[:2]
        await pressed.answer(await cup_pages.build_page(pressed.context, present, what, at))


async def join(interaction: Interaction, tournament: Tournament, team: str = "") -> Receipt:
    """Raises a ``Refusal``."""
    app, person = get_context(interaction).app, get_person(interaction)
    await count_try(app, SIGN_UP, person.user)
    team = safe_name(team)[: sign_up.LONGEST_TEAM] if team.strip() else ""
    return await sign_up.join(app, person.user, interaction.id, tournament.id, person.name, team)


async def withdraw(interaction: Interaction, tournament: Tournament) -> Receipt:
    """Raises a ``Refusal``."""
    app, user = get_context(interaction).app, interaction.user.id
    await count_try(app, SIGN_UP, user)
    return await sign_up.withdraw(app, user, interaction.id, tournament.id)


async def ask_to_leave(interaction: Interaction, tournament: Tournament) -> Message:
    """During the sign-up it is done at once; later it costs the matches that are left."""
    if tournament.stage is not Stage.RUNNING:
        return note(escape((await withdraw(interaction, tournament)).text))
    danger = discord.ButtonStyle.danger
    sure = blocks.button("Withdraw", Action.CUP, None, tournament.id, "left", style=danger)
    title = escape(tournament.title)
    asked = f"Do you withdraw from {title}? The match you are in, and all to come, are lost."
    return note(asked, (sure,))


# --- The referee ---


async def check_referee(interaction: Interaction) -> None:
    """Raises ``NotSeated`` for somebody who may not referee on this server."""
    if not await may_referee(interaction):
        raise NotSeated(
            "Only referees of this server can do this.",
            instead="Members with Manage Server are, and those whom they have named with "
            "`/server channels`.",
        )


def _build_referee_page(tournament: Tournament) -> Message:
    paused, waiting = tournament.paused_at is not None, tournament.stage is Stage.SIGN_UP
    wanted = {"replace", "remove", "cancel", "resume" if paused else "pause"}
    wanted |= {"next"} if waiting else {"award", "swap", "next"}
    if tournament.stage is Stage.OVER:
        wanted = {"award"}
    labels = {**_RULINGS, "next": "Begin now"} if waiting else _RULINGS
    buttons = [_ruling_button(tournament, what, labels[what]) for what in labels if what in wanted]
    said = (
        f"### Referee of {escape(tournament.title)}\n"
        "Everything here asks for a reason, which everybody can read under **Rulings**. Matches "
        "themselves are refereed with `/referee` in their threads."
    )
    return note(said, buttons)


def _ruling_button(tournament: Tournament, what: str, label: str) -> Pressable:
    return blocks.button(label, Action.CUPFORM, None, tournament.id, what)


async def open_form(pressed: ComponentPress) -> None:
    tournament, what = pressed.argument(0), pressed.argument(1)
    custom_id = CustomId(Action.CUPFORM, None, (tournament, what))
    if what == JOIN:
        about = "Those who name the same team play together."
        team = blocks.field("Your team", _TEAM, sign_up.LONGEST_TEAM, about=about)
        await show_form(pressed.interaction, blocks.form("Sign up", custom_id, team))
        return
    if what not in _RULINGS:
        raise OutOfDate("This button is out of date.")
    present = await find(pressed.interaction, tournament)
    await check_referee(pressed.interaction)
    long = discord.TextStyle.paragraph
    why = blocks.field("Reason", _REASON, LONGEST_REASON, about="Everybody reads it", style=long)
    fields = (*_fields(what, present.tournament), why)
    await show_form(pressed.interaction, blocks.form(_RULINGS[what], custom_id, *fields))


def _fields(what: str, tournament: Tournament) -> list[Field]:
    match what:
        case "award":
            options = (blocks.option(each.value, words) for each, words in _RESULTS.items())
            return [
                blocks.field("Round", _ROUND, 3, value=str(tournament.round)),
                blocks.field("Table", _TABLE, 3, about="As Pairings lists them"),
                blocks.select_field("Result", _RESULT, options),
            ]
        case "swap":
            return [
                blocks.field("One side", _ONE, 40, about=_SIDE),
                blocks.field("Changes places with", _OTHER, 40, about=_SIDE),
            ]
        case "replace":
            fields = [
                blocks.field("Side", _ONE, 40, about=_SIDE),
                blocks.user_field("Who plays for it now", _USER),
            ]
            if tournament.side_size > 1:
                about = "Nobody, if a place is free"
                fields.append(blocks.user_field("In place of", _INSTEAD, about=about))
            return fields
        case "remove":
            return [blocks.field("Side", _ONE, 40, about=_SIDE)]
    return []


async def submit_form(pressed: ComponentPress) -> None:
    """Carry out a form that was sent in."""
    present = await find(pressed.interaction, pressed.argument(0))
    tournament, what = present.tournament, pressed.argument(1)
    fields = {name: text.strip() for name, text in (pressed.fields or {}).items()}
    if what == JOIN:
        receipt = await join(pressed.interaction, tournament, fields.get(_TEAM, ""))
    else:
        await check_referee(pressed.interaction)
        receipt = await _rule(pressed, present, what, fields)
    await pressed.answer(note(escape(receipt.text)))


async def _rule(
    pressed: ComponentPress, present: progress.Present, what: str, fields: Mapping[str, str]
) -> Receipt:
    """Raises a ``Refusal``."""
    tournament, interaction = present.tournament, pressed.interaction
    reason, name = fields.get(_REASON, ""), get_person(interaction).name
    ruling = TournamentRuling(tournament.id, name, reason)
    by = (pressed.context.app, pressed.user, interaction.id, ruling)
    one = fields.get(_ONE, "")
    match what:
        case "award":
            number, table = (_read_number(fields.get(each, "")) for each in (_ROUND, _TABLE))
            if fields.get(_RESULT) not in list(PairingResult):
                raise OutOfDate("There is no such result.")
            return await rulings.award(*by, number, table, PairingResult(fields[_RESULT]))
        case "swap":
            return await rulings.swap(*by, one, fields.get(_OTHER, ""))
        case "replace":
            person, instead = _read_person(interaction, fields.get(_USER, "")), fields.get(_INSTEAD)
            user = int(instead) if instead and instead.isdecimal() else None
            receipt = await rulings.substitute(*by, one, person, user)
            return await _give_seat(pressed, present, ruling, one, person, receipt)
        case "remove":
            return await rulings.remove(*by, one)
        case "next":
            return await rulings.begin_now(*by)
        case "pause":
            return await rulings.pause(*by)
        case "resume":
            return await rulings.resume(*by, _place(interaction, tournament))
        case "cancel":
            return await rulings.cancel(*by)
    raise OutOfDate("This form is out of date.")


async def _give_seat(
    pressed: ComponentPress,
    present: progress.Present,
    ruling: TournamentRuling,
    side: str,
    person: Person,
    receipt: Receipt,
) -> Receipt:
    """Let ``person`` play on in the match of the round in which nobody of the side plays now; what
    became of it."""
    app, entrant = pressed.context.app, rulings.find_side(present.known, side)
    after = await progress.load_present(app, present.tournament.id)
    taken = {each.user for each in after.known.members}
    sitting = progress.holders_of(present, entrant.number)
    found = next((each for each in sitting if each.user not in taken), None)
    if found is None:
        return receipt
    # One press, two changes, each of them once: no interaction has a number below zero.
    by = Person(pressed.user, ruling.by)
    act = Ruling(found.match, by, True, ruling.reason, -pressed.interaction.id)
    try:
        await assignments.give(app, act, found.seat, person)
    except Refusal as refusal:
        said = f"{receipt.text} The match under way stays as it is: {refusal.sentence}"
        return Receipt(receipt.match, said)
    return Receipt(receipt.match, f"{receipt.text} That holds for the match under way as well.")


def _read_number(text: str) -> int:
    """Raises ``NotNow``."""
    if not (text.isdecimal() and text.isascii() and len(text) < 4):
        raise NotNow("Round and table are numbers.", instead="Pairings lists them.")
    return int(text)


def _place(interaction: Interaction, tournament: Tournament) -> int:
    """Where the tournament goes on: in the text channel of the press, or where it was."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel.id if isinstance(channel, discord.TextChannel) else tournament.channel


def _read_person(interaction: Interaction, chosen: str) -> Person:
    """Raises ``NotNow``."""
    data: Mapping[str, Any] = interaction.data or {}
    resolved = data.get("resolved", {})
    found = resolved.get("users", {}).get(chosen)
    if found is None or found.get("bot"):
        raise NotNow("Who plays for it?", instead="Choose a person in the form.")
    member = resolved.get("members", {}).get(chosen, {})
    name = member.get("nick") or found.get("global_name") or found["username"]
    return Person(int(found["id"]), safe_name(name))
