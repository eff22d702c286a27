"""`bot.py` that waits longer for other processes: for their work, and at its end for takeover."""

from __future__ import annotations

import sys

from app.workers import remote_pool
from bot import main
from gateway import sharded_bot
from tests.e2e.process import PATIENCE

if __name__ == "__main__":
    sharded_bot.DRAIN_S = PATIENCE
    remote_pool.REMOTE_START_TIMEOUT_S[remote_pool.PICTURE] = 10.0
    sys.exit(main(sys.argv[1:]))
