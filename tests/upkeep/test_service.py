"""The systemd unit gives the bot its folder and nothing else, and does not start it again where that is of no use."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

import bot

UNIT = Path(__file__).parents[2] / "docs" / "hosting" / "sobremesa.service"
WORST = 2.0  # of 10, as systemd-analyze counts exposure


def said() -> dict[str, str]:
    lines = [line for line in UNIT.read_text("utf-8").splitlines() if "=" in line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def test_it_takes_away_what_the_bot_does_not_need():
    told = said()
    assert (told["ProtectSystem"], told["NoNewPrivileges"], told["DynamicUser"], told["CapabilityBoundingSet"]) == (
        "strict", "yes", "yes", "")
    assert told["Environment"].split()[0] == f"SOBREMESA_DATA=/var/lib/{told['StateDirectory']}"


def test_what_an_admin_has_to_mend_is_not_tried_again():
    codes = {int(code) for code in said()["RestartPreventExitStatus"].split()}
    assert codes == {bot.SETTINGS, bot.LOGIN, bot.STORE, bot.CLOSED}


def test_systemd_finds_it_hardly_exposed():
    if shutil.which("systemd-analyze") is None:
        pytest.skip("no systemd-analyze on this machine")
    words = ["systemd-analyze", "security", "--offline=true", "--no-pager", str(UNIT)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    found = re.search(r"exposure level for \S+ ([\d.]+)", done.stdout)
    if found is None:
        pytest.skip("an older systemd-analyze looks at no file by itself")
    assert float(found[1]) < WORST
