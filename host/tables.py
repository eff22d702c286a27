"""At the table: a person's taps become a committed move, and everybody gets to see what they may."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.core.forms import Answer
from games.core.messages import Key, Path, Seat
from games.core.scene import Scene
from games.core.score import Scoreboard
from host.model import LogPage, Look, Match, Panel, Person, Since, Turn, Verified

if TYPE_CHECKING:
    from host.app import App

Pending = str | tuple[str, int] | list[str] | dict[str, int]


class Asker:
    """One seat's tree of choices at one moment, for completing words; it answers exactly what the seat may know."""

    seat: Seat
    decision: int

    def ask(self, path: Path) -> Answer:
        """The next form, `Done`, or `Reject`."""
        raise NotImplementedError


class Tables:
    """What people do at a running table. Every method raises `Trouble` for what can't be done."""

    def __init__(self, app: App) -> None:
        self._app = app

    async def panel(self, match: str, by: Person) -> Panel:
        """Open or resume the draft: forced steps are filled in, a half-made choice goes on at its depth."""
        raise NotImplementedError

    async def choose(
        self, match: str, by: Person, decision: int, depth: int, key: str | int, click: str | None = None
    ) -> Panel:
        """The next key at this depth; commits when what it leads to is instant. A blocked option's key answers with its reason."""
        raise NotImplementedError

    async def pend(self, match: str, by: Person, decision: int, depth: int, change: Pending) -> Panel:
        """Change the answer under construction: a `str` toggles an option of a `Pick`; `(slot, delta)` counts an `Allot`'s slot up
        or down within its bounds (a large delta sets the most that fits); a list or dict takes the place of all."""
        raise NotImplementedError

    async def answer(
        self, match: str, by: Person, decision: int, depth: int, key: Key | None = None, click: str | None = None
    ) -> Panel:
        """A whole answer to the form at this depth; without `key` the pending one."""
        raise NotImplementedError

    async def back(self, match: str, by: Person, decision: int) -> Panel:
        """One question back, forced steps skipped."""
        raise NotImplementedError

    async def cancel(self, match: str, by: Person, decision: int) -> Panel:
        """Back to the first question."""
        raise NotImplementedError

    async def auto(self, match: str, by: Person, decision: int) -> Panel:
        """Fill in the defaults from here on, down to the sentence that is to be confirmed."""
        raise NotImplementedError

    async def confirm(self, match: str, by: Person, decision: int, click: str | None = None) -> Panel:
        """Commit the finished choice, if it still reads as it was shown."""
        raise NotImplementedError

    async def play(self, match: str, by: Person, path: Path, click: str | None = None) -> Panel:
        """A whole path at once: committed when nothing needs a confirmation, else shown as far as it goes."""
        raise NotImplementedError

    async def undo(self, match: str, by: Person, click: str | None = None) -> Panel:
        """Take back the person's last own step, if it is not final."""
        raise NotImplementedError

    async def resign(self, match: str, by: Person, click: str | None = None) -> Match:
        """Leave for good; a computer player goes on for the seat."""
        raise NotImplementedError

    async def look(self, match: str, by: Person | None = None) -> Look:
        """The match as this person (None: anybody) may see it, in a view and in words."""
        raise NotImplementedError

    async def scene(self, match: str, seat: Seat | None, kind: str, lang: str, panel: Panel | None = None) -> Scene:
        """What render draws for a seat (None: for all); with the panel's markers and ghosts."""
        raise NotImplementedError

    async def log(self, match: str, by: Person | None = None, page: int = 0) -> LogPage:
        """A page of the log as this person may read it; 0 is the newest."""
        raise NotImplementedError

    async def since(self, match: str, by: Person) -> Since:
        """What others did after the person's last own step, in at most 8 sentences."""
        raise NotImplementedError

    async def score(self, match: str) -> Scoreboard:
        """The scores as they stand."""
        raise NotImplementedError

    async def verify(self, match: str) -> Verified:
        """Replay the whole log and compare."""
        raise NotImplementedError

    async def turns(self, by: Person) -> list[Turn]:
        """The person's tables: those that wait for them first, oldest first."""
        raise NotImplementedError

    async def asker(self, match: str, by: Person) -> Asker:
        """The person's tree of choices now, for `/play`'s completions; `Trouble` when they are not asked."""
        raise NotImplementedError
