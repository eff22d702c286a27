"""Achievements of each game happen, have texts in both languages, and belong to the seat that did them."""

from __future__ import annotations

import pytest

from app.people import leaderboards
from games.core.engine.bots import Kind
from games.core.state import achievements
from games.core.state.events import AddressedEvent, Event
from games.core.text.languages import LANGUAGES
from games.hosted import GAMES
from tests.contract import playouts
from tools.playing import play, random_stream
from ui.i18n import catalogue

NAMES = [game.id for game in GAMES]
MOST = 60  # games until each deed must have been done


@pytest.mark.parametrize("game", NAMES)
def test_each_deed_has_its_words_and_names_fields_that_there_are(game: str) -> None:
    rules, rows = (
        playouts.ALL[game],
        {row.id for row in playouts.ALL[game].score(playouts.played(game, 2).end).rows},
    )
    assert not rules.achievements or 3 <= len(rules.achievements) <= 6
    assert len({deed.name for deed in rules.achievements}) == len(rules.achievements)
    for deed in rules.achievements:
        assert (
            deed.score_row in rows
            if deed.event_class is None
            else {deed.seat_field, *([deed.required_field] if deed.required_field else [])}
            <= set(deed.event_class.__struct_fields__)
        ), deed
        for lang in LANGUAGES:
            assert catalogue(lang, game).has(f"{game}.first.{deed.name}"), (lang, deed)
            assert all(catalogue(lang).has(f"ui.first.{name}") for name in leaderboards.DEEDS)


def _done(game: str, at: int) -> set[str]:
    """Return the achievements in a game of AI players or random moves."""
    rules, told, n = playouts.ALL[game], list[tuple[int, Event]](), 2 + at // 2 % 2

    def watch(_pos: playouts.Pos, _seat: int, _path: object, emitted: list[AddressedEvent]) -> None:
        told.extend(
            (seat, event)
            for one in emitted
            for seat in range(n)
            if (event := one.seen_by(seat)) is not None
        )

    kind: Kind = "random" if at % 2 else "game"
    end, _ = play(
        playouts.start(rules, n, f"deeds-{at}"),
        (kind,) * n,
        random_stream("deeds", game, at),
        watch,
    )
    return {
        name
        for names in achievements.achieved_by_seat(rules.achievements, told, rules.score(end))
        for name in names
    }


@pytest.mark.parametrize("game", NAMES)
def test_each_deed_is_done_by_somebody(game: str) -> None:
    left = {deed.name for deed in playouts.ALL[game].achievements}
    for at in range(MOST):
        left -= _done(game, at)
        if not left:
            return
    pytest.fail(f"nobody ever did {left}")
