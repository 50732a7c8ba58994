"""From a program or a file of ResNet-50 to its first result.

    python start_bench.py ours FOLDER
    python start_bench.py "ONNX Runtime" FILE

loads a model in a process of its own, runs it on one image and prints the
times as JSON.
"""

import functools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from typing import Callable, Dict, List, NamedTuple, Optional

import numpy as np

import image_bench
import image_nets
import memory_bench
import paddle as pd
from image_bench import Run

_THREADS, _LATER = 1, 9


class Times(NamedTuple):
    """Milliseconds of processor time, of one process."""
    load: float  # and compilation, and preparation of weights
    first: float  # the first run
    later: float  # the median of later ones


def compile_time(rounds: int = 9) -> float:
    """Milliseconds from a program that trains to one that is ready for its
    first feed: without what nobody fetches, through the passes, compiled. The
    median of executors that have not seen it."""
    built = memory_bench.build("resnet50", recompute=False)
    wrong = {"x": np.zeros((1, 1), "float32"),
             "label": np.zeros((1, 1), "int64")}
    times = []
    for _ in range(rounds):
        exe = pd.Executor()
        begin = time.process_time()
        try:
            # Compiled first, then refused: the time has no step in it.
            exe.run(built.main, wrong, [built.loss], pd.Scope())
        except ValueError:
            times.append(time.process_time() - begin)
    return 1e3 * statistics.median(times)


def _load_ours(folder: str) -> Run:
    pd.set_num_threads(_THREADS)
    return pd.Predictor(folder)


def _load_onnx(file: str) -> Run:
    return image_bench.onnx_session(file, _THREADS)


_LOADERS: Dict[str, Callable[[str], Run]] = {
    "ours": _load_ours, "ONNX Runtime": _load_onnx}


def _image() -> np.ndarray:
    return image_nets.images(image_nets.Net(224), 1)


def _measured(load: Callable[[], Run]) -> Dict[str, object]:
    x = _image()
    begin = time.process_time()
    run = load()
    loaded = time.process_time()
    result = run(x)
    taken = [time.process_time() - loaded]
    for _ in range(_LATER):
        before = time.process_time()
        run(x)
        taken.append(time.process_time() - before)
    return {"times": [1e3 * (loaded - begin), 1e3 * taken[0],
                      1e3 * statistics.median(taken[1:])],
            "result": result.ravel()[:10].tolist()}


def _save(folder: str) -> Dict[str, str]:
    """Writes the model for each library that can be imported; returns where."""
    net = image_nets.resnet50()
    ours = image_bench.Ours(net, optimize=2)
    paths = {"ours": os.path.join(folder, "model")}
    pd.io.save_inference_model(paths["ours"], ["x"], [ours.fetch], ours.main,
                               ours.scope)
    onnx = image_bench.onnx_package()
    if onnx is not None:
        path = paths["ONNX Runtime"] = os.path.join(folder, "model.onnx")
        with open(path, "wb") as file:
            file.write(image_bench.onnx_model(net, onnx))
    return paths


@functools.lru_cache(maxsize=None)
def start_times(rounds: int = 5) -> Dict[str, Times]:
    """Medians of fresh processes that alternate, of "ours" and, where it can be
    imported, of "ONNX Runtime". RuntimeError if results differ."""
    found: Dict[str, List[Dict[str, List[float]]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        paths = _save(folder)
        for _ in range(rounds):
            for name, path in paths.items():
                output = subprocess.run(
                    [sys.executable, os.path.abspath(__file__), name, path],
                    check=True, stdout=subprocess.PIPE).stdout
                found.setdefault(name, []).append(json.loads(output))
    results = [np.array(each[0]["result"]) for each in found.values()]
    if image_bench.largest_error(results[0], results[-1]) > 2e-3:
        raise RuntimeError("results differ: %s" % results)
    return {name: Times(*np.median([each["times"] for each in taken], axis=0))
            for name, taken in found.items()}


def main(arguments: Optional[List[str]] = None) -> None:
    name, path = arguments or sys.argv[1:]
    print(json.dumps(_measured(lambda: _LOADERS[name](path))))


if __name__ == "__main__":
    main()
