"""Noise for weaker players: a game's own player misjudges what things are worth.

The player's weights are multiplied by random factors. The player still compares the same moves by
the same rules, so its turns stay coherent. The factors are positive, so no weight changes its sign:
a loss never looks like a gain, and goods always have a value. Only moves of similar value change
places.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from math import exp
from typing import Any, TypeVar

import msgspec

from games.core.state.rng import Rng

T = TypeVar("T")
BLUR = "blur"  # name of the weight that scales random errors in the values of choices


def noise_stream(mood: int, *keys: int) -> Rng:
    """Return the random stream that belongs to `mood` and `keys`.

    `mood` is a random number that stays the same for the whole match (see `think.decide`); `keys`
    are, for example, the seat and the turn. Equal arguments give the same stream.
    """
    text = ":".join(map(str, ("noise", mood, *keys)))
    return Rng.of(int.from_bytes(hashlib.sha256(text.encode()).digest()[:8], "big"))


def misjudged(weights: T, noise: float, rng: Rng, steady: Collection[str] = ()) -> T:
    """Return a copy of the weights, each multiplied by e**x with a random x of its own.

    x has the mean 0 and the standard deviation `noise`. A weight of at most 1 never becomes larger
    than 1, because it may be a share or a probability. Weights of 0 and the weights named in
    `steady` do not change. The weight `blur` is not multiplied but set to `noise`: a game's bot
    adds random numbers to the values of the choices that it compares, and `blur` scales them.
    """
    changed: dict[str, Any] = {}
    for name, value in msgspec.structs.asdict(weights).items():  # type: ignore[arg-type]
        several = isinstance(value, tuple)
        # drawn for steady weights too, so that `steady` does not change the noise of the others
        moved = [_moved(number, noise, rng) for number in (value if several else (value,))]
        if name not in steady:
            changed[name] = tuple(moved) if several else moved[0]
    if BLUR in changed:
        changed[BLUR] = noise
    return msgspec.structs.replace(weights, **changed)  # type: ignore[type-var]


def _moved(number: float, noise: float, rng: Rng) -> float:
    """Return `number` times e**x; x is random with mean 0 and standard deviation `noise`.

    If `number` is at most 1, the result is at most 1, too.
    """
    found = number * exp(noise * rng.normal())
    return min(found, 1.0) if number <= 1.0 else found
