"""Ctrl-C that waits until a step has ended."""

import signal
import threading
from typing import Any, Callable


class Interrupt:
    """Within a `with`: the first SIGINT calls `call` instead of raising
    KeyboardInterrupt, the second one is what it was before. Only in the main
    thread (Python has signals nowhere else), not where SIGINT is ignored, and
    only if `active`."""

    def __init__(self, call: Callable[[], None], active: bool) -> None:
        self._call = call
        self._before: Any = None
        self._active = active and (
            threading.current_thread() is threading.main_thread()
            and signal.getsignal(signal.SIGINT) not in (signal.SIG_IGN, None))

    def __enter__(self) -> None:
        if self._active:
            self._before = signal.signal(signal.SIGINT, self._handle)

    def __exit__(self, *error: Any) -> None:
        if self._active:
            signal.signal(signal.SIGINT, self._before)

    def _handle(self, number: int, frame: Any) -> None:
        signal.signal(signal.SIGINT, self._before)
        self._call()
