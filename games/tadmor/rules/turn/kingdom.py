"""KINGDOM and end of turn: prestige, tax, war supplies, first player, warehouse (6.4, 7)."""

from __future__ import annotations

from bisect import insort
from functools import lru_cache

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games.core.engine.context import StepContext
from games.core.engine.frame import Frame
from games.core.prompts.prompt import (
    DisabledOption,
    MoveReady,
    Option,
    PromptResult,
    SelectPrompt,
    Tone,
)
from games.core.text.messages import Msg, Path, Seat, msg
from games.tadmor.model.catalog import KINGDOM, RULES
from games.tadmor.model.events import (
    Claimed,
    Courted,
    GoodsStored,
    Pawn,
    Prestige,
    Ready,
    Supplied,
    Taxed,
)
from games.tadmor.model.names import ACTIONS, GOODS, amounts
from games.tadmor.model.state import Player, TadmorState, no_goods
from games.tadmor.rules.goods.costs import ask_any_goods, pay
from games.tadmor.rules.missions import missions
from games.tadmor.rules.turn.free import FREE, ResolutionStep, deals, gold_sources, windows
from games.tadmor.rules.turn.remedies import REMEDIABLE_REASONS, short_of

TAX, WAR, FIRST = KINGDOM


class Kingdom(Frame[TadmorState], tag="kingdom"):
    """Frame of the phase: forks a lane per seat, then returns all pieces."""

    asked: bool = False

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Score Tower Prestige and fork the lanes; then pass the pawn and return all pieces.

        The first-player pawn goes to the last seat in turn order that claimed it.
        """
        s = ctx.state
        if not self.asked:
            self.asked = True
            prestige(ctx)
            ctx.fork(
                {
                    seat: Court(seat) if court_tile(s.players[seat]) else Duties(seat)
                    for seat in s.order
                }
            )
            return
        ctx.pop()
        if s.claims:
            s.first = max(s.claims, key=s.order.index)
            ctx.emit(Pawn(s.first))
        s.claims = []
        s.resolving = False
        for here in s.board.values():
            here.clear()
        for player in s.players:
            player.placed, player.favours, player.credit, player.charter = {}, [], False, False


class Court(ResolutionStep, tag="court"):
    """Choice of a Kingdom action for the private court (I48; ruling R30).

    Actions that the seat already has a piece on are excluded.
    """

    seat: int

    def actors(self, ctx: StepContext[TadmorState]) -> tuple[Seat, ...]:
        """Return the seat, or nobody if its pieces already cover all Kingdom actions."""
        return (self.seat,) if set(KINGDOM) - self._own_actions(ctx.state) else ()

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Start the seat's duties without a Kingdom action for its private court."""
        self._start_duties(ctx, "")

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for an action, or none."""
        if not path:
            return _COURT_PROMPT
        if path[0] == "pass":
            return MoveReady(msg("tad.court.pass"))
        if len(path) == 1:
            own = self._own_actions(ctx.state)
            options = tuple(
                Option(action, ACTIONS[action], rule=action)
                for action in KINGDOM
                if action not in own
            )
            return SelectPrompt(
                options,
                msg("tad.ask.court"),
                tuple(_DISABLED_ACTIONS[action] for action in KINGDOM if action in own),
            )
        action = ACTIONS[str(path[1])]
        return MoveReady(
            msg("tad.court.done", action=action),
            instant=True,
            advice=msg("tad.court.advice", action=action),
        )

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Push the seat's duties, with the chosen action."""
        self._start_duties(ctx, "" if path[0] == "pass" else str(path[1]))

    def _start_duties(self, ctx: StepContext[TadmorState], action: str) -> None:
        player = ctx.state.players[self.seat]
        del player.placed[court_tile(player)]
        ctx.emit(Courted(self.seat, action))
        ctx.pop()
        ctx.push(Duties(self.seat, action))

    def _own_actions(self, s: TadmorState) -> set[str]:
        player = s.players[self.seat]
        if player.powers.private[court_tile(player)].repeats:
            return set()
        return {space.action for space in s.spaces_of(self.seat, *KINGDOM)}


