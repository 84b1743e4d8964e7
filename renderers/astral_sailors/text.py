"""A match in words: phrases that the picture shows too, the alt text and the text board."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product

from games.astral_sailors.content.catalogue import PER_PLAYER, QUADRANT, PieceKind, UnitKind
from games.astral_sailors.content.pack_form import write_specials
from games.astral_sailors.names import (
    COLOURS,
    OBJECTIVES,
    called,
    counted,
    facing_name,
    hidden_per_cent,
    listed,
    stretches,
    team_name,
    team_with_seats,
)
from games.astral_sailors.table import Hit, LastAction, Unit
from games.astral_sailors.tasks import NOBODY
from games.astral_sailors.view import PlannedMove, SailorsView
from games.astral_sailors.words import words
from games.astral_sailors.words.considerations import stats
from games.core.geometry.squares import Base, Square, column
from games.core.telling import roster, shortened
from games.core.types import Ending, Seat
from renderers import Look
from renderers.astral_sailors.scenery import height_text
from renderers.boards.squaremap import Window, text_grid
from renderers.lettering import plain, sections, shorten
from renderers.overlay import overlays, threat_marks
from renderers.overlay.threat_marks import Threats

GRID = 16
"""Most columns of a board or close-up that is also written as a grid."""

FULL_SCORE = 128
"""The sight score of a fully hidden target."""

DEPLOYED = 45
"""Points of units besides the Commander in a first deployment."""

_PHASES = {
    "bellicose": "teams choose their role",
    "muster": "armies are being built",
    "scenery": "scenery is placed",
    "deployment": "armies deploy",
    "activation": "activation",
    "reinforcement": "reinforcements",
    "over": "over",
}

_DOES = {
    "move": "moves", "march": "moves", "run": "runs", "jump": "jumps", "turn": "turns",
    "shoot": "shoots at", "melee": "strikes", "charge": "charges", "capture": "captures",
    "release": "releases its captive at", "deploy": "is deployed on",
    "reinforce": "comes from the Reserve to", "hold": "holds",
}  # fmt: skip

_THREATS = {"shots": "shot by {}", "blows": "struck by {}", "later": "hit after a Move by {}"}


def alt(view: SailorsView, look: Look, window: Window | None = None) -> str:
    """Round, phase, whose turn, last action, forces, Commanders: at most 1,024 characters."""
    part = "" if window is None else f", close-up of {window.name}"
    plan = [f"{line}." for line in plan_lines(view)]
    said = [overlays.told(look.overlay)] if look.overlay else _last(view, 3)
    lines = [f"Astral Sailors{part}.", *plan, *_standing(view, look), *said]
    rest = [*_fates(view), *_held(view), *_draft(view), *_threat_lines(view, look)]
    if window is None:
        rest += _sides(view, look, brief=len(view.table.players) > 4)
    else:
        shown = (unit for unit in view.table.on_board() if window.shows(view.table.base(unit)))
        units = ", ".join(f"{one.code} {_square(one)}" for one in shown)
        rest.append(f"Units: {units or 'none'}")
    return shorten(" ".join((*lines, *(f"{line}." for line in rest))))


def board(view: SailorsView, look: Look, window: Window | None = None) -> str:
    """Everything needed to play, in lines of their own, for a fixed-width font."""
    shown, table = window or Window.whole(view.table.size), view.table
    grid = shown.columns <= GRID and (table.units or table.pieces)
    whole = window is None
    return sections(
        (*_standing(view, look), *_last(view, 99), *plan_lines(view)),
        (*_sides(view, look), *_fates(view), *_held(view), *_draft(view)),
        _grid(view, look, shown) if grid else (),
        _units(view, shown),
        _threat_lines(view, look),
        _off(view) if whole else (),
        _scenery(view, shown),
        _kinds(view) if whole else (),
        _zones(view) if whole and table.phase in ("scenery", "deployment") else (),
    )


# --- The match ---


def phase(view: SailorsView) -> str:
    """``Round 3 of 20, activation, first half``; before the first round only the phase."""
    table = view.table
    words = _PHASES[table.phase]
    if not table.round:
        return words[0].upper() + words[1:]
    limit = f" of {table.agreement.round_limit}" * bool(table.agreement.round_limit)
    half = f", {'first' if table.turn.half == 1 else 'second'} half" * (table.phase == "activation")
    return f"Round {table.round}{limit}, {words}{half}"


def acting(view: SailorsView) -> int:
    """The seat whose turn it is, ``NOBODY`` for none."""
    table = view.table
    waits = table.phase in ("scenery", "deployment", "activation", "reinforcement")
    return table.turn.seat if waits and table.result is None else NOBODY


def outcome(view: SailorsView, look: Look) -> str:
    """How the match ended; empty while it goes on."""
    result = view.table.result
    if result is None:
        return ""
    ending = Ending(result.kind, tuple(map(Seat, result.victors)), (), result.rule)
    return look.outcome(words.WORDS, view, ending)


def _standing(view: SailorsView, look: Look) -> Iterator[str]:
    table, seat = view.table, acting(view)
    if over := outcome(view, look):
        yield f"Over{f' in round {table.round}' if table.round else ''}: {over}."
        return
    yield f"{phase(view)}."
    if seat != NOBODY:
        more = ""
        if table.phase == "activation":
            more = f", {counted(table.turn.quota, 'unit')} left to activate"
            more += f", {table.turn.active} is active" * bool(table.turn.active)
        order = "-".join(COLOURS[one] for one in table.turn.order)
        yield f"{COLOURS[seat]} to act{more}. Order: {order}."
    if asked := question(view):
        yield f"{asked}."


def happening(view: SailorsView) -> list[str]:
    """The preview; or the last action with its dice, and what is asked now; before the battle what
    has been agreed."""
    if view.plan is not None:
        return list(plan_lines(view))
    last = _last_lines(view) or [notice(view)]
    return [*filter(None, (*last, question(view)))]


def notice(view: SailorsView) -> str:
    """What is agreed for the phase before the battle; empty later."""
    table, agreed = view.table, view.table.agreement
    if table.phase in ("bellicose", "muster"):
        commanders = counted(agreed.commanders, "Commander")
        known = "" if agreed.open_armies else ", hidden until seen"
        return f"Armies of {agreed.army_size} points, {commanders} each{known}"
    if table.phase == "scenery":
        of = f" of {PER_PLAYER * len(table.players)}" * (agreed.scenery == "alternate")
        return f"Scenery placed so far: {counted(len(table.pieces), 'piece')}{of}"
    if table.phase == "deployment":
        return f"Each player deploys the Commander and other units worth at most {DEPLOYED} points"
    return ""


# --- Attacks and previews ---


def question(view: SailorsView) -> str:
    """What an attack under way waits for; empty for none."""
    attack = view.table.attack
    if attack is None or attack.part >= len(attack.parts):
        return ""
    part = attack.parts[attack.part]
    if attack.how == "poison":
        return f"The poison of {attack.attacker} on {part.target} awaits an answer"
    if attack.how == "terrain":
        return f"The ground under {part.target} awaits an answer"
    by = f" by {attack.attacker}" if attack.attacker else ""
    seen = f" ({cover(part.score)})" if attack.how == "shoot" else ""
    return f"The attack{by} on {part.target}{seen} awaits an answer"


def plan_lines(view: SailorsView) -> Iterator[str]:
    """What the preview would do, and each of its targets with the chances."""
    plan = view.plan
    if plan is None:
        return
    words = [f"Preview: {_called(view, plan.unit)} {_DOES.get(plan.how, plan.how)}"]
    if plan.path:
        words.append("-".join(dict.fromkeys(str(base.anchor) for base in plan.path)))
    if plan.facing is not None and len(plan.path) < 2:
        words.append(f"facing {plan.facing.name}")
    if plan.aims:
        words += ["and strikes"] * bool(plan.path)
        words.append(listed([who(view, base) for base in plan.aims]))
    yield " ".join(words)
    for at, base in enumerate(plan.aims):
        if chances := _prospect(plan, at):
            yield f"{who(view, base)}: {chances}"
    yield "Nothing has been played yet"


def _prospect(plan: PlannedMove, at: int) -> str:
    """The chances against target number ``at``: ``42% to wound · half cover, 50%``."""
    return " · ".join((*plan.chances[at : at + 1], *map(cover, plan.scores[at : at + 1])))


def cover(score: int) -> str:
    """A sight score in words: ``half cover, 50%``."""
    share = hidden_per_cent(score)
    if score * 4 < FULL_SCORE:
        return "clear" if share == 0 else f"clear, {share}% hidden"
    return f"half cover, {share}%" if score * 4 <= 3 * FULL_SCORE else f"blocked, {share}%"


def brief(score: int) -> str:
    """A sight score for a small label: ``clear``, ``½ cover`` or ``blocked``."""
    return cover(score).partition(",")[0].replace("half", "½")


def who(view: SailorsView, base: Base) -> str:
    """The code of the unit on exactly this base, else its square."""
    table = view.table
    found = (unit.code for unit in table.on_board() if table.base(unit) == base)
    return next(found, str(Square(base.c, base.r)))


def _last(view: SailorsView, most: int) -> Iterator[str]:
    if said := _last_lines(view):
        headline, *found = said
        more = [f"and {len(found) - most} more"] if len(found) > most else []
        yield f"{': '.join(filter(None, (headline, '; '.join((*found[:most], *more)))))}."


def _last_lines(view: SailorsView) -> list[str]:
    """The last action, and every exchange of it."""
    last = view.table.last
    if last is None:
        return []
    when = "Last" if view.table.attack is None else "Now"
    return [f"{when}: {_deed(view, last)}", *map(_exchange, last.hits)]


def _deed(view: SailorsView, last: LastAction) -> str:
    """``R3 Contract Trooper runs C4-C9``, ``R3 Contract Trooper shoots at B2 and B4``."""
    struck = dict.fromkeys(hit.target for hit in last.hits if hit.attacker and not hit.counter)
    targets = listed(shortened(list(struck)))
    aims = listed(shortened([who(view, base) for base in last.aims]))
    if last.how == "poison":
        return f"poison of {last.unit} on {targets or aims}"
    actor = view.table.units.get(last.unit)
    does = f"{_called(view, last.unit)} {_DOES.get(last.how, last.how)}"
    if last.path and last.path[0] != last.path[-1]:
        way = f"{does} {last.path[0].anchor}-{last.path[-1].anchor}"
        return f"{way} and strikes {targets}" if targets else way
    about = targets
    if not about and last.how == "capture" and actor is not None:
        about = actor.holds
    if not about and last.how == "turn":
        about = f"to {facing_name(actor.facing)}" if actor is not None else ""
    elif not about:
        about = aims or "".join(str(base.anchor) for base in last.path[-1:])
    return f"{does} {about}".rstrip()


def _called(view: SailorsView, code: str) -> str:
    return plain(called(view.table, code), 40)


def _exchange(hit: Hit) -> str:
    """``B6 takes 2 wounds and is out: R5 6-4 against 5-1``, with what the dice count."""
    found = f"{hit.target} takes {counted(hit.wounds, 'wound') if hit.wounds else 'no wound'}"
    found += " and is out" * hit.gone
    counts = list(zip(*hit.totals, strict=True)) or [(), ()]
    attack, defence = map(_dice, (hit.attack, hit.defence), counts)
    by = f"{hit.attacker or 'the ground'}{' strikes back' * hit.counter}"
    seen = f" ({cover(hit.score)})" if hit.score else ""
    return f"{found}: {by} {attack} against {defence}{seen}"


def _dice(dice: Sequence[int], counts: Sequence[int]) -> str:
    """``6-4``, ``6-4 = 5, 4`` where they count for something else."""
    shown = sorted(dice, reverse=True)
    same = not counts or list(counts) == shown
    return ("-".join(map(str, shown)) or "no dice") + (
        "" if same else f" = {', '.join(map(str, counts))}"
    )


def threats(view: SailorsView) -> Iterator[tuple[str, Threats]]:
    """Whom the viewer's team, else the one to act, could hit, and who could hit it."""
    table = view.table
    seat = acting(view) if view.seat is None else view.seat
    if seat == NOBODY or table.phase not in ("activation", "reinforcement"):
        return
    for each in words.threats(view, table.team(seat)):
        yield each.target, {"shots": each.shots, "blows": each.blows, "later": each.later}


