"""The servers of a job, which `paddle run --servers` starts first."""

import contextlib
import functools
import os
import signal
import subprocess
from typing import Dict, Iterator, List, Mapping

from . import die_with_parent, server

_PATIENCE = 5.0  # seconds between SIGTERM and SIGKILL


class Server:
    """A process that keeps parameters, in a session of its own. The kernel
    kills it when the launcher dies.

    Raises:
      OSError: it could not be started; it has told stderr why.
    """

    def __init__(self, number: int, environ: Mapping[str, str]) -> None:
        self._process = subprocess.Popen(
            server.COMMAND, env=dict(environ), stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, start_new_session=True,
            preexec_fn=functools.partial(die_with_parent.die_with,
                                         os.getpid()))
        self.name = f"server {number} (pid {self._process.pid})"
        assert self._process.stdout is not None
        with self._process.stdout as printed:
            line = printed.readline()
        if not line.strip().isdigit():
            raise OSError(f"{self.name} could not be started: {self.wait()}")
        self.address = f"127.0.0.1:{int(line)}"

    def wait(self) -> str:
        """Waits until it has ended, and returns in words how."""
        code = self._process.wait()
        if code >= 0:
            return f"exit code {code}"
        with contextlib.suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"

    def end(self) -> None:
        """Ends it."""
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


class Servers:
    """The servers of a job: none, or as many as `start` has started."""

    def __init__(self) -> None:
        self.all: List[Server] = []

    def environment(self) -> Dict[str, str]:
        """Returns the variables by which workers find them."""
        if not self.all:
            return {}
        return {"PADDLE_SERVERS": ",".join(each.address for each in self.all)}


@contextlib.contextmanager
def started(count: int, environ: Mapping[str, str]) -> Iterator[Servers]:
    """The servers of a job while it runs.

    Args:
      count: how many; 0: none.
      environ: the launcher's environment, which is passed on.

    Raises:
      OSError: one could not be started.
    """
    made = Servers()
    try:
        for number in range(count):
            made.all.append(Server(number, environ))
        yield made
    finally:
        for each in made.all:
            each.end()
