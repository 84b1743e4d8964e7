"""The lines around the board: round and turn above, the last action and the players below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from games.astral_sailors.names import COLOURS, counted
from games.astral_sailors.names import team_name as short_team
from games.astral_sailors.table import LETTERS, NOBODY, Hit, Unit
from games.astral_sailors.view import SailorsView
from renderers import Look, paint
from renderers import palette as c
from renderers.astral_sailors.backdrop import CARD_STEP, EDGE, STRIP_LINES, STRIP_STEP, Plan
from renderers.astral_sailors.summary import (
    acting,
    called,
    cover,
    deed,
    does,
    highest_first,
    left,
    notice,
    objective,
    outcome,
    over,
    phase,
    question,
    reserve,
    result_of,
    under_way,
)
from renderers.astral_sailors.traces import star_of
from renderers.astral_sailors.units import BODIES, chip_of
from renderers.glyphs import box
from renderers.lettering import drawable
from renderers.palette import Colour
from renderers.scene import Area, Art, Caption, Disc, Label, Mark, Shape, Stroke, Style

Found = tuple[list[Mark], list[Caption]]


def head(plan: Plan, view: SailorsView) -> list[Caption]:
    """Round and phase at the left, who is to act at the right."""
    px, low = plan.px, plan.px(40)
    big, small = Style(px(27), c.WHITE, c.VOID), Style(px(25), c.MUTED, c.VOID)
    first, _, rest = phase(view).partition(", ")
    words = [Caption(first, px(EDGE + 2), low, big)]
    x = px(EDGE + 14) + paint.width(first, big)
    right, room = plan.width - px(EDGE + 2), plan.width - x - px(2 * EDGE)
    seat = acting(view)
    if over(view):
        won = view.table.result.victors if view.table.result else ()
        style = Style(px(25), BODIES[won[0]] if won else c.WHITE, c.VOID)
        return [Caption(outcome(view), px(EDGE + 2), low, style, room=plan.width - px(2 * EDGE))]
    if seat != NOBODY:
        style = Style(px(25), BODIES[seat], c.VOID)
        tag = f"{COLOURS[seat]} to act"
        words.append(Caption(tag, right, low, style, "right"))
        room -= paint.width(tag, style) + px(10)
    if rest:
        words.append(Caption(rest, x, low, small, room=max(px(40), room)))
    return words


def strip(plan: Plan, view: SailorsView) -> Found:
    """At most three lines: the preview, or the last action with its dice."""
    marks: list[Mark] = []
    words: list[Caption] = []
    px = plan.px
    y = plan.strip + px(22)
    x, room = px(EDGE + 2), plan.width - px(2 * EDGE)
    lines = 0
    for text, style in _sentences(plan, view):
        words.append(Caption(text, x, y, style, room=room))
        y += px(STRIP_STEP)
        lines += 1
    last = view.table.last
    if view.plan is None and last is not None:
        free = STRIP_LINES - lines
        columns = 1 if len(last.hits) <= free else 2
        wide = room // columns
        for number, hit in enumerate(last.hits[: columns * free]):
            row, column = divmod(number, columns)
            left_ = x + column * wide
            found = _hit(plan, hit, left_, y + row * px(STRIP_STEP), wide, seen=columns == 1)
            marks += found[0]
            words += found[1]
    return marks, words


def _sentences(plan: Plan, view: SailorsView) -> Iterator[tuple[str, Style]]:
    px = plan.px
    note = Style(px(20), c.MUTED, c.VOID, bold=False)
    if view.plan is not None:
        unit = view.table.units[view.plan.unit]
        style = Style(px(22), BODIES[unit.seat], c.VOID)
        yield f"Preview: {unit.code} {_name(view, unit)} {_planned(view)}", style
        yield "Nothing has been played yet.", note
        return
    last = view.table.last
    if last is None and (text := notice(view)):
        yield f"{text}.", note
    if last is not None:
        seat = last.seat if last.seat != NOBODY else 7
        name = _name(view, view.table.units[last.unit]) if last.unit in view.table.units else ""
        text = deed(view, last)
        known = text
        if text.startswith(last.unit):
            known = f"{last.unit} {name}{text[len(last.unit) :]}"
        when = "Now" if under_way(view) is not None else "Last"
        yield f"{when}: {known}", Style(px(22), BODIES[seat], c.VOID)
    if asked := question(view):
        yield asked[0].upper() + asked[1:], note


def _planned(view: SailorsView) -> str:
    plan = view.plan
    assert plan is not None
    words = does(plan.how).removesuffix(" at")
    if plan.path:
        ends = dict.fromkeys(str(base.anchor) for base in (plan.path[0], plan.path[-1]))
        words += " " + "-".join(ends)
    if plan.facing is not None:
        words += f" facing {plan.facing.name}"
    if plan.scores:
        words += ": " + "; ".join(map(cover, plan.scores))
    return words


def _name(view: SailorsView, unit: Unit) -> str:
    return drawable(view.table.kind(unit).name)


def _hit(plan: Plan, hit: Hit, x: int, y: int, wide: int, *, seen: bool) -> Found:
    """One exchange: dice against dice, and what came of it."""
    px, right = plan.px, x + wide
    style = Style(px(20), c.WHITE, c.VOID, bold=False)
    marks: list[Mark] = []
    words: list[Caption] = []
    side = px(26) // 2 * 2

    def write(text: str, at: int) -> int:
        words.append(Caption(text, at, y, style))
        return at + paint.width(text, style) + px(8)

    def throw(dice: Sequence[int], code: str, at: int) -> int:
        seat = LETTERS.index(code[0]) if code and code[0] in LETTERS else NOBODY
        for face in dice[:8]:
            marks.append((_die(seat, face, side), at, y - px(7) - side // 2))
            at += side + px(4)
        return at + px(5)

    if hit.counter:
        x = write("Counter:", x)
    x = throw(highest_first(hit.attack), hit.attacker, write(hit.attacker or "Ground", x))
    x = throw(
        highest_first(hit.defence),
        hit.target,
        write(hit.target, write("against" if seen else "v", x)),
    )
    said = f"{cover(hit.score)}; " if seen and hit.score else ""
    words.append(Caption(f"{said}{result_of(hit)}", x, y, style, room=max(60, right - x)))
    return marks, words


@lru_cache(maxsize=256)
def _die(seat: int, face: int, side: int) -> Art:
    body = BODIES[seat] if seat != NOBODY else c.STONE_LIGHT
    shapes = (
        Area(box(0.5, 0.5, side - 1, side - 1, side / 5), body),
        Label(side / 2, side / 2, str(face), Style(round(side * 0.7), c.VOID, body)),
    )
    return Art(side, side, c.VOID, shapes)


def cards(plan: Plan, view: SailorsView, look: Look) -> Found:
    """A card for every seat, two in a row."""
    marks: list[Mark] = []
    words: list[Caption] = []
    gap = plan.px(12)
    wide = (plan.width - 2 * plan.px(EDGE) - gap) // 2
    for player in view.table.players:
        row, column = divmod(player.seat, 2)
        x = plan.px(EDGE) + column * (wide + gap)
        y = plan.cards + row * plan.px(CARD_STEP)
        found = _card(plan, view, look, player.seat, x, y, wide)
        marks += found[0]
        words += found[1]
    return marks, words


def _card(plan: Plan, view: SailorsView, look: Look, seat: int, x: int, y: int, wide: int) -> Found:
    px, table = plan.px, view.table
    player = table.players[seat]
    gone = player.left or player.removed
    result = table.result
    lit = seat in result.victors if result is not None else acting(view) == seat
    high = px(CARD_STEP - 8)
    marks: list[Mark] = [(_frame(seat, lit, wide, high), x, y)]
    chip = chip_of(seat, LETTERS[seat], px(50), gone)
    marks.append((chip, x + px(12), y + px(12)))
    text, right = x + px(70), x + wide - px(12)
    small = Style(px(18), c.MUTED, c.CARD, bold=False)
    tag = _tag(view, seat)
    tagged = Style(px(19), BODIES[seat], c.CARD)
    words = [Caption(tag, right, y + px(29), tagged, "right")] if tag else []
    room = right - text - (paint.width(tag, tagged) + px(10) if tag else 0)
    name = drawable(called(look, seat)) or COLOURS[seat]
    words.append(Caption(name, text, y + px(30), Style(px(23), c.WHITE, c.CARD), room=room))
    words.append(Caption(_forces(view, seat), text, y + px(57), small, room=right - text))
    at = text + px(23)
    fate = _commander(view, seat)
    if fate:
        marks.append((star_of(px(20), c.CARD), text - px(2), y + px(67)))
        words.append(Caption(fate, at, y + px(83), small))
    long = paint.width(fate, small) + px(12)
    aim = objective(view, table.team(seat))
    bright = small if aim == "secret" else Style(px(18), c.YELLOW, c.CARD)
    full, room = f"objective {aim}", max(40, right - at - long)
    shown = full if aim == "secret" and paint.width(full, small) <= room else aim
    if paint.width(shown, bright) > room:
        shown = shown.removesuffix(" (secret)")
    words.append(Caption(shown, right, y + px(83), bright, "right", room))
    return marks, words


def _tag(view: SailorsView, seat: int) -> str:
    table = view.table
    player = table.players[seat]
    team = short_team(player.team) if any(len(one.seats) > 1 for one in table.teams) else ""
    said = ""
    if table.result is not None:
        won = seat in table.result.victors
        said = "winner" if won else "fallen" if seat in table.result.fallen else ""
    elif player.removed or (player.left and player.played_by == NOBODY):
        said = "has left"
    elif player.left:
        said = f"played by {COLOURS[player.played_by]}"
    elif acting(view) == seat:
        said = "to act"
    elif acting(view) != NOBODY and len(table.turn.order) > 2 and seat in table.turn.order:
        said = _ORDINALS[table.turn.order.index(seat)]
    return ", ".join(word for word in (team, said) if word)


_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
"""Places in the order of a round."""


def _forces(view: SailorsView, seat: int) -> str:
    units = view.table.of(seat)
    board = sum(unit.on_board for unit in units)
    points = counted(view.table.players[seat].pool, "point")
    waiting = reserve(view, seat)
    kept = "Reserve hidden" if waiting is None else f"{waiting} in Reserve"
    return f"{points}, {board} on board, {kept}" if units else points


def _commander(view: SailorsView, seat: int) -> str:
    """``R1 2/3``, or what has become of it."""
    table = view.table
    unit = table.units.get(table.players[seat].main)
    if unit is None:
        return ""
    if unit.delivered:
        return f"{unit.code} delivered"
    if unit.place == "captive":
        return f"{unit.code} held by {unit.held_by}"
    if unit.place == "out":
        return f"{unit.code} fallen"
    return f"{unit.code} RE {left(view, unit)}/{table.kind(unit).resistance}"


@lru_cache(maxsize=64)
def _frame(seat: int, lit: bool, wide: int, high: int) -> Art:
    edge: Colour = BODIES[seat] if lit else c.RIM
    width = 3.5 if lit else 2.0
    ring = box(2, 2, wide - 4, high - 4, 12)
    shapes: list[Shape] = [Area(ring, c.CARD), Stroke(ring, width, edge, closed=True)]
    if lit:
        shapes.append(Disc(wide - 8, 8, 0, edge))
    return Art(wide, high, c.VOID, tuple(shapes))
