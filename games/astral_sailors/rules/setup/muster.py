"""Before the battle: Bellicose, objectives, targets, armies (2.4, D-54, D-56, D-65, D-78)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.events.battle import (
    ArmiesRevealed,
    ArmyEdited,
    ArmyLocked,
    ObjectiveGiven,
    ObjectivesRolled,
    TargetSet,
)
from games.astral_sailors.moves import Bellicose, Dismiss, Enlist, Lock, TakeList, Target, Unlock
from games.astral_sailors.names import counted, listed, team_with_seats
from games.astral_sailors.rules.setup import armies, bellicose, enlisting
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.state import Draft, Secrets, State, TeamSecret
from games.astral_sailors.step_builder import StepBuilder
from games.astral_sailors.table import LETTERS, Player, RollObjectives, Table, Team, Unit
from games.astral_sailors.view import DraftKnown, TeamKnown
from games.core import sheets
from games.core.agenda import Do
from games.core.decisions import Decision
from games.core.refusals import Forbidden
from games.core.seats import Seat, Seats

Preparation = Bellicose | Enlist | Dismiss | TakeList | Lock | Unlock | Target

MANHUNT = 3
ARMIES = sheets.SheetPhase("army", "list", "ASCW-D54")


def opening(agreement: Agreement, seats: Seats) -> State:
    """The first state, its agenda not yet run."""
    count = max(seats.teams) + 1
    members = [
        tuple(seat for seat, team in enumerate(seats.teams) if team == number)
        for number in range(count)
    ]
    asked = bellicose.most(count) > 0
    answer = None if asked else False
    table = Table(
        agreement,
        board_size(len(seats)),
        tuple(Team(each, bellicose=answer) for each in members),
        tuple(
            Player(seat, team, pool=agreement.start_pool) for seat, team in enumerate(seats.teams)
        ),
        phase="bellicose" if asked else "muster",
        agenda=() if asked else (Do("muster"),),
    )
    secrets = Secrets(
        tuple(TeamSecret(bellicose=answer) for _ in members), tuple(Draft() for _ in seats.teams)
    )
    return State(table, secrets)


def board_size(players: int) -> int:
    """Squares of a side: quadrants of 8 squares, 2, 3 or 4 in a row (ASCW-16 to 19)."""
    return 8 * (2 if players == 2 else 3 if players <= 6 else 4)


def decisions(state: State) -> tuple[Decision, ...]:
    """The open ones of P1 and P2: a Manhunt's target comes before the army, which it holds up."""
    if state.table.phase == "bellicose":
        return bellicose.decisions(state)
    # While armies are built the target of a Manhunt is waited for (ASCW-120): without it no army
    # of the team can be locked. That its members are waited for tells nobody why.
    targets = map(ARMIES.besides, objectives.offers(state))
    return (*targets, *(ARMIES.decision(*each) for each in _building(state.table, state.secrets)))


def _building(table: Table, secrets: Secrets) -> Iterator[tuple[Seat, Draft]]:
    """The seats that an army is waited for, with their lists."""
    for player in table.players:
        if not (player.left or player.removed):
            yield Seat(player.seat), secrets.drafts[player.seat]


def begin(builder: StepBuilder, about: str) -> None:
    """Step ``muster``: objectives are rolled, then armies are built.

    Where nobody may know who is Bellicose, a die is rolled for those teams too,
    and means nothing: the number of dice would tell.
    """
    builder.table = replace(builder.table, phase="muster")
    public = builder.table.agreement.bellicose_public
    rolling = tuple(
        number
        for number, secret in enumerate(builder.secrets.teams)
        if not (public and secret.bellicose)
    )
    builder.push(RollObjectives(rolling))


def objectives_rolled(builder: StepBuilder, task: RollObjectives, faces: tuple[int, ...]) -> None:
    """Tell each team its objective."""
    for team, face in zip(task.teams, faces, strict=True):
        if not builder.secrets.teams[team].bellicose:
            _give(builder, team, face)
    seats = tuple(tuple(team.seats) for team in builder.table.teams)
    builder.tell(ObjectivesRolled(seats=seats))


def _give(builder: StepBuilder, team: int, objective: int) -> None:
    """A Manhunt needs a target; where there is only one other team, that is it."""
    others = objectives.targets(builder.table, team)
    hunts = objective == MANHUNT
    only = others[0] if hunts and len(others) == 1 else None
    secret = replace(builder.secrets.teams[team], objective=objective, asked=hunts and only is None)
    members = builder.members(team)
    builder.tell(ObjectiveGiven(team=team, objective=objective, only=members))
    if only is not None:
        secret = replace(secret, target=only)
        builder.tell(TargetSet(team=team, target=only, only=members))
    builder.secrets = builder.secrets.with_team(team, secret)


