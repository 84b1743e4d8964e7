"""The Resolution Phase: its steps, Reinforce Shields, clean-up, jumps, the end (canon 3.11).

Steps R2 and R3 are in ``terrain_effects``, R5 belongs to the scenario.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, Literal, TypeAlias

from games.cosmic_conflict.agreement import InitiativeMode
from games.cosmic_conflict.orders import MAIN, in_force
from games.cosmic_conflict.rules.attacks import Attack, LostToken, resolved
from games.cosmic_conflict.rules.fighters import resupplied
from games.cosmic_conflict.table import Table, Unit

Step: TypeAlias = Literal["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"]
STEPS: Final[tuple[tuple[Step, str], ...]] = (
    ("R1", "Reinforce Shields"),
    ("R2", "Mobile terrain"),
    ("R3", "Dangerous terrain"),
    ("R4", "Missiles"),
    ("R5", "Scenario actions"),
    ("R6", "Scenario checks"),
    ("R7", "Clean-up"),
    ("R8", "Jumps to Hyperspace"),
    ("R9", "End of the turn"),
)
"""In their order (D-073)."""
ENDING: Final = 4
"""The least that a die must show in step R9 to end the match (CC-213)."""


# --- R1 ---


def reinforcing(table: Table) -> tuple[Unit, ...]:
    """The ships whose Shields are reinforced, those of the initiative's side first."""
    units = sorted(table.in_space(), key=lambda each: each.side != table.initiative)
    return tuple(unit for unit in units if in_force(unit, "reinforce"))


def reinforced(table: Table, unit: Unit, order: Sequence[int] = ()) -> Unit:
    """After Reinforce Shields: Size + Shields that work, in SIC order (CC-159, D-067).

    ``order``  the places of the Shields that the owner wants first
    """
    design, boxes = table.design(unit), list(unit.absorbers)
    tracks = [
        (place, at, size)
        for at, (place, size) in enumerate(design.absorbers)
        if design.items[place].type == "SHD" and place not in unit.off
    ]
    left = design.size + len(tracks)
    tracks.sort(key=lambda one: order.index(one[0]) if one[0] in order else len(order))
    for _, at, size in tracks:
        regained = min(size - boxes[at], left)
        boxes[at] += regained
        left -= regained
    return replace(unit, absorbers=tuple(boxes))


# --- R4 ---


def next_missile(table: Table) -> tuple[Attack | LostToken, Table] | None:
    """What the token launched first does, with the table without it; ``None`` without a token."""
    if not table.missiles:
        return None
    token, *rest = table.missiles
    return resolved(table, token), replace(table, missiles=tuple(rest))


# --- R7 and R8 ---


def cleaned(table: Table) -> Table:
    """After step R7; of hidden Orders ``Orders.jump`` is what stays (CC-076, CC-137, CC-174)."""
    rested = table.put(*resupplied(table))
    return replace(rested, marked=()).put(*map(_cleaned, rested.units.values()))


def _cleaned(unit: Unit) -> Unit:
    return replace(
        unit,
        token=False,
        slots=tuple(slot for slot in unit.slots if slot == MAIN),
        revealed=tuple(name for name in unit.revealed if name == "jump"),
        commands=(),
        used=(),
        activated=False,
        navigated=False,
        evading=False,
        bracing=False,
        attacked=False,
        bought=(),
        jumping=False,
    )


def jumped(table: Table) -> Table:
    """After step R8: who revealed a Jump leaves next turn, other Orders are lost (D-070)."""
    jumping = {unit.id for unit in table.in_space() if in_force(unit, "jump")}
    return table.put(
        *(
            replace(unit, slots=(), revealed=(), jumping=unit.id in jumping)
            for unit in table.units.values()
        )
    )


# --- R9 ---


def sides_left(table: Table) -> tuple[int, ...]:
    """The sides with ships in play; Fighters alone do not keep one there (CC-214, 3.11)."""
    return tuple(sorted({unit.side for unit in table.in_space() if table.size(unit)}))


def needs_end_die(table: Table, min_turns: int = 5, max_turns: int | None = None) -> bool:
    """Whether a die decides in step R9 if there is another turn (CC-213, D-089)."""
    return (
        len(sides_left(table)) > 1
        and table.turn >= min_turns
        and (max_turns is None or table.turn < max_turns)
    )


def is_over(table: Table, max_turns: int | None = None, die: int | None = None) -> bool:
    """Whether the match ends now; ``die`` where ``needs_end_die`` (CC-213, CC-214)."""
    if len(sides_left(table)) < 2 or (max_turns is not None and table.turn >= max_turns):
        return True
    return die is not None and die >= ENDING


def next_turn(table: Table, option: InitiativeMode = "alternate", winner: int = 0) -> Table:
    """The start of the next turn; ``winner`` of the roll where it is rolled for (D-071)."""
    sides = {"alternate": 3 - table.initiative, "fixed": table.initiative, "roll": winner}
    return replace(table, turn=table.turn + 1, initiative=sides[option])


def roll_off(dice: Sequence[int]) -> int:
    """The side with the higher of two dice, the first die being of side 1; 0 for a tie (CC-061)."""
    return 0 if dice[0] == dice[1] else dice.index(max(dice)) + 1