def _threat_lines(view: SailorsView, look: Look) -> Iterator[str]:
    return threat_marks.lines(threats(view) if look.threats else (), _THREATS)


# --- Sides ---


def forces(view: SailorsView, seat: int) -> list[str]:
    """``12 points``, ``5 on board``, ``3 in Reserve``, where the viewer knows that."""
    table, units = view.table, view.table.of(seat)
    found = [counted(table.players[seat].pool, "point")]
    if units:
        own = view.seat is not None and table.team(view.seat) == table.team(seat)
        known = table.agreement.open_armies or table.result is not None or own
        waiting = sum(unit.place == "reserve" for unit in units)
        found.append(f"{sum(unit.on_board for unit in units)} on board")
        found.append(f"{waiting} in Reserve" if known else "Reserve hidden")
    return found


def letters(view: SailorsView, team: int) -> str:
    """The letters of a team's seats: ``BG``."""
    return "".join(COLOURS[seat][0] for seat in view.table.teams[team].seats)


def objective(view: SailorsView, number: int) -> str:
    """What may be said about a team's objective here.

    A secret one is named only to the team itself, in a view of one of its seats, to a referee
    who looks at everything, and to everybody when the match is over.
    """
    table, known = view.table, view.secrets[number]
    team, over = table.teams[number], table.result is not None
    own = view.all_seen or (view.seat is not None and table.team(view.seat) == number)
    if team.bellicose or team.objective:
        return OBJECTIVES[0 if team.bellicose else team.objective]
    if known is None or not own or not (known.bellicose or known.objective):
        return "secret"
    if not known.objective:
        return OBJECTIVES[0]
    prey = f" of {letters(view, known.target)}" if known.target != NOBODY else ""
    return f"{OBJECTIVES[known.objective]}{prey}{'' if over else ' (secret)'}"


