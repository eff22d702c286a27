"""Close-ups and cards have a picture, texts within Discord's limits, and no secret."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.model.match import TableView
from games.core.guides.rulebook import chapter, passages
from games.core.state.rng import Rng
from games.core.text.languages import LANGUAGES
from sandbox.validation import message_rules, schema
from tests.contract import playouts
from tests.contract.test_panels import match_of, panel_of
from tests.contract.test_words import names, words
from ui.components import MAX_LABEL_CHARS, MAX_OPTION_CHARS, Message, Select
from ui.custom_ids import PanelAct, PanelId, PanelVerb, TableAction, TableId, decode
from ui.delivery import to_discord
from ui.i18n import Translator
from ui.views.pages import cards, common
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel
from ui.views.table import closeups

ID = re.compile(r"[a-z0-9_]{1,24}\Z")
WITH_CARDS = [game.id for game in playouts.ALL.values() if game.cards]


def wrongs(message: Message) -> list[str]:
    """Return what Discord would reject in a message."""
    view = to_discord.view(message.rows)
    body: dict[str, Any] = {
        "content": message.content,
        "components": view.to_components() if view else [],
    }
    body["embeds"] = [to_discord.embed(message.embed, "x.webp").to_dict()] if message.embed else []
    found = [str(wrong) for wrong in schema.request("create_message", body)]
    files = [{"filename": "x.webp", "id": "1"}]
    return found + [
        str(wrong) for wrong in message_rules.message({**body, "flags": 0, "attachments": files})
    ]


def targets(message: Message) -> set[str]:
    """Return the close-ups to which a message's controls lead."""
    found: set[str] = set()
    for row in message.rows:
        for one in (row,) if isinstance(row, Select) else row:
            tap = decode(one.id)
            if isinstance(tap, TableId) and tap.action == "look":
                found |= (
                    {choice.value for choice in row.choices}
                    if isinstance(row, Select)
                    else {tap.arg}
                )
    return found


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_every_part_of_the_table_has_a_picture_words_and_a_control(
    game: str, n: int, seed: str
) -> None:
    played = playouts.played(game, n, seed)
    for moment in played.some(12):
        public = {one.id: one for one in played.game.closeups(played.game.view(moment.pos, None))}
        for viewer in (None, *range(n)):
            view = played.game.view(moment.pos, viewer)
            parts = played.game.closeups(view)
            assert len({one.id for one in parts}) == len(parts)
            assert public.keys() <= {one.id for one in parts}, (
                "what the table's message offers is there for everybody"
            )
            for one in parts:
                assert ID.match(one.id)
                assert one.id not in ("board", "text")
                assert one.picture in played.game.pictures
                assert one.seat is None or 0 <= one.seat < n
            if viewer in (None, 0):
                check(
                    TableView(
                        match_of(played, moment.pos),
                        viewer,
                        view,
                        played.game.summary(view),
                        (),
                        (),
                        parts,
                    )
                )


def check(look: TableView) -> None:
    """Check that its messages fit Discord in both languages."""
    for lang in LANGUAGES:
        said = Translator.of(look.match, lang)
        for one in look.closeups:
            assert len(words(look.match.game, lang).say(one.label, names)) <= MAX_LABEL_CHARS
            message = common.text_message(look, said, part=one)
            assert wrongs(message) == [], one.id
            assert targets(message) == {part.id for part in look.closeups}
            assert message.embed is not None
            assert all(said.with_markup(line)[:60] in message.embed.text for line in one.words[:3])
        rows = closeups.closeup_row(look.match.id, look.closeups, said, with_sign=True)
        assert wrongs(Message(content="x", rows=rows)) == []


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_what_a_part_says_is_the_same_in_every_world_that_looks_the_same(
    game: str, n: int, seed: str
) -> None:
    played, rng = playouts.played(game, n, seed), Rng.of(17)
    for moment in played.some(8):
        for viewer in (None, *range(n)):
            stored = played.game.codec.clone(
                moment.pos
            )  # as the host reads it, in the order of its keys
            known = played.game.closeups(played.game.view(stored, viewer))
            other = playouts.guess(stored, viewer, rng)
            assert played.game.closeups(played.game.view(other, viewer)) == known


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_a_panel_with_the_way_to_the_parts_fits_and_keeps_what_else_it_has(
    game: str, n: int, seed: str
) -> None:
    played = playouts.played(game, n, seed)
    for moment in played.some(8):
        match, view = match_of(played, moment.pos), played.game.view(moment.pos, moment.seat)
        for end in range(len(moment.path) + 1):
            panel = panel_of(match, moment.pos, moment.seat, moment.path[:end])
            for show in (
                PanelViewState(),
                PanelViewState(shows_more=True),
                PanelViewState(as_text=True, shows_more=True),
            ):
                panel.view = None
                before = controls(render_panel(panel, Translator.of(match), show))
                panel.view = view
                message = render_panel(panel, Translator.of(match), show)
                assert wrongs(message) == []
                behind_more = {
                    PanelId(match.id, panel.decision, end, PanelAct.RUN, PanelVerb.SHOW_TEXT),
                    TableId(match.id, TableAction.EXPLAIN_PROMPT),
                }
                assert before - controls(message) <= behind_more, (
                    "these may hide behind More, nothing else goes"
                )


def controls(message: Message) -> set[Any]:
    """Return the actions of all controls of a message."""
    found = [one for row in message.rows for one in ((row,) if isinstance(row, Select) else row)]
    return {decode(one.id) for one in found if one.id}


@pytest.mark.parametrize("game", WITH_CARDS)
def test_every_card_can_be_found_and_is_shown_within_the_limits(game: str) -> None:
    for lang in LANGUAGES:
        said, labels = Translator(lang, game), set()
        for one in cards.cards_of_game(game):
            label = one.label(lang, with_game=False)
            assert label not in labels, f"two cards read alike: {label}"
            labels.add(label)
            assert 1 <= len(one.label(lang, with_game=True)) <= MAX_OPTION_CHARS
            assert len(one.value) <= MAX_OPTION_CHARS
            assert cards.find_card([game], lang, one.value) is one
            assert one in cards.matching_cards([game], lang, one.names["es"])
            assert one in cards.matching_cards([game], lang, one.names["en"])
            message = cards.card_message(one, said, None)
            assert wrongs(message) == []
            assert message.embed is not None
            assert all(said.with_markup(line) in message.embed.text for line in one.face.text)
            assert not one.face.rule or chapter(game, lang, one.face.rule), (
                f"no chapter {one.face.rule}"
            )


def test_most_games_of_the_house_have_parts_and_cards() -> None:
    assert {"eight_minute_empire", "tadmor", "imperial_settlers"} <= set(WITH_CARDS)
    for game in ("eight_minute_empire", "era_medieval_age", "tadmor", "imperial_settlers"):
        end = playouts.played(game, 2).end
        assert playouts.ALL[game].closeups(playouts.ALL[game].view(end, None)), game


@pytest.mark.parametrize("game", WITH_CARDS)
def test_rulings_of_single_cards_name_cards_there_are_alike_in_both_languages(game: str) -> None:
    named = {
        lang: {anchor for anchor in passages(game, lang) if anchor.startswith("card-")}
        for lang in LANGUAGES
    }
    assert named["es"] == named["en"]
    assert {anchor.removeprefix("card-") for anchor in named["es"]} <= set(playouts.ALL[game].cards)
