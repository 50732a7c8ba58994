"""The verb `paddle convert`: models from one kind of file to another."""

import argparse

from .. import core, io, onnx
from ..cli.arguments import Parser
from ..inference.model import load

DESCRIPTION = ("Writes an ONNX model as a folder of save_inference_model, or "
               "a folder as an ONNX model.")
EXAMPLE = "paddle convert resnet18.onnx resnet18"


def add_arguments(parser: Parser) -> None:
    parser.add_argument("source", metavar="A", help="a file *.onnx or a "
                        "folder")
    parser.add_argument("target", metavar="B", help="what to write: a folder, "
                        "or a file *.onnx")


def run(given: argparse.Namespace) -> int:
    """Converts, or says why not."""
    to_onnx = given.target.endswith(".onnx")
    if to_onnx == given.source.endswith(".onnx"):
        raise ValueError("one of A and B is a file *.onnx, and the other one a "
                         "folder")
    scope = core.Scope()
    program, feeds, fetches = load(given.source, scope)
    if to_onnx:
        onnx.save(given.target, feeds, fetches, program, scope)
    else:
        io.save_inference_model(given.target, feeds, fetches, program, scope)
    return 0
