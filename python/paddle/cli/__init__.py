"""The command `paddle`: a table of verbs, each in a module of its name, but for
those about models.

Nothing here imports another part of the package, so that the command starts
without the engine: see README.md.
"""

import importlib
import sys
from typing import List

# Verb -> what the usage says of it. Its module has main(arguments), which
# returns the exit status, and is loaded when the verb is asked for.
VERBS = {
    "run": "run a program as one or as several processes, or a model",
    "inspect": "tell what a model takes, gives and is made of",
    "convert": "write an ONNX model as a folder, or a folder as one",
    "quantize": "write a model that computes in fewer bits",
    "bench": "tell how long a model takes",
    "train": "train a saved program on arrays in files",
    "serve": "start the server of models",
    "deploy": "send a model to a server",
    "server": "keep the parameters of a job",
    "jobs": "list the jobs of a cluster",
    "logs": "print what a process of a job has said",
    "cancel": "end a job of a cluster",
}

# Those that models.py hands on.
_ABOUT_MODELS = ("bench", "convert", "deploy", "inspect", "quantize", "serve",
                 "train")


def usage() -> str:
    """Returns what `paddle --help` prints."""
    lines = [f"  {verb:<10}{words}" for verb, words in VERBS.items()]
    return "\n".join(["usage: paddle VERB [argument]...", *lines,
                      '"paddle VERB --help" tells more of a verb.', ""])


def main(arguments: List[str]) -> int:
    """Runs a command line, without the name of the command.

    Args:
      arguments: the verb and what it is given.

    Returns:
      The exit status: 2 for a verb that does not exist.
    """
    verb = arguments[0] if arguments else "--help"
    if verb in ("-h", "--help"):
        print(usage(), end="")
        return 0
    if verb not in VERBS:
        print(f'paddle: there is no verb {verb!r}; "paddle --help" lists them',
              file=sys.stderr)
        return 2
    if verb in _ABOUT_MODELS:
        from . import models

        models.ask(verb, arguments[1:])
    module = importlib.import_module(f".{verb}", __name__)
    status: int = module.main(arguments[1:])
    return status
