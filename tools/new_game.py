"""Create a new game that is hosted, drawn and tested.

`make new-game ID=liars_dice NAME="Liar's Dice"` copies the working example `tests/fishers`
under the new id: the rules with a README.md to `games/<id>`, the pictures to `render/<id>`, the
tests to `tests/games/<id>` and `tests/render/<id>`. Then it adds the id to `games/hosted.py`.
Change the copies file by file (CONTRIBUTING.md).
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
EXAMPLE, PREFIX = "fishers", "fish"
TAKEN = {"core", "hosted"}  # other names in games/
PAGE = "# {name}\nRulings, what strange numbers of `tools/simulate.py` mean, and what the game needed of the core.\n"
# Lines that only the example needs, because it lives outside games/.
EXAMPLE_ONLY_LINES = (("import Game, register\n", "import Game\n"), ("register(GAME)\n", ""))


class GameError(ValueError):
    """Error in the id or name of a new game; the text says what is wrong."""


def create_game(root: Path, game: str, name: str) -> list[Path]:
    """Copy the example into the folders of a new game and register it.

    Returns the new folders. Raises `GameError`.
    """
    if not re.fullmatch(r"[a-z][a-z0-9]*(_[a-z0-9]+)*", game):
        raise GameError(
            f"{game!r} is no id: small letters, figures and single _ between them, such as liars_dice."
        )
    if not name.strip() or not name.isprintable() or set(name) & {'"', "\\"}:
        raise GameError(
            'A game needs a name, without quotation marks or backslashes: NAME="Liar\'s Dice".'
        )
    code = root / "games" / game
    drawn = root / "render" / game
    tests = root / "tests" / "games" / game
    if game in TAKEN or code.exists() or drawn.exists():
        raise GameError(f"There is a {game} already.")
    example, prefix = root / "tests" / EXAMPLE, prefix_of(root, game)
    shutil.copytree(
        example, code, ignore=shutil.ignore_patterns("__pycache__", "test_*.py", "picture.py")
    )
    pictured = root / "tests" / "render" / game
    for folder, file, to in (
        (drawn, "picture.py", "__init__.py"),
        (tests, "test_examples.py", "test_examples.py"),
        (pictured, "test_pictures.py", "test_pictures.py"),
    ):
        folder.mkdir(parents=True)
        shutil.copyfile(example / file, folder / to)
    (tests / "__init__.py").touch()
    (pictured / "__init__.py").touch()
    for path in (path for folder in (code, drawn, tests, pictured) for path in folder.rglob("*.*")):
        if path.suffix in (".py", ".toml", ".md"):
            path.write_text(
                renamed(path.read_text("utf-8"), path.suffix, game, prefix, name), "utf-8"
            )
    (code / "README.md").write_text(PAGE.format(name=name), "utf-8")
    _add_to_hosted(root / "games" / "hosted.py", game)
    return [code, drawn, tests, pictured]


def prefix_of(root: Path, game: str) -> str:
    """Return a new prefix for the game's text keys: the first letters of its id.

    It has at least three letters, and as many as make it unique.
    """
    texts = [file.read_text("utf-8") for file in (root / "games").glob("*/text/en.toml")]
    heads = {head for text in texts for head in re.findall(r"(?m)^\[(\w+)", text)}
    return next(
        one for n in range(3, len(game) + 3) if (one := f"{game}_s"[:n]) not in {*heads, game}
    )


def renamed(text: str, suffix: str, game: str, prefix: str, name: str) -> str:
    """Return a file of the example with the new id, prefix and name."""
    match suffix:
        case ".toml":
            text = re.sub(
                r'(?m)^(name|short) = ".*"$', lambda found: f'{found[1]} = "{name}"', text
            )
        case ".md":
            text = re.sub(r"\A# .*", lambda _: f"# {name}", text)
        case ".py":
            text = text.replace(f"tests.{EXAMPLE}", f"games.{game}")
            for old, new in EXAMPLE_ONLY_LINES:
                text = text.replace(old, new)
    text = re.sub(rf"\b{PREFIX}(\.|\])", rf"{prefix}\1", text)
    return text.replace(
        EXAMPLE.capitalize(), "".join(part.capitalize() for part in game.split("_"))
    ).replace(EXAMPLE, game)


def _add_to_hosted(hosted: Path, game: str) -> None:
    text = hosted.read_text("utf-8")
    changed, times = re.subn(r"(?m)^(HOSTED = \(.*)\)$", rf'\1, "{game}")', text)
    if times != 1:
        raise GameError(
            f"Enter {game!r} in {hosted.name} by hand: its list of games is not where it was."
        )
    hosted.write_text(changed, "utf-8")


def main(argv: list[str] | None = None) -> int:
    """Create the game and print the next steps; return 2 if that fails."""
    parser = argparse.ArgumentParser(
        prog="new-game", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("id", help="permanent id, such as liars_dice")
    parser.add_argument("name", help="name shown to players")
    args = parser.parse_args(argv)
    try:
        folders = create_game(ROOT, args.id, args.name)
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    # imports must be sorted again, because the new names have another order than the example's
    sort = [
        sys.executable,
        "-m",
        "ruff",
        "check",
        "-q",
        "--fix",
        "--select",
        "I",
        *map(str, folders),
    ]
    subprocess.run(sort, cwd=ROOT, check=False)
    print(
        f"{args.name} is hosted. Look at it: make run, then /table new. Check it: make quick FOLDER=games/{args.id}"
    )
    print(
        f"Now write your rules into games/{args.id}, package by package: CONTRIBUTING.md, step 2."
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
