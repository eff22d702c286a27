"""Share rendering and AI work among processes, or run a process that only does such work."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from app.runtime.settings import Settings
from app.workers.remote_pool import KINDS, RemoteAiPool, RemoteRenderPool, build_id, lease_factory
from app.workers.render_pool import WorkerHooks
from db.store import open_work_queue
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


async def join(settings: Settings, hooks: WorkerHooks) -> WorkerRuntime:
    """Connect to the shared work queue; with the role `worker`, also run jobs of others.

    Raises `db.base.errors.StoreOpenError`.
    """
    queue = open_work_queue(settings.server, await asyncio.to_thread(build_id))
    is_worker = "worker" in settings.roles
    painter = RemoteRenderPool(hooks, queue, settings.painters, own=is_worker)
    thinkers = RemoteAiPool(queue, own=is_worker)
    await queue.begin(KINDS if is_worker else (), lease_factory(painter, thinkers))
    return WorkerRuntime(painter, thinkers, queue)


async def work(settings: Settings, hooks: WorkerHooks, stop: asyncio.Event) -> None:
    """Run render and AI jobs for other processes until `stop` is set.

    Has no gateway connection and no matches. Raises `db.base.errors.StoreOpenError`.
    """
    painter, thinkers, queue = await join(settings, hooks)
    watch = HealthMonitor(health_file(settings), lambda: 0.0, lambda: painter.failed)
    watch.queues = lambda: {"pictures": painter.waiting, "thinking": thinkers.waiting}
    metrics = Metrics(watch, _no_matches, lambda: 0, dict)
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
        await queue.close()
        thinkers.close()
        painter.close()


async def _no_matches() -> tuple[Mapping[str, int], int]:
    return {}, 0
