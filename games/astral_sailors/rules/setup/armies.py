"""Army lists: what is legal, what is ready-made, what is taken when time runs out.

ASCW-23 to 27, D-45, D-54, D-78. A list is a tuple of codes of units, in the
order in which they were enlisted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.content.catalogue import Catalogue, UnitKind
from games.astral_sailors.table import Table
from games.core.types import Forbidden

PLAIN = "Plain"
"""``PlainEX`` is the key of the plain army of the faction ``EX``."""


def price(catalogue: Catalogue, units: Sequence[str]) -> int:
    return sum(catalogue.units[code].cost for code in units)


def commanders(catalogue: Catalogue, units: Sequence[str]) -> int:
    return sum(catalogue.units[code].category == "commander" for code in units)


def faction(catalogue: Catalogue, units: Sequence[str]) -> str:
    """The faction of a list, empty while only mercenaries and civilians are on it."""
    found = (catalogue.units[code].army for code in units)
    return next((army for army in found if army in catalogue.armies), "")


def fault(agreement: Agreement, catalogue: Catalogue, units: Sequence[str]) -> Forbidden | None:
    """Why the list cannot be locked."""
    return (
        _mixed(catalogue, units)
        or _commanders(agreement, catalogue, units)
        or _civilians(catalogue, units)
        or over_points(agreement, price(catalogue, units))
    )


def over_points(agreement: Agreement, total: int) -> Forbidden | None:
    if total <= agreement.army_size:
        return None
    return Forbidden(
        "ASCW-27",
        f"The list would cost {total} points; the limit is {agreement.army_size}.",
        instead=f"Remove units worth {total - agreement.army_size} points or more.",
        code="OVER_POINTS",
    )


def wrong_faction(catalogue: Catalogue, units: Sequence[str], kind: UnitKind) -> Forbidden | None:
    """Why ``kind`` cannot join this list: it is of another faction (D-54)."""
    own = faction(catalogue, units)
    if not own or kind.army not in catalogue.armies or kind.army == own:
        return None
    return Forbidden(
        "ASCW-D54",
        f"{kind.name} ({kind.code}) belongs to {catalogue.armies[kind.army]}, "
        f"but your list to {catalogue.armies[own]}.",
        instead="Only mercenaries and civilians can join any army.",
        code="WRONG_FACTION",
    )


def too_many_commanders(agreement: Agreement, count: int) -> Forbidden | None:
    if count <= agreement.commanders:
        return None
    return Forbidden(
        "ASCW-D45",
        f"The list would have {count} Commanders; the limit is {agreement.commanders}.",
        instead="Remove one before you add another.",
        code="TOO_MANY_COMMANDERS",
    )


def leaders(catalogue: Catalogue, units: Sequence[str]) -> tuple[str, ...]:
    """The kinds of the Commanders on the list; the first on the list is the main one (D-45)."""
    found = (code for code in units if catalogue.units[code].category == "commander")
    return tuple(dict.fromkeys(found))


def not_main(catalogue: Catalogue, units: Sequence[str], main: str) -> Forbidden | None:
    """Why ``main`` cannot be named the main Commander of this list."""
    known = leaders(catalogue, units)
    if not main or main in known:
        return None
    return Forbidden(
        "ASCW-D45",
        f"The Commander {main} is not on the list.",
        instead=f"Its Commanders are {', '.join(known)}." if known else "",
        code="NOT_ON_LIST",
    )


def led_by(catalogue: Catalogue, units: tuple[str, ...], main: str) -> tuple[str, ...]:
    """The list with a Commander of the kind ``main`` in the place of its first one."""
    first = units.index(leaders(catalogue, units)[0])
    other = units.index(main)
    changed = list(units)
    changed[first], changed[other] = changed[other], changed[first]
    return tuple(changed)


def _mixed(catalogue: Catalogue, units: Sequence[str]) -> Forbidden | None:
    kinds = (catalogue.units[code] for code in units)
    return next(filter(None, (wrong_faction(catalogue, units, kind) for kind in kinds)), None)


def _commanders(
    agreement: Agreement, catalogue: Catalogue, units: Sequence[str]
) -> Forbidden | None:
    count = commanders(catalogue, units)
    if count >= agreement.commanders:
        return too_many_commanders(agreement, count)
    noun = "Commander" if agreement.commanders == 1 else "Commanders"
    return Forbidden(
        "ASCW-D45",
        f"The list has {count} of {agreement.commanders} {noun}.",
        instead=f"Add {agreement.commanders - count} more.",
        code="NO_COMMANDER",
    )


def _civilians(catalogue: Catalogue, units: Sequence[str]) -> Forbidden | None:
    military = sum(catalogue.units[code].military for code in units)
    civilian = len(units) - military
    if civilian >= military:
        return None
    return Forbidden(
        "ASCW-25",
        f"The list has {military} military units but only {civilian} civilians.",
        instead=f"Add {military - civilian} more civilians or remove military units.",
        code="CIVILIANS_MISSING",
    )


# --- Ready-made lists ---


def ready(table: Table) -> Mapping[str, tuple[str, ...]]:
    """Every ready-made list that is legal in this match, by its key: those of the catalogue, and
    a plain army for each faction, of which there is one for every size of army."""
    agreement, catalogue = table.agreement, table.catalogue
    lists = {key: each.units for key, each in catalogue.lists.items()}
    for army in catalogue.armies:
        lists[PLAIN + army] = _plain(agreement, catalogue, army)
    return {
        key: units for key, units in lists.items() if fault(agreement, catalogue, units) is None
    }


def ready_name(table: Table, key: str) -> str:
    """What people read for the key of a ready-made list."""
    catalogue = table.catalogue
    found = catalogue.lists.get(key)
    return found.name if found else f"Plain army, {catalogue.armies[key.removeprefix(PLAIN)]}"


def default_key(table: Table, seat: int, units: Sequence[str]) -> str:
    """The ready-made list for a player who has no legal one when time is up (D-78).

    The faction is that of the Commander on the unfinished list, else that of the
    seat: the first, third, ... seat takes the first faction. A sample army of just
    the agreed size if there is one, else the plain army.
    """
    agreement, catalogue = table.agreement, table.catalogue
    factions = tuple(catalogue.armies)
    led_by = (
        catalogue.units[code].army
        for code in units
        if catalogue.units[code].category == "commander"
    )
    army = next((code for code in led_by if code in factions), factions[seat % 2])
    lists = ready(table)
    samples = (
        key
        for key, each in catalogue.lists.items()
        if key in lists and each.army == army and each.size == agreement.army_size
    )
    wanted = next(samples, PLAIN + army)
    return wanted if wanted in lists else next(iter(lists), wanted)


def _plain(agreement: Agreement, catalogue: Catalogue, army: str) -> tuple[str, ...]:
    """Commanders with a civilian each, then pairs of a trooper and a civilian, as long as the army
    size allows: the first of each sort in the catalogue. Empty if a sort is missing."""
    kinds = catalogue.units.values()
    leader = next((k for k in kinds if k.army == army and k.category == "commander"), None)
    trooper = next((k for k in kinds if k.army == army and k.category == "troop"), None)
    civilian = next((k for k in kinds if k.category == "civilian"), None)
    if leader is None or trooper is None or civilian is None:
        return ()
    spent = agreement.commanders * (leader.cost + civilian.cost)
    pairs = (agreement.army_size - spent) // (trooper.cost + civilian.cost)
    return (
        (leader.code,) * agreement.commanders
        + (trooper.code,) * pairs
        + (civilian.code,) * (agreement.commanders + pairs)
    )
