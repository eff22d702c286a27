"""A local server that speaks Discord's API and gateway, with a web page to play on; strict on purpose."""

from .server import PortBusy, Sandbox

__all__ = ["PortBusy", "Sandbox"]
