"""Processes that share their work: what of them draws and thinks, for this one and for others; and one that does nothing else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from app.runtime.settings import Settings
from app.workers.remote_pool import KINDS, RemoteAiPool, RemoteRenderPool, build_id, lease_factory
from app.workers.render_pool import WorkerHooks
from db.store import open_pool
from ops.monitoring.health import HealthMonitor, health_file
from ops.monitoring.http_endpoint import MetricsServer
from ops.monitoring.metrics import Metrics

if TYPE_CHECKING:
    from db.postgres.work_queue import WorkQueue

log = logging.getLogger("sobremesa")


class WorkerRuntime(NamedTuple):
    """A painter and thinkers of the pool, and the line over which they reach others."""

    painter: RemoteRenderPool
    thinkers: RemoteAiPool
    line: WorkQueue


async def join(settings: Settings, hands: WorkerHooks) -> WorkerRuntime:
    """Come to the other processes, and serve them unless the settings say otherwise. Raises `db.base.errors.Refused`."""
    line, serves = (
        open_pool(settings.server, await asyncio.to_thread(build_id)),
        "worker" in settings.roles,
    )
    painter = RemoteRenderPool(hands, line, settings.painters, own=serves)
    thinkers = RemoteAiPool(line, own=serves)
    await line.begin(KINDS if serves else (), lease_factory(painter, thinkers))
    return WorkerRuntime(painter, thinkers, line)


async def work(settings: Settings, hands: WorkerHooks, stop: asyncio.Event) -> None:
    """Draw and think for others until `stop` is set; no line to Discord, no table of its own. Raises `db.base.errors.Refused`."""
    painter, thinkers, line = await join(settings, hands)
    watch = HealthMonitor(health_file(settings), lambda: 0.0, lambda: painter.failed)
    watch.queues = lambda: {"pictures": painter.waiting, "thinking": thinkers.waiting}
    metrics = Metrics(watch, _no_tables, lambda: 0, dict)
    endpoint = MetricsServer(settings.metrics_port, watch, metrics.page, settings.metrics_host)
    if settings.metrics_port:
        await endpoint.start()
    await watch.start()
    log.info("ready: this process draws and thinks for others")
    try:
        await stop.wait()
    finally:
        await endpoint.stop()
        await watch.stop()
        await line.close()
        thinkers.close()
        painter.close()


async def _no_tables() -> tuple[Mapping[str, int], int]:
    return {}, 0
