"""Digests of playouts, made in another process to check that the hash seed has no effect."""

from __future__ import annotations

import hashlib
import sys

import msgspec

from games.core.state.events import to_log_events
from tests.contract import playouts


def transcript(match: playouts.Match, views: int = 3) -> str:
    """Return a digest for each move, one per line: of path, events and position.

    At every move whose number is a multiple of `views` also of all views.
    """
    lines = []
    for at, moment in enumerate(match.moments):
        seen = (None, *range(match.n)) if at % views == 0 else ()
        move = msgspec.json.encode(
            [moment.seat, moment.path, to_log_events(moment.step.events), moment.step.barrier]
        )
        views_of_move = msgspec.json.encode(
            [match.game.view(moment.step.pos, seat) for seat in seen]
        )
        lines.append(
            hashlib.sha256(move + views_of_move + playouts.encoded(moment.step.pos)).hexdigest()[
                :16
            ]
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
