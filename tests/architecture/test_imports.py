"""Import rules, read from the source; imports in functions and under TYPE_CHECKING count."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest

from tests.parsed import nodes

ROOT = Path(__file__).parents[2]
PACKAGES = ("games", "ai", "app", "db", "render", "gateway", "ui", "cogs", "sandbox", "ops")
OWN = {*PACKAGES, "bot", "tools", "tests"}
RANDOM_AND_TIME = {"random", "secrets", "uuid", "time", "datetime"}
MAX_CACHED = 20_000  # values of one function
INPUT_AND_OUTPUT = {
    "discord",
    "PIL",
    "sqlite3",
    "aiosqlite",
    "aiohttp",
    "socket",
    "asyncio",
    "threading",
    "subprocess",
}

# Package or module: own packages that it may import. The longest matching entry counts.
ALLOWED: dict[str, tuple[str, ...]] = {
    "games": ("games",),
    "games.core": ("games.core",),
    "ai": ("ai", "games.core"),
    "app": ("app", "ai", "games.core"),
    "app.app": ("app", "games.hosted", "games.core"),
    # the ports and the types that they speak of
    "db": (
        "db",
        "app.model",
        "app.ports",
        "app.runtime.cluster",
        "app.runtime.paths",
        "games.core",
    ),
    "render": ("render", "games"),
    "gateway": ("gateway", "app", "games.core"),
    "ui": ("ui", "gateway", "app", "games.core"),
    "cogs": ("cogs", "ui", "app", "games.core"),
    "sandbox": ("sandbox",),
    "ops": ("ops", "db", "app", "games.hosted", "games.core"),
    "ops.checks.doctor": ("ops", "db", "app", "render.base.fonts", "games.core"),
    "bot": ("bot", *PACKAGES),
}
# Third-party and standard modules that a package must not import.
FORBIDDEN: dict[str, set[str]] = {
    "games": INPUT_AND_OUTPUT | RANDOM_AND_TIME | {"os", "logging"},
    "ai": INPUT_AND_OUTPUT | RANDOM_AND_TIME | {"os", "logging"},  # who asks brings the clock
    "app": {"discord", "PIL", "sqlite3", "aiosqlite", "asyncpg", "aiohttp"},
    "db": {"discord", "PIL", "aiohttp"},
    "render": {"discord", "sqlite3", "aiosqlite", "asyncpg", "aiohttp", "asyncio"},
    "gateway": {"PIL", "sqlite3", "aiosqlite", "asyncpg"},
    "ui": {"PIL", "sqlite3", "aiosqlite", "asyncpg"},
    "cogs": {"PIL", "sqlite3", "aiosqlite", "asyncpg"},
    "sandbox": {"discord", "aiosqlite", "asyncpg"},
    "ops": {"PIL", "sqlite3", "aiosqlite", "asyncpg"},
}


def modules() -> dict[str, Path]:
    """Return every module of the packages and of the bot by dotted name."""
    found = {"bot": ROOT / "bot.py"} if (ROOT / "bot.py").exists() else {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()
GAMES = {name.split(".")[1] for name in MODULES if name.startswith("games.")} - {"core", "hosted"}


@lru_cache(maxsize=1000)
def tree(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of a module, parsed once for all rules."""
    return nodes(path)


