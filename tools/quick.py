"""Run the fast checks: `make quick`, or `make quick FOLDER=games/tadmor` for one folder.

Runs ruff on the tree, mypy with its cache, and the fast tests, in two processes per core, because
many tests wait. With FOLDER, the tests are those of the folder and of the code that depends on it.
`--tests` leaves out ruff and mypy. Only `make test` runs all tests.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
CORE = ("tests/core", "tests/db", "tests/app", "tests/ui", "tests/gateway", "tests/architecture")
# Whole games, killed processes, state machines, a PostgreSQL server: run by
# `make test` and by their own folder's run.
LONG = (
    "tests/ui/test_log_tells_nothing.py",
    "tests/ui/test_forgotten.py",
    "tests/ui/test_access.py",
    "tests/ui/test_lessons.py",
    "tests/db/test_old_files.py",
    "tests/app/test_thinking.py",
    "tests/app/test_machine.py",
    "tests/app/test_vote_machine.py",
    "tests/app/test_time_machine.py",
    "tests/app/test_calls.py",
    "tests/app/test_full_disk.py",
    "tests/app/test_chronicle.py",
    "tests/app/test_pool.py",
    "tests/db/test_members.py",
    "tests/db/test_postgres.py",
    "tests/db/test_beside.py",
)
SMALL = "fishers or cellar or ferry"  # small games for the contract tests
CONTRACT = "tests/contract"
# Tests of a folder and of the code that depends on it. `{game}` is the folder's name.
TESTS_BY_FOLDER: dict[str, tuple[str, ...]] = {
    "games/core": (*CORE, CONTRACT, "tests/fishers"),
    "games/": (
        "tests/games/{game}",
        "tests/games/test_words.py",
        CONTRACT,
        "tests/render/{game}",
        "tests/architecture",
    ),
    "render/": ("tests/render/{game}", "tests/architecture"),
    "render": ("tests/render", "tests/architecture", "tests/app/test_render_pool.py"),
    "ai": ("tests/ai", "tests/app", "tests/architecture"),
    "app": ("tests/app", "tests/db", "tests/ui", CONTRACT, "tests/architecture"),
    "db": ("tests/db", "tests/app", "tests/architecture"),
    "cogs": ("tests/ui", CONTRACT, "tests/e2e", "tests/architecture"),
    "ui": ("tests/ui", CONTRACT, "tests/e2e", "tests/architecture"),
    "gateway": ("tests/gateway", "tests/ui", "tests/architecture"),
    "sandbox": ("tests/sandbox", "tests/page", "tests/architecture"),
    "ops": ("tests/ops", "tests/db", "tests/architecture"),
    "tools": ("tests/tools", "tests/architecture"),
}


def chosen(folder: str) -> list[str]:
    """Return the pytest arguments for a folder, or for all folders if `folder` is "".

    Raises `ValueError` for an unknown folder.
    """
    if not folder:
        ignored = [f"--ignore={file}" for file in LONG]
        return [
            *CORE,
            CONTRACT,
            *ignored,
            "-k",
            f"not postgres and (not contract or {SMALL})",
            "-m",
            "not slow and not e2e",
        ]
    if not (ROOT / folder).is_dir():
        raise ValueError(
            f"There is no folder {folder}: say one of {', '.join(sorted(TESTS_BY_FOLDER))}, or games/<id>."
        )
    prefix = max((key for key in TESTS_BY_FOLDER if folder.startswith(key)), key=len, default="")
    if not prefix:
        raise ValueError(
            f"Nothing is known of {folder}: say one of {', '.join(sorted(TESTS_BY_FOLDER))}, or games/<id>."
        )
    game = folder.split("/")[1] if prefix.endswith("/") else ""
    paths = [path.format(game=game) for path in TESTS_BY_FOLDER[prefix]]
    return [
        *paths,
        *(["-k", f"{game} or not contract"] if game and CONTRACT in paths else []),
        "-m",
        "not slow",
    ]


def main(argv: list[str] | None = None) -> int:
    """Run the checks; return the first failing exit code, or 2 for an unknown folder."""
    parser = argparse.ArgumentParser(
        prog="quick", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "folder", nargs="?", default="", help="a folder, such as games/tadmor or app"
    )
    parser.add_argument("--tests", action="store_true", help="only the tests: no ruff, no mypy")
    args = parser.parse_args(argv)
    try:
        tests = chosen(args.folder.rstrip("/"))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    workers = str(2 * (os.cpu_count() or 1))
    lint = [] if args.tests else [["ruff", "check", "-q", "."], ["mypy"]]
    for command in (*lint, ["pytest", "-q", "-n", workers, "--dist", "worksteal", *tests]):
        done = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, check=False)
        if done.returncode:
            return done.returncode
    return 0


if __name__ == "__main__":
    sys.exit(main())
