"""The verb `paddle run`: the processes of a job on one machine."""

import argparse
import importlib.util
import os
import re
import signal
import sys
from typing import List, Optional, Tuple

from . import groups, models, plan, signals
from .arguments import Parser, type_of

_USAGE = """\
paddle run [option]... script.py [argument]...
       paddle run [option]... -m module [argument]...
       paddle run MODEL [--feed NAME=FILE]... [--out DIR]"""

_EPILOG = """\
The first worker that fails ends the job: the others get SIGTERM, and SIGKILL
five seconds later. The exit status is that worker's; 128 + N for signal N.

With --restarts, a worker that dies of a signal, or is silent, is started again
R times before that counts as a failure; the others keep their processes. One
that ends with an exit status of its own is not started again.

Several machines run the same command, each with --store etcd://HOST:PORT/PREFIX
and the same --job. With --nnodes A:B the job goes on while at least A of them
are there, and takes in others up to B.

A MODEL is computed once, for arrays in files: "paddle run MODEL --help" tells
more. It is an .onnx file, or a folder without __main__.py."""


_GRACE = 2.0  # seconds in which a machine that is lost may be replaced
_LONGEST_FOLDER = 90  # bytes, with room for the name of a socket

_count = type_of("0*[1-9][0-9]{0,8}", "a whole number from 1 on is", int)
_number = type_of("[0-9]{1,9}", "a whole number from 0 on is", int)
_seconds = type_of(r"(?=.*[1-9])[0-9]{1,9}(\.[0-9]{1,9})?",
                   "a number of seconds above 0 is", float)
_url = type_of(r"[a-z]+://.(.|\n)*", "a URL such as file:///tmp/job is")
_job = type_of(r"[\w.-]+", "letters, digits and any of _.- are")
_lease = type_of("0*([2-9]|[1-9][0-9]{1,5})",
                 "a whole number of seconds from 2 on is", int)


def _range_of(text: str) -> Tuple[int, int]:
    """Returns the numbers in "N" or "A:B"."""
    least, _, most = text.partition(":")
    return int(least), int(most or least)


_machines = type_of("0*[1-9][0-9]{0,5}(:0*[1-9][0-9]{0,5})?",
                    "N or A:B, numbers from 1 on, is", _range_of)


def _parser() -> Parser:
    parser = Parser("paddle run", usage=_USAGE, epilog=_EPILOG,
                    allow_abbrev=False, formatter_class=lambda prog:
                    argparse.RawDescriptionHelpFormatter(prog, width=79))
    parser.add_argument("--nproc", type=_count, default=1, metavar="N",
                        help="how many processes (default: 1)")
    parser.add_argument("--servers", type=_number, default=0, metavar="K",
                        help="how many servers keep the parameters (default: "
                        "0, the processes themselves keep them)")
    parser.add_argument("--server-dir", metavar="DIR",
                        help="servers keep each step in DIR/NAME of the job, "
                        "and those that are killed are started again and go "
                        "on from there")
    parser.add_argument("--store", type=_url, metavar="URL",
                        help="where the processes find each other (default: a "
                        "new folder, removed at the end)")
    parser.add_argument("--shards", type=_count, metavar="V",
                        help="into how many shards the job divides its data, "
                        "N or more (default: N)")
    parser.add_argument("--job", type=_job, metavar="NAME",
                        help="the job's name (default: a new one)")
    parser.add_argument("--restarts", type=_number, default=0, metavar="R",
                        help="start processes that are lost again, R times in "
                        "all (default: 0)")
    parser.add_argument("--stall", type=_seconds, default=10.0, metavar="S",
                        help="with --restarts: a process that gives no sign "
                        "of life for S seconds is lost (default: 10)")
    parser.add_argument("--nnodes", type=_machines, default=(1, 1),
                        metavar="A[:B]", help="how many machines (default: 1)")
    parser.add_argument("--lease", type=_lease, default=5, metavar="S",
                        help="a machine that etcd does not hear of for S "
                        "seconds is lost (default: 5)")
    parser.add_argument("--patience", type=_seconds, default=600.0,
                        metavar="S", help="end when machines are missing for "
                        "S seconds (default: 600)")
    parser.add_argument("--address", metavar="A", help="the number by which "
                        "other machines reach this one (default: that by "
                        "which it reaches etcd)")
    parser.add_argument("--log-dir", metavar="DIR",
                        help="also write what process K prints to "
                        "DIR/rank-K.log")
    parser.add_argument("-m", dest="module", nargs=argparse.REMAINDER,
                        default=None, help="run a module, as python -m does")
    parser.add_argument("program", nargs=argparse.REMAINDER,
                        help=argparse.SUPPRESS)
    return parser


def parse(arguments: List[str]) -> argparse.Namespace:
    """Reads the arguments of `paddle run`, and makes the folder for logs.

    Returns:
      The options by their names; `program` is what follows the interpreter in
      the command line of a worker.

    Raises:
      SystemExit: with status 2, after one line on stderr.
    """
    parser = _parser()
    options, unknown = parser.parse_known_args(arguments)
    if unknown:
        parser.error(f"there is no option {unknown[0]}")
    if options.module is not None:
        options.program = ["-m", *options.module, *options.program]
        _check_module(parser, options.program[1:])
    else:
        options.program = options.program[options.program[:1] == ["--"]:]
        _check_script(parser, options.program)
    _check_machines(parser, options)
    least, most = options.nnodes
    options.shards = options.shards or most * options.nproc
    if options.shards < least * options.nproc:
        machines = f" on {least} machines" if least > 1 else ""
        parser.error(f"--shards {options.shards} is less than --nproc "
                     f"{options.nproc}{machines}: each process needs a shard")
    if options.log_dir is not None:
        _make_folder(parser, options.log_dir)
    options.job = options.job or f"job-{os.urandom(4).hex()}"
    return options


