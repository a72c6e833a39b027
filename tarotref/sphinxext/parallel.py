"""Work that several processes share, each of which takes the next thing that nobody has taken."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from multiprocessing import get_context
from typing import TypeVar

from sphinx.util.parallel import ParallelTasks

T = TypeVar("T")
Found = TypeVar("Found")


def share(things: Sequence[T], nproc: int, work: Callable[[Iterable[T]], Found], take: Callable[[Found], None]) -> None:
    """Work at things in so many processes, and take what each has found.

    A process lives until nothing is left to do, so that it knows what it has made for the things before.
    """
    taken = get_context("fork").Value("q", 0)

    def mine() -> Iterator[T]:
        while True:
            with taken.get_lock():
                at, taken.value = taken.value, taken.value + 1
            if at >= len(things):
                return
            yield things[at]

    tasks = ParallelTasks(nproc)
    for part in range(min(nproc, len(things))):
        tasks.add_task(lambda _: work(mine()), part, lambda _, found: take(found))
    tasks.join()
