"""Sentences about views and events of Astral Sailors, and the question of each decision."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from games.astral_sailors.events import Team
from games.astral_sailors.names import (
    called,
    counted,
    listed,
    seat_name,
    seat_with_team,
    team_name,
    team_with_seats,
)
from games.astral_sailors.rules import subjects
from games.astral_sailors.rules.combat import exchange, questions, wounds
from games.astral_sailors.rules.setup import armies, bellicose
from games.astral_sailors.rules.victory import conditions
from games.astral_sailors.table import LETTERS, Table
from games.astral_sailors.tasks import NOBODY, Attack, Move
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words import considerations, event_sentences, outcomes
from games.astral_sailors.words.event_sentences import AIMS, piece_name
from games.core.contract import Words
from games.core.telling import DIGESTED, Nouns, ScoredSide, Tally
from games.core.types import Decision, Ending, Event, Seat, Viewer

DEPLOYED_FOR = 45
"""Most points of the first deployment, without Commanders (ASCW-36)."""

PIECES = 5
"""Pieces of scenery that each player places (ASCW-20)."""

_DOES = {"shoot": "shoots at", "melee": "strikes", "charge": "charges"}


def ask(view: SailorsView, decision: Decision) -> str:
    match decision.kind:
        case "bellicose":
            most = bellicose.most(len(view.table.teams))
            return (
                "Will your team fight as Bellicose Hedonists, with no objective? "
                f"At most {counted(most, 'team')} may."
            )
        case "army":
            return _army(view, decision)
        case "army-open":
            return "Your army is locked. You can unlock it until all armies are locked."
        case "target":
            return "Which team does your Manhunt target? The first answer from your team counts."
        case "scenery" | "deploy" | "activate" | "reinforce":
            return _ask_turn(view, decision)
        case "react" | "reroll" | "pay":
            return _attack(view, decision)
        case "talk":
            return "You can leave the match."
        case _:
            return "Your answer is needed."


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
    army = subjects.army(view, decision)
    whose = "" if army in (None, decision.seat) else f" of {seat_name(turn.seat)}"
    match decision.kind:
        case "scenery":
            lying = sum(piece.seat == turn.seat for piece in table.pieces)
            whose = whose.replace(" of ", " for ")
            return f"Place scenery{whose}: piece {lying + 1} of {PIECES}."
        case "deploy":
            leaders = "the Commander" if table.agreement.commanders == 1 else "all Commanders"
            return (
                f"Deploy {leaders}{whose} and up to {DEPLOYED_FOR} points of other units in the "
                f"zone: {_deployed(table, turn.seat)} so far. The rest stay in the Reserve."
            )
        case "reinforce":
            pool = table.players[turn.seat].pool if army is not None else 0
            return f"Bring units from the Reserve{whose}: the pool holds {counted(pool, 'point')}."
        case _:
            return _activation(table, whose)


def _deployed(table: Table, seat: int) -> str:
    """Points deployed so far, without Commanders."""
    kinds = [table.kind(unit) for unit in table.of(seat) if unit.on_board]
    return counted(sum(kind.cost for kind in kinds if not kind.specials.commander), "point")


def _activation(table: Table, whose: str) -> str:
    turn = table.turn
    half = "first" if turn.half == 1 else "second"
    more = f"{counted(turn.quota, 'unit') if turn.quota else 'none'} left in the {half} half"
    active = table.units.get(turn.active)
    now = f"; {active.code} is active with {active.ap} AP" if active else ""
    return f"Activate units{whose}: {more}{now}."


def _attack(view: SailorsView, decision: Decision) -> str:
    table = view.table
    task, code = subjects.attack_under_way(table), subjects.unit_asked(view, decision)
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
    part = next((part for part in task.parts if part.target == code), None)
    dice = counted(part.dice if part else 0, "die", "dice")
    does = _DOES.get(task.how, "attacks")
    known = table.units[code]
    return (
        f"{called(table, task.attacker)} {does} {called(table, code)} with {dice}. "
        f"How does {code} react? It has {known.ap} AP."
    )


def _reroll(task: Attack, code: str) -> str:
    throw = questions.under_way(task)
    if throw is None:
        return f"Which dice do you re-roll for {code}?"
    pairs = exchange.pairs(throw)
    attack = listed([str(pair.a_total) for pair in pairs])
    defence = listed([str(pair.d_total) for pair in pairs])
    role = "attack" if task.stage.startswith("attack") else "defence"
    who = f"{throw.attacker}'s poison" if task.how == "poison" else throw.attacker
    who = who or "The terrain"
    attacking = event_sentences.dice(event_sentences.in_order(throw.attack))
    defending = event_sentences.dice(event_sentences.in_order(throw.defence))
    return (
        f"{who} has {attack} ({attacking}) against {throw.defender}'s {defence} ({defending}). "
        f"Which failed {role} dice do you re-roll for {code}?"
    )


def _pay(table: Table, task: Attack, code: str) -> str:
    unit = table.units[code]
    price = wounds.price(table.kind(unit).cost)
    hurt = questions.suffered(task, code)
    pool = table.players[unit.seat].pool
    return (
        f"{called(table, code)} has {wounds.left(table, unit)} RE and takes "
        f"{counted(hurt, 'wound')}. "
        f"Paying off a wound costs {counted(price, 'point')}; the pool holds {pool}."
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
        return ask(view, decision)

    def consider(self, view: SailorsView, decision: Decision, move: Move) -> tuple[str, ...]:
        return considerations.consider(view, decision, move)

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
        team = Team(table.team(seat))
        you = [each.seat for each in table.players if table.controller(each.seat) == seat]
        alone = (team,) if len(mates) == 1 else ()
        pools = f"points: {_pools(table)}"
        return Nouns(side, _owner, piece, (*you, *alone), (*mates, team), "terrain", pools)

    def standing(self, view: SailorsView) -> str:
        table = view.table
        if table.result is not None:
            return f"After {counted(table.round, 'round')}: {_result(table)}"
        if table.phase in ("bellicose", "muster"):
            return f"Before the battle: {_PHASES[table.phase].lower()}."
        who = _playing(table)
        turn = f"{who} to play" if table.turn.seat != NOBODY else "between turns"
        if table.phase in ("scenery", "deployment"):
            return f"Before the battle: {_PHASES[table.phase].lower()}, {turn}."
        if table.turn.seat == NOBODY:
            # Between turns only poison asks anything; a preview may stop before the dice.
            cause = "poison takes effect" if subjects.attack_under_way(table) else "starting"
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
        team = view.table.team(view.seat)
        own = view.own
        said = () if own is None else event_sentences.tell_secret(view.table, team, own)
        return (*said, *_drafts(view, team))

    def ending(self, view: SailorsView, ending: Ending) -> str:
        if view.table.result is not None:
            return _result(view.table)
        winners = listed([seat_name(seat) for seat in ending.winners])
        if winners:
            return f"{winners} {'wins' if len(ending.winners) == 1 else 'win'}."
        return event_sentences.tell_drawn(ending.rule)


WORDS = SailorsWords()


def _owner(piece: Any) -> Any:
    """The seat of a unit by its code; seats and teams are themselves."""
    return LETTERS.index(piece[0]) if isinstance(piece, str) else piece


def _owner_name(table: Table, owner: Any) -> str:
    return _scored_as(table, owner.number) if isinstance(owner, Team) else seat_name(owner)


def _piece_name(table: Table, piece: Any) -> str:
    """``R1 Commander``, ``R5 Contract Trooper``, or a piece of scenery."""
    if not isinstance(piece, str):
        code = str(piece)
        name = piece_name(code)
        return code if name == code else f"the {name}"
    return outcomes.piece_name(table, piece)


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
    attack = subjects.attack_under_way(table)
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
    limit = f" of {table.agreement.round_limit}" if table.agreement.round_limit else ""
    half = ""
    if table.turn.seat == NOBODY:
        return f"Round {table.round}{limit}"
    if table.phase == "activation":
        half = ", first half" if table.turn.half == 1 else ", second half"
    return f"Round {table.round}{limit}, {_PHASES[table.phase]}{half}"


def _left(table: Table) -> str:
    if table.phase != "activation":
        return ""
    active = f", {table.turn.active} active" if table.turn.active else ""
    return f", {counted(table.turn.quota, 'unit')} left to activate{active}"


def _pools(table: Table) -> str:
    return listed(
        [
            f"{seat_name(player.seat)} {player.pool}"
            for player in table.players
            if not player.removed
        ]
    )


def _result(table: Table) -> str:
    result = table.result
    if result is None:
        return ""
    if result.team == NOBODY:
        return event_sentences.tell_drawn(result.rule)
    return event_sentences.tell_victory(result.team, result.rule, result.victors, result.fallen)


def _all_objectives(view: SailorsView) -> tuple[str, ...]:
    """All objectives, for a referee or after the match."""
    said = []
    for number, known in enumerate(view.secrets):
        if known is None or not (known.objective or known.bellicose):
            continue
        name = team_with_seats(view.table, number)
        after = ""
        if known.objective == 3 and known.target != NOBODY:
            after = f", hunting {team_name(known.target)}"
        tally = conditions.tally(view.table, number, known.objective)
        said.append(" ".join((f"{name}: {event_sentences.tell_objective(known)}{after}.", *tally)))
    return tuple(said)


def _never_shown(view: SailorsView) -> tuple[str, ...]:
    """With closed armies, the units that have not come, for a referee or after the match."""
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
    if table.phase not in ("bellicose", "muster"):
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
