"""Closeups of lands, castles, map quarters and the hand; entries to look up cards."""

from __future__ import annotations

from collections.abc import Iterator

from games.core.cards.card_data import is_reconstructed
from games.core.prompts.option_table import cell_at
from games.core.prompts.option_table import cell_name as cell_key
from games.core.text.messages import Msg, literal, msg, seat_name
from games.core.views.closeups import CardFace, Closeup
from games.el_mapa.model.catalog import BUILDINGS, TECHS
from games.el_mapa.model.names import (
    BUILDING_NAMES,
    TECH_NAMES,
    TROOP_NAMES,
    amounts,
    building_effect,
    building_option,
    cell_name,
    lasting_effect,
    tech_effect,
    tech_option,
)
from games.el_mapa.model.options import SETTINGS
from games.el_mapa.views.build_view import CLOSEUP_SIZE, own_picture
from games.el_mapa.views.describe import (
    army_words,
    castle_words,
    land_words,
    near_words,
    own_cards,
    row_words,
)
from games.el_mapa.views.view import GameView

QUARTERS_FROM_SIZE = 12  # rows of a map; smaller maps have no closeups of quarters
# A card is shown without a match, so its text is that of the default options.
_DEFAULTS = {one.id: one.fallback(0) for one in SETTINGS}
QUARTERS = {"nw": (0, 0), "ne": (0, 1), "sw": (1, 0), "se": (1, 1)}  # (south, east)


def closeups(view: GameView) -> tuple[Closeup, ...]:
    """Return the closeups that a viewer can choose.

    They are, in this order: the land of each player who is not eliminated, the quarters of a
    large map, the castles (at most twelve) by owner, the viewer's cards. After the end there is
    also the whole map, because the picture of the end shows only points.
    """
    whole_map = (Closeup("map", "board", msg("map.near.map")),) if view.phase == "end" else ()
    hand = (
        (Closeup("hand", "cards", msg("map.near.hand"), words=(own_cards(view),)),)
        if own_picture(view)
        else ()
    )
    return (*_lands(view), *_quarters(view), *_castles(view), *hand, *whole_map)


def _lands(view: GameView) -> Iterator[Closeup]:
    for seat, one in enumerate(view.seats):
        if not one.out:
            words = (*army_words(view, seat), *land_words(view, seat), *near_words(view, seat))
            yield Closeup(
                f"land{seat}", "crop", msg("map.near.land", seat=seat_name(seat)), seat, words
            )


def _quarters(view: GameView) -> Iterator[Closeup]:
    """Yield a closeup for each quarter of a large map.

    Its spot is the first and the last cell, such as `a1-g7`.
    """
    if view.size < QUARTERS_FROM_SIZE:
        return
    side = max(CLOSEUP_SIZE, view.size // 2)
    for name, (down, right) in QUARTERS.items():
        top, left = down * (view.size - side), right * (view.size - side)
        first, last = cell_key(top, left), cell_key(top + side - 1, left + side - 1)
        rows, cols = range(top, top + side), range(left, left + side)
        tiles = [
            tile for tile in view.tiles if (at := cell_at(tile.cell))[0] in rows and at[1] in cols
        ]
        label = msg(f"map.near.{name}", at=literal(f"{first}-{last}".upper()))
        yield Closeup(
            f"map_{name}",
            "crop",
            label,
            words=tuple(row_words(view, tiles)),
            spot=f"{first}-{last}",
        )


def _castles(view: GameView) -> Iterator[Closeup]:
    for seat in range(view.n):
        own = [castle for castle in view.castles if castle.owner == seat]
        for castle in own:
            at = castle.cell
            label = (
                msg("map.near.castle_at", seat=seat_name(seat), at=cell_name(at))
                if len(own) > 1
                else msg("map.near.castle", seat=seat_name(seat))
            )
            yield Closeup(f"castle_{at}", "castle", label, seat, (castle_words(castle),), at)


def _tech(name: str) -> CardFace:
    facts = TECHS[name]
    lasting = msg("map.near.lasting", n=facts.lasting, what=lasting_effect(name, _DEFAULTS))
    kind = msg("map.near.tech", level=_level(facts.level))
    text = (
        msg("map.near.does", what=tech_effect(name, _DEFAULTS)),
        lasting,
        *_varies(tech_option(name)),
    )
    return CardFace(
        TECH_NAMES[name], text, kind, "technologies", reconstructed=is_reconstructed(facts.prov)
    )


def _building(name: str) -> CardFace:
    facts = BUILDINGS[name]
    text = msg("map.near.does", what=building_effect(name, _DEFAULTS))
    cost = msg("map.near.cost", cost=amounts(facts.cost), n=facts.level)
    kind = (
        msg("map.near.wonder") if facts.wonder else msg("map.near.house", level=_level(facts.level))
    )
    return CardFace(
        BUILDING_NAMES[name],
        (text, cost, *_varies(building_option(name))),
        kind,
        "build",
        reconstructed=is_reconstructed(facts.prov),
    )


def _varies(option: str) -> tuple[Msg, ...]:
    """Return a note that an option changes the text of a card; () if `option` is ""."""
    return (msg("map.near.varies", option=msg(f"el_mapa.option.{option}.name")),) if option else ()


def _level(n: int) -> Msg:
    return msg(f"map.level.{n}")


def _troop(kind: str) -> CardFace:
    """Return the entry of a kind of troops, which links to the rules about hiring."""
    return CardFace(TROOP_NAMES[kind], (), msg("map.near.troop"), "hire", pictured=False)


CARDS = {
    **{name: _tech(name) for name in TECHS},
    **{name: _building(name) for name in BUILDINGS},
    **{kind: _troop(kind) for kind in TROOP_NAMES},
}
