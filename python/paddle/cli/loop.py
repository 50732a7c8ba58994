"""Waits for descriptors, for times and for other threads, in one thread."""

import contextlib
import heapq
import itertools
import os
import queue
import selectors
import time
from typing import Any, Callable, List, Optional, Tuple

Call = Callable[[], Any]


class Loop:
    """Calls functions, all of them in the thread that calls `turn`.

    Other threads, and handlers of signals, may call `soon` and nothing else.
    """

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()
        self._calls: "queue.SimpleQueue[Call]" = queue.SimpleQueue()
        self._later: List[Tuple[float, int, Call]] = []
        self._order = itertools.count()  # of calls at the same time
        # A byte in this pipe wakes a thread that waits for descriptors.
        self._reading, self._writing = os.pipe()
        for end in (self._reading, self._writing):
            os.set_blocking(end, False)
        self.watch(self._reading, self._run_calls)

    def soon(self, call: Call) -> None:
        """Has it called in the next turn."""
        self._calls.put(call)
        with contextlib.suppress(BlockingIOError):  # full: it wakes anyway
            os.write(self._writing, b"\0")

    def later(self, seconds: float, call: Call) -> None:
        """Has it called once, after this time."""
        heapq.heappush(self._later, (
            time.monotonic() + seconds, next(self._order), call))

    def watch(self, file: Any, call: Call) -> None:
        """Has it called in each turn in which the file can be read."""
        self._selector.register(file, selectors.EVENT_READ, (call, None))

    def watch_writing(self, file: Any, call: Optional[Call]) -> None:
        """Has it also called in each turn in which the file, which is watched,
        can be written; None ends that."""
        events = selectors.EVENT_READ | (
            0 if call is None else selectors.EVENT_WRITE)
        reading = self._selector.get_key(file).data[0]
        self._selector.modify(file, events, (reading, call))

    def unwatch(self, file: Any) -> None:
        """Ends what the others have begun."""
        self._selector.unregister(file)

    def turn(self, longest: Optional[float] = None) -> bool:
        """Waits until something is to be called, and calls what is.

        Args:
          longest: how many seconds to wait at most; None for any time.

        Returns:
          False if there was nothing.
        """
        ready = self._selector.select(self._patience(longest))
        for key, events in ready:
            for event, call in zip(
                    (selectors.EVENT_READ, selectors.EVENT_WRITE), key.data):
                # One that was called before may have ended the watch.
                if events & event and (
                        self._selector.get_map().get(key.fd) == key):
                    call()
        due = []
        while self._later and self._later[0][0] <= time.monotonic():
            due.append(heapq.heappop(self._later)[-1])
        for call in due:
            call()
        return bool(ready or due)

    def _patience(self, longest: Optional[float]) -> Optional[float]:
        if not self._later:
            return longest
        left = max(0.0, self._later[0][0] - time.monotonic())
        return left if longest is None else min(left, longest)

    def _run_calls(self) -> None:
        with contextlib.suppress(BlockingIOError):
            os.read(self._reading, 1 << 16)
        with contextlib.suppress(queue.Empty):
            while True:
                self._calls.get_nowait()()
