"""Free operations F1 to F7, offered in every decision of Resolution (4.2; ruling R11)."""

from __future__ import annotations

from bisect import insort
from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame, FreeActions
from games.core.prompts.prompt import (
    AmountPrompt,
    DisabledOption,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Tone,
)
from games.core.text.messages import Key, Msg, Path, Seat, msg
from games.tadmor.model.catalog import RESOURCES, RULES, SPACES, Rate
from games.tadmor.model.events import Discarded, Favoured, Traded
from games.tadmor.model.names import (
    GOODS,
    SPACE_MARKS,
    SPACE_NAMES,
    amounts,
    mission_name,
    name_with_mark,
    short_amounts,
)
from games.tadmor.model.state import Player, TadmorState
from games.tadmor.rules.goods.gains import (
    add_traded,
    gather,
    gift_points,
    goods_gathered,
    receive_gifts,
)
from games.tadmor.rules.missions import missions
from games.tadmor.rules.missions.benefits import GainAny

_ALWAYS_OPEN = ("any_time", "resolution_any")


class Free(FreeActions[TadmorState]):
    """Free operations F1 to F7.

    The verb `return` offers the missions that may be given back at any time, and those of the
    windows that the top frame names in its `windows`.
    """

    verbs = ("gather", "gifts", "trade", "favour", "discard", "return")

    def offer(
        self, ctx: StepContext[TadmorState], seat: Seat
    ) -> tuple[Option | DisabledOption, ...]:
        """Return the operations that would have an effect now."""
        s, player = ctx.state, ctx.state.players[seat]
        offers: list[Option | DisabledOption] = []
        step = _step_of(ctx)
        beside = step.beside(ctx)
        for verb, available in (
            ("gather", s.spaces_of(seat, "gather")),
            ("gifts", s.spaces_of(seat, "peace_gifts")),
            ("trade", deals(s, seat)),
            ("favour", favours(player)),
            ("discard", player.hand),
        ):
            if available:
                offers.append(_VERBS[verb, beside.get(verb, "free")])
        if not deals(s, seat) and any(player.traded.values()) and untradable_deals(s, seat):
            offers.append(_TRADE_DISABLED)
        main_windows = None if "return" in beside else step.windows
        return (*offers, *missions.offer(ctx, seat, windows(ctx), main_windows))

    def any_possible(self, ctx: StepContext[TadmorState], seat: Seat) -> bool:
        """Return whether an operation is possible now; disabled options do not count."""
        return any(isinstance(one, Option) for one in self.offer(ctx, seat))

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for what the chosen free operation still needs: space, goods, card or amount."""
        s, player = ctx.state, ctx.state.players[seat]
        match path:
            case ("gather",):
                standing = [
                    (space, piece)
                    for space, piece in s.spaces_and_pieces_of(seat)
                    if space.action == "gather"
                ]
                amount_by_space = {
                    space.id: goods_gathered(s, player, space, piece) for space, piece in standing
                }
                return SelectPrompt(
                    tuple(_gather_option(at, n) for at, n in amount_by_space.items()),
                    msg("tad.ask.gather"),
                )
            case ("gather", str(at)):
                space, piece = next(
                    (space, piece)
                    for space, piece in s.spaces_and_pieces_of(seat)
                    if space.id == at
                )
                return _gather_ready(at, goods_gathered(s, player, space, piece))
            case ("gifts",):
                here = s.spaces_of(seat, "peace_gifts")
                return SelectPrompt(
                    tuple(_gifts_option(space.id, gift_points(s, player, space)) for space in here),
                    msg("tad.ask.gifts"),
                )
            case ("gifts", str(at)):
                return _gifts_ready(at, gift_points(s, player, SPACES[at]))
            case ("trade", *rest):
                return _ask_trade(s, seat, tuple(rest))
            case ("favour",):
                options = tuple(_favour_option(what, n) for what, n in favours(player).items())
                return SelectPrompt(options, msg("tad.ask.favour"), ask_single=True)
            case ("favour", str(what)):
                n = favours(player)[what]
                return MoveReady(
                    msg("tad.favour.done", what=GOODS[what], n=n),
                    instant=True,
                    advice=msg("tad.favour.advice", what=GOODS[what], n=n),
                )
            case ("discard",):
                cards = tuple(missions.hand_mission_option(card) for card in player.hand)
                return SelectPrompt(cards, msg("tad.ask.discard"), layout="cards", ask_single=True)
            case ("discard", _):
                return _KIND_PROMPT
            case ("discard", str(card), str(what)):
                return MoveReady(
                    msg("tad.discard.done", card=mission_name(card), what=GOODS[what]),
                    advice=msg("tad.discard.advice", card=mission_name(card), what=GOODS[what]),
                )
        # All other paths are missions that are given back. A mission for which the current step opens
        # a window ends the action in progress.
        answer = missions.ask(ctx, seat, path, windows(ctx))
        if isinstance(answer, MoveReady) and _interrupts(ctx, str(path[1])):
            return _step_of(ctx).with_interruption_warning(ctx, answer)
        return answer

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Play the free operation of the path; only the seat's own things change."""
        player = ctx.state.players[seat]
        match path:
            case ("gather", str(at)):
                gather(ctx, seat, SPACES[at])
            case ("gifts", str(at)):
                receive_gifts(ctx, seat, SPACES[at])
            case ("trade", *rest):
                deal, times = deal_and_times(rest)
                give, got = read_deal(deal)
                goods = {what: n * times for what, n in got.items()}
                player.store[give] -= times
                add_traded(player, goods)
                ctx.emit(Traded(seat, give, times, goods))
            case ("favour", str(what)):
                points = favours(player)[what]
                player.favours = sorted([*player.favours, points])
                player.add_points("favours", -points)
                player.traded[what] += 1
                ctx.emit(Favoured(seat, what, points))
            case ("discard", str(card), str(what)):
                player.hand.remove(card)
                insort(ctx.state.discard, card)
                player.traded[what] += 1
                # In a lane, the discard is final for this seat only.
                ctx.reveal(*(() if ctx.lane is None else (seat,)))
                ctx.emit(Discarded(seat, card, what))
            case ("return", str(card), *where):
                if _interrupts(ctx, card):
                    _step_of(ctx).interrupt(ctx)
                missions.give_back(ctx, seat, card, tuple(where))


