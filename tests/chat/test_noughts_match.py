"""A whole match of noughts and crosses: typed, pressed and confirmed, to its result."""

from __future__ import annotations

from bot.play.storage.records import Status
from tests.chat.conftest import World
from tests.chat.guests import Guest, alt_text, words


async def test_noughts_and_crosses_is_played_to_its_result(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="noughts", seating="choice")
    await bo.presses("Join as Noughts")
    await ann.presses("Start")
    assert "Noughts and crosses. Crosses (Ann): nothing." in alt_text(ann.newest)

    asked = await ann.presses("Make a move")
    looked = await ann.picks("A1", asked.message)
    await ann.presses("Confirm", looked.message)
    refused = await bo.types("move", text="A1")
    assert "That square is taken.\nFree: B1, C1" in refused.words
    assert "Rule NAC-03, Taking a square." in refused.words
    for guest, square in ((bo, "B1"), (ann, "B2"), (bo, "C1"), (ann, "C3")):
        assert f" takes {square}." in (await guest.types("move", text=square)).words

    assert "Crosses wins." in words(ann.newest)
    assert "Crosses wins with A1, B2, C3." in alt_text(ann.newest)
    assert (await world.match()).status is Status.OVER
