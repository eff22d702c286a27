"""Invariants of the state (rules 17), and random replacement of hidden cards (rules 8)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from games.core.state.position import Position
from games.core.state.rng import Rng
from games.core.text.messages import Seat
from games.imperial_settlers.model.catalog import (
    ATTACKS,
    CARDS,
    FACTIONS,
    RESOURCES,
    RULES,
    deck_of,
)
from games.imperial_settlers.model.state import Location, Player, SettlersState
from games.imperial_settlers.rules.effects.choices import Discard
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from games.imperial_settlers.rules.effects.steps import JAPANESE
from games.imperial_settlers.rules.flow.turn import PlayerTurn

Pos = Position[SettlersState, Any]


def audit(pos: Pos) -> list[str]:
    """Return the broken invariants in plain words; empty if all hold."""
    s = pos.state
    return [
        *_card_errors(s),
        *_attack_errors(s),
        *_goods_errors(pos),
        *_location_errors(pos),
        *_turn_errors(pos),
    ]


def _card_errors(s: SettlersState) -> list[str]:
    """Check that each card is in exactly one place and in the right deck (17.1, 17.2).

    Returns the violations in plain words.
    """
    found = [*s.deck, *s.discard, *s.offer, *s.collection]
    for _, one in s.all_locations():
        found += [one.card, *(buried.card for buried in one.under)]
    for player in s.players:
        found += [*player.hand, *player.looking, *player.kept, *player.deck, *player.discard]
        found += [deal.card for deal in player.deals if deal.card in CARDS]
        found += [one.card for one in player.foundations]
    wrong = []
    if sorted(found) != _box(tuple(player.faction for player in s.players if player.faction)):
        wrong.append("the cards are not complete, each once")
    for player in s.players:
        if any(CARDS[card].deck != player.faction for card in (*player.deck, *player.discard)):
            wrong.append("a card in a foreign deck")
        if sorted(player.deck) != player.deck:
            wrong.append("a deck is no bag")
    if sorted(s.deck) != s.deck or any(
        not CARDS[card].common for card in (*s.deck, *s.discard, *s.offer)
    ):
        wrong.append("the Common deck")
    return wrong


@lru_cache(64)
def _box(factions: tuple[str, ...]) -> list[str]:
    """Return all cards in a match of these factions, sorted."""
    return sorted(card for deck in ("common", *factions) for card in deck_of(deck))


def _attack_errors(s: SettlersState) -> list[str]:
    """Check the Attack cards and the Collection (17.11).

    Returns the violations in plain words.
    """
    if not s.solo or not s.round:
        return []
    held = [deal.card for deal in s.players[0].deals if deal.card in ATTACKS]
    wrong = (
        []
        if sorted([*s.attacks, *s.queue, *s.spent, *held]) == sorted(ATTACKS)
        else ["the Attack cards are not complete"]
    )
    if len(s.collection) > (2 + RULES.solo.attacks) * s.round:
        wrong.append(f"{len(s.collection)} cards collected by round {s.round}")
    return wrong


def _goods_errors(pos: Pos) -> list[str]:
    wrong = []
    for seat, player in enumerate(pos.state.players):
        if min(player.supply.values()) < 0 or player.points < 0:
            wrong.append(f"seat {seat}: fewer than no goods")
        if _is_before_production(pos) and (
            extra := [good for good, n in player.supply.items() if n and good not in _kept(player)]
        ):
            wrong.append(f"seat {seat}: kept {extra}")
    return wrong


def _is_before_production(pos: Pos) -> bool:
    """Return whether the position is after a cleanup and before the next production.

    This is so while cards are picked in the exploration phase of any round but the first.
    """
    return (
        pos.state.round > 1
        and pos.outcome is None
        and any(
            type(frame).__struct_config__.tag in ("row", "draft", "solo_row") for frame in pos.stack
        )
    )


def _kept(player: Player) -> set[str]:
    """Return the goods that may be left after cleanup (17.5).

    Wood, stone and food may always be left, since a captured Warehouse stores them.
    """
    return {*FACTIONS[player.faction].storage, *RESOURCES}


def _location_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    before_production, acting = _is_before_production(pos), _acting(pos)
    for owner, one in s.all_locations():
        name = f"{one.card} of {owner}"
        action = EFFECTS[one.card].action
        if one.used > (action.uses if action else 0):
            wrong.append(f"{name}: used {one.used} times")
        if one.samurai and one.facts.deck != JAPANESE:
            wrong.append(f"{name}: a Samurai")
        # A captor may add a token to the owner's. Both stay after the last round (ruling R53).
        most = 1 if one.captor is None and acting else 2
        if one.defense and (not one.facts.common or one.defense > most):
            wrong.append(f"{name}: {one.defense} defense tokens")
        if one.captor is not None and (one.captor == owner or not acting):
            wrong.append(f"{name}: captured by {one.captor}")
        if before_production and _marked(one):
            wrong.append(f"{name}: something of the last round is left")
    standing = {one.card for _, one in s.all_locations() if not one.facts.common}
    wrong += [
        f"a Trade Route to {deal.target}"
        for player in s.players
        for deal in player.deals
        if deal.target and deal.target not in standing
    ]
    return wrong


def _marked(one: Location) -> bool:
    return bool(one.used or one.by or one.blocked or one.defense or one.captor is not None)


def _acting(pos: Pos) -> bool:
    """Return whether an Action phase runs (17.7)."""
    return any(type(frame).__struct_config__.tag == "cleanup" for frame in pos.stack)


def _turn_errors(pos: Pos) -> list[str]:
    s, wrong = pos.state, []
    if not 0 <= s.round <= RULES.rounds:
        wrong.append(f"round {s.round}")
    if pos.outcome is not None and s.round != RULES.rounds:
        wrong.append("it ended before its time")
    top = pos.stack[-1] if pos.stack else None
    seat = getattr(top, "seat", None)
    if isinstance(top, PlayerTurn | Discard) and s.players[seat or 0].passed:
        wrong.append(f"seat {seat} has passed and is asked")
    if len(s.virtual) > 2 or (s.virtual and not s.solo):
        wrong.append("the virtual player's Locations")
    return wrong


def determinize(pos: Pos, seat: Seat | None, rng: Rng) -> None:
    """Replace the cards that the seat can't know by random ones, in place.

    These are the hands and drafts of others, the decks, the face-down cards of Trade Routes, cards
    under Gates, and Foundations of the Sanctuary. Players know the deck of each card in other
    hands. So each card is replaced by one of the same deck.
    """
    s = pos.state
    for deck in ["common", *(player.faction for player in s.players if player.faction)]:
        _redeal(s, deck, seat, rng)


def _redeal(s: SettlersState, deck: str, seat: Seat | None, rng: Rng) -> None:
    """Collect the hidden cards of one deck and deal them back into the same places."""
    bag = s.deck if deck == "common" else s.players[s.seat_of(deck)].deck
    hidden = [*_hidden_cards(s, deck, seat), *_hidden_holders(s, deck, seat)]
    pool = sorted([*bag, *(place.card for place in hidden)])
    for place in hidden:
        place.card = rng.draw(pool)
    bag[:] = pool


class _HandCard:
    """Place in a player's list of cards, with an attribute `card` as in `Foundation`."""

    def __init__(self, cards: list[str], at: int) -> None:
        self._cards, self._at = cards, at

    @property
    def card(self) -> str:
        """Return the card at this position."""
        return self._cards[self._at]

    @card.setter
    def card(self, card: str) -> None:
        self._cards[self._at] = card


def _hidden_cards(s: SettlersState, deck: str, seat: Seat | None) -> Iterator[_HandCard]:
    """Yield the cards of a deck in hands and drafts of seats other than `seat` (None: of all)."""
    for other, player in enumerate(s.players):
        for cards in (player.hand, player.looking, player.kept) if other != seat else ():
            for at, card in enumerate(cards):
                if CARDS[card].deck == deck:
                    yield _HandCard(cards, at)


def _hidden_holders(s: SettlersState, deck: str, seat: Seat | None) -> Iterator[Any]:
    """Yield the objects outside decks and hands that hold a card of `deck` face down.

    These are markers of Trade Routes, cards under Locations, and Foundations. Cards under Locations
    and Foundations that `seat` (None: nobody) has seen are left out.
    """
    for player in s.players:
        for deal in player.deals:
            if deal.target and deal.card and CARDS[deal.card].deck == deck:
                yield deal
    for _, place in s.all_locations():
        for one in place.under:
            if one.seat != seat and CARDS[one.card].deck == deck:
                yield one
    for other, player in enumerate(s.players):
        for foundation in player.foundations if other != seat else ():
            if not foundation.known and CARDS[foundation.card].deck == deck:
                yield foundation
