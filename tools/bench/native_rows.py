"""Rows of native_bench.cc: what needs no Python."""

import functools
import json
import os
import subprocess
from typing import Dict, List

from rows import Benchmarks, Row, row

_NATIVE = os.path.join(os.path.dirname(os.path.abspath(__file__)),
                       "native_bench")
_OPS = 1000  # in a block of native_bench.cc


def medians(names: List[str]) -> Dict[str, float]:
    """Medians of processor time in native_bench, which interleaves them."""
    output = subprocess.run(
        [_NATIVE, "--benchmark_filter=^(%s)$" % "|".join(names),
         "--benchmark_repetitions=9", "--benchmark_min_time=0.1",
         "--benchmark_enable_random_interleaving=true",
         "--benchmark_report_aggregates_only=true",
         "--benchmark_format=json"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    found = {}
    for run in json.loads(output)["benchmarks"]:
        if run.get("error_occurred"):
            raise RuntimeError("%s: %s" % (run["name"], run["error_message"]))
        if run["aggregate_name"] == "median":
            found[run["run_name"]] = run["cpu_time"]
    return found


def _executor_overhead() -> Row:
    times = medians(["BlockOfScales", "KernelsOfScale"])
    beyond = (times["BlockOfScales"] - times["KernelsOfScale"]) / _OPS
    return row("executor/1000_ops_beyond_kernels", beyond * 1000, "ns/op",
               limit="ours <= 60")


def _against(name: str, ours: str, peer: str, peer_name: str,
             limit: str) -> Row:
    times = medians([ours, peer])
    return row(name, times[ours], "ms", times[peer], peer_name, limit)


def _matmul(size: int, dtype: str) -> Row:
    kind = {"float32": "float", "bfloat16": "platform::bfloat16"}[dtype]
    return _against(
        f"matmul/{dtype}/{size}", f"MatmulBlock<{kind}>/{size}",
        f"MatmulOneDnn<{kind}>/{size}", "oneDNN", "ratio >= 0.98")


ROWS: Benchmarks = {
    "executor": _executor_overhead,
    **{f"matmul_{dtype}_{size}": functools.partial(_matmul, size, dtype)
       for dtype in ("float32", "bfloat16")
       for size in (256, 512, 1024, 2048, 4096)},
    "elementwise_add": lambda: _against(
        "elementwise_add/4M", "AddBlock", "AddLoop", "streaming loop",
        "ratio >= 0.9"),
}
