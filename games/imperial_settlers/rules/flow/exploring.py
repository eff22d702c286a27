"""Exploration phase: open row, hidden draft, solo row (rules 4.1, 11)."""

from __future__ import annotations

from functools import lru_cache

from msgspec import field

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Path, Seat, msg
from games.imperial_settlers.model.catalog import COMMON, RULES
from games.imperial_settlers.model.events import Drew, Kept, Left, Revealed, Took
from games.imperial_settlers.model.names import FACTION_NAMES, card_name, the_card
from games.imperial_settlers.model.state import VIRTUAL, Location, SettlersState
from games.imperial_settlers.rules.actions.cards import card_text
from games.imperial_settlers.rules.effects.choices import root
from games.imperial_settlers.rules.effects.resolve import draw_from, draw_into_hand

Context = StepContext[SettlersState]


class Explore(Frame[SettlersState], tag="explore"):
    """Start of the phase: all seats draw, then the offer is pushed as a frame (rules 4.1)."""

    def advance(self, ctx: Context) -> None:
        """Deal the first cards and push the frame of the offer.

        Each seat gets a faction card, in a peaceful match also a Common one.
        """
        s, n = ctx.state, ctx.n
        facts = RULES.exploration
        ctx.pop()
        extra = facts.peaceful if ctx.options["peaceful"] and not s.solo else 0
        for seat in s.order:
            draw_into_hand(ctx, seat, ["faction"] * facts.faction + [COMMON] * extra, quiet=True)
        if s.solo:
            ctx.push(SoloRow())
            return
        match ctx.options["exploration"]:
            case "alternative":
                ctx.push(Draft())
            case "advanced":
                order = [*s.order, *s.order]
                ctx.push(
                    OpenRow(
                        [[seat, size] for seat, size in zip(order, facts.advanced[n], strict=True)]
                    )
                )
            case _:
                sizes = range(n + 1, 1, -1)
                ctx.push(
                    OpenRow([[seat, size] for seat, size in zip(s.order, sizes, strict=True)]),
                    OpenRow(
                        [[seat, size] for seat, size in zip(reversed(s.order), sizes, strict=True)]
                    ),
                )


