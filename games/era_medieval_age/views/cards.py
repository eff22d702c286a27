"""Reference cards for buildings, walls, dice and calamities (the box has no cards)."""

from __future__ import annotations

from games.core.cards.card_data import is_reconstructed
from games.core.text.messages import Msg, listed, msg
from games.core.views.closeups import CardFace
from games.era_medieval_age.model.catalog import BUILDINGS, DICE, KEEP, PIECES, RULES, WALLS
from games.era_medieval_age.model.names import KINDS, cost, face

# help anchors of calamities, where they differ from the id
_CHAPTERS = {"fire": "lost", "attack": "lost"}


def _building(kind: str) -> CardFace:
    facts = PIECES[kind]
    walled = facts.points * RULES.walled
    worth = (
        msg("era.card.walled", n=walled)
        if kind == KEEP
        else msg("era.card.worth", n=facts.points, walled=walled)
    )
    text = (msg(f"era.card.{kind}"), msg("era.card.cost", cost=cost(kind)), worth)
    return CardFace(
        KINDS[kind],
        text,
        kind=msg("era.card.building"),
        rule=f"p-{kind}",
        reconstructed=is_reconstructed(facts.prov),
        pictured=False,
    )


def _wall(kind: str) -> CardFace:
    text = (
        msg("era.card.wall_does", what=msg(f"era.use.{kind}")),
        msg("era.card.cost", cost=cost(kind)),
    )
    return CardFace(KINDS[kind], text, kind=msg("era.card.wall"), rule="walls", pictured=False)


def _die(name: str) -> CardFace:
    facts = DICE[name]
    sides = listed([msg("era.card.side", side=face(one.id), n=one.copies) for one in facts.faces])
    text = (
        msg("era.card.sides", sides=sides),
        msg("era.card.source", building=KINDS[facts.source]),
    )
    return CardFace(
        msg(f"era.card.name.{name}"),
        text,
        kind=msg("era.card.die"),
        rule="roll",
        reconstructed=is_reconstructed(facts.prov),
        pictured=False,
    )


def _calamity(name: str, skulls: int) -> CardFace:
    most = skulls == max(one.skulls for one in RULES.calamities)
    kind: Msg = msg("era.card.calamity_most") if most else msg("era.card.calamity", n=skulls)
    return CardFace(
        msg(f"era.calamity.{name}"),
        (msg(f"era.card.{name}"),),
        kind=kind,
        rule=_CHAPTERS.get(name, name),
        pictured=False,
    )


CARDS: dict[str, CardFace] = {
    **{kind: _building(kind) for kind in BUILDINGS},
    **{kind: _wall(kind) for kind in WALLS},
    **{one.id: _calamity(one.id, one.skulls) for one in RULES.calamities},
    **{name: _die(name) for name in DICE},
}
