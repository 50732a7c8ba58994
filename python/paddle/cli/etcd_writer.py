"""Writes to etcd, in a thread that tries until it succeeds."""

import collections
import threading
import time
from typing import Any, Callable, Deque, Dict, Optional, Set

from .etcd import Etcd, EtcdAway, EtcdError

_RETRY = 0.3  # seconds
_LEAVING = 3.0  # seconds for what is left to be written at the end


class Writer:
    """Keeps keys in etcd for as long as it lives, and makes changes in their
    order. Any thread may call it; nothing waits but `finish`.

    url: of etcd.
    seconds: of the lease, which is renewed three times as often.
    say: tells the user.
    """

    def __init__(self, url: str, seconds: int,
                 say: Callable[[str], None]) -> None:
        self._client = Etcd(url)
        self._seconds, self._say = seconds, say
        self._changed = threading.Condition()  # guards what follows
        self._kept: Dict[str, bytes] = {}
        self._unwritten: Set[str] = set()  # of those that are kept
        self._calls: Deque[Callable[[Etcd], Any]] = collections.deque()
        self._end: Optional[float] = None
        self._lease = 0  # what follows is the thread's
        self._renewed = 0.0
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Starts the thread."""
        self._thread.start()

    def keep(self, key: str, value: bytes) -> None:
        """Sets a key, again whenever etcd has lost it, until the end."""
        with self._changed:
            if self._kept.get(key) != value:
                self._kept[key] = value
                self._unwritten.add(key)
                self._changed.notify()

    def drop(self, prefix: str) -> None:
        """Keeps the keys with this prefix no longer; those that are there
        stay until the lease ends or somebody deletes them."""
        with self._changed:
            for key in [key for key in self._kept if key.startswith(prefix)]:
                del self._kept[key]
                self._unwritten.discard(key)

    def add(self, call: Callable[[Etcd], Any]) -> None:
        """Has it called by the thread, again if etcd cannot be reached
        meanwhile."""
        with self._changed:
            self._calls.append(call)
            self._changed.notify()

    def finish(self) -> None:
        """Writes what is left, ends the lease and with it the keys that are
        kept, and the thread, within a few seconds if etcd is away."""
        with self._changed:
            self._end = time.monotonic() + _LEAVING
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(_LEAVING + 1)

    def _run(self) -> None:
        while not self._is_over():
            try:
                self._hold()
                self._write()
                self._make_calls()
                with self._changed:
                    if self._end is not None:
                        break
                    if not self._unwritten and not self._calls:
                        self._changed.wait(self._seconds / 3)
            except EtcdError:
                self._renewed = 0.0  # whether there still is a lease?
                time.sleep(_RETRY)
        self._leave()

    def _is_over(self) -> bool:
        return self._end is not None and time.monotonic() > self._end

    def _hold(self) -> None:
        """Renews the lease, or begins another one and sets all keys anew."""
        now = time.monotonic()
        if now - self._renewed < self._seconds / 3:
            return
        if self._lease == 0 or not self._client.renew(self._lease):
            self._lease = self._client.grant(self._seconds)
            with self._changed:
                self._unwritten = set(self._kept)
        self._renewed = now

    def _write(self) -> None:
        while True:
            with self._changed:
                if not self._unwritten:
                    return
                key = min(self._unwritten)
                value = self._kept[key]
            self._client.put(key, value, self._lease)
            with self._changed:
                if self._kept.get(key) == value:
                    self._unwritten.discard(key)

    def _make_calls(self) -> None:
        while self._calls:
            try:
                self._calls[0](self._client)
            except EtcdAway:
                raise
            except EtcdError as error:  # Another try would not help.
                self._say(str(error))
            self._calls.popleft()

    def _leave(self) -> None:
        try:
            if self._lease:
                self._client.revoke(self._lease)
        except EtcdError:
            pass  # It ends by itself.
        self._client.close()
