"""Nothing is offered that would be refused at once: every button, every choice of a select and
every suggestion that a player or referee gets, in matches of every state.

Each is tried through a door that carries the step out and writes nothing down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import discord
import pytest
from simcord.builders import ChannelHandle

from bot.chat import boundary
from bot.chat.platform.custom_ids import Action, parse
from bot.play.executor import Executor, Receipt
from bot.play.refusals import NotSeated
from bot.play.storage.records import MatchId, Status
from games.core.types import NotYourDecision, Refusal
from tests.amounts import LONG, amount
from tests.chat.conftest import World
from tests.chat.guests import Guest, Seen, Told, parts

WHY = "because"
MOST_CHOICES, MOST_SUGGESTED = amount(3, 6), amount(4, 12)
"""Of many of a kind."""
STATES = ("lobby", "running", "turns", "paused", "over", "resigned", "ended", "told", "fork")
"""``ended`` by the rules; ``told``: over, and what is secret has been handed out since. After the
end one player looks: all have the same."""
GAMES = ("toy", "astralis", "astral_sailors")
OF_A_GAME = {"astralis": ("turns", "over"), "astral_sailors": ("lobby", "running")}
"""In these the game makes a difference: its settings, questions, orders and acts of a referee."""
_PAGES = ("match show", "match log", "orders", "match propose")
_ELSEWHERE = frozenset({Action.FORK, Action.LEARN, Action.REMATCH, Action.REPLAY, Action.CATCHUP})
"""These make threads, channels or films; ``Action.FORK`` has a test of its own."""
_NOT_THEIRS = (NotSeated, NotYourDecision)
SUGGESTED: dict[str, dict[str, dict[str, Any]]] = {
    "match join": {"seat": {}},
    "match undo": {"to": {}},
    "match propose": {"what": {}},
    "orders": {"order": {}},
    "referee undo": {"to": {}, "seat": {}},
    "referee look": {"seat": {"reason": WHY}},
    "referee clock": {"seat": {"do": "more", "reason": WHY, "hours": 5}},
    "referee seat": {"seat": {"reason": WHY, "instead": "vacant"}},
    "referee close": {"winners": {}},
}


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[Refusal]:
    """The refusals that people are answered, in order."""
    found: list[Refusal] = []
    real = boundary._build_refusal

    async def noted(interaction: Any, context: Any, refusal: Refusal) -> Any:
        found.append(refusal)
        return await real(interaction, context, refusal)

    monkeypatch.setattr(boundary, "_build_refusal", noted)
    return found


def dry(monkeypatch: pytest.MonkeyPatch) -> None:
    """From here on whatever is done is carried out, answered, and not written down."""

    async def execute(self: Executor, name: str, user: int, interaction: int, step: Any) -> Any:
        async with self.store.writing() as work:
            return (await step(work)).receipt

    async def beside(self: Executor, user: int, interaction: int, step: Any) -> Any:
        async with self.store.writing() as work:
            return Receipt(MatchId(""), (await step(work)).said)

    monkeypatch.setattr(Executor, "execute", execute)
    monkeypatch.setattr(Executor, "execute_beside", beside)


def action_of(custom_id: str) -> Action:
    found = parse(custom_id)
    assert found is not None, custom_id
    return found.action


def _within(custom_id: str) -> bool:
    """Whether it leads further into a tree of questions: that its moves are legal is proved
    elsewhere."""
    found = parse(custom_id)
    return found is not None and found.action is Action.PICK and found.args[1] != ""


def _combines(custom_id: str) -> bool:
    """Whether it shows a board in several looks at once: there are very many, and each look alone
    is tried."""
    found = parse(custom_id)
    if LONG or found is None or found.action not in (Action.BOARD, Action.AT):
        return False
    return any("." in arg for arg in found.args)


def offered(message: Seen) -> Iterator[tuple[str, str]]:
    """The custom ids of what can be pressed, and for selects each value."""
    for part in parts(message):
        if part["type"] == 2 and part.get("custom_id") and not part.get("disabled"):
            yield part["custom_id"], ""
        elif part["type"] == 3:
            for option in part["options"][:MOST_CHOICES]:
                yield part["custom_id"], option["value"]


async def a_match(world: World, guests: tuple[Guest, ...], game: str, state: str) -> ChannelHandle:
    ann, bo, gm = guests
    await ann.types("match new", game=game, seating="choice", clock="24h")
    if state == "lobby":
        return world.channel
    await bo.types("match join")
    await ann.presses("Start")
    if state == "running":
        return world.channel
    if game in ("toy", "night"):
        mover, _ = await world.to_the_turns(ann, bo)
        await mover.types("move", text="B4+1")
    elif game == "astralis":
        await ann.types("move", text="A3")
    if state == "ended":
        await by_the_rules(world, guests, game)
    elif state == "paused":
        await gm.types("referee clock", do="pause", reason=WHY)
    elif state in ("over", "told"):
        await gm.closes("draw", WHY)
        if state == "told":
            await ann.opens("match show", "Replay")
    elif state == "resigned":
        await ann.resigns()
    elif state == "fork":
        await ann.forks(way="0.alone")
        return world.channel.threads[-1]
    return world.channel


async def by_the_rules(world: World, guests: tuple[Guest, ...], game: str) -> None:
    ann, bo, _ = guests
    if game == "astral_sailors":
        await ann.types("move", text="LEAVE")
    while (await world.match()).status is not Status.OVER:
        mover, _ = await world.on_turn(ann, bo)
        await mover.types("move", text="REST")


@pytest.mark.parametrize(
    ("game", "state"),
    [
        (game, state)
        for game in GAMES
        for state in STATES
        if (LONG or game == "toy" or state in OF_A_GAME[game])
        and (game, state) != ("astralis", "ended")  # without secrets it can be opened again
    ],
)
async def test_what_is_offered_is_not_refused(
    world: World,
    ann: Guest,
    bo: Guest,
    monkeypatch: pytest.MonkeyPatch,
    refused: list[Refusal],
    game: str,
    state: str,
) -> None:
    gm = world.manager("gm")
    place = await a_match(world, (ann, bo, gm), game, state)
    await world.show_command("referee", ann, bo)
    dry(monkeypatch)
    refused.clear()
    faults: list[str] = []

    def check(what: str) -> None:
        if state == "lobby":  # its page is the same for all
            refused[:] = [each for each in refused if not isinstance(each, _NOT_THEIRS)]
        faults.extend(f"{what}: {refusal}" for refusal in refused)
        refused.clear()

    alone = {"fork": ann, "over": ann, "told": bo, "ended": bo}
    players = (alone[state],) if state in alone else (ann, bo)
    panel = ann.at(place).newest
    for guest in players:
        here, known = guest.at(place), set[str]()
        for custom_id, value in offered(panel):
            # It is for all: whom a button does not concern is told so.
            if action_of(custom_id) not in _ELSEWHERE:
                # Who plays in a match cannot follow it as well.
                follows = action_of(custom_id) is Action.FOLLOW
                await _pressed(world, gm.at(place) if follows else here, custom_id, value)
                refused[:] = [each for each in refused if not isinstance(each, _NOT_THEIRS)]
                check(f"{guest.user.name}: {custom_id} {value}")
        for command in _PAGES:
            told = await here.types(command)
            if refused:  # a command is typed: it may say what it cannot do
                refused.clear()
                continue
            await _press_all(world, here, told.message, check, known)
    for command, options in SUGGESTED.items():
        people = (gm,) if command.startswith("referee") and state != "fork" else players
        for guest in people:
            here = guest.at(place)
            for option, filled in options.items():
                for value in (await here.suggested(command, option, "", **filled))[:MOST_SUGGESTED]:
                    if str(value).endswith(" "):  # the beginning of an order, to be typed on
                        continue
                    typed = int(value) if command == "match undo" else value
                    await here.types(command, **{option: typed}, **filled)
                    check(f"{guest.user.name}: /{command} {option}:{value}")
    assert faults == []


async def _press_all(
    world: World, guest: Guest, message: Seen, check: Callable[[str], None], known: set[str]
) -> None:
    """Everything on the message, and on the private pages that it leads to, but what is known."""
    pages = [(message, 0)]
    while pages:
        page, depth = pages.pop(0)
        for custom_id, value in offered(page):
            action = action_of(custom_id)
            if f"{custom_id} {value}" in known or action in _ELSEWHERE or _combines(custom_id):
                continue
            known.add(f"{custom_id} {value}")
            told = await _pressed(world, guest, custom_id, value)
            check(f"{guest.user.name}: {custom_id} {value}")
            result = told.result
            if depth < 3 and not _within(custom_id) and (result.followups or result.response):
                pages.append((told.message, depth + 1))


async def _pressed(world: World, guest: Guest, custom_id: str, value: str) -> Told:
    """As on a message of its own: private pages change in their places."""
    part: Any = discord.ui.Button(label="Press", custom_id=custom_id)
    if value:
        option = discord.SelectOption(label="Choose", value=value)
        part = discord.ui.Select(custom_id=custom_id, options=[option])
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(discord.ui.ActionRow(part))
    view.stop()
    channel = world.bot.get_partial_messageable(guest.place.id)
    message = await channel.send(view=view)
    if value:
        return await guest.picks(value, message, custom_id)
    return Told(await guest.actor.click(message, custom_id=custom_id))