class OpenRow(Frame[SettlersState], tag="row"):
    """Picks from an open row.

    `picks` lists [seat, row size] for the picks still to come; the row is filled up to that size
    before the seat picks.
    """

    picks: list[list[int]] = field(name="left")

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the next seat once the row is filled, if there is a choice."""
        return (self.picks[0][0],) if self._row_is_full(ctx) and len(ctx.state.offer) > 1 else ()

    def advance(self, ctx: Context) -> None:
        """Do the next automatic step.

        Fill the row before a pick, give the next seat the only card of the row, or, after all
        picks, discard the cards left over.
        """
        s = ctx.state
        if self.picks and not self._row_is_full(ctx):
            self._fill_row(ctx)
        elif self.picks and s.offer:
            self._take(ctx, s.offer[0])
        else:
            ctx.pop()
            if s.offer:
                ctx.emit(Left(list(s.offer)))
                s.discard += s.offer
                s.offer = []

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for one card of the row (D1); in round 1 the prompt names the seat's faction."""
        s = ctx.state
        return ask_card(tuple(s.offer), path, s.players[seat].faction if s.round == 1 else "")

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Take the card into the hand."""
        self._take(ctx, str(path[1]))

    def _row_is_full(self, ctx: Context) -> bool:
        """Return whether the next seat can pick: the row is filled, or no card is left (R33)."""
        if not self.picks:
            return False
        s = ctx.state
        return len(s.offer) >= self.picks[0][1] or not (s.deck or s.discard)

    def _fill_row(self, ctx: Context) -> None:
        s = ctx.state
        revealed: list[str] = []
        while len(s.offer) < self.picks[0][1] and (
            card := draw_from(ctx, self.picks[0][0], COMMON)
        ):
            s.offer.append(card)
            revealed.append(card)
        if revealed:
            ctx.emit(Revealed(revealed))

    def _take(self, ctx: Context, card: str) -> None:
        seat = self.picks.pop(0)[0]
        ctx.state.offer.remove(card)
        ctx.state.players[seat].hand.append(card)
        ctx.emit(Took(seat, card))


class Draft(Frame[SettlersState], tag="draft"):
    """Alternative exploration: keep one of three, pass two to the left, keep one more (D2)."""

    stage: int = 0

    def advance(self, ctx: Context) -> None:
        """Deal the cards, pass them on, or end the draft; let all seats choose in between."""
        s = ctx.state
        self.stage += 1
        if self.stage == 1:
            for seat in s.order:
                self._deal(ctx, seat)
        elif self.stage == 2:
            piles = [player.looking for player in s.players]
            ctx.reveal()
            for seat, pile in enumerate(piles):
                s.players[(seat + 1) % ctx.n].looking = pile
        else:
            ctx.pop()
            self._gather(ctx)
            return
        ctx.fork({seat: Keep(seat) for seat, player in enumerate(s.players) if player.looking})

    def _deal(self, ctx: Context, seat: Seat) -> None:
        found = [
            card for _ in range(RULES.exploration.draft) if (card := draw_from(ctx, seat, COMMON))
        ]
        ctx.state.players[seat].looking = found

    def _gather(self, ctx: Context) -> None:
        """Move the kept cards to the hands and discard the others."""
        s = ctx.state
        ctx.reveal()
        discarded: list[str] = []
        for seat, player in enumerate(s.players):
            if player.kept:
                event = Drew(seat, [COMMON] * len(player.kept), quiet=True)
                ctx.emit(event, {seat: Drew(seat, event.decks, list(player.kept), quiet=True)})
            player.hand += player.kept
            discarded += player.looking
            player.kept, player.looking = [], []
        if discarded:
            ctx.emit(Left(sorted(discarded)))
            s.discard += sorted(discarded)


class Keep(Frame[SettlersState], tag="keep"):
    """Hidden choice of one player, made at the same time as those of the others (D2)."""

    seat: int

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the seat if it has a choice of cards."""
        return (self.seat,) if len(ctx.state.players[self.seat].looking) > 1 else ()

    def advance(self, ctx: Context) -> None:
        """Keep the only card."""
        self._keep(ctx, ctx.state.players[self.seat].looking[0])

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for one of the cards; in round 1 the prompt names the seat's faction."""
        s = ctx.state
        player = s.players[seat]
        return ask_card(tuple(player.looking), path, player.faction if s.round == 1 else "")

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Keep the card; the others are passed on, or discarded after the second choice."""
        self._keep(ctx, str(path[1]))

    def _keep(self, ctx: Context, card: str) -> None:
        player = ctx.state.players[self.seat]
        player.looking.remove(card)
        player.kept.append(card)
        ctx.pop()
        ctx.emit(Kept(self.seat), {self.seat: Kept(self.seat, card)})


class SoloRow(Frame[SettlersState], tag="solo_row"):
    """Solo exploration (D3; ruling R33).

    The player picks one of four cards, and the virtual player gets a random one. The player
    picks one of the last two, and the virtual player gets the other. `n_taken` is the number of
    cards taken; -1 before the row is laid.
    """

    n_taken: int = field(default=-1, name="gone")

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the player at the first and third card, if there is a choice."""
        return (0,) if self.n_taken in (0, 2) and len(ctx.state.offer) > 1 else ()

    def advance(self, ctx: Context) -> None:
        """Lay the row, or give away a card that nobody chooses."""
        s = ctx.state
        if self.n_taken < 0:
            self.n_taken = 0
            s.offer = [card for _ in range(RULES.solo.offer) if (card := draw_from(ctx, 0, COMMON))]
            if s.offer:
                ctx.emit(Revealed(list(s.offer)))
        elif s.offer:
            self._give(ctx, ctx.rng.pick(s.offer) if len(s.offer) > 1 else s.offer[0])
        else:
            ctx.pop()

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for one of the cards left in the row (D3)."""
        return ask_card(tuple(ctx.state.offer), path)

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Take the card into the hand."""
        self._give(ctx, str(path[1]))

    def _give(self, ctx: Context, card: str) -> None:
        """Give `card`, the next one, to the player or the virtual player, by turns."""
        s, to_player = ctx.state, self.n_taken % 2 == 0
        self.n_taken += 1
        s.offer.remove(card)
        if to_player:
            s.players[0].hand.append(card)
        else:
            s.virtual.append(Location(card))
        ctx.emit(Took(0 if to_player else VIRTUAL, card))


def ask_card(offer: tuple[str, ...], path: Path, faction: str = "") -> PromptResult:
    """Ask for the verb `take`, then for a card; the prompt names `faction` if given."""
    if not path:
        return root("take")
    return _offer_prompt(offer, faction) if len(path) == 1 else _take_ready(str(path[1]))


@lru_cache(4096)
def _offer_prompt(offer: tuple[str, ...], faction: str) -> SelectPrompt:
    options = tuple(
        Option(card, card_name(card), card_text(card), spot=card, art=card, rule="exploration")
        for card in offer
    )
    prompt = (
        msg("imp.ask.take_first", faction=FACTION_NAMES[faction])
        if faction
        else msg("imp.ask.take")
    )
    return SelectPrompt(options, prompt, layout="cards")


@lru_cache(256)
def _take_ready(card: str) -> MoveReady:
    return MoveReady(
        msg("imp.sure.take", card=the_card(card)),
        effects=(card_text(card),),
        ghost=(card,),
        label=msg("imp.button.take", what=card_name(card)),
        advice=msg("imp.advice.take", card=the_card(card)),
    )
