"""How the computer player gives Orders: by what each would be worth to the ship this turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Final, NamedTuple, TypeAlias

from games.core.types import Seated
from games.cosmic_conflict.computer import plans
from games.cosmic_conflict.computer.situation import ALL, Situation, seen
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.notation import Answer
from games.cosmic_conflict.rules import damage, movement
from games.cosmic_conflict.rules.movement import MovePlan
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.rules.orders.commands import GiveOrder, GiveToken, Lock
from games.cosmic_conflict.rules.orders.usage import slot_types
from games.cosmic_conflict.rules.turns import resolution
from games.cosmic_conflict.space import DU, depth, distance, span
from games.cosmic_conflict.state import StepBuilder, supposed, view_of
from games.cosmic_conflict.table.orders import MAIN
from games.cosmic_conflict.table.units import OrderName, Unit

TOKEN, DODGE = 1.2, 0.1
"""The damage that a Token does or saves, at least and by a share of the enemy's fire."""
EVASIVE, FOCUS, BRACE, CONTINGENT, MARK, CLOAK = 0.2, 0.2, 0.35, 0.6, 0.7, 0.5
"""What Orders are worth: shares of the fire that they help or hinder."""
SHARED: Final = 0.6
"""How much of the enemy's fire a ship has to expect."""
NEARING: Final = 4 * DU
"""Farther from the VIP than the straight move and this, a ship does not reach it."""
REPAIR: Final = 1.0
"""What a Repair is worth for each Condition that it could remove."""
CRIPPLED: Final = 4
"""With so few boxes left a ship jumps to Hyperspace when the enemy would destroy it: it is half
lost then, but does not remain (CC-217, CC-218)."""


Gift: TypeAlias = GiveOrder | GiveToken


class Wish(NamedTuple):
    """What a ship should get; ``worth`` in damage, 0 for a Token and what is for the scenario."""

    unit: Unit
    move: Gift
    worth: float
    reason: str


def order(now: Situation) -> Answer:
    """The next Order, or the lock once every ship has something."""
    return next((move for _, move in _wishes(now)), Lock())


def plan(now: Situation) -> Iterator[Wish]:
    """What each ship still lacks, one after the other: marks are worth less beside others."""
    while found := next(_wishes(now), None):
        ship, move = found
        yield ship.wish(move)
        builder = StepBuilder(supposed(now.view))
        move.do(builder, now.decision)
        now = now.after(view_of(builder.state, Seated(now.asked.seat)))


def _wishes(now: Situation) -> Iterator[tuple[_Ship, Gift]]:
    for unit in now.own:
        ship = _Ship(now, unit)
        for move in ship.wishes():
            if NOTATION.refusal(now.request, move) is None:
                yield ship, move


