"""The verbs of `paddle` that ask a cluster: jobs, logs and cancel."""

import argparse
import sys
import time
from typing import Callable, Dict, List, Optional

from .submit import Cluster
from .submitted_job import PAUSE, SubmittedJob, answer_of, is_over


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
    for state in cluster.states():
        words = str(state["progress"]).replace("\t", " ")
        print(f"{state['id']:<30} {state['phase']:<10} {state['attempt']:>7}  "
              f"{words}")
        if state["message"]:
            print(f"    {str(state['message']).splitlines()[0]}")


class _Followed:
    """Prints what a process says as it comes, in one attempt or in all from
    the present one on. Nodes may be lost meanwhile, as in `wait`."""

    def __init__(self, job: SubmittedJob, process: str,
                 attempt: Optional[int]) -> None:
        self._job = job
        self._process = process
        self._only = attempt
        self._attempt = 0  # 0: none was seen
        self._offset = 0

    def look(self) -> bool:
        """Prints what is new; returns whether the job is over."""
        # Asked first, so that nothing is said behind the last look.
        state = answer_of(self._job.state)
        last = self._only or int(str(state["attempt"]))
        for attempt in range(self._attempt or last, last + 1):
            if attempt != self._attempt:
                self._attempt, self._offset = attempt, 0
            try:
                self._print_rest(f"logs/{attempt}-{self._process}")
            except KeyError:
                if is_over(state) and attempt == last:
                    raise  # Else it has not begun yet.
        return is_over(state)

    def _print_rest(self, name: str) -> None:
        while True:
            piece = answer_of(lambda: next(
                self._job.read(name, self._offset), b""))
            if not piece:
                return
            sys.stdout.buffer.write(piece)
            sys.stdout.flush()
            self._offset += len(piece)


def _follow(job: SubmittedJob, process: str, attempt: Optional[int]) -> None:
    followed = _Followed(job, process, attempt)
    while not followed.look():
        time.sleep(PAUSE)


def _logs(arguments: List[str]) -> None:
    parser = _parser("logs", "Prints what a process of a job has said.")
    parser.add_argument("job", metavar="JOB", help="its id: see paddle jobs")
    parser.add_argument("--process", default="trainer-0", metavar="NAME",
                        help="trainer-0, server-1 (default: trainer-0)")
    parser.add_argument("--attempt", type=int, metavar="N",
                        help="the number of the attempt (default: the last, "
                        "and with --follow those that come)")
    parser.add_argument("--follow", "-f", action="store_true",
                        help="go on until the job is over")
    options = parser.parse_args(arguments)
    job = _cluster(options).job(options.job)
    if options.follow:
        _follow(job, options.process, options.attempt)
    else:
        print(job.log(options.process, options.attempt), end="")


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
