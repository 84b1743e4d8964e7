"""Data files of games and content packs of players, read by declaration.

A file is TOML: a title, then tables of records (``[[units]]``). A game declares its tables once,
and each field says what it must be; faults quote that and name their line. The game itself checks
what concerns several fields or records, with ``Loaded.fault``.

A game may also have a ``Workshop``, in which players make things of their own apart from any match:
ships, fleets, armies. Each is a *creation*: a value of the game with a text form, in which it is
stored, shown and pasted. What can be changed of it is asked by a tree of questions whose answers
are the changed creation. It may have faults until it is used: the answer to a decision that it
stands for is checked as any other.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from importlib import resources
from typing import Any, Final, Generic, NoReturn, Protocol, TypeAlias, TypeVar

from games.core.questions.tree import Ask
from games.core.types import Decision, Forbidden, Unreadable

C = TypeVar("C")
T = TypeVar("T")
D = TypeVar("D")
T_co = TypeVar("T_co", covariant=True)

# --- Packs ---


class PackFault(ValueError):
    """What is wrong with a pack; ``line`` counts from 1, 0 stands for the whole pack."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason
        super().__init__(f"line {line}: {reason}" if line else reason)

    def refusal(self) -> Unreadable:
        """The fault in words, with its line."""
        where = f"Line {self.line}: " if self.line else "The pack as a whole: "
        return Unreadable(f"{where}{self.reason}")


class Packs(Protocol):
    """Reads the content packs of a game.

    ``setting``   the field of the settings that holds the text of a pack; the
                  lobby does not ask for it, the host fills it in
    ``most``      the most bytes that a pack may have
    """

    setting: str
    most: int

    def title(self, text: str) -> str:
        """Check a whole pack and return its title. Raises ``PackFault``."""
        ...


# --- What players make for themselves ---


@dataclass(frozen=True, slots=True)
class EditedCreation(Generic[C]):
    """A changed creation; ``up`` is how many questions above the answer are asked next: 1 for the
    same once more, 2 for the one before."""

    creation: C
    up: int = 2


@dataclass(frozen=True, slots=True)
class Summary:
    """What a creation amounts to.

    ``line``    in short, at most 100 characters: ``Size 2, 137 points``
    ``lines``   what else to know of it beside its picture, a sentence each
    ``faults``  why it cannot be used yet
    """

    name: str
    line: str
    lines: tuple[str, ...]
    faults: tuple[Forbidden, ...]


class Workshop(Protocol[C]):
    """Where creations are made.

    ``settings`` are those of the match that a page belongs to, ``None`` for others.

    ``title``    of all of them together: ``Ships and fleets``
    ``kinds``    what can be made, by key: ``{"ship": "ship"}``
    ``answers``  the kinds of decisions that some of them answer, each with the kind that does
    ``longest``  characters of a text form
    """

    title: str
    kinds: Mapping[str, str]
    answers: Mapping[str, str]
    longest: int

    def blank(self, kind: str) -> C:
        """A new creation."""
        ...

    def kind(self, creation: C) -> str: ...

    def read(self, text: str) -> C:
        """A creation from its text form, or from another that people may paste. Raises
        ``Unreadable`` or ``Forbidden``."""
        ...

    def write(self, creation: C) -> str:
        """The text form, on one line."""
        ...

    def renamed(self, creation: C, name: str) -> C:
        """Under another name, as a copy has it."""
        ...

    def summary(self, creation: C, settings: Any = None) -> Summary: ...

    def questions(
        self, creation: C, others: Sequence[C], settings: Any = None
    ) -> Ask[EditedCreation[C]]:
        """What can be changed; ``others`` are what the same person has made besides."""
        ...

    def answer(self, view: Any, decision: Decision, creation: C) -> str:
        """The text of the move that a creation stands for."""
        ...


# --- TOML with the lines of its values ---

LONGEST_LINE = 1000
"""Most characters of a line: longer ones could take very long to parse."""
DEEPEST = 8
"""Deepest nesting of brackets."""
ECHO = 60
"""Most characters of somebody else's text that a message quotes."""


@dataclass(frozen=True, slots=True)
class Located:
    """``values`` as ``tomllib`` reads them, numbers with a point as ``Decimal``."""

    values: Mapping[str, Any]
    headers: Mapping[tuple[str, int], int]
    """Line of the n-th ``[[name]]``, n from 0."""
    fields: Mapping[tuple[str, int, str], int]
    """Line of a field below it; those above all headers under ``("", 0, field)``."""

    def line(self, *path: str | int) -> int:
        """The line of ``units, 3, cost``, or of the nearest thing around it that has one.

        0 when nothing of it was written.
        """
        if len(path) >= 2 and isinstance(path[0], str) and isinstance(path[1], int):
            block = (path[0], path[1])
            if len(path) >= 3 and (*block, str(path[2])) in self.fields:
                return self.fields[*block, str(path[2])]
            if block in self.headers:
                return self.headers[block]
        return self.fields.get(("", 0, str(path[0])), 0) if path else 0


