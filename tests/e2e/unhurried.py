"""`bot.py`, but for how long it waits at its end for others to lay its lines: a busy machine is slow, not wrong."""

from __future__ import annotations

import sys

from bot import main
from gateway import sharded_bot
from tests.e2e.process import PATIENCE

if __name__ == "__main__":
    sharded_bot.DRAIN_S = PATIENCE
    sys.exit(main(sys.argv[1:]))
