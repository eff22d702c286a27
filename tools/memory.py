"""Memory and processor time of a process and its descendants."""

from __future__ import annotations

import os
import subprocess
from collections import defaultdict
from pathlib import Path

MIB = 1024.0  # KiB


def family(pid: int) -> list[int]:
    """Return the pids of a process and its descendants, itself first."""
    out = subprocess.run(
        ["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    children = defaultdict[int, list[int]](list)
    for line in out.splitlines():
        one, parent = map(int, line.split())
        children[parent].append(one)
    found = [pid]
    for one in found:
        found += children[one]
    return found


def resident(pid: int) -> float:
    """Return the resident memory of one process in MiB, shared pages included.

    Returns 0.0 if the process is gone.
    """
    out = subprocess.run(
        ["ps", "-o", "rss=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout
    return int(out.strip() or 0) / MIB


def proportional(pid: int) -> float:
    """Return the proportional set size (PSS) of one process in MiB.

    PSS divides the memory of a shared page among the processes that share it. On systems other than
    Linux, this is the resident memory.
    """
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()
    except OSError:
        return resident(pid)
    return next((int(line.split()[1]) / MIB for line in lines if line.startswith("Pss:")), 0.0)


def process_tree_memory(pid: int) -> dict[str, float | int]:
    """Return the memory in MiB of a process and its descendants.

    `pss` is the sum of their proportional set sizes, `rss` that of their resident memories, `main`
    the PSS of the process itself, `processes` their number.
    """
    # the list includes the `ps` process itself, which has ended
    each = {one: proportional(one) for one in family(pid)}
    alive = {one: mib for one, mib in each.items() if mib}
    return {
        "pss": round(sum(alive.values()), 1),
        "rss": round(sum(resident(one) for one in alive), 1),
        "main": round(each[pid], 1),
        "processes": len(alive),
    }


def process_tree_cpu_seconds(pid: int) -> float:
    """Return the processor seconds of a process and its living descendants.

    Linux only; returns 0.0 elsewhere.
    """
    spent = 0
    for one in family(pid):
        try:
            stat = Path(f"/proc/{one}/stat").read_text("ascii", "replace")
        except OSError:
            continue
        user, system = stat.rpartition(")")[2].split()[11:13]
        spent += int(user) + int(system)
    return spent / os.sysconf("SC_CLK_TCK")
