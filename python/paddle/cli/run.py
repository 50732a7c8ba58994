"""The verb `paddle run`: the processes of a job on one machine."""

import argparse
import importlib.util
import os
import re
import signal
import sys
from typing import Dict, List, Mapping, NoReturn, Optional

_USAGE = """\
paddle run [option]... script.py [argument]...
       paddle run [option]... -m module [argument]..."""

_EPILOG = """\
The first worker that fails ends the job: the others get SIGTERM, and SIGKILL
five seconds later. The exit status is that worker's; 128 + N for signal N."""


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, and exits with 2."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _count(text: str) -> int:
    if not re.fullmatch("0*[1-9][0-9]{0,8}", text, re.ASCII):
        raise argparse.ArgumentTypeError(
            f"a whole number from 1 on is needed, not {text!r}")
    return int(text)


def _url(text: str) -> str:
    if not re.match("[a-z]+://.", text):
        raise argparse.ArgumentTypeError(
            f"a URL such as file:///tmp/job is needed, not {text!r}")
    return text


def _job(text: str) -> str:
    if not re.fullmatch(r"[\w.-]+", text, re.ASCII):
        raise argparse.ArgumentTypeError(
            f"letters, digits and any of _.- are needed, not {text!r}")
    return text


def _parser() -> _Parser:
    parser = _Parser("paddle run", usage=_USAGE, epilog=_EPILOG,
                     allow_abbrev=False, formatter_class=lambda prog:
                     argparse.RawDescriptionHelpFormatter(prog, width=79))
    parser.add_argument("--nproc", type=_count, default=1, metavar="N",
                        help="how many processes (default: 1)")
    parser.add_argument("--store", type=_url, metavar="URL",
                        help="where the processes find each other (default: a "
                        "new folder, removed at the end)")
    parser.add_argument("--shards", type=_count, metavar="V",
                        help="into how many shards the job divides its data, "
                        "N or more (default: N)")
    parser.add_argument("--job", type=_job, metavar="NAME",
                        help="the job's name (default: a new one)")
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
    options.shards = options.shards or options.nproc
    if options.shards < options.nproc:
        parser.error(f"--shards {options.shards} is less than --nproc "
                     f"{options.nproc}: each process needs a shard")
    if options.log_dir is not None:
        _make_folder(parser, options.log_dir)
    options.job = options.job or f"job-{os.urandom(4).hex()}"
    return options


def _check_script(parser: _Parser, program: List[str]) -> None:
    if not program:
        parser.error("a script is missing")
    if not os.path.exists(program[0]):
        parser.error(f"there is no file {program[0]}")


def _check_module(parser: _Parser, program: List[str]) -> None:
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


def _make_folder(parser: _Parser, path: str) -> None:
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        parser.error(f"--log-dir {path}: {error.strerror}")


def environment(rank: int, options: argparse.Namespace, store: Optional[str],
                environ: Mapping[str, str]) -> Dict[str, str]:
    """Returns the environment of a worker.

    Args:
      rank: of the worker.
      options: of the job, from `parse`.
      store: its URL; None for a job of one, which needs none.
      environ: the launcher's own environment, which is passed on.
    """
    own = dict(environ)
    own.pop("PADDLE_STORE", None)  # that of another job
    if store is not None:
        own["PADDLE_STORE"] = store
    size = options.nproc
    own.update(PADDLE_JOB=options.job, PADDLE_NODE="0",
               PADDLE_LOCAL_RANK=str(rank), PADDLE_SHARDS=str(options.shards),
               RANK=str(rank), WORLD_SIZE=str(size), LOCAL_RANK=str(rank),
               LOCAL_WORLD_SIZE=str(size))
    own.setdefault("OMP_NUM_THREADS", str(
        max(1, len(os.sched_getaffinity(0)) // size)))
    return own


def _supervise(options: argparse.Namespace, command: List[str]) -> int:
    # A job of one needs none of these.
    import shutil
    import tempfile

    from . import supervisor

    made = None
    if options.store is None:
        made = tempfile.mkdtemp(prefix="paddle-run-")
    store = options.store or f"file://{made}"
    try:
        return supervisor.run(
            command, [environment(rank, options, store, os.environ)
                      for rank in range(options.nproc)], options.log_dir,
            clean=lambda: shutil.rmtree(made, True) if made else None)
    finally:
        if made:
            shutil.rmtree(made, ignore_errors=True)


def main(arguments: List[str]) -> int:
    """Runs `paddle run`. A job of one process without log takes the place of
    this process, and main does not return.

    Returns:
      The exit status: that of the first worker that failed, 128 + N for one
      that died of signal N, 0 if none did.

    Raises:
      SystemExit: with status 2 for bad arguments, after one line on stderr.
    """
    options = parse(arguments)
    command = [sys.executable, *options.program]
    try:
        if options.nproc == 1 and options.log_dir is None:
            os.execve(command[0], command, environment(
                0, options, options.store, os.environ))
        return _supervise(options, command)
    except OSError as error:
        print(f"paddle run: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
