"""The verb `paddle deploy`: a model for a server that runs."""

import argparse
import os

from .. import core, serving
from ..cli.arguments import Parser
from ..inference.model import load
from ..token_file import read_token
from . import options

DESCRIPTION = ("Sends a model to a server (paddle serve -- --token_file FILE), "
               "which serves it as the next version, and prints its number.")
EXAMPLE = "paddle deploy model --name mlp --server http://127.0.0.1:8080"


def add_arguments(parser: Parser) -> None:
    options.add_model(parser)
    parser.add_argument("--name", required=True, help="of the model there")
    parser.add_argument("--server", default="http://127.0.0.1:8080",
                        metavar="URL", help="(default: %(default)s)")
    parser.add_argument("--token-file", metavar="FILE", help="the file with "
                        "the server's secret (default: what PADDLE_TOKEN_FILE "
                        "says)")
    parser.add_argument("--timeout", type=options.seconds, default=300,
                        metavar="SECONDS", help="(default: 300)")


def run(given: argparse.Namespace) -> int:
    """Sends the model."""
    token = None
    if given.token_file is not None:
        token = read_token(given.token_file)
    if os.path.isdir(given.model):
        print(serving.deploy(given.model, given.server, name=given.name,
                             token=token, timeout=given.timeout))
        return 0
    scope = core.Scope()
    model = load(given.model, scope)
    print(serving.deploy(model.program, given.server, name=given.name,
                         token=token, feeds=model.feeds,
                         fetches=model.fetches, scope=scope,
                         timeout=given.timeout))
    return 0
