"""One process of a job."""

import contextlib
import functools
import os
import signal
import subprocess
import sys
from typing import Dict, List, Optional

from . import die_with_parent, output, signals


class Worker:
    """One process, in a session of its own: Ctrl-C reaches it once, through
    the launcher, and not a second time from the terminal. The kernel kills it
    when the launcher dies.

    threads: True if the launcher has several by now; then it takes some
    milliseconds longer.
    """

    def __init__(self, slot: int, command: List[str], environ: Dict[str, str],
                 prefix: bytes, log: Optional[output.Log],
                 threads: bool) -> None:
        self.slot = slot
        self.is_another = threads  # as workers are that are started again
        launcher = os.getpid()
        before = functools.partial(die_with_parent.die_with, launcher)
        if threads:
            command = [sys.executable, "-I", "-S", die_with_parent.__file__,
                       str(launcher), *command]
        with signals.blocked([signal.SIGINT] if threads else []):
            self._process = subprocess.Popen(
                command, env=environ, stdin=subprocess.DEVNULL, bufsize=0,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                start_new_session=True,
                preexec_fn=None if threads else before)
        assert self._process.stdout and self._process.stderr
        self.pid = self._process.pid
        self.name = f"rank {slot} (pid {self.pid})"
        if "RANK" not in environ:  # The job has other machines.
            self.name = (f"worker {slot} of {os.uname().nodename} "
                         f"(pid {self.pid})")
        self.given_up = ""  # why the launcher has killed it
        self.replaced = False  # True if another one takes its place anyway
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

    @property
    def was_killed(self) -> bool:
        """True if it died of a signal; asked after `reap`."""
        return self._process.returncode < 0

    def ending(self) -> str:
        """Returns in words how it ended, after `reap`."""
        return signals.ending(self._process.returncode)

    def loss(self) -> str:
        """Returns what has happened to it, after `reap`, for a sentence that
        begins with its name."""
        verb = "was killed by" if self.was_killed else "has ended with"
        return self.given_up or f"{verb} {self.ending()}"

    def send(self, number: int) -> None:
        """Sends it a signal."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(self.pid, number)

    def send_to_all(self, number: int) -> None:
        """Sends a signal to it and to the processes that it has started."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.pid, number)
