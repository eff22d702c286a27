"""Game in words: sentences of the log, and a description of the whole position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from games.core.state.events import Event
from games.core.state.score import places
from games.core.text.messages import Msg, Seat, listed, literal, msg, seat_name
from games.eight_minute_empire.model.board import CODES, SIDES
from games.eight_minute_empire.model.catalog import GOODS, RULES, WILD
from games.eight_minute_empire.model.events import (
    Assigned,
    Bade,
    Began,
    BidsOpened,
    CampaignOver,
    PlacedNeutral,
    Scored,
    Starts,
    TurnEnded,
)
from games.eight_minute_empire.model.operations import (
    CONTINENTS,
    NEUTRAL,
    PLACES,
    owner_key,
    owner_name,
    owner_of,
)
from games.eight_minute_empire.rules.turns import (
    card_name,
    goods_on_card,
    price_words,
    short_action,
)
from games.eight_minute_empire.views.view import GameView, Left, view_of_past_game

SOURCES = ("regions", "continents", "goods")  # of points, as in `Scored.sources`


def narrate(event: Event) -> Msg | None:
    """Return the log sentence of an event; None for the steps of a turn.

    A turn is told as a whole when it has ended, because its steps can be undone until then.
    """
    match event:
        case Began():
            key = "eme.log.began_one" if event.games == 1 else "eme.log.began"
            return msg(key, n=event.game, m=event.games, side=msg(f"eme.side.{event.side}"))
        case PlacedNeutral():
            return msg("eme.log.neutral", seat=seat_name(event.seat), at=PLACES[event.region])
        case Bade():
            if event.amount is None:
                return msg("eme.log.bade", seat=seat_name(event.seat))
            return msg("eme.log.bade_own", n=event.amount)
        case BidsOpened():
            return _bids_sentence(event)
        case Starts():
            key = "eme.log.starts" if event.first == event.by else "eme.log.chosen"
            return msg(key, seat=seat_name(event.first), by=seat_name(event.by))
        case TurnEnded():
            return _turn_sentence(event)
        case Assigned():
            return _assigned_sentence(event)
        case Scored():
            key = "eme.log.scored_one" if event.games == 1 else "eme.log.scored"
            scored = msg(
                key,
                n=event.game,
                m=event.games,
                points=_points(event.totals),
                won=_winners(event.places),
            )
            lead = None if _is_tie(event) else _margin_sentence(event)
            return msg("eme.log.both_sentences", a=scored, b=lead) if lead else scored
        case CampaignOver():
            return msg("eme.log.campaign", points=_points(event.totals))
    return None


def _assigned_sentence(event: Assigned) -> Msg:
    if not event.goods:
        return msg("eme.log.assigned_none", seat=seat_name(event.seat))
    parts = [
        msg("eme.amount_of", n=n, good=msg(f"eme.good.{good}")) for good, n in event.goods.items()
    ]
    return msg(
        "eme.log.assigned",
        seat=seat_name(event.seat),
        n=sum(event.goods.values()),
        what=listed(parts),
    )


def _points(totals: Sequence[int]) -> Msg:
    return listed(
        [msg("eme.log.points", seat=seat_name(seat), n=n) for seat, n in enumerate(totals)]
    )


def _winners(places: Sequence[int]) -> Msg:
    winners = [seat_name(seat) for seat, place in enumerate(places) if place == 1]
    if len(winners) > 1:
        return msg("eme.log.shared", seats=listed(winners))
    return msg("eme.log.won_game", seat=winners[0])


def _is_tie(event: Scored) -> bool:
    """Return whether a tie-breaker decided the game, which the final message explains."""
    return event.totals.count(max(event.totals)) > 1


def _margin_sentence(event: Scored) -> Msg | None:
    """Say in what the winner scored more than the second player.

    Returns None if the win is shared, or if no source of points explains it.
    """
    ranked = sorted(range(len(event.places)), key=lambda seat: event.places[seat])
    if not event.sources or event.places.count(1) != 1 or len(ranked) < 2:
        return None
    first, second = ranked[:2]
    more = [
        msg("eme.log.more", what=msg(f"eme.log.more_{source}"), n=n, m=m)
        for source, n, m in zip(SOURCES, event.sources[first], event.sources[second], strict=True)
        if n > m
    ]
    if not more:
        return None
    return msg("eme.log.lead", seat=seat_name(first), second=seat_name(second), what=listed(more))


def _bids_sentence(event: BidsOpened) -> Msg:
    bids = listed(
        [msg("eme.log.bid", seat=seat_name(seat), n=bid) for seat, bid in enumerate(event.bids)]
    )
    key = f"eme.log.opened_{event.tie}" if event.tie else "eme.log.opened"
    return msg(key, bids=bids, seat=seat_name(event.winner), n=event.bids[event.winner])


def _turn_sentence(event: TurnEnded) -> Msg:
    """Build the sentence of a turn: `▲ Carla toma la carta de madera por 1 y mueve C8→C6.`."""
    actions = _step_phrases(event.steps)
    if not actions:
        return msg(
            "eme.log.turn_idle",
            seat=seat_name(event.seat),
            card=card_name(event.card),
            price=price_words(event.price),
        )
    took = msg("eme.log.took", card=card_name(event.card), price=price_words(event.price))
    did = listed([took, *actions])
    # the logs of old games have no `changes`
    changes = event.changes or [[region, "", owner_key(event.seat, -1)] for region in event.won]
    places_by_owners = _places_by_owners(changes)
    if not places_by_owners:
        return msg("eme.log.turn", seat=seat_name(event.seat), did=did)
    gained = places_by_owners.get(("", owner_key(event.seat, -1)))
    if gained and len(places_by_owners) == 1:
        return msg("eme.log.turn_won", seat=seat_name(event.seat), did=did, at=gained)
    what = _changes_phrase(event.seat, places_by_owners)
    return msg("eme.log.turn_changed", seat=seat_name(event.seat), did=did, what=what)


def _places_by_owners(changes: Sequence[Sequence[str]]) -> dict[tuple[str, str], Msg]:
    """Return the places that changed hands: one list per (owner before, owner now).

    `changes` is as in `TurnEnded`.
    """
    found: dict[tuple[str, str], list[Msg | str]] = {}
    for place, was, now in changes:
        found.setdefault((was, now), []).append(CODES.get(place) or CONTINENTS[place])
    return {owners: listed(places) for owners, places in found.items()}


def _changes_phrase(seat: Seat, places_by_owners: dict[tuple[str, str], Msg]) -> Msg:
    """Describe how places changed hands in the turn of `seat`: `takes W5 and I2 from ● Ana`.

    Places that `seat` gained come first, then those it lost, then changes among the others.
    """
    own, taken, gained, lost, others = owner_key(seat, -1), [], [], [], []
    for (was, now), at in places_by_owners.items():
        if now == own and was:
            taken.append(msg("eme.log.takes", at=at, who=_owner(was)))
        elif now == own:
            gained.append(msg("eme.log.controls", at=at))
        elif now:
            others.append(msg("eme.log.now_controls", at=at, who=_owner(now)))
        elif was == own:
            lost.append(msg("eme.log.loses", at=at))
        else:
            others.append(msg("eme.log.now_loses", at=at, who=_owner(was)))
    parts = [listed(phrases) for phrases in ([*taken, *gained, *lost], others) if phrases]
    return parts[0] if len(parts) == 1 else msg("eme.log.both", a=parts[0], b=parts[1])


def _owner(key: str) -> Msg:
    return msg("eme.neutral.name") if key == NEUTRAL else seat_name(owner_of(key, -1))


def _step_phrases(steps: Sequence[Sequence[str]]) -> list[Msg]:
    """Describe the steps of a turn; consecutive steps of one kind are one phrase."""
    phrases: list[Msg] = []
    for verb, group in groupby(steps, lambda step: step[0]):
        same_verb = list(group)
        match verb:
            case "place":
                placed: dict[str, int] = {}
                for _, region, n in same_verb:
                    placed[region] = placed.get(region, 0) + int(n)
                sites = [
                    msg("eme.log.placed_at", n=n, at=CODES[region]) for region, n in placed.items()
                ]
                phrases.append(msg("eme.log.placed", what=listed(sites)))
            case "move":
                journeys = _journey_phrases(_journeys(same_verb))
                phrases.append(msg("eme.log.moved", what=listed(journeys)))
            case "city":
                cities = listed([CODES[step[1]] for step in same_verb])
                phrases.append(msg("eme.log.founded", at=cities))
            case _:
                for _, region, owner in same_verb:
                    if owner == NEUTRAL:
                        phrases.append(msg("eme.log.destroyed_neutral", at=CODES[region]))
                    else:
                        phrases.append(
                            msg(
                                "eme.log.destroyed",
                                owner=seat_name(owner_of(owner, 0)),
                                at=CODES[region],
                            )
                        )
    return phrases


def _journeys(steps: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the journey of each army, a list of regions such as C8, C6, C7.

    The steps of one army are joined.
    """
    journeys: list[list[str]] = []
    for _, start, to in steps:
        begun = next((regions for regions in reversed(journeys) if regions[-1] == start), None)
        if begun:
            begun.append(to)
        else:
            journeys.append([start, to])
    return journeys


