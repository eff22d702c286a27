"""Works of the construction step: towers, treason, temples, rare goods, missions (6.2).

A work checks a site, asks for its choices, describes the result and applies it. A site is a
space of the board or a private tile that holds the player's piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from games.core.engine.context import StepContext
from games.core.prompts.prompt import (
    DisabledOption,
    IllegalPath,
    MoveReady,
    Option,
    Prompt,
    SelectPrompt,
)
from games.core.text.messages import Msg, Path, Seat, listed, msg, seat_name
from games.tadmor.model.catalog import RULES, SPACES
from games.tadmor.model.events import Completed
from games.tadmor.model.names import (
    PART_NAMES,
    RARE_NAMES,
    amounts,
    mission_name,
    place_name,
    short_amounts,
)
from games.tadmor.model.state import Player, TadmorState
from games.tadmor.rules.goods.costs import (
    ask_goods_left_out,
    cost_after_reduction,
    left_after,
    pay,
    tower_prices,
    why_not_payable,
)
from games.tadmor.rules.goods.gains import (
    climb,
    completion_goods,
    destroy,
    draw_missions,
    parts_of,
    shipyard_open,
    take_rare,
    temple_sites,
)
from games.tadmor.rules.goods.hints import expected_camels, part_gain, rare_gain
from games.tadmor.rules.goods.picks import (
    part_worth,
    pick_pile,
    pick_temple,
    pick_tile,
    pick_victim,
    seat_of,
    temple_at,
)
from games.tadmor.rules.missions.benefits import (
    DrawMissions,
    MarketAccess,
    build_part,
    tower_worth,
)
from games.tadmor.rules.missions.missions import MISSIONS, hand_mission_option, returnable
from games.tadmor.rules.turn.free import goods_within_reach, windows
from games.tadmor.rules.turn.remedies import briefly, nearest_unless_possible, short_of

Context = StepContext[TadmorState]
FAVOUR, PAY = "favour", "pay"


@dataclass(frozen=True)
class Site:
    """Place where `seat` does an `action`.

    `pairs_built` counts the levels or pairs already built there in the same action.
    """

    seat: Seat
    at: str
    action: str
    pairs_built: int = 0


class Work:
    """Base of the works.

    A path is `verb`, the site, then `where` (the work's own choices).
    """

    verb: ClassVar[str]

    def hindrance(self, ctx: Context, site: Site) -> Msg | None:
        """Return why the work is impossible at the site; None if it is possible."""
        raise NotImplementedError

    def price(self, ctx: Context, site: Site) -> Msg | None:
        """Return the price of the work; None if the player must choose something at the site."""
        return None

    def prospect(self, ctx: Context, site: Site) -> Msg | None:
        """Describe what the work brings at a site; None if that depends on a choice.

        The work must be possible at the site.
        """
        return None

    def prompt(self, ctx: Context, site: Site, where: Path) -> Prompt | IllegalPath | None:
        """Return the next prompt after `where`; None if the choice is complete."""
        raise NotImplementedError

    def completed_move(self, ctx: Context, site: Site, where: Path) -> MoveReady:
        """Return the completed move with its effects."""
        raise NotImplementedError

    def apply(self, ctx: Context, site: Site, where: Path) -> None:
        """Apply the work."""
        raise NotImplementedError


class Tower(Work):
    """Work: build single levels or pairs, at the prices of their band (R7, R9)."""

    verb = "tower"

    def hindrance(self, ctx: Context, site: Site) -> Msg | None:
        """Return why no level can be built now; None if at least one can."""
        if self._max_actions(ctx, site) == 0:
            return msg("tad.why.one_pair")
        _, cost = tower_prices(ctx.state.players[site.seat], site.action == "tower_double", 1)[0]
        return short_of(ctx, site.seat, cost)

    def price(self, ctx: Context, site: Site) -> Msg | None:
        """Return levels and price; None unless exactly one number can be paid."""
        prices = tower_prices(
            ctx.state.players[site.seat],
            site.action == "tower_double",
            self._max_actions(ctx, site),
        )
        paid = [step for step in prices if short_of(ctx, site.seat, step[1]) is None]
        if len(paid) != 1:
            return None
        ((height, cost),) = paid
        return levels_and_price(height - ctx.state.players[site.seat].tower, cost)

    def prospect(self, ctx: Context, site: Site) -> Msg:
        """Describe the next level or pair: the new height, the price and the points."""
        player = ctx.state.players[site.seat]
        height, cost = tower_prices(player, site.action == "tower_double", 1)[0]
        return msg(
            "tad.tower.next",
            n=len(RULES.eras) - ctx.state.era,
            height=height,
            cost=amounts(cost),
            points=RULES.level * (height - player.tower),
        )

    def prompt(self, ctx: Context, site: Site, where: Path) -> Prompt | None:
        """Ask for the number of levels or pairs.

        The first number that is too expensive is disabled and names the missing goods. It is left
        out if there is only one option on a space of the board, so that the button before, which
        names the price, builds at once. More levels can still be built after a trade.
        """
        if where:
            return None
        player = ctx.state.players[site.seat]
        options, disabled = [], []
        for n, (height, cost) in enumerate(
            tower_prices(player, site.action == "tower_double", self._max_actions(ctx, site)), 1
        ):
            why = short_of(ctx, site.seat, cost)
            if why:
                disabled.append(
                    DisabledOption(
                        str(n), msg("tad.tower.plus", n=height - player.tower), why, "tower"
                    )
                )
            else:
                label = levels_and_price(height - player.tower, cost)
                options.append(
                    Option(
                        str(n),
                        label,
                        msg("tad.tower.height", n=height),
                        rule="tower",
                        name=msg("tad.tower.plus", n=height - player.tower),
                    )
                )
        prompt = msg("tad.ask.levels", place=place_name(site.at))
        eras_left = len(RULES.eras) - ctx.state.era
        return SelectPrompt(
            tuple(options),
            prompt,
            () if len(options) == 1 and site.at in SPACES else tuple(disabled),
            layout="menu" if len(options) > 8 else "buttons",
            lines=(msg("tad.tower.each", n=eras_left, points=RULES.level),),
        )

    def completed_move(self, ctx: Context, site: Site, where: Path) -> MoveReady:
        """Return the completed move with height and price."""
        height, cost = self._new_height(ctx, site, where)
        player = ctx.state.players[site.seat]
        effects = [tower_worth(ctx, site.seat, height)]
        effects += expected_camels(ctx, site.seat, height, player.missions)
        done = msg("tad.tower.done", n=height, what=amounts(cost))
        label = msg("tad.tower.label", n=height - player.tower)
        return MoveReady(
            done,
            instant=True,
            effects=tuple(effects),
            label=label,
            advice=msg("tad.tower.advice", n=height - player.tower),
            ghost=(f"tower{site.seat}={height}", _goods_left_preview(player, site, cost)),
        )

    def apply(self, ctx: Context, site: Site, where: Path) -> None:
        """Pay and build."""
        height, cost = self._new_height(ctx, site, where)
        pay(ctx.state.players[site.seat], cost)
        climb(ctx, site.seat, height, cost)

    def _new_height(self, ctx: Context, site: Site, where: Path) -> tuple[int, dict[str, int]]:
        n = int(str(where[0]))
        return tower_prices(ctx.state.players[site.seat], site.action == "tower_double", n)[n - 1]

    def _max_actions(self, ctx: Context, site: Site) -> int:
        only_one_pair = site.action == "tower_double" and ctx.options["double_pairs"] == "one"
        return 1 - site.pairs_built if only_one_pair else 40


class Traitor(Work):
    """Work: destroy levels of a tower at least as high as the seat's (R42, R43)."""

    verb = "traitor"

    def hindrance(self, ctx: Context, site: Site) -> Msg | None:
        """Return a reason in Era I, or if no opponent's tower is at least as high."""
        if not RULES.eras[ctx.state.era].traitor:
            return msg("tad.why.era_one")
        if self._victims(ctx, site):
            return None
        players = ctx.state.players
        high = max(one.tower for other, one in enumerate(players) if other != site.seat)
        return msg("tad.why.no_victim", own=players[site.seat].tower, high=high)

    def prospect(self, ctx: Context, site: Site) -> Msg:
        """Describe how many levels the chosen opponent loses."""
        return msg("tad.prospect.traitor", n=RULES.eras[ctx.state.era].traitor)

    def prompt(self, ctx: Context, site: Site, where: Path) -> Prompt | None:
        """Ask for the opponent."""
        return (
            None
            if where
            else pick_victim(ctx, self._victims(ctx, site), RULES.eras[ctx.state.era].traitor)
        )

    def completed_move(self, ctx: Context, site: Site, where: Path) -> MoveReady:
        """Return the completed move with the victim."""
        n = RULES.eras[ctx.state.era].traitor
        return MoveReady(
            msg("tad.traitor.done", seat=seat_name(seat_of(where[0])), n=n),
            instant=True,
            advice=msg("tad.traitor.advice", seat=seat_name(seat_of(where[0]))),
            ghost=(f"tower{seat_of(where[0])}",),
        )

    def apply(self, ctx: Context, site: Site, where: Path) -> None:
        """Destroy the levels."""
        destroy(ctx, site.seat, seat_of(where[0]), RULES.eras[ctx.state.era].traitor)

    def _victims(self, ctx: Context, site: Site) -> list[Seat]:
        players, own = ctx.state.players, ctx.state.players[site.seat].tower
        return [
            other
            for other, one in enumerate(players)
            if other != site.seat and one.tower and one.tower >= own
        ]


class Temple(Work):
    """Work: build one part of one temple; Palmyra's space also draws a mission."""

    verb = "temple"

    def hindrance(self, ctx: Context, site: Site) -> Msg | None:
        """Return a reason if no card of the part is left or goods are missing."""
        temples = temple_sites(ctx.state, ctx.state.players[site.seat])
        if not temples:
            return msg("tad.why.no_part")
        return nearest_unless_possible([self._why(ctx, site.seat, temple) for temple in temples])

    def price(self, ctx: Context, site: Site) -> Msg | None:
        """Return the price of the part, if nothing must be chosen; else None.

        Return None if several temples can be built, or if the player chooses what to leave out.
        """
        player = ctx.state.players[site.seat]
        payable = [
            at for at in temple_sites(ctx.state, player) if self._why(ctx, site.seat, at) is None
        ]
        if len(payable) != 1 or player.powers.reduction.get("temple"):
            return None
        return short_amounts(part_cost(player, payable[0]))

    def prospect(self, ctx: Context, site: Site) -> Msg | None:
        """Describe the points of the next part; None if there are several temples."""
        player = ctx.state.players[site.seat]
        temples = temple_sites(ctx.state, player)
        if len(temples) > 1:
            return None
        return msg("tad.rare.gain", n=part_gain(parts_of(player, temples[0])))

    def prompt(self, ctx: Context, site: Site, where: Path) -> Prompt | IllegalPath | None:
        """Ask for the temple.

        With I34, which makes temples cheaper, ask which goods to leave out of the price.
        """
        player = ctx.state.players[site.seat]
        if not where:
            return pick_temple(
                ctx.state,
                player,
                {at: self._why(ctx, site.seat, at) for at in temple_sites(ctx.state, player)},
            )
        return ask_goods_left_out(
            player, part_cost(player, temple_at(where[0])), "temple", where[1:]
        )

    def completed_move(self, ctx: Context, site: Site, where: Path) -> MoveReady:
        """Return the completed move with part and price."""
        player = ctx.state.players[site.seat]
        built = parts_of(player, temple_at(where[0]))
        part = RULES.temple[built]
        effects = [part_worth(built)]
        if goods := completion_goods(ctx.state, site.seat, built + 1):
            effects.append(msg("tad.temple.spoils", n=goods))
        if draws_mission(player, site):
            effects.append(msg("tad.temple.card"))
        if bonus := private_points(player, site):
            effects.append(msg("tad.points", n=bonus))
        cost = cost_after_reduction(part.cost, where[1:])
        done = msg("tad.temple.done", part=PART_NAMES[part.id], what=amounts(cost))
        ghost = f"temple{site.seat}={part.id}", _goods_left_preview(player, site, cost)
        return MoveReady(
            done,
            instant=True,
            effects=tuple(effects),
            label=PART_NAMES[part.id],
            ghost=ghost,
            advice=msg("tad.temple.advice", part=PART_NAMES[part.id]),
        )

    def apply(self, ctx: Context, site: Site, where: Path) -> None:
        """Pay, build and draw."""
        player = ctx.state.players[site.seat]
        at = temple_at(where[0])
        cost = cost_after_reduction(part_cost(player, at), where[1:])
        pay(player, cost)
        build_part(ctx, site.seat, at, cost, private_points(player, site))
        if draws_mission(player, site):
            draw_missions(ctx, site.seat, 1)

    def _why(self, ctx: Context, seat: Seat, at: int) -> Msg | None:
        player = ctx.state.players[seat]
        return short_of(ctx, seat, part_cost(player, at), player.powers.reduction.get("temple", 0))


class RareGood(Work):
    """Work: buy the top tile of a pile, or any tile with I43 (rulings R26 to R28).

    I9 pays with points instead of goods.
    """

    verb = "rare"

    def hindrance(self, ctx: Context, site: Site) -> Msg | None:
        """Return a reason if there is no tile or no way to pay."""
        return nearest_unless_possible(
            [self._why(ctx, site, color) for color in _colors_of_site(site)]
        )

    def price(self, ctx: Context, site: Site) -> Msg | None:
        """Return the price, if only one color can be paid, and only with goods."""
        player = ctx.state.players[site.seat]
        payable = [color for color in _colors_of_site(site) if self._why(ctx, site, color) is None]
        if len(payable) != 1 or can_pay_with_points(player):
            return None
        cost = rare_cost(player, payable[0])
        return short_amounts(cost) if any(cost.values()) else None

    def prospect(self, ctx: Context, site: Site) -> Msg | None:
        """Describe the top tile and its points; None if the tile must be chosen."""
        player, colors = ctx.state.players[site.seat], _colors_of_site(site)
        if len(colors) > 1 or player.powers.may_choose_rare:
            return None
        good = ctx.state.tops[colors[0]]
        gain = msg("tad.rare.gain", n=rare_gain(player, good))
        return msg("tad.rare.next", good=RARE_NAMES[good], gain=gain)

    def prompt(self, ctx: Context, site: Site, where: Path) -> Prompt | None:
        """Ask for the color and whether to pay goods or points.

        With I43, which takes any tile of a pile, ask for the tile too.
        """
        s, player = ctx.state, ctx.state.players[site.seat]
        if not where:
            prices = {color: rare_cost(player, color) for color in _colors_of_site(site)}
            whys = {color: self._why(ctx, site, color) for color in _colors_of_site(site)}
            taker = None if player.powers.may_choose_rare else player
            return pick_pile(s, whys, prices, taker=taker)
        color = str(where[0])
        if len(where) == 1:
            cost = rare_cost(player, color)
            ways = [] if why_not_payable(player, cost) else [_pay_option(color, sum(cost.values()))]
            return SelectPrompt(
                tuple(
                    ways
                    + (
                        [_favour_option(player.powers.points_for_rare)]
                        if can_pay_with_points(player)
                        else []
                    )
                ),
                msg("tad.ask.way"),
            )
        if player.powers.may_choose_rare and len(where) == 2:
            return pick_tile(s, player, color)
        return None

    def completed_move(self, ctx: Context, site: Site, where: Path) -> MoveReady:
        """Return the completed move with tile and price."""
        player = ctx.state.players[site.seat]
        good, cost, points_paid = self._purchase(ctx, site, where)
        what = msg("tad.points_paid", n=points_paid) if points_paid else amounts(cost)
        effects = [msg("tad.rare.worth", n=rare_gain(player, good))]
        if player.powers.rare_action:
            effects.append(msg("tad.now", n=player.powers.rare_action))
        if (
            ctx.state.spaces_of(site.seat, "shipyard")
            and not shipyard_open(player)
            and shipyard_open(player, good)
        ):
            effects.append(msg("tad.shipyard.comes", n=player.own["boat"] + 1))
        done = msg("tad.rare.done", good=RARE_NAMES[good], what=what)
        ghost = f"rare{site.seat}={good}", _goods_left_preview(player, site, cost)
        return MoveReady(
            done,
            instant=True,
            effects=tuple(effects),
            label=RARE_NAMES[good],
            ghost=ghost,
            advice=msg("tad.rare.advice", good=RARE_NAMES[good]),
        )

    def apply(self, ctx: Context, site: Site, where: Path) -> None:
        """Pay and take the tile."""
        player = ctx.state.players[site.seat]
        good, cost, points_paid = self._purchase(ctx, site, where)
        pay(player, cost)
        player.credit = player.credit or bool(points_paid)
        take_rare(ctx, site.seat, good, cost, points_paid, by_action=True)

    def _why(self, ctx: Context, site: Site, color: str) -> Msg | None:
        player = ctx.state.players[site.seat]
        if not ctx.state.tops[color]:
            return msg("tad.why.empty_pile")
        return (
            None
            if can_pay_with_points(player)
            else short_of(ctx, site.seat, rare_cost(player, color))
        )

    def _purchase(self, ctx: Context, site: Site, where: Path) -> tuple[str, dict[str, int], int]:
        """Return the tile, its price in goods and its price in points."""
        player, color = ctx.state.players[site.seat], str(where[0])
        good = str(where[2]) if len(where) > 2 else ctx.state.tops[color]
        return (
            (good, {}, player.powers.points_for_rare)
            if where[1] == FAVOUR
            else (good, rare_cost(player, color), 0)
        )


class KingsMission(Work):
    """Work: draw a mission, or complete one from the hand."""

    verb = "mission"

    def hindrance(self, ctx: Context, site: Site) -> Msg | None:
        """Return a reason if no mission can be drawn and no hand mission can be paid."""
        if ctx.state.deck or ctx.state.discard:
            return None
        whys = self._whys(ctx, site.seat)
        if not whys or None in whys.values():
            return None if whys else msg("tad.why.no_cards")
        return _nearest_card(whys)

    def price(self, ctx: Context, site: Site) -> Msg | None:
        """Return that a mission is drawn if nothing else is possible, even after free operations."""
        whys = self._whys(ctx, site.seat)
        return _ONLY_TO_DRAW if _can_only_draw(ctx, site.seat, whys) else None

    def prospect(self, ctx: Context, site: Site) -> Msg:
        """Name the hand missions that can be completed.

        If there are none, name the one that lacks the fewest goods, and these goods.
        """
        whys = self._whys(ctx, site.seat)
        payable = [_payable_card(card) for card, why in whys.items() if why is None]
        if payable:
            return msg("tad.mission.payable", cards=listed(payable))
        if not whys:
            return _ONLY_DRAW
        nearest = _unpaid(whys)[0]
        lack = msg("tad.why.short", n=nearest.why.args["n"], what=nearest.why.args["what"])
        why = msg("tad.why.of_card", card=mission_name(nearest.key), why=lack)
        return msg("tad.mission.only_draw", why=why)

    def prompt(self, ctx: Context, site: Site, where: Path) -> Prompt | IllegalPath | None:
        """Ask whether to draw or which card to complete; with I20, also which goods to leave out.

        Missions that can't be paid are disabled and say what they lack. If none can be paid even
        after free operations, only drawing is left, and the button before has said so. In stored
        games `complete` comes before the card.
        """
        player = ctx.state.players[site.seat]
        whys = self._whys(ctx, site.seat)
        reduction = player.powers.reduction.get("mission", 0)
        match where:
            case ():
                options = [_DRAW] if ctx.state.deck or ctx.state.discard else []
                if None in whys.values():
                    payable = [
                        hand_mission_option(card, reduction)
                        for card, why in whys.items()
                        if not why
                    ]
                    return SelectPrompt(
                        (*payable, *options),
                        msg("tad.ask.mission"),
                        _unpaid(whys, reduction),
                        default="draw" if options else None,
                        layout="cards",
                        unlisted_keys=("complete",),
                        ask_single=True,
                        lines=_lacks(whys),
                    )
                return SelectPrompt(
                    tuple(options),
                    msg("tad.ask.mission"),
                    () if _can_only_draw(ctx, site.seat, whys) else _unpaid(whys, reduction),
                    lines=_lacks(whys),
                )
            case ("draw",):
                return None
            case ("complete",):
                options = [
                    hand_mission_option(card, reduction) for card, why in whys.items() if not why
                ]
                return SelectPrompt(
                    tuple(options),
                    msg("tad.ask.complete"),
                    _unpaid(whys, reduction),
                    layout="cards",
                    ask_single=True,
                )
        card, left_out = _completed_card(where)
        return ask_goods_left_out(player, MISSIONS[card].cost, "mission", left_out)

    def completed_move(self, ctx: Context, site: Site, where: Path) -> MoveReady:
        """Return the completed move: a mission drawn, or one completed."""
        if where[0] == "draw":
            return _DRAWN
        name, left_out = _completed_card(where)
        card = MISSIONS[name]
        cost = cost_after_reduction(card.cost, left_out)
        done = msg("tad.mission.done", card=mission_name(card.id), what=amounts(cost))
        player = ctx.state.players[site.seat]
        effects = [
            msg("tad.mission.worth", n=card.points),
            msg("tad.mission.later", what=card.benefit.describe()),
        ]
        if player.powers.points_per_mission:
            effects.insert(0, msg("tad.now", n=player.powers.points_per_mission))
        effects += expected_camels(ctx, site.seat, player.tower, player.missions + 1)
        # The button of the card names points and price and has a lock. With a reduction, the last
        # answer is what to leave out.
        by_button = not left_out
        return MoveReady(
            done,
            instant=by_button,
            unconfirmed=by_button,
            effects=tuple(effects),
            label=mission_name(card.id),
            ghost=(card.id,),
            advice=msg("tad.mission.advice", card=mission_name(card.id)),
        )

    def apply(self, ctx: Context, site: Site, where: Path) -> None:
        """Draw a mission, or pay for one and lay it face up, which can't be undone."""
        player = ctx.state.players[site.seat]
        if where[0] == "draw":
            draw_missions(ctx, site.seat, 1)
            return
        card, left_out = _completed_card(where)
        cost = cost_after_reduction(MISSIONS[card].cost, left_out)
        pay(player, cost)
        player.hand.remove(card)
        player.face_up.append(card)
        player.add_points("missions", player.powers.points_per_mission)
        ctx.reveal()
        ctx.emit(Completed(site.seat, card, cost, player.powers.points_per_mission))

    def _whys(self, ctx: Context, seat: Seat) -> dict[str, Msg | None]:
        """Return why each hand mission can't be completed, by card; None for cards that can."""
        player = ctx.state.players[seat]
        reduction, discardable = player.powers.reduction.get("mission", 0), len(player.hand) - 1
        return {
            card: short_of(ctx, seat, MISSIONS[card].cost, reduction, discardable)
            for card in player.hand
        }


def _can_only_draw(ctx: Context, seat: Seat, whys: Mapping[str, Msg | None]) -> bool:
    """Return whether no mission in `whys` can be completed now or after free operations.

    True only if that is certain: then one press draws, which can't be undone. All that the free
    operations could bring together is counted, and a face-up mission that opens a market or draws
    missions may bring anything.
    """
    if not whys:
        return True
    returned = (MISSIONS[card].benefit for card in returnable(ctx, seat, windows(ctx)))
    if any(isinstance(benefit, MarketAccess | DrawMissions) for benefit in returned):
        return False
    within_reach = goods_within_reach(ctx, seat) - 1  # the mission itself can't be discarded
    return all(why is not None and why.args["n"] > within_reach for why in whys.values())


@lru_cache(64)
def _payable_card(card: str) -> Msg:
    return msg("tad.mission.payable_card", card=mission_name(card), n=MISSIONS[card].points)


def _completed_card(where: Path) -> tuple[str, Path]:
    """Return the mission that a path completes, and the rest of the path.

    In paths of stored games, `complete` comes before the mission.
    """
    card, *left_out = where[1:] if where[0] == "complete" else where
    return str(card), tuple(left_out)


def part_cost(player: Player, at: int) -> dict[str, int]:
    """Return the price of the next part of the temple with the index `at`."""
    return RULES.temple[parts_of(player, at)].cost


def rare_cost(player: Player, color: str) -> dict[str, int]:
    """Return the price of a rare good of a color, after the reduction of I28.

    The price has only one kind of good.
    """
    ((what, n),) = RULES.rare[color].cost.items()
    return {what: max(0, n - player.powers.reduction.get("rare_good", 0))}


def can_pay_with_points(player: Player) -> bool:
    """Return whether points can pay for a rare good now (I9; ruling R25).

    I9 works once per turn, and only if the score suffices.
    """
    return (
        bool(player.powers.points_for_rare)
        and not player.credit
        and player.points >= player.powers.points_for_rare
    )


def _goods_left_preview(player: Player, site: Site, cost: Mapping[str, int]) -> str:
    return f"left{site.seat}={left_after(player, cost)}"


def draws_mission(player: Player, site: Site) -> bool:
    """Return whether a temple part built at `site` also draws a mission (ruling R29).

    Palmyra's space draws one, and so does I47, which copies that space.
    """
    if site.at in SPACES:
        return SPACES[site.at].mission_card
    return any(
        choice.action == "temple" and choice.mission_card
        for choice in player.powers.private[site.at].choices
    )


def private_points(player: Player, site: Site) -> int:
    """Return the bonus points for an action on the private tile I37, else 0."""
    power = player.powers.private.get(site.at)
    return power.pp if power else 0


def _colors_of_site(site: Site) -> list[str]:
    return [SPACES[site.at].color] if site.at in SPACES else list(RULES.rare)


def levels_and_price(levels: int, cost: Mapping[str, int]) -> Msg:
    """Describe levels and their price: `+1: 2 piedra`."""
    return msg(
        "tad.tower.step", n=levels, what=short_amounts({what: n for what, n in cost.items() if n})
    )


def _nearest_card(whys: Mapping[str, Msg | None]) -> Msg:
    """Describe the hand mission that lacks the fewest goods; `whys` are reasons by card."""
    first = _unpaid(whys)[0]
    why = briefly(first.why) if first.why.key == "tad.why.short_trade" else first.why
    return msg("tad.why.of_card", card=mission_name(first.key), why=why)


def _lacks(whys: Mapping[str, Msg | None]) -> tuple[Msg, ...]:
    """Return sentences on what the hand missions lack, those that lack least first.

    `whys` has, by mission, the reason why it can't be completed, or None. There are at most
    `_MAX_LACKS` sentences.
    """
    return tuple(
        msg("tad.mission.lacks", card=mission_name(blocked.key), why=blocked.why)
        for blocked in _unpaid(whys)[:_MAX_LACKS]
    )


def _unpaid(whys: Mapping[str, Msg | None], reduction: int = 0) -> tuple[DisabledOption, ...]:
    """Return the missions in `whys` that have a reason, as disabled options.

    Missions with the fewest missing goods come first. `reduction` is shown in their prices.
    """
    disabled = sorted(
        (why.args["n"], -MISSIONS[card].points, card, why) for card, why in whys.items() if why
    )
    return tuple(
        DisabledOption(card, hand_mission_option(card, reduction).label, why, "missions", art=card)
        for _, _, card, why in disabled
    )


@lru_cache(64)
def _pay_option(color: str, n: int) -> Option:
    (what,) = RULES.rare[color].cost
    return Option(PAY, msg("tad.rare.pay", what=amounts({what: n})), tone="main", rule="rare_good")


@lru_cache(16)
def _favour_option(points: int) -> Option:
    return Option(FAVOUR, msg("tad.rare.favour", n=points), rule="rare_good")


WORK: dict[str, Work] = {
    "tower_single": Tower(),
    "tower_double": Tower(),
    "traitor": Traitor(),
    "temple": Temple(),
    "rare_good": RareGood(),
    "mission": KingsMission(),
}
_DRAW = Option("draw", msg("tad.mission.draw"), rule="missions")
_DRAWN = MoveReady(
    msg("tad.mission.draw_done"), instant=True, advice=msg("tad.mission.draw_advice")
)
_ONLY_DRAW = msg("tad.prospect.draw")
_ONLY_TO_DRAW = msg("tad.mission.only_to_draw")
_MAX_LACKS = 3  # missions that are described; the others have a button that says why not
