"""Game log: events as sentences, and the position in words for users without images."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce

from games.core.text.messages import Msg, Seat, listed, msg, seat_name
from games.tadmor.model import events as ev
from games.tadmor.model.catalog import COLORS, PARTS, RARE, REGIONS, RESOURCES, RULES
from games.tadmor.model.effects import effect_text
from games.tadmor.model.events import TadmorEvent
from games.tadmor.model.names import (
    A_PIECE,
    ACTIONS,
    COLOR_NAMES,
    GOODS,
    PART_NAMES,
    PIECE_NAMES,
    RARE_NAMES,
    REGION_NAMES,
    SPACE_NAMES,
    amounts,
    mission_name,
    place_name,
    short_amounts,
    upgrade_name,
)
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.views.view import GameView, MatView, SpaceView

SOURCES = ("track", "tower", "missions", "temples", "rare", "bonus")  # as in `Ended.sources`
_ITEMS_PER_LINE = 4  # tiles with texts per line
_MAX_PLACES = 5  # places that a sentence on a whole placement names
_MAX_SPACES_NAMED = 3  # pieces removed by marauders of which the spaces are named too
_MAX_LEADS = 2  # sources of points that a sentence on the winner names


def narrate(event: TadmorEvent) -> Msg | None:
    """Return an event as a sentence; None if there is nothing to tell.

    Goods and gifts gathered automatically are not told one by one, since `Harvested` tells their
    total.
    """
    match event:
        case (
            ev.PassedUpgrade()
            | ev.Claimed()
            | ev.GoodsStored()
            | ev.Gained()
            | ev.Traded()
            | ev.Favoured()
            | ev.Discarded()
        ):
            return _goods(event)
        case ev.Gathered() | ev.Gifted() | ev.Harvested():
            return _gathered(event)
        case (
            ev.Climbed()
            | ev.FreeLevel()
            | ev.Destroyed()
            | ev.BuiltTemple()
            | ev.TookRare()
            | ev.Completed()
        ):
            return _built(event)
        case (
            ev.Revealed() | ev.Redirected() | ev.Raided() | ev.Looted() | ev.Swapped() | ev.Hired()
        ):
            return _raided(event)
        case ev.Prestige() | ev.Courted() | ev.Taxed() | ev.Supplied() | ev.Pawn():
            return _kingdom(event)
        case (
            ev.PiecePlaced()
            | ev.AllPlaced()
            | ev.Returned()
            | ev.Bought()
            | ev.NewPiece()
            | ev.TookStart()
        ):
            return _pieces(event)
        case ev.StepDone() | ev.Ready():
            return None
    return _course(event)


def _course(event: TadmorEvent) -> Msg | None:
    """Narrate setup, turns, Eras and the end."""
    match event:
        case ev.Began(first=seat):
            return msg("tad.log.began", seat=seat_name(seat))
        case ev.Chose(seat=seat, what=what):
            return msg("tad.log.chose", seat=seat_name(seat), what=amounts({what: 1}))
        case ev.Dealt(cards=[card]):
            facts = MISSIONS[card]
            return msg(
                "tad.log.dealt_card",
                card=mission_name(card),
                cost=short_amounts(facts.cost),
                n=facts.points,
                what=facts.benefit.describe(),
            )
        case ev.Dealt(cards=[_, *_] as cards):
            return msg("tad.log.dealt_own", n=len(cards), cards=listed(map(mission_name, cards)))
        case ev.Dealt(seat=seat, n=n):
            return msg("tad.log.dealt", seat=seat_name(seat), n=n)
        case ev.Displayed(era=era, tiles=tiles):
            return msg("tad.log.displayed", n=len(tiles), era=msg(f"tad.era.{era}"))
        case ev.TurnBegan(turn=turn, order=order):
            return msg("tad.log.turn", n=turn, seat=seat_name(order[0]))
        case ev.EraBegan(era=era, points=points):
            name = msg(f"tad.era.{era}")
            scored = {seat: f"+{n}" for seat, n in enumerate(points) if n}
            if not scored:
                return msg("tad.log.era_no_points", era=name)
            return msg("tad.log.era", era=name, points=_points(scored))
        case ev.Ended(totals=totals):
            text, lead = msg("tad.log.ended", points=_points(dict(enumerate(totals)))), _lead(event)
            return msg("tad.log.then", a=text, b=lead) if lead else text
    return None


def _lead(event: ev.Ended) -> Msg | None:
    """Say in which sources of points the winner beat the second most clearly.

    The sentence names at most `_MAX_LEADS` sources. Return None for a shared win.
    """
    ranked = sorted(range(len(event.places)), key=lambda seat: event.places[seat])
    if not event.sources or event.places.count(1) != 1:
        return None
    first, second = ranked[:2]
    rows = zip(SOURCES, event.sources[first], event.sources[second], strict=True)
    ahead = sorted(((n - m, source, n, m) for source, n, m in rows if n > m), reverse=True)
    more = [
        msg("tad.log.more", what=msg(f"tad.log.more_{source}"), n=n, m=m)
        for _, source, n, m in ahead[:_MAX_LEADS]
    ]
    if not more:
        return None
    return msg("tad.log.lead", seat=seat_name(first), second=seat_name(second), what=listed(more))


def _pieces(event: TadmorEvent) -> Msg | None:
    """Narrate pieces, tiles and missions."""
    match event:
        case ev.TookStart(seat=seat, tile=tile):
            return msg("tad.log.took_start", seat=seat_name(seat), tile=upgrade_name(tile))
        case ev.PiecePlaced(seat=seat, piece=piece, at=at):
            return msg(f"tad.log.placed_{piece}", seat=seat_name(seat), at=place_name(at))
        case ev.AllPlaced(seat=seat, camels=camels, boats=boats, at=[_, *_] as places):
            return _placed_in_all(seat, camels, boats, places)
        case ev.Returned(seat=seat, card=card):
            return msg("tad.log.returned", seat=seat_name(seat), card=mission_name(card))
        case ev.Bought(seat=seat, tile=tile, paid=paid):
            return msg(
                "tad.log.bought" if paid else "tad.log.granted",
                seat=seat_name(seat),
                tile=upgrade_name(tile),
                what=amounts(paid),
            )
        case ev.NewPiece(seat=seat, piece=piece, at=at):
            if not at:
                return msg("tad.log.new_piece", seat=seat_name(seat), piece=PIECE_NAMES[piece])
            return msg(
                "tad.log.new_piece_at",
                seat=seat_name(seat),
                piece=PIECE_NAMES[piece],
                at=SPACE_NAMES[at],
            )
    return None


def _placed_in_all(seat: int, camels: int, boats: int, places: Sequence[str]) -> Msg:
    """Say how many pieces a seat has placed, and where.

    At most `_MAX_PLACES` places are named, so that the text fits a log line.
    """
    pieces = [("camel", camels), ("boat", boats)]
    counts = listed([msg(f"tad.count.{piece}", n=n) for piece, n in pieces if n])
    named = [place_name(at) for at in places[:_MAX_PLACES]]
    if len(places) <= _MAX_PLACES:
        return msg("tad.log.all_placed", seat=seat_name(seat), what=counts, at=listed(named))
    at = reduce(lambda a, b: msg("tad.log.and_place", a=a, b=b), named)
    return msg("tad.log.all_placed_more", seat=seat_name(seat), what=counts, at=at)


def _goods(event: TadmorEvent) -> Msg | None:
    match event:
        case ev.PassedUpgrade(seat=seat, at=str(at)) if at:
            return msg("tad.log.let_go_at", seat=seat_name(seat), at=SPACE_NAMES[at])
        case ev.PassedUpgrade(seat=seat):
            return msg("tad.log.let_go", seat=seat_name(seat))
        case ev.Claimed(seat=seat, what=what):
            return msg("tad.log.claimed", seat=seat_name(seat), what=amounts({what: 1}))
        case ev.GoodsStored(seat=seat, goods=goods):
            return msg("tad.log.stored", seat=seat_name(seat), what=amounts(goods))
        case ev.Gained(seat=seat, goods=goods):
            return msg("tad.log.gained", seat=seat_name(seat), what=amounts(goods))
        case ev.Traded(seat=seat, give=give, n=n, got=got):
            return msg(
                "tad.log.traded", seat=seat_name(seat), give=amounts({give: n}), got=amounts(got)
            )
        case ev.Favoured(seat=seat, what=what, points=points):
            return msg("tad.log.favoured", seat=seat_name(seat), what=GOODS[what], n=points)
        case ev.Discarded(seat=seat, card=card, what=what):
            return msg(
                "tad.log.discarded", seat=seat_name(seat), card=mission_name(card), what=GOODS[what]
            )
    return None


def _gathered(event: TadmorEvent) -> Msg | None:
    match event:
        case ev.Gathered(quiet=True) | ev.Gifted(quiet=True):
            return None
        case ev.Gathered(seat=seat, at=at, what=what, n=n):
            return msg(
                "tad.log.gathered",
                seat=seat_name(seat),
                what=amounts({what: n}),
                at=SPACE_NAMES[at],
            )
        case ev.Gifted(seat=seat, at=at, points=points):
            return msg("tad.log.gifted", seat=seat_name(seat), n=points, at=SPACE_NAMES[at])
        case ev.Harvested(seat=seat, goods=goods, points=points):
            parts = [amounts({what: n}) for what in RESOURCES if (n := goods.get(what, 0))]
            if points:
                parts.append(msg("tad.pp", n=points))
            return msg("tad.log.harvest", seat=seat_name(seat), what=listed(parts))
    return None


def _built(event: TadmorEvent) -> Msg | None:
    """Narrate towers, temples, rare goods and missions; None for other events."""
    match event:
        case ev.Climbed(seat=seat, height=height, paid=paid):
            key = "tad.log.climbed" if _anything_paid(paid) else "tad.log.climbed_free"
            return msg(key, seat=seat_name(seat), n=height, what=amounts(paid))
        case ev.FreeLevel(seat=seat, height=height):
            return msg("tad.log.free_level", seat=seat_name(seat), n=height)
        case ev.Destroyed(seat=seat, victim=victim, before=before, height=height):
            return msg(
                "tad.log.destroyed",
                seat=seat_name(seat),
                victim=seat_name(victim),
                n=before - height,
                m=height,
            )
        case ev.BuiltTemple(seat=seat, part=part, paid=paid, points=points, first=first):
            key = "tad.log.built" if _anything_paid(paid) else "tad.log.built_free"
            text = _with_bonus(
                msg(key, seat=seat_name(seat), part=msg(f"tad.the.{part}"), what=amounts(paid)),
                points,
            )
            return _full_stop(msg(f"tad.log.first_{first}", a=text) if first else text)
        case ev.TookRare(seat=seat, good=good, paid=paid, favour=favour, points=points, top=top):
            price = msg("tad.points_paid", n=favour) if favour else amounts(paid)
            key = "tad.log.rare" if favour or _anything_paid(paid) else "tad.log.rare_free"
            text = _with_bonus(
                msg(key, seat=seat_name(seat), good=RARE_NAMES[good], what=price), points
            )
            return _full_stop(msg("tad.log.comes", a=text, top=RARE_NAMES[top]) if top else text)
        case ev.Completed(seat=seat, card=card, paid=paid, points=points):
            text = msg(
                "tad.log.completed",
                seat=seat_name(seat),
                card=mission_name(card),
                what=amounts(paid),
            )
            return _full_stop(_with_bonus(text, points))
    return None


def _pieces_removed(removed: Sequence[ev.Removed]) -> list[Msg]:
    """Describe the pieces that marauders removed, one message per seat and kind.

    If only a few pieces were removed, the messages also name their spaces.
    """
    spaces_of: dict[tuple[Seat, str], list[str]] = {}
    for one in removed:
        spaces_of.setdefault((one.seat, one.piece), []).append(one.at)
    return [
        msg(
            "tad.log.raided_at" if len(removed) <= _MAX_SPACES_NAMED else "tad.log.raided_of",
            what=msg(f"tad.count.{piece}", n=len(spaces)),
            seat=seat_name(seat),
            at=listed(map(place_name, spaces)),
        )
        for (seat, piece), spaces in spaces_of.items()
    ]


def _raided(event: TadmorEvent) -> Msg | None:
    match event:
        case ev.Revealed(seat=seat, region=region):
            return msg("tad.log.revealed", seat=seat_name(seat), region=REGION_NAMES[region])
        case ev.Redirected(seat=seat, before=before, region=region):
            return msg(
                "tad.log.redirected",
                seat=seat_name(seat),
                before=REGION_NAMES[before],
                region=REGION_NAMES[region],
            )
        case ev.Raided(region=region, removed=removed, spared=spared):
            driven_away = _pieces_removed(removed)
            text = msg(
                "tad.log.raided" if driven_away else "tad.log.raided_none",
                region=REGION_NAMES[region],
                what=listed(driven_away),
            )
            return (
                msg("tad.log.spared", a=text, seats=listed(map(seat_name, spared)))
                if spared
                else text
            )
        case ev.Looted(seat=seat, points=points, gold=gold):
            parts = ([msg("tad.pp", n=points)] if points else []) + (
                [amounts({"gold": gold})] if gold else []
            )
            return msg("tad.log.looted", seat=seat_name(seat), what=listed(parts))
        case ev.Swapped(seat=seat, other=other, piece=piece, own=own, at=at):
            return msg(
                f"tad.log.swapped_{piece}",
                seat=seat_name(seat),
                other=seat_name(other),
                own=SPACE_NAMES[own],
                at=SPACE_NAMES[at],
            )
        case ev.Hired(region=str(region)) if region:
            return msg("tad.log.hired_own", region=REGION_NAMES[region])
        case ev.Hired(seat=seat, any=hired):
            return msg("tad.log.hired" if hired else "tad.log.hired_none", seat=seat_name(seat))
    return None


def _kingdom(event: TadmorEvent) -> Msg | None:
    match event:
        case ev.Prestige(seat=seat, points=points):
            return msg("tad.log.prestige", seat=seat_name(seat), n=points)
        case ev.Courted(seat=seat, action=str(action)) if action:
            return msg("tad.log.courted", seat=seat_name(seat), action=ACTIONS[action])
        case ev.Taxed(seat=seat, gold=gold, points=points):
            return msg(
                "tad.log.taxed_points" if points else "tad.log.taxed",
                seat=seat_name(seat),
                n=points or gold,
            )
        case ev.Supplied(seat=seat, points=points):
            return msg("tad.log.supplied", seat=seat_name(seat), n=points)
        case ev.Pawn(seat=seat):
            return msg("tad.log.pawn", seat=seat_name(seat))
    return None


def _points(by_seat: Mapping[Seat, object]) -> Msg:
    return listed(
        [msg("tad.log.points", seat=seat_name(seat), n=str(n)) for seat, n in by_seat.items()]
    )


def _anything_paid(paid: Mapping[str, int]) -> bool:
    """Return whether anything was paid; a reduction may leave nothing to pay."""
    return any(paid.values())


def _with_bonus(text: Msg, points: int) -> Msg:
    return msg("tad.log.bonus", a=text, n=points) if points else text


def _full_stop(text: Msg) -> Msg:
    """Add the full stop that messages lack if another part may follow them."""
    return msg("tad.log.stop", a=text)


def summary(view: GameView) -> Msg:
    """Return one line: `Turno 5 de 9 · Era II · colocación`."""
    if view.phase == "setup":
        return msg("tad.summary.setup", phase=msg("tad.phase.setup"))
    if view.phase == "end":
        return msg("tad.summary.end", turn=view.turn)
    return msg(
        "tad.summary.now",
        turn=view.turn,
        turns=view.turns,
        era=msg(f"tad.era.{view.era}"),
        phase=msg(f"tad.phase.{view.phase}"),
    )


def describe(view: GameView) -> list[Msg]:
    """Describe the whole position in words, completely enough to play from them.

    The order is: turn, own hand, marauders, board, display, upgrades that K25 and K26 may fetch,
    piles, mats.
    """
    lines = [summary(view)]
    if view.phase not in ("setup", "end"):
        lines.append(
            msg(
                "tad.text.order",
                seats=listed(map(seat_name, view.order)),
                first=seat_name(view.first),
            )
        )
    lines += hand_words(view)
    lines += _marauders(view)
    lines += [
        _region(view, region)
        for region in REGIONS
        if any(space.region == region for space in view.spaces)
    ]
    lines += display_words(view)
    # Only K25 and K26 have this window; the tiles matter while one of the two can still be used.
    if any(MISSIONS[card].window == "upgrades" for card in _in_play(view)) and view.archive:
        lines += _rows("tad.text.unshown", "tiles", [_tile(tile) for tile in view.archive])
    lines += [_pile(view, color) for color in COLORS]
    lines.append(msg("tad.text.stacks", what=_counts(view.stacks, PARTS, PART_NAMES)))
    lines.append(msg("tad.text.deck", n=view.deck))
    if view.discard:
        lines.append(msg("tad.text.discard", cards=listed(map(mission_name, view.discard))))
    if view.completed:
        lines.append(msg("tad.text.completed", seats=listed(map(seat_name, view.completed))))
    for seat, mat in enumerate(view.mats):
        lines += mat_words(view, seat, mat)
    return lines


def _in_play(view: GameView) -> list[str]:
    """Return the missions that the viewer sees face up or has in hand."""
    return [
        *(card for mat in view.mats for card in mat.face_up),
        *(view.hand.missions if view.hand else ()),
    ]


def display_words(view: GameView) -> list[Msg]:
    """Describe the upgrades on offer."""
    shown = [_tile(tile) for tile in view.display if tile]
    return _rows("tad.text.display", "tiles", shown) or [msg("tad.text.no_display")]


def hand_words(view: GameView) -> list[Msg]:
    """Describe the viewer's missions and marauders; empty for spectators."""
    hand = view.hand
    if hand is None:
        return []
    over = view.phase == "end"
    lines = [_hand_mission(card, None if over else hand.missing[card]) for card in hand.missions]
    if not lines:
        lines.append(msg("tad.text.no_hand"))
    if hand.marauders:
        lines.append(msg("tad.text.own_marauders", region=REGION_NAMES[hand.marauders]))
    return lines


