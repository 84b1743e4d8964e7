"""A referee puts a match right: with commands, buttons and forms, restarts in between."""

from __future__ import annotations

import discord
import pytest

from bot.chat import command_tree
from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, alt_texts, buttons, choices, ids, words
from tests.chat.hall import letters

WHY = "We had agreed on it"


@pytest.fixture
async def turns(world: World, toy: Guest, bo: Guest) -> Guest:
    """Both lamps are hidden, Ann's at 2 and Bo's at 3. Returns Ann."""
    await world.to_the_turns(toy, bo)
    return toy


async def answers(guest: Guest, form: Told, reason: str = WHY) -> Told:
    return await guest.fills(form, reason=reason)


async def test_somebody_without_the_right_is_refused_everything(
    world: World, turns: Guest, cy: Guest
) -> None:
    before = await world.match()
    await world.show_command("referee", turns, cy)
    for command, options in (
        ("referee adjust", {"text": "OIL RED 9", "reason": WHY}),
        ("referee adjust", {}),
        ("referee undo", {"to": "1"}),
        ("referee undo", {"seat": "Red"}),
        ("referee answer", {"seat": "Red", "move": "REST", "reason": WHY}),
        ("referee answer", {"seat": "Red", "reason": WHY}),
        ("referee dice", {"faces": "6", "reason": WHY}),
        ("referee seat", {"seat": "Red", "instead": "vacant", "reason": WHY}),
        ("referee clock", {"do": "pause", "reason": WHY}),
        ("referee clock", {"do": "resume", "reason": WHY}),
        ("referee clock", {"do": "more", "seat": "Red", "hours": 4, "reason": WHY}),
        ("referee close", {"winners": "Red"}),
        ("referee look", {"reason": WHY}),
        ("referee doctor", {}),
    ):
        for guest in (cy, turns):
            told = await guest.types(command, **options)
            assert told.private
            assert "Only the referee of this match can do this." in told.words, command
    assert await cy.suggested("referee adjust", "text", "OIL") == []
    assert await cy.suggested("referee undo", "to", "") == []
    assert await cy.suggested("referee clock", "seat", "", do="more") == []
    assert await world.match() == before


async def test_something_is_set_by_typing_and_everybody_reads_who_and_why(
    turns: Guest, gm: Guest
) -> None:
    assert "OIL GREEN 0" in await gm.suggested("referee adjust", "text", "oil g")
    told = await gm.types("referee adjust", text="OIL GREEN 9", reason="@everyone **look** <@1>")
    assert told.private
    assert "Set: OIL GREEN 9." in told.words
    for public in (words(turns.newest), (await turns.types("match log")).words):
        assert "Referee Gm changes something by hand" in public
        assert "Why: \uff20everyone \\*\\*look\\*\\*" in public
    assert not turns.newest.mention_everyone
    for options, said in (
        ({"text": "OIL GREEN 12", "reason": WHY}, "The oil of Green must be from 0 to 9, not 12."),
        ({"text": "OIL GREEN 9", "reason": WHY}, "The oil of Green is already 9."),
        ({"reason": WHY}, "A reason goes with a change that you type."),
        ({"text": "WIND 9"}, "There is no beacon 9, only 1 to 6"),
    ):
        assert said in (await gm.types("referee adjust", **options)).words
    page = await gm.types("referee adjust", text="OIL RED 8")
    page = await gm.fills(await gm.presses("Type it", page.message), text="oil red 7")
    assert "### Change: OIL RED 7" in page.words
    assert "Set: OIL RED 7." in (await gm.confirms(page, WHY)).words


