"""The lines around the board: round and turn above, the last action and the players below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from renderers.cards import sides
from renderers.cards.sides import Part
from renderers.glyphs import box
from renderers.lettering import drawable
from renderers.overlay import overlays, story_lines
from renderers.scene import Area, Art, Caption, Label, Style


def head(plan: SailorsLayout, view: SailorsView) -> Part:
    """Round and phase at the left, who is to act at the right."""
    seat, unit = acting(view), 1.6 * plan.scale
    if over(view):
        won = view.table.result.victors if view.table.result else ()
        return sides.outcome(outcome(view), plan.width, unit, [_chip(plan, each) for each in won])
    if seat == NOBODY:
        return sides.head(phase(view), "", None, plan.width, unit)
    acts = f"{COLOURS[seat]} to act"
    return sides.head(phase(view), acts, _chip(plan, seat), plan.width, unit)


def _chip(plan: SailorsLayout, seat: int) -> Art:
    return chip_of(seat, LETTERS[seat], plan.px(60), False, c.VOID)


def strip(plan: SailorsLayout, view: SailorsView, look: Look) -> Part:
    """The preview; or the steps of the story; or the last action with its dice, and what is asked
    now."""
    px = plan.px
    if look.overlay is not None and look.overlay.is_question:
        return Part()
    story = () if look.overlay is None else tuple(overlays.steps(look.overlay))
    if any(step.seat is not None for step in story) and not (view.plan or under_way(view)):
        frame = story_lines.Frame(
            px(EDGE + 4), plan.strip + px(46), plan.text_room, px(STRIP_STEP), STRIP_LINES
        )
        return Part(*story_lines.lines(story, frame, BODIES, (px(42), px(36))))
    part, last = Part(), view.table.last
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
            part.words.append(Caption(text, x, y, style, room=room))
            y += px(STRIP_STEP)
        for place, hit in enumerate(hits[: columns * rows] if not number else ()):
            column, row = divmod(place, rows)
            at = x + column * wide, y + row * px(STRIP_STEP)
            _hit(part, plan, hit, *at, wide, seen=columns == 1)
        y += 0 if number else rows * px(STRIP_STEP)
    if more := len(hits[columns * rows :]):
        style = Style(px(46), c.WHITE, c.VOID)
        part.words.append(Caption(f"and {more} more", x + room, y - px(STRIP_STEP), style, "right"))
    return part


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


def _hit(
    part: Part, plan: SailorsLayout, hit: Hit, x: int, y: int, wide: int, *, seen: bool
) -> None:
    """One exchange: dice against dice, and what came of it."""
    px, right = plan.px, x + wide
    style = Style(px(46 if seen else 38), c.MUTED, c.VOID, bold=False)
    side = style.size * 7 // 12 * 2

    def write(text: str, at: int) -> int:
        part.words.append(Caption(text, at, y, style))
        return at + paint.width(text, style) + style.size // 3

    def throw(dice: Sequence[int], code: str, counts: str, at: int) -> int:
        seat = LETTERS.index(code[0]) if code and code[0] in LETTERS else NOBODY
        for face in highest_first(dice)[:8]:
            part.marks.append((_die(seat, face, side), at, y - style.size // 3 - side // 2))
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
    room = max(px(120), right - x - px(8))
    part.words.append(Caption(result_of(hit), x + px(8), y, result, room=room))


@lru_cache(maxsize=256)
def _die(seat: int, face: int, side: int) -> Art:
    body = BODIES[seat] if seat != NOBODY else c.STONE_LIGHT
    shapes = (
        Area(box(1, 1, side - 2, side - 2, side / 5), body),
        Label(side / 2, side / 2, str(face), Style(round(side * 0.7), c.VOID, body)),
    )
    return Art(side, side, c.VOID, shapes)


def cards(plan: SailorsLayout, view: SailorsView, look: Look) -> Part:
    """A card for every seat, two in a row."""
    part = Part(end=plan.cards, unit=plan.unit)
    for player in view.table.players:
        _card(part, plan, view, look, player.seat)
        part.end += plan.px(CARD_STEP) * (player.seat % 2)
    return part


def _card(part: Part, plan: SailorsLayout, view: SailorsView, look: Look, seat: int) -> None:
    table, px = view.table, part.px
    player, result = table.players[seat], table.result
    lit = seat in result.victors if result is not None else acting(view) == seat
    chip = chip_of(seat, LETTERS[seat], px(66), player.left or player.removed)
    name = drawable(look.name(seat)) or COLOURS[seat]
    tag = _tag(view, seat), part.style(29, c.WHITE if lit else c.MUTED, c.CARD)
    small = part.style(25, c.MUTED, c.CARD, bold=False)
    edge, high = c.WHITE if lit else None, plan.px(CARD_STEP - 16)
    forces = _forces(view, seat), small
    x, wide = sides.side(part, seat % 2, chip, edge, plan.width, high, name, tag, forces)
    text, right, low = x + px(98), x + wide - px(18), part.end + px(124)
    fate = _commander(view, seat)
    if fate:
        part.marks.append((star_of(px(28), c.CARD), text - px(2), low - px(22)))
        part.words.append(Caption(fate, text + px(32), low, small))
    aim = objective(view, table.team(seat))
    bright = small if aim == "secret" else part.style(25, c.YELLOW, c.CARD)
    room = max(px(56), right - text - px(48) - paint.width(fate, small))
    said = (f"objective {aim}" if aim == "secret" else aim, aim, aim.removesuffix(" (secret)"))
    shown = next((each for each in said if paint.width(each, bright) <= room), said[-1])
    part.words.append(Caption(shown, right, low, bright, "right", room))


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
