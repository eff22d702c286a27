"""What a move is for, in a sentence for hints."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.engine.purposes import effect_of
from games.core.state.position import Position
from games.core.text.messages import Msg, Path, Seat, msg
from games.eight_minute_empire.model.board import CODES, holders
from games.eight_minute_empire.model.catalog import CARDS, GOODS, WILD
from games.eight_minute_empire.model.operations import (
    owner_name,
    parse_move,
    region_and_count,
)
from games.eight_minute_empire.model.state import Empire
from games.eight_minute_empire.rules.scoring import symbols

_CONTROL = ("eme.effect.yours", "eme.effect.nobody")  # effects that are good for the seat


def purpose(pos: Position[Empire, Any], seat: Seat, path: Path) -> Msg | None:
    """Return what a bid, a card or one use of its action is for.

    Returns None for other moves, and for destroying an army if this neither wins the seat control
    nor takes it from a rival.
    """
    match path:
        case ("bid", _):
            return _BID
        case ("take", str(place)):
            return _card_purpose(pos, seat, int(place.removeprefix("card")) - 1)
        case ("place", str(where)):
            found = effect_of(pos, seat, path, _CONTROL)
            return found or _strength(pos, seat, path, region_and_count(where)[0])
        case ("move", *where):
            found = effect_of(pos, seat, path, _CONTROL)
            return found or _strength(pos, seat, path, parse_move(tuple(where))[0][-1])
        case ("city", str(at)):
            return msg("eme.purpose.city", at=CODES[at])
        case ("destroy", *_):
            return effect_of(pos, seat, path, _CONTROL)
    return None


def _card_purpose(pos: Position[Empire, Any], seat: Seat, at: int) -> Msg:
    """Say how many symbols of its good the seat will have, and what they are worth.

    `at` is the index of the card in the row.
    """
    s = pos.state
    card = CARDS[s.row[at]]
    if card.good == WILD:
        return _WILD
    n = symbols(s, seat, holders(s.armies, s.cities))[card.good] + card.symbols
    good = GOODS[card.good]
    now = good.points(n)
    more = [(need, points) for need, points in good.steps if need > n]
    need, following = more[0] if more else (0, 0)
    return msg(
        f"eme.purpose.card_{'most' if not more else 'more' if now else 'none'}",
        n=n,
        good=msg(f"eme.good.{card.good}"),
        now=msg("eme.text.points", n=now),
        need=need,
        next=msg("eme.text.points", n=following),
    )


def _strength(pos: Position[Empire, Any], seat: Seat, path: Path, region: str) -> Msg:
    """Say how strong the seat and its strongest rival are in a region after a move."""
    s = walk.submit(pos, seat, path).pos.state
    cities = s.cities[region]
    strengths = [
        n + (cities[who] if who < len(cities) else 0) for who, n in enumerate(s.armies[region])
    ]
    most, who = max(((n, who) for who, n in enumerate(strengths) if who != seat), default=(0, seat))
    if not most:
        return msg("eme.purpose.alone", n=strengths[seat], at=CODES[region])
    return msg(
        "eme.purpose.against",
        n=strengths[seat],
        at=CODES[region],
        m=most,
        who=owner_name(who, len(cities)),
    )


_BID = msg("eme.purpose.bid")
_WILD = msg("eme.purpose.wild")
