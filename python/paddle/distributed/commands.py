"""The verbs of `paddle` that ask a cluster: jobs, logs and cancel."""

import argparse
import sys
import time
from typing import Callable, Dict, List

from .submit import Cluster, SubmittedJob

_PAUSE = 0.5  # seconds between two looks at a log that is followed


def _parser(verb: str, words: str) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(f"paddle {verb}", allow_abbrev=False,
                                     description=words)
    parser.add_argument("--cluster", metavar="HOST:PORT,...",
                        help="some nodes of the cluster (default: "
                        "PADDLE_CLUSTER)")
    parser.add_argument("--token-file", metavar="FILE",
                        help="the file with its token (default: "
                        "PADDLE_TOKEN_FILE)")
    return parser


def _cluster(options: argparse.Namespace) -> Cluster:
    return Cluster(options.cluster, options.token_file)


def _jobs(arguments: List[str]) -> None:
    parser = _parser("jobs", "Lists the jobs of a cluster.")
    cluster = _cluster(parser.parse_args(arguments))
    print(f"{'JOB':<30} {'PHASE':<10} {'ATTEMPT':>7}  STEP, EPOCH, METRICS")
    for job in cluster.jobs():
        state = job.state()
        words = str(state["progress"]).replace("\t", " ")
        print(f"{job.id:<30} {state['phase']:<10} {state['attempt']:>7}  "
              f"{words}")
        if state["message"]:
            print(f"    {str(state['message']).splitlines()[0]}")


def _follow(job: SubmittedJob, name: str) -> None:
    offset = 0
    while True:
        # Asked first, so that nothing is said behind the last look.
        over = job.state()["phase"] not in ("waiting", "running")
        for piece in job.read(name, offset):
            offset += len(piece)
            sys.stdout.buffer.write(piece)
        sys.stdout.flush()
        if over:
            return
        time.sleep(_PAUSE)


def _logs(arguments: List[str]) -> None:
    parser = _parser("logs", "Prints what a process of a job has said.")
    parser.add_argument("job", metavar="JOB", help="its id: see paddle jobs")
    parser.add_argument("--process", default="trainer-0", metavar="NAME",
                        help="trainer-0, server-1 (default: trainer-0)")
    parser.add_argument("--attempt", type=int, metavar="N",
                        help="the number of the attempt (default: the last)")
    parser.add_argument("--follow", "-f", action="store_true",
                        help="go on until the job is over")
    options = parser.parse_args(arguments)
    job = _cluster(options).job(options.job)
    if not options.follow:
        print(job.log(options.process, options.attempt), end="")
        return
    attempt = options.attempt or job.state()["attempt"]
    _follow(job, f"logs/{attempt}-{options.process}")


def _cancel(arguments: List[str]) -> None:
    parser = _parser("cancel", "Ends a job.")
    parser.add_argument("job", metavar="JOB", help="its id: see paddle jobs")
    options = parser.parse_args(arguments)
    _cluster(options).job(options.job).cancel()


_VERBS: Dict[str, Callable[[List[str]], None]] = {
    "jobs": _jobs, "logs": _logs, "cancel": _cancel}


def main(arguments: List[str]) -> int:
    """Runs a verb.

    Args:
      arguments: the verb, and what it is given.

    Returns:
      The exit status: 1 if the cluster has refused, or does not answer.
    """
    verb = arguments[0]
    try:
        _VERBS[verb](arguments[1:])
    except (OSError, LookupError, ValueError, RuntimeError) as error:
        text = error.args[0] if error.args else error
        print(f"paddle {verb}: {text}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
