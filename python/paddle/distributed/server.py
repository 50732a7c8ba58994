"""A process that keeps the parameters of a job: a server.

It has no program of its own: the job's first trainer sends it one, as
`job.parallelize(main, startup, servers="sync")` cuts it. `paddle server`, and
`paddle run --servers`, start it.
"""

import argparse
import os
import signal
from typing import List, Optional

from .. import core
from .libraries import path_of

_ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


def main(arguments: Optional[List[str]] = None) -> int:
    """Serves until SIGTERM, SIGINT or SIGHUP; prints the port first.

    Args:
      arguments: --address A, the number of this machine at which to listen;
        --port P; 0, the default, is one that is free; --dir DIR, a folder in
        which each step is kept before a trainer learns of it, and from which
        the server goes on.

    Returns:
      The exit status.
    """
    parser = argparse.ArgumentParser("paddle server", allow_abbrev=False,
                                     description=__doc__.split("\n\n")[0])
    parser.add_argument("--address", default="127.0.0.1", metavar="A",
                        help="the number of this machine at which to listen "
                        "(default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=0, metavar="P",
                        help="the port (default: one that is free)")
    parser.add_argument("--dir", default="", metavar="DIR",
                        help="a folder in which each step is kept: a server "
                        "that is started again with it goes on from there")
    options = parser.parse_args(arguments)
    # Before there are other threads, which inherit it: the signal then waits
    # until it is asked for.
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    server = core._Server(path_of("grpc"), options.address, options.port,
                          options.dir)
    print(server.port, flush=True)
    os.dup2(2, 1)  # The launcher reads the port, and nothing after it.
    signal.sigwait(_ENDING)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
