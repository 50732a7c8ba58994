"""The verb `paddle serve`: a server of models, a program of its own."""

import argparse
import os
import shutil
from typing import NoReturn, Optional

from ..cli.arguments import Parser
from ..io.files import named

DESCRIPTION = ("Starts the server of models, which takes the place of this "
               "process, with what follows: see paddle serve -- --help.")
EXAMPLE = "paddle serve -- --help"

NAME = "paddle_serve"
VARIABLE = "PADDLE_SERVE"


def add_arguments(parser: Parser) -> None:
    parser.add_argument("arguments", nargs=argparse.REMAINDER,
                        metavar="ARGUMENT", help="of the server")


def run(given: argparse.Namespace) -> NoReturn:
    """Becomes the server; FileNotFoundError if there is none."""
    program = found()
    if program is None:
        raise RuntimeError(
            f"the server {NAME} is not here: build it by `bazel build "
            f"//tools/serve:{NAME}`, and put it on the PATH or name it in "
            + VARIABLE)
    arguments = given.arguments[given.arguments[:1] == ["--"]:]
    with named(program):
        os.execv(program, [program, *arguments])


def found() -> Optional[str]:
    """Returns the path of the server: what the environment names, or else what
    the wheel has, or else what the PATH has."""
    named = os.environ.get(VARIABLE)
    if named:
        return named
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    beside = os.path.join(package, "libs", "server", NAME)
    return beside if os.path.exists(beside) else shutil.which(NAME)
