"""Frames with the questions of effects that have no target (D5, D16, D18).

They ask for a choice, an exchange, cards to draw and keep, places for Samurai, or cards to discard.
`targets.Aim` is the frame of ops with a target. At the end are helpers for prompts about cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any

from msgspec import field, structs

from games.core.cards.effects import EffectRef
from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DisabledOption,
    DistributePrompt,
    Layout,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Slot,
)
from games.core.text.messages import Key, Msg, Path, Seat, listed, msg
from games.imperial_settlers.model.catalog import CARDS, COMMON, DECKS
from games.imperial_settlers.model.events import Deployed, Discarded, Exchanged, Selected
from games.imperial_settlers.model.names import (
    DECK_NAMES,
    amounts,
    card_name,
    place_names,
    short_gains,
    the_card,
    the_cards,
)
from games.imperial_settlers.model.state import SettlersState
from games.imperial_settlers.rules.effects.costs import covers, lacks
from games.imperial_settlers.rules.effects.resolve import (
    EFFECTS,
    Resolve,
    available,
    draw_from,
    gain,
    spend,
)
from games.imperial_settlers.rules.effects.steps import places_for_samurai

Context = StepContext[SettlersState]
_MAX_CARD_BUTTONS = 12  # more do not fit on a phone's screen below the picture of the hand
_CHAPTERS = {  # help chapter by verb; all other verbs belong to the chapter `targets`
    "choose": "effects",
    "exchange": "effects",
    "look": "effects",
    "keep": "effects",
    "deploy": "samurai",
    "take": "exploration",
    "faction": "setup",
    "sacrifice": "solo",
    "build_now": "build",
    "repeat_action": "activate",
}


class Either(Frame[SettlersState], tag="either"):
    """Choice between the alternatives of an op `choose`; each is a list of ops."""

    seat: int
    here: EffectRef

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for the index of the alternative, from 0."""
        if not path:
            return root("choose")
        return (
            _either_prompt(self.here)
            if len(path) == 1
            else _either_ready(self.here, int(str(path[1])))
        )

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Push the chosen ops."""
        ctx.pop()
        ctx.push(Resolve(seat, self.here.part_at("options", str(path[1]))))


class Exchange(Frame[SettlersState], tag="exchange"):
    """Choice of one exchange of an op `exchange_one_of`, or none."""

    seat: int
    here: EffectRef

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the seat if it can pay for an exchange, else nobody."""
        supply = ctx.state.players[self.seat].supply
        return (self.seat,) if any(covers(supply, one.cost) for one in self._exchanges()) else ()

    def advance(self, ctx: Context) -> None:
        """End the frame, since no exchange can be paid."""
        ctx.pop()

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for the index of the exchange, or `decline` (the default)."""
        if not path:
            return root("exchange")
        if len(path) == 1:
            supply = ctx.state.players[seat].supply
            whys = tuple(lacks(supply, one.cost, may_exchange=False) for one in self._exchanges())
            return _exchange_prompt(self.here, whys)
        return _exchange_ready(self.here, str(path[1]))

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Pay the cost and gain the goods, or decline."""
        ctx.pop()
        if path[1] == "decline":
            return
        one = self._exchanges()[int(str(path[1]))]
        spend(ctx.state, seat, one.cost)
        ctx.emit(Exchanged(seat, self.here.card, one.cost, one.gain))
        gain(ctx, seat, one.gain, self.here.card, quiet=True)

    def _exchanges(self) -> Sequence[Any]:
        swaps: Sequence[Any] = self.here.find(EFFECTS).options
        return swaps


