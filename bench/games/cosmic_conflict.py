"""Cosmic Conflict: fire tables, moves, whole activations, and how often a match waits."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import product
from statistics import median
from typing import Any

from bench import plain_pillow
from bench.bots import ALICE, connect_bot
from bench.measure import Figure, figure, measure, on_one_cpu
from bench.moves import Picked, compare_acts
from bench.strength import COSMIC, by_computer, course, opening
from bot.play import workshop
from games.cli.selfplay import random_action
from games.core.geometry.plane import Disc, Point
from games.core.log.replay import Played, carry_out
from games.core.questions.tree import Node
from games.core.standing import GivenOrders
from games.core.types import Chance, Decision, Decisions, Ending, Forbidden, Seated
from games.cosmic_conflict.computer import plans
from games.cosmic_conflict.computer.situation import PlayerSkill, Situation
from games.cosmic_conflict.content import design_text, maps
from games.cosmic_conflict.content.catalogue import BASE
from games.cosmic_conflict.content.terrain import FeatureZone
from games.cosmic_conflict.content.weapons import RangeBand, Weapon
from games.cosmic_conflict.moves import Activate
from games.cosmic_conflict.options import moving
from games.cosmic_conflict.rules import windows
from games.cosmic_conflict.rules.attacks import shots, targeting
from games.cosmic_conflict.rules.movement import Fly, Move
from games.cosmic_conflict.rules.setup import fleets
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.space import SCALE
from games.cosmic_conflict.standing import STANDING
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import Request, View

ROUNDS, TABLES, MOVERS, ACTIVATIONS = 9, 6, 6, 4
CRUISER = "VANG"
ENEMIES = ("WREN", "DART", "HALB", "LONG", "PART", "BULW", "TEMP", "CITA")
FEATURES = ("dust_cloud", "gas_nebula", "dense_gas_nebula", "plasma_storm", "moon", "wreckage")

# --- Fire tables: a cruiser, eight enemies and six features at random places ---


def _table(rng: random.Random) -> Table:
    """All enemies are in reach, and most features in between."""
    board = opening(COSMIC, {}).table.board
    middle = Point(board.width // 2, board.height // 2)

    def place(far: int) -> Point:
        return middle.plus(rng.randint(-far, far), rng.randint(-far, far))

    def unit(id: str, code: str, side: int, at: Point, heading: int = 0) -> Unit:
        absorbers = tuple(boxes for _, boxes in BASE.designs[code].absorbers)
        return Unit(id, code, side, at=at, heading=heading, absorbers=absorbers)

    terrain = [{"kind": kind, "at": SCALE.name(place(900)).split()} for kind in FEATURES]
    units = [unit("a1", CRUISER, 1, middle, 90 * rng.randrange(4))]
    units += [unit(f"b{at}", code, 2, place(1200)) for at, code in enumerate(ENEMIES, 1)]
    designs = dict(BASE.designs)
    return Table(board, maps.features(terrain), designs, {unit.id: unit for unit in units})


def _pairs(table: Table) -> Iterator[tuple[Unit, int, Unit]]:
    """Each Weapon of the cruiser with each enemy."""
    unit = table.units["a1"]
    for place, enemy in product(windows.weapons(table, unit), table.enemies(unit)):
        yield unit, place, enemy


def _fire_table(table: Table) -> list[tuple[float, str]]:
    """The mean damage, or the code of what forbids the attack."""
    found = []
    for pair in _pairs(table):
        try:
            found.append((float(targeting.declared(table, *pair).terms.odds.mean), ""))
        except Forbidden as refused:
            found.append((0.0, refused.code))
    return found


def _fire_table_by_fractions(table: Table) -> list[float]:
    return [float(_exact_mean(table, *pair)) for pair in _pairs(table)]


def _exact_mean(table: Table, unit: Unit, place: int, enemy: Unit) -> Fraction:
    """The mean damage of a Weapon without Missiles, 0 where it may not fire; discs only."""
    weapon, at, goal = table.design(unit).items[place], unit.at, enemy.at
    assert isinstance(weapon, Weapon)
    assert at is not None
    assert goal is not None
    squared = Fraction(at.x - goal.x) ** 2 + Fraction(at.y - goal.y) ** 2
    band = next((each for each in weapon.bands() if squared <= Fraction(each.reach) ** 2), None)
    if band is None or not _bears(weapon, unit.heading, goal.x - at.x, goal.y - at.y):
        return Fraction(0)
    accuracy = 0
    for zone in (zone for feature in table.features for zone in feature.zones):
        if _crosses(zone, at, at) and not zone.stops_fire:
            continue
        if _crosses(zone, at, goal):
            if zone.stops_fire:
                return Fraction(0)
            accuracy -= zone.obscuring
    return _mean(weapon, band, table, enemy, accuracy)


_TURNED = {0: (0, 1), 90: (1, 0), 180: (0, -1), 270: (-1, 0)}


def _bears(weapon: Weapon, heading: int, x: int, y: int) -> bool:
    (ahead, aside), dx, dy = _TURNED[heading], Fraction(x), Fraction(y)
    f, r = dx * ahead + dy * aside, dx * aside - dy * ahead
    arcs = {"F": f >= abs(r), "P": -r >= abs(f), "S": r >= abs(f), "A": -f >= abs(r)}
    return any(arcs[arc] for arc in weapon.arcs)


def _crosses(zone: FeatureZone, a: Point, b: Point) -> bool:
    """Whether a segment comes nearer to a disc's centre than its radius."""
    assert isinstance(zone.shape, Disc)
    x, y = Fraction(b.x - a.x), Fraction(b.y - a.y)
    cx, cy = Fraction(zone.centre.x - a.x), Fraction(zone.centre.y - a.y)
    length = x * x + y * y
    along = (cx * x + cy * y) / length if length else Fraction(0)
    along = min(max(along, Fraction(0)), Fraction(1))
    return (cx - along * x) ** 2 + (cy - along * y) ** 2 < Fraction(zone.shape.radius) ** 2


