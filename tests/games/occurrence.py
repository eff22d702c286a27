"""Play random games until everything that can happen has happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from tests.contract.playouts import LONG


def until_seen(
    play: Callable[[int], None],
    missing: Callable[[], object],
    first: Sequence[int],
    seeds: Sequence[int],
) -> None:
    """Play the games of some seeds: those that were found to show everything among them `first`, then the others while something
    is still `missing` (the rules have changed what happens in a game). `make soak` plays all."""
    for seed in (*first, *(seed for seed in seeds if seed not in first)):
        if not LONG and not missing():
            return
        play(seed)
