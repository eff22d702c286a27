"""Action `build`: a building or wonder in a space of a castle (rules 6.1)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from msgspec import structs

from games.core.cards.decks import sort_in
from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Msg, Path, Seat, msg
from games.el_mapa.model.catalog import BELOW, BUILDINGS, SAVERS, SPACES, TECHS, fits_row
from games.el_mapa.model.events import Built
from games.el_mapa.model.holdings import can_pay, lacking, pay
from games.el_mapa.model.names import (
    BUILDING_NAMES,
    BUILDINGS_WITH_ARTICLE,
    TECH_NAMES,
    amounts,
    building_effect,
    cell_name,
    missing,
    short_amounts,
    space_name,
)
from games.el_mapa.model.names import cards as card_names
from games.el_mapa.model.options import ends_at_once
from games.el_mapa.model.state import Castle, MapState
from games.el_mapa.rules.technology import cards
from games.el_mapa.rules.technology.discounts import LASTING_SUFFIX, Play, Purchase, technology_of

T = StepContext[MapState]
PAY = "pay"  # key that ends the choice of cards that reduce the price


def free_spaces(castle: Castle, building: str) -> list[str]:
    """Return the spaces of a castle in which a building can be built.

    The space must be free, in a row that allows the building's level, and the two spaces below
    must be built.
    """
    return list(_free_spaces(frozenset(castle.spaces), building))


@lru_cache(20_000)
def _free_spaces(taken: frozenset[str], building: str) -> tuple[str, ...]:
    return tuple(
        space
        for space in SPACES
        if space not in taken
        and all(below in taken for below in BELOW[space])
        and fits_row(building, space)
    )


@lru_cache(20_000)
def _best_spaces(building: str, taken: frozenset[str]) -> tuple[str, ...]:
    """Return the best free space of each row for a building, the lowest row first.

    `taken` are the built spaces. The spaces of a row differ only in which spaces above they help to
    open. The best space has most built neighbors, so that it opens most.
    """

    def neighbors(space: str) -> int:
        row, at = space.split("-")
        return sum(f"{row}-{int(at) + by}" in taken for by in (-1, 1))

    by_row: dict[str, str] = {}
    for space in _free_spaces(taken, building):
        best = by_row.get(space[0])
        if best is None or neighbors(space) > neighbors(best):
            by_row[space[0]] = space
    return tuple(by_row[row] for row in sorted(by_row))


def lowest_space(castle: Castle, building: str) -> str:
    """Return the proposed space for a building: the best one of the lowest row.

    Only rows with a free space for the building are considered.
    """
    return _best_spaces(building, frozenset(castle.spaces))[0]


def is_below_build_limit(t: T, castle: Castle) -> bool:
    """Return whether the limit of buildings per castle and turn is not reached."""
    return castle.built < int(t.options["build_limit"])


def why_not_buildable(t: T, seat: Seat, castle: Castle, building: str) -> Msg | None:
    """Return why a building can't be built in this castle now, or None if it can."""
    s = t.state
    if building in castle.spaces.values():
        return _STANDS
    if not s.supply.get(building, 1):
        return _GONE
    if not free_spaces(castle, building):
        return _TOP if BUILDINGS[building].wonder else _below(BUILDINGS[building].level)
    player, cost = s.players[seat], BUILDINGS[building].cost
    if can_pay(player.goods, cost):
        return None
    if not any(card in player.hand or card in player.lasting for card in SAVERS):
        return missing(lacking(player.goods, cost))
    purchase = Purchase(player, building, t.options)
    return None if purchase.payable() else missing(purchase.lack)


def _limit_reached(t: T) -> Msg:
    return msg("map.why.one_a_turn", n=int(t.options["build_limit"]))


def buildable_castles(t: T, seat: Seat) -> list[str]:
    """Return the player's castles in which something can be built."""
    return [cell for cell in t.state.villages(seat) if may_build_in(t, seat, t.state.castles[cell])]


