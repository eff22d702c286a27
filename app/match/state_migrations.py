"""Tables that were played by earlier rules go on by the present ones (DESIGN 3: Versions)."""

from __future__ import annotations

import logging
from typing import Any

from app.match.moves import Moves, update_awaited
from app.model.match import LogEntry, Match, TableNotice
from app.ports.store import Clock, CommitDetails, CorruptDataError, Games, Repo
from app.runtime.locks import Locks
from games.core.engine import history
from games.core.engine.game import Game
from games.core.state.position import Position
from games.core.text.messages import msg

log = logging.getLogger(__name__)


async def upgrade(repo: Repo, clock: Clock, locks: Locks, games: Games, moves: Moves) -> None:
    """Before anybody plays: every table that has begun and has not ended is brought to the rules of its game. One whose rules are
    newer than ours rests untouched until the bot is brought up to date."""
    for one in await repo.matches_with_old_rules({game.id: game.rules for game in games.values()}):
        match = await repo.match(one)
        if match is None:
            continue
        game = games[match.game]
        if match.rules > game.rules:
            log.error(
                "match %s is played by rules %d of %s, this bot knows %d: it rests until the bot is newer",
                match.id,
                match.rules,
                game.id,
                game.rules,
            )
            continue
        async with locks(match.id):
            await _upgrade(repo, clock.now(), game, moves, match)


async def _upgrade(
    repo: Repo, now: float, game: Game[Any, Any], moves: Moves, match: Match
) -> None:
    """One transaction: the position in its new shape, the row `@rules`, a checkpoint for good. What fails halts the table."""
    try:
        stored = await repo.load(match.id)
        assert stored is not None  # noqa: S101 - it has begun
        match, pos = stored.match, stored.pos
        findings = game.audit(pos)
        if match.status == "running":
            update_awaited(match, pos, None, now)
    except CorruptDataError:  # it is in the log already
        findings = ["damaged"]
    except Exception as error:
        log.exception("match %s can't be brought to rules %d", match.id, game.rules)
        findings = [repr(error)]
    if findings:
        await moves.halt(match.id, [f"rules {match.rules} -> {game.rules}", *findings])
        return
    match.options |= _kept(game, match, pos)
    row = history.system(match.rows + 1, None, "table", ["@rules", game.rules], pos)
    match.rows, match.rules = row.n, game.rules
    match.notices.append(TableNotice(row.n, now, msg("host.rules", rules=game.rules)))
    await moves.save(
        match, CommitDetails(pos=pos, entries=[LogEntry(row, now)], keep=True, final=True)
    )


def _kept(game: Game[Any, Any], match: Match, pos: Position[Any, Any]) -> dict[str, Any]:
    """Return the options that the position plays by and the table does not show.

    A position keeps the value of every option, so the game goes on as it was started; the table has only those that were set,
    and would show (and hand on to a rematch) today's default, or what it was before an upgrade set a new option.
    """
    usual = game.defaults(pos.n)
    return {
        key: pos.options[key]
        for key, value in usual.items()
        if key in pos.options and pos.options[key] != match.options.get(key, value)
    }
