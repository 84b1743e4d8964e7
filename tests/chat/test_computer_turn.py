"""What a player reads after the whole turn of a computer player."""

from __future__ import annotations

import re

from bot.play.match.views import MatchView
from games.core.telling import DIGESTED
from games.core.types import Decision
from tests.chat.conftest import World
from tests.chat.guests import Guest, words
from tests.chat.sailors import Party, panel, view

RED, TURNS = 0, 3


async def test_a_computers_turn_is_a_headline_and_at_most_three_sentences(
    world: World, ann: Guest
) -> None:
    help_page = await ann.types("help")
    await ann.presses("Play the computer: Astral Sailors: Civil War", help_page.message)
    party = Party(world, {RED: ann})
    seen: set[int] = set()

    def on_turn(match_view: MatchView, decision: Decision) -> bool:
        return decision.kind == "activate" and view(match_view).table.turn.number not in seen

    for _ in range(TURNS):
        await party.plays_on(on_turn)
        seen.add(view(await party.match_view(RED)).table.turn.number)
        _, *lines = words(panel(ann)).splitlines()
        end = next(at for at, line in enumerate(lines) if line.startswith("Round"))
        said = " ".join(line for line in lines[:end] if not line.startswith("-# "))
        assert 1 <= len(re.findall(r"\.(?:\*\*)?(?= |$)", said)) <= DIGESTED, said
        assert not re.search("[⚀-⚅]", said)
        assert "does not react" not in said
