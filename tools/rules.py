"""Write the rules as Markdown pages in `docs/rules`: `make rules`.

One page for each game and language, from the same sources as `/rules` (`games/<id>/help`), with
the examples and the legend of the board as the render code draws them.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from games.core.engine.game import find
from games.core.guides import rulebook
from games.core.text.i18n import MessageCatalogue, core_folder
from games.core.text.languages import COMPLETE_LANGUAGES
from games.core.text.messages import msg
from games.core.views.scene import Scene
from games.hosted import GAMES
from render.pictures import drawing

FOLDER = Path(__file__).parents[1] / "docs" / "rules"
WIDE, QUALITY = 800, 72
LEGEND = "legend"
ORIGIN_NOTE = {
    "es": "Estas reglas las escribe `make rules` de `games/{game}/help`; en el bot: `/reglas`.",
    "en": "These rules are written by `make rules` from `games/{game}/help`; in the bot: `/rules`.",
}
TITLES = {
    "es": ("Ejemplo", "Leyenda del tablero", "Palabras del juego", "Palabra", "Qué es"),
    "en": ("Example", "Legend of the board", "Words of the game", "Word", "What it is"),
}


def scene(game: str, name: str, lang: str) -> Scene:
    """Return the scene of a picture of the rules.

    `name` is the anchor of a chapter, whose example is shown, or a name of the legend's pictures.
    """
    wanted = rulebook.rules_sheet(game)
    if name not in _legend_names(game) or wanted is None:
        return Scene(game, "example", name, (), lang)
    return wanted.scene(game, lang, _legend_names(game).index(name) + 1)


def _legend_names(game: str) -> list[str]:
    """Return the names of the pictures of the legend: `legend`, `legend-2`, ..."""
    if rulebook.rules_sheet(game) is None:
        return []
    last = rulebook.legend_pages(rulebook.legend_of(game, "board"))
    return [LEGEND, *(f"{LEGEND}-{page}" for page in range(2, last + 1))]


def file_of(game: str, name: str, lang: str) -> Path:
    """Return the path of a picture; one file serves both languages if they look the same."""
    own = FOLDER / "pictures" / f"{game}-{name}.{lang}.webp"
    return own if own.exists() else FOLDER / "pictures" / f"{game}-{name}.webp"


def names(game: str) -> list[str]:
    """Return the names of the pictures on a game's pages."""
    return [*rulebook.examples(game), *_legend_names(game)]


def page(game: str, lang: str) -> str:
    """Return the rules of a game in one language, as a page of Markdown."""
    book = MessageCatalogue.load(lang, [core_folder(), find(game).folder / "text"])
    title = book.say(msg(f"{game}.name"))
    parts = [f"# {title}", ORIGIN_NOTE[lang].format(game=game)]
    for one in rulebook.chapters(game, lang):
        heading = [] if one.title == title else [f"## {one.title}"]
        parts += [*heading, one.text, *_picture(game, one.anchor, lang)]
    return "\n\n".join([*parts, *_legend(game, lang), *_glossary(game, lang)]) + "\n"


def _picture(game: str, anchor: str, lang: str) -> Iterator[str]:
    example = rulebook.examples(game).get(anchor)
    if example is not None:
        caption = example.says[lang]
        yield f"![{caption}](pictures/{file_of(game, anchor, lang).name})"
        yield f"*{TITLES[lang][0]}.* {caption}"


def _legend(game: str, lang: str) -> Iterator[str]:
    if rulebook.rules_sheet(game) is None:
        return
    yield f"## {TITLES[lang][1]}"
    signs = rulebook.legend_of(game, "board")
    for page, name in enumerate(_legend_names(game), 1):
        yield f"![{TITLES[lang][1]}](pictures/{file_of(game, name, lang).name})"
        yield "\n".join(
            f"{n}. {_sign(one, lang)}{one.says[lang]}"
            for n, one in rulebook.legend_page(signs, page)
        )
    yield "\n".join(f"- {_sign(one, lang)}{one.says[lang]}" for one in signs if not one.at)


def _sign(entry: rulebook.LegendEntry, lang: str) -> str:
    return f"`{entry.sign[lang]}` " if entry.sign else ""


def _glossary(game: str, lang: str) -> Iterator[str]:
    told = sorted(
        rulebook.terms(game).values(),
        key=lambda one: rulebook.fold_case_and_accents(one.name[lang]),
    )
    if told:
        _, _, title, word, what = TITLES[lang]
        yield f"## {title}"
        yield "\n".join(
            [
                f"| {word} | {what} |",
                "| --- | --- |",
                *(f"| {one.name[lang]} | {one.says[lang]} |" for one in told),
            ]
        )


def draw(game: str, name: str) -> None:
    """Draw a picture of the rules and write it, as one file if both languages look the same.

    A file whose pixels are unchanged stays as it is; files no longer needed are deleted.
    """
    sheets = {}
    for lang in COMPLETE_LANGUAGES:
        whole = drawing.paint(scene(game, name, lang)).sheet
        high = round(whole.height * WIDE / whole.width)
        sheets[lang] = (
            whole.resize((WIDE, high), Image.Resampling.LANCZOS) if whole.width > WIDE else whole
        )
    stem = FOLDER / "pictures" / f"{game}-{name}"
    one, other = sheets.values()
    if one.size == other.size and one.tobytes() == other.tobytes():
        sheets = {"": one}
    wanted = {
        Path(f"{stem}.{lang}.webp" if lang else f"{stem}.webp"): sheet
        for lang, sheet in sheets.items()
    }
    for old in {*stem.parent.glob(f"{stem.name}.*webp")} - wanted.keys():
        old.unlink()
    for path, sheet in wanted.items():
        out = io.BytesIO()
        sheet.save(out, "WEBP", quality=QUALITY, method=6)
        if not (path.exists() and _same(path, out)):
            path.write_bytes(out.getvalue())


def _same(path: Path, out: io.BytesIO) -> bool:
    """Return whether two encoded pictures have equal pixels.

    `path` is the file of one, `out` has the other. Their bytes may differ, because encoders differ.
    """
    with Image.open(path) as kept, Image.open(out) as now:
        return kept.size == now.size and kept.tobytes() == now.tobytes()


def main() -> None:
    """Write the pages, and the pictures unless `--words` is given."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--words", action="store_true", help="write only the pages, not the pictures"
    )
    args = parser.parse_args()
    (FOLDER / "pictures").mkdir(parents=True, exist_ok=True)
    for game in (one.id for one in GAMES):
        for name in () if args.words else names(game):
            draw(game, name)
        for lang in COMPLETE_LANGUAGES:
            (FOLDER / f"{game}.{lang}.md").write_text(page(game, lang), "utf-8")


if __name__ == "__main__":
    main()
