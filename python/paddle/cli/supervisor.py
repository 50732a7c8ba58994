"""The workers of a job: started, watched, started again and ended together."""

import contextlib
import errno
import functools
import os
import signal
import threading
from typing import TYPE_CHECKING, Any, Callable, List, Optional

from . import output, signals
from .loop import Loop
from .plan import Plan
from .worker import Worker

if TYPE_CHECKING:
    from .servers import Server
    from .team import Team

GRACE = 5.0  # seconds between SIGTERM and SIGKILL


class Job:
    """Workers until the last has ended.

    Everything happens in the thread that calls `wait`: signals and the other
    threads give its loop what is to be done.
    """

    def __init__(self, plan: Plan) -> None:
        self.workers: List[Worker] = []  # the newest in each slot
        self.cause: Optional[Worker] = None
        self.interrupted: Optional[int] = None
        self.status = 0
        self.why_not_again = ""  # about the cause
        self.ended_by = ""  # what has ended the job, if no worker here has
        self._plan = plan
        self._loop = Loop()
        self._alive: List[Worker] = []
        self._logs: List[Optional[output.Log]] = []
        self._asking = 0  # for restarts
        self._stopping = self._is_over = False
        self._team: Optional["Team"] = None
        self._out = self._err = output.Pump(1, self._pump_failed)
        if not output.same_file(1, 2):  # else one thread keeps lines whole
            self._err = output.Pump(2, self._pump_failed)
        self._pumps = {self._out, self._err}

    def start(self) -> None:
        """Starts a worker for each of the environments."""
        plan = self._plan
        if plan.elastic is not None:
            from .team import Team  # A tenth of the time of a short job.

            self._team = Team(plan.elastic, len(plan.environs), GRACE,
                              self._loop, self._give_up, self._replace,
                              self._say, self._end_with)
        for slot, environ in enumerate(plan.environs):
            self._logs.append(None if plan.log_dir is None else output.Log(
                os.path.join(plan.log_dir, f"rank-{slot}.log")))
            # Else lines come late, and are lost with a process that is killed.
            environ.setdefault("PYTHONUNBUFFERED", "1")
            self.workers.append(self._start(slot, threads=False))
        # Threads come last: children were forked without any.
        for pump in self._pumps:
            pump.start()
        for worker in self.workers:
            self._watch(worker)
        for server in plan.servers:
            self._watch_server(server)
        if self._team is not None:
            self._team.start()

    def wait(self) -> None:
        """Returns when all workers have ended."""
        while self._alive or (self._asking and not self._is_ending()):
            self._loop.turn()
        self._is_over = True
        if self._team is not None:
            # A machine that was told to end does not end the job.
            well = self.status == 0 and self.interrupted is None
            self._team.leave(self.status, well,
                             self.failure() if self.cause else "")

    def _is_ending(self) -> bool:
        return self.interrupted is not None or self._stopping

    def failure(self) -> str:
        """Returns how the cause has failed."""
        cause = self.cause
        assert cause is not None
        told = f"{cause.name} failed: {cause.ending()}"
        if cause.given_up:
            told += f", as it {cause.given_up}"
        return told + self.why_not_again

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

    def handle(self, number: int, frame: Any) -> None:
        """Has a signal passed on to the workers: a handler."""
        self._loop.soon(functools.partial(self._interrupt, number))

    def _interrupt(self, number: int) -> None:
        stopping = self.interrupted is not None or self._stopping
        if number == signal.SIGINT and stopping:
            self.kill()
            return
        self.interrupted = self.interrupted or number
        if not self._alive:  # One was waiting to be started again.
            self.status = self.status or 128 + number
        for worker in self._alive:
            if number == signal.SIGTERM:
                worker.send(number)
            else:  # as a terminal does
                worker.send_to_all(number)

    def _start(self, slot: int, threads: bool) -> Worker:
        environs = self._plan.environs
        worker = Worker(
            slot, self._plan.command, environs[slot],
            b"[%d] " % slot if len(environs) > 1 else b"", self._logs[slot],
            threads)
        self._alive.append(worker)
        self._out.add(worker.stdout)
        self._err.add(worker.stderr)
        if self._team is not None:
            self._team.agent.begin(slot, worker.name)
        return worker

    def _watch(self, worker: Worker) -> None:
        def wait() -> None:
            failed = worker.wait()
            self._loop.soon(functools.partial(self._ended, worker, failed))

        threading.Thread(target=wait, daemon=True).start()

    def _watch_server(self, server: "Server") -> None:
        def wait() -> None:
            told = ""
            while not told:
                told = f"{server.name} has ended with {server.wait()}"
                # When the job is over, it was told to.
                if not self._is_over:
                    told = self._begin_again(server, told)
            self._loop.soon(lambda: self._end_with(1, told))

        threading.Thread(target=wait, daemon=True).start()

    def _begin_again(self, server: "Server", told: str) -> str:
        """Has another process go on in the place of a server; returns "", or
        why the job ends."""
        try:
            if not server.start_again():
                return told + server.hint
        except OSError as error:
            return f"{told}; {error}"
        self._say(f"{told}; it goes on as {server.name}")
        return ""

    def _ended(self, worker: Worker, failed: bool) -> None:
        stopped = self.status != 0 or self._stopping
        if failed or stopped:
            # It is not reaped yet: the number of its group is still its own.
            worker.send_to_all(signal.SIGKILL)
        status = worker.reap()
        if failed and self._was_starting(worker):
            assert self.interrupted is not None
            status = 128 + self.interrupted
        self._alive.remove(worker)
        done = self._team is not None and self._team.agent.ended(
            worker.slot, worker.loss(), well=not failed)
        if not failed or stopped:
            return
        if worker.replaced and self.interrupted is None:
            self._start_anew(worker, "")
            return
        if self._team is not None and worker.was_killed and not done and (
                self._limit > 0 and self.interrupted is None):
            self._asking += 1
            self._team.board.take_restart(
                self._limit, functools.partial(self._start_again, worker,
                                               status))
            return
        self._fail(worker, status)

    def _was_starting(self, worker: Worker) -> bool:
        """True if a worker was interrupted while it was started again: of an
        interrupt in its first moments Python makes an error, status 1."""
        return (self.interrupted is not None and worker.is_another and
                self._team is not None and
                not self._team.agent.has_heard(worker.slot))

    def _fail(self, worker: Worker, status: int) -> None:
        self.status = status
        if self.interrupted is None:
            self.cause = worker
            self._stop()

    @property
    def _limit(self) -> int:
        elastic = self._plan.elastic
        return 0 if elastic is None else elastic.restarts

    def _start_again(self, lost: Worker, status: int,
                     number: Optional[int]) -> None:
        """Starts another worker in its slot, if one of the job's restarts was
        left; it has this number."""
        self._asking -= 1
        if self.status or self.interrupted is not None:
            return
        if number is None:
            self.why_not_again = f"; no restart is left of {self._limit}"
            self._fail(lost, status)
            return
        self._start_anew(lost, f" (restart {number} of {self._limit})", status)

    def _start_anew(self, lost: Worker, count: str, status: int = 1) -> None:
        environ = self._plan.environs[lost.slot]
        environ["PADDLE_RESTARTS"] = str(1 + int(environ["PADDLE_RESTARTS"]))
        try:
            new = self._start(lost.slot, threads=True)
        except OSError as error:
            self.why_not_again = f"; it cannot be started again: {error}"
            self._fail(lost, status)
            return
        self.workers[lost.slot] = new
        self._watch(new)
        self._say(f"{lost.name} {lost.loss()}; started again as pid {new.pid}"
                  + count)

    def _give_up(self, slot: int, loss: str) -> None:
        # Workers that have been told to end may take their time.
        if self.status == 0 and self.interrupted is None:
            self.workers[slot].given_up = loss
            self.workers[slot].send_to_all(signal.SIGKILL)

    def _replace(self, slot: int, loss: str) -> None:
        self.workers[slot].replaced = True
        self._give_up(slot, loss)

    def _end_with(self, status: int, why: str) -> None:
        """Ends the workers, for a reason that is not theirs."""
        if self.status or self.interrupted is not None or self._stopping:
            return
        self.status = status
        self.ended_by = why
        self._stop()

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
        with signals.handled_by(job.handle):
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
    if job.ended_by:
        _say_last(job.ended_by)
    if job.cause is None:
        return
    tail = job.cause.stderr.tail
    told = job.failure()
    if len(job.workers) > 1:
        told += ("; the end of its stderr:" if tail
                 else "; its stderr is empty")
    _say_last(told, *tail)


def _say_last(text: str, *lines: bytes) -> None:
    with contextlib.suppress(OSError):
        output.write_all(2, output.message(text, *lines))
