"""Let AI players play each other and report win rates, Elo and time per decision.

In games with two seats, each player meets each other player. With more seats, one player sits alone
among players of another kind. Seats rotate. The result file has one line per game, and a second run
plays only the missing games. Weights are tuned on the seeds `tuning` and judged on the seeds
`fresh`.

    python -m tools.arena --game eight_minute_empire --seats 2 --players fierce,game --games 40 --jobs 2

`firm@file.json` is the player `firm` with the weights of a file that `tools.train` wrote.
`firm~0.8` is `firm` with random errors of size 0.8 (noise), which helps to find the noise of weaker
strengths.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import Struct, field

from ai import think
from app.workers.ai_budget import AiTimeBudget
from games import hosted
from games.core.engine import bots, walk
from games.core.engine.game import HasTime, find
from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Path as Move
from games.core.text.messages import Seat
from tools import plot, weights
from tools.playing import MAX_STEPS, random_stream
from tools.progress import bar
from tools.ratings import elo
from tools.simulate import options_of
from tools.stats import wilson

KINDS = (*think.STRENGTHS, *bots.KINDS)
# first seed of each range; an AI player tuned on one range is judged on the other
SEEDS = {
    "tuning": 0,
    "fresh": 1_000_000,
}


class Bout(Struct, frozen=True):
    """Game to be played.

    - `game`, `options`: id of the game, and its options as text (`tools.simulate.options_of`)
    - `seats`: number of seats
    - `one`, `seat`: kind of the player who is judged, and that player's seat
    - `rest`: kind of all other players
    - `rollouts`: rollouts per decision of the player `fierce` (None: its default)
    - `seconds`: processor seconds per decision (None: no limit)
    - `table`: number of AI players of the match whose time budget is used (None: not used)
    """

    game: str
    options: str
    seats: int
    one: str
    rest: str
    seed: int
    seat: int
    rollouts: int | None = None
    seconds: float | None = None
    table: int | None = None

    @property
    def kinds(self) -> list[str]:
        """Return the kind of player at each seat."""
        return [self.one if seat == self.seat else self.rest for seat in range(self.seats)]


class Result(Struct):
    """Result of one game of the arena: points and places by seat.

    `took` has for each kind of player `[count, total, longest]`: its number of decisions, their
    processor seconds in all, and those of the longest one.
    """

    bout: Bout
    points: list[int]
    places: list[int]
    took: dict[str, list[float]] = field(default_factory=dict)

    @property
    def won(self) -> float:
        """Return the share of the win of player `one`: 1 / n if n seats won, else 0."""
        firsts = self.places.count(1)
        return (self.places[self.bout.seat] == 1) / firsts


def bouts(args: argparse.Namespace) -> list[Bout]:
    """Return the games of a round robin.

    With two seats, each pair of players meets. With more seats, each pair meets twice: once the
    first player sits alone among players of the second kind, once the other way round. Player `one`
    sits one seat further with each seed. With `args.first`, only games in which the first player is
    `one` are returned.
    """
    pairs = combinations(args.players, 2) if args.seats == 2 else permutations(args.players, 2)
    return [
        Bout(
            args.game,
            args.options,
            args.seats,
            one,
            rest,
            seed,
            number % args.seats,
            args.rollouts,
            args.seconds,
            args.table,
        )
        for one, rest in pairs
        if one == args.players[0] or not args.first
        for number, seed in enumerate(args.seeds)
    ]


def clock(seconds: float | None) -> HasTime:
    """Return a function that is true until `seconds` of processor time have passed.

    With `seconds` None, it is always true.
    """
    if seconds is None:
        return bots.no_time_limit
    end = time.process_time() + seconds
    return lambda: time.process_time() < end


def choose(
    pos: Position[Any, Any], seat: Seat, kind: str, rng: Rng, bout: Bout, has_time: HasTime
) -> Move:
    """Return a player's move; `kind` is a scripted bot or a searching AI player."""
    if kind in bots.KINDS:
        return bots.decide(pos, seat, kind, rng)
    rollouts = bout.rollouts if kind == "fierce" else None
    mood = mood_of(bout, seat)
    return think.decide(pos, seat, cast(think.PlayerKind, kind), rng, has_time, rollouts, mood)


def mood_of(bout: Bout, seat: Seat) -> int:
    """Return the mood of a seat: a number, fixed for a game, that shapes its misjudgments."""
    return random_stream("mood", bout.seed, bout.seats, seat).next()


def choose_with_weights(
    pos: Position[Any, Any], seat: Seat, player: str, rng: Rng, bout: Bout, has_time: HasTime
) -> Move:
    """Return a player's move; `player` is a kind, perhaps with a noise or a file.

    With a noise (`firm~0.8`), the player errs at random. With a file (`firm@file.json`), the game
    uses the weights in it during this decision only.
    """
    kind, _, noise = player.partition("~")
    if noise:
        return think.decide_with_noise(pos, seat, float(noise), rng, mood_of(bout, seat))
    kind, _, file = player.partition("@")
    if not file:
        return choose(pos, seat, kind, rng, bout, has_time)
    with weights.override(find(bout.game), weights.read(Path(file))):
        return choose(pos, seat, kind, rng, bout, has_time)


