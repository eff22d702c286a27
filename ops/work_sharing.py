"""Share rendering and AI work among processes, or run a process that only does such work."""

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
    """Render pool, AI pool, and the queue through which processes share their jobs."""

    painter: RemoteRenderPool
    thinkers: RemoteAiPool
    line: WorkQueue


async def join(settings: Settings, hands: WorkerHooks) -> WorkerRuntime:
    """Connect to the shared work queue, and serve it if the settings say so.

    Raises `db.base.errors.StoreOpenError`.
    """
    line, serves = (
        open_pool(settings.server, await asyncio.to_thread(build_id)),
        "worker" in settings.roles,
    )
    painter = RemoteRenderPool(hands, line, settings.painters, own=serves)
    thinkers = RemoteAiPool(line, own=serves)
    await line.begin(KINDS if serves else (), lease_factory(painter, thinkers))
    return WorkerRuntime(painter, thinkers, line)


async def work(settings: Settings, hands: WorkerHooks, stop: asyncio.Event) -> None:
    """Run render and AI jobs for other processes until `stop` is set.

    Has no gateway connection and no matches. Raises `db.base.errors.StoreOpenError`.
    """
    painter, thinkers, line = await join(settings, hands)
    watch = HealthMonitor(health_file(settings), lambda: 0.0, lambda: painter.failed)
    watch.queues = lambda: {"pictures": painter.waiting, "thinking": thinkers.waiting}
    metrics = Metrics(watch, _no_tables, lambda: 0, dict)
    endpoint = MetricsServer(settings.metrics_port, watch, metrics.page, settings.metrics_host)
    if settings.metrics_port:
        await endpoint.start()
    await watch.start()
    log.info("ready: worker process, renders and runs AI players for others")
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
