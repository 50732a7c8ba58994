"""The verb `paddle inspect`: what a model is made of."""

import argparse
import collections
import json
import os
from math import prod
from typing import Any, Dict, List

from .. import core, onnx
from ..cli.arguments import Parser
from ..inference.model import infos, load
from ..inference.precision import dtype_of
from ..inspect.summary import summary
from ..io.files import open_regular
from . import options, tables

DESCRIPTION = ("Tells what a model takes and gives, its operators and its "
               "parameters; of an ONNX model also what cannot be imported. A "
               "file with Program.serialize() is a program without parameters.")
EXAMPLE = "paddle inspect model.onnx"


def add_arguments(parser: Parser) -> None:
    options.add_model(parser)
    parser.add_argument("--json", action="store_true",
                        help="print one object of JSON")


def run(given: argparse.Namespace) -> int:
    """Prints; 1 for an ONNX model with operators that are missing."""
    if given.model.endswith(".onnx"):
        missing = onnx.missing(given.model)
        if missing:
            return _show_missing(given, missing)
    report = _report(given.model)
    if given.json:
        print(json.dumps(report, indent=1))
    else:
        _show(report)
    return 0


def read_program(path: str) -> core.Program:
    """Returns the program of a file of Program.serialize."""
    with open_regular(path) as file:
        try:
            return core.Program.parse(file.read())
        except OSError as error:
            raise OSError(f"{path}: {error}") from None


def _report(path: str) -> Dict[str, Any]:
    if os.path.isfile(path) and not path.endswith(".onnx"):
        program = read_program(path)
        data = [v.name for v in program.global_block().vars if v.is_data]
        return _parts(program, infos(program, data), [])
    model = load(path, core.Scope())
    return _parts(model.program, infos(model.program, model.feeds),
                  infos(model.program, model.fetches))


def _parts(program: core.Program, feeds: Any, fetches: Any) -> Dict[str, Any]:
    counts = collections.Counter(op.type for block in program.blocks
                                 for op in block.ops)
    made = summary(program)
    return {
        "feeds": [info._asdict() for info in feeds],
        "fetches": [info._asdict() for info in fetches],
        "dtype": dtype_of(program),
        "operators": dict(sorted(counts.items(),
                                 key=lambda pair: (-pair[1], pair[0]))),
        "parameters": [
            {"name": v.name, "dtype": v.dtype, "shape": list(v.shape)}
            for v in program.list_vars() if v.persistable],
        "numbers": made.parameters,
        "bytes": made.parameter_bytes + made.state_bytes,
        "flops": sum(made.flops.values()),
        "flops_unknown": made.unknown,
    }


def _show(report: Dict[str, Any]) -> None:
    rows = [(kind[:-1 if kind == "feeds" else -2], info)
            for kind in ("feeds", "fetches") for info in report[kind]]
    if rows:
        tables.show(("", "name", "dtype", "shape", "sequences"), [
            (kind, info["name"], info["dtype"], _sizes(info["shape"]),
             {0: "", 1: "yes"}.get(info["lod_level"],
                                   f"lod_level {info['lod_level']}"))
            for kind, info in rows])
        print()
    tables.show(("operator", "number"),
                [(kind, str(count))
                 for kind, count in report["operators"].items()], right=(1,))
    print()
    tables.show(("parameter", "dtype", "shape", "numbers"),
                [(each["name"], each["dtype"], _sizes(each["shape"]),
                  f"{prod(each['shape']):,}")
                 for each in report["parameters"]], right=(3,))
    print(f"\n{sum(report['operators'].values())} operators, "
          f"{report['numbers']:,} numbers in parameters, "
          f"{report['bytes']:,} bytes with statistics, computes in "
          f"{report['dtype']}, {report['flops']:.3g} FLOPs a sample"
          + _unknown(report["flops_unknown"]))


def _unknown(types: List[str]) -> str:
    return f" without {', '.join(types)}" if types else ""


def _sizes(shape: Any) -> str:
    return "[" + ", ".join(map(str, shape)) + "]"


def _show_missing(given: argparse.Namespace, missing: Dict[str, int]) -> int:
    if given.json:
        print(json.dumps({"missing": missing}, indent=1))
    else:
        tables.show(("missing operator", "nodes"),
                    [(name, str(nodes)) for name, nodes in missing.items()],
                    right=(1,))
        print(f"\n{given.model} cannot be imported: {len(missing)} operators "
              "are missing")
    return 1
