"""Render worker for tests that writes what it does to a folder, and manual timers."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from app.workers.render_pool import RenderPool, WorkerHooks
from games.core.views.scene import Animation, Picture, Scene


def scene(kind: str, view: object = None) -> Scene:
    return Scene("toy", kind, view, (), "es")


FOLDER: list[str] = []  # where this process writes what it does


def begin(folder: str) -> None:
    FOLDER[:] = [folder]
    Path(folder, f"begun-{os.getpid()}").touch()


def draw(what: Scene | Animation, hurried: bool) -> Picture:
    """Return a picture named after the kind of the scene.

    The kind `die` kills this process the first time, `always` each time; `wrong` raises. An
    animation waits until there is a file `go`.
    """
    if isinstance(what, Animation):
        what = what.scenes[0]
        go = Path(str(what.view), "go")
        while not go.exists():
            time.sleep(0.01)
    folder = Path(str(what.view))
    with (folder / "drawn").open("a") as file:
        file.write(f"{what.kind}{'!' if hurried else ''}\n")
    if what.kind == "always" or (what.kind == "die" and not (folder / "died").exists()):
        (folder / "died").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if what.kind == "wrong":
        raise KeyError("no such picture")
    return Picture(what.kind.encode(), f"{what.kind}-{os.getpid()}.webp", 1, 1)


def warm_up(game: str) -> None:
    """Note that a game was warmed up; the game `broken` raises."""
    with Path(FOLDER[0], f"warm-{os.getpid()}").open("a") as file:
        file.write(f"{game}\n")
    if game == "broken":
        raise KeyError(game)


class Timers:
    """Manual timers: a test runs the due work by calling `pass_by`."""

    def __init__(self) -> None:
        self.set: list[Timers.One] = []

    class One:
        def __init__(self, seconds: float, function: Callable[[], None]) -> None:
            self.seconds, self.function, self.off = seconds, function, False

        def cancel(self) -> None:
            self.off = True

    def later(self, seconds: float, function: Callable[[], None]) -> One:
        self.set.append(self.One(seconds, function))
        return self.set[-1]

    async def pass_by(self) -> None:
        """Run all timers and the tasks that they start."""
        due, self.set = [one for one in self.set if not one.off], []
        for one in due:
            one.function()
        for _ in range(20):
            await asyncio.sleep(0)


class Played:
    """Callable that returns the games that are being played."""

    def __init__(self, *games: str) -> None:
        self.games, self.fails = list(games), False

    async def __call__(self) -> Sequence[str]:
        if self.fails:
            raise OSError("the store is away")
        return list(self.games)


async def at_rest(painter: RenderPool) -> None:
    """Wait until no picture is drawn and no game is warmed up."""
    while painter._tasks:
        await asyncio.gather(*painter._tasks, return_exceptions=True)
        await asyncio.sleep(0)


def warmed(folder: Path) -> list[list[str]]:
    """Return the games that each process warmed up, oldest process first."""
    begun = sorted(folder.glob("begun-*"), key=lambda one: one.stat().st_mtime_ns)
    files = [folder / one.name.replace("begun", "warm") for one in begun]
    return [file.read_text().split() if file.exists() else [] for file in files]


def drawn(folder: Path) -> list[str]:
    return (folder / "drawn").read_text().split() if (folder / "drawn").exists() else []


def begun(folder: Path) -> int:
    """Return how many processes were started."""
    return len(list(folder.glob("begun-*")))


def hands(folder: Path) -> WorkerHooks:
    """Return the hooks of a render worker of these tests."""
    return WorkerHooks(begin, lambda _processes: (str(folder),), draw, warm_up)
