# ruff: noqa: E501 - scripts and measured pairs read best on one line
"""The page's own files: both languages complete, colours measured, no markup from data, modules small."""

from __future__ import annotations

import json
import re

import pytest

from tests.page.fake import WEB

SCRIPTS = sorted((WEB / "js").rglob("*.js"))
STYLES = sorted((WEB / "css").glob("*.css"))
TABLES = {code: json.loads((WEB / "i18n" / f"{code}.json").read_text()) for code in ("es", "en")}


def names(text: object) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", json.dumps(text)))


def test_both_languages_have_the_same_words_with_the_same_names() -> None:
    assert TABLES["es"].keys() == TABLES["en"].keys()
    assert [k for k in TABLES["es"] if names(TABLES["es"][k]) != names(TABLES["en"][k])] == []
    assert [
        k
        for t in TABLES.values()
        for k, v in t.items()
        if isinstance(v, dict) and v.keys() != {"one", "other"}
    ] == []


def test_every_word_is_used_and_every_used_word_exists() -> None:
    source = "\n".join(p.read_text() for p in SCRIPTS)
    assert [
        k for k in TABLES["es"] if f"'{k}'" not in source and not k.startswith(("perm.", "tip."))
    ] == []
    asked = set(re.findall(r"\bt\('([^']+)'[,)]", source))
    assert asked - TABLES["es"].keys() == set()
    wanted = re.search(r"PERMISSIONS = \[(.*?)\]", source, re.DOTALL)
    assert wanted
    assert {f"perm.{p}" for p in re.findall(r"'(\w+)'", wanted[1])} == {
        k for k in TABLES["es"] if k.startswith("perm.")
    }


def test_every_pictograph_in_the_bot_s_words_is_drawn_by_the_page() -> None:
    """Without it a machine's own emoji, in colour or as a box, stands among our line icons."""
    source, icons = (
        (WEB / "js" / "view" / "markdown.js").read_text(),
        (WEB / "icons.svg").read_text(),
    )
    signs = dict(
        re.findall(r"'([^'\\w])': '(\w+)'", source.split("const SIGNS = {")[1].split("};")[0])
    )
    root = WEB.parents[1]
    said = "".join(
        path.read_text("utf-8")
        for path in root.glob("*/**/text/*.toml")
        if ".venv" not in path.parts
    )
    used = set(re.findall(r"[\U0001F000-\U0001FFFF]|.(?=\ufe0f)", said))
    assert {"🔒", "⚔", "🛡"} <= used
    assert used - signs.keys() == set()
    assert {name for name in signs.values() if f'id="{name}"' not in icons} == set()


def test_modules_are_small_and_build_no_markup() -> None:
    for path in [*SCRIPTS, *STYLES]:
        assert len(path.read_text().splitlines()) < 400, path.name
    forbidden = r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|\beval\(|new Function|setAttribute\('(?:style|on)"
    assert [p.name for p in SCRIPTS if re.search(forbidden, p.read_text())] == []
    page = (WEB / "index.html").read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=", page)


def palette(dark: bool) -> dict[str, str]:
    css = (WEB / "css" / "base.css").read_text()
    light = dict(
        re.findall(r"--([\w-]+): (#[0-9a-f]{3,6})\b", css.split(":root {")[1].split("}")[0])
    )
    return light | (
        dict(
            re.findall(
                r"--([\w-]+): (#[0-9a-f]{3,6})\b", css.split("[data-theme=dark] {")[1].split("}")[0]
            )
        )
        if dark
        else {}
    )


def luminance(colour: str) -> float:
    full = colour[1:] if len(colour) == 7 else "".join(c * 2 for c in colour[1:])
    parts = [int(full[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a: str, b: str) -> float:
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "grounds", "least"),
    [
        ("ink", "main card list hover field eph", 11.0), ("ink", "sel mention", 9.5), ("soft", "main card list sel hover field eph mention", 4.7),
        ("faint", "main card list hover field", 4.5), ("on", "blue green red", 5.0), ("grey-ink", "grey", 8.0), ("amber-ink", "amber", 7.0),
        ("mention-ink", "mention", 6.0), ("accent", "main card eph field", 4.5), ("bad", "main card eph field mention", 4.5), ("on", "badge", 4.7),
        ("focus", "main card eph field", 5.5), ("focus", "list", 4.5), ("rail-ink", "rail", 8.0), ("rail-soft", "rail", 6.0), ("main", "accent", 4.5),
    ],
)  # fmt: skip
def test_contrast(dark: bool, ink: str, grounds: str, least: float) -> None:
    colours = palette(dark) | {"rail-soft": palette(dark)["rail-soft"]}
    low = {
        g: round(contrast(colours[ink], colours[g]), 2)
        for g in grounds.split()
        if contrast(colours[ink], colours[g]) < least
    }
    assert low == {}
