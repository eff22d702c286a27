"""Every prompt becomes a panel that Discord accepts, and its custom_ids can be parsed again."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from app.model.match import LoadedMatch, Match, MessageRefs, Panel, SeatRow
from app.play import panel_builder
from games.core.engine import walk
from games.core.prompts.prompt import (
    AmountPrompt,
    DistributePrompt,
    IllegalPath,
    MoveReady,
    SelectPrompt,
)
from games.core.state.rng import Rng
from games.core.text.languages import LANGUAGES
from games.core.text.messages import Path
from sandbox.validation import message_rules, schema
from tests.contract import playouts
from ui import custom_ids, rules_search
from ui.components import Button, Select
from ui.delivery import to_discord
from ui.i18n import Translator
from ui.views.panel.forms import PanelViewState
from ui.views.panel.panel import render_panel

LONGEST = "Wilhelmina_von_*Hohenlohe*_Öhring"[
    :32
]  # as long as Discord's names get, with what markdown would eat


def panel_of(match: Match, pos: playouts.Pos, seat: int, path: Path) -> Panel:
    """Return the panel of `seat` at this depth."""
    panel = Panel(match, seat, decision=match.rows, waiting=walk.actors(pos))
    panel_builder.fill_panel(panel, LoadedMatch(match, pos), seat, path, None, ask_always=False)
    return panel


def match_of(played: playouts.Match, pos: playouts.Pos) -> Match:
    seats = [SeatRow(seat, 10**18 + seat, LONGEST, decision=999_999) for seat in range(pos.n)]
    return Match(
        "ABCDEFGH",
        played.game.id,
        LONGEST,
        "es",
        10**18,
        pos.options,
        pos.n,
        "running",
        seats,
        MessageRefs(10**18, 10**18),
        1.0,
        1.0,
        rules=1,
        version=3,
        rows=999_999,
    )


def wrongs(panel: Panel, lang: str) -> list[str]:
    """Return what Discord would reject in the panel: by its schema, and by further rules."""
    message = render_panel(panel, Translator.of(panel.match, lang))
    view = to_discord.view(message.rows)
    body: dict[str, Any] = {
        "content": message.content,
        "components": view.to_components() if view else [],
    }
    body["embeds"] = [to_discord.embed(message.embed, "").to_dict()] if message.embed else []
    found = [str(wrong) for wrong in schema.request("create_message", body)]
    found += [
        str(wrong) for wrong in message_rules.message({**body, "flags": 0, "attachments": []})
    ]
    for row in message.rows:
        for control in row if isinstance(row, tuple) else (row,):
            found += _ids(control, panel)
    return found


def explained(panel: Panel, lang: str) -> list[str]:
    """Return what is wrong with the panel's help button.

    It is on the panel or behind More, gray, and never last where something is confirmed.
    """
    found = []
    for show in (PanelViewState(), PanelViewState(as_text=True)):
        words, seen = Translator.of(panel.match, lang), False
        for more in (False, True):
            rows = [
                row
                for row in render_panel(panel, words, replace(show, shows_more=more)).rows
                if isinstance(row, tuple)
            ]
            here = [
                one
                for row in rows
                for one in row
                if one.id
                == custom_ids.encode(
                    custom_ids.TableId(panel.match.id, custom_ids.TableAction.EXPLAIN_PROMPT)
                )
            ]
            leads = any(
                isinstance(read := custom_ids.decode(one.id), custom_ids.PanelId)
                and read.arg == "more"
                for row in rows
                for one in row
            )
            seen = seen or bool(here)
            found += ["not quiet" for one in here if one.style != "grey"] + ["twice"] * (
                len(here) > 1
            )
            found += ["too many rows"] * (len(rows) > 5) + ["in place of what confirms"] * (
                isinstance(panel.asked, MoveReady) and bool(here) and rows[-1][-1] in here
            )
            if seen or not leads:
                break
        found += [] if seen else ["nowhere"]
    return found


def _ids(control: Button | Select, panel: Panel) -> list[str]:
    if isinstance(control, Button) and control.url:
        return []
    read = custom_ids.decode(control.id)
    if read is None or read.match != panel.match.id:
        return [f"an id that does not come back: {control.id}"]
    proposed = {depth for depth, crumb in enumerate(panel.crumbs) if crumb.change_label}
    alternatives = {option.key for option in panel.alternatives}
    if isinstance(read, custom_ids.PanelId) and read.depth not in {0, len(panel.path)} | (
        proposed if read.arg == "change" else set()
    ) | ({len(panel.path) - 1} if read.arg in alternatives else set()):
        return [f"an id of another depth: {control.id}"]
    return []


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_every_form_makes_a_panel_within_discords_limits(game: str, n: int, seed: str) -> None:
    played, shown = playouts.played(game, n, seed), 0
    for moment in played.some(18):
        match = match_of(played, moment.pos)
        for seat in playouts.movers(moment.pos):
            for path, answer in playouts.prefixes(moment.pos, seat, Rng.of(2), most=14):
                if isinstance(answer, IllegalPath):
                    continue
                panel = panel_of(match, moment.pos, seat, path)
                assert panel.asked == answer
                for lang in LANGUAGES:
                    assert wrongs(panel, lang) == [], (path, lang)
                    assert explained(panel, lang) == [] or not rules_search.questions(game), (
                        path,
                        lang,
                    )
                shown += 1
    assert shown > 20


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_what_a_blocked_option_would_open_can_be_listed(game: str, n: int, seed: str) -> None:
    """Two prompts deep, each line has a reason; other options open no list."""
    for moment in playouts.played(game, n, seed).some(25):
        before = playouts.encoded(moment.pos)
        for path, answer in playouts.prefixes(moment.pos, moment.seat, Rng.of(3), most=8):
            for one in answer.blocked if isinstance(answer, SelectPrompt) else ():
                assert all(
                    line.why.key
                    for line in walk.options_behind(moment.pos, moment.seat, (*path, one.key))
                )
            assert walk.options_behind(moment.pos, moment.seat, (*path, "nothing-like-it")) == ()
        assert playouts.encoded(moment.pos) == before


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_a_panel_offers_every_option_and_a_way_back(game: str, n: int, seed: str) -> None:
    """Each option has a control unless there are too many.

    A complete path can be confirmed and left.
    """
    played = playouts.played(game, n, seed)
    for moment in played.some(10):
        match = match_of(played, moment.pos)
        for end in range(len(moment.path) + 1):
            panel = panel_of(match, moment.pos, moment.seat, moment.path[:end])
            rows = [
                row
                for show in (PanelViewState(), PanelViewState(shows_more=True))
                for row in render_panel(panel, Translator.of(match), show).rows
            ]
            controls = [one for row in rows for one in (row if isinstance(row, tuple) else (row,))]
            acts = {
                (read.act, read.arg)
                for one in controls
                if isinstance(read := custom_ids.decode(one.id or ""), custom_ids.PanelId)
            }
            lines = {
                choice.value
                for one in controls
                if isinstance(one, Select)
                for choice in one.choices
            }
            match panel.asked:
                case SelectPrompt(min=1, max=1, options=options) if len(options) <= 5:
                    missing = (
                        {option.key for option in options}
                        - {arg for act, arg in acts if act is custom_ids.PanelAct.PICK}
                        - lines
                    )
                    assert not missing, (moment.path[:end], missing)
                case MoveReady():
                    assert (custom_ids.PanelAct.RUN, custom_ids.PanelVerb.CONFIRM) in acts
                case AmountPrompt() | DistributePrompt():
                    assert acts or lines
            assert end == 0 or acts
