"""End of a game: seats assign their wilds (option), then the game is scored."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DistributePrompt,
    MoveReady,
    Option,
    PromptResult,
    Slot,
    verb_prompt,
)
from games.core.state.score import places, rank
from games.core.text.messages import Path, Seat, listed, msg
from games.eight_minute_empire.model.board import holders
from games.eight_minute_empire.model.catalog import WILD
from games.eight_minute_empire.model.events import Assigned, Scored
from games.eight_minute_empire.model.options import game_count
from games.eight_minute_empire.model.state import Empire, Played
from games.eight_minute_empire.rules.scoring import best_wilds, single_criteria, symbols, tally

_WILDS = verb_prompt(Option("wilds", msg("eme.verb.wilds"), tone="main", rule="wilds"))


class Settle(Frame[Empire], tag="settle"):
    """Frame that stores the result of a game; with an option it first asks for the wilds."""

    def advance(self, t: StepContext[Empire]) -> None:
        """Open lanes for the seats that assign wilds; then score and rank (rules 11, 12)."""
        s = t.state
        if t.options["wild_assignment"] == "manual":
            choosing = {
                seat: Wilds(seat)
                for seat in range(t.n)
                if s.wilds[seat] is None and _choices(s, seat)
            }
            if choosing:
                t.fork(dict(choosing))
                return
        tallies = tally(s)
        totals = [one.total for one in tallies]
        ranks = places(rank(single_criteria(totals, s.coins, tallies)))
        s.past.append(Played(totals, list(s.coins), ranks))
        t.reveal()
        sources = [[one.regions, one.continents, sum(one.points.values())] for one in tallies]
        t.emit(Scored(s.game, game_count(t.options), totals, ranks, sources))
        t.pop()


class Wilds(Frame[Empire], tag="wilds"):
    """Frame in a lane in which one seat assigns its wilds (rules 11, step 4).

    Each wild counts as a good that the seat already has, or as none.
    """

    seat: int

    def prompt(self, t: StepContext[Empire], seat: Seat, path: Path) -> PromptResult:
        """Ask how many wilds count as each good; the default scores most."""
        if not path:
            return _WILDS
        if len(path) == 1:
            counts = _choices(t.state, seat)
            wilds = counts.pop(WILD)
            slots = tuple(Slot(good, msg(f"eme.goods.{good}"), wilds, art=good) for good in counts)
            best = best_wilds(
                symbols(t.state, seat, holders(t.state.armies, t.state.cities)), wilds
            )
            return DistributePrompt(
                slots,
                0,
                wilds,
                msg("eme.wilds.how", n=wilds),
                default=best,
                unit=msg("eme.wilds.unit"),
            )
        assigned = _assignment(path[1])
        parts = [
            msg("eme.amount_of", n=n, good=msg(f"eme.good.{good}")) for good, n in assigned.items()
        ]
        n, what = sum(assigned.values()), listed(parts)
        return MoveReady(
            msg("eme.wilds.done", n=n, what=what) if parts else msg("eme.wilds.none"),
            label=msg("eme.verb.wilds"),
            advice=msg("eme.wilds.advice", n=n, what=what)
            if parts
            else msg("eme.wilds.advice_none"),
        )

    def apply(self, t: StepContext[Empire], seat: Seat, path: Path) -> None:
        """Store the assignment; the game is scored when all seats have chosen."""
        t.state.wilds[seat] = _assignment(path[1])
        t.emit(Assigned(seat, _assignment(path[1])))
        t.pop()


def _assignment(key: object) -> dict[str, int]:
    return dict(key) if isinstance(key, dict) else {}


def _choices(s: Empire, seat: Seat) -> dict[str, int]:
    """Return the symbols of a seat by good; empty if it cannot assign wilds (ruling R22)."""
    counts = {good: n for good, n in symbols(s, seat, holders(s.armies, s.cities)).items() if n}
    return counts if WILD in counts and len(counts) > 1 else {}
