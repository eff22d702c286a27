"""Backs of cards: brick for the Common deck, color and crest for a faction's deck."""

from __future__ import annotations

from render.base.cache import cached
from render.base.canvas import PaddedSprite
from render.base.texture import clouds, flat, rounded, shade
from render.base.theme import SHADOWS, dark, pale
from render.imperial_settlers.pieces.style import CRESTS, FRAMES, LINES, icon
from render.parts import markers


@cached
def back(deck: str, w: int, h: int) -> PaddedSprite:
    """Return a face-down card with its shadow; raises KeyError for an unknown deck."""
    colour, radius = FRAMES[deck], max(8, w // 11)
    out = shade(flat(w, h, dark(colour, 0.1)), clouds(w, h, 5, w / 2), 0.3)
    edge = max(4, w // 22)
    for inset, tone in (
        (0, dark(colour, 0.55)),
        (2, colour),
        (edge, LINES[deck]),
        (edge + 2, None),
    ):
        if tone is not None:
            out.paste(tone, (0, 0), rounded(w, h, radius, inset))
        else:
            out.paste(
                shade(flat(w, h, dark(colour, 0.12)), clouds(w, h, 5, w / 2), 0.3),
                (0, 0),
                rounded(w, h, radius, inset),
            )
    sprite = out.convert("RGBA")
    sprite.putalpha(rounded(w, h, radius))
    side = round(w * 0.58)
    body = icon(CRESTS[deck], side, pale(LINES[deck], 0.2), dark(colour, 0.6), 2)
    sprite.alpha_composite(body, ((w - body.width) // 2, (h - body.height) // 2))
    return markers.shadowed(sprite, *SHADOWS["card"])
