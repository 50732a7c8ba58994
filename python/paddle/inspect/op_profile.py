"""Shows where the time of a program goes, operator by operator.

    with pd.profiler() as profile:
        for batch in batches:
            exe.run(feed=batch, fetch_list=[cost])
    print(profile.table())
    profile.save_trace("trace.json")  # for ui.perfetto.dev, chrome://tracing
"""

import collections
from typing import Any, Callable, Dict, List, Optional, Tuple

import numpy as np

from .. import core
from .flops import flops
from .op_trace import write_trace

Argument = Tuple[str, str, Tuple[int, ...], str]


class OpRecord:
    """One operator with the shapes it ran on, and what that cost.

    Times are seconds over all calls. An operator with blocks (a loop, say)
    contains the operators of its blocks: `total` counts them, `own` does not.
    """

    def __init__(self, record: Dict[str, Any]):
        self.op: core.Operator = record["op"]
        self.block: int = record["block"]
        # (slot, variable, shape, dtype) of each.
        self.inputs: List[Argument] = record["inputs"]
        self.outputs: List[Argument] = record["outputs"]
        self.calls: int = record["calls"]
        self.total: float = record["total"] * 1e-9
        self.own: float = record["own"] * 1e-9
        self.longest: float = record["longest"] * 1e-9
        # Bytes of the dense tensors read and written in one call.
        self.bytes: int = record["bytes"]
        # Operations of one call; None if they are not known.
        self.flops = flops(self.op, {
            name: shape for _, name, shape, _ in self.inputs + self.outputs})

    @property
    def type(self) -> str:
        return self.op.type

    @property
    def where(self) -> str:
        """"train.py:12", the user's line that wrote it; "" if not known."""
        site = self.op.call_site
        return f"{site[0][0]}:{site[0][1]}" if site else ""

    @property
    def label(self) -> str:
        """The operator with its first output: "mul -> fc_0.tmp_0"."""
        return " -> ".join([self.type] + [a[1] for a in self.outputs[:1]])


class Row:
    """Some records together, as a line of the table."""

    def __init__(self, name: str, records: List[OpRecord]):
        self.name = name
        self.calls = sum(r.calls for r in records)
        self.total = sum(r.total for r in records)
        self.own = sum(r.own for r in records)
        self.mean = self.total / max(self.calls, 1)
        self.longest = max(r.longest for r in records)
        self.bytes = sum(r.bytes * r.calls for r in records)
        known = [r for r in records if r.flops is not None]
        self.flops = sum((r.flops or 0.0) * r.calls
                         for r in known) if known else None
        # In those of which the FLOPs are known.
        seconds = sum(r.own for r in known)
        self.gflops_per_second = (
            self.flops / seconds * 1e-9
            if self.flops and seconds > 0 else None)


_GROUPS: Dict[str, Callable[[OpRecord], str]] = {
    "type": lambda r: r.type,
    "op": lambda r: r.label,
    "shape": lambda r: r.type + " " + " ".join(
        "x".join(map(str, shape)) or "scalar" for _, _, shape, _ in r.inputs),
    "line": lambda r: r.where or r.type,
}
_ORDERS = ("own", "total", "calls", "mean", "longest", "bytes")


class Profile:
    """The results of a profiler.

    records: OpRecord of each operator and shape.
    seconds: from the beginning to the end of the profile.
    dropped: how many calls are counted but missing in the trace.
    """

    def __init__(self) -> None:
        self.seconds = 0.0
        self.dropped = 0
        self._ops: List[Dict[str, Any]] = []
        self._records: Optional[List[OpRecord]] = []
        self._events = np.empty((0, 5), "int64")

    def _fill(self, seconds: float, ops: List[Dict[str, Any]],
              events: np.ndarray, dropped: int) -> None:
        self.seconds = seconds
        self._ops = ops
        self._records = None
        self.dropped = dropped
        self._events = events

    @property
    def records(self) -> List[OpRecord]:
        # Made when somebody asks: a profiler around a few steps costs little.
        if self._records is None:
            self._records = [OpRecord(op) for op in self._ops]
        return self._records

    def rows(self, group_by: str = "type", sort_by: str = "own") -> List[Row]:
        """The records in groups, the most costly first.

        group_by: "type" of the operator, "op" (each by itself), "shape" of the
        inputs, or "line" of the user's program.
        sort_by: "own", "total", "calls", "mean", "longest" or "bytes".
        ValueError for another word.
        """
        _check_word("group_by", group_by, _GROUPS)
        _check_word("sort_by", sort_by, _ORDERS)
        groups: Dict[str, List[OpRecord]] = collections.defaultdict(list)
        for record in self.records:
            groups[_GROUPS[group_by](record)].append(record)
        rows = [Row(name, records) for name, records in groups.items()]
        return sorted(rows, key=lambda row: (-getattr(row, sort_by), row.name))

    def table(self, group_by: str = "type", sort_by: str = "own",
              limit: int = 30) -> str:
        """The rows as text; `share` is that of own times in their sum."""
        rows = self.rows(group_by, sort_by)
        everything = sum(row.own for row in rows)
        lines = [_HEADINGS] + [_cells(row, everything) for row in rows[:limit]]
        widths = [max(map(len, column)) for column in zip(*lines)]
        text = ["  ".join([line[0].ljust(widths[0])] + [
            cell.rjust(width) for cell, width in zip(line[1:], widths[1:])])
            for line in lines]
        if len(rows) > limit:
            text.append(f"... and {len(rows) - limit} more")
        text.append(f"{everything * 1e3:.3f} ms in operators, "
                    f"{self.seconds * 1e3:.3f} ms from begin to end")
        return "\n".join(text)

    def save_trace(self, path: str) -> None:
        """Writes the calls as Chrome trace events, which Perfetto reads, too.

        Each has its name, thread, shapes and the user's line; beside them runs
        the memory in use. With a path that ends in .gz it is compressed.
        """
        write_trace(path, self.records, self._events)

    def __str__(self) -> str:
        return self.table()


_HEADINGS = ["operator", "calls", "total ms", "own ms", "share", "mean us",
             "longest us", "MB", "GFLOP/s"]


def _cells(row: Row, everything: float) -> List[str]:
    speed = row.gflops_per_second
    return [row.name, str(row.calls), f"{row.total * 1e3:.3f}",
            f"{row.own * 1e3:.3f}",
            f"{row.own / everything:.1%}" if everything else "",
            f"{row.mean * 1e6:.2f}", f"{row.longest * 1e6:.2f}",
            f"{row.bytes * 1e-6:.3f}",
            "" if speed is None else f"{speed:.2f}"]


def _check_word(what: str, word: str, words: Any) -> None:
    if word not in words:
        raise ValueError(f"{what} is one of {', '.join(words)}, not {word!r}")
