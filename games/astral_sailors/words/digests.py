"""Summaries of several events, worst news for the viewer first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from games.astral_sailors.events import battle as e
from games.astral_sailors.names import counted, listed, seat_name, team_name
from games.astral_sailors.table import LETTERS, Table
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words.dice_reports import piece_name
from games.astral_sailors.words.event_sentences import tell
from games.core.events import Event, weightiest

ENDED, COMMANDER_LOST, OWN_LOSSES, OWN_SECRET, COMMANDER_HURT = 100, 90, 80, 75, 70
MARKED, CAPTURED, OWN_HURT, LOSSES, HURT, BROUGHT_IN = 65, 60, 55, 50, 45, 40
POINTS, ATTACKED, ROUND, HELD_QUADRANT, PLACED, MOVED, HELD, USUAL = 35, 30, 25, 22, 20, 15, 12, 10
TRIFLE: Final = 0
"""The weights of what a digest tells; trifles only when there is nothing else."""

MOST_NAMED: Final = 6
"""Units that are named in a row; of more their number is told."""

Said = tuple[int, str]
"""A weight and a sentence."""

_ACTS: Mapping[type[Event], Said] = {
    e.UnitReinforced: (BROUGHT_IN, "brought in"),
    e.UnitDeployed: (PLACED, "deployed"),
    e.UnitMoved: (MOVED, "moved"),
    e.UnitHeld: (HELD, "held back"),
}
_CHANGES: Mapping[int, Said] = {0: (CAPTURED, "lost"), 1: (HELD_QUADRANT, "holds")}
"""Of a quadrant, by its counter."""

_LOGGED = frozenset(
    (
        *(e.AttackDeclared, e.Rerolled, e.ReactionChosen, e.DiceOffRolled, e.UnitTurned),
        e.ActivationEnded,
    )
)
"""Told by the log alone."""


def digest(view: SailorsView, events: Sequence[Event]) -> tuple[str, ...]:
    """A headline and at most three sentences; "your" are the units that the viewer plays."""
    span = _Span(view)
    for event in events:
        span.take(event)
    said = [*span.told, *span.losses(), *span.wounded(), *span.rest()]
    return weightiest([each for each in said if each[0] > TRIFLE] or said)


@dataclass
class _Span:
    """Adds up several events.

    ``told``      sentences of single events
    ``killed``    victims by the seat that killed them, ``NOBODY`` for terrain
    ``wounds``    RE left by unit; ``poisoned`` the units that were
    ``attacks``   by seat the wounds of each attack
    ``acts``      units by weight and verb, and by seat
    ``quadrants`` their names by weight and verb, and by team
    """

    view: SailorsView
    told: list[Said] = field(default_factory=list)
    killed: dict[int, list[str]] = field(default_factory=dict)
    wounds: dict[str, int] = field(default_factory=dict)
    poisoned: list[str] = field(default_factory=list)
    attacks: dict[int, list[int]] = field(default_factory=dict)
    acts: dict[Said, dict[int, list[str]]] = field(default_factory=dict)
    quadrants: dict[Said, dict[int, list[str]]] = field(default_factory=dict)
    paid: bool = False

    @property
    def table(self) -> Table:
        return self.view.table

    def take(self, event: Event) -> None:
        """Add an event to the sums, or tell it in its own sentence."""
        kind = type(event)
        if kind in _ADDED:
            _ADDED[kind](self, event)
        elif kind not in _LOGGED:
            self.told.append((self._weight(event), tell(event)))

    def killing(self, event: e.UnitEliminated) -> None:
        self.killed.setdefault(_seat(event.by), []).append(event.unit)
        self.wounds.pop(event.unit, None)

    def wounding(self, event: e.WoundsTaken) -> None:
        self.paid = self.paid or bool(event.paid)
        if event.lost and event.left:
            self.wounds[event.unit] = event.left

    def poisoning(self, event: e.PoisonMarked) -> None:
        self.poisoned.append(event.unit)

    def exchange(self, event: e.ExchangeResolved) -> None:
        if event.how in ("shoot", "melee", "charge"):
            self.attacks.setdefault(_seat(event.throw.attacker), []).append(event.wounds)

    def deploying(self, event: e.RestDeployed) -> None:
        for unit in event.units:
            self._act(PLACED, "deployed", event.seat, unit)

    def placing(self, event: e.SceneryPlaced) -> None:
        if event.seat == NOBODY:
            self.told.append((self._weight(event), tell(event)))
        else:
            self._act(PLACED, "placed", event.seat, f"the {piece_name(event.piece)}")

    def acting(self, event: e.UnitReinforced | e.UnitDeployed | e.UnitMoved | e.UnitHeld) -> None:
        weight, verb = _ACTS[type(event)]
        self.paid = self.paid or weight == BROUGHT_IN
        self._act(weight, verb, _seat(event.unit), event.unit)

    def paying(self, event: e.IncomePaid | e.RewardPaid) -> None:
        self.paid = True

    def _act(self, weight: int, verb: str, seat: int, thing: str) -> None:
        self.acts.setdefault((weight, verb), {}).setdefault(seat, []).append(thing)

    def quadrant(self, event: e.QuadrantChanged) -> None:
        verb = _CHANGES.get(event.counter, (CAPTURED, "captured"))
        self.quadrants.setdefault(verb, {}).setdefault(event.team, []).append(event.quadrant)

    def _weight(self, event: Event) -> int:
        match event:
            case e.MatchWon() | e.MatchDrawn():
                return ENDED
            case e.CommanderCaptured(unit=unit) | e.CommanderDelivered(unit=unit):
                return COMMANDER_LOST if self._ours(unit) else MARKED
            case e.RoundStarted():
                return ROUND
        if event.only is not None and not event.quiet:
            return OWN_SECRET
        return (TRIFLE, USUAL, MARKED)[event.weight]

    # --- Summing up ---

    def losses(self) -> Iterator[Said]:
        """Whom each side killed: of the viewer's team, then of the others."""
        for ours in (True, False):
            clauses, weights = [], [OWN_LOSSES if ours else LOSSES]
            for seat, codes in self.killed.items():
                units = [unit for unit in dict.fromkeys(codes) if self._ours(unit) == ours]
                leaders = [unit for unit in units if self._leads(unit)]
                weights += [COMMANDER_LOST if ours else MARKED] if leaders else []
                if units:
                    killer = "Terrain" if seat == NOBODY else self._named(seat)
                    clauses.append(f"{killer} killed {self._units(units)}")
            yield from _sentence(max(weights), clauses)

    def wounded(self) -> Iterator[Said]:
        """Who lives with fewer RE, and who is poisoned."""
        if not self.wounds and not self.poisoned:
            return
        fallen = {unit for codes in self.killed.values() for unit in codes}
        poisoned = [unit for unit in dict.fromkeys(self.poisoned) if unit not in fallen]
        for ours in (True, False):
            hurt = [unit for unit in self.wounds if self._ours(unit) == ours]
            sick = [unit for unit in poisoned if self._ours(unit) == ours]
            weight = OWN_HURT if ours else HURT
            if ours and any(map(self._leads, (*hurt, *sick))):
                weight = COMMANDER_HURT
            clauses = []
            if hurt:
                also = " and poisoned" if sick == hurt else ""
                clauses.append(f"{self._units(hurt, left=True)} {_are(hurt)} wounded{also}")
            if sick and sick != hurt:
                clauses.append(f"{self._units(sick)} {_are(sick)} poisoned")
            yield from _sentence(weight, clauses)

    def rest(self) -> Iterator[Said]:
        """Quadrants, what units did, attacks without effect, and the pools."""
        for (weight, verb), by_team in self.quadrants.items():
            yield from _sentence(
                weight, [f"{self._team(team)} {verb} {listed(q)}" for team, q in by_team.items()]
            )
        for (weight, verb), by_seat in self.acts.items():
            seats = sorted(by_seat, key=self._yours)
            yield from _sentence(
                weight, [f"{self._named(seat)} {verb} {_few(by_seat[seat])}" for seat in seats]
            )
        failed = {seat: len(each) for seat, each in self.attacks.items() if not any(each)}
        yield from _sentence(
            ATTACKED,
            [
                f"{self._named(seat)} attacked {_times(count)} without effect"
                for seat, count in failed.items()
            ],
        )
        if self.paid and self.view.seat is not None:  # elsewhere they stand beside the digest
            players = [each for each in self.table.players if not each.removed]
            pools = [f"{seat_name(each.seat)} {each.pool}" for each in players]
            pools[:1] = [f"{pool} points" for pool in pools[:1]]
            yield POINTS, f"{', '.join(pools)}."

    # --- Names ---

    def _ours(self, unit: str) -> bool:
        """Whether a unit is of the viewer's team; a spectator takes every loss for one."""
        seat = _seat(unit)
        if self.view.seat is None:
            return True
        return seat != NOBODY and self.table.team(seat) == self.table.team(self.view.seat)

    def _yours(self, seat: int) -> bool:
        return (
            self.view.seat is not None
            and seat != NOBODY
            and self.table.controller(seat) == self.view.seat
        )

    def _leads(self, code: str) -> bool:
        unit = self.table.units.get(code)
        return unit is not None and self.table.kind(unit).category == "commander"

    def _named(self, seat: int) -> str:
        return "you" if self._yours(seat) else seat_name(seat)

    def _team(self, team: int) -> str:
        seats = self.table.teams[team].seats
        return seat_name(seats[0]) if len(seats) == 1 else team_name(team)

    def _units(self, codes: Sequence[str], *, left: bool = False) -> str:
        """``your Commander R1, R5 and R9``; with ``left`` the RE of each."""
        ordered = sorted(codes, key=lambda code: not self._leads(code))
        own = [code for code in ordered if self._yours(_seat(code))]
        others = [code for code in ordered if code not in own]
        groups = [("your " if group is own else "", group) for group in (own, others) if group]
        name = partial(self._unit, left=left)
        return " and ".join(whose + _few(map(name, group)) for whose, group in groups)

    def _unit(self, code: str, *, left: bool) -> str:
        name, seat = code, _seat(code)
        if self._leads(code):
            whose = "" if self._yours(seat) else f"{seat_name(seat)}'s "
            name = f"{whose}Commander {code}"
        return f"{name} ({self.wounds[code]} RE left)" if left else name


