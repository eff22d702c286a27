"""Recovery after a database restore: notify players, reject old buttons."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from app.model.match import Match
from app.ports.repo import RestoreRepository
from app.ports.store import Clock
from games.core.text.messages import Msg, literal, msg

BACK = "host.gone_back"
EPOCH = 1_577_836_800  # 2020-01-01 UTC, in Unix seconds
MAX_DECISION_ID = 999_999_999  # a custom_id has room for nine digits
log = logging.getLogger(__name__)


def first_decision_after_restore(at: float) -> int:
    """Return the first decision number after a restore at `at` (Unix seconds).

    It exceeds all earlier numbers, because no seat decides once a second.
    """
    return min(MAX_DECISION_ID, max(0, int(at) - EPOCH))


async def recover_from_restore(restore: RestoreRepository, clock: Clock) -> bool:
    """Mark all matches if the database is a restored backup; return whether it is one."""
    taken = await restore.copied_at()
    if taken is None:
        return False
    now, when = clock.now(), datetime.fromtimestamp(taken, UTC).strftime("%Y-%m-%d %H:%M")
    back = await restore.republish_matches(
        now, first_decision_after_restore(now), msg(BACK, when=literal(when))
    )
    log.warning(
        "database is a backup of %s UTC: %d matches went back, publishing all again",
        when,
        len(back),
    )
    return True


def explain_stale_button(match: Match, decision: int) -> Msg | None:
    """Return why a button of this decision is stale; None unless it predates a restore."""
    back = next((one for one in reversed(match.notices) if one.what.key == BACK), None)
    if back is None or decision >= first_decision_after_restore(back.at):
        return None
    return msg("host.from_before", when=back.what.args["when"])
