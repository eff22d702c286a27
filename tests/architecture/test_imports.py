"""Who may import whom: read from the source, imports inside functions and for type checkers included."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("games", "host", "db", "render", "cogs", "sandbox")
OURS = {*ROOMS, "bot", "tools", "tests"}
LUCK_AND_CLOCK = {"random", "secrets", "uuid", "time", "datetime"}
MOST_KEPT = 20_000   # values of one function
EDGES = {"discord", "PIL", "sqlite3", "aiosqlite", "aiohttp", "socket", "asyncio", "threading", "subprocess"}

# Room or module: what of ours it may import. The longest entry that fits a module counts.
MAY: dict[str, tuple[str, ...]] = {
    "games": ("games",),
    "games.core": ("games.core",),
    "host": ("host", "games.core"),
    "host.app": ("host", "games", "games.core"),
    "db": ("db", "host.model", "host.ports", "games.core"),   # games.core: the types that the ports speak of
    "render": ("render", "games"),
    "cogs": ("cogs", "host", "games.core"),
    "sandbox": ("sandbox",),
    "bot": ("bot", *ROOMS),
}
# Third-party and standard modules that a room must not know.
NEVER: dict[str, set[str]] = {
    "games": EDGES | LUCK_AND_CLOCK | {"os", "logging"},
    "host": {"discord", "PIL", "sqlite3", "aiosqlite", "aiohttp"},
    "db": {"discord", "PIL", "aiohttp"},
    "render": {"discord", "sqlite3", "aiosqlite", "aiohttp", "asyncio"},
    "cogs": {"PIL", "sqlite3", "aiosqlite"},
    "sandbox": {"discord", "aiosqlite"},
}


def modules() -> dict[str, Path]:
    """Every module of the rooms and the bot, by dotted name."""
    found = {"bot": ROOT / "bot.py"} if (ROOT / "bot.py").exists() else {}
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()
GAMES = {name.split(".")[1] for name in MODULES if name.startswith("games.")} - {"core"}


def imported(name: str) -> Iterator[str]:
    """Dotted names that a module imports (`from a import b` gives `a.b` when that is a module, else `a`)."""
    path = MODULES[name]
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            source = ".".join([*base, *([node.module] if node.module else [])])
            yield from (f"{source}.{alias.name}" if f"{source}.{alias.name}" in MODULES else source for alias in node.names)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if called in ("__import__", "import_module") and node.args and isinstance(node.args[0], ast.Constant):
                yield str(node.args[0].value)


def within(name: str, parent: str) -> bool:
    return name == parent or name.startswith(f"{parent}.")


def allowed(name: str) -> tuple[str, ...]:
    """What of ours a module may import."""
    rule = max((entry for entry in MAY if within(name, entry)), key=len)
    own = next((f"games.{game}" for game in GAMES if within(name, f"games.{game}")), None)
    if own:
        return own, "games.core"
    if name.startswith("render."):
        drawn = next((game for game in GAMES if within(name, f"render.{game}")), None)
        if drawn:  # the pictures of one game know that game alone
            return "render", "games.core", f"games.{drawn}"
    return MAY[rule]


@pytest.mark.parametrize("name", MODULES)
def test_a_module_imports_only_what_its_room_may_know(name: str) -> None:
    ours = [other for other in imported(name) if other.split(".")[0] in OURS]
    foreign = [other for other in ours if not any(within(other, ok) for ok in allowed(name))]
    assert not foreign, f"{name} must not import {foreign}"


@pytest.mark.parametrize("name", MODULES)
def test_a_module_does_not_know_what_its_room_must_not(name: str) -> None:
    never = NEVER.get(name.split(".")[0], set())
    assert {other for other in imported(name) if other.split(".")[0] in never} == set()


def test_the_sandbox_is_imported_by_the_bot_alone() -> None:
    assert {name for name in MODULES for other in imported(name) if within(other, "sandbox")} - {"bot", "host.app"} <= {
        name for name in MODULES if within(name, "sandbox")
    }


def test_only_known_packages_are_imported() -> None:
    """What is not ours nor Python's own stands in requirements.txt (under the name it is imported by)."""
    declared = {"aiosqlite", "discord", "jsonschema_rs", "msgspec", "PIL", "dotenv", "aiohttp", "yarl"}
    heads = {other.split(".")[0] for name in MODULES for other in imported(name) if other}
    assert heads - OURS - set(sys.stdlib_module_names) <= declared


def test_games_use_no_randomness_of_the_interpreter() -> None:
    """No `hash()` or `id()`: they differ from run to run."""
    for name, path in MODULES.items():
        if within(name, "games"):
            called = {
                node.func.id for node in ast.walk(ast.parse(path.read_text("utf-8")))
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            }
            assert not called & {"hash", "id", "input", "print"}, name


def test_every_cache_is_bounded() -> None:
    """A bot lives for months: nothing that it keeps may grow for ever."""
    for name, path in MODULES.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("lru_cache"):
                bounds = [*node.args, *(one.value for one in node.keywords if one.arg == "maxsize")]
                sizes = [one.value if isinstance(one, ast.Constant) else 0 for one in bounds]
                assert all(isinstance(size, int) and 0 < size <= MOST_KEPT for size in sizes), f"{name}:{node.lineno}"
            decorators = getattr(node, "decorator_list", [])
            assert not any(ast.unparse(one) in ("cache", "functools.cache") for one in decorators), f"{name}:{node.lineno}"


def test_these_rules_notice_a_breach(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def f():\n    from db import Store\n    import time\n    from . import handle\n", "utf-8")
    monkeypatch.setitem(MODULES, "games.core.bad", bad)
    with pytest.raises(AssertionError, match=r"must not import \['db'\]"):
        test_a_module_imports_only_what_its_room_may_know("games.core.bad")
    with pytest.raises(AssertionError):
        test_a_module_does_not_know_what_its_room_must_not("games.core.bad")
