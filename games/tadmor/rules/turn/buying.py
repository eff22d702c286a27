"""UPGRADES: upgrade spaces in order, mission window, automatic gathering (rules 6.1)."""

from __future__ import annotations

from functools import lru_cache
from typing import ClassVar

from msgspec.structs import replace

from games.core.cards.reaction_window import PASS, Window
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
from games.core.text.messages import Msg, Path, Seat, listed, msg
from games.tadmor.model.catalog import RULES, SPACES
from games.tadmor.model.effects import UPGRADES, PrivateAction, effect_text
from games.tadmor.model.events import Bought, Harvested, PassedUpgrade
from games.tadmor.model.names import amounts, mission_name, upgrade_name
from games.tadmor.model.state import TadmorState
from games.tadmor.rules.goods.costs import ask_any_goods, pay
from games.tadmor.rules.goods.gains import gather, goods_gathered, receive_gifts
from games.tadmor.rules.goods.picks import take_tile, tile_option
from games.tadmor.rules.missions import missions
from games.tadmor.rules.turn.free import ResolutionStep, more_goods
from games.tadmor.rules.turn.raid import PASSED


class Resolution(Frame[TadmorState], tag="resolution"):
    """Start of Resolution.

    The frame sets `resolving`: from then on, `apply_automatic_gains` also resolves caravans and
    shipyards.
    """

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Push a `Buy` per piece on an upgrade space, then `Grants` and `Gathering`."""
        s = ctx.state
        ctx.pop()
        s.resolving = True
        names = sorted(
            (name for name in s.board if SPACES[name].action == "upgrade"),
            key=lambda name: SPACES[name].order,
        )
        order = list(s.order)
        ctx.push(
            *(Buy(one.seat, name) for name in names for one in s.board[name]),
            Grants(order),
            Gathering(),
        )


class Buy(ResolutionStep, tag="buy"):
    """Choice of a displayed tile, or a pass, by the seat on an upgrade space."""

    seat: int
    space: str
    windows: ClassVar[tuple[str, ...]] = ("upgrades",)

    def actors(self, ctx: StepContext[TadmorState]) -> tuple[Seat, ...]:
        """Return the seat, or nobody if the display is empty."""
        return (self.seat,) if any(ctx.state.display) else ()

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """End the frame, since there is nothing to buy."""
        ctx.pop()

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Ask for a pass, or for a displayed tile and the goods that pay for it (rules 6.1)."""
        s = ctx.state
        price = RULES.eras[s.era].upgrade
        goods = s.players[seat].goods
        total = sum(goods.values())
        match path:
            case ():
                return _buy_or_pass_prompt(
                    price,
                    max(0, price - total),
                    self._gatherable_goods(s, seat) if total < price else None,
                )
            case ("pass",):
                return _PASS_READY
            case ("buy",):
                return SelectPrompt(
                    tuple(_tile_in_menu(tile) for tile in s.display if tile),
                    msg("tad.ask.buy", n=price),
                    layout="menus",  # a menu, even for few tiles: it tells the effect of each
                    ask_single=True,
                )
            case (_, str()):
                trades = s.players[seat].powers.trades
                tradable = {good for _, rate in trades for good in rate.give}
                return replace(
                    ask_any_goods(goods, price, msg("tad.ask.pay", n=price), tradable),
                    change_label=msg("core.change.pay"),
                )
        return _purchase_ready(str(path[1]), path[2])

    def beside(self, ctx: StepContext[TadmorState]) -> dict[str, Tone]:
        """Return the free operations to show next to Pass, while goods are short.

        The result has a tone by verb. A pass loses the space, so the operations are shown if they
        can bring enough goods for the price. Gathering costs nothing, so it is the main option. If
        gathering suffices, it is the only one.
        """
        s = ctx.state
        n_missing = RULES.eras[s.era].upgrade - sum(s.players[self.seat].goods.values())
        goods_by_verb = more_goods(ctx, self.seat) if n_missing > 0 else {}
        if sum(goods_by_verb.values()) < n_missing:
            return {}
        if goods_by_verb.get("gather", 0) >= n_missing > 0:
            return {"gather": "main"}
        return {verb: "main" if verb == "gather" else "plain" for verb in goods_by_verb}

    def _gatherable_goods(self, s: TadmorState, seat: Seat) -> Msg | None:
        """Describe the goods that the seat can still gather before it buys."""
        player, goods = s.players[seat], dict[str, int]()
        for space, piece in s.spaces_and_pieces_of(seat):
            if space.action == "gather":
                goods[space.resource] = goods.get(space.resource, 0) + goods_gathered(
                    s, player, space, piece
                )
        return amounts(goods) if goods else None

    def apply(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> None:
        """Pass, or buy the tile; the piece moves onto a private tile (rules 6.3)."""
        s = ctx.state
        ctx.pop()
        if path[0] == "pass":
            ctx.emit(PassedUpgrade(seat, self.space))
            return
        tile, cost = str(path[1]), path[2]
        assert isinstance(cost, dict)  # noqa: S101 - for the type checker: the prompt was a DistributePrompt
        player = s.players[seat]
        pay(player, cost)
        take_tile(s, seat, tile)
        piece = s.take_back(seat, self.space).piece
        if tile in player.powers.private:
            player.placed[tile] = piece
        ctx.emit(Bought(seat, tile, dict(cost)))


class Grants(Window[TadmorState], ResolutionStep, tag="grants"):
    """Window after the last upgrade space: K15, K25 and K26 may take tiles for free."""

    windows: ClassVar[tuple[str, ...]] = ("upgrades_end", "upgrades")

    def may_react(self, ctx: StepContext[TadmorState], seat: Seat) -> bool:
        """Return whether the seat has a face-up mission that would have an effect if given back."""
        return bool(missions.offer(ctx, seat, self.windows))

    def prompt(self, ctx: StepContext[TadmorState], seat: Seat, path: Path) -> PromptResult:
        """Offer a pass; the missions are offered as free operations.

        The question names the missions. If there is only one, the question also tells the points
        lost and the benefit.
        """
        if path:
            return PASSED
        return _grants_prompt(tuple(missions.returnable(ctx, seat, self.windows)))


class Gathering(Frame[TadmorState], tag="gathering"):
    """Resolution of the gathering and peace-gifts spaces that hold pieces (ruling R13)."""

    def advance(self, ctx: StepContext[TadmorState]) -> None:
        """Resolve the spaces in turn order, which does not affect the yield."""
        s = ctx.state
        ctx.pop()
        for seat in s.order:
            goods: dict[str, int] = {}
            for space in s.spaces_of(seat, "gather"):
                goods[space.resource] = goods.get(space.resource, 0) + gather(
                    ctx, seat, space, quiet=True
                )
            points = sum(
                receive_gifts(ctx, seat, space, quiet=True)
                for space in s.spaces_of(seat, "peace_gifts")
            )
            if goods or points:
                ctx.emit(Harvested(seat, goods, points))


@lru_cache(64)
def _tile_in_menu(tile: str) -> Option:
    return replace(tile_option(tile), group=_BUY_MENU)


def _buy_or_pass_prompt(price: int, n_missing: int, gatherable: Msg | None) -> SelectPrompt:
    if n_missing:
        why = (
            msg("tad.why.goods_near", n=n_missing, what=gatherable)
            if gatherable
            else msg("tad.why.goods", n=n_missing)
        )
        disabled = (DisabledOption("buy", msg("tad.verb.buy"), why, "upgrades"),)
        return SelectPrompt((_PASS,), msg("tad.buy.prompt", n=price), disabled, default=PASS)
    return SelectPrompt((_BUY, _PASS), msg("tad.buy.prompt", n=price), default=PASS)


def _purchase_ready(tile: str, cost: object) -> MoveReady:
    paid = amounts(cost) if isinstance(cost, dict) else msg("tad.nothing")
    effects: list[Msg] = [effect_text(tile)]
    if any(isinstance(op, PrivateAction) for op in UPGRADES[tile].effects):
        effects.append(msg("tad.buy.moves"))
    return MoveReady(
        msg("tad.buy.done", tile=upgrade_name(tile), cost=paid),
        effects=tuple(effects),
        instant=True,
        label=upgrade_name(tile),
        advice=msg("tad.buy.advice", tile=upgrade_name(tile), cost=paid),
    )


@lru_cache(64)
def _grants_prompt(usable: tuple[str, ...]) -> SelectPrompt:
    if len(usable) == 1:
        (card,) = usable
        prompt = msg(
            "tad.ask.grants",
            card=mission_name(card),
            n=missions.points_lost(card),
            what=missions.MISSIONS[card].benefit.describe(),
        )
    else:
        prompt = msg("tad.ask.upgrades_end", cards=listed(map(mission_name, usable)))
    return SelectPrompt((_PASS_GRANTS,), prompt, default=PASS, ask_single=True, lines=_WHY_GRANTS)


_BUY_MENU = msg("tad.buy.menu")
_BUY = Option("buy", msg("tad.verb.buy"), tone="main", rule="upgrades")
_PASS = Option(PASS, msg("tad.verb.pass"), tone="finish", rule="upgrades")
_PASS_GRANTS = Option(PASS, msg("tad.verb.pass"), tone="main", rule="upgrades")
_WHY_GRANTS = (msg("tad.ask.grants_why", order=msg("tadmor.order.pass_windows.name")),)
_PASS_READY = MoveReady(
    msg("tad.buy.passed"), effects=(msg("tad.buy.lost"),), advice=msg("tad.buy.advice_pass")
)
