"""Mutants of the rules of a game: one number, comparison or branch is changed at a time.

A mutant is made from the source, and put into this process by exchanging the code of one function,
or the value of one constant.
"""

from __future__ import annotations

import ast
import gc
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import _lru_cache_wrapper
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeAlias

from tools.sources import ROOT, module_name

Key = tuple[str, str, str, str]
Functions = Mapping[tuple[str, str, int], Sequence[FunctionType]]
"""Those of this process, by the file, qualified name and first line of their code."""
Caches: TypeAlias = "Sequence[_lru_cache_wrapper[Any]]"
Place = tuple[str, int]
"""The file and first line of a statement."""

SWAPS: dict[type[ast.cmpop], tuple[type[ast.cmpop], str]] = {
    ast.Lt: (ast.LtE, "< to <="),
    ast.LtE: (ast.Lt, "<= to <"),
    ast.Gt: (ast.GtE, "> to >="),
    ast.GtE: (ast.Gt, ">= to >"),
    ast.Eq: (ast.NotEq, "== to !="),
    ast.NotEq: (ast.Eq, "!= to =="),
    ast.In: (ast.NotIn, "in to not in"),
    ast.NotIn: (ast.In, "not in to in"),
    ast.Is: (ast.IsNot, "is to is not"),
    ast.IsNot: (ast.Is, "is not to is"),
}
NEGATED_BY_SWAP = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
NOTE = "__ran__"
"""What notes a place, in the code of ``watched``."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """One broken place.

    ``function`` is the qualified name of the outermost function around it, or the name that a
    statement of the module binds; ``text`` is the source of its line; ``statement`` is the first
    line of the statement, 0 for one of the module; ``number`` tells mutants of one file apart.
    """

    file: str
    line: int
    statement: int
    function: str
    text: str
    change: str
    number: int

    @property
    def key(self) -> Key:
        """What stays the same while lines move."""
        return (self.file, self.function, self.text, self.change)

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function}: {self.change}\n        {self.text}"


Change = tuple[ast.expr | ast.pattern, str, Callable[[], None]]


def changes(tree: ast.AST) -> Iterator[Change]:
    """Each place that can be broken: the node, the change in words, and what makes it."""
    for node in ast.walk(tree):
        match node:
            case ast.Constant(value=int() as value) if not isinstance(value, bool):
                yield node, f"{value} to {value + 1}", _set(node, "value", value + 1)
            case ast.Compare(ops=ops):
                for at, op in enumerate(ops):
                    into, words = SWAPS[type(op)]
                    yield node, words, _set_item(ops, at, into())
            case ast.BoolOp(op=ast.And()):
                yield node, "and to or", _set(node, "op", ast.Or())
            case ast.BoolOp():
                yield node, "or to and", _set(node, "op", ast.And())
            case ast.If(test=test) | ast.IfExp(test=test) if not _swapped(test):
                yield test, "condition negated", _set(node, "test", _not(test))
            case ast.comprehension(ifs=ifs):
                for at, test in enumerate(ifs):
                    if not _swapped(test):
                        yield test, "filter negated", _set_item(ifs, at, _not(test))
            case ast.Match(cases=cases):
                for case in cases:
                    if not isinstance(case.pattern, ast.MatchAs) or case.pattern.pattern:
                        never = ast.Constant(value=False)
                        yield case.pattern, "case never taken", _set(case, "guard", never)


def _swapped(test: ast.expr) -> bool:
    """Whether negating this is what changing its comparison or connective does already."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return _swapped(test.operand)
    return isinstance(test, ast.Compare) and isinstance(test.ops[0], NEGATED_BY_SWAP)


