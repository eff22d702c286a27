"""Fonts of the images: lining tabular digits, and small fallbacks for other scripts.

    python -m tools.art fonts --alegreya FOLDER --alegreya-package FOLDER --noto FOLDER --cjk FILE

``--alegreya`` holds the Latin TTF files of Alegreya and Alegreya Sans, ``--alegreya-package``
the unpacked npm package ``@fontsource/alegreya``, ``--noto`` Debian's ``fonts-noto-core`` and
``--cjk`` the collection of ``fonts-noto-cjk``.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont

OUT = Path("render/assets/fonts")
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
LATIN = {
    "alegreya-700": "alegreya-700-normal.ttf",
    "alegreya-800": "alegreya-800-normal.ttf",
    "alegreya-700-italic": "alegreya-700-italic.ttf",
    "alegreya-sans-500": "alegreya-sans-500-normal.ttf",
    "alegreya-sans-700": "alegreya-sans-700-normal.ttf",
    "alegreya-sans-800": "alegreya-sans-800-normal.ttf",
    "alegreya-sans-900": "alegreya-sans-900-normal.ttf",
}
ALEGREYA_SUBSETS = ("latin-ext", "vietnamese", "greek", "cyrillic", "cyrillic-ext")
NOTO = {
    "noto-sans": (
        "NotoSans-Bold.ttf",
        [(0x20, 0x2AF), (0x370, 0x52F), (0x1E00, 0x1FFF), (0x2010, 0x2027)],
    ),
    "noto-hebrew": ("NotoSansHebrew-Bold.ttf", [(0x5D0, 0x5F4)]),
    "noto-arabic": (
        "NotoSansArabic-Bold.ttf",
        [(0x600, 0x6FF), (0xFB50, 0xFBFF), (0xFE70, 0xFEFC)],
    ),
    "noto-armenian": ("NotoSansArmenian-Bold.ttf", [(0x530, 0x58F)]),
    "noto-georgian": ("NotoSansGeorgian-Bold.ttf", [(0x10A0, 0x10FF)]),
    "noto-thai": ("NotoSansThai-Bold.ttf", [(0xE00, 0xE7F)]),
}
SIGNS = {  # symbols used in texts: seats, strengths, undo
    "noto-signs": ("NotoSansSymbols2-Regular.ttf", "●■▲◆★⬢○□△◇☆♙♘♕♔♖♗▬▮▶◀✓✕✗🔒👁🛡"),
    "noto-arrows": ("NotoSansMath-Regular.ttf", "←↑→↓↔↕↩↪↺↻≤≥≈≠∞"),
}
CJK_JAPANESE_FACE = 0


def tabular(source: Path, target: Path) -> None:
    """Write ``source`` to ``target`` with the ten digits mapped to lining tabular glyphs.

    ``Layout.BASIC`` cannot switch on OpenType features, and Alegreya's own digits are old-style and proportional.
    """
    font = TTFont(source)
    font.flavor = None
    glyphs = set(font.getGlyphOrder())
    for table in font["cmap"].tables:
        for code, name in enumerate(DIGITS, ord("0")):
            if code in table.cmap and name + ".tf" in glyphs:
                table.cmap[code] = name + ".tf"
    font.save(target)


def cut(source: Path, target: Path, codes: set[int], number: int = -1) -> None:
    """Write a subset of a font with only ``codes``, without hints and layout tables.

    ``number`` is the face in a font collection (-1: single font).
    """
    options = subset.Options(
        hinting=False,
        layout_features=[],
        drop_tables=["GSUB", "GPOS", "GDEF", "BASE", "VORG"],
        notdef_outline=True,
        name_IDs=[0, 1, 2, 13, 14],
        desubroutinize=True,
    )
    font = TTFont(source, fontNumber=number)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=codes)
    cutter.subset(font)
    font.flavor = None
    font.save(target)


def common_cjk() -> set[int]:
    """Return common CJK code points.

    Kana, the Hangul of KS X 1001, and the everyday ideographs of GB 2312 (level 1), JIS X 0208
    (level 1) and Big5.
    """
    codes = set(range(0x3000, 0x3100)) | set(range(0xFF01, 0xFFA0))
    rows = {"gb2312": range(0xB0, 0xD8), "euc_jp": range(0xB0, 0xD0), "euc_kr": range(0xB0, 0xC9)}
    for encoding, row_numbers in rows.items():
        for row in row_numbers:
            for cell in range(0xA1, 0xFF):
                text = bytes((row, cell)).decode(encoding, "ignore")
                codes.update(map(ord, text))
    # traditional forms common in names in Taiwan and Hong Kong: level 1 of Big5
    for row in range(0xA4, 0xC7):
        for cell in (*range(0x40, 0x7F), *range(0xA1, 0xFF)):
            codes.update(map(ord, bytes((row, cell)).decode("big5", "ignore")))
    return codes


def build(alegreya: Path, package: Path, noto: Path, cjk: Path) -> None:
    """Write all fonts, and the licenses, into the folder of the renderer."""
    OUT.mkdir(parents=True, exist_ok=True)
    for name, file in LATIN.items():
        tabular(alegreya / file, OUT / f"{name}.ttf")
    for name in ALEGREYA_SUBSETS:
        tabular(
            package / "files" / f"alegreya-{name}-700-normal.woff", OUT / f"alegreya-700-{name}.ttf"
        )
    for name, (file, ranges) in NOTO.items():
        cut(
            noto / file,
            OUT / f"{name}.ttf",
            {code for lo, hi in ranges for code in range(lo, hi + 1)},
        )
    for name, (file, signs) in SIGNS.items():
        cut(noto / file, OUT / f"{name}.ttf", set(map(ord, signs)))
    cut(cjk, OUT / "noto-cjk.otf", common_cjk(), CJK_JAPANESE_FACE)
    for licence in alegreya.glob("LICENSE*"):
        shutil.copyfile(licence, OUT / licence.name)