class TimeLimits:
    """Time limits of a game: none, seconds per decision, or the AI budget of a real match.

    The budget is that of a match in which people wait for `table` AI players. All players but
    `one` count as people: each of their moves resets the budget.
    """

    def __init__(self, bout: Bout) -> None:
        self._bout, self._allowance = bout, AiTimeBudget()

    def limit_of(self, seat: Seat) -> HasTime:
        """Return the time limit of a seat's next decision."""
        bout = self._bout
        return clock(
            bout.seconds if bout.table is None else self._allowance.remaining(seat, bout.table)
        )

    def record_time(self, seat: Seat, seconds: float) -> None:
        """Record the processor seconds of a seat's decision."""
        if seat != self._bout.seat:
            self._allowance = AiTimeBudget()
        self._allowance.spend(seat, seconds)


def play(bout: Bout) -> Result:
    """Play one game to its end.

    Raises `RuntimeError` if the game does not end within `MAX_STEPS`.
    """
    game, kinds = find(bout.game), bout.kinds
    mark = ("arena", bout.seed, bout.seats)
    pos = walk.start(
        game, options_of(bout.options, game, bout.seats, mark), bout.seats, f"arena-{bout.seed}"
    )
    rngs = [random_stream(*mark, seat) for seat in range(bout.seats)]
    times_by_kind: dict[str, list[float]] = {kind: [0, 0.0, 0.0] for kind in kinds}
    limits = TimeLimits(bout)
    for _ in range(MAX_STEPS):
        if pos.outcome is not None:
            return Result(bout, list(game.score(pos).total), pos.outcome.places, times_by_kind)
        seat = walk.actors(pos)[0]
        began = time.process_time()
        path = choose_with_weights(pos, seat, kinds[seat], rngs[seat], bout, limits.limit_of(seat))
        spent, so_far = time.process_time() - began, times_by_kind[kinds[seat]]
        times_by_kind[kinds[seat]] = [
            so_far[0] + 1,
            round(so_far[1] + spent, 6),
            round(max(so_far[2], spent), 6),
        ]
        limits.record_time(seat, spent)
        pos = walk.submit(pos, seat, path).pos
    raise RuntimeError(f"{bout.game} does not end")


def read_results(path: Path) -> list[Result]:
    """Return the results in a file; skip a truncated last line."""
    found = []
    for line in path.read_bytes().splitlines() if path.exists() else []:
        try:
            found.append(msgspec.json.decode(line, type=Result))
        except (msgspec.DecodeError, msgspec.ValidationError):
            continue
    return found


def play_all(todo: Sequence[Bout], jobs: int) -> Iterator[Result]:
    """Yield the results as they arrive from `jobs` processes."""
    if jobs == 1:
        yield from map(play, todo)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(play, todo)


def run(args: argparse.Namespace) -> list[Result]:
    """Play the games that are missing in the file; return the results of all requested games."""
    wanted = bouts(args)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    have = {one.bout: one for one in read_results(args.out)}
    todo = [bout for bout in wanted if bout not in have]
    with args.out.open("a+b") as file:
        file.seek(0, os.SEEK_END)
        if file.tell() and args.out.read_bytes()[-1:] != b"\n":
            file.write(b"\n")
        for result in bar(play_all(todo, args.jobs), len(todo), f"{args.game} {args.seats}p"):
            file.write(msgspec.json.encode(result) + b"\n")
            file.flush()
            have[result.bout] = result
    return [have[bout] for bout in wanted]


def report(results: Sequence[Result], seats: int) -> dict[str, Any]:
    """Return win rates by pair of players, Elo, and seconds per decision.

    Win rates and Elo come with their 95 % intervals. `seconds` has the mean and the longest
    decision of each kind of player.
    """
    by_pairing: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        by_pairing.setdefault((result.bout.one, result.bout.rest), []).append(result)
    meetings = [
        _meeting(player, opponents, games, seats)
        for (player, opponents), games in by_pairing.items()
    ]
    duels = [
        [
            (result.bout.one, result.bout.rest, _beats(result, seat))
            for seat in range(seats)
            if seat != result.bout.seat
        ]
        for result in results
    ]
    return {"meetings": meetings, "elo": elo(duels), "seconds": _decision_seconds(results)}


def _meeting(
    player: str, opponents: str, games: Sequence[Result], seats: int
) -> dict[str, str | float]:
    """Return the wins of `player` against `opponents` in these games.

    `ahead` is the mean number of points by which the player leads the best opponent, `fair` the
    share of wins of equal players.
    """
    wins = sum(result.won for result in games)
    low, high = wilson(wins, len(games))
    ahead = sum(
        result.points[result.bout.seat]
        - max(p for seat, p in enumerate(result.points) if seat != result.bout.seat)
        for result in games
    )
    return {
        "one": player,
        "rest": opponents,
        "games": len(games),
        "wins": round(wins, 2),
        "share": round(wins / len(games), 4),
        "low": round(low, 4),
        "high": round(high, 4),
        "fair": round(1 / seats, 4),
        "ahead": round(ahead / len(games), 2),
    }


