"""Follows a match step by step, and works out by the canon what each step must lead to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from tests.games.cosmic_conflict.canon import bonds, fire, sight, space, turns
from tests.games.cosmic_conflict.canon.ships import (
    agility,
    group,
    has,
    hull,
    leader,
    speed_locked,
    there,
    top_speed,
)


class Following:
    """``faults`` are the differences found, ``tried`` counts what was compared."""

    def __init__(self, state: Any) -> None:
        self.faults: list[str] = []
        self.tried = Counter[str]()
        self.phase: turns.Phase | None = None
        self.initiative = 0
        self.hidden = set[str]()
        self.known: dict[str, set[int]] = {}
        self.secret: dict[str, list[Any]] = {}
        self.guarded = set[Any]()
        self.harms: dict[str, tuple[fire.Body, fire.Step]] = {}
        self.due: dict[str, tuple[int, str, int]] = {}
        self.dice: list[int] = []
        self.support = 0
        self.dodged = False
        self.offered = set[str]()
        self.missiles: dict[str, Any] = {}
        self.cloaked: dict[str, Any] = {}
        self.recorded: dict[str, Any] = {}
        self._wanting: dict[str, Any] = {}
        self.meet(state)

    def meet(self, state: Any) -> None:
        """Take units as they are, where a test has put them."""
        self.at = {id: unit.at for id, unit in state.table.units.items()}
        self.course = {id: (u.heading, u.velocity) for id, u in state.table.units.items()}

    def check(self, what: str, wanted: Any, found: Any) -> None:
        self.tried[what] += 1
        if wanted != found:
            self.faults.append(f"{what}: {wanted} by the canon, not {found}")

    def _said(self, field: str) -> Any:
        """A field of the move that was made, if it has one."""
        return getattr(getattr(self.action, "move", None), field, None)

    # --- One step ---

    def follow(self, before: Any, action: Any, after: Any, events: Iterable[Any]) -> None:
        events = [*events]
        self.missiles.update({each.id: each for each in before.table.missiles})
        self.before, self.after, self.action, self.events = before, after, action, events
        self.bodies: dict[str, fire.Body] = {}
        self.left = {id: each.bond for id, each in before.table.units.items() if each.bond}
        self._roll(before, action)
        for event in events:
            handler = getattr(self, f"_on_{event.kind.replace('-', '_')}", None)
            if handler:
                handler(event)
        self._check_units()
        self._check_bonds()
        self._check_phase(events)
        self._check_hidden(events)

    def _roll(self, before: Any, action: Any) -> None:
        """The dice of an attack, as they are thrown (3.12)."""
        rolled = getattr(action, "rolled", None)
        task: Any = before.course.agenda[-1] if before.course.agenda else None
        if rolled is None or getattr(task, "task", "") != "firing":
            return
        faces = [face for roll in rolled.faces for face in roll]
        if task.again:
            self.dice[("acc", "dmg1", "dmg2").index(task.again)] = faces[0]
        else:
            self.dice = faces

    # --- Moves ---

    def _on_deployed(self, event: Any) -> None:
        self.at[event.unit.id] = event.at
        self.course[event.unit.id] = event.heading, event.velocity

    def _on_order_revealed(self, event: Any) -> None:
        heading, velocity = self.course[event.unit.id]
        if event.change:
            self._steer(event.unit.id, heading, velocity + event.change)

    _on_command_used = _on_order_revealed

    def _steer(self, id: str, heading: int, velocity: int, at: Any = None) -> None:
        """A ship and all that are bound to it."""
        for each in [id, *(one for one, bond in self.left.items() if bond.to == id)]:
            self.course[each] = heading, velocity
            self.at[each] = at or self.at[each]

    def _on_moved(self, event: Any) -> None:
        id, table = event.unit.id, self.before.table
        unit = table.units[id]
        heading, velocity = self.course[id]
        self.check("start of a move", tuple(self.at[id]), tuple(event.start))
        if event.fighter:
            limit = 1000 if hull(table, unit).count(unit, "INT") else 700
            self.check("flight", True, space.gap(event.start, event.end) <= limit)
            self._steer(id, heading, velocity, event.end)
            return
        velocity += event.change
        end = event.end
        walled = table.edge == "wall" and not space.on_board(table.board, end)
        maneuver, turns_ = agility(table, unit, velocity)
        straight = space.forward(event.start, heading, 100 * velocity)
        self.check("straight part of a move", straight, tuple(event.straight))
        if table.edge != "wall":
            self.check("shift", True, space.gap(straight, end) <= 100 * maneuver)
        self.check("turn", True, abs(event.turn) <= 30 * turns_)
        self.check("velocity", True, 0 <= velocity <= top_speed(table, unit))
        self.check("new heading", (heading + event.turn) % 360, event.heading)
        stopped = event.velocity != velocity
        if stopped:
            self.check("velocity at the wall", (0, "wall"), (event.velocity, table.edge))
        self.check("a wall", False, walled)
        self.tried["move of a group"] += len(group(table, unit)) > 1
        self._steer(id, event.heading, event.velocity, event.end)

    def _on_displaced(self, event: Any) -> None:
        zones = self._zones(event.feature)
        ends = set()
        for zone in zones:
            far = zone.push or zone.pull
            if not far or not space.is_inside(zone, event.start):
                continue
            ends.add(self._shifted(event, zone, far))
        self.check("push or pull", True, tuple(event.end) in ends)
        self._steer(event.unit.id, *self.course[event.unit.id], event.end)

    def _zones(self, feature: str) -> list[Any]:
        features = {each.id: each for each in self.before.table.features}
        return [*features[feature].zones] if feature in features else []

    def _shifted(self, event: Any, zone: Any, far: int) -> space.Spot:
        start, centre, board = event.start, zone.centre, self.before.table.board
        if zone.random:
            a, b = event.dice
            end = space.forward(start, 60 * (a - 1) + 10 * (b - 1), far)
        elif zone.pull:
            near = space.gap(start, centre) <= far
            end = tuple(centre) if near else space.toward(start, centre, far)
        elif tuple(start) == tuple(centre):
            end = space.forward(start, self.course[event.unit.id][0], far)
        else:
            x, y = space.toward(start, centre, far)
            end = 2 * start[0] - x, 2 * start[1] - y
        return min(max(end[0], 0), board.width), min(max(end[1], 0), board.height)

    def _on_fighter_launched(self, event: Any) -> None:
        self.at[event.unit.id] = event.end
        self.check("launch", True, space.gap(self.at[event.carrier.id], event.end) <= 200)

    def _on_fighter_collected(self, event: Any) -> None:
        self.at[event.unit.id] = None

    def _on_fled(self, event: Any) -> None:
        self._gone(event.unit.id, *event.aboard)

    _on_crashed = _on_scuttled = _on_fled

    def _on_bogey_removed(self, event: Any) -> None:
        self._gone(event.unit.id)
        self.hidden.discard(event.unit.id)

    def _gone(self, *ids: str) -> None:
        for id in ids:
            self.at[id] = None

    # --- Cloaked moves (D-101) ---

    def _on_cloaked(self, event: Any) -> None:
        id = event.unit.id
        self.check(f"where {id} cloaks", tuple(self.at[id] or event.at), tuple(event.at))
        self.cloaked[id] = event.at, *self.course[id], self.before.table.turn
        self._gone(id, *(u.id for u in self.before.table.units.values() if u.aboard == id))

    def _on_course_recorded(self, event: Any) -> None:
        self._check_own(event)
        self.check("turns of a cloak", True, 1 <= event.turn - self.before.table.turn <= 3)
        self.recorded[event.unit.id] = event.turn, event.at

    def _on_cloaked_move(self, event: Any) -> None:
        self._check_own(event)
        table, id = self.before.table, event.unit.id
        unit = table.units[id]
        at, heading, velocity, since = self.cloaked[id]
        self.check("start of a cloaked move", tuple(at), tuple(event.start))
        self.cloaked[id] = event.end, event.heading, event.velocity, since
        self.tried["cloaked move"] += 1
        if table.edge == "wall":
            return
        maneuver, turns_ = agility(table, unit, event.velocity)
        straight = space.forward(at, heading, 100 * event.velocity)
        turn = space.between_headings(heading, event.heading)
        change = abs(event.velocity - velocity)
        self.check("change of a cloaked move", True, change <= (not speed_locked(table, unit)))
        self.check(
            "shift of a cloaked move", True, space.gap(straight, event.end) <= 100 * maneuver
        )
        self.check("turn of a cloaked move", True, turn <= 30 * turns_)

    def _on_decloaked(self, event: Any) -> None:
        id, now = event.unit.id, self.before.table.turn
        at, *course, _ = self.cloaked.pop(id)
        found = [tuple(event.at), event.heading, event.velocity]
        self.check("end of a cloak", [tuple(at), *course], found)
        if not any(each.kind == "game-over" or each.kind == "turn-ended" for each in self.events):
            self.check("turn of a cloak's end", self.recorded[id], (now, event.at))
        self.at[id], self.course[id] = event.at, (event.heading, event.velocity)
        solid = space.is_solid(self.after.table.features, event.at)
        self.check("cloaked ships in Solid terrain", solid, not there(self.after.table.units[id]))

    def _check_own(self, event: Any) -> None:
        table = self.before.table
        own = {int(seat) for seat in table.members(table.units[event.unit.id].side)}
        self.check("who knows a course", own, event.only and {int(seat) for seat in event.only})

    # --- Attacks ---

    def _on_attacked(self, event: Any) -> None:
        table, course = self.before.table, self.before.course
        unit, target = table.units[event.unit.id], table.units[event.target.id]
        gun = hull(table, unit).guns[event.weapon[0]]
        task = next(each for each in reversed(course.agenda) if each.task == "firing")
        effects = {effect for marked, effect in unit.bought if marked == target.id}
        support, limit = sum(each.value for each in event.damage if each.source == "support"), 0
        if event.token:
            token = self.missiles[event.token]
            effects, limit = {*token.effects}, token.limit
        self.check("support", sum(size for _, size in self._supported(table, task)), support)
        self.tried["supported attack"] += support > 0
        dodged = (
            task.dodged or getattr(getattr(self.action, "move", None), "command", "") == "dodge"
        )
        given = {"effects": effects, "limit": limit, "support": support, "dodged": dodged}
        origin = event.start if event.token else None
        found = fire.attack(table, unit, gun, target, event.dice, origin=origin, **given)
        self.check("dice of an attack", tuple(self.dice), tuple(event.dice))
        self.check("distance", space.gap(event.start, event.end), event.distance)
        self.check(
            f"attack on {target.id} with {gun.label} of {unit.id}",
            (found.reach, found.total, found.result, found.before, found.applied),
            (event.reach, event.total, event.band, event.before, event.applied),
        )
        self.tried["attack"] += 1
        taker = target
        by = unit.id, bool(event.token)
        able = fire.takers(table, target, by, self.guarded) if found.applied else set()
        self.check(f"who could take the hit on {target.id}", bool(able), bool(self.offered))
        move: Any = getattr(self.action, "move", None)
        passed_on = task.taker or (getattr(move, "key", "") in ("redirect", "escort") and move.unit)
        if passed_on:
            taker = table.units[passed_on]
            found = fire.attack(
                table, unit, gun, target, event.dice, origin=origin, taker=taker, **given
            )
            self.check("taker", True, taker.id in able)
            if taker.bond and taker.bond.kind == "escort":
                self.guarded.add((target.id, *by))
            self.tried["hit passed on"] += 1
        if found.applied:
            self.due[taker.id] = found.applied, gun.type, found.total
        self.offered = set()
        if target.hidden:
            self.secret.setdefault(target.id, []).append((unit.id, event.weapon[0], event.dice))

    def _supported(self, table: Any, task: Any) -> list[tuple[str, int]]:
        """The Weapons that support an attack: those of its token, or those named for it."""
        if task.attack is not None and task.attack.token:
            return [*self.missiles[task.attack.token].support]
        found = []
        for id, place in task.support:
            guns = hull(table, table.units[id]).guns.values()
            found += [(id, gun.size) for gun in guns if gun.place == place]
        return found

    def _on_redirected(self, event: Any) -> None:
        self.check("damage of a hit passed on", self.due.get(event.unit.id, (0,))[0], event.damage)

    def _on_exchanged(self, event: Any) -> None:
        table = self.before.table
        mover, enemy = table.units[event.mover.id], table.units[event.enemy.id]
        own, other = len(event.own), len(event.other)
        if mover.at == event.start:
            self.check("PWS dice of a mover", fire.exchange_dice(table, mover, enemy), own)
            self.check("PWS dice of its enemy", fire.exchange_dice(table, enemy, mover), other)
        self.check("PWS range", True, space.gap(event.start, event.end) <= table.pws_range)

    # --- Damage ---

    def _body(self, id: str) -> fire.Body:
        if id in self.harms:
            return self.harms[id][0]
        if id not in self.bodies:
            self.bodies[id] = fire.Body.of(self.before.table, self.before.table.units[id])
        return self.bodies[id]

    def _order(self, id: str) -> list[int]:
        """The tracks that the owner wants first."""
        agenda, items = self.before.course.agenda, self._said("items")
        if items and self._said("kind") == "tracks" and getattr(agenda[-1], "unit", "") == id:
            labels = self.before.table.design(self.before.table.units[id]).labels
            return [labels.index(label) for label in items]
        for task in self.before.course.agenda:
            if task.task == "hurt" and task.unit == id:
                return [*task.order]
        return []

    def _on_shields_restored(self, event: Any) -> None:
        body = self._body(event.unit.id)
        body.order = self._order(event.unit.id)
        body.restore(event.boxes)
        body.order = []

    def _on_damaged(self, event: Any) -> None:
        id = event.unit.id
        if event.cause != "further":
            amount, gun, total = self.due.pop(id, (event.amount, "", 0))
            self.check(f"damage to {id}", amount, event.amount)
            body = self._body(id)
            body.order = self._order(id)
            self.harms[id] = body, body.assign(event.amount, gun, total if gun else None)
            self._wanted = next(self.harms[id][1], None)
        if id not in self.harms:
            self._own_harm(event)
            return
        body, steps = self.harms[id]
        old, new = self.before.table.units[id], self.after.table.units[id]
        body.braced = new.bracing or (old.bracing and (body.braced or event.cause != "further"))
        wanted = self._wanting.pop(id, None) if event.cause == "further" else self._wanted
        for part in event.parts:
            facts = self._facts(part)
            if wanted is None or wanted[0] != "any":
                self.check(f"damage of {id}", wanted, facts)
            try:
                wanted = steps.send(part)
            except StopIteration:
                wanted = None
        if wanted is None:
            del self.harms[id]
            self.bodies[id] = body
        else:
            self.check("damage that waits", "any", wanted[0])
            self._wanting[id] = wanted
        if body.dead:
            self._gone(id)
            self._gone(*(u.id for u in self.before.table.units.values() if u.aboard == id))

    def _own_harm(self, event: Any) -> None:
        """Weapons Damage of Berserkers (CC-251) or of a start."""
        body = self._body(event.unit.id)
        for part in event.parts:
            if part.kind == "condition-applied":
                self.check("Weapons Damage of a Berserker", 8, part.result)
                body.off |= {*part.items}

    @staticmethod
    def _facts(part: Any) -> tuple[Any, ...]:
        match part.kind:
            case "absorbed":
                return part.kind, part.item, part.boxes, part.left
            case "bypassed":
                return part.kind, part.item, part.left, part.accuracy
            case "health-damaged":
                return part.kind, part.boxes, part.structural, part.health
            case "damage-ignored":
                return part.kind, part.damage
        return (part.kind,)

    # --- What all units are after a step ---

    def _on_parted(self, event: Any) -> None:
        id = event.unit.id
        bond = self.left.pop(id, None)
        if bond is None or not there(self.after.table.units[id]):
            return
        move: Any = getattr(self.action, "move", None)
        unit = self.before.table.units[id]
        heading = self.course[id][0]
        lead = self.at[bond.to] or self.at[id]
        wanted = bonds.stands(self.before.table, unit, tuple(lead), heading)
        silent = has(self.after.table.units[id], 10) or has(unit, 10)
        if bond.kind == "member" and not silent and id not in (self._said("units") or ()):
            wanted = tuple(lead)  # the last of its Formation, which is over
        if type(move).__name__ == "Release" and move.at:
            wanted = tuple(move.at)
            self.check("release", True, space.gap(lead, move.at) <= 100)
        self.check(f"where {id} stands on its own", wanted, tuple(event.at))
        self.at[id] = event.at
        self.tried["parting"] += 1

    def _on_formation_changed(self, event: Any) -> None:
        lead = event.lead.id
        if self.at[lead] is None:
            return
        for member in (lead, *(each.id for each in event.members)):
            self.at[member], self.course[member] = self.at[lead], self.course[lead]

    def _on_escort_changed(self, event: Any) -> None:
        self.at[event.unit.id] = self.at[event.ward.id]
        self.course[event.unit.id] = self.course[event.ward.id]

    def _check_units(self) -> None:
        table, agenda = self.after.table, self.after.course.agenda
        moving = {each.unit for each in agenda if each.task == "moving"}
        for id, unit in table.units.items():
            if id not in self.at:
                self.at[id], self.course[id] = unit.at, (unit.heading, unit.velocity)
            if self.after.course.phase in ("fleet", "terrain", "deploy"):
                self.at[id], self.course[id] = unit.at, (unit.heading, unit.velocity)
                continue
            if leader(table, unit).id in moving:
                continue
            at = self.at[id]
            self.check(f"place of {id}", at and tuple(at), unit.at and tuple(unit.at))
            if there(unit) and hull(table, unit).size:
                self.check(f"course of {id}", self.course[id], (unit.heading, unit.velocity))
        for id, body in self.bodies.items():
            unit = table.units[id]
            if there(unit):
                found = unit.health, list(unit.absorbers)
                self.check(f"boxes of {id}", (body.filled, body.left), found)

    def _check_bonds(self) -> None:
        """Who is bound to whom, and that those who are share their place."""
        before, table = self.before.table, self.after.table
        for id, unit in table.units.items():
            if not unit.bond:
                continue
            lead = table.units[unit.bond.to]
            shared = (lead.at, lead.heading, lead.velocity, lead.activated, lead.side)
            found = (unit.at, unit.heading, unit.velocity, unit.activated, unit.side)
            self.check(f"what {id} shares with {lead.id}", shared, found)
            self.check("a bond of a bond", None, lead.bond)
            self.check("a silent ship in a group", False, has(unit, 10))
            self.check("stance", unit.bond.kind == "member", bool(lead.stance))
        if self._said("kind") not in ("form", "escort"):
            free = {*(self._said("units") or ())} if self._said("kind") == "leave" else set()
            free |= {self._said("unit")} if self._said("kind") == "release" else set()
            free |= {id for id in bonds.escorts(before) if table.units[id].jumping}
            bound = {id: unit.bond.to for id, unit in table.units.items() if unit.bond}
            self.check("groups", bonds.left(before, table, free), bound)

    # --- The Activation Phase and the turn ---

    def _on_initiative_rolled(self, event: Any) -> None:
        best = turns.best(event.faces)
        self.check("initiative by dice", best, event.side)
        self.rolled = event.side

    rolled = 0

    def _on_turn_began(self, event: Any) -> None:
        mode, sides = self.after.course.agreement.initiative, self.after.table.side_count
        if event.turn > 1 and mode == "alternate":
            self.initiative = self.initiative % sides + 1
        elif event.turn == 1 or mode == "roll":
            self.initiative = self.rolled
        self.check("initiative", self.initiative, event.initiative)
        self.guarded.clear()

    def _on_activated(self, event: Any) -> None:
        assert self.phase is not None
        due = self.phase.next(self.before.table)
        lead = self.before.table.units[event.unit.id]
        self.check("who activates", True, due is not None and lead.id in due[3])
        names = {each.id for each in group(self.before.table, lead)} - {lead.id}
        self.check("group", names, {each.id for each in event.group})
        self.phase.acted(lead.side)

    def _on_passed(self, event: Any) -> None:
        assert self.phase is not None
        due = self.phase.next(self.before.table)
        wanted = due and (due[0], due[1], due[2])
        self.check("a pass", wanted, (event.size, event.side, True))
        self.phase.acted(event.side)
        self.phase.passed.add(event.side)

    def _check_phase(self, events: list[Any]) -> None:
        course, table = self.after.course, self.after.table
        was = self.before.course
        if course.phase == "activation" and was.phase != "activation":
            self.phase = turns.Phase(table.side_count, self.initiative)
        if course.phase != "activation" or self.phase is None:
            return
        acting, then = course.acting, was.acting
        for event in events:
            if event.kind == "moved":
                lead = self.before.table.units[event.unit.id]
                self.phase.done |= {each.id for each in group(self.before.table, lead)}
        begun = [each.unit.id for each in events if each.kind == "activated"]
        for id in () if acting else (*begun, *([then.unit] if then else ())):
            self.phase.done |= {each.id for each in group(table, table.units[id])}
        if acting or course.agenda:
            return
        for id, unit in table.units.items():
            if there(unit):
                self.check(f"whether {id} has activated", id in self.phase.done, unit.activated)
        due, now = self.phase.next(table), course.activation
        wanted = due and (due[0], due[1], due[2])
        self.check("turn", wanted, now and (now.size, now.side, now.may_pass))

    def _on_turn_ended(self, event: Any) -> None:
        rolls = turns.rolls_for_end(self.after.table, event.turn, self.after.course.agreement)
        wanted = rolls is None or (rolls and event.die >= 4)
        self.check("die for the end", bool(rolls), event.die > 0)
        self.check("end of the match", wanted, event.over)

    def _on_victory_scored(self, event: Any) -> None:
        score, table = event.score, self.after.table
        totals, winner = turns.score(table, score.condition, event.dice)
        self.check(f"totals of {score.condition}", totals, tuple(score.totals))
        self.check(f"winner of {score.condition}", winner, score.winner)
        self.tried["victory condition"] += 1

    def _on_game_over(self, event: Any) -> None:
        winners = [each.winner for each in self.after.course.scores]
        won = [winners.count(side) for side in self.after.table.sides]
        self.check("conditions won", won, [*event.won])
        self.check("result", turns.margin(won), (event.winner, event.margin))

    # --- Stealth ---

    def _on_fleets_revealed(self, event: Any) -> None:
        table = self.after.table
        self.hidden = {id for id, unit in table.units.items() if sight.hides(table, unit)}

    def _on_contact_scanned(self, event: Any) -> None:
        side = self.before.table.units[event.unit.id].side
        self.known.setdefault(event.target.id, set()).add(side)

    def _on_ship_revealed(self, event: Any) -> None:
        thrown = [(a, w, tuple(d)) for a, w, d in self.secret.pop(event.unit.id, [])]
        found = [(a, w, tuple(d)) for a, w, d in event.dice]
        self.check(f"dice against {event.unit.id}", thrown, found)

    def _check_hidden(self, events: list[Any]) -> None:
        if self.after.table.stealth == "off":
            return
        self.hidden -= {*sight.shooters(self.before, self.action, self.after, events)}
        self.hidden -= {*sight.revealed(self.before, self.action, self.after, events)}
        found = {id for id, unit in self.after.table.units.items() if unit.hidden}
        self.check("hidden ships", sorted(self.hidden), sorted(found))
        for event in events:
            if event.kind == "attacked" and event.target.id in found:
                self._check_audience(event)

    def _check_audience(self, event: Any) -> None:
        table = self.after.table
        sides = {table.units[each.id].side for each in (event.unit, event.target)}
        seats = {int(seat) for side in sides for seat in table.members(side)}
        self.check("who sees dice", True, event.only is not None and {*event.only} <= seats)

    def see(self, state: Any, views: dict[int, Any]) -> None:
        """What each side sees; 0 watches."""
        for side, view in views.items():
            self.check("sight", [], [*sight.faults(state.table, side, view.table, self.known)])


# --- What may be done ---


def may_move(table: Any, unit: Any, change: int, to: Any, turn: int) -> bool:
    """Whether a ship may move so, if leaving and Solid terrain are confirmed (CC-022 to 026)."""
    if change and speed_locked(table, unit):
        return False
    velocity = unit.velocity + change
    if not 0 <= velocity <= top_speed(table, unit):
        return False
    maneuver, heading = agility(table, unit, velocity)
    straight = space.forward(unit.at, unit.heading, 100 * velocity)
    end = to or straight
    turn = (turn + 180) % 360 - 180
    return space.gap(straight, end) <= 100 * maneuver and abs(turn) <= 30 * heading
