"""Name of a card in little room: several lines, compressed, hyphenated, never cut off."""

from __future__ import annotations

import functools
from itertools import combinations

from games.imperial_settlers.model.names import card_name
from render.base import i18n
from render.base import text as writing
from render.base.canvas import Canvas
from render.base.layout import Rect
from render.base.theme import HEAVY_SERIF, RGB

GAME = "imperial_settlers"
MIN_TYPE_PX = 34  # minimum text size
SMALL_TYPE_PX = 30  # the same on strips in little room; still legible on a small phone
PITCH = 31  # pixels from line to line
MOST_LINES = 3
PLAIN_SCALE = 0.85  # least horizontal scale of a name that looks as others do
VOWELS = "aeiouáéíóúüy"
INSEPARABLE_PAIRS = (
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


def of_card(code: str, lang: str, copies: int = 1) -> str:
    """Return a card's name and, of several equal cards, how many there are: `Farm ×2`.

    The number stays on the line of the last word.
    """
    text = i18n.message(GAME, lang, card_name(code))
    return f"{text}\u00a0×{copies}" if copies > 1 else text


@functools.lru_cache(maxsize=2048)
def lines(text: str, room: float) -> tuple[str, ...]:
    """Return the lines of a name in `room` pixels: as few as possible, of similar width.

    Words are hyphenated only if needed.
    """
    spaces, syllables = _cuts(text)
    for n in range(1, MOST_LINES + 1):
        for places in (spaces, sorted({**spaces, **syllables})) if n > 1 else (spaces,):
            name_lines = _split_balanced(text, n, tuple(places), frozenset(syllables))
            if name_lines and _widest(name_lines) * writing.MIN_HORIZONTAL_SCALE <= room:
                return name_lines
    cuts = sorted({**spaces, **syllables})
    n = min(MOST_LINES, len(cuts) + 1)
    return _split_balanced(text, n, tuple(cuts), frozenset(syllables)) or (text,)


@functools.lru_cache(maxsize=2048)
def _split_balanced(
    text: str, n: int, places: tuple[int, ...], hyphened: frozenset[int]
) -> tuple[str, ...]:
    """Return a name in `n` lines of similar width, or () if there are too few places to split.

    `places` are the indices where the name may be split; a split at one of `hyphened` adds a
    hyphen.
    """
    best: tuple[str, ...] = ()
    for cuts in combinations(places, n - 1):
        ends = (*cuts, len(text))
        name_lines = tuple(
            text[start:end].strip() + "-" * (end in hyphened)
            for start, end in zip((0, *cuts), ends, strict=True)
        )
        if not best or _widest(name_lines) < _widest(best):
            best = name_lines
    return best


def _widest(name_lines: tuple[str, ...]) -> float:
    return max(writing.width(line, HEAVY_SERIF, MIN_TYPE_PX) for line in name_lines)


def _cuts(text: str) -> tuple[dict[int, None], dict[int, None]]:
    """Return where a name can be split, as indices in order: at spaces, and in words.

    The first indices are after spaces and hyphens, the second between syllables.
    """
    spaces = {i + 1: None for i, char in enumerate(text) if char in " -"}
    syllable_cuts: dict[int, None] = {}
    lowered = text.lower()
    for i in range(3, len(text) - 2):
        if lowered[i] in VOWELS and lowered[i - 1].isalpha() and lowered[i - 1] not in VOWELS:
            cut = i - 2 if lowered[i - 2 : i] in INSEPARABLE_PAIRS else i - 1
            word = lowered[max(lowered.rfind(" ", 0, cut), lowered.rfind("-", 0, cut)) + 1 : cut]
            rest = lowered[cut:].partition(" ")[0]
            if len(word) > 2 and len(rest) > 2 and any(char in VOWELS for char in word):
                syllable_cuts[cut] = None
    return spaces, syllable_cuts


def is_plain(text: str, room: float) -> bool:
    """Return whether a name needs no hyphen in `room` pixels and is not narrowed much."""
    name_lines = lines(text, room)
    is_split = any(line.endswith("-") and line not in text.split() for line in name_lines)
    return not is_split and _widest(name_lines) * PLAIN_SCALE <= room


def sized_lines(text: str, room: float, type_px: int) -> tuple[str, ...]:
    """Return the lines of a name in `room` pixels, with letters of `type_px` pixels."""
    return lines(text, room * MIN_TYPE_PX / type_px)


def height(text: str, room: float, single: int, type_px: int = MIN_TYPE_PX) -> int:
    """Return the height of a strip with the name, whose lines are `room` pixels wide.

    `single` is the height of a strip for one line.
    """
    return single + (len(sized_lines(text, room, type_px)) - 1) * _pitch(type_px)


def _pitch(type_px: int) -> int:
    return round(PITCH * type_px / MIN_TYPE_PX)


def lay(
    canvas: Canvas,
    text: str,
    box: Rect,
    tone: RGB,
    anchor: str = "m",
    size: int = MIN_TYPE_PX,
    least: int = MIN_TYPE_PX,
) -> None:
    """Draw the name in `box`, on one or more lines around its middle.

    `anchor` is "m" for centered lines and "l" for lines that begin at the left. A name of one line
    is up to `size` pixels high, one of several lines `least` pixels.
    """
    name_lines = sized_lines(text, box.w, least)
    if len(name_lines) > 1:
        size = least
    while size > least and writing.width(text, HEAVY_SERIF, size) > box.w:
        size -= 1
    base = box.centre[1] + size * 0.28 - (len(name_lines) - 1) * _pitch(least) / 2
    for line in name_lines:
        width = min(writing.width(line, HEAVY_SERIF, size), box.w)
        left = box.x if anchor == "l" else box.centre[0] - width / 2
        canvas.text(
            (left, base), line, writing.Style(HEAVY_SERIF, size, tone), kind="name", room=box.w
        )
        base += _pitch(least)
