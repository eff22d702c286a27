"""Random games in two worlds, in which all answers to one viewer are compared."""

from __future__ import annotations

import logging
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from app.model.match import LoadedMatch, User
from games.core.engine.game import Game, find
from games.core.state.rng import Rng
from render import render_worker
from tests.contract import playouts
from tests.leaks import events
from tests.leaks.surfaces import Ask, Asker, Said, answered, parts, plain
from tests.leaks.twin_matches import (
    TwinMatch,
    Twins,
    part,
    play_on,
    table,
    think_alike,
    think_apart,
    unhurried,
    viewers,
)
from ui.components import Message
from ui.custom_ids import PanelAct, PanelId, PanelVerb

MAX_MOVES_BEFORE = 120  # most moves before the first comparison in a game
MAX_MOVES_BETWEEN = 25  # most moves between two comparisons in a game
ROUNDS = 3  # comparisons for each viewer in a game
MAX_MOVES_TOGETHER = 5  # most moves of two worlds before new ones are made
PRESSES_PER_PANEL = 4  # controls of a panel that are pressed in each comparison
COMMITS = ("confirm", "advice")
MAX_LEAKS = 20  # leaks after which the survey stops


@dataclass
class Leak:
    """Difference that a viewer sees between the worlds."""

    game: str
    viewer: str
    row: int
    surface: str
    one: bytes
    two: bytes

    def __str__(self) -> str:
        both = enumerate(zip(self.one, self.two, strict=False))
        at = next((i for i, (a, b) in both if a != b), min(len(self.one), len(self.two)))
        a, b = (
            text[max(0, at - 80) : at + 80].decode(errors="replace")
            for text in (self.one, self.two)
        )
        return f"{self.game}, {self.viewer}, row {self.row}, {self.surface}: …{a}… / …{b}…"


@dataclass
class Tally:
    """Counts of comparisons: one for each part of a surface, viewer and position."""

    counted: Counter[str] = field(default_factory=Counter)
    looks: int = 0  # positions at which a viewer compared the worlds
    differing: int = 0  # those of them in which more than future luck differed
    games: int = 0
    leaks: list[Leak] = field(default_factory=list)
    most: int = MAX_LEAKS  # leaks after which the survey stops
    times: dict[str, list[tuple[float, float]]] = field(
        default_factory=dict
    )  # seconds of a call in each world, by surface

    @property
    def total(self) -> int:
        return self.counted.total()

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.counted += other.counted
        self.looks, self.games = self.looks + other.looks, self.games + other.games
        self.differing += other.differing
        self.leaks += other.leaks
        for name, some in other.times.items():
            self.times.setdefault(name, []).extend(some)


class EnoughError(Exception):
    """Error that ends the survey because it found too many leaks."""


