"""What the next Production phase brings, beside the cards to choose from."""

from __future__ import annotations

from games.imperial_settlers import GAME
from games.imperial_settlers.model.catalog import CARDS, FACTIONS
from games.imperial_settlers.rules.actions.cards import BY_CARD
from games.imperial_settlers.rules.effects.operations import Gain, GainPer
from games.imperial_settlers.views.income import next_production
from tests.games.imperial_settlers.positions import begin, empire


def test_board_and_production_locations_count() -> None:
    pos = empire(begin("rb"), 0, "com020")
    found = next_production(GAME.view(pos, 0).empires[0])
    expected = dict(FACTIONS["romans"].production)
    for op in BY_CARD[CARDS["com020"].id].production:
        assert isinstance(op, Gain | GainPer)
        for good, n in op.goods.items():
            expected[good] = expected.get(good, 0) + n
    assert found == expected


def test_a_gain_for_each_thing_counts_no_more_than_its_maximum() -> None:
    code, op = next(
        (code, op)
        for code, card in CARDS.items()
        for op in BY_CARD[card.id].production
        if isinstance(op, GainPer) and op.count.color in card.colors
    )
    copies = [one for one, card in CARDS.items() if op.count.color in card.colors]
    copies = [one for one in copies if CARDS[one].kind != "production" and one != code]
    (good, n), *_ = op.goods.items()
    base = FACTIONS["romans"].production.get(good, 0)
    for others in (0, op.max + 2):
        pos = empire(begin("rb"), 0, code, *copies[:others])
        found = next_production(GAME.view(pos, 0).empires[0])
        assert found[good] == base + n * min(op.max, 1 + others)