def _check_machines(parser: Parser, options: argparse.Namespace) -> None:
    least, most = options.nnodes
    if least > most:
        parser.error(f"--nnodes {least}:{most}: the first number is the least")
    if most > 1 and not _has_etcd(options):
        parser.error(f"--nnodes {most} needs --store etcd://HOST:PORT/PREFIX, "
                     "where the machines find each other")
    if options.server_dir is not None and not options.servers:
        parser.error("--server-dir is for --servers, of which there are none")
    if most > 1 and options.servers:
        parser.error("--servers is for one machine: start servers by `paddle "
                     "server`, and name them in PADDLE_SERVERS")
    if most > 1 and options.job is None:
        parser.error(f"--nnodes {most} needs --job NAME, the same on all "
                     "machines")
    if _has_etcd(options):
        from .etcd import Etcd

        try:
            Etcd(options.store)
        except ValueError as error:
            parser.error(f"--store: {error}")


def _check_script(parser: Parser, program: List[str]) -> None:
    if not program:
        parser.error("a script is missing")
    if not os.path.exists(program[0]):
        parser.error(f"there is no file {program[0]}")


def _check_module(parser: Parser, program: List[str]) -> None:
    """Looks for the module as the workers will, but loads nothing."""
    if not program:
        parser.error("-m needs a module")
    before = sys.path[:]
    sys.path.insert(0, os.getcwd())
    try:
        found = importlib.util.find_spec(program[0].split(".")[0])
    except ValueError:  # no name at all, or a module without a file
        found = None
    finally:
        sys.path[:] = before
    if found is None:
        parser.error(f"there is no module {program[0]}")


def _make_folder(parser: Parser, path: str) -> None:
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        parser.error(f"--log-dir {path}: {error.strerror}")


def _temporary_folder(options: argparse.Namespace) -> Optional[str]:
    """Returns a new folder for the store or for the agent's socket, whose path
    may be no longer than 107 bytes; None if the job needs neither."""
    import tempfile  # A job of one needs none.

    if options.store is not None and not _is_elastic(options):
        return None
    made = tempfile.mkdtemp(prefix="paddle-run-")
    if _is_elastic(options) and len(os.fsencode(made)) > _LONGEST_FOLDER:
        os.rmdir(made)
        made = tempfile.mkdtemp(prefix="paddle-run-", dir="/tmp")
    return made


def _is_elastic(options: argparse.Namespace) -> bool:
    return bool(options.restarts) or _has_etcd(options)


def _has_etcd(options: argparse.Namespace) -> bool:
    return (options.store or "").startswith("etcd://")


def _elastic(options: argparse.Namespace, folder: str) -> plan.Elastic:
    """Returns how a job goes on when workers are lost."""
    machines = None
    if _has_etcd(options):
        host = re.sub(r"[^\w.-]", "-", os.uname().nodename)
        machines = plan.Machines(
            f"{options.store.rstrip('/')}/{options.job}",
            f"{host}-{os.getpid()}-{os.urandom(2).hex()}", options.lease,
            options.patience)
    return plan.Elastic(
        options.restarts, options.stall, os.path.join(folder, "agent"),
        groups.Policy(options.nnodes[0], options.nnodes[1], options.shards,
                      _GRACE), machines)


def _address(options: argparse.Namespace) -> Optional[str]:
    """Returns the number by which other machines reach this one; None if the
    job has no others.

    Raises:
      OSError: etcd cannot be reached.
    """
    if not _has_etcd(options):
        return None
    from .etcd import Etcd

    return (options.address or os.environ.get("PADDLE_ADDRESS") or
            Etcd(options.store).own_address())


def _supervise(options: argparse.Namespace, command: List[str]) -> int:
    # A job of one needs none of these.
    import shutil

    from . import servers, supervisor

    made = _temporary_folder(options)

    def clean() -> None:
        if made is not None:
            shutil.rmtree(made, ignore_errors=True)

    elastic = store = None
    if made is not None and _is_elastic(options):
        elastic = _elastic(options, made)  # Its workers need no store.
    if not _has_etcd(options):
        store = options.store or f"file://{made}"
    try:
        address = _address(options)
        keep = options.server_dir and os.path.join(options.server_dir,
                                                   options.job)
        with servers.started(options.servers, os.environ, keep) as started:
            environs = [plan.environment(
                slot, options, store, elastic,
                {**os.environ, **servers.environment(started)}, address)
                for slot in range(options.nproc)]
            return supervisor.run(plan.Plan(
                command, environs, options.log_dir, elastic,
                started), clean)
    finally:
        clean()


def main(arguments: List[str]) -> int:
    """Runs `paddle run`. A job of one process without log and restarts takes
    the place of this process, and main does not return.

    Returns:
      The exit status: that of the first worker that failed, 128 + N for one
      that died of signal N, 0 if none did.

    Raises:
      SystemExit: with status 2 for bad arguments, after one line on stderr.
    """
    if models.is_model(arguments):
        models.ask("run", arguments)
    options = parse(arguments)
    command = [sys.executable, *options.program]
    try:
        if options.nproc == 1 and not _is_elastic(options) and (
                options.log_dir is None and not options.servers):
            os.execve(command[0], command, plan.environment(
                0, options, options.store, None, os.environ))
        return _supervise(options, command)
    except OSError as error:
        print(f"paddle run: {error}", file=sys.stderr)
        return 1
    except signals.Stopped as stopped:
        print(f"paddle run: {stopped}", file=sys.stderr)
        return 128 + stopped.number
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
