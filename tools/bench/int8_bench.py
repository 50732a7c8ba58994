"""Inference with 8-bit integers next to float32 and to ONNX Runtime's.

    PYTHONPATH=<where onnxruntime is> ./tools/dev python \
        tools/bench/int8_bench.py [--nets resnet50] [--threads 1 2]

Prints a row for each net, batch and number of threads: medians, in
milliseconds of all processors, of runs that alternate (--wall: of the clock);
how many times faster than float32; the ratio to ONNX Runtime's integers (peer /
ours), which are calibrated with the same images; and how far results are from
those of float32, relative to the largest.
"""

import argparse
import os
import statistics
import tempfile
import time
from typing import Any, Callable, Dict, Iterator, List, Optional

import numpy as np

import image_bench
import image_nets
import paddle as pd
from image_bench import Run
from image_nets import Net

NETS: Dict[str, Callable[[], Net]] = {"resnet18": image_nets.resnet18,
                                      **image_nets.NETS}


def _ours(net: Net, threads: int, method: str) -> Run:
    pd.set_num_threads(threads)
    ours = image_bench._Ours(net, optimize=2)
    batches = [{ours.feed_name: image_nets.images(net, 4)}]
    calibration = pd.quantization.calibrate(
        ours.main, batches, [ours.fetch], method=method, scope=ours.scope)
    ours.main = pd.quantization.quantize(ours.main, calibration, [ours.fetch])
    return ours.run


def _onnx_runtime(net: Net, threads: int) -> Optional[Run]:
    """None without ONNX Runtime or the package onnx."""
    try:
        import onnx
        import onnxruntime
        from onnxruntime import quantization
        from onnxruntime.quantization import shape_inference
    except ImportError:
        return None

    class Images(quantization.CalibrationDataReader):
        def __init__(self) -> None:
            self.feeds: Iterator[Dict[str, np.ndarray]] = iter(
                [{"v0": image_nets.images(net, 4)}])

        def get_next(self) -> Any:
            return next(self.feeds, None)

    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, name)
                 for name in ("plain.onnx", "folded.onnx", "int8.onnx")]
        with open(paths[0], "wb") as file:
            file.write(image_bench._onnx_model(net, onnx))
        shape_inference.quant_pre_process(paths[0], paths[1],
                                          skip_symbolic_shape=True)
        quantization.quantize_static(
            paths[1], paths[2], Images(),
            quant_format=quantization.QuantFormat.QDQ, per_channel=True,
            activation_type=quantization.QuantType.QUInt8,
            weight_type=quantization.QuantType.QInt8)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.inter_op_num_threads = 1
        session = onnxruntime.InferenceSession(
            paths[2], options, providers=["CPUExecutionProvider"])
    return lambda x: session.run(None, {"v0": x})[0]


def _medians(runs: Dict[str, Run], x: np.ndarray, rounds: int,
             clock: Callable[[], float]) -> Dict[str, float]:
    times: Dict[str, List[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            begin = clock()
            run(x)
            times[name].append(clock() - begin)
    return {name: statistics.median(taken) for name, taken in times.items()}


def row(name: str, batch: int, threads: int, method: str, rounds: int,
        clock: Callable[[], float]) -> Dict[str, Any]:
    net = NETS[name]()
    x = image_nets.images(net, batch)
    runs: Dict[str, Run] = {"float32": image_bench.ours(net, threads),
                            "int8": _ours(net, threads, method)}
    peer = _onnx_runtime(net, threads)
    if peer is not None:
        runs["peer"] = peer
    results = {each: run(x) for each, run in runs.items()}
    largest = np.abs(results["float32"]).max()
    times = _medians(runs, x, rounds, clock)
    made: Dict[str, Any] = {"net": name, "batch": batch, "threads": threads}
    for each, taken in times.items():
        made[each] = round(1e3 * taken, 3)
        if each != "float32":
            error = np.abs(results[each] - results["float32"]).max()
            made[each + "_error"] = round(float(error / largest), 4)
    made["speedup"] = round(times["float32"] / times["int8"], 2)
    if peer is not None:
        made["ratio"] = round(times["peer"] / times["int8"], 2)
    return made


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--nets", nargs="+", default=list(NETS))
    parser.add_argument("--batches", nargs="+", type=int, default=[1, 16])
    parser.add_argument("--threads", nargs="+", type=int, default=[1, 2])
    parser.add_argument("--method", default="minmax")
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--wall", action="store_true")
    arguments = parser.parse_args()
    clock = time.perf_counter if arguments.wall else time.process_time
    for name in arguments.nets:
        for batch in arguments.batches:
            for threads in arguments.threads:
                print(row(name, batch, threads, arguments.method,
                          arguments.rounds, clock), flush=True)


if __name__ == "__main__":
    main()
