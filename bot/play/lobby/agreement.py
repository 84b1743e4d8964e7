"""What the players agree on before the start: teams, time, content, the game's own settings."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from bot.play.clocks import time_controls
from bot.play.lobby import teams
from bot.play.refusals import NotNow
from bot.play.storage import queries
from bot.play.storage.ports import Reader
from bot.play.storage.records import Hints, Match, SeatHolder, SeatingOrder
from games.core.content import Packs
from games.core.contract import AnyGame
from games.core.geometry.plane import Scale
from games.core.settings import Settings, describe_fault, find_mark
from games.core.types import Seat

SEATING, TEAMS, CLOCK, PACK, HINTS = "seating", "teams", "clock", "pack", "hints"
REFEREE = "referee"
"""The names of what a lobby asks beside the settings of the game."""
USUAL_HINTS = "usual"
"""Stands for no hints of the host's choice."""


async def change_setting(
    reader: Reader,
    game: AnyGame,
    match: Match,
    holders: tuple[SeatHolder, ...],
    field: str,
    value: object,
) -> tuple[Match, tuple[SeatHolder, ...]]:
    """Change one thing that a lobby has agreed on. Raises a ``Refusal``."""
    before = match
    match, holders = _settle(game, match, holders, field, value)
    if (match.settings, match.pack, match.sides) != (before.settings, before.pack, before.sides):
        await final_settings(reader, game, match)
    return match, holders


def _settle(
    game: AnyGame, match: Match, holders: tuple[SeatHolder, ...], field: str, value: object
) -> tuple[Match, tuple[SeatHolder, ...]]:
    match field:
        case "seating":
            if value not in list(SeatingOrder):
                raise NotNow("Seats are assigned at random or by choice.")
            return replace(match, seating=SeatingOrder(str(value))), holders
        case "teams":
            match, holders = with_teams(match, holders, teams.parse(str(value), game.meta))
            named = seated(game, json.loads(match.settings), match)
            return replace(match, settings=json.dumps(named)), holders
        case "clock":
            return replace(match, clock=read_clock(value, game)), holders
        case "hints":
            if value not in (USUAL_HINTS, *Hints):
                raise NotNow("Hints are as usual, full, an order only, or off.")
            hints = None if value == USUAL_HINTS else Hints(str(value))
            return replace(match, hints=hints), holders
        case "pack":
            return replace(match, pack=str(value) if value else None), holders
        case "referee":
            return replace(match, referee=value if isinstance(value, int) else None), holders
    if field and field == game.settings.team_count:
        raise NotNow("That follows from the seats.", instead="Choose other players and teams.")
    if field and field == game.settings.carried:
        raise NotNow("That comes from the match before.", instead="Open it with its button there.")
    if game.packs is not None and field == game.packs.setting:
        raise NotNow(
            "Content has to come from a pack.", instead="Choose one of the packs of the server."
        )
    # Only what somebody named is kept: defaults may depend on it.
    named = {**json.loads(match.settings), field: value}
    settings = check_settings(game, named)
    return replace(match, settings=settings.model_dump_json(include=set(named))), holders


def seated(game: AnyGame, named: Mapping[str, Any], match: Match) -> dict[str, Any]:
    """The values that were named, with what the seats of the lobby say themselves."""
    return game.settings.for_teams(named, len({*match.sides.teams}))


async def fill_preset(reader: Reader, game: AnyGame, match: Match, name: str) -> Match:
    """Set a lobby to the settings of a preset, and name no others.

    Raises a ``Refusal``.
    """
    preset = game.meta.presets.get(name)
    if preset is None:
        raise NotNow(f"{game.meta.title} has no preset with this name.")
    named = seated(game, preset, match)
    settings = check_settings(game, named).model_dump_json(include=set(named))
    match = replace(match, settings=settings)
    await final_settings(reader, game, match)
    return match


def unusual_values(game: AnyGame, values: Mapping[str, Any]) -> dict[str, Any]:
    """The ``values`` that differ from the defaults that follow from the others."""
    whole, kept = check_settings(game, values), dict(values)
    for name in values:
        fewer = {other: value for other, value in kept.items() if other != name}
        kept = fewer if check_settings(game, fewer) == whole else kept
    return kept


def with_teams(
    match: Match, holders: tuple[SeatHolder, ...], chosen: tuple[int, ...]
) -> tuple[Match, tuple[SeatHolder, ...]]:
    """The lobby with these teams; a player who loses their seat gets the next free one.

    Raises ``NotNow`` when there are more people and computer players than seats.
    """
    seats = len(chosen)
    if len(holders) > seats:
        raise NotNow(
            f"{len(holders)} seats are taken, and these teams have {seats}.",
            instead="Somebody has to leave first, or a computer player to be removed.",
        )
    kept = [holder for holder in holders if holder.seat < seats]
    taken = {holder.seat for holder in kept}
    free = (Seat(seat) for seat in range(seats) if seat not in taken)
    moved = [replace(holder, seat=next(free)) for holder in holders if holder.seat >= seats]
    alone = len(set(chosen)) == seats
    return replace(match, seats=seats, teams=() if alone else chosen), (*kept, *moved)


def read_clock(value: object, game: AnyGame) -> str:
    """``Match.clock`` for the name of a preset, or for what somebody typed. Raises ``NotNow``."""
    return time_controls.to_stored(
        time_controls.read_choice(str(value or time_controls.NONE), game.meta)
    )


async def _pack_text(reader: Reader, game: AnyGame, match: Match, key: str) -> tuple[Packs, str]:
    """The content pack with this key, and who reads it. Raises ``NotNow``."""
    if game.packs is None:
        raise NotNow(f"{game.meta.title} takes no content packs.")
    pack = await reader.read(queries.PackByKey(match.server, match.game, key))
    if pack is None:
        known = [
            each.key for each in await reader.read(queries.ServerPacks(match.server, match.game))
        ]
        raise NotNow(
            f"This server has no content pack {key[:40]!r}.",
            instead=f"There are: {', '.join(known)}." if known else "It has none so far.",
        )
    return game.packs, pack.text


async def final_settings(reader: Reader, game: AnyGame, match: Match) -> Settings:
    """All settings with which a match starts, the content of its pack among them.

    Raises a ``Refusal`` for a pack that is gone, and for settings that these seats cannot have.
    """
    named = json.loads(match.settings)
    if match.pack is not None:
        packs, text = await _pack_text(reader, game, match, match.pack)
        named[packs.setting] = text
    settings = check_settings(game, named)
    # In a thread, as a pack of any size may be slow to read.
    if refusal := await asyncio.to_thread(game.fault, settings, match.sides):
        raise refusal
    return settings


def check_settings(game: AnyGame, values: Mapping[str, Any]) -> Settings:
    """Valid settings of these values. Raises ``NotNow`` in words."""
    try:
        return game.settings.model_validate(dict(values))
    except ValidationError as error:
        fault = error.errors(include_input=False, include_url=False)[0]
        name = str(fault["loc"][0]) if fault["loc"] else ""
        field = game.settings.model_fields.get(name)
        title = field.title if field and field.title else name
        scale = find_mark(field, Scale)
        said = describe_fault(fault, scale.write if scale else None)
        raise NotNow(f"{title}: please {said}.") from None