async def test_something_is_picked_looked_at_and_set_across_a_restart(
    world: World, turns: Guest, gm: Guest
) -> None:
    page = await gm.types("referee adjust")
    assert "To change what is hidden, `/referee look` first." in page.words
    assert "lamp" not in choices(page.message)
    for key in ("oil", "RED", "9"):
        page = await gm.picks(key, page.message)
    assert "### Change: OIL RED 9" in page.words
    assert alt_texts(page.message) == []
    looked = await gm.types("referee look", reason="A lamp was lost")
    assert "You see what every seat may see." in looked.words
    page = await gm.picks("oil", (await gm.types("referee adjust")).message)
    page = await gm.picks("oil", (await gm.presses("Back", page.message)).message)
    page = await gm.picks("RED", page.message)
    await world.restart()
    page = await gm.picks("9", page.message)
    assert alt_texts(page.message) != []
    assert all(WHY not in each for each in ids(page.message))
    form = await gm.presses("Set it", page.message)
    await world.restart()
    assert "Set: OIL RED 9." in (await answers(gm, form)).words
    assert "Referee Gm changes something by hand" in words(turns.newest)
    assert f"Why: {WHY}" in words(turns.newest)


async def test_what_is_hidden_is_set_unseen_and_told_to_its_seat_by_dm(
    turns: Guest, bo: Guest, gm: Guest
) -> None:
    await gm.types("referee look", reason="It was lost")
    told = await gm.types("referee adjust", text="LAMP RED 5", reason=WHY)
    assert "Only those it concerns know what." in told.words
    panel = words(turns.newest)
    assert "Referee Gm changes something by hand that is not public" in panel
    assert len(letters(turns.user, "For your eyes only")) == 2
    assert len(letters(bo.user, "For your eyes only")) == 1
    assert "5" in (await turns.types("orders")).words
    for text in (*bo.reads(), (await bo.types("match log")).words):
        assert "lamp of Red" not in text


async def test_dice_of_a_real_table_lie_on_the_panel_until_they_are_thrown(
    world: World, toy: Guest, bo: Guest, gm: Guest
) -> None:
    for faces, done in (
        ("4 2", "sets the next dice: 4 2"),
        (None, "clears the dice that were set"),
        ("4", "sets the next dice: 4"),
    ):
        options = {"faces": faces} if faces else {}
        told = await gm.types("referee dice", **options, reason="Thrown at the club")
        assert ("The next dice will show 4" in told.words) is bool(faces)
        assert f"Referee Gm {done}" in words(toy.newest)
        lie = f"🎲 Set by the referee for the next dice: {faces}"
        assert (lie in words(toy.newest)) is bool(faces)
    await world.to_the_turns(toy, bo)
    assert "🎲 Set by the referee" not in words(toy.newest)
    await toy.resigns()
    proof = await toy.opens("match show", "Check the dice")
    assert "dice that the referee set by hand" in proof.words


async def test_a_match_that_is_over_is_opened_again_from_the_log(
    world: World, turns: Guest, gm: Guest
) -> None:
    shown = (await world.match()).shown
    await turns.resigns()
    assert (await world.match()).status is Status.OVER
    offered = await gm.suggested("referee undo", "to", "")
    assert offered[0] == str(shown), "the last entry itself takes nothing back"
    page = await gm.types("referee undo", to=f"#{shown}")
    assert "The match would be rewound to #" in page.words
    assert "It would be running again." in page.words
    assert (await world.match()).status is Status.OVER
    told = await gm.confirms(page, "It was a slip")
    assert f"Rewound to #{shown}. The match is running again." in told.words
    panel = words(turns.newest)
    assert "Referee Gm rewinds to #" in panel
    assert "Make a move" in buttons(turns.newest)
    refused = await gm.types("referee undo", to="soon")
    assert "Entries are named by their numbers." in refused.words
    await world.restart()
    assert (await world.match()).status is Status.RUNNING


