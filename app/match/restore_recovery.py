"""The file was restored from a backup: people are told that their table went back, and old buttons say so."""

from __future__ import annotations

import logging
from datetime import UTC, datetime

from app.model.match import Match
from app.ports.store import Clock, Repo
from games.core.text.messages import Msg, literal, msg

BACK = "host.gone_back"
EPOCH = 1_577_836_800  # 2020 began (unix seconds)
MAX_DECISION_ID = 999_999_999  # a button's id has room for nine digits
log = logging.getLogger(__name__)


def first_decision_after_restore(at: float) -> int:
    """The first number of the decisions after a restore at that time (unix seconds): beyond all that were made before, for no
    seat decides once a second."""
    return min(MAX_DECISION_ID, max(0, int(at) - EPOCH))


async def recover_from_restore(repo: Repo, clock: Clock) -> bool:
    """At the start: where the file is a restored copy, mark its tables; tells whether it is one."""
    taken = await repo.copied()
    if taken is None:
        return False
    now, when = clock.now(), datetime.fromtimestamp(taken, UTC).strftime("%Y-%m-%d %H:%M")
    back = await repo.go_back(now, first_decision_after_restore(now), msg(BACK, when=literal(when)))
    log.warning(
        "the database is a backup of %s UTC: %d tables went back, and all are shown anew",
        when,
        len(back),
    )
    return True


def explain_stale_button(match: Match, decision: int) -> Msg | None:
    """What to say to whoever presses a button with that decision: None unless the table went back since it was made."""
    back = next((one for one in reversed(match.notices) if one.what.key == BACK), None)
    if back is None or decision >= first_decision_after_restore(back.at):
        return None
    return msg("host.from_before", when=back.what.args["when"])
