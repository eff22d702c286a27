"""Build what is published: wheel, bill of materials, licences and checksums.

    python -m tools.dist --out dist

`make dist` does the same. The bill of materials is in the format CycloneDX. The wheel is built
twice, and the two files must be identical byte for byte. It contains only files that git tracks.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv", "var", "gallery", "dist", "__pycache__", ".*_cache", "*.sqlite3*"
)


def main(argv: list[str] | None = None) -> int:
    """Build all files; return 1 if the two builds of the wheel differ."""
    parser = argparse.ArgumentParser(
        prog="dist", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--out", type=Path, default=Path("dist"))
    parser.add_argument(
        "--wheel-only",
        action="store_true",
        help="without bill of materials and licences; needs no package index",
    )
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        one, two = (built(folder / attempt) for attempt in ("one", "two"))
        if digest(one) != digest(two):
            print(f"Two builds of {one.name} differ.", file=sys.stderr)
            return 1
        shutil.rmtree(args.out, ignore_errors=True)
        args.out.mkdir(parents=True)
        wheel = Path(shutil.copy(one, args.out))
        if not args.wheel_only:
            bill = args.out / f"{wheel.name.split('-py3')[0]}.cdx.json"
            list_parts(wheel, bill, folder / "installed")
            (args.out / "licences.md").write_text(
                licences(json.loads(bill.read_text("utf-8"))), "utf-8"
            )
    made = sorted(args.out.iterdir())
    sums = "".join(f"{digest(file)}  {file.name}\n" for file in made)
    (args.out / "SHA256SUMS").write_text(sums, "utf-8")
    print(sums, end="")
    return 0


def built(folder: Path) -> Path:
    """Build the wheel from a copy of the project in `folder`."""
    stage(folder / "source")
    command = [
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "--target",
        "wheel",
        "--directory",
        str(folder),
    ]
    env = {name: value for name, value in os.environ.items() if name != "SOURCE_DATE_EPOCH"}
    subprocess.run(command, cwd=folder / "source", env=env, capture_output=True, check=True)
    return next(folder.glob("*.whl"))


def stage(to: Path) -> None:
    """Copy the tracked files of the project; without git, copy its folder."""
    try:
        known = subprocess.run(
            ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True
        ).stdout
    except (OSError, subprocess.CalledProcessError):
        shutil.copytree(ROOT, to, ignore=LEFT_OUT)
        return
    for name in filter(None, known.split("\0")):
        if (ROOT / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, to / name)


def list_parts(wheel: Path, bill: Path, folder: Path) -> None:
    """Write the bill of materials of a wheel (CycloneDX) to the file `bill`.

    The wheel is installed into a new environment in `folder`; the packages in it are listed.
    """
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = next(
        file
        for file in (folder / "bin" / "python", folder / "Scripts" / "python.exe")
        if file.exists()
    )
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", str(wheel)],
        check=True,
    )
    command = [
        sys.executable,
        "-m",
        "cyclonedx_py",
        "environment",
        "--output-reproducible",
        "--pyproject",
        str(ROOT / "pyproject.toml"),
        "--output-file",
        str(bill),
        str(python),
    ]
    subprocess.run(command, check=True, stderr=subprocess.DEVNULL)
    parts = json.loads(bill.read_text("utf-8"))
    for one in parts.get("components", []):  # they name this machine's package index
        one.pop("externalReferences", None)
    bill.write_text(json.dumps(parts, indent=2, sort_keys=True) + "\n", "utf-8")


def licences(bill: dict[str, Any]) -> str:
    """Return a table of the packages in a bill of materials, with version and licence."""
    rows = []
    for one in sorted(bill.get("components", []), key=lambda one: one["name"].lower()):
        found = [
            each.get("expression") or each["license"].get("id") or each["license"].get("name", "")
            for each in one.get("licenses", [])
        ]
        named = ", ".join(dict.fromkeys(each.split(" :: ")[-1] for each in found)) or "?"
        rows.append(f"| {one['name']} | {one.get('version', '')} | {named} |\n")
    return "| package | version | licence |\n|---|---|---|\n" + "".join(rows)


def digest(file: Path) -> str:
    """Return the file's SHA-256."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main())
