"""The servers of a job, which `paddle run --servers` starts first."""

import contextlib
import functools
import os
import select
import subprocess
import sys
import threading
import time
from typing import (
    IO, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple)

from . import die_with_parent, server, signals

_PATIENCE = 5.0  # seconds between SIGTERM and SIGKILL
START_PATIENCE = 120.0  # seconds until a server says its port
_LONG = 60.0  # seconds after which a server has served, whatever it has kept
_MOST_IN_VAIN = 3  # processes in a row that end before they have kept a step


class Server:
    """A process that keeps parameters, in a session of its own. The kernel
    kills it when the launcher dies.

    folder: where it keeps each step, so that another process can go on in its
      place; None: nowhere.

    Raises:
      OSError: it could not be started; it has told stderr why, or it has not
        said its port in time.
    """

    def __init__(self, number: int, environ: Mapping[str, str],
                 folder: Optional[str]) -> None:
        self._number, self._environ, self._folder = number, environ, folder
        self._port = 0
        self._process: "subprocess.Popen[bytes]"
        self._since = 0.0  # of the monotonic clock
        self._kept_before: Optional[Tuple[int, int]] = None  # when it started
        self.name = f"server {number}"
        self._in_vain = 0  # processes in a row
        self._told_to_end = False
        self._changing = threading.Lock()  # of what is told to end
        self._start(server.COMMAND, functools.partial(die_with_parent.die_with,
                                                      os.getpid()))

    @property
    def address(self) -> str:
        """Returns the number and port at which it listens."""
        return f"127.0.0.1:{self._port}"

    @property
    def hint(self) -> str:
        """Returns what would have had it go on, after it has ended."""
        if self._folder is not None or self._process.returncode >= 0:
            return ""
        return "; with --server-dir DIR it would go on from its last step"

    def start_again(self) -> bool:
        """Starts another process in the place of one that was killed, and
        again if that one is killed while it starts; False if it would have
        nothing to go on from. The launcher may have threads.

        Raises:
          OSError: as for the first one, or several in a row were killed soon,
            before they had kept a step: the next one would be, too.
        """
        if self._folder is None or self._process.returncode >= 0:
            return False
        if self._has_served():
            self._in_vain = 0
        while not self._told_to_end:
            self._in_vain += 1
            if self._in_vain == _MOST_IN_VAIN:
                raise OSError(f"{_MOST_IN_VAIN} in a row have ended before "
                              "they had kept a step: it is not started again")
            try:
                self._start([sys.executable, "-I", "-S",
                             die_with_parent.__file__, str(os.getpid()),
                             *server.COMMAND], None)
                return True
            except TimeoutError:
                raise
            except OSError:
                if self._process.returncode >= 0:
                    raise
        return False

    def _has_served(self) -> bool:
        return (self._kept() != self._kept_before or
                time.monotonic() - self._since > _LONG)

    def _kept(self) -> Optional[Tuple[int, int]]:
        """Returns what another step that it keeps makes another value."""
        try:
            found = os.stat(os.path.join(self._folder or "", "state"))
        except OSError:
            return None
        return found.st_ino, found.st_mtime_ns

    def _start(self, command: List[str],
               before: Optional[Callable[[], None]]) -> None:
        options = ["--port", str(self._port)]
        if self._folder is not None:
            options += ["--dir", self._folder]
        with self._changing:
            if self._told_to_end:
                raise OSError(f"{self.name} was told to end")
            self._process = subprocess.Popen(
                [*command, *options], env=dict(self._environ),
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                start_new_session=True, preexec_fn=before)
        self.name = f"server {self._number} (pid {self._process.pid})"
        try:
            self._port = self._port_said()
        except BaseException:
            self._process.kill()
            self._process.wait()
            raise
        self._since, self._kept_before = time.monotonic(), self._kept()

    def _port_said(self) -> int:
        assert self._process.stdout is not None
        with self._process.stdout as printed:
            try:
                line = _first_line(printed, START_PATIENCE)
            except TimeoutError:
                raise TimeoutError(
                    f"{self.name} could not be started: it has not said its "
                    f"port for {START_PATIENCE:g} s") from None
        if not line.strip().isdigit():
            raise OSError(f"{self.name} could not be started: {self.wait()}")
        return int(line)

    def wait(self) -> str:
        """Waits until it has ended, and returns in words how."""
        return signals.ending(self._process.wait())

    def end(self) -> None:
        """Ends it."""
        with self._changing:
            self._told_to_end = True
        self._process.terminate()
        try:
            self._process.wait(_PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _first_line(file: IO[bytes], seconds: float) -> bytes:
    """Returns the first line that comes, or all before the end; TimeoutError
    if it takes longer."""
    deadline = time.monotonic() + seconds
    poll = select.poll()
    poll.register(file, select.POLLIN)
    line = b""
    while not line.endswith(b"\n"):
        left = deadline - time.monotonic()
        if left <= 0 or not poll.poll(left * 1000):
            raise TimeoutError
        more = os.read(file.fileno(), 4096)
        if not more:
            break
        line += more
    return line


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
      Stopped: a signal has come that nobody else handles.
    """
    made: List[Server] = []
    if count == 0:
        yield made
        return
    with signals.handled_by(signals.stop):
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
