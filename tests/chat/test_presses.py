"""How many presses a newcomer in a hurry needs, and that nothing has to be typed."""

from __future__ import annotations

import re

import pytest

from tests.chat.conftest import World
from tests.chat.guests import Guest, Told, buttons, choices

PLAN = "Plan another move"
WHOLE = ("1. ", "2. ", "3. ")
"""How the buttons of whole moves begin."""
STRIKES = ("attack", "shoot", "fire", "strike", "Fire")
"""Who is in a hurry takes a blow before all else."""


class Hurried:
    """Takes the first of the ``wanted`` keys that is offered, or else a whole move, one that
    strikes if there is any."""

    def __init__(self, world: World, guest: Guest, *wanted: str) -> None:
        self.world, self.guest, self.wanted, self.count = world, guest, wanted, 0
        self.plans = False

    async def acts(self, page: Told | None) -> Told | None:
        """The next press: on the page in front of them, or else on the panel."""
        self.count += 1
        if page is not None and self.plans and PLAN in buttons(page.message):
            return await self.guest.presses(PLAN, page.message)
        offered = choices(page.message) if page is not None else []
        more = self.plans and any(key[0] == "_" for key in offered)
        if page is not None and "Confirm" in buttons(page.message) and not more:
            return await self.guest.presses("Confirm", page.message)
        if page is not None and offered:
            found = [key for key in offered if any(map(key.startswith, self.wanted))]
            whole = [label for label in buttons(page.message) if label[:3] in WHOLE]
            whole.sort(key=lambda label: not any(word in label for word in STRIKES))
            if whole and not found:
                return await self.guest.presses(whole[0], page.message)
            return await self.guest.picks((found or offered)[0], page.message)
        if page is not None and "Make a move" in buttons(page.message):
            return await self.guest.presses("Make a move", page.message)
        return await self.guest.presses("Make a move")


@pytest.mark.parametrize(
    ("title", "most", "wanted", "struck"),
    [
        ("Astral Sailors: Civil War", 8, ("auto",), " (hits|misses|shoots|strikes) "),
        ("Colonial Space Wars", 8, ("autounion",), " attacks "),
        ("A Galaxy Aflame", 9, ("autohalcyon",), " shot at "),
        ("Astralis", 7, (), " flies from "),
        ("Cosmic Conflict", 10, ("autoQ1", "lock"), " (hits|grazes|misses) "),
    ],
)
async def test_presses_from_the_first_button_to_the_first_blow_or_flight(
    world: World, ann: Guest, title: str, most: int, wanted: tuple[str, ...], struck: str
) -> None:
    hurried = Hurried(world, ann, *wanted)
    help_page = await ann.types("help")
    page: Told | None = await ann.presses(f"Play the computer: {title}", help_page.message)
    hurried.count = 1
    while page is None or not re.search(struck, page.words.partition("###")[0]):
        page = await hurried.acts(page)
        assert hurried.count <= 40, page and page.words
    assert hurried.count <= most


async def test_two_people_fly_for_the_first_time_after_seven_presses_of_both(
    world: World, ann: Guest, bo: Guest
) -> None:
    await ann.types("match new", game="astralis")
    await ann.chooses("ready", await ann.presses("Settings"), "True")
    begun = await bo.presses("Join and start")
    asked = "Where does your" in begun.words
    flier, page = (bo, begun) if asked else (ann, None)
    hurried = Hurried(world, flier)
    hurried.count = 3
    while page is None or " flies from " not in page.words.partition("###")[0]:
        page = await hurried.acts(page)
        assert hurried.count <= 7, page and page.words


async def test_a_turn_of_colonial_space_wars_takes_twelve_presses(world: World, ann: Guest) -> None:
    hurried = Hurried(world, ann, "autounion")
    help_page = await ann.types("help")
    page: Told | None = await ann.presses(
        "Play the computer: Colonial Space Wars", help_page.message
    )
    while page is None or "Activate a unit" not in page.words:
        page = await hurried.acts(page)
    hurried.count, hurried.plans = 1, True  # Make a move
    while choices(page.message) or "Confirm" in buttons(page.message):
        found = await hurried.acts(page)
        assert found is not None
        page = found
    assert "still your turn" not in page.words
    assert hurried.count <= 12
