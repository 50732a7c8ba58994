"""The verb `paddle run MODEL`: computes a model for arrays in files."""

import argparse
from typing import Any, Dict

import numpy as np

from ..cli.arguments import Parser
from . import arrays, options, tables

DESCRIPTION = ("Computes a model for arrays in files, and writes the results. "
               "Sequences are in two arrays, x with all rows and x.lengths.")
EXAMPLE = "paddle run model.onnx --feed image=images.npy --out results"


def add_arguments(parser: Parser) -> None:
    options.add_model(parser)
    parser.add_argument("--feed", action="append", default=[],
                        metavar="[NAME=]FILE", help="NAME=FILE.npy, or "
                        "FILE.npz, whose arrays have the names of feeds; may "
                        "be given again")
    parser.add_argument("--batch", type=options.count, metavar="N",
                        help="compute N samples at a time (default: all)")
    parser.add_argument("--out", metavar="DIR", help="a new folder, which gets "
                        "a file NAME.npy for each fetch, or a file *.npz "
                        "(default: print what they are)")
    options.add_settings(parser)


def run(given: argparse.Namespace) -> int:
    """Computes, and writes or prints."""
    if given.out is not None and not given.out.endswith(".npz"):
        arrays.check_new(given.out)  # Rather before than after all the work.
    predictor = options.predictor_of(given)
    feed = arrays.values(predictor.feeds, arrays.read(given.feed))
    results = arrays.flat(predictor.predict(feed) if given.batch is None
                          else _joined(predictor, feed, given.batch))
    if given.out is not None:
        arrays.write(given.out, results)
    else:
        tables.show(("fetch", "dtype", "shape", "first numbers"), [
            (name, str(value.dtype), str(list(value.shape)), _begin(value))
            for name, value in results.items()])
    return 0


def _joined(predictor: Any, feed: Dict[str, Any], size: int) -> Dict[str, Any]:
    parts = [predictor.predict(batch)
             for batch in arrays.batches(predictor.feeds, feed, size)]
    if not parts:
        return dict(predictor.predict(feed))
    return {name: [rows for part in parts for rows in part[name]]
            if isinstance(parts[0][name], list)
            else np.concatenate([part[name] for part in parts])
            for name in parts[0]}


def _begin(value: Any) -> str:
    numbers = value.ravel()[:4]
    return " ".join(f"{number:.4g}" for number in numbers) + (
        " ..." if value.size > 4 else "")
