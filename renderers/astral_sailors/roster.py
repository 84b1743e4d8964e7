"""The lines around the board: round and turn above, the last action and the players below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache

from games.astral_sailors.names import COLOURS, counted
from games.astral_sailors.names import team_name as short_team
from games.astral_sailors.table import LETTERS, Hit, Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from renderers import Look, paint
from renderers import palette as c
from renderers.astral_sailors.backdrop import (
    CARD_STEP,
    EDGE,
    STRIP_LINES,
    STRIP_STEP,
    SailorsLayout,
)
from renderers.astral_sailors.summary import (
    acting,
    brief,
    deed,
    does,
    highest_first,
    left,
    notice,
    objective,
    outcome,
    over,
    phase,
    prospect,
    question,
    reserve,
    result_of,
    totals,
    under_way,
    who,
)
from renderers.astral_sailors.traces import star_of
from renderers.astral_sailors.units import BODIES, chip_of
from renderers.glyphs import box
from renderers.lettering import drawable
from renderers.overlay import overlays, story_lines
from renderers.scene import Area, Art, Caption, Label, Mark, Stroke, Style

Found = tuple[list[Mark], list[Caption]]


def head(plan: SailorsLayout, view: SailorsView) -> Found:
    """Round and phase at the left, who is to act at the right."""
    px, low = plan.px, plan.px(80)
    big, small = Style(px(58), c.WHITE, c.VOID), Style(px(50), c.MUTED, c.VOID)
    first, _, rest = phase(view).partition(", ")
    right, left_ = plan.width - px(EDGE + 4), px(EDGE + 4)
    seat = acting(view)
    if over(view):
        won = view.table.result.victors if view.table.result else ()
        marks, left_ = _chips(won, left_, low, px(60))
        return marks, [Caption(outcome(view), left_, low, big, room=right - left_)]
    marks, words = [], [Caption(first, left_, low, big)]
    x = left_ + px(24) + paint.width(first, big)
    if seat != NOBODY:
        tag = f"{COLOURS[seat]} to act"
        words.append(Caption(tag, right, low, big, "right"))
        right -= paint.width(tag, big) + px(76)
        marks, _ = _chips((seat,), right, low, px(60))
    room = right - x - px(20)
    fitting = (
        text for text in (rest, rest.rpartition(", ")[2]) if paint.width(text, small) <= room
    )
    if shown := next(fitting, ""):
        words.append(Caption(shown, x, low, small))
    return marks, words


def _chips(seats: Sequence[int], x: int, low: int, size: int) -> tuple[list[Mark], int]:
    """The signs of seats in a row, and where it ends; ``low`` is the base line."""
    marks = []
    for seat in seats:
        chip = chip_of(seat, LETTERS[seat], size, False, c.VOID)
        marks.append((chip, x, low - size * 3 // 4))
        x += size + size // 4
    return marks, x


def strip(plan: SailorsLayout, view: SailorsView, look: Look) -> Found:
    """The preview; or the steps of the story; or the last action with its dice, and what is asked
    now."""
    px = plan.px
    if look.overlay is not None and look.overlay.is_question:
        return [], []
    story = () if look.overlay is None else tuple(overlays.steps(look.overlay))
    if any(step.seat is not None for step in story) and not (view.plan or under_way(view)):
        frame = story_lines.Frame(
            px(EDGE + 4), plan.strip + px(46), plan.text_room, px(STRIP_STEP), STRIP_LINES
        )
        return story_lines.lines(story, frame, BODIES, (px(42), px(36)))
    marks: list[Mark] = []
    words: list[Caption] = []
    last = view.table.last
    x, room = px(EDGE + 4), plan.text_room
    y = plan.strip + px(46)
    sentences = _sentences(plan, view)
    told = [(paint.wrapped(text, style, room), style) for text, style in sentences]
    hits = last.hits if view.plan is None and last is not None else ()
    free = STRIP_LINES - sum(len(lines) for lines, _ in told)
    columns = 1 if len(hits) <= free else 2
    rows, wide = min(free, -(-len(hits) // columns)), room // columns
    for number, (lines, style) in enumerate(told):
        for text in lines:
            words.append(Caption(text, x, y, style, room=room))
            y += px(STRIP_STEP)
        for place, hit in enumerate(hits[: columns * rows] if not number else ()):
            column, row = divmod(place, rows)
            at = x + column * wide, y + row * px(STRIP_STEP)
            shown = _hit(plan, hit, *at, wide, seen=columns == 1)
            marks += shown[0]
            words += shown[1]
        y += 0 if number else rows * px(STRIP_STEP)
    if more := len(hits[columns * rows :]):
        style = Style(px(46), c.WHITE, c.VOID)
        words.append(Caption(f"and {more} more", x + room, y - px(STRIP_STEP), style, "right"))
    return marks, words


def _sentences(plan: SailorsLayout, view: SailorsView) -> Iterator[tuple[str, Style]]:
    """What happens, and what is said about it; the dice stand between them."""
    px = plan.px
    note, headline = Style(px(46), c.MUTED, c.VOID, bold=False), Style(px(52), c.WHITE, c.VOID)
    if view.plan is not None:
        unit = view.table.units[view.plan.unit]
        yield f"Preview: {unit.code} {_name(view, unit)} {_planned(view)}", headline
        yield "Nothing has been played yet.", note
        return
    last = view.table.last
    if last is None and (text := notice(view)):
        yield f"{text}.", note
    if last is not None:
        name = _name(view, view.table.units[last.unit]) if last.unit in view.table.units else ""
        text = deed(view, last)
        known = text
        if text.startswith(last.unit):
            known = f"{last.unit} {name}{text[len(last.unit) :]}"
        when = "Now" if under_way(view) is not None else "Last"
        yield f"{when}: {known}", headline
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
    if plan.aims:
        aims = [who(view, base) + prospect(plan, at) for at, base in enumerate(plan.aims)]
        verb = "and strikes" if plan.path else "at"
        words += f" {verb} {', '.join(aims)}"
    return words


def _name(view: SailorsView, unit: Unit) -> str:
    return drawable(view.table.kind(unit).name)


def _hit(plan: SailorsLayout, hit: Hit, x: int, y: int, wide: int, *, seen: bool) -> Found:
    """One exchange: dice against dice, and what came of it."""
    px, right = plan.px, x + wide
    style = Style(px(46 if seen else 38), c.MUTED, c.VOID, bold=False)
    marks: list[Mark] = []
    words: list[Caption] = []
    side = style.size * 7 // 12 * 2

    def write(text: str, at: int) -> int:
        words.append(Caption(text, at, y, style))
        return at + paint.width(text, style) + style.size // 3

    def throw(dice: Sequence[int], code: str, counts: str, at: int) -> int:
        seat = LETTERS.index(code[0]) if code and code[0] in LETTERS else NOBODY
        for face in highest_first(dice)[:8]:
            marks.append((_die(seat, face, side), at, y - style.size // 3 - side // 2))
            at += side + px(8)
        return write(counts.strip(), at) if counts else at + px(8)

    if hit.counter:
        x = write("Counter:", x)
    attack, defence = totals(hit)
    x = throw(hit.attack, hit.attacker, attack, write(hit.attacker or "Ground", x))
    x = write(hit.target, write("against" if seen else "v", x))
    x = throw(hit.defence, hit.target, defence, x)
    if seen and hit.score:
        x = write(f"({brief(hit.score)}):", x)
    result = Style(style.size, c.WHITE, c.VOID)
    words.append(
        Caption(result_of(hit), x + px(8), y, result, room=max(px(120), right - x - px(8)))
    )
    return marks, words


@lru_cache(maxsize=256)
def _die(seat: int, face: int, side: int) -> Art:
    body = BODIES[seat] if seat != NOBODY else c.STONE_LIGHT
    shapes = (
        Area(box(1, 1, side - 2, side - 2, side / 5), body),
        Label(side / 2, side / 2, str(face), Style(round(side * 0.7), c.VOID, body)),
    )
    return Art(side, side, c.VOID, shapes)


def cards(plan: SailorsLayout, view: SailorsView, look: Look) -> Found:
    """A card for every seat, two in a row."""
    marks: list[Mark] = []
    words: list[Caption] = []
    gap = plan.px(24)
    wide = (plan.width - 2 * plan.px(EDGE) - gap) // 2
    for player in view.table.players:
        row, column = divmod(player.seat, 2)
        x = plan.px(EDGE) + column * (wide + gap)
        y = plan.cards + row * plan.px(CARD_STEP)
        found = _card(plan, view, look, player.seat, x, y, wide)
        marks += found[0]
        words += found[1]
    return marks, words


def _card(
    plan: SailorsLayout, view: SailorsView, look: Look, seat: int, x: int, y: int, wide: int
) -> Found:
    px, table = plan.px, view.table
    player = table.players[seat]
    gone = player.left or player.removed
    result = table.result
    lit = seat in result.victors if result is not None else acting(view) == seat
    high = px(CARD_STEP - 16)
    marks: list[Mark] = [(_frame(lit, wide, high), x, y)]
    chip = chip_of(seat, LETTERS[seat], px(100), gone)
    marks.append((chip, x + px(24), y + px(24)))
    text, right = x + px(140), x + wide - px(24)
    small = Style(px(37), c.MUTED, c.CARD, bold=False)
    tag = _tag(view, seat)
    tagged = Style(px(42), c.WHITE if lit else c.MUTED, c.CARD)
    words = [Caption(tag, right, y + px(60), tagged, "right")] if tag else []
    room = right - text - (paint.width(tag, tagged) + px(20) if tag else 0)
    name = drawable(look.name(seat)) or COLOURS[seat]
    words.append(Caption(name, text, y + px(60), Style(px(48), c.WHITE, c.CARD), room=room))
    forces = _forces(view, seat)
    tight = small if paint.width(forces, small) <= right - text else replace(small, size=px(33))
    words.append(Caption(forces, text, y + px(115), tight, room=right - text))
    at = text + px(46)
    fate = _commander(view, seat)
    if fate:
        marks.append((star_of(px(40), c.CARD), text - px(4), y + px(136)))
        words.append(Caption(fate, at, y + px(167), small))
    long = paint.width(fate, small) + px(24)
    aim = objective(view, table.team(seat))
    bright = small if aim == "secret" else Style(px(37), c.YELLOW, c.CARD)
    full, room = f"objective {aim}", max(px(80), right - at - long)
    shown = full if aim == "secret" and paint.width(full, small) <= room else aim
    if paint.width(shown, bright) > room:
        shown = shown.removesuffix(" (secret)")
    words.append(Caption(shown, right, y + px(167), bright, "right", room))
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
    elif table.phase == "muster" and (draft := view.sheets[seat]) is not None:
        said = "locked" if draft.locked else "not locked"
    return ", ".join(word for word in (team, said) if word)


_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")
"""Places in the order of a round."""


def _forces(view: SailorsView, seat: int) -> str:
    table, draft = view.table, view.sheets[seat]
    if table.phase in ("bellicose", "muster"):
        if draft is None:
            return ""
        price = sum(table.catalogue.units[code].cost for code in draft.units)
        return f"{counted(len(draft.units), 'unit')}, {price} of {table.agreement.army_size} points"
    units = table.of(seat)
    board = sum(unit.on_board for unit in units)
    points = counted(table.players[seat].pool, "point")
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
def _frame(lit: bool, wide: int, high: int) -> Art:
    edge = c.WHITE if lit else c.RIM
    ring = box(5, 5, wide - 10, high - 10, 24)
    return Art(wide, high, c.VOID, (Area(ring, c.CARD), Stroke(ring, 8 if lit else 4, edge, True)))
