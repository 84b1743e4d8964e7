"""An undo or a draw is asked for while the only opponent is on holiday: the referee decides."""

from __future__ import annotations

from datetime import timedelta

from bot.play.storage.profiles import Holiday
from bot.play.storage.records import EntryKind, Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, begin, buttons, words
from tests.chat.hall import letters

WHY = "Nobody else is there"


async def left_alone(world: World, ann: Guest, bo: Guest, **options: object) -> Guest:
    """Both have played, and the one who is to move is on holiday; the other."""
    await begin(ann, bo, **options)
    mover, other = await world.to_the_turns(ann, bo)
    await mover.types("move", text="B1+2")
    await other.types("move", text="B2+2")
    now = world.env.now()
    async with world.app.store.writing() as work:
        await work.keep(Holiday(other.id, now, now + timedelta(days=5)))
        await work.commit()
    return mover


async def test_the_referee_is_told_once_and_takes_back(
    world: World, ann: Guest, bo: Guest, gm: Guest
) -> None:
    mover = await left_alone(world, ann, bo, referee=gm.actor)
    shown = (await world.match()).shown
    page = await mover.types("match undo")
    assert f"The others are away, so <@{gm.id}> decides as the referee." in page.words
    told = await mover.presses("Ask the referee", page.message)
    assert "the referee is asked to decide" in told.words
    page = await mover.types("match undo")
    again = await mover.presses("Ask the referee", page.message)
    assert "You have already asked for that." in again.words
    await world.restart()
    (letter,) = letters(gm.user)
    granted = f"/referee undo to:{shown - 2}"
    assert f"type `{granted}` in the match" in words(letter)
    assert (await world.match()).shown == shown, "no answer counts as no"
    done = await gm.rewinds(WHY, to=str(shown - 2))
    assert f"Rewound to #{shown - 2}." in done.words
    await world.env.advance_time(2 * 24 * 3600)
    assert len(letters(gm.user)) == 1
    assert letters(mover.user, "nobody") == []


async def test_the_referee_is_told_once_and_ends_the_match_as_a_draw(
    world: World, ann: Guest, bo: Guest, gm: Guest
) -> None:
    mover = await left_alone(world, ann, bo, referee=gm.actor)
    page = await mover.types("match propose", what="draw")
    assert f"The others are away, so <@{gm.id}> decides as the referee." in page.words
    await mover.presses("Propose it", page.message)
    (letter,) = letters(gm.user)
    assert "type `/referee close winners:draw` in the match" in words(letter)
    again = await mover.types("match propose", what="draw")
    assert "Withdraw" in buttons(again.message)
    await gm.closes("draw", WHY)
    assert (await world.match()).status is Status.OVER
    assert len(letters(gm.user)) == 1
    assert "The referee has ended the match as a draw." in words(ann.newest)


async def test_without_a_named_referee_the_channel_says_who_can_decide(
    world: World, ann: Guest, bo: Guest, gm: Guest
) -> None:
    mover = await left_alone(world, ann, bo)
    undo, draw = await mover.types("match undo"), await mover.types("match propose", what="draw")
    for refused, instead in ((undo, "/referee undo"), (draw, "/referee close")):
        assert "Your opponents are away, so nobody can agree." in refused.words
        assert instead in refused.words
    assert letters(gm.user) == []
    assert EntryKind.UNDONE not in await world.kinds()
