"""End of a game: manual assignment of wilds (option), then scoring."""

from __future__ import annotations

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import Answer, DistributePrompt, MoveReady, Option, Slot, verbs
from games.core.state.score import places, rank
from games.core.text.messages import Path, Seat, listed, msg
from games.eight_minute_empire.model.board import control
from games.eight_minute_empire.model.catalog import WILD
from games.eight_minute_empire.model.events import Assigned, Scored
from games.eight_minute_empire.model.options import games
from games.eight_minute_empire.model.state import Empire, Played
from games.eight_minute_empire.rules.scoring import best_wilds, single_criteria, symbols, tally

_WILDS = verbs(Option("wilds", msg("eme.verb.wilds"), tone="main", rule="wilds"))


class Settle(Frame[Empire], tag="settle"):
    """Frame that asks for wilds, if the option is set, and stores the result of the game."""

    def advance(self, t: StepContext[Empire]) -> None:
        """Fork lanes for the manual assignment of wilds; then score and rank (rules 11, 12)."""
        s = t.state
        if t.options["wild_assignment"] == "manual":
            holders = {
                seat: Wilds(seat)
                for seat in range(t.n)
                if s.wilds[seat] is None and _choices(s, seat)
            }
            if holders:
                t.fork(dict(holders))
                return
        tallies = tally(s)
        totals = [one.total for one in tallies]
        ranks = places(rank(single_criteria(totals, s.coins, tallies)))
        s.past.append(Played(totals, list(s.coins), ranks))
        t.reveal()
        t.emit(Scored(s.game, games(t.options), totals, ranks))
        t.pop()


class Wilds(Frame[Empire], tag="wilds"):
    """Frame, in a lane, where one seat assigns its wilds (rules 11, step 4).

    Each wild joins a good that the seat already has, or none.
    """

    seat: int

    def prompt(self, t: StepContext[Empire], seat: Seat, path: Path) -> Answer:
        """Ask for the distribution over the owned goods; the default is the best one."""
        if not path:
            return _WILDS
        if len(path) == 1:
            counts = _choices(t.state, seat)
            wilds = counts.pop(WILD)
            slots = tuple(Slot(good, msg(f"eme.goods.{good}"), wilds, art=good) for good in counts)
            best = best_wilds(
                symbols(t.state, seat, control(t.state.armies, t.state.cities)), wilds
            )
            return DistributePrompt(
                slots,
                0,
                wilds,
                msg("eme.wilds.how", n=wilds),
                default=best,
                unit=msg("eme.wilds.unit"),
            )
        given = path[1]
        parts = [
            msg("eme.amount_of", n=n, good=msg(f"eme.good.{good}"))
            for good, n in _given(given).items()
        ]
        used = msg("eme.wilds.done", n=sum(_given(given).values()), what=listed(parts))
        return MoveReady(used if parts else msg("eme.wilds.none"), label=msg("eme.verb.wilds"))

    def apply(self, t: StepContext[Empire], seat: Seat, path: Path) -> None:
        """Store the assignment; scoring follows when all seats have chosen."""
        t.state.wilds[seat] = _given(path[1])
        t.emit(Assigned(seat, _given(path[1])))
        t.pop()


def _given(key: object) -> dict[str, int]:
    return dict(key) if isinstance(key, dict) else {}


def _choices(s: Empire, seat: Seat) -> dict[str, int]:
    """Return the owned goods and the wilds of a seat, or {} without a choice (ruling R22)."""
    counts = {good: n for good, n in symbols(s, seat, control(s.armies, s.cities)).items() if n}
    return counts if WILD in counts and len(counts) > 1 else {}
