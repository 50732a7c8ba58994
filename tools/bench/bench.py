"""The benchmarks: ours beside a peer's, in one run, on one thread but where a
row says more.

A row is {name, ours, unit, peer, peer_name, ratio, limit}. `ours` and `peer`
are medians of runs that alternate; `ratio` is how many times as fast as the
peer we are (peer / ours); `limit` says what the row must fulfil, or is empty.
Peers that cannot be imported are left out, and their columns are empty.
Results are compared; a benchmark that computes something else than its peer is
an error.
"""

import argparse
import functools
import json
import os
import subprocess
import sys
from typing import Callable, Dict, Iterator, List, Optional

import amp_bench
import image_bench
import image_nets
import loop_bench
import lstm_bench
import python_bench

Row = Dict[str, object]

_FOLDER = os.path.dirname(os.path.abspath(__file__))
_NATIVE = os.path.join(_FOLDER, "native_bench")
_BARE = os.path.join(_FOLDER, "bare_layers")
_OPS = 1000  # in a block of native_bench.cc


def row(name: str, ours: float, unit: str, peer: Optional[float] = None,
        peer_name: str = "", limit: str = "") -> Row:
    ratio = None if peer is None else peer / ours
    return {"name": name, "ours": ours, "unit": unit, "peer": peer,
            "peer_name": peer_name, "ratio": ratio, "limit": limit}


