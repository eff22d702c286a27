"""Events of everything that happens, and who learns them."""

from __future__ import annotations

from typing import Any

from games.core.engine import walk
from games.core.state.events import Event
from games.imperial_settlers import GAME
from games.imperial_settlers.model import events as ev
from games.imperial_settlers.model.events import spots
from tests.games.asking import events_of_move
from tests.games.imperial_settlers.positions import (
    Pos,
    begin,
    capture,
    deals,
    discarded,
    empire,
    foundation,
    go,
    hand,
    harvest,
    leave,
    route,
    supply,
    turn,
    used,
    virtual,
    who,
)


def first(told: list[Event], kind: Any) -> Any:
    """Return the first event of a kind."""
    return next(one for one in told if isinstance(one, kind))


def test_a_capture() -> None:
    pos = empire(empire(begin("er"), 0, "egi013"), 1, "com001")
    told = events_of_move(pos, ("activate", "egi013"))
    assert first(told, ev.Activated) == ev.Activated(0, "egi013", 0, 1, {})
    assert first(told, ev.Captured) == ev.Captured(0, 1, "com001")
    assert spots(first(told, ev.Captured)) == ("com001",)


def test_a_removal_of_a_captured_location_names_whose_it_was() -> None:
    pos = supply(
        capture(empire(empire(begin("rej"), 0, "rom008"), 2, "jap001"), 1, "jap001"), worker=2
    )
    assert first(events_of_move(pos, ("activate", "rom008")), ev.Removed).card == "jap001"


def test_a_deal_made_a_deal_lost_a_deal_taken() -> None:
    pos = supply(hand(begin("br"), 0, "bar012"), food=1)
    assert events_of_move(pos, ("deal", "bar012", {"food": 1}))[0] == ev.Signed(
        0, "bar012", "worker", {"food": 1}
    )
    pos = supply(deals(leave(empire(begin("br"), 0, "bar030"), 0), 1, "rom029"), worker=2)
    assert first(events_of_move(pos, ("activate", "bar030")), ev.DealLost) == ev.DealLost(
        0, 1, "gold", "rom029"
    )
    pos = supply(
        route(
            empire(empire(leave(begin("bjr"), 0), 0, "bar030"), 2, "rom029"), 1, "rom029", "jap001"
        ),
        worker=2,
    )
    lost = first(events_of_move(pos, ("activate", "bar030")), ev.DealLost)
    assert lost == ev.DealLost(0, 1, "gold", "", "rom029"), "not the marker"
    pos = supply(deals(empire(begin("rb"), 0, "rom010"), 1, "bar001"), worker=1)
    taken = first(events_of_move(pos, ("activate", "rom010")), ev.DealLost)
    assert taken == ev.DealLost(0, 1, "wood", "bar001", taken=True)
    assert spots(taken) == ("deals1", "deals0")


def test_a_trade_route_names_the_owner() -> None:
    pos = capture(
        empire(empire(empire(begin("jer"), 0, "jap021"), 2, "rom029"), 1, "com001"), 1, "rom029"
    )
    told = first(
        events_of_move(supply(pos, food=1), ("activate", "jap021", {"food": 1})), ev.Routed
    )
    assert told == ev.Routed(0, 2, "rom029", "gold")


def test_a_reshuffle_names_the_deck() -> None:
    pos = discarded(leave(supply(begin("rb"), worker=2), "common"), "com001")
    assert first(events_of_move(pos, ("workers", "common")), ev.Reshuffled) == ev.Reshuffled(
        "common"
    )
    pos = discarded(leave(supply(begin("rb", faction_reshuffle=True), worker=2), 0), "rom001")
    assert first(events_of_move(pos, ("workers", "faction")), ev.Reshuffled) == ev.Reshuffled(
        "romans"
    )


def test_a_razing_tells_its_tokens_its_goods_and_what_was_given_up() -> None:
    pos = supply(hand(empire(empire(begin("br"), 0, "bar014"), 1, "com018"), 0, "com001"), raze=2)
    told = first(events_of_move(pos, ("raze", "hand", "com001")), ev.Razed)
    assert (told.card, told.owner, told.goods, told.given) == (
        "com001",
        None,
        {"vp": 1, "stone": 1},
        0,
    )
    told = first(events_of_move(pos, ("raze", "rival", "p1", "com018")), ev.Razed)
    assert (told.card, told.owner, told.tokens) == ("com018", 1, 2)
    told = first(
        events_of_move(pos, ("activate", "bar014", "1", "p1", "com018", {"stone": 1, "vp": 1})),
        ev.Razed,
    )
    assert told.given == 2


def test_looting_stealing_blocking_and_sending_to_the_pile() -> None:
    pos = supply(supply(empire(empire(begin("br"), 0, "bar010"), 1, "com018"), worker=1), 1, wood=2)
    assert first(events_of_move(pos, ("activate", "bar010")), ev.Stole) == ev.Stole(0, 1, "wood", 1)
    pos = supply(empire(empire(begin("er"), 0, "egi010"), 1, "com046"), worker=1)
    assert first(events_of_move(pos, ("activate", "egi010")), ev.Jammed) == ev.Jammed(
        0, 1, "com046"
    )
    pos = hand(hand(empire(begin("er"), 0, "egi001"), 0, "com002"), 1, "com003")
    told = events_of_move(pos, ("activate", "egi001", "com002"))
    assert first(told, ev.Activated).cards == ["com002"]
    assert first(told, ev.Discarded) == ev.Discarded(1, ["com003"])


