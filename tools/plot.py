"""Simple SVG plots, written without a plotting package."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from math import log

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 720, 320, 48, 40, 44
COLOURS = ("#1f6f8b", "#b5532a", "#5b7a2b", "#6b4a8a")
INK, RULE = "#333333", "#d8d4cc"


def lines(series: Mapping[str, Sequence[float]], title: str) -> str:
    """Return the series as lines over days, on one scale from 0, in SVG."""
    top = nice(max((max(values, default=0) for values in series.values()), default=0))
    most = max((len(values) for values in series.values()), default=0)
    wide, high = WIDTH - LEFT - 16, HEIGHT - TOP - BOTTOM

    def x(day: int) -> float:
        return round(LEFT + wide * day / max(1, most - 1), 1)

    def y(value: float) -> float:
        return round(TOP + high * (1 - value / top), 1)

    parts = [
        *_sheet(title),
        *(line for share in range(5) for line in _rule(top * share / 4, y(top * share / 4))),
    ]
    parts += [
        f'<text x="{x(day)}" y="{HEIGHT - 20}" text-anchor="middle" fill="{INK}">{day + 1}</text>'
        for day in range(0, most, max(1, most // 10))
    ]
    parts.append(
        f'<text x="{WIDTH - 16}" y="{HEIGHT - 4}" text-anchor="end" fill="{INK}">day</text>'
    )
    for i, (name, values) in enumerate(series.items()):
        colour = COLOURS[i % len(COLOURS)]
        dots = " ".join(f"{x(day)},{y(value)}" for day, value in enumerate(values))
        parts.append(f'<polyline points="{dots}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{LEFT + 150 * i}" y="36" fill="{colour}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def curves(series: Mapping[str, Sequence[tuple[float, float]]], title: str, across: str) -> str:
    """Return the series as lines through their points (x, y), as SVG.

    The x axis is logarithmic and has the label `across`; the y axis starts at 0.
    """
    along = sorted({at for points in series.values() for at, _ in points if at > 0}) or [1.0]
    top = nice(max((value for points in series.values() for _, value in points), default=0.0))
    wide = WIDTH - LEFT - 32
    high = HEIGHT - TOP - BOTTOM
    span = log(along[-1] / along[0]) or 1.0

    def x(at: float) -> float:
        return round(LEFT + wide * log(at / along[0]) / span, 1)

    def y(value: float) -> float:
        return round(TOP + high * (1 - value / top), 1)

    parts = [
        *_sheet(title),
        *(line for share in range(5) for line in _rule(top * share / 4, y(top * share / 4))),
    ]
    parts += [
        f'<text x="{x(at)}" y="{HEIGHT - 20}" text-anchor="middle" fill="{INK}">{at:,.0f}</text>'
        for at in along
    ]
    parts.append(
        f'<text x="{WIDTH - 16}" y="{HEIGHT - 4}" text-anchor="end" fill="{INK}">{escape(across)}</text>'
    )
    for number, (name, points) in enumerate(series.items()):
        colour = COLOURS[number % len(COLOURS)]
        dots = " ".join(f"{x(at)},{y(value)}" for at, value in points)
        parts.append(f'<polyline points="{dots}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [
            f'<circle cx="{x(at)}" cy="{y(value)}" r="3" fill="{colour}"/>' for at, value in points
        ]
        parts.append(
            f'<text x="{LEFT + 150 * number}" y="36" fill="{colour}">{escape(name)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _sheet(title: str) -> list[str]:
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbf9f4"/>',
        f'<text x="{LEFT}" y="18" font-size="14" fill="{INK}">{escape(title)}</text>',
    ]


def _rule(value: float, y: float) -> list[str]:
    return [
        f'<line x1="{LEFT}" x2="{WIDTH - 16}" y1="{y}" y2="{y}" stroke="{RULE}"/>',
        f'<text x="{LEFT - 6}" y="{y + 4}" text-anchor="end" fill="{INK}">{value:g}</text>',
    ]


def nice(most: float) -> float:
    """Return the smallest round number that is at least `most`.

    Round numbers are 4, 8, 12, 20 and 40 times a power of ten.
    """
    step = 4.0
    while step * 10 < most:
        step *= 10
    return next(step * n for n in (1, 2, 3, 5, 10) if step * n >= most)


def spans(rows: Mapping[str, tuple[float, float, float]], title: str) -> str:
    """Return the rows (low, middle, high) as dots with intervals, as SVG.

    The row with the greatest middle is on top.
    """
    ends = [end for row in rows.values() for end in row] or [0.0]
    low, high = min(ends), max(ends)
    wide, tall = WIDTH - 120 - 24, TOP + 30 * len(rows) + BOTTOM

    def x(value: float) -> float:
        return round(120 + wide * (value - low) / ((high - low) or 1.0), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {tall}" font-family="sans-serif" font-size="12">',
        f'<rect width="{WIDTH}" height="{tall}" fill="#fbf9f4"/>',
        f'<text x="16" y="22" font-size="14" fill="{INK}">{escape(title)}</text>',
    ]
    for share in range(5):
        value = low + (high - low) * share / 4
        parts.append(
            f'<line x1="{x(value)}" x2="{x(value)}" y1="{TOP - 8}" y2="{tall - BOTTOM}" stroke="{RULE}"/>'
        )
        parts.append(
            f'<text x="{x(value)}" y="{tall - 20}" text-anchor="middle" fill="{INK}">{value:.0f}</text>'
        )
    for i, (name, (begin, middle, end)) in enumerate(
        sorted(rows.items(), key=lambda row: -row[1][1])
    ):
        y, colour = TOP + 30 * i + 8, COLOURS[i % len(COLOURS)]
        parts.append(
            f'<text x="110" y="{y + 4}" text-anchor="end" fill="{INK}">{escape(name)}</text>'
        )
        parts.append(
            f'<line x1="{x(begin)}" x2="{x(end)}" y1="{y}" y2="{y}" stroke="{colour}" stroke-width="3"/>'
        )
        parts.append(f'<circle cx="{x(middle)}" cy="{y}" r="5" fill="{colour}"/>')
    return "\n".join([*parts, "</svg>", ""])