def fate(view: SailorsView, unit: Unit) -> str:
    """What has become of a Commander: ``R1 C4 RE 2/3``, ``R1 fallen``."""
    strength = f"RE {left(view, unit)}/{view.table.kind(unit).resistance}"
    if unit.delivered:
        return f"{unit.code} delivered"
    places = {
        "captive": f"{strength} held by {unit.held_by}",
        "board": f"{_square(unit)} {strength}",
        "out": "fallen",
    }
    return f"{unit.code} {places.get(unit.place, 'not deployed')}"


def drafted(view: SailorsView) -> list[UnitKind]:
    """The army that the viewer's seat builds; empty at other times."""
    draft = None if view.seat is None else view.sheets[view.seat]
    if draft is None or view.table.phase not in ("bellicose", "muster"):
        return []
    return [view.table.catalogue.units[code] for code in draft.units]


def _sides(view: SailorsView, look: Look, *, brief: bool = False) -> Iterator[str]:
    """A line for every seat: name, points, units, objective of its team.

    In ``brief``, what is nothing or not known is left out.
    """
    table = view.table
    together = any(len(team.seats) > 1 for team in table.teams)
    for player in table.players:
        who = look.called(player.seat, COLOURS[player.seat], 16 if brief else 32)
        who += f", {team_name(player.team)}" * together
        parts = [each for each in forces(view, player.seat) if not brief or each[:2] != "0 "]
        if player.civilians:
            parts.append(f"{counted(player.civilians, 'civilian')} killed")
        parts += ["has left"] * (player.left or player.removed)
        aim = objective(view, player.team)
        if aim != "secret" or not brief:
            parts.append("secret objective" if aim == "secret" else aim)
        yield f"{who}: {', '.join(parts)}"


