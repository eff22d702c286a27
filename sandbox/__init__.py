"""Local server with Discord's API and gateway, and a web page for playing; it is strict.

Layers, lowest first: `state`, `validation`, `services`, `rest` (for bots), `page` (for users),
`server`.
"""

from sandbox.server import PortBusyError, PortRefusedError, Sandbox
from sandbox.state.store import StoreError

__all__ = ["PortBusyError", "PortRefusedError", "Sandbox", "StoreError"]
