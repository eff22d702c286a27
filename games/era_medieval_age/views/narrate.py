"""Match in words: log sentences, and a full text description of the position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from itertools import islice

from games.core.state.events import Event
from games.core.text.messages import Msg, listed, literal, msg, seat_name
from games.era_medieval_age.model import events as ev
from games.era_medieval_age.model.catalog import (
    BUILDINGS,
    DICE,
    FACES,
    LAYOUTS,
    RESOURCES,
    RULES,
    WALLS,
    peg,
)
from games.era_medieval_age.model.land import placed
from games.era_medieval_age.model.names import (
    GOODS,
    KINDS,
    amount,
    amounts,
    covered_cells,
    die_label,
    die_shows,
    face,
    piece_at,
    the_piece,
    where,
)
from games.era_medieval_age.rules.phases.calamities import BACKFIRES
from games.era_medieval_age.rules.phases.extortion import JAIME, extorter_name, jaime_words
from games.era_medieval_age.views.view import DieView, Forecast, GameView, TownView

# the log names up to this many pieces of a turn with their places, and counts more than that
_MAX_NAMED_PIECES = 3
_MAX_SEATS_IN_WORDS = 2  # revealed dice are described in words for so many players
_MAX_LEADS = 2  # reasons of a win named in the final sentence
_MAX_KINDS = 6  # kinds named in a sentence; what the pieces caused counts as well


def narrate(event: Event) -> Msg | None:
    """Return the log sentence of an event; None for events without one.

    A piece is narrated at the end of the building turn, since it can be undone until then.
    """
    match event:
        case ev.Ready() | ev.PhaseDone():
            return msg(
                "era.log.ready" if isinstance(event, ev.Ready) else "era.log.done",
                seat=seat_name(event.seat),
            )
        case ev.Opened():
            return (
                msg("era.log.opened_solo")
                if len(event.domains) == 1
                else msg("era.log.opened", seat=seat_name(event.first))
            )
        case ev.RoundBegan():
            return msg("era.log.round", n=event.round)
        case ev.RoundEnded():
            return _round_ended(event)
        case ev.Built() | ev.Struck(calamity="disease"):
            return None  # the sentence on `Sick` tells of the skulls, too
        case ev.Scored():
            return _scored(event)
        case ev.Decided():
            return _decided(event)
    return _private(event) or _rolled(event) or _calamity(event) or _building_and_extortion(event)


def _private(event: Event) -> Msg | None:
    """Return the sentence of an event that only its seat sees."""
    match event:
        case ev.Arranged(preset=str(which)) if which in LAYOUTS:
            return msg("era.log.preset", what=msg(f"era.layout.{which}"))
        case ev.Arranged():
            return msg("era.log.arranged", piece=piece_at(event.piece))
        case ev.Threw():
            what = _roll_words([event.faces[die] for die in event.thrown])
            return (
                msg("era.log.threw", n=len(event.thrown), m=event.throw, what=what)
                if event.thrown
                else msg("era.log.threw_none", n=event.throw)
            )
        case ev.SetDie():
            return msg("era.log.set", die=die_label(event.die), face=face(event.face))
    return None


def _rolled(event: Event) -> Msg | None:
    match event:
        case ev.Shown():
            return _shown(event)
        case ev.Quilled():
            dice = listed([die_shows(die, shown) for die, shown in event.faces.items()])
            return msg("era.log.quilled", seat=seat_name(event.seat), what=dice)
        case ev.JaimeThrew():
            return msg("era.log.jaime", what=jaime_words(event.faces))
        case ev.Collected():
            got = (
                msg("era.log.collected", what=amounts(event.gain))
                if event.gain
                else msg("era.log.collected_nothing")
            )
            parts = [got]
            if event.lost:
                parts.append(msg("era.log.overflow", n=sum(event.lost.values())))
            if event.hungry:
                parts.append(msg("era.log.hungry", n=event.hungry))
            elif event.fed:
                parts.append(msg("era.log.fed", n=event.fed))
            return msg("era.log.collect", seat=seat_name(event.seat), did=_joined(parts))
    return None


def _calamity(event: Event) -> Msg | None:
    match event:
        case ev.Struck():
            key = f"era.log.struck_{event.calamity}" + (
                "_alone" if event.alone and event.calamity in BACKFIRES else ""
            )
            return msg(key, seat=seat_name(event.seat), n=event.skulls)
        case ev.Robbed():
            if event.what:
                return msg("era.log.robbed", seat=seat_name(event.seat), what=amount(event.what, 1))
            return msg("era.log.robbed_point", seat=seat_name(event.seat))
        case ev.NoCalamity():
            return msg("era.log.no_calamity")
        case ev.Sick():
            return msg(
                "era.log.sick" if event.n else "era.log.healthy",
                seat=seat_name(event.seat),
                n=event.n,
            )
        case ev.NoPieces():
            return msg("era.log.no_pieces")
        case ev.NoRoom() | ev.Spared():
            return msg(
                "era.log.no_room" if isinstance(event, ev.NoRoom) else "era.log.spared",
                seat=seat_name(event.seat),
            )
        case ev.Scorched():
            gone = listed([the_piece(piece) for piece in event.removed])
            key = "era.log.scorched_gone" if event.removed else "era.log.scorched"
            return msg(key, seat=seat_name(event.seat), at=where(event.piece), gone=gone)
        case ev.Lost():
            return msg(
                f"era.log.lost_{event.cause}",
                seat=seat_name(event.seat),
                what=the_piece(event.piece),
            )
        case ev.Revolted():
            return msg(
                "era.log.revolted" if event.goods else "era.log.revolted_none",
                seat=seat_name(event.seat),
                n=event.goods,
            )
        case ev.DieLeft():
            return msg("era.log.die_left", seat=seat_name(event.seat), die=die_label(event.die))
    return None


def _building_and_extortion(event: Event) -> Msg | None:
    match event:
        case ev.BuildEnded():
            return _built(event)
        case ev.BuildSkipped():
            key = "era.log.build_skipped" if event.hammers else "era.log.no_hammers"
            return msg(key, seat=seat_name(event.seat), n=event.hammers)
        case ev.LargestArea():
            return _largest_area(event)
        case ev.NoExtortion():
            return msg("era.log.no_extortion_alone" if event.alone else "era.log.no_extortion")
        case ev.Demanded():
            what = amount(event.what, 1)
            if event.by == JAIME:
                return msg("era.log.demanded_jaime", seat=seat_name(event.victim), what=what)
            return msg(
                "era.log.demanded",
                by=extorter_name(event.by),
                seat=seat_name(event.victim),
                what=what,
            )
        case ev.Paid():
            key = "era.log.paid_wasted" if event.wasted else "era.log.paid"
            return msg(
                key,
                by=extorter_name(event.by),
                seat=seat_name(event.victim),
                what=amount(event.what, 1),
            )
        case ev.ExtortionRefused():
            key = "era.log.penniless" if event.poor else "era.log.refused"
            return msg(key, by=extorter_name(event.by), seat=seat_name(event.victim), n=event.n)
        case ev.Plundered():
            if not event.what:
                return msg("era.log.plundered_nothing", seat=seat_name(event.seat))
            key = "era.log.plundered_wasted" if event.wasted else "era.log.plundered"
            return msg(key, seat=seat_name(event.seat), what=amount(event.what, 1))
    return None


def _built(event: ev.BuildEnded) -> Msg:
    if not event.pieces:
        return msg("era.log.built_nothing", seat=seat_name(event.seat))
    last, others = _last_and_others(event)
    kinds = Counter(placed(piece).kind for piece in others)
    named = [piece_at(piece) for piece in others]
    # places give way to what the pieces caused
    caused = len(event.ended) + (event.enclosed > 0 and bool(event.ended))
    if len(event.pieces) + max(0, caused - 1) > _MAX_NAMED_PIECES:
        named = [
            msg("era.text.count", piece=KINDS[kind], n=n) if n > 1 else msg(f"era.a.{kind}")
            for kind, n in kinds.items()
        ]
        last_named = [msg(f"era.last.{placed(piece).kind}") for piece in last]
    else:
        last_named = [
            msg("era.piece_at", piece=msg(f"era.last.{placed(piece).kind}"), at=where(piece))
            for piece in last
        ]
    if len(kinds) + len(last) + caused > _MAX_KINDS:
        named = [msg("era.log.pieces", n=len(others))] if others else []
    if last_named:  # first, because a picture may cut the sentence
        what = listed(last_named)
        if event.markers_flipped:
            what = msg("era.log.flipped", what=what, n=event.markers_flipped)
        named = [what, *named]
    parts = [msg("era.log.built", what=listed(named))]
    if event.enclosed > 0:
        parts.append(msg("era.log.encloses", n=event.enclosed))
    return msg("era.log.build", seat=seat_name(event.seat), did=_joined(parts))


def _last_and_others(event: ev.BuildEnded) -> tuple[list[str], list[str]]:
    """Return the pieces of a building turn that were the last of their kinds, and all others."""
    last_by_kind = {placed(piece).kind: piece for piece in event.pieces}  # a later one replaces
    last = [last_by_kind[kind] for kind in event.ended if kind in last_by_kind]
    return last, [piece for piece in event.pieces if piece not in last]


def _largest_area(event: ev.LargestArea) -> Msg:
    holders, losers = (
        listed([seat_name(seat) for seat in seats]) for seats in (event.holders, event.losers)
    )
    if not event.holders:
        return msg("era.log.no_area", losers=losers, points=event.points)
    if len(event.holders) > 1:
        return msg("era.log.largest_areas", seats=holders, n=event.cells, points=event.points)
    key = "era.log.largest_area_from" if event.losers else "era.log.largest_area"
    return msg(key, seat=holders, losers=losers, n=event.cells, points=event.points)


def _joined(parts: Sequence[Msg]) -> Msg:
    """Join clauses: `builds a Farm at C4; encloses 6 more cells`."""
    return reduce(lambda a, b: msg("era.log.then", a=a, b=b), parts)


def _scored(event: ev.Scored) -> Msg:
    if event.rank:
        return msg("era.log.scored_solo", n=event.totals[0], rank=msg(f"era.rank.{event.rank}"))
    points = [
        msg("era.log.points", seat=seat_name(seat), n=n) for seat, n in enumerate(event.totals)
    ]
    return msg(f"era.log.scored_{event.reason}", points=listed(points))


def _decided(event: ev.Decided) -> Msg:
    """Say in which sources of points the winner was ahead of the second.

    Only the two largest leads are named.
    """
    compared = zip(event.lead_sources, event.points, event.second_points, strict=True)
    what = [
        # points for calamities are negative
        msg(f"era.log.more_{source}", n=abs(own), m=abs(second))
        for source, own, second in islice(compared, _MAX_LEADS)
    ]
    return msg(
        "era.log.lead",
        seat=seat_name(event.seat),
        second=seat_name(event.second),
        what=listed(what),
    )


def _round_ended(event: ev.RoundEnded) -> Msg | None:
    """Name the dice that new buildings bring from the next round on; None if there are none.

    After the last round of a solo game there is no next one.
    """
    if len(event.dice) == 1 and event.round >= RULES.solo.rounds:
        return None
    changes = [
        msg(
            "era.log.more_dice" if change > 0 else "era.log.fewer_dice",
            seat=seat_name(seat),
            n=abs(change),
        )
        for seat, change in enumerate(event.dice)
        if change
    ]
    return msg("era.log.round_ended", n=event.round, what=listed(changes)) if changes else None


def _shown(event: ev.Shown) -> Msg:
    """Describe the part of the dice that others need to know: `● Ana: 5 hammers and 1 skull`.

    A line has room for the words of up to `_MAX_SEATS_IN_WORDS` players; for more there are signs:
    `● Ana 🔨5 💀1`. Resources are narrated when they are collected.
    """
    in_words = len(event.faces) <= _MAX_SEATS_IN_WORDS
    describe, key = (_symbols, "shown_words") if in_words else (_icons, "shown")
    each = []
    for seat, faces in enumerate(event.faces):
        if faces:
            shown, name = describe(faces.values()), seat_name(seat)
            each.append(
                msg(f"era.log.{key}_of", seat=name, what=shown)
                if shown
                else msg(f"era.log.{key}_none", seat=name)
            )
    return msg(f"era.log.{key}", what=_joined(each) if in_words and each else listed(each))


def _totals(faces: Iterable[str]) -> dict[str, int]:
    """Sum up hammers, swords, shields and skulls on `faces`; those without one are left out."""
    shown = [FACES[one] for one in faces]
    totals = {
        what: sum(getattr(one, what) for one in shown)
        for what in ("hammers", "swords", "shields", "skulls")
    }
    return {what: n for what, n in totals.items() if n}


def _symbols(faces: Iterable[str]) -> Msg | None:
    """Name hammers, swords, shields and skulls on `faces` in words; None if there are none."""
    named = [msg(f"era.face.{what}", n=n) for what, n in _totals(faces).items()]
    return listed(named) if named else None


def _icons(faces: Iterable[str]) -> Msg | None:
    """Sum up hammers, swords, shields and skulls on `faces` as signs; None if there are none."""
    signs = [msg(f"era.{what}", n=n) for what, n in _totals(faces).items()]
    return reduce(lambda a, b: msg("era.signs", a=a, b=b), signs) if signs else None


def _roll_words(faces: Sequence[str]) -> Msg:
    """Describe rolled dice: resources, faces with a choice or quill, symbols."""
    gain = Counter[str]()
    for one in faces:
        gain.update(FACES[one].gain)
    unresolved = Counter(one for one in faces if FACES[one].choose or FACES[one].quill)
    parts = [amount(what, gain[what]) for what in GOODS if gain[what]]
    parts += [msg("era.log.times", n=n, what=face(one)) for one, n in unresolved.items()]
    signs = _icons(faces)
    return listed([*parts, signs] if signs else parts)


# Feeding follows collecting without a question; quills belong to the roll.
_STEPS = ("roll", "collect", "calamities", "build", "extort")


def summary(v: GameView) -> Msg:
    """Return the status line with round and step: `Ronda 6 · paso 4 de 5: construcción`."""
    step = msg(f"era.phase.{v.phase}")
    if v.phase == "setup":
        return msg("era.summary.setup", phase=step)
    if v.phase == "end":
        return msg("era.summary.end", n=v.round)
    key = "era.summary.of" if v.n == 1 else "era.summary.round"
    at = _STEPS.index("roll" if v.phase == "quill" else v.phase) + 1
    return msg(key, n=v.round, m=v.rounds, phase=step, at=at, of=len(_STEPS))


def describe(v: GameView) -> list[Msg]:
    """Describe the whole position: phase, own screen, players, domains, supply.

    The text is enough to play from.
    """
    lines = [summary(v)]
    if v.n > 1 and v.phase not in ("setup", "end"):
        lines.append(msg("era.text.order", seats=listed([seat_name(seat) for seat in v.order])))
    lines += question_words(v)
    lines += _hand(v)
    if v.jaime:
        lines.append(msg("era.text.jaime", what=jaime_words(list(v.jaime))))
    for seat, town in enumerate(v.towns):
        lines += town_words(v, seat, town)
    lines.append(msg("era.text.supply", what=_counts(v.supply, BUILDINGS)))
    lines.append(msg("era.text.walls", what=_counts(v.supply, WALLS), n=v.supply["scorched_earth"]))
    lines.append(
        msg("era.text.pool", what=listed([msg(f"era.die.{kind}", n=v.pool[kind]) for kind in DICE]))
    )
    if v.markers:
        lines.append(msg("era.text.markers", n=min(len(v.ended), v.markers), m=v.markers))
    if v.rank:
        lines.append(msg("era.text.rank", rank=msg(f"era.rank.{v.rank}")))
    return lines


def question_words(v: GameView) -> list[Msg]:
    """Describe the present question as at most one sentence, in a list.

    The list is empty unless the question is about building, a demand or the answer to a demand.
    """
    question = v.question
    match question.kind:
        case "build":
            return (
                [msg("era.text.builds", seat=seat_name(v.actors[0]), n=question.hammers)]
                if v.actors
                else []
            )
        case "demand":
            return [
                msg(
                    "era.text.demands",
                    by=extorter_name(question.by or 0),
                    seat=seat_name(question.victim or 0),
                )
            ]
        case "yield":
            by = JAIME if question.by is None else question.by
            return [
                msg(
                    "era.text.yields",
                    by=extorter_name(by),
                    seat=seat_name(question.victim or 0),
                    what=amount(question.what, 1),
                )
            ]
    return []


def _hand(v: GameView) -> list[Msg]:
    """Describe what only the viewer sees: pieces to place, rolls made, result of the dice."""
    hand = v.hand
    if hand is None:
        return []
    lines = []
    if hand.unplaced:
        lines.append(
            msg(
                "era.text.left",
                what=_counts(Counter(hand.unplaced), list(dict.fromkeys(hand.unplaced))),
            )
        )
    if hand.throws:
        lines.append(msg("era.text.throws", n=hand.throws + 1, m=RULES.throws))
    forecast = hand.forecast
    if forecast is not None:
        after = listed(
            [
                msg("era.text.becomes", what=GOODS[w], n=forecast.before[w], m=forecast.after[w])
                for w in RESOURCES
            ]
        )
        stop = msg("era.text.stop")
        if assumed := assumed_words(forecast):
            stop = msg("era.text.stop_with", what=assumed)
        lines.append(msg("era.text.forecast", when=stop, what=after))
        if forecast.hungry:
            lines.append(msg("era.text.hungry", n=forecast.hungry))
        lines.append(
            msg(
                "era.text.signs",
                what=_signs(forecast.hammers, forecast.swords, forecast.shields, forecast.culture),
            )
        )
        if forecast.calamity:
            sick = forecast.sick > 0
            lines.append(
                msg(
                    "era.text.calamity_sick" if sick else "era.text.calamity",
                    what=msg(f"era.calamity.{forecast.calamity}"),
                    n=forecast.sick if sick else forecast.skulls,
                )
            )
        else:
            lines.append(msg("era.text.no_calamity"))
    return lines


def assumed_words(forecast: Forecast) -> Msg | None:
    """Name the dice with a choice and how they are assumed to be used: `P7 as food`.

    Returns None if nothing is assumed.
    """
    dice: dict[str, list[str]] = {}
    for die, what in forecast.assumed:
        dice.setdefault(what, []).append(die_label(die))
    parts = [
        msg("era.text.used_as", dice=" ".join(names), what=GOODS[what])
        for what, names in dice.items()
    ]
    return listed(parts) if parts else None


def _signs(hammers: int, swords: int, shields: int, culture: int) -> Msg:
    parts = [
        msg("era.face.hammers", n=hammers),
        msg("era.face.swords", n=swords),
        msg("era.face.shields", n=shields),
    ]
    return listed([*parts, amount("culture", culture)])


def _counts(numbers: Mapping[str, int], kinds: Sequence[str]) -> Msg:
    return listed([msg("era.text.count", piece=KINDS[kind], n=numbers[kind]) for kind in kinds])


def town_words(v: GameView, seat: int, town: TownView) -> list[Msg]:
    """Describe one player's goods, tracks, domain and dice."""
    own = listed([amount(what, town.stock[what]) for what in RESOURCES])
    lines = [
        msg(
            "era.text.seat",
            seat=seat_name(seat),
            points=msg("era.text.points", n=town.points),
            what=own,
        ),
        msg(
            "era.text.tracks",
            culture=_track(town.culture),
            calamity=_track(town.calamity),
            n=town.area,
        ),
    ]
    if v.phase == "setup" and v.viewer != seat:
        lines.append(msg("era.text.screen_done" if town.status == "done" else "era.text.screen"))
        return lines
    lines.append(_domain(town))
    groups = (town.pieces[at : at + 12] for at in range(0, len(town.pieces), 12))
    lines += [
        msg("era.text.pieces", what=listed([_piece(one, one in town.walled) for one in group]))
        for group in groups
    ]
    lines.append(_dice(town))
    if town.status:
        lines.append(
            msg("era.text.status_done" if town.status == "done" else "era.text.status_open")
        )
    return lines


def _track(total: int) -> Msg:
    """Describe a total of culture or calamity.

    If the peg has wrapped, its space and the number of wraps are named too.
    """
    at, notes = peg(total)
    return msg("era.text.wrapped", n=total, at=at, notes=notes) if notes else literal(total)


def _domain(town: TownView) -> Msg:
    if not town.inside:
        return msg("era.text.open_land")
    return msg("era.text.inside", what=literal(", ".join(cell.upper() for cell in town.inside)))


def _piece(piece: str, walled: bool) -> Msg:
    one = placed(piece)
    key = "era.text.walled_piece" if walled and one.kind != "keep" else "era.text.piece"
    return msg(key, piece=KINDS[one.kind], at=covered_cells(piece))


def _dice(town: TownView) -> Msg:
    seen: list[DieView] = [die for die in town.dice if die.face]
    if seen:
        return msg("era.text.dice", what=listed([die_shows(die.id, die.face) for die in seen]))
    counts = Counter(die.id[0] for die in town.dice)
    own = [
        msg(f"era.die.{kind}", n=counts[one.letter])
        for kind, one in DICE.items()
        if counts[one.letter]
    ]
    return msg("era.text.own_dice", what=listed(own)) if own else msg("era.text.no_dice")
