"""Health file: written while the bot runs, deleted at the end."""

from argparse import Namespace
from pathlib import Path

import pytest

from app.runtime.settings import Settings
from ops import cli
from ops.monitoring import health
from ops.monitoring.health import HealthMonitor, HealthSnapshot

NOW = 1_770_000_000.0
WELL = HealthSnapshot(NOW, 0.0, NOW, 0, 0.1, {"taps": 0, "boards": 2})


@pytest.mark.parametrize(
    ("seen", "key"),
    [
        (WELL, "busy"),
        (HealthSnapshot(NOW, 0.0, 0.0, 0, 0.0, {}), "well"),
        (None, "nobody"),
        (HealthSnapshot(NOW - 91, 0.0, NOW, 0, 0.0, {}), "stale"),
        (HealthSnapshot(NOW, 301.0, NOW, 0, 0.0, {}), "line"),
        (HealthSnapshot(NOW, 299.0, NOW, 2, 4.9, {}), "well"),
        (HealthSnapshot(NOW, 0.0, NOW, 3, 0.0, {}), "painter"),
        (HealthSnapshot(NOW, 0.0, NOW, 0, 5.1, {}), "late"),
    ],
)
def test_what_is_said_of_it(seen: HealthSnapshot | None, key: str):
    (line,), well = health.report(seen, NOW)
    assert line.key == f"upkeep.health.{key}"
    assert well == (key in ("busy", "well"))


async def test_a_watch_writes_and_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture):
    settings = Settings(data=tmp_path, language="en")
    assert await cli.print_health(settings, Namespace()) == 1
    watch = HealthMonitor(health.health_file(settings), lambda: NOW, lambda: 0)
    watch.queues = lambda: {"taps": 1}
    await watch.start()
    seen = health.read(health.health_file(settings))
    assert seen is not None
    assert seen.queues == {"taps": 1}
    assert await cli.print_health(settings, Namespace()) == 0
    assert "1 job queued" in capsys.readouterr().out
    await watch.stop()
    assert health.read(health.health_file(settings)) is None


async def test_settings_are_laid_out_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
):
    place = tmp_path / "sobremesa" / ".env"
    monkeypatch.setattr("app.runtime.paths.ENV", place)
    for said in ("Now put the token", "nothing was changed"):
        assert await cli.write_settings(Settings(language="en"), Namespace()) == 0
        assert said in capsys.readouterr().out
    assert "DISCORD_TOKEN=" in place.read_text("utf-8")
    assert place.stat().st_mode & 0o077 == 0, "nobody else reads it"
