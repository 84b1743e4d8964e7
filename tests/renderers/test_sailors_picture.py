"""Pictures of Astral Sailors that somebody has looked at, and what must be seen in every one."""

from __future__ import annotations

import random
import re
import struct
import zlib
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from games.astral_sailors import GAME
from games.astral_sailors.secrets import ArmyDraft, TeamSecret
from games.astral_sailors.table import Poison, Table, Unit
from games.astral_sailors.view import SailorsView
from games.core.geometry.squares import Base, Facing
from games.core.overlay import Marker, Overlay
from games.core.questions import sample
from games.core.types import SPECTATOR, Chance, Ending, Rolled, Seat, Seated
from renderers import Look, paint
from renderers.astral_sailors import RENDERER, SailorsScene
from renderers.astral_sailors.backdrop import field_for
from renderers.astral_sailors.roster import CARD_STEP
from renderers.astral_sailors.units import unit_of
from renderers.boards.squaremap import Window
from renderers.palette import PALETTE
from renderers.palettes import PALETTES, colours_of
from renderers.scene import Art, Caption, Label, Mark
from tests.games.astral_sailors.flow import opened
from tests.renderers import sailors
from tests.renderers.eyes import luminance
from tests.renderers.pixels import changed_blocks, changed_box, decoded, noise
from tests.renderers.sailors import seen

LOOK = Look(("Vera Rubin", "Edwin Hubble"))
EIGHT = Look(("Vera", "Edwin", "Ада", "田中さくら", "Łucja", "Ελένη", "Nobody " * 9, "Q"))


def scene(view: SailorsView, look: Look = LOOK) -> SailorsScene:
    return RENDERER.scene(view, look)


def large() -> SailorsScene:
    return scene(seen(sailors.battle(8, 32, (1,) * 8)), EIGHT)


def close() -> SailorsScene:
    found = large().closeup
    assert found is not None
    return found


SCENES: dict[str, Callable[[], SailorsScene]] = {
    "skirmish": lambda: scene(seen(sailors.skirmish())),
    "asked": lambda: scene(seen(sailors.asked())),
    "captured-threats": lambda: scene(seen(sailors.captured()), replace(LOOK, threats=True)),
    "deploying-turned": lambda: scene(seen(sailors.deploying()), replace(LOOK, turned=True)),
    "plan-to-run": lambda: scene(sailors.plan_to_run()),
    "plan-to-shoot": lambda: scene(sailors.plan_to_shoot()),
    "close-up": close,
    "won": lambda: scene(seen(sailors.won())),
}

ALL: dict[str, Callable[[], SailorsView]] = {
    "skirmish": lambda: seen(sailors.skirmish()),
    "ran": lambda: seen(sailors.ran()),
    "crowd": lambda: seen(sailors.crowd()),
    "asked": lambda: seen(sailors.asked()),
    "captured": lambda: seen(sailors.captured()),
    "deploying": lambda: seen(sailors.deploying()),
    "placing": lambda: seen(sailors.placing()),
    "building": lambda: seen(sailors.building()),
    "won": lambda: seen(sailors.won()),
    "six": lambda: seen(sailors.battle(6, 24, (2, 2, 2))),
    "eight": lambda: seen(sailors.battle(8, 32, (1,) * 8)),
    "plan to run": sailors.plan_to_run,
    "plan to shoot": sailors.plan_to_shoot,
    "plan to reinforce": sailors.plan_to_reinforce,
}


def picture(shown: SailorsScene) -> Image.Image:
    return decoded(shown.paint())


# --- Nothing that changes goes unseen ---


def changed(code: str, **values: Any) -> Callable[[Table], Table]:
    return lambda found: found.put(replace(found.units[code], **values))


def team(number: int, **values: Any) -> Callable[[Table], Table]:
    return lambda found: found.with_team(number, replace(found.teams[number], **values))


def without(code: str) -> Callable[[Table], Table]:
    return changed(code, place="reserve", c=-1, r=-1)


