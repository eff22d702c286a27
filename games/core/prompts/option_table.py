"""Choices that are narrowed one question at a time, such as piece, rotation, row, column.

An `OptionTable` has all legal combinations and asks for one field after the other. A
`PlacementPicker` asks for a place on a `Grid`: the user takes one of the proposed places, or
chooses a row and then a place in it.
"""

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
    """One question of an `OptionTable`.

    `option(value, rows)` returns the option for a value of the field; `rows` are the combinations
    that have this value.
    """

    prompt: Msg
    option: Callable[[str, Sequence[Row]], Option]
    layout: Layout = "buttons"


@dataclass(frozen=True)
class OptionTable:
    """Table of the legal combinations: each row has one string key per field, in order."""

    rows: Sequence[Row]
    fields: tuple[Field, ...]

    @cached_property
    def _index(self) -> dict[tuple[Key, ...], list[Row]]:
        """Return, by prefix of a row, the rows that begin with this prefix, in table order."""
        index: dict[tuple[Key, ...], list[Row]] = {}
        for row in self.rows:
            for end in range(len(row) + 1):
                index.setdefault(row[:end], []).append(row)
        return index

    def remaining(self, where: Sequence[Key]) -> list[Row]:
        """Return the rows whose first keys are the answers `where`, in table order."""
        return self._index.get(tuple(where), [])

    def choose(
        self, *where: Key, blocked: Iterable[DisabledOption] = (), default: str | None = None
    ) -> SelectPrompt:
        """Return the prompt for the next field after the answers `where`.

        Its options are the different values of this field in the remaining rows, in their order. A
        `blocked` option is left out if its key is among the options; a `default` that is not an
        option is ignored.
        """
        depth = len(where)
        rows_by_value: dict[str, list[Row]] = {}
        for row in self.remaining(where):
            rows_by_value.setdefault(row[depth], []).append(row)
        field = self.fields[depth]
        options = tuple(field.option(value, rows) for value, rows in rows_by_value.items())
        disabled = tuple(option for option in blocked if option.key not in rows_by_value)
        return SelectPrompt(
            options,
            field.prompt,
            disabled,
            default=default if default in rows_by_value else None,
            layout=field.layout,
        )


OTHER = "other"  # key that opens the choice by row and column
_CELL = re.compile(r"[a-z][1-9][0-9]?\Z")


@dataclass(frozen=True)
class NamedCells:
    """Set of keys: `other` and the names of `cells`. The set supports only `in`.

    It is used as `SelectPrompt.unlisted_keys`, because there can be too many names to list.
    """

    grid: Grid
    cells: Cells

    def __contains__(self, key: object) -> bool:
        """Return whether `key` is `other` or the name of one of the cells, such as `g7`."""
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
    """Choice of a place on a grid: a proposed place, or a row and then a place in it.

    - `sites`: cells at which the top left corner of the piece's bounding box may be
    - `best`: the proposed ones among them, in the order of the list
    - `place(row, col, is_proposal)`, `row(row)`: return the options for a place and for a row
    - `other`: the option that leads to the prompts for row and place

    The first prompt lists the proposed places and `other`; there, the name of any other site is
    legal too. The key of a place is a name such as `g7` (column g, row 7), the key of a row is
    `r7`.
    """

    grid: Grid
    sites: Cells
    best: Sequence[Cell]
    place: Callable[
        [int, int, bool], Option
    ]  # the last argument: whether the place is proposed (in `best`)
    row: Callable[[int], Option]
    other: Option
    prompts: tuple[Msg, Msg, Msg]  # for the proposed places, the rows, the places of a row
    blocked: tuple[DisabledOption, ...] = ()
    default: str | None = None

    def choose(self, *where: Key) -> SelectPrompt:
        """Return the prompt after the answers `where`.

        After () it asks for a proposed place or `other`, after (`other`,) for a row, and after
        (`other`, row) for a place in this row.
        """
        match where:
            case ():
                is_proposal = True
                options = [self.place(row, col, is_proposal) for row, col in self.best]
                if self.sites.bit_count() > len(options):
                    options.append(self.other)
                also = NamedCells(self.grid, self.sites)
                return SelectPrompt(
                    tuple(options),
                    self.prompts[0],
                    self.blocked,
                    default=self.default,
                    layout="grid",
                    unlisted_keys=also,
                )
            case (_,):
                rows = dict.fromkeys(row for row, _ in self.grid.cells(self.sites))
                return SelectPrompt(
                    tuple(self.row(row) for row in rows), self.prompts[1], layout="grid"
                )
            case _:
                is_proposal = False
                row = int(str(where[1])[1:]) - 1  # the row's key is `r7`
                first_cell = self.grid.cell_mask(row, 0)
                whole_row = (first_cell << self.grid.cols) - first_cell
                cells = self.grid.cells(self.sites & whole_row)
                return SelectPrompt(
                    tuple(self.place(*cell, is_proposal) for cell in cells),
                    self.prompts[2],
                    layout="grid",
                )

    def names_a_place(self, where: Sequence[Any]) -> bool:
        """Return whether the answers `where` name a place: (place) or (`other`, row, place).

        Does not check that the place is legal.
        """
        return (len(where) == 1 and where[0] != OTHER) or len(where) == 3


def cell_name(row: int, col: int) -> str:
    """Return the name of a cell for users: (6, 6) is `g7`."""
    return f"{chr(97 + col)}{row + 1}"


def cell_at(name: str) -> Cell:
    """Return the (row, column) of a name such as `g7`."""
    return int(name[1:]) - 1, ord(name[0]) - 97
