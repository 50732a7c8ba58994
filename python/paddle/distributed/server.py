"""A process that keeps the parameters of a job: a server.

It has no program of its own: the job's first trainer sends it one, as
`job.parallelize(main, startup, servers="sync")` cuts it. `paddle server`, and
`paddle run --servers`, start it.
"""

import os
import signal
import socket
import sys
from typing import List, Optional

from .. import core
from ..cli.arguments import Parser, type_of
from .libraries import path_of

_ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_port = type_of("0*([0-5]?[0-9]{1,4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|"
                "655[0-2][0-9]|6553[0-5])", "a number from 0 to 65535 is", int)


def main(arguments: Optional[List[str]] = None) -> int:
    """Serves until SIGTERM, SIGINT or SIGHUP; prints the port first.

    Args:
      arguments: --address A, the number of this machine at which to listen;
        --port P; 0, the default, is one that is free; --dir DIR, a folder in
        which each step is kept before a trainer learns of it, and from which
        the server goes on.

    Returns:
      The exit status: 1, after one line on stderr, if it cannot serve.

    Raises:
      SystemExit: with status 2 for bad arguments, after one line on stderr.
    """
    parser = Parser("paddle server", allow_abbrev=False,
                    description=__doc__.split("\n\n")[0])
    parser.add_argument("--address", default="127.0.0.1", metavar="A",
                        help="the number of this machine at which to listen "
                        "(default: 127.0.0.1)")
    parser.add_argument("--port", type=_port, default=0, metavar="P",
                        help="the port (default: one that is free)")
    parser.add_argument("--dir", default="", metavar="DIR",
                        help="a folder in which each step is kept: a server "
                        "that is started again with it goes on from there")
    options = parser.parse_args(arguments)
    # Before there are other threads, which inherit it: the signal then waits
    # until it is asked for.
    signal.pthread_sigmask(signal.SIG_BLOCK, _ENDING)
    try:
        server = _served(options.address, options.port, options.dir)
    except (OSError, ValueError, RuntimeError) as error:
        # The lines of this package are not the user's.
        lines = [line.strip() for line in str(error).split("\n")
                 if not line.startswith("  called ")]
        print("paddle server:", *lines, file=sys.stderr)
        return 1
    print(server.port, flush=True)
    os.dup2(2, 1)  # The launcher reads the port, and nothing after it.
    signal.sigwait(_ENDING)
    return 0


def _served(address: str, port: int, folder: str) -> "core._Server":
    """Returns a server, which listens."""
    library = path_of("grpc")
    if "/" in library and not os.path.exists(library):
        raise OSError(f"{library} does not exist: servers need "
                      "libpaddle_grpc.so; PADDLE_GRPC_LIBRARY says where it is")
    _check_free(address, port)
    return core._Server(library, address, port, folder)


def _check_free(address: str, port: int) -> None:
    """Raises OSError, with the reason, if nobody can listen there. gRPC would
    give none, and write lines of its own."""
    try:
        family, kind, _, _, where = socket.getaddrinfo(
            address, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(where)
    except OSError as error:
        raise OSError(f"cannot listen at {address}:{port}: "
                      f"{error.strerror}") from None


if __name__ == "__main__":
    raise SystemExit(main())
