"""Variant 4, Dispersed Go: stones that are never adjacent, liberties and captures (AST-V4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, Literal

from games.astralis import events as e
from games.astralis.agreement import Agreement, VariantName
from games.astralis.board import Bits, HexName, members, name, names
from games.astralis.counting import count_placements
from games.astralis.moves import Move, VariantMove, refusals, transitions, verbs
from games.astralis.options import SUGGESTED
from games.astralis.rules import dispersed_go as go
from games.astralis.rules.terms import tiles
from games.astralis.sides import Side
from games.astralis.state import State
from games.astralis.variants.variant import Variant
from games.astralis.view import Request
from games.astralis.view.dispersed_go import DispersedGoView, LastStone
from games.astralis.words import story
from games.astralis.words.choice_notes import label
from games.astralis.words.words import AstralisWords
from games.core.events import Event, Step
from games.core.geometry.hexes import Hex
from games.core.notation import Value, Verb
from games.core.overlay import Loss, Marker, Overlay
from games.core.questions.tree import MOST_PLACES, Ask, Node, branch, leaf
from games.core.types import Decision, Forbidden

PASS = "PASS"
MOST_NAMED = 12
"""A refusal names so many other hexes at most."""


@dataclass(frozen=True, slots=True)
class Placement(VariantMove):
    """Place a stone, or pass (AST-V4-02): ``H8``, ``PASS``."""

    hex: HexName | None = None
    kind: Literal["placement"] = "placement"

    @property
    def conditions(self) -> tuple[str, ...]:
        return (self.hex or PASS,)


class DispersedGoState(State, DispersedGoView):
    """A match of Dispersed Go."""


# --- Turns ---


def _play(
    state: Any, decision: Decision, move: Placement, found: go.Outcome | None = None
) -> transitions.AstralisStep:
    side, told = state.to_move, list[Event]()
    turned = replace(state, to_move=side.other, turn=state.turn + 1)
    if move.hex is None:
        passed = replace(turned, passes=state.passes + 1, stone=LastStone(side, None))
        return _concluded(passed, [e.Passed(side)])
    hex = state.board.hex_of[move.hex]
    outcome = found or go.place(state.board, state.play, hex)
    assert outcome is not None, "only legal placements are played"
    told.append(e.Planted(side, move.hex, what="stone"))
    if outcome.captured:
        told.append(e.Captured(side, names(outcome.captured)))
    after, last = outcome.position, LastStone(side, hex, outcome.captured)
    placed = replace(turned, planets=after.arrangement, history=after.earlier, passes=0, stone=last)
    return _concluded(placed, told)


def _concluded(state: Any, told: Iterable[Event] = ()) -> transitions.AstralisStep:
    """A side that can place nothing passes, and two passes end the match (AST-V4-10)."""
    events = list(told)
    while state.passes < go.PASSES and not go.placements(state.board, state.play):
        side = state.to_move
        events.append(e.Passed(side, forced=True))
        state = replace(state, passes=state.passes + 1, to_move=side.other, turn=state.turn + 1)
    if state.passes < go.PASSES:
        return Step(state, tuple(events))
    over, end = transitions.ended(state, "passed")
    return Step(over, (*events, end))


def _refuse(request: Request, move: Placement) -> Forbidden | go.Outcome | None:
    """Why a placement is illegal, or what it leads to."""
    view: Any = request.view
    refused = refusals.out_of_turn(request, "playing") or refusals.off_board(view.board, move.hex)
    if refused is not None or move.hex is None:
        return refused
    board, at, hex = view.board, view.play, view.board.hex_of[move.hex]
    owner = view.planet(hex)
    if owner is not None:
        return _illegal(view, "AST-V4-03", f"{move.hex} already holds a stone of {owner.label}.")
    if beside := names(board.around[hex] & (at.own | at.opposing)):
        return _illegal(view, "AST-V4-03", f"{move.hex} is next to the stone on {beside[0]}.")
    outcome = go.place(board, at, hex)
    if outcome is None:
        why = f"A stone on {move.hex} would be in a group without a liberty."
        return _illegal(view, "AST-V4-08", why)
    if go.repeats(outcome.position):
        ago = len(at.earlier) - at.earlier.index(outcome.position.arrangement)
        when = f"{ago} placements ago" if ago > 1 else "before the last placement"
        why = f"With a stone on {move.hex} the board would be as it was {when}."
        return _illegal(view, "AST-V4-09", why)
    return outcome


def _illegal(view: Any, rule: str, why: str) -> Forbidden:
    """E17, with where a stone can be placed."""
    found = names(go.placements(view.board, view.play))
    where = " ".join(found) if len(found) <= MOST_NAMED else f"one of {len(found)} other hexes"
    return Forbidden(rule, why, instead=f"You can place it on {where}, or pass.", code="E17")


# --- Questions ---


def _nodes(view: Any) -> Iterator[Node[Move]]:
    """The placements, by row where they are many, and the pass."""
    found = go.placements(view.board, view.play)
    for number in range(view.board.rows):
        row = found & view.board.row(number)
        if found.bit_count() <= MOST_PLACES:
            yield from _stones(view, row)
        elif row:
            hexes = names(row)
            below = Ask[Move](f"Which hex of row {hexes[0][0]}?", partial(_stones, view, row))
            some = f"{len(hexes)} hexes, {hexes[0]} to {hexes[-1]}"
            yield branch(hexes[0][0], f"Row {hexes[0][0]}", hexes[0][0], below, some)
    ends = "the match ends" if view.passes else "the match ends if your opponent passes too"
    yield leaf("pass", "Pass", Placement(), ends)


def _stones(view: Any, hexes: Bits) -> Iterator[Node[Move]]:
    for hex in members(hexes):
        brings = partial(_brings, view, hex)
        at = view.board.axial[hex]
        yield leaf(name(hex), name(hex), Placement(name(hex)), brings, at=at, mark=brings)


def _best(view: Any) -> Iterator[Node[Move]]:
    """The placements after which the side controls the most more."""
    found = list(members(go.placements(view.board, view.play)))
    leads = {hex: _gains(view, hex)[0] - _gains(view, hex)[1] for hex in found}
    for hex in sorted(found, key=lambda hex: -leads[hex])[:SUGGESTED]:
        (node,) = _stones(view, 1 << hex)
        node.reason = node.detail
        yield node


def _gains(view: Any, hex: int) -> tuple[int, int, Bits]:
    """How a placement changes the control of both sides, in hexes, and what it takes."""
    board, side = view.board, view.to_move
    outcome = go.place(board, view.play, hex)
    assert outcome is not None, "only legal placements are weighed"
    now, then = view.tiles, tiles(board, *outcome.position.arrangement)
    own, opposing = (
        then.of(each).bit_count() - now.of(each).bit_count() for each in (side, side.other)
    )
    return own, opposing, outcome.captured


def _brings(view: Any, hex: int) -> str:
    """``+7``, or ``+5, Cyan −2, takes A1``."""
    own, opposing, captured = _gains(view, hex)
    other = f", {view.to_move.other.label} {label(opposing)}" if opposing else ""
    takes = f", takes {' '.join(names(captured))}" if captured else ""
    return f"{label(own)}{other}{takes}"


# --- Words ---


class DispersedGoWords(AstralisWords):
    def ask(self, view: Any, decision: Decision) -> str:
        return f"Place a stone, or pass{' too and end the match' if view.passes else ''}."


def _told(view: Any, events: Iterable[Any]) -> Iterator[Marker[Hex] | Loss[Hex]]:
    """Stones placed and lost, by the number of the placement."""
    number, axial, hex_of = 0, view.board.axial, view.board.hex_of
    for event in events:
        match event:
            case e.Planted(side, hex):
                number += 1
                told, seat = f"{side.label} places a stone on {hex}", view.seats[side]
                yield Marker(place=axial[hex_of[hex]], number=number, seat=seat, told=told)
            case e.Captured(side, hexes):
                for hex in hexes:
                    told, seat = f"captures {hex}", view.seats[side.other]
                    place = axial[hex_of[hex]]
                    yield Loss(place=place, number=number, seat=seat, label=hex, told=told)


# --- Measuring ---


def groups(state: Any) -> list[dict[str, Any]]:
    """All groups with their stones and liberties, in the order of first stones (AST-V4-06)."""
    found = ((each.side.name[0], each.stones, each.liberties) for each in state.groups)
    return [{"side": s, "stones": names(own), "liberties": names(free)} for s, own, free in found]


def placements(state: Any) -> tuple[str, ...]:
    """Where the side to move can place a stone (AST-V4-03, AST-V4-08, AST-V4-09)."""
    return names(go.placements(state.board, state.play)) if state.phase == "playing" else ()


def _read_hex(request: Request, text: str) -> str | None:
    return None if text == PASS else verbs.HEX.read(request, text)


HEX: Value[Request, str | None] = Value("a hex, or pass", _read_hex, lambda hex: hex or PASS, ".*")


class DispersedGo(Variant):
    name: ClassVar[VariantName] = "dispersed_go"
    rule: ClassVar[str] = "AST-V4-01"
    absent = ("bonus_under_ship", "strict_supply", "swap")
    lacks: ClassVar[Mapping[str, tuple[str, str]]] = dict.fromkeys(
        ("ship", "award", "destinations", "plants", "gain", "threats"),
        ("AST-V4-01", "There are neither ships nor awards in Dispersed Go."),
    )
    state_type = DispersedGoState
    view_type = DispersedGoView
    verbs = (Verb(Placement, ("turn",), (), _refuse, _play, {"hex": HEX}, short=("{hex}",)),)
    words = DispersedGoWords()
    tells_due = False
    measures = (groups, placements)
    position = frozenset({"history", "passes"})

    def opening(self, agreement: Agreement) -> State:
        return replace(transitions.opening(agreement, self.state_type), phase="playing", turn=1)

    def questions(self, request: Request) -> Ask[Move]:
        view: Any = request.view
        prompt = f"Where does {view.to_move.label} place a stone?"
        if view.phase != "playing" or view.seats[view.to_move] != request.decision.seat:
            return Ask(prompt)
        stones = partial(_stones, view, go.placements(view.board, view.play))
        return Ask(prompt, partial(_nodes, view), suggested=partial(_best, view), further=stones)

    def story(self, view: Any, events: Sequence[Any]) -> Overlay[Hex]:
        return story.joined(tuple(_told(view, story.since_change(events))))

    def changed(self, state: Any, **fields: Any) -> State:
        """What was on the board before a change by a referee counts as an earlier arrangement."""
        now = fields.get("planets", state.planets)
        past = tuple(each for each in (*state.history, state.planets) if each != now)
        after: State = replace(state, stone=None, passes=0, history=past, **fields)
        return after

    def impossible(self, state: Any) -> Forbidden | None:
        if not state.doomed:
            return None
        why = f"The group on {state.doomed[0]} would have no liberty."
        return Forbidden("AST-V4-07", why, instead="Take it off the board first.")

    def to_position(self, state: Any) -> Mapping[str, Any]:
        past = (each for each in state.history if any(each))
        history = [{"Y": names(yellow), "C": names(cyan)} for yellow, cyan in past]
        return {"passes": state.passes, "history": history}

    def from_position(
        self,
        agreement: Agreement,
        planets: tuple[tuple[str, ...], tuple[str, ...]],
        ships: tuple[str | None, str | None],
        to_move: Side,
        more: Mapping[str, Any],
    ) -> State:
        if any(ships):
            raise Forbidden(self.rule, "There are no ships in Dispersed Go.")
        state: Any = self.opening(agreement)
        told = (planets, ((), ()), *((each["Y"], each["C"]) for each in more.get("history", ())))
        now, *past = ((state.board.bits(*y), state.board.bits(*c)) for y, c in told)
        earlier = tuple(each for each in dict.fromkeys(past) if each != now)
        passes = more.get("passes", 0)
        placed = replace(state, planets=now, to_move=to_move, history=earlier, passes=passes)
        return _concluded(placed).state

    def count(self, state: Any, depth: int) -> int | None:
        if depth < 1 or state.phase == "over":
            return int(depth < 1)
        return count_placements(state.board, state.play, state.passes, depth)
