"""Play many games between AI players and report statistics.

Reports counts, lengths, scores by row of the score pad, the advantage of each seat (with its 95
% interval) and of each place in the turn order, the game's own figures, cards and verbs that
never came up, and steps per second.
"""

from __future__ import annotations

import argparse
import importlib
import json
import signal
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import msgspec

from games.core.engine import walk
from games.core.engine.bots import KINDS, Kind
from games.core.engine.game import Game
from games.core.state.events import Event
from games.core.text.messages import Path, Seat
from games.hosted import GAMES
from tools.playing import Pos, play, random_options, random_stream
from tools.progress import bar
from tools.stats import deviation, mean, percentile, wilson

# "fierce" falls back to `game` if the game has no harder player of its own
SEATED: tuple[Kind, ...] = (*KINDS, "fierce")


@dataclass
class SimulationCounts:
    """Counts over all games with one number of players.

    - `n`: number of players
    - `audit`: check invariants after each step, not only at the end
    - `steps`, `scores`: number of steps and scores by seat, of each game
    - `seconds`: time of all games
    - `wins`: wins by seat; a win shared by `k` seats counts as 1 / `k` for each of them
    - `shared`: number of games that several seats won
    - `verbs`: number of moves by their first key
    - `kinds`, `cards`: number of events by kind, and by the card they name
    - `kinds_won`: wins by kind of player; a shared win counts fully for each winner
    - `findings`: violated invariants
    - `figures`: by group (`Game.stats`), the number of times each name came up
    - `lengths`: by group, the number of names that came up in each game
    - `rows`: points of all seats by row of the score pad
    - `order`: wins by place in the turn order at the start, shared ones as in `wins`
    - `first`: seat that is first in the turn order of the current game, if known
    """

    game: Game[Any, Any]
    n: int
    audit: bool = False
    steps: list[int] = field(default_factory=list)
    seconds: float = 0.0
    scores: list[tuple[int, ...]] = field(default_factory=list)
    wins: list[float] = field(default_factory=list)
    shared: int = 0
    verbs: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    cards: Counter[str] = field(default_factory=Counter)
    kinds_won: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    figures: dict[str, Counter[str]] = field(default_factory=dict)
    lengths: dict[str, list[int]] = field(default_factory=dict)
    rows: Counter[str] = field(default_factory=Counter)
    order: list[float] = field(default_factory=list)
    first: Seat | None = None

    def __post_init__(self) -> None:
        self.wins = [0.0] * self.n
        self.order = [0.0] * self.n

    def count_step(self, pos: Pos, _seat: Seat, path: Path, events: list[Any]) -> None:
        """Count one step; `pos` is the position after the step."""
        if self.audit:
            self.findings += [
                f"{self.n} players, game {len(self.scores)}: {finding}"
                for finding in self.game.audit(pos)
            ]
        self.verbs[str(path[0])] += 1
        self.count_events(events)

    def count_events(self, events: list[Any]) -> None:
        """Count the events of a step or of the setup."""
        for one in events:
            if one.public is not None:
                self.count_figures(one.public)
            for event in (one.public, *one.by_seat.values()):
                if event is not None:
                    self.kinds[event.__struct_config__.tag] += 1
                    card = getattr(event, "card", None)
                    if isinstance(card, str):
                        self.cards[card] += 1

    def count_figures(self, event: Event) -> None:
        """Count the figures of a public event, which the game defines (`Game.stats`)."""
        for group, name, first in self.game.stats(event):
            self.figures.setdefault(group, Counter())[name] += 1
            games = self.lengths.setdefault(group, [])
            games.extend([0] * (len(self.scores) + 1 - len(games)))
            games[-1] += 1
            self.first = self.first if first is None else first

    def finish(self, pos: Pos, kinds: tuple[Kind, ...]) -> None:
        """Count one finished game; `kinds` are the kinds of its players by seat."""
        assert pos.outcome is not None
        winners = pos.outcome.winners
        self.shared += len(winners) > 1
        for seat in winners:
            self.wins[seat] += 1 / len(winners)
            self.kinds_won[kinds[seat]] += 1
            if self.first is not None:
                self.order[(seat - self.first) % self.n] += 1 / len(winners)
        board = self.game.score(pos)
        self.first = None
        self.scores.append(board.total)
        for row in board.rows:
            self.rows[row.id] += sum(row.values)

    def figure(self, group: str) -> dict[str, Any]:
        """Return a group of figures: the numbers per game, and those of each name.

        A name has its rate (mean number per seat and game) and its share of the group.
        """
        names, games = self.figures[group], len(self.scores)
        lengths = self.lengths[group] + [0] * (games - len(self.lengths[group]))
        total = sum(names.values())
        return {
            "a_game": {
                "min": min(lengths),
                "p10": percentile(lengths, 0.1),
                "mean": round(mean(lengths), 2),
                "p90": percentile(lengths, 0.9),
                "max": max(lengths),
            },
            "names": {
                name: {"a_seat": round(n / games / self.n, 3), "share": round(n / total, 4)}
                for name, n in names.most_common()
            },
        }

    def report(self) -> dict[str, Any]:
        """Return the statistics as plain data."""
        games = len(self.steps)
        all_scores = [score for scores in self.scores for score in scores]
        seats = []
        for seat, wins in enumerate(self.wins):
            low, high = wilson(wins, games)
            seats.append(
                {
                    "seat": seat,
                    "wins": round(wins, 2),
                    "share": round(wins / games, 4),
                    "low": round(low, 4),
                    "high": round(high, 4),
                    "fair": low <= 1 / self.n <= high,
                    "score": round(mean([scores[seat] for scores in self.scores]), 2),
                }
            )
        return {
            "players": self.n,
            "games": games,
            "steps": sum(self.steps),
            "length": {
                "min": min(self.steps),
                "p50": percentile(self.steps, 0.5),
                "mean": round(mean(self.steps), 1),
                "p95": percentile(self.steps, 0.95),
                "max": max(self.steps),
            },
            "score": {
                "min": min(all_scores),
                "mean": round(mean(all_scores), 2),
                "deviation": round(deviation(all_scores), 2),
                "p10": percentile(all_scores, 0.1),
                "p50": percentile(all_scores, 0.5),
                "p90": percentile(all_scores, 0.9),
                "max": max(all_scores),
            },
            "margin": round(
                mean(
                    [max(scores) - sorted(scores)[-2] for scores in self.scores if len(scores) > 1]
                ),
                2,
            ),
            "rows": {row: round(points / games / self.n, 2) for row, points in self.rows.items()},
            "order": [round(wins / games, 4) for wins in self.order] if any(self.order) else [],
            "figures": {group: self.figure(group) for group in self.figures},
            "seats": seats,
            "shared_wins": self.shared,
            "wins_by_player": dict(self.kinds_won),
            "verbs": dict(self.verbs.most_common()),
            "events": dict(self.kinds.most_common()),
            "events_never": sorted(event_kinds(self.game) - set(self.kinds)) if self.kinds else [],
            "cards_seen": len(self.cards),
            "rarest_cards": dict(self.cards.most_common()[:-6:-1]),
            "steps_per_second": round(sum(self.steps) / self.seconds) if self.seconds else 0,
            "findings": self.findings,
        }


