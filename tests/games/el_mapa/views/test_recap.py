"""What recaps of El Mapa never leave out: the reader's battles and drawn cards."""

from __future__ import annotations

from games.core.engine import walk
from games.core.state.events import AddressedEvent
from games.core.text.messages import Path
from games.el_mapa.model.events import BattleEnded, Drew
from games.el_mapa.model.state import NEUTRAL
from tests.games.el_mapa.positions import Pos, face


def end_of_battle(pos: Pos) -> AddressedEvent:
    """End the turn and fight by default until a battle has ended; return its event."""
    path: Path = ("end",)
    while True:
        seat = walk.actors(pos)[0]
        step = walk.submit(pos, seat, path)
        for event in step.events:
            if isinstance(event.public, BattleEnded):
                return event
        pos = step.pos
        path = walk.default_path(pos, walk.actors(pos)[0])


def test_a_battle_is_urgent_for_who_fought_it_and_for_nobody_else() -> None:
    pos, seat, _ = face({"levy": 3}, {"levy": 1}, neutral=True)
    battle = end_of_battle(pos)
    own, other = battle.seen_by(seat), battle.seen_by(1 - seat)
    assert isinstance(own, BattleEnded)
    assert own.urgent
    assert own.losses[1] == {"levy": 1}
    assert own.seats[1] == NEUTRAL
    assert other is not None
    assert not other.urgent


def test_drawn_cards_are_urgent_for_their_owner() -> None:
    assert Drew(0, {"1": 1}, ["marksmanship"]).urgent
    assert not Drew(0, {"1": 1}).urgent, "others see only that there are cards"
