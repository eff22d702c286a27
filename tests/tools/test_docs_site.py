"""The documentation: every link leads somewhere, every page is on the site."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.docs_site import (
    LINK,
    ROOT,
    expanded,
    outside_pages,
    pages_of,
    site_path,
    source_of,
    spaced_lists,
    translate_links,
)

DOCS = ROOT / "docs"
MOST_BYTES = 120 * 1024  # of all pages but the rules, which are generated
PAGES = sorted(page.relative_to(DOCS).as_posix() for page in DOCS.rglob("*.md"))
CODE = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)


def anchors(path: Path) -> set[str]:
    """Return the anchors that GitHub and the site give to the headings of a page."""
    headings = re.findall(r"^#+ (.+)$", path.read_text("utf-8"), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", title.replace("`", "").lower()).replace(" ", "-")
        for title in headings
    }


@pytest.mark.parametrize("page", [*PAGES, *outside_pages()])
def test_every_link_of_a_page_leads_somewhere(page: str) -> None:
    path = ROOT / source_of(page)
    for _, _, target in LINK.findall(CODE.sub("", path.read_text("utf-8"))):
        if re.match(r"[a-z]+:", target):
            continue
        file, _, anchor = target.partition("#")
        to = path.parent / file if file else path
        assert to.exists(), target
        assert not anchor or anchor in anchors(to), target


def test_every_page_is_in_the_navigation_once() -> None:
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:")[2]
    found = [
        page for path in re.findall(r": (\S+\.md)$", nav, re.MULTILINE) for page in pages_of(path)
    ]
    assert sorted(found) == sorted([*PAGES, *outside_pages()])


def test_patterns_of_the_navigation_are_expanded_and_empty_ones_dropped() -> None:
    nav = [{"Home": "README.md"}, {"Games": [{"All": "games/tad*.md"}, {"None": "nothing*.md"}]}]
    assert expanded(nav) == [{"Home": "README.md"}, {"Games": [{"All": ["games/tadmor.md"]}]}]


def test_the_pages_stay_short() -> None:
    pages = [page for page in DOCS.rglob("*.md") if page.parent.name != "rules"]
    assert sum(page.stat().st_size for page in pages) < MOST_BYTES


def test_links_to_pages_are_translated_and_others_become_text() -> None:
    assert site_path("docs/time.md") == "time.md"
    text = (
        "[T](docs/time.md#for-players) [C](Makefile) [W](https://a.b) ![p](docs/pictures/turn.gif)"
    )
    assert translate_links(text, "README.md") == (
        "[T](time.md#for-players) C [W](https://a.b) ![p](pictures/turn.gif)"
    )
    assert translate_links("[R](../README.md)", "hosting.md") == "[R](README.md)"
    assert translate_links("[A](../../docs/ai.md)", "games/tadmor.md") == "[A](../ai.md)"


def test_lists_are_spaced_except_in_code() -> None:
    text = "Intro:\n- one\n  - nested\n- two\n\nText\n```\na\n- b\n```"
    assert list(spaced_lists(text)) == [
        *("Intro:", "", "- one", "    - nested", "- two", "", "Text", "```", "a", "- b", "```")
    ]


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("mkdocs") is None, reason="needs make docs-tools")
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    built = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", tmp_path],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    assert (tmp_path / "index.html").is_file()
