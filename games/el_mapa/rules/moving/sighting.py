"""Watchtower, Vision and lasting copies of technologies (rules 6.6, 6.7)."""

from __future__ import annotations

from functools import lru_cache

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
from games.el_mapa.model.catalog import KIND_OF, TECHS
from games.el_mapa.model.events import Lasting
from games.el_mapa.model.holdings import tower_reveals
from games.el_mapa.model.names import TECH_NAMES, cell_name, cells, lasting_effect, tech_effect
from games.el_mapa.model.names import cards as card_names
from games.el_mapa.model.state import MapState, Player
from games.el_mapa.model.terrain import OPEN, RED, board, connected, red
from games.el_mapa.rules.moving.exploring import flip, last_tiles_effects, rotate
from games.el_mapa.rules.moving.paths import MAX_SELECT_OPTIONS
from games.el_mapa.rules.technology import cards

T = StepContext[MapState]
VISION = "vision"


def look_verb(t: T, seat: Seat) -> Option | DisabledOption:
    """Return the verb `look` of the watchtower, disabled with a reason if it cannot be used.

    Reasons are: no watchtower, all are used this turn, or no tile can be revealed or rotated.
    """
    s = t.state
    towers = tower_reveals(s, seat)
    if not towers:
        return _NO_TOWER
    if s.turn.looks >= towers:
        return DisabledOption("look", _LOOK_VERB, msg("map.why.looked"), "watchtower", tone="free")
    if t.options["watchtower"] == "rotate":
        return (
            _TURN
            if turnable(s)
            else DisabledOption(
                "look", _LOOK_VERB, msg("map.why.nothing_to_turn"), "watchtower", tone="free"
            )
        )
    return (
        DisabledOption("look", _LOOK_VERB, msg("map.why.all_open"), "watchtower", tone="free")
        if s.explored
        else _LOOK
    )


def ask_look(t: T, path: Path) -> PromptResult:
    """Ask which tile is revealed; with the option `watchtower` = `rotate`, which is rotated.

    In the second case it also asks for the angle.
    """
    s = t.state
    rotates = t.options["watchtower"] == "rotate"
    match path:
        case ("look",):
            some = list(turnable(s)) if rotates else s.hidden()
            return _cell_form(tuple(some), "map.ask.rotate" if rotates else "map.ask.look")
        case ("look", str(cell)) if rotates:
            options = tuple(
                Option(f"r{90 * n}", msg("map.quarter", n=n), spot=cell, rule="watchtower")
                for n in turnable(s)[cell]
            )
            return SelectPrompt(options, msg("map.ask.quarter", at=cell_name(cell)))
        case ("look", str(cell)):
            ends = last_tiles_effects(t, 1)
            return MoveReady(
                msg("map.done.look", at=cell_name(cell)),
                instant=not ends,
                unconfirmed=True,
                effects=ends,
                label=cell_name(cell),
                ghost=(cell,),
                advice=msg("map.advice.look", at=cell_name(cell)),
            )
        case ("look", str(cell), str()):
            return MoveReady(
                msg("map.done.turn", at=cell_name(cell)),
                ghost=(cell,),
                advice=msg("map.advice.turn", at=cell_name(cell)),
            )
    return IllegalPath(msg("core.refused.option"))


