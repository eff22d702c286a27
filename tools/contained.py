"""Build the Containerfile without a container engine, and test the bot in the result.

    python -m tools.contained [--base tree.tar] [--keep FOLDER]

This needs root, mmdebstrap and util-linux (`apt-get install mmdebstrap`). FROM uses a file tree of
that Debian release, made by mmdebstrap or given as a tar file (`--base`). COPY takes the files that
git tracks. RUN runs in a chroot with this machine's apt and pip settings, which are not stored in
the tree.

Then the bot runs as in `compose.yaml`: not as root, without capabilities, with a read-only root and
one volume; it can't gain capabilities, either. The test makes the first clicks, runs the health
check, sends SIGTERM, and starts the bot again on the same volume.
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
HOST_MOUNT = "/run/handed"
CONTAINER_TIMEOUT_S = 120  # generous for a busy machine; the actual time is printed
CAPS = "--bounding-set=-all --inh-caps=-all --no-new-privs --clear-groups"


class Image:
    """Build stage of the Containerfile.

    `tree` is its file tree, `env` its environment, `settings` has USER, CMD and the like.
    """

    def __init__(self, tree: Path) -> None:
        self.tree = tree
        self.env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
        self.settings: dict[str, str] = {}

    def run(self, command: str) -> None:
        """Run a RUN command in the tree, with this machine's package settings.

        Raises `CalledProcessError`.
        """
        passed_env = {
            name: value
            for name, value in os.environ.items()
            if name.startswith("PIP_") or name.lower().endswith("_proxy")
        }
        tree = self.tree
        script = (
            f"mount -t proc proc {tree}/proc; mount -t tmpfs none {tree}/run; mkdir -p {tree}{HOST_MOUNT}"
            f" && mount --bind {tree}{HOST_MOUNT} {tree}{HOST_MOUNT} && cp /etc/ssl/certs/ca-certificates.crt {tree}{HOST_MOUNT}/"
            f" && touch {tree}/etc/resolv.conf && mount --bind /etc/resolv.conf {tree}/etc/resolv.conf"
            f" && exec chroot {tree} /bin/sh -ec {shlex.quote(command)}"
        )
        if "PIP_CERT" in passed_env:
            passed_env["PIP_CERT"] = f"{HOST_MOUNT}/ca-certificates.crt"
        passed_env.pop("PIP_FIND_LINKS", None)
        chroot_command = ["unshare", "--mount", "sh", "-ec", script]
        subprocess.run(
            chroot_command, env={**passed_env, **self.env}, check=True, stdout=subprocess.DEVNULL
        )

    def container_command(self, words: list[str], volume: Path) -> list[str]:
        """Return a command line that runs `words` as a container engine would.

        The command has the tree as a read-only root and `volume` as its only volume.
        """
        user, group = self.settings["USER"].split(":")
        tree = self.tree
        script = (
            f"mount --bind {tree} {tree} && mount --bind {volume} {tree}{self.settings['VOLUME']}"
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
    """Return the instructions of the file: (word, rest)."""
    lines = re.sub(r"\\\n", " ", file.read_text("utf-8")).splitlines()
    return [
        (line.split()[0], line.split(None, 1)[1].strip())
        for line in lines
        if line.strip() and line[0] != "#"
    ]


def build_image(file: Path, folder: Path, base: Path | None) -> Image:
    """Build the stages of the file and return the last one.

    Raises `CalledProcessError` if a step fails, `ValueError` for an unknown instruction.
    """
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
        elif word in ("ENV", "ARG"):  # ARG: its default value
            image.env |= dict(one.split("=", 1) for one in shlex.split(rest))
        elif word in ("USER", "VOLUME", "STOPSIGNAL", "HEALTHCHECK", "ENTRYPOINT", "CMD"):
            image.settings[word] = rest
        else:
            raise ValueError(f"{word}: not known here")
    assert image is not None
    return image


def tree(source: str, to: Path, base: Path | None) -> Path:
    """Unpack the root file system of a Debian release into the new folder `to`; return `to`.

    `source` is an image name such as debian:bookworm-slim. `base` is a tar file of the release;
    without it, one is made.
    """
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
    """Execute a COPY instruction, `rest` being its arguments.

    It copies files of the project, except those in `.containerignore`, or from an earlier stage.
    """
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


def test_image(image: Image) -> None:
    """Start the bot, play, run the health check and stop the bot; then do it all again.

    Raises `AssertionError` if anything differs from what is expected.
    """
    with tempfile.TemporaryDirectory() as name:
        volume = Path(name)
        uid, gid = map(int, image.settings["USER"].split(":"))
        os.chown(volume, uid, gid)
        command = [*json.loads(image.settings["ENTRYPOINT"]), *json.loads(image.settings["CMD"])]
        health = json.loads(image.settings["HEALTHCHECK"].split("CMD", 1)[1])
        env = {**image.env, "SOBREMESA_SANDBOX_PORT": "0", "SOBREMESA_CALL_AFTER": "0"}
        write = image.container_command(["touch", "/opt/sobremesa/mine"], volume)
        refused = subprocess.run(write, env=env, capture_output=True, check=False)
        assert b"Read-only" in refused.stderr, refused.stderr
        for click_test in (first_taps.begin, first_taps.go_on):
            began = time.monotonic()
            bot = subprocess.Popen(
                image.container_command(command, volume), env=env, stdout=subprocess.PIPE, text=True
            )
            assert bot.stdout is not None
            url = bot.stdout.readline().strip()
            print(f"  started after {time.monotonic() - began:.1f} s: {url}", flush=True)
            asyncio.run(click_test(url))
            health_run = subprocess.run(
                image.container_command(health, volume),
                env=env,
                check=False,
                capture_output=True,
                text=True,
            )
            print(f"  health {health_run.returncode}: {health_run.stdout.strip()}", flush=True)
            assert health_run.returncode == 0
            pid = container_pid(bot.pid)
            status = Path(f"/proc/{pid}/status").read_text()
            print(
                "  "
                + " ".join(
                    re.findall(r"^(?:Uid|CapEff|CapBnd|NoNewPrivs):.*", status, re.MULTILINE)
                ),
                flush=True,
            )
            assert f"Uid:\t{uid}\t" in status
            began = time.monotonic()
            os.kill(pid, getattr(signal, image.settings["STOPSIGNAL"]))
            code = bot.wait(CONTAINER_TIMEOUT_S)
            print(f"  exit code {code} after {time.monotonic() - began:.1f} s", flush=True)
            assert code == 0


def container_pid(parent: int) -> int:
    """Return the pid of the first process in the container, a child of `unshare`."""
    return int(Path(f"/proc/{parent}/task/{parent}/children").read_text().split()[0])


def main(argv: list[str] | None = None) -> int:
    """Build the image, then test it."""
    parser = argparse.ArgumentParser(
        prog="contained", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--base", type=Path, help="Debian tree made by mmdebstrap, as .tar")
    parser.add_argument("--keep", type=Path, help="build in this folder and keep it")
    args = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as name:
        folder = args.keep or Path(name)
        folder.mkdir(parents=True, exist_ok=True)
        test_image(build_image(ROOT / "Containerfile", folder, args.base))
    print("It holds.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
