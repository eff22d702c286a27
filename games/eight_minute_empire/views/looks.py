"""Closeups of the map, the row, own pieces and earlier games; cards by name."""

from __future__ import annotations

from games.core.text.messages import Msg, listed, msg
from games.core.views.closeups import CardFace, Closeup
from games.eight_minute_empire.model import catalog
from games.eight_minute_empire.model.catalog import GOODS, WILD
from games.eight_minute_empire.rules.turns import goods_on_card, short_action
from games.eight_minute_empire.views.narrate import (
    border_words,
    map_words,
    past_words,
    row_words,
    seat_lines,
)
from games.eight_minute_empire.views.view import GameView, own_picture, view_of_past_game

# anchor of the chapter of the rules, by text key of an op
_CHAPTER_BY_OP = {
    "place": "place",
    "move": "move",
    "sail": "sea",
    "city": "city",
    "destroy": "destroy",
}


def closeups(view: GameView) -> tuple[Closeup, ...]:
    """Return the closeups: map, row if there is one, the viewer's own pieces, finished games.

    A finished game of a campaign is included once the next one has been set up.
    """
    found = [
        Closeup("map", "map", msg("eme.look.map"), words=(*map_words(view), *border_words(view)))
    ]
    if view.row:
        found.append(
            Closeup(
                "row",
                "row",
                msg("eme.look.row"),
                words=(*row_words(view), *map(_points_by_symbols, GOODS)),
            )
        )
    if own_picture(view) and view.viewer is not None:
        found.append(
            Closeup(
                "hand", "private", msg("eme.look.hand"), words=tuple(seat_lines(view, view.viewer))
            )
        )
    return (*found, *(_past(view, one.game) for one in view.past))


def _past(view: GameView, game: int) -> Closeup:
    end = view_of_past_game(view, game)
    words = (*past_words(end), *map_words(end))
    return Closeup(
        f"game{game}",
        "past",
        msg("eme.look.game", n=game),
        words=words,
        spot=str(game),
        permanent=True,
    )


def _face(card: str) -> CardFace:
    facts, action = catalog.CARDS[card], short_action(card, False)
    text = [msg("eme.look.action", what=action)]
    if facts.english:
        text.append(msg("eme.look.english", what=short_action(card, True)))
    if facts.five_players_only:
        text.append(msg("eme.look.five"))
    text.append(msg("eme.look.wild") if facts.good == WILD else _points_by_symbols(facts.good))
    rule = "or_and" if facts.join else _CHAPTER_BY_OP[facts.ops[0].text_key]
    return CardFace(
        msg("eme.look.card", good=goods_on_card(card), what=action),
        tuple(text),
        rule=rule,
        image_id=card,
    )


def _points_by_symbols(good: str) -> Msg:
    """Describe how many points a good scores, by number of symbols."""
    steps = [msg("eme.look.step", n=points, m=need) for need, points in GOODS[good].steps]
    return msg("eme.look.steps", good=msg(f"eme.goods.{good}"), what=listed(steps))


def _faces() -> dict[str, CardFace]:
    """Build the card faces; cards with the same text share the face of the first of them."""
    first_with: dict[tuple[object, ...], str] = {}
    for card, facts in catalog.CARDS.items():
        first_with.setdefault(
            (facts.good, facts.symbols, facts.ops, facts.join, facts.english is None), card
        )
    return {card: _face(card) for card in first_with.values()}


def _good_face(good: str) -> CardFace:
    """Build the face of a good: its points by number of symbols."""
    text = msg("eme.look.wild") if good == WILD else _points_by_symbols(good)
    rule = "wilds" if good == WILD else "goods"
    return CardFace(msg(f"eme.goods.{good}"), (text,), msg("eme.look.good"), rule, pictured=False)


CARDS = {**_faces(), **{good: _good_face(good) for good in (*GOODS, WILD)}}
