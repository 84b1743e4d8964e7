"""Astral Sailors: crowded boards, targets among sixty enemies, whole attacks, first questions."""

from __future__ import annotations

import shutil
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from bench import plain_pillow
from bench.bots import load_turn, open_application, start_match
from bench.measure import Figure, figure, measure, on_one_cpu
from bench.moves import LOOK
from bench.strength import READY, SAILORS, by_chance, by_computer, course, opening
from bot.play.executor import Command
from bot.play.match import submission, views
from bot.play.match.submission import TypedMove
from bot.play.storage.records import MatchId
from bot.store.sqlite import backup
from games.astral_sailors.agreement import Agreement
from games.astral_sailors.board import terrain
from games.astral_sailors.board.line_of_sight import Sight
from games.astral_sailors.content.loading import BASE
from games.astral_sailors.options import options_for
from games.astral_sailors.secrets import ArmyDraft, TeamSecret
from games.astral_sailors.state import State
from games.astral_sailors.table import LETTERS, Player, Scenery, Table, Team, Turn, Unit
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base, Facing, Square
from games.core.questions import complete
from games.core.types import SPECTATOR, Decision, Seat, Seated
from renderers import Look
from renderers.astral_sailors import RENDERER

ROUNDS, ENEMIES = 9, 60
KINDS = (Path(__file__).parent / "crowded.toml").read_text(encoding="utf-8")
"""Kinds of units and scenery that the base game lacks, as a content pack has them; crowded boards
use those of the base game as well."""
GLORY = 2
"""The objective of each team."""

# --- Crowded boards, made by chance ---


def crowded_table(
    chance: Random, *, size: int = 16, units: int = 20, pieces: int = 10, teams: tuple[int, ...]
) -> Table:
    """Units and scenery on a board. Some of those that are tried for are left out when it is full.

    Args:
        teams: numbers of players
    """
    seats = sum(teams)
    team_of = [number for number, players in enumerate(teams) for _ in range(players)]
    found = Table(
        Agreement(pack=f'title = "Crowded boards"\n{KINDS}'),
        size,
        tuple(
            Team(tuple(seat for seat in range(seats) if team_of[seat] == number))
            for number in range(len(teams))
        ),
        tuple(Player(seat, team_of[seat], deployed=True) for seat in range(seats)),
        *("activation", 1, {}, (), Turn(tuple(range(seats)))),
        starter=0,
    )
    found = replace(found, pieces=tuple(_scenery(chance, found, pieces)))
    for _ in range(units):
        placed = _place(chance, found, seats)
        if placed is not None:
            found = found.put(placed)
    return _in_order(found)


def _in_order(table: Table) -> Table:
    ordered = sorted(table.units.values(), key=lambda each: (each.seat, each.number))
    return replace(table, units={each.code: each for each in ordered})


def _scenery(chance: Random, empty: Table, count: int) -> Iterator[Scenery]:
    covered, kinds = set[tuple[int, int]](), tuple(empty.catalogue.pieces.values())
    for _ in range(count):
        of, turned = chance.choice(kinds), chance.random() < 0.5
        columns, rows = (of.rows, of.columns) if turned else (of.columns, of.rows)
        c, r = chance.randrange(empty.size - columns + 1), chance.randrange(empty.size - rows + 1)
        squares = {(x, y) for x in range(c, c + columns) for y in range(r, r + rows)}
        if not squares & covered:
            covered |= squares
            yield Scenery(of.code, c, r, turned)


def _place(chance: Random, found: Table, seats: int) -> Unit | None:
    of = chance.choice(tuple(found.catalogue.units.values()))
    seat = chance.randrange(seats)
    code = f"{LETTERS[seat]}{sum(each.seat == seat for each in found.units.values()) + 1}"
    c, r = (chance.randrange(found.size - of.base + 1) for _ in "cr")
    made = _unit(code, of.code, Square(c, r), chance.choice(tuple(Facing)))
    if not terrain.stands(found, made, Base(c, r, of.base)):
        return None
    return replace(made, place="captive", held_by="R1") if chance.random() < 0.05 else made


def _unit(code: str, of: str, at: Square | None, facing: Facing = Facing.N) -> Unit:
    """In the Reserve where it stands nowhere."""
    made = Unit(code, of, LETTERS.index(code[0]), facing=facing, ap=2 if at else 0, seen=bool(at))
    return replace(made, place="board", c=at.c, r=at.r) if at else made


