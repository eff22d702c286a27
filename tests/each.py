"""Hundreds of small cases of one question as one test: all are tried, and those that fail are told together."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any


def each(names: str, cases: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Like `pytest.mark.parametrize`, where the runner would have more to do with the cases than the test itself. Raises an
    ExceptionGroup of what was wrong, each with its case."""
    keys, tried = tuple(name.strip() for name in names.split(",")), list(cases)
    assert tried, "nothing would be asked"

    def fold(test: Callable[..., None]) -> Callable[..., None]:
        @functools.wraps(test)
        def run(**others: Any) -> None:
            found = []
            for case in tried:
                given = dict(zip(keys, case if len(keys) > 1 else (case,), strict=True))
                try:
                    test(**others, **given)
                except Exception as error:  # noqa: BLE001 - whatever it is, the other cases are tried, too
                    error.add_note(f"in the case {given}")
                    found.append(error)
            if found:
                raise ExceptionGroup(f"{len(found)} of {len(tried)} cases", found)

        whole = inspect.signature(test)
        left = [part for name, part in whole.parameters.items() if name not in keys]
        run.__signature__ = whole.replace(parameters=left)  # type: ignore[attr-defined]  # what pytest is to give
        return run

    return fold