def _journey_phrases(journeys: Sequence[Sequence[str]]) -> list[Msg]:
    """Describe journeys; equal ones are merged with their number of armies."""
    armies = Counter(tuple(regions) for regions in journeys)
    if len(armies) == len(journeys):
        return [_arrows(regions) for regions in journeys]
    return [msg("eme.log.together", n=n, way=_arrows(regions)) for regions, n in armies.items()]


def _arrows(regions: Sequence[str]) -> Msg:
    """Return a journey such as `C8→S1→S2`."""
    return literal("→".join(CODES[region] for region in regions))


def summary(v: GameView) -> Msg:
    """Return the status line: `Turno 19 de 32 · acción`."""
    phase = msg(f"eme.phase.{v.phase}")
    key = "eme.summary.before" if v.phase in ("neutral", "bid", "first") else "eme.summary.turn"
    if v.phase in ("wilds", "end"):
        key = "eme.summary.after"
    line = msg(key, n=v.turn, m=v.turns, phase=phase)
    return msg("eme.summary.campaign", n=v.game_no, m=v.games, rest=line) if v.games > 1 else line


def describe(v: GameView) -> list[Msg]:
    """Describe the whole position, so that a user can play without the picture."""
    lines = [summary(v)]
    if v.order:
        lines.append(msg("eme.text.order", seats=listed([seat_name(seat) for seat in v.order])))
    if v.neutral_left:
        lines.append(msg("eme.text.neutral_left", n=v.neutral_left))
    if v.left is not None:
        lines.append(action_words(v))
    for past in v.past:
        lines += past_words(view_of_past_game(v, past.game))
    if v.phase not in ("wilds", "end"):
        lines += row_words(v)
        lines.append(msg("eme.text.deck", n=v.deck))
    for seat in range(v.n):
        lines += seat_lines(v, seat)
    lines += map_words(v)
    return lines


