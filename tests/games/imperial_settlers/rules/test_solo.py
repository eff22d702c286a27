"""The solo game (11): the virtual player as a target, the attacks, the end."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.core.state.events import Event
from games.core.state.rng import Rng
from games.core.text.messages import Path
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.catalog import ATTACKS, CARDS
from games.imperial_settlers.model.state import MadeDeal
from games.imperial_settlers.rules.flow.rounds import Rounds
from games.imperial_settlers.rules.flow.scoring import score
from games.imperial_settlers.rules.flow.solo import Attacks
from tests.games.asking import default, keys, why
from tests.games.imperial_settlers.positions import (
    Pos,
    attack,
    begin,
    buried,
    empire,
    go,
    goods,
    hand,
    kind,
    names,
    passing,
    place,
    queue,
    samurai,
    stage,
    supply,
    targets,
    virtual,
    who,
)


def test_his_locations_are_razed_without_foundation_or_wood() -> None:
    pos = supply(empire(virtual(begin("b"), "com018"), 0, "com005"), raze=2)
    assert keys(pos, "raze", "rival") == ["virtual"]
    pos = go(pos, ("raze", "rival", "virtual", "com018"))
    assert goods(pos) == {"stone": 1, "vp": 2}, "the Gallows see it"
    assert (pos.state.virtual, pos.state.discard, who(pos).foundations) == ([], ["com018"], [])


@pytest.mark.parametrize(
    ("letter", "action", "path", "have", "left"),
    [
        ("b", "bar014", ("1", "virtual", "com018", {}), {"raze": 2}, {"stone": 1, "vp": 1}),
        ("e", "egi003", (), {"raze": 1}, {"stone": 1, "vp": 1}),
        ("j", "jap008", (), {"raze": 2}, {}),
        ("r", "rom008", (), {"worker": 2}, {"vp": 1}),
    ],
)
def test_razing_and_removing_by_cards(
    letter: str, action: str, path: Path, have: dict[str, int], left: dict[str, int]
) -> None:
    pos = go(
        supply(empire(virtual(begin(letter), "com018"), 0, action), **have),
        ("activate", action, *path),
    )
    assert goods(pos) == left
    assert (pos.state.virtual, pos.state.discard) == ([], ["com018"])


def test_pack_leaves_his_location_alone() -> None:
    pos = supply(empire(virtual(begin("b"), "com018"), 0, "bar016"), worker=1)
    pos = go(
        pos,
        ("activate", "bar016", "once"),
        ("gain_from_enemy_raze_value", "virtual", "com018", "vp"),
    )
    assert goods(pos) == {"vp": 1}
    assert [one.card for one in pos.state.virtual] == ["com018"]


def test_the_temple_captures_an_action_of_his() -> None:
    pos = go(empire(virtual(begin("e"), "com046"), 0, "egi013"), ("activate", "egi013"))
    assert place(pos, "com046").captor == 0
    pos = go(supply(pos, worker=1), ("activate", "com046", "once"), ("draw", "faction"))
    assert [CARDS[card].deck for card in who(pos).hand] == ["egyptians"]


@pytest.mark.parametrize(
    ("letter", "action", "have"),
    [
        ("b", "bar010", {"worker": 1}),
        ("e", "egi001", {}),
        ("j", "jap021", {"food": 1}),
        ("e", "egi010", {"worker": 1}),
    ],
)
def test_saboteurs_desert_trade_route_and_scorpions_have_no_target(
    letter: str, action: str, have: dict[str, int]
) -> None:
    pos = supply(
        hand(empire(virtual(begin(letter), "com046", "com018"), 0, action), 0, "com001"), **have
    )
    assert why(queue(pos, "wood", "gold"), "activate") == "imp.why.no_activate"


def test_the_virtual_player_never_passes_and_the_game_goes_on_alone() -> None:
    pos = supply(virtual(begin("b"), "com018"), raze=4, worker=4)
    pos = go(pos, ("workers", "wood"), ("raze", "rival", "virtual", "com018"), ("workers", "wood"))
    assert goods(pos) == {"raze": 2, "wood": 2, "stone": 1, "vp": 1}


def test_spies_take_a_point_as_a_deal() -> None:
    pos = queue(supply(empire(begin("r"), 0, "rom010"), worker=1), "vp", "card")
    pos = go(pos, ("activate", "rom010"), ("take_enemy_deal", "virtual", "d0"))
    assert [deal.good for deal in who(pos).deals] == ["vp"]
    assert targets(pos) == ["card"]


def test_negotiator_builds_no_attack_card() -> None:
    pos = queue(supply(empire(begin("j"), 0, "jap019"), worker=1), "vp", "wood")
    assert why(pos, "activate") == "imp.why.no_activate"
    who(pos).deals.append(MadeDeal("vp", pos.state.queue.pop(0)))
    assert GAME.audit(pos) == []
    assert why(pos, "activate") == "imp.why.no_activate", "not even one of the own Deals"


def attacking(pos: Pos) -> list[Event]:
    """Run the whole Attack phase and return its events."""
    pos.state.round = 4
    return stage(pos, Attacks())


def test_the_rest_is_collected_then_two_cards_are_revealed_and_two_attacks_made() -> None:
    pos = queue(virtual(begin("r"), "com018", "com069"), "wood")
    told = [type(one).__name__ for one in attacking(pos)]
    at = told.index("Collected")
    assert told[at : at + 5] == [
        "Collected",
        "AttackRevealed",
        "Attacked",
        "AttackRevealed",
        "Attacked",
    ]
    assert pos.state.collection == ["com018", "com069"]
    assert (len(pos.state.queue), len(pos.state.attacks)) == (3, 13)


def test_two_locations_may_be_lost_in_a_round() -> None:
    pos = queue(
        empire(begin("r"), 0, "com018", "com012", "com007"),
        "wood",
        "wood",
        "stone",
        "vp",
        "vp",
        "stone",
    )
    pos.state.spent, pos.state.attacks = pos.state.attacks, []
    told = attacking(pos)
    assert [one for one in told if isinstance(one, ev.Attacked)] == [
        ev.Attacked(["wood", "wood"], "com007"),
        ev.Attacked(["stone", "vp"], "com018"),
    ]
    assert targets(pos)[:1] == ["vp"], "the queue goes on as it is when no card is left"
    assert names(pos) == ["com012"]


def test_protections_do_not_help() -> None:
    pos = queue(empire(begin("r"), 0, "com018", "rom022"), "stone", "vp")
    place(pos, "com018").defense = 1
    assert attack(pos).state.collection == ["com018"]
    pos = samurai(queue(empire(begin("j"), 0, "jap016"), "vp", "vp"), "jap016")
    assert attack(pos).state.collection == ["jap016"]


def test_an_attack_brings_no_goods_no_wood_no_foundation_and_triggers_nothing() -> None:
    pos = attack(queue(empire(begin("b"), 0, "com018", "com005"), "stone", "vp"))
    assert (goods(pos), who(pos).foundations, pos.state.discard) == ({}, [], [])
    assert names(pos) == ["com005"]


def test_the_first_later_target_with_candidates_decides() -> None:
    pos = queue(
        empire(begin("r"), 0, "com012", "com028", "com033"),
        "worker",
        "food",
        "gold",
        "stone",
        "worker",
    )
    attack(pos)
    assert (pos.state.collection, targets(pos)) == (
        ["com028"],
        ["food", "stone", "worker", "worker", "gold"],
    )


def test_two_equal_targets_need_two_equal_goods() -> None:
    pos = attack(queue(empire(begin("r"), 0, "com065"), "card", "card"))
    assert pos.state.collection == ["com065"]
    pos = attack(queue(empire(begin("r"), 0, "com079"), "card", "card"))
    assert pos.state.collection == []
    pos = attack(queue(empire(begin("r"), 0, "com079"), "card", "worker"))
    assert pos.state.collection == ["com079"]


@pytest.mark.parametrize(
    ("mine", "lost"),
    [
        (("jap001", "jap011"), "jap011"),
        (("jap001", "jap026"), "jap026"),
        (("jap012", "jap024"), "jap012"),
        (("jap024", "jap009"), "jap024"),
        (("jap009", "jap001"), "jap009"),
        (("jap001", "jap016"), "jap001"),
        (("jap020", "jap016"), "jap016"),
        (("jap010", "jap030"), "jap030"),
    ],
)
def test_what_is_attacked_of_the_japanese(mine: tuple[str, ...], lost: str) -> None:
    pos = attack(queue(empire(begin("j"), 0, *mine), "vp", "vp"))
    assert pos.state.collection == [lost]


def test_more_stone_in_the_cost_is_attacked_first() -> None:
    pos = attack(queue(empire(begin("j"), 0, "jap028", "jap022"), "vp", "vp"))
    assert (pos.state.collection, pos.stack) == (["jap022"], [Rounds(), Attacks(0)])


def test_one_point_alone_attacks_as_always() -> None:
    pos = attack(queue(empire(begin("j"), 0, "jap001", "com018"), "vp", "stone"))
    assert pos.state.collection == ["com018"]
    pos = attack(queue(empire(begin("j"), 0, "jap001"), "stone", "vp", "vp"))
    assert pos.state.collection == [], "the top card is no point"


def test_everything_on_an_attacked_location_is_lost() -> None:
    pos = buried(empire(begin("j"), 0, "jap013", "jap001"), "jap013", 0, "com001")
    pos = attack(queue(samurai(pos, "jap001"), "vp", "vp"))
    assert pos.state.collection == ["jap001"]
    assert names(pos) == ["jap013"]


def test_samurai_still_count_for_daimyos_castle_in_solo() -> None:
    pos = samurai(empire(begin("j"), 0, "jap009", "jap001", "com084"), "jap001")
    assert goods(
        go(supply(pos, food=1), ("activate", "com084", {"food": 1}), ("produce_location", "jap009"))
    ) == {"vp": 1}


def test_the_attack_phase_follows_the_last_action_phase_too() -> None:
    pos = queue(virtual(supply(empire(begin("r", at=5), 0, "rom001"), wood=1), "com018"), "gold")
    pos = go(pos, ("pass",))
    assert pos.outcome is not None
    assert (pos.outcome.places, goods(pos)) == ([2], {"wood": 1}), (
        "one against one is lost; there was no cleanup"
    )
    assert pos.state.collection == ["com018"]
    assert len(pos.state.queue) == 3


def test_cleanup_comes_before_the_attacks() -> None:
    pos = queue(virtual(supply(begin("r"), wood=1, raze=1), "com018"), "gold")
    step = walk.submit(pos, 0, ("pass",))
    told = [type(one.public).__name__ for one in step.events]
    assert (
        told.index("Cleaned")
        < told.index("Collected")
        < told.index("Attacked")
        < told.index("RoundBegan")
    )
    assert goods(step.pos) == {"raze": 1}


@pytest.mark.parametrize("seed", range(4))
def test_a_whole_solo_game(seed: int) -> None:
    pos, rng = walk.start(GAME, {"factions": "random"}, 1, f"solo-{seed}"), Rng.of(seed)
    while pos.outcome is None:
        before = len(pos.state.collection)
        at = pos.state.round
        walk.apply(pos, 0, walk.random_move(pos, 0, rng))
        assert GAME.audit(pos) == []
        assert len(pos.state.collection) - before <= 4
        assert pos.state.round - at in (0, 1)
    s = pos.state
    held = [deal.card for deal in who(pos).deals if deal.card in ATTACKS]
    assert len(s.queue) + len(s.attacks) + len(s.spent) + len(held) == 16
    assert len(s.attacks) == 16 - 1 - 10
    own = sum(not CARDS[card].common for card in names(pos))
    assert score(pos).ranking[0].place == (1 if own > len(s.collection) else 2)


def test_defaults_alone_end_a_solo_game() -> None:
    pos = walk.start(GAME, {}, 1, "defaults")
    while pos.outcome is None:
        pos = go(pos, default(pos))
    assert passing(pos) is pos
    assert kind(pos) == ""
    assert len(pos.state.collection) == 10
