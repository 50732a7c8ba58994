"""The verbs of `paddle` that are about models: each a module with the function
`add_arguments`, which writes its options, and `run`, which does it.

The command itself (paddle.cli) starts without the engine, and replaces itself
by this for these verbs.
"""

import sys
from types import ModuleType
from typing import Dict, List

from ..cli.arguments import Parser
from . import (
    bench, compute, convert, deploy, inspect, quantize, serve, train)
from .errors import EXPECTED, line_of

VERBS: Dict[str, ModuleType] = {
    "bench": bench, "convert": convert, "deploy": deploy, "inspect": inspect,
    "quantize": quantize, "run": compute, "serve": serve, "train": train}


def main(arguments: List[str]) -> int:
    """Runs a verb.

    Args:
      arguments: the verb, and what it is given.

    Returns:
      The exit status: 1 for what a model, a file or a value of the user's is to
      blame for, after one line on standard error. Bad arguments end the process
      with 2.
    """
    verb, *given = arguments
    module = VERBS[verb]
    parser = Parser(f"paddle {verb}", allow_abbrev=False,
                    description=module.DESCRIPTION,
                    epilog=f"Example: {module.EXAMPLE}")
    module.add_arguments(parser)
    options = parser.parse_args(given)
    try:
        status: int = module.run(options)
        sys.stdout.flush()
        return status
    except BrokenPipeError:  # Nobody reads on, as with "| head".
        sys.stderr.close()
        return 1
    except KeyboardInterrupt:
        return 130
    except EXPECTED as error:
        print(f"paddle {verb}: {line_of(error)}", file=sys.stderr)
        return 1
