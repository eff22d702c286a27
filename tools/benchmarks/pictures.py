"""Render time and size of board and panel pictures.

The first picture of a process (cold) and later ones (warm) are measured separately.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

from PIL import Image

from games.core.engine import walk
from games.core.engine.game import Game
from games.core.views.scene import Picture, Scene
from games.hosted import GAMES
from render.pictures import drawing
from tools.playing import next_seat, random_options, random_stream
from tools.stats import summary
from tools.stories import NAMES

TARGETS = {"cold_p95_ms": 250, "warm_p95_ms": 120, "kib": 500, "width": 1200}
# maps of up to 256 tiles
LARGE = {"el_mapa": {"cold_p95_ms": 500, "warm_p95_ms": 200, "kib": 700, "width": 1200}}
COLD_RUNS = 8


def scenes(game: Game[Any, Any], wanted: int, panels: bool) -> Iterator[Scene]:
    """Yield scenes of random games with random options and all numbers of players.

    They are boards with marks on the changed places or, with `panels`, the private picture of the
    seat that acts next.
    """
    counts, made, at = list(game.players), 0, 0
    while made < wanted:
        n, rng = counts[at % len(counts)], random_stream("pictures", at)
        pos = walk.start(game, random_options(game, n, rng), n, f"pictures-{at}")
        step = 0
        while pos.outcome is None and made < wanted:
            seat = next_seat(pos, rng)
            events = walk.apply(pos, seat, walk.random_move(pos, seat, rng))
            step += 1
            if step % 17 == 0:
                made += 1
                changed = tuple(
                    spot
                    for event in events
                    if event.public is not None
                    for spot in game.changed_spots(event.public)
                )
                view = game.view(pos, (walk.actors(pos) or (0,))[0] if panels else None)
                yield Scene(
                    game.id,
                    game.panel_picture(view, ()) if panels else "board",
                    view,
                    NAMES[:n],
                    "es",
                    changed=changed,
                )
        at += 1


def cold(game: str, skip: int, panels: bool) -> tuple[float, float]:
    """Return the milliseconds of this process's first picture: (wall clock, processor).

    Imports are excluded. The picture is scene number `skip` of `scenes`.
    """
    found = next(one for one in GAMES if one.id == game)
    scene = list(scenes(found, skip + 1, panels))[-1]
    imported(game)
    return timed(scene)[:2]


def imported(game: str) -> None:
    """Import the modules that draw a game's pictures, to leave the imports out of the time.

    The bot's render workers import them in advance, too.
    """
    drawing.painters(game)
    Image.preinit()


def timed(scene: Scene) -> tuple[float, float, Picture]:
    """Draw a picture; return wall clock and processor time in milliseconds, and the picture.

    Processor time is meant for a machine that does other work, too.
    """
    begun, worked = time.perf_counter(), time.thread_time()
    picture = drawing.draw_picture(scene)
    return (time.perf_counter() - begun) * 1000, (time.thread_time() - worked) * 1000, picture


def measure(game: Game[Any, Any], warm: int) -> dict[str, Any]:
    """Measure board and panel pictures: cold in new processes, warm in this one.

    `warm` is the number of different scenes of the warm pictures. Sizes are in KiB.
    """
    board = _measure(game, warm, panels=False)
    panel = _measure(game, warm, panels=True)
    return {"board": board, "panel": panel, "targets": LARGE.get(game.id, TARGETS)}


def _measure(game: Game[Any, Any], warm: int, panels: bool) -> dict[str, Any]:
    cold_times = []
    for skip in range(COLD_RUNS):
        code = f"from tools.benchmarks.pictures import cold; print(*cold({game.id!r}, {skip * 7}, {panels}))"
        output = subprocess.run(
            [sys.executable, "-c", code], capture_output=True, text=True, check=True
        ).stdout
        cold_times.append([float(word) for word in output.split()])
    drawn = list(scenes(game, warm + 20, panels))
    for scene in drawn[:20]:  # each map and number of players once
        drawing.draw_picture(scene)
    times, works, sizes, widths = [], [], [], set()
    for scene in drawn[20:]:
        took, worked, picture = timed(scene)
        times.append(took)
        works.append(worked)
        sizes.append(len(picture.data) / 1024)
        widths.add((picture.width, picture.height))
    return {
        "cold_ms": summary([one[0] for one in cold_times], 1),
        "cold_processor_ms": summary([one[1] for one in cold_times], 1),
        "warm_ms": summary(times, 1),
        "warm_processor_ms": summary(works, 1),
        "kib": summary(sizes, 1),
        "pixels": sorted(widths),
        "pictures": len(times),
        "kinds": sorted({scene.kind for scene in drawn}),
    }
