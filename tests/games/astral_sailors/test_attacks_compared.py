"""Attacks of all kinds, compared die by die with a plain reading of the canon."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from games.astral_sailors import agenda
from games.astral_sailors.board import terrain
from games.astral_sailors.rules.combat import attack, questions
from games.astral_sailors.rules.combat.answering import Pay, React, Reroll
from games.astral_sailors.state import StepBuilder
from games.astral_sailors.table import Poison, Table, Unit
from games.astral_sailors.tasks import Attack, AttackTarget
from games.core.geometry.squares import Facing, Square
from games.core.types import Chance, Rolled
from tests.games.astral_sailors.asked_of import answer_refused, make
from tests.games.astral_sailors.plain_attack import COUNTER, COVER, Fighter, PlainAttack
from tests.games.astral_sailors.positions import kind, state, table, unit

BOARD = 9
SPECIALS = (
    *("Elite", "Cover 2", "Cover 3", "Counter-attack", "Tough 1", "Tough 2", "Silent", "Fast"),
    *("Venomous 1", "Electric 2", "Reflexes", "Fly", "Counter-attack", "Counter-attack"),
)
"""Drawn from; what is drawn twice is one."""


def options(chance: Random) -> dict[str, Any]:
    return {
        "melee_arc": chance.choice(["front", "all"]),
        "fly_melee_down": chance.random() < 0.8,
        "extension_first": chance.choice(["natural6", "total6"]),
        "attacker_extension": chance.random() < 0.5,
        "reroll_uses": chance.choice(["split", "single"]),
        "aura_scope": chance.choice(["each", "shared"]),
        "venom_stack": chance.choice(["refresh", "stack"]),
    }


def made_up(chance: Random, code: str) -> str:
    drawn = chance.sample(SPECIALS, chance.randrange(5))
    by_name = {each.split()[0].replace("Electric", "Venomous"): each for each in drawn}
    blows = chance.randrange("Counter-attack" in by_name, 5)
    return kind(
        code,
        *by_name.values(),
        shots=chance.randrange(1, 5),
        blows=blows,
        shot_damage=chance.randrange(4),
        blow_damage=chance.randrange(4) if blows else 0,
        base=chance.choice([1, 1, 2, 3]),
        resistance=chance.randrange(1, 5),
        defence=chance.randrange(4),
        cost=chance.randrange(2, 20),
    )


def crowd(chance: Random) -> Table:
    """Units of many kinds close together, in any condition; Commanders of both sides."""
    kinds = [made_up(chance, f"ZA{number}") for number in range(1, 6)]
    kinds.append(kind("ZC1", "Commander", resistance=3))
    found = table(kinds=kinds, size=BOARD, round=chance.randrange(1, 4), **options(chance))
    wanted = [(f"{code}", f"ZA{chance.randrange(1, 6)}") for code in ("R1", "B1", "B2", "B3")]
    wanted += [(code, "ZC1") for code in ("R8", "R9", "B8", "B9") if chance.random() < 0.8]
    for code, of in wanted:
        for _ in range(40):
            at = Square(chance.randrange(BOARD - 3), chance.randrange(BOARD - 3))
            made = unit(code, of, str(at), chance.choice(tuple(Facing)))
            if terrain.stands(found, made, found.base(made)):
                found = found.put(conditioned(chance, found, made))
                break
    ordered = sorted(found.units.values(), key=lambda each: (each.seat, each.number))
    found = replace(found, units={each.code: each for each in ordered})
    for player in found.players:
        found = found.with_player(replace(player, pool=chance.randrange(30)))
    return found


def conditioned(chance: Random, of: Table, made: Unit) -> Unit:
    now = of.kind(made)
    uses = ("attack-elite", "defence-elite", "attack-aura", "defence-aura")
    lends = ("attack", "defence") if now.specials.commander else ()
    return replace(
        made,
        ap=chance.choice([0, 1, 1, 2]),
        lost=chance.randrange(now.resistance),
        shot=chance.choice([0, of.round, of.round - 1]),
        cover=now.specials.cover > 0 and chance.random() < 0.3,
        absorbed=chance.randrange(now.specials.tough + 1),
        rerolls=tuple(use for use in uses if chance.random() < 0.15),
        lent=tuple(role for role in lends if chance.random() < 0.2),
        poison=(Poison("R1", chance.randrange(4), 2),) if chance.random() < 0.2 else (),
    )


def attack_of(chance: Random, of: Table, plain: PlainAttack) -> list[tuple[str, int, bool]]:
    """Targets that R1 may attack like this, and their dice."""
    targets = [code for code in ("B1", "B2", "B3") if code in of.units]
    if plain.how != "shoot":
        targets = [code for code in targets if plain.strikes("R1", code)]
    if not targets or plain.how == "charge":
        return [(code, chance.randrange(1, 3), False) for code in targets[:1]]
    some = chance.sample(targets, min(len(targets), chance.choice([1, 2])))
    half = plain.how == "shoot" and chance.random() < 0.4
    return [(code, chance.randrange(1, 5), half) for code in some]


def play(
    match: StepBuilder, dice: Iterator[int], answers: Iterator[tuple[str, str, list[int]]]
) -> None:
    """Carry the attack under way to its end with the same dice and answers."""
    while match.table.agenda and isinstance(task := match.table.agenda[-1], Attack):
        pending = agenda.pending(match.done().state)
        if isinstance(pending, Chance):
            faces = tuple(tuple(next(dice) for _ in range(roll.count)) for roll in pending.rolls)
            agenda.rolled(match, Rolled(faces))
            continue
        asked = questions.questions(match.table, match.answers, task)[0]
        what, code, given = next(answers)
        assert asked.kind == what
        move: React | Reroll | Pay
        if what == "react":
            choice = {COUNTER: "counter", COVER: "cover"}.get(given[0], "none")
            move = React(code, choice)  # type: ignore[arg-type]  # a literal in the tests
        else:
            move = Reroll(tuple(given)) if what == "reroll" else Pay(code, given[0])
        assert answer_refused(match.table, asked.seat, move) is None
        make(match, asked.seat, move)
        agenda.run(match)


def fighter(of: Unit) -> Fighter:
    marks = [(mark.source, mark.damage, mark.ticks) for mark in of.poison]
    return Fighter(
        of.code,
        of.ap,
        of.lost,
        of.cover,
        of.absorbed,
        set(of.rerolls),
        set(of.lent),
        marks,
        gone=not of.on_board,
    )


@pytest.mark.rules(
    "ASCW-D21", "ASCW-D22", "ASCW-D23", "ASCW-D24", "ASCW-D25", "ASCW-D26", "ASCW-D27"
)
@pytest.mark.rules(
    "ASCW-D28", "ASCW-D31", "ASCW-D33", "ASCW-D34", "ASCW-D35", "ASCW-D36", "ASCW-D73"
)
@pytest.mark.parametrize("block", range(8))
def test_an_attack_ends_as_a_plain_reading_of_the_canon_has_it(block: int) -> None:
    compared = 0
    for seed in range(120 * block, 120 * (block + 1)):
        chance = Random(seed)
        of = crowd(chance)
        if not {"R1", "R9", "B9"} <= of.units.keys():
            continue  # without Commanders the match would end
        faces = [chance.choice([1, 2, 3, 4, 5, 6, 6]) for _ in range(300)]
        dice, answers = iter(faces), list[tuple[str, str, list[int]]]()

        def throw(count: int, dice: Iterator[int] = dice) -> list[int]:
            return [next(dice) for _ in range(count)]

        def ask(
            what: str,
            code: str,
            able: list[int],
            chance: Random = chance,
            answers: list[tuple[str, str, list[int]]] = answers,
        ) -> list[int]:
            count = chance.randrange(len(able) + 1) if what == "reroll" else 1
            answers.append((what, code, sorted(chance.sample(able, count))))
            return answers[-1][2]

        plain = PlainAttack(
            of, chance.choice(["shoot", *["melee"] * 6, "charge", "charge"]), "R1", [], throw, ask
        )
        plain.parts = attack_of(chance, of, plain)
        if not plain.parts:
            continue
        plain.resolve()
        match = StepBuilder(state(of))
        parts = tuple(
            AttackTarget(code, count, 64 if half else 0, half) for code, count, half in plain.parts
        )
        attack.declare(match, plain.how, match.unit("R1"), parts)
        agenda.run(match)
        left, given = iter(faces), iter(answers)
        play(match, left, given)
        assert list(left) == list(dice), seed
        assert next(given, None) is None, seed
        assert {code: fighter(each) for code, each in match.table.units.items()} == plain.fighters
        assert [player.pool for player in match.table.players] == plain.pools, seed
        compared += 1
    assert compared > 15
