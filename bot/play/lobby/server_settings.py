"""What those who manage a server have named there: where matches are played, who may referee,
which channels are told of open seats and of results."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.play.executor import Noted, PlayContext, transactional_beside
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import Reader, UnitOfWork, lock_key
from bot.play.storage.records import Server

COMMAND = "`/server channels`"
MOST: Mapping[str, int] = {
    "places": 25,
    "referees": 10,
    "open_seats": 1,
    "players": 1,
    "chronicle": 1,
}
"""By field of ``Server``: how many channels or roles it names at most."""
_SAID = {
    "places": ("Matches begin in these channels and their threads.", "Matches begin anywhere."),
    "referees": (
        "Members with these roles may referee every match here.",
        "Members with Manage Server referee, and those whom a match names.",
    ),
    "open_seats": ("Open seats are offered there.", "Open seats are offered nowhere."),
    "players": ("That role is notified once of each lobby.", "No role is notified."),
    "chronicle": ("How matches end is told there.", "There is no chronicle any more."),
}


async def load(context: PlayContext, server: int) -> Server:
    """Load the settings of a server, with defaults where the bot has not been used yet."""
    async with context.store.reading() as reader:
        found = await reader.read(queries.ServerById(server))
    return found or Server(server, context.clock.now())


async def find_places_instead(
    context: PlayContext, server: int, channels: Collection[int]
) -> tuple[int, ...]:
    """The channels in which matches may be played, where none of ``channels``, one and that above
    it, is among them; none if it is."""
    places = (await load(context, server)).places
    return () if set(places).intersection(channels) else places


async def check_offers(reader: Reader, server: int) -> None:
    """Raises ``NotNow`` where the server has named no channel for open seats."""
    found = await reader.read(queries.ServerById(server))
    if found is None or found.open_seats is None:
        raise NotNow(
            "This server has no channel for open seats.",
            instead=f"Members with Manage Server can name one with {COMMAND}.",
        )


@transactional_beside
async def change(
    work: UnitOfWork, context: PlayContext, user: int, server: int, field: str, ids: tuple[int, ...]
) -> Noted:
    """Name these channels or roles in a field of ``MOST``; none takes back what it was."""
    await work.see_server(server, context.clock.now())
    only = MOST[field] == 1
    value = next(iter(ids), None) if only else ids[: MOST[field]]
    await work.change_server(server, {field: value})
    return Noted("server", f"{server} {field}", _SAID[field][not ids])


async def take_welcome(context: PlayContext, server: int) -> bool:
    """Whether the bot has still to introduce itself on this server; from then on it has done so."""
    now = context.clock.now()
    async with context.store.writing(lock_key("server", server)) as work:
        await work.see_server(server, now)
        found = await work.read(queries.ServerById(server))
        if found is None or found.welcomed_at is not None:
            return False
        await work.change_server(server, {"welcomed_at": now})
        await work.commit()
    return True
