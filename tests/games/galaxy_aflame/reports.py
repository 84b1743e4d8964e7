"""Events of a battle that needs no table: of the canon's worked examples T03 to T29."""

from __future__ import annotations

from games.galaxy_aflame import events as e
from games.galaxy_aflame.ground import INCHES

AT = INCHES.point

INFECTORS, REEF = e.Piece("R1", "Infectors"), e.Piece("R2", "Reef Guard")
SKIFF, LEVIATHAN = e.Piece("R3", "Manta Skiff"), e.Piece("R4", "Leviathan")
RIFLES, GUNS = e.Piece("B1", "Line Rifles"), e.Piece("B2", "Gun Platoon")
HUNTERS = e.Piece("B3", "Tank Hunters")


def checks(
    unit: e.Piece, *faces: int, lost: int = 0, left: int = 0, need: int = 4, fate: str = ""
) -> e.CheckReport:
    saves = sum(face >= need for face in faces)
    return e.CheckReport(
        unit=unit,
        hits=len(faces),
        faces=faces,
        need=need,
        saves=saves,
        failures=len(faces) - saves,
        lost=lost,
        left=left,
        fate=fate,  # type: ignore[arg-type]  # one of the four texts
    )


def shot(attacker: e.Piece, target: e.Piece, *faces: int, **more: object) -> e.Attacked:
    """From 24 24 to 24 12 unless said otherwise."""
    need = int(str(more.get("need", 4)))
    values = {
        "suppress": False,
        "start": AT("24 24"),
        "end": AT("24 12"),
        "distance": 120,
        "need": need,
        "faces": faces,
        "successes": sum(face >= need for face in faces),
        "bonus": 0,
        "assault": False,
        "die": 0,
        "suppressed": (),
        "checks": None,
        "cover": False,
        **more,
    }
    return e.Attacked(attacker=attacker, target=target, **values)  # type: ignore[arg-type]


T03 = shot(
    INFECTORS, RIFLES, 4, 1, 2, 4, 3, 4, 1, 2, 3, 1,
    checks=checks(RIFLES, 5, 2, 3, lost=2, left=5),
)  # fmt: skip
T04 = shot(
    INFECTORS, RIFLES, 1, 2, 4, 1, 1, 2, 3, 1, 2, 3,
    suppress=True, suppressed=(RIFLES,),
)  # fmt: skip
T05 = shot(
    INFECTORS, RIFLES, 4, 4, 4, 1, 1, 2, 3, 1, 2, 3,
    suppress=True, suppressed=(RIFLES,), die=3, checks=checks(RIFLES, 4, 1, 6, lost=1, left=6),
)  # fmt: skip
T07 = shot(
    GUNS, INFECTORS,
    start=AT("24 6"), end=AT("24 20"), distance=140,
    suppress=True, suppressed=(INFECTORS, REEF), die=4,
    checks=checks(INFECTORS, 1, 4, 2, 3, lost=3, left=7),
)  # fmt: skip
T09 = shot(
    HUNTERS, LEVIATHAN, 8, 4, 3,
    start=AT("24 6"), end=AT("24 20"), distance=140,
    checks=checks(LEVIATHAN, 9, 2, left=1, fate="shaken"),
)  # fmt: skip
T13 = shot(
    REEF, RIFLES, 4, 5, 6, 1, 2, 3,
    end=AT("24 19"), distance=50, bonus=2, assault=True,
    cover=True, checks=checks(RIFLES, 3, 2, 5, need=3, lost=1, left=6),
)  # fmt: skip
T13_RETURNED = e.Returned(RIFLES, AT("24 24"), checks(REEF, 1, 8, lost=1, left=3))
T29 = shot(
    HUNTERS, SKIFF, 10, 10, 10,
    start=AT("24 6"), end=AT("24 20"), distance=140,
    checks=checks(SKIFF, 1, 2, 3, fate="destroyed"),
)  # fmt: skip
T29_REMOVED = e.Removed(SKIFF, AT("24 20"), "shot", 0)
T29_OUT = e.GotOut(SKIFF, AT("24 20"), 3, checks(REEF, 1, 5, 2, lost=2, left=4))
FLED = (
    e.FellBack(RIFLES, AT("4 12"), AT("0 12"), "west", lost=True),
    e.Removed(RIFLES, AT("0 12"), "fled", 4),
)