FREE = Free()


class ResolutionStep(Frame[TadmorState]):
    """Base of the frames of Resolution that allow free operations (ruling R11).

    `windows` are the moments of missions (`Mission.window`) that the frame opens, besides those
    that are always open.
    """

    windows: ClassVar[tuple[str, ...]] = ()
    free: ClassVar[tuple[FreeActions[TadmorState], ...]] = (FREE,)

    def beside(self, ctx: StepContext[TadmorState]) -> Mapping[str, Tone]:
        """Return the free verbs to show next to the frame's own verbs, with their tones."""
        return {}

    def with_interruption_warning(
        self, ctx: StepContext[TadmorState], done: MoveReady
    ) -> MoveReady:
        """Return the move `done` with a warning if it ends an action in progress.

        `done` gives back a mission of `windows`. By default no action is in progress, so `done` is
        returned unchanged.
        """
        return done

    def interrupt(self, ctx: StepContext[TadmorState]) -> None:
        """End the action in progress, because a mission of `windows` is given back."""


_NO_STEP = ResolutionStep()


def _step_of(ctx: StepContext[TadmorState]) -> ResolutionStep:
    """Return the top frame if it is a `ResolutionStep`, else a step without windows and verbs."""
    top = ctx.stack[-1]
    return top if isinstance(top, ResolutionStep) else _NO_STEP


def windows(ctx: StepContext[TadmorState]) -> tuple[str, ...]:
    """Return the mission windows that are open in the top frame."""
    return (*_ALWAYS_OPEN, *_step_of(ctx).windows)


def _interrupts(ctx: StepContext[TadmorState], card: str) -> bool:
    """Return whether the window of a mission is one that the top frame itself opens."""
    return missions.MISSIONS[card].window in _step_of(ctx).windows


def more_goods(ctx: StepContext[TadmorState], seat: Seat) -> dict[str, int]:
    """Return the most goods that each free operation could still bring, by verb.

    Operations that bring no goods are left out.
    """
    s, player = ctx.state, ctx.state.players[seat]
    ungathered: dict[str, int] = {}
    for space, piece in s.spaces_and_pieces_of(seat):
        if space.action == "gather":
            ungathered[space.resource] = ungathered.get(space.resource, 0) + goods_gathered(
                s, player, space, piece
            )
    best_gain_by_kind = {
        what: max((rate.n - 1 for rate in rates(s, seat) if what in rate.give), default=0)
        for what in RESOURCES
    }
    returnable = [
        missions.MISSIONS[card]
        for card in player.face_up
        if missions.MISSIONS[card].window in windows(ctx)
    ]
    goods_by_verb = {
        "gather": sum(ungathered.values()),
        "trade": sum(
            (player.store[what] + ungathered.get(what, 0)) * n
            for what, n in best_gain_by_kind.items()
        ),
        "favour": len(favours(player)),
        "discard": len(player.hand),
        "return": sum(
            mission.benefit.n for mission in returnable if isinstance(mission.benefit, GainAny)
        ),
    }
    return {verb: n for verb, n in goods_by_verb.items() if n}