def read_toml(text: str, most: int) -> Located:
    """Parse TOML of at most ``most`` bytes, or raise ``PackFault`` with the line."""
    text = text.removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}").replace("\r\n", "\n")
    length = len(text.encode("utf-8", "surrogatepass"))
    if length > most:
        raise PackFault(0, f"The text has {length} bytes; the limit is {most}.")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise PackFault(
                number, f"This line has {len(line)} characters; the limit is {LONGEST_LINE}."
            )
    values = _located_values(text)
    headers: dict[tuple[str, int], int] = {}
    fields: dict[tuple[str, int, str], int] = {}
    block = ("", 0)
    count: dict[str, int] = {}
    for number, statement in _statements(text):
        if header := _HEADER.match(statement):
            name = header[1].strip("\"'")
            block = (name, count.get(name, 0))
            count[name] = block[1] + 1
            headers[block] = number
        elif statement.startswith("["):
            block = ("[", number)  # a table in single brackets: its fields are not asked for
            fields.setdefault(("", 0, statement[1:].split("]")[0].strip(" \t\"'")), number)
        elif field := _FIELD.match(statement):
            fields.setdefault((*block, field[1].strip("\"'")), number)
    return Located(values, headers, fields)


_HEADER = re.compile(r"""\[\[[ \t]*("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*\]\]""")
_FIELD = re.compile(r"""("[^"]*"|'[^']*'|[A-Za-z0-9_-]+)[ \t]*[.=]""")

_TOKEN = re.compile(
    r'"""(?:\\.|[^\\])*?"{3,5}|\'\'\'.*?\'{3,5}'  # strings of several lines
    r'|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\''  # strings of one line
    r"|#[^\n]*|\n|[\[\]{}]",
    re.DOTALL,
)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """The lines, with their numbers, that begin outside strings and brackets; of valid TOML."""
    number, depth = 1, 0
    inside: set[int] = set()
    for token in _TOKEN.finditer(text):
        if token[0] in ("[", "{"):
            depth += 1
            if depth > DEEPEST:
                raise PackFault(number, _TOO_DEEP)
        elif token[0] in ("]", "}"):
            depth -= 1
        elif token[0] == "\n":
            number += 1
            if depth:
                inside.add(number)
        else:
            for _ in range(token[0].count("\n")):
                number += 1
                inside.add(number)
    for at, line in enumerate(text.split("\n"), 1):
        if at not in inside:
            yield at, line.strip(" \t")


_TOO_DEEP = f"Brackets are nested more than {DEEPEST} deep."


def _deep_line(text: str) -> int:
    """The line on which brackets are nested too deeply."""
    depth = 0
    for number, line in enumerate(text.split("\n"), 1):
        for letter in line:
            depth += (letter in "[{") - (letter in "]}")
            if depth > DEEPEST:
                return number
    return 0


def _located_values(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text, parse_float=_exact)
    except tomllib.TOMLDecodeError as fault:
        message = str(fault)
        place = _PLACE.search(message)
        at_end = text.rstrip("\n").count("\n") + 1
        line = int(place[1]) if place and place[1] else at_end
        raise PackFault(line, _plainly(_PLACE.sub("", message))) from None
    except RecursionError:
        raise PackFault(_deep_line(text), _TOO_DEEP) from None
    except ValueError:  # a number with more digits than Python reads
        raise PackFault(0, "A number in the text is too long.") from None


_PLACE = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)$")

_PLAIN = (
    ("Cannot overwrite a value", "This field is given twice."),
    ("Duplicate inline table key", "A field in these braces is given twice."),
    ("Cannot declare", "This table has already been started in another way."),
    ("Cannot mutate", "This table has already been closed."),
)


def _plainly(message: str) -> str:
    """The parser's reason without any quoted text."""
    for begin, plain in _PLAIN:
        if message.startswith(begin):
            return plain
    return f"This is not valid TOML: {echo(message)}."


def _exact(text: str) -> Decimal:
    try:
        return Decimal(text)
    except ArithmeticError:  # an exponent beyond all bounds
        return Decimal("NaN")


def echo(text: object) -> str:
    """At most ``ECHO`` safe characters of a foreign text."""
    if not isinstance(text, str):
        return "that"
    clean = "".join(
        letter if letter.isprintable() and letter not in "`*_~|<>@#\\" else "?"
        for letter in text[:ECHO]
    )
    return clean if len(text) <= ECHO else clean[: ECHO - 1] + "…"


# --- Fields ---


