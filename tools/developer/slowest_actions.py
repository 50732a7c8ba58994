"""Prints where the time of a Bazel build went, from its profile.

usage: slowest_actions.py PROFILE.json.gz [HOW_MANY]
The time of the whole build, that of each kind of action ("Compiling",
"Linking", "Testing", ...) added up over the jobs that ran side by side, and the
slowest compilations and tests. What came from a cache took next to no time, so
only a build without one tells.
"""

import collections
import gzip
import json
import sys
from typing import Any, Dict, Iterable, List, Tuple

Action = Tuple[str, float]  # its description, seconds


def read_actions(path: str) -> Tuple[List[Action], float]:
    """The actions of a profile, and the seconds of the whole build."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    end = max((e["ts"] + e.get("dur", 0) for e in events if "ts" in e),
              default=0)
    actions = [(e["name"], e["dur"] / 1e6) for e in events
               if e.get("cat") == "action processing"]
    return actions, end / 1e6


def by_kind(actions: Iterable[Action]) -> List[Action]:
    """Seconds of each first word, the longest first."""
    seconds: Dict[str, float] = collections.defaultdict(float)
    for name, duration in actions:
        seconds[name.split(" ", 1)[0]] += duration
    return sorted(seconds.items(), key=lambda item: -item[1])


def slowest(actions: Iterable[Action], kind: str, count: int) -> List[Action]:
    chosen = [a for a in actions if a[0].startswith(kind + " ")]
    return sorted(chosen, key=lambda action: -action[1])[:count]


def report(actions: List[Action], seconds: float, count: int) -> str:
    lines = [f"{seconds:8.1f} s  whole build"]
    lines += [f"{duration:8.1f} s  {kind} (all)"
              for kind, duration in by_kind(actions)[:5]]
    for kind in ("Compiling", "Testing"):
        lines.append("")
        lines += [f"{duration:8.1f} s  {name}"
                  for name, duration in slowest(actions, kind, count)]
    return "\n".join(lines)


def main(arguments: List[str]) -> Any:
    if not 1 <= len(arguments) <= 2:
        return __doc__
    count = int(arguments[1]) if len(arguments) == 2 else 10
    actions, seconds = read_actions(arguments[0])
    print(report(actions, seconds, count))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
