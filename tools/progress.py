"""Progress bar on the terminal. Silent if stderr is not a terminal."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
BAR_WIDTH_CHARS = 28


def bar(items: Iterable[T], total: int, label: str) -> Iterator[T]:
    """Yield the items and show progress and the remaining time on stderr."""
    if not sys.stderr.isatty() or total < 2:
        yield from items
        return
    begun = shown = time.perf_counter()
    for done, item in enumerate(items):
        now = time.perf_counter()
        if now - shown > 0.1 or done == 0:
            shown = now
            left = (now - begun) / done * (total - done) if done else 0.0
            full = BAR_WIDTH_CHARS * done // total
            sys.stderr.write(
                f"\r{label:<22} [{'#' * full}{'.' * (BAR_WIDTH_CHARS - full)}] {done}/{total}  {left:4.0f} s left "
            )
            sys.stderr.flush()
        yield item
    sys.stderr.write(
        f"\r{label:<22} [{'#' * BAR_WIDTH_CHARS}] {total}/{total}  in {time.perf_counter() - begun:.1f} s \n"
    )
