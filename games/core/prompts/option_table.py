"""A table of legal tuples, narrowed one field at a time: what -> turn -> row -> column."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from games.core.prompts.grid import Cell, Cells, Grid
from games.core.prompts.prompt import DisabledOption, Layout, Option, SelectPrompt
from games.core.text.messages import Key, Msg

Row = tuple[str, ...]


@dataclass(frozen=True)
class Field:
    """One column of a relation: its question, and how a value with the rows it leaves is shown as an option."""

    prompt: Msg
    option: Callable[[str, Sequence[Row]], Option]
    layout: Layout = "buttons"


@dataclass(frozen=True)
class OptionTable:
    """Legal combinations as rows of string keys, one key per field."""

    rows: Sequence[Row]
    fields: tuple[Field, ...]

    @cached_property
    def _index(self) -> dict[tuple[Key, ...], list[Row]]:
        """The rows by every prefix, in order."""
        found: dict[tuple[Key, ...], list[Row]] = {}
        for row in self.rows:
            for end in range(len(row) + 1):
                found.setdefault(row[:end], []).append(row)
        return found

    def remaining(self, where: Sequence[Key]) -> list[Row]:
        """The rows that begin with `where`, in their order; none when it leads nowhere."""
        return self._index.get(tuple(where), [])

    def choose(
        self, *where: Key, blocked: Iterable[DisabledOption] = (), default: str | None = None
    ) -> SelectPrompt:
        """The question for the next field: its distinct values among the rows left, in the rows' order, each leading to a leaf.

        A field with one value left is a pick with one option. Of `blocked`, only what no
        row left allows is shown; a `default` that no row left has is none.
        """
        at = len(where)
        groups: dict[str, list[Row]] = {}
        for row in self.remaining(where):
            groups.setdefault(row[at], []).append(row)
        field = self.fields[at]
        options = tuple(field.option(value, rows) for value, rows in groups.items())
        shut = tuple(one for one in blocked if one.key not in groups)
        return SelectPrompt(
            options,
            field.prompt,
            shut,
            default=default if default in groups else None,
            layout=field.layout,
        )


OTHER = "other"
_CELL = re.compile(r"[a-z][1-9][0-9]?\Z")


@dataclass(frozen=True)
class NamedCells:
    """The names of some cells of a grid, and `other`, as a container: nothing is listed."""

    grid: Grid
    cells: Cells

    def __contains__(self, key: object) -> bool:
        """True for `g7` when that cell is among them."""
        if key == OTHER:
            return True
        if not isinstance(key, str) or not _CELL.match(key):
            return False
        row, col = cell_at(key)
        return (
            row < self.grid.rows
            and col < self.grid.cols
            and bool(self.cells & self.grid.cell_mask(row, col))
        )


@dataclass(frozen=True)
class PlacementPicker:
    """Where a piece may go on a grid, without listing every way: one of the `best` places, or `other` -> row -> column.

    Any place may be answered by its name at once; `best` only says which ones are listed.

    `sites` are the cells at which its box may begin, `best` some of them, best first. The keys are what people say: `g7` is
    column g, row 7. Options are made by the game: `place(row, col, is_best)`, `row(row)`, `other` for the rest.
    """

    grid: Grid
    sites: Cells
    best: Sequence[Cell]
    place: Callable[[int, int, bool], Option]
    row: Callable[[int], Option]
    other: Option
    prompts: tuple[Msg, Msg, Msg]  # where, which row, which column
    blocked: tuple[DisabledOption, ...] = ()
    default: str | None = None

    def choose(self, *where: Key) -> SelectPrompt:
        """The question after `where`: the best places, the rows that have one, the places of a row."""
        match where:
            case ():
                found = [self.place(row, col, True) for row, col in self.best]
                if self.sites.bit_count() > len(found):
                    found.append(self.other)
                also = NamedCells(self.grid, self.sites)
                return SelectPrompt(
                    tuple(found),
                    self.prompts[0],
                    self.blocked,
                    default=self.default,
                    layout="grid",
                    also=also,
                )
            case (_,):
                rows = dict.fromkeys(row for row, _ in self.grid.cells(self.sites))
                return SelectPrompt(
                    tuple(self.row(row) for row in rows), self.prompts[1], layout="grid"
                )
        at = self.grid.cell_mask(int(str(where[1])[1:]) - 1, 0)
        line = self.sites & ((at << self.grid.cols) - at)
        return SelectPrompt(
            tuple(self.place(*cell, False) for cell in self.grid.cells(line)),
            self.prompts[2],
            layout="grid",
        )

    def fill_rest(self, where: Sequence[Any]) -> bool:
        """True when `where` names a place, alone or as `other`, row, place; not whether the place is legal."""
        return (len(where) == 1 and where[0] != OTHER) or len(
            where
        ) == 3  # the last is other, row, place


def cell_name(row: int, col: int) -> str:
    """A cell as people say it: (6, 6) is `g7`."""
    return f"{chr(97 + col)}{row + 1}"


def cell_at(name: str) -> Cell:
    """The (row, column) of a name such as `g7`."""
    return int(name[1:]) - 1, ord(name[0]) - 97
