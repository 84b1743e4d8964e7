"""A game on an open table: a point is picked, another typed, both looked at and confirmed."""

from __future__ import annotations

from pathlib import Path

from tests import stakes
from tests.chat.conftest import a_world
from tests.chat.forms import faults_of_form
from tests.chat.guests import alt_text, buttons, words


async def test_points_are_picked_and_typed(tmp_path: Path) -> None:
    async with a_world(tmp_path, also={stakes.GAME: stakes.RENDERER}) as world:
        ann, bo = world.guest("ann"), world.guest("bo")
        await ann.types("match new", game="stakes", seating="choice")
        await bo.presses("Join as Blue")
        await ann.presses("Start")
        asked = await ann.presses("Make a move")
        assert "1: N 6 in, to 4 3, as far as your rope goes." in alt_text(asked.message)
        looked = await ann.picks("N60", asked.message)
        await ann.presses("Confirm", looked.message)

        asked = await bo.presses("Make a move")
        assert "Type it" in buttons(asked.message)
        form = await bo.presses("Type it", asked.message)
        modal = form.result.modal
        assert modal is not None
        assert faults_of_form(modal) == ()
        refused = await bo.fills(form, text="20 15.1")
        assert "That is 6.1 in from your last stake.\nAt most 6 in." in refused.words
        looked = await bo.fills(await bo.presses("Type it", asked.message), text="20 14.9")
        assert "Your move: 20 14.9" in looked.words
        assert [label for label in buttons(looked.message) if " in" in label] == [
            f"{wind} 0.5 in" for wind in "NEW"
        ]
        looked = await bo.presses("N 0.5 in", looked.message)
        assert "Your move: 20 14.4" in looked.words
        done = await bo.presses("Confirm", looked.message)
        assert "Blue sets a stake at 20 14.4, 5.4 in away." in done.words
        assert "Blue sets a stake at 20 14.4" in words(ann.newest)
