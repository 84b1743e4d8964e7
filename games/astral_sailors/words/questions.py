"""The question that an open decision asks a seat."""

from __future__ import annotations

from games.astral_sailors import subjects
from games.astral_sailors.names import called, counted, listed, seat_name
from games.astral_sailors.rules.combat import exchange, questions, wounds
from games.astral_sailors.rules.setup import armies, bellicose
from games.astral_sailors.table import Table
from games.astral_sailors.tasks import Attack
from games.astral_sailors.view import SailorsView
from games.astral_sailors.words import dice_reports
from games.core.types import Decision

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
            return _turn(view, decision)
        case "react" | "reroll" | "pay":
            return _attack(view, decision)
        case "talk":
            return "You can leave the match."
        case _:
            return "Your answer is needed."


def _army(view: SailorsView, decision: Decision) -> str:
    table, draft = view.table, subjects.draft(view, decision)
    agreed = table.agreed_with(decision.seat).agreement
    total = armies.price(table.catalogue, draft.units)
    commanders = counted(agreed.commanders, "Commander")
    return (
        f"Build an army of up to {agreed.army_size} points with {commanders} and at least as "
        f"many civilians as military units, then lock it. "
        f"So far: {counted(len(draft.units), 'unit')}, {counted(total, 'point')}."
    )


def _turn(view: SailorsView, decision: Decision) -> str:
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
    more = f"{counted(turn.quota, 'unit')} left to activate in the {half} half"
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
    attacking = dice_reports.dice(dice_reports.in_order(throw.attack))
    defending = dice_reports.dice(dice_reports.in_order(throw.defence))
    return (
        f"{who} has {attack} ({attacking}) against {throw.defender}'s {defence} ({defending}). "
        f"Which failed {role} dice do you re-roll for {code}?"
    )


def _pay(table: Table, task: Attack, code: str) -> str:
    unit = table.units[code]
    price = wounds.price(table.kind(unit).cost)
    hurt = task.ruled[0 if code == task.parts[task.part].target else 1]
    pool = table.players[unit.seat].pool
    return (
        f"{called(table, code)} has {wounds.left(table, unit)} RE and takes "
        f"{counted(hurt, 'wound')}. "
        f"Paying off a wound costs {counted(price, 'point')}; the pool holds {pool}."
    )
