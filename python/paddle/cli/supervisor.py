"""The workers of a job: started, watched and ended together."""

import contextlib
import ctypes
import errno
import functools
import os
import queue
import signal
import subprocess
import threading
import time
from typing import Any, Callable, Dict, Iterator, List, Optional

from . import output

GRACE = 5.0  # seconds between SIGTERM and SIGKILL
_PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_PR_SET_PDEATHSIG = 1  # of prctl


class Worker:
    """One process, in a session of its own: Ctrl-C reaches it once, through
    the launcher, and not a second time from the terminal. The kernel kills it
    when the launcher dies."""

    def __init__(self, rank: int, command: List[str], environ: Dict[str, str],
                 prefix: bytes, log: Optional[output.Log],
                 die_with_parent: Callable[[], None]) -> None:
        self.rank = rank
        self._process = subprocess.Popen(
            command, env=environ, stdin=subprocess.DEVNULL, bufsize=0,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            start_new_session=True, preexec_fn=die_with_parent)
        assert self._process.stdout and self._process.stderr
        self.pid = self._process.pid
        self.stdout = output.Stream(self._process.stdout, prefix, log)
        self.stderr = output.Stream(self._process.stderr, prefix, log)

    def wait(self) -> bool:
        """Waits until it has ended; True if it failed. Its process id stays
        its own until `reap`."""
        info = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        return info is None or (info.si_code, info.si_status) != (
            os.CLD_EXITED, 0)

    def reap(self) -> int:
        """Returns the status, as a shell would, of a worker that has ended."""
        code = self._process.wait()
        return code if code >= 0 else 128 - code

    def ending(self) -> str:
        """Returns in words how it ended, after `reap`."""
        code = self._process.returncode
        if code >= 0:
            return f"exit code {code}"
        try:
            return signal.Signals(-code).name
        except ValueError:
            return f"signal {-code}"

    def send(self, number: int) -> None:
        """Sends it a signal."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def send_to_all(self, number: int) -> None:
        """Sends a signal to it and to the processes that it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)