def _hand_mission(card: str, missing: Mapping[str, int] | None) -> Msg:
    """Describe a mission in hand, and the goods that it still needs.

    `missing` are these goods; with None, which stands for the end of the match, they are not told.
    """
    facts = MISSIONS[card]
    text = msg(
        "tad.text.card",
        card=mission_name(card),
        cost=amounts(facts.cost),
        n=facts.points,
        m=facts.returned,
        what=facts.benefit.describe(),
    )
    if missing is None:
        return text
    if missing:
        return msg("tad.text.card_lacks", a=text, n=sum(missing.values()), what=amounts(missing))
    return msg("tad.text.card_ready", a=text)


def _marauders(view: GameView) -> list[Msg]:
    lines = [msg("tad.text.raid", region=REGION_NAMES[view.raid])] if view.raid else []
    if view.attacked:
        return [
            *lines,
            msg("tad.text.attacked", region=REGION_NAMES[view.attacked], n=view.marauders),
        ]
    return [*lines, msg("tad.text.not_attacked", n=view.marauders)]


def _region(view: GameView, region: str) -> Msg:
    spaces_here = [_space(space) for space in view.spaces if space.region == region]
    spaces = reduce(lambda a, b: msg("tad.text.then", a=a, b=b), spaces_here)
    return msg("tad.text.region", region=REGION_NAMES[region], spaces=spaces)


