"""Signs on a mission card."""

from __future__ import annotations

from games.tadmor.rules.missions.missions import MISSIONS
from render.base.theme import RGB, parse
from render.tadmor.pieces.style import LOOK

BENEFITS: dict[str, tuple[str, str]] = {
    name: (sign, tint) for name, (sign, tint) in LOOK["benefits"].items()
}

PHASES: dict[str, RGB] = {name: parse(colour) for name, colour in LOOK["phases"].items()}


def benefit_sign(card: str) -> tuple[str, RGB]:
    """Return the icon of a mission's benefit, and the icon's tint.

    The player gets the benefit when the mission is returned.
    """
    op = MISSIONS[card].benefit
    tag, piece = str(op.__struct_config__.tag), getattr(op, "piece", "")
    sign, tint = BENEFITS[f"gain_{piece}" if piece else tag]
    return sign, parse(tint)