def _fates(view: SailorsView) -> Iterator[str]:
    units = view.table.units.values()
    found = [fate(view, unit) for unit in units if view.table.kind(unit).specials.commander]
    if found:
        yield f"Commanders: {', '.join(found)}"


def _held(view: SailorsView) -> Iterator[str]:
    table = view.table
    found = [
        f"{name} {'captured' if count > 1 else 'held once'} by {team_with_seats(table, number)}"
        for number, team in enumerate(table.teams)
        for name, count in sorted(team.quadrants.items())
        if count
    ]
    if found:
        yield f"Quadrants: {', '.join(found)}"


def _draft(view: SailorsView) -> Iterator[str]:
    """The army that the viewer is building."""
    table, kinds = view.table, drafted(view)
    draft = None if view.seat is None else view.sheets[view.seat]
    if draft is not None and table.phase in ("bellicose", "muster"):
        price = f"{sum(kind.cost for kind in kinds)} of {table.agreement.army_size} points"
        found = roster(plain(kind.name, 32) for kind in kinds) if kinds else "no units yet"
        yield f"Your army, {price}, {'locked' if draft.locked else 'not locked'}: {found}"


# --- Units ---


def left(view: SailorsView, unit: Unit) -> int:
    """RE left."""
    return max(0, view.table.kind(unit).resistance - unit.lost)


