"""Pictures as they should look: how they are kept, and how far one is from what is kept."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageFilter, ImageStat

from games.core.views.scene import Scene
from render.pictures import encode

FOLDER = Path(__file__).parent / "golden"
WIDTH = 300
MEAN, WORST = 3.0, 40  # of 255: the stored pictures are compressed, and libraries round differently


def small(scene: Scene) -> Image.Image:
    """The picture of a scene as it is kept."""
    sheet = encode.paint(scene).sheet
    return sheet.resize((WIDTH, round(sheet.height * WIDTH / sheet.width)), Image.Resampling.BOX)


def apart(path: Path, now: Image.Image) -> tuple[float, float]:
    """The mean and the worst difference from what is kept."""
    kept = Image.open(path).convert("RGB")
    assert kept.size == now.size
    blurred = ImageChops.difference(*(im.filter(ImageFilter.GaussianBlur(2)) for im in (kept, now)))
    found = ImageStat.Stat(blurred)
    return max(found.mean), max(high for _, high in found.extrema)


class Kept:
    """Scenes by name and the pictures kept of them, whose files' names begin with `head`."""

    def __init__(self, head: str, scenes: dict[str, Scene]) -> None:
        self.head, self.scenes = head, scenes

    def path(self, name: str) -> Path:
        return FOLDER / f"{self.head}{name.replace(' ', '_')}.webp"

    def check(self, name: str) -> None:
        """The scene looks as it was approved."""
        mean, worst = apart(self.path(name), small(self.scenes[name]))
        assert mean < MEAN
        assert worst < WORST

    def tells(self, name: str, other: Scene) -> bool:
        """True when another scene is told from what is kept."""
        return apart(self.path(name), small(other))[1] > WORST

    def renew(self) -> None:
        """Write all of them anew: look at them before they are committed."""
        for name, scene in self.scenes.items():
            small(scene).save(self.path(name), quality=90, method=6)