class Duties(Frame[TadmorState], tag="duties"):
    """Kingdom duties of a seat in their fixed order (ruling R14).

    `court` is the action chosen for the private court (I48).
    """

    seat: int
    court: str = ""

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Push the tax if due, war supplies, each use of First Player, then the end."""
        s, seat = ctx.state, self.seat
        actions = [space.action for space in s.spaces_of(seat, *KINGDOM)] + [self.court]
        ctx.pop()
        tax_is_due = (
            RULES.eras[s.era].tax and TAX not in actions and not s.players[seat].powers.untaxed
        )
        duties: list[Frame[TadmorState]] = [Tax(seat)] if tax_is_due else []
        duties.append(War(seat, actions.count(WAR)))
        duties += [FirstKingdomWork(seat) for _ in range(actions.count(FIRST))]
        ctx.push(*duties, KingdomEnd(seat))


class Tax(ResolutionStep, tag="tax"):
    """Choice to pay the whole tax in gold or to lose points (ruling R15)."""

    seat: int

    def beside(self, ctx: StepContext[TadmorState]) -> dict[str, Tone]:
        """Return the free operations to show next to the tax if they can bring the missing gold."""
        n_missing = RULES.eras[ctx.state.era].tax - ctx.state.players[self.seat].goods["gold"]
        sources = gold_sources(ctx, self.seat)
        if not 0 < n_missing <= sum(sources.values()):
            return {}
        return dict.fromkeys(sources, "plain")

    def actors(self, ctx: StepContext[TadmorState]) -> tuple[Seat, ...]:
        """Return the seat, or nobody if it can't pay and has no free operation."""
        return (
            (self.seat,)
            if can_pay(ctx.state, self.seat) or FREE.any_possible(ctx, self.seat)
            else ()
        )

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Lose the points, since the seat can't pay."""
        ctx.pop()
        _lose_tax_points(ctx, self.seat)

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask whether to pay or to lose points.

        A sentence says that an open market will close, because no other question may follow
        (`KingdomEnd.told`).
        """
        era = ctx.state.era
        if len(path) < 2:
            why = None if can_pay(ctx.state, seat) else _why_no_gold(ctx, seat)
            lines = (_MARKET_CLOSES,) if self._tells_of_market(ctx) else ()
            return _pay_or_lose(era, why, lines) if path else _tax_prompt(era, why)
        if path[1] == "pay":
            n = RULES.eras[era].tax
            return MoveReady(
                msg("tad.tax.paid", n=n),
                instant=True,
                unconfirmed=True,  # the button names the price
                label=msg("tad.tax.pay", n=n),
                advice=msg("tad.tax.advice_pay", n=n),
            )
        n = RULES.eras[era].loss
        return MoveReady(
            msg("tad.tax.lost", n=n), instant=True, advice=msg("tad.tax.advice_lose", n=n)
        )

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Pay gold (traded gold first), or lose points, even below zero (R25)."""
        told = self._tells_of_market(ctx)
        ctx.pop()
        for frame in ctx.stack:
            if told and isinstance(frame, KingdomEnd) and frame.seat == seat:
                frame.told = True
        if path[1] == "lose":
            _lose_tax_points(ctx, seat)
            return
        n = RULES.eras[ctx.state.era].tax
        pay(ctx.state.players[seat], {"gold": n})
        ctx.emit(Taxed(seat, n, 0))

    def _tells_of_market(self, ctx: StepContext[TadmorState]) -> bool:
        """Return whether the question says that an open market will close.

        Not in the last turn, after which goods are worth nothing, nor if gold is missing: then the
        trade may stand beside the tax, and the seat is asked again at the end (`KingdomEnd`).
        """
        return (
            ctx.state.turn < RULES.turns
            and can_pay(ctx.state, self.seat)
            and can_trade(ctx.state, self.seat)
        )


class War(Frame[TadmorState], tag="war"):
    """War supplies, `n` times: points for levels above the lowest tower of all (ruling R46)."""

    seat: int
    n: int

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Score the points; no tower changes any more in this phase."""
        s = ctx.state
        ctx.pop()
        for _ in range(self.n):
            points = s.players[self.seat].tower - min(player.tower for player in s.players)
            s.players[self.seat].add_points("war", points)
            ctx.emit(Supplied(self.seat, points))


class FirstKingdomWork(ResolutionStep, tag="first"):
    """First Player action: gain a basic good and claim the pawn (rulings R22, R45)."""

    seat: int

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for wood or stone."""
        if not path:
            return _FIRST_PROMPT
        return (
            MoveReady(
                msg("tad.first.done", what=GOODS[str(path[1])]),
                instant=True,
                advice=msg("tad.first.advice", what=GOODS[str(path[1])]),
            )
            if len(path) > 1
            else _BASIC_GOODS_PROMPT
        )

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Gain the good and claim the pawn; `Kingdom` assigns it when all seats are done."""
        what = str(path[1])
        ctx.state.players[seat].store[what] += 1
        insort(ctx.state.claims, seat)
        ctx.emit(Claimed(seat, what))
        ctx.pop()


class KingdomEnd(ResolutionStep, tag="last"):
    """End of a seat's Kingdom phase; the seat is only asked if it has a free operation.

    `told` is True if the question on the tax has said that the market closes. It is unset
    otherwise, so that stored positions stay as they are.
    """

    seat: int
    told: bool | UnsetType = UNSET

    def actors(self, ctx: StepContext[TadmorState]) -> tuple[Seat, ...]:
        """Return the seat if it has a free operation, else nobody."""
        return (self.seat,) if FREE.any_possible(ctx, self.seat) else ()

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """End the frame, since there is nothing to do."""
        ctx.pop()

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for `done`."""
        lines = storage_lines(ctx.state, seat)
        return _KINGDOM_DONE if path else replace(_LAST_PROMPT, lines=lines)

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """End the seat's Kingdom phase."""
        ctx.pop()
        ctx.emit(Ready(seat))