def state_of(table: Table) -> State:
    secrets = tuple(TeamSecret(GLORY, -1) for _ in table.teams)
    return State(table, tuple(ArmyDraft(locked=True) for _ in table.players), secrets)


def large_table(seed: int) -> Table:
    """Four players on 4 × 4 quadrants, with ``ENEMIES`` units against those of the first."""
    return crowded_table(Random(seed), size=32, units=106, pieces=40, teams=(1, 3))


def reinforcing(*, walled: bool = False) -> State:
    """Red decides which of its Silent units come, and can pay for all of them.

    Args:
        walled: enemies stand so close around the board that nobody can enter over its border:
            whether a unit can enter at all is a matter of sight alone
    """
    units, seed = (20, 9) if walled else (80, 6)  # the slowest of some hundred boards
    found = crowded_table(Random(seed), size=32, units=units, pieces=80, teams=(1,) * 8)
    found = replace(found, pieces=found.pieces[:40], phase="reinforcement")

    def code(seat: int) -> str:
        number = max((each.number for each in found.of(seat)), default=0) + 1
        return f"{LETTERS[seat]}{number}"

    for place, at in enumerate(range(1, 31, 4) if walled else ()):
        for square in (Square(at, 0), Square(31, at), Square(31 - at, 31), Square(0, 31 - at)):
            warden = _unit(code(1 + place % 7), "GU2", square)
            if terrain.stands(found, warden, Base(square.c, square.r, found.kind(warden).base)):
                found = found.put(warden)
    for kind in BASE.units.values():
        for _ in range(4 if kind.specials.silent else 0):
            found = found.put(_unit(code(0), kind.code, None))
    return state_of(_in_order(found.with_player(replace(found.players[0], pool=900))))


# --- Line of sight as the canon has it (D-39, D-40): slow and plain ---

Triple: TypeAlias = tuple[int, int, int]
Box: TypeAlias = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
Thing: TypeAlias = tuple[Box, bool, str | int, Base]
"""Where it is, whether it is solid, and whose."""


def look_plainly(table: Table, shooter: Unit, target: Unit, at: Base | None = None) -> Sight:
    own, start = table.base(shooter), _centre(table, shooter)
    things = [
        thing
        for thing in _things(table, {shooter.code, target.code})
        if own.gap(thing[3]) > 0 or isinstance(thing[2], str)
    ]
    points = _samples(table, target, at or table.base(target))
    near = [thing for thing in things if own.gap(thing[3]) <= 1]
    rest = [thing for thing in things if own.gap(thing[3]) > 1]
    if near and _score(start, points, near) == 128:
        return Sight(128, _owners(start, points, near, solid=True))
    return Sight(_score(start, points, rest), _owners(start, points, rest, solid=False))


def hits_box(eye: Triple, sample: Triple, box: Box) -> bool:
    n0, d0, n1, d1 = 0, 1, 1, 1
    for axis in range(3):
        lo, hi = box[axis]
        e = eye[axis]
        d = sample[axis] - e
        if d == 0:
            if e < lo or e > hi:
                return False
            continue
        a, b = (lo - e, hi - e) if d > 0 else (e - hi, e - lo)
        d = abs(d)
        if a * d0 > n0 * d:
            n0, d0 = a, d
        if b * d1 < n1 * d:
            n1, d1 = b, d
    return n0 * d1 <= n1 * d0


def _score(eye: Triple, samples: list[Triple], things: list[Thing]) -> int:
    total = 0
    for sample in samples:
        if any(hits_box(eye, sample, box) for box, solid, _, _ in things if solid):
            total += 2
        elif any(hits_box(eye, sample, box) for box, solid, _, _ in things if not solid):
            total += 1
    return total


def _owners(
    eye: Triple, samples: list[Triple], things: list[Thing], *, solid: bool
) -> tuple[str | int, ...]:
    found = (
        owner
        for box, is_solid, owner, _ in things
        if (is_solid or not solid) and any(hits_box(eye, sample, box) for sample in samples)
    )
    return tuple(dict.fromkeys(found))


def _centre(table: Table, unit: Unit) -> Triple:
    kind = table.kind(unit)
    z = 48 if kind.specials.fly else 0
    return 16 * unit.c + 8 * kind.base, 16 * unit.r + 8 * kind.base, z + 12 * kind.height // 2


