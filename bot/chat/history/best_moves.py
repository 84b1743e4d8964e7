"""The best moves of a position, as a list and on the board."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.chat.match import looks as looking
from bot.chat.match import panel, step_buttons
from bot.chat.match.looks import Looks
from bot.chat.platform import blocks, private_pictures
from bot.chat.platform.blocks import Pressable, rows, seat_and_player, title
from bot.chat.platform.custom_ids import Action, join_path, split_path
from bot.chat.platform.interactions import ComponentPress, Context, OutOfDate
from bot.chat.platform.message import Message
from bot.chat.platform.pictures import Pictures, build_look
from bot.chat.platform.safe_text import escape, shorten
from bot.play.history import best_moves, looking_back
from bot.play.history.best_moves import BestMoves
from bot.play.match.views import MatchView
from bot.play.people.hourly_limits import BEST_MOVES, count_try
from games.core import computer
from games.core.types import Decision

_LONGEST = 300
_PICTURE = "best-moves.png"


async def buttons(
    context: Context, match_view: MatchView, asked: Iterable[Decision], looks: Looks
) -> tuple[Pressable, ...]:
    """The button to the best moves of the position in view, where they may be shown."""
    if not await best_moves.may_show(context.app, match_view, asked):
        return ()
    match = match_view.match
    number, words = str(match.shown), join_path(looks.words)
    return (blocks.button("Best moves", Action.BEST, match.id, number, words),)


async def build_board(
    context: Context, match_view: MatchView, looks: Looks = looking.STANDARD, said: str = ""
) -> Message:
    """The viewer's current board, with that button where there are best moves."""
    more = await buttons(context, match_view, match_view.waiting, looks)
    return await panel.build_board(match_view, context.pictures, looks, said, more)


async def show(pressed: ComponentPress, match_view: MatchView) -> None:
    """Answer that button; its arguments are the entry's number and the looks."""
    wanted = pressed.argument(0)
    if not (wanted.isdecimal() and len(wanted) < 7):
        raise OutOfDate("There is no such entry.")
    looks = Looks.from_words(split_path(pressed.argument(1)))
    app = pressed.context.app
    with looking_back.only_once(app, f"best moves {pressed.user}"):
        await count_try(app, BEST_MOVES, pressed.user)
        found = await best_moves.find(
            app, app.computers, match_view.match.id, pressed.user, int(wanted)
        )
        await pressed.answer(await build_page(found, pressed.context.pictures, looks))


async def build_page(found: BestMoves, pictures: Pictures, looks: Looks) -> Message:
    match_view, candidates = found.then.match_view, found.candidates
    match, game = match_view.match, match_view.game
    look = build_look(match_view, turned="turned" in looks.on)
    look = replace(look, overlay=computer.drawing(candidates))
    scene = pictures.build_scene(match.game, match_view.view, look)
    drawn = await private_pictures.render_private(match_view, scene, pictures, _PICTURE)
    lines = (
        f"{number}. **{escape(shorten(game.write(each.move), 100))}**: "
        f"{escape(shorten(each.gains, _LONGEST))}"
        for number, each in enumerate(candidates, 1)
    )
    view = blocks.layout(
        blocks.PRIVATE,
        (
            blocks.text(
                f"### Best moves: {title(match_view)} of {found.then.last}",
                f"What {seat_and_player(match_view, found.decision.seat)} could do here:",
                *lines,
            ),
            *drawn.parts,
            blocks.text("-# As the computer player sees it. It looks a few turns ahead only."),
            *rows([step_buttons.button_to("Back", match, found.then.number, looks, "back")]),
        ),
    )
    return Message(view, drawn.files, explained=drawn.explained)
