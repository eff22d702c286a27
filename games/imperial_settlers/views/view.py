"""View of a position for one viewer, with only what the viewer may know (rules 8)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

from games.core.engine import walk
from games.core.state.position import Position
from games.core.state.score import Scoreboard
from games.core.text.messages import Seat
from games.core.views import view_helpers
from games.imperial_settlers.model.catalog import ATTACKS, CARDS, RULES
from games.imperial_settlers.model.state import VIRTUAL, Location, SettlersState
from games.imperial_settlers.rules.actions.building import can_build
from games.imperial_settlers.rules.effects import costs
from games.imperial_settlers.rules.effects.resolve import EFFECTS
from games.imperial_settlers.rules.effects.steps import price, sites
from games.imperial_settlers.rules.flow.exploring import Draft, Keep, OpenRow, SoloRow
from games.imperial_settlers.rules.flow.rounds import Cleanup, Harvest
from games.imperial_settlers.rules.flow.scoring import score
from games.imperial_settlers.rules.flow.setup import Factions
from games.imperial_settlers.rules.flow.solo import Attacks, Sacrifice
from games.imperial_settlers.rules.flow.turn import PlayerTurn

Phase = Literal["setup", "exploration", "production", "action", "attack", "end"]


class LocationView(Struct, frozen=True):
    """Location on the table; all viewers see the same.

    `uses` is the number of activations per round (0: none), `used` those already made. `price` is
    the cost for enemies in raze tokens (0: it can't be razed). `controller` is the seat that
    controls it (-1: the virtual player). `put` counts goods on a Shrine, `under` cards under a
    Gate. `routes` are the seats with a Trade Route to it.
    """

    card: str
    owner: int
    controller: int = field(name="lord")
    used: int
    uses: int
    blocked: bool
    defense: int
    samurai: bool
    put: int
    under: int
    routes: tuple[int, ...]
    price: int


class DealView(Struct, frozen=True):
    """Deal: a card under the board, or a Trade Route (`card` empty) to the Location `target`."""

    good: str
    card: str
    target: str


class EmpireView(Struct, frozen=True):
    """Empire and supply of one player.

    `hand` and `deck` are numbers of cards; `discard` is the open pile. `foundations` are card
    codes, empty if the viewer has not seen the face. `locations` are those that this seat
    built, captured ones included, in building order. `captured` are the codes of Locations that
    it has captured. `total` is the score if the match ended now. `status` tells only whether
    the seat has made its hidden choice.
    """

    seat: int
    faction: str
    points: int
    supply: dict[str, int]
    hand: int
    deck: int
    discard: tuple[str, ...]
    passed: bool
    deals: tuple[DealView, ...]
    foundations: tuple[str, ...]
    locations: tuple[LocationView, ...]
    captured: tuple[str, ...]
    total: int
    status: view_helpers.Status


class HandCard(Struct, frozen=True):
    """Card of the viewer's hand.

    `build`: it can be built now. `missing`: number of goods missing even if gold replaces others.
    `no_site`: it needs a site, and there is no Location or Foundation to give up. `deal`: it can be
    made a Deal now.
    """

    card: str
    build: bool
    missing: int
    no_site: bool
    deal: bool


class CardHand(Struct, frozen=True):
    """Private cards of the viewer.

    `looking`: cards to choose from. `kept`: cards kept in the draft. `under`: cards that the
    viewer put under each Gate.
    """

    cards: tuple[HandCard, ...] = ()
    looking: tuple[str, ...] = ()
    kept: tuple[str, ...] = ()
    under: dict[str, tuple[str, ...]] = {}


class Solo(Struct, frozen=True):
    """Virtual player of the solo game.

    `queue` are the targets of the open Attack cards, newest first; `attacks` is the number of
    cards still face down. `collection` are its collected cards. `own` is the number of the
    player's faction Locations, which must be larger than the collection.
    """

    queue: tuple[str, ...]
    attacks: int
    locations: tuple[LocationView, ...]
    collection: tuple[str, ...]
    own: int


class SettlersQuestion(view_helpers.QuestionView, frozen=True):
    """Current question: its kind and seat, and the card whose effect asks ("" for none).

    `acted`: the action of the turn is done; what follows are its effects and free operations.
    """

    card: str = ""
    acted: bool = False


class GameView(Struct, frozen=True):
    """Position as `viewer` knows it (None: a spectator).

    `offer` is the open row, `discard` the Common discard pile.
    """

    game: str
    viewer: int | None
    n: int
    round: int
    rounds: int
    phase: Phase
    actors: tuple[int, ...]
    first: int
    order: tuple[int, ...]
    deck: int
    discard: tuple[str, ...]
    offer: tuple[str, ...]
    empires: tuple[EmpireView, ...]
    hand: CardHand | None
    question: SettlersQuestion
    peaceful: bool
    solo: Solo | None = None
    scoreboard: Scoreboard | None = None


Pos = Position[SettlersState, Any]


def view(pos: Pos, viewer: Seat | None) -> GameView:
    """Return the view of one viewer.

    Hidden are other hands, decks, drafts, drawn cards to choose from, the face-down cards of Trade
    Routes, cards under Gates, and Foundations of the Sanctuary.
    """
    s: SettlersState = pos.state
    board = score(pos)
    return GameView(
        game=pos.game,
        viewer=viewer,
        n=pos.n,
        round=max(1, s.round),
        rounds=RULES.rounds,
        phase=phase(pos),
        actors=walk.actors(pos),
        first=s.first,
        order=tuple(s.order),
        deck=len(s.deck),
        discard=tuple(s.discard),
        offer=tuple(s.offer),
        empires=tuple(_empire(pos, seat, viewer, board) for seat in range(pos.n)),
        hand=None if viewer is None else _hand(s, viewer),
        question=_question(pos),
        peaceful=bool(pos.options["peaceful"]),
        solo=_solo(pos) if s.solo else None,
        scoreboard=board if pos.outcome is not None else None,
    )


def phase(pos: Pos) -> Phase:
    """Return the phase of the round, derived from the frames on the stack."""
    for frame in reversed(pos.stack):
        match frame:
            case Factions():
                return "setup"
            case OpenRow() | Draft() | Keep() | SoloRow():
                return "exploration"
            case Harvest():
                return "production"
            case Attacks() | Sacrifice():
                return "attack"
            case Cleanup():
                return "action"
    return "end" if pos.outcome is not None else "action"


def panel_picture(view: GameView, spots: tuple[str, ...]) -> str:
    """Return the question's image: `board`, `end`, `offer`, `hand` or `empire<n>`.

    `spots` are the marked places, or previews such as `card=build`. The image shows the cards to
    choose from, or the Empire with all marked places; it is the board if no Empire has them all.
    With an empty Empire and no marked places it is the hand.
    """
    if view.viewer is None:
        return "board"
    if view.phase == "end":
        return "end"
    if view.viewer in view.actors and view.phase in ("setup", "exploration"):
        return "offer"
    new_cards = {_name_of(spot) for spot in spots if spot.endswith(("=build", "=deal"))}
    names = {_name_of(spot) for spot in spots} - new_cards
    hand = view.hand or CardHand()
    own = next((one for one in view.empires if one.seat == view.viewer), None)
    if not spots and hand.cards and own and not (own.locations or own.captured):
        return "hand"  # an empty Empire shows nothing to act with
    own_cards = {one.card for one in hand.cards} | set(hand.looking)
    if names and not new_cards and names <= own_cards | {"deck_common", "deck_faction"}:
        return "hand"
    virtual = {one.card for one in view.solo.locations} if view.solo else set()
    # `deal-1_...` is a Deal of the virtual player, whose things only the board shows.
    if names & virtual or any(name.startswith(("empire", "deal-1")) for name in names):
        return "board"
    # For each thing to show: the seats whose Empire shows it. New cards will lie in the viewer's.
    showing_seats = [_shown_by(view, name) for name in sorted(names)]
    if new_cards:
        showing_seats.append({view.viewer})
    for seat in (view.viewer, *(empire.seat for empire in view.empires)):
        if all(seat in seats for seats in showing_seats if seats):
            return f"empire{seat}"
    return "board"


def _name_of(spot: str) -> str:
    """Return the name in a preview such as `card=build`; a spot without `=` is itself a name."""
    return spot.partition("=")[0]


def own_picture(view: GameView) -> str:
    """Return `hand` if the viewer has a hand and the game is running, else ""."""
    return "hand" if view.hand is not None and view.phase not in ("setup", "end") else ""


def _shown_by(view: GameView, spot: str) -> set[int]:
    """Return the seats whose Empire image shows a spot.

    The images of owner and captor both show a captured Location.
    """
    # Spots of Deals: `deals<seat>` is the row of a seat, `deal<seat>_d<index>` a single Deal.
    area = spot.partition("_")[0]
    return {
        one.seat
        for one in view.empires
        if area in (f"deal{one.seat}", f"deals{one.seat}")
        or spot in one.captured
        or spot in one.foundations
        or any(place.card == spot for place in one.locations)
    }


def _empire(pos: Pos, seat: Seat, viewer: Seat | None, board: Scoreboard) -> EmpireView:
    s, player = pos.state, pos.state.players[seat]
    return EmpireView(
        seat=seat,
        faction=player.faction,
        points=player.points,
        supply=dict(player.supply),
        hand=len(player.hand),
        deck=len(player.deck),
        discard=tuple(player.discard),
        passed=player.passed,
        deals=tuple(
            DealView(one.good, "" if one.target else one.card, one.target) for one in player.deals
        ),
        foundations=tuple(
            one.card if one.known or seat == viewer else "" for one in player.foundations
        ),
        locations=tuple(_location(s, seat, one) for one in player.locations),
        captured=tuple(one.card for _, one in s.all_locations() if one.captor == seat),
        total=board.total[seat],
        status=view_helpers.view_status(pos, seat),
    )


def _location(s: SettlersState, owner: int, location: Location) -> LocationView:
    action = EFFECTS[location.card].action
    controller = owner if location.captor is None else location.captor
    routes = tuple(
        seat
        for seat, player in enumerate(s.players)
        for deal in player.deals
        if deal.target == location.card
    )
    return LocationView(
        card=location.card,
        owner=owner,
        controller=controller,
        used=location.used,
        uses=action.uses if action else 0,
        blocked=location.blocked,
        defense=location.defense,
        samurai=location.samurai,
        put=location.put,
        under=len(location.under),
        routes=routes,
        price=price(s, location, controller) if location.facts.raze else 0,
    )


def _hand(s: SettlersState, seat: Seat) -> CardHand:
    player = s.players[seat]
    has_site = bool(sites(s, seat))
    deal_payable = costs.covers(player.supply, RULES.deal)
    cards = []
    for card in player.hand:
        facts = CARDS[card]
        missing = (
            sum(max(0, n - player.supply[good]) for good, n in facts.goods.items())
            - player.supply["gold"]
        )
        cards.append(
            HandCard(
                card,
                can_build(s, seat, card, has_site),
                max(0, missing),
                facts.site and not has_site,
                bool(facts.deal) and deal_payable,
            )
        )
    under: dict[str, tuple[str, ...]] = {}
    for _, one in s.all_locations():
        if mine := tuple(buried.card for buried in one.under if buried.seat == seat):
            under[one.card] = mine
    return CardHand(tuple(cards), tuple(player.looking), tuple(player.kept), under)


def _solo(pos: Pos) -> Solo:
    s = pos.state
    own = sum(not one.facts.common for one in s.players[0].locations)
    return Solo(
        tuple(ATTACKS[card] for card in s.queue),
        len(s.attacks),
        tuple(_location(s, VIRTUAL, one) for one in s.virtual),
        tuple(s.collection),
        own,
    )


def _question(pos: Pos) -> SettlersQuestion:
    """Return the question that the top frame asks: its kind, its seat and its card."""
    asked = view_helpers.view_question(pos)
    effect = getattr(pos.stack[-1], "here", None) if pos.stack else None
    acted = any(isinstance(frame, PlayerTurn) and frame.acted for frame in pos.stack)
    return SettlersQuestion(asked.kind, asked.seat, effect.card if effect else "", acted)