def goods_within_reach(ctx: StepContext[TadmorState], seat: Seat) -> int:
    """Return at most how many missing goods of a price all free operations together could bring.

    Unlike in `more_goods`, trades of one good for one count too, because they change its kind.
    Missions that open a market or draw missions are left out.
    """
    s, player = ctx.state, ctx.state.players[seat]
    tradable = {what for rate in rates(s, seat) for what in rate.give}
    n_traded = sum(player.store[what] for what in tradable) + sum(
        goods_gathered(s, player, space, piece)
        for space, piece in s.spaces_and_pieces_of(seat)
        if space.action == "gather" and space.resource in tradable
    )
    return sum(more_goods(ctx, seat).values()) + n_traded


def gold_sources(ctx: StepContext[TadmorState], seat: Seat) -> dict[str, int]:
    """Return the most gold that each free operation could still bring, by verb.

    These are the operations of the Kingdom phase. Operations that bring no gold are left out.
    """
    s, player = ctx.state, ctx.state.players[seat]
    givers = {give for give, got in map(read_deal, deals(s, seat)) if got.get("gold")}
    granaries = [
        benefit.n
        for card in player.face_up
        if missions.MISSIONS[card].window in windows(ctx)
        and isinstance(benefit := missions.MISSIONS[card].benefit, GainAny)
    ]
    gold_by_verb = {
        "trade": sum(player.store[give] for give in givers),
        "favour": int("gold" in favours(player)),
        "discard": len(player.hand),
        "return": sum(granaries),
    }
    return {verb: n for verb, n in gold_by_verb.items() if n}


def rates(s: TadmorState, seat: Seat) -> list[Rate]:
    """Return the exchanges open to a player: tiles, markets, K13 (rules 6.5; ruling R32)."""
    player = s.players[seat]
    found = [rate for _, rate in player.powers.trades]
    return found + [rate for market in sorted(s.markets(seat)) for rate in RULES.markets[market]]


def deals(s: TadmorState, seat: Seat) -> list[str]:
    """Return the exchanges that the warehouse can pay, as keys.

    `gold-wood-stone` gives one gold for one wood and one stone. Equal exchanges are listed
    once; each may be repeated.
    """
    player = s.players[seat]
    if not any(player.store.values()):
        return []
    keys: dict[str, None] = {}
    for rate in rates(s, seat):
        for give in rate.give:
            if player.store[give]:
                keys.update(dict.fromkeys(_keys(give, rate)))
    return sorted(keys, key=_deal_order)


def untradable_deals(s: TadmorState, seat: Seat) -> list[str]:
    """Return the exchanges that only traded goods could pay, which is not allowed."""
    player = s.players[seat]
    gives = [what for what in RESOURCES if player.traded[what] and not player.store[what]]
    found = dict.fromkeys(
        key
        for rate in rates(s, seat)
        for give in rate.give
        if give in gives
        for key in _keys(give, rate)
    )
    return sorted(found, key=_deal_order)


@lru_cache(256)
def _keys(give: str, rate: Rate) -> tuple[str, ...]:
    """Return the deals that give one `give` at `rate`, one per mix of goods gained.

    A deal is a key such as `gold-wood-stone`: the good given, then the goods gained.
    """
    return tuple("-".join((give, *mix)) for mix in _mixes(rate.get, rate.n))


def _mixes(kinds: tuple[str, ...], n: int) -> list[tuple[str, ...]]:
    if n == 0:
        return [()]
    return [(what, *rest) for i, what in enumerate(kinds) for rest in _mixes(kinds[i:], n - 1)]


@lru_cache(256)
def _deal_order(deal: str) -> tuple[int, ...]:
    return tuple(RESOURCES.index(what) for what in deal.split("-"))


@lru_cache(256)
def read_deal(deal: str) -> tuple[str, dict[str, int]]:
    """Return the good that a deal gives away and the goods that it gains.

    The result is cached: do not change it.
    """
    give, *got = deal.split("-")
    return give, {what: got.count(what) for what in RESOURCES if what in got}


def favours(player: Player) -> dict[str, int]:
    """Return the goods that I6 still sells this turn, with their prices in points."""
    return {
        what: favour.pp
        for favour in player.powers.favours
        if favour.pp not in player.favours
        for what in favour.get
    }


def _ask_trade(s: TadmorState, seat: Seat, path: Path) -> PromptResult:
    """Ask for a deal and how often to do it.

    New paths have both in one answer; the paths of stored games have two answers.
    """
    store, traded = s.players[seat].store, s.players[seat].traded
    if not path:
        disabled = tuple(_barred_option(deal) for deal in untradable_deals(s, seat))
        open_deals = deals(s, seat)
        by_deal = len(open_deals) <= _MAX_DEAL_BUTTONS
        return SelectPrompt(
            tuple(
                _deal_option(deal, times, by_deal=by_deal)
                for deal in open_deals
                for times in range(1, store[read_deal(deal)[0]] + 1)
            ),
            msg("tad.ask.trade"),
            disabled,
            ask_single=True,
            unlisted_keys=tuple(open_deals),
            lines=() if any(traded.values()) else (_TRADED_ONCE,),
        )
    deal = str(path[0])
    if "_x" in deal:
        return _trade_ready(*deal_and_times(path))
    give, _ = read_deal(deal)
    if len(path) == 1:
        return AmountPrompt(
            1,
            store[give],
            msg("tad.ask.times", what=_deal_words(deal)),
            default=1,
            unit=msg("tad.unit.times"),
        )
    repetitions = path[1]
    assert isinstance(repetitions, int)  # noqa: S101 - for the type checker: the prompt was an AmountPrompt
    return _trade_ready(deal, repetitions)


