"""Hints on what a space would bring a player now (rules 4.1, 6); they forbid nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile
from typing import NamedTuple

from games.core.engine.context import StepContext
from games.core.text.messages import Msg, Seat, listed, msg
from games.tadmor.model.catalog import COLORS, RULES, SPACES, Need, Space, set_points
from games.tadmor.model.effects import PrivateAction
from games.tadmor.model.names import (
    ACTIONS,
    COLOR_NAMES,
    GOODS,
    PART_NAMES,
    RARE_NAMES,
    SPACE_NAMES,
    amounts,
    mission_name,
    short_amounts,
)
from games.tadmor.model.state import Player, TadmorState, colors_of, rare_counts
from games.tadmor.rules.goods.gains import (
    caravan_open,
    gift_points,
    goods_gathered,
    parts_of,
    shipyard_open,
    temple_sites,
)


class Hint(NamedTuple):
    """What a space would bring a player now, or why it is of no use.

    - `kind` says what the other fields mean, for example `gather`, `temple` or `not_yet`.
    - `n` is the number of goods, points or levels, the price, or the number of the camel or boat.
      `what` is the id of a good.
    - For a temple, `what` is the next part and `n` the points that it adds; both are empty if
      several temples are unfinished. `mission_card`: the part also draws a mission.
    - For a mission, `what` is a card that could be completed and `n` its points.
    - For a camel that does not come yet, `tower` and `missions` are what the player has. For a boat
      that does not come yet, `colors` are the colors that lack rare goods, and `per_color` is the
      number needed of each.
    """

    kind: str
    n: int = 0
    what: str = ""
    mission_card: bool = False
    tower: int = 0
    missions: int = 0
    colors: tuple[str, ...] = ()
    per_color: int = 0

    @property
    def idle(self) -> bool:
        """Return whether the space is of no use now."""
        return self.kind in ("unused", "not_yet", "no_boat_yet", "no_traitor")


_UNUSED = Hint("unused")
_PART_COSTS = {part.id: part.cost for part in RULES.temple}
# Kinds of hints in the last turn, by action.
_LAST_TURN = {"marauders": "unused", "first_player": "last_player"}


def space_hint(s: TadmorState, seat: Seat, space: Space, piece: str) -> Hint:
    """Return what a space would bring the seat if it placed this kind of piece there."""
    player, era = s.players[seat], RULES.eras[s.era]
    match space.action:
        case "gather":
            return Hint("gather", goods_gathered(s, player, space, piece), space.resource)
        case "peace_gifts":
            return Hint("points", gift_points(s, player, space))
        case "upgrade":
            return Hint("upgrade" if any(s.display) else "unused", era.upgrade)
        case "traitor":
            return _traitor_hint(s, seat)
        case "temple":
            return _temple_hint(s, player, space)
        case "rare_good":
            return Hint("rare", what=s.tops[space.color]) if s.tops[space.color] else _UNUSED
        case "caravan":
            return _camel_hint(player, ahead=len(s.spaces_of(seat, "caravan")))
        case "shipyard":
            return _boat_hint(player, ahead=len(s.spaces_of(seat, "shipyard")))
        case "marauders" | "first_player":
            return Hint(space.action if s.turn < RULES.turns else _LAST_TURN[space.action])
        case "tax_collector":
            due = era.tax and not player.powers.untaxed
            return Hint("tax_collector" if due else "unused", era.tax)
        case "war_supplies":
            return Hint("war", player.tower - min(one.tower for one in s.players))
    return Hint(space.action)


def _traitor_hint(s: TadmorState, seat: Seat) -> Hint:
    """Return how many levels a Traitor would destroy, or that no opponent's tower is as high."""
    n, own = RULES.eras[s.era].traitor, s.players[seat].tower
    if not n:
        return _UNUSED
    high = max(one.tower for other, one in enumerate(s.players) if other != seat)
    return Hint("traitor", n) if high and high >= own else Hint("no_traitor", own)


