"""Local stand-in for Discord: its API and gateway for bots, and a web page for users.

It enforces Discord's rules strictly. Layers, lowest first: `state`, `validation`, `services`,
`rest` (for bots), `page` (for users), `server`.
"""

from sandbox.server import PortBusyError, PortRefusedError, Sandbox
from sandbox.state.store import StoreError

__all__ = ["PortBusyError", "PortRefusedError", "Sandbox", "StoreError"]
