"""Technology cards: drawing, playing, spending them face down (rules 6.6).

Cards are spent face down to boost an effect or to pay for a lasting copy. Their points count.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from games.core.cards.decks import sort_in
from games.core.engine.context import StepContext
from games.core.prompts.prompt import DistributePrompt, Option, SelectPrompt, Slot
from games.core.text.messages import Msg, Seat, msg
from games.el_mapa.model.catalog import LEVELS, TECHS
from games.el_mapa.model.events import Drew, Played
from games.el_mapa.model.holdings import hand_levels
from games.el_mapa.model.names import TECH_NAMES
from games.el_mapa.model.names import cards as card_names
from games.el_mapa.model.state import MapState, Player

T = StepContext[MapState]
Cards = tuple[tuple[str, int], ...]  # number by kind, hashable
FROM_HAND, LASTING = "card", "lasting"  # sources of an effect: a card of the hand, a lasting copy


def points(card: str, options: Mapping[str, Any]) -> int:
    """Return the points of a card spent face down: its level, or 1 by an option (ruling R14)."""
    return TECHS[card].level if options["card_points"] == "level" else 1


def worth(some: Mapping[str, int], options: Mapping[str, Any]) -> int:
    """Return the total points of cards spent face down; `some` is their number by kind."""
    return sum(points(card, options) * n for card, n in some.items())


def boosted(card: str, some: Mapping[str, int], options: Mapping[str, Any]) -> int:
    """Return the amount of an effect that is boosted with `some` cards.

    The amount grows by 1 each time the points of these cards reach the `boost` of the technology.
    """
    facts = TECHS[card]
    return facts.amount + (worth(some, options) // facts.boost if facts.boost else 0)


def sources(t: T, seat: Seat, card: str) -> list[str]:
    """Return the sources from which a player can play a technology: `card`, `lasting` or both.

    A lasting copy that works once per turn is left out after its use.
    """
    player = t.state.players[seat]
    found = [FROM_HAND] if card in player.hand else []
    if card in player.lasting and card not in t.state.turn.used:
        found.append(LASTING)
    return found


def hand_without(player: Player, *without: str) -> dict[str, int]:
    """Return the number of cards in hand by kind, sorted, without zeros.

    The cards in `without` are left out, each once.
    """
    count: dict[str, int] = {}
    for card in player.hand:
        count[card] = count.get(card, 0) + 1
    for card in without:
        count[card] = count.get(card, 0) - 1
    return {card: count[card] for card in sorted(count) if count[card] > 0}


def gain(
    card: str, some: Mapping[str, int], options: Mapping[str, Any], most: int | None = None
) -> int:
    """Return by how much the cards `some` boost the effect of `card`.

    A boost above `most` is of no use, so `most` is the maximum (None: no maximum).
    """
    step = TECHS[card].boost
    n = worth(some, options) // step if step else 0
    return n if most is None else min(n, most)


def why_boost_wasted(
    card: str, some: Mapping[str, int], options: Mapping[str, Any], most: int | None = None
) -> Msg | None:
    """Return why boosting `card` with `some` wastes cards; None if each card is needed.

    Cards are wasted if their points are too few for any effect, or if the effect is the same
    without one of them. `most` is the largest useful boost (None: no limit). Points that are left
    over are lost, as the rules say.
    """
    if not some:
        return None
    if not gain(card, some, options):
        return msg("map.why.boost_nothing", n=worth(some, options), of=TECHS[card].boost)
    full = gain(card, some, options, most)
    return _superfluous_card(some, lambda fewer: gain(card, fewer, options, most) == full)


def why_overpaid(some: Mapping[str, int], cost: int, options: Mapping[str, Any]) -> Msg | None:
    """Return why paying `cost` points with `some` wastes a card; None if each card is needed."""
    return _superfluous_card(some, lambda fewer: worth(fewer, options) >= cost)


def _superfluous_card(
    some: Mapping[str, int], enough: Callable[[Mapping[str, int]], bool]
) -> Msg | None:
    """Return a message that names a card of `some` that need not be spent.

    A card is superfluous if the others are `enough` without it. Return None if each card is needed.
    """
    for card in some:
        if enough({kind: n - (kind == card) for kind, n in some.items()}):
            return msg("map.why.spare_card", card=TECH_NAMES[card])
    return None


def boost_effects(
    card: str, some: Mapping[str, int], options: Mapping[str, Any]
) -> tuple[Msg, ...]:
    """Return a sentence about the cards `some` that boost `card`; () if there are none."""
    if not any(some.values()):
        return ()
    return (msg("map.effect.boosts", what=card_names(some), n=gain(card, some, options)),)


def boost_form(
    t: T,
    card: str,
    hand: Mapping[str, int],
    default: dict[str, int] | None = None,
    least: int = 0,
    most: int | None = None,
) -> DistributePrompt:
    """Ask which cards are spent to boost an effect.

    `hand` are the cards that can be spent. There is no choice if the effect cannot be boosted, if
    the hand has too few points, or if a boost is of no use (`most` is 0). `least` is the number of
    points that must be spent. It is set for a lasting copy that works without being played, so that
    playing it only boosts it. `default` is the proposed boost. Without a default, the proposal is
    to spend nothing, or there is none if `least` is set.
    """
    step = TECHS[card].boost
    useful = step and worth(hand, t.options) >= step and most != 0
    spendable = tuple(hand.items()) if useful or least else ()
    proposed = None if least and not default else tuple(sorted((default or {}).items()))
    reward = worth(dict(spendable), t.options) // step if step else 0
    hi = step * (reward if most is None else min(reward, most))
    return _spend_form(spendable, t.options["card_points"], (least, hi), proposed, step)


def payment_form(t: T, hand: Mapping[str, int], cost: int) -> DistributePrompt | None:
    """Ask which cards pay for a lasting copy; None if the hand has too few points."""
    if worth(hand, t.options) < cost:
        return None
    return _spend_form(tuple(hand.items()), t.options["card_points"], (cost, cost), None, 0)


@lru_cache(4096)
def _spend_form(
    hand: Cards, card_points: str, bounds: tuple[int, int], default: Cards | None, step: int
) -> DistributePrompt:
    """Ask which cards of `hand` are spent.

    `bounds` are the fewest points that are allowed, and the most that are of use. Cards worth
    several points may exceed the second number, but not by the points of a whole card. `default` is
    the proposal. `step` is the number of points for a boost of 1, or 0 if the cards pay for a
    lasting copy.
    """
    options = {"card_points": card_points}
    slots = tuple(
        Slot(card, _with_points(card, points(card, options)), n, points(card, options), card)
        for card, n in hand
    )
    lo, useful = bounds
    total = sum(slot.most * slot.weight for slot in slots)
    dearest = max((slot.weight for slot in slots), default=1)
    most = min(total, max(lo, useful) + dearest - 1)
    prompt = msg("map.ask.boost", n=step) if step else msg("map.ask.payment", n=lo)
    return DistributePrompt(
        slots,
        lo,
        most,
        prompt,
        default=None if default is None else dict(default),
        unit=msg("map.unit.points"),
    )


@lru_cache(64)
def _with_points(card: str, n: int) -> Msg:
    """Return a card with the number `n` of its points: `Visión (2 puntos)`."""
    return msg("map.card_points", card=TECH_NAMES[card], n=n)


def source_form(found: list[str], card: str) -> SelectPrompt:
    """Ask whether an effect comes from a card in hand or a lasting copy.

    `found` are the possible sources; the default is `lasting`.
    """
    return _source_form(tuple(found), card)


@lru_cache(256)
def _source_form(found: tuple[str, ...], card: str) -> SelectPrompt:
    options = tuple(
        Option(
            source,
            msg(f"map.source.{source}"),
            spot=f"{source}.{card}",
            art=card,
            rule="technologies",
        )
        for source in found
    )
    return SelectPrompt(
        options,
        msg("map.ask.source", card=TECH_NAMES[card]),
        default=LASTING if LASTING in found else FROM_HAND,
    )


def play(t: T, seat: Seat, card: str, source: str, boost: Mapping[str, int]) -> int:
    """Play a technology and return the amount of its effect.

    `source` is `FROM_HAND` or `LASTING`; a card from the hand is discarded face up. `boost` is the
    number of cards, by kind, that the player adds; they are spent face down.
    """
    s = t.state
    player = s.players[seat]
    if source == FROM_HAND:
        player.hand.remove(card)
        sort_in(s.discards[str(TECHS[card].level)], card)
    amount = boosted(card, boost, t.options)
    played(t, seat, card, source == LASTING, boost)
    bury(player, boost)
    return amount


def played(t: T, seat: Seat, card: str, lasting: bool, boost: Mapping[str, int]) -> None:
    """Emit that a card was played; only its owner sees which cards were spent on it."""
    spent = {kind: n for kind, n in boost.items() if n}
    public = Played(seat, card, lasting, by_level(spent))
    t.emit(public, {seat: Played(seat, card, lasting, by_level(spent), spent)} if spent else None)


def bury(player: Player, some: Mapping[str, int]) -> None:
    """Spend cards of the hand face down; raise ValueError if the hand does not have them."""
    for card, n in some.items():
        for _ in range(n):
            player.hand.remove(card)
            sort_in(player.buried, card)


def by_level(some: Mapping[str, int]) -> dict[str, int]:
    """Return the number of cards by level, as other players see them, without zeros."""
    numbers: dict[str, int] = {}
    for card, n in some.items():
        level = str(TECHS[card].level)
        numbers[level] = numbers.get(level, 0) + n
    return numbers


def draw(t: T, seat: Seat, wanted: Mapping[str, int]) -> dict[str, int]:
    """Draw cards from the decks; return how many of each level were drawn.

    `wanted` is the number by level. Fewer are drawn if no cards of a level are left.
    """
    drawn = [
        card
        for level in LEVELS
        for _ in range(wanted.get(level, 0))
        if (card := _draw(t, level)) is not None
    ]
    if not drawn:
        return {}
    sort_in(t.state.players[seat].hand, *drawn)
    levels = {level: n for level, n in hand_levels(drawn).items() if n}
    t.emit(Drew(seat, levels), {seat: Drew(seat, levels, sorted(drawn))})
    return levels


def _draw(t: T, level: str) -> str | None:
    """Draw a card; first refill an empty deck with the discards and all spent cards."""
    s = t.state
    deck = s.decks[level]
    if not deck:
        deck.extend(s.discards[level])
        s.discards[level].clear()
        for player in s.players:
            deck.extend(card for card in player.buried if str(TECHS[card].level) == level)
            player.buried = [card for card in player.buried if str(TECHS[card].level) != level]
        deck.sort()
    return t.rng.draw(deck) if deck else None


def why_no_card(card: str) -> Msg:
    """Return why a player who has no such card cannot play it."""
    return msg("map.why.no_card", card=TECH_NAMES[card])
