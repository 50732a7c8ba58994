"""The verb `paddle quantize`: a model with fewer bits."""

import argparse
from typing import Any, Dict, List

import numpy as np

from .. import core, io
from ..cli.arguments import Parser
from ..inference.model import infos, load
from ..inference.precision import lowered
from ..quantization import METHODS
from . import arrays, options, tables

DESCRIPTION = ("Writes a model that computes in 8-bit integers or bfloat16 "
               "where that is faster, and tells how far its results are from "
               "those before.")
EXAMPLE = "paddle quantize model small --data images.npz --dtype int8"


def add_arguments(parser: Parser) -> None:
    options.add_model(parser)
    parser.add_argument("out", metavar="OUT", help="the folder to write")
    parser.add_argument("--dtype", choices=("int8", "bfloat16"), default="int8",
                        help="(default: int8)")
    parser.add_argument("--data", action="append", default=[],
                        metavar="[NAME=]FILE", help="real data, such as 100 "
                        "samples: FILE.npz, whose arrays have the names of "
                        "feeds, or NAME=FILE.npy; int8 needs some, but for "
                        "LSTMs")
    parser.add_argument("--batch", type=options.count, default=32, metavar="N",
                        help="samples at a time (default: 32)")
    parser.add_argument("--method", choices=METHODS, default="minmax",
                        help="how ranges are chosen (default: minmax)")


def run(given: argparse.Namespace) -> int:
    """Writes the model; prints the difference if there is data."""
    scope = core.Scope()
    model = load(given.model, scope)
    feeds = infos(model.program, model.feeds)
    data = arrays.values(feeds, arrays.read(given.data))
    batches = list(arrays.batches(feeds, data, given.batch)) if data else []
    program = lowered(
        model, given.dtype, scope,
        batches if batches and given.dtype == "int8" else None, given.method)
    io.save_inference_model(given.out, model.feeds, model.fetches, program,
                            scope)
    if batches:
        _show_differences(model, program, batches, scope)
    return 0


def _show_differences(model: io.InferenceModel, program: core.Program,
                      batches: List[Dict[str, Any]],
                      scope: core.Scope) -> None:
    executor = core.Executor(optimize=2)
    most = dict.fromkeys(model.fetches, (0.0, 0.0))
    for feed in batches:
        before, after = (executor.eval(each, feed, model.fetches, scope)
                         for each in (model.program, program))
        for name, one, other in zip(model.fetches, before, after):
            one, other = (np.concatenate(value) if isinstance(value, list)
                          else value for value in (one, other))
            if one.size:
                one = one.astype("float64")
                largest, difference = most[name]
                most[name] = (
                    max(largest, float(np.abs(one).max())),
                    max(difference, float(np.abs(one - other).max())))
    tables.show(("fetch", "largest number", "largest difference"), [
        (name, f"{largest:.4g}", f"{difference:.3g}")
        for name, (largest, difference) in most.items()], right=(1, 2))
