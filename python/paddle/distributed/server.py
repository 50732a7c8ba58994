"""A process that keeps the parameters of a job: a server.

It has no program of its own: the job's first trainer sends it one, as
`job.parallelize(main, startup, servers="sync")` cuts it. `paddle server`, and
`paddle run --servers`, start it.
"""

import argparse
import os
import signal
import socket
import sys
import time
from typing import List, Optional

from .. import core
from ..cli.arguments import Parser, type_of
from ..cli.signals import ENDING
from .libraries import path_of

_LOOK = 0.2  # seconds between two looks at the place
_port = type_of("0*([0-5]?[0-9]{1,4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|"
                "655[0-2][0-9]|6553[0-5])", "a number from 0 to 65535 is", int)


def main(arguments: Optional[List[str]] = None) -> int:
    """Serves until SIGTERM, SIGINT or SIGHUP; prints the port first.

    Args:
      arguments: --address A, the number of this machine at which to listen;
        --port P; 0, the default, is one that is free; --dir DIR, a folder in
        which each step is kept before a trainer learns of it, and from which
        the server goes on, with rows of tables, by libpaddle_rocksdb.so, which
        PADDLE_ROCKSDB_LIBRARY names; --store URL, where servers of one --name
        wait for each other's end: it serves only while it has that name, and
        loses it when it has not reached the store for --lease SECONDS.
        Variables PADDLE_SERVER_STORE and PADDLE_SERVER_NAME are the defaults.

    Returns:
      The exit status: 1, after one line on stderr, if it cannot serve, or
      another server has had its name meanwhile.

    Raises:
      SystemExit: with status 2 for bad arguments, after one line on stderr.
    """
    options = _parser().parse_args(arguments)
    # Before there are other threads, which inherit it: the signal then waits
    # until it is asked for.
    signal.pthread_sigmask(signal.SIG_BLOCK, ENDING)
    try:
        return _serve(options)
    except (OSError, ValueError, RuntimeError) as error:
        # The lines of this package are not the user's.
        lines = [line.strip() for line in str(error).split("\n")
                 if not line.startswith("  called ")]
        print("paddle server:", *lines, file=sys.stderr)
        return 1


def _parser() -> Parser:
    assert __doc__ is not None
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
    parser.add_argument("--store", metavar="URL",
                        default=os.environ.get("PADDLE_SERVER_STORE", ""),
                        help="etcd://HOST:PORT/PREFIX or file:///FOLDER, where "
                        "servers of one name wait for each other's end "
                        "(default: $PADDLE_SERVER_STORE, or none)")
    parser.add_argument("--name", metavar="NAME",
                        default=os.environ.get("PADDLE_SERVER_NAME", "0"),
                        help="its name in the store "
                        "(default: $PADDLE_SERVER_NAME, or 0)")
    parser.add_argument("--lease", type=float, default=10.0, metavar="SECONDS",
                        help="more than 2: it serves no more 2 s before it "
                        "has not reached the store for so long, and another "
                        "one may begin (default: 10)")
    return parser


def _serve(options: argparse.Namespace) -> int:
    """Serves; returns the exit status."""
    library = path_of("grpc")
    if "/" in library and not os.path.exists(library):
        raise OSError(f"{library} does not exist: servers need "
                      "libpaddle_grpc.so; PADDLE_GRPC_LIBRARY says where it is")
    place = None
    if options.store:
        place = core._ServerPlace(options.store, options.name, options.lease,
                                  library)
        if not _taken(place, options):
            return 0
    _check_free(options.address, options.port)
    server = core._Server(library, options.address, options.port, options.dir,
                          place, path_of("rocksdb"))
    print(server.port, flush=True)
    os.dup2(2, 1)  # The launcher reads the port, and nothing after it.
    if place is None:
        signal.sigwait(ENDING)
        return 0
    while not _told_to_end():
        time.sleep(_LOOK)
        if place.replaced:
            print(f"paddle server: another one is {options.name!r} now in "
                  f"{options.store}", file=sys.stderr)
            return 1
    return 0


def _told_to_end() -> bool:
    # sigtimedwait returns a signal that nobody has sent after a stop.
    return not signal.sigpending().isdisjoint(ENDING)


def _taken(place: core._ServerPlace, options: argparse.Namespace) -> bool:
    """Returns when the place was taken, or False when the server is to end;
    says once why it waits."""
    told = False
    while not place.wait(_LOOK):
        if _told_to_end():
            return False
        if not told:
            reason = place.error or "another server has it"
            print(f"paddle server: waits to be {options.name!r} in "
                  f"{options.store}: {reason}", file=sys.stderr)
            told = True
    return True


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
