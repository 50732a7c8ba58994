"""The verb `paddle server`: a process that keeps parameters of a job."""

import os
import sys
from typing import List

COMMAND = [sys.executable, "-m", "paddle.distributed.server"]


def main(arguments: List[str]) -> int:
    """Runs `paddle server`. The server takes the place of this process, and
    main does not return."""
    os.execv(COMMAND[0], [*COMMAND, *arguments])
