"""A local server that speaks Discord's API and gateway, with a web page to play on; strict on purpose.

From the inside out: `store` (SQLite), `world` (who and what there is, who hears of it), `permissions`, `shape` (our
documents in Discord's form); `messages`, `channels`, `interactions` (what happens); `schema`, `rules`, `command_rules`
(what Discord refuses), `limits`, `faults`; `api` with `rest/` and `gateway` (the bots' doors); `people`, `answers`,
`deeds`, `page` (the people's door, PROTOCOL.md), `client` (a person without a browser); `server` ties them together.
"""

from sandbox.server import PortBusy, PortRefusedError, Sandbox
from sandbox.state.store import StoreError

__all__ = ["PortBusy", "PortRefusedError", "Sandbox", "StoreError"]
