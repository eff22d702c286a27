"""Every form that a game asks becomes a panel that Discord takes: sizes, rows, ids that come back as what they were."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from cogs.ui import ids, manual
from cogs.ui.message import Button, Menu
from cogs.ui.panel.forms import Show
from cogs.ui.panel.panel import render_panel
from cogs.ui.sending import send
from cogs.ui.words import Words
from games.core import walk
from games.core.forms import Allot, Amount, Done, Pick, Reject
from games.core.messages import Path
from games.core.rng import Rng
from games.core.text import LANGUAGES
from host import panels
from host.model import Match, Panel, Places, SeatRow, Stored
from sandbox import rules, schema
from tests.contract import kit

LONGEST = "Wilhelmina_von_*Hohenlohe*_Öhring"[:32]  # as long as Discord's names get, with what markdown would eat


def panel_of(match: Match, pos: kit.Pos, seat: int, path: Path) -> Panel:
    """What the host would show `seat` at this depth."""
    panel = Panel(match, seat, decision=match.rows, waiting=walk.actors(pos))
    panels.fill(panel, Stored(match, pos), seat, path, None, ask_always=False)
    return panel


def match_of(played: kit.Match, pos: kit.Pos) -> Match:
    seats = [SeatRow(seat, 10**18 + seat, LONGEST, asked=999_999) for seat in range(pos.n)]
    return Match(
        "ABCDEFGH", played.game.id, LONGEST, "es", 10**18, pos.options, pos.n, "running", seats, Places(10**18, 10**18), 1.0, 1.0,
        rules=1, version=3, rows=999_999,
    )


def wrongs(panel: Panel, lang: str) -> list[str]:
    """What Discord would find wrong with the panel as a message: its own schema, and the rules beside it."""
    message = render_panel(panel, Words.of(panel.match, lang))
    view = send.view(message.rows)
    body: dict[str, Any] = {"content": message.content, "components": view.to_components() if view else []}
    body["embeds"] = [send.embed(message.card, None).to_dict()] if message.card else []
    found = [str(wrong) for wrong in schema.request("create_message", body)]
    found += [str(wrong) for wrong in rules.message({**body, "flags": 0, "attachments": []})]
    for row in message.rows:
        for control in row if isinstance(row, tuple) else (row,):
            found += _ids(control, panel)
    return found


def explained(panel: Panel, lang: str) -> list[str]:
    """What is wrong with the way to the question's help: it stands in the panel, read as a picture or as words, or behind More;
    quiet, and never last where something is confirmed."""
    found = []
    for show in (Show(), Show(text=True)):
        words, seen = Words.of(panel.match, lang), False
        for more in (False, True):
            rows = [row for row in render_panel(panel, words, replace(show, more=more)).rows if isinstance(row, tuple)]
            here = [one for row in rows for one in row if one.id == ids.encode(ids.TableId(panel.match.id, "explain"))]
            leads = any(isinstance(read := ids.decode(one.id), ids.PanelId) and read.arg == "more" for row in rows for one in row)
            seen = seen or bool(here)
            found += ["not quiet" for one in here if one.style != "grey"] + ["twice"] * (len(here) > 1)
            found += ["too many rows"] * (len(rows) > 5) + ["in place of what confirms"] * (
                isinstance(panel.answer, Done) and bool(here) and rows[-1][-1] in here)
            if seen or not leads:
                break
        found += [] if seen else ["nowhere"]
    return found


def _ids(control: Button | Menu, panel: Panel) -> list[str]:
    if isinstance(control, Button) and control.url:
        return []
    read = ids.decode(control.id)
    if read is None or read.match != panel.match.id:
        return [f"an id that does not come back: {control.id}"]
    proposed = {depth for depth, crumb in enumerate(panel.crumbs) if crumb.change}
    if isinstance(read, ids.PanelId) and read.depth not in {0, len(panel.path)} | (proposed if read.arg == "change" else set()):
        return [f"an id of another depth: {control.id}"]
    return []


@pytest.mark.parametrize(("game", "n", "seed"), kit.cases())
def test_every_form_makes_a_panel_within_discords_limits(game: str, n: int, seed: str) -> None:
    played, shown = kit.played(game, n, seed), 0
    for moment in played.some(18):
        match = match_of(played, moment.pos)
        for seat in kit.movers(moment.pos):
            for path, answer in kit.prefixes(moment.pos, seat, Rng.of(2), most=14):
                if isinstance(answer, Reject):
                    continue
                panel = panel_of(match, moment.pos, seat, path)
                assert panel.answer == answer
                for lang in LANGUAGES:
                    assert wrongs(panel, lang) == [], (path, lang)
                    assert explained(panel, lang) == [] or not manual.questions(game), (path, lang)
                shown += 1
    assert shown > 20


@pytest.mark.parametrize(("game", "n", "seed"), kit.cases())
def test_what_a_blocked_option_would_open_can_be_listed(game: str, n: int, seed: str) -> None:
    """Each line with a reason, down two questions; what is no blocked option opens nothing."""
    for moment in kit.played(game, n, seed).some(25):
        before = kit.data(moment.pos)
        for path, answer in kit.prefixes(moment.pos, moment.seat, Rng.of(3), most=8):
            for one in answer.blocked if isinstance(answer, Pick) else ():
                assert all(line.why.key for line in walk.behind(moment.pos, moment.seat, (*path, one.key)))
            assert walk.behind(moment.pos, moment.seat, (*path, "nothing-like-it")) == ()
        assert kit.data(moment.pos) == before


@pytest.mark.parametrize(("game", "n", "seed"), kit.cases())
def test_a_panel_offers_every_option_and_a_way_back(game: str, n: int, seed: str) -> None:
    """Unless there are too many for one screen, each option has its control; a finished path can be confirmed and left."""
    played = kit.played(game, n, seed)
    for moment in played.some(10):
        match = match_of(played, moment.pos)
        for end in range(len(moment.path) + 1):
            panel = panel_of(match, moment.pos, moment.seat, moment.path[:end])
            rows = [row for show in (Show(), Show(more=True)) for row in render_panel(panel, Words.of(match), show).rows]
            controls = [one for row in rows for one in (row if isinstance(row, tuple) else (row,))]
            acts = {(read.act, read.arg) for one in controls if isinstance(read := ids.decode(one.id or ""), ids.PanelId)}
            lines = {choice.value for one in controls if isinstance(one, Menu) for choice in one.choices}
            match panel.answer:
                case Pick(min=1, max=1, options=options) if len(options) <= 5:
                    missing = {option.key for option in options} - {arg for act, arg in acts if act == "pick"} - lines
                    assert not missing, (moment.path[:end], missing)
                case Done():
                    assert ("verb", "confirm") in acts
                case Amount() | Allot():
                    assert acts or lines
            assert end == 0 or acts
