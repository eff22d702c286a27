"""Sentences of the log for events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from games.core.text.messages import Msg, listed, msg, seat_name
from games.el_mapa.model import events as ev
from games.el_mapa.model.catalog import BUILDINGS
from games.el_mapa.model.events import MapEvent
from games.el_mapa.model.names import (
    BUILDINGS_WITH_ARTICLE,
    TECH_NAMES,
    amounts,
    by_level,
    cards,
    cell_name,
    cells,
    fallen,
    findings,
    good_amount,
    in_short,
    short_things,
    space_name,
    things,
    troop_amount,
    troops,
)
from games.el_mapa.model.state import NEUTRAL

MAX_TILES_NAMED = 3  # at most so many revealed tiles are told in one sentence
MAX_THINGS_NAMED = 7  # if they contain more than this, one tile less is named


def narrate(event: MapEvent) -> Msg | None:
    """Return an event as a sentence; None if the log leaves the event out."""
    match event:
        case (
            ev.Moved()
            | ev.Stopped()
            | ev.Hurried()
            | ev.Flipped()
            | ev.Rotated()
            | ev.Claimed()
            | ev.Treasure()
        ):
            return _explored(event)
        case (
            ev.Built()
            | ev.Hired()
            | ev.Banked()
            | ev.Offered()
            | ev.Dealt()
            | ev.Declined()
            | ev.Posted()
            | ev.Unposted()
        ):
            return _traded(event)
        case ev.Drew() | ev.Played() | ev.Lasting() | ev.Enhanced():
            return _cards(event)
        case ev.BattleBegan() | ev.Struck() | ev.Fled() | ev.Retreated() | ev.BattleEnded():
            return _fought(event)
    return _course(event)


def who(seat: int) -> Msg:
    """Return a player's name, or the neutral troops for seat -1."""
    return msg("map.neutrals") if seat == NEUTRAL else seat_name(seat)


def _course(event: MapEvent) -> Msg | None:
    """Return the sentence for an event about the course of the game."""
    match event:
        case ev.Began(first=first):
            return msg("map.log.began", seat=seat_name(first))
        case ev.RoundBegan(round=n):
            return msg("map.log.round", n=n)
        case ev.Upkeep(gains=gains) if any(gains):
            by_seat = [
                msg("map.log.share", seat=seat_name(seat), what=short_things(one))
                for seat, one in enumerate(gains)
                if one
            ]
            return msg("map.log.upkeep", n=len(by_seat), what=listed(by_seat))
        case ev.Produced(seat=seat, gains=some) if any(some.values()):
            return msg("map.log.produced", seat=seat_name(seat), what=things(some))
        case ev.TurnEnded(seat=seat, battles=[_, *_] as battles):
            return msg("map.log.battles", seat=seat_name(seat), n=len(battles), at=cells(battles))
        case ev.Razed(cell=cell, buildings=names):
            return msg(
                "map.log.razed",
                at=cell_name(cell),
                n=len(names),
                what=listed([BUILDINGS_WITH_ARTICLE[name] for name in names]),
            )
        case ev.Eliminated(seat=seat, resigned=resigned):
            return msg(
                "map.log.resigned" if resigned else "map.log.eliminated", seat=seat_name(seat)
            )
        case ev.LastRound(why=why, at_once=now):
            return msg(f"map.log.last_{why}_now" if now else f"map.log.last_{why}")
        case ev.Ended():  # the app announces the winner and the tie-break
            return msg(
                "map.log.ended", why=msg(f"map.end.{event.why}"), points=_totals(event.totals)
            )
    return None


def _totals(totals: Sequence[int]) -> Msg:
    return listed(
        [msg("map.log.total", seat=seat_name(seat), n=n) for seat, n in enumerate(totals)]
    )


