"""Name of a card in little room: several lines, condensed, hyphenated, never cut."""

from __future__ import annotations

import functools
from itertools import combinations

from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import HEAVY_SERIF, RGB

MIN_TYPE_PX = 34  # minimum text size
PITCH = 31  # pixels from line to line
MOST_LINES = 3
VOWELS = "aeiouáéíóúüy"
PAIRS = (
    "bl",
    "br",
    "ch",
    "cl",
    "cr",
    "dr",
    "fl",
    "fr",
    "gl",
    "gr",
    "ll",
    "pl",
    "pr",
    "rr",
    "sh",
    "th",
    "tr",
)


@functools.lru_cache(maxsize=2048)
def lines(said: str, room: float) -> tuple[str, ...]:
    """Return a name on as few lines as possible, balanced; hyphenate only if needed."""
    spaces, syllables = _cuts(said)
    for n in range(1, MOST_LINES + 1):
        for places in (spaces, sorted({**spaces, **syllables})) if n > 1 else (spaces,):
            found = _parted(said, n, tuple(places), frozenset(syllables))
            if found and _widest(found) * writing.CLOSEST <= room:
                return found
    return _parted(
        said, MOST_LINES, tuple(sorted({**spaces, **syllables})), frozenset(syllables)
    ) or (said,)


@functools.lru_cache(maxsize=2048)
def _parted(
    said: str, n: int, places: tuple[int, ...], hyphened: frozenset[int]
) -> tuple[str, ...]:
    """Return a name in `n` balanced lines, or an empty tuple if it has too few cuts."""
    best: tuple[str, ...] = ()
    for cuts in combinations(places, n - 1):
        ends = (*cuts, len(said))
        found = tuple(
            said[start:end].strip() + "-" * (end in hyphened)
            for start, end in zip((0, *cuts), ends, strict=True)
        )
        if not best or _widest(found) < _widest(best):
            best = found
    return best


def _widest(found: tuple[str, ...]) -> float:
    return max(writing.width(line, HEAVY_SERIF, MIN_TYPE_PX) for line in found)


def _cuts(said: str) -> tuple[dict[int, None], dict[int, None]]:
    """Return the places to split a name: after spaces and hyphens, and between syllables."""
    spaces = {at + 1: None for at, char in enumerate(said) if char in " -"}
    found: dict[int, None] = {}
    low = said.lower()
    for at in range(3, len(said) - 2):
        if low[at] in VOWELS and low[at - 1].isalpha() and low[at - 1] not in VOWELS:
            cut = at - 2 if low[at - 2 : at] in PAIRS else at - 1
            word = low[max(low.rfind(" ", 0, cut), low.rfind("-", 0, cut)) + 1 : cut]
            rest = low[cut:].partition(" ")[0]
            if len(word) > 2 and len(rest) > 2 and any(char in VOWELS for char in word):
                found[cut] = None
    return spaces, found


def height(said: str, room: float, single: int) -> int:
    """Return the height of a strip with the name; `single` is that of one line."""
    return single + (len(lines(said, room)) - 1) * PITCH


def lay(
    canvas: Canvas, said: str, box: Rect, tone: RGB, anchor: str = "m", size: int = MIN_TYPE_PX
) -> None:
    """Draw the name centered in a box, or left-aligned; one line is up to `size` large."""
    found = lines(said, box.w)
    if len(found) > 1:
        size = MIN_TYPE_PX
    while size > MIN_TYPE_PX and writing.width(said, HEAVY_SERIF, size) > box.w:
        size -= 1
    base = box.centre[1] + size * 0.28 - (len(found) - 1) * PITCH / 2
    for line in found:
        wide = min(writing.width(line, HEAVY_SERIF, size), box.w)
        left = box.x if anchor == "l" else box.centre[0] - wide / 2
        canvas.text(
            (left, base), line, writing.Style(HEAVY_SERIF, size, tone), kind="name", room=box.w
        )
        base += PITCH
