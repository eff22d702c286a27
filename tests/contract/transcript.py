"""Digests of a playout, made in another process to see that nothing depends on the hash seed."""

from __future__ import annotations

import hashlib
import sys

import msgspec

from games.core.state.events import to_row
from tests.contract import playouts


def transcript(match: playouts.Match, views: int = 3) -> str:
    """Return a line for each move: path, events and position, hashed; sometimes all views."""
    lines = []
    for at, moment in enumerate(match.moments):
        seen = (None, *range(match.n)) if at % views == 0 else ()
        told = msgspec.json.encode(
            [moment.seat, moment.path, to_row(moment.step.events), moment.step.barrier]
        )
        shown = msgspec.json.encode([match.game.view(moment.step.pos, seat) for seat in seen])
        lines.append(
            hashlib.sha256(told + shown + playouts.encoded(moment.step.pos)).hexdigest()[:16]
        )
    return "\n".join(lines)


if __name__ == "__main__":
    for game in sorted(playouts.ALL):
        for n in playouts.counts(playouts.ALL[game]):
            print(
                game,
                n,
                hashlib.sha256(
                    transcript(playouts.played(game, n, sys.argv[1])).encode()
                ).hexdigest(),
            )
