"""What events did, as an overlay of the board: a step for each unit that acted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.colonial_space_wars import events as e
from games.core import overlay
from games.core.events import Event
from games.core.geometry.squares import Square
from games.core.overlay import Arrow, Loss, Marker, Overlay, OverlayPart, Route

Part = OverlayPart[Square]


def story(events: Sequence[Event]) -> Overlay[Square]:
    return overlay.story(events, _parts, (e.Activated, e.TurnStarted))


def _parts(event: Event) -> Iterator[overlay.Acted[Square]]:
    match event:
        case e.Moved(unit, path, _, _):
            yield unit.code, Route(places=path, seat=unit.seat, told=f"moves to {path[-1]}")
        case e.Embarked(unit, origin, transport):
            told = f"boards {transport.code}"
            yield unit.code, _marker(unit, origin, f"in {transport.code}", told)
        case e.Disembarked(unit, transport, at):
            told = f"leaves {transport.code} for {at}"
            yield unit.code, _marker(unit, at, f"{unit.code} out", told)
        case e.Attacked(unit, origin, target, at, points, _, _, hits):
            label = f"{points}p -{hits}" if hits else f"{points}p"
            told = f"hits {target.code} for {hits}" if hits else f"hits {target.code} in vain"
            arrow = Arrow(start=origin, end=at, seat=unit.seat, label=label, told=told)
            yield unit.code, arrow
        case e.Destroyed(unit, at):
            told = f"{unit.code} destroyed on {at}"
            yield "", Loss(place=at, seat=unit.seat, label=unit.code, told=told)
        case e.BailedOut(unit, at):
            yield "", _marker(unit, at, f"{unit.code} out", f"{unit.code} gets out on {at}")
        case e.SkillUsed(unit, at, skill, target, square) if skill != "leap":
            on = f" on {target.code if target else square}" if target or square else ""
            told = f"uses {skill.title()}{on}"
            yield unit.code, _marker(unit, square or at, skill.title(), told)


def _marker(unit: e.Piece, at: Square, label: str, told: str) -> Part:
    return Marker(place=at, seat=unit.seat, label=label, told=told)