def event_kinds(game: Game[Any, Any]) -> set[str]:
    """Return the tags of the game's event types."""
    info = msgspec.inspect.type_info(game.events)
    types = info.types if isinstance(info, msgspec.inspect.UnionType) else (info,)
    return {str(kind.tag) for kind in types if isinstance(kind, msgspec.inspect.StructType)}


def all_cards(game: Game[Any, Any]) -> set[str]:
    """Return the ids in the game's `cards.CARDS`; empty if it has none."""
    try:
        return set(importlib.import_module(f"games.{game.id}.cards").CARDS)
    except (ImportError, AttributeError):
        return set()


def options_of(words: str, game: Game[Any, Any], n: int, seed: object) -> dict[str, Any]:
    """Parse options: `random`, a preset's name, or `name=value,name=value`.

    Values are JSON; invalid JSON counts as a string. `seed` is that of random options.
    """
    if words == "random":
        return random_options(game, n, random_stream("options", seed))
    if words in game.presets:
        return dict(game.presets[words])
    options: dict[str, Any] = {}
    for part in filter(None, words.split(",")):
        name, _, value = part.partition("=")
        try:
            options[name] = json.loads(value)
        except json.JSONDecodeError:
            options[name] = value
    return options


def simulate(game: Game[Any, Any], n: int, args: argparse.Namespace) -> SimulationCounts:
    """Play `args.games` games with `n` players."""
    tally = SimulationCounts(game, n, args.audit)
    kinds_wanted: list[Kind] = args.bots.split(",")
    for i in bar(range(args.games), args.games, f"{game.id} {n}p"):
        # The AI players rotate, to separate a seat's advantage from a player's strength.
        kinds = tuple(kinds_wanted[(seat + i) % len(kinds_wanted)] for seat in range(n))
        mark = (args.seed, n, i)
        rng = random_stream("players", *mark)
        opening = walk.start_with_events(
            game, options_of(args.options, game, n, mark), n, f"{args.seed}-{i}"
        )
        pos = opening.pos
        if not args.bare:
            tally.count_events(opening.events)
        begun = time.perf_counter()
        pos, steps = play(pos, kinds, rng, None if args.bare else tally.count_step, args.by)
        tally.seconds += time.perf_counter() - begun
        tally.steps.append(steps)
        tally.finish(pos, kinds)
        if not args.audit:  # with --audit the last position has been checked already
            tally.findings += [f"{n} players, game {i}: {finding}" for finding in game.audit(pos)]
    return tally


