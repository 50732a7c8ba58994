"""The signals that end a launcher, and what ends with it."""

import contextlib
import signal
from typing import Any, Callable, Dict, Iterable, Iterator

ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """A signal has come that ends the launcher; no error of what it does.

    number: of the signal.
    """

    def __init__(self, number: int) -> None:
        super().__init__(f"stopped by {signal.Signals(number).name}")
        self.number = number


def ending(code: int) -> str:
    """Returns in words how a process has ended: its code, or -N for signal N,
    as subprocess has it."""
    if code >= 0:
        return f"exit code {code}"
    try:
        return signal.Signals(-code).name
    except ValueError:
        return f"signal {-code}"


@contextlib.contextmanager
def handled_by(handler: Callable[[int, Any], None]) -> Iterator[None]:
    """Within it, such signals call a handler, in the main thread; those that
    the launcher was told to ignore, as by nohup, are ignored, and so by its
    children."""
    before: Dict[int, Any] = {}
    for number in ENDING:
        if signal.getsignal(number) not in (signal.SIG_IGN, None):
            before[int(number)] = signal.signal(number, handler)
    try:
        yield
    finally:
        for each, former in before.items():
            signal.signal(each, former)


@contextlib.contextmanager
def blocked(numbers: Iterable[int]) -> Iterator[None]:
    """Within it, such signals do not reach this thread, nor the processes that
    it starts; those begin with them blocked, and get later what has come."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, numbers)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def stop(number: int, frame: Any) -> None:
    """Raises Stopped: a handler."""
    raise Stopped(number)