async def test_a_seat_passes_to_somebody_else_with_its_secrets_by_dm(
    world: World, turns: Guest, bo: Guest, cy: Guest, gm: Guest
) -> None:
    offered = await gm.suggested("referee seat", "seat", "")
    assert offered == ["Red", "Green"]
    refused = await gm.types("referee seat", seat="Red", reason=WHY)
    assert "Fill in user, or instead." in refused.words
    told = await gm.types("referee seat", seat="Red", user=cy.actor, reason="Ann is ill")
    assert "Cy has Red now, in place of Ann." in told.words
    assert "Referee Gm gives Red to Cy, in place of Ann" in words(turns.newest)
    [notice] = letters(turns.user, "The referee has taken your seat")
    assert "Why: Ann is ill" in words(notice)
    assert "Referee Gm gives Red to Cy" in words(notice)
    [letter] = letters(cy.user, "For your eyes only")
    assert "2" in words(letter)
    assert "You have no seat" in (await turns.types("move", text="REST")).words
    told = await gm.types("referee seat", seat="Red", instead="computer", reason="Cy left")
    assert "Computer 1 has Red now, in place of Cy." in told.words
    [notice] = letters(cy.user, "The referee has taken your seat")
    assert "Why: Cy left" in words(notice)
    assert letters(bo.user, "has taken your seat") == []
    refused = await gm.types("referee seat", seat="Green", user=cy.actor, reason=WHY)
    assert "Cy has played for another team" in refused.words


async def test_a_look_is_told_to_everybody_when_the_match_is_over(
    world: World, turns: Guest, bo: Guest, gm: Guest
) -> None:
    before = turns.newest.id
    looked = await gm.types("referee look", seat="Red", reason="A complaint of **Bo**")
    assert looked.private
    assert "You see what Red may see." in looked.words
    assert "Only you know" in looked.words
    assert turns.newest.id == before
    assert "looked" not in (await bo.types("match log")).words
    await world.restart()
    await turns.resigns()
    panel = words(turns.newest)
    assert "👁️ Referee Gm looked through the eyes of Red" in panel
    assert "A complaint of \\*\\*Bo\\*\\*" in panel
    assert "Referee Gm looked through the eyes of Red" in (await bo.types("match log")).words


async def test_an_answer_is_asked_for_again_a_move_entered_a_default_played(
    world: World, turns: Guest, bo: Guest, gm: Guest
) -> None:
    mover, _ = await world.on_turn(turns, bo)
    name = "Red" if mover is turns else "Green"
    refused = await gm.types("referee answer", seat=name, move="REST", reason=WHY)
    assert f"Look first: `/referee look seat:{name}`." in refused.words
    assert await gm.suggested("referee answer", "move", "", seat=name) == []
    await gm.types("referee look", seat=name, reason=WHY)
    assert "REST" in await gm.suggested("referee answer", "move", "R", seat=name)
    told = await gm.types("referee answer", seat=name, move="B1+1", reason="Sent by mail")
    assert f"Entered for {name}: B1+1" in told.words
    assert "B1+1 (entered by Referee Gm)" in words(turns.newest)
    assert "Why: Sent by mail" in words(turns.newest)
    await gm.rewinds("Wrong mail", seat=name)
    assert f", before the last answer of {name}" in words(turns.newest)
    told = await gm.types("referee answer", seat=name, reason="No answer")
    assert f"{name}'s default was played: REST." in told.words
    assert "(Referee Gm stops waiting)" in words(turns.newest)


async def test_a_match_is_closed_only_when_its_end_was_looked_at_and_a_reason_sent(
    world: World, turns: Guest, gm: Guest
) -> None:
    assert await gm.suggested("referee close", "winners", "") == ["draw", "nobody", "Red", "Green"]
    refused = await gm.types("referee close", winners="Blue")
    assert "There is no such seat." in refused.words
    page = await gm.types("referee close", winners="Red")
    assert "The referee has ended the match: Red wins." in page.words
    assert "- Red (Ann): a win\n- Green (Bo): a loss" in page.words
    form = await gm.presses("End the match", page.message)
    assert (await world.match()).status is Status.RUNNING
    await world.restart()
    told = await answers(gm, form, "Green left for good")
    assert "The match is closed." in told.words
    panel = words(turns.newest)
    assert "Referee Gm ends the match" in panel
    assert "The referee has ended the match: Red wins." in panel
    refused = await gm.types("referee close", winners="draw")
    assert "Only a match that is being played can be closed." in refused.words


