"""Pictures as they should look: how they are kept, and how far one is from what is kept."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageFilter, ImageStat

from games.core.scene import Scene
from render import images

FOLDER = Path(__file__).parent / "golden"
WIDTH = 300
MEAN, WORST = 3.0, 40        # of 255: the stored pictures are compressed, and libraries round differently


def small(scene: Scene) -> Image.Image:
    """The picture of a scene as it is kept."""
    sheet = images.paint(scene).sheet
    return sheet.resize((WIDTH, round(sheet.height * WIDTH / sheet.width)), Image.Resampling.BOX)


def apart(path: Path, now: Image.Image) -> tuple[float, float]:
    """The mean and the worst difference from what is kept."""
    kept = Image.open(path).convert("RGB")
    assert kept.size == now.size
    blurred = ImageChops.difference(*(im.filter(ImageFilter.GaussianBlur(2)) for im in (kept, now)))
    return max(ImageStat.Stat(blurred).mean), max(high for _, high in blurred.getextrema())