def _not(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(op=ast.Not(), operand=test)


def _set(node: ast.AST, field: str, value: object) -> Callable[[], None]:
    return lambda: setattr(node, field, value)


def _set_item(items: list[Any], at: int, value: object) -> Callable[[], None]:
    return lambda: items.__setitem__(at, value)


def mutants(path: Path, root: Path = ROOT) -> tuple[Mutant, ...]:
    """Every way to break this file, in the order of its lines."""
    source = path.read_text(encoding="utf-8")
    lines = source.splitlines()
    tree = ast.parse(source)
    places = _places(tree)
    name = path.relative_to(root).as_posix()
    found = []
    for number, (node, change, _) in enumerate(changes(tree)):
        if id(node) in places:
            function, statement = places[id(node)]
            line: int = node.lineno
            text = lines[line - 1].strip()
            found.append(Mutant(name, line, statement, function, text, change, number))
    return tuple(sorted(found, key=lambda mutant: (mutant.line, mutant.number)))


def _places(tree: ast.Module) -> dict[int, tuple[str, int]]:
    """By node that can be exchanged: the function or the module's name that holds it, and the
    first line of its statement. What an assertion says for the type checker is left out."""
    found: dict[int, tuple[str, int]] = {}

    def inside(function: str, body: Iterable[ast.stmt]) -> None:
        for each in body:
            if isinstance(each, ast.Assert):
                continue
            parts: list[ast.stmt] = [
                *getattr(each, "body", ()),
                *getattr(each, "orelse", ()),
                *(part for case in getattr(each, "cases", ()) for part in case.body),
            ]
            for node in ast.walk(each):
                found[id(node)] = (function, each.lineno)
            inside(function, parts)

    def visit(body: Iterable[ast.stmt], prefix: str) -> None:
        for each in body:
            match each:
                case ast.ClassDef(name=name, body=inner):
                    visit(inner, f"{prefix}{name}.")
                case ast.FunctionDef(name=name, body=inner):
                    inside(prefix + name, inner)
                case ast.AnnAssign(annotation=ast.Name(id="TypeAlias")):
                    pass  # what is made of it is made when modules load, before any mutant
                case (
                    ast.Assign(targets=[ast.Name(id=name)])
                    | ast.AnnAssign(target=ast.Name(id=name))
                ) if not prefix and each.value is not None:
                    for node in ast.walk(each.value):
                        found[id(node)] = (name, 0)

    visit(tree.body, "")
    return found


def mutated(path: Path, number: int) -> CodeType:
    """The file's code with the change of this number made."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    make = next(each for at, (_, _, each) in enumerate(changes(tree)) if at == number)
    make()
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def all_functions() -> Functions:
    """Every function that there is now. Looking for them touches each object of the process."""
    found: dict[tuple[str, str, int], list[FunctionType]] = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType):
            code = each.__code__
            place = (code.co_filename, code.co_qualname, code.co_firstlineno)
            found.setdefault(place, []).append(each)
    return found


def all_caches() -> Caches:
    """Every cached function of games and their tests that there is now."""
    found = (each for each in gc.get_objects() if isinstance(each, _lru_cache_wrapper))
    return [each for each in found if str(each.__module__).startswith(("games.", "tests."))]


def clear(caches: Caches) -> None:
    for each in caches:
        each.cache_clear()


def install(mutant: Mutant, functions: Functions, root: Path = ROOT) -> None:
    """Exchange the mutant's function or constant in this process, wherever it is known.

    Raises ``LookupError`` when nothing uses it by that name.
    """
    path = root / mutant.file
    code = mutated(path, mutant.number)
    inner = _inner(code, mutant.function)
    if inner is None:
        _rebind(mutant, code, module_name(path, root))
        return
    known = functions.get((str(path), mutant.function, inner.co_firstlineno))
    if not known:
        raise LookupError(f"no function {mutant.function} in {mutant.file}")
    for function in known:
        function.__code__ = inner


@contextmanager
def watched(
    files: Iterable[Path], note: Callable[[Place], None], functions: Functions, root: Path = ROOT
) -> Iterator[None]:
    """Call ``note`` with the place of each statement of these files that a function runs.

    By calls in exchanged code: a tracer with locks would not survive ``Late``.
    """
    before: list[tuple[FunctionType, CodeType]] = []
    for path in files:
        name = path.relative_to(root).as_posix()
        for code in _codes(_noting(path, name)):
            for function in functions.get((str(path), code.co_qualname, code.co_firstlineno), ()):
                before.append((function, function.__code__))
                function.__code__ = code
                function.__globals__[NOTE] = note
    try:
        yield
    finally:
        for function, code in before:
            function.__code__ = code


def _noting(path: Path, name: str) -> CodeType:
    """The file's code, with a call of ``NOTE`` before each statement of a function."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    bodies = {
        id(body): body
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        for field in ("body", "orelse", "finalbody")
        if isinstance(body := getattr(node, field, None), list)
    }
    for body in bodies.values():
        body[:] = [part for each in body for part in (_note(name, each), each)]
    return compile(ast.fix_missing_locations(tree), str(path), "exec", dont_inherit=True)


def _note(name: str, of: ast.stmt) -> ast.stmt:
    (call,) = ast.parse(f"{NOTE}(({name!r}, {of.lineno}))").body
    for each in ast.walk(call):
        ast.copy_location(each, of)
    return call


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _inner(code: CodeType, name: str) -> CodeType | None:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            if each.co_qualname == name:
                return each
            if name.startswith(f"{each.co_qualname}."):
                return _inner(each, name)
    return None


def _rebind(mutant: Mutant, code: CodeType, module: str) -> None:
    """Give the constant its new value in each module that imported the old one."""
    name = mutant.function
    old = getattr(sys.modules[module], name)
    fresh = {"__name__": module, "__file__": mutant.file}
    exec(code, fresh)  # noqa: S102 - our own source, with one place changed
    for each in list(sys.modules.values()):
        if getattr(each, "__name__", "").startswith("games."):
            for known, value in list(vars(each).items()):
                if known == name and value is old:
                    setattr(each, known, fresh[name])
