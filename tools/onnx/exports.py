"""Runs networks that PyTorch exports, next to ONNX Runtime.

    PYTHONPATH=... ./tools/dev python tools/onnx/exports.py [NAME]...

exports architectures of torchvision and transformers with random weights, loads
each by pd.Predictor, and prints how far results are from those of ONNX Runtime,
as a share of the largest number, and the processor time of both: medians of
runs that alternate, on one thread. It needs torch, torchvision, transformers,
onnxscript and onnxruntime. With --folder models stay there, and those that are
there are not exported again: then onnxruntime is enough.
"""

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from typing import Any, Callable, Dict, List, NamedTuple, Optional

import numpy as np
import onnxruntime

import paddle as pd

TOLERANCE = 1e-5

Feed = Dict[str, np.ndarray]
Run = Callable[[Feed], List[np.ndarray]]


class Row(NamedTuple):
    """A network: the largest difference, as a share of the largest number, and
    milliseconds of processor time."""
    name: str
    difference: float
    ours: float
    peer: float

    @property
    def ratio(self) -> float:
        return self.ours / self.peer


def session(path: str) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(path, options,
                                        providers=["CPUExecutionProvider"])


def feed_of(model: onnxruntime.InferenceSession) -> Feed:
    """Random values: ids of tokens, or numbers of a normal distribution."""
    random = np.random.default_rng(0)
    feed = {}
    for info in model.get_inputs():
        shape = [size if isinstance(size, int) else 1 for size in info.shape]
        feed[info.name] = (
            random.integers(0, 1000, shape) if info.type == "tensor(int64)"
            else random.normal(size=shape).astype("float32"))
    return feed


def difference(found: List[np.ndarray], wanted: List[np.ndarray]) -> float:
    """The largest one, as a share of the largest number of its output;
    infinity if one is NaN."""
    if len(found) != len(wanted):
        raise ValueError(f"{len(found)} outputs instead of {len(wanted)}")
    largest = 0.0
    for ours, theirs in zip(found, wanted):
        if ours.shape != theirs.shape:
            raise ValueError(f"{ours.shape} instead of {theirs.shape}")
        scale = np.abs(theirs).max() or 1
        share = float(np.abs(ours - theirs).max() / scale)
        largest = max(largest, share if share == share else float("inf"))
    return largest


def times(runs: List[Run], feed: Feed, rounds: int) -> List[float]:
    """Medians of milliseconds of processor time, of runs that alternate."""
    taken: List[List[float]] = [[] for _ in runs]
    for _ in range(rounds):
        for run, each in zip(runs, taken):
            run(feed)  # The other one has been in the caches.
            begin = time.process_time()
            run(feed)
            each.append(1e3 * (time.process_time() - begin))
    return [statistics.median(each) for each in taken]


def compare(name: str, path: str, rounds: int) -> Row:
    peer = session(path)
    feed = feed_of(peer)
    predictor = pd.Predictor(path, threads=1)

    def ours(feed: Feed) -> List[np.ndarray]:
        return [np.asarray(value) for value in
                predictor.predict(feed).values()]

    def theirs(feed: Feed) -> List[np.ndarray]:
        return peer.run(None, feed)

    share = difference(ours(feed), theirs(feed))
    return Row(name, share, *times([ours, theirs], feed, rounds))


def model_of(name: str, folder: str) -> str:
    """Returns the file of a model, which is exported if it is not there."""
    path = os.path.join(folder, name + ".onnx")
    if not os.path.exists(path):
        from architectures import export
        export(name, path)
    return path


def _names(given: List[str], folder: Optional[str]) -> List[str]:
    if given:
        return given
    try:
        from architectures import ARCHITECTURES
        return list(ARCHITECTURES)
    except ImportError:
        if folder is None:
            raise
    return sorted(file[:-len(".onnx")] for file in os.listdir(folder)
                  if file.endswith(".onnx"))


def _row(name: str, folder: str, rounds: int) -> Any:
    """A row, or the error that stopped the network."""
    try:
        return compare(name, model_of(name, folder), rounds)
    except Exception as error:  # The other networks are to run, too.
        return error


def _print(name: str, row: Any) -> None:
    if isinstance(row, Row):
        print(f"{name:20} {row.difference:10.1e} {row.ours:9.3f} "
              f"{row.peer:9.3f} {row.ratio:6.2f}", flush=True)
    else:
        print(f"{name:20} {type(row).__name__}: {row}", flush=True)


def main(arguments: Optional[List[str]] = None) -> int:
    """Returns 1 if a network cannot be loaded or differs, 0 otherwise."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--folder", help="where models stay")
    parser.add_argument("--json", help="a file of the rows")
    parser.add_argument("--rounds", type=int, default=11)
    options = parser.parse_args(arguments)
    print(f"{'network':20} {'difference':>10} {'ours ms':>9} {'ORT ms':>9} "
          f"{'ratio':>6}")
    rows: Dict[str, Any] = {}
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.folder or temporary
        for name in _names(options.names, options.folder):
            rows[name] = _row(name, folder, options.rounds)
            _print(name, rows[name])
    if options.json:
        with open(options.json, "w", encoding="utf-8") as file:
            json.dump([dict(row._asdict(), ratio=row.ratio)
                       if isinstance(row, Row)
                       else {"name": name, "error": str(row)}
                       for name, row in rows.items()], file, indent=1)
    good = [row for row in rows.values() if isinstance(row, Row)
            and row.difference <= TOLERANCE]
    fast = [row for row in good if row.ratio <= 1]
    print(f"{len(good)} of {len(rows)} agree to {TOLERANCE:g}, {len(fast)} of "
          "them take at most the time of ONNX Runtime")
    return int(len(good) < len(rows))


if __name__ == "__main__":
    sys.exit(main())