@dataclass(frozen=True, slots=True)
class FieldType(Generic[T_co]):
    """What may be written in a field.

    ``must``  completes "It must be …"
    ``read``  parses the text; raises ``ValueError`` with its own sentence, or without one
              where ``must`` says enough
    """

    must: str
    read: Callable[[object], T_co]
    required: bool = True
    default: Any = None

    def otherwise(self, default: D) -> FieldType[T_co | D]:
        """The same field as an optional one."""
        return FieldType(self.must, self.read, required=False, default=default)


def text(pattern: str, must: str, most: int = 1000) -> FieldType[str]:
    """A text of at most ``most`` characters that matches ``pattern`` as a whole."""
    compiled = re.compile(pattern)

    def read(written: object) -> str:
        if isinstance(written, str) and len(written) <= most and compiled.fullmatch(written):
            return written
        raise ValueError

    return FieldType(must, read)


def written(pattern: str, make: Callable[..., T], sentence: str) -> FieldType[T]:
    """A text that matches ``pattern``, whose groups ``make`` takes; ``sentence`` refuses others."""
    compiled = re.compile(pattern)

    def read(found: object) -> T:
        groups = compiled.fullmatch(found) if isinstance(found, str) else None
        if groups is None:
            raise ValueError(sentence)
        return make(*groups.groups())

    return FieldType("a text", read)


def name(most: int) -> FieldType[str]:
    """Letters, digits and simple marks: names appear in messages, pictures and menus."""

    def read(written: object) -> str:
        if not isinstance(written, str) or not 1 <= len(written) <= most:
            raise ValueError
        if (
            written != written.strip()
            or "  " in written
            or unicodedata.normalize("NFC", written) != written
            or not all(map(_is_plain, written))
            or not any(letter.isalnum() for letter in written)
        ):
            raise ValueError(
                "A name may have Latin letters, digits, simple marks and single spaces."
            )
        return written

    return FieldType(f"a name of 1 to {most} characters", read)


_MARKS = frozenset(" '’-.,&/()+!:")


def _is_plain(letter: str) -> bool:
    return letter in _MARKS or (
        letter.isalnum()
        if letter.isascii()
        else letter.isalpha() and unicodedata.name(letter, "").startswith("LATIN ")
    )


def whole(least: int, most: int, must: str = "") -> FieldType[int]:
    def read(written: object) -> int:
        if type(written) is int and least <= written <= most:
            return written
        raise ValueError

    return FieldType(must or f"a whole number from {least} to {most}", read)


def parts(per_unit: int, least: int, most: int, must: str) -> FieldType[int]:
    """A number written in units and stored in fractions of one, ``least`` to ``most`` of them."""
    known = {Decimal(number) / per_unit: number for number in range(least, most + 1)}

    def read(written: object) -> int:
        if isinstance(written, int | Decimal) and not isinstance(written, bool):
            found = known.get(Decimal(written))
            if found is not None:
                return found
        raise ValueError

    return FieldType(must, read)


def flag() -> FieldType[bool]:
    def read(written: object) -> bool:
        if isinstance(written, bool):
            return written
        raise ValueError

    return FieldType("true or false", read)


def choice(*values: T, must: str = "") -> FieldType[T]:
    """One of ``values``, of the same type."""

    def read(written: object) -> T:
        for value in values:
            if written == value and type(written) is type(value):
                return value
        raise ValueError

    words = [str(value) for value in values]
    return FieldType(must or f"{', '.join(words[:-1])} or {words[-1]}", read)


def several(each: FieldType[T], least: int, most: int, must: str) -> FieldType[tuple[T, ...]]:
    """A list of ``least`` to ``most`` values."""

    def read(written: object) -> tuple[T, ...]:
        if isinstance(written, list) and least <= len(written) <= most:
            return tuple(map(each.read, written))
        raise ValueError

    return FieldType(must, read)


TITLE: Final = name(40)
"""The title that every file begins with."""

# --- Tables ---


@dataclass(frozen=True, slots=True)
class RecordType(Generic[T]):
    """A table of a file.

    ``one``   what a record is, with its article: ``a unit``
    ``most``  records in one file
    ``make``  builds the record from the values of all its fields, by name
    ``key``   the field that identifies a record
    """

    table: str
    one: str
    most: int
    make: Callable[..., T]
    fields: Mapping[str, FieldType[object]]
    key: str = "code"


@dataclass(frozen=True, slots=True)
class Loaded(Generic[T]):
    """One record, the ``at``-th of its table, from 0."""

    key: str
    value: T
    source: Located
    table: str
    at: int

    def fault(self, field: str, reason: str) -> NoReturn:
        """Raise ``PackFault`` on the line of ``field``, or of the record without one."""
        if field:
            raise PackFault(self.source.line(self.table, self.at, field), f"{field}: {reason}")
        raise PackFault(self.source.line(self.table, self.at), reason)


