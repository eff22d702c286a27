"""Audit the pinned packages and their dependencies for vulnerabilities: `make audit`.

pip-audit asks PyPI about each version. Mirrors of PyPI often serve no page for a version, only one
for the project, which lists the vulnerabilities of its newest version
(https://docs.pypi.org/api/json/). The audit reads that page if pip-audit learned nothing about a
package whose newest version is installed. Packages that are shipped to users must be covered; build
and test packages that are not covered are only listed. The audit covers the packages that are
installed here, not those that another Python version or system would need.
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
PAGE_TIMEOUT_S = 120.0  # for one project page; the page of an old project has several MB
RUN = "requirements.txt"
Holes = list[dict[str, Any]]  # each with `id` and `mended`: the versions that fix it
Versions = dict[str, str]


@dataclass
class Findings:
    """Known vulnerabilities by package name, and the packages that no source covered."""

    holes: dict[str, Holes]
    unasked: set[str]


def main(argv: Sequence[str] | None = None) -> int:
    """Audit the packages and print the findings.

    Returns 1 if there is a vulnerability, 2 if a shipped package could not be checked, else 0.
    """
    parser = argparse.ArgumentParser(
        prog="audit", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--unaudited", action="store_true", help="accept packages that could not be checked"
    )
    args = parser.parse_args(argv)
    packages = with_dependencies(pins(ROOT.glob("requirements*.txt")))
    shipped = with_dependencies(pins(shipped_requirements()))
    found = audit_all(packages)
    print(
        f"{len(packages) - len(found.unasked)} of {len(packages)} packages were answered for, "
        f"{len(shipped.keys() - found.unasked)} of {len(shipped)} that go out."
    )
    for name, holes in sorted(found.holes.items()):
        for hole in holes:
            print(
                f"{name} {packages[name]}: {hole['id']}, mended in {', '.join(hole['mended']) or 'no version'}"
            )
    for name in sorted(found.unasked):
        print(
            f"{name} {packages[name]}: nobody could be asked{', and it goes out' if name in shipped else ''}"
        )
    if any(found.holes.values()):
        return 1
    return 2 if found.unasked & shipped.keys() and not args.unaudited else 0


def shipped_requirements() -> Iterator[Path]:
    """Yield the requirement files of an installation, including its extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    extras = project["tool"]["hatch"]["metadata"]["hooks"]["requirements_txt"][
        "optional-dependencies"
    ]
    yield from (
        ROOT / name for name in (RUN, *(name for names in extras.values() for name in names))
    )


def pins(files: Iterable[Path]) -> Iterator[Requirement]:
    """Yield the requirements that these files pin, following `-r` lines."""
    for file in files:
        for line in file.read_text("utf-8").splitlines():
            text = line.partition("#")[0].strip()
            if text.startswith("-r "):
                yield from pins([file.parent / text.removeprefix("-r ").strip()])
            elif text:
                yield Requirement(text)


def with_dependencies(pinned: Iterable[Requirement]) -> Versions:
    """Return the installed versions of these packages and of their dependencies.

    Raises `PackageNotFoundError` for a package that is not installed.
    """
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
    """Return whether a dependency applies here when these extras are requested."""
    return need.marker is None or any(
        need.marker.evaluate({"extra": extra}) for extra in ("", *extras)
    )


def audit_all(versions: Versions) -> Findings:
    """Ask pip-audit about all packages.

    For packages that pip-audit does not cover, read their project pages on PyPI instead.
    """
    holes_by_name = audited(versions)
    pages = {
        name: project_page_findings(name, version)
        for name, version in versions.items()
        if name not in holes_by_name
    }
    holes_by_name |= {name: holes for name, holes in pages.items() if holes is not None}
    return Findings(holes_by_name, versions.keys() - holes_by_name.keys())


def audited(versions: Versions) -> dict[str, Holes]:
    """Return pip-audit's findings by package name.

    Packages that it does not cover are left out.
    """
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "versions.txt"
        listed.write_text(
            "".join(f"{name}=={version}\n" for name, version in versions.items()), "utf-8"
        )
        command = [
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
        output = subprocess.run(
            [*command, "-r", str(listed)], capture_output=True, text=True, check=False
        ).stdout
    answers = json.loads(output)["dependencies"] if output.strip() else []
    return {
        canonicalize_name(answer["name"]): [
            {"id": hole["id"], "mended": hole["fix_versions"]} for hole in answer["vulns"]
        ]
        for answer in answers
        if "vulns" in answer
    }


def project_page_findings(name: str, version: str) -> Holes | None:
    """Return the vulnerabilities that PyPI's project page lists for this version.

    Returns None if there is no page or if the page describes another version.
    """
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
