"""What to know before a move is confirmed (4.9): odds, the end of a move, who bears on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from games.core.geometry.plane import Point
from games.core.telling import average, counted, listed, percent
from games.core.types import Decision
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import FleetUnit
from games.cosmic_conflict.content.maps import KINDS, attributes, kind_name
from games.cosmic_conflict.content.terrain import dangers_at, hazards_at
from games.cosmic_conflict.moves import Activate
from games.cosmic_conflict.notation import ActivationStep, Answer
from games.cosmic_conflict.rules import fighters, movement, scoring, terrain
from games.cosmic_conflict.rules.attacks import pws, targeting
from games.cosmic_conflict.rules.attacks.shots import Fire, Interrupt, Spend
from games.cosmic_conflict.rules.attacks.targeting import can_attack
from games.cosmic_conflict.rules.fighters import Launch
from games.cosmic_conflict.rules.movement import Fly, Move, plan_of
from games.cosmic_conflict.rules.orders import marks
from games.cosmic_conflict.rules.orders.commands import Lock, Reveal, UseCommand, commanded
from games.cosmic_conflict.rules.orders.usage import completed, may_hide, may_use
from games.cosmic_conflict.rules.reactions import BlockingReroll, Decline, Keep, Redirect, Reroll
from games.cosmic_conflict.rules.setup.agreeing import Agree, ProposeNew
from games.cosmic_conflict.rules.setup.fleets import BuildFleet, ChooseFleet
from games.cosmic_conflict.rules.setup.placing import AcceptTerrain, PlaceTerrain, overlapped
from games.cosmic_conflict.rules.terrain import move_terrain
from games.cosmic_conflict.rules.turns import activation
from games.cosmic_conflict.rules.turns.activation import Go, Pass, Stop
from games.cosmic_conflict.rules.windows import WindowKey
from games.cosmic_conflict.space import SCALE, distance, rounded_point
from games.cosmic_conflict.table import tasks
from games.cosmic_conflict.table.conditions import NAMES
from games.cosmic_conflict.table.contacts import is_unseen
from games.cosmic_conflict.table.course import side_of
from games.cosmic_conflict.table.orders import COMMANDS, ORDERS
from games.cosmic_conflict.table.tasks import Attack
from games.cosmic_conflict.table.units import Table, Unit
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words import facts
from games.cosmic_conflict.words.facts import both
from games.cosmic_conflict.words.questions import named, told_weapons
from games.cosmic_conflict.words.reports import told_modifier


def deeds(view: View, move: Answer) -> str:
    """``a1 Citadel fires KIN1 at b1 Dart and moves to 12 14.5.``"""
    ahead = _ahead(view, move)
    if ahead is None:
        return ""
    who, told = named(ahead[0].table, ahead[0].unit), [*ahead[0].told(ahead[1])]
    return f"{who} {listed(ahead[0].does)}." if told and ahead[0].does else ""


_DECLINED: Final[Mapping[WindowKey, str]] = {
    "evasive": "{} does not evade.",
    "reroll": "{} keeps its dice.",
    "blocking": "The dice against {} stand.",
    "dodge": "{} does not dodge.",
    "redirect": "{} takes the hit itself.",
    "escort": "{} takes the hit itself.",
    "absorb": "The tracks of {} take the damage in their order.",
    "brace": "{} does not brace for impact.",
    "luck": "{} does not roll again.",
    "damcon": "{} does not use Damage Control.",
    "pws": "{} does not call a PWS exchange.",
    "interrupt": "You do not fire now.",
    "reinforce": "{} does not reinforce its Shields.",
    "survey": "{} does not survey.",
    "rescue": "{} does not take the VIP aboard.",
    "repair": "{} does not repair anything.",
    "jump": "{} does not reveal a jump.",
    "cloak": "{} does not cloak.",
}


_ACCEPTED: Final[Mapping[WindowKey, str]] = {
    "absorb": "The tracks of {} take the damage in this order.",
    "luck": "{} rolls again for its Condition.",
    "pws": "{} calls a PWS exchange.",
    "repair": "{} repairs a Condition.",
    "cloak": "{} cloaks.",
}
_DICE: Final = {"acc": "its Accuracy die", "dmg1": "a Damage die", "dmg2": "its other Damage die"}


def answered(view: View, move: Answer) -> str:
    """What an answer does of which no event tells before the next dice or answer."""
    course, units, asked = view.course, view.table.units, facts.window(view)
    who = named(view.table, units[asked.unit]) if asked and asked.unit else ""
    match move:
        case Agree() if course.proposal:
            return f"You agree to other ground: {course.proposal.what}."
        case Go() if course.acting:
            return f"{named(view.table, units[course.acting.unit])} goes on with its move."
        case Reroll(die) | BlockingReroll(die):
            firing = course.agenda[-1]
            assert isinstance(firing, tasks.Firing)
            return f"{named(view.table, units[firing.attacker])} rolls {_DICE[die]} again."
        case Redirect(unit=taker):
            return f"{named(view.table, units[taker])} takes the hit."
        case Keep(result):
            return f"{who} keeps {NAMES[result]}."
        case Decline():
            return _DECLINED[asked.key].format(who) if asked else "You do nothing for now."
    return _ACCEPTED[asked.key].format(who) if asked and asked.key in _ACCEPTED else ""


def _ahead(view: View, move: Answer) -> tuple[_Ahead, Sequence[ActivationStep]] | None:
    """The unit that a move is about, and its steps."""
    acting = view.course.acting
    match move:
        case Activate(unit, steps):
            return _Ahead(view, view.table, unit), steps
        case Interrupt(unit=unit, weapon=weapon, target=target, token=token):
            return _Ahead(view, view.table, unit), (Fire(weapon, (target,), token),)
        case Fire() | Move() | Fly() if acting:
            return _Ahead(view, view.table, acting.unit), (move,)
    return None


def considered(view: View, decision: Decision, move: Answer) -> Iterator[str]:
    table = view.table
    if ahead := _ahead(view, move):
        yield from ahead[0].told(ahead[1])
    match move:
        case ChooseFleet(code) if code in view.course.agreement.catalogue.fleets:
            agreed, known = view.course.agreement, view.course.agreement.catalogue
            fleet, units = known.fleets[code], move.units(agreed)
            ships = (known.designs[each.design].name for each in units)
            spent = agreed.fleet_terms(move.faction).cost(known.designs, units)
            yield f"{fleet.name}, {spent} points, {fleet.style}: {', '.join(ships)}."
            yield from _manned(agreed, known.designs, units, move.faction)
        case BuildFleet(units, designs, faction):
            own, agreed = {each.code: each for each in designs}, view.course.agreement
            all_known = {**agreed.catalogue.designs, **own}
            spent = agreed.fleet_terms(faction).cost(all_known, units)
            yield f"{counted(len(units), 'unit')} for {spent} of {agreed.points} points."
            yield from _manned(agreed, all_known, units, faction)
            for each in designs:
                size = "a Fighter" if each.fighter else f"Size {each.size}"
                yield f"{each.name} is your own design, {size}, {each.points} points."
        case Lock() if view.course.phase == "orders":
            if blank := blanks(view, decision):
                yield f"Left blank: {listed(blank)}; each gets a Token."
        case PlaceTerrain(terrain, at) | ProposeNew(terrain, at):
            yield f"{kind_name(terrain)}: {attributes(KINDS[terrain].feature('', Point(0, 0)))}."
            there = [f"{each.id} {kind_name(each.kind)}" for each in overlapped(table, terrain, at)]
            if there:
                yield f"It lies over {listed(there)}: where they overlap, both count."
        case AcceptTerrain():
            yield "You place no more terrain."
        case Stop():
            yield from _stopping(view)
        case Pass() if view.course.activation is not None:
            now = view.course.activation
            waiting = [each.id for each in activation.waiting(table, now.size, now.side)]
            yield f"{listed(waiting)} can act after the larger ones, down from Size {now.top}."
        case Launch(fighter, at):
            yield from told_enemies(table, replace(table.units[fighter], at=at, aboard=""))


def _manned(
    agreed: Agreement, known: Mapping[str, Design], units: Iterable[FleetUnit], code: str
) -> Iterator[str]:
    """The faction of a fleet, and the traits of its crews."""
    terms = agreed.fleet_terms(code)
    if terms.faction:
        yield f"{terms.faction.name}. {terms.faction.told}"
    crews = (
        f"{at} {known[each.design].name}: {listed(terms.traits[code].name for code in each.traits)}"
        for at, each in enumerate(units, 1)
        if each.traits
    )
    if told := "; ".join(crews):
        yield f"Crews: {told}."


def _stopping(view: View) -> Iterator[str]:
    if both(view.table) == "all":
        yield "Once all sides with units left agree, the match ends and is counted."
        yield "Any of the others declines by playing on."
    elif view.course.stopping:
        yield "The match ends now, and its victory conditions are drawn and counted."
    else:
        yield "If your opponent agrees, the match ends and is counted as it stands."
        yield "Your opponent declines by playing on."


def blanks(view: View, decision: Decision) -> list[str]:
    """The ships that have neither an Order nor a Token yet."""
    table, sheet = view.table, view.sheet(decision.seat)
    return [
        unit.id
        for unit in commanded(table, side_of(decision.seat))
        if completed(table, unit, sheet.of(unit.id)) != sheet.of(unit.id)
    ]


@dataclass(slots=True)
class _Ahead:
    """Follows the steps of an activation, as if no dice had any effect.

    ``does``  what has been followed so far, in words
    """

    view: View
    table: Table
    id: str
    does: list[str] = field(default_factory=list)

    def told(self, steps: Sequence[ActivationStep]) -> Iterator[str]:
        """One line for each attack: a preview has room for few lines, and the move comes last."""
        several = sum(isinstance(step, Fire) for step in steps) > 1
        for step in steps:
            said = self._step(step)
            if several and isinstance(step, Fire):
                said = filter(None, (" ".join(said),))
            yield from said

    @property
    def unit(self) -> Unit:
        return self.table.units[self.id]

    def _step(self, step: ActivationStep) -> Iterator[str]:
        table, unit = self.table, self.unit
        match step:
            case Fire():
                yield from self._fire(step)
            case Spend(target, effect):
                self.table = table.put(replace(unit, bought=(*unit.bought, (target, effect))))
            case Reveal(order=name, unit="" | self.id, change=change):
                self._navigate(ORDERS[name].type == "navigate", change)
            case UseCommand(command=name, unit="" | self.id, change=change):
                self._navigate(COMMANDS[name].type == "navigate", change)
            case Move():
                plotted = movement.plot(table, unit, plan_of(step))
                self.does.append(f"moves to {rounded_point(plotted.to)}")
                yield (
                    f"To {SCALE.name(plotted.to)} at Velocity {plotted.velocity}, heading "
                    f"{plotted.heading}°: shift {SCALE.write(plotted.shift_distance)} of "
                    f"{plotted.maneuver}, turn {abs(plotted.turn)}° of "
                    f"{tasks.STEP * plotted.heading_value}°."
                )
                yield from self._end(movement.moved(unit, plotted))
            case Fly(to):
                most = SCALE.write(table.design(unit).flight)
                self.does.append(f"flies to {rounded_point(to)}")
                yield f"To {SCALE.name(to)}: {SCALE.write(distance(unit.spot, to))} of {most}."
                yield from self._end(replace(unit, at=to))

    def _navigate(self, navigate: bool, change: int) -> None:
        unit = self.unit
        navigated = unit.navigated or navigate
        unit = replace(unit, velocity=unit.velocity + change, navigated=navigated)
        self.table = self.table.put(unit)

    # --- Attacks ---

    def _fire(self, fire: Fire) -> Iterator[str]:
        table, unit = self.table, self.unit
        labels = table.design(unit).labels
        place = labels.index(fire.weapon) if fire.weapon in labels else -1
        targets = [table.units[id] for id in fire.targets if id in table.units]
        for target in targets:
            effects = marks.effects(unit, target)
            if place >= 0 and unit.at and can_attack(table, unit, place, target, effects):
                attack = targeting.declared(table, unit, place, target, effects)
                self.does.append(f"fires {fire.weapon} at {named(table, target)}")
                yield from self._told_attack(attack, target, fire.token)
                self.table = table.put(targeting.spent(table, unit, place))
                return

    def _told_attack(self, attack: Attack, target: Unit, point: Point | None) -> Iterator[str]:
        table, terms = self.table, attack.terms
        odds, far = terms.odds, SCALE.write(attack.distance)
        chances = f"hit {percent(odds.hit)}, glance {percent(odds.glance)}"
        yield (
            f"Mean damage {average(odds.mean)} to {named(table, target)} over {far}: {chances}, "
            f"miss {percent(odds.miss)}."
        )
        sums = (("Accuracy", terms.accuracy), ("Damage", terms.damage))
        if told := [f"{what} {', '.join(map(told_modifier, each))}" for what, each in sums if each]:
            yield f"{'; '.join(told)}."
        if attack.needs_token:
            token = targeting.launched(table, attack, "", point=point)
            yield (
                f"It sets a Missile token at {SCALE.name(token.at)}; the attack follows in the "
                f"Resolution Phase if {target.id} is within {SCALE.write(token.limit)} of it then."
            )
        if answers := list(_answers(table, attack, target)):
            yield f"{target.id} may answer with {listed(answers)}."

    # --- Moves ---

    def _end(self, unit: Unit) -> Iterator[str]:
        """What happens at the end of a move, in the order of D-080."""
        table = self.table = self.table.put(unit)
        if terrain.flees(table, unit):
            yield f"{unit.id} leaves the board there and flees."
            return
        dice = terrain.displacement_dice(table, unit)
        if dice:
            yield f"{counted(dice, 'die', 'dice')} decide where terrain shifts it from there."
        else:
            found = terrain.arrive(table, unit)
            for shift in found.shifts:
                yield f"{shift.feature} shifts it to {SCALE.name(shift.to)}."
            if found.state == "destroyed":
                yield f"It ends inside {found.solid}, which is Solid: it is destroyed."
                return
            table = self.table = found.table
        unit = self.unit
        yield from _told_terrain(table, unit)
        for each in pws.exchanges(table, unit):
            own, theirs = each.dice
            dice_told = counted(own, "die", "dice")
            yield f"A PWS exchange with {each.enemy} is possible: {dice_told} against {theirs}."
        yield from told_enemies(table, unit)
        yield from _told_boarding(table, unit)
        yield from self._scenario(unit)

    def _scenario(self, unit: Unit) -> Iterator[str]:
        surveys = self.view.course.agreement.scenario == "deep_survey"
        if surveys and unit.at and not scoring.refuse_survey(self.table, unit):
            yield "It is in the far half there, where it can survey."
        if self.view.course.agreement.scenario == "rescue":
            yield from self._rescue(unit)
            return
        radius = scoring.mark_radius(self.table.size(unit))
        if unit.at and (
            held := sum(distance(unit.at, mark) <= radius for mark in self.table.objectives)
        ):
            yield f"It counts for {counted(held, 'mark')} there."

    def _rescue(self, unit: Unit) -> Iterator[str]:
        """Whether it could take the VIP aboard from there, or why not; a carrier goes home."""
        if unit.vip:
            yield "It has the VIP aboard: home is over its own edge, or by a Jump."
        elif unit.at and self.table.objectives and not self.table.design(unit).fighter:
            refused = scoring.refuse_rescue(self.table, unit)
            yield refused.sentence if refused else "It can take the VIP aboard from there."


def _answers(table: Table, attack: Attack, target: Unit) -> Iterator[str]:
    """What the target could do about an attack, as everybody knows."""
    if not target.evading and may_hide(table, target, "evasive"):
        yield "Evasive Actions"
    if attack.blocking:
        yield f"a reroll for {listed(attack.blocking)}"
    if may_use(table, target, "dodge"):
        yield "Dodge"


def _told_terrain(table: Table, unit: Unit) -> Iterator[str]:
    """Hazardous at once, Dangerous after Mobile terrain has moved (4.9)."""
    size = table.size(unit)
    if hazard := sum(damage for _, damage in hazards_at(table.features, unit.spot, size)):
        used = "no damage, as it has used Navigate"
        unused = f"{hazard} damage at once, none if it has used a Navigate Order or Command"
        yield f"Hazardous terrain: {used if unit.navigated else unused}."
    later = move_terrain(table)
    if feature := dict(later.destroyed).get(unit.id):
        yield f"{feature}, which is Solid, will move onto it and destroy it if it stays."
    elif danger := sum(damage for _, damage in dangers_at(later.table.features, unit.spot, size)):
        yield f"Dangerous terrain: {danger} damage in the Resolution Phase if it stays."


def told_enemies(table: Table, unit: Unit) -> Iterator[str]:
    """Which enemies bear on a unit, and which ones it bears on itself, with fresh Weapons."""
    fresh = table.put(replace(unit, used=()))
    enemies = list(table.enemies(unit))
    found = ((each, told_weapons(table, each, (unit,))) for each in enemies)
    bearing = [_sized(table, unit, enemy, weapons) for enemy, weapons in found if weapons]
    yield f"Fire bears on it from {listed(bearing)}." if bearing else "No enemy bears on it there."
    own = fresh.units[unit.id]
    found = ((each, told_weapons(fresh, own, (each,))) for each in enemies)
    reached = [_sized(table, unit, enemy, weapons) for enemy, weapons in found if weapons]
    if reached:
        yield f"From there it reaches {listed(reached)}."


def _sized(table: Table, unit: Unit, enemy: Unit, weapons: Iterable[str]) -> str:
    """``b1 (Size 4: KIN1, BEAM1)``; of a contact the Size is not known."""
    design = table.design(enemy)
    size = "Fighter: " if design.fighter else f"Size {design.size}: "
    return f"{enemy.id} ({'' if is_unseen(enemy, unit.side) else size}{', '.join(weapons)})"


def _told_boarding(table: Table, unit: Unit) -> Iterator[str]:
    at = unit.at
    flying = [each for each in table.of(unit.side) if each.carrier == unit.id and at]
    launch = [
        each.id for each in flying if at and not fighters.refuse_launch(table, unit, each, at)
    ]
    collect = [each.id for each in flying if not fighters.refuse_collect(table, unit, each)]
    carrier = table.units.get(unit.carrier)
    if carrier and carrier.at and not fighters.refuse_collect(table, carrier, unit):
        yield f"{carrier.id} can collect it there."
    if launch:
        yield f"It can launch {listed(launch)} there."
    if collect:
        yield f"It can collect {listed(collect)} there."