def _samples(table: Table, unit: Unit, base: Base) -> list[Triple]:
    kind, w = table.kind(unit), base.side
    z = 48 if kind.specials.fly else 0
    odd = (1, 3, 5, 7)
    return [
        (16 * base.c + 2 * w * i, 16 * base.r + 2 * w * j, z + 2 * kind.height * k // 2)
        for i in odd
        for j in odd
        for k in odd
    ]


def _things(table: Table, without: set[str]) -> Iterator[Thing]:
    for unit in table.on_board():
        if unit.code not in without:
            kind, base = table.kind(unit), table.base(unit)
            z = 48 if kind.specials.fly else 0
            sides = (
                (16 * base.c, 16 * (base.c + base.side)),
                (16 * base.r, 16 * (base.r + base.side)),
            )
            yield (*sides, (z, z + 8 * kind.height)), True, unit.code, base
    for place, piece in enumerate(table.pieces):
        of = table.catalogue.pieces[piece.kind]
        columns, rows = (of.rows, of.columns) if piece.turned else (of.columns, of.rows)
        for y in range(piece.r, piece.r + rows) if of.height else ():
            for x in range(piece.c, piece.c + columns):
                sides = (16 * x, 16 * x + 16), (16 * y, 16 * y + 16)
                box = (*sides, (0, 8 * of.height))
                yield box, of.opacity == "solid", place, Base(x, y)


def sailors() -> list[Figure]:
    players = Look(names=tuple(f"Player {number}" for number in range(1, 5)))
    boards = [_views(large_table(seed), seed) for seed in range(4)]
    rounds = [[next(board) for board in boards] for _ in range(ROUNDS + 1)]
    drawn, size = plain_pillow.compare_boards(
        SAILORS.meta.id, rounds, plain_pillow.sailors, players
    )
    return [
        figure("sailors-picture", drawn["ours"], drawn["plain"], size=size),
        figure("sailors-picture-again", drawn["repaint"], drawn["plain"], size=size),
        _targets(),
    ]


def _views(table: Table, seed: int) -> Iterator[Any]:
    """What the first player sees before each of the random moves from a position."""
    for moment in course(SAILORS, state_of(table), by_chance(SAILORS), Random(seed)):
        if moment.decision is not None:
            yield SAILORS.view(moment.state, Seated(Seat(0)))


def _targets() -> Figure:
    """The question whom one unit shoots at."""
    table = large_table(5)
    shooter = max(
        (unit for unit in table.of(0) if unit.on_board and table.kind(unit).shots),
        key=lambda unit: table.kind(unit).farthest,
    )
    enemies = [each for each in table.on_board() if table.enemies(shooter, each)][:ENEMIES]
    kept = {unit.code for unit in enemies}
    units = {
        unit.code: unit
        for unit in table.on_board()
        if unit.code in kept or not table.enemies(shooter, unit)
    }
    quota = sum(unit.seat == 0 for unit in units.values())
    table = replace(table, units=units, turn=replace(table.turn, quota=quota))
    view, asked = SailorsView.of(state_of(table), Seated(Seat(0))), Decision(Seat(0), "activate", 0)

    def question(*path: str) -> Any:
        return options_for(view, asked).question(path)

    top = next(
        (choice.key,) if choice.key != shooter.code else ()
        for choice in question().choices
        if choice.key == shooter.code
        or (
            not choice.final and shooter.code in {each.key for each in question(choice.key).choices}
        )
    )
    taken = measure(
        {
            "ours": lambda: question(*top, shooter.code, "shoot"),
            "plain": lambda: [look_plainly(table, shooter, enemy) for enemy in enemies],
        },
        ROUNDS,
    )
    return figure("sailors-targets", taken["ours"], taken["plain"], enemies=len(enemies))


# --- A whole attack: text to committed answer with its picture ---

REPEATS, OF_A_MATCH = 4, 12


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot that can be taken: in which match, by whom, its text, and the database before it."""

    match: MatchId
    user: int
    text: str
    file: Path


async def _find_shots(base: Path, wanted: int) -> list[Shot]:
    """The first shots of matches that computer players play."""
    found: list[Shot] = []
    presses, rng, choose = count(1 << 20), Random(4), by_computer(SAILORS)
    async with open_application(f"sqlite:///{base}") as app:
        for place in count(1):
            name = await start_match(app, SAILORS.meta.id, READY, channel=place)
            here = 0
            while here < OF_A_MATCH and (turn := await load_turn(app, name)):
                user, match_view, decision = turn
                move = choose(match_view.view, decision, rng)
                text = SAILORS.write(move)
                if getattr(move, "move", "") == "shoot":
                    here += 1
                    found.append(Shot(name, user, text, base.with_suffix(f".{len(found)}")))
                    backup.copy(base, found[-1].file)
                    if len(found) == wanted:
                        return found
                await submission.submit(app, Command(name, user, next(presses)), TypedMove(text))
    raise AssertionError


async def _shoot(shots: list[Shot], *, attack: bool) -> Any:
    """The last view."""
    for shot in shots:
        file = shutil.copy(shot.file, shot.file.with_suffix(".ours"))
        async with open_application(f"sqlite:///{file}") as app:
            match_view = await views.load_public(app, shot.match)
            if attack:
                wish = Command(shot.match, shot.user, 1 << 40)
                await submission.submit(app, wish, TypedMove(shot.text))
                match_view = await views.load_public(app, shot.match)
                RENDERER.scene(match_view.view, LOOK).paint()
    return match_view.view


def whole_attack() -> list[Figure]:
    with on_one_cpu() as (folder, runner):
        shots = runner.run(_find_shots(folder / "base.db", (ROUNDS + 2) * REPEATS))
        batches = [shots[at : at + REPEATS] for at in range(0, len(shots), REPEATS)]
        view = runner.run(_shoot(batches.pop(), attack=True))
        drawing: Any = RENDERER.scene(view, LOOK)
        wide, high = drawing.drawing.width, drawing.drawing.height
        started, shooting = iter(batches), iter(batches)
        taken = measure(
            {
                "start": lambda: runner.run(_shoot(next(started), attack=False)),
                "ours": lambda: runner.run(_shoot(next(shooting), attack=True)),
                "nothing": lambda: [plain_pillow.sailors(view, wide, high) for _ in range(REPEATS)],
            },
            ROUNDS,
            REPEATS,
        )
    ours = taken["ours"] - taken["start"]
    return [figure("sailors-attack", ours, taken["nothing"], size=f"{wide} × {high}")]


# --- Suggestions and first questions at the largest positions that were found ---

QUESTION_ROUNDS, AT_ONCE = 5, 10


def questions() -> list[Figure]:
    first, suggested = list[float](), list[float]()
    for walled in (False, True) * QUESTION_ROUNDS:
        first += (
            _time_question(walled, lambda options: options.question(())) for _ in range(AT_ONCE)
        )
        offered = ["".join(each.text.split()) for each in complete(_options(walled), "")]
        # For nothing, for the beginning of all, and for each unit that is offered then.
        for typed in ("", "BRING", *offered):
            suggested.append(
                _time_question(walled, lambda options, typed=typed: list(complete(options, typed)))
            )
    return [
        figure(
            *("questions", statistics.quantiles(taken, n=100, method="inclusive")[98]),
            what=what,
            median=statistics.median(taken),
            longest=max(taken),
        )
        for what, taken in (("Autocomplete", suggested), ("First question", first))
    ]


def _options(walled: bool) -> Any:
    state = reinforcing(walled=walled)
    decision = next(each for each in SAILORS.pending(state).open if each.seat == 0)
    return SAILORS.options(SAILORS.view(state, Seated(Seat(0))), decision)


def _time_question(walled: bool, ask: Any) -> float:
    """Milliseconds of this thread."""
    options = _options(walled)
    start = time.thread_time()
    ask(options)
    return (time.thread_time() - start) * 1e3


# --- What a computer's turn comes to, against telling every event of it ---

TURNS, AGAIN = 10, 80


def digest() -> list[Figure]:
    words, spans = SAILORS.words, _turns()
    taken = measure(
        {
            "ours": lambda: [
                words.digest(*span, SPECTATOR) for _ in range(AGAIN) for span in spans
            ],
            "told": lambda: [
                words.tell(event) for _ in range(AGAIN) for _, events in spans for event in events
            ],
        },
        each=AGAIN * len(spans) / 1e3,
    )
    longest = max(len(events) for _, events in spans)
    return [figure("digest", taken["ours"], taken["told"], events=longest)]


def _turns() -> list[tuple[Any, tuple[Any, ...]]]:
    """Views with the events of the turn before."""
    spans: list[tuple[Any, tuple[Any, ...]]] = []
    events: list[Any] = []
    owner: int | None = None
    start = opening(SAILORS, SAILORS.meta.first_match)
    for moment in course(SAILORS, start, by_computer(SAILORS), Random(3)):
        events += (event for event in moment.events if event.visible_to(SPECTATOR))
        decision = moment.decision
        if decision and decision.kind == "activate" and decision.seat != owner:
            spans.append((SAILORS.view(moment.state, SPECTATOR), tuple(events)))
            owner, events = decision.seat, []
        if len(spans) == TURNS:
            break
    return spans
