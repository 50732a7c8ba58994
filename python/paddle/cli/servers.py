"""The servers of a job, which `paddle run --servers` starts first."""

import contextlib
import functools
import os
import signal
import subprocess
import sys
from typing import (
    Callable, Dict, Iterator, List, Mapping, Optional, Sequence)

from . import die_with_parent, server

_PATIENCE = 5.0  # seconds between SIGTERM and SIGKILL


class Server:
    """A process that keeps parameters, in a session of its own. The kernel
    kills it when the launcher dies.

    folder: where it keeps each step, so that another process can go on in its
      place; None: nowhere.

    Raises:
      OSError: it could not be started; it has told stderr why.
    """

    def __init__(self, number: int, environ: Mapping[str, str],
                 folder: Optional[str]) -> None:
        self._number, self._environ, self._folder = number, environ, folder
        self._port = 0
        self._told_to_end = False
        self._start(server.COMMAND, functools.partial(die_with_parent.die_with,
                                                      os.getpid()))

    @property
    def address(self) -> str:
        """Returns the number and port at which it listens."""
        return f"127.0.0.1:{self._port}"

    def start_again(self) -> bool:
        """Starts another process in the place of one that was killed; False if
        that would have nothing to go on from. The launcher may have threads.

        Raises:
          OSError: as for the first one.
        """
        if self._folder is None or self._told_to_end or (
                self._process.returncode >= 0):
            return False
        self._start([sys.executable, "-I", "-S", die_with_parent.__file__,
                     str(os.getpid()), *server.COMMAND], None)
        return True

    def _start(self, command: List[str],
               before: Optional[Callable[[], None]]) -> None:
        options = ["--port", str(self._port)]
        if self._folder is not None:
            options += ["--dir", self._folder]
        self._process = subprocess.Popen(
            [*command, *options], env=dict(self._environ),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            start_new_session=True, preexec_fn=before)
        self.name = f"server {self._number} (pid {self._process.pid})"
        assert self._process.stdout is not None
        with self._process.stdout as printed:
            line = printed.readline()
        if not line.strip().isdigit():
            raise OSError(f"{self.name} could not be started: {self.wait()}")
        self._port = int(line)

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
        self._told_to_end = True
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def environment(servers: Sequence[Server]) -> Dict[str, str]:
    """Returns the variables by which workers find the servers."""
    if not servers:
        return {}
    return {"PADDLE_SERVERS": ",".join(each.address for each in servers)}


@contextlib.contextmanager
def started(count: int, environ: Mapping[str, str],
            folder: Optional[str]) -> Iterator[List[Server]]:
    """The servers of a job while it runs.

    Args:
      count: how many; 0: none.
      environ: the launcher's environment, which is passed on.
      folder: in which each keeps its steps in a folder of its own; None: they
        keep nothing.

    Raises:
      OSError: one could not be started, or the folder not be made.
    """
    made: List[Server] = []
    try:
        for number in range(count):
            own = None
            if folder is not None:
                own = os.path.join(folder, f"server-{number}")
                os.makedirs(own, exist_ok=True)
            made.append(Server(number, environ, own))
        yield made
    finally:
        for each in made:
            each.end()
