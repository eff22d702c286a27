"""A loss by a calamity names the calamity, whose skulls brought it, and the default."""

from __future__ import annotations

import pytest

from games.core.engine import walk
from games.era_medieval_age import GAME
from games.era_medieval_age.model.catalog import LAYOUTS
from games.era_medieval_age.model.events import Struck
from games.era_medieval_age.rules.domain.building import Build
from games.era_medieval_age.rules.phases.calamities import Calamities
from tests.games.asking import pick
from tests.games.era_medieval_age.positions import Pos, begin, lay, say, stage

ASKED = {"treason": ("scorch", 3), "attack": ("remove", 5), "fire": ("remove", 4)}


def struck(n: int, calamity: str, by: int = 1) -> tuple[Pos, list[str]]:
    """Return the log sentences after `by` has rolled the skulls of a calamity."""
    pos = lay(begin(n), *[list(LAYOUTS["open"].pieces)] * n)
    pos.state.towns[by].skulls = ASKED[calamity][1]
    events = stage(pos, Calamities(list(range(n))), Build(0, 1))
    return pos, [
        say(line, lang)
        for lang in ("es", "en")
        for one in events
        if isinstance(one, Struck) and (line := GAME.narrate(one))
    ]


@pytest.mark.parametrize("calamity", ["treason", "attack"])
def test_the_question_names_the_calamity_and_who_rolled_the_skulls(calamity: str) -> None:
    pos, log = struck(3, calamity)
    assert walk.actors(pos) == (0, 2)
    for seat in (0, 2):
        prompt = pick(pos, ASKED[calamity][0], seat=seat).prompt
        spanish, english = say(prompt), say(prompt, "en")
        assert {"treason": "Traición", "attack": "Ataque"}[calamity] in spanish
        assert {"treason": "Treason", "attack": "Attack"}[calamity] in english
        assert "■ Bruno" in spanish
        assert "■ Bruno rolled" in english
    assert all("■ Bruno" in line and ("rival" in line) for line in log)
    assert len(log) == 2


@pytest.mark.parametrize("calamity", ["treason", "attack"])
def test_the_question_names_who_rolled_wherever_they_sit(calamity: str) -> None:
    for by, name in enumerate(("● Ana", "■ Bruno", "▲ Carla", "◆ Diego")):
        pos, _ = struck(4, calamity, by)
        for seat in set(range(4)) - {by}:
            assert name in say(pick(pos, ASKED[calamity][0], seat=seat).prompt)


@pytest.mark.parametrize("calamity", ASKED)
def test_alone_it_is_one_s_own_skulls(calamity: str) -> None:
    pos, log = struck(1, calamity, by=0)
    english = say(pick(pos, ASKED[calamity][0]).prompt, "en")
    assert "you rolled" in english
    assert not any("rival" in line for line in log)


def test_by_row_and_column_the_question_is_which_row() -> None:
    pos, _ = struck(2, "treason")
    assert say(pick(pos, "scorch", "other", seat=0).prompt) == "¿En qué fila empieza la pieza?"