def _mean(weapon: Weapon, band: RangeBand, table: Table, enemy: Unit, terrain: int) -> Fraction:
    design, effect = table.design(enemy), weapon.effect
    chart = design.chart()
    accuracy = design.size - weapon.size - band.penalty + effect.accuracy + terrain
    accuracy -= design.count("ECM", primary=True)
    more = weapon.size - design.size + effect.damage
    dice = 1 if band.roll == "one" else 2
    total, chance = Fraction(0), Fraction(1, 6 ** (1 + dice))
    for die, *thrown in product(range(1, 7), repeat=1 + dice):
        base = max(thrown) if band.roll == "higher" else sum(thrown)
        damage = max(base + more, 0)
        if die + accuracy > chart.miss:
            glances = die + accuracy <= chart.glance
            total += chance * ((damage + 1) // 2 if glances else damage)
    return total


# --- Move choices ---


def _movers() -> list[tuple[Request, Unit]]:
    """Ships that are about to move in matches of computer players."""
    found = []
    for seed in range(MOVERS):
        start, rng = opening(COSMIC, {}), random.Random(seed)
        for moment in course(COSMIC, start, by_computer(COSMIC), rng):
            acting, table = moment.state.course.acting, moment.state.table
            moves = acting is not None and acting.stage == "attacks"
            if moment.decision is None or table.turn == 1 or moment.state.course.agenda:
                continue
            if moves and not table.design(table.units[acting.unit]).fighter:
                view = COSMIC.view(moment.state, Seated(moment.decision.seat))
                found.append((Request(view, moment.decision), view.table.units[acting.unit]))
                break
    return found


def _count_choices(node: Node[Any]) -> int:
    """How many complete moves a guided question leads to; each is made and checked."""
    left, count = [node], 0
    while left:
        node = left.pop()
        if node.below is None:
            count += 1
        else:
            left += node.below.nodes
    return count


def cosmic() -> list[Figure]:
    rng, ships = random.Random(1), _movers()
    rounds = [[_table(rng) for _ in range(TABLES)] for _ in range(ROUNDS + 1)]
    for table in rounds[0]:
        means = zip(_fire_table(table), _fire_table_by_fractions(table), strict=True)
        assert all(abs(mean - exact) < 1e-9 for (mean, _), exact in means)
    # Copies remember no line of fire.
    ours, theirs = (iter([[replace(each) for each in tables] for tables in rounds]) for _ in "ab")
    ms = measure(
        {
            "table": lambda: [_fire_table(table) for table in next(ours)],
            "exact": lambda: [_fire_table_by_fractions(table) for table in next(theirs)],
            "moves": lambda: [_count_choices(moving.ship(*each)) for each in ships],
        },
        ROUNDS,
        TABLES,
    )
    number = sum(_count_choices(moving.ship(*each)) for each in ships) // len(ships)
    return [
        figure("cosmic-fire", ms["table"], ms["exact"]),
        figure("cosmic-moves", ms["moves"] * TABLES / len(ships), ms["exact"], choices=number),
    ]


# --- A whole activation: a shot of the first Weapon that has a target, and a move ---


def _pick(view: View, decision: Decision, rng: random.Random) -> Picked:
    move = by_computer(COSMIC)(view, decision, rng)
    whole = _complete(view, decision, move, rng) if isinstance(move, Activate) else None
    return whole or move, whole is not None and view.table.turn > 1


def _complete(
    view: View, decision: Decision, move: Activate, rng: random.Random
) -> Activate | None:
    steps: list[Any] = []
    shown = COSMIC.preview(view, decision, move)
    shown = replace(shown, course=replace(shown.course, agenda=()))
    table, unit = shown.table, shown.table.units[move.unit]
    for place in windows.ready_weapons(table, unit):
        if targets := _targets(table, unit, place):
            steps.append(shots.Fire(table.design(unit).labels[place], targets[:3]))
            break
    if shown.course.acting is None:
        return None
    spent = table.put(replace(unit, used=tuple(windows.weapons(table, unit))))
    ending = by_computer(COSMIC)(replace(shown, table=spent), decision, rng)
    if not isinstance(ending, Move | Fly):
        return None
    whole = replace(move, steps=(*steps, ending, activation.Done()))
    return None if COSMIC.options(view, decision).refusal(whole) else whole


def _targets(table: Table, unit: Unit, place: int) -> tuple[str, ...]:
    enemies = table.enemies(unit)
    return tuple(each.id for each in enemies if targeting.can_attack(table, unit, place, each))


def whole_activation() -> list[Figure]:
    texts = [f"ACTIVATE A{number}; MOVE V0" for number in range(1, ACTIVATIONS + 1)]
    acts = (COSMIC, COSMIC.meta.first_match, _pick, plain_pillow.cosmic, texts)
    return [compare_acts("cosmic-activation", *acts)]


# --- Designing ---

DESIGNS, PRESSES = 20, 40


def designing() -> list[Figure]:
    """Opening a design, one of many, and a change of it on its page, by an interaction each."""
    with on_one_cpu() as (folder, runner):
        taken = runner.run(_press_pages(f"sqlite:///{folder}/starpost.db"))
    return [figure(key, times) for key, times in taken.items()]


async def _press_pages(url: str) -> dict[str, float]:
    """The median milliseconds of the processor, all threads counted."""
    taken: dict[str, list[float]] = {"design-open": [], "design-change": []}
    text = design_text.write(BASE.designs[CRUISER])
    async with connect_bot(url) as (app, transport):
        for number in range(1, DESIGNS + 1):
            await workshop.paste(app, ALICE.user, number, COSMIC, text.replace("VANG", "OWNS"))
        for number in range(PRESSES):
            arcs = "FPSA" if number % 2 else "F"
            change = f"s1:work:-:pick:1.{number}:p1.arcs", arcs
            for key, press in (
                ("design-open", ("s1:work:-:open:ship", "1")),
                ("design-change", change),
            ):
                begun = time.process_time()
                await transport.press(ALICE.user, *press)
                taken[key].append(1000 * (time.process_time() - begun))
        made, _ = await workshop.load_one(app, ALICE.user, 1)
        assert made.row.edits == PRESSES, "every change was kept"
    return {key: median(times) for key, times in taken.items()}


# --- Pace ---

FLEETS = ("A", "B", "D", "A")
MATCHES, FOUR, FULL = 6, 2, 2
MOST_TARGETS = 9
"""That one shot can name."""


@dataclass
class _Match:
    """A match of computer players with the starter fleets.

    ``queues``  whether they queue all activations of a turn when they give their Orders
    ``sides``   how many there are
    ``waits``   how often it began to wait for a seat, or for both at once; ``early`` in the first
                turns, where all units are there
    """

    queues: bool
    sides: int = 2
    given: list[GivenOrders] = field(default_factory=lambda: [()] * len(FLEETS))
    waits: int = 0
    early: int = 0
    _last: Any = None

    def play(self, seed: int) -> None:
        settings = COSMIC.settings.for_teams({}, self.sides)
        state, rng = opening(COSMIC, settings), random.Random(seed)
        while not isinstance(pending := COSMIC.pending(state), Ending):
            chance = isinstance(pending, Chance)
            action = random_action(COSMIC, state, rng) if chance else None
            state = carry_out(COSMIC, state, action or self._answer(state, pending, rng)).state

    def _answer(self, state: Any, pending: Decisions, rng: random.Random) -> Played:
        decision = next(each for each in pending.open if each.waits)
        view = COSMIC.view(state, Seated(decision.seat))
        found = STANDING.answer(view, decision, self.given[decision.seat])
        if found:
            self.given[decision.seat] = found.left
        if found and found.move:
            return Played(decision.seat, decision.key, found.move)
        # All sides are waited for at once where they decide in secret.
        secret = decision.kind in ("fleet", "orders")
        now = (decision.kind, view.table.turn) if secret else decision.seat
        if now != self._last:
            self.waits += 1
            full = view.course.phase not in ("fleet", "deploy")
            self.early += full and view.table.turn <= FULL
        self._last = now
        if self.queues and decision.kind == "orders":
            self._queue(view, decision, rng)
        return Played(decision.seat, decision.key, self._move(view, decision, rng))

    def _move(self, view: View, decision: Decision, rng: random.Random) -> Any:
        """As a computer player decides, but nobody passes."""
        if decision.kind == "fleet":
            return fleets.ChooseFleet(FLEETS[decision.seat])
        move = by_computer(COSMIC)(view, decision, rng)
        if isinstance(move, activation.Pass):
            turn = view.course.activation
            assert turn is not None
            return Activate(next(activation.waiting(view.table, turn.size, turn.side)).id)
        return move

    def _queue(self, view: View, decision: Decision, rng: random.Random) -> None:
        """Each ship fires at what it reaches now, whichever of these is legal then, and moves."""
        now, table = Situation(Request(view, decision), PlayerSkill()), view.table
        for unit in sorted(now.own, key=table.size):
            move = next(plans.moves(now, unit, rng), Move())
            fired = (
                shots.Fire(table.design(unit).labels[place], targets)
                for place in windows.weapons(table, unit)
                if len(targets := _targets(table, unit, place)[:MOST_TARGETS]) > 1
            )
            whole = Activate(unit.id, (*fired, replace(move, pws=()), activation.Done()))
            order = STANDING.read(view, f"QUEUE {COSMIC.write(whole)}")
            self.given[decision.seat] = STANDING.given(self.given[decision.seat], order)


def cosmic_pace() -> list[Figure]:
    turns, queued = _Match(queues=False), _Match(queues=True)
    for match, seed in product((turns, queued), range(MATCHES)):
        match.play(seed)
    early = (each.early / (MATCHES * FULL) for each in (queued, turns))
    waits = (each.waits / MATCHES for each in (queued, turns))
    four = [_Match(queues, 4) for queues in (True, False)]
    for match, seed in product(four, range(FOUR)):
        match.play(seed)
    return [
        figure("cosmic-pace-turn", *early),
        figure("cosmic-pace-match", *waits),
        figure("cosmic-pace-four", *(each.early / (FOUR * FULL) for each in four)),
    ]