class LookAtCards(Frame[SettlersState], tag="look"):
    """Draw of `n` cards, of which the seat will keep `keep`.

    If `deck` is `any`, the seat first decides how many cards come from each deck. If it is
    `faction`, all cards come from the seat's own deck (ruling R50).
    """

    seat: int
    deck: str
    n: int
    keep: int

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the seat if the draw may be divided and both decks have cards."""
        return (
            (self.seat,)
            if self.deck == "any" and all(available(ctx, self.seat, deck) for deck in DECKS)
            else ()
        )

    def advance(self, ctx: Context) -> None:
        """Draw all cards from the only possible deck."""
        deck = (
            "faction" if self.deck == "faction" or not available(ctx, self.seat, COMMON) else COMMON
        )
        self._look(ctx, [deck] * self.n)

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for the number of cards from each deck; the default prefers Common cards."""
        if not path:
            return root("look")
        if len(path) == 1:
            max_by_deck = {deck: min(self.n, available(ctx, seat, deck)) for deck in DECKS}
            n = min(self.n, sum(max_by_deck.values()))
            slots = tuple(
                Slot(deck, DECK_NAMES[deck], max_by_deck[deck], art=deck) for deck in DECKS
            )
            n_common = min(n, max_by_deck[COMMON])
            default = {deck: k for deck, k in ((COMMON, n_common), ("faction", n - n_common)) if k}
            cause = _looking_card(ctx.state, seat)
            asked = msg("imp.ask.look") if cause is None else msg("imp.ask.look_by", card=cause)
            return DistributePrompt(slots, n, n, asked, default=default)
        counts = path[1] if isinstance(path[1], dict) else {}
        what = amounts({f"{deck}_card": n for deck, n in counts.items()})
        return MoveReady(
            msg("imp.look.done", n=self.n),
            instant=True,
            advice=msg("imp.advice.look", what=what),
        )

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Draw the cards."""
        answer = path[1]
        counts = answer if isinstance(answer, dict) else {}
        self._look(ctx, [deck for deck in DECKS for _ in range(counts.get(deck, 0))])

    def _look(self, ctx: Context, decks: list[str]) -> None:
        drawn = [card for deck in decks if (card := draw_from(ctx, self.seat, deck))]
        player = ctx.state.players[self.seat]
        ctx.pop()
        if len(drawn) <= self.keep:
            player.hand += drawn
            if drawn:
                ctx.emit(
                    Selected(self.seat, len(drawn), []),
                    {self.seat: Selected(self.seat, len(drawn), [], drawn)},
                )
            return
        player.looking = drawn
        ctx.push(Select(self.seat, self.keep))


class Select(Frame[SettlersState], tag="select"):
    """Choice of the drawn card to keep; the others are discarded face up (ruling R61)."""

    seat: int
    keep: int

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for the card to keep."""
        if not path:
            return root("keep")
        looking = ctx.state.players[seat].looking
        if len(path) == 1:
            prompt = _card_prompt(tuple(looking), "imp.ask.keep")
            cause = _looking_card(ctx.state, seat)
            if cause is None:
                return prompt
            return structs.replace(prompt, prompt=msg("imp.ask.keep_by", card=cause))
        return MoveReady(
            msg(
                "imp.keep.done",
                card=the_card(str(path[1])),
                rest=the_cards(c for c in looking if c != path[1]),
            ),
            advice=msg("imp.advice.keep", card=the_card(str(path[1]))),
        )

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Keep one card and discard the others face up."""
        player = ctx.state.players[seat]
        card = str(path[1])
        discarded = [one for one in player.looking if one != card]
        if discarded:
            ctx.reveal()  # everybody sees them
        player.looking = []
        player.hand.append(card)
        for one in discarded:
            ctx.state.discard_card(one)
        ctx.pop()
        ctx.emit(Selected(seat, 1, discarded), {seat: Selected(seat, 1, discarded, [card])})


class Deploy(Frame[SettlersState], tag="deploy"):
    """Choice of the Locations for `n` Samurai from the general supply.

    The effect gives `amount` Samurai; those without a place are lost (D18).
    """

    seat: int
    n: int
    amount: int

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the seat if there are more free places than Samurai, else nobody."""
        return (self.seat,) if self.n < len(places_for_samurai(ctx.state, self.seat)) else ()

    def advance(self, ctx: Context) -> None:
        """Deploy on all free places."""
        self._deploy(ctx, places_for_samurai(ctx.state, self.seat))

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask on which places the Samurai are deployed."""
        if not path:
            return root("deploy")
        places = places_for_samurai(ctx.state, seat)
        if len(path) == 1:
            return samurai_prompt(ctx.state, seat, places, self.n, self.n)
        return samurai_ready(picked(path[1]))

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Deploy on the chosen places."""
        self._deploy(ctx, picked(path[1]))

    def _deploy(self, ctx: Context, places: list[str]) -> None:
        ctx.pop()
        deploy(ctx, self.seat, places, self.amount - len(places))