def _units(view: SailorsView, window: Window) -> Iterator[str]:
    """Every unit on the board, a line each, by seat."""
    table = view.table
    found = [unit for unit in table.on_board() if window.shows(table.base(unit))]
    if found:
        yield "Units: code, kind, square, facing, RE, AP, state"
        yield "In the picture: white wedge facing, golden tab Commander, dark plate activated,"
        yield "bar RE (dark parts lost), diamonds AP, cross-hair has shot, yellow bar Cover,"
        yield "green disc rounds of poison"
    for unit in found:
        place = f"{_square(unit)} {unit.facing.name}"
        yield f"{unit.code:<3} {_kind(view, unit)}, {place}, {', '.join(_states(view, unit))}"


def _states(view: SailorsView, unit: Unit) -> Iterator[str]:
    table, kind = view.table, view.table.kind(unit)
    special = kind.specials
    yield f"RE {left(view, unit)}/{kind.resistance}"
    if table.phase in ("activation", "reinforcement"):
        yield f"AP {unit.ap}"
        done = "activated" if unit.activated == table.round else "ready"
        yield "active" if unit.code == table.turn.active else done
    states = {
        "has shot": unit.shot and unit.shot == table.round,
        "Cover": unit.cover,
        "flies": special.fly,
        f"{max(0, special.limited - unit.used)} shots left": special.limited,
        f"Tough {max(0, special.tough - unit.absorbed)} left": special.tough,
    }
    yield from (said for said, there in states.items() if there)
    for one in unit.poison:
        yield f"poison of {one.source}: Damage {one.damage}, {counted(one.ticks, 'round')} left"
    if unit.kills:
        yield counted(unit.kills, "kill")
    if unit.holds:
        yield f"holds {unit.holds}"


def _off(view: SailorsView) -> Iterator[str]:
    """Reserves and the fallen of every seat; units of one kind that follow one another together."""
    places = (("reserve", "Reserve"), ("captive", "captive"), ("out", "out"))
    for player, (place, title) in product(view.table.players, places):
        units = [unit for unit in view.table.of(player.seat) if unit.place == place]
        if not units:
            continue
        letter, said = COLOURS[player.seat][0], []
        for what, alike in groupby(units, lambda unit: _waiting(view, unit)):
            runs = stretches([unit.number for unit in alike])
            codes = (f"{letter}{low}{f'-{letter}{high}' * (high > low)}" for low, high in runs)
            said.append(f"{', '.join(codes)} {what}")
        yield f"{COLOURS[player.seat]}, {title}: {'; '.join(said)}"


