"""Before a match: opening it, sitting down, agreeing on settings, starting."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from bot.play import effects, steps
from bot.play.door import Door, Outcome
from bot.play.ports import Entropy, Reader, UnitOfWork
from bot.play.receipts import Receipt
from bot.play.records import (
    Audit,
    Change,
    Hold,
    Kind,
    Match,
    MatchId,
    Seating,
    Status,
)
from bot.play.refusals import NoMatch, NotNow, NotSeated
from games.core.contract import AnyGame, Settings
from games.core.seats import Seat, Seats

OPEN_ON_A_SERVER = 100
OPEN_OF_A_USER = 25


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord; ``name`` has been made safe to show."""

    user: int
    name: str


@dataclass(frozen=True, slots=True)
class Opening:
    """The wish for a new match; ``seats`` 0 means the game's usual number."""

    server: int
    channel: int
    host: Person
    game: str
    interaction: int
    seats: int = 0
    seating: Seating = Seating.RANDOM
    settings: Mapping[str, Any] | None = None


class Lobby:
    def __init__(self, door: Door, games: Mapping[str, AnyGame], entropy: Entropy) -> None:
        self._door = door
        self._games = games
        self._entropy = entropy

    async def open(self, wish: Opening) -> Receipt:
        """Open a match in a channel, with its host in the first seat."""

        async def step(work: UnitOfWork) -> Outcome:
            game = self._games.get(wish.game)
            if game is None:
                known = ", ".join(each.meta.title for each in self._games.values())
                raise NoMatch("There is no such game here.", instead=f"There are: {known}.")
            seats = wish.seats or game.meta.players[0]
            if seats not in game.meta.players:
                allowed = _listed(game.meta.players)
                raise NotNow(f"{game.meta.title} is for {allowed} players, not {seats}.")
            await self._room_for_another(work, wish)
            named = dict(wish.settings or {})
            settings = checked(game, named)
            now = self._door.clock.now()
            match = Match(
                id=self._new_id(),
                game=game.meta.id,
                settings=settings.model_dump_json(include=set(named)),
                rules_version=game.meta.rules_version,
                status=Status.LOBBY,
                server=wish.server,
                channel=wish.channel,
                host=wish.host.user,
                seats=seats,
                seating=wish.seating,
                seed=self._entropy.bytes(32),
                created_at=now,
            )
            await work.see_server(wish.server, now)
            change = Change(
                match=match,
                expected=None,
                audit=Audit(now, wish.host.user, "open", match.id, game.meta.id),
                holds=(Hold(match.id, Seat(0), wish.host.user, wish.host.name),),
                parcels=effects.lobby(match, 0, now),
            )
            return Outcome(
                change,
                Receipt(match.id, f"The lobby of {game.meta.title} is open. You have a seat."),
            )

        return await self._door.pass_through(
            f"channel {wish.channel}", wish.host.user, wish.interaction, step
        )

    async def join(
        self, match_id: MatchId, person: Person, interaction: int, seat: Seat | None = None
    ) -> Receipt:
        """Sit down: in ``seat``, or in the first that is free."""

        async def step(work: UnitOfWork) -> Outcome:
            match = await in_lobby(work, match_id)
            holds = await work.holds(match.id)
            mine = next((hold for hold in holds if hold.user == person.user), None)
            others = tuple(hold for hold in holds if hold is not mine)
            taken = {hold.seat: hold for hold in others}
            free = [Seat(s) for s in range(match.seats) if s not in taken]
            if mine is not None and (seat is None or seat == mine.seat):
                raise NotNow("You have a seat in this match already.", instead="Leave gives it up.")
            if seat is not None and seat in taken:
                raise NotNow(f"{taken[seat].name} has that seat already.")
            if not free or (seat is not None and not 0 <= seat < match.seats):
                raise NotNow("All seats of this match are taken.")
            chosen = free[0] if seat is None else seat
            sitting = (*others, Hold(match.id, chosen, person.user, person.name))
            return self._arranged(match, sitting, person.user, "join", "You have a seat. Have fun!")

        return await self._door.pass_through(match_id, person.user, interaction, step)

    async def leave(self, match_id: MatchId, user: int, interaction: int) -> Receipt:
        """Give the seat up; when nobody is left, the lobby closes."""

        async def step(work: UnitOfWork) -> Outcome:
            match = await in_lobby(work, match_id)
            holds = await work.holds(match.id)
            left = tuple(hold for hold in holds if hold.user != user)
            if len(left) == len(holds):
                raise NotSeated("You have no seat in this match.")
            if not left:
                now = self._door.clock.now()
                closed = replace(match, status=Status.OVER, finished_at=now)
                return self._arranged(
                    closed, left, user, "close", "You were the last one, so the lobby is closed."
                )
            if match.host == user and (heir := left[0].user) is not None:
                match = replace(match, host=heir)
            return self._arranged(match, left, user, "leave", "You have left the lobby.")

        return await self._door.pass_through(match_id, user, interaction, step)

    async def change_setting(
        self, match_id: MatchId, user: int, field: str, value: object, interaction: int
    ) -> Receipt:
        """Set one of the game's settings, or ``seating``. Only the host may."""

        async def step(work: UnitOfWork) -> Outcome:
            match = await in_lobby(work, match_id)
            if match.host != user:
                raise NotSeated("Only the player who opened the match sets it up.")
            game = self._games[match.game]
            if field == "seating":
                if value not in list(Seating):
                    raise NotNow("Seats are given at random or by choice.")
                changed = replace(match, seating=Seating(str(value)))
            else:
                # Only what somebody named is kept: defaults may depend on it.
                named = {**json.loads(match.settings), field: value}
                settings = checked(game, named)
                changed = replace(match, settings=settings.model_dump_json(include=set(named)))
            holds = await work.holds(match.id)
            return self._arranged(changed, holds, user, "set", "Changed.")

        return await self._door.pass_through(match_id, user, interaction, step)

    async def start(self, match_id: MatchId, user: int, interaction: int) -> Receipt:
        """Begin the match. Any player in it may, once all seats are taken."""

        async def step(work: UnitOfWork) -> Outcome:
            match = await in_lobby(work, match_id)
            holds = await work.holds(match.id)
            if all(hold.user != user for hold in holds):
                raise NotSeated("Only somebody with a seat in the match may start it.")
            missing = match.seats - len(holds)
            if missing:
                seats = "one more player" if missing == 1 else f"{missing} more players"
                raise NotNow(f"The match needs {seats} before it can start.")
            return self._begun(match, holds, user)

        return await self._door.pass_through(match_id, user, interaction, step)

    def _begun(self, match: Match, holds: tuple[Hold, ...], user: int) -> Outcome:
        game = self._games[match.game]
        if match.seating is Seating.RANDOM:
            order = shuffled(holds, self._entropy)
            holds = tuple(replace(hold, seat=Seat(s)) for s, hold in enumerate(order))
        seats = Seats.alone(match.seats)
        settings = game.settings.model_validate_json(match.settings)
        state = game.setup(settings, seats)
        match = replace(
            match, settings=settings.model_dump_json(), rules_version=game.meta.rules_version
        )
        line = steps.Line(Kind.START, steps.start_body(match.settings, seats.teams), state, ())
        lines = steps.with_dice(game, match, line)
        change = steps.change(
            game,
            match,
            holds,
            lines,
            user=user,
            before=frozenset(),
            now=self._door.clock.now(),
            action="start",
        )
        receipt = Receipt(match.id, "The match has begun.")
        return Outcome(replace(change, holds=holds), receipt, lines[-1].state)

    def _arranged(
        self, match: Match, holds: tuple[Hold, ...], user: int, action: str, said: str
    ) -> Outcome:
        now = self._door.clock.now()
        change = Change(
            match=match,
            expected=match.seq,
            audit=Audit(now, user, action, match.id),
            holds=tuple(sorted(holds, key=lambda hold: hold.seat)),
            parcels=effects.lobby(match, match.seq, now),
        )
        return Outcome(change, Receipt(match.id, said))

    async def _room_for_another(self, reader: Reader, wish: Opening) -> None:
        there = await reader.match_in(wish.channel)
        if there is not None and there.status is not Status.OVER:
            raise NotNow(
                "This channel has a match already.",
                instead="Use another channel, or let the match have a thread of its own.",
            )
        on_server = len(await reader.open_on(wish.server, OPEN_ON_A_SERVER))
        of_user = len(await reader.open_of(wish.host.user, OPEN_OF_A_USER))
        for count, limit, whose in (
            (on_server, OPEN_ON_A_SERVER, "This server has"),
            (of_user, OPEN_OF_A_USER, "You have"),
        ):
            if count >= limit:
                raise NotNow(f"{whose} {count} open matches; {limit} is the limit.")

    def _new_id(self) -> MatchId:
        return MatchId(base64.b32encode(self._entropy.bytes(5)).decode().lower())


