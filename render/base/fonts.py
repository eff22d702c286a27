"""Font loader: bundled faces, and fallback faces for names and symbols.

Faces are loaded with ``Layout.BASIC``.
"""

from __future__ import annotations

import functools
import struct
from pathlib import Path

from PIL import ImageFont

from render.base import text_shaping

FOLDER = Path(__file__).parents[1] / "assets" / "fonts"
SERIF = tuple(
    f"alegreya-700-{part}"
    for part in ("latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext")
)
SANS = (
    "noto-sans",
    "noto-hebrew",
    "noto-arabic",
    "noto-armenian",
    "noto-georgian",
    "noto-thai",
    "noto-cjk",
)
SIGNS = ("noto-signs", "noto-arrows")
FALLBACKS = SERIF + SANS + SIGNS


@functools.lru_cache(maxsize=256)
def face(name: str, size: int) -> ImageFont.FreeTypeFont:
    """Return a bundled face at a size in pixels.

    Raises `OSError` for an unknown name.
    """
    return ImageFont.truetype(str(_file(name)), size, layout_engine=ImageFont.Layout.BASIC)


def _file(name: str) -> Path:
    path = FOLDER / f"{name}.ttf"
    return path if path.exists() else FOLDER / f"{name}.otf"


@functools.lru_cache(maxsize=64)
def coverage(name: str) -> frozenset[int]:
    """Return the code points for which a face has a glyph.

    They are read from the face's character map (formats 4 and 12).
    """
    data = _file(name).read_bytes()
    tables = {
        data[index : index + 4]: struct.unpack_from(">I", data, index + 8)[0]
        for index in range(12, 12 + 16 * struct.unpack_from(">H", data, 4)[0], 16)
    }
    start = tables[b"cmap"]
    codes: set[int] = set()
    for i in range(struct.unpack_from(">H", data, start + 2)[0]):
        at = start + struct.unpack_from(">I", data, start + 4 + 8 * i + 4)[0]
        kind = struct.unpack_from(">H", data, at)[0]
        if kind == 4:
            codes |= _segments(data, at)
        elif kind == 12:
            for group in range(struct.unpack_from(">I", data, at + 12)[0]):
                first, last, _ = struct.unpack_from(">III", data, at + 16 + 12 * group)
                codes.update(range(first, last + 1))
    return frozenset(codes)


def _segments(data: bytes, at: int) -> set[int]:
    """Return the code points with a glyph, from a format 4 character map.

    The map begins at the byte `at` of `data`. Glyph 0 means that there is no glyph.
    """
    n = struct.unpack_from(">H", data, at + 6)[0] // 2
    ends = struct.unpack_from(f">{n}H", data, at + 14)
    starts = struct.unpack_from(f">{n}H", data, at + 16 + 2 * n)
    deltas = struct.unpack_from(f">{n}H", data, at + 16 + 4 * n)
    base = at + 16 + 6 * n
    offsets = struct.unpack_from(f">{n}H", data, base)
    codes = set()
    for i, (first, last, delta, offset) in enumerate(
        zip(starts, ends, deltas, offsets, strict=True)
    ):
        for code in range(first, min(last, 0xFFFE) + 1):
            glyph = code
            if offset:
                glyph = struct.unpack_from(">H", data, base + 2 * i + offset + 2 * (code - first))[
                    0
                ]
            if glyph and (glyph + delta) & 0xFFFF:
                codes.add(code)
    return codes


@functools.lru_cache(maxsize=8192)
def face_for(char: str, name: str) -> str | None:
    """Return the first face with a glyph for `char`; None if there is none.

    The faces are `name` and its fallbacks, in order.
    """
    return next((f for f in (name, *FALLBACKS) if ord(char) in coverage(f)), None)


def drawable(text: str, name: str = "alegreya-700") -> bool:
    """Return whether the face `name` and its fallbacks have a glyph for each character."""
    return all(face_for(char, name) is not None for char in text)


@functools.lru_cache(maxsize=2048)
def drawable_name(name: str) -> str | None:
    """Return a user's name in reading order, or None if the bundled fonts can't draw it.

    Emoji and ornaments are removed first. What is left must contain a letter or digit, and every
    character needs a glyph.
    """
    text = text_shaping.plain(name)
    return (
        text
        if any(map(str.isalnum, text)) and drawable(text_shaping.in_drawing_order(text))
        else None
    )


def _without_missing_glyphs(text: str, name: str) -> str:
    """Return a text without characters that the face `name` and its fallbacks lack.

    Spaces that would then be doubled are removed too.
    """
    if all(face_for(char, name) for char in text):
        return text
    words = ["".join(char for char in word if face_for(char, name)) for word in text.split(" ")]
    return " ".join(
        kept for kept, word in zip(words, text.split(" "), strict=True) if kept or not word
    )


@functools.lru_cache(maxsize=4096)
def runs(text: str, name: str) -> tuple[tuple[str, str], ...]:
    """Split a text into runs `(face, characters)`, in order; most texts have a single one.

    `name` is the preferred face. Characters without a glyph (mostly emoji) are skipped, because a
    placeholder box would mean nothing.
    """
    out: list[tuple[str, str]] = []
    for char in _without_missing_glyphs(text, name):
        chosen = face_for(char, name) or name
        if char == " " and out:
            chosen = out[-1][0] if face_for(char, out[-1][0]) == out[-1][0] else chosen
        if out and out[-1][0] == chosen:
            out[-1] = (chosen, out[-1][1] + char)
        else:
            out.append((chosen, char))
    return tuple(out)
