"""Random matches compared with a second engine made from the canon (``canon``)."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from typing import Any, Literal

import pytest

from games.core.geometry.plane import Point
from games.core.log.replay import Played, carry_out
from games.core.types import SPECTATOR, Decisions, Seated
from games.cosmic_conflict.moves import Activate
from games.cosmic_conflict.rules.formations import Escort, MakeFormation
from games.cosmic_conflict.rules.movement import Move
from games.cosmic_conflict.rules.reactions import Redirect
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table.tasks import Firing
from tests.amounts import amount
from tests.games.cosmic_conflict import battles
from tests.games.cosmic_conflict.canon import bonds, fire, space
from tests.games.cosmic_conflict.canon.following import Following, may_move
from tests.games.cosmic_conflict.canon.ships import has
from tests.games.kit import Playing, Title, random_action_of, some_seats, some_settings, title_of

CHANGES: tuple[Literal[-1, 0, 1], ...] = (-1, 0, 0, 1)
MATCHES = amount(8, 200)
TITLE = title_of("cosmic_conflict")


def settings_of(seed: int, rng: random.Random) -> dict[str, Any]:
    agreed: dict[str, Any] = {
        "points": rng.choice((400, 700, 1000)),
        "min_turns": 2,
        "max_turns": 3,
    }
    agreed |= {"formations": True, "escorts": True, "factions": True, "terrain_setup": "map"}
    agreed |= {"self_inflict": seed % 10 == 0, "stealth": "off", "bogeys": 0}
    agreed |= {"cloak": seed % 3 == 1}
    if seed % 2:
        form = ("category", "size", "blank")[seed % 3]
        agreed |= {"stealth": form, "bogeys": rng.randint(0, 2)}
    return agreed


class Asking:
    """Compares what the game calls legal with the canon, for each open decision of a state."""

    def __init__(self, following: Following, state: State, rng: random.Random) -> None:
        self.following, self.state, self.rng = following, state, rng
        waits = TITLE.game.pending(state)
        self.decisions = waits.open if isinstance(waits, Decisions) else ()

    def check(self) -> None:
        acting, agenda = self.state.course.acting, self.state.course.agenda
        for decision in self.decisions:
            self.view = TITLE.game.view(self.state, Seated(decision.seat))
            self.options = TITLE.game.options(self.view, decision)
            if decision.kind == "form":
                self._check_bindings()
            elif decision.kind == "activate" and acting and acting.stage == "attacks":
                if not agenda:
                    self._check_shots(acting)
                    self._check_moves(self.state.table.units[acting.unit])
            elif decision.kind == "activate" and not acting and not agenda:
                self._check_groups()

    def _check(self, what: str, wanted: bool, move: Any) -> None:
        self.following.check(what, wanted, self.options.contains(move))
        if self.following.faults and what in self.following.faults[-1]:
            self.following.faults[-1] += f" ({move}: {self.options.refusal(move)})"

    def _commands(self, *ids: str) -> bool:
        return all(self.view.commands(self.state.table.units[id]) for id in ids)

    def _check_bindings(self) -> None:
        table = self.state.table
        for move in battles.bindings(self.view, self.rng):
            if isinstance(move, MakeFormation) and self._commands(move.lead, *move.members):
                lead, unit = table.units[move.lead], table.units[move.members[0]]
                self._check("joining", bonds.may_form(table, lead, unit), move)
            elif isinstance(move, Escort) and self._commands(move.unit, move.ward):
                unit, ward = table.units[move.unit], table.units[move.ward]
                if not unit.bond:
                    self._check("escorting", bonds.may_escort(table, unit, ward), move)

    def _check_shots(self, acting: Any) -> None:
        table = self.state.table
        for shot in battles.shots(self.view, self.rng):
            unit, target = table.units[shot.unit], table.units[shot.targets[0]]
            wanted = fire.can_fire(table, acting, unit, shot.weapon, target, shot.again)
            self._check("firing", wanted, replace(shot, support=()))
            if wanted and shot.support:
                able = all(
                    fire.can_support(table, unit, shot.weapon, table.units[other], label, target)
                    for other, label in shot.support
                )
                self._check("supporting", able, shot)

    def _check_moves(self, unit: Any) -> None:
        table, rng = self.state.table, self.rng
        if not table.size(unit) or has(unit, 15):
            return
        for _ in range(6):
            change: Literal[-1, 0, 1] = rng.choice(CHANGES)
            turn = 30 * rng.randint(-6, 6) + rng.randint(-1, 1)
            to = None
            if rng.random() < 0.6 and 0 <= unit.velocity + change <= 6:
                straight = space.forward(unit.at, unit.heading, 100 * (unit.velocity + change))
                far = 100 * rng.randint(0, 2) + rng.choice((0, 0, 1))
                to = Point(*space.polar(straight, rng.randrange(360), far))
            move = Move(change=change, to=to, turn=turn, confirmed=True)
            self._check("moving", may_move(table, unit, change, to, turn), move)

    def _check_groups(self) -> None:
        assert self.following.phase is not None
        due = self.following.phase.next(self.state.table)
        for id, unit in self.state.table.units.items():
            if due and unit.side == due[1] and not unit.bond and self._commands(id):
                self._check("activating", id in due[3], Activate(unit=id))

    def check_redirect(self) -> None:
        """Who is offered a hit in place of its target."""
        agenda = self.state.course.agenda
        task = agenda[-1] if agenda else None
        if not isinstance(task, Firing) or task.stage != "redirect" or not self.decisions:
            return
        table, attack = self.state.table, task.attack
        assert attack is not None
        decision = self.decisions[0]
        view = TITLE.game.view(self.state, Seated(decision.seat))
        options = TITLE.game.options(view, decision)
        found = {
            id
            for id, unit in table.units.items()
            if any(options.contains(Redirect(key=key, unit=id)) for key in ("redirect", "escort"))
        }
        by = task.attacker, bool(attack.token)
        wanted = fire.takers(table, table.units[task.target], by, self.following.guarded)
        self.following.offered = found
        self.following.check("who may take a hit", sorted(wanted), sorted(found))


class Battle:
    """A match that is followed."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        agreed = settings_of(seed, self.rng)
        size = 2 + seed % 3 if seed % 4 else 2
        found = replace(TITLE, agreed=agreed, sizes=(size,), offers=0.25, forces=battles.fights)
        self.title: Title = found
        seats = some_seats(found, self.rng)
        settings = some_settings(TITLE.game, self.rng, agreed, seats)
        self.match = Playing(found, settings, seats)
        self.following = Following(self.state)
        self.met = 0

    @property
    def state(self) -> State:
        state: State = self.match.states[-1]
        return state

    def play(self) -> None:
        while True:
            if self.state.course.phase == "orders" and self.state.table.turn > self.met:
                self.meet()
            action = random_action_of(self.title, self.state, self.rng)
            if action is None:
                return
            self.go(action)

    def meet(self) -> None:
        self.met = self.state.table.turn
        self.match.states[-1] = battles.gathered(self.state, self.rng)
        self.following.meet(self.state)
        for _ in range(3 * len(self.state.sheets)):
            waits = TITLE.game.pending(self.state)
            assert isinstance(waits, Decisions)
            decisions = [each for each in waits.open if each.kind == "form"]
            if not decisions:
                return
            decision = self.rng.choice(decisions)
            view = TITLE.game.view(self.state, Seated(decision.seat))
            options = TITLE.game.options(view, decision)
            tries = battles.bindings(view, self.rng)
            move = next(filter(options.contains, tries), None)
            if move is not None:
                self.go(Played(decision.seat, decision.key, move))

    def go(self, action: Any) -> None:
        before = self.state
        if self.rng.random() < 0.5:
            Asking(self.following, before, self.rng).check()
        step = carry_out(TITLE.game, before, action)
        self.match.go(action)
        self.following.follow(before, action, self.state, step.events)
        Asking(self.following, self.state, self.rng).check_redirect()
        views = {0: TITLE.game.view(self.state, SPECTATOR)}
        for side in self.state.table.sides:
            seat = self.state.table.members(side)[0]
            views[side] = TITLE.game.view(self.state, Seated(seat))
        if self.state.table.stealth != "off":
            self.following.see(self.state, views)


@pytest.mark.rules("CC-266", "D-046", "D-047", "D-074", "D-087", "D-100")
def test_random_battles_go_as_the_canon_says() -> None:
    tried = Counter[str]()
    for seed in range(MATCHES):
        battle = Battle(seed)
        battle.play()
        assert not battle.following.faults, (seed, battle.following.faults[:3])
        tried += battle.following.tried
    for kind in ("attack", "joining", "move of a group", "parting", "sight", "victory condition"):
        assert tried[kind] >= MATCHES // 2, kind
