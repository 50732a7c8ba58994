"""Passes on what the workers of a job print: whole lines, byte by byte."""

import collections
import functools
import os
import select
import sys
import threading
from typing import IO, Callable, Deque, List, Optional

from .loop import Loop

TAIL = 20  # lines that are repeated of a worker that failed
_CHUNK = 1 << 16  # bytes, the capacity of a pipe
_SILENCE = 0.5  # seconds


class Log:
    """A file of all that one worker prints. A full disk ends the file, and not
    the job."""

    def __init__(self, path: str) -> None:
        self._file: Optional[IO[bytes]] = open(path, "wb", buffering=0)
        self._path = path

    def write(self, data: bytes) -> None:
        """Appends; says so on stderr, once, when that fails."""
        file = self._file
        try:
            if file is not None:
                write_all(file.fileno(), data)
        except OSError as error:
            self._file = None
            print(f"paddle run: {self._path} ends here: {error.strerror}",
                  file=sys.stderr, flush=True)


class Stream:
    """One of the two streams of a worker: what has been read of it, but is not
    a whole line yet, and its last lines.

    prefix: of each line that is passed on; without one, parts of lines are
    passed on, too.
    """

    def __init__(self, file: IO[bytes], prefix: bytes,
                 log: Optional[Log]) -> None:
        self.file = file
        self.tail: Deque[bytes] = collections.deque(maxlen=TAIL)
        self._prefix, self._log = prefix, log
        self._begun: List[bytes] = []

    def take(self, data: bytes) -> bytes:
        """Returns what is to be passed on after this has been read."""
        lines, newline, rest = data.rpartition(b"\n")
        if not self._prefix:
            return self._pass_on(data)
        if not newline:
            self._begun.append(data)
            return b""
        self._begun.append(lines + newline)
        whole = b"".join(self._begun)
        self._begun = [rest] if rest else []
        return self._pass_on(whole)

    def end(self) -> bytes:
        """Returns what is to be passed on at the end of the stream: the next
        line of another worker begins on a line of its own."""
        rest = b"".join(self._begun)
        self._begun = []
        return self._pass_on(rest + b"\n") if rest else b""

    def _pass_on(self, data: bytes) -> bytes:
        if self._log is not None:
            self._log.write(data)
        if not self._prefix:
            return data
        lines = [self._prefix + line for line in data[:-1].split(b"\n")]
        self.tail.extend(lines[-TAIL:])
        return b"\n".join(lines) + b"\n"


class Pump(threading.Thread):
    """Passes streams on to one of the launcher's own.

    It ends after `finish`, with the last stream, or after half a second of
    silence: processes that workers have left behind may keep streams open.

    failed: called, in this thread, with the error after which nothing can be
    written any more; what is read after that is lost.
    """

    def __init__(self, descriptor: int,
                 failed: Callable[[OSError], None]) -> None:
        super().__init__(daemon=True)
        self._descriptor, self._failed = descriptor, failed
        self._loop = Loop()
        self._open: List[Stream] = []
        self._over = False
        self.error: Optional[OSError] = None

    def add(self, stream: Stream) -> None:
        """Begins with a stream; called in any thread."""
        self._loop.soon(functools.partial(self._begin, stream))

    def say(self, data: bytes) -> None:
        """Writes lines between those of the streams; called in any thread."""
        self._loop.soon(functools.partial(self._write, data))

    def finish(self) -> None:
        """Tells that all workers have ended; called in any thread."""
        self._loop.soon(functools.partial(setattr, self, "_over", True))

    def run(self) -> None:
        """Runs in the thread."""
        while self._open or not self._over:
            over = self._over
            if not self._loop.turn(_SILENCE if over else None) and over:
                break
        for stream in self._open:
            self._write(stream.end())

    def _begin(self, stream: Stream) -> None:
        self._open.append(stream)
        self._loop.watch(stream.file, functools.partial(
            self._pass_on, stream))

    def _pass_on(self, stream: Stream) -> None:
        data = os.read(stream.file.fileno(), _CHUNK)
        self._write(stream.take(data) if data else stream.end())
        if not data:
            self._open.remove(stream)
            self._loop.unwatch(stream.file)
            stream.file.close()

    def _write(self, data: bytes) -> None:
        if not data or self.error is not None:
            return
        try:
            write_all(self._descriptor, data)
        except OSError as error:
            self.error = error
            self._failed(error)


def message(text: str, *lines: bytes) -> bytes:
    """Returns what the launcher itself says, in so many lines."""
    return b"\n".join([f"paddle run: {text}".encode(), *lines, b""])


def write_all(descriptor: int, data: bytes) -> None:
    """Writes all of it, and waits where that takes time; OSError as of
    os.write."""
    rest = memoryview(data)
    while rest:
        try:
            rest = rest[os.write(descriptor, rest):]
        except BlockingIOError:  # Another process has made it so.
            select.select([], [descriptor], [])


def same_file(one: int, other: int) -> bool:
    """True if two descriptors are of one file, such as after 2>&1."""
    try:
        return os.path.sameopenfile(one, other)
    except OSError:  # closed
        return False
