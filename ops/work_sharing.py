"""Share rendering and AI jobs among processes, or run a process that only does such jobs."""

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

    render_pool: RemoteRenderPool
    ai_pool: RemoteAiPool
    queue: WorkQueue


async def join_work_queue(settings: Settings, hooks: WorkerHooks) -> WorkerRuntime:
    """Connect to the work queue of all processes; return it with pools that use it.

    With the role `worker`, this process also does jobs of the others. `hooks` are the functions to
    run in render workers. Raises `db.base.errors.StoreOpenError`.
    """
    queue = open_work_queue(settings.server, await asyncio.to_thread(build_id))
    is_worker = "worker" in settings.roles
    render_pool = RemoteRenderPool(hooks, queue, settings.render_workers, own=is_worker)
    ai_pool = RemoteAiPool(queue, own=is_worker)
    await queue.begin(KINDS if is_worker else (), lease_factory(render_pool, ai_pool))
    return WorkerRuntime(render_pool, ai_pool, queue)


async def run_worker(settings: Settings, hooks: WorkerHooks, stop: asyncio.Event) -> None:
    """Run render and AI jobs for other processes until `stop` is set.

    The process has no gateway connection and no matches. `hooks` are the functions to run in render
    workers. Raises `db.base.errors.StoreOpenError`.
    """
    render_pool, ai_pool, queue = await join_work_queue(settings, hooks)
    # a worker has no commits, matches or caches to report
    monitor = HealthMonitor(
        health_file(settings),
        last_commit=lambda: 0.0,
        failed_images=lambda: render_pool.failed,
    )
    monitor.queues = lambda: {"pictures": render_pool.waiting, "thinking": ai_pool.waiting}
    metrics = Metrics(monitor, census=_no_matches, commits=lambda: 0, cache_sizes=dict)
    endpoint = MetricsServer(settings.metrics_port, monitor, metrics.page, settings.metrics_host)
    if settings.metrics_port:
        await endpoint.start()
    await monitor.start()
    log.info("ready: worker process, renders and runs AI players for others")
    try:
        await stop.wait()
    finally:
        await endpoint.stop()
        await monitor.stop()
        await queue.close()
        ai_pool.close()
        render_pool.close()


async def _no_matches() -> tuple[Mapping[str, int], int]:
    return {}, 0