def native_medians(names: List[str]) -> Dict[str, float]:
    """Medians of processor time in native_bench, which interleaves them."""
    output = subprocess.run(
        [_NATIVE, "--benchmark_filter=^(%s)$" % "|".join(names),
         "--benchmark_repetitions=9", "--benchmark_min_time=0.1",
         "--benchmark_enable_random_interleaving=true",
         "--benchmark_report_aggregates_only=true",
         "--benchmark_format=json"],
        check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    medians = {}
    for run in json.loads(output)["benchmarks"]:
        if run.get("error_occurred"):
            raise RuntimeError("%s: %s" % (run["name"], run["error_message"]))
        if run["aggregate_name"] == "median":
            medians[run["run_name"]] = run["cpu_time"]
    return medians


def executor_overhead() -> Row:
    medians = native_medians(["BlockOfScales", "KernelsOfScale"])
    beyond = (medians["BlockOfScales"] - medians["KernelsOfScale"]) / _OPS
    return row("executor/1000_ops_beyond_kernels", beyond * 1000, "ns/op",
               limit="ours <= 60")


def against(name: str, ours: str, peer: str, peer_name: str,
            limit: str) -> Row:
    medians = native_medians([ours, peer])
    return row(name, medians[ours], "ms", medians[peer], peer_name, limit)


def fit_a_line() -> Row:
    return row("python/fit_a_line_step", python_bench.fit_a_line_step(), "us",
               limit="ours <= 20")


def network(name: str) -> Row:
    ours, peer = python_bench.network_step(name)
    return row("python/%s_step_batch64_adam" % name, ours, "ms", peer,
               "" if peer is None else "PyTorch")


def profiled(name: str) -> Row:
    on, off = python_bench.profiled_step(name)
    return row("python/%s_step_with_profiler" % name, on, "ms", off,
               "without", "ratio >= 0.98")


def lstm_bound() -> Row:
    times = lstm_bench.step_times()
    return row("python/lstm3_128_of_matrix_products",
               100 * times.bound / times.ours, "%", limit="ours >= 55")


def lstm(kind: str) -> Row:
    times = lstm_bench.step_times()
    peer = getattr(times, kind)
    if peer is None:
        return row("python/lstm3_128_step_adam", times.ours, "ms")
    return row("python/lstm3_128_step_adam", times.ours, "ms", peer,
               "PyTorch " + kind, "ratio >= 2")


def inference(name: str, batch: int, threads: int) -> Row:
    """Beside the fastest of the peers that there are. `bare` are the net's
    convolutions as primitives of oneDNN, without anything between them."""
    times = image_bench.inference_times(_BARE, name, batch, threads)
    label = "inference/%s_batch%d_%d_threads" % (name, batch, threads)
    peers = {peer: ms for peer, ms in times.items()
             if peer not in ("ours", "bare")}
    if not peers:
        return dict(row(label, times["ours"], "ms"), bare=times["bare"])
    best = min(peers, key=lambda peer: peers[peer])
    return dict(row(label, times["ours"], "ms", peers[best], best,
                    "ratio >= 1.1"), bare=times["bare"])


def mixed_precision(name: str) -> Row:
    times = amp_bench.step_times(name)
    return row("python/%s_step_bfloat16" % name, times.half, "ms", times.full,
               "float32", "ratio >= 1.2")


def half_inference(name: str, batch: int, threads: int) -> Row:
    """In bfloat16, beside float32; of use where the processor multiplies
    bfloat16 itself."""
    half, full = image_bench.half_times(name, batch, threads)
    label = "inference/%s_batch%d_%d_threads_bfloat16" % (name, batch, threads)
    return row(label, half, "ms", full, "float32")


def rnn_step() -> Row:
    written, fused = loop_bench.rnn_step_times()
    return row("python/rnn_lstm_128_step", written, "ms", fused,
               "fused lstm operator", "ratio >= 0.4")


def while_op() -> Row:
    return row("python/while_10000_iterations", loop_bench.while_op_time(),
               "ns/op", limit="ours <= 120")


def invariants() -> Row:
    after, before = loop_bench.invariant_times()
    return row("python/while_invariant_product", after, "ms", before,
               "in each iteration", "ratio >= 1.2")


def projections() -> Row:
    after, before = loop_bench.projection_times()
    return row("python/rnn_projections", after, "ms", before, "in each step",
               "ratio >= 1.05")


def matmul(size: int, dtype: str) -> Row:
    kind = {"float32": "float", "bfloat16": "platform::bfloat16"}[dtype]
    return against(
        f"matmul/{dtype}/{size}", f"MatmulBlock<{kind}>/{size}",
        f"MatmulOneDnn<{kind}>/{size}", "oneDNN", "ratio >= 0.98")


BENCHMARKS: Dict[str, Callable[[], Row]] = {
    "executor": executor_overhead,
    **{f"matmul_{dtype}_{size}": functools.partial(matmul, size, dtype)
       for dtype in ("float32", "bfloat16")
       for size in (256, 512, 1024, 2048, 4096)},
    "elementwise_add": lambda: against(
        "elementwise_add/4M", "AddBlock", "AddLoop", "streaming loop",
        "ratio >= 0.9"),
    "fit_a_line": fit_a_line,
    "mlp": lambda: network("mlp"),
    "conv": lambda: network("conv"),
    "profiler_mlp": lambda: profiled("mlp"),
    "profiler_conv": lambda: profiled("conv"),
    "lstm_bound": lstm_bound,
    "lstm_padded": lambda: lstm("padded"),
    "lstm_packed": lambda: lstm("packed"),
    **{f"amp_{name}": functools.partial(mixed_precision, name)
       for name in ("encoder", "attention", "resnet50")},
    "rnn": rnn_step,
    "while": while_op,
    "hoist_invariants": invariants,
    "hoist_projections": projections,
}
for _net in image_nets.NETS:
    for _batch in (1, 16):
        for _threads in (1, 2):
            BENCHMARKS["%s_b%d_t%d" % (_net, _batch, _threads)] = (
                functools.partial(inference, _net, _batch, _threads))
BENCHMARKS["resnet50_b16_t1_bfloat16"] = functools.partial(
    half_inference, "resnet50", 16, 1)


def holds(result: Row) -> bool:
    """True if the row fulfils its limit, such as "ours <= 60"."""
    if not result["limit"]:
        return True
    column, comparison, bound = str(result["limit"]).split()
    value = float(str(result[column]))
    return value <= float(bound) if comparison == "<=" else (
        value >= float(bound))


def printed(result: Row) -> str:
    text = "%-36s %10.4g %-6s" % (result["name"], result["ours"],
                                  result["unit"])
    if result["peer"] is not None:
        text += " %10.4g %-15s ratio %.2f" % (
            result["peer"], result["peer_name"], result["ratio"])
    if "bare" in result:
        text += "  bare %.4g" % result["bare"]
    if result["limit"]:
        text += "  (%s: %s)" % (result["limit"],
                                "holds" if holds(result) else "FAILS")
    return text


def run(pattern: str) -> Iterator[Row]:
    for name, benchmark in BENCHMARKS.items():
        if pattern in name:
            yield benchmark()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE", help="also write the rows")
    parser.add_argument("pattern", nargs="?", default="",
                        help="part of the name: %s" % ", ".join(BENCHMARKS))
    arguments = parser.parse_args()
    rows = []
    for result in run(arguments.pattern):
        print(printed(result), flush=True)
        rows.append(result)
    if not rows:
        parser.error("no benchmark is called like " + arguments.pattern)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(rows, file, indent=1)
    return 0 if all(map(holds, rows)) else 1


if __name__ == "__main__":
    sys.exit(main())
