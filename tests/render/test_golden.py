"""A few pictures as they should look, 300 pixels wide, compared with a tolerance.

After a change that is meant: ``python -m tests.render.test_golden`` writes them anew; look at them before they are committed.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from PIL import Image, ImageChops, ImageFilter, ImageStat

from render import images
from tests.render import staged_domain
from tests.render.test_pictures import SCENES

FOLDER = Path(__file__).parent / "golden"
KEPT = {name: SCENES[name] for name in ("action", "take", "neutral", "private bid", "crop", "end")}
KEPT |= {f"era {name}": staged_domain.SCENES[name] for name in ("places", "ghost", "turns", "loss", "layouts")}
WIDTH = 300
MEAN, WORST = 3.0, 40        # of 255: the stored pictures are compressed, and libraries round differently


def small(name: str) -> Image.Image:
    """The picture of a scene as it is kept."""
    sheet = images.paint(KEPT[name]).sheet
    return sheet.resize((WIDTH, round(sheet.height * WIDTH / sheet.width)), Image.Resampling.BOX)


def path(name: str) -> Path:
    return FOLDER / f"{name.replace(' ', '_')}.webp"


@pytest.mark.parametrize("name", KEPT)
def test_the_picture_looks_as_it_was_approved(name: str) -> None:
    kept, now = Image.open(path(name)).convert("RGB"), small(name)
    assert kept.size == now.size
    blurred = ImageChops.difference(*(im.filter(ImageFilter.GaussianBlur(2)) for im in (kept, now)))
    assert max(ImageStat.Stat(blurred).mean) < MEAN
    assert max(high for _, high in blurred.getextrema()) < WORST


def test_the_comparison_sees_one_missing_army() -> None:
    scene = SCENES["action"]
    bare = msgspec.structs.replace(scene.view, armies={**scene.view.armies, "s3": (0,) * 5})
    sheet = images.paint(msgspec.structs.replace(scene, view=bare)).sheet
    kept = Image.open(path("action")).convert("RGB")
    now = sheet.resize(kept.size, Image.Resampling.BOX)
    blurred = ImageChops.difference(*(im.filter(ImageFilter.GaussianBlur(2)) for im in (kept, now)))
    assert max(high for _, high in blurred.getextrema()) > WORST


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for kept_name in KEPT:
        small(kept_name).save(path(kept_name), quality=90, method=6)