def reveal(builder: StepBuilder, about: str) -> None:
    """Step ``reveal-armies``: all lists are locked; units get their codes; scenery comes next."""
    table = builder.table
    units: dict[str, Unit] = {}
    for player in table.players:
        if player.removed:
            continue
        draft = builder.secrets.drafts[player.seat]
        if not draft.locked:  # its player has left: the army of one who takes it over (D-78)
            known = DraftKnown(draft.units, edits=draft.edits)
            draft = replace(draft, units=default_list(table, player.seat, known), locked=True)
            builder.secrets = builder.secrets.with_draft(player.seat, draft)
        codes = [f"{LETTERS[player.seat]}{number + 1}" for number in range(len(draft.units))]
        units.update(
            (code, Unit(code, kind, player.seat))
            for code, kind in zip(codes, draft.units, strict=True)
        )
        main = next(code for code in codes if table.kind(units[code]).category == "commander")
        builder.put_player(replace(player, main=main))
    builder.table = replace(builder.table, units=units)
    # The list of one whose army is removed was never handed in, and stays that player's secret.
    lists = tuple(
        () if player.removed else draft.units
        for player, draft in zip(table.players, builder.secrets.drafts, strict=True)
    )
    builder.tell(ArmiesRevealed(lists=lists if table.agreement.open_armies else ()))
    builder.then("scenery")


# --- Moves ---


def refusal(
    table: Table, own: TeamKnown, draft: DraftKnown, seat: int, move: Preparation
) -> Forbidden | None:
    """Why it cannot be: with the rule that an illegal list breaks."""
    table = table.agreed_with(seat)
    match move:
        case Bellicose():
            return bellicose.refusal(own.bellicose)
        case Target():
            return _target(table, own, table.team(seat), move.team)
    size = counted(len(draft.units), "unit")
    if wrong := ARMIES.refusal(draft, size, opens=isinstance(move, Unlock)):
        return wrong
    match move:
        case Unlock():
            return None
        case Lock():
            return armies.not_main(table.catalogue, draft.units, move.main) or _lock(
                table, own, draft
            )
        case Enlist() | Dismiss() | TakeList():
            return enlisting.refusal(table, draft.units, move)


def _target(table: Table, own: TeamKnown, team: int, target: int) -> Forbidden | None:
    """Why ``team`` cannot name ``target``: while armies are built, and when it lost one (D-61)."""
    if not own.asked:
        return Forbidden(
            "ASCW-D56",
            "Your team has no target to choose now.",
            instead="The first answer from a team counts.",
            code="NO_OBJECTIVE",
        )
    others = objectives.targets(table, team)
    if target in others:
        return None
    if target == team:
        sentence, code = "A team cannot hunt itself.", "OWN_TEAM"
    elif target in range(len(table.teams)):
        name = team_with_seats(table, target)
        sentence, code = f"{name} has no living Commander.", "NO_LIVING_COMMANDER"
    else:
        there = len(table.teams)
        sentence, code = f"There are only {there} teams.", "UNKNOWN_TEAM"
    named = listed([team_with_seats(table, other) for other in others], "or")
    return Forbidden("ASCW-119", sentence, instead=f"You can hunt {named}.", code=code)


def _lock(table: Table, own: TeamKnown, draft: DraftKnown) -> Forbidden | None:
    fault = armies.fault(table.agreement, table.catalogue, draft.units)
    if fault is not None or not own.asked:
        return fault
    return Forbidden(
        "ASCW-120",
        "Your team has a Manhunt but has not chosen its target.",
        instead="Choose a target first; one answer counts for the whole team.",
        code="NO_TARGET",
    )


def perform(builder: StepBuilder, seat: int, move: Preparation) -> None:
    """Make a legal one."""
    match move:
        case Bellicose():
            bellicose.answer(builder, seat, move)
        case Target():
            objectives.set_target(builder, seat, move)
        case _:
            _fill(builder, seat, move)


def _fill(builder: StepBuilder, seat: int, move: Lock | Unlock | enlisting.Edit) -> None:
    """A change of a list, which its team is told."""
    table, draft = builder.table.agreed_with(seat), builder.secrets.drafts[seat]
    units, only = draft.units, builder.members(table.team(seat))
    if isinstance(move, Lock | Unlock):
        if isinstance(move, Lock) and move.main:
            units = armies.led_by(table.catalogue, units, move.main)
        builder.tell(ArmyLocked(seat=seat, locked=isinstance(move, Lock), only=only))
    else:
        units = enlisting.edited(table, units, move)
        total = armies.price(table.catalogue, units)
        builder.tell(ArmyEdited(seat=seat, units=units, total=total, only=only))
    changed = sheets.edited(draft, units=units, locked=isinstance(move, Lock))
    builder.secrets = builder.secrets.with_draft(seat, changed)
    settle(builder)


def settle(builder: StepBuilder) -> None:
    """Go on if nobody is missing any more: after an answer, and after a player has left."""
    if builder.table.phase == "bellicose":
        bellicose.settle(builder)
    elif builder.table.phase == "muster" and sheets.complete(
        draft for _, draft in _building(builder.table, builder.secrets)
    ):
        builder.then("reveal-armies")


def default_list(table: Table, seat: int, draft: DraftKnown) -> tuple[str, ...]:
    """The army when time runs out: the list itself if legal, else that of D-78."""
    table = table.agreed_with(seat)
    if armies.fault(table.agreement, table.catalogue, draft.units) is None:
        return draft.units
    return armies.ready(table)[armies.default_key(table, seat, draft.units)]


def default_move(
    table: Table, own: TeamKnown, draft: DraftKnown, seat: int
) -> TakeList | Lock | None:
    """What the bot answers to ``army`` when time runs out: lock a legal list, else take one.

    ``None`` while the list is ready and only the team's target is missing: that
    decision has a default of its own.
    """
    table = table.agreed_with(seat)
    if armies.fault(table.agreement, table.catalogue, draft.units) is not None:
        return TakeList(armies.default_key(table, seat, draft.units))
    return None if own.asked else Lock()
