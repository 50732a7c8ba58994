"""Runs pieces of work in child processes, so that the death of one is seen,
and whose it was."""

import faulthandler
import os
import resource
import select
import signal
import sys
import time
import traceback
from typing import Any, Callable, Dict, Iterable, List, NamedTuple, Tuple


class Failure(NamedTuple):
    item: Any
    kind: str  # "death", "hang", "exception"
    text: str


class _Child(NamedTuple):
    item: Any
    pid: int
    pipe: int
    output: List[bytes]


def run(work: Callable[[Any], None], items: Iterable[Any], *,
        limit: float = 20.0, at_once: int = 2, stop_at: float = float("inf")
        ) -> Tuple[int, List[Failure]]:
    """Returns how many items were processed, and those whose work(item)
    raised, killed its process or took longer than `limit` seconds.

    Each is done in a fork of this process. None begins after the time
    `stop_at` of time.monotonic().
    """
    children: Dict[int, _Child] = {}
    failures: List[Failure] = []
    count = 0
    for item in items:
        if time.monotonic() > stop_at:
            break
        child = _fork(work, item, limit)
        children[child.pipe] = child
        count += 1
        while len(children) >= at_once:
            failures += _collect(children)
    while children:
        failures += _collect(children)
    return count, failures


def _fork(work: Callable[[Any], None], item: Any, limit: float) -> _Child:
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    pid = os.fork()
    if pid != 0:
        os.close(writing)
        return _Child(item, pid, reading, [])
    code = 1
    try:
        os.close(reading)
        os.dup2(writing, 1)
        os.dup2(writing, 2)
        faulthandler.enable(file=2, all_threads=False)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        # Its default action ends the process, whatever that is busy with.
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, limit)
        work(item)
        code = 0
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(code)


def _collect(children: Dict[int, _Child]) -> List[Failure]:
    """Reads what there is; the failures among the children that ended."""
    ready, _, _ = select.select(list(children), [], [])
    failures = []
    for pipe in ready:
        child = children[pipe]
        data = os.read(pipe, 1 << 16)
        if data:
            child.output.append(data)
            continue
        os.close(pipe)
        del children[pipe]
        _, status = os.waitpid(child.pid, 0)
        if status != 0:
            text = b"".join(child.output).decode(errors="replace")
            failures.append(Failure(child.item, _kind(status), text[-6000:]))
    return failures


def _kind(status: int) -> str:
    if not os.WIFSIGNALED(status):
        return "exception"
    return "hang" if os.WTERMSIG(status) == signal.SIGALRM else "death"