def _temple_hint(s: TadmorState, player: Player, space: Space) -> Hint:
    """Return the next temple part and its points.

    The part and the points are left out if several temples are unfinished.
    """
    sites = temple_sites(s, player)
    if not sites:
        return _UNUSED
    if len(sites) > 1:
        return Hint("temple", mission_card=space.mission_card)
    built = parts_of(player, sites[0])
    return Hint("temple", part_gain(built), RULES.temple[built].id, space.mission_card)


def _camel_hint(player: Player, ahead: int) -> Hint:
    """Return the camel that a caravan would bring, or the condition still missing.

    `ahead` counts the player's pieces on other caravans, whose camels come first.
    """
    number = _next_piece(player, "camel", ahead)
    if number not in RULES.caravan:
        return _UNUSED
    if caravan_open(player, ahead=ahead):
        return Hint("caravan", number)
    return Hint("not_yet", number, tower=player.tower, missions=player.missions)


def _boat_hint(player: Player, ahead: int) -> Hint:
    """Return the boat that a shipyard would bring, or the condition still missing.

    `ahead` counts the player's pieces on other shipyards, whose boats come first.
    """
    number = _next_piece(player, "boat", ahead)
    if number not in RULES.shipyard:
        return _UNUSED
    if shipyard_open(player, ahead=ahead):
        return Hint("shipyard", number)
    needed = RULES.shipyard[number]
    colors = tuple(color for color in COLORS if colors_of(player)[color] < needed)
    return Hint("no_boat_yet", number, colors=colors, per_color=needed)


def _next_piece(player: Player, piece: str, ahead: int) -> int:
    """Return the number of the camel or boat that comes after `ahead` others."""
    return player.own[piece] + 1 + ahead


def tile_hint(power: PrivateAction) -> Msg:
    """Describe the alternative actions of a private tile: `A or B`."""
    return listed([ACTIONS[choice.action] for choice in power.choices], "or")


@lru_cache(4096)
def name_with_hint(space: str, hint: Hint) -> Msg:
    """Return the space's name, followed by a short hint if there is one: `Madera (Ebla) +3`."""
    match hint.kind:
        case "gather":
            return msg("tad.hint.gather", at=SPACE_NAMES[space], n=hint.n)
        case "points" | "war" if hint.n:
            short = msg(f"tad.hint.{hint.kind}", n=hint.n)
        case "unused":
            short = msg("tad.hint.unused")
        case "not_yet" | "no_boat_yet":
            short = msg("tad.hint.not_yet")
        case "no_traitor":
            short = msg("tad.hint.not_now")
        case _:
            return SPACE_NAMES[space]
    return msg("tad.hint.at", at=SPACE_NAMES[space], what=short)


@lru_cache(4096)
def short_gain(space: str, hint: Hint) -> Msg:
    """Return a label with a space's gain, to show beside its mark: `3 de madera`.

    If there is no gain to name, the label is the space's name.
    """
    n = hint.n
    match hint.kind:
        case "gather":
            return amounts({hint.what: n})
        case "temple" if hint.what:
            return msg("tad.brief.temple", n=n)
        case "temple":
            return ACTIONS["temple"]
        case "mission" | "only_draw":
            return ACTIONS["mission"]
        case "points" | "war" if not n:
            return SPACE_NAMES[space]
        case "points" | "war" | "caravan" | "shipyard":
            return msg(f"tad.brief.{hint.kind}", n=n)
        case "rare":
            cost = short_amounts(RULES.rare[SPACES[space].color].cost)
            return msg("tad.brief.rare", color=COLOR_NAMES[SPACES[space].color], cost=cost)
    return name_with_hint(space, hint)


