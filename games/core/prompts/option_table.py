"""Table of legal tuples, narrowed one field at a time: what -> rotation -> row -> column."""

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
    """One column of a table: its question, and how a value with its rows becomes an option."""

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
        """Return the rows by every prefix, in order."""
        found: dict[tuple[Key, ...], list[Row]] = {}
        for row in self.rows:
            for end in range(len(row) + 1):
                found.setdefault(row[:end], []).append(row)
        return found

    def remaining(self, where: Sequence[Key]) -> list[Row]:
        """Return the rows that begin with `where`, in order; empty if there is none."""
        return self._index.get(tuple(where), [])

    def choose(
        self, *where: Key, blocked: Iterable[DisabledOption] = (), default: str | None = None
    ) -> SelectPrompt:
        """Return the prompt for the next field: its distinct values among the rows left.

        The options are in the order of the rows, and each leads to a legal row. A field with
        one value left gives one option. An entry of `blocked` is shown only if no row left
        allows it; a `default` that no row left has is dropped.
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
    """Container of the names of some cells of a grid, and `other`; not iterable."""

    grid: Grid
    cells: Cells

    def __contains__(self, key: object) -> bool:
        """Return whether a name such as `g7` is one of the cells."""
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
    """Choice of a place on a grid without listing all: a `best` place, or row and column.

    `sites` are the cells at which the bounding box of a piece may begin, `best` some of them,
    best first. The latter are listed, beside `other` -> row -> column; any place may be
    answered by its name at once. The keys are as users say them: `g7` is column g, row 7. The
    game makes the options: `place(row, col, is_best)`, `row(row)`, and `other` for the rest.
    """

    grid: Grid
    sites: Cells
    best: Sequence[Cell]
    place: Callable[[int, int, bool], Option]
    row: Callable[[int], Option]
    other: Option
    prompts: tuple[Msg, Msg, Msg]  # for the place, the row, the column
    blocked: tuple[DisabledOption, ...] = ()
    default: str | None = None

    def choose(self, *where: Key) -> SelectPrompt:
        """Return the prompt after `where`: the best places, the rows, or the places of a row."""
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
        """Return whether `where` names a place: alone, or as `other`, row, place.

        Does not check that the place is legal.
        """
        return (len(where) == 1 and where[0] != OTHER) or len(where) == 3  # other, row, place


def cell_name(row: int, col: int) -> str:
    """Return a cell as users say it: (6, 6) is `g7`."""
    return f"{chr(97 + col)}{row + 1}"


def cell_at(name: str) -> Cell:
    """Return the (row, column) of a name such as `g7`."""
    return int(name[1:]) - 1, ord(name[0]) - 97
