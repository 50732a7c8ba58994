"""Asks a cluster, with the engine that the command itself does without."""

import os
import sys
from typing import List


def ask(verb: str, arguments: List[str]) -> int:
    """Runs a verb of paddle.distributed.commands in place of this process.

    Args:
      verb: its name.
      arguments: what it is given.
    """
    os.execv(sys.executable, [sys.executable, "-m",
                              "paddle.distributed.commands", verb, *arguments])
