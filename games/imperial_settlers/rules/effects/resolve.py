"""Resolution of effects: chains of ops, gains, drawn cards, triggers (rules 0.3, 0.4, 7).

`Resolve` applies the ops of a card one by one. The ops in `operations` and `deals` call `gain`,
`draw_into_hand` and `fire` of this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import field

from games.core.cards.decks import draw
from games.core.cards.effects import Chain, EffectRef
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import MoveReady, Option, PromptResult, SelectPrompt
from games.core.text.messages import Path, Seat, msg
from games.imperial_settlers.model.catalog import CARD_GOODS, CARDS, COMMON, DECKS
from games.imperial_settlers.model.events import Drew, Gained, Reshuffled
from games.imperial_settlers.model.names import DECK_NAMES
from games.imperial_settlers.model.state import Location, SettlersState

# `cards.Effects` by card code. The module `cards` fills it, because its ops import this module.
EFFECTS: dict[str, Any] = {}


class Resolve(Chain[SettlersState], tag="resolve"):
    """Chain that resolves a card's list of ops for a seat."""

    cards: ClassVar[Mapping[str, Any]] = EFFECTS


class Draw(Frame[SettlersState], tag="draw"):
    """Draw of `n_left` cards; the seat chooses the deck of each (D4, ruling R50).

    `quiet`: another event narrates the draw.
    """

    seat: int
    n_left: int = field(name="left")
    quiet: bool = False

    def actors(self, ctx: StepContext[SettlersState]) -> tuple[Seat, ...]:
        """Return the seat if it can choose, as both decks have cards; else nobody."""
        return (self.seat,) if self.n_left and len(self._decks(ctx)) == len(DECKS) else ()

    def advance(self, ctx: StepContext[SettlersState]) -> None:
        """If only one deck has cards left, draw from it the cards that are still due."""
        decks = self._decks(ctx)
        ctx.pop()
        if self.n_left and decks:
            draw_into_hand(ctx, self.seat, decks * self.n_left, quiet=self.quiet)

    def prompt(self, ctx: StepContext[SettlersState], seat: Seat, path: Path) -> PromptResult:
        """Ask for the deck."""
        if not path:
            return _DRAW
        if len(path) == 1:
            return _DECK if self.n_left == 1 else _decks(self.n_left)
        return _drawn(str(path[1]))

    def apply(self, ctx: StepContext[SettlersState], seat: Seat, path: Path) -> None:
        """Draw one card."""
        self.n_left -= 1
        if not self.n_left:
            ctx.pop()
        draw_into_hand(ctx, seat, [str(path[1])], quiet=self.quiet)

    def _decks(self, ctx: StepContext[SettlersState]) -> list[str]:
        return [deck for deck in DECKS if available(ctx, self.seat, deck)]


def available(ctx: StepContext[SettlersState], seat: Seat, deck: str) -> int:
    """Return how many cards a seat could draw from a deck.

    `deck` is `common`, or `faction` for the seat's own deck.
    """
    s = ctx.state
    if deck == COMMON:
        return len(s.deck) + len(s.discard)
    player = s.players[seat]
    return len(player.deck) + (len(player.discard) if ctx.options["faction_reshuffle"] else 0)


def draw_from(ctx: StepContext[SettlersState], seat: Seat, deck: str) -> str | None:
    """Draw a random card from a deck; None if no card is left.

    The discards refill an empty deck: those of the Common deck always, those of a faction only
    by option (rulings R26, R45).
    """
    s, player = ctx.state, ctx.state.players[seat]
    bag, pile = (s.deck, s.discard) if deck == COMMON else (player.deck, player.discard)
    reshuffles = deck == COMMON or ctx.options["faction_reshuffle"]
    if not bag and pile and reshuffles:
        ctx.emit(Reshuffled(COMMON if deck == COMMON else player.faction))
    return draw(ctx.rng, bag, pile if reshuffles else None)


def draw_into_hand(
    ctx: StepContext[SettlersState], seat: Seat, decks: Iterable[str], *, quiet: bool = False
) -> None:
    """Draw a card into the hand for each item of `decks`, while its deck has cards.

    `quiet`: another event narrates the draw.
    """
    found = [(deck, card) for deck in decks if (card := draw_from(ctx, seat, deck))]
    if not found:
        return
    cards = [card for _, card in found]
    ctx.state.players[seat].hand += cards
    public = Drew(seat, [deck for deck, _ in found], quiet=quiet)
    ctx.emit(public, {seat: Drew(seat, public.decks, cards, quiet)})


