"""Covers on lobby, help and rules."""

from __future__ import annotations

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any, cast

from app.app import App
from app.model.match import User
from games.tadmor import GAME as TADMOR
from tests.fishers import GAME as FISHERS
from tests.ui.panels import faults
from ui.components import Embed, Message
from ui.i18n import Translator
from ui.views.pages.covers import Covers, light_of

NOON = datetime(2026, 7, 4, 12, tzinfo=UTC).timestamp()


def covers(*games: Any, images: object = object()) -> Covers:
    clock = SimpleNamespace(now=lambda: NOON)
    return Covers(
        cast(
            App,
            SimpleNamespace(games={game.id: game for game in games}, renderer=images, clock=clock),
        )
    )


def test_a_message_gets_the_cover_of_its_game_and_says_so_to_those_who_do_not_see_it():
    bare = Message(embed=Embed("title", "text"))
    message = covers(TADMOR).one(bare, Translator("en"), "tadmor", None)
    assert list(faults(message)) == []
    assert message.picture_source is not None
    assert (
        message.picture_source.kind,
        message.picture_source.view,
        message.picture_source.lang,
    ) == (
        "cover",
        ("day", "summer"),
        "en",
    )
    assert message.embed is not None
    assert "Tadmor" in message.alt


def test_where_there_are_no_pictures_or_no_cover_the_message_stays_as_it_is():
    bare = Message(embed=Embed("title", "text"))
    assert covers(TADMOR, images=None).one(bare, Translator("en"), "tadmor", None) == bare
    assert covers(FISHERS).all(bare, Translator("en"), None) == bare


def test_all_covers_stand_on_one_picture_and_a_line_without_a_card_gets_one():
    message = covers(TADMOR, FISHERS).all(Message(content="which?"), Translator("es"), None)
    assert message.picture_source is not None
    assert (message.picture_source.kind, message.picture_source.view) == (
        "shelf",
        ("day", "summer", "tadmor"),
    )
    assert message.embed == Embed(text="which?")
    assert message.content == ""


def test_who_reads_words_gets_no_cover():
    bare = Message(embed=Embed("title", "text"))
    assert (
        covers(TADMOR).one(bare, Translator("en"), "tadmor", User(1, "Ana", prefs={"text": True}))
        == bare
    )
    assert covers(TADMOR).one(bare, Translator("en"), "tadmor", User(1, "Ana")) != bare


def test_light_changes_four_times_a_day_and_four_times_a_year():
    def at(month: int, hour: int) -> tuple[str, str]:
        return light_of(datetime(2026, month, 2, hour, tzinfo=UTC).timestamp())

    assert {at(1, hour)[0] for hour in range(24)} == {"night", "dawn", "day", "dusk"}
    assert [at(1, hour)[0] for hour in (5, 6, 9, 17, 18, 21)] == [
        "night",
        "dawn",
        "day",
        "day",
        "dusk",
        "night",
    ]
    assert at(1, 23) == at(2, 5) == at(12, 0) == ("night", "winter")
    seasons = [at(month, 12)[1] for month in (2, 3, 5, 6, 8, 9, 11, 12)]
    assert seasons == [
        "winter",
        "spring",
        "spring",
        "summer",
        "summer",
        "autumn",
        "autumn",
        "winter",
    ]
