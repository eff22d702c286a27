"""Graceful stop on SIGINT and SIGTERM."""

from __future__ import annotations

import asyncio
import signal


def stop_by_signal() -> asyncio.Event:
    """Return an event that Ctrl-C or SIGTERM sets."""
    stop, loop = asyncio.Event(), asyncio.get_running_loop()
    for sign in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(sign, stop.set)
        except NotImplementedError:  # Windows
            signal.signal(sign, lambda *_: loop.call_soon_threadsafe(stop.set))
    return stop
