"""What a space would bring a player here and now: the hint beside each place (rules 4.1, 6; it never forbids)."""

from __future__ import annotations

from functools import lru_cache

from games.core.messages import Msg, Seat, listed, msg
from games.tadmor.catalog import RULES, SPACES, Space
from games.tadmor.effects import PrivateAction
from games.tadmor.gains import caravan_open, gathers, gifts, shipyard_open, temple_sites
from games.tadmor.names import ACTIONS, GOODS, RARE_NAMES, SPACE_NAMES, amounts
from games.tadmor.state import TadmorState


def prospect(s: TadmorState, seat: Seat, space: Space, piece: str) -> Msg:
    """In words: `3 de madera`, `+2 PP`, `hoy sin uso`."""
    return words(space.id, *outlook(s, seat, space, piece))


def outlook(s: TadmorState, seat: Seat, space: Space, piece: str) -> tuple[str, int, str]:
    """The same as facts: a kind of words, a number, and an id."""
    player, era = s.players[seat], RULES.eras[s.era]
    match space.action:
        case "gather":
            return "gather", gathers(s, player, space, piece), space.resource
        case "peace_gifts":
            return "points", gifts(s, player, space), ""
        case "upgrade":
            return "upgrade" if any(s.display) else "unused", era.upgrade, ""
        case "traitor":
            return "traitor" if era.traitor else "unused", era.traitor, ""
        case "temple":
            return space.action if temple_sites(s, player) else "unused", 0, "card" if space.mission_card else ""
        case "rare_good":
            return ("rare", 0, s.tops[space.color]) if s.tops[space.color] else ("unused", 0, "")
        case "caravan":
            return "caravan" if caravan_open(player) else "not_yet", 0, ""
        case "shipyard":
            return "shipyard" if shipyard_open(player) else "not_yet", 0, ""
        case "marauders":
            return "marauders" if s.turn < RULES.turns else "unused", 0, ""
        case "tax_collector":
            return "tax_collector" if era.tax and not player.powers.untaxed else "unused", era.tax, ""
        case "war_supplies":
            return "points", player.tower - min(one.tower for one in s.players), ""
    return space.action, 0, ""


def tile_prospect(power: PrivateAction) -> Msg:
    """The actions of a private tile."""
    return listed([ACTIONS[choice.action] for choice in power.choices], "or")


@lru_cache(4096)
def hinted(space: str, kind: str, n: int) -> Msg:
    """The space's name; with what it brings where that is a number or nothing: `Madera (Ebla) · 3`, `Traidor · hoy sin uso`."""
    match kind:
        case "gather":
            return msg("tad.hint.at", at=SPACE_NAMES[space], what=n)
        case "points":
            return msg("tad.hint.at", at=SPACE_NAMES[space], what=msg("tad.points", n=n))
        case "unused" | "not_yet":
            return msg("tad.hint.at", at=SPACE_NAMES[space], what=msg(f"tad.hint.{kind}"))
    return SPACE_NAMES[space]


@lru_cache(4096)
def words(space: str, kind: str, n: int, what: str) -> Msg:
    """An outlook in words."""
    match kind:
        case "gather":
            return msg("tad.prospect.gather", n=n, what=GOODS[what])
        case "rare":
            return msg("tad.prospect.rare", what=RARE_NAMES[what], cost=amounts(RULES.rare[SPACES[space].color].cost))
        case "temple" if what:
            return msg("tad.prospect.temple_card")
        case "market":
            return msg(f"tad.prospect.{SPACES[space].market}")
        case "points" | "upgrade" | "traitor" | "tax_collector":
            return msg(f"tad.prospect.{kind}", n=n)
    return msg(f"tad.prospect.{kind}")

