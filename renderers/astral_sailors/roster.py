"""What stands around the board: who is to act, the last action, the players, and kinds of units."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.astral_sailors.content.catalogue import Catalogue, UnitKind
from games.astral_sailors.content.pack_form import write_specials
from games.astral_sailors.names import COLOURS, counted, team_name
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Facing
from renderers import Look, paint, silhouettes
from renderers import palette as c
from renderers.astral_sailors import text, units
from renderers.astral_sailors.backdrop import SailorsLayout
from renderers.astral_sailors.scenery import height_text
from renderers.astral_sailors.traces import star_of
from renderers.boards.inset import Inset
from renderers.cards import sides
from renderers.cards.kind_cards import TOKEN, KindCard
from renderers.cards.sides import Part
from renderers.lettering import drawable, plain
from renderers.overlay import overlays
from renderers.overlay.overlays import StoryStep
from renderers.scene import Art, Caption

CARD_STEP = 220
COLUMNS = 2
"""Of the rows of an army that is built."""


def head(plan: SailorsLayout, view: SailorsView, look: Look) -> Part:
    """Round and phase at the left, who is to act at the right."""
    seat, unit, result = text.acting(view), 1.6 * plan.scale, view.table.result
    if result is not None:
        won = [units.chip(each, plan.px(60), c.VOID) for each in result.victors]
        return sides.outcome(text.outcome(view, look), plan.width, unit, won)
    acts, sign = "", None
    if seat != NOBODY:
        acts, sign = f"{COLOURS[seat]} to act", units.chip(seat, plan.px(60), c.VOID)
    return sides.head(text.phase(view), acts, sign, plan.width, unit)


def story(plan: SailorsLayout, view: SailorsView, look: Look, inset: Inset | None) -> Part:
    """The preview; or the steps of the story; or the last action with its dice, and what is asked
    now."""
    asked = look.overlay is not None and look.overlay.is_question
    steps: Sequence[StoryStep] = tuple(overlays.steps(look.overlay)) if look.overlay else ()
    if not steps or view.plan or view.table.attack:
        lines = text.happening(view)
        # Exchanges are left out first, where there are too many.
        steps = [
            StoryStep(0, line, None, at in (0, len(lines) - 1)) for at, line in enumerate(lines)
        ]
    return sides.told(
        () if asked else steps, units.BODIES, plan.width, plan.strip, inset, plan.unit
    )


# --- Players ---


def cards(plan: SailorsLayout, view: SailorsView, look: Look, top: int) -> Part:
    """A card for every seat, two in a row."""
    part, step = Part(end=top, unit=plan.unit), plan.px(CARD_STEP)
    for player in view.table.players:
        _card(part, plan, view, look, player.seat)
        part.end += step * (player.seat % 2)
    part.end += step * (len(view.table.players) % 2)
    return part


def _card(part: Part, plan: SailorsLayout, view: SailorsView, look: Look, seat: int) -> None:
    table, px = view.table, part.px
    player, result = table.players[seat], table.result
    lit = seat in result.victors if result is not None else text.acting(view) == seat
    sign = units.chip(seat, px(66), c.CARD, player.left or player.removed)
    name = drawable(look.name(seat)) or COLOURS[seat]
    tag = _tag(view, seat), part.style(29, c.WHITE if lit else c.MUTED, c.CARD)
    small = part.style(25, c.MUTED, c.CARD, bold=False)
    edge, high = c.WHITE if lit else None, plan.px(CARD_STEP - 16)
    forces = _forces(view, seat), small
    x, wide = sides.side(part, seat % 2, sign, edge, plan.width, high, name, tag, forces)
    left, right, low = x + px(98), x + wide - px(18), part.end + px(124)
    main = table.units.get(player.main)
    fate = "" if main is None else text.fate(view, main)
    if fate:
        part.marks.append((star_of(px(28), c.CARD), left - px(2), low - px(22)))
        part.words.append(Caption(fate, left + px(32), low, small))
    aim = text.objective(view, table.team(seat))
    bright = small if aim == "secret" else part.style(25, c.YELLOW, c.CARD)
    room = max(px(56), right - left - px(48) - paint.width(fate, small))
    said = (f"objective {aim}" if aim == "secret" else aim, aim, aim.removesuffix(" (secret)"))
    shown = next((each for each in said if paint.width(each, bright) <= room), said[-1])
    part.words.append(Caption(shown, right, low, bright, "right", room))


def _tag(view: SailorsView, seat: int) -> str:
    table = view.table
    player, order = table.players[seat], table.turn.order
    said = ""
    if table.result is not None:
        won = seat in table.result.victors
        said = "winner" if won else "fallen" if seat in table.result.fallen else ""
    elif player.removed or (player.left and player.played_by == NOBODY):
        said = "has left"
    elif player.left:
        said = f"played by {COLOURS[player.played_by]}"
    elif text.acting(view) == seat:
        said = "to act"
    elif text.acting(view) != NOBODY and len(order) > 2 and seat in order:
        said = ("1st", "2nd", "3rd", "4th", "5th", "6th", "7th", "8th")[order.index(seat)]
    elif table.phase == "muster" and (draft := view.sheets[seat]) is not None:
        said = "locked" if draft.locked else "not locked"
    together = any(len(one.seats) > 1 for one in table.teams)
    return ", ".join(filter(None, (team_name(player.team) * together, said)))


def _forces(view: SailorsView, seat: int) -> str:
    table, draft = view.table, view.sheets[seat]
    if table.phase not in ("bellicose", "muster"):
        return ", ".join(text.forces(view, seat))
    if draft is None:
        return ""
    price = sum(table.catalogue.units[code].cost for code in draft.units)
    return f"{counted(len(draft.units), 'unit')}, {price} of {table.agreement.army_size} points"


# --- Kinds of units ---


def army(plan: SailorsLayout, view: SailorsView, top: int) -> Part:
    """The list that the viewer builds: every kind with how many of it, and what they cost."""
    size, kinds, rows = (sides.LISTED - 20) * plan.unit, text.drafted(view), []
    for kind in dict.fromkeys(kinds):
        count = kinds.count(kind)
        values = f"RE {kind.resistance}, AT {kind.shots}/{kind.blows}"
        price = counted(count * kind.cost, "point")
        more = f"{price}; {values}, DE {kind.defence}, MV {kind.movement}"
        token = _token(kind, view.seat or 0, round(size / kind.base))
        rows.append((token, f"{count} × {drawable(kind.name)}", more))
    return sides.listed(Part(end=top, unit=plan.unit), rows, plan.width, COLUMNS)


@lru_cache(maxsize=128)
def _token(kind: UnitKind, seat: int, cell: int) -> Art:
    shown = units.UnitLook(
        kind.code, seat, units.silhouette_of(kind), kind.specials.commander, kind.base, Facing.S,
        "ready", kind.resistance, kind.resistance, -1,
    )  # fmt: skip
    return units.unit_of(shown, cell)


def card(kind: UnitKind, catalogue: Catalogue, look: Look) -> KindCard:
    """A machine stands on a square plate, everything else on a round one."""
    origin = kind.category.capitalize()
    if kind.category not in ("mercenary", "civilian"):
        origin += f", {plain(catalogue.armies[kind.army], 40)}"
    shot = f"{counted(kind.shots, 'die', 'dice')}, Damage {kind.shot_damage}"
    blow = f"{counted(kind.blows, 'die', 'dice')}, Damage {kind.blow_damage}"
    values = {
        "Cost": counted(kind.cost, "point"),
        "Resistance (RE)": str(kind.resistance),
        "Defence (DE)": str(kind.defence),
        "Movement (MV)": str(kind.movement),
        "Shoots": shot if kind.shots else "no",
        **({"Range": f"{kind.nearest}–{kind.farthest} squares"} if kind.shots else {}),
        "Strikes": blow if kind.blows else "no",
        "Base": f"{kind.base}×{kind.base}, {height_text(kind.height)} high",
    }
    shape, square = units.SILHOUETTES[units.silhouette_of(kind)], kind.category == "machine"
    plate = silhouettes.token(shape, square, c.STONE_LIGHT, TOKEN, c.CARD)
    specials = tuple(write_specials(kind.specials))
    return KindCard(
        look, kind.code, kind.name, origin, c.STONE_LIGHT, plate, values, specials, "Special rules"
    )
