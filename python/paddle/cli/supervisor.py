"""The workers of a job: started, watched, started again and ended together."""

import contextlib
import errno
import functools
import os
import signal
import threading
from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, List, Optional

from . import output
from .loop import Loop
from .plan import Plan
from .worker import Worker

if TYPE_CHECKING:
    from .agent import Agent

GRACE = 5.0  # seconds between SIGTERM and SIGKILL
_PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Job:
    """Workers until the last has ended.

    Everything happens in the thread that calls `wait`: signals and the other
    threads give its loop what is to be done.
    """

    def __init__(self, plan: Plan) -> None:
        self.workers: List[Worker] = []  # the newest of each rank
        self.cause: Optional[Worker] = None
        self.interrupted: Optional[int] = None
        self.status = 0
        self.why_not_again = ""  # about the cause
        self._plan = plan
        self._loop = Loop()
        self._alive: List[Worker] = []
        self._logs: List[Optional[output.Log]] = []
        self._restarts = 0
        self._stopping = False
        self._agent: Optional["Agent"] = None
        self._out = self._err = output.Pump(1, self._pump_failed)
        if not output.same_file(1, 2):  # else one thread keeps lines whole
            self._err = output.Pump(2, self._pump_failed)
        self._pumps = {self._out, self._err}

    def start(self) -> None:
        """Starts a worker for each of the environments."""
        plan = self._plan
        if plan.restarts is not None:
            from .agent import Agent  # A tenth of the time of a short job.

            self._agent = Agent(plan.restarts, len(plan.environs), GRACE,
                                self._loop, self._give_up, self._say)
        for rank, environ in enumerate(plan.environs):
            self._logs.append(None if plan.log_dir is None else output.Log(
                os.path.join(plan.log_dir, f"rank-{rank}.log")))
            # Else lines come late, and are lost with a process that is killed.
            environ.setdefault("PYTHONUNBUFFERED", "1")
            self.workers.append(self._start(rank, threads=False))
        # Threads come last: children were forked without any.
        for pump in self._pumps:
            pump.start()
        for worker in self.workers:
            self._watch(worker)

    def wait(self) -> None:
        """Returns when all workers have ended."""
        while self._alive:
            self._loop.turn()

    def drain(self) -> None:
        """Waits until all that the workers have printed is passed on."""
        for pump in self._pumps:
            pump.finish()
        for pump in self._pumps:
            pump.join()
            if pump.error is not None:
                self._mute(pump.error)

    def kill(self) -> None:
        """Kills the workers and the processes that they have started."""
        for worker in self._alive:
            worker.send_to_all(signal.SIGKILL)

    @contextlib.contextmanager
    def signals_passed_on(self) -> Iterator[None]:
        """Within it, signals go to the workers; those that the launcher was
        told to ignore, as by nohup, are ignored by workers, too."""
        before: Dict[int, Any] = {}
        for number in _PASSED_ON:
            if signal.getsignal(number) not in (signal.SIG_IGN, None):
                before[int(number)] = signal.signal(number, self._handle)
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)

    def _handle(self, number: int, frame: Any) -> None:
        self._loop.soon(functools.partial(self._interrupt, number))

    def _interrupt(self, number: int) -> None:
        stopping = self.interrupted is not None or self._stopping
        if number == signal.SIGINT and stopping:
            self.kill()
            return
        self.interrupted = self.interrupted or number
        for worker in self._alive:
            if number == signal.SIGTERM:
                worker.send(number)
            else:  # as a terminal does
                worker.send_to_all(number)

    def _start(self, rank: int, threads: bool) -> Worker:
        environs = self._plan.environs
        worker = Worker(
            rank, self._plan.command, environs[rank],
            b"[%d] " % rank if len(environs) > 1 else b"", self._logs[rank],
            threads)
        self._alive.append(worker)
        self._out.add(worker.stdout)
        self._err.add(worker.stderr)
        if self._agent is not None:
            self._agent.begin(rank, worker.name)
        return worker

    def _watch(self, worker: Worker) -> None:
        def wait() -> None:
            failed = worker.wait()
            self._loop.soon(functools.partial(self._ended, worker, failed))

        threading.Thread(target=wait, daemon=True).start()

    def _ended(self, worker: Worker, failed: bool) -> None:
        stopped = self.status != 0
        if failed or stopped:
            # It is not reaped yet: the number of its group is still its own.
            worker.send_to_all(signal.SIGKILL)
        status = worker.reap()
        self._alive.remove(worker)
        done = self._agent is not None and self._agent.ended(
            worker.rank, worker.loss(), well=not failed)
        if not failed or stopped or (
                worker.was_killed and not done and self._start_again(worker)):
            return
        self.status = status
        if self.interrupted is None:
            self.cause = worker
            self._stop()

    def _start_again(self, lost: Worker) -> bool:
        """Starts another worker of its rank, if that may be."""
        restarts = self._plan.restarts
        if restarts is None or self.interrupted is not None:
            return False
        if self._restarts == restarts.limit:
            self.why_not_again = f"; no restart is left of {restarts.limit}"
            return False
        environ = self._plan.environs[lost.rank]
        environ["PADDLE_RESTARTS"] = str(1 + int(environ["PADDLE_RESTARTS"]))
        try:
            new = self._start(lost.rank, threads=True)
        except OSError as error:
            self.why_not_again = f"; it cannot be started again: {error}"
            return False
        self._restarts += 1
        self.workers[lost.rank] = new
        self._watch(new)
        self._say(f"{lost.name} {lost.loss()}; started again as pid {new.pid}"
                  f" (restart {self._restarts} of {restarts.limit})")
        return True

    def _give_up(self, rank: int, loss: str) -> None:
        # Workers that have been told to end may take their time.
        if self.status == 0 and self.interrupted is None:
            self.workers[rank].given_up = loss
            self.workers[rank].send_to_all(signal.SIGKILL)

    def _say(self, text: str) -> None:
        # In its thread: it has the lines of workers, and may have to wait.
        self._err.say(output.message(text))

    def _stop(self) -> None:
        self._stopping = True
        for worker in self._alive:
            worker.send(signal.SIGTERM)
        self._loop.later(GRACE, self.kill)

    def _pump_failed(self, error: OSError) -> None:
        self._loop.soon(functools.partial(self._mute, error))

    def _mute(self, error: OSError) -> None:
        """Ends a job whose output nobody can have."""
        if self.status:
            return
        self.status = 1
        if error.errno == errno.EPIPE:  # as with "| head"
            self.status = 128 + signal.SIGPIPE
        else:
            _say_last(f"cannot pass on output: {error.strerror}")
        self._stop()


def run(plan: Plan, clean: Callable[[], None]) -> int:
    """Runs a job and passes on its output.

    Args:
      plan: the job.
      clean: called when all have ended; their output may not be read by then.

    Returns:
      The exit status of the first that failed, or 0.

    Raises:
      OSError: a worker cannot be started or a file cannot be written.
    """
    job = Job(plan)
    try:
        with job.signals_passed_on():
            job.start()
            job.wait()
    finally:
        job.kill()
    clean()
    job.drain()
    _report(job)
    return job.status


def _report(job: Job) -> None:
    if job.interrupted is not None:
        _say_last(f"stopped by {signal.Signals(job.interrupted).name}")
    if job.cause is None:
        return
    cause, tail = job.cause, job.cause.stderr.tail
    told = f"{cause.name} failed: {cause.ending()}"
    if cause.given_up:
        told += f", as it {cause.given_up}"
    told += job.why_not_again
    if len(job.workers) > 1:
        told += ("; the end of its stderr:" if tail
                 else "; its stderr is empty")
    _say_last(told, *tail)


def _say_last(text: str, *lines: bytes) -> None:
    with contextlib.suppress(OSError):
        output.write_all(2, output.message(text, *lines))