class Discard(Frame[SettlersState], tag="discard"):
    """Choice of `n_left` hand cards to discard because of an enemy's effect (D16).

    The default is the oldest card.
    """

    seat: int
    n_left: int = field(name="left")

    def actors(self, ctx: Context) -> tuple[Seat, ...]:
        """Return the seat if it holds more cards than it must discard, else nobody."""
        return (self.seat,) if 0 < self.n_left < len(ctx.state.players[self.seat].hand) else ()

    def advance(self, ctx: Context) -> None:
        """Discard the whole hand if it has no more cards than must be discarded."""
        ctx.pop()
        if self.n_left > 0:
            self._discard(ctx, list(ctx.state.players[self.seat].hand))

    def prompt(self, ctx: Context, seat: Seat, path: Path) -> PromptResult:
        """Ask for one card."""
        if not path:
            return root("discard")
        if len(path) == 1:
            return _card_prompt(tuple(ctx.state.players[seat].hand), "imp.ask.discard")
        card = the_card(str(path[1]))
        return MoveReady(
            msg("imp.discard.done", card=card), advice=msg("imp.advice.discard", card=card)
        )

    def apply(self, ctx: Context, seat: Seat, path: Path) -> None:
        """Discard the card."""
        self.n_left -= 1
        if not self.n_left:
            ctx.pop()
        self._discard(ctx, [str(path[1])])

    def _discard(self, ctx: Context, discarded: list[str]) -> None:
        discard(ctx, self.seat, discarded)


def _looking_card(s: SettlersState, seat: Seat) -> Msg | None:
    """Name the seat's card whose effect lets it look at cards; None if several may be it."""
    causes = {CARDS[one.card].id: one.card for one in s.controlled_by(seat) if _looks(one.card)}
    return card_name(*causes.values()) if len(causes) == 1 else None


@lru_cache(256)
def _looks(card: str) -> bool:
    """Return whether an effect of the card draws cards to choose from."""
    effects = EFFECTS[card]
    modes = effects.action.modes if effects.action else ()
    ops = (*effects.production, *effects.bonus, *(op for mode in modes for op in mode.effect))
    return any(op.__struct_config__.tag == "draw_select" for op in ops)


def picked(answer: Key) -> list[str]:
    """Return the keys of an answer, which is a list or a single key."""
    return list(answer) if isinstance(answer, list) else [str(answer)]


def discard(ctx: Context, seat: Seat, discarded: list[str]) -> None:
    """Discard hand cards face up; this can't be undone, since everybody sees them."""
    ctx.reveal()
    for card in discarded:
        ctx.state.players[seat].hand.remove(card)
        ctx.state.discard_card(card)
    if discarded:
        ctx.emit(Discarded(seat, list(discarded)))


def deploy(ctx: Context, seat: Seat, places: list[str], lost: int = 0) -> None:
    """Place one Samurai on each of the own Locations `places`.

    No workers are paid here; `lost`, the Samurai without a place, is only reported.
    """
    for one in ctx.state.players[seat].locations:
        if one.card in places:
            one.samurai = True
    ctx.emit(Deployed(seat, list(places), lost))


def samurai_prompt(
    s: SettlersState, seat: Seat, places: list[str], least: int, most: int
) -> SelectPrompt:
    """Ask for `least` to `most` of the Locations in `places`; the default is the first ones."""
    names = place_names(s.players[seat].locations)
    options = tuple(
        Option(card, names[card], spot=card, art=card, rule="samurai") for card in places
    )
    return SelectPrompt(
        options, msg("imp.ask.samurai", n=most), min=least, max=most, default=tuple(places[:least])
    )


def samurai_ready(places: list[str]) -> MoveReady:
    """Return the completed move of deploying Samurai on Locations."""
    return MoveReady(
        msg("imp.samurai.done", places=the_cards(places)),
        instant=True,
        takeback=True,
        advice=msg("imp.advice.samurai", places=the_cards(places)),
    )


@lru_cache(64)
def root(verb: str) -> SelectPrompt:
    """Return the prompt for the first key of a path, with `verb` as the only option."""
    return SelectPrompt(
        (Option(verb, msg(f"imp.verb.{verb}"), tone="main", rule=_CHAPTERS.get(verb, "targets")),)
    )