class Journal(logging.Handler):
    """Log handler that collects the bot's lines."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.name.split(".")[0] != "asyncio":
            self.lines.append(f"{record.name} {record.levelname} {record.getMessage()}")

    def since(self, at: int) -> list[str]:
        return self.lines[at:]


@contextmanager
def listening() -> Iterator[Journal]:
    """Collect the log lines of the `with` block."""
    journal, root = Journal(), logging.getLogger()
    level = root.level
    root.addHandler(journal)
    root.setLevel(logging.DEBUG)
    try:
        yield journal
    finally:
        root.removeHandler(journal)
        root.setLevel(level)


class Look:
    """Comparison for one viewer: the same requests to both worlds, in random order."""

    def __init__(self, twins: Twins, tally: Tally, rng: Rng, journal: Journal, drawn: int) -> None:
        self.twins, self.tally, self.rng, self.journal, self.drawn = (
            twins,
            tally,
            rng,
            journal,
            drawn,
        )
        prefs: dict[str, Any] = {
            name: True for name in ("text", "large", "bare") if rng.below(6) == 0
        }
        self.by = User(
            twins.by.id,
            twins.by.name,
            twins.by.lang,
            {**prefs, "palette": rng.pick(("default", "contrast"))},
        )
        self.careful = msgspec.structs.replace(
            self.by, prefs={**self.by.prefs, "confirm": "always"}
        )
        self.asker = Asker(self.by, twins.seat, rng)

    async def meet(self) -> tuple[LoadedMatch, LoadedMatch]:
        """Read the state of both worlds and return it."""
        one, two = [await world.stored() for world in self.twins.both]
        self.game, self.row = find(one.match.game), one.match.rows
        return one, two

    async def whole(self) -> None:
        """Compare everything."""
        (one, two), seat = await self.meet(), self.twins.seat
        self.tally.looks += 1
        self.tally.differing += events.hidden(one.pos) != events.hidden(two.pos)
        self.same(
            "view", plain(self.game.view(one.pos, seat)), plain(self.game.view(two.pos, seat))
        )
        changed = await think_apart(self.twins, self.rng)
        for name, ask in self.asker.everything(one, await self._last()):
            await self.both(name, ask)
        if seat is not None:
            await self._panel()
        await think_alike(self.twins, changed)
        await self.messages()

    async def _last(self) -> int:
        still = await self.twins.one.app.replays.step_view(self.twins.one.match, self.by, 2**31)
        other = await self.twins.two.app.replays.step_view(self.twins.two.match, self.by, 2**31)
        self.same("replay: number of steps", b"%d" % still.last, b"%d" % other.last)
        return min(still.last, other.last)

    async def _panel(self) -> None:
        """Make choices on the panel without committing and compare each panel."""
        asker = Asker(self.careful, self.twins.seat, self.rng)
        answer = await self.both("panel", self.asker.tap("play"))
        stored = await self.twins.one.stored()
        assert self.twins.seat is not None
        decision = stored.match.seats[self.twins.seat].decision
        for blocked in asker.blocked(stored, decision):
            await self.both("refusal", asker.press(blocked))
        for _ in range(PRESSES_PER_PANEL):
            choices = [
                one
                for one in asker.controls(answer)
                if one[0].act is not PanelAct.UNDO and one[0].arg not in COMMITS
            ]
            if not choices:
                break
            control, values = self.rng.pick(choices)
            answer = await self.both(
                "panel", asker.press(control, *values, in_dm=bool(self.rng.below(2)))
            )
            await self.both("panel", self.asker.tap("play"))
            await self.both("?", self.asker.tap("explain"))
        advice = PanelId(stored.match.id, decision, 0, PanelAct.RUN, PanelVerb.ADVISE)
        if self.rng.below(8) == 0:
            await self.both("advice", asker.press(advice))
        old = PanelId(stored.match.id, max(0, decision - 1), 0, PanelAct.PICK, "old")
        await self.both("refusal", asker.press(old))
        await self.both(
            "panel",
            asker.press(PanelId(stored.match.id, decision, 0, PanelAct.RUN, PanelVerb.CANCEL)),
        )
        for world in self.twins.both:  # as after every click: the private screen is updated, too
            await world.table_publisher.private_messages.sync(stored.match.id, self.by.id)

    async def orders(self) -> None:
        """Set or delete a standing order by its control; the order may answer a prompt at once."""
        order = self.rng.pick(self.game.orders).id
        await self.both("orders", self.asker.tap("order", f"{order}.{self.rng.below(3)}"))

    async def both(self, surface: str, ask: Ask) -> Said:
        """Send a request to both worlds, compare the answers and return the first world's one."""
        first = self.rng.below(2)
        answers, seconds, logged = dict[int, Said](), dict[int, float](), dict[int, list[str]]()
        for at in (first, 1 - first):
            world, logged_before, began = (
                self.twins.both[at],
                len(self.journal.lines),
                time.perf_counter(),
            )
            answers[at] = await answered(ask, world, self.by)
            seconds[at] = time.perf_counter() - began
            await world.shown()
            logged[at] = self.journal.since(logged_before)
        self.tally.times.setdefault(surface, []).append((seconds[0], seconds[1]))
        one, two = list(parts(answers[0])), list(parts(answers[1]))
        if [a.what for a in one] != [b.what for b in two]:
            self.same(
                f"{surface}: what there is",
                plain([a.what for a in one]),
                plain([b.what for b in two]),
            )
        for a, b in zip(one, two, strict=False):
            self.same(f"{surface}: {a.what}", a.seen, b.seen)
        if logged[0] or logged[1]:
            self.same("the bot's log", plain(logged[0]), plain(logged[1]))
        self._draw(surface, answers[0], answers[1])
        return answers[0]

    def _draw(self, surface: str, one: Said, two: Said) -> None:
        """Draw one picture in `drawn` in both worlds; compare bytes, file names and sizes."""
        scenes = [
            said.picture_source
            for said in (one, two)
            if isinstance(said, Message) and said.picture_source is not None
        ]
        if len(scenes) < 2 or not self.drawn or self.rng.below(self.drawn):
            return
        drawn = [render_worker.draw(scene, hurried=True) for scene in scenes]
        for what, seen in (
            ("file", lambda p: p.data),
            ("file name", lambda p: p.filename.encode()),
            ("size class", lambda p: b"%d" % len(p.data).bit_length()),
        ):
            self.same(f"{surface}: {what}", seen(drawn[0]), seen(drawn[1]))

    async def messages(self) -> None:
        """Compare the messages in the channel and the viewer's direct messages, and their edits."""
        for at, (a, b) in enumerate(
            zip(*(world.seen_by(self.by.id) for world in self.twins.both), strict=True)
        ):
            name = ("channel", "direct messages")[at]
            self.same(
                f"{name}: sent, edited, deleted",
                plain([list(a.messages), a.edits, a.deleted]),
                plain([list(b.messages), b.edits, b.deleted]),
            )
            for id_ in a.messages.keys() & b.messages.keys():
                self.same(
                    f"{name}: message", discord_says(a.messages[id_]), discord_says(b.messages[id_])
                )

    def same(self, surface: str, one: bytes, two: bytes) -> None:
        """Count a comparison; record a difference as a leak."""
        self.tally.counted[surface] += 1
        if one != two:
            viewer = "a stranger" if self.twins.seat is None else f"seat {self.twins.seat}"
            self.tally.leaks.append(Leak(self.game.id, viewer, self.row, surface, one, two))
            if len(self.tally.leaks) >= self.tally.most:
                raise EnoughError