def _space(space: SpaceView) -> Msg:
    kind = msg(f"tad.text.{space.piece}")
    amount = _space_amount(space)
    what = kind if amount is None else msg("tad.text.kind", piece=kind, what=amount)
    if not space.pieces:
        return msg("tad.text.free", at=SPACE_NAMES[space.id], what=what)
    who = [
        msg("tad.text.who", piece=PIECE_NAMES[piece], seat=seat_name(seat))
        for seat, piece in space.pieces
    ]
    return msg("tad.text.held", at=SPACE_NAMES[space.id], what=what, who=listed(who))


def _space_amount(space: SpaceView) -> Msg | None:
    """Describe a space's number in this Era (yield, price...); None without one.

    A Traitor or tax collector whose number is 0 is described as being of no use.
    """
    match space.action:
        case "gather":
            return amounts({space.resource: space.basic_amount}) if space.basic_amount else None
        case "peace_gifts":
            return msg("tad.points", n=space.basic_amount)
        case "upgrade":
            return msg("tad.text.cost", n=space.basic_amount)
        case "rare_good":
            return amounts(RULES.rare[space.color].cost)
        case "traitor" if space.basic_amount:
            return msg("tad.text.levels", n=space.basic_amount)
        case "tax_collector" if space.basic_amount:
            return msg("tad.text.tax", n=space.basic_amount)
        case "traitor" | "tax_collector":
            return msg("tad.prospect.unused")
    return None


