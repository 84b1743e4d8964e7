"""Every button there is, pressed by those whose match it is not, or in the wrong place or time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import discord
import pytest

from bot.chat.platform.custom_ids import Action, CustomId, QuestionTree
from bot.play.storage import queries
from bot.play.storage.records import MatchId, Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, files

DECISION = "hide-0-0"
ARGS: dict[Action, tuple[tuple[str, ...], ...]] = {
    Action.JOIN: ((), ("1",)),
    Action.SET: (("oil",), ("seating",)),
    Action.PICK: (
        *(
            (QuestionTree.MOVE, DECISION),
            (QuestionTree.MOVE, f"{DECISION}.3"),
            (QuestionTree.MOVE, DECISION, "0"),
        ),
        *((tree, "") for tree in QuestionTree),
        *(
            (QuestionTree.ORDER, "A"),
            (QuestionTree.ORDER, "", "0"),
            (QuestionTree.ADJUST, "O"),
            (QuestionTree.LINE, "-"),
        ),
    ),
    Action.TYPE: (
        (QuestionTree.MOVE, DECISION),
        (QuestionTree.ORDER, ""),
        (QuestionTree.ADJUST, ""),
    ),
    Action.CONFIRM: (
        (QuestionTree.MOVE, f"{DECISION}.3"),
        (QuestionTree.ORDER, "A"),
        (QuestionTree.LINE, "-.1"),
    ),
    Action.TAKE: (
        (QuestionTree.ORDER, "all"),
        (QuestionTree.ORDER, "one"),
        (QuestionTree.LINE, "all"),
    ),
    Action.BOARD: ((), ("text",), ("threats", "turned")),
    Action.LOG: ((), ("0",)),
    Action.AROUND: (("now", ""),),
    Action.RESIGN: ((), ("yes",)),
    Action.LEAVE: ((), ("vacant",), ("computer",)),
    Action.COMPUTER: (("add",), ("remove",)),
    Action.SETTING: (("0",),),
    Action.TAKEBACK: ((), ("last",), ("2",), ("last", "0" * 12)),
    Action.PROPOSE: ((), ("do", "draw"), ("do", "abandon"), ("pick",)),
    Action.LEARN: ((), ("fly",)),
    Action.ANSWER: (("aaaaaaaa",), ("aaaaaaaa", "yes"), ("aaaaaaaa", "withdraw"), ()),
}
NO_MATCHS = {
    *(Action.DM_SETTING, Action.RULE, Action.NEW, Action.LIST, Action.LADDER),
    *(Action.ME, Action.MYFORM, Action.FORGET, Action.COMPANY, Action.SERVER),
    *(Action.CUP, Action.CUPFORM),
}
"""Their buttons name no match."""

LOOKS = {
    *(Action.BOARD, Action.LOG, Action.VERIFY, Action.CATCHUP),
    *(Action.REPLAY, Action.EXPORT, Action.AT),
}
"""Everybody may: they are shown what everybody sees."""


def forged(match: MatchId) -> Iterator[CustomId]:
    for action in Action:
        if action not in NO_MATCHS:
            for args in ARGS.get(action, ((),)):
                yield CustomId(action, match, args)


async def laid(world: World, place: int, custom_id: CustomId) -> discord.Message:
    """A button with this id in a channel."""
    view = discord.ui.LayoutView(timeout=None)
    button: discord.ui.Button[discord.ui.LayoutView] = discord.ui.Button(
        label="Press", custom_id=str(custom_id)
    )
    view.add_item(discord.ui.ActionRow(button))
    view.stop()
    return await world.bot.get_partial_messageable(place).send(view=view)


@pytest.mark.parametrize("status", [Status.LOBBY, Status.RUNNING, Status.OVER])
async def test_for_another_server_and_for_a_strangers_dms_there_is_no_such_match(
    world: World, ann: Guest, bo: Guest, cy: Guest, status: Status
) -> None:
    await ann.types("match new", game="toy", seating="choice")
    if status is not Status.LOBBY:
        await bo.presses("Join as Green")
        await ann.presses("Start")
    if status is Status.OVER:
        await ann.presses("Draw, leave, resign …", (await ann.presses("My orders")).message)
        sure = await ann.opens("orders", "Draw, leave, resign …")
        await ann.presses("Resign", sure.message)
    match = await world.match()
    assert match.status is status
    before = await world.store.counts()
    guild = world.env.create_guild("Elsewhere")
    there = guild.create_text_channel("games")
    member = guild.add_member(ann.user)
    dora = world.guest("dora", guild).at(there)
    host_abroad = Guest(ann.user, member, there)
    await cy.at_home.types("help")
    for custom_id in forged(match.id):
        for guest in (dora, host_abroad, cy.at_home):
            message = await laid(world, guest.place.id, custom_id)
            told = await guest.presses("Press", message)
            assert told.result.modal is None, custom_id
            assert told.private, custom_id
            assert told.words == "There is no such match.", (custom_id, told.words)
            assert not files(told.message)
    assert await world.match() == match
    assert await world.store.counts() == before


async def test_a_bystander_may_look_and_do_nothing_else(
    world: World, toy: Guest, cy: Guest
) -> None:
    match, before = await world.match(), await world.store.counts()
    for custom_id in forged(match.id):
        if custom_id.action is Action.FOLLOW:  # everybody may
            continue
        told = await cy.presses("Press", await laid(world, world.channel.id, custom_id))
        if custom_id.action is Action.AROUND:  # a form, for looking closer
            assert told.result.modal is not None
            continue
        assert told.private, custom_id
        assert told.result.modal is None, custom_id
        looked = custom_id.action in LOOKS
        refused = ("no seat", "started", "not over yet", "out of date", "referee", "no such match")
        assert looked or any(each in told.words for each in refused), (custom_id, told.words)
    assert await world.match() == match
    # How far they have read is remembered, for what they have not seen yet.
    assert await world.store.counts() == {**before, "seen": 1}


async def test_a_player_can_do_by_dm_what_they_can_do_in_the_channel(
    world: World, toy: Guest
) -> None:
    match = await world.match()
    await toy.at_home.types("help")
    for action, said in (
        (Action.BOARD, "Red"),
        (Action.LOG, "The match begins"),
        (Action.ORDERS, "Your orders in Beacons"),
        (Action.PLAY, "Where do you hide your lamp?"),
    ):
        message = await laid(world, toy.user.dm_channel.id, CustomId(action, match.id))
        told = await toy.at_home.presses("Press", message)
        assert said in told.words
    looked = await toy.at_home.picks("5", told.message)
    done = await toy.at_home.presses("Confirm", looked.message)
    assert "Your lamp is in beacon 5." in done.words


async def test_buttons_of_an_ended_match_speak_of_it_and_not_of_the_next_in_the_channel(
    world: World, toy: Guest, bo: Guest
) -> None:
    first = await world.match()
    asked = await toy.presses("Make a move")
    await toy.resigns()
    ended = await world.match()
    await bo.types("match new", game="toy", seating="choice")
    second = await world.match()
    assert second.id != first.id
    for guest in (toy, bo):
        for custom_id in forged(first.id):
            told = await guest.presses("Press", await laid(world, world.channel.id, custom_id))
            if custom_id.action is Action.AROUND:
                continue
            assert told.private, custom_id
            assert told.result.modal is None, custom_id
    assert "This match is over." in (await toy.picks("3", asked.message)).words
    assert await world.match() == second
    async with world.store.reading() as reader:
        # Looking at the whole of a match that is over has shown what was hidden in it.
        assert await reader.read(queries.MatchById(first.id)) == replace(ended, disclosed=True)
        assert [holder.user for holder in await reader.read(queries.Holders(second.id))] == [bo.id]
