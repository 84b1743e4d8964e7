"""The position after an entry, as the user saw it, with what happened then."""

from __future__ import annotations

from bot.chat.history import best_moves
from bot.chat.match import looks as looking
from bot.chat.match import step_buttons
from bot.chat.match.looks import Looks
from bot.chat.messages import news
from bot.chat.platform import blocks
from bot.chat.platform.blocks import Pressable, rows, title
from bot.chat.platform.custom_ids import Action, join_path, split_path
from bot.chat.platform.interactions import ComponentPress, Context, OutOfDate
from bot.chat.platform.message import Message
from bot.play.history import looking_back
from bot.play.history.looking_back import PastPosition
from bot.play.match.views import MatchView

GONE = "-# This was taken back later."


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """Answer a button of this page; its arguments are the entry's number and the looks."""
    looks = Looks.from_words(split_path(pressed.argument(1)))
    await pressed.answer(await load_page(pressed, pressed.argument(0), looks))


async def load_page(pressed: ComponentPress, number: str, looks: Looks, said: str = "") -> Message:
    """Load the page of the entry that a custom id names. Raises a ``Refusal``."""
    if not (number.isdecimal() and len(number) < 7):
        raise OutOfDate("There is no such entry.")
    moment = await looking_back.load_position(
        pressed.context.app, pressed.match, pressed.user, int(number)
    )
    return await build_page(moment, pressed.context, looks, said)


async def build_page(
    moment: PastPosition, context: Context, looks: Looks = looking.STANDARD, said: str = ""
) -> Message:
    match_view, number = moment.match_view, moment.number
    match = match_view.match
    shown = await looking.build_board(match_view, context.pictures, looks, (moment.line,))
    looks = shown.looks

    def button_to(label: str, looks: Looks, role: str) -> Pressable:
        return step_buttons.button_to(label, match, number, looks, role)

    fork = [blocks.button("Try it out", Action.FORK, match.id, str(number))]
    more = [] if moment.over else fork
    more += await best_moves.buttons(context, match_view, moment.asked, looks)
    ask = blocks.button("Around…", Action.AROUND, match.id, str(number), join_path(looks.words))
    told = news.paragraph(match_view, moment.line)
    heading = f"### {title(match_view)} of {moment.last}"
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(heading, told, GONE if moment.line.undone else ""),
            *shown.parts,
            blocks.text(said or shown.said),
            *rows(step_buttons.build_buttons(match, number, moment.last, looks)),
            *rows(looking.windows(shown, button_to, ask)),
            *rows([*looking.switch_buttons(match_view, shown, button_to), *more]),
        ),
    )
    return Message(view, shown.files, explained=shown.explained)