@lru_cache(256)
def _deal_words(deal: str) -> Msg:
    give, got = read_deal(deal)
    return msg("tad.trade.rate", give=short_amounts({give: 1}), got=short_amounts(got))


@lru_cache(2048)
def _deal_option(deal: str, times: int, *, by_deal: bool) -> Option:
    """Return the option to do a deal `times` times.

    With `by_deal`, the options of one deal form a group; otherwise the options that give the same
    good.
    """
    give, got = read_deal(deal)
    all_of = {what: n * times for what, n in got.items()}
    label = msg("tad.trade.rate", give=short_amounts({give: times}), got=short_amounts(all_of))
    group = _deal_words(deal) if by_deal else msg("tad.trade.give", what=GOODS[give])
    return Option(trade_key(deal, times), label, rule="free", group=group)


def trade_key(deal: str, times: int) -> str:
    """Return the key of the option that does a deal `times` times: `wood-gold_x3`."""
    return f"{deal}_x{times}"


def deal_and_times(where: Path | list[Key]) -> tuple[str, int]:
    """Return the deal that a path names after its verb, and how often it is done.

    Older paths have the two in separate keys.
    """
    deal, _, times = str(where[0]).partition("_x")
    return deal, int(times or str(where[1]))


@lru_cache(256)
def _barred_option(deal: str) -> DisabledOption:
    return DisabledOption(deal, _deal_words(deal), msg("tad.why.traded"), "free")


@lru_cache(1024)
def _trade_ready(deal: str, times: int) -> MoveReady:
    give, got = read_deal(deal)
    all_of = {what: n * times for what, n in got.items()}
    label = msg("tad.trade.label", give=short_amounts({give: times}), got=short_amounts(all_of))
    return MoveReady(
        msg("tad.trade.done", give=amounts({give: times}), got=amounts(all_of)),
        instant=True,
        label=label,
        advice=msg("tad.trade.advice", give=amounts({give: times}), got=amounts(all_of)),
    )


@lru_cache(1024)
def _gather_option(at: str, n: int) -> Option:
    return Option(
        at,
        name_with_mark(at),
        amounts({SPACES[at].resource: n}),
        spot=at,
        rule="gather",
        mark=SPACE_MARKS[at],
    )


@lru_cache(1024)
def _gather_ready(at: str, n: int) -> MoveReady:
    return MoveReady(
        msg("tad.gather.done", what=amounts({SPACES[at].resource: n})),
        instant=True,
        label=SPACE_NAMES[at],
        advice=msg("tad.gather.advice", what=amounts({SPACES[at].resource: n})),
    )


@lru_cache(64)
def _gifts_option(at: str, n: int) -> Option:
    return Option(
        at,
        name_with_mark(at),
        msg("tad.points", n=n),
        spot=at,
        rule="peace_gifts",
        mark=SPACE_MARKS[at],
    )


@lru_cache(64)
def _gifts_ready(at: str, n: int) -> MoveReady:
    return MoveReady(
        msg("tad.gifts.done", n=n),
        instant=True,
        label=SPACE_NAMES[at],
        advice=msg("tad.gifts.advice"),
    )


@lru_cache(64)
def _favour_option(what: str, points: int) -> Option:
    return Option(
        what, amounts({what: 1}), msg("tad.favour.price", n=points), art=what, rule="free"
    )


_MAX_DEAL_BUTTONS = 5  # more deals, as buttons, are too high for a phone
_TONES: tuple[Tone, ...] = ("free", "plain", "main")
_VERBS: dict[tuple[str, Tone], Option] = {
    (verb, tone): Option(verb, msg(f"tad.verb.{verb}"), tone=tone, rule="free")
    for verb in ("gather", "gifts", "trade", "favour", "discard")
    for tone in _TONES
}
_TRADE_DISABLED = DisabledOption(
    "trade", msg("tad.verb.trade"), msg("tad.why.traded"), "free", tone="free"
)
_TRADED_ONCE = msg("tad.trade.once")
_KIND_PROMPT = SelectPrompt(
    tuple(Option(what, GOODS[what], art=what, rule="free") for what in RESOURCES),
    msg("tad.ask.kind"),
)
