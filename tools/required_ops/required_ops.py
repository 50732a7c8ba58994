"""Writes the BUILD file of a program that runs one model, with the operators
that it needs and no others.

usage: bazel run //tools/required_ops -- MODEL [option]...

MODEL is a folder of pd.io.save_inference_model, a file *.onnx, or a file with
what Program.serialize() returns, such as a program that trains.
"""

import argparse
import os
import re
import sys
from typing import Dict, Iterable, List, Set

import paddle as pd
from paddle.commands.errors import EXPECTED, line_of
from paddle.commands.inspect import read_program
from paddle.inference.model import load

# Written by Bazel: the targets of all operators, a line each.
_TARGETS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "targets")

_INFERENCE = [
    "//framework/executor",
    "//framework/io:inference_model",
    "//framework/registry:op_registry",
    "//framework/scope",
    "//framework/tensor:lod_tensor",
    "//platform:instruction_set_guard",
]
_PASSES = [
    "//framework/executor:evaluator",
    "//framework/passes:all_passes",
    "//framework/passes:optimize",
]
_ONNX = ["//framework/interchange/onnx:load"]
_SERVER_SOURCES = "//tools/serve:program"
_SERVER = ["//tools/serve:serve_main", "//platform:instruction_set_guard"]

_BUILD = '''\
load("@rules_cc//cc:defs.bzl", "cc_binary")

# {words}
cc_binary(
    name = "{name}",
    srcs = ["{source}"],
    deps = [
{deps}    ],
)
'''


def targets(lines: Iterable[str]) -> Dict[str, str]:
    """Returns the target of each type of operator: "relu" is of
    //operators/activation:relu_op, "relu_grad" of ...:relu_grad_op."""
    found = {}
    for line in lines:
        match = re.fullmatch(r"(//operators/\w+):(\w+)_op", line.strip())
        if match:
            found[match.group(2)] = line.strip()
    return found


def read_targets() -> Dict[str, str]:
    """Returns those of this tree."""
    with open(_TARGETS, encoding="utf-8") as file:
        return targets(file)


def types_of(program: pd.Program) -> Set[str]:
    """Returns the types of operators in all blocks of a program."""
    return {op.type for block in program.blocks for op in block.ops}


def required(path: str, level: int = 0) -> Set[str]:
    """Returns the types of operators that a model needs.

    Args:
      path: of the model.
      level: if not 0, also those that passes up to this level write.
    """
    if os.path.isfile(path) and not path.endswith(".onnx"):
        program, fetches = read_program(path), None
    else:
        program, _, fetches = load(path, pd.Scope())
    types = types_of(program)
    if level:
        types |= types_of(pd.optimize(program, level=level, targets=fetches,
                                      place=pd.CPUPlace()))
    return types


def build_file(types: Iterable[str], known: Dict[str, str], name: str = "infer",
               repository: str = "@paddle", level: int = 0,
               onnx: bool = False, serve: bool = False) -> str:
    """Returns the text of a BUILD file.

    Args:
      types: of operators.
      known: of `targets`.
      name: of the program, whose source is <name>.cc.
      repository: what labels begin with; "" inside of Paddle's own workspace.
      level: if not 0, the program runs passes, and links them.
      onnx: the program reads an ONNX file.
      serve: the program is a server, paddle_serve, and has no source.

    Raises:
      KeyError: a type has no target here: one of a library of operators.
    """
    chosen = sorted(set(types))
    unknown = [kind for kind in chosen if kind not in known]
    if unknown:
        raise KeyError("no target of this tree has the operators "
                       + ", ".join(unknown))
    parts = _SERVER + _PASSES if serve else (
        _INFERENCE + (_PASSES if level else []) + (_ONNX if onnx else []))
    source = f"{repository}{_SERVER_SOURCES}" if serve else f"{name}.cc"
    labels = sorted(parts + [known[kind] for kind in chosen])
    return _BUILD.format(
        name=name, source=source,
        words=f"The {len(chosen)} operators of the model, and what runs them.",
        deps="".join(f'        "{repository}{label}",\n' for label in labels))


def main(arguments: List[str]) -> int:
    """Writes or prints the file; returns the exit status."""
    parser = argparse.ArgumentParser("required_ops", description=(
        "Writes the BUILD file of a C++ program that runs one model, with the "
        "operators that it needs and no others."))
    parser.add_argument("model", metavar="MODEL")
    parser.add_argument("--name", default="infer",
                        help="of the program (default: infer)")
    parser.add_argument("--level", type=int, choices=(0, 1, 2), default=0,
                        help="the program runs passes up to this level "
                        "(default: 0, none, which is the smallest)")
    parser.add_argument("--serve", action="store_true",
                        help="the program is a server of such models; it runs "
                        "passes of all levels")
    parser.add_argument("--repository", default="@paddle",
                        help='what labels begin with (default: "@paddle")')
    parser.add_argument("--out", metavar="FILE",
                        help="(default: standard output)")
    given = parser.parse_args(arguments)
    # "bazel run" starts programs in a folder of its own.
    home = os.environ.get("BUILD_WORKING_DIRECTORY", "")
    path = os.path.join(home, given.model)
    try:
        types = required(path, given.level)
        if given.serve:
            types |= required(path, 1) | required(path, 2)
        text = build_file(types, read_targets(), given.name, given.repository,
                          given.level, path.endswith(".onnx"), given.serve)
        if given.out is None:
            print(text, end="")
        else:
            with pd.io.files.replacing(os.path.join(home, given.out),
                                       text=True) as file:
                file.write(text)
    except EXPECTED as error:
        print(f"required_ops: {line_of(error)}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
