"""Trace files of what operators did when, in the Chrome trace event format.

See "Trace Event Format" (Chromium project): complete events ("X"), counters
("C") and metadata ("M"), times in microseconds. Perfetto reads it as well.
"""

import gzip
import io
import json
import os
from typing import IO, Any, Dict, List

import numpy as np

from ..io.files import replacing


def write_trace(path: str, records: List[Any], events: np.ndarray) -> None:
    """records: OpRecord by label; events: label, thread, begin, end, memory.

    Nothing is left half-written: the file appears under its name when whole.
    """
    with replacing(path, text=not path.endswith(".gz")) as file:
        if path.endswith(".gz"):
            packed: Any = gzip.GzipFile(fileobj=file, mode="wb")
            with io.TextIOWrapper(packed, encoding="utf-8") as compressed:
                _write(compressed, records, events)
        else:
            _write(file, records, events)


def _write(file: IO[Any], records: List[Any], events: np.ndarray) -> None:
    pid = os.getpid()
    start = int(events[0, 2]) if len(events) else 0
    heads = [json.dumps(_head(record, pid))[:-1] for record in records]
    file.write('{"displayTimeUnit": "ns", "traceEvents": [\n')
    file.write(json.dumps({"ph": "M", "name": "process_name", "pid": pid,
                           "args": {"name": "paddle"}}))
    for thread in np.unique(events[:, 1]):
        file.write(",\n" + json.dumps({
            "ph": "M", "name": "thread_name", "pid": pid, "tid": int(thread),
            "args": {"name": f"thread {thread}"}}))
    memory = None
    for label, thread, begin, end, after in events.tolist():
        file.write(f',\n{heads[label]}, "tid": {thread}, '
                   f'"ts": {(begin - start) / 1e3:.3f}, '
                   f'"dur": {(end - begin) / 1e3:.3f}}}')
        if after != memory:
            memory = after
            file.write(f',\n{{"ph": "C", "name": "memory", "pid": {pid}, '
                       f'"ts": {(end - start) / 1e3:.3f}, '
                       f'"args": {{"bytes": {after}}}}}')
    file.write("\n]}\n")


def _head(record: Any, pid: int) -> Dict[str, Any]:
    """All but what differs from call to call."""
    details = {slot + " " + name: f"{list(shape)} {dtype}"
               for slot, name, shape, dtype in record.inputs + record.outputs}
    details["bytes"] = record.bytes
    if record.where:
        details["line"] = record.where
    return {"ph": "X", "name": record.type, "cat": record.op.role, "pid": pid,
            "args": details}
