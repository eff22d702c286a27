"""Rounds of Exploration, Production, Action and Cleanup, and the end (rules 4, 10)."""

from __future__ import annotations

from games.core.cards.effects import EffectRef
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.imperial_settlers.model.catalog import FACTIONS, RULES, SUPPLY
from games.imperial_settlers.model.events import Cleaned, Ended, Produced, RoundBegan
from games.imperial_settlers.model.state import Player, SettlersState
from games.imperial_settlers.rules.effects.operations import not_stored
from games.imperial_settlers.rules.effects.resolve import Resolve, gain
from games.imperial_settlers.rules.flow.exploring import Explore
from games.imperial_settlers.rules.flow.scoring import faction_places, score
from games.imperial_settlers.rules.flow.solo import Attacks
from games.imperial_settlers.rules.flow.turn import RoundActions

Context = StepContext[SettlersState]


class Rounds(Frame[SettlersState], tag="rounds"):
    """Bottom frame of the stack: starts each round and ends the match."""

    def advance(self, ctx: Context) -> None:
        """Push the phases of the next round (rules 4, 11), or end the match after the last.

        A solo game adds the Attack phase.
        """
        s = ctx.state
        if s.round == RULES.rounds:
            end(ctx)
            return
        s.round += 1
        ctx.emit(RoundBegan(s.round, s.first))
        order = s.order
        solo: list[Frame[SettlersState]] = [Attacks()] if s.solo else []
        ctx.push(
            Explore(),
            *(Harvest(seat, before=[]) for seat in order),
            RoundActions(s.first),
            Cleanup(),
            *solo,
        )


class Harvest(Frame[SettlersState], tag="harvest"):
    """Production of a player (rules 4.2): board, then Deals, then Production Locations.

    Each source is a separate gain. `at` is the index of the next source. `before` are the
    player's goods, points and number of hand cards at the start.
    """

    seat: int
    before: list[int]
    at: int = 0

    def advance(self, ctx: Context) -> None:
        """Produce from the next source; report the total after the last."""
        s = ctx.state
        player = s.players[self.seat]
        if not self.before:
            self.before = _totals(player)
        at, self.at = self.at, self.at + 1
        places = [one.card for one in player.locations if one.facts.kind == "production"]
        if at == 0:
            gain(ctx, self.seat, FACTIONS[player.faction].production)
        elif at <= len(player.deals):
            gain(ctx, self.seat, {player.deals[at - 1].good: 1})
        elif at - len(player.deals) <= len(places):
            ctx.push(
                Resolve(self.seat, EffectRef(places[at - len(player.deals) - 1], "production"))
            )
        else:
            ctx.pop()
            *goods, cards = (
                now - then for now, then in zip(_totals(player), self.before, strict=True)
            )
            gained = {good: n for good, n in zip((*SUPPLY, "vp"), goods, strict=True) if n}
            ctx.emit(Produced(self.seat, gained, cards))


def _totals(player: Player) -> list[int]:
    return [*(player.supply[good] for good in SUPPLY), player.points, len(player.hand)]


class Cleanup(Frame[SettlersState], tag="cleanup"):
    """Cleanup: goods are kept or lost, captures end, the first player changes (rules 4.4).

    In the last round only the captures end.
    """

    def advance(self, ctx: Context) -> None:
        """Clean up for all seats at once; there are no choices."""
        s = ctx.state
        ctx.pop()
        last = s.round == RULES.rounds
        if not last:
            for seat in s.order:
                self._store(ctx, seat)
        for _, one in s.all_locations():
            one.captor = None
            if not last:
                one.used, one.by, one.blocked, one.defense = 0, [], False, 0
        if not last:
            for player in s.players:
                player.passed, player.accepted_risk = False, 0
            s.first = (s.first + 1) % ctx.n

    def _store(self, ctx: Context, seat: int) -> None:
        player = ctx.state.players[seat]
        for good in not_stored(ctx.state, seat):
            player.supply[good] = 0
        ctx.emit(Cleaned(seat, {good: n for good, n in player.supply.items() if n}))


def end(ctx: Context) -> None:
    """Report the final score, with places, and finish the match (rules 10, 11)."""
    s = ctx.state
    board = score(ctx.pos)
    standing = [rank.place for rank in sorted(board.ranking, key=lambda rank: rank.seat)]
    own = faction_places(s, 0) if s.solo else 0
    ctx.emit(Ended(list(board.total), standing, own, len(s.collection)))
    ctx.finish()
