"""A few pictures as they should look, 300 pixels wide, compared with a tolerance.

After a change that is meant: ``python -m tests.render.test_golden`` writes them anew; look at them before they are committed.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from tests.render import staged_domain
from tests.render.approved import FOLDER, MEAN, WORST, apart, small
from tests.render.test_pictures import SCENES

KEPT = {name: SCENES[name] for name in ("action", "take", "neutral", "private bid", "crop", "end")}
KEPT |= {f"era {name}": staged_domain.SCENES[name] for name in ("places", "ghost", "turns", "loss", "layouts")}


def path(name: str) -> Path:
    return FOLDER / f"{name.replace(' ', '_')}.webp"


@pytest.mark.parametrize("name", KEPT)
def test_the_picture_looks_as_it_was_approved(name: str) -> None:
    mean, worst = apart(path(name), small(KEPT[name]))
    assert mean < MEAN
    assert worst < WORST


def test_the_comparison_sees_one_missing_army() -> None:
    scene = SCENES["action"]
    bare = msgspec.structs.replace(scene.view, armies={**scene.view.armies, "s3": (0,) * 5})
    assert apart(path("action"), small(msgspec.structs.replace(scene, view=bare)))[1] > WORST


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for kept_name in KEPT:
        small(KEPT[kept_name]).save(path(kept_name), quality=90, method=6)
