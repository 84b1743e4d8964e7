"""Every query of ``bot.play`` has its function in the store."""

from __future__ import annotations

import inspect
from typing import get_args, get_type_hints

from bot.play.storage import queries
from bot.play.storage.queries import Query
from bot.store.reading import ANSWERS, query_functions

QUERIES = {
    kind
    for _, kind in inspect.getmembers(queries, inspect.isclass)
    if issubclass(kind, Query) and kind is not Query
}


def test_each_query_has_exactly_one_function() -> None:
    assert ANSWERS.keys() == QUERIES
    assert len(query_functions()) == len(QUERIES)


def test_each_function_returns_what_its_query_promises() -> None:
    for kind, function in ANSWERS.items():
        [promised] = get_args(kind.__orig_bases__[0])
        assert get_type_hints(function)["return"] == promised, kind
