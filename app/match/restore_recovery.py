"""Recovery after an admin has restored a backup: notify players, reject older buttons."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from app.model.match import Match
from app.ports.repo import RestoreRepository
from app.ports.services import Clock
from games.core.text.messages import Msg, literal, msg

BACK = "host.gone_back"  # key of the notice in every restored match
EPOCH = 1_577_836_800  # 2020-01-01 UTC, in Unix seconds
MAX_DECISION_ID = 999_999_999  # a custom_id has room for nine digits
log = logging.getLogger(__name__)


def first_decision_after_restore(at: float) -> int:
    """Return a decision number above all those used before a restore at `at` (Unix seconds).

    It is the number of seconds since 2020: no seat makes a decision every second.
    """
    return min(MAX_DECISION_ID, max(0, int(at) - EPOCH))


async def recover_from_restore(restore: RestoreRepository, clock: Clock) -> bool:
    """Return whether the database is a restored backup; if so, mark all its open matches.

    Each match gets a log notice and new decision numbers, so that older buttons are refused, and is
    published again.
    """
    backup_at = await restore.backup_time()
    if backup_at is None:
        return False
    now, when = clock.now(), datetime.fromtimestamp(backup_at, UTC).strftime("%Y-%m-%d %H:%M")
    matches = await restore.republish_matches(
        now, first_decision_after_restore(now), msg(BACK, when=literal(when))
    )
    log.warning(
        "database is a backup of %s UTC: %d matches went back, publishing all again",
        when,
        len(matches),
    )
    return True


def explain_stale_button(match: Match, decision: int) -> Msg | None:
    """Return the message for a button from before a restore; None for any other button.

    `decision` is the number in the button's custom_id.
    """
    notice = next((row for row in reversed(match.notices) if row.what.key == BACK), None)
    if notice is None or decision >= first_decision_after_restore(notice.at):
        return None
    return msg("host.from_before", when=notice.what.args["when"])