def past_words(v: GameView) -> list[Msg]:
    """Return the result of a finished game of a campaign as one log sentence.

    `v` is from `view_of_past_game`. Returns [] for a game that is not over.
    """
    board = v.scoreboard
    if board is None:
        return []
    result = narrate(Scored(v.game_no, v.games, list(board.total), places(board.ranking)))
    return [] if result is None else [result]


def row_words(v: GameView) -> list[Msg]:
    """Describe the cards in the row, one line per place; mark the card just taken."""
    return [_row_line(v, at) for at in range(len(v.row))]


def map_words(v: GameView) -> list[Msg]:
    """Describe the map: each region with pieces, the empty regions, the controlled continents."""
    ruled = [
        msg("eme.text.ruled", at=CONTINENTS[c], who=owner_name(who, v.n))
        for c, who in v.continents.items()
    ]
    last = (
        msg("eme.text.continents", what=listed(ruled)) if ruled else msg("eme.text.no_continents")
    )
    return [*_region_lines(v), last]


def border_words(v: GameView) -> list[Msg]:
    """Describe the graph of the map: regions by continent, neighbors by land and by sea."""
    side = SIDES[v.side]
    continents = (
        (CONTINENTS[continent], [CODES[one] for one in some])
        for continent, some in side.continents.items()
    )
    lines = [msg("eme.text.members", at=at, what=listed(some)) for at, some in continents]
    for region in side.regions:
        land = listed([CODES[one] for one in side.land[region]])
        sea = listed([CODES[one] for one in side.sea[region]])
        key = "eme.text.borders_sea" if side.sea[region] else "eme.text.borders"
        lines.append(msg(key, at=PLACES[region], land=land, sea=sea))
    return lines