async def in_lobby(reader: Reader, match_id: MatchId) -> Match:
    """The match, if it has not started. Raises ``NoMatch`` or ``NotNow``."""
    match = await reader.match(match_id)
    if match is None:
        raise NoMatch("There is no such match.")
    if match.status is Status.RUNNING:
        raise NotNow("This match has started already.")
    if match.status is Status.OVER:
        raise NotNow("This match is over.")
    return match


def checked(game: AnyGame, values: Mapping[str, Any]) -> Settings:
    """Valid settings of these values. Raises ``NotNow`` in words."""
    try:
        return game.settings.model_validate(dict(values))
    except ValidationError as error:
        fault = error.errors(include_input=False, include_url=False)[0]
        name = str(fault["loc"][0]) if fault["loc"] else ""
        field = game.settings.model_fields.get(name)
        title = field.title if field and field.title else name
        raise NotNow(f"{title}: {_fault(fault)}") from None


_FAULTS = {
    "multiple_of": "please choose a multiple of {multiple_of:g}.",
    "greater_than_equal": "please choose {ge:g} or more.",
    "less_than_equal": "please choose {le:g} or less.",
    "float_parsing": "please write a number, such as 2.5.",
    "int_parsing": "please write a whole number.",
}


def _fault(fault: ErrorDetails) -> str:
    """What is wrong with a value, in our own words where we have some."""
    known = _FAULTS.get(fault["type"])
    return known.format(**fault.get("ctx", {})) if known else f"{fault['msg']}."


def shuffled(holds: Sequence[Hold], entropy: Entropy) -> list[Hold]:
    """In a random order; 8 bytes a choice keep the bias below 1 in 10**17."""
    rest = list(holds)
    order: list[Hold] = []
    while rest:
        order.append(rest.pop(int.from_bytes(entropy.bytes(8), "big") % len(rest)))
    return order


def _listed(numbers: Sequence[int]) -> str:
    *most, last = (str(number) for number in numbers)
    return f"{', '.join(most)} or {last}" if most else last
