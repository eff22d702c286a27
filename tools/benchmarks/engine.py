"""Speed of the rules: random games of four seats by `apply` and `submit`, and single prompts."""

from __future__ import annotations

import time
from typing import Any

from games.core.engine import walk
from games.core.engine.game import Game
from games.core.prompts.prompt import AmountPrompt, DistributePrompt, SelectPrompt
from games.core.text.messages import Path
from tools.playing import next_seat, play, random_stream
from tools.stats import summary

PLAYERS = 4
ROUND = 20  # games per timed round
TARGETS = {
    "apply": 12_000,
    "apply_aim": 25_000,
    "submit": 5_000,
    "games": 15,
    "ask_p99_ms": 2.0,
    "trees_p99_ms": 5.0,
}
LARGE = {"el_mapa": {"apply": 6_000, "submit": 2_000, "games": 2}}  # maps of up to 256 tiles


def speed(game: Game[Any, Any], by: str, seconds: float) -> dict[str, Any]:
    """Play random games for `seconds`; return steps and games per second.

    `by` is "apply" or "submit". The time to choose the moves is included. Use the rates per
    processor second on a busy machine.
    """
    rates, steps, spent, worked, at = [], 0, 0.0, 0.0, 0
    while spent < seconds:
        starts = [walk.start(game, {}, PLAYERS, f"bench-{at + i}") for i in range(ROUND)]
        done, begun, working = 0, time.perf_counter(), time.thread_time()
        for i, pos in enumerate(starts):
            done += play(pos, ["random"] * PLAYERS, random_stream("bench", at + i), None, by)[1]
        took = time.perf_counter() - begun
        rates.append(done / took)
        steps = steps + done
        spent = spent + took
        worked = worked + time.thread_time() - working
        at = at + ROUND
    return {
        "steps_per_second": round(steps / spent),
        "steps_per_processor_second": round(steps / worked),
        "games_per_second": round(at / spent, 1),
        "games_per_processor_second": round(at / worked, 1),
        "slowest_round": round(min(rates)),
        "games": at,
        "steps": steps,
    }


def measure_ask(game: Game[Any, Any], games: int = 12) -> dict[str, Any]:
    """Measure `ask` in milliseconds on each prefix of the moves of random games.

    If a prefix leads to a prompt, the prefix with the prompt's default answer is measured as well.
    """
    times: list[float] = []
    for i in range(games):
        pos = walk.start(game, {}, PLAYERS, f"ask-{i}")
        rng = random_stream("ask", i)
        while pos.outcome is None:
            seat = next_seat(pos, rng)
            path = walk.random_move(pos, seat, rng)
            for end in range(len(path) + 1):
                begun = time.perf_counter()
                answer = walk.ask(pos, seat, path[:end])
                times.append((time.perf_counter() - begun) * 1000)
                if isinstance(answer, SelectPrompt | AmountPrompt | DistributePrompt):
                    begun = time.perf_counter()
                    walk.ask(pos, seat, (*path[:end], answer.default_answer()))
                    times.append((time.perf_counter() - begun) * 1000)
            walk.apply(pos, seat, path)
    return {"asked": len(times), "ms": summary(times, 4)}


def measure_ask_on_trees(
    game: Game[Any, Any], games: int = 3, moments: int = 8, most: int = 1500
) -> dict[str, Any]:
    """Measure `ask` in processor milliseconds on the prefixes of a seat's legal moves.

    This is done at up to `moments` positions of a game, for about `most` prefixes each. Among them
    are prompts that random play rarely reaches (every place of every piece).
    """
    times: list[float] = []
    for i in range(games):
        pos = walk.start(game, {}, PLAYERS, f"trees-{i}")
        rng = random_stream("trees", i)
        steps = 0
        while pos.outcome is None:
            seat = next_seat(pos, rng)
            if steps % 40 == 0 and steps // 40 < moments:
                queue: list[Path] = [()]
                for path in queue:
                    begun = time.thread_time()
                    answer = walk.ask(pos, seat, path)
                    times.append((time.thread_time() - begun) * 1000)
                    if (
                        isinstance(answer, SelectPrompt)
                        and answer.min == answer.max == 1
                        and len(queue) < most
                    ):
                        queue += [(*path, option.key) for option in answer.options]
                    elif isinstance(answer, SelectPrompt | AmountPrompt | DistributePrompt):
                        queue.append((*path, answer.default_answer()))
            walk.apply(pos, seat, walk.random_move(pos, seat, rng))
            steps += 1
    return {"asked": len(times), "ms": summary(times, 4)}


def measure(game: Game[Any, Any], seconds: float) -> dict[str, Any]:
    """Return a game's figures; `apply` and `submit` are played for that many seconds each."""
    return {
        "players": PLAYERS,
        "apply": speed(game, "apply", seconds),
        "submit": speed(game, "submit", seconds),
        "ask": measure_ask(game),
        "trees": measure_ask_on_trees(game),
        "targets": TARGETS | LARGE.get(game.id, {}),
    }