class Job:
    """Workers until the last has ended.

    Everything happens in the thread that calls `wait`: signals and the other
    threads put what is to be done into a queue.
    """

    def __init__(self) -> None:
        self.workers: List[Worker] = []
        self.cause: Optional[Worker] = None
        self.interrupted: Optional[int] = None
        self.status = 0
        self._over = threading.Event()
        self._pumps: List[output.Pump] = []
        self._alive: List[Worker] = []
        self._kill_at: Optional[float] = None
        self._todo: "queue.SimpleQueue[Callable[[], None]]" = (
            queue.SimpleQueue())

    def start(self, command: List[str], environs: List[Dict[str, str]],
              log_dir: Optional[str]) -> None:
        """Starts a worker for each of the environments."""
        die_with_parent = _die_with_parent()
        for rank, environ in enumerate(environs):
            prefix = b"[%d] " % rank if len(environs) > 1 else b""
            log = None if log_dir is None else output.Log(
                os.path.join(log_dir, f"rank-{rank}.log"))
            # Else lines come late, and are lost with a process that is killed.
            environ.setdefault("PYTHONUNBUFFERED", "1")
            worker = Worker(rank, command, environ, prefix, log,
                            die_with_parent)
            self.workers.append(worker)
            self._alive.append(worker)
        # Threads come last: children were forked without any.
        self._start_pumps()
        for worker in self.workers:
            threading.Thread(target=self._watch, args=(worker,),
                             daemon=True).start()

    def wait(self) -> None:
        """Returns when all workers have ended."""
        while self._alive:
            left = None if self._kill_at is None else max(
                0.0, self._kill_at - time.monotonic())
            try:
                self._todo.get(timeout=left)()
            except queue.Empty:
                self._kill_at = None
                self.kill()

    def drain(self) -> None:
        """Waits until all that the workers have printed is passed on."""
        self._over.set()
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
        self._todo.put(functools.partial(self._interrupt, number))

    def _interrupt(self, number: int) -> None:
        stopping = self.interrupted is not None or self._kill_at is not None
        if number == signal.SIGINT and stopping:
            self.kill()
            return
        self.interrupted = self.interrupted or number
        for worker in self._alive:
            if number == signal.SIGTERM:
                worker.send(number)
            else:  # as a terminal does
                worker.send_to_all(number)

    def _watch(self, worker: Worker) -> None:
        failed = worker.wait()
        self._todo.put(functools.partial(self._ended, worker, failed))

    def _ended(self, worker: Worker, failed: bool) -> None:
        stopped = self.status != 0
        if failed or stopped:
            # It is not reaped yet: the number of its group is still its own.
            worker.send_to_all(signal.SIGKILL)
        status = worker.reap()
        self._alive.remove(worker)
        if failed and not stopped:
            self.status = status
            if self.interrupted is None:
                self.cause = worker
                self._stop()

    def _stop(self) -> None:
        self._kill_at = time.monotonic() + GRACE
        for worker in self._alive:
            worker.send(signal.SIGTERM)

    def _start_pumps(self) -> None:
        streams = [[worker.stdout for worker in self.workers],
                   [worker.stderr for worker in self.workers]]
        if output.same_file(1, 2):  # One thread keeps lines whole.
            streams = [streams[0] + streams[1]]
        self._pumps = [
            output.Pump(descriptor, each, self._over, lambda error:
                        self._todo.put(functools.partial(self._mute, error)))
            for descriptor, each in enumerate(streams, 1)]
        for pump in self._pumps:
            pump.start()

    def _mute(self, error: OSError) -> None:
        """Ends a job whose output nobody can have."""
        if self.status:
            return
        self.status = 1
        if error.errno == errno.EPIPE:  # as with "| head"
            self.status = 128 + signal.SIGPIPE
        else:
            _say(f"cannot pass on output: {error.strerror}")
        self._stop()


def run(command: List[str], environs: List[Dict[str, str]],
        log_dir: Optional[str], clean: Callable[[], None]) -> int:
    """Runs a job and passes on its output.

    Args:
      command: of each worker.
      environs: the environment of each.
      log_dir: the folder for a file of the output of each, or None.
      clean: called when all workers have ended; their output may not have been
        read by then.

    Returns:
      The exit status of the first that failed, or 0.

    Raises:
      OSError: a worker cannot be started or a file cannot be written.
    """
    job = Job()
    try:
        with job.signals_passed_on():
            job.start(command, environs, log_dir)
            job.wait()
    finally:
        job.kill()
    clean()
    job.drain()
    _report(job)
    return job.status


def _report(job: Job) -> None:
    if job.interrupted is not None:
        _say(f"stopped by {signal.Signals(job.interrupted).name}")
    if job.cause is None:
        return
    cause, tail = job.cause, job.cause.stderr.tail
    told = f"rank {cause.rank} (pid {cause.pid}) failed: {cause.ending()}"
    if len(job.workers) > 1:
        told += ("; the end of its stderr:" if tail
                 else "; its stderr is empty")
    _say(told, *tail)


def _say(text: str, *lines: bytes) -> None:
    said = b"\n".join([f"paddle run: {text}".encode(), *lines, b""])
    with contextlib.suppress(OSError):
        output.write_all(2, said)


def _die_with_parent() -> Callable[[], None]:
    """Returns what children call before they execute the program."""
    prctl = ctypes.CDLL(None).prctl
    arguments = (ctypes.c_int(_PR_SET_PDEATHSIG),
                 ctypes.c_ulong(signal.SIGKILL))
    parent = os.getpid()

    def call() -> None:
        prctl(*arguments)
        if os.getppid() != parent:  # It has died already.
            os.kill(os.getpid(), signal.SIGKILL)

    return call
