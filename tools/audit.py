"""Known holes in the packages that are pinned, and in all that they bring along: `make audit`.

pip-audit asks PyPI of each version. Mirrors of PyPI often have no page of a version but one of the project, which tells what is
known of its newest version (https://docs.pypi.org/api/json/): of a newest one it answers what pip-audit was told nothing of.
What goes out to people has to be answered for; of the tools that build and test, those are named that nobody answered for.
Asked is what this environment holds: what only another Python or system would bring is not.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PAGE = "https://pypi.org/pypi/{}/json"
PAGE_TIMEOUT_S = 120.0  # seconds for a page; that of an old project has some megabytes
RUN = "requirements.txt"
Holes = list[dict[str, Any]]  # each with `id` and what mends it
Versions = dict[str, str]


@dataclass
class Findings:
    """Of packages by name: what is known of those for which somebody answered, and the others."""

    holes: dict[str, Holes]
    unasked: set[str]


def main(argv: Sequence[str] | None = None) -> int:
    """0 when nothing is known; 1 for a hole; 2 when something that goes out was not answered for."""
    parser = argparse.ArgumentParser(
        prog="audit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--unaudited", action="store_true", help="let pass what nobody could be asked of"
    )
    args = parser.parse_args(argv)
    every, out = brought(pins(ROOT.glob("requirements*.txt"))), brought(pins(going_out()))
    found = asked(every)
    print(
        f"{len(every) - len(found.unasked)} of {len(every)} packages were answered for, "
        f"{len(out.keys() - found.unasked)} of {len(out)} that go out."
    )
    for name, holes in sorted(found.holes.items()):
        for hole in holes:
            print(
                f"{name} {every[name]}: {hole['id']}, mended in {', '.join(hole['mended']) or 'no version'}"
            )
    for name in sorted(found.unasked):
        print(
            f"{name} {every[name]}: nobody could be asked{', and it goes out' if name in out else ''}"
        )
    if any(found.holes.values()):
        return 1
    return 2 if found.unasked & out.keys() and not args.unaudited else 0


def going_out() -> Iterator[Path]:
    """The files of what whoever installs the bot gets, the extras too."""
    told = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = told["tool"]["hatch"]["metadata"]["hooks"]["requirements_txt"]["optional-dependencies"]
    yield from (
        ROOT / name for name in (RUN, *(name for names in extras.values() for name in names))
    )


def pins(files: Iterable[Path]) -> Iterator[Requirement]:
    """What these files pin, those that they name with `-r` too."""
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            text = line.partition("#")[0].strip()
            if text.startswith("-r "):
                yield from pins([file.parent / text.removeprefix("-r ").strip()])
            elif text:
                yield Requirement(text)


def brought(pinned: Iterable[Requirement]) -> Versions:
    """These packages and all that they need, with the versions that are installed here. Raises `PackageNotFoundError` for what
    is not."""
    versions, seen, todo = Versions(), set[str](), list(pinned)
    while todo:
        one = todo.pop()
        if str(one) in seen:
            continue
        seen.add(str(one))
        installed = metadata.distribution(one.name)
        versions[canonicalize_name(one.name)] = installed.version
        needs = [Requirement(text) for text in installed.requires or ()]
        todo += [need for need in needs if _wanted(need, one.extras)]
    return versions


def _wanted(need: Requirement, extras: Iterable[str]) -> bool:
    """Whether a package needs this here, if it was asked for with these extras."""
    return need.marker is None or any(
        need.marker.evaluate({"extra": extra}) for extra in ("", *extras)
    )


def asked(versions: Versions) -> Findings:
    """What pip-audit is told of each; what it is told nothing of is looked up on the project's page."""
    told = audited(versions)
    pages = {name: on_page(name, version) for name, version in versions.items() if name not in told}
    told |= {name: holes for name, holes in pages.items() if holes is not None}
    return Findings(told, versions.keys() - told.keys())


def audited(versions: Versions) -> dict[str, Holes]:
    """What pip-audit knows; packages of which it was told nothing are left out."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "versions.txt"
        listed.write_text(
            "".join(f"{name}=={version}\n" for name, version in versions.items()), "utf-8"
        )
        words = [
            sys.executable,
            "-m",
            "pip_audit",
            "--disable-pip",
            "--no-deps",
            "--format",
            "json",
            "--progress-spinner",
            "off",
        ]
        said = subprocess.run(
            [*words, "-r", str(listed)], capture_output=True, text=True, check=False
        ).stdout
    told = json.loads(said)["dependencies"] if said.strip() else []
    return {
        canonicalize_name(one["name"]): [
            {"id": hole["id"], "mended": hole["fix_versions"]} for hole in one["vulns"]
        ]
        for one in told
        if "vulns" in one
    }


def on_page(name: str, version: str) -> Holes | None:
    """What its project's page knows of this version; None where there is none, or it tells of another."""
    try:
        with urllib.request.urlopen(PAGE.format(name), timeout=PAGE_TIMEOUT_S) as answer:
            page = json.load(answer)
    except (OSError, ValueError):
        return None
    if page["info"]["version"] != version or "vulnerabilities" not in page:
        return None
    return [
        {"id": one["id"], "mended": one["fixed_in"]}
        for one in page["vulnerabilities"]
        if not one.get("withdrawn")
    ]


if __name__ == "__main__":
    sys.exit(main())
