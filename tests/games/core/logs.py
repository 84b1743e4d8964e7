"""Files of matches of the toy, made without the bot."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Any

from games.core.log import dice_proofs, match_file
from games.core.log.dice_proofs import RequestedRoll
from games.core.log.match_file import FinalState, Head, Line
from games.core.log.replay import open_decision, play, read
from games.core.types import REFEREE, Chance, Seat, Seats
from tests.toy import GAME as TOY

SEED = bytes(range(40, 72))
MATCH = "abcdefg2"
AT = "2026-01-01T12:00:00+00:00"
COURSE: tuple[str | tuple[str, Any], ...] = (
    "0:LAMP4",
    "1:LAMP2",
    "dice",
    "B4+2",
    ("undone", 4),
    "B6+1",
    ("adjusted", "OIL RED 2"),
    "REST",
    "REST",
    "REST",
)
"""A whole match: what was taken back and set by hand is in it."""


def head(**changes: Any) -> Head:
    known: dict[str, Any] = {
        "id": MATCH,
        "game": "toy",
        "title": "Beacons",
        "settings": {"oil": 4},
        "teams": (0, 1),
        "seats": ("Red", "Green"),
        "whose": "everybody",
        "commitment": dice_proofs.commitment(SEED, MATCH),
    }
    return Head(**(known | changes))


def made(course: Iterable[str | tuple[str, Any]] = COURSE, **changes: Any) -> bytes:
    """The file of a match that took this course."""
    state = TOY.setup(TOY.settings(), Seats.alone(2))
    states = {1: (state, 1)}
    lines = [Line(number=1, shown=1, kind="start", at=AT, rules=1, place=1, branch=0)]
    place, branch = 1, 0
    for number, item in enumerate(course, 2):
        base: dict[str, Any] = {"number": number, "shown": number, "at": AT, "rules": 1}
        base["branch"] = branch
        if isinstance(item, tuple) and item[0] == "undone":
            state, place = states[item[1]]
            branch = number
            lines.append(Line(kind="undone", to=item[1], place=place, **base))
            for at, line in enumerate(lines):
                if item[1] < at + 1 < number:
                    lines[at] = line.model_copy(update={"undone": True})
            states[number] = (state, place)
            continue
        place += 1
        base["place"] = place
        if isinstance(item, tuple):
            adjustment = TOY.editing.read(TOY.view(state, REFEREE), item[1])
            step = TOY.editing.apply(state, adjustment)
            raw = json.loads(TOY.editing.form.write(adjustment))
            more: dict[str, Any] = {"kind": "adjusted", "adjustment": raw, "reason": "A mistake."}
            branch = number
        elif item == "dice":
            chance = TOY.pending(state)
            assert isinstance(chance, Chance)
            roll = dice_proofs.next_place("", chance)  # no course has more dice than one
            rolled = dice_proofs.roll(SEED, MATCH, roll, chance)
            step = TOY.chance(state, rolled)
            asked = tuple(
                RequestedRoll(count=r.count, sides=r.sides, why=r.why) for r in chance.rolls
            )
            more = {"kind": "dice", "asked": asked, "faces": rolled.faces, "roll": roll}
        else:
            seat, _, text = item.rpartition(":")
            pending = TOY.pending(state)
            who = Seat(int(seat)) if seat else pending.open[0].seat  # type: ignore[union-attr]  # a decision
            decision, move = read(TOY, state, who, text)
            step = play(TOY, state, open_decision(TOY, state, who, decision.key), move)
            raw = json.loads(TOY.move_form.write(move))
            more = {
                "kind": "move",
                "seat": who,
                "decision": decision.key,
                "move": raw,
                "text": text,
            }
        state = step.state
        told = tuple(filter(None, map(TOY.words.tell, step.events)))
        lines.append(Line(told=told, **base, **more))
        states[number] = (state, place)
    return match_file.written(head(**changes), tuple(lines), _end(state))


def _end(state: Any) -> FinalState:
    pending = TOY.pending(state)
    ending = None
    if not hasattr(pending, "open") and not isinstance(pending, Chance):
        ending = {
            "kind": pending.kind,
            "winners": list(pending.winners),
            "scores": list(pending.scores),
            "rule": pending.rule,
        }
    return FinalState(
        stands=TOY.words.standing(TOY.view(state, REFEREE)),
        state=hashlib.sha256(TOY.state_form.write(state)).hexdigest(),
        ending=ending,
        seed=SEED.hex() if ending else "",
    )


def raw(data: bytes) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(data)
    return found


def sealed(file: dict[str, Any]) -> bytes:
    """The file with a chain that holds, whatever stands in it."""
    last = match_file.linked("", {name: file[name] for name in ("format", "version", "match")})
    for entry in file["entries"]:
        entry.pop("hash", None)
        entry["hash"] = last = match_file.linked(last, entry)
    file["head"] = match_file.linked(last, file["end"])
    return json.dumps(file).encode()
