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
    """Play games of several seeds until nothing is `missing`.

    Plays the seeds in `first`, which together showed everything when they were chosen, then
    `seeds`, in case the rules have changed. `make soak` plays all of them.
    """
    for seed in (*first, *(seed for seed in seeds if seed not in first)):
        if not LONG and not missing():
            return
        play(seed)
