"""The picture of a match of Astralis: the board with a side above and a side below it, or with
the panel at the right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from games.astralis.view import AstralisView, Board, Side, members
from games.astralis.view.simplified import SimplifiedView
from games.core.geometry.hexes import CENTRE, Hex
from games.core.types import Seat
from renderers import Look
from renderers.astralis import art, panel
from renderers.astralis.art import Came, Tile
from renderers.astralis.panel import Layout
from renderers.boards.hexmap import HexMap, HexWindow, Slot, sky
from renderers.boards.inset import Inset, SmallBoard
from renderers.overlay import overlays
from renderers.overlay.callouts import Box
from renderers.palette import VOID
from renderers.scene import Art, Disc, Drawing, Mark, Point

_OFF = 255
"""Stands for a hex that is not on the board: an index that no board has."""


class Field:
    """What never changes about the picture of a board, and what has been drawn on it before.

    Tiles of hexes are kept in ``bytes`` by index. ``slots`` hold for each brick
    the index of its hex and of the two below, its place, and the key of the
    brick that the backdrop shows there.
    """

    def __init__(
        self, board: Board, turned: bool, window: HexWindow | None, layout: Layout
    ) -> None:
        self.map = HexMap(board.size, turned, window, layout.down)
        self.pitch = self.map.pitch
        self.axial = board.axial
        self.names = {hex: name for name, hex in board.hex_of.items()}
        self.shown = frozenset(hex for hex, at in board.axial.items() if at in self.map.window)
        self.places = {hex: self.map.place(at) for hex, at in board.axial.items()}
        reach = art.planet_of(self.pitch, 0, "before", 0).width // 2
        self.corners = {hex: (x - reach, y - reach) for hex, (x, y) in self.places.items()}
        self.blank = bytes(
            Tile.UNEXPLORED if hex in self.names else Tile.NOTHING for hex in range(256)
        )
        index = {at: hex for hex, at in board.axial.items()}
        self.slots = tuple(self._slot(slot, index) for slot in self.map.slots())
        self._bricks: dict[int, Art] = {}
        self._labels: dict[int, Mark] = {}
        marks = tuple(self._backdrop(layout))
        words = (*self.map.rim(), *layout.title)
        self.backdrop = Drawing(layout.wide, layout.high, VOID, marks, words)

    def bricks(self, tiles: bytes | bytearray, taken: set[int]) -> list[Mark]:
        """The bricks that differ from the backdrop, with the names on those hexes not ``taken``."""
        marks = []
        bricks, labels = self._bricks, self._labels
        for own, left, right, x, y, shown in self.slots:
            tile = tiles[own]
            key = tile << 8 | tiles[left] << 4 | tiles[right]
            if key == shown:
                continue
            marks.append((bricks.get(key) or self._brick(key), x, y))
            if own != _OFF and own not in taken:
                marks.append(labels.get(own << 4 | tile) or self._label(own, tile))
        return marks

    def centred(self, art: Art, hex: int) -> Mark:
        x, y = self.places[hex]
        return art, x - art.width // 2, y - art.height // 2

    def _brick(self, key: int) -> Art:
        tiles = Tile(key >> 8), Tile(key >> 4 & 15), Tile(key & 15)
        return self._bricks.setdefault(key, art.brick_of(self.pitch, *tiles))

    def _label(self, hex: int, tile: int) -> Mark:
        mark = self.centred(art.label_of(self.pitch, Tile(tile), self.names[hex]), hex)
        return self._labels.setdefault(hex << 4 | tile, mark)

    def _slot(self, slot: Slot, index: dict[Hex, int]) -> tuple[int, int, int, int, int, int]:
        own, left, right = (_OFF if hex is None else index[hex] for hex in (slot.hex, *slot.below))
        key = self.blank[own] << 8 | self.blank[left] << 4 | self.blank[right]
        return own, left, right, slot.x, slot.y, key

    def _backdrop(self, layout: Layout) -> Iterator[Mark]:
        yield from sky(layout.wide, layout.high)
        yield from self.map.plate()
        for own, *_, x, y, key in self.slots:
            yield self._brick(key), x, y
            if own != _OFF:
                yield self._label(own, Tile.UNEXPLORED)


@lru_cache(maxsize=24)
def field_for(
    board: Board, turned: bool, window: HexWindow | None = None, layout: Layout = panel.TALL
) -> Field:
    """The field of a board, without its pixels some 100 KB."""
    return Field(board, turned, window, layout)


class Pieces(panel.Face):
    """What stands on the hexes of a picture, as in the base game."""

    def __init__(self, view: AstralisView, field: Field) -> None:
        self.view = view
        self.pitch = field.pitch

    def planet(self, side: Side, hex: int, came: Came, aim: float) -> Art:
        """A planet; ``aim`` as in ``art.planet_of``."""
        return art.planet_of(self.pitch, side, came, aim)

    def tiles(self, field: Field) -> tuple[bytearray, dict[int, Came]]:
        """How each hex is dressed, and how the planets of the last turn came."""
        return _tiles(self.view, field)

    def origin(self, side: Side) -> Art:
        """Where a ship came from."""
        return art.origin_of(self.pitch, side)

    def more(self) -> Iterator[tuple[Art, int]]:
        """What else stands on a hex."""
        return iter(())

    def ship(self, side: Side, hex: int, waits: Side | None) -> Art:
        """A ship; ``waits`` is the side that gets a planet when it leaves."""
        return art.ship_of(self.pitch, side, self.view.planet(hex), waits)


class SimplifiedPieces(Pieces):
    """Only planets and ships are seen, until the end; then wrong claims are crossed."""

    def __init__(self, view: SimplifiedView, field: Field) -> None:
        super().__init__(view, field)
        self._wrong = view.wrong

    def more(self) -> Iterator[tuple[Art, int]]:
        for hex in self.view.hexes:
            if self._wrong >> hex & 1:
                yield art.wrong_of(self.pitch), hex


def draw(
    view: AstralisView,
    look: Look,
    names: tuple[str, str],
    window: HexWindow | None = None,
    pieces: type[Pieces] = Pieces,
) -> Drawing:
    """The picture of all or of a part; ``names`` are those of Yellow's and of Cyan's player. A
    question is asked on the board alone."""
    asked = look.overlay is not None and look.overlay.is_question
    layout = panel.ALONE if asked else panel.WIDE if look.wide else panel.TALL
    field = field_for(view.board, look.turned, window, layout)
    standing = pieces(view, field)
    tiles, came = standing.tiles(field)
    ships = {hex for hex in view.ships if hex is not None}
    planets = [tuple(field.shown.intersection(members(view.planets[side]))) for side in Side]
    marks = field.bricks(tiles, ships.union(*planets))
    over = _overlay(view, look, field)
    marks += over.under
    marks += _planets(standing, field, planets, came, look.threats)
    if not panel.traced(look):
        marks += _flight(standing, field, ships)
    if look.threats:
        marks += _ghosts(view, field, ships)
    marks += _ships(standing, field)
    marks += (field.centred(*each) for each in standing.more() if each[1] in field.shown)
    marks += over.over
    if window is not None:
        whole = _inset(view, look.turned, window)
        marks += whole.at(14, panel.ALONE.high + layout.down - 14 - whole.height)
    around = panel.Around(view, look, names, standing)
    cards, captions, high = around.drawn(layout)
    return Drawing(layout.wide, high, VOID, [*marks, *cards], captions, field.backdrop)


def _overlay(view: AstralisView, look: Look, field: Field) -> overlays.Layers:
    """Draw the overlay, whose labels cover no planet and no ship."""
    if not look.overlay:
        return overlays.Layers([], [])
    pieces = field.shown.intersection(members(view.planets[0] | view.planets[1]))
    pieces |= field.shown.intersection(hex for hex in view.ships if hex is not None)
    reach = 2 * art.REACH * field.pitch.unit * 0.9
    tokens = [Box.around(field.places[hex], reach, reach) for hex in sorted(pieces)]
    colours = [art.TINTS[view.side_of(Seat(seat))].body for seat in range(2)]
    size = round(30 * min(field.pitch.unit, 1.6))
    return overlays.draw(look.overlay, field.map, colours, tokens, size)


def dressed(field: Field, layers: Iterable[tuple[int, Tile]]) -> bytearray:
    """The tiles of a board on which sets of hexes are dressed, one after the other."""
    tiles = bytearray(field.blank)
    for bits, tile in layers:
        for hex in members(bits):
            tiles[hex] = tile
    return tiles


def _tiles(view: AstralisView, field: Field) -> tuple[bytearray, dict[int, Came]]:
    """How each hex is dressed, and how the planets of the last turn came."""
    kinds = (Tile.YELLOW, Tile.CYAN, Tile.CONTESTED, art.STARTS[view.to_move])
    layers = zip((*view.tiles[:3], view.starts), kinds, strict=True)
    tiles, came = dressed(field, layers), dict[int, Came]()
    last = view.last
    if last is not None:
        came = {hex: "planted" for hex in (last.planted, last.awarded) if hex is not None}
        came |= dict.fromkeys(members(last.bonuses), "bonus")
        came |= dict.fromkeys(members(last.extracted), "extracted")
        if last.awarded is not None:
            came[last.awarded] = "bonus"
        for hex in came:
            shown = Tile.YELLOW_NEW if 1 << hex & view.tiles[0] else Tile.CYAN_NEW
            tiles[hex] = Tile.NEW if view.covered else shown
    return tiles, came


def _planets(
    pieces: Pieces,
    field: Field,
    planets: Sequence[tuple[int, ...]],
    came: dict[int, Came],
    threats: bool,
) -> Iterator[Mark]:
    places = field.corners
    for side in Side:
        aims: dict[int, float] = {}
        if threats:
            found = pieces.view.threats(side.other).extractions
            aims = {threat.hex: art.NOW if threat.now else art.LATER for threat in found}
        for hex in planets[side]:
            shown = pieces.planet(side, hex, came.get(hex, "before"), aims.get(hex, 0))
            yield shown, *places[hex]


def _ghosts(view: AstralisView, field: Field, ships: set[int]) -> Iterator[Mark]:
    for side in Side:
        for threat in view.threats(side).bonuses:
            if threat.hex in field.shown and threat.hex not in ships:
                yield field.centred(art.ghost_of(field.pitch, side, bool(threat.now)), threat.hex)


def _flight(pieces: Pieces, field: Field, ships: set[int]) -> Iterator[Mark]:
    """The last flight: an outline at its origin and an arrowhead at every edge crossed."""
    view, last = pieces.view, pieces.view.last
    if last is None:
        return
    free = view.planet(last.origin) is None and last.origin not in ships
    if free and last.origin in field.shown:
        yield field.centred(pieces.origin(last.side), last.origin)
    x, y = field.places[last.origin]
    to_x, to_y = field.places[last.to]
    here, there = field.axial[last.origin], field.axial[last.to]
    count = max(abs(here.q - there.q), abs(here.r - there.r))
    across, down = (to_x - x) // count, (to_y - y) // count
    arrow = art.trail_of(field.pitch, last.side, across, down)
    step = Hex((there.q - here.q) // count, (there.r - here.r) // count)
    for number in range(count):
        ends = here.plus(step, number), here.plus(step, number + 1)
        if not all(at in field.map.window for at in ends):
            continue
        middle_x, middle_y = x + number * across + across // 2, y + number * down + down // 2
        yield arrow, middle_x - arrow.width // 2, middle_y - arrow.height // 2


def _ships(pieces: Pieces, field: Field) -> Iterator[Mark]:
    view = pieces.view
    pending = view.pending
    for side in Side:
        hex = view.ships[side]
        if hex is not None and hex in field.shown:
            waits = side.other if hex == pending else None
            yield field.centred(pieces.ship(side, hex, waits), hex)


def _inset(view: AstralisView, turned: bool, window: HexWindow) -> Inset:
    """The whole board in small, with planets, larger ships, and the part that is shown."""
    board = HexMap(view.size, turned)
    dots = [
        Disc(*board.place(view.board.axial[hex]), size, art.TINTS[side].body)
        for side in Side
        for hexes, size in ((members(view.planets[side]), 30), ([view.ships[side]], 46))
        for hex in hexes
        if hex is not None
    ]
    frame = _corners(board, window.centre, window.side)
    return _small(view.size, turned).inset(dots, frame)


@lru_cache(maxsize=16)
def _small(size: int, turned: bool) -> SmallBoard:
    return SmallBoard.of(_corners(HexMap(size, turned), CENTRE, size), (), 210)


def _corners(board: HexMap, at: Hex, side: int) -> list[Point]:
    """The corners of a hexagon slightly smaller than ``side`` hexes around a hex."""
    (x, y), across, up = board.place(at), board.pitch.wide, board.pitch.high
    reach, half, high = ((side - 0.4) * far for far in (across, across / 2, up))
    return [
        (x - reach, y), (x - half, y - high), (x + half, y - high),
        (x + reach, y), (x + half, y + high), (x - half, y + high),
    ]  # fmt: skip
