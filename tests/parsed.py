"""Syntax trees of modules."""

from __future__ import annotations

import ast
from pathlib import Path


def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Return all nodes of the syntax tree of a module."""
    while True:
        try:
            return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))
        except SystemError:  # before 3.11.8 Python counts depth for all threads that parse at once together (its issue 106905)
            continue
