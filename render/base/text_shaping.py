"""Drawing order and joined letters of names in any script, without a shaping engine.

`Layout.BASIC` draws glyphs from left to right and joins none; it is used because pictures must be
equal on every machine. So Hebrew and Arabic are reordered here, and Arabic letters are replaced by
their joined forms (Unicode's presentation forms). For scripts that need more (Devanagari, Khmer
...) the caller draws another text ("Player 2").
"""

from __future__ import annotations

import functools
import itertools
import unicodedata
from collections.abc import Iterator

LAM = "\u0644"
FORMS = ("isolated", "final", "initial", "medial")
MIRRORED = {"(": ")", ")": "(", "[": "]", "]": "[", "<": ">", ">": "<", "«": "»", "»": "«"}


@functools.lru_cache(maxsize=1)
def _joining() -> dict[str, dict[str, str]]:
    """Return the joined forms of each Arabic letter and lam-alef pair, from Unicode's data."""
    table: dict[str, dict[str, str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE70, 0xFEFD)):
        form, _, rest = unicodedata.decomposition(chr(code)).partition(" ")
        name = form.strip("<>")
        letters = "".join(chr(int(part, 16)) for part in rest.split())
        if name in FORMS and letters and not letters.startswith(" "):
            table.setdefault(letters, {}).setdefault(name, chr(code))
    return table


def _forms(letter: str) -> dict[str, str]:
    return _joining().get(letter, {})


def join_arabic(text: str) -> str:
    """Replace Arabic letters by the forms that they have beside their neighbors."""
    letters: list[str] = []
    for char in text:
        if letters and letters[-1] == LAM and LAM + char in _joining():
            letters[-1] = LAM + char
        else:
            letters.append(char)
    out = []
    for i, letter in enumerate(letters):
        joins_before = i > 0 and "initial" in _forms(letters[i - 1]) and "final" in _forms(letter)
        joins_after = (
            i + 1 < len(letters)
            and "initial" in _forms(letter)
            and "final" in _forms(letters[i + 1])
        )
        if joins_before and joins_after:
            form = "medial"
        elif joins_before:
            form = "final"
        else:
            form = "initial" if joins_after else "isolated"
        out.append(_forms(letter).get(form, letter))
    return "".join(out)


def _is_right_to_left(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("R", "AL")


def _is_left_to_right(char: str) -> bool:
    return unicodedata.bidirectional(char) in ("L", "EN", "AN")


def in_drawing_order(text: str, *, sentence: bool = False) -> str:
    """Return the text in drawing order, left to right, with Arabic letters joined.

    This is a simplified bidirectional algorithm, which is enough for one name. A name that begins
    with a right-to-left letter runs from the right; Latin words and numbers in it keep their own
    order. With `sentence`, the text is a sentence of the bot and runs from the left, even if it
    begins with a right-to-left name.
    """
    if not any(map(_is_right_to_left, text)):
        return text
    text = join_arabic(text)
    base_right = not sentence and next(
        _is_right_to_left(c)
        for c in text
        if _is_right_to_left(c) or unicodedata.bidirectional(c) == "L"
    )
    runs = [
        (right, "".join(char for _, char in run))
        for right, run in itertools.groupby(_directions(text, base_right), key=lambda pair: pair[0])
    ]
    parts = [
        "".join(MIRRORED.get(c, c) for c in reversed(run)) if right else run for right, run in runs
    ]
    return "".join(reversed(parts) if base_right else parts)


def _directions(text: str, base_right: bool) -> Iterator[tuple[bool, str]]:
    """Yield (whether it is right-to-left, character) for each character, in order.

    Spaces and punctuation have the direction of both neighbors if these agree. Otherwise they have
    `base_right`, the direction of the whole text.
    """
    right = base_right
    for i, char in enumerate(text):
        if _is_right_to_left(char) or _is_left_to_right(char):
            right = _is_right_to_left(char)
        else:
            following = next(
                (c for c in text[i:] if _is_right_to_left(c) or _is_left_to_right(c)), None
            )
            after = base_right if following is None else _is_right_to_left(following)
            right = right if right == after else base_right
        yield right, char


def plain(name: str) -> str:
    """Return a name without emoji, control characters and accents that stand alone.

    Ornate letters are replaced by plain ones.
    """
    text = unicodedata.normalize("NFKC", name)
    text = "".join(
        c
        for c in text
        if unicodedata.category(c) not in ("So", "Sk", "Cc", "Cf", "Cs", "Co", "Cn", "Me")
    )
    composed = unicodedata.normalize("NFC", text)
    kept = "".join(c for c in composed if unicodedata.category(c) != "Mn" or _spacing_mark(c))
    return " ".join(kept.split())


def _spacing_mark(char: str) -> bool:
    """Return whether a combining mark must stay: whether it is Thai.

    Thai marks are part of the name, and the fonts place them well.
    """
    return "\u0e00" <= char <= "\u0e7f"
