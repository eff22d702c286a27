"""Migration of running matches to their game's current rules.

See docs/adr/0009-rules-versions.md.
"""

from __future__ import annotations

import logging
from typing import Any

from app.match.moves import Moves, update_seats_for_position
from app.model.match import LogEntry, Match, TableNotice
from app.ports.commit import CommitDetails
from app.ports.errors import CorruptDataError
from app.ports.repo import MatchRepository
from app.ports.services import Clock, Games
from app.runtime.locks import Locks
from games.core.engine import history
from games.core.engine.game import Game
from games.core.state.position import Position
from games.core.text.messages import msg

log = logging.getLogger(__name__)


async def migrate_running_matches(
    matches: MatchRepository, clock: Clock, locks: Locks, games: Games, moves: Moves
) -> None:
    """Migrate every running match to its game's current rules; runs before users can play.

    A match with newer rules than this bot knows stays unchanged until the bot is updated.
    """
    for match_id in await matches.with_other_rules(
        {game.id: game.rules for game in games.values()}
    ):
        match = await matches.get(match_id)
        if match is None:
            continue
        game = games[match.game]
        if match.rules > game.rules:
            log.error(
                "match %s: stored with rules %d of %s, this version knows %d: paused until the bot is updated",
                match.id,
                match.rules,
                game.id,
                game.rules,
            )
            continue
        async with locks(match.id):
            await _upgrade(matches, clock.now(), game, moves, match)


async def _upgrade(
    matches: MatchRepository, now: float, game: Game[Any, Any], moves: Moves, match: Match
) -> None:
    """Commit the position that was migrated to the game's current rules.

    Adds a log row `@rules`, which marks the change of rules, and a permanent checkpoint. Halts the
    match on failure.
    """
    try:
        loaded = await matches.load(match.id)
        assert loaded is not None  # noqa: S101 - the match has started
        match, pos = loaded.match, loaded.pos
        findings = game.audit(pos)
        if match.status == "running":
            update_seats_for_position(match, pos, None, now)
    except CorruptDataError:  # already logged
        findings = ["damaged"]
    except Exception as error:
        log.exception("match %s: migration to rules %d failed", match.id, game.rules)
        findings = [repr(error)]
    if findings:
        await moves.halt(match.id, [f"rules {match.rules} -> {game.rules}", *findings])
        return
    match.options |= _options_to_store(game, match, pos)
    row = history.system_row(match.rows + 1, None, "table", ["@rules", game.rules], pos)
    match.rows, match.rules = row.n, game.rules
    match.notices.append(TableNotice(row.n, now, msg("host.rules", rules=game.rules)))
    await moves.save(
        match,
        CommitDetails(pos=pos, entries=[LogEntry(row, now)], keep_checkpoint=True, final=True),
    )


def _options_to_store(
    game: Game[Any, Any], match: Match, pos: Position[Any, Any]
) -> dict[str, Any]:
    """Return the options whose value in the position differs from what the match shows.

    The position has the value of every option, as the game was started. The match has only the
    options that were set; it shows the game's current default for the others. If a default has
    changed or a migration has set a new option, the match would show a wrong value and pass it to a
    rematch.
    """
    defaults = game.defaults(pos.n)
    return {
        key: pos.options[key]
        for key, default in defaults.items()
        if key in pos.options and pos.options[key] != match.options.get(key, default)
    }