def _waiting(view: SailorsView, unit: Unit) -> str:
    held = f", held by {unit.held_by}" if unit.place == "captive" else ""
    return f"{_kind(view, unit)}{held or f' {view.table.kind(unit).cost}'}"


def _kinds(view: SailorsView) -> Iterator[str]:
    """The values of every kind of unit in the match; of all there are while armies are built."""
    table = view.table
    codes = dict.fromkeys(unit.kind for unit in table.units.values())
    if table.phase in ("bellicose", "muster"):
        codes = dict.fromkeys(table.catalogue.units)
    if codes:
        yield "Kinds: attacks ranged/melee, Damage, range, defence, movement, cost, base, height"
    for code in codes:
        kind = table.catalogue.units[code]
        size = f"{kind.base}x{kind.base}, {height_text(kind.height)} high"
        values = (stats(kind), f"CO {kind.cost}", size, *write_specials(kind.specials))
        yield f"{plain(kind.name, 32)}: {', '.join(values)}"


def _kind(view: SailorsView, unit: Unit) -> str:
    return plain(view.table.kind(unit).name, 32)


def _square(unit: Unit) -> str:
    return str(Square(unit.c, unit.r))


# --- The board ---


def _scenery(view: SailorsView, window: Window) -> Iterator[str]:
    kinds = view.table.catalogue.pieces
    placed = [(kinds[piece.kind], piece.squares(kinds[piece.kind])) for piece in view.table.pieces]
    found = [each for each in placed if any(window.shows(Base(*at)) for at in each[1])]
    if found:
        yield "Scenery"
    for kind, squares in found:
        ends = dict.fromkeys(map(str, (squares[0], squares[-1])))
        yield f"{'-'.join(ends)} {', '.join(_nature(kind))}"


def _nature(kind: PieceKind) -> Iterator[str]:
    yield plain(kind.name, 32)
    natures = {
        f"{height_text(kind.height)} high": kind.height,
        kind.opacity: kind.opacity,
        kind.entry: kind.entry != "open",
        "water": kind.water,
        f"Damage {kind.danger}": kind.danger is not None,
    }
    yield from (said for said, there in natures.items() if there)


def _zones(view: SailorsView) -> Iterator[str]:
    """The deployment zones: ``A-P 1 to 6`` for runs of squares in rows that follow one another."""
    for player in view.table.players:
        rows: dict[int, list[int]] = {}
        for square in sorted(view.zone(player.seat)):
            rows.setdefault(square.r, []).append(square.c)
        spans: dict[tuple[int, int], list[int]] = {}
        for row in sorted(rows):
            for span in stretches(rows[row]):
                spans.setdefault(span, []).append(row + 1)
        said = (
            f"{column(first)}-{column(last)} {low}{f' to {high}' * (high > low)}"
            for (first, last), numbers in spans.items()
            for low, high in stretches(numbers)
        )
        yield f"Zone of {COLOURS[player.seat]}: {', '.join(said)}"


def _grid(view: SailorsView, look: Look, window: Window) -> Iterator[str]:
    """Rows of squares with four characters each: codes, scenery in small letters, dots; a stroke
    or a line where a quadrant begins."""
    table = view.table
    signs: dict[Square, str] = {}
    for piece in table.pieces:
        kind = table.catalogue.pieces[piece.kind]
        signs |= dict.fromkeys(piece.squares(kind), kind.code.lower()[:3])
    for unit in table.on_board():
        signs |= dict.fromkeys(table.base(unit).squares(), unit.code)
    yield from text_grid(window, look.turned, lambda at: signs.get(at, "."), QUADRANT)
    yield "Small letters: scenery, see below."
