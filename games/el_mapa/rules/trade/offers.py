"""Direct offer: the partner answers, the maker may withdraw it (rules 6.2)."""

from __future__ import annotations

from collections import Counter

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Msg, Path, Seat, msg, seat_name
from games.el_mapa.model.events import Declined
from games.el_mapa.model.names import missing, short_things, things
from games.el_mapa.model.state import MapState, counts
from games.el_mapa.rules.technology.resources import PRODUCTION
from games.el_mapa.rules.trade import deals

T = StepContext[MapState]
SHORT_FORM_FROM_KINDS = 4  # an offer with at least so many kinds is described in the short form


class Offer(Frame[MapState], tag="offer"):
    """Frame for an open offer: `by` gives `give` to `to` and wants `get`.

    `counter`: it is a counteroffer; it cannot be countered again, and `to` is the active player. The
    trade limit is always that of the active player. `give` contains certain cards (`vision`), `get`
    cards by level (`cards2`).
    """

    free = (PRODUCTION,)  # actions that a player may also choose when asked, without ending this

    by: int
    to: int
    give: dict[str, int]
    get: dict[str, int]
    counter: bool = False

    def actors(self, t: T) -> tuple[Seat, ...]:
        """Return the receiver of the offer."""
        return (self.to,)

    def optional_actors(self, t: T) -> tuple[Seat, ...]:
        """Return the maker of the offer, who may withdraw it."""
        return (self.by,)

    def prompt(self, t: T, seat: Seat, path: Path) -> PromptResult:
        """Ask the receiver to accept, refuse or counter, or the maker to withdraw.

        A receiver who accepts chooses the cards that are requested by level.
        """
        if seat == self.by:
            return (
                self._withdraw_form()
                if not path
                else MoveReady(
                    msg("map.done.withdraw", seat=seat_name(self.to)),
                    advice=msg("map.advice.withdraw", seat=seat_name(self.to)),
                )
            )
        match path:
            case ():
                return self._verbs(t)
            case ("accept", *named):
                return self._accept(t.state, [counts(key) for key in named])
            case ("refuse",):
                return MoveReady(
                    msg("map.done.refuse", seat=seat_name(self.by)),
                    advice=msg("map.advice.refuse", seat=seat_name(self.by)),
                )
            case ("counter", *rest):
                return self._counter(t, [counts(key) for key in rest])
        return IllegalPath(msg("core.refused.option"))

    def _accept(self, s: MapState, named: list[dict[str, int]]) -> PromptResult:
        player, asked = s.players[self.to], self._levels()
        if len(named) < len(asked):
            what = asked[len(named)]
            return deals.cards_form(player, deals.LEVEL[what], self.get[what])
        pays = self._paid(named)
        left = deals.goods_after(player.goods, pays, self.give)
        return MoveReady(
            msg("map.done.accept", give=things(pays), get=things(self.give)),
            effects=(left,),
            ghost=(f"seat{self.by}",),
            advice=msg("map.advice.accept", seat=seat_name(self.by)),
        )

    def _levels(self) -> list[str]:
        """Return the levels (`cards2`) at which the offer requests cards.

        The receiver is asked for the cards of each.
        """
        return [what for what in deals.LEVEL if self.get.get(what)]

    def _paid(self, named: list[dict[str, int]]) -> dict[str, int]:
        """Return what `to` gives: the requested goods, and the chosen cards `named`."""
        paid = {what: n for what, n in self.get.items() if what not in deals.LEVEL}
        for some in named:
            paid |= some
        return paid

    def _counter(self, t: T, rest: list[dict[str, int]]) -> PromptResult:
        """Ask for a counteroffer; its default is this offer with the sides exchanged."""
        s = t.state
        player, other, most = s.players[self.to], s.players[self.by], self._room(t)
        cards = deals.has_cards({**self.give, **self.get})
        match rest:
            case []:
                hand = Counter(player.hand) if cards else None
                return deals.give_form(
                    player.goods, most, hand=hand, like=deals.name_cards(player, self.get)
                )
            case [give] if not give:
                return IllegalPath(deals.NOTHING_GIVEN, "trade")
            case [give]:
                by_level = deals.levels(other) if cards else None
                return deals.get_form(
                    other.goods, most, give, self.by, cards=by_level, like=deals.by_level(self.give)
                )
            case [give, get]:
                summary = msg(
                    "map.done.counter", seat=seat_name(self.by), give=things(give), get=things(get)
                )
                advice = msg(
                    "map.advice.counter",
                    seat=seat_name(self.by),
                    give=things(give),
                    get=things(get),
                )
                return deals.why_invalid(give, get) or MoveReady(
                    summary,
                    instant=True,
                    unconfirmed=True,
                    label=msg("map.label.offer", seat=seat_name(self.by)),
                    ghost=(f"seat{self.by}",),
                    advice=advice,
                )
        return IllegalPath(msg("core.refused.option"))

    def _withdraw_form(self) -> SelectPrompt:
        return SelectPrompt((_WITHDRAW,), self._question("withdraw", self.to), ask_single=True)

    def _question(self, ask: str, other: Seat) -> Msg:
        """Return the question `map.ask.<ask>`, which describes the offer.

        `other` is the player that the question names.
        """
        say = things if len(self.give) + len(self.get) < SHORT_FORM_FROM_KINDS else short_things
        return msg(f"map.ask.{ask}", seat=seat_name(other), give=say(self.give), get=say(self.get))

    def _room(self, t: T) -> int:
        """Return the units that the active player may still trade."""
        return deals.room(t.state, t.state.turn.seat)

    def _verbs(self, t: T) -> SelectPrompt:
        s = t.state
        player = s.players[self.to]
        options, disabled = [], []
        why = None
        if lack := deals.missing_goods(player, self.get):
            why = missing(lack)
        elif deals.missing_goods(s.players[self.by], self.give):
            why = msg("map.why.not_covered")
        elif deals.units(self.give, self.get) > self._room(t):
            why = msg("map.why.trade_limit", n=self._room(t))
        if why is None:
            options.append(_ACCEPT)
        else:
            disabled.append(DisabledOption("accept", msg("map.verb.accept"), why, "trade"))
        options.append(_REFUSE)
        if not self.counter and self._may_counter(t):
            options.append(_COUNTER)
        return SelectPrompt(
            tuple(options), self._question("offer", self.by), tuple(disabled), default="refuse"
        )

    def _may_counter(self, t: T) -> bool:
        """Return whether a counteroffer is possible.

        The receiver must have something to give. Gold is not exchanged for gold, so one of the two
        must have something else: wood, stone or, in a deal with cards, a card.
        """
        s = t.state
        player, other = s.players[self.to], s.players[self.by]
        if deals.has_cards({**self.give, **self.get}):
            return bool(any(player.goods.values()) or player.hand) and bool(
                player.hand or other.hand or deals.can_trade_goods(s, self.to, self.by)
            )
        return any(player.goods.values()) and deals.can_trade_goods(s, self.to, self.by)

    def apply(self, t: T, seat: Seat, path: Path) -> None:
        """Exchange the goods, open a counteroffer, or close the offer.

        The answer is stored in the turn, so that the next question to the active player mentions
        it.
        """
        t.pop()
        turn = t.state.turn
        if self.by == turn.seat and path[0] in ANSWERS:
            turn.partner, turn.answer = self.to, ANSWERS[str(path[0])]
        match path:
            case ("accept", *named):
                t.state.turn.traded += deals.units(self.give, self.get)
                deals.swap(
                    t, self.by, self.to, self.give, self._paid([counts(key) for key in named])
                )
                t.reveal()
            case ("counter", dict(give), dict(get)):
                deals.offered(t, self.to, self.by, give, get, counter=True)
                t.push(Offer(self.to, self.by, give, get, counter=True))
            case _:
                other = self.to if path[0] == "withdraw" else self.by
                t.emit(Declined(seat, other, path[0] == "withdraw"))
                t.reveal()


_ACCEPT = Option("accept", msg("map.verb.accept"), tone="main", rule="trade")
_REFUSE = Option("refuse", msg("map.verb.refuse"), rule="trade")
_COUNTER = Option("counter", msg("map.verb.counter"), rule="trade")
_WITHDRAW = Option("withdraw", msg("map.verb.withdraw"), rule="trade")
ANSWERS = {"accept": "accepted", "refuse": "refused"}