def _explored(event: MapEvent) -> Msg | None:
    """Return the sentence for an event about moves, tiles, markers or treasures."""
    match event:
        case ev.Moved(seat=seat, origin=origin, way=[*_, last], troops=some, jump=jump):
            key = "map.log.jumped" if jump else "map.log.moved"
            return msg(
                key,
                seat=seat_name(seat),
                who=troops(some),
                origin=cell_name(origin),
                at=cell_name(last),
            )
        case ev.Stopped(seat=seat, cell=cell, fight=True):
            return msg("map.log.contested", seat=seat_name(seat), at=cell_name(cell))
        case ev.Hurried(seat=seat, n=n):
            return msg("map.log.hurried", seat=seat_name(seat), n=n)
        case ev.Flipped(seat=seat, cells=some, kinds=kinds, how=how):
            return _flipped(seat, how, some, kinds)
        case ev.Rotated(seat=seat, cell=cell):
            return msg("map.log.rotated", seat=seat_name(seat), at=cell_name(cell))
        case ev.Claimed(seat=seat, cell=cell, what=what, before=before):
            thing = msg(f"map.claim.{what}")
            if before < 0:
                return msg("map.log.claimed", seat=seat_name(seat), what=thing, at=cell_name(cell))
            return msg(
                "map.log.captured",
                seat=seat_name(seat),
                what=thing,
                at=cell_name(cell),
                other=seat_name(before),
            )
        case ev.Treasure(seat=seat, cell=cell, what=what, n=n, luck=luck):
            parts = {"seat": seat_name(seat), "what": good_amount(what, n), "at": cell_name(cell)}
            return (
                msg("map.log.treasure_luck", **parts, luck=luck)
                if luck
                else msg("map.log.treasure", **parts)
            )
    return None


def _flipped(seat: int, how: str, some: Sequence[str], kinds: Sequence[str]) -> Msg:
    """Say how many tiles a seat revealed, and what up to `MAX_TILES_NAMED` of them contain.

    `some` are the cells and `kinds` their tiles. The sentence also counts the tiles that contain
    nothing.
    """
    found = findings(some, kinds)
    parts = {"seat": seat_name(seat), "n": len(some), "how": msg(f"map.how.{how}")}
    if not found:
        return msg("map.log.flipped_empty", **parts)
    named, bare = found[:MAX_TILES_NAMED], len(some) - len(found)
    if sum(_things_at(one) for one in named) > MAX_THINGS_NAMED:
        named.pop()
    if more := len(found) - len(named):
        named = [*named, msg("map.more_tiles", n=more + bare)]
    elif bare:
        named = [*named, msg("map.bare_tiles", n=bare)]
    return msg("map.log.flipped", **parts, what=listed(named))


def _things_at(tile: Msg) -> int:
    """Return how many things `tile`, the words for a tile's contents, names."""
    what = tile.args["what"]
    return len(what.args["items"]) if isinstance(what, Msg) else 0


def _traded(event: MapEvent) -> Msg | None:
    """Return the sentence for an event about buildings, troops or goods."""
    match event:
        case ev.Built(seat=seat, cell=cell, space=space, building=name, paid=paid):
            key = (
                "map.log.wonder"
                if BUILDINGS[name].wonder
                else "map.log.built"
                if paid
                else "map.log.built_free"
            )
            return msg(
                key,
                seat=seat_name(seat),
                what=BUILDINGS_WITH_ARTICLE[name],
                at=cell_name(cell),
                space=space_name(space),
                cost=amounts(paid),
            )
        case ev.Hired(seat=seat, cell=cell, troops=some):
            return msg("map.log.hired", seat=seat_name(seat), who=troops(some), at=cell_name(cell))
        case ev.Banked(seat=seat, give=give, get=get):
            return msg("map.log.banked", seat=seat_name(seat), give=amounts(give), get=amounts(get))
        case ev.Offered(seat=seat, to=to, give=give, get=get, counter=counter):
            key = "map.log.countered" if counter else "map.log.offered"
            return msg(
                key, seat=seat_name(seat), other=seat_name(to), give=things(give), get=things(get)
            )
        case ev.Dealt(seat=seat, other=other, give=give, get=get):
            return msg(
                "map.log.dealt",
                seat=seat_name(seat),
                other=seat_name(other),
                give=things(give),
                get=things(get),
            )
        case ev.Declined(seat=seat, other=other, withdrawn=withdrawn):
            return msg(
                "map.log.withdrew" if withdrawn else "map.log.refused",
                seat=seat_name(seat),
                other=seat_name(other),
            )
        case ev.Posted(seat=seat, give=give, get=get, times=n):
            return msg(
                "map.log.posted", seat=seat_name(seat), give=amounts(give), get=amounts(get), n=n
            )
        case ev.Unposted(seat=seat, give=give, get=get):
            return msg(
                "map.log.unposted", seat=seat_name(seat), give=amounts(give), get=amounts(get)
            )
    return None


