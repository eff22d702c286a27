"""Matches near their end: started by presses, then played on without publishing."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from app.app import App
from app.match import standing_orders
from app.model.match import LoadedMatch, Match
from games.core.engine import walk
from games.core.state.rng import Rng
from games.core.text.messages import Path as Way
from games.core.text.messages import Seat

Step = tuple[Seat, Way]


def to_the_end(stored: LoadedMatch, luck: Rng) -> list[Step]:
    """Return the moves of a random game from here, without those of standing orders."""
    match, pos, steps = copy.deepcopy(stored.match), stored.pos, list[Step]()
    while pos.outcome is None:
        seat = luck.pick(walk.actors(pos))
        path = walk.random_move(pos, seat, luck)
        pos = walk.submit(pos, seat, path).pos
        match.rows += 1
        steps.append((seat, path))
        while obeyed := standing_orders.next_automatic_answer(match, pos):
            row, pos = obeyed
            match.rows = row.n
    return steps


def cut(steps: Sequence[Step], people: Sequence[Seat], left: int) -> int:
    """Return how many moves to make so that each of these seats has `left` moves left.

    A seat with fewer moves keeps all of them. No turn is cut in two.
    """
    own = {seat: [at for at, (one, _) in enumerate(steps) if one == seat] for seat in people}
    at = min(made[max(0, len(made) - left)] for made in own.values())
    while len({seat for seat, _ in steps}) > 1 and at and steps[at - 1][0] == steps[at][0]:
        at -= 1
    return at


async def nearly_over(app: App, left: int, luck: int = 5) -> Match:
    """Play the newest table on until its users have about `left` decisions left; return it.

    Only the final state is published.
    """
    await app.ai_moves.stop()
    notifier, app.publish_scheduler.match_publisher = app.publish_scheduler.match_publisher, None
    stored = await app.repo.matches.load((await app.repo.matches.find())[-1].id)
    assert stored is not None
    stored = await played_on(app, stored, left, luck)
    app.publish_scheduler.match_publisher = notifier
    app.publish_scheduler.schedule(stored.match.id)
    await app.ai_moves.start()
    return stored.match


async def played_on(app: App, stored: LoadedMatch, left: int, luck: int) -> LoadedMatch:
    """Play a match on until its users have about `left` decisions left."""
    steps = to_the_end(stored, Rng.of(luck))
    people = [seat.seat for seat in stored.match.seats if seat.user]
    for seat, path in steps[: cut(steps, people, left)]:
        async with app.locks(stored.match.id):
            stored = await app.moves.play(
                stored, seat, path, "player" if seat in people else "computer"
            )
    return stored


async def moved_since(app: App, table: Match) -> list[str]:
    """Return the names of the users who made moves at this table since, by hand.

    A user may have been asked and yet make none: an offer to them is withdrawn, for example.
    """
    entries = await app.repo.game_log.entries(table.id, table.rows)
    movers = {entry.row.seat for entry in entries if entry.row.by == "player"}
    return [seat.name for seat in table.seats if seat.user and seat.seat in movers]
