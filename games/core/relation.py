"""A table of legal tuples, narrowed one field at a time: what -> turn -> row -> column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from games.core.forms import Layout, Option, Pick
from games.core.messages import Key, Msg

Row = tuple[str, ...]


@dataclass(frozen=True)
class Field:
    """One column of a relation: its question, and how a value with the rows it leaves is shown as an option."""

    prompt: Msg
    option: Callable[[str, Sequence[Row]], Option]
    layout: Layout = "buttons"


@dataclass(frozen=True)
class Relation:
    """Legal combinations as rows of string keys, one key per field."""

    rows: Sequence[Row]
    fields: tuple[Field, ...]

    def left(self, where: Sequence[Key]) -> list[Row]:
        """The rows that begin with `where`."""
        return [row for row in self.rows if row[: len(where)] == tuple(where)]

    def pick(self, *where: Key) -> Pick:
        """The question for the next field: its distinct values among the rows left, in the rows' order, each leading to a leaf.

        A field with one value left is a pick with one option, which `walk.forced` answers by itself.
        """
        at = len(where)
        groups: dict[str, list[Row]] = {}
        for row in self.left(where):
            groups.setdefault(row[at], []).append(row)
        field = self.fields[at]
        return Pick(tuple(field.option(value, rows) for value, rows in groups.items()), field.prompt, layout=field.layout)
