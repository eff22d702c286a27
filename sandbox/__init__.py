"""A local server that speaks Discord's API and gateway, with a web page to play on; strict on purpose.

From the ground up: `state`, `validation`, `services`, `rest` (what bots call), `page` (what people use), `server`.
"""

from sandbox.server import PortBusyError, PortRefusedError, Sandbox
from sandbox.state.store import StoreError

__all__ = ["PortBusyError", "PortRefusedError", "Sandbox", "StoreError"]