def _cards(event: MapEvent) -> Msg | None:
    """Return the sentence for an event about technologies."""
    match event:
        case ev.Drew(cards=[card, *others]) if set(others) <= {card}:
            return msg("map.log.drew_same", n=1 + len(others), card=TECH_NAMES[card])
        case ev.Drew(cards=[_, *_] as drawn):
            return msg("map.log.drew_own", what=cards(Counter(drawn)))
        case ev.Played(seat=seat, card=card, lasting=lasting, levels=levels, spent=spent):
            key = "map.log.played_lasting" if lasting else "map.log.played"
            if not levels:
                return msg(key, seat=seat_name(seat), card=TECH_NAMES[card])
            return msg(
                f"{key}_boosted",
                seat=seat_name(seat),
                card=TECH_NAMES[card],
                what=_spent(levels, spent),
            )
        case ev.Lasting(seat=seat, card=card, levels=levels, spent=spent):
            return msg(
                "map.log.lasting",
                seat=seat_name(seat),
                card=TECH_NAMES[card],
                what=_spent(levels, spent),
            )
        case ev.Enhanced(seat=seat, card=card, troop=troop, n=n, one=one) if troop:
            whom = msg(f"map.one_of.{troop}" if one else f"map.their.{troop}")
            return msg(f"map.log.enhanced_{card}", seat=seat_name(seat), who=whom, n=n)
        case ev.Enhanced(seat=seat, card="shield", n=n):
            return msg("map.log.enhanced_army", seat=seat_name(seat), n=n)
    return None


def _spent(levels: Mapping[str, int], spent: Mapping[str, int]) -> Msg:
    """Return the cards spent face down: by kind for their owner, by level for others."""
    return cards(spent) if spent else by_level(levels)


def _fought(event: MapEvent) -> Msg | None:
    """Return the sentence for an event about battles."""
    match event:
        case ev.BattleBegan(cell=cell, seats=[one, other], troops=[ours, theirs]):
            sides = {
                "seat": who(one),
                "who": in_short(ours),
                "other": who(other),
                "whom": in_short(theirs),
            }
            return msg("map.log.battle", at=cell_name(cell), **sides)
        case ev.Struck(cell=cell, round=n, step=step, strikes=[hits, blows], dead=[ours, theirs]):
            return msg(
                "map.log.struck",
                at=cell_name(cell),
                round=n,
                step=step,
                hits=hits,
                blows=blows,
                dead=fallen(theirs),
                lost=fallen(ours),
            )
        case ev.Fled(seat=seat, cell=cell, to=to, given=given, caught=caught, arrived=arrived):
            parts = {"seat": who(seat), "at": cell_name(cell), "given": troop_amount(given, 1)}
            if not arrived:
                return msg("map.log.fled_nobody", **parts)
            if caught:
                return msg("map.log.fled_caught", **parts, to=cell_name(to), lost=troops(caught))
            return msg("map.log.fled", **parts, to=cell_name(to))
        case ev.Retreated(seat=seat, to=to, troops=some):
            if not to:
                return msg("map.log.disbanded", seat=who(seat), who=troops(some))
            return msg("map.log.retreated", seat=who(seat), who=troops(some), at=cell_name(to))
        case ev.BattleEnded(seats=[_, _]):
            return _battle_ended(event)
    return None


def _battle_ended(event: ev.BattleEnded) -> Msg:
    """Return who won a battle, and which troops each side lost."""
    (one, other), at = event.seats, cell_name(event.cell)
    attacker, defender = who(one), who(other)
    if event.winner < NEUTRAL:
        key = "map.log.standoff" if event.end == "standoff" else "map.log.nobody"
        result = msg(key, at=at, seat=attacker, other=defender)
    elif event.winner == NEUTRAL:
        key = "map.log.fled_from" if event.end == "fled" else "map.log.neutrals_won"
        result = msg(key, at=at, seat=attacker, other=defender)
    else:
        beaten = other if event.winner == one else one
        parts = {"seat": seat_name(event.winner), "other": who(beaten)}
        key = "map.log.won_by_flight" if event.end == "fled" else "map.log.won"
        result = msg(key, **parts, at=at, n=event.points)
    losses = [
        msg("map.log.share", seat=who(seat), what=in_short(some))
        for seat, some in zip(event.seats, event.losses, strict=False)
        if some
    ]
    if not losses:
        return result
    return msg("map.log.with_losses", result=result, losses=listed(losses))
