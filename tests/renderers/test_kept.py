from __future__ import annotations

from collections.abc import Callable
from threading import Thread

from renderers.paint import Kept


def counted(most: int) -> tuple[Kept[int, bytes], list[int]]:
    made: list[int] = []

    def make(size: int) -> bytes:
        made.append(size)
        return bytes(size)

    return Kept(most, make, len), made


def test_a_thing_is_made_once_while_it_is_asked_for() -> None:
    kept, made = counted(100)
    for size in (10, 11, 10, 12, 13, 10, 14, 10, 15, 10, 16, 10, 11):
        assert len(kept(size)) == size
    assert made == [10, 11, 12, 13, 14, 15, 16, 11]


def test_no_more_bytes_are_kept_than_are_allowed() -> None:
    kept, _ = counted(100)
    for size in (*range(1, 51), *range(50, 0, -1), 7, 7, 7):
        kept(size)
        assert kept.bytes <= kept.most == 100
    kept.clear()
    assert kept.bytes == 0


def test_what_is_too_large_is_made_and_the_next_thing_sends_it_away() -> None:
    kept, made = counted(100)
    assert [len(kept(size)) for size in (300, 300, 20)] == [300, 300, 20]
    assert kept.bytes == 20
    assert len(kept(300)) == 300
    assert made == [300, 20, 300]


def test_threads_get_what_they_asked_for() -> None:
    kept, _ = counted(2000)
    wrong: list[int] = []

    def ask(step: int) -> Callable[[], None]:
        def run() -> None:
            sizes = (1 + number * step % 97 for number in range(3000))
            wrong.extend(size for size in sizes if len(kept(size)) != size)

        return run

    threads = [Thread(target=ask(step)) for step in (1, 5, 7, 11)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
    assert kept.bytes <= 2000
