"""What can be set of the round, players, teams, scenery, quadrants and settings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from games.astral_sailors.agreement import Agreement
from games.astral_sailors.board.terrain import terrain_at
from games.astral_sailors.editing.sound import BATTLE, MOST, SIZES
from games.astral_sailors.editing.units import commander, who_knows
from games.astral_sailors.editing.values import (
    SEAT,
    TEAM,
    MarkedSquare,
    flag,
    kind_of,
    read_name,
    refuse,
    several,
    spot,
)
from games.astral_sailors.events import ArmyHandedOver, TeamChanged
from games.astral_sailors.names import inside, listed, seat_name, team_name
from games.astral_sailors.notation import SQUARE
from games.astral_sailors.rules import any_time
from games.astral_sailors.rules.setup import deployment, scenery
from games.astral_sailors.rules.turns import activation, reinforcing, rounds, turns
from games.astral_sailors.rules.victory import quadrants
from games.astral_sailors.rules.victory.conditions import MUSTER
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Player, Scenery, Table, Team, Turn, Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Square
from games.core.notation import Value, many
from games.core.referee.edits import Act, Argument, choice, number
from games.core.referee.settable import Agreed, Field, Fields, table_fields
from games.core.types import Forbidden

# --- The round ---


def _set_round(builder: StepBuilder, after: int) -> None:
    """Activations and shots move with the round."""
    before = builder.table.round

    def carried(unit: Unit) -> Unit:
        shot = max(0, unit.shot + after - before) if unit.shot else 0
        return replace(unit, activated=after if unit.activated == before else 0, shot=shot)

    builder.table = builder.table.put(*map(carried, builder.table.units.values()))
    builder.change(round=after)


Phase = tuple[str, int]
_PHASES: dict[str, Phase] = {
    "ACTIVATION 1": ("activation", 1),
    "ACTIVATION 2": ("activation", 2),
    "REINFORCEMENT": ("reinforcement", 1),
    "ACTIVATION": ("activation", 1),
}
_HALVES = {1: "activation, first half", 2: "activation, second half"}


def _phase_name(_: SailorsView, phase: Phase) -> str:
    return _HALVES[phase[1]] if phase[0] == "activation" else phase[0]


PHASE = choice(
    "ACTIVATION 1, ACTIVATION 2 or REINFORCEMENT",
    _PHASES,
    "Which phase?",
    label=lambda view, phase: _phase_name(view, phase).capitalize(),
    called=_phase_name,
)
PHASE = replace(PHASE, value=replace(PHASE.value, extent=r"\S+(?:\s+[12])?"))


def _set_phase(builder: StepBuilder, phase: Phase) -> None:
    """Set the phase; AP and marks stay as they are."""
    builder.change(phase=phase[0])
    _give(builder, builder.table.turn.at, phase[1])


def _give(builder: StepBuilder, at: int, half: int) -> None:
    """Begin a new turn in the current phase."""
    turn = Turn(builder.table.turn.order, at, half)
    if builder.table.phase == "activation" and turn.seat != NOBODY:
        turn = replace(turn, quota=rounds.quota(builder.table, turn.seat, half))
    turns.give(builder, turn)


def _pass_turn(builder: StepBuilder, seat: int) -> None:
    """Begin a new turn of this seat, the next it has in the order or its last one before."""
    turn = builder.table.turn
    if seat == turn.seat:
        return
    if builder.table.phase == "deployment":
        builder.put_player(seat, deployed=False)
    places = [at for at, each in enumerate(turn.order) if each == seat]
    after = [at for at in places if at > turn.at]
    _give(builder, next(iter(after or places[::-1]), len(turn.order)), turn.half)


ENDS = {
    "deployment": deployment.end_turn,
    "activation": activation.end_turn,
    "reinforcement": reinforcing.end,
}
"""How turns end by themselves, by phase."""


def _no_end(view: SailorsView) -> Forbidden | None:
    table = view.table
    return deployment.commanders_missing(table) if table.phase == "deployment" else None


def _no_order(view: SailorsView, seats: tuple[int, ...]) -> Forbidden | None:
    playing = turns.seats(view.table)
    if sorted(seats) == list(playing):
        return None
    names = listed([seat_name(seat) for seat in playing])
    return refuse(f"The order must list {names} once each.")


ORDER = Argument(
    many(SEAT.value, 8, "the players in order"),
    "Which order?",
    lambda view: [turns.line(view.table, team) for team in turns.teams(view.table)],
    label=lambda _, seats: f"{seat_name(seats[0])} first, then clockwise" if seats else "Nobody",
    called=lambda _, seats: listed(list(map(seat_name, seats))),
    example="RED BLUE",
)


def _left(view: SailorsView) -> range:
    turn = view.table.turn
    left = (unit.code != turn.active for unit in turns.unbegun(view.table, turn.seat))
    return range(sum(left) + 1)


TURN = (
    Act(
        "round", "ROUND {round}", "The round", {"round": number(range(1, 100))},
        _set_round, "the round", lambda view: view.table.round,
    ),
    Act(
        "phase", "PHASE {phase}", "The phase", {"phase": PHASE}, _set_phase, "the phase",
        lambda view: (
            view.table.phase, view.table.turn.half if view.table.phase == "activation" else 1),
    ),
    Act(
        "active", "ACTIVE {seat}", "Whose turn it is", {"seat": SEAT}, _pass_turn,
        said="passes the turn",
        words=lambda view, seat: (seat_name(view.table.turn.seat), seat_name(seat)),
    ),
    Act(
        "end", "END TURN", "End the turn", {},
        lambda builder: ENDS[builder.table.phase](builder), refuse=_no_end,
        said=lambda view: f"ends the turn of {seat_name(view.table.turn.seat)}",
    ),
    Act(
        "order", "ORDER {seats}", "The turn order", {"seats": ORDER},
        lambda builder, seats: builder.turn(order=seats, at=seats.index(builder.table.turn.seat)),
        "the turn order", lambda view: view.table.turn.order, refuse=_no_order,
    ),
    *Fields(
        Turn, {}, "WORD {value}", "the WHAT", lambda view: view.table.turn, StepBuilder.turn
    ).acts(
        Field("quota", "number of units left to activate", number(_left), rule="ASCW-D43"),
        Field("moved", "movement of the active unit", flag("made", "not made")),
    ),
    *table_fields(Table, Field("starter", "team that starts this round", TEAM)),
)  # fmt: skip

# --- Players and teams ---


def _player(holder: Any, seat: int) -> Player:
    found: Player = holder.table.players[seat]
    return found


def _size(view: SailorsView, seat: int) -> int:
    return view.table.agreed_with(seat).agreement.army_size


def _no_size(view: SailorsView, seat: int, points: int) -> Forbidden | None:
    now = _size(view, seat)
    if view.table.phase != "muster" or points >= now:
        return None
    why = f"{seat_name(seat)} is already building for {now} points, so the size can only go up."
    return refuse(why, rule="ASCW-D53")


def _no_heir(view: SailorsView, seat: int, _: int) -> Forbidden | None:
    if not _player(view, seat).removed:
        return None
    why = f"{seat_name(seat)} is out of the match."
    return refuse(why, f"RETURN {seat_name(seat).upper()}", "ASCW-D77")


def _hand_over(builder: StepBuilder, seat: int, to: int) -> None:
    """Hand all armies of a seat to a team-mate (D-77)."""
    armies = {seat, *any_time.armies(builder.table, seat)}
    builder.put_player(seat, left=True)
    for army in sorted(armies):
        if builder.player(army).played_by != to:
            builder.put_player(army, played_by=to)
            builder.tell(ArmyHandedOver(seat=army, to=to))


def _change_team(builder: StepBuilder, seat: int, team: int) -> None:
    own = builder.player(seat).team
    if own == team:
        return
    builder.tell(TeamChanged(seat=seat, team=own, to=team))
    builder.put_player(seat, team=team)
    for each in (own, team):
        seats = tuple(one.seat for one in builder.table.players if one.team == each)
        builder.put_team(each, seats=seats)


def _next_prey(view: SailorsView, team: int) -> Iterator[tuple[int, ...]]:
    """The values offered: no team, or one more than there are."""
    yield ()
    for other in range(len(view.table.teams)):
        yield (*view.table.teams[team].delivered, other)


PREY = several(TEAM.value, 40, team_name, _next_prey, "B")
PEOPLE = (
    *Fields(
        Player, {"seat": SEAT}, "WORD {seat} {value}", "the WHAT of {seat}",
        _player, StepBuilder.put_player,
    ).acts(
        Field("pool", "pool", range(MOST + 1)),
        Field("civilians", "civilian kills"),
        Field("deployed", "first deployment", flag("done", "not done")),
    ),
    Act(
        "size", "SIZE {seat} {points}", "A player's army size",
        {"seat": SEAT, "points": number(SIZES)},
        lambda builder, seat, points: builder.put_player(seat, army_size=points),
        "the army size of {seat}", _size, rule="ASCW-24", refuse=_no_size,
    ),
    Act(
        "main", "MAIN {seat} {unit}", "The main Commander",
        {"seat": SEAT, "unit": commander("Who?", lambda _, unit, seat: unit.seat == seat)},
        lambda builder, seat, code: builder.put_player(seat, main=code),
        said="makes {unit} the main Commander of {seat}",
        only=lambda state, _, code: who_knows(state, code),
    ),
    Act(
        "handover", "HANDOVER {seat} {heir}", "Hand an army to a team-mate",
        {"seat": SEAT, "heir": replace(SEAT, prompt="To whom?")}, _hand_over,
        said="gives the army of {seat} to {heir}", refuse=_no_heir,
        also=("HANDOVER {seat} TO {heir}",),
    ),
    Act(
        "return", "RETURN {seat}", "Bring a player back", {"seat": SEAT},
        lambda builder, seat: builder.put_player(seat, left=False, removed=False, played_by=NOBODY),
        said="brings {seat} back into the match",
    ),
    Act(
        "team", "TEAM {seat} {team}", "Move a player to another team",
        {"seat": SEAT, "team": TEAM}, _change_team, said="moves {seat}",
        words=lambda view, seat, team: (team_name(_player(view, seat).team), team_name(team)),
    ),
    *Fields(
        Team, {"team": TEAM}, "WORD {team} {value}", "the WHAT of {team}",
        lambda view, team: view.table.teams[team], StepBuilder.put_team,
    ).acts(
        Field("commanders", "Commander kills"),
        Field("delivered", "teams whose Commanders were delivered", PREY),
    ),
)  # fmt: skip

# --- Scenery and quadrants ---


def _at(table: Table, at: Square) -> int:
    """The place of the piece whose north-western square this is."""
    return [(piece.c, piece.r) for piece in table.pieces].index((at.c, at.r))


def _read_corner(view: SailorsView, text: str) -> Square:
    """The north-western square of the piece that covers this one."""
    at = SQUARE.read(view, text)
    place = terrain_at(view.table, at)
    return at if place is None else Square(view.table.pieces[place].c, view.table.pieces[place].r)


def _nothing_there(view: SailorsView, at: Square) -> Forbidden | None:
    there = any((piece.c, piece.r) == (at.c, at.r) for piece in view.table.pieces)
    return None if there else refuse(f"There is no piece of scenery on {at}.")


def _piece_name(view: SailorsView, at: Square) -> str:
    table = view.table
    return f"{table.catalogue.pieces[table.pieces[_at(table, at)].kind].name} on {at}"


CORNER = Argument(
    Value("a square", _read_corner),
    "Which piece?",
    lambda view: [Square(piece.c, piece.r) for piece in view.table.pieces],
    label=_piece_name,
    called=lambda view, at: f"the {inside(_piece_name(view, at))}",
    missing=_nothing_there,
)


def _room(table: Table, code: str) -> Any:
    """Free squares; where a turned piece fits can be typed."""
    kind = table.catalogue.pieces[code]
    taken = {at for unit in table.on_board() for at in table.base(unit).squares()}
    return (at for at in scenery.room(table, kind.columns, kind.rows) if at not in taken)


def _lay(builder: StepBuilder, code: str, spot: MarkedSquare) -> None:
    kind = builder.table.catalogue.pieces[code]
    turned = bool(spot.more) and kind.columns != kind.rows
    piece = Scenery(code, spot.at.c, spot.at.r, turned)
    builder.change(pieces=(*builder.table.pieces, piece))


def _lift(builder: StepBuilder, at: Square) -> None:
    """Remove a piece of scenery; those after it move up."""
    gone, turn = _at(builder.table, at), builder.table.turn
    pieces = list(builder.table.pieces)
    del pieces[gone]
    struck, touched = (
        tuple(place - (place > gone) for place in places if place != gone)
        for places in (turn.struck, turn.touched)
    )
    builder.turn(struck=struck, touched=touched)
    builder.change(pieces=tuple(pieces))


def _no_quadrant(view: SailorsView, name: str) -> Forbidden | None:
    names = quadrants.names(view.table)
    instead = f"The quadrants run from {names[0]} to {names[-1]}."
    wrong = refuse("The board has no quadrant of that name.", instead, "ASCW-129")
    return None if name in names else wrong


QUADRANT = Argument(
    Value("a quadrant", read_name),
    "Which quadrant?",
    lambda view: quadrants.names(view.table),
    missing=_no_quadrant,
)


COUNTERS = {0: "not held", 1: "held for one round", 2: "captured"}
COUNTER = number(range(len(COUNTERS)), called=lambda _, held: COUNTERS.get(held, str(held)))


def _hold(builder: StepBuilder, name: str, number: int, counter: int) -> None:
    """Clear the other teams' counters of the quadrant."""
    for other, team in enumerate(builder.table.teams):
        held = {**team.quadrants, name: counter if other == number else 0}
        names = quadrants.names(builder.table)
        builder.put_team(other, quadrants={each: held[each] for each in names if held.get(each)})


