"""Action `trade`: bank, direct offers, standing offers (rules 6.2, 13.3).

A direct offer is `("trade", "offer", "p1", {give}, {get})`. Panels offer the shortcut
`("trade", "offer-p1", {give}, {get})`, which saves a question, and `("trade", "sell_wood-2")` for
`("trade", "sell_wood", 2)`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
)
from games.core.text.messages import Msg, Path, Seat, msg, seat_name
from games.el_mapa.model.catalog import RATES, RESOURCES, RULES
from games.el_mapa.model.events import Banked, Posted, Unposted
from games.el_mapa.model.holdings import can_pay, earn, lacking, markets, pay, trade_limit
from games.el_mapa.model.names import amounts, missing, short_amounts, short_things, things
from games.el_mapa.model.state import MapState, Player, StandingOffer
from games.el_mapa.rules.trade.deals import (
    NOTHING_GIVEN,
    can_trade_goods,
    get_form,
    give_form,
    goods_after,
    levels,
    offered,
    room,
    swap,
    trades_cards,
    units,
    why_invalid,
)
from games.el_mapa.rules.trade.offers import Offer

T = StepContext[MapState]
Goods = Mapping[str, int]
DIRECT = ("offer", "cards")  # kinds of trade with one player who answers
MAX_TIMES_LISTED = 3  # exchanges with the bank that have an option of their own
MAX_OF_GOOD_IN_OFFER = 9  # units of one good in a standing offer


def partners(t: T, seat: Seat, *, cards: bool = False) -> list[Seat]:
    """Return the players to whom an offer can be made.

    They have a market and something to give. With `cards`, return the players with whom cards
    can be exchanged.
    """
    s = t.state
    others = [other for other in s.alive() if other != seat and markets(s, other)]
    if cards:
        own_cards = s.players[seat].hand
        return [
            other
            for other in others
            if s.players[other].hand or (own_cards and any(s.players[other].goods.values()))
        ]
    return [
        other
        for other in others
        if any(s.players[other].goods.values()) and can_trade_goods(s, seat, other)
    ]


def _kinds_of_trade(t: T, seat: Seat) -> dict[str, Msg | None]:
    """Return why each kind of trade with players is impossible; None if possible.

    The keys are `offer`, `take`, `post`, `unpost` and, with the option `trade_cards`, `cards`.
    """
    s, player = t.state, t.state.players[seat]
    off = msg("map.why.no_player_trade") if t.options["player_trade"] == "off" else None
    limit = msg("map.why.trade_limit", n=trade_limit(s, seat)) if room(s, seat) < 1 else None
    offers = msg("map.why.offers_spent", n=RULES.offers) if s.turn.offers >= RULES.offers else None
    goods = any(player.goods.values())
    reasons: dict[str, Msg | None] = {}
    reasons["offer"] = (
        off or limit or offers or (None if partners(t, seat) else msg("map.why.no_partner"))
    )
    if not reasons["offer"] and not goods:
        reasons["offer"] = msg("map.why.no_goods")
    if trades_cards(t.options):
        reasons["cards"] = (
            off
            or limit
            or offers
            or (None if partners(t, seat, cards=True) else msg("map.why.no_card_partner"))
        )
        if not reasons["cards"] and not (goods or player.hand):
            reasons["cards"] = msg("map.why.no_goods")
    reasons["take"] = off or limit or (None if any(_takeable(t, seat)) else msg("map.why.no_posts"))
    reasons["post"] = off or (
        msg("map.why.posts_full", n=RULES.posts) if len(player.posts) >= RULES.posts else None
    )
    reasons["unpost"] = off or (None if player.posts else msg("map.why.no_own_posts"))
    return reasons


def verb(t: T, seat: Seat) -> Option | DisabledOption:
    """Return the verb `trade`, disabled with a reason if the seat cannot trade.

    Reasons are: no market, the trade limit, or the exchange with the bank for which least is
    missing.
    """
    if not markets(t.state, seat):
        return _NO_MARKET
    s = t.state
    posts = t.options["player_trade"] == "on" and len(s.players[seat].posts) < RULES.posts
    if posts or (room(s, seat) > 0 and _payable_rates(s, seat)):
        return _TRADE
    if None in _kinds_of_trade(t, seat).values():
        return _TRADE
    return DisabledOption("trade", _VERB, _why_no_bank(s, seat), "trade")


def _why_no_bank(s: MapState, seat: Seat) -> Msg:
    """Return why the seat cannot trade with the bank.

    The reason is the trade limit, or the exchange for which least is missing.
    """
    if room(s, seat) < 1:
        return msg("map.why.trade_limit", n=trade_limit(s, seat))
    goods = s.players[seat].goods

    nearest = min(RATES, key=lambda name: sum(lacking(goods, RATES[name].give).values()))
    return msg(
        "map.why.bank_poor", what=_rate(nearest), lack=missing(lacking(goods, RATES[nearest].give))
    )


def in_full(path: Path) -> Path:
    """Return the path of a trade with a key for each answer; expand a shortcut."""
    match path:
        case ("trade", str(key), *rest) if key.partition("-")[0] in DIRECT and "-" in key:
            kind, _, partner = key.partition("-")
            return ("trade", kind, partner, *rest)
        case ("trade", str(key), *rest) if key.partition("-")[0] in RATES and "-" in key:
            name, _, times = key.partition("-")
            return ("trade", name, int(times), *rest)
    return path


def ask(t: T, seat: Seat, path: Path) -> PromptResult:
    """Ask for the kind of trade, then what this kind needs."""
    path = in_full(path)
    match path:
        case ("trade",):
            return _kind_form(t, seat)
        case ("trade", str(name), *rest) if name in RATES:
            return _bank(t, seat, name, tuple(rest))
        case ("trade", "offer" | "cards" as kind, *rest):
            return _offer(t, seat, tuple(rest), cards=kind == "cards")
        case ("trade", "take", *rest):
            return _take(t, seat, tuple(rest))
        case ("trade", "post", *rest):
            return _post(t.state.players[seat].goods, tuple(rest))
        case ("trade", "unpost", *rest):
            return _unpost(t.state, seat, tuple(rest))
    return IllegalPath(msg("core.refused.option"))


def _kind_form(t: T, seat: Seat) -> SelectPrompt:
    """Ask for an exchange with the bank or a kind of trade with players."""
    s, options, disabled = t.state, [], []
    for name, rate in RATES.items():
        if room(s, seat) < 1:
            disabled.append(
                DisabledOption(
                    name,
                    _rate(name),
                    msg("map.why.trade_limit", n=trade_limit(s, seat)),
                    "trade",
                )
            )
        elif can_pay(s.players[seat].goods, rate.give):
            most = _most_times(s, seat, name)
            options += [_times_option(name, n) for n in range(1, min(most, MAX_TIMES_LISTED) + 1)]
            if most > MAX_TIMES_LISTED:
                options.append(Option(name, msg("map.more_times", what=_rate(name)), rule="trade"))
        else:
            lack = lacking(s.players[seat].goods, rate.give)
            disabled.append(DisabledOption(name, _rate(name), missing(lack), "trade"))
    kinds = _kinds_of_trade(t, seat)
    for kind, why in kinds.items():
        if why is not None:
            disabled.append(DisabledOption(kind, msg(f"map.verb.{kind}"), why, "trade"))
        elif kind in DIRECT:
            options += [
                Option(
                    f"{kind}-p{other}",
                    msg(f"map.verb.{kind}_to", seat=seat_name(other)),
                    msg("map.detail.has", goods=_possessions(s.players[other], kind == "cards")),
                    spot=f"seat{other}",
                    rule="trade",
                )
                for other in partners(t, seat, cards=kind == "cards")
            ]
        else:
            options.append(
                Option(kind, msg(f"map.verb.{kind}"), msg(f"map.detail.{kind}"), rule="trade")
            )
    left = room(s, seat)
    return SelectPrompt(
        tuple(options),
        msg("map.ask.trade", n=left) if left > 0 else _SPENT,
        tuple(disabled),
        unlisted_keys=(
            *(kind for kind in DIRECT if kind in kinds and kinds[kind] is None),
            *(_payable_rates(s, seat) if left > 0 else ()),
        ),
    )


def _payable_rates(s: MapState, seat: Seat) -> list[str]:
    return [name for name, rate in RATES.items() if can_pay(s.players[seat].goods, rate.give)]


def _bank(t: T, seat: Seat, name: str, rest: Path) -> PromptResult:
    s = t.state
    match rest:
        case ():
            most = _most_times(s, seat, name)
            return AmountPrompt(1, most, msg("map.ask.times", what=_rate(name)), default=1)
        case (int(n),):
            give, get = _times(RATES[name].give, n), _times(RATES[name].get, n)
            label = rate_of(give, get)
            return MoveReady(
                msg("map.done.bank", give=amounts(give), get=amounts(get)),
                instant=True,
                label=label,
                advice=msg("map.advice.bank", give=amounts(give), get=amounts(get)),
            )
    return IllegalPath(msg("core.refused.option"))


def _most_times(s: MapState, seat: Seat, name: str) -> int:
    """Return how often a player can make an exchange with the bank now."""
    ((what, each),) = RATES[name].give.items()
    return min(room(s, seat), s.players[seat].goods[what] // each)


@lru_cache(256)
def _times_option(name: str, n: int) -> Option:
    label = rate_of(_times(RATES[name].give, n), _times(RATES[name].get, n))
    return Option(f"{name}-{n}", label, rule="trade")


@lru_cache(4096)
def _rate(name: str) -> Msg:
    return rate_of(RATES[name].give, RATES[name].get)


def rate_of(give: Goods, get: Goods) -> Msg:
    """Return an exchange in words: `2 oro por 1 madera`."""
    return msg("map.rate", give=short_amounts(give), get=short_amounts(get))


def _times(some: Goods, n: int) -> dict[str, int]:
    return {what: each * n for what, each in some.items()}


def _offer(t: T, seat: Seat, rest: Path, *, cards: bool) -> PromptResult:
    """Ask for the partner, what is given and what is wanted.

    With `cards`, cards can be given and wanted too. `rest` are the answers so far.
    """
    s = t.state
    match rest:
        case ():
            able = partners(t, seat, cards=cards)
            options = tuple(
                Option(
                    f"p{other}",
                    seat_name(other),
                    _possessions(s.players[other], cards),
                    spot=f"seat{other}",
                    rule="trade",
                )
                for other in able
            )
            disabled = tuple(
                DisabledOption(
                    f"p{other}",
                    seat_name(other),
                    _NO_GOODS if markets(s, other) else _PARTNER,
                    "trade",
                    f"seat{other}",
                )
                for other in s.alive()
                if other != seat and other not in able
            )
            return SelectPrompt(options, msg("map.ask.partner"), disabled, layout="menu")
        case (str(),):
            player = s.players[seat]
            return give_form(
                player.goods, room(s, seat), hand=Counter(player.hand) if cards else None
            )
        case (str(), dict(give)) if not give:
            return IllegalPath(NOTHING_GIVEN, "trade")
        case (str(who), dict(give)):
            other = s.players[int(who[1:])]
            return get_form(
                other.goods,
                room(s, seat),
                give,
                int(who[1:]),
                cards=levels(other) if cards else None,
            )
        case (str(who), dict(give), dict(get)):
            summary = msg(
                "map.done.offer", seat=seat_name(int(who[1:])), give=things(give), get=things(get)
            )
            return why_invalid(give, get) or MoveReady(
                summary,
                instant=True,
                unconfirmed=True,
                label=msg("map.label.offer", seat=seat_name(int(who[1:]))),
                advice=msg(
                    "map.advice.offer",
                    seat=seat_name(int(who[1:])),
                    give=things(give),
                    get=things(get),
                ),
                ghost=(f"seat{who[1:]}",),
            )
    return IllegalPath(msg("core.refused.option"))


def _possessions(player: Player, cards: bool) -> Msg:
    """Return what a player could give: goods and, with `cards`, cards by level."""
    return short_things({**player.goods, **levels(player)} if cards else player.goods)


def _takeable(t: T, seat: Seat) -> list[tuple[Seat, StandingOffer]]:
    return [one for one in _posts(t, seat) if _why_not_takeable(t, seat, *one) is None]


def _posts(t: T, seat: Seat) -> list[tuple[Seat, StandingOffer]]:
    s = t.state
    return [
        (other, post) for other in s.alive() if other != seat for post in s.players[other].posts
    ]


def _why_not_takeable(t: T, seat: Seat, other: Seat, post: StandingOffer) -> Msg | None:
    """Return why a standing offer cannot be taken now, or None."""
    s = t.state
    if not markets(s, other):
        return _PARTNER
    if not can_pay(s.players[other].goods, post.give):
        return msg("map.why.not_covered")
    if not can_pay(s.players[seat].goods, post.get):
        return missing(lacking(s.players[seat].goods, post.get))
    over = units(post.give, post.get) > room(s, seat)
    return msg("map.why.trade_limit", n=trade_limit(s, seat)) if over else None


def _take(t: T, seat: Seat, rest: Path) -> PromptResult:
    """Ask which standing offer of another player is taken; `rest` are the answers so far."""
    match rest:
        case ():
            options, disabled = [], []
            for other, post in _posts(t, seat):
                key, spot = f"p{other}-{post.id}", f"seat{other}.{post.id}"
                label = rate_of(post.get, post.give)
                why = _why_not_takeable(t, seat, other, post)
                if why is None:
                    whose = msg("map.detail.post_of", seat=seat_name(other), n=post.times)
                    options.append(Option(key, label, whose, spot=spot, rule="trade"))
                else:
                    disabled.append(DisabledOption(key, label, why, "trade", spot))
            return SelectPrompt(
                tuple(options), msg("map.ask.take"), tuple(disabled), layout="menu", ask_single=True
            )
        case (str(key),):
            other, post = _find_post(t.state, key)
            left = goods_after(t.state.players[seat].goods, post.get, post.give)
            summary = msg(
                "map.done.take",
                seat=seat_name(other),
                give=amounts(post.get),
                get=amounts(post.give),
            )
            advice = msg(
                "map.advice.take",
                seat=seat_name(other),
                give=amounts(post.get),
                get=amounts(post.give),
            )
            return MoveReady(summary, effects=(left,), advice=advice)
    return IllegalPath(msg("core.refused.option"))


def _find_post(s: MapState, key: str) -> tuple[Seat, StandingOffer]:
    """Return the owner and the standing offer of a key such as `p2-o1`."""
    who, _, name = key.partition("-")
    other = int(who[1:])
    return other, next(post for post in s.players[other].posts if post.id == name)


def _post(goods: Goods, rest: Path) -> PromptResult:
    """Ask for a new standing offer: given and wanted goods, and the number of times.

    `rest` are the answers so far.
    """
    most = dict.fromkeys(RESOURCES, MAX_OF_GOOD_IN_OFFER)
    match rest:
        case ():
            return give_form(most, MAX_OF_GOOD_IN_OFFER, purse=goods)
        case (dict(give),) if not give:
            return IllegalPath(NOTHING_GIVEN, "trade")
        case (dict(give),):
            return get_form(most, MAX_OF_GOOD_IN_OFFER, give)
        case (dict(give), dict(get)):
            return why_invalid(give, get) or AmountPrompt(
                1, MAX_OF_GOOD_IN_OFFER, msg("map.ask.post_times"), default=1
            )
        case (dict(give), dict(get), int(n)):
            uncovered = (
                ()
                if can_pay(goods, give)
                else (msg("map.effect.uncovered", lack=missing(lacking(goods, give))),)
            )
            return MoveReady(
                msg("map.done.post", give=amounts(give), get=amounts(get), n=n),
                instant=True,
                effects=uncovered,
                label=_POST,
                advice=msg("map.advice.post", give=amounts(give), get=amounts(get)),
            )
    return IllegalPath(msg("core.refused.option"))


def _unpost(s: MapState, seat: Seat, rest: Path) -> PromptResult:
    """Ask which own standing offer is withdrawn."""
    match rest:
        case ():
            options = tuple(
                Option(
                    one.id, rate_of(one.give, one.get), spot=f"seat{seat}.{one.id}", rule="trade"
                )
                for one in s.players[seat].posts
            )
            return SelectPrompt(options, msg("map.ask.unpost"), ask_single=True)
        case (str(name),):
            _, post = _find_post(s, f"p{seat}-{name}")
            return MoveReady(
                msg("map.done.unpost", give=amounts(post.give), get=amounts(post.get)),
                instant=True,
                label=_UNPOST,
                advice=msg("map.advice.unpost", give=amounts(post.give), get=amounts(post.get)),
            )
    return IllegalPath(msg("core.refused.option"))


def play(t: T, seat: Seat, path: Path) -> None:
    """Apply a trade; a direct offer pushes the frame that asks the partner."""
    s = t.state
    player = s.players[seat]
    path = in_full(path)
    match path[1:]:
        case (str(name), int(n)) if name in RATES:
            give, get = _times(RATES[name].give, n), _times(RATES[name].get, n)
            pay(player.goods, give)
            earn(player.goods, get)
            s.turn.traded += n
            t.emit(Banked(seat, give, get))
        case ("offer" | "cards", str(who), dict(give), dict(get)):
            s.turn.offers += 1
            offered(t, seat, int(who[1:]), give, get, counter=False)
            t.push(Offer(seat, int(who[1:]), give, get))
        case ("take", str(key)):
            other, post = _find_post(s, key)
            post.times -= 1
            if not post.times:
                s.players[other].posts.remove(post)
            s.turn.traded += units(post.give, post.get)
            swap(t, seat, other, post.get, post.give)
        case ("post", dict(give), dict(get), int(n)):
            taken = {post.id for post in player.posts}
            name = next(f"o{at}" for at in range(1, RULES.posts + 1) if f"o{at}" not in taken)
            player.posts.append(StandingOffer(name, give, get, n))
            t.emit(Posted(seat, give, get, n))
        case ("unpost", str(name)):
            _, post = _find_post(s, f"p{seat}-{name}")
            player.posts.remove(post)

            t.emit(Unposted(seat, post.give, post.get))


_SPENT = msg("map.ask.trade_spent")
_POST, _UNPOST = msg("map.verb.post"), msg("map.verb.unpost")
_PARTNER, _NO_GOODS = msg("map.why.no_market_there"), msg("map.why.nothing_to_trade")
_VERB = msg("map.verb.trade")
_TRADE = Option("trade", _VERB, tone="main", rule="trade")
_NO_MARKET = DisabledOption("trade", _VERB, msg("map.why.no_market"), "trade")