def imported(name: str) -> Iterator[str]:
    """Return the dotted names that a module imports.

    `from a import b` gives `a.b` if that is a module, else `a`.
    """
    path = MODULES[name]
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in tree(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield from (
                f"{source}.{alias.name}" if f"{source}.{alias.name}" in MODULES else source
                for alias in node.names
            )
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if (
                called in ("__import__", "import_module")
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                yield str(node.args[0].value)


def within(name: str, parent: str) -> bool:
    return name == parent or name.startswith(f"{parent}.")


def allowed(name: str) -> tuple[str, ...]:
    """Return what a module may import of our own."""
    rule = max((entry for entry in ALLOWED if within(name, entry)), key=len)
    own = next((f"games.{game}" for game in GAMES if within(name, f"games.{game}")), None)
    if own:
        return own, "games.core"
    if name.startswith("render."):
        drawn = next((game for game in GAMES if within(name, f"render.{game}")), None)
        if drawn:  # the pictures of one game know that game alone
            return "render", "games.core", f"games.{drawn}"
    return ALLOWED[rule]


def foreign(name: str) -> list[str]:
    """Return the own modules that a module imports against the rules."""
    ours = [other for other in imported(name) if other.split(".")[0] in OWN]
    return [other for other in ours if not any(within(other, ok) for ok in allowed(name))]


def forbidden(name: str) -> set[str]:
    """Return the third-party modules that a module imports against the rules."""
    never = FORBIDDEN.get(name.split(".")[0], set())
    return {other for other in imported(name) if other.split(".")[0] in never}


def test_modules_import_only_allowed_packages() -> None:
    assert {name: found for name in MODULES if (found := foreign(name))} == {}


def test_modules_do_not_import_forbidden_libraries() -> None:
    assert {name: found for name in MODULES if (found := forbidden(name))} == {}


CONTRACT = {"games.core.engine.frame", "games.core.engine.game", "games.core.engine.context"}
# Packages of the rules of each game from the lowest up; each imports only lower ones.
CHAPTERS: dict[str, tuple[str, ...]] = {
    "eight_minute_empire": (),
    "el_mapa": ("technology", "castles", "strength", "moving", "trade", "ending", "battle", "flow"),
    "era_medieval_age": ("domain", "phases", "flow"),
    "imperial_settlers": ("effects", "actions", "flow"),
    "tadmor": ("goods", "missions", "turn", "flow"),
}


def subpackages(game: str) -> list[str]:
    """Return the subpackages of a game from the lowest up."""
    chapters = [f"rules.{chapter}" for chapter in CHAPTERS.get(game, ())]
    return [
        f"games.{game}.{package}" for package in ("model", *(chapters or ["rules"]), "views", "ai")
    ]


@pytest.mark.parametrize("game", sorted(GAMES))
def test_packages_of_a_game_import_only_lower_ones(game: str) -> None:
    """Model, rules by chapter, views, ai: each imports only lower ones."""
    order = subpackages(game)
    for name in [name for name in MODULES if within(name, f"games.{game}")]:
        at = next((n for n, package in enumerate(order) if within(name, package)), None)
        if at is None:
            assert MODULES[name].name == "__init__.py", f"{name} is in no package"
            continue
        above = [
            other
            for other in imported(name)
            if any(within(other, package) for package in order[at + 1 :])
        ]
        assert not above, f"{name} must not import {above}"


@pytest.mark.parametrize("game", sorted(GAMES))
def test_packages_of_pictures_import_only_lower_ones(game: str) -> None:
    """Pieces, layers, screens: each imports only lower ones."""
    order = [f"render.{game}.{package}" for package in ("pieces", "layers", "screens")]
    for name in [name for name in MODULES if within(name, f"render.{game}")]:
        at = next((n for n, package in enumerate(order) if within(name, package)), None)
        if at is None:
            assert name == f"render.{game}", f"{name} is in no package"
            continue
        above = [
            other
            for other in imported(name)
            if any(within(other, package) for package in order[at + 1 :])
        ]
        assert not above, f"{name} must not import {above}"


def package_of(name: str) -> str:
    """Return the package that holds a module."""
    return (
        name if MODULES[name].name == "__init__.py" or "." not in name else name.rsplit(".", 1)[0]
    )


def test_packages_have_no_import_cycle() -> None:
    """No two packages import each other, directly or through others."""
    known: dict[str, set[str]] = {}
    for name in MODULES:
        others = {package_of(other) for other in imported(name) if other in MODULES}
        known.setdefault(package_of(name), set()).update(others - {package_of(name)})
    while ends := {name for name, others in known.items() if not others & set(known)}:
        for name in ends:
            del known[name]
    assert not known, f"an import cycle among {sorted(known)}"


# Layers of the two largest packages from the lowest up; each imports only lower ones.
LAYERS = {
    "app": (
        "model",
        "ports",
        "runtime",
        "log",
        "people",
        "match",
        "workers",
        "play",
        "review",
        "social",
        "account",
        "background",
    ),
    "ui": (
        "views.lobby",
        "views.table",
        "views.pages",
        "views.panel",
        "handlers",
        "delivery",
        "interactions",
    ),
}


@pytest.mark.parametrize("package", LAYERS)
def test_layers_import_only_lower_ones(package: str) -> None:
    order = [f"{package}.{layer}" for layer in LAYERS[package]]
    for name in [name for name in MODULES if within(name, package)]:
        at = next((n for n, layer in enumerate(order) if within(name, layer)), None)
        if at is not None:
            above = [
                other
                for other in imported(name)
                if any(within(other, layer) for layer in order[at + 1 :])
            ]
            assert not above, f"{name} must not import {above}"


ACYCLIC = (
    *(f"games.{game}" for game in sorted(GAMES)),
    "games.core",
    *(package for package in PACKAGES if package != "games"),
)


@pytest.mark.parametrize("package", ACYCLIC)
def test_modules_have_no_import_cycle(package: str) -> None:
    """Imports under TYPE_CHECKING count.

    In the core a game, its frames and the step context are one contract in three modules.
    """
    known = {
        name: set(imported(name)) - {name}
        for name in MODULES
        if within(name, package) and name not in CONTRACT and MODULES[name].name != "__init__.py"
    }
    while ends := {name for name, others in known.items() if not others & set(known)}:
        for name in ends:
            del known[name]
    assert not known, f"an import cycle among {sorted(known)}"


def test_the_sandbox_is_imported_by_the_bot_alone() -> None:
    assert {name for name in MODULES for other in imported(name) if within(other, "sandbox")} - {
        "bot",
        "app.app",
    } <= {name for name in MODULES if within(name, "sandbox")}


def test_with_a_token_neither_the_sandbox_nor_what_it_needs_is_loaded() -> None:
    said = "import bot, sys; print(sorted({'sandbox', 'jsonschema_rs', 'PIL'} & {name.split('.')[0] for name in sys.modules}))"
    assert (
        subprocess.run(
            [sys.executable, "-c", said], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        == "[]\n"
    )


def test_one_process_on_a_file_reads_nothing_of_several() -> None:
    several = {"asyncpg", "db.postgres", "app.workers.remote_pool", "ops.work_sharing"}
    said = f"import bot, sys; print(sorted({several!r} & set(sys.modules)))"
    assert (
        subprocess.run(
            [sys.executable, "-c", said], cwd=ROOT, capture_output=True, text=True, check=True
        ).stdout
        == "[]\n"
    )


@pytest.mark.parametrize("game", sorted(GAMES))
def test_who_draws_a_game_reads_no_other(game: str) -> None:
    """A render worker keeps what it imports: each game takes some 3 MiB and 0.1 s."""
    said = f"import sys; from render.pictures import drawing; drawing.painters({game!r}); print(*sys.modules)"
    read = subprocess.run(
        [sys.executable, "-c", said], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    parts = [name.split(".") for name in read.split() if name.startswith(("games.", "render."))]
    assert GAMES & {part[1] for part in parts} == {game}


def test_only_known_packages_are_imported() -> None:
    """Third-party imports are listed in requirements.txt under their import name."""
    declared = {
        "aiosqlite",
        "asyncpg",
        "babel",
        "discord",
        "jsonschema_rs",
        "msgspec",
        "PIL",
        "dotenv",
        "openskill",
        "platformdirs",
        "aiohttp",
        "prometheus_client",
        "sentry_sdk",
        "yarl",
    }
    heads = {other.split(".")[0] for name in MODULES for other in imported(name) if other}
    assert heads - OWN - set(sys.stdlib_module_names) <= declared


def test_games_use_no_randomness_of_the_interpreter() -> None:
    """`hash()` and `id()` differ from run to run."""
    for name, path in MODULES.items():
        if within(name, "games"):
            called = {
                node.func.id
                for node in tree(path)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            }
            assert not called & {"hash", "id", "input", "print"}, name


def test_every_cache_is_bounded() -> None:
    """A bot runs for months: no cache may grow without limit."""
    for name, path in MODULES.items():
        for node in tree(path):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("lru_cache"):
                bounds = [*node.args, *(one.value for one in node.keywords if one.arg == "maxsize")]
                sizes = [one.value if isinstance(one, ast.Constant) else 0 for one in bounds]
                assert all(isinstance(size, int) and 0 < size <= MAX_CACHED for size in sizes), (
                    f"{name}:{node.lineno}"
                )
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                decorators = {ast.unparse(one) for one in node.decorator_list}
                assert not decorators & {"cache", "functools.cache"}, f"{name}:{node.lineno}"


def test_these_rules_notice_a_breach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text(
        "def f():\n    from db import Store\n    import time\n    from . import handle\n", "utf-8"
    )
    monkeypatch.setitem(MODULES, "games.core.bad", bad)
    assert foreign("games.core.bad") == ["db"]
    assert forbidden("games.core.bad") == {"time"}
