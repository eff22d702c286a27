"""Check hints: play the advised moves in the true position and test the stated reasons.

AI players of the strength `firm` play games. At random decisions, one seat gets a hint. Hidden
information is replaced by a guess for the hint, but not for the check. A hint is false if its moves
are illegal in the true position, if they bring fewer points than the hint says, or if the reason
that the hint gives is not true.

    python -m tools.advice --game tadmor --count 1000
"""

from __future__ import annotations

import argparse
import asyncio
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

from msgspec import Struct, field

from ai import think
from ai.determinization import is_legal
from app.model.ai_request import AiRequest, AiResponse
from app.review.hints import LATER_MESSAGE, Advice, advice_for
from games.core.engine import walk
from games.core.engine.bots import determinize
from games.core.engine.game import Game, find
from games.core.prompts.prompt import SelectPrompt
from games.core.state.score import Scoreboard
from games.core.text.messages import Msg, Seat
from games.hosted import GAMES
from tools.playing import MAX_STEPS, Pos, random_stream

ADVISED_ONE_IN = 6  # one decision in so many gets a hint
# reasons that name neither points nor a purpose
_UNNAMED = (LATER_MESSAGE.key, "host.coach.enough", "host.coach.only")


class AdviceReport(Struct):
    """Results of checked hints.

    `given` is the number of hints, `named` the number of those that name points or a purpose.
    `false` describes each false reason, `reasons` counts the reasons by message key.
    """

    given: int = 0
    named: int = 0
    false: list[str] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)


class _Thinker:
    """AI pool in this process; it has only the method that hints need."""

    async def think(self, asked: AiRequest) -> AiResponse:
        """Return an AI player's move."""
        pos = find(asked.game).codec.decode(asked.pos)
        rng = random_stream("think", asked.seed)
        return AiResponse(think.decide(pos, asked.seat, asked.kind, rng))


def check(game: Game[Any, Any], count: int, seed: str = "advice") -> AdviceReport:
    """Give `count` hints in games among firm AI players; return what was found."""
    report = AdviceReport()
    for pos, seat in _decisions(game, seed):
        if report.given == count:
            break
        guess = game.codec.clone(pos)
        determinize(guess, seat, random_stream("guess", seed, report.given))
        ai_pool: Any = _Thinker()
        advice = asyncio.run(advice_for(guess, seat, f"{seed}:{report.given}", ai_pool))
        report.given += 1
        reasons = list(_parts(advice.why))
        report.named += reasons[0].key not in _UNNAMED
        report.reasons.update(reason.key for reason in reasons)
        report.false += [
            f"{reason.key} {reason.args} for {advice.paths}"
            for reason in reasons
            if not is_reason_true(pos, seat, advice, reason)
        ]
    return report


def is_reason_true(pos: Pos, seat: Seat, advice: Advice, reason: Msg) -> bool:
    """Return whether the reason that a hint gives is true in the true position."""
    before, after = find(pos.game).score(pos), _played(pos, seat, advice)
    if after is None:
        return False
    gained = after.total[seat] - before.total[seat]
    match reason.key:
        case "host.coach.gains":
            return gained >= reason.args["n"] and reason.args["what"] in _improved_rows(
                before, after, seat, int(reason.args["n"])
            )
        case "host.coach.gains_overall":
            return gained >= reason.args["n"] and reason.args["what"] in _improved_rows(
                before, after, seat, 1
            )
        case "host.coach.takes":
            lost = [was - now for was, now in zip(before.total, after.total, strict=True)]
            return gained >= 0 and max(lost) >= reason.args["n"]
        case "host.coach.only":
            return len(list(walk.legal_moves(pos, seat))) == 1
        case "host.coach.enough":
            prompt = walk.ask(pos, seat)
            return isinstance(prompt, SelectPrompt) and any(
                option.tone == "finish" and option.key == advice.paths[0][0]
                for option in prompt.options
            )
        case "host.coach.enables":
            return not is_legal(pos, seat, advice.paths[1])
        case LATER_MESSAGE.key:
            return gained <= 0
    return reason == find(pos.game).purpose(pos, seat, advice.paths[0])


def _parts(why: Msg) -> Iterator[Msg]:
    if why.key == "host.coach.both":
        yield from _parts(why.args["first"])
        yield from _parts(why.args["second"])
    else:
        yield why


def _decisions(game: Game[Any, Any], seed: str) -> Iterator[tuple[Pos, Seat]]:
    """Yield random decisions of games between firm AI players, without end.

    Only decisions with at least two legal moves are taken.
    """
    number = 0
    while True:
        number += 1
        rng = random_stream(seed, number)
        seats = rng.pick(list(game.players)[:3])
        pos = walk.start(game, {}, max(seats, 2), f"{seed}{number}")
        for _ in range(MAX_STEPS):
            if pos.outcome is not None:
                break
            seat = rng.pick(sorted(walk.actors(pos)))
            has_choice = len(list(islice(walk.legal_moves(pos, seat), 2))) > 1
            if has_choice and rng.below(ADVISED_ONE_IN) == 0:
                yield pos, seat
            pos = walk.submit(pos, seat, think.decide(pos, seat, "firm", rng)).pos


def _played(pos: Pos, seat: Seat, advice: Advice) -> Scoreboard | None:
    """Return the score after the advised moves; None if one is illegal."""
    try:
        for path in advice.paths:
            pos = walk.submit(pos, seat, path).pos
    except walk.IllegalMoveError:
        return None
    return find(pos.game).score(pos)


def _improved_rows(before: Scoreboard, after: Scoreboard, seat: Seat, n: int) -> list[Msg]:
    """Return the labels of the rows in which the seat gained at least `n` points."""
    return [
        row.label
        for row, new in zip(before.rows, after.rows, strict=True)
        if new.values[seat] - row.values[seat] >= n
    ]


def main() -> int:
    """Check hints of the chosen games and print the result.

    Returns 1 if a hint is false.
    """
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--game", choices=[game.id for game in GAMES], action="append")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", default="advice")
    asked = parser.parse_args()
    n_false = 0
    for name in asked.game or [game.id for game in GAMES]:
        report = check(find(name), asked.count, asked.seed)
        n_false += len(report.false)
        share = report.named / report.given
        print(
            f"{name}: {report.given} hints, {len(report.false)} false, "
            f"{share:.0%} name points or a purpose"
        )
        for reason, n in report.reasons.most_common():
            print(f"  {n:5} {reason}")
        for line in report.false:
            print("  FALSE", line)
    return 1 if n_false else 0


if __name__ == "__main__":
    sys.exit(main())
