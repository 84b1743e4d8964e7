"""The workshop: ships, Fighters and fleets of one's own (CC-021, 5.6)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, TypeAlias

from games.core.content import EditedCreation, Summary, Workshop
from games.core.questions.tree import Ask
from games.core.types import Decision, Forbidden, Unreadable
from games.cosmic_conflict.agreement import Agreement
from games.cosmic_conflict.content import design_data, design_text, hulls
from games.cosmic_conflict.content.designs import Design
from games.cosmic_conflict.content.limits import design_faults
from games.cosmic_conflict.moves import NOTATION
from games.cosmic_conflict.rules.setup import preparation
from games.cosmic_conflict.rules.setup.fleets import BuildFleet
from games.cosmic_conflict.view import View
from games.cosmic_conflict.words import designs as words
from games.cosmic_conflict.workshop import designing, fleets
from games.cosmic_conflict.workshop.fleets import FleetPlan

Creation: TypeAlias = Design | FleetPlan
NEW_FLEET: Final = "New fleet"
"""What a fleet is called that nobody has named."""


class CosmicWorkshop(Workshop[Any]):
    title = "Ships and fleets"
    kinds: Mapping[str, str] = {"ship": "ship", "fighter": "Fighter", "fleet": "fleet"}
    answers: Mapping[str, str] = {"fleet": "fleet"}
    longest = 4000

    def blank(self, kind: str) -> Creation:
        if kind == "fleet":
            return FleetPlan(NEW_FLEET, 1000)
        if kind == "fighter":
            return Design(
                designing.BLANK_CODES[1],
                "New Fighter",
                hulls.FIGHTER,
                (),
                (),
                row=hulls.FIGHTER_ROW,
            )
        return Design(designing.BLANK_CODES[0], "New ship", 2, (), ())

    def kind(self, creation: Creation) -> str:
        if isinstance(creation, FleetPlan):
            return "fleet"
        return "fighter" if creation.fighter else "ship"

    def read(self, text: str) -> Creation:
        """A line of text, or data in the form of canon 4.14."""
        if text[: len(fleets.HEAD)].upper() == fleets.HEAD:
            return fleets.read(text)
        if not text.lstrip().startswith("{"):
            return design_text.parse(text)
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise Unreadable(
                "That is not data in JSON.", instead=f"For example: {design_text.EXAMPLE}."
            ) from None
        found = design_data.parse(data)
        code = "".join(filter(str.isalpha, found.code)).upper().ljust(4, "X")[:4]
        # Crew and faction are chosen with the fleet of a match.
        return replace(found, code=code, traits=(), faction=None)

    def write(self, creation: Creation) -> str:
        if isinstance(creation, FleetPlan):
            return fleets.write(creation)
        return design_text.write(creation)

    def renamed(self, creation: Creation, name: str) -> Creation:
        return replace(creation, name=name[:24].rstrip())

    def summary(self, creation: Creation, settings: Agreement | None = None) -> Summary:
        agreed, found = settings or fleets.FREE, tuple[Forbidden, ...]()
        if isinstance(creation, FleetPlan):
            lines, found = fleets.lines(creation, agreed), tuple(fleets.faults(creation, agreed))
            return Summary(creation.name, fleets.line(creation, agreed), tuple(lines), found)
        found = tuple(design_faults(creation))
        slots = () if creation.fighter else (words.slots(creation),)
        told = (words.price(creation), *slots)
        return Summary(creation.name, words.short(creation), told, found)

    def questions(
        self, creation: Creation, others: Sequence[Creation], settings: Agreement | None = None
    ) -> Ask[EditedCreation[Any]]:
        if isinstance(creation, FleetPlan):
            own = [each for each in others if isinstance(each, Design)]
            return fleets.questions(creation, own, settings or fleets.FREE)
        return designing.questions(creation)

    def answer(self, view: View, decision: Decision, creation: Creation) -> str:
        """The fleet as it is chosen; a code that means something else there is changed."""
        assert isinstance(creation, FleetPlan)
        known = view.course.agreement.catalogue.designs
        own = preparation.brought(known, creation.used.designs)
        new = tuple(each for each in own.values() if each.code not in known)
        units = tuple(
            replace(unit, design=own[unit.design].code if unit.design in own else unit.design)
            for unit in creation.units
        )
        name = "" if creation.name == NEW_FLEET else creation.name
        return NOTATION.write(BuildFleet(units, new, creation.faction, name))


WORKSHOP: Final = CosmicWorkshop()
