"""The systemd unit gives the bot only its folder, and restarts it only if that helps."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.runtime import paths
from ui.interactions import login

UNIT = Path(__file__).parents[2] / "docs" / "hosting" / "sobremesa.service"
WORST = 2.0  # of 10, as systemd-analyze counts exposure


def said() -> dict[str, str]:
    lines = [
        line
        for line in UNIT.read_text("utf-8").splitlines()
        if "=" in line and not line.startswith("#")
    ]
    return dict(line.split("=", 1) for line in lines)


def test_it_takes_away_what_the_bot_does_not_need():
    told = said()
    assert (
        told["ProtectSystem"],
        told["NoNewPrivileges"],
        told["DynamicUser"],
        told["CapabilityBoundingSet"],
    ) == ("strict", "yes", "yes", "")


def test_its_folder_is_where_tables_are_kept_whatever_is_empty_in_the_file_of_settings(
    monkeypatch: pytest.MonkeyPatch,
):
    """What stands in an `EnvironmentFile` goes before `Environment=`, be it empty."""
    told, example = said(), paths.EXAMPLE.read_text("utf-8")
    assert not [one for one in told["Environment"].split() if f"\n{one.split('=')[0]}=" in example]
    monkeypatch.setattr(paths, "CHECKOUT", False)
    monkeypatch.setenv("STATE_DIRECTORY", f"/var/lib/{told['StateDirectory']}")
    assert paths.data_dir() == Path("/var/lib/sobremesa")
    monkeypatch.setenv("STATE_DIRECTORY", "")
    assert paths.data_dir().name == "sobremesa"
    monkeypatch.setattr(paths, "CHECKOUT", True)
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/sobremesa")
    assert paths.data_dir() == Path("var"), "beside the code, as ever"


def test_it_has_the_same_time_to_end_however_it_is_hosted():
    """A busy machine made it take more than fifteen seconds (docs/reliability.md)."""
    given = {int(said()["TimeoutStopSec"])}
    for name in ("compose.yaml", "compose.scale.yaml"):
        _, _, service = (paths.HOUSE / name).read_text("utf-8").partition("\n  sobremesa:\n")
        given |= {
            int(found)
            for found in re.findall(r"^    stop_grace_period: (\d+)s$", service, re.MULTILINE)
        }
    assert given == {30}


def test_what_an_admin_has_to_mend_is_not_tried_again():
    codes = {int(code) for code in said()["RestartPreventExitStatus"].split()}
    assert codes == {
        login.EXIT_SETTINGS,
        login.EXIT_LOGIN,
        login.EXIT_PORT,
        login.EXIT_STORE,
        login.EXIT_CLOSED,
    }


def test_systemd_finds_it_hardly_exposed():
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze on this machine")
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    found = re.search(r"exposure level for \S+ ([\d.]+)", done.stdout)
    if found is None:
        pytest.skip("an older systemd-analyze looks at no file by itself")
    assert float(found[1]) < WORST
