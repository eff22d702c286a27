"""Data of games equal the copies of their specifications, and these equal the originals if present."""

from __future__ import annotations

from pathlib import Path

import pytest

HERE = Path(__file__).parent
ORIGINALS = HERE.parents[2] / "shared" / "games"


@pytest.mark.skipif(not ORIGINALS.is_dir(), reason="the originals do not lie beside the project")
def test_copies_of_specifications_are_the_same() -> None:
    copies = sorted(HERE.glob("*/model/specification.json"))
    assert len(copies) == 4
    changed = [
        str(copy)
        for copy in copies
        if copy.read_bytes() != (ORIGINALS / copy.parts[-3] / "data.json").read_bytes()
    ]
    assert changed == []