CHANGES: dict[str, Callable[[Table], Table]] = {
    "a unit is gone": without("B10"),
    "a unit stands elsewhere": changed("B10", c=11),
    "a unit faces elsewhere": changed("B9", facing=Facing.NE),
    "a unit turns half round": changed("R6", facing=Facing.NE),
    "a unit has lost RE": changed("R4", lost=1),
    "a unit has spent AP": changed("R3", ap=1),
    "a unit is activated": changed("R3", activated=2),
    "a unit has shot": changed("R3", shot=2),
    "a unit is in Cover": changed("R3", cover=True),
    "a unit is poisoned": changed("R3", poison=(Poison("B8", 1, 3),)),
    "poison has ticked": changed("B7", poison=(Poison("R6", 1, 1),)),
    "a unit is being activated": lambda found: replace(
        found, turn=replace(found.turn, active="R5")
    ),
    "another player is to act": lambda found: replace(found, turn=replace(found.turn, at=1)),
    "the second half has begun": lambda found: replace(found, turn=replace(found.turn, half=2)),
    "another round": lambda found: replace(found, round=3),
    "a quadrant is captured": team(0, quadrants={"Q1-1": 2}),
    "a quadrant is lost": team(0, quadrants={}),
    "an objective is out": team(1, objective=4),
    "the points pool": lambda found: found.with_player(replace(found.players[1], pool=13)),
    "the last action": lambda found: replace(found, last=None),
    "a piece lies elsewhere": lambda found: replace(
        found, pieces=(*found.pieces[:-1], replace(found.pieces[-1], r=8))
    ),
    "a piece is turned": lambda found: replace(
        found, pieces=(replace(found.pieces[0], turned=True), *found.pieces[1:])
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_is_seen(change: str) -> None:
    table = sailors.skirmish()
    before = picture(scene(seen(table)))
    after = picture(scene(seen(CHANGES[change](table))))
    assert after.size != before.size or changed_blocks(before, after) != []


@pytest.mark.parametrize("facing", Facing)
def test_every_facing_is_told_from_every_other(facing: Facing) -> None:
    table = sailors.skirmish()
    for code in ("R3", "R7", "R8", "R6", "B8", "B1"):
        one = picture(scene(seen(changed(code, facing=facing)(table))))
        other = picture(scene(seen(changed(code, facing=Facing((facing + 1) % 8))(table))))
        assert changed_blocks(one, other), (code, facing)


def test_every_class_and_every_seat_has_a_look_of_its_own() -> None:
    table = sailors.skirmish()
    looks = set()
    for kind in ("EX1", "EX3", "EX9", "MC1", "CV1"):
        for seat in range(2):
            one: Unit = replace(table.units["R3"], kind=kind, seat=seat)
            looks.add(scene(seen(table.put(one))).paint())
    assert len(looks) == 10


def test_set_up_shows_who_has_locked_and_no_empty_board() -> None:
    view = seen(sailors.building(), 0)
    draft = ArmyDraft(("EX1", "EX3"), locked=True)
    words = captions(scene(replace(view, sheets=(draft, None))))
    assert {"locked", "2 units, 28 of 100 points"} <= set(words)
    assert "not locked" not in words
    assert scene(view).drawing.height < 500
    laid = replace(view, table=replace(view.table, pieces=sailors.DOCKYARD))
    assert scene(laid).drawing.height > 2000


def test_no_empty_band_is_left_where_there_is_nothing_to_tell() -> None:
    fought = scene(seen(sailors.skirmish())).drawing
    quiet = scene(seen(replace(sailors.skirmish(), last=None))).drawing
    assert quiet.height < fought.height
    asks = Overlay((Marker(place=Base(7, 1), number=1, told="R1"),), is_question=True)
    assert scene(seen(sailors.skirmish()), Look(overlay=asks)).drawing.height == quiet.height
    deploying = scene(seen(sailors.deploying())).drawing
    assert quiet.height < deploying.height < fought.height
    assert picture(scene(seen(sailors.deploying()))).height == deploying.height


@pytest.mark.parametrize("table", PALETTES)
def test_to_act_is_brighter_than_all_other_lettering(table: str) -> None:
    colours = colours_of(table)

    def light(caption: Caption) -> float:
        return luminance(colours[PALETTE.index(caption.style.colour)])

    for number in range(8):
        found = sailors.battle(8, 32, (1,) * 8)
        view = seen(replace(found, turn=replace(found.turn, at=number)))
        lines = scene(view, EIGHT).drawing.captions
        acting = [line for line in lines if line.text.endswith("to act")]
        assert len(acting) == 2
        assert min(map(light, acting)) == max(map(light, lines))


@pytest.mark.parametrize("count", [1, 3, 4, 6, 9])
def test_every_exchange_is_shown_or_counted_above_the_cards(count: int) -> None:
    table = sailors.crowd()
    assert table.last is not None
    hits = (table.last.hits * 3)[:count]
    shown = scene(seen(replace(table, last=replace(table.last, hits=hits)))).drawing
    lines = [line for line in shown.captions if line.y < shown.height - CARD_STEP]
    told = sum(" takes " in line.text for line in lines)
    more = [line.text for line in lines if line.text.endswith("more")]
    assert more == ([f"and {count - told} more"] if told < count else [])
    assert told >= min(count, 6)


def test_no_line_of_a_card_is_cut_in_a_large_army() -> None:
    table = sailors.skirmish()
    table = table.with_player(replace(table.players[0], pool=120))
    for number in range(14, 30):
        spare = replace(table.units["R13"], code=f"R{number}")
        table = table.put(spare)
    lines = scene(seen(table)).drawing.captions
    forces = next(line for line in lines if line.text.startswith("120 points"))
    assert "21 in Reserve" in forces.text
    assert paint.width(forces.text, forces.style) <= forces.room


def test_a_label_lies_on_no_unit_where_there_is_room() -> None:
    for view in (seen(sailors.skirmish()), sailors.plan_to_shoot()):
        drawing = scene(view).drawing
        units = [mark for mark in drawing.marks if lettering(mark[0]) & set(view.table.units)]
        tags = [mark for mark in drawing.marks if SAID.search(" ".join(lettering(mark[0])))]
        assert tags
        for tag in tags:
            assert not any(overlap(tag, unit) for unit in units)


SAID = re.compile("-1|to (wound|kill)")


def lettering(art: Art) -> set[str]:
    return {shape.text for shape in art.shapes if isinstance(shape, Label)}


def overlap(one: Mark, other: Mark) -> bool:
    (a, ax, ay), (b, bx, by) = one, other
    return ax < bx + b.width and bx < ax + a.width and ay < by + b.height and by < ay + a.height


def captions(shown: SailorsScene) -> list[str]:
    return [caption.text for caption in shown.drawing.captions]


# --- Who may see what ---


def test_a_secret_objective_is_shown_to_its_own_team_alone() -> None:
    table = sailors.skirmish()
    glory, manpower = TeamSecret(2), TeamSecret(6)
    own = scene(seen(table, 0, known=(glory, None)))
    other = scene(seen(table, 0, known=(manpower, None)))
    assert changed_box(picture(own), picture(other)) is not None
    assert "Glory (secret)" in own.board
    referee = scene(seen(table, None, known=(glory, manpower)))
    public = scene(seen(table))
    assert referee.paint() == public.paint()
    assert (referee.alt, referee.board) == (public.alt, public.board)
    assert "Glory" not in public.board
    everything = scene(replace(seen(table, None, known=(glory, manpower)), all_seen=True))
    assert "Glory (secret)" in everything.board
    assert "Manpower (secret)" in everything.board
    assert "secret objective" not in everything.board


def test_everything_is_shown_when_the_match_is_over() -> None:
    shown = scene(seen(sailors.won()))
    assert "Over in round 3: Red wins by Glory." in shown.alt
    assert "Promotion" in shown.board


def test_an_ending_that_the_rules_do_not_know_is_shown() -> None:
    ending = Ending("resigned", (Seat(1),), (), "")
    look = replace(LOOK, ending=ending, result="Red resigns: Blue wins.")
    shown = scene(seen(sailors.skirmish()), look)
    assert "Over in round 2: Red resigns: Blue wins." in shown.alt
    assert changed_blocks(picture(shown), picture(scene(seen(sailors.skirmish())))) != []


# --- Close-ups ---


def test_only_boards_too_large_for_a_phone_have_a_close_up() -> None:
    assert scene(seen(sailors.skirmish())).closeup is None
    found = close()
    assert found.closeup is None
    assert found.window is not None
    assert (found.window.columns, found.window.rows) == (16, 16)
    assert picture(found).width < picture(large()).width


def test_a_close_up_shows_both_ends_of_a_shot_that_fits() -> None:
    table = sailors.battle(6, 24, (2, 2, 2))
    assert table.last is not None
    found = scene(seen(table), EIGHT).closeup
    assert found is not None
    assert found.window is not None
    assert found.window.shows(table.last.aims[0])
    shooter = table.base(table.units["B2"])
    near = shooter.gap(table.last.aims[0]) < 15
    assert found.window.shows(shooter) or not near


def test_no_line_of_a_close_up_runs_into_the_whole_board_in_small() -> None:
    found = scene(seen(sailors.skirmish())).around("R2")
    assert found is not None
    shown = found.drawing
    low = [mark for mark in shown.marks if mark[2] > shown.height * 0.85]
    whole, left, top = max(low, key=lambda mark: mark[0].width)
    assert 0.1 < whole.width / shown.width < 0.2
    below = [line for line in shown.captions if line.y > top]
    assert any("B2 takes 1 wound" in line.text for line in below)
    for line in below:
        assert line.x + paint.width(line.text, line.style) <= left


def test_units_are_as_large_in_every_close_up_so_that_they_are_painted_once() -> None:
    sizes = set()
    for columns in (10, 12, 16):
        part = replace(scene(seen(sailors.crowd())), window=Window(0, 0, columns, columns))
        sizes |= {art.width for art, _, _ in part.drawing.marks if "R5" in lettering(art)}
    assert len(sizes) == 1


def test_a_close_up_follows_the_deployment() -> None:
    table = replace(sailors.battle(8, 32, (1,) * 8), phase="deployment", units={}, last=None)
    found = scene(seen(table), EIGHT).closeup
    assert found is not None
    assert found.window is not None
    zone = seen(table).zone(table.turn.seat)
    assert any(found.window.shows(Base(*square)) for square in zone)


def test_there_is_no_close_up_of_an_empty_board() -> None:
    table = replace(sailors.battle(8, 32, (1,) * 8), phase="muster", units={}, last=None)
    assert scene(seen(table), EIGHT).closeup is None


# --- The file ---


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("threats", [False, True])
def test_every_position_is_painted(name: str, turned: bool, threats: bool) -> None:
    shown = scene(ALL[name](), replace(EIGHT, turned=turned, threats=threats))
    for one in (shown, shown.closeup):
        if one is not None:
            lines = paint.scanlines(one.drawing)
            wide = one.drawing.width + 1
            assert set(lines[::wide]) == {0}
            assert max(lines) < len(PALETTE)
            for art, _, _ in one.drawing.marks:
                assert art.width > 0
                assert art.height > 0


def test_the_file_is_small_and_has_no_texts() -> None:
    data = large().paint()
    assert len(data) < 600_000
    kinds, at = [], 8
    while at < len(data):
        (length,) = struct.unpack_from(">I", data, at)
        kinds.append(data[at + 4 : at + 8])
        at += 12 + length
    assert kinds == [b"IHDR", b"PLTE", b"IDAT", b"IEND"]


def test_equal_views_give_equal_bytes_whatever_was_painted_before() -> None:
    first = {name: scene(make()).paint() for name, make in ALL.items() if name != "eight"}
    for kept in (paint._strip, unit_of, field_for):
        kept.cache_clear()
    paint._tile.clear()
    paint._backdrop.clear()
    second = {name: scene(make()).paint() for name, make in reversed(ALL.items()) if name in first}
    assert {name: zlib.crc32(data) for name, data in first.items()} == {
        name: zlib.crc32(data) for name, data in second.items()
    }


def test_the_palette_shows_the_art_as_it_was_drawn() -> None:
    drawing = large().drawing
    assert drawing.backdrop is not None
    colours = bytes(value for colour in PALETTE for value in colour)
    total = area = 0.0
    for art in {art for art, _, _ in (*drawing.marks, *drawing.backdrop.marks)}:
        drawn = paint._drawn(art)
        shown = Image.frombytes("P", drawn.size, paint.indexed(drawn).tobytes())
        shown.putpalette(colours)
        found = noise(drawn, shown.convert("RGB"))
        assert found < 150, art
        total += found * art.width * art.height
        area += art.width * art.height
    assert total / area < 20


# --- A real match ---


def test_a_match_is_painted_from_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the rules note down about actions is what the pictures understand."""
    monkeypatch.setattr(paint, "_deflate", lambda data, level: bytes(16))
    rng = random.Random(3)
    state = opened(1, 1, scenery="preset")
    deeds: set[str] = set()
    for step in range(220):
        pending = GAME.pending(state)
        if isinstance(pending, Ending):
            break
        if isinstance(pending, Chance):
            faces = tuple(
                tuple(rng.randint(1, roll.sides) for _ in range(roll.count))
                for roll in pending.rolls
            )
            state = GAME.chance(state, Rolled(faces)).state
            continue
        decision = next(one for one in pending.open if one.waits)
        view = GAME.view(state, Seated(decision.seat))
        chosen = GAME.computer.choose(view, decision, rng) if GAME.computer else None
        move = chosen or sample(GAME.options(view, decision), rng)
        shown = scene(GAME.preview(view, decision, move))
        state = GAME.apply(state, decision.seat, decision, move).state
        public = scene(GAME.view(state, SPECTATOR))
        for one in (shown, public) if step % 10 == 0 else ():
            assert one.paint()
        assert len(public.alt) <= 1024
        last = public.view.table.last
        if last is not None:
            lines = public.board.split("\n")
            said = next(line for line in lines if line.startswith(("Last: ", "Now: ")))
            assert last.unit in said
            deeds.add(last.how)
    assert len(deeds) >= 3
