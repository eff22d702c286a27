"""Rewrite translated catalogues in the layout of the English ones: `make catalogues`.

Weblate writes each text as a table of its own (docs/translating.md). This program restores the
tables, their order and the short notation of the English catalogue. If a language needs plural
forms that its file lacks, they are added with the text of `other`. Only the English files have
comments.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from games.core.text.i18n import flattened
from games.core.text.languages import FALLBACK, LANGUAGES, plural_forms

ROOT = Path(__file__).parents[1]
FORMS = ("zero", "one", "two", "few", "many", "other")  # in CLDR's order
_HEADER = re.compile(r"\[([\w.]+)\]\s*$")
_ENTRY = re.compile(r'("?[\w-]+"?) = (.*)$')


def folders(root: Path = ROOT) -> list[Path]:
    """Return all folders with catalogues."""
    return sorted(
        path.parent for under in ("*", "*/*") for path in root.glob(f"{under}/text/{FALLBACK}.toml")
    )


def texts_of(path: Path) -> dict[str, Any]:
    """Return the texts of a catalogue by dotted key."""
    return dict(flattened(tomllib.loads(path.read_text("utf-8"))))


def rewritten(english: str, texts: Mapping[str, Any], lang: str) -> str:
    """Return the catalogue of a language in the layout of the English one.

    `english` is the text of the English file, `texts` has the translations by dotted key. Raises
    ValueError for a key that the English catalogue lacks.
    """
    if unknown := texts.keys() - dict(flattened(tomllib.loads(english))).keys():
        raise ValueError(f"not in {FALLBACK}.toml: {', '.join(sorted(unknown))}")
    parts = [list(_entries(rows, key, texts, lang)) for key, rows in _tables(english)]
    text = "\n\n".join("\n".join(lines) for lines in parts if lines) + "\n"
    written = dict(flattened(tomllib.loads(text)))
    if lost := [key for key, one in texts.items() if not _same(one, written.get(key))]:
        raise ValueError(f"the layout of {FALLBACK}.toml has no place for {', '.join(lost)}")
    return text


def _same(text: Any, written: Any) -> bool:
    """Return whether `written` equals `text`, apart from additional plural forms."""
    if isinstance(text, Mapping) and isinstance(written, Mapping):
        return text.items() <= written.items()
    return bool(text == written)


def _tables(english: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the key of each table and the lines that begin its entries.

    Comments and continuation lines are left out.
    """
    key, rows, in_block = "", list[str](), False
    for line in english.splitlines():
        if in_block:
            in_block = '"""' not in line
        elif header := _HEADER.match(line):
            yield key, rows
            key, rows = header[1], []
        elif entry := _ENTRY.match(line):
            rows.append(line)
            in_block = entry[2].count('"""') == 1
    yield key, rows


def _entries(rows: list[str], table: str, texts: Mapping[str, Any], lang: str) -> Iterator[str]:
    """Yield the lines of a table, its header first.

    A table without translated texts has no lines.
    """
    header = [f"[{table}]"] if table else []
    if isinstance(texts.get(table), Mapping):
        yield from header
        yield from (f"{form} = {_quoted(text)}" for form, text in _forms(texts[table], lang))
        return
    for row in rows:
        name, _, english = row.partition(" = ")
        text = texts.get(f"{table}.{name}".strip(".").replace('"', ""))
        if text is None:
            continue
        yield from header
        header = []
        if isinstance(text, Mapping):
            forms = ", ".join(f"{form} = {_quoted(one)}" for form, one in _forms(text, lang))
            yield f"{name} = {{ {forms} }}"
        elif english.startswith('"""'):
            yield f'{name} = """\n{text.replace(chr(92), chr(92) * 2)}"""'
        else:
            yield f"{name} = {_quoted(text)}"


def _forms(text: Mapping[str, str], lang: str) -> list[tuple[str, str]]:
    """Return (form, text) for the plural forms that the language needs.

    A missing form gets the text of `other`.
    """
    needed = plural_forms(lang) | text.keys()
    return [(form, text.get(form, text["other"])) for form in FORMS if form in needed]


def _quoted(text: str) -> str:
    """Return a TOML basic string; its escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False)


def main(argv: list[str] | None = None) -> int:
    """Rewrite the files of the given languages and print which ones have changed.

    With `--check`, nothing is written; returns 1 if a file differs.
    """
    parser = argparse.ArgumentParser(prog="catalogues", description=__doc__)
    translated = [lang for lang in LANGUAGES if lang != FALLBACK]
    parser.add_argument("languages", nargs="*", default=translated)
    parser.add_argument(
        "--check", action="store_true", help="write nothing; fail if a file differs"
    )
    args = parser.parse_args(argv)
    differing = []
    for folder in folders():
        english = (folder / f"{FALLBACK}.toml").read_text("utf-8")
        for path in (folder / f"{lang}.toml" for lang in args.languages):
            if not path.is_file():
                continue
            text = rewritten(english, texts_of(path), path.stem)
            if text != path.read_text("utf-8"):
                differing.append(path)
                if not args.check:
                    path.write_text(text, "utf-8")
    for path in differing:
        print(path.relative_to(ROOT), file=sys.stderr if args.check else sys.stdout)
    return 1 if args.check and differing else 0


if __name__ == "__main__":
    raise SystemExit(main())
