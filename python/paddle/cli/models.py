"""Verbs about models, which the engine does: paddle.commands has them."""

import os
import sys
from typing import List, NoReturn

# The current folder is not looked into: a file numpy.py or inspect.py there
# would be taken for the module of that name.
_START = """
import sys
sys.path[:] = [path for path in sys.path if path] + sys.argv[1:2]
from paddle.commands import main
sys.exit(main(sys.argv[2:]))
"""


def ask(verb: str, arguments: List[str]) -> NoReturn:
    """Runs a verb of paddle.commands in place of this process.

    Args:
      verb: its name.
      arguments: what it is given.
    """
    root = os.path.dirname(os.path.dirname(os.path.dirname(
        os.path.abspath(__file__))))
    os.execv(sys.executable, [sys.executable, "-c", _START, root, verb,
                              *arguments])


def is_model(arguments: List[str]) -> bool:
    """Tells whether `paddle run` is given a model, and not a script: an .onnx
    file, or a folder that Python cannot run."""
    if not arguments:
        return False
    name = arguments[0]
    if os.path.isdir(name):
        return not os.path.exists(os.path.join(name, "__main__.py"))
    return name.endswith(".onnx") or (
        not name.startswith("-") and not os.path.exists(name) and
        any(each.startswith("--feed") for each in arguments))
