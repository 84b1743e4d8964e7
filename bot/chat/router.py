"""Every press and every form comes through here, whatever its age.

Nothing is remembered between two presses, so buttons and forms of before a
restart answer like new ones.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from bot.chat.boundary import answer_faults
from bot.chat.commands import match_buttons, orders, rules
from bot.chat.history import (
    best_moves,
    catching_up,
    dice_proofs,
    forks,
    match_files,
    past,
    replay,
    undo_page,
)
from bot.chat.lobby import idle_lobbies, lesson_presses, lobby_settings
from bot.chat.match import match_lists, opening
from bot.chat.match.picker import MOVES
from bot.chat.match.prepared_answers import CONDITIONAL_MOVES, ORDERS
from bot.chat.match.tree_page import TreePage
from bot.chat.people import (
    company,
    leaving,
    profile,
    profile_forms,
    proposals,
    statistics,
    team_talk,
    workshop,
)
from bot.chat.platform.custom_ids import Action
from bot.chat.platform.interactions import ComponentPress, Context, Interaction, OutOfDate
from bot.chat.referee import forms, server_page
from bot.chat.referee.adjusting import ADJUSTMENTS
from bot.chat.tournaments import cup_presses
from bot.play.match.views import MatchView
from bot.play.refusals import NoMatch

Work: TypeAlias = Callable[[ComponentPress], Awaitable[None]]
MatchWork: TypeAlias = Callable[[ComponentPress, MatchView], Awaitable[None]]
TreeWork: TypeAlias = Callable[[TreePage, ComponentPress, MatchView], Awaitable[None]]
ELSEWHERE = "This bot serves other servers only. Its owner can let this one in."
TREES: dict[str, TreePage] = {
    page.kind: page for page in (MOVES, ORDERS, CONDITIONAL_MOVES, ADJUSTMENTS)
}


@dataclass(frozen=True, slots=True)
class Handler:
    """``in_place``: a press that names something on a private message changes that message;
    ``form``: what a button does instead, which is to open a form"""

    work: Work
    in_place: bool = False
    form: Work | None = None


def with_match(work: MatchWork) -> Work:
    """Load the match of a press, as the presser may see it here."""

    async def look_up(pressed: ComponentPress) -> None:
        await work(pressed, await pressed.load_match_view())

    return look_up


def with_tree(work: TreeWork) -> Work:
    """Load the match of a press, and the page of the tree that its id names first."""

    async def with_page(pressed: ComponentPress, match_view: MatchView) -> None:
        page = TREES.get(pressed.argument(0))
        if page is None:
            raise OutOfDate("This button is out of date.", instead="Please use the newest panel.")
        await work(page, pressed, match_view)

    return with_match(with_page)


HANDLERS = {
    Action.NEW: Handler(opening.open_by_button),
    Action.LEARN: Handler(lesson_presses.begin_or_continue),
    Action.JOIN: Handler(with_match(match_buttons.join), in_place=True),
    Action.OFFER: Handler(with_match(lobby_settings.offer)),
    Action.LEAVE: Handler(with_match(leaving.leave), in_place=True),
    Action.START: Handler(with_match(match_buttons.start)),
    Action.COMPUTER: Handler(with_match(match_buttons.change_computers)),
    Action.SETUP: Handler(with_match(lobby_settings.show), in_place=True),
    Action.SETTING: Handler(with_match(lobby_settings.choose), in_place=True),
    Action.SET: Handler(
        with_match(lobby_settings.change_setting),
        in_place=True,
        form=with_match(lobby_settings.ask_value),
    ),
    Action.PRESET: Handler(with_match(lobby_settings.fill_preset), in_place=True),
    Action.NAME: Handler(with_match(lobby_settings.name_referee), in_place=True),
    Action.PLAY: Handler(with_match(MOVES.play)),
    Action.PICK: Handler(with_tree(TreePage.pick), in_place=True),
    Action.TYPE: Handler(
        with_tree(TreePage.submit_text), in_place=True, form=with_tree(TreePage.ask_text)
    ),
    Action.CONFIRM: Handler(with_tree(TreePage.confirm), in_place=True),
    Action.TAKE: Handler(with_tree(TreePage.take), in_place=True),
    Action.BACK: Handler(with_match(ORDERS.come_back), in_place=True),
    Action.BOARD: Handler(with_match(match_buttons.show_board), in_place=True),
    Action.AROUND: Handler(
        with_match(match_buttons.show_around),
        in_place=True,
        form=with_match(match_buttons.ask_around),
    ),
    Action.LOG: Handler(with_match(match_buttons.show_log), in_place=True),
    Action.AT: Handler(with_match(past.show), in_place=True),
    Action.CATCHUP: Handler(with_match(catching_up.show)),
    Action.REPLAY: Handler(with_match(replay.show)),
    Action.FORK: Handler(with_match(forks.show), in_place=True),
    Action.BEST: Handler(with_match(best_moves.show), in_place=True),
    Action.EXPORT: Handler(with_match(match_files.show)),
    Action.ORDERS: Handler(orders.show, in_place=True),
    Action.REASON: Handler(
        with_match(forms.submit), in_place=True, form=with_match(forms.open_form)
    ),
    Action.REFEREE: Handler(with_match(forms.show), in_place=True),
    Action.VERIFY: Handler(with_match(dice_proofs.show)),
    Action.DM_SETTING: Handler(orders.set_dms, in_place=True),
    Action.RESIGN: Handler(with_match(leaving.resign), in_place=True),
    Action.LIST: Handler(match_lists.turn_page, in_place=True),
    Action.ME: Handler(profile.show, in_place=True),
    Action.MYFORM: Handler(profile.submit_form, in_place=True, form=profile_forms.open_form),
    Action.WORK: Handler(workshop.show, in_place=True),
    Action.WORKFORM: Handler(workshop.submit_form, in_place=True, form=workshop.open_form),
    Action.FORGET: Handler(profile.forget, in_place=True),
    Action.LADDER: Handler(statistics.turn_page, in_place=True),
    Action.COMPANY: Handler(company.show, in_place=True),
    Action.INVITED: Handler(company.join_invited),
    Action.TALK: Handler(with_match(team_talk.show)),
    Action.FOLLOW: Handler(with_match(company.show_following), in_place=True),
    Action.SERVER: Handler(server_page.show, in_place=True),
    Action.KEEP: Handler(with_match(idle_lobbies.keep)),
    Action.REMATCH: Handler(with_match(match_buttons.start_rematch)),
    Action.TAKEBACK: Handler(with_match(undo_page.show_or_undo), in_place=True),
    Action.PROPOSE: Handler(with_match(proposals.open_or_propose), in_place=True),
    Action.ANSWER: Handler(with_match(proposals.answer_proposal), in_place=True),
    Action.CUP: Handler(cup_presses.show, in_place=True),
    Action.CUPFORM: Handler(cup_presses.submit_form, in_place=True, form=cup_presses.open_form),
    Action.RULE: Handler(rules.turn_page, in_place=True),
}


async def route(interaction: Interaction) -> None:
    """Answer a press or a form. Raises nothing."""
    async with answer_faults(interaction) as context:
        check_server(context, interaction)
        pressed = ComponentPress.from_interaction(interaction, context)
        handler = HANDLERS.get(pressed.id.action)
        if handler is None:
            raise OutOfDate("This button is out of date.", instead="Please use the newest panel.")
        if handler.form is not None and pressed.is_button:
            # Discord does not allow any promise before a form.
            await handler.form(pressed)
            return
        await pressed.promise(in_place=handler.in_place and bool(pressed.id.args))
        await handler.work(pressed)


def check_server(context: Context, interaction: Interaction) -> None:
    """Raises ``NoMatch`` on a server that the owner has not let in."""
    if not context.serves(interaction.guild_id):
        raise NoMatch(ELSEWHERE)
