"""A state that could be behind a view: what the viewer may not know is invented."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from games.astral_sailors.content.catalogue import Catalogue, UnitKind
from games.astral_sailors.rules.combat import questions
from games.astral_sailors.rules.combat.questions import reactions
from games.astral_sailors.rules.setup import bellicose
from games.astral_sailors.rules.turns.activation import Capture
from games.astral_sailors.rules.victory import conditions
from games.astral_sailors.rules.victory.conditions import MUSTER, lives, rivals
from games.astral_sailors.secrets import ArmyDraft, SecretAnswer, TeamSecret
from games.astral_sailors.state import State
from games.astral_sailors.table import LETTERS, Player, Table, Unit
from games.astral_sailors.tasks import NOBODY, Attack, DelayedAction, DiceOff, RollObjectives, Task
from games.astral_sailors.view import SailorsView, without_hidden

CONTENT = 1 / 32
"""How likely a legal list is left as it is, each time, although something still fits."""

EDITS = 24
"""Changes of a list that are imagined, besides those that it must have had."""

ANYTHING = -(10**6)
"""Military units on a list that need a civilian each: so few that none is ever missing."""


def invent_draft(table: Table, seat: int, rng: random.Random, *, locked: bool) -> ArmyDraft:
    """A list in the making: a legal one where it is locked."""
    agreement = table.agreed_with(seat).agreement
    commanders = agreement.commanders if locked else rng.randint(0, agreement.commanders)
    owed = commanders if locked else ANYTHING
    need = _Need(commanders, owed)
    leaders, others = _kinds(table.catalogue, (), agreement.army_size, need, rng)
    units = [*leaders, *others]
    rng.shuffle(units)
    if not locked:  # somebody is still choosing
        units = units[: rng.randint(0, len(units))]
    return _edited(tuple(units), rng, locked=locked)


def handed_in(army: Sequence[Unit], rng: random.Random, *, auto: bool) -> ArmyDraft:
    """The list of a whole army; ``auto`` is known by then."""
    return replace(_edited(tuple(unit.kind for unit in army), rng, locked=True), auto=auto)


def _edited(units: tuple[str, ...], rng: random.Random, *, locked: bool) -> ArmyDraft:
    edits = bool(units) + locked + rng.randrange(EDITS)
    return ArmyDraft(units, locked, edits, auto=locked and rng.random() < 0.5)


def invent_army(table: Table, player: Player, rng: random.Random) -> tuple[tuple[Unit, ...], str]:
    """All units of the player's army, and the code of its main Commander.

    ``table`` holds only those units that have been seen, and so does ``player``.
    """
    seat, seen = player.seat, table.of(player.seat)
    if player.removed and not seen and rng.random() < 0.5:
        return (), ""  # it was taken out of the match before it had units
    agreement, kinds = table.agreed_with(seat).agreement, [table.kind(unit) for unit in seen]
    leaders = [unit.number for unit in seen if table.kind(unit).category == "commander"]
    missing = max(0, agreement.commanders - len(leaders))
    # The main Commander is the first on the list: a hidden one comes behind it, or is it.
    places = _Places({unit.number for unit in seen}, min(leaders, default=0), bool(player.main))
    owed = missing + sum(1 if kind.military else -1 for kind in kinds)
    need = _Need(missing, owed, places.least(missing))
    leading, led = _kinds(table.catalogue, kinds, agreement.army_size, need, rng)
    out = player.removed or any(
        unit.place == "out" and kind.category != "commander"
        for unit, kind in zip(seen, kinds, strict=True)
    )
    commanders, others = places.dealt(len(leading), len(led), rng)
    hidden = [*zip(commanders, leading, strict=True), *zip(others, led, strict=True)]
    units = [
        Unit(f"{LETTERS[seat]}{number}", kind, seat, place="out" if out else "reserve")
        for number, kind in hidden
    ]
    main = player.main or (f"{LETTERS[seat]}{min(commanders)}" if commanders else "")
    return tuple(sorted((*seen, *units), key=lambda unit: unit.number)), main


# --- What they are ---


@dataclass(frozen=True, slots=True)
class _Need:
    """What a list still lacks: Commanders, civilians, and so many units that are no Commanders."""

    commanders: int
    civilians: int
    least: int = 0


def _kinds(
    catalogue: Catalogue, seen: Sequence[UnitKind], points: int, need: _Need, rng: random.Random
) -> tuple[list[str], list[str]]:
    """Codes of Commanders, and of others, that make a legal list with those that were ``seen``.

    A referee may have made an army that no list could be: it need not balance then, or costs
    more, as far as it must.
    """
    points -= sum(kind.cost for kind in seen)
    own = tuple({kind.army: 0 for kind in seen if kind.army in catalogue.armies})
    sides = [own] if own else [(army,) for army in catalogue.armies]
    offers = [_Offer.of(catalogue, side) for side in sides]
    free = _Need(need.commanders, ANYTHING, need.least)
    for wanted in (need, free):
        fitting = [offer for offer in offers if offer.price(wanted) <= points]
        if fitting:
            return rng.choice(fitting).drawn(points, wanted, rng)
    offer = rng.choice(offers)
    return offer.drawn(offer.price(free), free, rng)


@dataclass(frozen=True, slots=True)
class _Offer:
    """What a faction may enlist; ``cheapest`` of each."""

    commanders: tuple[UnitKind, ...]
    fighters: tuple[UnitKind, ...]
    civilians: tuple[UnitKind, ...]
    cheapest: tuple[int, int, int]

    @classmethod
    def of(cls, catalogue: Catalogue, side: Collection[str]) -> _Offer:
        found = [
            kind
            for kind in catalogue.units.values()
            if kind.army in side or kind.army not in catalogue.armies
        ]
        commanders = tuple(kind for kind in found if kind.category == "commander")
        civilians = tuple(kind for kind in found if kind.category == "civilian")
        fighters = tuple(kind for kind in found if kind.category not in ("commander", "civilian"))
        leader, fighter, civilian = map(_cheapest, (commanders, fighters, civilians))
        return cls(commanders, fighters, civilians, (leader, fighter, civilian))

    def price(self, need: _Need) -> int:
        """The least that what is needed costs."""
        leader, fighter, civilian = self.cheapest
        most = max(0, need.least)
        even = min(most, max(0, (need.least - need.civilians) // 2))
        return need.commanders * leader + min(
            fighters * fighter + max(0, need.civilians + fighters, need.least - fighters) * civilian
            for fighters in (0, even, min(most, even + 1), most)
        )

    def drawn(self, points: int, need: _Need, rng: random.Random) -> tuple[list[str], list[str]]:
        leaders = list[str]()
        while need.commanders:
            need = _Need(need.commanders - 1, need.civilians, need.least)
            room = points - self.price(need)
            kind = rng.choice([each for each in self.commanders if each.cost <= room])
            leaders.append(kind.code)
            points -= kind.cost
        others = list[str]()
        while need.civilians > 0 or need.least > 0 or rng.random() >= CONTENT:
            after = {owed: _Need(0, need.civilians + owed, need.least - 1) for owed in (1, -1)}
            rooms = {owed: points - self.price(need) for owed, need in after.items()}
            fitting = [kind for kind in self.fighters if kind.cost <= rooms[1]]
            fitting += [kind for kind in self.civilians if kind.cost <= rooms[-1]]
            if not fitting:
                break
            kind = rng.choice(fitting)
            need = after[1 if kind.military else -1]
            others.append(kind.code)
            points -= kind.cost
        return leaders, others


def _cheapest(kinds: Sequence[UnitKind]) -> int:
    return min((kind.cost for kind in kinds), default=10**6)


# --- Where they stand on the list ---


@dataclass(frozen=True, slots=True)
class _Places:
    """Numbers on a list: those ``taken`` by units that were seen, and the ``first`` Commander's.

    ``main_seen``  whether that is the main Commander
    """

    taken: Collection[int]
    first: int
    main_seen: bool

    @property
    def gaps(self) -> list[int]:
        """Numbers that hidden units must have."""
        return [
            number for number in range(1, max(self.taken, default=0)) if number not in self.taken
        ]

    def least(self, commanders: int) -> int:
        """The fewest hidden units besides the hidden ``commanders``."""
        gaps = self.gaps
        before = sum(number < self.first for number in gaps) if self.main_seen else 0
        return max(before, len(gaps) - commanders)

    def dealt(
        self, commanders: int, others: int, rng: random.Random
    ) -> tuple[list[int], list[int]]:
        """Deal random numbers to hidden Commanders and other units."""
        free, last = self.gaps, max(self.taken, default=0)
        free += range(last + 1, last + 1 + commanders + others - len(free))
        before = [number for number in free if number < self.first]
        found = list[int]()
        if commanders and not self.main_seen and before:
            found.append(rng.choice(before))
        behind = self.first if self.main_seen else 0
        allowed = [number for number in free if number > behind and number not in found]
        found += rng.sample(allowed, commanders - len(found))
        rest = [number for number in free if number not in found]
        rng.shuffle(rest)
        return found, rest


# --- States ---

OBJECTIVES = range(1, 7)

TRIES = 20
"""Sets of objectives that are tried: when nobody can win any more, the match would be over."""


def reimagine(view: SailorsView, rng: random.Random) -> State:
    """Believe nothing of the view that its viewer may not know by the rules: what stands there
    by mistake would look otherwise in another world."""
    known = view.supposed
    if view.all_seen:
        return known
    own = NOBODY if view.seat is None else view.table.team(view.seat)
    units = sorted(view.table.units.values(), key=lambda each: (each.seat, each.number))
    ordered = replace(view.table, units={unit.code: unit for unit in units})
    table = without_hidden(ordered, own)
    top = table.top
    table = replace(table, agenda=tuple(_task(table, task, own, rng) for task in table.agenda))
    drafts = known.sheets
    if table.phase not in MUSTER:
        table, drafts = _armies(table, drafts, own, rng)
    roles = _roles(table, known.secrets, own, rng)
    if table.phase == "bellicose" or isinstance(top, RollObjectives):
        teams = tuple(TeamSecret(bellicose=role) for role in roles)
    else:
        teams = _teams(table, known.secrets, roles, own, rng)
        if table.phase == "muster":
            drafts = _lists(table, drafts, teams, own, rng)
    answers = _answers(table, known.answers, view.seat, rng)
    return State(table, drafts, teams, answers)


# --- Roles ---


def _task(table: Table, task: Task, own: int, rng: random.Random) -> Task:
    """The task with unseen dice of other teams invented: some of them were tied so far."""
    if not isinstance(task, DiceOff) or task.purpose != "bellicose" or not task.rolls:
        return task
    if table.agreement.bellicose_public:
        return task
    columns = [
        tuple(faces[at] if team == own else rng.randint(1, 6) for faces in task.rolls)
        for at, team in enumerate(task.left)
    ]
    one, other = rng.sample(range(len(columns)), 2)
    if task.left[other] == own:
        one, other = other, one
    columns[other] = columns[one]
    return replace(task, rolls=tuple(zip(*columns, strict=True)))


def _roles(
    table: Table, teams: Sequence[TeamSecret], own: int, rng: random.Random
) -> list[bool | None]:
    """Invent who fights as Bellicose Hedonists, or wants to."""
    found = [
        teams[number].bellicose if number == own else team.bellicose
        for number, team in enumerate(table.teams)
    ]
    others = [number for number, role in enumerate(found) if number != own and role is None]
    top = table.top
    if table.phase != "bellicose":
        free = [number for number in others if _may_be_bellicose(table, number)]
        places = max(0, bellicose.most(len(found)) - sum(map(bool, found)))
        chosen = rng.sample(free, rng.randint(0, min(places, len(free))))
        for number in others:
            found[number] = number in chosen
    elif isinstance(top, DiceOff):  # all have answered; who rolls in public wants it
        for number in others:
            found[number] = table.agreement.bellicose_public or rng.random() < 0.5
    else:
        _answered(table, found, others, rng)
    return found


def _may_be_bellicose(table: Table, number: int) -> bool:
    if table.teams[number].objective or _captures(table, number) != NOBODY:
        return False
    met = conditions.met(table, number, TeamSecret(bellicose=True))
    return _fulfilled(table, number) in (None, met)


def _answered(
    table: Table, found: list[bool | None], others: Sequence[int], rng: random.Random
) -> None:
    """Somebody must still be asked, or the match would have gone on."""
    asked = [
        number
        for number in others
        if not all(table.players[seat].left for seat in table.teams[number].seats)
    ]
    for number in others:
        found[number] = rng.choice((None, True, False)) if number in asked else False
    if asked and None not in found:
        found[rng.choice(asked)] = None


# --- Objectives and targets ---


def _teams(
    table: Table,
    known: Sequence[TeamSecret],
    roles: Sequence[bool | None],
    own: int,
    rng: random.Random,
) -> tuple[TeamSecret, ...]:
    choices = {
        number: _aims(table, number, bool(role))
        for number, role in enumerate(roles)
        if number != own
    }
    found = list(known)
    for _ in range(TRIES):
        for number, possible in choices.items():
            found[number] = rng.choice(possible[rng.choice([*possible])])
        alive = [number for number in range(len(found)) if lives(table, number)]
        if not all(conditions.unreachable(table, number, found[number]) for number in alive):
            break
    return tuple(found)


def _aims(table: Table, number: int, role: bool) -> dict[int, list[TeamSecret]]:
    """What the team could be after, as far as others know: by objective, 0 for none."""
    if role:
        return {0: [TeamSecret(bellicose=True)]}
    shown = table.teams[number].objective
    prey = _captures(table, number)
    objectives = [shown] if shown else [conditions.MANHUNT] if prey != NOBODY else OBJECTIVES
    found = {
        objective: [
            replace(aims, hopeless=conditions.unreachable(table, number, aims))
            for aims in _with_targets(table, number, objective, prey)
        ]
        for objective in objectives
    }
    fulfilled = _fulfilled(table, number)
    if fulfilled is None:
        return found
    fitting = {
        objective: [aims for aims in each if conditions.met(table, number, aims) == fulfilled]
        for objective, each in found.items()
    }
    # A referee may have set by hand what fulfils them all.
    return {objective: each for objective, each in fitting.items() if each} or found


def _fulfilled(table: Table, number: int) -> bool | None:
    """Whether the team must have fulfilled its objective: those who have roll for the victory."""
    top = table.top
    if not isinstance(top, DiceOff) or top.purpose != "victory":
        return False
    if number in top.left:
        return True
    return None if top.rolls else False


def _captures(table: Table, number: int) -> int:
    """The team of the Commander that it has said it will capture: that waits for the terrain."""
    prey = (
        table.team(table.units[task.action.target].seat)
        for task in table.agenda
        if isinstance(task, DelayedAction)
        and isinstance(task.action, Capture)
        and table.team(task.seat) == number
    )
    return next(prey, NOBODY)


def _with_targets(table: Table, number: int, objective: int, prey: int) -> Iterator[TeamSecret]:
    """The objective with every target that it could have, or with one to be named."""
    plain = TeamSecret(objective, bellicose=False)
    if objective != conditions.MANHUNT:
        yield plain
        return
    others = [other for other in range(len(table.teams)) if other != number]
    gone = [other for other in others if conditions.gone(table, number, other)]
    hunted = prey if prey != NOBODY else table.teams[number].hunted
    if hunted != NOBODY and hunted not in gone:
        yield replace(plain, target=hunted)
        return
    muster = table.phase in MUSTER
    prey_left = bool(rivals(table, number))
    for target in others if muster else (other for other in others if other not in gone):
        yield replace(plain, target=target)
        if gone and not muster and table.agreement.retarget:
            yield replace(plain, target=target, retarget=1)
    if muster or table.phase == "scenery":
        if len(others) > 1 and prey_left:
            yield replace(plain, asked=True)
    elif gone and conditions.replaceable(table, number):
        yield replace(plain, asked=True, retarget=1)
    if gone and not muster and not conditions.replaceable(table, number):
        for target in (*gone, NOBODY):
            yield replace(plain, target=target, retarget=int(target == NOBODY))


# --- Armies ---


def _lists(
    table: Table,
    known: Sequence[ArmyDraft],
    teams: Sequence[TeamSecret],
    own: int,
    rng: random.Random,
) -> tuple[ArmyDraft, ...]:
    """Lists in the making of the other teams. Without its target no team locks any."""
    found, foreign = list(known), list[int]()
    for player in table.players:
        if player.team != own:
            locked = not teams[player.team].asked and rng.random() < 0.5
            found[player.seat] = invent_draft(table, player.seat, rng, locked=locked)
            if not (player.left or player.removed):
                foreign.append(player.seat)
    building = [each.seat for each in table.players if not (each.left or each.removed)]
    if foreign and all(found[seat].locked for seat in building):
        # Somebody must still be at it, or the match would have gone on.
        seat = rng.choice(foreign)
        found[seat] = invent_draft(table, seat, rng, locked=False)
    return tuple(found)


def _armies(
    table: Table, known: Sequence[ArmyDraft], own: int, rng: random.Random
) -> tuple[Table, tuple[ArmyDraft, ...]]:
    """Invent the armies. With closed ones nobody knows what has not come yet; how often a list was
    changed is never known."""
    drafts, units = list(known), dict[str, Unit]()
    for player in table.players:
        army = table.of(player.seat)
        if player.team != own:
            if not table.agreement.open_armies:
                army, main = invent_army(table, player, rng)
                table = table.with_player(replace(player, main=main))
            drafts[player.seat] = (
                handed_in(army, rng, auto=drafts[player.seat].auto)
                if army
                else invent_draft(table, player.seat, rng, locked=False)
            )
        units.update((unit.code, unit) for unit in army)
    return replace(table, units=units), tuple(drafts)


# --- Answers that wait for others ---


def _answers(
    table: Table, known: Sequence[SecretAnswer], own: int | None, rng: random.Random
) -> tuple[SecretAnswer, ...]:
    """The own answers, and some of other seats: never all, or the match would have gone on."""
    task = table.attack
    concerned = questions.asked(table, task) if task else ()
    if task is None or len(concerned) < 2:
        return ()
    seats = {code: table.controller(table.units[code].seat) for code in concerned}
    given = tuple(each for each in known if seats.get(each.about) == own)
    free = [code for code, seat in seats.items() if seat != own]
    left = [code for code in free if table.players[seats[code]].left]
    chosen = [code for code in free if code not in left and rng.random() < 0.5]
    if chosen and len(given) + len(left) + len(chosen) == len(concerned):
        chosen.remove(rng.choice(chosen))
    nothing = "none" if task.stage == "react" else "0"
    found = {code: _choice(table, task, code, rng) for code in chosen}
    found |= dict.fromkeys(left, nothing)
    return (*given, *(SecretAnswer(code, choice) for code, choice in found.items()))


def _choice(table: Table, task: Attack, code: str, rng: random.Random) -> str:
    """An answer that the unit's player may give."""
    if task.stage == "react":
        part = next(part for part in task.parts if part.target == code)
        return rng.choice(reactions(table, task, part))
    return str(rng.randint(0, dict(questions.payers(table, task))[code]))
