"""Pictures at the size in which Discord's desktop client shows them: landscape and legible.

To see one game: `pytest tests/render/test_inline.py -k tadmor`, or the table of
`python -m tests.render.inline_sizes tadmor`.
"""

from __future__ import annotations

import pytest

from games.core.engine.game import find
from games.hosted import GAMES
from tests.render.inline_sizes import (
    ATTACHMENT,
    EMBED,
    NO_TABLE,
    Measured,
    Written,
    kind_group,
    late_scenes,
    measured,
)

# Pictures that are still too high, or whose smallest words or figures are too small in a message.
# Lines go as pictures are made for the size at which they are seen; a test fails if one is no
# longer needed. `python -m tests.render.inline_sizes --known` prints the current lines.
KNOWN: dict[tuple[str, str], dict[str, str]] = {
    ("eight_minute_empire", "board"): {"height": "1200 x 1499", "words": "7.2", "figures": "7.2"},
    ("eight_minute_empire", "crop"): {"height": "1200 x 1104", "words": "11.4"},
    ("eight_minute_empire", "end"): {"height": "1200 x 1401", "words": "8.5", "figures": "9.0"},
    ("eight_minute_empire", "map"): {"height": "1200 x 999", "words": "12.6"},
    ("eight_minute_empire", "take"): {"height": "1200 x 1277", "words": "9.9"},
    ("era_medieval_age", "board"): {"height": "1200 x 1438", "words": "7.5", "figures": "7.1"},
    ("era_medieval_age", "dice"): {"height": "1200 x 1194", "words": "10.6", "figures": "12.3"},
    ("era_medieval_age", "domain"): {"height": "1200 x 1476", "words": "8.5", "figures": "10.0"},
    ("era_medieval_age", "end"): {"height": "1200 x 1500", "words": "7.9", "figures": "8.4"},
    ("era_medieval_age", "layouts"): {"height": "1200 x 1378", "words": "9.1", "figures": "10.7"},
    ("tadmor", "board"): {"height": "1200 x 1402", "words": "7.3", "figures": "7.3"},
    ("tadmor", "display"): {"height": "1200 x 1090", "words": "11.2", "figures": "11.2"},
    ("tadmor", "end"): {"height": "1200 x 1222", "words": "10.3", "figures": "12.0"},
    ("tadmor", "mat"): {"height": "1200 x 1214", "words": "9.8", "figures": "9.8"},
    ("tadmor", "region"): {"height": "1200 x 796"},
    ("imperial_settlers", "board"): {"height": "1200 x 1340", "words": "8.1", "figures": "7.6"},
    ("imperial_settlers", "empire"): {"height": "1200 x 962", "words": "12.4", "figures": "12.4"},
    ("imperial_settlers", "end"): {"height": "1200 x 1442", "words": "8.7", "figures": "10.2"},
    ("imperial_settlers", "hand"): {"height": "1200 x 1379", "words": "8.6", "figures": "8.6"},
    ("imperial_settlers", "offer"): {"height": "1200 x 887", "figures": "15.0"},
    ("el_mapa", "battle"): {"height": "1312 x 944", "words": "13.3", "figures": "14.1"},
    ("el_mapa", "board"): {"height": "1312 x 1650", "words": "6.5", "figures": "7.3"},
    ("el_mapa", "cards"): {"height": "1312 x 1447", "words": "8.7", "figures": "10.6"},
    ("el_mapa", "castle"): {"height": "1312 x 1488", "words": "7.3", "figures": "8.0"},
    ("el_mapa", "crop"): {"height": "1312 x 1452", "words": "8.2"},
    ("el_mapa", "end"): {"height": "1312 x 1434", "words": "8.5", "figures": "10.3"},
}
NEVER_SHOWN = {"past"}  # a finished game of a campaign, with the picture of the board


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_pictures_can_be_read_in_a_message(game: str, subtests: pytest.Subtests) -> None:
    for kind, scene in late_scenes(game).items():
        with subtests.test(kind=kind):
            faults = measured(scene).faults()
            excused = KNOWN.get((game, kind), {})
            assert sorted(faults) == sorted(excused), f"measured: {faults}, known: {excused}"


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_kind_of_picture_is_measured(game: str) -> None:
    kinds = {kind_group(kind) for kind in find(game).pictures} - {*NO_TABLE, *NEVER_SHOWN}
    assert late_scenes(game).keys() >= kinds
    assert {kind for known, kind in KNOWN if known == game} <= kinds


def test_the_measures_are_those_of_the_client() -> None:
    words, figure = Written(33, "text", "Turn 5"), Written(42, "number", "12")
    landscape = Measured(1200, 900, EMBED, words, figure)
    assert landscape.scale == pytest.approx(1 / 3)
    assert landscape.faults() == {}
    portrait = Measured(1200, 1459, EMBED, words, figure)
    assert portrait.faults() == {"height": "1200 x 1459", "words": "6.8", "figures": "8.6"}
    private = Measured(1200, 764, ATTACHMENT, Written(30, "text", "Coins"), figure)
    assert private.faults() == {}
    assert private._replace(words=Written(29, "text", "Coins")).faults() == {"words": "13.3"}
    assert (words.is_words, words.is_figure) == (True, False)
    assert (figure.is_words, figure.is_figure) == (False, True)
    assert not Written(20, "label", "C4").is_words, "the name of a place is no word"
