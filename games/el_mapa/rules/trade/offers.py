"""A direct offer lies open: the partner answers, its maker may withdraw it (rules 6.2)."""

from __future__ import annotations

from games.core.forms import Answer, Blocked, Done, Option, Pick, Reject
from games.core.frame import Frame
from games.core.messages import Msg, Path, Seat, msg, seat_name
from games.core.table import Table
from games.el_mapa.model.events import Declined, Offered
from games.el_mapa.model.holdings import can_pay, lacking
from games.el_mapa.model.names import amounts, missing, short_amounts
from games.el_mapa.model.state import MapState
from games.el_mapa.rules.technology.resources import PRODUCTION
from games.el_mapa.rules.trade import deals

T = Table[MapState]
MANY = 4                    # so many kinds of goods in an offer are told in short


class Offer(Frame[MapState], tag="offer"):
    """`by` gives `give` to `to` and wants `get`. With `counter` it answers an offer: then nobody counters any more, and the
    limit is that of `to`, whose turn it is."""

    free = (PRODUCTION,)

    by: int
    to: int
    give: dict[str, int]
    get: dict[str, int]
    counter: bool = False

    def actors(self, t: T) -> tuple[Seat, ...]:
        """The one to whom it is made; the game waits for their answer."""
        return (self.to,)

    def may(self, t: T) -> tuple[Seat, ...]:
        """Its maker may take it back."""
        return (self.by,)

    def ask(self, t: T, seat: Seat, path: Path) -> Answer:
        """Accept, refuse, answer with another; withdraw."""
        s = t.state
        if seat == self.by:
            return self._mine() if not path else Done(msg("map.done.withdraw", seat=seat_name(self.to)))
        match path:
            case ():
                return self._verbs(t)
            case ("accept",):
                left = deals.after(s.players[seat].goods, self.get, self.give)
                return Done(msg("map.done.accept", give=amounts(self.get), get=amounts(self.give)), effects=(left,),
                            ghost=(f"seat{self.by}",))
            case ("refuse",):
                return Done(msg("map.done.refuse", seat=seat_name(self.by)))
            case ("counter",):
                return deals.give_form(s.players[seat].goods, self._room(t))
            case ("counter", dict(give)) if not give:
                return Reject(deals.EMPTY, "trade")
            case ("counter", dict(give)):
                return deals.get_form(s.players[self.by].goods, self._room(t), give, self.by)
            case ("counter", dict(give), dict(get)):
                sure = msg("map.done.counter", seat=seat_name(self.by), give=amounts(give), get=amounts(get))
                return deals.wrong(give, get) or Done(sure, ghost=(f"seat{self.by}",))
        return Reject(msg("core.refused.option"))

    def _mine(self) -> Pick:
        return Pick((_WITHDRAW,), self._told("withdraw", self.to), shown=True)

    def _told(self, ask: str, other: Seat) -> Msg:
        """The offer in a question; in short where it is of many goods."""
        say = amounts if len(self.give) + len(self.get) < MANY else short_amounts
        return msg(f"map.ask.{ask}", seat=seat_name(other), give=say(self.give), get=say(self.get))

    def _room(self, t: T) -> int:
        """Units that the active player may still trade."""
        return deals.room(t.state, t.state.turn.seat)

    def _verbs(self, t: T) -> Pick:
        s = t.state
        goods = s.players[self.to].goods
        options, shut = [], []
        why = None
        if not can_pay(goods, self.get):
            why = missing(lacking(goods, self.get))
        elif not can_pay(s.players[self.by].goods, self.give):
            why = msg("map.why.not_covered")
        elif deals.units(self.give, self.get) > self._room(t):
            why = msg("map.why.trade_limit", n=self._room(t))
        if why is None:
            options.append(_ACCEPT)
        else:
            shut.append(Blocked("accept", msg("map.verb.accept"), why, "trade"))
        options.append(_REFUSE)
        if not self.counter and any(goods.values()) and deals.tradable(s, self.to, self.by):
            options.append(_COUNTER)
        return Pick(tuple(options), self._told("offer", self.by), tuple(shut), default="refuse")

    def play(self, t: T, seat: Seat, path: Path) -> None:
        """The goods change hands, another offer lies open, or nothing comes of it. Whose turn it is reads the answer in the next
        question."""
        t.pop()
        turn = t.state.turn
        if self.by == turn.seat and path[0] in ANSWERS:
            turn.partner, turn.answer = self.to, ANSWERS[path[0]]
        match path:
            case ("accept",):
                t.state.turn.traded += deals.units(self.give, self.get)
                deals.swap(t, self.by, self.to, self.give, self.get)
                t.reveal()
            case ("counter", dict(give), dict(get)):
                t.emit(Offered(self.to, self.by, give, get, True))
                t.push(Offer(self.to, self.by, give, get, True))
            case _:
                other = self.to if path[0] == "withdraw" else self.by
                t.emit(Declined(seat, other, path[0] == "withdraw"))
                t.reveal()


_ACCEPT = Option("accept", msg("map.verb.accept"), tone="main", rule="trade")
_REFUSE = Option("refuse", msg("map.verb.refuse"), rule="trade")
_COUNTER = Option("counter", msg("map.verb.counter"), rule="trade")
_WITHDRAW = Option("withdraw", msg("map.verb.withdraw"), rule="trade")
ANSWERS = {"accept": "accepted", "refuse": "refused"}
