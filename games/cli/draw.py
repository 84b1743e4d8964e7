"""``draw FILE``: the picture of a match after one of its moves."""

from __future__ import annotations

import importlib
from itertools import islice

from games.cli.faults import Fault
from games.cli.files import write_bytes
from games.cli.matchfile import read_match
from games.cli.playing import run
from games.core.types import SPECTATOR


def draw(name: str, at: int | None, out: str) -> None:
    """Write the picture that anybody may see after move ``at``, or after the last."""
    file = read_match(name)
    last = len(file.items)
    if at is not None and not 0 <= at <= last:
        raise Fault(f"--at {at}: the file holds {last} moves")
    state = file.game.setup(file.settings, file.seats)
    for entry in run(file.game, file.seats, state, islice(file.items, at)):
        state = entry.state
    # Looked up by name: renderers stand above games, and only this command needs them.
    renderers = importlib.import_module("renderers")
    scene = renderers.renderer_for(file.game.meta.id).scene(
        file.game.view(state, SPECTATOR), renderers.Look()
    )
    write_bytes(out, scene.paint())
    print(scene.alt)