def _seat(code: str) -> int:
    """Whose army a unit belongs to, by its code; ``NOBODY`` for none."""
    return LETTERS.find(code[:1]) if code else NOBODY


def _few(things: Iterable[str]) -> str:
    named = list(dict.fromkeys(things))
    if len(named) <= MOST_NAMED:
        return listed(named)
    return f"{', '.join(named[: MOST_NAMED - 1])} and {len(named) - MOST_NAMED + 1} more"


def _are(units: Sequence[str]) -> str:
    return "is" if len(units) == 1 else "are"


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count) or counted(count, "time")


def _sentence(weight: int, clauses: Sequence[str]) -> Iterator[Said]:
    said = "; ".join(clauses)
    if said:
        yield weight, f"{said[0].upper()}{said[1:]}."


_ADDED: Mapping[type[Event], Callable[[_Span, Any], None]] = {
    e.UnitEliminated: _Span.killing,
    e.WoundsTaken: _Span.wounding,
    e.PoisonMarked: _Span.poisoning,
    e.ExchangeResolved: _Span.exchange,
    e.QuadrantChanged: _Span.quadrant,
    e.RestDeployed: _Span.deploying,
    e.SceneryPlaced: _Span.placing,
    **dict.fromkeys(_ACTS, _Span.acting),
    e.IncomePaid: _Span.paying,
    e.RewardPaid: _Span.paying,
}
"""Told by what they come to."""
