"""Close-ups of mats, upgrades on offer and missions, and reference cards by name."""

from __future__ import annotations

from games.core.cards.card_data import is_reconstructed
from games.core.text.messages import msg, seat_name
from games.core.views.closeups import CardFace, Closeup
from games.tadmor.model.catalog import PARTS, RARE, SPACES
from games.tadmor.model.effects import UPGRADES, effect_text
from games.tadmor.model.names import (
    COLOR_NAMES,
    PART_NAMES,
    RARE_NAMES,
    REGION_NAMES,
    SPACE_NAMES,
    amounts,
    mission_name,
    upgrade_name,
)
from games.tadmor.rules.missions.missions import MISSIONS
from games.tadmor.views.narrate import display_words, hand_words, mat_words
from games.tadmor.views.view import GameView


def closeups(view: GameView) -> tuple[Closeup, ...]:
    """Return the close-ups: one per mat, in seat order, then those that fit the phase.

    From the first turn on, these are the upgrades on offer and the viewer's own missions. After the
    end it is the board, since the panel then shows the points.
    """
    mats = tuple(
        Closeup(
            f"mat{seat}",
            "mat",
            msg("tad.look.mat", seat=seat_name(seat)),
            seat,
            tuple(mat_words(view, seat, mat)),
        )
        for seat, mat in enumerate(view.mats)
    )
    if view.phase == "end":
        return (*mats, Closeup("map", "board", msg("tad.look.map")))
    if view.phase == "setup":
        return mats
    display = Closeup(
        "display", "display", msg("tad.look.display"), words=tuple(display_words(view))
    )
    if view.viewer is None:
        return (*mats, display)
    return (
        *mats,
        display,
        Closeup("hand", "missions", msg("tad.look.hand"), words=tuple(hand_words(view))),
    )


def _upgrade(tile: str) -> CardFace:
    era = msg(f"tad.era.{UPGRADES[tile].era}")
    return CardFace(
        upgrade_name(tile),
        (msg("tad.look.does", what=effect_text(tile)),),
        msg("tad.look.upgrade", era=era),
        "upgrades",
        reconstructed=is_reconstructed(UPGRADES[tile].prov),
    )


def _mission(card: str) -> CardFace:
    facts = MISSIONS[card]
    text = (
        msg("tad.look.cost", cost=amounts(facts.cost), n=facts.points),
        msg("tad.look.returned", what=facts.benefit.describe(), n=facts.returned),
        msg(f"tad.look.{facts.window}"),
    )
    return CardFace(
        mission_name(card),
        text,
        msg("tad.look.mission"),
        "missions",
        reconstructed=is_reconstructed(facts.prov),
    )


def _space(space: str) -> CardFace:
    """Return the card of a board space; it leads to the help chapter on the space's action."""
    facts = SPACES[space]
    kind = msg("tad.look.space", region=REGION_NAMES[facts.region])
    return CardFace(
        SPACE_NAMES[space], (), kind, _CHAPTERS.get(facts.action, facts.action), pictured=False
    )


def _part(part: str) -> CardFace:
    return CardFace(PART_NAMES[part], (), msg("tad.look.part"), "temple", pictured=False)


def _rare(good: str) -> CardFace:
    kind = msg("tad.look.rare", color=COLOR_NAMES[RARE[good]])
    return CardFace(RARE_NAMES[good], (), kind, "rare_good", pictured=False)


_CHAPTERS = {
    "upgrade": "upgrades",
    "mission": "missions",
    "tower_single": "tower",
    "tower_double": "tower",
}
# Spaces with an entry in `CARDS`: one of each kind ("Caravan 2" equals "Caravan"), and every
# shipyard.
_SPACES = [
    space
    for space in SPACES
    if not space.endswith(("_2", "_3", "_4")) or space.startswith("shipyard")
]
CARDS = {
    **{tile: _upgrade(tile) for tile in UPGRADES},
    **{card: _mission(card) for card in MISSIONS},
    **{space: _space(space) for space in _SPACES},
    **{part: _part(part) for part in PARTS},
    **{good: _rare(good) for good in RARE},
}