def _decision_seconds(results: Sequence[Result]) -> dict[str, dict[str, float]]:
    """Return the mean and the longest decision of each kind of player, in processor seconds."""
    seconds = {}
    for kind in dict.fromkeys(kind for result in results for kind in result.took):
        count, total, longest = 0.0, 0.0, 0.0
        for result in results:
            if kind in result.took:
                decisions, seconds_in_all, most = result.took[kind]
                count += decisions
                total += seconds_in_all
                longest = max(longest, most)
        seconds[kind] = {"mean": round(total / max(1, count), 4), "most": round(longest, 3)}
    return seconds


def _beats(result: Result, seat: Seat) -> float:
    """Return 1 if player `one` placed before that seat, 0 if behind, a half if tied."""
    mine, other = result.places[result.bout.seat], result.places[seat]
    return 0.5 if mine == other else float(mine < other)


def markdown(found: dict[str, Any], args: argparse.Namespace) -> str:
    """Return the report as two Markdown tables: the meetings, and Elo by player."""
    lines = [
        f"{args.game}, {args.seats} seats, options: {args.options or 'none'}",
        "",
        "| one | against | games | wins | share | 95 % | fair | points ahead |",
        "|---|---|--:|--:|--:|---|--:|--:|",
    ]
    lines += [
        f"| {m['one']} | {m['rest']} | {m['games']} | {m['wins']:g} | {m['share']:.1%} | {m['low']:.1%} to {m['high']:.1%} "
        f"| {m['fair']:.1%} | {m['ahead']:+.2f} |"
        for m in found["meetings"]
    ]
    lines += ["", "| player | Elo | 95 % | s a decision | longest |", "|---|--:|---|--:|--:|"]
    for kind, (low, middle, high) in sorted(found["elo"].items(), key=lambda one: -one[1][1]):
        took = found["seconds"][kind]
        lines.append(
            f"| {kind} | {middle:+.0f} | {low:+.0f} to {high:+.0f} | {took['mean']:.4f} | {took['most']:.3f} |"
        )
    return "\n".join([*lines, ""])


def seeds_of(words: str, games: int) -> list[int]:
    """Return the seeds that `words` names: `tuning`, `fresh` or a range as `500-539`.

    For the two names, `games` is the number of seeds.
    """
    if words in SEEDS:
        return list(range(SEEDS[words], SEEDS[words] + games))
    low, _, high = words.partition("-")
    return list(range(int(low), int(high or low) + 1))


def parse(argv: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="arena", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default=hosted.GAMES[0].id)
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument(
        "--players",
        default="fierce,firm,medium,easy,beginner",
        help=f"AI players that meet: {', '.join(KINDS)}, kind@weights.json, or firm~noise",
    )
    parser.add_argument("--first", action="store_true", help="only meetings of the first player")
    parser.add_argument(
        "--games", type=int, default=24, help="games per meeting; best a multiple of --seats"
    )
    parser.add_argument(
        "--seeds",
        default="tuning",
        help="tuning, fresh, or a range such as 500-539 (instead of --games)",
    )
    parser.add_argument("--options", default="", help="random, a preset, or name=value,name=value")
    parser.add_argument("--rollouts", type=int, help="rollouts per decision of fierce")
    parser.add_argument(
        "--seconds",
        type=float,
        help="processor seconds per decision; results are then not repeatable",
    )
    parser.add_argument(
        "--table",
        type=int,
        help="use the AI time budget of a match with this many AI players",
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="result file (default: var/arena/<game>.jsonl)")
    parser.add_argument("--plot", type=Path, help="draw Elo with its intervals into this SVG")
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    args.players = list(dict.fromkeys(args.players.split(",")))
    names = {player: player.partition("@")[0].partition("~")[0] for player in args.players}
    if wrong := [player for player, name in names.items() if name not in KINDS]:
        parser.error(f"--players knows {', '.join(KINDS)}, not {', '.join(wrong)}")
    if len(args.players) < 2 or args.seats < 2:
        parser.error("a meeting needs two players and two seats")
    args.seeds = seeds_of(args.seeds, args.games)
    args.out = args.out or Path("var", "arena", f"{args.game}.jsonl")
    return args


def main(argv: list[str] | None = None) -> int:
    """Run the games and print the report."""
    args = parse(argv)
    found = report(run(args), args.seats)
    print(json.dumps(found, indent=1) if args.json else markdown(found, args))
    if args.plot:
        args.plot.write_text(
            plot.spans(found["elo"], f"{args.game}, {args.seats} seats: Elo"), "utf-8"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