async def test_a_match_goes_to_another_channel_or_a_thread_and_its_links_are_right(
    world: World, turns: Guest, cy: Guest, gm: Guest
) -> None:
    old, there = turns.newest, world.guild.create_text_channel("elsewhere")
    await cy.types("match new", game="toy", thread=True)
    (thread,) = world.channel.threads
    everyone, denied = world.guild.default_role, discord.PermissionOverwrite(attach_files=False)
    mute = world.guild.create_text_channel("mute", overwrites={everyone: denied})
    for channel, reason, said in (
        (there, "", "A referee must give a reason."),
        (thread, WHY, "That channel already has a match."),
        (world.channel, WHY, "The match is already here."),
        (mute, WHY, "I may not do that over there. I lack: Attach Files."),
    ):
        options = {"reason": reason} if reason else {}
        refused = await gm.types("match move-to", channel=channel, **options)
        assert said in refused.words
    told = await gm.types("match move-to", channel=there, reason="Too loud here")
    assert "The match continues there." in told.words
    panel = there.history()[-1]
    assert f"Referee Gm has moved the match here from <#{world.channel.id}>" in words(panel)
    match = await world.match(there)
    assert (match.channel, match.panel) == (there.id, panel.id)

    def left() -> discord.Message:
        return next(each for each in world.channel.history() if each.id == old.id)

    retired = left()
    assert "Make a move" not in buttons(retired)
    assert f"This match continues in <#{there.id}>." in words(retired)
    await world.bot.sender._deliveries._transport.remove_buttons(
        match, world.channel.id, old.id, moved=True
    )
    assert words(left()) == words(retired), "told once, however often it is sent"
    assert len(left().components) == len(retired.components)
    assert (await turns.presses("Make a move", panel)).private
    await cy.at(thread).presses("Leave")
    await gm.at(there).types("match move-to", channel=thread, reason=WHY)
    assert "Make a move" in buttons(thread.history()[-1])
    assert (await world.match(thread)).channel == thread.id


def test_only_places_in_which_a_match_can_be_played_are_offered() -> None:
    (group,) = (each for each in command_tree.build_payload() if each["name"] == "match")
    (move_to,) = (each for each in group["options"] if each["name"] == "move-to")
    (channel,) = (each for each in move_to["options"] if each["name"] == "channel")
    offered = {discord.ChannelType(each).name for each in channel["channel_types"]}
    assert offered == {
        *("text", "news", "voice", "stage_voice"),
        *("public_thread", "private_thread", "news_thread"),
    }, "neither categories nor forums"


async def test_a_referee_is_named_in_the_lobby_and_need_not_manage_the_server(
    world: World, ann: Guest, bo: Guest, cy: Guest
) -> None:
    await ann.types("match new", game="toy", seating="choice", referee=cy.actor)
    assert f"Referee: <@{cy.id}>" in words(ann.newest)
    assert (await world.match()).referee == cy.id
    await ann.chooses("referee", await ann.opens("match show", "Settings"), bo.actor)
    assert (await world.match()).referee == bo.id
    assert f"Referee: <@{bo.id}>" in words(ann.newest)
    await bo.presses("Join as Green")
    await ann.presses("Start")
    await world.show_command("referee", bo, cy)
    told = await bo.types("referee adjust", text="OIL RED 9", reason=WHY)
    assert "Set: OIL RED 9." in told.words
    assert "Referee Bo, who plays Green, changes something by hand" in words(ann.newest)
    refused = await cy.types("referee adjust", text="OIL RED 8", reason=WHY)
    assert "Only the referee of this match can do this." in refused.words


async def test_an_old_button_in_other_hands_does_nothing(
    world: World, turns: Guest, gm: Guest
) -> None:
    page = await gm.types("referee adjust", text="OIL RED 9")
    entries = await world.kinds()
    form = await gm.presses("Set it", page.message)
    await gm.types("referee close", winners="draw")
    assert "A referee must give a reason." in (await answers(gm, form, " ")).words
    assert await world.kinds() == entries
