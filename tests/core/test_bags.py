"""Bags: sorted, refilled from the discards, dealt anew by determinization."""

from __future__ import annotations

from games.core.cards import decks
from games.core.state.rng import Rng


def test_a_bag_stays_sorted_and_takes_in_the_discards_when_it_is_empty() -> None:
    rng, bag, discards = Rng.of(3), ["b"], ["z", "a"]
    decks.sort_in(bag, "c", "a")
    assert bag == ["a", "b", "c"]
    drawn = [decks.draw(rng, bag, discards) for _ in range(6)]
    assert sorted(one for one in drawn[:3] if one) == ["a", "b", "c"]
    assert {drawn[3], drawn[4]} == {"a", "z"}
    assert drawn[5] is None
    assert bag == discards == []


def test_without_discards_an_empty_bag_gives_nothing_and_draws_no_luck() -> None:
    rng = Rng.of(3)
    before = list(rng.words)
    assert decks.draw(rng, []) is None
    assert rng.words == before


def test_redeal_keeps_every_size_and_every_card_and_shuffles_across() -> None:
    seen = set()
    for seed in range(40):
        deck, hand, looked_at = ["a", "b", "c"], ["d", "e"], ["f"]
        decks.redeal(Rng.of(seed), deck, hand, looked_at)
        assert (len(deck), len(hand), len(looked_at)) == (3, 2, 1)
        assert sorted(deck + hand + looked_at) == list("abcdef")
        assert deck == sorted(deck)
        assert hand == sorted(hand)
        seen.update(looked_at)
    assert seen == set("abcdef")
