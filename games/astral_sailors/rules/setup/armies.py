"""Army lists: what is legal, ready-made or taken in time, and how they are built (D-54, D-78)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, TypeAlias

from games.astral_sailors import events as e
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.content.catalogue import Catalogue, UnitKind
from games.astral_sailors.names import counted
from games.astral_sailors.notation import KindName, Name, Number, spelt
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Move
from games.astral_sailors.view import Request
from games.core.moves import also, move
from games.core.notation import Value
from games.core.steps import SheetPhase, edited_sheet
from games.core.types import Decision, Forbidden

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
    most = agreement.army_size
    if total <= most:
        return None
    why = f"The list would cost {total} points; the limit is {most}."
    can = f"Remove units worth at least {counted(total - most, 'point')}."
    return Forbidden("ASCW-27", why, instead=can, code="OVER_POINTS")


def wrong_faction(catalogue: Catalogue, units: Sequence[str], kind: UnitKind) -> Forbidden | None:
    """Why ``kind`` cannot join this list: it is of another faction (D-54)."""
    own, armies = faction(catalogue, units), catalogue.armies
    if not own or kind.army not in armies or kind.army == own:
        return None
    name = f"{kind.name} ({kind.code})"
    why = f"{name} belongs to {armies[kind.army]}, but your list to {armies[own]}."
    can = "Only mercenaries and civilians can join any army."
    return Forbidden("ASCW-D54", why, instead=can, code="WRONG_FACTION")


def too_many_commanders(agreement: Agreement, count: int) -> Forbidden | None:
    if count <= agreement.commanders:
        return None
    why = f"The list would have {count} Commanders; the limit is {agreement.commanders}."
    can = "Remove one before you add another."
    return Forbidden("ASCW-D45", why, instead=can, code="TOO_MANY_COMMANDERS")


def leaders(catalogue: Catalogue, units: Sequence[str]) -> tuple[str, ...]:
    """The kinds of the Commanders on the list; the first on the list is the main one (D-45)."""
    found = (code for code in units if catalogue.units[code].category == "commander")
    return tuple(dict.fromkeys(found))


def not_main(catalogue: Catalogue, units: Sequence[str], main: str) -> Forbidden | None:
    """Why ``main`` cannot be named the main Commander of this list."""
    known = leaders(catalogue, units)
    if not main or main in known:
        return None
    why = f"The Commander {main} is not on the list."
    can = f"Its Commanders are {', '.join(known)}." if known else ""
    return Forbidden("ASCW-D45", why, instead=can, code="NOT_ON_LIST")


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
    count, wanted = commanders(catalogue, units), agreement.commanders
    if count >= wanted:
        return too_many_commanders(agreement, count)
    why = f"The list has {count} of {counted(wanted, 'Commander')}."
    can = f"Add {wanted - count} more."
    return Forbidden("ASCW-D45", why, instead=can, code="NO_COMMANDER")


def _civilians(catalogue: Catalogue, units: Sequence[str]) -> Forbidden | None:
    military = sum(catalogue.units[code].military for code in units)
    civilian = len(units) - military
    if civilian >= military:
        return None
    why = f"The list has {military} military units but only {civilian} civilians."
    can = f"Add {military - civilian} more civilians or remove military units."
    return Forbidden("ASCW-25", why, instead=can, code="CIVILIANS_MISSING")


# --- Ready-made lists ---


def ready(table: Table) -> Mapping[str, tuple[str, ...]]:
    """Every ready-made list that is legal in this match, by its key: those of the catalogue, and
    a plain army for each faction, of which there is one for every size of army."""
    agreement, catalogue = table.agreement, table.catalogue
    plain = {PLAIN + army: _plain(agreement, catalogue, army) for army in catalogue.armies}
    lists = {key: each.units for key, each in catalogue.lists.items()} | plain
    return {key: each for key, each in lists.items() if fault(agreement, catalogue, each) is None}


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
    size, catalogue, lists = table.agreement.army_size, table.catalogue, ready(table)
    factions = tuple(catalogue.armies)
    led_by = (catalogue.units[code].army for code in leaders(catalogue, units))
    army = next((code for code in led_by if code in factions), factions[seat % 2])
    samples = (
        key
        for key, each in catalogue.lists.items()
        if key in lists and each.army == army and each.size == size
    )
    wanted = next(samples, PLAIN + army)
    return wanted if wanted in lists else next(iter(lists), wanted)


def _plain(agreement: Agreement, catalogue: Catalogue, army: str) -> tuple[str, ...]:
    """Commanders with a civilian each, then pairs of a trooper and a civilian, as long as the army
    size allows: the first of each sort in the catalogue. Empty if a sort is missing."""
    kinds, count = catalogue.units.values(), agreement.commanders
    leader = next((k for k in kinds if k.army == army and k.category == "commander"), None)
    trooper = next((k for k in kinds if k.army == army and k.category == "troop"), None)
    civilian = next((k for k in kinds if k.category == "civilian"), None)
    if leader is None or trooper is None or civilian is None:
        return ()
    spent = count * (leader.cost + civilian.cost)
    pairs = (agreement.army_size - spent) // (trooper.cost + civilian.cost)
    fighters = (leader.code,) * count + (trooper.code,) * pairs
    return fighters + (civilian.code,) * (count + pairs)


# --- Building a list: what can still be put right, as too few civilians, the lock refuses ---

ARMIES = SheetPhase("army", "list", "ASCW-D54")


def _read_list(request: Request, text: str) -> str:
    return spelt(text, ready(_agreed(request)))


ListName: TypeAlias = Annotated[Name, Value("the name of a ready-made list", _read_list, str.upper)]


class ListChange(Move):
    """A change of an army list."""

    __slots__ = ()

    def refuse(self, request: Request) -> Forbidden | None:
        units = request.view.sheet(request.decision.seat).units
        return closed(request) or self.forbidden(_agreed(request), units)

    def forbidden(self, table: Table, units: tuple[str, ...]) -> Forbidden | None:
        """Why the list cannot be changed like that."""
        raise NotImplementedError

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        seat, table = decision.seat, builder.table
        draft = builder.sheets[seat]
        units = self.edited(table.agreed_with(seat), draft.units)
        builder.put_sheet(seat, edited_sheet(draft, units=units, locked=False))
        only = builder.members(table.team(seat))
        builder.tell(e.ArmyEdited(seat, units, price(table.catalogue, units), only=only))

    def edited(self, table: Table, units: tuple[str, ...]) -> tuple[str, ...]:
        """The list after the legal change."""
        raise NotImplementedError


@move("enlist", "army", "ADD[ {count}] {kind}", quick=True)
class Enlist(ListChange):
    """Put ``count`` units of a kind on the army list."""

    kind: KindName
    count: Number = 1

    def forbidden(self, table: Table, units: tuple[str, ...]) -> Forbidden | None:
        if wrong := _unknown(table, self):
            return wrong
        agreement, catalogue = table.agreement, table.catalogue
        kind = catalogue.units[self.kind]
        leading = commanders(catalogue, units) + self.count * (kind.category == "commander")
        return (
            wrong_faction(catalogue, units, kind)
            or too_many_commanders(agreement, leading)
            or over_points(agreement, price(catalogue, units) + self.count * kind.cost)
        )

    def edited(self, table: Table, units: tuple[str, ...]) -> tuple[str, ...]:
        return (*units, *(self.kind,) * self.count)


@move("dismiss", "army", "DROP[ {count}] {kind}", quick=True)
class Dismiss(ListChange):
    """Take ``count`` units of a kind off the list again."""

    kind: KindName
    count: Number = 1

    def forbidden(self, table: Table, units: tuple[str, ...]) -> Forbidden | None:
        there = units.count(self.kind)
        if (wrong := _unknown(table, self)) or self.count <= there:
            return wrong
        name = table.catalogue.units[self.kind].name
        why = f"Your list has {there} of {name} ({self.kind}), not {self.count}."
        return Forbidden("ASCW-D54", why, code="NOT_ON_LIST")

    def edited(self, table: Table, units: tuple[str, ...]) -> tuple[str, ...]:
        """Units leave the list from its end, so that the others keep their numbers."""
        kept = list(reversed(units))
        for _ in range(self.count):
            kept.remove(self.kind)
        return tuple(reversed(kept))


@move("take-list", "army", "LIST {key}", also("army", "CLEAR", key=""))
class TakeList(ListChange):
    """Replace the list by a ready-made one; an empty ``key`` clears it."""

    key: ListName

    def forbidden(self, table: Table, units: tuple[str, ...]) -> Forbidden | None:
        lists, known = ready(table), table.catalogue.lists.get(self.key)
        if (self.key in lists) if self.key else units:
            return None
        if not self.key:
            return Forbidden("ASCW-D54", "The list is already empty.", code="NOT_ON_LIST")
        can = f"Ready-made lists for this match: {', '.join(lists)}." if lists else ""
        if known is None:
            why = f"There is no ready-made list called {self.key}."
            return Forbidden("ASCW-D54", why, instead=can, code="UNKNOWN_LIST")
        wrong = fault(table.agreement, table.catalogue, known.units)
        assert wrong is not None
        return wrong.retold(f"{known.name} does not fit: {wrong.sentence}", instead=can)

    def edited(self, table: Table, units: tuple[str, ...]) -> tuple[str, ...]:
        return ready(table)[self.key] if self.key else ()


def closed(request: Request, *, opens: bool = False) -> Forbidden | None:
    """Why a locked list cannot be changed, or an open one not opened."""
    draft = request.view.sheet(request.decision.seat)
    return ARMIES.refusal(draft, counted(len(draft.units), "unit"), opens=opens)


def _agreed(request: Request) -> Table:
    return request.view.table.agreed_with(request.decision.seat)


def _unknown(table: Table, move: Enlist | Dismiss) -> Forbidden | None:
    """Whether there is such a kind, and a number of it is named."""
    if move.kind not in table.catalogue.units:
        why, known = f"There is no unit type {move.kind}.", ", ".join(table.catalogue.units)
        can = f"The unit types are {known}."
        return Forbidden("ASCW-D54", why, instead=can, code="UNKNOWN_UNIT")
    if move.count < 1:
        why = f"You cannot take {move.count} units."
        return Forbidden("ASCW-D54", why, instead="Take 1 or more.", code="NUMBER")
    return None