class _Ship:
    """A ship that may get Orders."""

    def __init__(self, now: Situation, unit: Unit) -> None:
        self.now, self.unit = now, unit
        self.design = now.table.design(unit)
        self.orders = now.view.sheet(now.decision.seat).of(unit.id)

    def wish(self, move: Gift) -> Wish:
        """What the ship gets, with what for."""
        worth = self._worth.get(move.order, 0.0) if isinstance(move, GiveOrder) else 0.0
        name = move.order if isinstance(move, GiveOrder) else "token"
        reasons = {
            "evasive": f"enemies could do about {self._threat:.0f} damage to it",
            "focus": f"it could do about {self._fire:.0f} damage to one enemy",
            "reinforce": self._why_reinforced,
            "brace": "the fire of enemies could go beyond a Health row",
            "contingent": "it could fire more after its move than before",
            "mark": "the fire at what it marks hits better",
            "repair": "it has Conditions that can be repaired",
            "jump": "it has few boxes left, and enemies near",
            "cloak": "enemies could do more damage to it than it to them",
            "scanners": "it can survey this turn",
            "token": "no Order is worth more to it this turn",
        }
        return Wish(self.unit, move, worth, reasons[name])

    def wishes(self) -> Iterator[Gift]:
        """What the ship lacks, the best first."""
        names, id = self.orders.names, self.unit.id
        if self.design.fighter:
            return
        scans = self._scans and "scanners" not in names
        for slot, kind in slot_types(self.unit, self.design).items():
            if self.orders.at(slot) is None:
                label = self.design.labels[slot]
                if kind == "navigate":
                    yield GiveOrder(id, "evasive", label)
                else:
                    yield GiveOrder(id, "scanners" if scans else "mark", label)
        if self.orders.token or self.orders.at(MAIN):
            return
        # A ship that jumps has fled: as long as it is safe, it holds the VIP on the board.
        if self.unit.vip and self._threat > self.now.left(self.unit) / 2:
            yield GiveOrder(id, "jump")
        if scans:
            yield GiveOrder(id, "scanners")
        for name in self._ranked():
            if name == "mark" or name not in names:
                yield GiveOrder(id, name)
        yield GiveToken(id)

    @property
    def _scans(self) -> bool:
        """Whether the ship could gain its token of Deep Survey, or the VIP, this turn."""
        unit, board = self.unit, self.now.table.board
        if self.now.scenario == "rescue":
            far = (distance(unit.spot, vip) for vip in self.now.table.objectives)
            return any(each <= NEARING + (unit.velocity + 1) * DU for each in far)
        if self.now.scenario != "deep_survey" or unit.surveyed:
            return False
        ends = (
            movement.plot(self.now.table, unit, MovePlan(change))
            for change in (-1, 0, 1)
            if not movement.refuse_velocity(self.now.table, unit, change)
            and not movement.refuse_locked(self.now.table, unit, change)
        )
        reach = (depth(board, unit.side, end.to) + end.maneuver * DU for end in ends)
        return 2 * max(reach) > span(board, unit.side)

    def _ranked(self) -> list[OrderName]:
        """Orders that are worth more than a Token, the best first."""
        worth = self._worth if self.unit.in_space else {}
        found = (name for name in worth if worth[name] > self._token)
        return sorted(found, key=worth.__getitem__, reverse=True)

    @cached_property
    def _token(self) -> float:
        return TOKEN + min(DODGE * self._threat, TOKEN)

    @cached_property
    def _worth(self) -> Mapping[OrderName, float]:
        return {
            "evasive": EVASIVE * self._threat,
            "focus": FOCUS * self._fire,
            "reinforce": self._restored,
            "brace": self._braced,
            "contingent": CONTINGENT * self._afterwards,
            "mark": MARK * self._marked,
            "repair": REPAIR * len(damage.repairable(self.unit)) if self._may_repair else 0.0,
            "jump": 20.0 * self._is_crippled,
            "cloak": (CLOAK + self._is_failing / 2) * (self._threat - self._fire),
        }

    @property
    def _may_repair(self) -> bool:
        """Whether Repair is agreed on."""
        return self.now.table.repair

    # --- What is to be expected ---

    @cached_property
    def _threat(self) -> float:
        """The mean damage that enemies can do to the ship this turn."""
        return SHARED * sum(_near(self.now, enemy, self.unit) for enemy in self.now.enemies)

    @cached_property
    def _fire(self) -> float:
        """The mean damage that the ship can do to one enemy this turn."""
        return max((_near(self.now, self.unit, enemy) for enemy in self.now.enemies), default=0.0)

    @property
    def _marked(self) -> float:
        """What a further mark adds to the fire of an own ship that activates later, or its own."""
        now, size = self.now, self.design.size
        sheet = now.view.sheet(now.decision.seat)
        given = sum(sheet.of(each.id).names.count("mark") for each in now.own)
        reached = [enemy for enemy in now.enemies if self._marks(enemy)]
        gains = sorted(
            max((_helped(now, friend, enemy) for enemy in reached), default=0.0)
            for friend in now.own
            if now.table.size(friend) >= size
        )
        return gains[-1 - given] if given < len(gains) else 0.0

    def _marks(self, enemy: Unit) -> bool:
        """Whether the ship could mark an enemy that has come nearer."""
        reach = marks.REACH * self.now.table.size(enemy) + enemy.velocity * DU // 2
        return distance(self.unit.spot, enemy.spot) <= reach

    @property
    def _restored(self) -> float:
        """The boxes that Reinforce Shields would bring back after the fire of this turn."""
        lost = shields = tracks = 0
        for boxes, (place, most) in zip(self.unit.absorbers, self.design.absorbers, strict=True):
            if self.design.items[place].type == "SHD" and place not in self.unit.off:
                lost, shields, tracks = lost + most - boxes, shields + boxes, tracks + 1
        return min(lost + min(0.5 * self._threat, shields), self.design.size + tracks)

    @property
    def _why_reinforced(self) -> str:
        boxes = f"about {self._restored:.0f} boxes of its Shields"
        whole = resolution.reinforced(self.now.table, self.unit) == self.unit
        return f"{boxes} may be lost to fire and come back" if whole else f"{boxes} come back"

    @property
    def _braced(self) -> float:
        """What the fire would do beyond the end of a Health row that is not the last."""
        row, filled = self.design.row, self.unit.health
        if self.design.health - filled <= row:
            return 0.0
        before = row - filled % row + sum(self.unit.absorbers)
        return BRACE * max(0.0, 1.5 * self._threat - before)

    @property
    def _afterwards(self) -> float:
        """How much more the ship could fire at an enemy after its move than before it."""
        now, unit = self.now, self.unit
        before = max((_aimed(now, unit, unit, each) for each in now.enemies), default=0.0)
        after = 0.0
        for plan in plans.outlines(now, unit):
            end = movement.moved(unit, movement.plot(now.table, unit, plan))
            after = max([after, *(_aimed(now, unit, end, each) for each in now.enemies)])
        return after - before

    @property
    def _is_failing(self) -> bool:
        """Whether two turns of such fire could destroy it."""
        return self.now.left(self.unit) <= 2 * self._threat

    @property
    def _is_crippled(self) -> bool:
        left = self.now.left(self.unit)
        return self.now.table.turn > 1 and left <= CRIPPLED and self._threat > left


def _helped(now: Situation, unit: Unit, enemy: Unit) -> float:
    """What a mark on an enemy adds to the fire of a ship this turn."""
    if now.table.design(unit).fighter or now.table.design(enemy).fighter:
        return 0.0
    return _near(now, unit, enemy, marked=True) - _near(now, unit, enemy)


def _aimed(now: Situation, unit: Unit, there: Unit, target: Unit) -> float:
    """The mean fire of a unit at a target, from a place and a heading."""
    arcs = seen(there.spot, there.heading, target.spot)
    return now.fire(unit, target, distance(there.spot, target.spot), arcs)


def _near(now: Situation, unit: Unit, target: Unit, *, marked: bool = False) -> float:
    """The mean fire of a unit at a target that could come into reach this turn."""
    far = distance(unit.spot, target.spot) - (unit.velocity + target.velocity) * DU // 2
    arcs = ALL if far < 6 * DU else seen(unit.spot, unit.heading, target.spot)
    return now.fire(unit, target, max(far, 0), arcs, marked=marked)
