"""Positions of Astral Sailors that show everything a picture can show."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from games.astral_sailors.content.loading import catalogue_of
from games.astral_sailors.secrets import TeamSecret
from games.astral_sailors.table import (
    LETTERS,
    Hit,
    LastAction,
    Poison,
    Result,
    Scenery,
    Table,
    Unit,
)
from games.astral_sailors.tasks import Attack, AttackTarget
from games.astral_sailors.view import PlannedMove, SailorsView
from games.core.geometry.squares import Base, Facing
from games.core.types import Seat
from tests.games.astral_sailors.positions import piece, table, unit

N, NE, E, SE, S, SW, W, NW = Facing

DOCKYARD = tuple(
    piece(of, at)
    for of, at in (
        ("WA", "D5"), ("WA", "K12"), ("CR", "G8"), ("CR", "J9"), ("FE", "J6"), ("FE", "E11"),
        ("WO", "M3"), ("WO", "C13"), ("MI", "B8"), ("MI", "M8"),
    )
)  # fmt: skip

REACTOR = tuple(
    piece(of, at)
    for of, at in (
        ("TW", "G7"), ("TW", "J10"), ("BU", "C7"), ("BU", "M9"), ("LV", "G4"), ("LV", "I12"),
        ("BW", "K7"), ("BW", "D10"), ("RU", "M4"), ("RU", "C12"),
    )
)  # fmt: skip


def seen(
    of: Table,
    seat: int | None = None,
    plan: PlannedMove | None = None,
    known: Sequence[TeamSecret | None] = (),
) -> SailorsView:
    """What ``seat`` sees of a table; it knows of the teams what ``known`` says."""
    secrets = tuple(known) or tuple(None for _ in of.teams)
    own = None if seat is None else Seat(seat)
    return SailorsView(of, tuple(None for _ in of.players), own, secrets, plan=plan)


def skirmish() -> Table:
    """Two armies with space between them; R2 has shot at B2 through a crate."""
    units = [
        unit("R1", "EX1", "H2", S, ap=3),
        unit("R2", "EX3", "F6", S, ap=0, activated=2, shot=2),
        unit("R3", "EX3", "G5", SE),
        unit("R4", "EX4", "J4", S, cover=True, ap=1),
        unit("R5", "EX7", "D3", S),
        unit("R6", "EX8", "L5", SW, lost=1),
        unit("R7", "CV2", "G2", S),
        unit("R8", "EX9", "I3", S),
        *(unit(f"R{number}", "CV1", "") for number in range(9, 14)),
        unit("B1", "GU2", "I15", ap=3),
        unit("B2", "GU3", "H9"),
        unit("B3", "GU3", "L10", NW),
        unit("B4", "GU3", ""),
        unit("B5", "GU4", "F12", NE, lost=1),
        unit("B6", "GU5", "O9", NW),
        unit("B7", "GU6", "J11", poison=(Poison("R6", 1, 2),)),
        unit("B8", "MC3", "D12", E),
        unit("B9", "CV1", "H14"),
        unit("B10", "CV3", "K15"),
        *(unit(f"B{number}", "CV1", "") for number in range(11, 15)),
    ]
    found = table(units, DOCKYARD, round=2, pools={0: 7, 1: 12})
    hit = Hit("R2", "B2", 48, (6, 4), (5, 1), 1, gone=False, totals=((4, 6), (3, 2)))
    aim = found.base(found.units["B2"])
    last = LastAction("R2", 0, "shoot", (found.base(found.units["R2"]),), (aim,), (hit,))
    red, blue = found.teams
    teams = (replace(red, quadrants={"Q1-1": 1}), replace(blue, quadrants={"Q2-2": 2}))
    return replace(found, last=last, teams=teams)


def ran() -> Table:
    """R5 has run around the wall and is still being activated."""
    found = skirmish()
    path = tuple(Base(c, r) for c, r in ((3, 2), (2, 3), (2, 4), (2, 5), (3, 6)))
    runner = replace(found.units["R5"], c=3, r=6, facing=SE, activated=2, ap=1)
    last = LastAction("R5", 0, "run", path)
    turn = replace(found.turn, active="R5")
    return replace(found.put(runner), last=last, turn=turn)


def crowd() -> Table:
    """A melee in the middle, with big bases and flyers; R1 has struck two enemies."""
    spots = {
        "R": "EX1 H7 NE, EX4 I8 N, EX5 F7 E, EX8 D8 SE, EX3 J7 E, CV1 H10 N, MC3 K8 SE, EX9 L6 W",
        "B": "GU1 H8 S, GU4 J8 W, GU7 G9 SE, GU9 M7 S, GU3 F9 NW, CV1 I7 SE, MC2 K9 W, GU10 D11 E",
    }
    units = []
    for letter, line in spots.items():
        for number, words in enumerate(line.split(", "), 1):
            kind, at, facing = words.split()
            done = 3 if number % 3 else 0
            shot = 3 if number % 4 == 0 else 0
            values = {"ap": number % 3, "activated": done, "shot": shot}
            units.append(unit(f"{letter}{number}", kind, at, Facing[facing], **values))
    units = [replace(one, lost=1) if one.kind in ("EX1", "GU1", "EX4") else one for one in units]
    found = table(units, REACTOR, round=3, pools={0: 31, 1: 4})
    bases = tuple(found.base(found.units[code]) for code in ("B1", "B6"))
    hits = (
        Hit("R1", "B1", 0, (6, 4), (5, 3), 1, gone=False, totals=((7, 6), (5, 5))),
        Hit("B1", "R1", 0, (3,), (5,), 0, gone=False, counter=True, totals=((3, 7),)),
        Hit("R1", "B6", 0, (5,), (2,), 1, gone=True),
    )
    last = LastAction("R1", 0, "melee", (found.base(found.units["R1"]),), bases, hits)
    gone = replace(found.units["B6"], place="reserve", c=-1, r=-1, lost=0)
    return replace(found.put(gone), last=last)


def asked() -> Table:
    """R2 shoots at two units, and the first of them is to react."""
    found = crowd()
    parts = (AttackTarget("B3", 2, 40, half=True), AttackTarget("B5", 1))
    bases = tuple(found.base(found.units[part.target]) for part in parts)
    last = LastAction("R2", 0, "shoot", (found.base(found.units["R2"]),), bases)
    attack = Attack("shoot", "R2", parts)
    turn = replace(found.turn, active="R2")
    return replace(found, last=last, turn=turn, agenda=(attack,))


def captured() -> Table:
    """R6 leads B1 away; the Manhunt is known by now."""
    found = skirmish()
    prey = replace(found.units["B1"], place="captive", held_by="R6", c=-1, r=-1)
    captor = replace(found.units["R6"], holds="B1")
    last = LastAction("R6", 0, "capture", (), (Base(8, 14),))
    teams = (replace(found.teams[0], objective=3), found.teams[1])
    return replace(found.put(prey, captor), last=last, teams=teams)


def deploying() -> Table:
    units = [
        unit("R1", "EX1", "H2", S),
        unit("R2", "EX3", "F6", S),
        *(unit(f"R{number}", "CV1", "") for number in range(3, 7)),
        unit("B1", "GU1", ""),
        *(unit(f"B{number}", "GU3", "") for number in range(2, 7)),
    ]
    return table(units, DOCKYARD, phase="deployment", round=0, turn=1)


def placing() -> Table:
    units = [unit("R1", "EX1", ""), unit("R2", "CV1", ""), unit("B1", "GU1", "")]
    return table(units, REACTOR[:5], phase="scenery", round=0)


def building() -> Table:
    return table(phase="muster", round=0)


def won() -> Table:
    found = crowd()
    teams = (replace(found.teams[0], objective=2), replace(found.teams[1], objective=4))
    result = Result("won", "ASCW-118", 0, (0,))
    return replace(found, phase="over", result=result, teams=teams)


def battle(seats: int, size: int, teams: Sequence[int], seed: int = 1) -> Table:
    """Armies and every piece of the game all over a large board, the same for every seed."""
    rng = random.Random(seed)
    catalogue = catalogue_of("")
    taken: set[tuple[int, int]] = set()

    def spot(wide: int, high: int, edge: int) -> tuple[int, int]:
        while True:
            c, r = rng.randrange(edge, size - wide - edge), rng.randrange(edge, size - high - edge)
            squares = {(c + x, r + y) for x in range(wide) for y in range(high)}
            if not squares & taken:
                taken.update(squares)
                return c, r

    kinds = list(catalogue.pieces.values())
    pieces = [
        Scenery(kind.code, *spot(kind.columns, kind.rows, 1))
        for kind in (kinds[number % len(kinds)] for number in range(5 * seats))
    ]
    armies = (
        ("EX1", "EX3", "EX4", "EX5", "EX8", "EX9", "CV1", "CV1", "MC1", "CV2"),
        ("GU1", "GU3", "GU4", "GU9", "GU6", "GU10", "CV1", "CV3", "MC2", "CV1"),
    )
    units: list[Unit] = []
    for seat in range(seats):
        for number, code in enumerate(armies[seat % 2], 1):
            side = catalogue.units[code].base
            c, r = spot(side, side, 0)
            units.append(
                Unit(
                    f"{LETTERS[seat]}{number}", code, seat, "board", seen=True, c=c, r=r,
                    facing=Facing(rng.randrange(8)), ap=rng.randrange(3),
                    activated=rng.choice((0, 4)),
                )
            )  # fmt: skip
    found = table(units, pieces, teams=teams, size=size, round=4, turn=1)
    shooter, target = found.units["B2"], found.units["G2"]
    hit = Hit("B2", "G2", 48, (6, 3), (4, 1), 1, gone=True)
    aims = (found.base(target),)
    last = LastAction("B2", 1, "shoot", (found.base(shooter),), aims, (hit,))
    return replace(found, last=last)


def plan_to_run() -> SailorsView:
    """R3 would charge B2; the viewer is Red and has Glory."""
    found = skirmish()
    path = tuple(Base(c, r) for c, r in ((6, 4), (6, 5), (7, 6), (7, 7)))
    aims = (found.base(found.units["B2"]),)
    plan = PlannedMove("R3", "run", path, aims, (), S, ("25% to kill",))
    return seen(found, 0, plan, (TeamSecret(2), None))


def plan_to_shoot() -> SailorsView:
    """R4 would shoot at two units; the viewer is Red and hunts Blue."""
    found = skirmish()
    aims = tuple(found.base(found.units[code]) for code in ("B7", "B3"))
    chances = ("42% to wound, 11% to kill", "60% to kill")
    plan = PlannedMove("R4", "shoot", (), aims, (33, 0), chances=chances)
    return seen(found, 0, plan, (TeamSecret(3, 1), None))


def plan_to_reinforce() -> SailorsView:
    """B4 would come in facing west; the viewer is Blue and occupies."""
    found = replace(skirmish(), phase="reinforcement")
    plan = PlannedMove("B4", "reinforce", (Base(15, 12),), facing=W)
    return seen(found, 1, plan, (None, TeamSecret(5)))
