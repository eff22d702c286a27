"""`/pass` finds the option that passes, ends or declines at every prompt, or asks which one."""

from __future__ import annotations

import re

import pytest

from games.core.engine import walk
from games.core.prompts.prompt import (
    AmountPrompt,
    IllegalPath,
    MoveReady,
    Option,
    Prompt,
    SelectPrompt,
    ending_options,
)
from tests.contract import playouts
from tests.contract.test_panels import match_of, panel_of
from ui.components import Select
from ui.i18n import Translator
from ui.views.panel.panel import render_panel
from ui.views.panel.pass_command import answer_labels, pass_moves

# what an option says that passes, ends or declines, whatever its key is; a longer label is another thing ("Pass a card on")
SAYS = re.compile(
    r"(End( turn)?|Stop( here)?|Pass|Finish|Ready|Done|Skip|Stop placing|None|Nothing|Decline|Reject|Refuse|No( exchange)?)"
    r"( 🔒)?(: .*)?$",
    re.IGNORECASE,
)


def passes(option: Option, words: Translator) -> bool:
    return bool(SAYS.match(words(option.label))) or (
        option.tone == "finish" and option.key != "throw"
    )


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_pass_finds_whatever_passes(game: str, n: int, seed: str) -> None:
    played, words, found = (
        playouts.played(game, n, seed),
        Translator("en", game, ["Ana", "Bruno", "Carla", "Diego", "Eva", "Fran"][:n]),
        0,
    )
    offered = 0
    for moment in played.some(150):
        root = walk.ask(moment.pos, moment.seat)
        assert isinstance(root, Prompt)
        for depth in range(len(moment.path)):
            form = walk.ask(moment.pos, moment.seat, moment.path[:depth])
            if not isinstance(form, SelectPrompt) or (form.min, form.max) != (1, 1):
                continue
            wanted = [option for option in form.options if passes(option, words)]
            offered += len(wanted)
            assert list(ending_options(form)) == wanted, (
                words(form.prompt),
                [option.key for option in form.options],
            )
        for path in (moment.path[:depth] for depth in range(len(moment.path))):
            panel = panel_of(match_of(played, moment.pos), moment.pos, moment.seat, path)
            to = pass_moves(panel)
            here = (
                panel.asked
                if isinstance(panel.asked, SelectPrompt) and ending_options(panel.asked)
                else root
            )
            assert len(to) == len({one[-1] for one in to}) == len(ending_options(here))
            assert not any(
                isinstance(walk.ask(moment.pos, moment.seat, one), IllegalPath) for one in to
            )
            found += bool(to)
    assert found or not offered, "no question of a whole game could be passed"


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_what_stands_to_be_confirmed_and_ends_is_what_pass_says_again(
    game: str, n: int, seed: str
) -> None:
    played = playouts.played(game, n, seed)
    for moment in played.some(60):
        for option in ending_options(walk.ask(moment.pos, moment.seat)):
            if isinstance(walk.ask(moment.pos, moment.seat, (option.key,)), MoveReady):
                panel = panel_of(
                    match_of(played, moment.pos), moment.pos, moment.seat, (option.key,)
                )
                assert pass_moves(panel) == [(option.key,)]


@pytest.mark.parametrize(("game", "n", "seed"), playouts.cases())
def test_where_nothing_passes_the_buttons_that_are_named_stand_in_the_panel(
    game: str, n: int, seed: str
) -> None:
    played, named = playouts.played(game, n, seed), 0
    for moment in played.some(240):
        for path in (moment.path[:depth] for depth in range(len(moment.path) + 1)):
            panel = panel_of(match_of(played, moment.pos), moment.pos, moment.seat, path)
            if pass_moves(panel) or isinstance(panel.asked, AmountPrompt):
                continue
            words = Translator.of(panel.match, ("es", "en")[moment.seat % 2])
            rows = render_panel(panel, words).rows
            shown = {
                one.label
                for row in rows
                for one in (row.choices if isinstance(row, Select) else row)
            }
            told = answer_labels(panel, words)
            assert told, path
            assert set(told) <= shown, path
            named += 1
    assert named or game in ("cellar", "ferry")
