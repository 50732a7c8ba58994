"""The rows of the benchmarks.

A row is {name, ours, unit, peer, peer_name, ratio, limit}. `ours` and `peer`
are medians of runs that alternate; `ratio` is how many times as fast as the
peer we are (peer / ours); `limit` says what the row must fulfil, or is empty.
Without a peer its columns are None and empty, and so is a limit of the ratio.
A row may have more columns, which are printed behind these.
"""

import os
import sys
from typing import Any, Callable, Dict, Mapping, Optional

Row = Dict[str, object]
# Names for the command line, and what makes their rows.
Benchmarks = Dict[str, Callable[[], Row]]


_COLUMNS = {"name", "ours", "unit", "peer", "peer_name", "ratio", "limit"}


def program(name: str) -> str:
    """The path of a program beside these files. Bazel links to the sources,
    whose folder has no programs, so that it is looked for where Python looks
    for modules."""
    for folder in sys.path:
        path = os.path.join(folder, name)
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return path
    raise FileNotFoundError(f"{name} is in none of {sys.path}")


def row(name: str, ours: float, unit: str, peer: Optional[float] = None,
        peer_name: str = "", limit: str = "") -> Row:
    ratio = None if peer is None else peer / ours
    if ratio is None and limit.startswith("ratio"):
        limit = ""
    return {"name": name, "ours": ours, "unit": unit, "peer": peer,
            "peer_name": peer_name, "ratio": ratio, "limit": limit}


def beside_best(name: str, unit: str, times: Mapping[str, float],
                limit: str = "") -> Row:
    """A row of times["ours"] beside the least of all others, if any. Several
    are in a column "peers"."""
    peers = {peer: time for peer, time in times.items() if peer != "ours"}
    if not peers:
        return row(name, times["ours"], unit, limit=limit)
    best = min(peers, key=lambda peer: peers[peer])
    result = row(name, times["ours"], unit, peers[best], best, limit)
    return dict(result, peers=peers) if len(peers) > 1 else result


def holds(result: Row) -> bool:
    """True if the row fulfils its limit, such as "ours <= 60"."""
    if not result["limit"]:
        return True
    column, comparison, bound = str(result["limit"]).split()
    value = float(str(result[column]))
    return value <= float(bound) if comparison == "<=" else (
        value >= float(bound))


def _more(column: str, value: Any) -> str:
    """The text of a column that not all rows have: a number, numbers by name,
    or the reasons why peers are left out."""
    if column == "left_out":
        return "".join("  %s left out: %s" % each for each in value.items())
    values = value if isinstance(value, dict) else {column: value}
    return "".join("  %s %.4g" % each for each in values.items())


def printed(result: Row) -> str:
    text = "%-36s %10.4g %-6s" % (result["name"], result["ours"],
                                  result["unit"])
    if result["peer"] is not None:
        text += " %10.4g %-15s ratio %.2f" % (
            result["peer"], result["peer_name"], result["ratio"])
    for column in sorted(result.keys() - _COLUMNS):
        text += _more(column, result[column])
    if result["limit"]:
        text += "  (%s: %s)" % (result["limit"],
                                "holds" if holds(result) else "FAILS")
    return text
