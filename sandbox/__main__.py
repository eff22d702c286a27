"""Command line of the sandbox: `python -m sandbox --port 8123 --data var/sandbox.sqlite3`."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from pathlib import Path

from sandbox import PortBusyError, Sandbox
from sandbox.state.store import StoreError


async def serve(port: int, data: Path | None, bots: list[str]) -> None:
    """Run the sandbox until SIGINT or SIGTERM; print the page's URL after the start.

    `data` is the file (None: in memory only). `bots` are the tokens with which bots may log in.
    """
    sandbox = await Sandbox.start(data, port=port)
    for token in bots:
        sandbox.world.add_bot(token)
    stop = asyncio.Event()
    for signal_number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(signal_number, stop.set)
    sys.stdout.write(f"{sandbox.url}\n")
    sys.stdout.flush()
    await stop.wait()
    await sandbox.close()


def main() -> None:
    """Parse the command line and serve.

    Exits with a message and code 2 if the port or the file is not available.
    """
    parser = argparse.ArgumentParser(
        prog="sandbox", description="A local Discord to play and test on."
    )
    parser.add_argument(
        "--port", type=int, default=8123, help="port on 127.0.0.1 (0: any free one)"
    )
    parser.add_argument(
        "--data", type=Path, default=None, help="SQLite file (left out: in memory only)"
    )
    parser.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="TOKEN",
        help="let a bot with this token log in",
    )
    arguments = parser.parse_args()
    try:
        asyncio.run(serve(arguments.port, arguments.data, arguments.bot))
    except (PortBusyError, StoreError) as error:
        sys.stderr.write(f"{error}\n")
        sys.exit(2)


if __name__ == "__main__":
    main()
