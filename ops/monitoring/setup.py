"""Set up metrics and their endpoint; both modules are imported only when they are used."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from app.runtime.settings import Settings
from db.store import Store
from ops.monitoring.health import HealthMonitor

if TYPE_CHECKING:
    from ops.monitoring.http_endpoint import MetricsServer
    from ops.monitoring.metrics import Metrics


class ImageCacheOwner(Protocol):
    """Render pool, as far as the metrics need it."""

    @property
    def cached_bytes(self) -> float:
        """Return the bytes of cached images."""


def make_metrics(
    settings: Settings, watch: HealthMonitor, store: Store, renderer: ImageCacheOwner
) -> tuple[Metrics, MetricsServer]:
    """Return the metrics, and the endpoint that serves them after its `start`.

    `watch`, `store` and `renderer` are what the metrics measure.
    """
    from ops.monitoring.http_endpoint import MetricsServer
    from ops.monitoring.metrics import Metrics

    metrics = Metrics(
        watch,
        lambda: store.deadlines.match_counts(time.time()),
        lambda: store.commits.total,
        lambda: {"pictures": renderer.cached_bytes},
    )
    return metrics, MetricsServer(settings.metrics_port, watch, metrics.page, settings.metrics_host)
