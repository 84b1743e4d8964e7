"""Before the battle: Bellicose, objectives, targets, armies (2.4, D-54, D-56, D-65, D-78)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated, Any

from games.astral_sailors import events as e
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.names import listed, team_with_seats
from games.astral_sailors.notation import TEAM, KindName
from games.astral_sailors.rules.setup import armies, bellicose
from games.astral_sailors.rules.setup.armies import ListName, TakeList
from games.astral_sailors.rules.victory import objectives
from games.astral_sailors.rules.victory.conditions import MANHUNT
from games.astral_sailors.secrets import ArmyDraft, TeamSecret
from games.astral_sailors.state import State, StepBuilder
from games.astral_sailors.table import LETTERS, Player, Table, Team, Unit
from games.astral_sailors.tasks import Move, RollObjectives
from games.astral_sailors.view import Request
from games.core.moves import move
from games.core.steps import Do, all_locked, edited_sheet
from games.core.types import Decision, Forbidden, Rolled, Seat, Seats


def opening(agreement: Agreement, seats: Seats) -> State:
    """The first state, its agenda not yet run."""
    of, teams = seats.teams, range(max(seats.teams) + 1)
    asked = bellicose.most(len(teams)) > 0
    answer = None if asked else False
    members = [tuple(seat for seat, each in enumerate(of) if each == team) for team in teams]
    table = Table(
        agreement,
        board_size(len(seats)),
        tuple(Team(each, bellicose=answer) for each in members),
        tuple(Player(seat, team, agreement.start_pool) for seat, team in enumerate(of)),
        phase="bellicose" if asked else "muster",
        agenda=() if asked else (Do("muster"),),
    )
    sheets = tuple(ArmyDraft() for _ in of)
    return State(table, sheets, tuple(TeamSecret(bellicose=answer) for _ in members))


def board_size(players: int) -> int:
    """Squares of a side: quadrants of 8 squares, 2, 3 or 4 in a row (ASCW-16 to 19)."""
    return 8 * (2 if players == 2 else 3 if players <= 6 else 4)


def decisions(state: State) -> tuple[Decision, ...]:
    """The open ones of P1 and P2: a Manhunt's target comes before the army, which it holds up."""
    if state.table.phase == "bellicose":
        return bellicose.decisions(state)
    # While armies are built the target of a Manhunt is waited for (ASCW-120): without it no army
    # of the team can be locked. That its members are waited for tells nobody why.
    targets = map(armies.ARMIES.besides, objectives.offers(state))
    return (*targets, *(armies.ARMIES.decision(*each) for each in _building(state)))


def _building(state: State) -> Iterator[tuple[Seat, ArmyDraft]]:
    """The seats that an army is waited for, with their lists."""
    for player in state.table.players:
        if not (player.left or player.removed):
            yield Seat(player.seat), state.sheets[player.seat]


def begin(builder: StepBuilder, about: str) -> None:
    """Step ``muster``: objectives are rolled, then armies are built.

    Where nobody may know who is Bellicose, a die is rolled for those teams too,
    and means nothing: the number of dice would tell.
    """
    builder.change(phase="muster")
    public = builder.table.agreement.bellicose_public
    rolling = tuple(
        number for number, secret in enumerate(builder.secrets) if not (public and secret.bellicose)
    )
    builder.push(RollObjectives(rolling))


def objectives_rolled(builder: StepBuilder, task: RollObjectives, dice: Rolled) -> None:
    """Tell each team its objective."""
    for team, face in zip(task.teams, dice.faces[0], strict=True):
        if not builder.secrets[team].bellicose:
            _give(builder, team, face)
    builder.tell(e.ObjectivesRolled(tuple(team.seats for team in builder.table.teams)))


def _give(builder: StepBuilder, team: int, objective: int) -> None:
    """A Manhunt needs a target; where there is only one other team, that is it."""
    others, hunts = objectives.targets(builder.table, team), objective == MANHUNT
    builder.put_secret(team, objective=objective, asked=hunts and len(others) != 1)
    builder.tell(e.ObjectiveGiven(team, objective, only=builder.members(team)))
    if hunts and len(others) == 1:
        objectives.set_target(builder, team, others[0])


def reveal(builder: StepBuilder, about: str) -> None:
    """Step ``reveal-armies``: all lists are locked; units get their codes; scenery comes next."""
    table, units = builder.table, dict[str, Unit]()
    # The list of one whose army is removed was never handed in, and stays that player's secret.
    lists: list[tuple[str, ...]] = [()] * len(table.players)
    for player in table.players:
        if player.removed:
            continue
        seat, draft = player.seat, builder.sheets[player.seat]
        if not draft.locked:  # its player has left: the army of one who takes it over (D-78)
            draft = replace(draft, units=default_list(table, seat, draft), locked=True)
            builder.put_sheet(Seat(seat), draft)
        lists[seat] = draft.units
        coded = ((f"{LETTERS[seat]}{at}", kind) for at, kind in enumerate(draft.units, 1))
        army = {code: Unit(code, kind, seat) for code, kind in coded}
        leads = (code for code in army if table.kind(army[code]).category == "commander")
        builder.put_player(seat, main=next(leads))
        units |= army
    builder.change(units=units)
    builder.tell(e.ArmiesRevealed(tuple(lists) if table.agreement.open_armies else ()))
    builder.then("scenery")


