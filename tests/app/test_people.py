"""A user's preferences for all tables and for one table."""

from __future__ import annotations

from pathlib import Path

from app.people.users import MAX_SHOWN, wants_text
from tests.app.harness import PEOPLE, AppHarness


async def test_text_or_pictures_hold_for_a_table_until_they_are_switched_back(tmp_path: Path):
    harness = AppHarness(tmp_path)
    people = (await harness.open()).users
    ana = await people.get(PEOPLE[0].id, "Ana", "es")
    assert not wants_text(ana, "AAA")
    await people.show_as(ana, "AAA", text=True)
    assert not wants_text(ana, "AAA"), "what was handed in stays as it was"
    await harness.reopen()
    people = harness.app.users
    ana = await people.get(ana.id, "Ana", "es")
    assert (wants_text(ana, "AAA"), wants_text(ana, "BBB")) == (True, False)
    ana = await people.show_as(ana, "AAA", text=False)
    assert "shown" not in ana.prefs, "nothing is kept that the settings say"
    ana = await people.show_as(ana, "AAA", text=True)
    await people.set(ana, text=True)
    assert (wants_text(ana, "AAA"), wants_text(ana, "BBB")) == (True, True)
    ana = await people.show_as(ana, "BBB", text=False)
    assert (wants_text(ana, "AAA"), wants_text(ana, "BBB")) == (True, False)
    await people.set(ana, text=False)
    assert not wants_text(ana, "AAA")
    for n in range(30):
        ana = await people.show_as(ana, f"T{n}", text=True)
    assert len(ana.prefs["shown"]) == MAX_SHOWN
    assert wants_text(ana, "T29")
    await harness.app.stop()