def _row_line(v: GameView, at: int) -> Msg:
    key = "eme.text.card_taken" if v.taken == at + 1 else "eme.text.card"
    return msg(
        key,
        place=at + 1,
        price=v.prices[at],
        good=goods_on_card(v.row[at]),
        does=short_action(v.row[at], v.english),
    )


def action_words(v: GameView) -> Msg:
    """Describe the turn that is not over: the card taken, and what its action still allows.

    No more armies can be placed than the reserve has. Of an action that allows nothing more, the
    result says whether it is used up or only lacks armies in reserve.
    """
    left, seat = v.left or Left(), v.seats[v.actors[0]]
    words = [
        ("place", min(left.place, seat.reserve)),
        ("sail" if left.sea else "move", left.move),
        ("city", left.city),
        ("destroy", left.destroy),
    ]
    parts = [msg(f"eme.short.{key}", n=n) for key, n in words if n]
    what = listed(parts, "or" if left.join == "or" else "and")
    card = card_name(seat.cards[-1])
    if left.place and not parts:
        return msg("eme.text.action_no_armies", seat=seat_name(v.actors[0]), card=card)
    return msg(
        "eme.text.action" if parts else "eme.text.action_done",
        seat=seat_name(v.actors[0]),
        card=card,
        what=what,
    )


def seat_lines(v: GameView, seat: int) -> list[Msg]:
    """Describe the pieces, goods and cards of a seat, and what is known of its bid."""
    one = v.seats[seat]
    goods = [
        msg("eme.amount_of", n=one.goods[good], good=msg(f"eme.good.{good}"))
        for good in GOODS
        if one.goods[good]
    ]
    if one.goods[WILD]:
        goods.append(msg("eme.text.wilds", n=one.goods[WILD]))
    lines = [
        msg(
            "eme.text.seat",
            seat=seat_name(seat),
            points=msg("eme.text.points", n=one.points),
            coins=msg("eme.text.coins", n=one.coins),
            reserve=msg("eme.text.armies", n=one.reserve),
            cities=msg("eme.text.cities", n=one.cities),
            cards=len(one.cards),
            most=RULES.by_players[v.n].cards,
        ),
        msg("eme.text.goods", what=listed(goods)) if goods else msg("eme.text.no_goods"),
    ]
    if v.games > 1:
        lines.append(msg("eme.text.sum", n=v.sums[seat]))
    if v.phase == "bid":
        lines.append(msg("eme.text.bid_in" if one.bid_in else "eme.text.bid_out"))
        if v.viewer == seat and v.my_bid is not None:
            lines.append(msg("eme.text.my_bid", n=v.my_bid))
    return lines


def _region_lines(v: GameView) -> list[Msg]:
    """Describe each region with pieces or a token; list the empty ones at the end."""
    lines, empty = [], []
    for region in SIDES[v.side].regions:
        armies, cities = v.armies[region], (*v.cities[region], 0)
        contents = [
            _force(who, n, cities[who], v.n) for who, n in enumerate(armies) if n or cities[who]
        ]
        if region in v.tokens:
            contents.append(msg("eme.text.token", good=msg(f"eme.good.{v.tokens[region]}")))
        if not contents:
            empty.append(CODES[region])
            continue
        holder = (
            owner_name(v.control[region], v.n) if region in v.control else msg("eme.text.nobody")
        )
        lines.append(
            msg("eme.text.region", at=PLACES[region], what=listed(contents), holder=holder)
        )
    if empty:
        lines.append(msg("eme.text.empty", at=listed(empty)))
    return lines


def _force(who: int, armies: int, cities: int, n: int) -> Msg:
    parts = [msg("eme.text.armies", n=armies)] if armies else []
    parts += [msg("eme.text.cities", n=cities)] if cities else []
    return msg("eme.text.force", who=owner_name(who, n), what=listed(parts))