# --- Moves ---


@move("target", "target", "TARGET {team} | TARGET TEAM {team}")
class Target(Move):
    """The team that the Manhunt is after."""

    team: Annotated[int, TEAM]

    def refuse(self, request: Request) -> Forbidden | None:
        """Teams choose while armies are built, and when they have lost a target (D-61)."""
        if request.view.known(request.decision.seat).asked:
            table = request.view.table
            return _target(table, table.team(request.decision.seat), self.team)
        why, can = "Your team has no target to choose now.", "The first answer from a team counts."
        return Forbidden("ASCW-D56", why, instead=can, code="NO_OBJECTIVE")

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        objectives.set_target(builder, builder.table.team(decision.seat), self.team)


def _target(table: Table, team: int, target: int) -> Forbidden | None:
    others, there = objectives.targets(table, team), len(table.teams)
    if target in others:
        return None
    if target == team:
        why, code = "A team cannot hunt itself.", "OWN_TEAM"
    elif target in range(there):
        name = team_with_seats(table, target)
        why, code = f"{name} has no living Commander.", "NO_LIVING_COMMANDER"
    else:
        why, code = f"There are only {there} teams.", "UNKNOWN_TEAM"
    named = listed([team_with_seats(table, other) for other in others], "or")
    return Forbidden("ASCW-119", why, instead=f"You can hunt {named}.", code=code)


@move("lock", "army", "LOCK[ {main}]")
class Lock(Move):
    """The list is final, unless it is unlocked before all are.

    ``main``  the kind of the main Commander; empty for the first Commander on the list
    """

    main: KindName = ""

    def refuse(self, request: Request) -> Forbidden | None:
        units = request.view.sheet(request.decision.seat).units
        return (
            armies.closed(request)
            or armies.not_main(request.view.table.catalogue, units, self.main)
            or _lock(request, units)
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        """The list is led by the main Commander."""
        units = builder.sheets[decision.seat].units
        if self.main:
            units = armies.led_by(builder.table.catalogue, units, self.main)
        _close(builder, decision.seat, units=units, locked=True)


def _lock(request: Request, units: tuple[str, ...]) -> Forbidden | None:
    seat = request.decision.seat
    table = request.view.table.agreed_with(seat)
    fault = armies.fault(table.agreement, table.catalogue, units)
    if fault is not None or not request.view.known(seat).asked:
        return fault
    why = "Your team has a Manhunt but has not chosen its target."
    can = "Choose a target first; one answer counts for the whole team."
    return Forbidden("ASCW-120", why, instead=can, code="NO_TARGET")


@move("auto-army", "army", "AUTO[:{key}]")
class AutoArmy(Move):
    """Take a ready-made list, or with an empty ``key`` the own one, and lock it; the bot then
    places the scenery and deploys."""

    key: ListName = ""

    def refuse(self, request: Request) -> Forbidden | None:
        seat = request.decision.seat
        if not self.key:
            return armies.closed(request) or _lock(request, request.view.sheet(seat).units)
        refused = TakeList(self.key).refuse(request)
        return refused or _lock(
            request, armies.ready(request.view.table.agreed_with(seat))[self.key]
        )

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        if self.key:
            TakeList(self.key).do(builder, decision)
        _close(builder, decision.seat, locked=True, auto=True)


@move("unlock", "army-open", "UNLOCK", quick=True)
class Unlock(Move):
    def refuse(self, request: Request) -> Forbidden | None:
        return armies.closed(request, opens=True)

    def do(self, builder: StepBuilder, decision: Decision) -> None:
        _close(builder, decision.seat, locked=False, auto=False)


def _close(builder: StepBuilder, seat: Seat, *, locked: bool, **values: Any) -> None:
    builder.put_sheet(seat, edited_sheet(builder.sheets[seat], locked=locked, **values))
    only = builder.members(builder.table.team(seat))
    builder.tell(e.ArmyLocked(seat, locked, only=only))
    settle(builder)


def settle(builder: StepBuilder) -> None:
    """Go on if nobody is missing any more: after an answer, and after a player has left."""
    if builder.table.phase == "bellicose":
        bellicose.settle(builder)
    elif builder.table.phase == "muster" and all_locked(
        draft for _, draft in _building(builder.state)
    ):
        builder.then("reveal-armies")


def default_list(table: Table, seat: int, draft: ArmyDraft) -> tuple[str, ...]:
    """The army when time runs out: the list itself if legal, else that of D-78."""
    table = table.agreed_with(seat)
    key = _default_key(table, seat, draft)
    return armies.ready(table)[key] if key else draft.units


def _default_key(table: Table, seat: int, draft: ArmyDraft) -> str:
    """The list of D-78, where that of a seat is not legal."""
    legal = armies.fault(table.agreement, table.catalogue, draft.units) is None
    return "" if legal else armies.default_key(table, seat, draft.units)


def default_move(
    table: Table, own: TeamSecret, draft: ArmyDraft, seat: int
) -> TakeList | Lock | None:
    """What the bot answers to ``army`` when time runs out: lock a legal list, else take one.

    ``None`` while the list is ready and only the team's target is missing: that
    decision has a default of its own.
    """
    if key := _default_key(table.agreed_with(seat), seat, draft):
        return TakeList(key)
    return None if own.asked else Lock()
