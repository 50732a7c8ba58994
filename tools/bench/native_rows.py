"""Rows of native_bench.cc, which needs no Python."""

import functools
import json
import subprocess
import time
from typing import Callable, Dict, List, Optional, Sequence

from python_bench import _alternating, paired
from rows import Benchmarks, Row, beside_best, program, row

_OPS = 1000  # in a block of native_bench.cc
_MATMUL_ROUNDS = 9


def medians(names: Sequence[str], clock: str = "cpu_time",
            repetitions: int = 9) -> Dict[str, float]:
    """Medians of native_bench, which interleaves repetitions, in the unit of
    each. cpu_time is that of one thread: two are measured by real_time."""
    output = subprocess.run(
        [program("native_bench"),
         "--benchmark_filter=^(%s)$" % "|".join(names),
         "--benchmark_repetitions=%d" % repetitions,
         "--benchmark_min_time=0.1",
         "--benchmark_enable_random_interleaving=true",
         "--benchmark_report_aggregates_only=true",
         "--benchmark_format=json"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    found = {}
    for run in json.loads(output)["benchmarks"]:
        if run.get("error_occurred"):
            raise RuntimeError("%s: %s" % (run["name"], run["error_message"]))
        if run["aggregate_name"] == "median":
            found[run["run_name"]] = run[clock]
    return found


def _executor_overhead() -> Row:
    times = medians(["BlockOfScales", "KernelsOfScale"])
    beyond = (times["BlockOfScales"] - times["KernelsOfScale"]) / _OPS
    return row("executor/1000_ops_beyond_kernels", beyond * 1000, "ns/op",
               limit="ours <= 10")


def _stream(name: str, block: str, tensors: int, threads: int) -> Row:
    """An operator on tensors of 64 MB beside memcpy of the bytes that it reads
    and writes: the ratio is its share of the bandwidth of a copy."""
    ours, peer = f"{block}/{threads}", f"Copy/{threads}/{tensors}"
    times = medians([ours, peer], "cpu_time" if threads == 1 else "real_time")
    return row(f"stream/{name}_64MB_{threads}_threads", times[ours], "ms",
               times[peer], "memcpy", "ratio >= 0.9")


def torch_product(size: int, dtype: str) -> Optional[Callable[[], object]]:
    """Multiplies the matrices of native_bench.cc, on one thread; None without
    PyTorch."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(1)
    kind = getattr(torch, dtype)
    a = torch.full((size, size), 0.5, dtype=kind)
    b = torch.full((size, size), 0.25, dtype=kind)
    c = torch.empty((size, size), dtype=kind)
    if float(torch.mm(a, b, out=c)[0, 0]) != 0.125 * size:
        raise RuntimeError("PyTorch's product is %s" % c)
    return lambda: torch.mm(a, b, out=c)


def _milliseconds(step: Callable[[], object], rounds: int) -> float:
    """The median of processor time in rounds of a tenth of a second."""
    once, = _alternating([step], 1, 1, time.process_time)
    repeats = max(1, round(0.1 / once))
    return 1e3 * _alternating([step], repeats, rounds, time.process_time)[0]


def _matmul(size: int, dtype: str) -> Row:
    """Beside the faster one of the peers, which alternate in rounds."""
    kind = {"float32": "float", "bfloat16": "platform::bfloat16"}[dtype]
    names = {"ours": f"MatmulBlock<{kind}>/{size}",
             "oneDNN": f"MatmulOneDnn<{kind}>/{size}"}
    product = torch_product(size, dtype)
    times: Dict[str, List[float]] = {name: [] for name in names}
    for _ in range(_MATMUL_ROUNDS):
        found = medians(list(names.values()), repetitions=3)
        for name, benchmark in names.items():
            times[name].append(found[benchmark])
        if product is not None:
            times.setdefault("PyTorch", []).append(_milliseconds(product, 3))
    return beside_best(f"matmul/{dtype}/{size}", "ms",
                       dict(zip(times, paired(list(times.values())))),
                       "ratio >= 0.98")


# The operators of native_bench.cc that move large tensors, and how many.
_STREAMS = {"elementwise_add": ("AddBlock", 3), "relu": ("ReluBlock", 2),
            "softmax": ("SoftmaxBlock", 2), "layer_norm": ("LayerNormBlock", 2)}

ROWS: Benchmarks = {
    "executor": _executor_overhead,
    **{f"matmul_{dtype}_{size}": functools.partial(_matmul, size, dtype)
       for dtype in ("float32", "bfloat16")
       for size in (256, 512, 1024, 2048, 4096)},
    **{f"{name}_t{threads}": functools.partial(_stream, name, *stream, threads)
       for name, stream in _STREAMS.items() for threads in (1, 2)},
}
