"""Position as text, and the sentences of the log."""

from games.core.text.messages import Msg, listed, msg, seat_name
from games.core.views.closeups import Closeup
from tests.fishers.model.catalog import name
from tests.fishers.model.events import Told
from tests.fishers.model.state import ROUNDS
from tests.fishers.rules.casting import dice_said, does
from tests.fishers.views.view import View


def describe(v: View) -> list[Msg]:
    """Return the state, the coins of all seats and the viewer's own things, line by line."""
    has = [msg("fish.has", seat=seat_name(seat), n=n) for seat, n in enumerate(v.coins)]
    return [msg("fish.round", n=v.round, m=ROUNDS), *has, *own(v)]


def own(v: View) -> list[Msg]:
    """Return the viewer's dice, played card and hand."""
    laid = [msg("fish.laid", card=name(v.laid))] * bool(v.laid)
    return [dice_said(v.dice)] * bool(v.dice) + laid + [*map(does, v.hand)]


def closeups(v: View) -> tuple[Closeup, ...]:
    """Return the close-ups: the viewer's hand, if there is one."""
    return (Closeup("hand", "hand", msg("fish.look_hand"), words=tuple(own(v))),) if v.hand else ()


def narrate(event: Told) -> Msg:
    """Return the log sentence of an event."""
    dice, who = listed(map(str, event.dice)), seat_name(event.seat)
    return msg(f"fish.log.{event.what}", seat=who, n=event.n, card=name(event.card), dice=dice)
