"""What a person asked for and can't have."""

from __future__ import annotations

from games.core.messages import Msg


class Trouble(Exception):  # noqa: N818 - people get it as a sentence, not as a crash
    """Something a person asked for can't be done: `what` says why and what to do now, in the catalogue's words."""

    def __init__(self, what: Msg) -> None:
        super().__init__(what.key)
        self.what = what