class Storage(Frame[TadmorState], tag="storage"):
    """Warehouse (E1, E2): traded goods move in, goods over the limit are given up.

    There is no limit after the last turn (ruling R47).
    """

    asked: bool = False

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Move the traded goods into the store; then let each seat over the limit give up goods.

        The second call, after these lanes have ended, removes the frame.
        """
        s = ctx.state
        if self.asked:
            ctx.pop()
            return
        self.asked = True
        for player in s.players:
            player.store, player.traded = player.goods, no_goods()
        if s.turn < RULES.turns:
            ctx.fork(
                {seat: GiveUp(seat) for seat, player in enumerate(s.players) if excess(player)}
            )


class GiveUp(Frame[TadmorState], tag="give_up"):
    """Choice of goods over the limit to give up (rules 7, E2)."""

    seat: int

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for exactly the excess; the default takes the most numerous kinds."""
        player = ctx.state.players[seat]
        if not path:
            return _GIVE_UP_PROMPT
        if len(path) == 1:
            return ask_any_goods(
                player.store,
                excess(player),
                msg("tad.ask.give_up", n=excess(player), limit=player.powers.storage_limit),
            )
        what = amounts(path[1]) if isinstance(path[1], dict) else msg("tad.nothing")
        return MoveReady(
            msg("tad.storage.done", what=what),
            instant=True,
            unconfirmed=True,  # the question and the counters say it all
            label=_GIVE_UP,
            advice=msg("tad.storage.advice", what=what),
        )

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Remove the goods."""
        goods = path[1]
        assert isinstance(goods, dict)  # noqa: S101 - for the type checker: the prompt was a DistributePrompt
        for what, n in goods.items():
            ctx.state.players[seat].store[what] -= n
        ctx.emit(GoodsStored(seat, dict(goods)))
        ctx.pop()


def prestige(ctx: StepContext[TadmorState]) -> None:
    """Score Tower Prestige for the strictly highest tower (rules 6.4)."""
    players = ctx.state.players
    top = max(player.tower for player in players)
    leaders = [seat for seat, player in enumerate(players) if player.tower == top]
    if len(leaders) == 1 and (points := players[leaders[0]].powers.points_per_turn):
        players[leaders[0]].add_points("prestige", points)
        ctx.emit(Prestige(leaders[0], points))


def court_tile(player: Player) -> str:
    """Return the private court tile that holds a piece of the player, or ""."""
    return next(
        (
            tile
            for tile in player.placed
            if any(one.action in KINGDOM for one in player.powers.private[tile].choices)
        ),
        "",
    )


def tax_to_come(s: TadmorState, seat: Seat) -> tuple[int, int]:
    """Return the tax of this turn in gold and in points lost instead; (0, 0) if none is due.

    A piece on Tax collector or on a private court, which may do the same, spares the seat the tax.
    """
    era, player = RULES.eras[s.era], s.players[seat]
    if player.powers.untaxed or s.spaces_of(seat, TAX) or court_tile(player):
        return 0, 0
    return era.tax, era.loss


def can_pay(s: TadmorState, seat: Seat) -> bool:
    """Return whether the seat's gold, traded gold included, pays this Era's tax."""
    return s.players[seat].goods["gold"] >= RULES.eras[s.era].tax


def tax_is_lost(ctx: StepContext[TadmorState], seat: Seat) -> bool:
    """Return whether the seat can't pay the tax and can't get the missing gold.

    It can't get the gold if all free operations together bring too little. A mission that may be
    given back counts as enough, because it may open an exchange.
    """
    n_missing = RULES.eras[ctx.state.era].tax - ctx.state.players[seat].goods["gold"]
    return sum(gold_sources(ctx, seat).values()) < n_missing and not missions.offer(
        ctx, seat, windows(ctx)
    )


def can_trade(s: TadmorState, seat: Seat) -> bool:
    """Return whether the seat can trade on a market that closes at the end of the turn."""
    return bool(s.markets(seat) and deals(s, seat))


def storage_lines(s: TadmorState, seat: Seat) -> tuple[Msg, ...]:
    """Return a sentence on what the warehouse cannot hold as a tuple; () if all goods fit.

    There is no limit after the last turn (ruling R47).
    """
    player = s.players[seat]
    # with the traded goods, which move to the warehouse before it is checked (E1)
    held, limit = sum(player.goods.values()), player.powers.storage_limit
    if held <= limit or s.turn == RULES.turns:
        return ()
    return (msg("tad.storage.over", n=held, limit=limit),)


def excess(player: Player) -> int:
    """Return how many goods of the warehouse are over its limit."""
    return max(0, sum(player.store.values()) - player.powers.storage_limit)


def _lose_tax_points(ctx: StepContext[TadmorState], seat: Seat) -> None:
    n = RULES.eras[ctx.state.era].loss
    ctx.state.players[seat].add_points("tax", -n)
    ctx.emit(Taxed(seat, 0, n))


def _why_no_gold(ctx: StepContext[TadmorState], seat: Seat) -> Msg:
    """Return why the tax can't be paid, with a remedy if there is one."""
    due = RULES.eras[ctx.state.era].tax
    why = short_of(ctx, seat, {"gold": due})
    if why is not None and why.key in REMEDIABLE_REASONS:
        return why
    return msg("tad.why.gold", n=ctx.state.players[seat].goods["gold"], m=due)


