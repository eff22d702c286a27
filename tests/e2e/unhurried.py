"""`bot.py` that waits longer at its end for others to take over its shards."""

from __future__ import annotations

import sys

from bot import main
from gateway import sharded_bot
from tests.e2e.process import PATIENCE

if __name__ == "__main__":
    sharded_bot.DRAIN_S = PATIENCE
    sys.exit(main(sys.argv[1:]))
