"""Panels of Era fit a phone: those of the lesson, and those with what rivals did."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from app.model.match import User
from app.play import panel_builder
from games.core.engine.game import find
from games.core.text.languages import COMPLETE_LANGUAGES
from tests.app.harness import PEOPLE
from tests.contract import playouts
from tests.contract.test_panels import match_of, panel_of
from tests.page.lessons import lesson_panels
from tests.page.phone import SCREEN_PX, SENDER_PX, message_px
from tests.page.test_panel_height import (
    NAMES,
    PRESENTER,
    kind_of,
    longest_recaps,
    picture_size_of,
    seat_counts,
)

GAME = "era_medieval_age"
MAX_LESSON_LINES = 3  # of what a step says


@pytest.mark.parametrize("by", PEOPLE[:2], ids=lambda by: by.lang)
async def test_each_step_of_the_lesson_fits_a_phone(tmp_path: Path, by: User) -> None:
    shown = await lesson_panels(tmp_path, GAME, by)
    assert {panel.number: panel.px for panel in shown if panel.px > SCREEN_PX} == {}
    assert [panel.number for panel in shown[:-1] if panel.lines > MAX_LESSON_LINES] == []


def test_what_rivals_did_and_the_whole_picture_fit_a_phone() -> None:
    too_high = dict[tuple[int, str, str], int]()
    for seats in seat_counts(GAME):
        for moment, recap in longest_recaps(GAME, seats):
            match = match_of(playouts.played(GAME, seats, "one"), moment.pos)
            for seat in match.seats:
                seat.name = NAMES[seat.seat]
            path = panel_builder.legal_path(moment.pos, moment.seat, ()) or ()
            for lang in COMPLETE_LANGUAGES:
                panel = panel_of(match, moment.pos, moment.seat, path)
                panel.view = find(GAME).view(moment.pos, moment.seat)
                shown = PRESENTER.build_message(panel, User(7, "Ana", lang), recap=recap)
                with ThreadPoolExecutor(1) as pool:  # this thread may have an event loop
                    message = pool.submit(asyncio.run, shown).result()
                px = SENDER_PX + message_px(message, picture_size_of(panel, kind_of(panel)))
                if px > SCREEN_PX:
                    too_high[seats, str(panel.question), lang] = round(px)
    assert too_high == {}
