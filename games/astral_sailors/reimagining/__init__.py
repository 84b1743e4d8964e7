"""A state that could be behind a view: what the viewer may not know is invented.

That are objectives, targets and roles, armies in the making, units that nobody has seen yet,
answers that wait for others. Where the rules have a die decide, all faces are equally likely;
elsewhere everything is likely enough to turn up.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

from games.astral_sailors.project import state_of
from games.astral_sailors.reimagining import imagined_armies
from games.astral_sailors.rules.combat import questions
from games.astral_sailors.rules.combat.reactions import reactions
from games.astral_sailors.rules.setup import bellicose
from games.astral_sailors.rules.turns.activation import Capture
from games.astral_sailors.rules.victory import conditions
from games.astral_sailors.rules.victory.commanders import MUSTER, lives, rivals
from games.astral_sailors.secrets import Answer, Draft, TeamSecret
from games.astral_sailors.state import Secrets, State
from games.astral_sailors.table import Table, Unit
from games.astral_sailors.tasks import NOBODY, Act, Attack, DiceOff, RollObjectives, Task
from games.astral_sailors.view import SailorsView

OBJECTIVES = range(1, 7)

TRIES = 20
"""Sets of objectives that are tried: when nobody can win any more, the match would be over."""


def reimagine(view: SailorsView, rng: random.Random) -> State:
    """Nothing of the view is believed that its viewer may not know by the rules: what stands there
    by mistake would look otherwise in another world."""
    known = state_of(view)
    if view.all_seen:
        return known
    own = NOBODY if view.seat is None else view.table.team(view.seat)
    table = _seen(view.table, own)
    top = table.agenda[-1] if table.agenda else None
    table = replace(table, agenda=tuple(_task(table, task, own, rng) for task in table.agenda))
    drafts = known.secrets.drafts
    if table.phase not in MUSTER:
        table, drafts = _armies(table, drafts, own, rng)
    roles = _roles(table, known.secrets.teams, own, rng)
    if table.phase == "bellicose" or isinstance(top, RollObjectives):
        teams = tuple(TeamSecret(bellicose=role) for role in roles)
    else:
        teams = _teams(table, known.secrets.teams, roles, own, rng)
        if table.phase == "muster":
            drafts = _lists(table, drafts, teams, own, rng)
    answers = _answers(table, known.secrets.answers, view.seat, rng)
    return State(table, Secrets(teams, drafts, answers))


def _seen(table: Table, own: int) -> Table:
    """Only what the team ``own`` may know."""
    if table.agreement.open_armies:
        return table
    units = {
        unit.code: unit
        for unit in sorted(table.units.values(), key=lambda each: (each.seat, each.number))
        if unit.seen or table.team(unit.seat) == own
    }
    players = tuple(
        player if player.main in units else replace(player, main="") for player in table.players
    )
    return replace(table, units=units, players=players)


# --- Roles ---


def _task(table: Table, task: Task, own: int, rng: random.Random) -> Task:
    """With the dice that other teams have rolled unseen: they were tied so far, some of them."""
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
    """Who fights as Bellicose Hedonists, or wants to."""
    found = [
        teams[number].bellicose if number == own else team.bellicose
        for number, team in enumerate(table.teams)
    ]
    others = [number for number, role in enumerate(found) if number != own and role is None]
    top = table.agenda[-1] if table.agenda else None
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
        if not all(_lost(table, number, found[number]) for number in alive):
            break
    return tuple(found)


def _lost(table: Table, number: int, secret: TeamSecret) -> bool:
    return conditions.lost(table, number, secret) and not conditions.met(table, number, secret)


def _aims(table: Table, number: int, role: bool) -> dict[int, list[TeamSecret]]:
    """What the team could be after, as far as others know: by objective, 0 for none."""
    if role:
        return {0: [TeamSecret(bellicose=True)]}
    shown = table.teams[number].objective
    prey = _captures(table, number)
    objectives = [shown] if shown else [conditions.MANHUNT] if prey != NOBODY else OBJECTIVES
    found = {
        objective: [
            replace(aims, hopeless=_lost(table, number, aims))
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
    top = table.agenda[-1] if table.agenda else None
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
        if isinstance(task, Act)
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
    known: Sequence[Draft],
    teams: Sequence[TeamSecret],
    own: int,
    rng: random.Random,
) -> tuple[Draft, ...]:
    """Lists in the making of the other teams. Without its target no team locks any."""
    found, foreign = list(known), list[int]()
    for player in table.players:
        if player.team != own:
            locked = not teams[player.team].asked and rng.random() < 0.5
            found[player.seat] = imagined_armies.draft(table, player.seat, rng, locked=locked)
            if not (player.left or player.removed):
                foreign.append(player.seat)
    building = [each.seat for each in table.players if not (each.left or each.removed)]
    if foreign and all(found[seat].locked for seat in building):
        # Somebody must still be at it, or the match would have gone on.
        seat = rng.choice(foreign)
        found[seat] = imagined_armies.draft(table, seat, rng, locked=False)
    return tuple(found)


def _armies(
    table: Table, known: Sequence[Draft], own: int, rng: random.Random
) -> tuple[Table, tuple[Draft, ...]]:
    """With closed armies nobody knows what has not come yet; how often a list was changed is never
    known."""
    drafts, units = list(known), dict[str, Unit]()
    for player in table.players:
        army = table.of(player.seat)
        if player.team != own:
            if not table.agreement.open_armies:
                army, main = imagined_armies.army(table, player, rng)
                table = table.with_player(replace(player, main=main))
            drafts[player.seat] = (
                imagined_armies.handed_in(army, rng, auto=drafts[player.seat].auto)
                if army
                else imagined_armies.draft(table, player.seat, rng, locked=False)
            )
        units.update((unit.code, unit) for unit in army)
    return replace(table, units=units), tuple(drafts)


# --- Answers that wait for others ---


def _answers(
    table: Table, known: Sequence[Answer], own: int | None, rng: random.Random
) -> tuple[Answer, ...]:
    """The own answers, and some of other seats: never all, or the match would have gone on."""
    task = table.agenda[-1] if table.agenda else None
    concerned = questions.asked(table, task) if isinstance(task, Attack) else ()
    if len(concerned) < 2 or not isinstance(task, Attack):
        return ()
    seats = {code: table.controller(table.units[code].seat) for code in concerned}
    given = tuple(each for each in known if seats.get(each.about) == own)
    free = [code for code, seat in seats.items() if seat != own]
    left = [code for code in free if table.players[seats[code]].left]
    chosen = [code for code in free if code not in left and rng.random() < 0.5]
    if chosen and len(given) + len(left) + len(chosen) == len(concerned):
        chosen.remove(rng.choice(chosen))
    nothing = "none" if task.stage == "react" else "0"
    found = {code: _choice(table, task, code, rng) for code in chosen} | dict.fromkeys(
        left, nothing
    )
    return (*given, *(Answer(code, choice) for code, choice in found.items()))


def _choice(table: Table, task: Attack, code: str, rng: random.Random) -> str:
    """An answer that the unit's player may give."""
    if task.stage == "react":
        part = next(part for part in task.parts if part.target == code)
        return rng.choice(reactions(table, task, part))
    return str(rng.randint(0, dict(questions.payers(table, task))[code]))