@lru_cache(4096)
def describe_hint(space: str, hint: Hint) -> Msg:
    """Describe what a space would bring: `3 de madera`, `+2 PP`, `sin uso en esta Era`."""
    n = hint.n
    match hint.kind:
        case "gather":
            return msg("tad.prospect.gather", n=n, what=GOODS[hint.what])
        case "rare":
            return msg(
                "tad.prospect.rare",
                what=RARE_NAMES[hint.what],
                cost=amounts(RULES.rare[SPACES[space].color].cost),
            )
        case "temple":
            card = "_card" if hint.mission_card else ""
            if not hint.what:
                return msg(f"tad.prospect.temple{card}")
            return msg(
                f"tad.prospect.part{card}",
                part=PART_NAMES[hint.what],
                cost=amounts(_PART_COSTS[hint.what]),
                n=n,
            )
        case "mission":
            return msg("tad.prospect.mission", card=mission_name(hint.what), n=n)
        case "points" | "war" if not n:
            return msg(f"tad.prospect.no_{hint.kind}")
        case "market":
            return msg(f"tad.prospect.{SPACES[space].market}")
        case "tower_single" | "tower_double":
            return msg(f"tad.prospect.{hint.kind}", n=RULES.level)
        case "not_yet":
            ways = listed([_condition_words(one) for one in RULES.caravan[n]], "or")
            return msg("tad.prospect.not_yet", n=n, ways=ways, tower=hint.tower, m=hint.missions)
        case "no_boat_yet":
            return msg(
                "tad.prospect.no_boat_yet",
                n=n,
                m=hint.per_color,
                lacks=msg(
                    "tad.lacks",
                    n=len(hint.colors),
                    what=listed([msg(f"tad.pile_color.{color}") for color in hint.colors]),
                ),
            )
        case (
            "points"
            | "upgrade"
            | "traitor"
            | "no_traitor"
            | "tax_collector"
            | "war"
            | "caravan"
            | "shipyard"
        ):
            return msg(f"tad.prospect.{hint.kind}", n=n)
    return msg(f"tad.prospect.{hint.kind}")


def _condition_words(need: Need) -> Msg:
    """Describe a condition: `torre 5`, `2 misiones`, `torre 5 + 2 misiones`."""
    tower = msg("tad.prospect.tower_of", n=need.tower)
    cards = msg("tad.count.mission", n=need.missions)
    if need.tower and need.missions:
        return msg("tad.prospect.both", tower=tower, missions=cards)
    return tower if need.tower else cards


def expected_camels(
    ctx: StepContext[TadmorState], seat: Seat, tower: int, missions: int
) -> list[Msg]:
    """Describe the camels that caravans would bring with a higher tower or more missions.

    Return one message per camel, at most one for each piece of the player on a caravan. `tower` is
    the height and `missions` the number to assume. The list is empty if a caravan already brings a
    camel with the player's present tower and missions.
    """
    player = ctx.state.players[seat]
    if caravan_open(player):
        return []
    ahead = range(len(ctx.state.spaces_of(seat, "caravan")))
    coming = takewhile(lambda n: caravan_open(player, tower, missions, n), ahead)
    return [msg("tad.caravan.comes", n=player.own["camel"] + 1 + n) for n in coming]


def price_of_hint(player: Player, space: str, hint: Hint) -> Mapping[str, int]:
    """Return the goods that using a space costs; {} if it is free or unknown.

    Reductions are subtracted. A temple with a reduction returns {}, because the player chooses what
    to leave out.
    """
    powers = player.powers
    if hint.kind == "rare" and not powers.points_for_rare:
        ((what, n),) = RULES.rare[SPACES[space].color].cost.items()
        return {what: max(0, n - powers.reduction.get("rare_good", 0))}
    if hint.kind == "temple" and hint.what and not powers.reduction.get("temple"):
        return _PART_COSTS[hint.what]
    return {}


def part_gain(built: int) -> int:
    """Return the points that the next part adds at the end to a temple of `built` parts."""
    points = [0, *(part.points for part in RULES.temple)]
    return points[built + 1] - points[built]


def rare_gain(player: Player, good: str) -> int:
    """Return the points that one more rare good adds to the sets at the end."""
    counts = rare_counts(player)
    return set_points(counts + Counter([good])) - set_points(counts)
