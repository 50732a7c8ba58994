"""The benchmarks: ours beside a peer's, in one run, on one thread but where a
row says more.

Peers that cannot be imported are left out, and their columns are empty.
Results are compared; a benchmark that computes something else than its peer is
an error.
"""

import argparse
import functools
import json
import sys
from typing import Iterator

import amp_bench
import beam_rows
import busy_bench
import inference_rows
import loop_bench
import lstm_bench
import memory_rows
import native_rows
import picture
import python_bench
import training_rows
from rows import Benchmarks, Row, holds, printed, row


def fit_a_line() -> Row:
    return row("python/fit_a_line_step", python_bench.fit_a_line_step(), "us",
               limit="ours <= 20")


def busy() -> Row:
    """The mean step while two processes compute without end, beside that
    without them."""
    times = busy_bench.step_times()
    return row("python/mlp128_step_2_threads_busy", times.busy, "ms",
               times.idle, "idle", "ratio >= 0.4")


def profiled(name: str) -> Row:
    on, off = python_bench.profiled_step(name)
    return row("python/%s_step_with_profiler" % name, on, "ms", off,
               "without", "ratio >= 0.98")


def lstm_bound() -> Row:
    ours, bound = lstm_bench.step_times()
    return row("python/lstm3_128_of_matrix_products", 100 * bound / ours, "%",
               limit="ours >= 55")


def mixed_precision(name: str) -> Row:
    times = amp_bench.step_times(name)
    return row("python/%s_step_bfloat16" % name, times.half, "ms", times.full,
               "float32", "ratio >= 1.2")


def rnn_step() -> Row:
    written, fused = loop_bench.rnn_step_times()
    return row("python/rnn_lstm_128_step", written, "ms", fused,
               "fused lstm operator", "ratio >= 0.4")


def while_op() -> Row:
    return row("python/while_10000_iterations", loop_bench.while_op_time(),
               "ns/op", limit="ours <= 40")


def invariants() -> Row:
    after, before = loop_bench.invariant_times()
    return row("python/while_invariant_product", after, "ms", before,
               "in each iteration", "ratio >= 1.2")


def projections() -> Row:
    after, before = loop_bench.projection_times()
    return row("python/rnn_projections", after, "ms", before, "in each step",
               "ratio >= 1.05")


BENCHMARKS: Benchmarks = {
    **native_rows.ROWS,
    "fit_a_line": fit_a_line,
    "busy": busy,
    "profiler_mlp": lambda: profiled("mlp"),
    "profiler_conv": lambda: profiled("conv"),
    "lstm_bound": lstm_bound,
    **{f"amp_{name}": functools.partial(mixed_precision, name)
       for name in ("encoder", "attention", "resnet50")},
    "rnn": rnn_step,
    "while": while_op,
    "hoist_invariants": invariants,
    "hoist_projections": projections,
    **inference_rows.ROWS,
    **training_rows.ROWS,
    **beam_rows.ROWS,
    **memory_rows.ROWS,
}


def run(pattern: str) -> Iterator[Row]:
    for name, benchmark in BENCHMARKS.items():
        if pattern in name:
            yield benchmark()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE", help="also write the rows")
    parser.add_argument("--svg", metavar="FILE",
                        help="also draw them: ratios and limits")
    parser.add_argument("pattern", nargs="?", default="",
                        help="part of the name: %s" % ", ".join(BENCHMARKS))
    arguments = parser.parse_args()
    table = []
    for result in run(arguments.pattern):
        print(printed(result), flush=True)
        table.append(result)
    if not table:
        parser.error("no benchmark is called like " + arguments.pattern)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(table, file, indent=1)
    if arguments.svg:
        with open(arguments.svg, "w") as file:
            file.write(picture.svg(table))
    return 0 if all(map(holds, table)) else 1


if __name__ == "__main__":
    sys.exit(main())
