"""`/table verify` for games played under one rules version, two, or an earlier one."""

import pytest

from app.model.match import VerificationResult
from tests.ui.panels import match_of
from ui.i18n import Translator
from ui.views.pages.common import verify_message


@pytest.mark.parametrize(
    ("rows", "read", "said"),
    [
        (0, 0, ["✓ Al repetir la partida entera, todo coincide. Pasos comprobados: 0."]),
        (7, 0, ["✓ Al repetir la partida entera, todo coincide. Pasos comprobados: 7."]),
        (
            7,
            1,
            [
                "✓ Con las reglas actuales, 7 pasos coinciden al repetirse.",
                "1 paso se jugó con reglas anteriores: puedes leerlo, pero no repetirlo.",
            ],
        ),
        (0, 9, ["9 pasos se jugaron con reglas anteriores: puedes leerlos, pero no repetirlos."]),
    ],
)
def test_only_what_was_replayed_is_said_to_hold(rows: int, read: int, said: list[str]) -> None:
    card = verify_message(
        match_of(), VerificationResult(True, rows, None, "abc", None, None, read), Translator("es")
    ).embed
    assert card is not None
    lines = card.text.split("\n")
    assert lines[: len(said)] == said
    assert lines[len(said)].startswith("Huella del barajado")


def test_a_broken_row_is_named_whatever_was_read() -> None:
    card = verify_message(
        match_of(), VerificationResult(False, 3, 12, "abc", None, None, 8), Translator("en")
    ).embed
    assert card is not None
    assert card.text.startswith("✕ Step 12 doesn't replay identically.")
