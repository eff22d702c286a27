"""Report of the load test: figures with their limits, and plots."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

from tools import plot


class Check(NamedTuple):
    """Measured figure, and the limit that is promised for it."""

    name: str
    measured: float
    limit: float
    unit: str = ""


# What parts (a) to (c) of the load test run on; part (d) has no limits.
STORES = {"a": "file", "b": "server", "c": "processes"}


def checks(report: dict[str, Any]) -> list[Check]:
    """Return each promised limit with its measured figure."""
    found = list[Check]()
    for name in STORES:
        if part := report.get(name):
            limits = part["targets"]
            found += [
                Check(
                    f"({name}) answer, p99", part["answer_s"]["p99"], limits["answer_p99_s"], "s"
                ),
                Check(f"({name}) board, p99", part["board_s"]["p99"], limits["board_p99_s"], "s"),
                Check(f"({name}) memory", part["mib"], limits["mib"], "MiB"),
                Check(f"({name}) moves lost", part["lost"], limits["lost"]),
                Check(f"({name}) moves doubled", part["doubled"], limits["doubled"]),
                Check(
                    f"({name}) matches that differ from the replay of their log",
                    len(part["unsound"]),
                    0,
                ),
            ]
            if "taken_over_s" in part:
                found.append(
                    Check(
                        f"({name}) second process took over after",
                        part["taken_over_s"],
                        limits["taken_over_s"],
                        "s",
                    )
                )
    if (on_file := report.get("a")) and (on_server := report.get("b")):
        for figure in ("answer_s", "board_s"):
            for point in ("p50", "p99"):
                file_s = on_file[figure][point]
                server_s = on_server[figure][point]
                found.append(
                    Check(
                        f"server to file, {figure.removesuffix('_s')}, {point}",
                        round(server_s / file_s, 2) if file_s else 0.0,
                        on_file["targets"]["ratio"],
                    )
                )
    return found


def missed(report: dict[str, Any]) -> list[str]:
    """Return the names of the missed limits."""
    return [check.name for check in checks(report) if check.measured > check.limit]


def print_report(report: dict[str, Any]) -> None:
    """Print the report."""
    print(f"\n{report['machine']}, load {report['load_average']}\n")
    for check in checks(report):
        verdict = "ok  " if check.measured <= check.limit else "MISS"
        figure = f"{check.measured:>9,} {check.unit:<4}"
        print(f"{verdict} {check.name:<34} {figure} promised <= {check.limit:,}")
    for name, store in STORES.items():
        if part := report.get(name):
            print(
                f"\n({name}) on a {store}: "
                + ", ".join(f"{key} {value:,}" for key, value in part["size"].items())
            )
            for key, value in part.items():
                if key not in ("size", "targets"):
                    shown = (
                        "  ".join(f"{point} {figure}" for point, figure in value.items())
                        if isinstance(value, dict)
                        else value
                    )
                    print(f"    {key:<20} {shown}")
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
            "tick": ("due_tick_ms", "p50"),
        }
        series = {
            name: [(step["tables"], _value_at(step, keys)) for step in part["steps"]]
            for name, keys in keys_by_name.items()
        }
        shares = {
            name: [(at, value / (points[0][1] or 1.0)) for at, value in points]
            for name, points in series.items()
        }
        title = "Processor and memory by stored running matches, as a multiple of those with ten"
        (folder / "growth.svg").write_text(plot.curves(shares, title, "running matches"), "utf-8")


def _value_at(step: dict[str, Any], keys: tuple[str, ...]) -> float:
    value: Any = step
    for name in keys:
        value = value[name]
    return float(value)
