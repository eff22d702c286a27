"""Coats of arms: derived from the id, changed by the user, also for AI players."""

from __future__ import annotations

import json
from pathlib import Path

from app.people import avatars
from games.core.views.scene import CoatOfArms

ATLAS = Path(__file__).parents[2] / "render" / "assets" / "arms" / "icons.json"


def test_everybody_has_arms_of_their_own_and_keeps_them() -> None:
    made = [avatars.arms_of(user, {}) for user in range(10**17, 10**17 + 400)]
    assert made == [avatars.arms_of(user, {}) for user in range(10**17, 10**17 + 400)]
    assert {one.charge for one in made} == set(avatars.CHARGES)
    assert {one.tincture for one in made} == set(avatars.TINCTURES)


def test_what_was_chosen_counts_and_what_is_unknown_does_not() -> None:
    made = avatars.arms_of(7, {})
    assert avatars.arms_of(7, {"charge": "snail"}) == CoatOfArms("snail", made.tincture)
    assert avatars.arms_of(7, {"tincture": "green", "charge": "dodo"}) == CoatOfArms(
        made.charge, "green"
    )


def test_every_charge_is_drawn() -> None:
    known = {one["name"] for one in json.loads(ATLAS.read_text("utf-8"))["icons"]}
    assert known == {*avatars.CHARGES, *avatars.STRENGTHS.values(), avatars.USUAL}