def discord_says(fields: dict[str, Any]) -> bytes:
    """Return the fields sent to Discord without the random nonce."""

    def wire(value: Any) -> Any:
        if hasattr(value, "to_components"):
            return value.to_components()
        if hasattr(value, "filename"):
            return [value.filename, value.description]
        if hasattr(value, "to_dict"):
            return value.to_dict()
        if isinstance(value, list):
            return [wire(one) for one in value]
        return value

    sent = {name: wire(value) for name, value in sorted(fields.items()) if name != "nonce"}
    return msgspec.json.encode(sent, order="deterministic")


async def survey(
    folder: Path,
    game: Game[Any, Any],
    n: int,
    seed: str,
    quota: int,
    drawn: int = 0,
    tally: Tally | None = None,
    follow: Callable[[Tally], None] = lambda _: None,
) -> Tally:
    """Play games of `n` players until `quota` comparisons are made.

    One picture in `drawn` is really rendered (0: none).
    """
    tally, rng = tally or Tally(), Rng.of(int.from_bytes(seed.encode()[:24], "big") * 31 + n)
    with unhurried(seed), listening() as journal:
        worlds = TwinMatch(folder / "one"), TwinMatch(folder / "two")
        try:
            while tally.total < quota:
                await _game(worlds, game, n, quota, tally, rng, journal, drawn, follow)
        except EnoughError:
            pass
        finally:
            for world in worlds:
                await world.close()
    return tally


async def _game(
    worlds: tuple[TwinMatch, TwinMatch],
    game: Game[Any, Any],
    n: int,
    quota: int,
    tally: Tally,
    rng: Rng,
    journal: Journal,
    drawn: int,
    follow: Callable[[Tally], None],
) -> None:
    """Play one game; after some moves compare the worlds for each viewer in turn."""
    one, two = worlds
    match = await table(one, game, n, rng)
    tally.games += 1
    await play_on(
        one,
        rng.pick(
            (
                rng.below(n + 1),
                *(rng.below(MAX_MOVES_BEFORE) for _ in range(3)),
                playouts.MOST_STEPS,
            )
        ),
        rng,
    )
    for _ in range(ROUNDS):
        over = (await one.stored()).pos.outcome is not None
        for by, seat in viewers(match):
            twins = await part(one, two, by, seat, rng)
            await _segment(twins, tally, rng, journal, drawn)
            follow(tally)
            if tally.total >= quota:
                return
        if over:
            return
        await play_on(one, 1 + rng.below(MAX_MOVES_BETWEEN), rng)


async def _segment(twins: Twins, tally: Tally, rng: Rng, journal: Journal, drawn: int) -> None:
    """Compare the worlds now and after each move that keeps them equal for the viewer."""
    for _ in range(1 + rng.below(MAX_MOVES_TOGETHER)):
        look = Look(twins, tally, rng, journal, drawn)
        await look.whole()
        if twins.seat is not None and look.game.orders and rng.below(3) == 0:
            before = await events.rows(twins)
            await look.orders()
            alike, answers = await events.ordered(twins, before)
            look.same("orders: what they answer", *map(plain, answers))
            if not alike:
                return  # the answers differ by the rules, so the worlds may differ from now on
        one, two = [(await world.stored()).pos for world in twins.both]
        going = events.next_going(one, two, twins.seat, rng)
        if isinstance(going, str):
            look.same(f"the engine: {going}", b"one", b"two")
        if not isinstance(going, events.Going):
            return
        alike, answers = await events.happen(twins, going)
        look.same("orders: what they answer", *map(plain, answers))
        if not alike:
            return
    if twins.seat is not None:
        look = Look(twins, tally, rng, journal, drawn)
        await look.meet()
        await look.both("undo", look.asker.tap("undo"))
        await look.messages()
