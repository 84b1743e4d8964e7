"""Two worlds of which one asks a seat in secret for more than the other: nothing of the times, the
letters and the records of seats that others can see tells in which of them one is."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from bot.play.lobby.seating import Person
from bot.play.match import views
from bot.play.people import quiet_hours
from bot.play.people.proposal_kinds import ProposalTerms
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.outbox import MessageKind
from bot.play.storage.records import MatchId
from games.astral_sailors import GAME as SAILORS
from games.astral_sailors.rules.setup import muster
from games.core.contract import AnyGame
from games.core.types import SPECTATOR
from tests.amounts import LONG
from tests.play.conftest import ALICE, BOB, CAROL, Club, a_club
from tests.play.test_clock_steps import HOUR
from tests.play.test_due_times import given_more, paused, resumed, rows
from tests.play.test_proposals import DAVE
from tests.play.test_quiet_hours import BERLIN
from tests.toy.variants import Dusk

PRIVATE = {MessageKind.SECRET, MessageKind.ASK, MessageKind.OFFER, MessageKind.REMIND}
"""What a player is told privately; that it was told is for nobody else to see."""


@dataclass
class World:
    """Alice is asked for more in one of two worlds; ``told`` is what others come to see until all
    secret choices are made.

    ``more``   whether this is the world in which she is
    ``extra``  what she answers then; ``usual`` what everybody answers
    """

    club: Club
    match: MatchId
    more: bool
    extra: str
    usual: Sequence[str]
    people: tuple[Person, ...] = (ALICE, BOB, CAROL)
    told: list[Any] = field(default_factory=list)
    over: bool = False

    async def answers(self, *people: Person) -> None:
        for person in people:
            for text in self.usual:
                await self.club.say(self.match, person, text)
        await self.look()

    async def answers_more(self) -> None:
        if self.more:
            await self.club.say(self.match, ALICE, self.extra)
        await self.look()

    async def more_time(self) -> None:
        """For Bob; or it is said that nothing runs out."""
        said = ""
        if self.over:
            return
        try:
            await given_more(self.club, self.match, 1, 2 * HOUR)
        except NotNow as refusal:
            said = str(refusal)
        self.told.append(said)
        await self.look()

    async def pass_hours(self, number: float) -> None:
        """With a sweep every half hour, and a look at what came of it."""
        for _ in range(round(number * 2)):
            if self.over:
                return
            self.club.clock.advance(1800)
            await self.club.app.deadlines.sweep()
            await self.look()

    async def look(self) -> None:
        """All that others can know of times, of letters, of who is there and who was late."""
        match = self.match
        public = await views.load_public(self.club.app, match)
        self.over = not public.secretly
        self.told.append((self.over, await self.club.holders(match), await self.letters()))
        if self.over:
            return  # what comes now hangs on dice
        for match_view in (
            public,
            *[
                await views.load_for_user(self.club.app, match, each.user)
                for each in self.people[1:]
            ],
        ):
            self.told.append(
                (match_view.secretly_due, match_view.secretly_late, match_view.due, match_view.late)
            )
            self.told.append(
                (match_view.awaited, match_view.mine, match_view.paused, match_view.banks)
            )
        self.told.append(await views.load_log(self.club.app, match, SPECTATOR))

    async def letters(self) -> list[Any]:
        """What has gone out to others since the last look."""
        async with self.club.app.store.writing() as work:
            sent = await work.read(queries.DueMessages(self.club.clock.now(), 1000))
            for outbox_message in sent:
                assert outbox_message.id is not None
                await work.mark_sent(outbox_message.id, 1, self.club.clock.now())
            await work.commit()
        return [
            (each.kind, each.user)
            for each in sent
            if not (each.user == ALICE.user and each.kind in PRIVATE)
            and each.kind is not MessageKind.TURN  # by the dice
        ]


Story = Callable[[World], Awaitable[None]]
SAYS = "24h; army 3h; hide 3h; autopilot never"
CLOCKS = {
    "each its own": SAYS,
    "the extra one is quick": "24h; target 1h; shift 1h",
    "the extra one alone": "none; target 3h; shift 3h",
    "all but the extra one": "none; army 3h; hide 3h",
    "grace": f"{SAYS}; grace 2h; remind 50% 1h",
    "a vote": f"{SAYS}; then vote",
    "a vote after grace": f"{SAYS}; grace 2h; then vote",
    "autopilot at once": "24h; army 3h; hide 3h; autopilot 1",
    "autopilot soon": "4h; army 3h; hide 3h; bellicose 1h; autopilot 2",
    "a bank": "5h+1h max 6h; army 3h; hide 3h",
    "a bank for the extra one": "5h+1h max 6h",
    "no rests": f"{SAYS}; quiet off; holidays off",
}


async def nobody_answers(world: World) -> None:
    await world.pass_hours(9)


async def all_but_alice(world: World) -> None:
    await world.pass_hours(0.5)
    await world.answers(*world.people[1:])
    await world.pass_hours(9)


async def alice_answers_everything(world: World) -> None:
    await world.pass_hours(1)
    await world.answers_more()
    await world.answers(ALICE)
    await world.pass_hours(9)


async def alice_answers_only_what_she_alone_is_asked(world: World) -> None:
    await world.pass_hours(1)
    await world.answers_more()
    await world.pass_hours(9)


async def alice_takes_it_back(world: World) -> None:
    await world.pass_hours(0.5)
    await world.answers_more()
    await world.pass_hours(0.5)
    if world.more:
        await world.club.undo(world.match, ALICE)
    await world.look()
    await world.pass_hours(9)


async def clocks_stop_and_go_on(world: World) -> None:
    await world.pass_hours(0.5)
    await paused(world.club, world.match)
    await world.pass_hours(4)
    await resumed(world.club, world.match)
    await world.look()
    await world.pass_hours(9)


async def somebody_gets_more_time(world: World) -> None:
    await world.pass_hours(1)
    await world.more_time()
    await world.answers_more()
    await world.pass_hours(9)


async def somebody_gets_more_time_when_all_are_late(world: World) -> None:
    await world.pass_hours(3)
    await world.more_time()
    await world.pass_hours(9)


async def somebody_rests(world: World) -> None:
    press = world.club.interactions
    for person, span in ((ALICE, "14:00-16:00"), (BOB, "15:00-18:00")):
        await quiet_hours.set_hours(world.club.app, person.user, next(press), BERLIN, span)
        await world.look()
    await world.pass_hours(9)


async def the_bot_is_away(world: World) -> None:
    await world.pass_hours(1)
    world.club.clock.advance(5 * 3600)
    world.club.app.deadlines._there = False
    await world.pass_hours(9)


async def the_others_decide(world: World) -> None:
    await world.pass_hours(6)
    if (await views.load_public(world.club.app, world.match)).secretly_late:
        await world.club.propose(world.match, BOB, ProposalTerms("default", None))
        await world.club.answer(world.match, CAROL, agree=True)
        await world.look()
    await world.pass_hours(1)


async def somebody_else_takes_a_seat(world: World) -> None:
    await world.pass_hours(1)
    await world.club.leave(world.match, BOB)
    await world.club.join(world.match, DAVE, 1)
    world.people = (ALICE, DAVE, CAROL)
    await world.look()
    await world.pass_hours(9)


STORIES: tuple[Story, ...] = (
    nobody_answers,
    all_but_alice,
    alice_answers_everything,
    alice_answers_only_what_she_alone_is_asked,
    alice_takes_it_back,
    clocks_stop_and_go_on,
    somebody_gets_more_time,
    somebody_gets_more_time_when_all_are_late,
    somebody_rests,
    the_bot_is_away,
    the_others_decide,
    somebody_else_takes_a_seat,
)


def pair(clock: str, story: Story) -> Any:
    return pytest.param(clock, story, id=f"{clock}: {story.__name__}")


PAIRS = [
    pair(clock, story)
    for number, clock in enumerate(CLOCKS)
    for other, story in enumerate(STORIES)
    if story is nobody_answers or (number + other) % 6 == 5
]
"""Every clock with some stories, and every story with some clocks."""

ONE_OF_EACH = [pair(clock, STORIES[number - 8]) for number, clock in enumerate(CLOCKS)]
"""So that the others decide where there is a vote."""


async def begun(club: Club, game: AnyGame, clock: str, **of_world: Any) -> World:
    known = {"army", "target", "bellicose", "hide", "shift"} - set(game.meta.kinds)
    clock = "; ".join(each for each in clock.split("; ") if each.split()[0] not in known)
    match = await club.open(game.meta.id, seats=3, clock=clock, referee=DAVE.user)
    for person in (BOB, CAROL):
        await club.join(match, person)
    await club.start(match)
    return World(club, match, **of_world)


async def dusk(folder: Path, clock: str, story: Story, *, more: bool) -> World:
    """Whether Alice's lamp is to be moved as well."""
    game = Dusk(0) if more else Dusk()
    async with a_club(folder, (game,)) as club:
        world = await begun(club, game, clock, more=more, extra="LAMP5", usual=["LAMP3"])
        await story(world)
        return world