def may_build_in(t: T, seat: Seat, castle: Castle) -> bool:
    """Return whether something can be built in a castle now."""
    if not is_below_build_limit(t, castle):
        return False
    s = t.state
    player = s.players[seat]
    goods = player.goods
    fitting = [
        name for name in _fitting(tuple(sorted(castle.spaces.items()))) if s.supply.get(name, 1)
    ]
    if any(can_pay(goods, BUILDINGS[name].cost) for name in fitting):
        return True
    if not any(card in player.hand or card in player.lasting for card in SAVERS):
        return False
    return any(Purchase(player, name, t.options).payable() for name in fitting)


@lru_cache(20_000)
def _fitting(taken: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Return the buildings that a castle lacks and has a space for, cheapest first.

    `taken` are pairs (space, building).
    """
    castle = Castle(0, dict(taken))
    names = [
        name
        for name in BUILDINGS
        if name not in castle.spaces.values() and free_spaces(castle, name)
    ]
    return tuple(sorted(names, key=lambda name: sum(BUILDINGS[name].cost.values())))


def verb(t: T, seat: Seat) -> Option | DisabledOption:
    """Return the verb `build`, disabled with a reason if the seat cannot build."""
    s = t.state
    own = [cell for cell, castle in s.castles.items() if castle.owner == seat]
    if any(may_build_in(t, seat, s.castles[cell]) for cell in own):
        return _BUILD
    if not own or t.keys_only:
        return _NO_VILLAGE
    if not any(is_below_build_limit(t, s.castles[cell]) for cell in own):
        return DisabledOption("build", _VERB, _limit_reached(t), "build")
    return DisabledOption(
        "build",
        _VERB,
        why_none_payable(
            t, seat, [cell for cell in own if is_below_build_limit(t, s.castles[cell])]
        ),
        "build",
    )


def why_none_payable(t: T, seat: Seat, where: list[str]) -> Msg:
    """Return why the player can pay no building in the castles of the cells `where`.

    The message names the building for which least is missing, its price and the missing goods.
    """
    s, lacks = t.state, dict[str, dict[str, int]]()
    for cell in where:
        for name in _fitting(tuple(sorted(s.castles[cell].spaces.items()))):
            if s.supply.get(name, 1):
                lacks[name] = Purchase(s.players[seat], name, t.options).lack
    if not lacks:
        return _FULL
    nearest = min(
        (name for name in BUILDINGS if name in lacks), key=lambda name: sum(lacks[name].values())
    )
    lack = lacks[nearest]
    short = msg("map.why.short", n=sum(lack.values()), what=amounts(lack))
    return msg("map.why.nothing_payable", what=_priced(nearest), lack=short)


def in_full(path: Path) -> Path:
    """Return a building's path with separate keys for building and space; expand a shortcut."""
    match path:
        case ("build", cell, str(key), *rest) if "-" in key:
            building, _, space = key.partition("-")
            return ("build", cell, building, space, *rest)
    return path


def ask(t: T, seat: Seat, path: Path) -> PromptResult:
    """Ask for castle, building, space, cards that reduce the price, and `pay`.

    The path is `("build", cell, building, space, card, boost, ..., "pay")`. The shortcut
    `("build", cell, "bank-2-1", ...)` names building and space.
    """
    s = t.state
    path = in_full(path)
    match path:
        case ("build",):
            return _castle_form(t, seat)
        case ("build", str(cell)):
            return _building_form(t, seat, cell)
        case ("build", str(cell), str(building)):
            taken = frozenset(s.castles[cell].spaces)
            return _space_form(cell, building, _free_spaces(taken, building), taken)
        case ("build", str(cell), str(building), str(space), *rest):
            return _payment_step(t, seat, (cell, building, space), rest)
    return IllegalPath(msg("core.refused.option"))


def _castle_form(t: T, seat: Seat) -> SelectPrompt:
    s = t.state
    able, own = buildable_castles(t, seat), s.villages(seat)
    if not able and len(own) == 1 and is_below_build_limit(t, s.castles[own[0]]):
        return _unaffordable_form(t, seat, own[0])
    options = tuple(
        Option(
            cell, msg("map.castle", at=cell_name(cell)), spot=cell, rule="build", mark=cell.upper()
        )
        for cell in able
    )
    if t.keys_only:
        return SelectPrompt(options, _WHICH_CASTLE)
    whys = {
        cell: why_none_payable(t, seat, [cell])
        if is_below_build_limit(t, s.castles[cell])
        else _limit_reached(t)
        for cell in own
    }
    disabled = tuple(
        DisabledOption(cell, msg("map.castle", at=cell_name(cell)), why, "build", cell)
        for cell, why in whys.items()
        if cell not in able
    )
    return SelectPrompt(options, _WHICH_CASTLE, disabled)


def _building_form(t: T, seat: Seat, cell: str) -> SelectPrompt:
    castle = t.state.castles[cell]
    options, above, disabled = list[Option](), list[Option](), list[DisabledOption]()
    fitting = frozenset(_fitting(tuple(sorted(castle.spaces.items()))))
    for name in BUILDINGS:
        if t.keys_only and name not in fitting:
            continue
        why = why_not_buildable(t, seat, castle, name)
        if why is None:
            does = building_effect(name, t.options)
            lowest, *higher = _best_spaces(name, frozenset(castle.spaces))
            options.append(_building_option(cell, name, does))
            if higher:
                options[-1] = structs.replace(options[-1], key=f"{name}-{lowest}")
            notes = [option.detail for option in above]
            above += [
                _higher_option(name, space, is_noted=_row_note(name, space) in notes)
                for space in higher
            ]
        else:
            disabled.append(
                DisabledOption(name, _priced(name), why, "build", f"{cell}.shop.{name}", name)
            )
    return SelectPrompt(
        (*options, *above),
        msg("map.ask.house", at=cell_name(cell)),
        tuple(disabled),
        layout="menu",
        unlisted_keys=[option.key.partition("-")[0] for option in options],
        ask_single=True,
        details_in_lesson=True,
    )


def _unaffordable_form(t: T, seat: Seat, cell: str) -> SelectPrompt:
    """List the buildings for which a castle has a space, if the seat can pay none.

    All are disabled; the building for which least is missing comes first.
    """
    fitting = _fitting(tuple(sorted(t.state.castles[cell].spaces.items())))
    lacks = {
        name: sum(Purchase(t.state.players[seat], name, t.options).lack.values())
        for name in fitting
    }
    form = _building_form(t, seat, cell)
    by_lack = sorted(
        (one for one in form.blocked if lacks.get(one.key)), key=lambda one: lacks[one.key]
    )
    return SelectPrompt((), form.prompt, tuple(by_lack), layout="menu")


def _building_option(cell: str, name: str, does: Msg) -> Option:
    # no `art`: the picture shows the price but not the effect, so panels must say it, with the
    # name because the panel's line begins with the letter in the picture
    level = BUILDINGS[name].level
    worth = msg("map.detail.worth", name=BUILDING_NAMES[name], n=level, what=does)
    return Option(name, _priced(name), worth, spot=f"{cell}.shop.{name}", rule="build")


@lru_cache(4096)
def _higher_option(name: str, space: str, *, is_noted: bool) -> Option:
    """Return the option to build `name` in `space`, whose row is meant for a higher level.

    It has no spot: several buildings fit the same space, which has room for one letter only. With
    `is_noted`, another option has the note on the space; twice, it would take the room for what the
    buildings do.
    """
    label = msg("map.priced_in", what=_priced(name), space=space_name(space))
    note = None if is_noted else _row_note(name, space)
    return Option(f"{name}-{space}", label, note, rule="castle", name=space_name(space))


@lru_cache(4096)
def _priced(name: str) -> Msg:
    return msg("map.priced", what=BUILDING_NAMES[name], cost=short_amounts(BUILDINGS[name].cost))


@lru_cache(4096)
def _space_form(
    cell: str, building: str, spaces: tuple[str, ...], taken: frozenset[str]
) -> SelectPrompt:
    """Ask on which space of the castle at `cell` to build.

    `spaces` are all legal spaces. Only the best one of each row is listed; the others stay legal
    answers. `taken` are the spaces that have a building already.
    """
    options = tuple(
        Option(
            space,
            space_name(space),
            _row_note(building, space),
            spot=f"{cell}.{space}",
            rule="castle",
        )
        for space in _best_spaces(building, taken)
    )
    return SelectPrompt(
        options,
        msg("map.ask.space", what=BUILDING_NAMES[building]),
        layout="grid",
        unlisted_keys=spaces,
    )


def _row_note(building: str, space: str) -> Msg | None:
    """Return a note if the row of the space is for a higher level than the building's.

    The building still scores its own level there.
    """
    facts, row = BUILDINGS[building], int(space[0])
    return (
        None
        if facts.wonder or row <= facts.level
        else msg("map.detail.space", level=msg(f"map.level.{row}"), n=facts.level)
    )


def parse(rest: list[Any]) -> tuple[list[Play], str]:
    """Return the plays (card, boost), and the last card if its boost is not chosen yet.

    `rest` is the part of a path after the space: card, boost, card, boost... The last card is "" if
    all boosts are chosen.
    """
    plays = [(str(rest[at]), rest[at + 1]) for at in range(0, len(rest) - 1, 2)]
    return plays, str(rest[-1]) if len(rest) % 2 else ""


def _payment_step(t: T, seat: Seat, where: tuple[str, str, str], rest: list[Any]) -> PromptResult:
    """Return the next prompt of a purchase, or the finished move.

    `where` is the cell, the building and the space, and `rest` the part of the path after these.
    """
    player = t.state.players[seat]
    if rest and rest[-1] == PAY:
        return _build_ready(t, seat, where, parse(rest[:-1])[0])
    plays, opened = parse(rest)
    purchase = Purchase(player, where[1], t.options, plays)
    if opened:
        return _boost_form(t, purchase, opened)
    if plays:
        name, boost = plays[-1]
        before = Purchase(player, where[1], t.options, plays[:-1])
        if why := cards.why_boost_wasted(
            technology_of(name), boost, t.options, before.largest_boost(name)
        ):
            return IllegalPath(why, "technologies")
    choices = purchase.choices()
    if not choices:
        if purchase.lack:
            return IllegalPath(missing(purchase.lack), "build")
        return _build_ready(t, seat, where, plays)
    return _discount_form(purchase, list(choices))


def _boost_form(t: T, purchase: Purchase, opened: str) -> PromptResult:
    """Ask for the boost of `opened`, the card or lasting copy that was chosen last."""
    default = purchase.choices()[opened]
    hand, card = dict(purchase.hand), technology_of(opened)
    least = TECHS[card].boost if opened.endswith(LASTING_SUFFIX) else 0
    if not least:
        hand[card] -= 1
    own = {one: n for one, n in hand.items() if n}
    return cards.boost_form(t, card, own, default, least, purchase.largest_boost(opened))


def _discount_form(purchase: Purchase, choices: list[str]) -> SelectPrompt:
    """Ask for another card that reduces the price, or to pay.

    `choices` are the keys of the cards that the player can play, and of the lasting copies that can
    be boosted (with `LASTING_SUFFIX`). A lasting copy is a technology that stays in effect and
    already reduces the price; boosting it means to spend hand cards so that it reduces more.
    """
    pay_now = msg("map.pay", cost=short_amounts(purchase.cost))
    options = [] if purchase.lack else [Option(PAY, pay_now, tone="main", rule="build")]
    for name in choices:
        card = technology_of(name)
        label = (
            msg("map.boost_lasting", card=TECH_NAMES[card])
            if name.endswith(LASTING_SUFFIX)
            else TECH_NAMES[card]
        )
        options.append(
            Option(
                name,
                label,
                msg(f"map.tech_does.{card}"),
                spot=f"card.{card}",
                art=card,
                rule="technologies",
            )
        )
    disabled = (
        (DisabledOption(PAY, pay_now, missing(purchase.lack), "build"),) if purchase.lack else ()
    )
    return SelectPrompt(
        tuple(options),
        msg("map.ask.discount", cost=amounts(purchase.cost)),
        disabled,
        default=None if purchase.lack else PAY,
        layout="menu",
        ask_single=True,
    )


def _build_ready(t: T, seat: Seat, where: tuple[str, str, str], plays: list[Play]) -> MoveReady:
    cell, building, space = where
    purchase = Purchase(t.state.players[seat], building, t.options, plays)
    summary = msg(
        "map.done.build",
        what=BUILDINGS_WITH_ARTICLE[building],
        at=cell_name(cell),
        space=space_name(space),
        cost=amounts(purchase.cost),
    )
    level = msg("map.gain.points", n=BUILDINGS[building].level)
    effects = [msg("map.view.then", a=level, b=building_effect(building, t.options))]
    spent = Counter(name for name, _ in plays if not name.endswith(LASTING_SUFFIX))
    for _, boost in plays:
        spent.update(boost)
    if spent:
        effects.append(msg("map.effect.spends", what=card_names(spent)))
    if BUILDINGS[building].wonder:
        effects.append(_wonder_effect(t))
    # Spent cards and wonders must be confirmed; other buildings can be undone.
    return MoveReady(
        summary,
        instant=not spent and not BUILDINGS[building].wonder,
        effects=tuple(effects),
        label=BUILDING_NAMES[building],
        advice=_advice(building, cell, card_names(spent) if spent else None),
        ghost=(f"{cell}.{space}={building}",),
    )


def _wonder_effect(t: T) -> Msg:
    """Return how many wonders will be built, and what follows after the last one."""
    n = t.state.raised + 1
    if ends_at_once(t.options):
        key = "map.effect.wonder_last_now" if n >= t.n else "map.effect.wonder_now"
    else:
        key = "map.effect.wonder_last" if n >= t.n else "map.effect.wonder"
    return msg(key, n=n, of=t.n)


def _advice(building: str, cell: str, spent: Msg | None) -> Msg:
    what, at = BUILDINGS_WITH_ARTICLE[building], cell_name(cell)
    if spent is None:
        return msg("map.advice.build", what=what, at=at)
    return msg("map.advice.build_with", what=what, at=at, cards=spent)


def play(t: T, seat: Seat, path: Path) -> None:
    """Pay with goods and cards and put the building into its space.

    A wonder counts as built for the rest of the game (`raised`), even if it is lost (rules 6.1).
    """
    s = t.state
    path = in_full(path)
    cell, building, space = str(path[1]), str(path[2]), str(path[3])
    plays, _ = parse([key for key in path[4:] if key != PAY])
    player, castle = s.players[seat], s.castles[cell]
    cost = Purchase(player, building, t.options, plays).cost
    for name, boost in plays:
        card = technology_of(name)
        if not name.endswith(LASTING_SUFFIX):
            player.hand.remove(card)
            sort_in(s.discards[str(TECHS[card].level)], card)
        cards.played(t, seat, card, name.endswith(LASTING_SUFFIX), boost)
        cards.bury(player, boost)
    paid = {what: n for what, n in cost.items() if n}
    pay(player.goods, paid)
    castle.spaces[space] = building
    castle.built += 1
    if BUILDINGS[building].wonder:
        s.supply[building] -= 1
        s.raised += 1
    t.emit(Built(seat, cell, space, building, paid))


@lru_cache(4096)
def _below(level: int) -> Msg:
    return msg("map.why.no_space", level=msg(f"map.level.{level}"))


_STANDS, _GONE, _TOP = msg("map.why.stands"), msg("map.why.no_wonder"), msg("map.why.top_first")
_FULL, _VERB = msg("map.why.castle_full"), msg("map.verb.build")
_WHICH_CASTLE = msg("map.ask.castle")
_BUILD = Option("build", msg("map.verb.build"), tone="main", rule="build")
_NO_VILLAGE = DisabledOption("build", msg("map.verb.build"), msg("map.why.no_village"), "build")
