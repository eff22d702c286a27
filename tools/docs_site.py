"""Hooks of mkdocs.yml: pages from outside of `docs/`, links between them, and lists.

The README, the contributor's guide and the notes of games and tools stay where GitHub shows them,
and are pages of the site too. Links are written for GitHub: a link to a page of the site is
rewritten; one to any other file of the repository becomes plain text.
"""

from __future__ import annotations

import fnmatch
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
TOP_LEVEL_PAGES = (
    "README.md",
    "README.es.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "CREDITS.md",
)
BADGE = re.compile(r"^!\[[^]]*\]\(https://img\.shields\.io/.*\)\n", re.MULTILINE)
LINK = re.compile(r"(!?)\[((?:[^][]|!\[[^]]*\]\([^)]*\)|\[[^]]*\])*)\]\(([^)\s]+)\)")
ITEM = re.compile(r"^( *)(-|\d+\.) ")
NESTED_INDENT = 4  # spaces before an item of a nested list
FENCE = re.compile(r"^ *```")


def outside_pages(root: Path = ROOT) -> dict[str, str]:
    """Return the pages from outside of `docs/`: path in the repository by path in the site."""
    pages = {name: name for name in TOP_LEVEL_PAGES}
    for readme in sorted([*root.glob("games/*/README.md"), *root.glob("tools/*/README.md")]):
        folder = readme.parent.relative_to(root).as_posix()
        pages[f"{folder}.md"] = f"{folder}/README.md"
    return pages


def source_of(page: str) -> str:
    """Return the path in the repository of the page with this path in the site."""
    return outside_pages().get(page, f"docs/{page}")


def site_path(source: str, root: Path = ROOT) -> str | None:
    """Return the path in the site of a file of the repository, or None if it has none."""
    for page, file in outside_pages(root).items():
        if file == source:
            return page
    if source.startswith("docs/") and (root / source).is_file():
        return source.removeprefix("docs/")
    return None


def pages_of(pattern: str, root: Path = ROOT) -> list[str]:
    """Return the pages of the site that match a pattern of the navigation, sorted."""
    docs = root / "docs"
    pages = {page.relative_to(docs).as_posix() for page in docs.rglob("*.md")}
    return sorted(fnmatch.filter(pages | outside_pages(root).keys(), pattern))


def translate_links(markdown: str, page: str, root: Path = ROOT) -> str:
    """Return the text of a page with links that work in the site."""
    folder = posixpath.dirname(source_of(page))

    def translated(found: re.Match[str]) -> str:
        image, text, target = found[1], LINK.sub(translated, found[2]), found[3]
        if re.match(r"[a-z]+:|#|<", target):
            return f"{image}[{text}]({target})"
        path, _, anchor = target.partition("#")
        to = site_path(posixpath.normpath(posixpath.join(folder, path)), root)
        if to is None:
            return text
        link = posixpath.relpath(to, posixpath.dirname(page) or ".")
        return f"{image}[{text}]({link}{'#' + anchor if anchor else ''})"

    return LINK.sub(translated, markdown)


def spaced_lists(markdown: str) -> Iterator[str]:
    """Yield the lines of a page, with lists as Python-Markdown reads them.

    Unlike GitHub, Python-Markdown needs an empty line before a list, and four spaces before a
    nested item.
    """
    in_code = in_list = False
    previous = ""
    for line in markdown.splitlines():
        in_code ^= bool(FENCE.match(line))
        item = None if in_code else ITEM.match(line)
        if item and not in_list and previous.strip():
            yield ""
        nested = item and 0 < len(item[1]) < NESTED_INDENT
        if item:
            in_list = True
        elif not in_code and line and not line.startswith(" ") and not previous.strip():
            in_list = False
        yield f"{' ' * NESTED_INDENT}{line.lstrip()}" if nested else line
        previous = line


def expanded(nav: list[Any], root: Path = ROOT) -> list[Any]:
    """Return the navigation with each pattern replaced by its pages.

    Patterns without pages are dropped.
    """
    out = []
    for ((title, item),) in (one.items() for one in nav):
        if isinstance(item, list):
            out.append({title: expanded(item, root)})
        elif "*" not in item:
            out.append({title: item})
        elif pages := pages_of(item, root):
            out.append({title: pages})
    return out


def on_config(config: Any) -> Any:
    """Expand the patterns of the navigation."""
    config["nav"] = expanded(config["nav"])
    return config


def on_files(files: Any, config: Any) -> Any:
    """Add the pages from outside of `docs/`."""
    from mkdocs.structure.files import File  # only `make docs` installs it

    for page, source in outside_pages().items():
        text = (ROOT / source).read_text("utf-8")
        files.append(File.generated(config, page, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Return a page with the links and lists of the site (MkDocs hook)."""
    text = translate_links(BADGE.sub("", markdown), page.file.src_uri)
    return "\n".join(spaced_lists(text)) + "\n"
