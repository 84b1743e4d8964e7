"""Presses around a match: joining, boards, texts."""

from __future__ import annotations

from collections.abc import Sequence

from bot.chat.history import best_moves, log_pages, past
from bot.chat.match import looks as looking
from bot.chat.match import opening
from bot.chat.match.looks import Looks
from bot.chat.people import computer_levels
from bot.chat.platform import blocks
from bot.chat.platform.custom_ids import Action, split_path
from bot.chat.platform.interactions import (
    ComponentPress,
    Interaction,
    OutOfDate,
    build_command,
    get_context,
    get_person,
    note,
    show_form,
)
from bot.chat.platform.message import Message
from bot.chat.platform.safe_text import escape
from bot.play.executor import Receipt
from bot.play.lobby import lobby, rematches, seating
from bot.play.lobby.seating import available_seats, check_host
from bot.play.match import views
from bot.play.match.views import MatchView
from bot.play.people import leaving
from bot.play.storage.records import SeatingOrder, Status
from games.core.types import Seat

FIELD = "name"
PICK = "pick"
"""In the place of a seat: it comes from the select."""


async def join(pressed: ComponentPress, match_view: MatchView) -> None:
    """Join in the seat that the button or select names; otherwise ask which."""
    wanted = pressed.id.args[0] if pressed.id.args else ""
    if wanted == PICK:
        wanted = pressed.values[0] if pressed.values else "-"
    if wanted and not (wanted.isdecimal() and len(wanted) < 4):
        raise OutOfDate("There is no such seat.")
    seat = Seat(int(wanted)) if wanted else None
    await pressed.answer(await join_or_ask(pressed.interaction, match_view, seat))


async def join_or_ask(
    interaction: Interaction, match_view: MatchView, seat: Seat | None
) -> Message:
    """Sat down, or the question where: nobody takes a computer player's seat unasked, nor one of
    several that differ. Raises a ``Refusal``."""
    match, user = match_view.match, interaction.user.id
    if seat is None and match.status is not Status.OVER and not _has_seat(match_view, user):
        seats = available_seats(match, match_view.holders)
        free = [each for each in seats if match_view.holder(each) is None]
        alike = match.status is Status.LOBBY and match.seating is SeatingOrder.RANDOM
        if seats and not (free and (alike or len(seats) == 1)):
            return _ask_which_seat(match_view, seats)
    sit = leaving.take_over if match.status is Status.RUNNING else seating.join
    app, command = get_context(interaction).app, build_command(interaction, match.id)
    return build_receipt(await sit(app, command, get_person(interaction).name, seat))


def _has_seat(match_view: MatchView, user: int) -> bool:
    return any(holder.user == user for holder in match_view.holders)


def _ask_which_seat(match_view: MatchView, seats: Sequence[Seat]) -> Message:
    options = (blocks.option(str(seat), _seat_label(match_view, seat)) for seat in seats)
    match, hint = match_view.match.id, "Choose a seat …"
    select = blocks.select(options, Action.JOIN, match, PICK, hint=hint)
    text = "Which seat do you want? If you take a computer player's seat, you play on in its place."
    if len(seats) > blocks.MOST_OPTIONS:
        text += " For the other seats, name one: `/match join`."
    parts = (blocks.text(f"### {blocks.title(match_view)}", text), select)
    return Message(blocks.layout(blocks.PRIVATE, parts))


def _seat_label(match_view: MatchView, seat: Seat) -> str:
    """``Green (Computer 1)``; where seats are drawn, the name of the computer player alone."""
    holder = match_view.holder(seat)
    drawn = (
        match_view.match.status is Status.LOBBY and match_view.match.seating is SeatingOrder.RANDOM
    )
    if holder is not None and drawn:
        return holder.name
    if match_view.view is None:
        name = match_view.game.meta.names_of(match_view.match.sides)[seat]
    else:
        name = match_view.game.words.seat(match_view.view, seat)
    return name if holder is None else f"{name} ({holder.name})"


async def start(pressed: ComponentPress, match_view: MatchView) -> None:
    """Begin the match; where the button says so, in its last free seat."""
    app, person = pressed.context.app, get_person(pressed.interaction)
    receipt = await lobby.start(app, pressed.command, person.name if pressed.id.args else "")
    begun = await views.load_for_user(app, receipt.match, person.user)
    await pressed.answer(await opening.build_begun(pressed.context, begun, escape(receipt.text)))


async def start_rematch(pressed: ComponentPress, match_view: MatchView) -> None:
    """A rematch, or the next match of a campaign where the button says so."""
    person, follows = get_person(pressed.interaction), bool(pressed.id.args)
    ask = rematches.ask_for_rematch
    receipt = await ask(pressed.context.app, pressed.command, person.name, follows=follows)
    await pressed.answer(build_receipt(receipt))


async def change_computers(pressed: ComponentPress, match_view: MatchView) -> None:
    """Let a computer player sit down in a lobby, of a level that may be asked first, or get up."""
    what = pressed.argument(0)
    if what not in ("add", "remove"):
        raise OutOfDate("There is no such button any more.")
    if what == "remove":
        await pressed.answer(
            build_receipt(await seating.remove(pressed.context.app, pressed.command))
        )
        return
    level = computer_levels.read_level(pressed, 1)
    if (
        not level
        and match_view.match.status is Status.LOBBY
        and len(computer_levels.levels_of(match_view)) > 1
    ):
        check_host(match_view.match, pressed.user)
        buttons = computer_levels.buttons(match_view, "Computer player", Action.COMPUTER, "add")
        await pressed.answer(note("How well should the computer player play?", buttons))
        return
    await pressed.answer(
        build_receipt(await seating.add_computer(pressed.context.app, pressed.command, level=level))
    )


async def show_board(pressed: ComponentPress, match_view: MatchView) -> None:
    """The presser's own view of the board, with the looks that the arguments name."""
    looks = Looks.from_words(word for argument in pressed.id.args for word in split_path(argument))
    await pressed.answer(await best_moves.build_board(pressed.context, match_view, looks))


async def ask_around(pressed: ComponentPress, match_view: MatchView) -> None:
    """Open the form; its submission arrives as a press of its own."""
    about = "A unit or a place, as the board names it"
    field = blocks.field("Around", FIELD, looking.LONGEST_NAME, about=about, example="E7")
    await show_form(pressed.interaction, blocks.form("Look closer", pressed.id, field))


async def show_around(pressed: ComponentPress, match_view: MatchView) -> None:
    """The part of a board, of now or after an entry, around what was typed."""
    when, looks = pressed.argument(0), Looks.from_words(split_path(pressed.argument(1)))
    looks, said = looking.name_part(looks, (pressed.fields or {}).get(FIELD, ""))
    if when == looking.NOW:
        page = await best_moves.build_board(pressed.context, match_view, looks, said)
    else:
        page = await past.load_page(pressed, when, looks, said)
    await pressed.answer(page)


async def show_log(pressed: ComponentPress, match_view: MatchView) -> None:
    app, wanted = pressed.context.app, pressed.id.args[0] if pressed.id.args else ""
    if wanted == log_pages.FILE:
        await pressed.answer(await log_pages.load_file(app, match_view))
    else:
        await pressed.answer(await log_pages.load_page(app, match_view, wanted))


def build_receipt(receipt: Receipt) -> Message:
    return note(escape(receipt.text))
