"""The verb `paddle bench`: how long a model takes."""

import argparse
import json
import statistics
import threading
import time
from typing import Any, Dict, List, Sequence, Tuple

import numpy as np

from ..cli.arguments import Parser, type_of
from ..inference.model import TensorInfo
from ..inference.predictor import Predictor
from . import arrays, options, tables

DESCRIPTION = ("Computes a model again and again, and tells how long a call "
               "takes. Without files floats are random and integers 0.")
EXAMPLE = "paddle bench model --batch 1 --batch 16 --threads 1"

_LEAST = 5  # calls, however long they take


def _size_of(text: str) -> Tuple[str, int]:
    name, _, size = text.partition("=")
    return name, int(size)


def add_arguments(parser: Parser) -> None:
    options.add_model(parser)
    parser.add_argument("--batch", type=options.count, action="append",
                        metavar="N", help="samples in a call; may be given "
                        "again (default: 1)")
    parser.add_argument("--length", type=options.count, default=20,
                        metavar="L", help="rows of each sequence (default: 20)")
    parser.add_argument("--size", action="append", default=[],
                        type=type_of("[^=]+=[0-9]{1,9}", "LETTER=SIZE is",
                                     _size_of), metavar="LETTER=SIZE",
                        help="what a letter in a shape of paddle inspect is "
                        "(default: 1; the first of a shape is the batch)")
    parser.add_argument("--feed", action="append", default=[],
                        metavar="[NAME=]FILE", help="real values, as of paddle "
                        "run, of which each call has the first N")
    parser.add_argument("--seconds", type=options.seconds, default=2.0,
                        metavar="S", help="for each batch (default: 2)")
    parser.add_argument("--clients", type=options.count, default=1,
                        metavar="K", help="threads that call at the same time "
                        "(default: 1)")
    parser.add_argument("--json", action="store_true",
                        help="print an object of JSON for each batch")
    options.add_settings(parser)


def run(given: argparse.Namespace) -> int:
    """Measures, and prints."""
    data = arrays.read(given.feed)
    batches = given.batch or [1]
    given_sizes = dict(given.size)
    calibration = None
    if given.dtype == "int8":
        plain = Predictor(given.model)
        calibration = [_feed(plain.feeds, data, 8, given.length, given_sizes)]
    predictor = options.predictor_of(given, calibration)
    if data:
        _check_samples(predictor.feeds, data, max(batches))
    rows = []
    for batch in batches:
        feed = _feed(predictor.feeds, data, batch, given.length, given_sizes)
        row = {"batch": batch, **_measured(predictor, feed, batch,
                                           given.seconds, given.clients)}
        if given.json:
            print(json.dumps(row))
        rows.append(row)
    if not given.json:
        _show(rows)
    return 0


def _check_samples(feeds: Sequence[TensorInfo], data: Dict[str, Any],
                   batch: int) -> None:
    """ValueError for fewer samples than a call has."""
    counts = arrays.counts_of(feeds, arrays.values(feeds, data))
    for name, count in counts.items():
        if count < batch:
            raise ValueError(f"--feed has {count} samples of {name}, fewer "
                             f"than --batch {batch}")


def _feed(feeds: Sequence[TensorInfo], data: Dict[str, Any], batch: int,
          length: int, sizes: Dict[str, int]) -> Dict[str, Any]:
    if data:
        return next(arrays.batches(feeds, arrays.values(feeds, data), batch))
    random = np.random.default_rng(0)
    feed: Dict[str, Any] = {}
    for info in feeds:
        if info.lod_level > 1 or info.is_list:
            raise ValueError(f"{info}: give values in files, by --feed")
        feed[info.name] = (
            [_numbers(random, info, length, sizes) for _ in range(batch)]
            if info.lod_level else _numbers(random, info, batch, sizes))
    return feed


def _numbers(random: np.random.Generator, info: TensorInfo, first: int,
             sizes: Dict[str, int]) -> Any:
    shape = [size if isinstance(size, int)
             else sizes.get(size, first if place == 0 else 1)
             for place, size in enumerate(info.shape)]
    if info.dtype not in ("float32", "float64", "float16"):
        return np.zeros(shape, info.dtype)
    return random.standard_normal(shape).astype(info.dtype)


def _measured(predictor: Predictor, feed: Dict[str, Any], batch: int,
              seconds: float, clients: int) -> Dict[str, Any]:
    predictor.predict(feed)
    predictor.predict(feed)
    times: List[List[float]] = [[] for _ in range(clients)]
    failed: List[BaseException] = []
    begin = time.perf_counter()

    def call(mine: List[float]) -> None:
        try:
            now = time.perf_counter()
            while len(mine) < _LEAST or now - begin < seconds:
                predictor.predict(feed)
                before, now = now, time.perf_counter()
                mine.append(now - before)
        except BaseException as error:  # for the thread that waits
            failed.append(error)

    _run_all([threading.Thread(target=call, args=(mine,), daemon=True)
              for mine in times[1:]], lambda: call(times[0]))
    if failed:
        raise failed[0]
    elapsed = time.perf_counter() - begin
    every = sorted(second for mine in times for second in mine)
    return {
        "calls": len(every),
        "median_ms": 1e3 * statistics.median(every),
        "p99_ms": 1e3 * every[min(len(every) - 1, len(every) * 99 // 100)],
        "samples_per_second": len(every) * batch / elapsed,
    }


def _run_all(others: List[threading.Thread], own: Any) -> None:
    for thread in others:
        thread.start()
    own()
    for thread in others:
        thread.join()


def _show(rows: List[Dict[str, Any]]) -> None:
    tables.show(("batch", "calls", "median ms", "p99 ms", "samples/s"), [
        (str(row["batch"]), str(row["calls"]), f"{row['median_ms']:.3f}",
         f"{row['p99_ms']:.3f}", f"{row['samples_per_second']:.1f}")
        for row in rows], right=range(5))
