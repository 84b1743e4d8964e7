"""Choices about the round, players, teams, the board, options and secrets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial

from games.astral_sailors.adjusting import agreed, board
from games.astral_sailors.adjusting.kinds import (
    AddPiece,
    Adjustment,
    ChangePiece,
    ChangeTeam,
    GiveObjective,
    GiveRole,
    GiveTarget,
    HandOver,
    LockDraft,
    MovePiece,
    Remove,
    RemovePiece,
    Return,
    SetActive,
    SetCivilians,
    SetCommanders,
    SetDelivered,
    SetDraft,
    SetMain,
    SetOption,
    SetOrder,
    SetPhase,
    SetPool,
    SetQuadrant,
    SetQuota,
    SetRound,
    SetSize,
    SetStarter,
    TurnPiece,
)
from games.astral_sailors.adjusting.tree import Grown, around, branch, leaf, numbers, where
from games.astral_sailors.adjusting.writing import player as word
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.content.catalogue import PieceKind
from games.astral_sailors.names import (
    OBJECTIVES,
    kind_name,
    seat_name,
    team_letter,
    team_name,
    team_with_seats,
)
from games.astral_sailors.rules.setup import armies, scenery
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.victory import quadrants
from games.astral_sailors.table import LETTERS, NOBODY, Piece, Table
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Square

Make = Callable[[int], Iterable[Grown]]


def _seats(table: Table, verb: str, grow: Make) -> Iterator[Grown]:
    for each in table.players:
        text, name = f"{verb} {word(each.seat)} ", seat_name(each.seat)
        yield branch(LETTERS[each.seat], name, text, f"{name}:", partial(grow, each.seat))


def _teams(table: Table, verb: str, grow: Make) -> Iterator[Grown]:
    for team in range(len(table.teams)):
        text, name = f"{verb} {team_letter(team)} ", team_with_seats(table, team)
        yield branch(team_letter(team), name, text, f"{team_name(team)}:", partial(grow, team))


def _each_seat(table: Table, make: Callable[[int], Adjustment]) -> Iterator[Grown]:
    for each in table.players:
        yield leaf(LETTERS[each.seat], seat_name(each.seat), make(each.seat))


def _each_team(table: Table, make: Callable[[int], Adjustment]) -> Iterator[Grown]:
    for team in range(len(table.teams)):
        yield leaf(team_letter(team), team_with_seats(table, team), make(team))


# --- The round ---


def of_round(table: Table) -> Iterator[Grown]:
    near = around(table.round, 5, 1, 99)
    yield branch(
        "round",
        "The round",
        "ROUND ",
        "Which round?",
        partial(numbers, near, SetRound, table.round),
    )
    yield branch("phase", "The phase", "PHASE ", "Which phase?", _phases)
    yield branch(
        "active",
        "Whose turn it is",
        "ACTIVE ",
        "Whose turn?",
        partial(_each_seat, table, SetActive),
    )
    yield branch("order", "The turn order", "ORDER ", "Which order?", partial(_orders, table))
    most = range(len(table.of(table.turn.seat)) + 1)
    quota = partial(numbers, most, SetQuota, table.turn.quota)
    yield branch("quota", "Units left to activate", "QUOTA ", "How many units?", quota)
    started = partial(_each_team, table, SetStarter)
    yield branch("starter", "Who starts the round", "STARTER ", "Which team?", started)


def _phases() -> Iterator[Grown]:
    yield leaf("first", "Activation, first half", SetPhase("activation", 1))
    yield leaf("second", "Activation, second half", SetPhase("activation", 2))
    yield leaf("bring", "Reinforcements", SetPhase("reinforcement"))


def _orders(table: Table) -> Iterator[Grown]:
    """Turn orders by starting team; any other order can be typed."""
    for team in turns.teams(table):
        label = f"{team_name(team)} first, then clockwise"
        yield leaf(team_letter(team), label, SetOrder(turns.line(table, team)))


# --- Players and teams ---


def of_players(table: Table) -> Iterator[Grown]:
    for key, label, grow in (
        ("pool", "A player's points", _pool),
        ("size", "A player's army size", _sizes),
        ("civilians", "Civilians eliminated by a player", _civilians),
        ("main", "The main Commander", _main),
        ("handover", "Hand an army to a team-mate", _heirs),
        ("team", "Move a player to another team", _other_teams),
    ):
        each = partial(_seats, table, key.upper(), partial(grow, table))
        yield branch(key, label, f"{key.upper()} ", "Whose?", each)
    yield branch(
        "remove", "Remove a player", "REMOVE ", "Whom?", partial(_each_seat, table, Remove)
    )
    yield branch(
        "return", "Bring a player back", "RETURN ", "Whom?", partial(_each_seat, table, Return)
    )
    for key, label, of_team in (
        ("commanders", "Commanders eliminated by a team", _commanders),
        ("delivered", "Commanders delivered by a team", _delivered),
    ):
        each = partial(_teams, table, key.upper(), partial(of_team, table))
        yield branch(key, label, f"{key.upper()} ", "Which team?", each)


def _pool(table: Table, seat: int) -> Iterator[Grown]:
    pool = table.players[seat].pool
    return numbers(around(pool), partial(SetPool, seat), pool)


def _sizes(table: Table, seat: int) -> Iterator[Grown]:
    lowest, highest, step = agreed.limits("army_size")
    now = table.agreed_with(seat).agreement.army_size
    return numbers(range(lowest, highest + 1, step), partial(SetSize, seat), now)


def _civilians(table: Table, seat: int) -> Iterator[Grown]:
    count = table.players[seat].civilians
    return numbers(around(count, 6), partial(SetCivilians, seat), count)


def _main(table: Table, seat: int) -> Iterator[Grown]:
    for unit in table.of(seat):
        if table.kind(unit).category == "commander":
            yield leaf(unit.code, f"{unit.code} {kind_name(table, unit)}", SetMain(seat, unit.code))


def _heirs(table: Table, seat: int) -> Iterator[Grown]:
    for mate in table.teams[table.team(seat)].seats:
        if mate != seat:
            yield leaf(LETTERS[mate], seat_name(mate), HandOver(seat, mate))


def _other_teams(table: Table, seat: int) -> Iterator[Grown]:
    return _each_team(table, partial(ChangeTeam, seat))


def _commanders(table: Table, team: int) -> Iterator[Grown]:
    count = table.teams[team].commanders
    return numbers(around(count, 4), partial(SetCommanders, team), count)


def _delivered(table: Table, team: int) -> Iterator[Grown]:
    """One more, or none; other values can be typed."""
    before = table.teams[team].delivered
    yield leaf("none", "None", SetDelivered(team, ()))
    for other in range(len(table.teams)):
        label = f"One more of {team_name(other)}"
        yield leaf(team_letter(other), label, SetDelivered(team, (*before, other)))


# --- The board ---


def of_board(table: Table) -> Iterator[Grown]:
    if board.too_early(table) is None:  # thousands of squares, and nothing could be laid
        lay = partial(_kinds, table)
        yield branch("lay", "Add a piece of scenery", "SCENERY ADD ", "Which piece?", lay)
        pieces = partial(_pieces, table)
        yield branch("piece", "A piece on the board", "SCENERY ", "Which piece?", pieces)
    held = partial(_quadrants, table)
    yield branch("quadrant", "A quadrant", "QUADRANT ", "Which quadrant?", held)


def _kinds(table: Table) -> Iterator[Grown]:
    for kind in table.catalogue.pieces.values():
        size = f"{kind.columns} × {kind.rows}"
        text, prompt = f"SCENERY ADD {kind.code} ", f"Where is its north-western corner? {size}"
        grow = partial(_free, table, kind, text, prompt)
        yield branch(kind.code, f"{kind.code} {kind.name}, {size}", text, prompt, grow)


def _free(table: Table, kind: PieceKind, text: str, prompt: str) -> Iterator[Grown]:
    """Free squares; turned pieces can be typed or turned later."""
    squares = scenery.room(table, kind.columns, kind.rows)
    return where(squares, text, prompt, lambda at: AddPiece(kind.code, at))


def _pieces(table: Table) -> Iterator[Grown]:
    for piece in table.pieces:
        at = Square(piece.c, piece.r)
        name, text = table.catalogue.pieces[piece.kind].name, f"SCENERY {at} "
        grow = partial(_of_piece, table, piece)
        yield branch(str(at), f"{name} on {at}", text, f"{name} on {at}:", grow)


def _of_piece(table: Table, piece: Piece) -> Iterator[Grown]:
    at = Square(piece.c, piece.r)
    yield leaf("remove", "Remove it", RemovePiece(at))
    yield leaf("turn", "Turn it", TurnPiece(at))
    text, prompt = f"SCENERY {at} TO ", "Where is its north-western corner?"
    everywhere = [Square(c, r) for r in range(table.size) for c in range(table.size)]
    to = partial(where, everywhere, text, prompt, partial(MovePiece, at))
    yield branch("to", "Move it", text, prompt, to)
    kinds = partial(_other_kinds, table, at)
    detail = "changes its height, opacity or danger"
    yield branch("as", "Change its kind", f"SCENERY {at} AS ", "Which kind?", kinds, detail)


def _other_kinds(table: Table, at: Square) -> Iterator[Grown]:
    for kind in table.catalogue.pieces.values():
        yield leaf(kind.code, f"{kind.code} {kind.name}", ChangePiece(at, kind.code))


def _quadrants(table: Table) -> Iterator[Grown]:
    for name in quadrants.names(table):
        key, verb = name.replace("-", "x"), f"QUADRANT {name}"
        grow = partial(_teams, table, verb, partial(_counters, table, name))
        yield branch(key, name, f"{verb} ", f"{name}: which team?", grow)


def _counters(table: Table, name: str, team: int) -> Iterator[Grown]:
    now = table.teams[team].quadrants.get(name, 0)
    make = partial(SetQuadrant, name, team)
    return numbers(range(quadrants.CAPTURED + 1), make, now)


# --- The agreement ---


def of_agreement(table: Table) -> Iterator[Grown]:
    grow = partial(_options, table)
    yield branch("option", "A match option", "OPTION ", "Which option?", grow)


def _options(table: Table) -> Iterator[Grown]:
    for name in agreed.changeable(table):
        before = agreed.shown(getattr(table.agreement, name))
        text, title = f"OPTION {name.upper()} ", agreed.title(name)
        grow = partial(_values, table.agreement, name)
        key = name.replace("_", "x")
        yield branch(key, title, text, f"{title}:", grow, f"now {before}")


def _values(agreement: Agreement, name: str) -> Iterator[Grown]:
    for value in agreed.values(name) or _some(name, getattr(agreement, name)):
        shown = agreed.shown(value)
        key = shown.replace("-", "x").replace(" ", "x")
        yield leaf(key, shown.capitalize(), SetOption(name, value))


def _some(name: str, now: int) -> Iterator[int]:
    lowest, highest, step = agreed.limits(name)
    near = range(max(lowest, now - 8 * step), min(highest, now + 8 * step) + 1, step)
    yield from near
    if lowest not in near:
        yield lowest


# --- Secrets ---


def of_secrets(view: SailorsView) -> Iterator[Grown]:
    table = view.table
    for key, label, grow in (
        ("objective", "An objective", _objectives),
        ("target", "The target of a Manhunt", partial(_targets, table)),
        ("bellicose", "Who is Bellicose", _roles),
    ):
        each = partial(_teams, table, key.upper(), grow)
        yield branch(key, label, f"{key.upper()} ", "Which team?", each)
    drafts = partial(_seats, table, "DRAFT", partial(_lists, table))
    yield branch("draft", "An army list", "DRAFT ", "Whose?", drafts)
    for key, label, locked in (("lock", "Lock a list", True), ("unlock", "Unlock a list", False)):
        make = partial(LockDraft, locked=locked)
        yield branch(key, label, f"{key.upper()} ", "Whose?", partial(_each_seat, table, make))


def _objectives(team: int) -> Iterator[Grown]:
    for number in range(1, 7):
        yield leaf(str(number), f"{number} {OBJECTIVES[number]}", GiveObjective(team, number))


def _targets(table: Table, team: int) -> Iterator[Grown]:
    yield from _each_team(table, partial(GiveTarget, team))
    yield leaf("none", "Let the team choose", GiveTarget(team, NOBODY))


def _roles(team: int) -> Iterator[Grown]:
    yield leaf("yes", "It fights as Bellicose Hedonists", GiveRole(team, bellicose=True))
    yield leaf("no", "It does not fight as Bellicose Hedonists", GiveRole(team, bellicose=False))


def _lists(table: Table, seat: int) -> Iterator[Grown]:
    """Ready-made lists; any other list can be typed."""
    yield leaf("none", "Empty", SetDraft(seat, ()))
    for key, units in armies.ready(table.agreed_with(seat)).items():
        known = table.catalogue.lists.get(key)
        name = known.name if known else key
        yield leaf(key.replace("-", "x"), name, SetDraft(seat, units))