def _tax_prompt(era: int, why: Msg | None) -> SelectPrompt:
    """Return the first question on the tax.

    The panel skips this question unless free operations, which are offered only here, can bring
    gold. `why` is the reason why the tax can't be paid, or None.
    """
    if why is None:
        option = Option("tax", msg("tad.verb.tax"), tone="main", rule="tax_collector")
        return SelectPrompt((option,), msg("tad.ask.tax"))
    lose, blocked = _lose_option("tax", era), _no_payment(era, why)
    return SelectPrompt((lose,), msg("tad.ask.tax"), (blocked,))


def _pay_or_lose(era: int, why: Msg | None, lines: tuple[Msg, ...]) -> SelectPrompt:
    lose = _lose_option("lose", era)
    if why:
        return SelectPrompt((lose,), msg("tad.ask.tax"), (_no_payment(era, why),), lines=lines)
    label = msg("tad.tax.pay", n=RULES.eras[era].tax)
    return SelectPrompt(
        (Option("pay", label, tone="main", rule="tax_collector"), lose),
        msg("tad.ask.tax"),
        default="pay",
        lines=lines,
    )


@lru_cache(16)
def _lose_option(key: str, era: int) -> Option:
    label = msg("tad.tax.lose", n=RULES.eras[era].loss)
    return Option(key, label, tone="danger", rule="tax_collector")


def _no_payment(era: int, why: Msg) -> DisabledOption:
    return DisabledOption("pay", msg("tad.tax.pay", n=RULES.eras[era].tax), why, "tax_collector")


_DISABLED_ACTIONS = {
    action: DisabledOption(action, ACTIONS[action], msg("tad.why.on_board"), "private")
    for action in KINGDOM
}
_PASS = Option("pass", msg("tad.verb.pass"), tone="finish", rule="private")
_COURT_PROMPT = SelectPrompt(
    (Option("court", msg("tad.verb.court"), tone="main", rule="private"), _PASS),
    msg("tad.ask.court"),
    default="court",
)
_FIRST_PROMPT = SelectPrompt(
    (Option("first", msg("tad.verb.first"), tone="main", rule="first_player"),)
)
_BASIC_GOODS_PROMPT = SelectPrompt(
    tuple(Option(what, GOODS[what], art=what, rule="first_player") for what in RULES.basic),
    msg("tad.ask.first"),
)
_KINGDOM_DONE = MoveReady(msg("tad.kingdom.done"), instant=True, advice=msg("tad.kingdom.advice"))
_LAST_PROMPT = SelectPrompt(
    (Option("done", msg("tad.verb.done"), tone="finish", rule="kingdom"),),
    msg("tad.kingdom.prompt"),
)
_MARKET_CLOSES = msg("tad.tax.market_closes")
_GIVE_UP = msg("tad.verb.give_up")
_GIVE_UP_PROMPT = SelectPrompt((Option("discard", _GIVE_UP, tone="main", rule="storage"),))
