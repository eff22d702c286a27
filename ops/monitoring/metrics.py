"""Prometheus metrics: only numbers and fixed names, no user ids or match codes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from types import SimpleNamespace
from typing import Any

import aiohttp
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

from ops.monitoring.health import HealthMonitor

# histogram buckets; an interaction times out after 3 s
SECONDS = (0.05, 0.1, 0.15, 0.2, 0.3, 0.5, 1.0, 2.0, 3.0, 10.0)
# returns the number of matches by status, and how many are overdue
Census = Callable[[], Awaitable[tuple[Mapping[str, int], int]]]


class Metrics:
    """Counters that are updated by events, and gauges that are read at each scrape.

    `commits` returns the number of transactions since the start, `cache_sizes` the size of each
    cache (bytes for the cache of images, else entries). A match is overdue if the time at which it
    should be checked has passed.
    """

    def __init__(
        self,
        watch: HealthMonitor,
        census: Census,
        commits: Callable[[], int],
        cache_sizes: Callable[[], Mapping[str, float]],
    ) -> None:
        self._watch, self._census, self._commits = watch, census, commits
        self._cache_sizes = cache_sizes
        self.registry = registry = CollectorRegistry()
        self._taps = Histogram(
            "sobremesa_tap_seconds",
            "Seconds from the arrival of an interaction until its response is shown",
            ["kind"],
            buckets=SECONDS,
            registry=registry,
        )
        self._requests = Counter(
            "sobremesa_discord_requests",
            "Requests to Discord by method and status; edits are PATCH, 429 is rate-limited",
            ["method", "status"],
            registry=registry,
        )
        self._queues = Gauge(
            "sobremesa_waiting", "Waiting jobs by queue", ["queue"], registry=registry
        )
        self._tables = Gauge("sobremesa_tables", "Tables by status", ["status"], registry=registry)
        self._caches = Gauge(
            "sobremesa_kept",
            "Size of each cache: bytes of pictures, entries of all others",
            ["cache"],
            registry=registry,
        )
        single = {
            "overdue": "Tables whose scheduled check is overdue",
            "saved": "Transactions since the start",
            "last_saved": "Time of the last transaction, unix seconds",
            "line": "Whether the gateway is connected; 1 in a process without a gateway",
            "spoilt_pictures": "Consecutive pictures that failed",
            "loop_delay_seconds": "Event loop delay at the last measurement",
        }
        self._single = {
            name: Gauge(f"sobremesa_{name}", about, registry=registry)
            for name, about in single.items()
        }

    def observe_interaction(self, kind: str, seconds: float) -> None:
        """Record an interaction of a kind that was answered after `seconds`."""
        self._taps.labels(kind).observe(seconds)

    def trace(self) -> aiohttp.TraceConfig:
        """Return an aiohttp trace that counts the requests to Discord."""
        config = aiohttp.TraceConfig()

        async def end(
            _session: Any, _context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
        ) -> None:
            self._requests.labels(request.method, str(request.response.status)).inc()

        config.on_request_end.append(end)
        return config

    async def page(self) -> bytes:
        """Return all metrics in Prometheus's text format."""
        statuses, overdue = await self._census()
        snapshot = self._watch.snapshot()
        for status, count in statuses.items():
            self._tables.labels(status).set(count)
        for queue, count in snapshot.queues.items():
            self._queues.labels(queue).set(count)
        for cache, size in self._cache_sizes().items():
            self._caches.labels(cache).set(size)
        values = {
            "overdue": overdue,
            "saved": self._commits(),
            "last_saved": snapshot.last_commit,
            "line": float(snapshot.disconnected_s == 0),
            "spoilt_pictures": snapshot.failed_images,
            "loop_delay_seconds": self._watch.last_lag_s,
        }
        for name, value in values.items():
            self._single[name].set(value)
        return generate_latest(self.registry)