def print_report(game: Game[Any, Any], report: dict[str, Any]) -> None:
    """Print a report for people."""
    for one in report["runs"]:
        length, score = one["length"], one["score"]
        print(
            f"\n{game.id}, {one['players']} players: {one['games']} games, {one['steps']} steps, "
            f"{one['steps_per_second']:,} steps/s by {report['by']}"
        )
        print(
            f"  length  {length['min']}..{length['max']} steps, median {length['p50']:.0f}, p95 {length['p95']:.0f}"
        )
        print(
            f"  score   {score['min']}..{score['max']}, mean {score['mean']} (sd {score['deviation']}); "
            f"shared wins {one['shared_wins']}"
        )
        for seat in one["seats"]:
            share = f"{seat['share']:6.1%} [{seat['low']:.1%}, {seat['high']:.1%}]"
            print(
                f"  seat {seat['seat']}  wins {share}{'' if seat['fair'] else '  not even'}   mean score {seat['score']}"
            )
        print(
            f"          {score['p10']:.0f} / {score['p50']:.0f} / {score['p90']:.0f} for 10, 50, 90 % of the seats"
            + (f"; the winner leads by {one['margin']}" if one["players"] > 1 else "")
        )
        print(
            "  points of a seat  "
            + ", ".join(f"{row} {points}" for row, points in one["rows"].items() if points)
        )
        if one["order"] and one["players"] > 1:
            print("  wins by turn order  " + ", ".join(f"{share:.1%}" for share in one["order"]))
        for group, figure in one["figures"].items():
            print_figure(group, figure)
        if "," in report["bots"]:
            print(f"  wins by player  {one['wins_by_player']}")
        if one["verbs"]:
            print(
                "  verbs   " + ", ".join(f"{verb} {count}" for verb, count in one["verbs"].items())
            )
        if one["events_never"]:
            print("  never told: " + ", ".join(one["events_never"]))
        for finding in one["findings"][:10]:
            print(f"  AUDIT: {finding}")
    if report["cards_played"]:
        print(
            f"\ncards seen {report['cards_played']} of {report['cards']}"
            + (f"; never: {', '.join(report['dead_cards'])}" if report["dead_cards"] else "")
        )


def print_figure(group: str, figure: dict[str, Any]) -> None:
    """Print a group of figures: per game, then each name per seat and game, and its share."""
    a_game = figure["a_game"]
    print(
        f"  {group}: {a_game['min']}..{a_game['max']} a game, mean {a_game['mean']}, "
        f"{a_game['p10']:.0f} to {a_game['p90']:.0f} in 80 %"
    )
    if len(figure["names"]) > 1:
        print(
            "    "
            + ", ".join(
                f"{name} {n['a_seat']} ({n['share']:.1%})" for name, n in figure["names"].items()
            )
        )


def parse(argv: list[str] | None = None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(
        prog="simulate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--game", default=GAMES[0].id if GAMES else None, choices=[game.id for game in GAMES]
    )
    parser.add_argument("--players", default="all", help="a number, several (2,4), or all")
    parser.add_argument("--games", type=int, default=100, help="games for each number of players")
    parser.add_argument("--seed", default="1")
    parser.add_argument("--options", default="", help="random, a preset, or name=value,name=value")
    parser.add_argument(
        "--bots", default="random", help=f"AI players, which rotate: {', '.join(SEATED)}"
    )
    parser.add_argument(
        "--by",
        choices=("apply", "submit"),
        default="apply",
        help="apply: change the position in place; submit: validate on a copy",
    )
    parser.add_argument(
        "--bare", action="store_true", help="count nothing, to measure the speed of the engine"
    )
    parser.add_argument(
        "--audit",
        action="store_true",
        help="check invariants after every step, not only at the end",
    )
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args(argv)
    if wrong := [kind for kind in args.bots.split(",") if kind not in SEATED]:
        parser.error(f"--bots knows {', '.join(SEATED)}, not {', '.join(wrong)}")
    return args


def main(argv: list[str] | None = None) -> int:
    """Simulate games and print the reports; return 1 if an invariant is violated."""
    args = parse(argv)
    game = next(game for game in GAMES if game.id == args.game)
    counts = (
        list(game.players) if args.players == "all" else [int(n) for n in args.players.split(",")]
    )
    tallies = [simulate(game, n, args) for n in counts]
    cards = all_cards(game)
    seen = {card for tally in tallies for card in tally.cards}
    report = {
        "game": game.id,
        "seed": args.seed,
        "options": args.options,
        "bots": args.bots,
        "by": args.by,
        "runs": [tally.report() for tally in tallies],
        "cards": len(cards),
        "cards_played": len(cards & seen),
        "dead_cards": sorted(cards - seen) if not args.bare else [],
    }
    if args.json:
        print(json.dumps(report, indent=1))
    else:
        print_report(game, report)
    return 1 if any(tally.findings for tally in tallies) else 0


if __name__ == "__main__":
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # exit quietly when `| head` closes the pipe
    sys.exit(main())
