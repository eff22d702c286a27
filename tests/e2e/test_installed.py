"""The wheel: reproducible, complete, and playable when installed."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import sysconfig
import tomllib
import venv
import zipfile
from pathlib import Path

import pytest

from tests.e2e import first_taps
from tests.e2e.process import PATIENCE, ROOT, STARTED, Bot
from tools import dist

PACKAGE = "sobremesa/house/"
CARRIED = (
    "bot.py",
    ".env.example",
    "db/migrations/0001_start.sql",
    "ui/text/es.toml",
    "ops/terminal/text/en.toml",
    "ai/strengths.toml",
    "games/tadmor/help/es.md",
    "games/eight_minute_empire/ai/learned.json",
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return dist.built(tmp_path_factory.mktemp("one"))


def test_two_builds_are_the_same_to_the_byte(wheel: Path, tmp_path: Path):
    assert dist.digest(dist.built(tmp_path)) == dist.digest(wheel)


def test_it_carries_what_the_rooms_hold_and_says_what_it_needs(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        told = archive.read(next(name for name in names if name.endswith("/METADATA"))).decode()
        assert b"house" in archive.read("sobremesa/__init__.py")
    assert {PACKAGE + name for name in CARRIED} <= names
    source = wheel.parent / "source"
    held = {
        str(path.relative_to(source))
        for room in (
            "ai",
            "app",
            "cogs",
            "db",
            "games",
            "gateway",
            "ops",
            "render",
            "sandbox",
            "ui",
        )
        for path in (source / room).rglob("*")
        if path.is_file()
    }
    assert held - {name.removeprefix(PACKAGE) for name in names} == {"ops/entry_point.py"}, (
        "that one is the front door"
    )
    assert {name.split("/")[0] for name in names} == {
        "sobremesa",
        f"{wheel.name.split('-py3')[0]}.dist-info",
    }
    pins = [
        line
        for line in (ROOT / "requirements.txt").read_text("utf-8").splitlines()
        if line and line[0] != "#"
    ]
    assert len(pins) > 5
    for name, version in (pin.split("==") for pin in pins):
        assert f"Requires-Dist: {re.sub('[._]', '-', name)}=={version}" in told
    assert {"licenses/LICENSE", "licenses/CREDITS.md"} <= {
        name.split(".dist-info/")[-1] for name in names
    }


def test_what_builds_it_is_pinned_in_one_way():
    named = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    assert set(named) <= set((ROOT / "requirements-dev.txt").read_text("utf-8").splitlines())


def install(wheel: Path, folder: Path) -> Path:
    """A fresh environment with the wheel; the packages it needs are those of this one. Returns its folder of programs."""
    venv.create(folder, symlinks=os.name != "nt", with_pip=False)
    python = folder / "bin" / "python"
    words = [
        sys.executable,
        "-m",
        "pip",
        "--python",
        str(python),
        "install",
        "-q",
        "--no-deps",
        "--no-index",
        str(wheel),
    ]
    subprocess.run(words, check=True, capture_output=True)
    (next(folder.glob("lib/*/site-packages")) / "more.pth").write_text(
        sysconfig.get_path("purelib"), "utf-8"
    )
    return python.parent


async def test_installed_elsewhere_people_play(wheel: Path, tmp_path: Path):
    programs = await asyncio.to_thread(install, wheel, tmp_path / "env")
    others = ("SOBREMESA_", "DISCORD_", "XDG_", "PYTHON")
    keep = {name: value for name, value in os.environ.items() if not name.startswith(others)}
    env = {
        **keep,
        "HOME": str(tmp_path),
        "SOBREMESA_SANDBOX_PORT": "0",
        "SOBREMESA_CALL_AFTER": "0",
    }

    async def typed(*words: str) -> asyncio.subprocess.Process:
        process = await asyncio.create_subprocess_exec(
            str(programs / "sobremesa"),
            *words,
            cwd=tmp_path,
            env=env,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        STARTED.append(process)
        return process

    async def says(*words: str) -> tuple[int, str]:
        process = await typed(*words)
        told, error = await asyncio.wait_for(process.communicate(), PATIENCE)
        return process.returncode or 0, told.decode() + error.decode()

    code, told = await says("settings")
    settings = tmp_path / ".config" / "sobremesa" / ".env"
    assert (code, str(settings) in told, settings.stat().st_mode & 0o777) == (0, True, 0o600)
    assert (await says("health"))[0] == 1, "nobody runs yet"
    for taps in (first_taps.begin, first_taps.go_on):
        process = await typed("run")
        assert process.stdout is not None
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        assert line, (await process.communicate())[1].decode()
        bot = Bot(process, line.decode().strip())
        await taps(bot.url)
        code, told = await says("health")
        assert code == 0, told
        code, told = await bot.stop()
        assert (code, "Traceback" in told) == (0, False), told
    assert (await says("verify"))[0] == 0
    assert (await says("doctor"))[0] == 0
    assert (tmp_path / ".local" / "share" / "sobremesa" / "sandbox-tables.sqlite3").exists()
