"""The Containerfile, run as it stands in a Debian tree of its own where no engine for containers is at hand; then the bot in it.

    python -m tools.contained [--base tree.tar] [--keep FOLDER]

As root, with mmdebstrap and util-linux (`apt-get install mmdebstrap`). `FROM` is a tree of that Debian release (made by
mmdebstrap, or `--base`, one made before), COPY takes the files that git knows, RUN runs in a chroot. What this machine's apt and
pip are set up with is handed to RUN and stays outside of the tree. Then, as `compose.yaml` says: not root, no capabilities, none
to gain, a root that can't be written, one volume; first taps; the health check; SIGTERM; a second start on the same volume.
"""

from __future__ import annotations

import argparse
import asyncio
import fnmatch
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.e2e import first_taps
from tools import dist

ROOT = Path(__file__).parents[1]
LOCAL = "/run/handed"
CONTAINER_TIMEOUT_S = (
    120  # seconds on a machine that has much else to do; how long it took is printed
)
CAPS = "--bounding-set=-all --inh-caps=-all --no-new-privs --clear-groups"


class Image:
    """A stage of the file: its tree, and what it says of the process that will run in it."""

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        self.said: dict[str, str] = {}

    def run(self, command: str) -> None:
        """RUN: in the tree, with this machine's way to its packages. Raises `CalledProcessError`."""
        handed = {
            name: value
            for name, value in os.environ.items()
            if name.startswith("PIP_") or name.lower().endswith("_proxy")
        }
        script = (
            f"mount -t proc proc {self.tree}/proc; mount -t tmpfs none {self.tree}/run; mkdir -p {self.tree}{LOCAL}"
            f" && mount --bind {self.tree}{LOCAL} {self.tree}{LOCAL} && cp /etc/ssl/certs/ca-certificates.crt {self.tree}{LOCAL}/"
            f" && touch {self.tree}/etc/resolv.conf && mount --bind /etc/resolv.conf {self.tree}/etc/resolv.conf"
            f" && exec chroot {self.tree} /bin/sh -ec {shlex.quote(command)}"
        )
        if "PIP_CERT" in handed:
            handed["PIP_CERT"] = f"{LOCAL}/ca-certificates.crt"
        handed.pop("PIP_FIND_LINKS", None)
        words = ["unshare", "--mount", "sh", "-ec", script]
        subprocess.run(words, env={**handed, **self.env}, check=True, stdout=subprocess.DEVNULL)

    def inside(self, words: list[str], volume: Path) -> list[str]:
        """A command line that runs these words as the engine would: see above."""
        user, group = self.said["USER"].split(":")
        tree = self.tree
        script = (
            f"mount --bind {tree} {tree} && mount --bind {volume} {tree}{self.said['VOLUME']}"
            f" && mount -t tmpfs none {tree}/tmp && mount -t proc proc {tree}/proc && mount --rbind /dev {tree}/dev"
            f" && mount -o remount,ro,bind {tree}"
            f" && exec chroot {tree} setpriv --reuid {user} --regid {group} {CAPS} {shlex.join(words)}"
        )
        return [
            "unshare",
            "--mount",
            "--pid",
            "--fork",
            "--kill-child=SIGTERM",
            "sh",
            "-ec",
            script,
        ]


def instructions(file: Path) -> list[tuple[str, str]]:
    """What the file says, line by line."""
    lines = re.sub(r"\\\n", " ", file.read_text("utf-8")).splitlines()
    return [
        (line.split()[0], line.split(None, 1)[1].strip())
        for line in lines
        if line.strip() and line[0] != "#"
    ]