def play_look(t: T, seat: Seat, path: Path) -> None:
    """Reveal a tile for a point (`("look", cell)`) or rotate it (`("look", cell, "r90")`).

    The last key is the angle in degrees, clockwise.
    """
    s, cell = t.state, str(path[1])
    s.turn.looks += 1
    if len(path) > 2:
        rotate(t, seat, cell, (s.turns(cell) + int(str(path[2])[1:]) // 90) % 4)
    else:
        flip(t, seat, [cell], "tower")


def turnable(s: MapState) -> dict[str, list[int]]:
    """Return the cells whose tiles may be rotated, with the allowed quarter turns clockwise.

    Their tiles are face up, have red sides and no troops. Only turns by one or three quarters
    (one backwards) are allowed, after which red lines cut off no cell. Red sides of face-down
    tiles are ignored, because the options must not reveal them.
    """
    occupied = {cell for player in s.players for cell in player.stacks} | s.garrisons.keys()
    red_tiles = tuple(
        (cell, KIND_OF[code], int(turned))
        for cell, code, turned, up in zip(s.board.cells, s.kinds, s.turned, s.up, strict=True)
        if up == "1" and RED[code] is not OPEN and cell not in s.breaches
    )
    free = frozenset(cell for cell, _, _ in red_tiles if cell not in occupied)
    return _turnable(s.layout, red_tiles, free)


@lru_cache(256)
def _turnable(
    layout: str, red_tiles: tuple[tuple[str, str, int], ...], free: frozenset[str]
) -> dict[str, list[int]]:
    """Return the result of `turnable`, cached.

    `red_tiles` are (cell, kind, quarter turns), and `free` the cells without troops.
    """
    where = board(layout)
    closed = {cell: red(kind, turned) for cell, kind, turned in red_tiles}
    found: dict[str, list[int]] = {}
    for cell, kind, turned in red_tiles:
        for n in (1, 3) if cell in free else ():
            rotated = red(kind, (turned + n) % 4)
            if rotated != closed[cell] and connected(where, closed | {cell: rotated}):
                found.setdefault(cell, []).append(n)
    return found


@lru_cache(512)
def _cell_form(some: tuple[str, ...], prompt: str) -> SelectPrompt:
    """Ask for a cell; many cells are grouped by rows.

    `prompt` is the key of the message.
    """
    many = len(some) > MAX_SELECT_OPTIONS
    return SelectPrompt(
        tuple(_cell_option(cell, many) for cell in some), msg(prompt, n=len(some)), layout="grid"
    )


@lru_cache(1024)
def _cell_option(cell: str, grouped: bool) -> Option:
    group = msg("map.group.row", n=int(cell[1:])) if grouped else None
    return Option(
        cell, cell_name(cell), spot=cell, rule="watchtower", group=group, mark=cell.upper()
    )


def tech_verb(t: T, seat: Seat) -> Option | DisabledOption:
    """Return the verb `tech`, which plays Vision or makes a card lasting.

    It is disabled with a reason if the seat can do neither.
    """
    if _may_see(t, seat) or _may_last(t, seat):
        return _TECH
    if not t.state.players[seat].hand:
        return _NO_CARDS
    return DisabledOption(
        "tech", _TECH_VERB, msg("map.why.no_tech", near=_why_none_lasting(t, seat)), "technologies"
    )


def _uses(t: T, seat: Seat) -> dict[str, Msg | None]:
    """Return why each use of technologies is impossible now; None if it is possible.

    The keys are `vision` and `lasting`.
    """
    reasons: dict[str, Msg | None] = {VISION: None, "lasting": None}
    if not cards.sources(t, seat, VISION):
        reasons[VISION] = cards.why_no_card(VISION)
    elif t.state.explored:
        reasons[VISION] = msg("map.why.all_open")
    if not _may_last(t, seat):
        reasons["lasting"] = _why_none_lasting(t, seat)
    return reasons


def _may_see(t: T, seat: Seat) -> bool:
    """Return whether the seat can play Vision."""
    return not t.state.explored and bool(cards.sources(t, seat, VISION))


def _may_last(t: T, seat: Seat) -> bool:
    """Return whether the seat can make any card in its hand lasting.

    It can if the points of its other cards pay for that and it has no lasting copy of the card yet.
    The function is called at each question of a turn, so it must be faster than `lasting_choices`,
    which also gives reasons.
    """
    player, options = t.state.players[seat], t.options
    total = sum(cards.points(card, options) for card in player.hand)
    return any(
        total - cards.points(card, options) >= TECHS[card].lasting and card not in player.lasting
        for card in player.hand
    )


def lasting_choices(t: T, seat: Seat) -> dict[str, Msg | None]:
    """Return why each card in hand cannot become lasting; None if it can."""
    player, options = t.state.players[seat], t.options
    total = sum(cards.points(card, options) for card in player.hand)
    return {
        card: _why_not(player, card, total - cards.points(card, options))
        for card in dict.fromkeys(player.hand)
    }


def _why_none_lasting(t: T, seat: Seat) -> Msg:
    """Return why no card in hand can become lasting.

    The reason names the card for which the fewest points are missing.
    """
    player = t.state.players[seat]
    able = [card for card in dict.fromkeys(player.hand) if card not in player.lasting]
    if not able:
        return _NO_CARDS.why if not player.hand else msg("map.why.lasting_already")
    total = sum(cards.points(card, t.options) for card in player.hand)
    missing = {card: TECHS[card].lasting - total + cards.points(card, t.options) for card in able}
    nearest = min(able, key=lambda card: missing[card])
    return msg(
        "map.why.no_lasting",
        card=TECH_NAMES[nearest],
        cost=TECHS[nearest].lasting,
        n=missing[nearest],
    )


def _why_not(player: Player, card: str, have: int) -> Msg | None:
    """Return why a card cannot become lasting; None if it can.

    `have` are the points of the other cards in hand, which could pay for it.
    """
    if card in player.lasting:
        return msg("map.why.lasting_already")
    cost = TECHS[card].lasting
    return msg("map.why.points", n=cost, have=have) if have < cost else None


def ask_tech(t: T, seat: Seat, path: Path) -> PromptResult:
    """Ask for a use of technologies.

    Paths are `("tech", "vision", source, {boost}, cells...)`, and `("tech", "lasting", kind,
    {cards})` with the cards that pay for it.
    """
    match path:
        case ("tech",):
            return _use_form(t, seat)
        case ("tech", "vision", *rest):
            return _vision(t, seat, tuple(rest))
        case ("tech", "lasting"):
            return _lasting_form(t, seat)
        case ("tech", "lasting", str(card)):
            form = cards.payment_form(
                t, cards.hand_without(t.state.players[seat], card), TECHS[card].lasting
            )
            return form or IllegalPath(msg("core.refused.option"))
        case ("tech", "lasting", str(card), dict(paid)):
            if why := cards.why_overpaid(paid, TECHS[card].lasting, t.options):
                return IllegalPath(why, "lasting")
            effects = (
                msg("map.effect.spends", what=card_names(paid)),
                lasting_effect(card, t.options),
            )
            return MoveReady(
                msg("map.done.lasting", card=TECH_NAMES[card], n=cards.worth(paid, t.options)),
                effects=effects,
                ghost=(f"card.{card}",),
                advice=msg("map.advice.lasting", card=TECH_NAMES[card], cards=card_names(paid)),
            )
    return IllegalPath(msg("core.refused.option"))


def _lasting_form(t: T, seat: Seat) -> SelectPrompt:
    """Ask which card becomes a lasting copy."""
    options, disabled = [], []
    for card, why in lasting_choices(t, seat).items():
        spot = f"card.{card}"
        if why is None:
            label = msg("map.points_of", card=TECH_NAMES[card], n=TECHS[card].lasting)
            options.append(
                Option(
                    card,
                    label,
                    lasting_effect(card, t.options),
                    spot=spot,
                    art=card,
                    rule="lasting",
                )
            )
        else:
            disabled.append(DisabledOption(card, TECH_NAMES[card], why, "lasting", spot, card))
    return SelectPrompt(
        tuple(options), msg("map.ask.lasting"), tuple(disabled), layout="menu", ask_single=True
    )


def _use_form(t: T, seat: Seat) -> SelectPrompt:
    """Ask whether to play Vision or to make a card lasting."""
    uses = _uses(t, seat)
    lasting = (msg("map.verb.lasting"), msg("map.detail.lasting"))
    words = {VISION: (TECH_NAMES[VISION], tech_effect(VISION, t.options)), "lasting": lasting}
    options = tuple(
        Option(use, words[use][0], words[use][1], rule="technologies")
        for use, why in uses.items()
        if why is None
    )
    disabled = tuple(
        DisabledOption(use, words[use][0], why, "technologies")
        for use, why in uses.items()
        if why is not None
    )
    return SelectPrompt(options, msg("map.ask.tech"), disabled, layout="menu")


def _vision(t: T, seat: Seat, rest: Path) -> PromptResult:
    """Ask for source and boost of Vision, then for its cells one after the other."""
    s = t.state
    some = s.hidden()
    most = len(some) - TECHS[VISION].amount  # a larger boost would find no tile
    match rest:
        case ():
            return cards.source_form(cards.sources(t, seat, VISION), VISION)
        case (str(source),):
            own = cards.hand_without(
                s.players[seat], *([VISION] if source == cards.FROM_HAND else [])
            )
            return cards.boost_form(t, VISION, own, most=most)
        case (str(), dict(boost), *chosen):
            if why := cards.why_boost_wasted(VISION, boost, t.options, most):
                return IllegalPath(why, "technologies")
            n = min(len(some), cards.boosted(VISION, boost, t.options))
            if len(chosen) < n:
                left = tuple(cell for cell in some if cell not in chosen)
                return _cell_form(left, "map.ask.vision")
            names = [str(cell) for cell in chosen]
            return MoveReady(
                msg("map.done.vision", at=cells(names), n=len(names)),
                effects=(*cards.boost_effects(VISION, boost, t.options), *last_tiles_effects(t, n)),
                ghost=tuple(names),
                advice=msg("map.advice.vision", at=cells(names)),
            )
    return IllegalPath(msg("core.refused.option"))


def play_tech(t: T, seat: Seat, path: Path) -> None:
    """Play Vision, which reveals tiles for a point each, or make a card lasting (rules 6.6).

    The cards that pay for a lasting copy are spent face down.
    """
    s, player = t.state, t.state.players[seat]
    match path[1:]:
        case ("vision", source, dict(boost), *chosen):
            cards.play(t, seat, VISION, str(source), boost)
            if source == cards.LASTING:
                s.turn.used.append(VISION)
            flip(t, seat, [cell for cell in s.board.cells if cell in chosen], "vision")
        case ("lasting", str(card), dict(paid)):
            player.hand.remove(card)
            player.lasting.append(card)
            public = Lasting(seat, card, cards.by_level(paid))
            t.emit(public, {seat: Lasting(seat, card, cards.by_level(paid), dict(paid))})
            cards.bury(player, paid)


_LOOK_VERB = msg("map.verb.look")
_LOOK = Option("look", _LOOK_VERB, msg("map.does.watchtower"), rule="watchtower")
_TURN = Option("look", _LOOK_VERB, msg("map.does.watchtower_rotate"), rule="watchtower")
_NO_TOWER = DisabledOption(
    "look", _LOOK_VERB, msg("map.why.no_watchtower"), "watchtower", tone="free"
)
_TECH_VERB = msg("map.verb.tech")
_TECH = Option("tech", _TECH_VERB, rule="technologies")
_NO_CARDS = DisabledOption("tech", _TECH_VERB, msg("map.why.no_cards"), "technologies")