def _tile(tile: str) -> Msg:
    return msg("tad.text.tile", tile=upgrade_name(tile), what=effect_text(tile))


def _rows(key: str, argument: str, items: Sequence[Msg]) -> list[Msg]:
    """Split a long list into messages `key`, one per line.

    The parameter `argument` of each message is filled with the items of its line.
    """
    parts = (
        items[start : start + _ITEMS_PER_LINE] for start in range(0, len(items), _ITEMS_PER_LINE)
    )
    return [msg(key, **{argument: listed(part)}) for part in parts]


def _pile(view: GameView, color: str) -> Msg:
    top = view.tops[color]
    if not top:
        return msg("tad.text.no_pile", color=COLOR_NAMES[color])
    goods = [good for good in RULES.rare[color].goods if view.contents[color][good]]
    left = _counts(view.contents[color], goods, RARE_NAMES)
    return msg(
        "tad.text.pile",
        color=COLOR_NAMES[color],
        top=RARE_NAMES[top],
        what=left,
        n=view.piles[color],
    )


def _counts(goods: Mapping[str, int], kinds: Iterable[str], names: Mapping[str, Msg]) -> Msg:
    return listed([msg("tad.text.count", what=names[kind], n=goods[kind]) for kind in kinds])


def mat_words(view: GameView, seat: int, mat: MatView) -> list[Msg]:
    """Describe a player's mat; the owner also sees the names of hand missions."""
    sources = [
        msg("tad.text.source", what=msg(f"tad.source.{source}"), n=n)
        for source, n in mat.earned.items()
    ]
    status_line = msg(
        "tad.text.seat", seat=seat_name(seat), points=mat.points, total=mat.total, tower=mat.tower
    )
    lines = [
        msg("tad.text.seat_end", seat=seat_name(seat), total=mat.total, tower=mat.tower)
        if view.phase == "end"
        else status_line,
        msg(
            "tad.text.sources",
            what=listed(sources),
            missions=mat.mission_points,
            temples=mat.temple_points,
            rare=mat.rare_points,
        ),
        msg(
            "tad.text.goods",
            store=_every_amount(mat.store),
            traded=amounts(mat.traded),
            limit=mat.storage,
        ),
        msg(
            "tad.text.pieces",
            camels=msg("tad.count.camel", n=mat.own["camel"]),
            a=mat.reserve["camel"],
            boats=msg("tad.count.boat", n=mat.own["boat"]),
            b=mat.reserve["boat"],
        ),
    ]
    lines += _rows(
        "tad.text.tiles", "tiles", [_own_tile(tile, mat.placed.get(tile)) for tile in mat.tiles]
    )
    lines.append(msg("tad.text.missions", n=mat.hand))
    if view.viewer == seat and view.hand:
        lines += _rows(
            "tad.text.own_hand", "cards", [_own_hand_mission(card) for card in view.hand.missions]
        )
    lines += _rows("tad.text.done", "cards", [_face_up_mission(card) for card in mat.face_up])
    if mat.returned:
        lines.append(msg("tad.text.returned", cards=listed(map(mission_name, mat.returned))))
    if mat.rare:
        counts = Counter(mat.rare)
        lines.append(
            msg(
                "tad.text.rare",
                what=_counts(counts, [good for good in RARE if counts[good]], RARE_NAMES),
            )
        )
    if mat.temples:
        lines.append(
            msg(
                "tad.text.temples",
                what=listed([PART_NAMES[PARTS[parts - 1]] for parts in mat.temples]),
            )
        )
    if mat.hired:
        lines.append(msg("tad.text.hired"))
    if mat.status:
        lines.append(msg("tad.text.closed" if mat.status == "done" else "tad.text.open"))
    return lines


def _every_amount(goods: Mapping[str, int]) -> Msg:
    """Describe the amounts of every resource, zeros included."""
    return listed([_amount(what, goods[what]) for what in RESOURCES])


def _amount(what: str, n: int) -> Msg:
    """Describe an amount, even zero: `3 de madera`."""
    return msg("tad.amount", n=n, what=GOODS[what])


def _own_tile(tile: str, piece: str | None) -> Msg:
    if piece is None:
        return _tile(tile)
    return msg(
        "tad.text.placed", tile=upgrade_name(tile), what=effect_text(tile), piece=A_PIECE[piece]
    )


def _own_hand_mission(card: str) -> Msg:
    facts = MISSIONS[card]
    return msg(
        "tad.text.own_card", card=mission_name(card), n=facts.points, cost=short_amounts(facts.cost)
    )


def _face_up_mission(card: str) -> Msg:
    return msg(
        "tad.text.done_card", card=mission_name(card), what=MISSIONS[card].benefit.describe()
    )
