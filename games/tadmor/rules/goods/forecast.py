"""Hints on what a space would bring a player now (rules 4.1, 6); they forbid nothing."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import takewhile

from games.core.engine.context import StepContext
from games.core.text.messages import Msg, Seat, listed, msg
from games.tadmor.model.catalog import COLORS, RULES, SPACES, Need, Space, set_points
from games.tadmor.model.effects import PrivateAction
from games.tadmor.model.names import ACTIONS, COLOR_NAMES, GOODS, RARE_NAMES, SPACE_NAMES, amounts
from games.tadmor.model.state import Player, TadmorState, colors_of, rare_counts
from games.tadmor.rules.goods.gains import caravan_open, gathers, gifts, shipyard_open, temple_sites


def prospect(s: TadmorState, seat: Seat, space: Space, piece: str) -> Msg:
    """Describe what a space would bring: `3 de madera`, `+2 PP`, `sin uso en esta Era`."""
    return words(space.id, *outlook(s, seat, space, piece))


def outlook(s: TadmorState, seat: Seat, space: Space, piece: str) -> tuple[str, int, str, int]:
    """Return the hint for a space as data for `words`: kind, number, id, second number."""
    player, era = s.players[seat], RULES.eras[s.era]
    match space.action:
        case "gather":
            return "gather", gathers(s, player, space, piece), space.resource, 0
        case "peace_gifts":
            return "points", gifts(s, player, space), "", 0
        case "upgrade":
            return "upgrade" if any(s.display) else "unused", era.upgrade, "", 0
        case "traitor":
            return _traitor_outlook(s, seat)
        case "temple":
            return (
                space.action if temple_sites(s, player) else "unused",
                0,
                "card" if space.mission_card else "",
                0,
            )
        case "rare_good":
            return (
                ("rare", 0, s.tops[space.color], 0) if s.tops[space.color] else ("unused", 0, "", 0)
            )
        case "caravan" | "shipyard":
            return _new_piece_outlook(player, space.action, len(s.on(seat, space.action)))
        case "marauders" | "first_player":
            return space.action if s.turn < RULES.turns else _LAST_TURN[space.action], 0, "", 0
        case "tax_collector":
            return (
                "tax_collector" if era.tax and not player.powers.untaxed else "unused",
                era.tax,
                "",
                0,
            )
        case "war_supplies":
            return "war", player.tower - min(one.tower for one in s.players), "", 0
    return space.action, 0, "", 0


def _traitor_outlook(s: TadmorState, seat: Seat) -> tuple[str, int, str, int]:
    """Return the number of levels that would fall, or that no opponent's tower is high enough."""
    n, own = RULES.eras[s.era].traitor, s.players[seat].tower
    if not n:
        return "unused", 0, "", 0
    high = max(one.tower for other, one in enumerate(s.players) if other != seat)
    return ("traitor", n, "", 0) if high and high >= own else ("no_traitor", own, "", 0)


def _new_piece_outlook(player: Player, action: str, ahead: int) -> tuple[str, int, str, int]:
    """Return the piece that a caravan or shipyard would bring, or the condition still missing.

    `ahead` counts the player's pieces on other caravans or shipyards, which come first.
    """
    number = player.own["camel" if action == "caravan" else "boat"] + 1 + ahead
    if number not in (RULES.caravan if action == "caravan" else RULES.shipyard):
        return "unused", 0, "", 0
    if action == "caravan":
        open_now = caravan_open(player, ahead=ahead)
        return (
            ("caravan", number, "", 0)
            if open_now
            else ("not_yet", number, str(player.tower), player.missions)
        )
    lacking = "-".join(
        color for color in COLORS if colors_of(player)[color] < RULES.shipyard[number]
    )
    open_now = shipyard_open(player, ahead=ahead)
    return (
        ("shipyard", number, "", 0)
        if open_now
        else ("no_boat_yet", number, lacking, RULES.shipyard[number])
    )


def tile_prospect(power: PrivateAction) -> Msg:
    """Describe the alternative actions of a private tile: `A o B`."""
    return listed([ACTIONS[choice.action] for choice in power.choices], "or")


@lru_cache(4096)
def name_with_hint(space: str, kind: str, n: int) -> Msg:
    """Return the space's name with a short hint if there is one: `Madera (Ebla) · 3`."""
    match kind:
        case "gather":
            return msg("tad.hint.at", at=SPACE_NAMES[space], what=n)
        case "points" | "war":
            return msg("tad.hint.at", at=SPACE_NAMES[space], what=msg(f"tad.hint.{kind}", n=n))
        case "unused":
            return msg("tad.hint.at", at=SPACE_NAMES[space], what=msg("tad.hint.unused"))
        case "not_yet" | "no_boat_yet":
            return msg("tad.hint.at", at=SPACE_NAMES[space], what=msg("tad.hint.not_yet"))
        case "no_traitor":
            return msg("tad.hint.at", at=SPACE_NAMES[space], what=msg("tad.hint.not_now"))
    return SPACE_NAMES[space]


@lru_cache(4096)
def words(space: str, kind: str, n: int, what: str, m: int) -> Msg:
    """Describe the result of `outlook` for a space."""
    match kind:
        case "gather":
            return msg("tad.prospect.gather", n=n, what=GOODS[what])
        case "rare":
            return msg(
                "tad.prospect.rare",
                what=RARE_NAMES[what],
                cost=amounts(RULES.rare[SPACES[space].color].cost),
            )
        case "temple" if what:
            return msg("tad.prospect.temple_card")
        case "market":
            return msg(f"tad.prospect.{SPACES[space].market}")
        case "not_yet":
            ways = listed([_condition_words(one) for one in RULES.caravan[n]], "or")
            return msg("tad.prospect.not_yet", n=n, ways=ways, tower=int(what), m=m)
        case "no_boat_yet":
            return msg(
                "tad.prospect.no_boat_yet",
                n=n,
                m=m,
                colors=listed([COLOR_NAMES[color] for color in what.split("-")]),
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
            return msg(f"tad.prospect.{kind}", n=n)
    return msg(f"tad.prospect.{kind}")


def _condition_words(need: Need) -> Msg:
    """Describe a condition: `torre 5`, `2 misiones`, `torre 5 y 2 misiones`."""
    parts = [msg("tad.prospect.tower_of", n=need.tower)] if need.tower else []
    return listed([*parts, msg("tad.count.mission", n=need.missions)] if need.missions else parts)


def expected_camels(
    t: StepContext[TadmorState], seat: Seat, tower: int, missions: int
) -> list[Msg]:
    """Announce the camels that would come with this tower and number of missions.

    Each own piece on a caravan may bring one.
    """
    player = t.state.players[seat]
    if caravan_open(player):
        return []
    ahead = range(len(t.state.on(seat, "caravan")))
    coming = takewhile(lambda n: caravan_open(player, tower, missions, n), ahead)
    return [msg("tad.caravan.comes", n=player.own["camel"] + 1 + n) for n in coming]


def rare_gain(player: Player, good: str) -> int:
    """Return the points that one more rare good adds to the sets at the end."""
    counts = rare_counts(player)
    return set_points(counts + Counter([good])) - set_points(counts)


# kinds of `outlook` for spaces without use now
IDLE = ("unused", "not_yet", "no_boat_yet", "no_traitor")
# kinds of `outlook` in the last turn
_LAST_TURN = {"marauders": "unused", "first_player": "last_player"}
