"""Shows how far a build is: a line that is redrawn, or a line now and then."""

import os
from typing import BinaryIO, Callable

import bazel_output
from bazel_output import Progress

_INTERRUPTED = 8  # Bazel's exit status
_TESTS_FAILED = 3
_LONG = 10.0  # Seconds after which one wants to know.


def clock(seconds: float) -> str:
    """"0:07", "12:34", "1:02:03"."""
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return (f"{hours}:{minute:02}:{second:02}" if hours
            else f"{minute}:{second:02}")


def counts(progress: Progress) -> str:
    """Returns the number of actions done and their total. With several
    targets, as for tests, Bazel discovers the total on the way."""
    text = f"{progress.done:,} of {progress.total:,} actions"
    if progress.tests:
        text += " known so far, " + progress.tests.replace(" / ", " of ")
    return text


def describe(progress: Progress, seconds: float) -> str:
    """The line that is shown: elapsed, how many of how many, what now."""
    parts = [counts(progress)] if progress.total else []
    parts.append(progress.what or "starting")
    return f"[{clock(seconds)}] " + ": ".join(parts)


def describe_end(progress: Progress, seconds: float, status: int) -> str:
    how = {0: "Done", _TESTS_FAILED: "Tests failed",
           _INTERRUPTED: "Interrupted"}.get(status, "Failed")
    counted = f" ({counts(progress)})" if progress.total and status else ""
    kept = " What is built stays built." if status == _INTERRUPTED else ""
    return f"{how} after {clock(seconds)}{counted}.{kept}"


class Display:
    """Shows on a stream how far a build is, a line now and then, and what else
    Bazel writes. `now` tells the seconds since the beginning."""

    FIRST, INTERVAL = _LONG, 30.0  # seconds
    # Each interval is at least this part of the time that has passed.
    GROWTH = 1 / 12

    def __init__(self, stream: BinaryIO, now: Callable[[], float]) -> None:
        self._stream = stream
        self._now = now
        self._next = self.FIRST
        self._progress = Progress()

    def wait(self) -> float:
        """The seconds until tick() has something to do."""
        return max(0.0, self._next - self._now())

    def see(self, progress: Progress) -> None:
        self._progress = progress

    def tick(self) -> None:
        now = self._now()
        if now >= self._next:
            self._next = now + max(self.INTERVAL, now * self.GROWTH)
            self.show(describe(self._progress, now))

    def show(self, line: str) -> None:
        self.write(self._stream, line.encode() + b"\n")

    def write(self, stream: BinaryIO, text: bytes) -> None:
        stream.write(bazel_output.without_colour(text))
        stream.flush()

    def end(self, status: int) -> None:
        """Says nothing where all was built already, as mostly it is."""
        seconds = self._now()
        if seconds >= _LONG or status:
            self.write(self._stream, describe_end(
                self._progress, seconds, status).encode() + b"\n")


class TerminalDisplay(Display):
    """Draws the line anew each second, and takes it away for other text."""

    FIRST, INTERVAL, GROWTH = 1.0, 1.0, 0.0
    _CLEAR = b"\r\x1b[K"

    def show(self, line: str) -> None:
        # Some terminals do not tell.
        width = os.get_terminal_size(self._stream.fileno()).columns or 80
        self._stream.write(self._CLEAR + line[:width - 1].encode())
        self._stream.flush()

    def write(self, stream: BinaryIO, text: bytes) -> None:
        self._clear()
        stream.write(text if stream.isatty()
                     else bazel_output.without_colour(text))
        stream.flush()

    def end(self, status: int) -> None:
        self._clear()
        super().end(status)

    def _clear(self) -> None:
        self._stream.write(self._CLEAR)
        self._stream.flush()


def display_for(stream: BinaryIO, now: Callable[[], float]) -> Display:
    redraws = stream.isatty() and os.environ.get("TERM", "dumb") != "dumb"
    return (TerminalDisplay if redraws else Display)(stream, now)