def built(file: Path, folder: Path, base: Path | None) -> Image:
    """The last image of the file. Raises `CalledProcessError` for a step that fails, `ValueError` for one that is not known."""
    stages: dict[str, Image] = {}
    image: Image | None = None
    for word, rest in instructions(file):
        print(f"  {word} {rest}", flush=True)
        if word == "FROM":
            source, _, name = rest.partition(" AS ")
            image = stages[name or "last"] = Image(tree(source, folder / (name or "last"), base))
        elif image is None:
            raise ValueError("nothing to build on")
        elif word == "RUN":
            image.run(rest)
        elif word == "COPY":
            copy(rest, stages, image)
        elif word in ("ENV", "ARG"):  # of an argument its default
            image.env |= dict(one.split("=", 1) for one in shlex.split(rest))
        elif word in ("USER", "VOLUME", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"):
            image.said[word] = rest
        else:
            raise ValueError(f"{word}: not known here")
    assert image is not None
    return image


def tree(source: str, to: Path, base: Path | None) -> Path:
    """A Debian tree of the release that an image is named after."""
    release = source.split(":")[1].removesuffix("-slim")
    if base is None:
        base = to.with_suffix(".tar")
        subprocess.run(
            ["mmdebstrap", "--quiet", "--variant=minbase", release, str(base)], check=True
        )
    to.mkdir()
    subprocess.run(["tar", "-C", str(to), "--exclude=./dev/*", "-xf", str(base)], check=True)
    return to


def copy(rest: str, stages: dict[str, Image], image: Image) -> None:
    """COPY, from the project without what `.containerignore` names, or from an earlier stage."""
    words = rest.split()
    if words[0].startswith("--from="):
        shutil.copytree(
            stages[words[0].split("=")[1]].tree / words[1][1:],
            image.tree / words[2][1:],
            symlinks=True,
        )
        return
    to = image.tree / words[1][1:]
    dist.stage(to)
    for pattern in (ROOT / ".containerignore").read_text("utf-8").split():
        for found in [path for path in to.iterdir() if fnmatch.fnmatch(path.name, pattern)]:
            shutil.rmtree(found) if found.is_dir() else found.unlink()


def tried(image: Image) -> None:
    """Start it, play, ask how it is, stop it, start it again. Raises AssertionError."""
    with tempfile.TemporaryDirectory() as name:
        volume = Path(name)
        uid, gid = map(int, image.said["USER"].split(":"))
        os.chown(volume, uid, gid)
        command = [*json.loads(image.said["ENTRYPOINT"]), *json.loads(image.said["CMD"])]
        health = json.loads(image.said["HEALTHCHECK"].split("CMD", 1)[1])
        env = {**image.env, "SOBREMESA_SANDBOX_PORT": "0", "SOBREMESA_CALL_AFTER": "0"}
        write = image.inside(["touch", "/opt/sobremesa/mine"], volume)
        refused = subprocess.run(write, env=env, capture_output=True, check=False)
        assert b"Read-only" in refused.stderr, refused.stderr
        for taps in (first_taps.begin, first_taps.go_on):
            began = time.monotonic()
            bot = subprocess.Popen(
                image.inside(command, volume), env=env, stdout=subprocess.PIPE, text=True
            )
            assert bot.stdout is not None
            url = bot.stdout.readline().strip()
            print(f"  started after {time.monotonic() - began:.1f} s: {url}", flush=True)
            asyncio.run(taps(url))
            well = subprocess.run(
                image.inside(health, volume), env=env, check=False, capture_output=True, text=True
            )
            print(f"  health {well.returncode}: {well.stdout.strip()}", flush=True)
            assert well.returncode == 0
            pid = bots(bot.pid)
            told = Path(f"/proc/{pid}/status").read_text()
            print(
                "  "
                + " ".join(re.findall(r"^(?:Uid|CapEff|CapBnd|NoNewPrivs):.*", told, re.MULTILINE)),
                flush=True,
            )
            assert f"Uid:\t{uid}\t" in told
            began = time.monotonic()
            os.kill(pid, getattr(signal, image.said["STOPSIGNAL"]))
            code = bot.wait(CONTAINER_TIMEOUT_S)
            print(f"  exit code {code} after {time.monotonic() - began:.1f} s", flush=True)
            assert code == 0


def bots(parent: int) -> int:
    """The process that `unshare` has brought forth: the container's first."""
    return int(Path(f"/proc/{parent}/task/{parent}/children").read_text().split()[0])


def main(argv: list[str] | None = None) -> int:
    """Build, then try."""
    parser = argparse.ArgumentParser(
        prog="contained", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--base", type=Path, help="a tree as mmdebstrap makes it, as .tar")
    parser.add_argument("--keep", type=Path, help="build there, and leave it")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        folder = args.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        tried(built(ROOT / "Containerfile", folder, args.base))
    print("It holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
