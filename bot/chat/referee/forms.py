"""All that a referee can do, as a page of buttons: each opens a form that asks for the reason.

Rewinding and closing ask twice: the form leads to a preview, whose button asks for the reason.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeAlias

import discord

from bot.chat.match.picker import LONGEST_TYPED
from bot.chat.people import computer_levels
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Field, Pressable
from bot.chat.platform.custom_ids import Action, split_path
from bot.chat.platform.interactions import (
    ComponentPress,
    Context,
    OutOfDate,
    board_button,
    may_referee,
    note,
    show_form,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import safe_name
from bot.chat.referee import corrections, doctor, lifecycle, looking
from bot.chat.referee.adjusting import ACT, ADJUSTMENTS, POSITION, build_file, set_file
from bot.chat.referee.request import (
    TRIED,
    able_seats,
    build_receipt,
    build_ruling,
    reason_button,
    seat_label,
    seat_names,
)
from bot.play.lobby.seating import Person
from bot.play.match.views import MatchView
from bot.play.people.leaving import Replacement
from bot.play.referee import adjusting, assignments
from bot.play.referee import corrections as play_corrections
from bot.play.referee import lifecycle as play_lifecycle
from bot.play.referee.adjusting import AdjustmentInput
from bot.play.referee.authority import LONGEST_REASON, Ruling, check_referee
from bot.play.refusals import NotNow
from bot.play.storage.records import Status
from games.core.types import Seat, Unreadable

DOCTOR = "doctor"
REASON, SEAT, MOVE, FACES, WHAT, FILE = "reason", "seat", "move", "faces", "what", "file"
USER, HOURS, RESULT, ENTRY, NUMBER = "user", "hours", "result", "entry", "number"
"""The fields of the forms."""
_EVERYTHING, _PERSON = "all", "person"
_LONGEST_NUMBER = 10


# --- The page ---


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """The page, or what the doctor finds."""
    match = match_view.match
    check_referee(match, pressed.user, manages=await may_referee(pressed.interaction))
    if pressed.id.args[:1] == (DOCTOR,):
        await pressed.answer(await doctor.examine(pressed.interaction, pressed.context, match))
        return
    if pressed.id.args[:1] == (POSITION,):
        ruling = await build_ruling(pressed.interaction, match.id, TRIED)
        await pressed.answer(await build_file(pressed.context, ruling, match_view))
        return
    await pressed.answer(await _build_page(pressed, match_view))


async def _build_page(pressed: ComponentPress, match_view: MatchView) -> Message:
    match = match_view.match
    buttons: list[Pressable] = []
    if match.status is Status.RUNNING:
        buttons.append(ADJUSTMENTS.button_to("Adjust …", match.id))
        buttons.append(blocks.button("Position …", Action.REFEREE, match.id, POSITION))
    tried = await build_ruling(pressed.interaction, match.id, TRIED)
    if await corrections.rewindable(pressed.context, match_view, tried):
        buttons.append(reason_button("Undo …", match.id, "to-undo"))
    if match.status is Status.RUNNING:
        if match.paused_at is None:
            buttons.append(reason_button("Answer …", match.id, "answer"))
        buttons += [
            reason_button("Seat …", match.id, "seat"),
            reason_button("Clock …", match.id, "clock"),
        ]
        buttons.append(reason_button("Close …", match.id, "to-close"))
        if match_view.game.meta.secrets and match_view.seat is None:
            buttons.append(reason_button("Look …", match.id, "look"))
        if match_view.game.meta.dice:
            buttons.append(reason_button("Dice …", match.id, "dice"))
    buttons.append(blocks.button("Doctor", Action.REFEREE, match.id, DOCTOR))
    if match_view.view is not None:
        buttons.append(board_button(match.id))
    return note(f"### {blocks.title(match_view)}: referee\n{_WHAT_IT_MEANS}", buttons)


_WHAT_IT_MEANS = (
    "You can put the match right. Everybody reads what you did, next to your name and your reason."
)


# --- The forms ---


@dataclass(frozen=True, slots=True)
class _Sent:
    """A form that was sent in. ``by``: the referee, with the reason that the form asks for."""

    pressed: ComponentPress
    match_view: MatchView
    by: Ruling

    @property
    def context(self) -> Context:
        return self.pressed.context

    def text(self, name: str) -> str:
        """What was typed or chosen in a field; empty for nothing."""
        return (self.pressed.fields or {}).get(name, "").strip()

    def seat(self, key: str) -> Seat:
        """Raises ``OutOfDate``."""
        if not (key.isdecimal() and len(key) < 4 and int(key) < self.match_view.match.seats):
            raise OutOfDate("There is no such seat.")
        return Seat(int(key))


Fields: TypeAlias = Callable[[ComponentPress, MatchView], Awaitable[list[Field]]]


@dataclass(frozen=True, slots=True)
class _Form:
    """What a form asks for, and what is done when it is sent in; ``reason``: asked for last."""

    title: str
    submit: Callable[[_Sent], Awaitable[Message]]
    fields: Fields | None = None
    reason: bool = True


async def open_form(pressed: ComponentPress, match_view: MatchView) -> None:
    """Open the form of an act."""
    check_referee(match_view.match, pressed.user, manages=await may_referee(pressed.interaction))
    form = _find_form(pressed)
    fields = [] if form.fields is None else await form.fields(pressed, match_view)
    if form.reason:
        style = discord.TextStyle.paragraph
        about = "Everybody can read it, next to your name."
        fields.append(blocks.field("Why?", REASON, LONGEST_REASON, about=about, style=style))
    await show_form(pressed.interaction, blocks.form(form.title, pressed.id, *fields))


async def submit(pressed: ComponentPress, match_view: MatchView) -> None:
    """Do what a form that was sent in is about."""
    check_referee(match_view.match, pressed.user, manages=await may_referee(pressed.interaction))
    form = _find_form(pressed)
    reason = (pressed.fields or {}).get(REASON, "") if form.reason else TRIED
    by = await build_ruling(pressed.interaction, pressed.match, reason)
    await pressed.answer(await form.submit(_Sent(pressed, match_view, by)))


def _find_form(pressed: ComponentPress) -> _Form:
    form = _FORMS.get(pressed.argument(0))
    if form is None:
        raise OutOfDate("There is no such form any more.")
    return form


def _seat_options(
    match_view: MatchView, seats: Iterable[Seat], said: str = "{}"
) -> list[discord.SelectOption]:
    known = seat_names(match_view)
    return [
        blocks.option(str(seat), said.format(seat_label(match_view, seat, known[seat])))
        for seat in seats
    ]


async def _ask_answer(pressed: ComponentPress, match_view: MatchView) -> list[Field]:
    seats = _seat_options(match_view, match_view.match.sides.all())
    about = "As the seat would type it. Leave it empty to play the seat's default."
    return [
        blocks.select_field("For which seat?", SEAT, seats),
        blocks.field("Move", MOVE, LONGEST_TYPED, about=about, needed=False),
    ]


async def _answer(sent: _Sent) -> Message:
    seat = sent.seat(sent.text(SEAT))
    return await corrections.answer_seat(sent.context, sent.by, seat, sent.text(MOVE))


async def _ask_seat(pressed: ComponentPress, match_view: MatchView) -> list[Field]:
    options = [
        blocks.option(_PERSON, "The person chosen below takes it"),
        blocks.option(Replacement.VACANT.value, "Nobody holds it"),
        *(
            blocks.option(f"{Replacement.COMPUTER.value}-{level}", f"A computer player ({level})")
            for level in computer_levels.levels_of(match_view)
        ),
    ]
    return [
        blocks.select_field(
            "Which seat?", SEAT, _seat_options(match_view, match_view.match.sides.all())
        ),
        blocks.select_field("What becomes of it?", WHAT, options),
        blocks.user_field("Person", USER, about="Who takes the seat, with everything it knows"),
    ]


async def _change_seat(sent: _Sent) -> Message:
    seat, what = sent.seat(sent.text(SEAT)), sent.text(WHAT)
    kind, _, level = what.partition("-")
    if kind in list(Replacement):
        instead = Replacement(kind)
        return build_receipt(
            await assignments.clear(sent.context.app, sent.by, seat, instead, level)
        )
    person, is_bot = _person(sent)
    return await corrections.give_seat(sent.context, sent.by, seat, person, is_bot=is_bot)


def _person(sent: _Sent) -> tuple[Person, bool]:
    """Who was chosen, and whether that is a bot. Raises ``NotNow``."""
    data: Mapping[str, Any] = sent.pressed.interaction.data or {}
    resolved = data.get("resolved", {})
    found = resolved.get("users", {}).get(sent.text(USER))
    if found is None:
        raise NotNow("Who takes the seat?", instead="Choose a person in the form.")
    member = resolved.get("members", {}).get(sent.text(USER), {})
    name = member.get("nick") or found.get("global_name") or found["username"]
    return Person(int(found["id"]), safe_name(name)), bool(found.get("bot"))


async def _ask_clock(pressed: ComponentPress, match_view: MatchView) -> list[Field]:
    match = match_view.match
    option = blocks.option(lifecycle.PAUSE, "Pause: nobody moves, all clocks stop")
    if match.paused_at is not None:
        option = blocks.option(lifecycle.RESUME, "Resume the match")
    act = partial(play_lifecycle.more_time, hours=1)
    seats = sorted(await able_seats(pressed.interaction, match, act))
    about = "How many more; for a pause: how long, or empty until you resume it"
    return [
        blocks.select_field(
            "What?", WHAT, (option, *_seat_options(match_view, seats, "More time for {}"))
        ),
        blocks.field("Hours", HOURS, _LONGEST_NUMBER, about=about, needed=False),
    ]


async def _change_clock(sent: _Sent) -> Message:
    what, typed = sent.text(WHAT), sent.text(HOURS)
    hours = _parse_hours(typed, lifecycle.MOST_HOURS) if typed else None
    if what in (lifecycle.PAUSE, lifecycle.RESUME):
        return await lifecycle.set_clock(sent.context, sent.by, what, None, hours)
    seat = sent.seat(what)
    return await lifecycle.set_clock(sent.context, sent.by, lifecycle.MORE, seat, hours)


def _parse_hours(typed: str, most: int) -> int:
    """Raises ``Unreadable``."""
    if typed.isascii() and typed.isdecimal() and 1 <= int(typed) <= most:
        return int(typed)
    raise Unreadable(f"Hours are a number from 1 to {most}.", instead="For example: 24.")


async def _ask_look(pressed: ComponentPress, match_view: MatchView) -> list[Field]:
    every = blocks.option(_EVERYTHING, "Everything")
    seats = _seat_options(match_view, match_view.match.sides.all(), "What {} sees")
    about = "Everybody is told when the match is over"
    return [blocks.select_field("What do you want to see?", SEAT, (every, *seats), about=about)]


async def _show_view(sent: _Sent) -> Message:
    key = sent.text(SEAT)
    seat = None if key == _EVERYTHING else sent.seat(key)
    return await looking.show_view(sent.context, sent.by, seat)


async def _ask_dice(pressed: ComponentPress, match_view: MatchView) -> list[Field]:
    about = "What the next dice show. Leave it empty to clear dice that were set."
    longest = corrections.LONGEST_FACES
    return [blocks.field("Faces", FACES, longest, about=about, example="6 3 1", needed=False)]


async def _set_dice(sent: _Sent) -> Message:
    return build_receipt(await adjusting.set_dice(sent.context.app, sent.by, sent.text(FACES)))


async def _ask_undo(pressed: ComponentPress, match_view: MatchView) -> list[Field]:
    tried = await build_ruling(pressed.interaction, pressed.match, TRIED)
    able = await able_seats(pressed.interaction, match_view.match, play_corrections.reopen)
    lines = await corrections.rewindable(pressed.context, match_view, tried)
    known = seat_names(match_view)
    options = [
        *(
            blocks.option(f"{SEAT}-{seat}", f"Ask {known[seat]} again for its last answer")
            for seat in sorted(able)
        ),
        *(blocks.option(str(line.shown), corrections.summary(known, line)) for line in lines),
    ]
    about = "What comes after that entry is taken back. It is shown to you first."
    fields = [blocks.field("Or the number of an entry", NUMBER, _LONGEST_NUMBER, needed=False)]
    if options:
        fields.insert(
            0, blocks.select_field("Rewind to", ENTRY, options, about=about, needed=False)
        )
    return fields


async def _preview_undo(sent: _Sent) -> Message:
    chosen, typed = sent.text(ENTRY), sent.text(NUMBER)
    if bool(chosen) == bool(typed):
        raise NotNow("To which entry?", instead="Choose one, or type its number.")
    kind, _, seat = chosen.partition("-")
    if kind == SEAT:
        return await corrections.preview_reopen(sent.context, sent.by, sent.seat(seat))
    return await corrections.preview_undo(sent.context, sent.by, chosen or typed)


async def _undo(sent: _Sent) -> Message:
    number, mark = sent.pressed.argument(1), sent.pressed.argument(2)
    if not number.isdecimal() or len(number) > _LONGEST_NUMBER:
        raise OutOfDate("There is no such entry.")
    return build_receipt(await play_corrections.undo(sent.context.app, sent.by, int(number), mark))


async def _reopen(sent: _Sent) -> Message:
    seat, mark = sent.seat(sent.pressed.argument(1)), sent.pressed.argument(2)
    return build_receipt(await play_corrections.reopen(sent.context.app, sent.by, seat, mark))


async def _ask_close(pressed: ComponentPress, match_view: MatchView) -> list[Field]:
    options = [blocks.option(key, said) for said, key in lifecycle.RESULTS]
    options += _seat_options(match_view, match_view.match.sides.all(), "{} wins")
    about = "Who has won, or a draw, or no result. It is shown to you first."
    return [blocks.select_field("Result", RESULT, options, about=about, several=True)]


async def _preview_close(sent: _Sent) -> Message:
    keys = sent.text(RESULT).split(",")
    if len(keys) > 1 and not all(key.isdecimal() for key in keys):
        raise NotNow("Either seats have won, or nobody has.", instead="Choose one or the other.")
    won = _parse_winners(sent, keys)
    return await lifecycle.preview_close(sent.context, sent.pressed.interaction, sent.by.match, won)


async def _close(sent: _Sent) -> Message:
    won = _parse_winners(sent, sent.pressed.argument(1).split("-"))
    return build_receipt(await play_lifecycle.close(sent.context.app, sent.by, won))


def _parse_winners(sent: _Sent, keys: Sequence[str]) -> tuple[Seat, ...] | None:
    """Raises ``OutOfDate``."""
    if keys in ([lifecycle.DRAW], [lifecycle.NOBODY]):
        return () if keys == [lifecycle.DRAW] else None
    return tuple(map(sent.seat, keys))


async def _adjust(sent: _Sent) -> Message:
    path = split_path(sent.pressed.argument(1))
    return build_receipt(
        await adjusting.adjust(sent.context.app, sent.by, AdjustmentInput(path=path))
    )


async def _ask_position(pressed: ComponentPress, match_view: MatchView) -> list[Field]:
    about = "Everybody can read it. Leave it empty to look at the board first."
    return [
        blocks.file_field("The position", FILE, about="As the file above has it"),
        blocks.field("Why?", REASON, LONGEST_REASON, about=about, needed=False),
    ]


async def _set_position(sent: _Sent) -> Message:
    interaction = sent.pressed.interaction
    data: Mapping[str, Any] = interaction.data or {}
    file = data.get("resolved", {}).get("attachments", {}).get(sent.text(FILE))
    if file is None:
        raise NotNow("Which file?", instead="Choose one in the form.")
    # The router answers forms, so discord.py has not made attachments of what was sent in.
    attachment = discord.Attachment(data=file, state=interaction._state)  # noqa: SLF001
    reason = sent.text(REASON)
    by = replace(sent.by, reason=reason) if reason else sent.by
    return await set_file(sent.context, by, attachment, done=bool(reason))


_FORMS = {
    ACT: _Form("Set it by hand", _adjust),
    POSITION: _Form("Set a position", _set_position, _ask_position, reason=False),
    "answer": _Form("Answer for a seat", _answer, _ask_answer),
    "seat": _Form("Give a seat away", _change_seat, _ask_seat),
    "clock": _Form("Change the clocks", _change_clock, _ask_clock),
    "look": _Form("Look", _show_view, _ask_look),
    "dice": _Form("Set the next dice", _set_dice, _ask_dice),
    "to-undo": _Form("Undo", _preview_undo, _ask_undo, reason=False),
    "undo": _Form("Rewind the match", _undo),
    "reopen": _Form("Ask a seat again", _reopen),
    "to-close": _Form("End the match", _preview_close, _ask_close, reason=False),
    "close": _Form("End the match", _close),
}
"""By the first argument of their buttons."""
