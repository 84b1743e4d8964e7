"""Everything that no match could be in, each with the rule that forbids it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from games.astral_sailors import agenda, tasks
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.board import terrain
from games.astral_sailors.board.zones import RECTANGLES
from games.astral_sailors.content.catalogue import UnitKind
from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.meta import META
from games.astral_sailors.names import called, listed, seat_name, team_name
from games.astral_sailors.rules.combat.wounds import TICKS
from games.astral_sailors.rules.setup import bellicose, scenery
from games.astral_sailors.rules.setup.muster import board_size
from games.astral_sailors.rules.turns import placing, turns
from games.astral_sailors.rules.victory import quadrants
from games.astral_sailors.rules.victory.conditions import GLORY_READINGS, MANHUNT, MUSTER
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.state import State
from games.astral_sailors.table import LETTERS, Poison, Table, Unit
from games.core.content import PackFault
from games.core.settings import bounds_of
from games.core.steps import Do
from games.core.types import Decisions, Forbidden, Refusal, Seats


def setting_fault(agreement: Agreement, seats: Seats) -> Refusal | None:
    """The first fault; ``None`` when a match can be set up."""
    return next(setting_faults(agreement, seats), None)


def setting_faults(agreement: Agreement, seats: Seats) -> Iterator[Refusal]:
    if wrong := META.misseated(seats):
        together = list(seats.teams) == sorted(seats.teams)
        count = len(seats) in META.players
        yield _bad_option("ASCW-01" if not count else "ASCW-28" if together else "ASCW-30", wrong)
    if agreement.zones == "rectangles" and len(seats) not in RECTANGLES:
        yield _bad_option(
            "ASCW-D51",
            f"With {len(seats)} players some zones bend around a corner, so rectangles are not "
            "possible. Choose strips or auto.",
        )
    adds = GLORY_READINGS[agreement.glory].adds
    sharing = max(Counter(seats.teams).values(), default=1) if adds else 1
    size = agreement.army_size
    most = (size - 1) // sharing
    if agreement.start_pool > most:
        yield _bad_option(
            "ASCW-D46",
            f"With armies of {size} points a pool can start with at most {most}, so that no "
            "team begins with enough for Glory.",
        )
    try:
        catalogue_of(agreement.pack)
    except PackFault as wrong:
        yield wrong.refusal()


def _bad_option(rule: str, sentence: str) -> Forbidden:
    return Forbidden(rule, sentence, code="BAD_OPTION")


# --- States ---

BATTLE = ("activation", "reinforcement")
MOST, MOST_DAMAGE, COMMANDERS = 9999, 9, 3
"""Kills of a unit, the Damage of poison, and Commanders of a player: the most there are."""

SIZES = bounds_of(Agreement.model_fields["army_size"])
ROLES = ("attack", "defence")
REROLLS = tuple(f"{role}-{source}" for role in ROLES for source in ("elite", "aura"))


def faults(state: State) -> Iterator[Forbidden]:
    """Later chapters rely on what the first ones say."""
    for chapter in (_kinds, _people):
        found = list(chapter(state))
        yield from found
        if found:
            return
    table = state.table
    yield from chain(_agreement(table), _players(table))
    yield from chain.from_iterable(_unit(table, unit) for unit in table.units.values())
    yield from chain(_standing(table), _scenery(table), _turn(table), _teams(state), _agenda(state))


def _no(rule: str, why: str, instead: str = "") -> Forbidden:
    return Forbidden(f"ASCW-{rule}", why, instead=instead)


def _kinds(state: State) -> Iterator[Forbidden]:
    table = state.table
    seats, catalogue = range(len(table.players)), table.catalogue
    for code, unit in table.units.items():
        if unit.kind not in catalogue.units or unit.seat not in seats:
            yield _no("D54", f"{code} has an unknown player or kind.")
        elif code != unit.code or code[0] != LETTERS[unit.seat]:
            yield _no("D54", f"{code} is stored under another code.")
    order = [(unit.seat, unit.number) for unit in table.units.values()]
    if order != sorted(set(order)):
        yield _no("D54", "The units are not sorted by code.")
    if any(each.kind not in catalogue.pieces for each in table.pieces):
        yield _no("20", "A piece of scenery is of an unknown kind.")
    if any(kind not in catalogue.units for each in state.sheets for kind in each.units):
        yield _no("D54", "An army list has an unknown unit.")


def _people(state: State) -> Iterator[Forbidden]:
    table = state.table
    seats = [seat for team in table.teams for seat in team.seats]
    if seats != list(range(len(table.players))):
        yield _no("30", "Every player must be in one team, and teams must sit together.")
        return
    for number, team in enumerate(table.teams):
        for seat in team.seats:
            player = table.players[seat]
            if (player.seat, player.team) != (seat, number):
                yield _no("28", f"{seat_name(seat)} is not in {team_name(player.team)}.")
    if not all(team.seats for team in table.teams):
        yield _no("28", "A team would be empty.")
    if table.size != board_size(len(seats)):
        yield _no("16", "The board has the wrong size.")
    if (len(state.secrets), len(state.sheets)) != (len(table.teams), len(seats)):
        yield _no("112", "The number of secrets does not match the teams and players.")


def _agreement(table: Table) -> Iterator[Forbidden]:
    """What the players cannot agree on, with the sizes that armies have by themselves (D-53)."""
    seats = Seats(tuple(player.team for player in table.players))
    own = {player.army_size for player in table.players} - {0}
    for size in sorted({table.agreement.army_size, *own}):
        if size not in SIZES:
            why = f"An army has 100, 150, 200 and so on up to 1,000 points, not {size}."
            yield _no("24", why)
        for found in setting_faults(table.agreement.replace(army_size=size), seats):
            if isinstance(found, Forbidden):
                yield found


def _players(table: Table) -> Iterator[Forbidden]:
    for player in table.players:
        name, main = seat_name(player.seat), table.units.get(player.main)
        leads = main and main.seat == player.seat and table.kind(main).category == "commander"
        if not table.round and player.civilians:
            yield _no("133", f"{name} has kills from a battle that has not begun.")
        if min(player.pool, player.civilians) < 0:
            yield _no("D46", f"{name} has fewer than 0 points or kills.")
        if player.removed and not player.left:
            yield _no("D59", f"{name} is out of the match but has not left it.")
        if player.played_by != tasks.NOBODY and not _may_play(table, player.seat):
            yield _no("D77", f"Only a team-mate who is still there can play the army of {name}.")
        if player.main and not leads:
            yield _no("D45", f"{player.main} is not a Commander of {name}.")


def _may_play(table: Table, seat: int) -> bool:
    """Whether a team-mate plays the army of ``seat``, who has left, or played it until the end."""
    player = table.players[seat]
    mates = set(table.teams[player.team].seats) - {seat}
    return player.left and (
        player.played_by in mates and (player.removed or not table.players[player.played_by].left)
    )


# --- Units ---


def _unit(table: Table, unit: Unit) -> Iterator[Forbidden]:
    yield from _numbers(table, unit)
    yield from _place(table, unit)
    yield from _links(table, unit)
    most = MOST if table.agreement.venom_stack == "stack" else 1
    if len(unit.poison) > most:
        yield _no("D33", f"The most marks of poison on {unit.code} are {most}.")
    for mark in unit.poison:
        yield from _poison(table, unit, mark)


NUMBERS: Mapping[str, tuple[str, str, Callable[[Table, UnitKind], int]]] = {
    "lost": ("93", "RE lost", lambda _, kind: kind.resistance - 1),
    "ap": ("51", "AP", lambda _, kind: turns.full_points(kind)),
    "used": ("150", "Limited shots used", lambda _, kind: kind.specials.limited),
    "absorbed": ("144", "wounds absorbed this round", lambda _, kind: kind.specials.tough),
    "activated": ("48", "last activation", lambda table, _: table.round),
    "shot": ("86", "last shot", lambda table, _: table.round),
    "kills": ("128", "kills", lambda *_: MOST),
}
"""Numbers of a unit: the rule of their bounds, what they are called, and the most they can be."""


def _numbers(table: Table, unit: Unit) -> Iterator[Forbidden]:
    code, kind = unit.code, table.kind(unit)
    special = kind.specials
    for field, (rule, what, most_of) in NUMBERS.items():
        if not (value := getattr(unit, field)):
            continue
        most = most_of(table, kind)
        if not 0 < value <= most:
            yield _no(rule, f"The {what} of {code} must be from 0 to {most}, not {value}.")
    for uses, known in ((unit.rerolls, REROLLS), (unit.lent, ROLES)):
        if len(set(uses)) < len(uses) or not set(uses) <= set(known):
            words = listed([each.upper() for each in known], "or")
            why = f"Each re-roll of {code} can be named once, by its own word."
            yield _no("D26", why, f"The words are {words}.")
    if unit.lent and not special.commander:
        yield _no("148", f"{code} is not a Commander and lends no re-rolls.")
    if unit.cover and not special.cover:
        yield _no("139", f"{code} does not have the special rule Cover.")


def _place(table: Table, unit: Unit) -> Iterator[Forbidden]:
    code = unit.code
    to_act = unit.ap or unit.cover or unit.poison
    spent = unit.shot or unit.activated or unit.absorbed or unit.rerolls or unit.lent
    match unit.place:
        case "board" if not unit.seen:
            yield _no("D54", f"{code} is on the board but has not been revealed.")
        case "reserve":
            if unit.lost or to_act or spent or (unit.c, unit.r) != (-1, -1):
                why = f"{code} is in the Reserve but has marks from the board."
                yield _no("D36", why, f"Put it on the board first: {code} TO C5.")
        case "captive" | "out" if to_act:
            where = "a captive" if unit.held_by else "out of the match"
            yield _no("127" if unit.held_by else "D36", f"{code} is {where} but could act.")
    if table.players[unit.seat].removed and unit.place != "out":
        name = seat_name(unit.seat)
        why = f"{code} is in play, but {name} is out of the match."
        yield _no("D59", why, f"Let the player return first: RETURN {name.upper()}.")
    if not table.round and (unit.lost or to_act or spent or unit.holds):
        yield _no("41", f"{code} has marks from a battle that has not begun.")
    if unit.delivered and unit.place != "out":
        yield _no("126", f"{code} was delivered but is still in play.")


def _links(table: Table, unit: Unit) -> Iterator[Forbidden]:
    code = unit.code
    if bool(unit.held_by) != (unit.place == "captive"):
        yield _no("D61", f"{code} is a captive without a captor.")
    if unit.held_by:
        captor, free = table.units.get(unit.held_by), f"Free it first: {code} TO C5."
        if captor is None or captor.holds != code or not captor.on_board:
            yield _no("D61", f"{unit.held_by} does not hold {code}.", free)
        elif (captor.c, captor.r) != (unit.c, unit.r):
            yield _no("D61", f"{code} is not at {captor.code}'s place.")
        elif table.kind(unit).category != "commander":
            yield _no("119", f"{called(table, code)} is not a Commander.")
        elif not table.enemies(captor, unit):
            yield _no("119", f"{code} is not an enemy of {captor.code}.")
    if unit.holds:
        captive = table.units.get(unit.holds)
        if captive is None or captive.held_by != code:
            free = f"Free it first: {unit.holds} TO C5."
            yield _no("D61", f"{code} does not hold {unit.holds}.", free)


def _poison(table: Table, unit: Unit, mark: Poison) -> Iterator[Forbidden]:
    code, source, cure = unit.code, table.units.get(mark.source), "Remove the poison first."
    if source is None:
        yield _no("158", f"{code} is poisoned by {mark.source}, which does not exist.", cure)
    elif not table.enemies(unit, source):
        yield _no("158", f"{code} is poisoned by {source.code}, which is not an enemy.", cure)
    elif not (source.seen or table.agreement.open_armies):
        yield _no("D54", f"{source.code} is not yet known to everyone.", f"{source.code} SEEN")
    for what, value, most in (
        ("Damage of poison", mark.damage, MOST_DAMAGE),
        ("rounds that poison lasts", mark.ticks, TICKS),
    ):
        if not 1 <= value <= most:
            yield _no("158", f"The {what} must be from 1 to {most}, not {value}.")


# --- The board and the turn ---


def _standing(table: Table) -> Iterator[Forbidden]:
    """Units that cannot stand where they do."""
    bases = {unit.code: table.base(unit) for unit in table.on_board()}
    crowds = Counter(at for base in bases.values() for at in base.squares())
    for code, base in bases.items():
        unit, alone = table.units[code], all(crowds[at] == 1 for at in base.squares())
        if not (alone and terrain.suits(table, unit, base)):
            yield from filter(None, (placing.no_room(table, unit, base),))


def _scenery(table: Table) -> Iterator[Forbidden]:
    yield from scenery.misfits(table)
    if table.phase == "scenery" and not table.agenda and table.turn.seat != tasks.NOBODY:
        try:
            scenery.automatic(table)
        except LookupError:
            yield _no("D49", "That would leave no room for the next piece to be placed.")


def _turn(table: Table) -> Iterator[Forbidden]:
    turn, limit = table.turn, table.agreement.round_limit
    if table.phase in BATTLE and table.round < 1:
        yield _no("41", "The battle begins with round 1.")
    if table.phase not in (*BATTLE, "over") and (table.round or table.starter != tasks.NOBODY):
        yield _no("41", "There are no rounds before the battle.")
    if table.phase in BATTLE and 0 < limit < table.round:
        yield _no("D67", f"The last round is {limit}.", f"OPTION ROUND_LIMIT {table.round}")
    if table.starter not in (tasks.NOBODY, *range(len(table.teams))):
        yield _no("44", "An unknown team starts the round.")
    if not set(turn.order) <= set(range(len(table.players))):
        yield _no("D41", "The turn order names an unknown player.")
        return
    if table.phase not in ("scenery", "over") and len(set(turn.order)) < len(turn.order):
        yield _no("D41", "The turn order names a player twice.")
    if min(turn.at, turn.quota, turn.number, turn.first, table.turns, table.asked) < 0:
        yield _no("D43", "A number of the turn is below 0.")
    if turn.half not in (1, 2):
        yield _no("D43", "Only the activation phase has halves, 1 and 2.")
    if table.phase in turns.KINDS and not table.agenda:
        yield from _order(table)
    if not {*turn.struck, *turn.touched} <= set(range(len(table.pieces))):
        yield _no("D16", "The active unit was struck by scenery that does not exist.")
    active = table.units.get(turn.active)
    if turn.moved and not (turn.active or table.agenda):
        yield _no("48", "There is no active unit that could have moved.")
    if turn.active and table.phase != "over":
        began = table.phase == "activation" and active and active.activated == table.round
        if not (began and active and active.on_board and active.seat == turn.seat):
            yield _no("48", f"{turn.active} cannot be the active unit.")


def _order(table: Table) -> Iterator[Forbidden]:
    """Whose turn it is, and that those who set up still have theirs."""
    turn, playing = table.turn, turns.seats(table)
    if turn.seat not in playing:
        yield _no("D41", "The player on turn is not playing.", "The seats are in the turn order.")
    if table.phase == "deployment":
        players = (table.players[seat] for seat in playing if seat not in turn.order[turn.at :])
        if late := [seat_name(each.seat) for each in players if not each.deployed]:
            yield _no("D52", f"Then {listed(late)} would never deploy.")
    if table.phase == "scenery" and not set(playing) <= set(turn.order):
        yield _no("D49", "A player would never place scenery.")


# --- Teams and their secrets ---


def _teams(state: State) -> Iterator[Forbidden]:
    table = state.table
    teams, known, held = range(len(table.teams)), quadrants.names(table), set[str]()
    for number, team in enumerate(table.teams):
        name, prey = team_name(number), set(team.delivered)
        if number in prey or not prey <= set(teams):
            yield _no("119", f"{name} has delivered Commanders it cannot have delivered.")
        if len(team.delivered) > COMMANDERS * len(table.players):
            yield _no("119", "There are not that many Commanders.")
        if not table.round and (team.commanders or team.delivered or team.quadrants):
            yield _no("41", f"{name} has gains from a battle that has not begun.")
        if team.commanders < 0:
            yield _no("116", f"{name} has fewer than 0 kills.")
        for quadrant, counter in team.quadrants.items():
            if quadrant not in known or not 1 <= counter <= quadrants.CAPTURED:
                yield _no("131", f"{name} cannot hold {quadrant} like that.")
            if quadrant in held:
                yield _no("131", f"{quadrant} is held by two teams.")
            held.add(quadrant)
        yield from _aims(table, number, state.secrets[number])
    fighting = sum(bool(each.bellicose) for each in state.secrets)
    if table.phase != "bellicose" and fighting > bellicose.most(len(teams)):
        yield _no("134", "Too many teams fight as Bellicose Hedonists.")


def _aims(table: Table, number: int, secret: TeamSecret) -> Iterator[Forbidden]:
    name, teams = team_name(number), range(len(table.teams))
    if secret.objective not in range(7) or secret.target not in (tasks.NOBODY, *teams):
        yield _no("112", f"{name} has an unknown objective.")
    if (secret.asked or secret.target != tasks.NOBODY) and secret.objective != MANHUNT:
        yield _no("119", f"{name} has a target but no Manhunt.")
    if secret.target == number or (secret.asked and secret.target != tasks.NOBODY):
        yield _no("119", f"{name} has an invalid target.")
    if table.teams[number].objective not in (0, secret.objective):
        yield _no("113", f"{name} has revealed an objective it does not have.")
    if secret.bellicose and secret.objective:
        yield _no("32", f"{name} is Bellicose but has an objective.")


# --- What is to be done ---


def _agenda(state: State) -> Iterator[Forbidden]:
    table = state.table
    if not all(_is_possible(table, task) for task in table.agenda):
        yield _no("D21", "A pending step refers to something that does not exist.")
        return
    top = table.agenda[-1] if table.agenda else None
    if state.answers and not isinstance(top, tasks.Attack):
        yield _no("D21", "There is an answer without a question.")
    if table.phase == "over" and (table.result is None or table.agenda):
        yield _no("D57", "The match is over but has pending steps.")
    if table.result is not None and table.phase != "over":
        yield _no("D57", "The match has a result but is not over.")
    if table.result and not set(table.result.victors) <= set(range(len(table.players))):
        yield _no("D57", "An unknown player has won.")
    pending = agenda.pending(state)
    if isinstance(pending, Decisions) and not pending.awaited():
        yield _no("D76", "The match would wait for no one.")
    if table.phase in MUSTER and table.units:
        yield _no("D54", "Armies are still being built, but units already exist.")


def _is_possible(table: Table, task: tasks.Task) -> bool:
    seats, teams, units = range(len(table.players)), range(len(table.teams)), table.units
    match task:
        case tasks.Attack():
            named = {part.target for part in task.parts}
            named |= {task.attacker} - ({""} if task.how == "terrain" else set())
            piece = task.piece == tasks.NOBODY or task.piece in range(len(table.pieces))
            return named <= units.keys() and piece and task.part in range(len(task.parts))
        case tasks.DiceOff(_, left):
            return bool(left) and set(left) <= set(teams)
        case tasks.RollObjectives(rolling):
            return set(rolling) <= set(teams)
        case tasks.RollIncome(paid):
            return set(paid) <= set(seats)
        case tasks.Tick(unit, mark):
            return unit in units and mark >= 0
        case tasks.DelayedAction(seat, _):
            return seat in seats
        case Do(step, _):
            return step in agenda.AGENDA.steps
