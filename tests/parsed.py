"""Syntax trees of modules."""

from __future__ import annotations

import ast
from pathlib import Path


def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of the syntax tree of a module."""
    while True:
        try:
            return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))
        # Python before 3.11.8 shares the depth counter between parsing threads (CPython
        # issue 106905)
        except SystemError:
            continue
