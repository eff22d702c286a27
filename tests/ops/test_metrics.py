"""The metrics and health endpoint."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import aiohttp
import aiohttp.web
import pytest

from db import Store
from ops.monitoring.health import HealthMonitor
from ops.monitoring.http_endpoint import MetricsServer
from ops.monitoring.metrics import Metrics
from tests.app.harness import PEOPLE, AppHarness

DOCS = Path(__file__).parents[2] / "docs" / "hosting"


@pytest.fixture
async def harness(tmp_path: Path):
    harness = AppHarness(tmp_path)
    await harness.open()
    yield harness
    await harness.app.stop()


@pytest.fixture
async def door(harness: AppHarness, tmp_path: Path):
    repo = harness.app.repo
    assert isinstance(repo, Store)
    watch = HealthMonitor(tmp_path / "health.json", lambda: time.time(), lambda: 0)
    watch.queues = lambda: {"taps": 2}
    metrics = Metrics(
        watch,
        lambda: repo.deadlines.match_counts(harness.clock.at),
        lambda: repo.commits.total,
        lambda: {"pictures": 7},
    )
    endpoint = MetricsServer(0, watch, metrics.page)
    await endpoint.start()
    yield endpoint, metrics, watch
    await endpoint.stop()


async def got(url: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(url) as answer:
        return answer.status, await answer.text()


async def test_what_is_counted_can_be_asked_for(harness: AppHarness, door):
    endpoint, metrics, _ = door
    await harness.table(2)
    late = await harness.table(2, start=False)
    await harness.app.repo.deadlines.set_reminders(late.id, {}, harness.clock.at - 5)
    metrics.observe_interaction("component", 0.12)
    metrics.observe_interaction("component", 5.0)
    status, page = await got(f"{endpoint.url}/metrics")
    assert status == 200
    for line in (
        'tables{status="running"} 1.0',
        'tables{status="lobby"} 1.0',
        "overdue 1.0",
        'waiting{queue="taps"} 2.0',
        'kept{cache="pictures"} 7.0',
        "line 1.0",
        'tap_seconds_count{kind="component"} 2.0',
        'tap_seconds_bucket{kind="component",le="3.0"} 1.0',
    ):
        assert f"\nsobremesa_{line}" in page, line
    assert re.search(r"^sobremesa_saved [1-9]", page, re.MULTILINE)
    assert late.id not in page
    assert not [person for person in PEOPLE if person.name in page or str(person.id) in page]


@pytest.mark.parametrize(
    ("listens", "asked", "status"),
    [
        ("127.0.0.1", "evil.example", 403),
        ("127.0.0.1", "localhost", 200),
        ("127.0.0.1", "127.0.0.1", 200),
        ("0.0.0.0", "gateway", 200),
    ],
)
async def test_a_name_that_a_web_page_points_at_this_machine_reads_nothing(
    door, listens: str, asked: str, status: int
):
    _, metrics, watch = door
    endpoint = MetricsServer(0, watch, metrics.page, listens)
    await endpoint.start()
    port = endpoint.url.rpartition(":")[2]
    try:
        for path in ("metrics", "health"):
            headers, url = {"Host": f"{asked}:{port}"}, f"http://127.0.0.1:{port}/{path}"
            async with (
                aiohttp.ClientSession() as session,
                session.get(url, headers=headers) as found,
            ):
                assert found.status == status
    finally:
        await endpoint.stop()


async def test_requests_to_discord_are_counted_by_their_answers(door):
    endpoint, metrics, _ = door

    async def many(_request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.Response(status=429)

    app = aiohttp.web.Application()
    app.router.add_patch("/channels/1/messages/2", many)
    runner = aiohttp.web.AppRunner(app)
    await runner.setup()
    await aiohttp.web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        async with aiohttp.ClientSession(trace_configs=[metrics.trace()]) as session:
            await session.patch(f"http://127.0.0.1:{runner.addresses[0][1]}/channels/1/messages/2")
    finally:
        await runner.cleanup()
    assert (
        'sobremesa_discord_requests_total{method="PATCH",status="429"} 1.0'
        in (await got(f"{endpoint.url}/metrics"))[1]
    )


async def test_health_is_a_status(door):
    endpoint, _, watch = door
    status, body = await got(f"{endpoint.url}/health")
    assert (status, json.loads(body)["well"]) == (200, True)
    watch.disconnected_s = lambda: 301.0
    status, body = await got(f"{endpoint.url}/health")
    assert (status, json.loads(body)["wrong"]) == (503, ["upkeep.health.line"])


async def test_a_port_that_is_taken_stops_nobody(door, caplog: pytest.LogCaptureFixture):
    endpoint, metrics, watch = door
    second = MetricsServer(int(endpoint.url.rsplit(":", 1)[1]), watch, metrics.page)
    await second.start()
    assert "/metrics unavailable" in caplog.text
    assert second.url == ""
    await second.stop()


async def test_it_answers_this_machine_alone(door):
    endpoint, _, _ = door
    assert endpoint.url.startswith("http://127.0.0.1:")


async def test_boards_and_alarms_ask_for_nothing_that_there_is_not(door):
    endpoint, metrics, _ = door
    metrics.observe_interaction("component", 0.1)
    page = (await got(f"{endpoint.url}/metrics"))[1]
    there = set(re.findall(r"^# TYPE (sobremesa_\w+)", page, re.MULTILINE))
    there |= {f"{name}_{end}" for name in there for end in ("bucket", "count", "sum")}
    asked = {
        name
        for file in ("grafana.json", "alerts.yaml")
        for name in re.findall(r"\bsobremesa_\w+", (DOCS / file).read_text("utf-8"))
    }
    assert len(asked) > 8
    assert asked <= there
    assert json.loads((DOCS / "grafana.json").read_text("utf-8"))["panels"]