def gain(
    ctx: StepContext[SettlersState],
    seat: Seat,
    goods: Mapping[str, int],
    card: str = "",
    *,
    quiet: bool = False,
) -> None:
    """Gain goods, cards and points at once, then fire triggers on points (rules 0.3, 0.4).

    `card` is the cause ("": the board or a rule). `quiet`: another event narrates the gain.
    """
    player = ctx.state.players[seat]
    quiet = quiet or producing(ctx)
    gained = {good: n for good, n in goods.items() if n}
    if reported := {good: n for good, n in gained.items() if good not in CARD_GOODS}:
        ctx.emit(Gained(seat, reported, card, quiet))
    for good, n in reported.items():
        if good != "vp":
            player.supply[good] += n
    points = gained.get("vp", 0)
    player.points += points
    if gained.get("card"):
        ctx.push(Draw(seat, gained["card"], quiet))
    if points:
        fire(ctx, seat, "gain_vp", points=points)
    decks = [deck for deck in DECKS for _ in range(gained.get(f"{deck}_card", 0))]
    if decks:
        draw_into_hand(ctx, seat, decks, quiet=quiet)


def producing(ctx: StepContext[SettlersState]) -> bool:
    """Return whether a production phase runs; the event `Produced` narrates its gains."""
    return any(type(frame).__struct_config__.tag == "harvest" for frame in ctx.stack)


def fire(
    ctx: StepContext[SettlersState],
    seat: Seat,
    event: str,
    card: str = "",
    points: int = 0,
    times: int = 1,
) -> None:
    """Push the effects that `event` triggers for a seat, in building order (rules 0.4).

    `card` is the card built and `points` are the points gained, for triggers with a filter. `times`
    is how often the event happens.
    """
    chains = []
    for location in ctx.state.controlled_by(seat):
        for index, trigger in triggers(location.card, event):
            if trigger.reacts_to(card, points):
                ref = EffectRef(location.card, f"features.{index}.do")
                chains += [Resolve(seat, ref) for _ in range(times)]
    ctx.push(*chains)


@lru_cache(4096)
def triggers(card: str, event: str) -> tuple[tuple[int, Any], ...]:
    """Return a card's triggers for an event, each with its index among the card's features."""
    return tuple(
        (at, one)
        for at, one in enumerate(EFFECTS[card].features)
        if getattr(one, "event", None) == event
    )


def remove_from_play(ctx: StepContext[SettlersState], owner: int, location: Location) -> None:
    """Remove a Location from play, but do not discard its card (rulings R8, R38).

    The cards under the Location and the cards of Trade Routes to it are discarded. They were face
    down and become visible, so this can't be undone.
    """
    s = ctx.state
    (s.virtual if owner < 0 else s.players[owner].locations).remove(location)
    for buried in location.under:
        ctx.reveal()
        s.discard_card(buried.card)
    for player in s.players:
        for deal in [deal for deal in player.deals if deal.target == location.card]:
            player.deals.remove(deal)
            if deal.card:
                ctx.reveal()
                s.discard_card(deal.card)


def count_color(s: SettlersState, seat: Seat, color: str) -> int:
    """Return the number of Locations of a color that a seat controls (rules 0.5).

    A Location with several colors counts for each.
    """
    return sum(color in CARDS[location.card].colors for location in s.controlled_by(seat))


_DRAW = SelectPrompt((Option("draw", msg("imp.verb.draw"), tone="main", rule="draw"),))


@lru_cache(64)
def _decks(left: int) -> SelectPrompt:
    options = tuple(
        Option(deck, DECK_NAMES[deck], spot=f"deck_{deck}", rule="draw") for deck in DECKS
    )
    return SelectPrompt(options, msg("imp.ask.deck_first", n=left), default=COMMON)


_DECK = SelectPrompt(
    tuple(Option(deck, DECK_NAMES[deck], spot=f"deck_{deck}", rule="draw") for deck in DECKS),
    msg("imp.ask.deck"),
    default=COMMON,
)


@lru_cache(4)
def _drawn(deck: str) -> MoveReady:
    return MoveReady(
        msg(f"imp.draw.{deck}"),
        instant=True,
        label=msg("imp.button.take", what=msg(f"imp.swap.{deck}")),
        advice=msg(f"imp.advice.draw_{deck}"),
    )


def spend(s: SettlersState, seat: Seat, goods: Mapping[str, int]) -> None:
    """Take goods from the seat's supply; the caller has checked that they suffice."""
    for good, n in goods.items():
        s.players[seat].supply[good] -= n
