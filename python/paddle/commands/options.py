"""Options that several verbs have."""

import argparse
from typing import Any, Iterable, Optional

from ..cli.arguments import Parser, type_of
from ..inference.precision import DTYPES
from ..inference.predictor import Predictor

count = type_of("0*[1-9][0-9]{0,8}", "a whole number from 1 on is", int)
number = type_of("[0-9]{1,9}", "a whole number from 0 on is", int)
seconds = type_of(r"(?=.*[1-9])[0-9]{1,6}(\.[0-9]{1,9})?",
                  "a number of seconds above 0 is", float)


def add_model(parser: Parser) -> None:
    parser.add_argument("model", metavar="MODEL", help="a folder of "
                        "save_inference_model, or a file *.onnx")


def add_settings(parser: Parser) -> None:
    """Writes those of a predictor."""
    parser.add_argument("--dtype", choices=DTYPES, default="float32",
                        help="what to compute in where that is faster "
                        "(default: as the model was saved)")
    parser.add_argument("--threads", type=count, metavar="N",
                        help="how many threads compute (default: all)")
    parser.add_argument("--optimize", type=int, choices=(0, 1, 2), default=2,
                        help="the level of passes (default: 2)")


def predictor_of(options: argparse.Namespace,
                 calibration: Optional[Iterable[Any]] = None) -> Predictor:
    return Predictor(options.model, options.dtype, options.threads,
                     calibration=calibration, optimize=options.optimize)
