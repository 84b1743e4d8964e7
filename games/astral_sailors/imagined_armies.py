"""Armies as others may imagine them: while they are built, and with closed armies until all of
their units have been seen."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.rules import armies
from games.astral_sailors.state import Draft, State
from games.astral_sailors.table import LETTERS, Player, Table, Unit

TRIES = 6
"""Changes of hidden units that are tried; those that the points do not allow are left."""


def others(state: State, own: int, rng: random.Random) -> State:
    """The same with other armies of the other teams, as far as nobody of ``own`` knows them."""
    match state.table.phase:
        case "bellicose":
            return state
        case "muster":
            return _other_drafts(state, own, rng)
        case _:
            return _other_armies(state, own, rng)


# --- Lists in the making ---


def _other_drafts(state: State, own: int, rng: random.Random) -> State:
    table, drafts = state.table, list(state.secrets.drafts)
    if table.agenda:  # objectives are rolled before anybody can build
        return state
    foreign = [player for player in table.players if player.team != own]
    for player in foreign:
        locking = not player.left and not state.secrets.teams[player.team].asked
        drafts[player.seat] = _other_draft(
            table.agreed_with(player.seat), drafts[player.seat], rng, locking=locking
        )
    building = [player.seat for player in table.players if not player.left and not player.removed]
    if all(drafts[seat].locked for seat in building):
        # Somebody must still be at it, or the match would have gone on.
        seat = rng.choice([player.seat for player in foreign if player.seat in building])
        drafts[seat] = replace(drafts[seat], locked=False)
    return replace(state, secrets=replace(state.secrets, drafts=tuple(drafts)))


def _other_draft(table: Table, draft: Draft, rng: random.Random, *, locking: bool) -> Draft:
    lists = _lists(table.agreement)
    units = rng.choice([draft.units, (), *lists])
    if rng.random() < 0.3:  # somebody is still choosing
        units = units[: rng.randint(0, len(units))]
    legal = armies.fault(table.agreement, table.catalogue, units) is None
    locked = legal and locking and rng.random() < 0.5
    return Draft(units, locked, rng.randrange(draft.edits + 10))


@lru_cache(maxsize=32)
def _lists(agreement: Agreement) -> tuple[tuple[str, ...], ...]:
    """The ready-made lists of a match."""
    table = Table(agreement, 0, (), ())
    return tuple(armies.ready(table).values())


# --- Units that nobody has seen ---


def _other_armies(state: State, own: int, rng: random.Random) -> State:
    """How often a list was changed is never known, nor with closed armies what has not come."""
    table, drafts = state.table, list(state.secrets.drafts)
    units: dict[str, Unit] = {}
    for player in table.players:
        seat, army = player.seat, table.of(player.seat)
        if player.team != own:
            drafts[seat] = replace(drafts[seat], edits=rng.randrange(drafts[seat].edits + 10))
        if player.team != own and army and not table.agreement.open_armies:
            kinds = _other_kinds(table.agreed_with(seat), army, rng)
            army = _army(seat, army, kinds)
            table = table.with_player(replace(player, main=_main(table, player, army)))
            drafts[seat] = replace(drafts[seat], units=kinds)
        units.update((each.code, each) for each in army)
    secrets = replace(state.secrets, drafts=tuple(drafts))
    return State(replace(table, units=units), secrets)


def _other_kinds(table: Table, army: tuple[Unit, ...], rng: random.Random) -> tuple[str, ...]:
    """What the army could consist of, by the numbers of its units."""
    kinds = [each.kind for each in army]
    if not any(each.seen for each in army):
        found = list(rng.choice([tuple(kinds), *_lists(table.agreement)]))
        rng.shuffle(found)
        return tuple(found)
    fixed = [each.seen or _commands(table, each.kind) for each in army]
    last = max(number for number, known in enumerate(fixed) if known)
    plain = [kind.code for kind in table.catalogue.units.values() if kind.category != "commander"]
    for _ in range(TRIES):
        kinds = _changed(table, kinds, fixed, last, rng.choice(plain), rng)
    return tuple(kinds)


def _changed(
    table: Table, kinds: list[str], fixed: list[bool], last: int, kind: str, rng: random.Random
) -> list[str]:
    """One hidden unit is of another kind, is not there, or one more is."""
    at = rng.randrange(len(kinds) + 1)
    if at < len(fixed) and fixed[at]:
        at = len(kinds)
    tried = [*kinds[:at], kind, *kinds[at + 1 :]]
    if at > last and rng.random() < 0.3:
        tried = kinds[:at]
    return tried if _price(table, tried) <= table.agreement.army_size else kinds


def _price(table: Table, kinds: list[str]) -> int:
    return armies.price(table.catalogue, kinds)


def _army(seat: int, army: tuple[Unit, ...], kinds: tuple[str, ...]) -> tuple[Unit, ...]:
    """The units of these kinds: those that were seen stay what they are."""
    before: Mapping[str, Unit] = {each.code: each for each in army}
    gone = all(each.place == "out" for each in army)
    blank = Unit("", "", seat, place="out" if gone else "reserve")
    numbers = [each.number for each in army]
    numbers += range(numbers[-1] + 1, numbers[-1] + 1 + len(kinds))
    found = []
    for number, kind in zip(numbers, kinds, strict=False):
        code = f"{LETTERS[seat]}{number}"
        known = before.get(code, blank)
        found.append(replace(known if known.kind == kind else blank, code=code, kind=kind))
    return tuple(found)


def _main(table: Table, player: Player, army: tuple[Unit, ...]) -> str:
    """One that has been seen stays; one that has not may be any hidden Commander."""
    main = table.units.get(player.main)
    if main is not None and main.seen:
        return main.code
    hidden = (each.code for each in army if not each.seen and _commands(table, each.kind))
    return next(hidden, "")


def _commands(table: Table, kind: str) -> bool:
    return table.catalogue.units[kind].category == "commander"
