"""Sentences about views and events of Astral Sailors, and the question of each decision."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from games.astral_sailors.content.catalogue import PER_PLAYER
from games.astral_sailors.events import TeamNumber
from games.astral_sailors.names import (
    called,
    counted,
    listed,
    seat_name,
    seat_with_team,
    team_name,
    team_with_seats,
)
from games.astral_sailors.odds.threats import threats as find_threats
from games.astral_sailors.rules.combat import exchange, questions, wounds
from games.astral_sailors.rules.combat.attack import throw_of
from games.astral_sailors.rules.setup import armies, bellicose, deployment
from games.astral_sailors.rules.turns import turns
from games.astral_sailors.rules.victory import conditions
from games.astral_sailors.rules.victory.conditions import MUSTER
from games.astral_sailors.table import LETTERS, Table
from games.astral_sailors.tasks import NOBODY, Attack, Move
from games.astral_sailors.view import SailorsView, Threat
from games.astral_sailors.words import considerations, event_sentences, outcomes
from games.astral_sailors.words.event_sentences import AIMS, piece_name
from games.core.contract import Words
from games.core.events import Event
from games.core.telling import DIGESTED, Nouns, ScoredSide, Tally
from games.core.types import Decision, Ending, Seat, Viewer


def _army(view: SailorsView, decision: Decision) -> str:
    table, draft = view.table, view.sheet(decision.seat)
    agreed = table.agreed_with(decision.seat).agreement
    total = armies.price(table.catalogue, draft.units)
    commanders = counted(agreed.commanders, "Commander")
    return (
        f"Build an army of up to {agreed.army_size} points with {commanders} and at least as "
        f"many civilians as military units, then lock it. "
        f"So far: {counted(len(draft.units), 'unit')}, {counted(total, 'point')}."
    )


def _ask_turn(view: SailorsView, decision: Decision) -> str:
    table, turn = view.table, view.table.turn
    army = turns.army(view, decision)
    whose = "" if army in (None, decision.seat) else f" of {seat_name(turn.seat)}"
    match decision.kind:
        case "scenery":
            lying = sum(piece.seat == turn.seat for piece in table.pieces)
            whose = whose.replace(" of ", " for ")
            return f"Place scenery{whose}: piece {lying + 1} of {PER_PLAYER}."
        case "deploy":
            leaders = "the Commander" if table.agreement.commanders == 1 else "all Commanders"
            so_far = counted(deployment.spent(table, turn.seat), "point")
            return (
                f"Deploy {leaders}{whose} and up to {deployment.MOST} points of other units in the "
                f"zone: {so_far} so far. The rest stay in the Reserve."
            )
        case "reinforce":
            pool = table.players[turn.seat].pool if army is not None else 0
            return f"Bring units from the Reserve{whose}: the pool holds {counted(pool, 'point')}."
        case _:
            return _activation(table, whose)


def _activation(table: Table, whose: str) -> str:
    turn = table.turn
    half = "first" if turn.half == 1 else "second"
    more = f"{counted(turn.quota, 'unit') if turn.quota else 'none'} left in the {half} half"
    active = table.units.get(turn.active)
    now = f"; {active.code} is active with {active.ap} AP" if active else ""
    return f"Activate units{whose}: {more}{now}."


def _attack(view: SailorsView, decision: Decision) -> str:
    table, task = view.table, view.table.attack
    code = questions.unit_asked(view, decision)
    if task is None or not code:
        return "An attack needs your answer."
    match decision.kind:
        case "react":
            return _react(table, task, code)
        case "reroll":
            return _reroll(task, code)
        case _:
            return _pay(table, task, code)


def _react(table: Table, task: Attack, code: str) -> str:
    dice = counted(questions.part_of(task, code).dice, "die", "dice")
    does = f"{event_sentences.DOES[task.how]} {called(table, code)}"
    ap = table.units[code].ap
    return (
        f"{called(table, task.attacker)} {does} with {dice}. How does {code} react? It has {ap} AP."
    )


def _reroll(task: Attack, code: str) -> str:
    throw = throw_of(task)
    attack, defence = (listed(each) for each in zip(*exchange.totals(throw), strict=True))
    attacking, defending = map(event_sentences.sorted_dice, (throw.attack, throw.defence))
    who = f"{throw.attacker}'s poison" if task.how == "poison" else throw.attacker or "The terrain"
    role = "attack" if task.stage.startswith("attack") else "defence"
    return (
        f"{who} has {attack} ({attacking}) against {throw.defender}'s {defence} ({defending}). "
        f"Which failed {role} dice do you re-roll for {code}?"
    )


def _pay(table: Table, task: Attack, code: str) -> str:
    unit = table.units[code]
    price = counted(wounds.price(table.kind(unit).cost), "point")
    hurt, pool = counted(questions.suffered(task, code), "wound"), table.players[unit.seat].pool
    return (
        f"{called(table, code)} has {wounds.left(table, unit)} RE and takes {hurt}. "
        f"Paying off a wound costs {price}; the pool holds {pool}."
    )


# --- Views ---

_PHASES = {
    "bellicose": "Teams choose whether to be Bellicose",
    "muster": "Armies are being built",
    "scenery": "Scenery is being placed",
    "deployment": "Armies are being deployed",
    "activation": "activation",
    "reinforcement": "reinforcements",
    "over": "the end",
}


class SailorsWords(Words[SailorsView, Event]):
    def seat(self, view: SailorsView, seat: Seat) -> str:
        return seat_with_team(view.table, seat)

    def ask(self, view: SailorsView, decision: Decision) -> str:
        match decision.kind:
            case "bellicose":
                most = counted(bellicose.most(len(view.table.teams)), "team")
                asked = "Will your team fight as Bellicose Hedonists, with no objective?"
                return f"{asked} At most {most} may."
            case "army":
                return _army(view, decision)
            case "army-open":
                return "Your army is locked. You can unlock it until all armies are locked."
            case "target":
                return (
                    "Which team does your Manhunt target? The first answer from your team counts."
                )
            case "scenery" | "deploy" | "activate" | "reinforce":
                return _ask_turn(view, decision)
            case "react" | "reroll" | "pay":
                return _attack(view, decision)
            case "talk":
                return "You can leave the match."
            case _:
                return "Your answer is needed."

    def consider(self, view: SailorsView, decision: Decision, move: Move) -> tuple[str, ...]:
        return considerations.consider(view, decision, move)

    def foretell(
        self, view: SailorsView, decision: Decision, move: Move, events: Sequence[Event]
    ) -> str:
        told = super().foretell(view, decision, move, events)
        return told or considerations.answered(view, decision, move)

    def tell(self, event: Event) -> str:
        return event_sentences.tell(event)

    def outcome(self, view: SailorsView, event: Event) -> str:
        return outcomes.outcome(view, event)

    def digest(self, view: SailorsView, events: Sequence[Event], viewer: Viewer) -> tuple[str, ...]:
        """What befell units is told before what the objectives were."""
        headline, *others = super().digest(view, events, viewer) or ("",)
        won, objectives, which = headline.partition(f" {AIMS}")
        if not objectives:
            return (headline, *others) if headline else ()
        return (won, *others[: DIGESTED - 2], f"{AIMS}{which}")

    def nouns(self, view: SailorsView, viewer: Viewer) -> Nouns:
        """The points are told to seats: elsewhere they stand beside the digest."""
        table, seat = view.table, view.seat
        side, piece = partial(_owner_name, table), partial(_piece_name, table)
        if seat is None:
            return Nouns(side, _owner, piece, nobody="terrain")
        mates = table.teams[table.team(seat)].seats
        team = TeamNumber(table.team(seat))
        you = [each.seat for each in table.players if table.controller(each.seat) == seat]
        alone = (team,) if len(mates) == 1 else ()
        pools = f"points: {_pools(table)}"
        return Nouns(side, _owner, piece, (*you, *alone), (*mates, team), "terrain", pools)

    def standing(self, view: SailorsView) -> str:
        table = view.table
        if table.result is not None:
            return f"After {counted(table.round, 'round')}: {_result(table)}"
        if table.phase in MUSTER:
            return f"Before the battle: {_PHASES[table.phase].lower()}."
        who = _playing(table)
        turn = f"{who} to play" if table.turn.seat != NOBODY else "between turns"
        if table.phase in ("scenery", "deployment"):
            return f"Before the battle: {_PHASES[table.phase].lower()}, {turn}."
        if table.turn.seat == NOBODY:
            # Between turns only poison asks anything; a preview may stop before the dice.
            cause = "poison takes effect" if table.attack else "starting"
            return f"{_round(table)}, {cause}. Points: {_pools(table)}."
        return f"{_round(table)}, {turn}{_left(table)}. Points: {_pools(table)}.{_waits(table)}"

    def tally(self, view: SailorsView) -> Tally:
        """The worth of the units on the board: what everybody can see of the strength of a team."""
        table = view.table
        sides = tuple(
            ScoredSide(_scored_as(table, number), tuple(map(Seat, team.seats)))
            for number, team in enumerate(table.teams)
        )
        worth = {player.seat: 0 for player in table.players}
        for unit in table.on_board():
            worth[unit.seat] += table.kind(unit).cost
        scores = tuple(Fraction(sum(worth[seat] for seat in team.seats)) for team in table.teams)
        counted_from = bool(table.round)
        return Tally(_turn(table), "Points of units on the board", sides, scores * counted_from)

    def secrets(self, view: SailorsView) -> tuple[str, ...]:
        if view.seat is None:
            return (*_all_objectives(view), *_never_shown(view))
        team, own = view.table.team(view.seat), view.known(view.seat)
        return (*event_sentences.tell_secret(view.table, team, own), *_drafts(view, team))

    def ending(self, view: SailorsView, ending: Ending) -> str:
        if view.table.result is not None:
            return _result(view.table)
        winners = listed([seat_name(seat) for seat in ending.winners])
        if winners:
            return f"{winners} {'wins' if len(ending.winners) == 1 else 'win'}."
        return event_sentences.tell_drawn(ending.rule)


WORDS = SailorsWords()


def threats(view: SailorsView, team: int) -> tuple[Threat, ...]:
    """What could be hit of this team, and by it, when units are next activated."""
    if team not in view.met:
        view.met[team] = find_threats(view.table, team)
    return view.met[team]


def _owner(piece: Any) -> Any:
    """The seat of a unit by its code; seats and teams are themselves."""
    return LETTERS.index(piece[0]) if isinstance(piece, str) else piece


def _owner_name(table: Table, owner: Any) -> str:
    return _scored_as(table, owner.number) if isinstance(owner, TeamNumber) else seat_name(owner)


def _piece_name(table: Table, piece: Any) -> str:
    """``R1 Director-Marshal``, ``R5 Contract Trooper``, or a piece of scenery."""
    if not isinstance(piece, str):
        code = str(piece)
        name = piece_name(code)
        return code if name == code else f"the {name}"
    return called(table, piece)


def _scored_as(table: Table, team: int) -> str:
    seats = table.teams[team].seats
    return seat_name(seats[0]) if len(seats) == 1 else team_name(team)


def _turn(table: Table) -> str:
    """``Round 2, Red's first half``."""
    part = {"deployment": "deployment", "scenery": "scenery", "reinforcement": "reinforcements"}
    said = part.get(table.phase, "first half" if table.turn.half == 1 else "second half")
    number = f"Round {table.round}" if table.round else "Before the battle"
    return number if table.turn.seat == NOBODY else f"{number}, {_playing(table)}'s {said}"


