"""Processor time and size of animations: a turn, and a game as film and as poster."""

from __future__ import annotations

import time
from typing import Any

from msgspec import structs

from games.core.engine.game import Game
from games.core.views.scene import Animation
from render.motion import animation_encoder
from render.pictures import drawing
from tools import stories
from tools.stats import summary

TARGETS = {"turn_ms": 600, "turn_kib": 1536, "film_kib": 8192}


def measure(game: Game[Any, Any], turns: int, films: int) -> dict[str, Any]:
    """Measure `turns` turns and `films` films with the most players, after a warm-up."""
    n = max(game.players)
    drawing.warm_up(game.id)
    animation_encoder.draw_animation(stories.turn(game, n, "warm"))
    whole = [stories.film(game, n, f"film-{i}") for i in range(films)]
    return {
        "turn": _timed([stories.turn(game, n, f"turn-{index}") for index in range(turns)]),
        "film": _timed(whole),
        "poster": _timed([structs.replace(one, kind="poster") for one in whole]),
        "targets": TARGETS,
    }


def _timed(motions: list[Animation]) -> dict[str, Any]:
    times, sizes = [], []
    for motion in motions:
        begun = time.process_time()
        picture = animation_encoder.draw_animation(motion)
        times.append((time.process_time() - begun) * 1000)
        sizes.append(len(picture.data) / 1024)
    return {"processor_ms": summary(times), "kib": summary(sizes)}
