"""What events did, as an overlay of the table: a step for each unit that acted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core import overlay
from games.core.events import Event
from games.core.geometry.plane import Point
from games.core.overlay import Arrow, Loss, Marker, Overlay, OverlayPart, Route
from games.core.telling import counted
from games.galaxy_aflame import events as e
from games.galaxy_aflame.ground import inches
from games.galaxy_aflame.words.sentences import place

Part = OverlayPart[Point]


def story(events: Sequence[Event]) -> Overlay[Point]:
    return overlay.story(events, _parts, e.TurnStarted)


def _parts(event: Event) -> Iterator[overlay.Acted[Point]]:
    match event:
        case e.Placed(unit, at, inside, arrives):
            does = "arrives" if arrives else "deploys"
            where = f"in {inside}" if inside else f"at {place(at)}"
            yield unit.code, _marker(unit, at, unit.code, f"{does} {where}")
        case e.Moved(unit, path, length, run):
            told = f"{'runs' if run else 'moves'} {inches(length)} to {place(path[-1])}"
            yield unit.code, Route(places=path, seat=unit.seat, told=told)
        case e.Embarked(unit, transport, start, at):
            told = f"boards {transport.code}"
            yield unit.code, Route(places=(start, at), seat=unit.seat, told=told)
        case e.Disembarked(unit, transport, start, at):
            told = f"leaves {transport.code} for {place(at)}"
            yield unit.code, Route(places=(start, at), seat=unit.seat, told=told)
        case e.Attacked(attacker):
            yield attacker.code, _shot(event)
        case e.Returned(_, at, checks) | e.GotOut(_, at, _, checks):
            unit, out = checks.unit, isinstance(event, e.GotOut)
            label = f"{unit.code} out" if out else _label(checks)
            does = f"gets out at {place(at)}" if out else "is struck back"
            yield "", _marker(unit, at, label, f"{unit.code} {does}, {_result(checks)}")
        case e.FellBack(unit, start, end, edge):
            told = f"{unit.code} falls back {edge}"
            yield "", Route(places=(start, end), seat=unit.seat, label="back", told=told)
        case e.Removed(unit, at, cause):
            told = f"{unit.code} {'flees' if cause == 'fled' else 'is lost'}"
            yield "", Loss(place=at, seat=unit.seat, label=unit.code, told=told)


def _shot(event: e.Attacked) -> Part:
    """``S`` for suppressed, ``!`` for shaken, ``-2`` for two models lost."""
    checks = event.checks
    parts = ["S"] * bool(event.suppressed) + [_label(checks)] * (checks is not None)
    does = "assaults" if event.assault else "shoots"
    done = [f"suppresses {piece.code}" for piece in event.suppressed]
    if checks is not None:
        on = f"{checks.unit.code}: " if checks.unit != event.target else ""
        done.append(f"{on}{_result(checks)}")
    told = f"{does} {event.target.code}, {', '.join(done) or 'no effect'}"
    return Arrow(
        start=event.start,
        end=event.end,
        seat=event.attacker.seat,
        label=" ".join(filter(None, parts)) or "0",
        told=told,
    )


def _label(checks: e.CheckReport | None) -> str:
    if checks is None:
        return ""
    if checks.fate == "shaken":
        return "!"
    return f"-{checks.lost or 1}" if checks.lost or checks.fate == "destroyed" else "0"


def _result(checks: e.CheckReport) -> str:
    if checks.fate:
        return "none left" if checks.fate == "out" else checks.fate
    return f"{counted(checks.lost, 'model')} lost" if checks.lost else "no loss"


def _marker(unit: e.Piece, at: Point, label: str, told: str) -> Part:
    return Marker(place=at, seat=unit.seat, label=label, told=told)