@lru_cache(4096)
def _card_prompt(hand: tuple[str, ...], prompt: str) -> SelectPrompt:
    """Ask for one of several cards; identical copies are listed once."""
    options = hand_options(hand)
    return SelectPrompt(
        options,
        msg(prompt),
        unlisted_keys=other_copies(hand, hand),
        layout=card_layout(options),
        default=hand[0],
        ask_single=True,
    )


def card_layout(options: Sequence[Option]) -> Layout:
    """Return the layout for a choice of one card: buttons, or a menu if they need many rows."""
    return "cards" if len(options) <= _MAX_CARD_BUTTONS else "menu"


def hand_options(hand: Sequence[str], detail: Msg | None = None) -> tuple[Option, ...]:
    """Return hand cards as options with `detail`; identical copies are listed once."""
    return tuple(hand_option(card, detail) for card in distinct_cards(hand))


def other_copies(hand: Iterable[str], listed: Iterable[str]) -> frozenset[str]:
    """Return further copies in `hand` of the cards in `listed`.

    The first of identical copies in `hand` is left out. The others are legal answers, although a
    prompt doesn't list them.
    """
    listed = set(listed)
    likes = {CARDS[card].like for card in listed}
    first_copies = set(distinct_cards([card for card in hand if CARDS[card].like in likes]))
    return frozenset(
        card for card in hand if CARDS[card].like in likes and card not in first_copies
    )


def distinct_cards(hand: Sequence[str]) -> list[str]:
    """Return the cards of a hand; only the first of identical copies."""
    seen: set[tuple[str, ...]] = set()
    distinct = []
    for card in hand:
        like = CARDS[card].like
        if like not in seen:
            seen.add(like)
            distinct.append(card)
    return distinct


def hand_option(card: str, detail: Msg | None = None) -> Option:
    """Return a hand card as an option with the second line `detail` (None: no second line)."""
    return Option(card, card_name(card), detail, spot=card, art=card)


def razing_option(card: str) -> Option:
    """Return a hand card to raze as an option; its label tells the goods gained, if any."""
    option = hand_option(card)
    if not CARDS[card].raze:
        return option
    label = msg("imp.propose.gain", what=option.label, gain=short_gains(CARDS[card].raze))
    return structs.replace(option, label=label, name=option.label)


@lru_cache(64)
def _either_prompt(here: EffectRef) -> SelectPrompt:
    lists = here.find(EFFECTS).options
    options = tuple(
        Option(str(at), _gain_words(ops), rule="effects") for at, ops in enumerate(lists)
    )
    return SelectPrompt(options, msg("imp.ask.choose", card=card_name(here.card)))


@lru_cache(64)
def _either_ready(here: EffectRef, at: int) -> MoveReady:
    gain = _gain_words(here.find(EFFECTS).options[at])
    return MoveReady(
        msg("imp.sure.gain", what=gain),
        instant=True,
        takeback=True,
        label=msg("imp.button.take", what=gain),
        advice=msg("imp.advice.gain", what=gain),
    )


def _gain_words(ops: Sequence[Any]) -> Msg:
    """Describe the goods that a list of gains brings: `1 de oro`."""
    return listed([amounts(op.goods) for op in ops])


def _exchange_prompt(here: EffectRef, whys: tuple[Msg | None, ...]) -> SelectPrompt:
    options, disabled = [], []
    for index, (exchange, why) in enumerate(zip(here.find(EFFECTS).options, whys, strict=True)):
        if why is None:
            options.append(Option(str(index), exchange.label(), rule="effects"))
        else:
            disabled.append(DisabledOption(str(index), exchange.label(), why, "effects"))
    decline = Option("decline", msg("imp.exchange.decline"), rule="effects")
    return SelectPrompt(
        (*options, decline),
        msg("imp.ask.exchange", card=card_name(here.card)),
        tuple(disabled),
        default="decline",
    )


@lru_cache(64)
def _exchange_ready(here: EffectRef, key: str) -> MoveReady:
    if key == "decline":
        return MoveReady(
            msg("imp.exchange.declined"),
            instant=True,
            takeback=True,
            advice=msg("imp.advice.decline"),
        )
    one = here.find(EFFECTS).options[int(key)]
    return MoveReady(
        msg("imp.exchange.done", cost=amounts(one.cost), gain=amounts(one.gain)),
        instant=True,
        takeback=True,
        advice=msg("imp.advice.exchange", cost=amounts(one.cost), gain=amounts(one.gain)),
    )
