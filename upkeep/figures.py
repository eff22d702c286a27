"""What is counted, and where it can be asked for; without a port for it nothing of it is imported."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Protocol

from db.store import Store
from host.settings import Settings
from upkeep.vitals import Watch

if TYPE_CHECKING:
    from upkeep.endpoint import Endpoint
    from upkeep.metrics import Metrics


class Painting(Protocol):
    """What is asked of a painter."""

    @property
    def kept(self) -> float:
        """Bytes of pictures that are kept at hand."""


def figures(settings: Settings, watch: Watch, store: Store, painter: Painting) -> tuple[Metrics, Endpoint]:
    """Count what happens, and answer at the port of the settings once that is started."""
    from upkeep.endpoint import Endpoint
    from upkeep.metrics import Metrics

    metrics = Metrics(watch, lambda: store.census(time.time()), lambda: store.committed[0], lambda: {"pictures": painter.kept})
    return metrics, Endpoint(settings.metrics_port, watch, metrics.page, settings.metrics_host)