@dataclass(frozen=True, slots=True)
class DataFile:
    """The content of a file, on top of that of another."""

    title: str
    loaded: Mapping[str, tuple[Loaded[Any], ...]]
    things: Mapping[str, Mapping[str, Any]]

    def of(self, kind: RecordType[T]) -> Mapping[str, T]:
        """The records of a table by key, those of the base first."""
        return self.things.get(kind.table, {})


Check: TypeAlias = Callable[[Loaded[Any], DataFile], None]
"""Checks a record against all others; reports faults by ``Loaded.fault``."""


class PackReader:
    """The data files of a game and packs on top of them; implements ``Packs``.

    ``tables``  all that a file may contain, each with the check of its records
    ``base``    the content of the folder ``data`` of ``package``; broken data stops the start
    """

    def __init__(
        self,
        package: str,
        files: tuple[str, ...],
        tables: Sequence[tuple[RecordType[Any], Check]],
        setting: str = "pack",
        most: int = 65536,
    ) -> None:
        self.setting, self.most, self._tables = setting, most, tables
        self.base = DataFile("", {}, {})
        for file in files:
            data = resources.files(package).joinpath("data", file)
            self.base = self._read(data.read_text(encoding="utf-8"), 4 * most)

    def title(self, text: str) -> str:
        return self.read(text).title

    def read(self, pack: str) -> DataFile:
        """A pack on top of the base. Raises ``PackFault`` with the line."""
        return self._read(pack, self.most)

    def _read(self, text: str, most: int) -> DataFile:
        source = read_toml(text, most)
        kinds = {kind.table: kind for kind, _ in self._tables}
        loaded: dict[str, tuple[Loaded[Any], ...]] = {}
        things = dict(self.base.things)
        for table, written in source.values.items():
            if table in kinds:
                taken = self.base.of(kinds[table])
                loaded[table] = _records(source, kinds[table], written, taken)
                things[table] = {**taken, **{each.key: each.value for each in loaded[table]}}
            elif table != "title":
                known = ", ".join(f"[[{each}]]" for each in kinds)
                raise PackFault(
                    source.line(table, 0),
                    f"“{echo(table)}” is not part of a pack, which has a title, {known}.",
                )
        found = DataFile(_title(source), loaded, things)
        for kind, check in self._tables:
            for record in loaded.get(kind.table, ()):
                check(record, found)
        return found


def _title(source: Located) -> str:
    if "title" not in source.values:
        raise PackFault(1, 'The pack needs a title at the top: title = "My pack".')
    try:
        return TITLE.read(source.values["title"])
    except ValueError as wrong:
        raise PackFault(source.line("title"), f"title: {_reason(wrong, TITLE)}") from None


def _records(
    source: Located, kind: RecordType[T], written: object, taken: Mapping[str, T]
) -> tuple[Loaded[T], ...]:
    table = kind.table
    if not isinstance(written, list) or not all(isinstance(each, dict) for each in written):
        one = kind.one.split(" ", 1)[1]
        raise PackFault(source.line(table), f"Each {one} begins with [[{table}]].")
    if len(written) > kind.most:
        raise PackFault(source.line(table, kind.most), f"A pack has at most {kind.most} {table}.")
    found: dict[str, Loaded[T]] = {}
    for at, each in enumerate(written):
        values = _values(source, kind, at, each)
        key = values[kind.key]
        record = Loaded(key, kind.make(**values), source, table, at)
        if key in taken or key in found:
            where = "base game" if key in taken else "pack"
            record.fault(kind.key, f"the {where} already has {key}.")
        found[key] = record
    return tuple(found.values())


def _values(
    source: Located, kind: RecordType[T], at: int, written: Mapping[str, object]
) -> dict[str, Any]:
    """The values of all fields of a record, defaults included."""

    def fault(reason: str, *field: str) -> NoReturn:
        raise PackFault(source.line(kind.table, at, *field), reason)

    for field, known in kind.fields.items():
        if known.required and field not in written:
            one = kind.one[0].upper() + kind.one[1:]
            fault(f"{one} needs the field {field}, {known.must}.")
    values = {field: known.default for field, known in kind.fields.items()}
    for field, value in written.items():
        if field not in kind.fields:
            fields = ", ".join(kind.fields)
            fault(f"“{echo(field)}” is not a field of {kind.one}, which has {fields}.", field)
        try:
            values[field] = kind.fields[field].read(value)
        except ValueError as wrong:
            fault(f"{field}: {_reason(wrong, kind.fields[field])}", field)
    return values


def _reason(wrong: ValueError, field: FieldType[object]) -> str:
    return str(wrong) or f"It must be {field.must}."