def test_a_repeated_action_names_the_troupe() -> None:
    pos = used(supply(empire(begin("br"), 0, "com041", "com037"), worker=1), "com037", 0)
    told = events_of_move(go(pos, ("activate", "com041")), ("repeat_action", "com037"))
    assert told[0] == ev.Activated(0, "com037", 0, 1, {}, [], "com041")


def test_a_card_built_by_another_names_it() -> None:
    pos = hand(empire(begin("br"), 0, "com040"), 0, "bar001")
    pos = go(supply(pos, wood=2), ("activate", "com040", {"wood": 1}))
    assert events_of_move(pos, ("build_now", "bar001", {"wood": 1}))[0] == ev.Built(
        0, "bar001", {"wood": 1}, "", "com040"
    )


def test_workers_exchanged() -> None:
    told = events_of_move(
        supply(begin("br"), worker=4), ("workers", "several", {"wood": 1, "common": 1})
    )
    assert told[0] == ev.Worked(0, 4, {"common": 1, "wood": 1})


def test_what_a_production_has_brought() -> None:
    pos = turn(deals(empire(begin("rb", at=1), 0, "com007"), 0, "rom029"))
    step = walk.submit(go(pos, ("pass",)), 1, ("pass",))
    pos = step.pos
    told: list[Event] = []
    while not any(isinstance(one, ev.Produced) and one.seat == 0 for one in told):
        seat = walk.actors(pos)[0]
        path = walk.default_path(pos, seat)
        told, pos = events_of_move(pos, path, seat), go(pos, path, seat=seat)
    assert next(
        one for one in told if isinstance(one, ev.Produced) and one.seat == 0
    ) == ev.Produced(0, {"wood": 3, "stone": 1, "worker": 2, "raze": 1, "defense": 1, "gold": 1})
    assert all(one.quiet for one in told if isinstance(one, ev.Gained))


def test_a_round_from_the_last_pass_to_the_next_offer() -> None:
    pos = supply(begin("rb"), raze=2, wood=1)
    told = events_of_move(go(pos, ("pass",)), ("pass",))
    assert told[0] == ev.Passed(1)
    assert [one for one in told if isinstance(one, ev.Cleaned)] == [
        ev.Cleaned(0, {"raze": 2}),
        ev.Cleaned(1, {}),
    ]
    assert first(told, ev.RoundBegan) == ev.RoundBegan(3, 1)
    assert len(first(told, ev.Revealed).cards) == 3


def test_free_operations() -> None:
    pos = supply(
        hand(empire(begin("jr"), 0, "jap013", "jap015", "com001"), 0, "com002"),
        wood=1,
        worker=1,
        defense=1,
    )
    assert events_of_move(pos, ("defend", "com001")) == [ev.Defended(0, "com001")]
    assert events_of_move(pos, ("samurai", "jap013")) == [ev.Deployed(0, ["jap013"])]
    assert events_of_move(pos, ("shrine", "jap015", {"wood": 1})) == [
        ev.Put(0, "jap015", {"wood": 1})
    ]
    step = walk.submit(pos, 0, ("gate", "jap013", "com002"))
    assert (step.events[0].public, step.events[0].by_seat) == (
        ev.BuriedCards(0, "jap013", 1),
        {0: ev.BuriedCards(0, "jap013", 1, ["com002"])},
    )
    assert ev.Gained(0, {"vp": 1}, "jap013") in [one.public for one in step.events]


def test_ninjas_tell_how_many_samurai_found_no_place() -> None:
    pos = supply(hand(foundation(begin("jr"), 0, "com069"), 0, "jap026"), stone=1)
    told = events_of_move(pos, ("build", "jap026", "com069", {"stone": 1}))
    assert first(told, ev.Deployed) == ev.Deployed(0, ["jap026"], 1)


def test_the_end() -> None:
    pos = empire(begin("rb", at=5), 1, "bar001")
    told = events_of_move(go(pos, ("pass",)), ("pass",))
    assert told[-1] == ev.Ended([0, 2], [2, 1])
    pos = virtual(empire(begin("r", at=5), 0, "rom001", "rom002"), "com001")
    told = events_of_move(pos, ("pass",))
    assert first(told, ev.Collected) == ev.Collected(["com001"])
    ended = first(told, ev.Ended)
    assert (ended.own, ended.collection, ended.places) == (2, 1, [1])


def test_cards_looked_at_are_their_owners_secret() -> None:
    pos = harvest(empire(begin("jr"), 0, "jap011"))
    kept, gone = who(pos).looking
    step = walk.submit(pos, 0, ("keep", kept))
    assert step.events[0].public == ev.Selected(0, 1, [gone])
    assert step.events[0].by_seat == {0: ev.Selected(0, 1, [gone], [kept])}


def test_every_spot_of_an_event_is_a_name() -> None:
    pos: Pos = supply(empire(begin("br"), 1, "com018"), raze=2)
    for one in events_of_move(pos, ("raze", "rival", "p1", "com018")):
        assert all(isinstance(spot, str) and spot for spot in GAME.changed_spots(one))