BOARD = (
    Act(
        "lay", "SCENERY ADD {kind} {spot}", "Add a piece of scenery",
        {
            "kind": kind_of("piece", lambda table: table.catalogue.pieces, "ASCW-20"),
            "spot": spot("TURNED", {"TURNED": True}, _room, "Where is its corner?", "D4 TURNED"),
        },
        _lay, said="places the {kind} on {spot}",
    ),
    Act(
        "lift", "SCENERY {piece} REMOVE", "Remove a piece of scenery", {"piece": CORNER}, _lift,
        said="removes {piece}",
    ),
    Act(
        "quadrant", "QUADRANT {quadrant} {team} {counter}", "A quadrant",
        {"quadrant": QUADRANT, "team": TEAM, "counter": COUNTER},
        _hold, "the counter of {team} in {quadrant}",
        lambda view, name, team: view.table.teams[team].quadrants.get(name, 0),
        rule="ASCW-131",
    ),
)  # fmt: skip

# --- Settings ---


def _smaller(view: SailorsView, name: str, after: Agreement) -> Forbidden | None:
    size = view.table.agreement.army_size
    if name != "army_size" or view.table.phase not in MUSTER or after.army_size >= size:
        return None
    return refuse(f"Lists are already being built for {size} points, so the size can only go up.")


AGREED = Agreed(Agreement, refuse, _smaller)

FIELD = ("deployment", *BATTLE)
ARMED = ("scenery", *FIELD)
PHASES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("size", "team"), MUSTER),
    **dict.fromkeys(("create", "delete", "becomes"), ARMED),
    **dict.fromkeys(("to", "faces"), FIELD),
    **dict.fromkeys(("end", "order"), tuple(ENDS)),
    "active": tuple(turns.KINDS),
    **dict.fromkeys(("quota", "moved", "begun"), ("activation",)),
    **dict.fromkeys(("round", "phase", "starter", "civilians", "commanders", "delivered"), BATTLE),
    "quadrant": BATTLE,
    "deployed": ("deployment",),
}
"""The phases in which something can be set, where not in all."""
MATCH = (*TURN, *PEOPLE, *BOARD, AGREED.act)
