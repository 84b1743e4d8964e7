"""Cosmic Conflict: fire tables, moves, and whole activations."""

from __future__ import annotations

import asyncio
import io
import random
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import discord
from discord import app_commands

from bench.games.colonial import processor_seconds
from bench.games.cosmic_reference import exact_mean, picture
from bench.games.sailors_attack import asked
from bench.games.self_play import COSMIC, opening
from bench.host.commit import ALICE, BOB
from bench.measure import Figure, interleaved, median, one_cpu
from bench.running.transport import CHANNEL, SERVER, Transport
from bot.clock import SystemClock
from bot.composition import composed
from bot.play.context import Command
from bot.play.lobby import alpha, lobby, seating
from bot.play.lobby.lobby import Opening
from bot.play.storage.records import MatchId, SeatingOrder
from bot.store.store import SqlStore
from games.core.decisions import Decision
from games.core.geometry.plane import Point
from games.core.refusals import Forbidden
from games.core.seats import Seated
from games.core.tree import Node
from games.cosmic_conflict import maps
from games.cosmic_conflict import moves as m
from games.cosmic_conflict.catalogue import BASE
from games.cosmic_conflict.options import moving
from games.cosmic_conflict.rules import attacks, windows
from games.cosmic_conflict.space import SCALE
from games.cosmic_conflict.state import State
from games.cosmic_conflict.table import Table, Unit
from games.cosmic_conflict.view import Asked, View
from renderers import Look
from renderers.cosmic_conflict import RENDERER
from tests.games.duels import by_computer, course

ROUNDS, TABLES, MOVERS = 9, 6, 6
CRUISER = "VANG"
ENEMIES = ("WREN", "DART", "HALB", "LONG", "PART", "BULW", "TEMP", "CITA")
FEATURES = ("dust_cloud", "gas_nebula", "dense_gas_nebula", "plasma_storm", "moon", "wreckage")
MATCHES, ACTIVATIONS = 8, 4
"""For whole activations; the first match is not measured."""
LOOK = Look(names=("Alice", "Bob"))
_SWEEP = 900

# --- Fire tables ---


def tables(rng: random.Random) -> list[Table]:
    """A cruiser, eight enemies and six features at random places."""
    return [_table(rng) for _ in range(TABLES)]


