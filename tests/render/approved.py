"""Approved pictures: how they are stored, and how much a new picture differs."""

from __future__ import annotations

from pathlib import Path

from PIL import Image, ImageChops, ImageFilter, ImageStat

from games.core.views.scene import Scene
from render.pictures import drawing

FOLDER = Path(__file__).parent / "golden"
WIDTH = 300
# limits of 255: the stored pictures are compressed, and libraries round differently
MEAN, WORST = 3.0, 40


def small(scene: Scene) -> Image.Image:
    """Return the picture of a scene in the stored size."""
    sheet = drawing.paint(scene).sheet
    return sheet.resize((WIDTH, round(sheet.height * WIDTH / sheet.width)), Image.Resampling.BOX)


def differences(path: Path, now: Image.Image) -> tuple[float, float]:
    """Return the mean and the greatest difference from the stored picture."""
    kept = Image.open(path).convert("RGB")
    assert kept.size == now.size
    blurred = ImageChops.difference(*(im.filter(ImageFilter.GaussianBlur(2)) for im in (kept, now)))
    found = ImageStat.Stat(blurred)
    return max(found.mean), max(high for _, high in found.extrema)


class ApprovedPictures:
    """Scenes by name with their stored pictures, whose file names begin with `head`."""

    def __init__(self, head: str, scenes: dict[str, Scene]) -> None:
        self.head, self.scenes = head, scenes

    def path(self, name: str) -> Path:
        return FOLDER / f"{self.head}{name.replace(' ', '_')}.webp"

    def check(self, name: str) -> None:
        """Check that the scene looks like its stored picture."""
        mean, worst = differences(self.path(name), small(self.scenes[name]))
        assert mean < MEAN
        assert worst < WORST

    def differs(self, name: str, other: Scene) -> bool:
        """Return whether another scene differs visibly from the stored picture."""
        return differences(self.path(name), small(other))[1] > WORST

    def save_all(self) -> None:
        """Store all pictures again; look at them before committing."""
        for name, scene in self.scenes.items():
            small(scene).save(self.path(name), quality=90, method=6)