def _waits(table: Table) -> str:
    """Why another player than the one on turn has to answer."""
    attack = table.attack
    if attack is None or attack.how not in ("shoot", "melee", "charge"):
        return ""
    targets = listed([part.target for part in attack.parts])
    return f" {attack.attacker}'s attack on {targets} awaits an answer."


def _playing(table: Table) -> str:
    """``Red``, or ``Blue for Red`` if Blue has taken over Red's army."""
    seat = table.turn.seat
    if seat == NOBODY or table.controller(seat) == seat:
        return seat_name(seat)
    return f"{seat_name(table.controller(seat))} for {seat_name(seat)}"


def _round(table: Table) -> str:
    number = f"Round {table.round}"
    if limit := table.agreement.round_limit:
        number += f" of {limit}"
    if table.turn.seat == NOBODY:
        return number
    half = f", {'first' if table.turn.half == 1 else 'second'} half"
    return f"{number}, {_PHASES[table.phase]}{half * (table.phase == 'activation')}"


def _left(table: Table) -> str:
    if table.phase != "activation":
        return ""
    active = f", {table.turn.active} active" if table.turn.active else ""
    return f", {counted(table.turn.quota, 'unit')} left to activate{active}"


def _pools(table: Table) -> str:
    playing = (player for player in table.players if not player.removed)
    return listed(f"{seat_name(player.seat)} {player.pool}" for player in playing)