def _table(rng: random.Random) -> Table:
    """All enemies are in reach, and most features in between."""
    board = opening(COSMIC, {}).table.board
    middle = Point(board.width // 2, board.height // 2)

    def place(far: int) -> Point:
        return middle.plus(rng.randint(-far, far), rng.randint(-far, far))

    spots = [(kind, place(900)) for kind in FEATURES]
    terrain = [{"kind": kind, "at": SCALE.name(at).split()} for kind, at in spots]
    units = [_unit("a1", CRUISER, 1, middle, 90 * rng.randrange(4))]
    units += [_unit(f"b{at}", code, 2, place(1200)) for at, code in enumerate(ENEMIES, 1)]
    features = maps.features(terrain)
    return Table(board, features, dict(BASE.designs), {unit.id: unit for unit in units})


def _unit(id: str, code: str, side: int, at: Point, heading: int = 0) -> Unit:
    absorbers = tuple(boxes for _, boxes in BASE.designs[code].absorbers)
    return Unit(id, code, side, at=at, heading=heading, absorbers=absorbers)


def fire_table(table: Table) -> list[tuple[float, str]]:
    """For each Weapon and each enemy the mean damage, or the code of what forbids the attack."""
    unit = table.units["a1"]
    pairs = product(windows.weapons(table, unit), table.enemies(unit))
    return [_odds(table, unit, place, enemy) for place, enemy in pairs]


def _odds(table: Table, unit: Unit, place: int, enemy: Unit) -> tuple[float, str]:
    try:
        return float(attacks.declared(table, unit, place, enemy).terms.odds.mean), ""
    except Forbidden as refused:
        return 0.0, refused.code


def by_fractions(table: Table) -> list[float]:
    unit = table.units["a1"]
    pairs = product(windows.weapons(table, unit), table.enemies(unit))
    return [float(exact_mean(table, unit, place, enemy)) for place, enemy in pairs]


def _fresh(found: Sequence[Table]) -> list[Table]:
    """Tables that remember no line of fire."""
    return [replace(table) for table in found]


# --- Move choices ---


def movers() -> list[tuple[Asked, Unit]]:
    """Ships that are about to move in matches of computer players."""
    found = []
    for seed in range(MOVERS):
        state = opening(COSMIC, {})
        for moment in course(COSMIC, state, by_computer(COSMIC), random.Random(seed)):
            if moment.decision and moment.state.table.turn > 1 and _moves(moment.state):
                view = COSMIC.view(moment.state, Seated(moment.decision.seat))
                acting = moment.state.course.acting
                found.append((Asked(view, moment.decision), view.table.units[acting.unit]))
                break
    return found


def _moves(state: State) -> bool:
    acting = state.course.acting
    if acting is None or acting.stage != "attacks" or state.course.agenda:
        return False
    return not state.table.design(state.table.units[acting.unit]).fighter


def choices(node: Node[Any]) -> int:
    """How many complete moves a guided question leads to; each is made and checked."""
    left, count = [node], 0
    while left:
        node = left.pop()
        if node.below is None:
            count += 1
        else:
            left += node.below.nodes
    return count


def cosmic() -> list[Figure]:
    """The fire table of a cruiser: for each of its four Weapons and eight enemies whether it may
    fire, through six features, and the mean damage. The reference works each pair out by itself
    with exact fractions: what the line cuts of each zone, and all throws of the dice one by one;
    both come to the same. Tables have new random places in each round. Move choices: all that the
    guided questions offer to a ship, each checked, against the same reference; six ships of
    matches of computer players.
    """
    rng = random.Random(1)
    rounds = [tables(rng) for _ in range(ROUNDS + 1)]
    for table in rounds[0]:
        means = [mean for mean, _ in fire_table(table)]
        assert all(abs(a - b) < 1e-9 for a, b in zip(means, by_fractions(table), strict=True))
    ships = movers()
    ours, theirs = (iter([_fresh(each) for each in rounds]) for _ in range(2))
    taken = interleaved(
        {
            "table": lambda: [fire_table(table) for table in next(ours)],
            "exact": lambda: [by_fractions(table) for table in next(theirs)],
            "moves": lambda: [choices(moving.ship(*each)) for each in ships],
        },
        ROUNDS,
    )
    count = {"table": TABLES, "exact": TABLES, "moves": len(ships)}
    ms = {name: median(times) * 1e3 / count[name] for name, times in taken.items()}
    number = sum(choices(moving.ship(*each)) for each in ships) // len(ships)
    exact = "against exact fractions for each pair"

    def figure(name: str, ours: str, limit: float, note: str) -> Figure:
        ratio = ms[ours] / ms["exact"]
        return Figure(
            f"{name} of Cosmic Conflict, {exact}",
            ms[ours],
            ms["exact"],
            "ms",
            ratio,
            limit,
            note=note,
        )

    new = "new random places in each round"
    return [
        figure(
            "Fire table of a cruiser on eight enemies through six features", "table", 1 / 6, new
        ),
        figure("All move choices of a ship", "moves", 2, f"{number} on average, each checked"),
    ]


# --- A whole activation ---


class PictureBot(discord.Client):
    """A command that does nothing but answer with a picture."""

    def __init__(self, view: View, width: int, height: int) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        tree = app_commands.CommandTree(self)

        @tree.command(name="move", description="Make a move")
        async def command(interaction: discord.Interaction[PictureBot], text: str) -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await interaction.edit_original_response(content=f"You played {text}.")
            channel = interaction.channel
            assert isinstance(channel, discord.TextChannel)
            drawn = await asyncio.to_thread(picture, view, width, height)
            await channel.send(text, file=discord.File(io.BytesIO(drawn), "board.png"))


def whole_activation() -> list[Figure]:
    """A command that answers with a plain Pillow picture of the same size: no rules, no dice, no
    store. Ours is an activation of a ship in one text, in a match that is under way: a shot where
    one is possible, with its dice and the answers of the defender's standing orders, the move, the
    new position and what has to be told, as far as the panel.
    """
    taken: dict[str, list[float]] = {"ours": [], "theirs": []}
    loop = asyncio.new_event_loop()
    with tempfile.TemporaryDirectory() as folder, one_cpu():
        for number in range(MATCHES):
            file = Path(folder) / f"{number}.db"
            seconds, view = loop.run_until_complete(_ours(file, number))
            taken["ours"].append(seconds)
            taken["theirs"].append(loop.run_until_complete(_theirs(view)))
    loop.close()
    ours, theirs = (median(times[1:]) * 1e3 for times in taken.values())
    return [
        Figure(
            "Whole activation of Cosmic Conflict: text to delivered panel, against a command that "
            "only draws",
            *(ours, theirs, "ms", ours / theirs),
            limit=1.5,
            note="plain Pillow RGB PNG of the same size; pinned to one CPU",
        )
    ]


async def _ours(file: Path, number: int) -> tuple[float, View]:
    """Processor seconds of an activation, and the last view."""
    store = await SqlStore.open(f"sqlite:///{file}")
    client = composed(store, SystemClock(), sweep_seconds=_SWEEP)
    transport = Transport(client)
    await transport.connect()
    app, rng, approach = client.context.app, random.Random(number), by_computer(COSMIC)
    await alpha.allow(app, SERVER, ALICE.user, 0, wanted=True)
    opened = Opening(
        *(CHANNEL, CHANNEL, ALICE, COSMIC.meta.id, 1),
        seating=SeatingOrder.CHOICE,
        settings=dict(COSMIC.meta.first_match),
    )
    name = MatchId((await lobby.open(app, opened)).match)
    await seating.join(app, Command(name, BOB.user, 2), BOB.name)
    await lobby.start(app, Command(name, ALICE.user, 3))
    seconds: list[float] = []

    async def command(user: int, text: str) -> None:
        await transport.command(user, "move", text=text)

    while len(seconds) < ACTIVATIONS:
        user, match_view, decision = await asked(app, name)
        view: View = match_view.view
        move = approach(view, decision, rng)
        whole = _whole(view, decision, move, rng) if isinstance(move, m.Activate) else None
        took = await processor_seconds(command, [(user, COSMIC.write(whole or move))])
        if whole and view.table.turn > 1:
            seconds.append(took)
    await client.close()
    await store.aclose()
    return median(seconds), view


def _whole(
    view: View, decision: Decision, move: m.Activate, rng: random.Random
) -> m.Activate | None:
    """An activation in one text: a shot of the first Weapon that has a target, and the move that
    the computer player would make from there."""
    steps: list[Any] = []
    shown = COSMIC.preview(view, decision, move)
    shown = replace(shown, course=replace(shown.course, agenda=()))
    unit = shown.table.units[move.unit]
    for place in windows.ready_weapons(shown.table, unit):
        targets = [
            each.id
            for each in shown.table.enemies(unit)
            if attacks.can_attack(shown.table, unit, place, each)
        ]
        if targets:
            steps.append(m.Fire(shown.table.design(unit).labels[place], tuple(targets[:3])))
            break
    ending = _move(shown, decision, rng)
    if ending is None:
        return None
    whole = replace(move, steps=(*steps, ending, m.Done()))
    return None if COSMIC.options(view, decision).refusal(whole) else whole


def _move(view: View, decision: Decision, rng: random.Random) -> Any:
    """The move that the computer player makes once it has fired."""
    acting = view.course.acting
    if acting is None or view.course.agenda:
        return None
    unit = view.table.units[acting.unit]
    spent = view.table.put(replace(unit, used=tuple(windows.weapons(view.table, unit))))
    found = by_computer(COSMIC)(replace(view, table=spent), decision, rng)
    return found if isinstance(found, m.Move | m.Fly) else None


async def _theirs(view: View) -> float:
    drawing = RENDERER.scene(view, LOOK).drawing
    client = PictureBot(view, drawing.width, drawing.height)
    transport = Transport(client)
    await transport.connect()

    async def command(user: int, text: str) -> None:
        await transport.command(user, "move", text=text)

    moves = [(ALICE.user, f"ACTIVATE A{number + 1}; MOVE V0") for number in range(ACTIVATIONS)]
    took = await processor_seconds(command, moves)
    await client.close()
    return took
