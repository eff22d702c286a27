"""Report of the load test: figures with their limits, and plots."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tools import plot

Check = tuple[str, float, str, float, str]  # name, measured, comparison, limit, unit
STORES = {"a": "file", "b": "server", "c": "processes"}


def checks(report: dict[str, Any]) -> list[Check]:
    """Return each promised limit with its measured figure."""
    found = list[Check]()
    for name in STORES:
        if part := report.get(name):
            wanted = part["targets"]
            found += [
                (
                    f"({name}) answer, p99",
                    part["answer_s"]["p99"],
                    "<=",
                    wanted["answer_p99_s"],
                    "s",
                ),
                (f"({name}) board, p99", part["board_s"]["p99"], "<=", wanted["board_p99_s"], "s"),
                (f"({name}) memory", part["mib"], "<=", wanted["mib"], "MiB"),
                (f"({name}) moves lost", part["lost"], "<=", wanted["lost"], ""),
                (f"({name}) moves doubled", part["doubled"], "<=", wanted["doubled"], ""),
                (f"({name}) tables that are not their log", len(part["unsound"]), "<=", 0, ""),
            ]
        if part and "taken_over_s" in part:
            found.append(
                (
                    f"({name}) taken over after",
                    part["taken_over_s"],
                    "<=",
                    wanted["taken_over_s"],
                    "s",
                )
            )
    if (one := report.get("a")) and (two := report.get("b")):
        for what in ("answer_s", "board_s"):
            for point in ("p50", "p99"):
                ratio = round(two[what][point] / one[what][point], 2) if one[what][point] else 0.0
                found.append(
                    (
                        f"server to file, {what[:-2]}, {point}",
                        ratio,
                        "<=",
                        one["targets"]["ratio"],
                        "",
                    )
                )
    return found


def missed(report: dict[str, Any]) -> list[str]:
    """Return the names of the missed limits."""
    return [what for what, measured, _, promised, _ in checks(report) if measured > promised]


def say(report: dict[str, Any]) -> None:
    """Print the report."""
    print(f"\n{report['machine']}, load {report['load_average']}\n")
    for what, measured, comparison, promised, unit in checks(report):
        kept = "ok  " if measured <= promised else "MISS"
        print(f"{kept} {what:<34} {measured:>9,} {unit:<4} promised {comparison} {promised:,}")
    for name, store in STORES.items():
        if part := report.get(name):
            print(
                f"\n({name}) on a {store}: "
                + ", ".join(f"{key} {value:,}" for key, value in part["size"].items())
            )
            for key, value in part.items():
                if key not in ("size", "targets"):
                    told = (
                        "  ".join(f"{one} {two}" for one, two in value.items())
                        if isinstance(value, dict)
                        else value
                    )
                    print(f"    {key:<20} {told}")
    if part := report.get("d"):
        print(f"\n(d) {part['servers']} servers")
        for step in part["steps"]:
            print("    " + "  ".join(f"{key} {value}" for key, value in step.items()))


def draw(report: dict[str, Any], folder: Path) -> None:
    """Write the plots as SVG into a folder."""
    spans = {
        f"{what}, {STORES[name]}": tuple(
            1000 * report[name][f"{what}_s"][point] for point in ("p50", "p90", "p99")
        )
        for name in STORES
        if name in report
        for what in ("answer", "board")
    }
    folder.mkdir(parents=True, exist_ok=True)
    if spans:
        title = "Milliseconds from click to answer and from commit to board: p50, p90, p99"
        (folder / "load.svg").write_text(plot.spans(spans, title), "utf-8")
    if part := report.get("d"):
        keys_by_name = {
            "start": ("start_processor_s",),
            "memory": ("mib",),
            "click": ("click_processor_ms",),
            "tick": ("look_ms", "p50"),
        }
        series = {
            name: [(step["tables"], _value_at(step, keys)) for step in part["steps"]]
            for name, keys in keys_by_name.items()
        }
        shares = {
            name: [(at, value / (points[0][1] or 1.0)) for at, value in points]
            for name, points in series.items()
        }
        title = "Processor and memory by running tables that are stored, as a multiple of those with ten"
        (folder / "growth.svg").write_text(plot.curves(shares, title, "running tables"), "utf-8")


def _value_at(step: dict[str, Any], keys: tuple[str, ...]) -> float:
    value: Any = step
    for name in keys:
        value = value[name]
    return float(value)
