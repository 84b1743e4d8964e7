"""The match options, as states and views carry them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from games.core.content.toml_locations import echo
from games.core.refusals import Forbidden
from games.cosmic_conflict.maps import MAPS
from games.cosmic_conflict.space import BOARD, DU, shown
from games.cosmic_conflict.table import Edge, PwsElection

MapChoice: TypeAlias = Literal["shattered_moon", "veil", "meteor_run", "quick"]
InitiativeMode: TypeAlias = Literal["alternate", "fixed", "roll"]
Scenario: TypeAlias = Literal["deep_survey", "contested_marks", "open"]
DeployMode: TypeAlias = Literal["alternate", "secret"]
VictoryNumber: TypeAlias = Literal[1, 2, 3, 4]
"""Of a victory condition (CC-216 to CC-219)."""
STANDARD_TABLE: Final = "standard"
SUMS: Final = range(2, 13)
"""Of two dice, and the results of Conditions."""


@dataclass(frozen=True, slots=True)
class Agreement:
    """The settings of a match (canon 4.12). Lengths are cu.

    ``max_turns``        0 for no limit
    ``vc_random``        how many victory conditions are drawn
    ``vc_exclude``       those that are never drawn, in order
    ``condition_table``  ``standard``, or the results for the sums 2 to 12
    """

    board_w: int = BOARD.width
    board_h: int = BOARD.height
    map: MapChoice = "shattered_moon"
    points: int = 1000
    initiative: InitiativeMode = "alternate"
    min_turns: int = 5
    max_turns: int = 0
    scenario: Scenario = "deep_survey"
    vc_random: int = 2
    vc_exclude: tuple[VictoryNumber, ...] = ()
    terrain_setup: Literal["map"] = "map"
    deploy: DeployMode = "alternate"
    edge: Edge = "flee"
    pws_range: int = 2 * DU
    pws_election: PwsElection = "either"
    condition_table: str = STANDARD_TABLE

    @property
    def results(self) -> tuple[int, ...]:
        """What the sums 2 to 12 stand for (CC-060), for an agreement without faults."""
        if self.condition_table == STANDARD_TABLE:
            return tuple(SUMS)
        return tuple(int(each) for each in self.condition_table.split())


def faults(agreement: Agreement) -> Iterator[Forbidden]:
    """What is impossible together (E-OPTION)."""
    chosen, size = MAPS[agreement.map], (agreement.board_w, agreement.board_h)
    if size != (chosen.width, chosen.height):
        its = _area(chosen.width, chosen.height)
        why = f"The map {chosen.name} has a board of {its}, not of {_area(*size)}."
        yield _fault("D-003", why)
    if 0 < agreement.max_turns < agreement.min_turns:
        least, most = agreement.min_turns, agreement.max_turns
        yield _fault("CC-213", f"A match of at least {least} turns cannot have at most {most}.")
    drawn, excluded = agreement.vc_random, len(agreement.vc_exclude)
    if drawn + excluded > 4:
        left = f"{excluded} excluded, {4 - excluded} are left"
        yield _fault("D-090", f"There are 4 victory conditions: with {left}, not {drawn}.")
    yield from _table_faults(agreement.condition_table)


def _table_faults(table: str) -> Iterator[Forbidden]:
    """CC-060."""
    results = table.split()
    if table == STANDARD_TABLE:
        return
    if len(results) != len(SUMS):
        why = f"There are {len(results)} results, but the sums 2 to 12 need {len(SUMS)}."
        yield _fault("CC-060", f"Condition table: {why}")
    elif strange := next((each for each in results if each not in map(str, SUMS)), ""):
        why = f"“{echo(strange)}” is not a result from 2 to 12."
        yield _fault("CC-060", f"Condition table: {why}")


def _area(width: int, height: int) -> str:
    return f"{shown(width)} by {shown(height)}"


def _fault(rule: str, why: str) -> Forbidden:
    return Forbidden(rule, why, code="E-OPTION")