async def sailors(
    folder: Path, clock: str, story: Story, *, more: bool, monkeypatch: pytest.MonkeyPatch
) -> World:
    """Whether Alice's objective is a Manhunt. Of the Bellicose choice she lets the time run out
    where it is short."""
    real = muster._give
    aims = (3 if more else 5, 2, 6)
    with monkeypatch.context() as patch:
        patch.setattr(muster, "_give", lambda course, team, _: real(course, team, aims[team]))
        async with a_club(folder, (SAILORS,)) as club:
            usual = ["LIST hammer", "LOCK"]
            given = {"more": more, "extra": "TARGET B", "usual": usual}
            world = await begun(club, SAILORS, clock, **given)
            for person in (BOB, CAROL):
                await club.say(world.match, person, "BELLICOSE NO")
            if "bellicose" in clock:
                await club.after(1)
            else:
                await club.say(world.match, ALICE, "BELLICOSE NO")
            assert ("target-0-0" in await rows(club, world.match)) is more
            await story(world)
            return world


@pytest.mark.parametrize(("clock", "story"), PAIRS)
async def test_no_time_tells_that_a_seat_of_the_toy_is_asked_for_more(
    tmp_path_factory: pytest.TempPathFactory, clock: str, story: Story
) -> None:
    one, other = [
        await dusk(tmp_path_factory.mktemp("dusk"), CLOCKS[clock], story, more=more)
        for more in (False, True)
    ]
    assert one.told == other.told


@pytest.mark.rules("ASCW-120", "ASCW-D56")
@pytest.mark.parametrize(("clock", "story"), PAIRS if LONG else ONE_OF_EACH)
async def test_no_time_tells_a_manhunt(
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    clock: str,
    story: Story,
) -> None:
    one, other = [
        await sailors(
            tmp_path_factory.mktemp("sailors"),
            CLOCKS[clock],
            story,
            more=more,
            monkeypatch=monkeypatch,
        )
        for more in (False, True)
    ]
    assert one.told == other.told
