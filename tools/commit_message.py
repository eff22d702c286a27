"""Check a commit message: `python -m tools.commit_message FILE` (a `commit-msg` hook).

The subject is an instruction of at most 72 characters without a full stop. A blank line
separates it from the body.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

MAX_SUBJECT_CHARS = 72
MACHINE_MADE = ("Merge ", "Revert ", "fixup! ", "squash! ", "Version ")
# First words that an instruction never has: articles, pronouns, prepositions, participles, third
# persons.
NO_VERB = re.compile(
    r"a|an|the|it|its|is|are|in|on|at|by|of|for|from|with|to|after|before|among|new|more|no|each|"
    r"nobody|everybody|who|whoever|what|when|where|which|how|one|two|\w+ed|\w+ing|\w+s",
    re.IGNORECASE,
)
VERBS = frozenset(
    """access address bring bypass compress cross discuss dismiss embed express feed focus guess need
    pass ping press process seed speed suppress""".split()  # noqa: SIM905 - a list of 26 lines
)


def faults(message: str) -> list[str]:
    """Return what is wrong with a commit message, one sentence each."""
    lines = [line for line in message.splitlines() if not line.startswith("#")]
    subject = lines[0].strip() if lines else ""
    if not subject:
        return ["The message is empty."]
    if subject.startswith(MACHINE_MADE):
        return []
    found = []
    if len(subject) > MAX_SUBJECT_CHARS:
        found.append(f"The subject has {len(subject)} characters; {MAX_SUBJECT_CHARS} at most.")
    if subject.endswith("."):
        found.append("The subject ends with a full stop.")
    first = re.split(r"[\s:,]", subject)[0]
    if NO_VERB.fullmatch(first) and first.lower() not in VERBS:
        found.append(f'The subject begins with "{first}": say it as an instruction ("Log ...").')
    if len(lines) > 1 and lines[1].strip():
        found.append("A blank line parts the subject from the body.")
    return found


def main(argv: list[str] | None = None) -> int:
    """Print the faults of the message in a file; return 1 if there are any."""
    parser = argparse.ArgumentParser(prog="commit_message", description=__doc__)
    parser.add_argument("file", type=Path)
    found = faults(parser.parse_args(argv).file.read_text(encoding="utf-8"))
    for fault in found:
        print(fault, file=sys.stderr)
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
