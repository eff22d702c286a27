"""Some pictures equal the approved ones, 300 pixels wide, within a tolerance.

After an intended change `python -m tests.render.eight_minute_empire.test_golden` stores them
again; look at them before committing.
"""

from __future__ import annotations

import msgspec
import pytest

from tests.render.approved import ApprovedPictures
from tests.render.eight_minute_empire.test_pictures import SCENES

SOME = {name: SCENES[name] for name in ("action", "take", "neutral", "private bid", "crop", "end")}
APPROVED = ApprovedPictures("", SOME)


@pytest.mark.parametrize("name", APPROVED.scenes)
def test_the_picture_looks_as_it_was_approved(name: str) -> None:
    APPROVED.check(name)


def test_the_comparison_sees_one_missing_army() -> None:
    scene = SCENES["action"]
    bare = msgspec.structs.replace(scene.view, armies={**scene.view.armies, "s3": (0,) * 5})
    assert APPROVED.differs("action", msgspec.structs.replace(scene, view=bare))


if __name__ == "__main__":
    APPROVED.save_all()
