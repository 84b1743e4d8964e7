"""States of earlier rules in the form of today's."""

from __future__ import annotations

from typing import Any


def without_offers(state: Any) -> Any:
    """JSON of a state without draws, claims and hand-overs (rules versions 1 to 3).

    An army that waited for a team-mate goes to the first one who is still there.
    """
    table = state["table"]
    players = table["players"]
    for player in players:
        waits = player.pop("handover", False)
        declined = player.pop("declined", ())
        player.pop("talks", None)
        if waits:
            mates = (each for each in players if each["team"] == player["team"])
            there = (each["seat"] for each in mates if not each.get("left"))
            player["played_by"] = min(there, key=lambda seat: (seat in declined, seat))
    table.pop("draw", None)
    agenda = table.get("agenda", [])
    table["agenda"] = [task for task in agenda if task.get("step") != "pass-turn"]
    if not table["agenda"]:
        del table["agenda"]
    return state
