"""Messages of the terminal: complete in both languages, none unused."""

import re
from pathlib import Path

from ops.terminal.output import catalogue, text_dir

CODE = "\n".join(file.read_text("utf-8") for file in Path(text_dir()).parents[1].rglob("*.py"))


def own(lang: str) -> dict:
    return {
        key: names
        for key, names in catalogue(lang).placeholders.items()
        if key.startswith("upkeep.")
    }


def test_both_languages_say_the_same_and_each_key_is_used():
    assert own("es") == own("en")
    assert set(own("en")) == set(re.findall(r'"(upkeep\.[a-z_.]+)"', CODE))
