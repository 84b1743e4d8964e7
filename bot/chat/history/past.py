"""The position after an entry, as the one who asks saw it, with what happened then."""

from __future__ import annotations

from collections.abc import Collection

from bot.chat import blocks
from bot.chat.blocks import Part, Pressable, board_file, rows, title
from bot.chat.component_press import ComponentPress
from bot.chat.custom_ids import Action, path_of
from bot.chat.message import Attached, Message, attached
from bot.chat.panels import news, panel, step_buttons
from bot.chat.panels.picture_names import look_of
from bot.chat.pictures import Pictures
from bot.chat.replies import OutOfDate
from bot.play.history import positions
from bot.play.history.positions import PastPosition
from bot.play.match.views import MatchView
from bot.play.records import Status

GONE = "-# This was taken back later."
_LABELS = {
    "text": ("As text", "As picture"),
    "threats": ("Show threats", "Hide threats"),
    "turned": ("Turn the board", "Turn it back"),
}


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """A press on one of the buttons below; its arguments are the number and the looks."""
    wanted = pressed.argument(0)
    if not (wanted.isdecimal() and len(wanted) < 7):
        raise OutOfDate("There is no such entry.")
    looks = set(path_of(pressed.argument(1))) & set(step_buttons.LOOKS)
    moment = await positions.at(pressed.context.app, pressed.match, pressed.user, int(wanted))
    await pressed.answer(await page(moment, pressed.context.pictures, looks))


async def page(moment: PastPosition, pictures: Pictures, looks: Collection[str] = ()) -> Message:
    match_view = moment.match_view
    on = tuple(name for name in step_buttons.LOOKS if name in looks)
    look = look_of(match_view, threats="threats" in on, turned="turned" in on)
    game = match_view.match.game
    shown: tuple[Part | None, ...]
    files: tuple[Attached, ...]
    if "text" in on:
        shown, files = panel.written(match_view, pictures.board(game, match_view.view, look))
    else:
        files = attached(await pictures.of(game, match_view.view, look), board_file(match_view))
        shown = tuple(blocks.pictures(files))
    told = news.paragraph(match_view, moment.line)
    heading = f"### {title(match_view)} of {moment.last}"
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(heading, told, GONE if moment.line.undone else ""),
            *shown,
            *rows(step_buttons.steps(match_view.match, moment.number, moment.last, on)),
            *rows(_looks(moment, on)),
        ),
    )
    return Message(view, files)


def _looks(moment: PastPosition, on: tuple[str, ...]) -> list[Pressable]:
    """A button for each look, which turns it over and keeps the others; and one to play on."""
    match = moment.match_view.match
    over = match.status is Status.OVER
    buttons = [
        step_buttons.to(
            labels[name in on],
            match,
            moment.number,
            tuple(each for each in step_buttons.LOOKS if (each in on) != (each == name)),
            name,
        )
        for name, labels in _LABELS.items()
        if name != "threats" or not over
    ]
    fork = blocks.button("Try it out", Action.FORK, match.id, str(moment.number))
    return buttons if moment.over else [*buttons, fork]