def _result(table: Table) -> str:
    result = table.result
    if result is None:
        return ""
    if result.team == NOBODY:
        return event_sentences.tell_drawn(result.rule)
    return event_sentences.tell_won(result.team, result.rule, result.victors, result.fallen)


def _all_objectives(view: SailorsView) -> tuple[str, ...]:
    """All objectives, for a referee or after the match."""
    said = []
    for number, known in enumerate(view.secrets):
        if known is None or not (known.objective or known.bellicose):
            continue
        name, hunts = team_with_seats(view.table, number), known.target != NOBODY
        after = f", hunting {team_with_seats(view.table, known.target)}" if hunts else ""
        tally = conditions.tally(view.table, number, known.objective)
        said.append(" ".join((f"{name}: {event_sentences.tell_objective(known)}{after}.", *tally)))
    return tuple(said)


def _never_shown(view: SailorsView) -> tuple[str, ...]:
    """The units that never came with closed armies, for a referee or after the match."""
    table = view.table
    if table.agreement.open_armies or not view.all_seen:
        return ()
    kept = {
        player.seat: tuple(unit.kind for unit in table.of(player.seat) if not unit.seen)
        for player in table.players
    }
    return tuple(
        f"{seat_name(seat)} has not shown {outcomes.kind_names(table, kinds)}."
        for seat, kinds in kept.items()
        if kinds
    )


def _drafts(view: SailorsView, team: int) -> tuple[str, ...]:
    """The army lists visible to the viewer while armies are being built."""
    table = view.table
    if table.phase not in MUSTER:
        return ()
    said = []
    for seat in table.teams[team].seats:
        draft = view.sheets[seat]
        if draft is None:
            continue
        whose = "Your army list" if seat == view.seat else f"The army list of {seat_name(seat)}"
        total = armies.price(table.catalogue, draft.units)
        units = outcomes.kind_names(table, draft.units) or "empty"
        lock = ", locked" if draft.locked else ""
        lock += ", and the bot sets it up" if draft.auto else ""
        size = table.agreed_with(seat).agreement.army_size
        said.append(f"{whose}: {units}; {total} of {size} points{lock}.")
    return tuple(said)
