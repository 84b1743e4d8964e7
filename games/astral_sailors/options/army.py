"""Choices before the battle: armies, Bellicose, target; and leaving (2.4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial

from games.astral_sailors.content.catalogue import Catalogue, UnitKind
from games.astral_sailors.names import codes, counted, listed, team_with_seats
from games.astral_sailors.options import sketches
from games.astral_sailors.options.legality import Gated
from games.astral_sailors.rules.any_time import Leave
from games.astral_sailors.rules.setup import armies
from games.astral_sailors.rules.setup.armies import Dismiss, Enlist, TakeList
from games.astral_sailors.rules.setup.bellicose import Bellicose
from games.astral_sailors.rules.setup.muster import AutoArmy, Lock, Target, Unlock
from games.astral_sailors.secrets import ArmyDraft
from games.astral_sailors.tasks import Move
from games.astral_sailors.words import considerations
from games.core.questions.tree import AT_ONCE, LONGEST_DETAIL, Ask, Node, branch, grouped, leaf

MERCENARIES, CIVILIANS = "MC", "CV"
MOST_AT_ONCE = 500
"""Upper bound of copies to try; points limit a list earlier."""


class ArmyTree(Gated):
    def root(self) -> Ask[Move]:
        return Ask("What do you change in your army list?", self.top)

    @property
    def catalogue(self) -> Catalogue:
        return self.view.table.catalogue

    @cached_property
    def draft(self) -> ArmyDraft:
        return self.view.sheet(self.decision.seat)

    def top(self) -> Iterator[Node[Move]]:
        """Offer the likeliest choice first: a list, then its lock."""
        if self.legal(Lock()):
            total = armies.price(self.catalogue, self.draft.units)
            detail = f"{counted(len(self.draft.units), 'unit')}, {counted(total, 'point')}"
            leaders = armies.leaders(self.catalogue, self.draft.units)
            if len(leaders) > 1:
                ask = Ask("Which is your main Commander?", lambda: self._leaders(leaders))
                yield branch("lock", "Lock the list", "", ask, detail)
            else:
                yield leaf("lock", "Lock the list", Lock(), detail)
        yield from self._set_up()
        yield from self._lists()
        if groups := tuple(self._groups()):
            ask = Ask("Which units do you add?", lambda: groups)
            detail = "unit by unit" if self.draft.units else "build an army of your own"
            yield branch("add", "Add units", "ADD ", ask, detail)
        yield from self._takings()
        clear = TakeList("")
        if self.draft.units and self.legal(clear):
            yield leaf("clear", "Clear the list", clear)

    def _set_up(self) -> Iterator[Node[Move]]:
        """The player's own list, or the default one, with all other set-up left to the bot.

        Further down, every other ready-made list.
        """
        table, units = self.view.table.agreed_with(self.decision.seat), self.draft.units
        lists = armies.ready(table)
        usual = "" if units else armies.default_key(table, self.decision.seat, units)
        if self.legal(AutoArmy(usual)):
            name = armies.ready_name(self.view.table, usual) if usual else "this army"
            detail = self._in_short(lists[usual]) if usual else "no more to decide before it"
            yield leaf("auto", f"Take {name} and deploy for me", AutoArmy(usual), detail)
        others = {
            key: each for key, each in lists.items() if key != usual and self.legal(AutoArmy(key))
        }
        if others:
            ask = Ask("Which list do you take?", lambda: self._ready_made(others, AutoArmy))
            detail = "replaces your whole list" if units else "the bot does the rest"
            yield branch("others", "Take another list and deploy for me", "AUTO:", ask, detail)

    def _leaders(self, leaders: Sequence[str]) -> Iterator[Node[Move]]:
        """The first on the list, or another one (D-45)."""
        yield leaf("first", f"As listed: {leaders[0]} is first", Lock())
        yield from map(self._led_by, leaders)

    def _led_by(self, code: str) -> Node[Move]:
        return leaf(code, f"{code} {self.catalogue.units[code].name}", Lock(code), kind=code)

    def _groups(self) -> Iterator[Node[Move]]:
        names = {**self.catalogue.armies, MERCENARIES: "mercenaries", CIVILIANS: "civilians"}
        for place, (army, name) in enumerate(names.items()):
            kinds = [kind for kind in self.catalogue.units.values() if kind.army == army]
            able = [kind for kind in kinds if self.legal(Enlist(kind.code))]
            if able:
                nodes = partial(map, partial(self._counted, Enlist), able)
                ask = Ask(f"Add {name}: which kind?", nodes)
                costs = sorted({kind.cost for kind in able})
                span = f"{costs[0]} to " if len(costs) > 1 else ""
                detail = f"{counted(len(able), 'kind')}, {span}{counted(costs[-1], 'point')}"
                yield branch(f"add{place}", f"Add {name}", "ADD ", ask, detail)

    def _counted(self, make: type[Enlist] | type[Dismiss], kind: UnitKind) -> Node[Move]:
        """A kind of unit, and how many if more than one is possible."""
        verb, does = ("ADD ", "add") if make is Enlist else ("DROP ", "remove")
        label = f"{kind.code} {kind.name}, {counted(kind.cost, 'point')}"
        detail = considerations.values(kind)
        if not self.legal(make(kind.code, 2)):
            return leaf(kind.code, label, make(kind.code), detail, kind=kind.code)

        def counts() -> Iterator[Node[Move]]:
            for count in range(1, MOST_AT_ONCE):
                move = make(kind.code, count)
                if not self.legal(move):
                    return
                price = counted(count * kind.cost, "point")
                yield leaf(str(count), f"{count} × {kind.name}", move, price)

        prompt = f"{kind.name}: how many do you {does}?"
        ask = Ask(prompt, lambda: grouped(tuple(counts()), AT_ONCE, verb, prompt))
        return branch(kind.code, label, verb, ask, detail, kind=kind.code)

    def _takings(self) -> Iterator[Node[Move]]:
        on_list = Counter(self.draft.units)
        kinds = [self.catalogue.units[code] for code in on_list if code in self.catalogue.units]
        able = [kind for kind in kinds if self.legal(Dismiss(kind.code))]
        if able:
            ask = Ask("What do you remove?", partial(map, partial(self._counted, Dismiss), able))
            detail = f"{counted(len(self.draft.units), 'unit')} on the list"
            yield branch("drop", "Remove", "DROP ", ask, detail)

    def _lists(self) -> Iterator[Node[Move]]:
        lists = armies.ready(self.view.table.agreed_with(self.decision.seat))
        able = {key: units for key, units in lists.items() if self.legal(TakeList(key))}
        if able:
            ask = Ask("Which ready-made list?", lambda: self._ready_made(able, TakeList))
            detail = "replaces your whole list" if self.draft.units else "quickest"
            yield branch("list", "Ready-made list", "LIST ", ask, detail)

    def _ready_made(
        self, lists: Mapping[str, tuple[str, ...]], make: type[TakeList] | type[AutoArmy]
    ) -> Iterator[Node[Move]]:
        for place, (key, units) in enumerate(lists.items()):
            total = armies.price(self.catalogue, units)
            name = armies.ready_name(self.view.table, key)
            label = f"{name}, {counted(total, 'point')}"
            yield leaf(f"l{place}", label, make(key), self._in_short(units))

    def _in_short(self, units: Sequence[str]) -> str:
        """Name military units as far as there is room, then count civilians."""
        kinds = [self.catalogue.units[code] for code in units]
        fighting = Counter(kind.name for kind in kinds if kind.military)
        names = [f"{count} × {name}" if count > 1 else name for name, count in fighting.items()]
        left = counted(len(kinds) - fighting.total(), "civilian")
        for kept in range(len(names), 0, -1):
            more = [counted(len(names) - kept, "more kind")] * (kept < len(names))
            said = listed([*names[:kept], *more, left])
            if len(said) <= LONGEST_DETAIL:
                return said
        return codes(units)


# --- Bellicose, target, unlocking, leaving ---

PROMPTS = {
    "bellicose": "Will your team fight as Bellicose Hedonists?",
    "army-open": "Your army is locked. Unlock it?",
    "target": "Which team does your Manhunt target?",
    "talk": "What would you like to do?",
}


class OfferTree(Gated):
    """One question each; what is illegal is sifted out."""

    def root(self) -> Ask[Move]:
        prompt = PROMPTS.get(self.decision.kind, "What would you like to do?")
        return Ask(prompt, self._answers)

    def _answers(self) -> Iterator[Node[Move]]:
        match self.decision.kind:
            case "bellicose":
                only = "no objective and only one way to win"
                yield leaf("yes", "Yes", Bellicose(yes=True), only, "YES")
                yield leaf("no", "No", Bellicose(yes=False), "your team rolls an objective", "NO")
            case "army-open":
                until = "possible until all armies are locked"
                yield leaf("unlock", "Unlock my army", Unlock(), until)
            case "target":
                yield from self._targets()
            case "talk":
                yield leaf("leave", "Leave the match", Leave(), "your units are removed")

    def _targets(self) -> Iterator[Node[Move]]:
        for number, team in enumerate(self.table.teams):
            label = team_with_seats(self.table, number)
            detail = counted(len(team.seats), "player")
            at = sketches.commander(self.table, number)
            yield leaf(f"t{number + 1}", label, Target(number), detail, at=at)
