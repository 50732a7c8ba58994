"""Reads keys of etcd, and then their changes, for as long as it takes."""

import threading
import time
from typing import Callable, List, Optional

from ..cli import etcd
from .task_keys import TaskKeys
from .task_states import QueueGone

_PAUSE = 0.2  # seconds until a watch that has ended begins again


class Feed:
    """Tells of the keys with a prefix, in a thread of its own, until `close`
    or an error after which no other try helps.

    url: of etcd, with the prefix of all keys.
    keys: tells whether the queue is still there.
    prefix: of the keys to watch.
    filters: of the changes; see the field of this name in etcd's requests.
    read: is called with all keys and their revision, at first and whenever the
      connection was lost meanwhile.
    changed: is called with changes.
    failed: is called with the last error.
    """

    def __init__(self, url: str, keys: TaskKeys, prefix: str,
                 filters: List[str],
                 read: Callable[[List[etcd.Pair], int], None],
                 changed: Callable[[List[etcd.Pair]], None],
                 failed: Callable[[Exception], None]) -> None:
        self._url, self._keys = url, keys
        self._prefix, self._filters = prefix, filters
        self._read, self._changed, self._failed = read, changed, failed
        self._lock = threading.Lock()
        self._closed = False
        self._watch: Optional[etcd.Watch] = None
        self._since: Optional[float] = time.monotonic()
        self.trouble: Optional[Exception] = None  # that has ended a watch
        threading.Thread(target=self._keep, name="tasks", daemon=True).start()

    @property
    def silent(self) -> float:
        """The seconds for which it could not watch."""
        since = self._since
        return 0.0 if since is None else time.monotonic() - since

    def close(self) -> None:
        """Ends it."""
        with self._lock:
            self._closed = True
            if self._watch is not None:
                self._watch.stop()

    def _keep(self) -> None:
        client = etcd.Etcd(self._url)
        while not self._closed:
            try:
                self._read_and_watch(client)
            except Exception as error:
                self._note(error)
            time.sleep(0 if self._closed else _PAUSE)
        client.close()

    def _note(self, error: Exception) -> None:
        self.trouble = error
        if self._since is None:
            self._since = time.monotonic()
        if self._closed:
            return
        if isinstance(error, QueueGone) or (
                not isinstance(error, etcd.EtcdError)):
            self._closed = True
            self._failed(error)

    def _read_and_watch(self, client: etcd.Etcd) -> None:
        self._keys.check(client)
        pairs, revision = client.range(self._prefix)
        self._read(pairs, revision)
        client.close()
        watch = client.watch(self._prefix, revision + 1, self._filters)
        try:
            with self._lock:
                self._watch, self._since = watch, None
                if self._closed:
                    return
            for changes in watch:
                self._changed(changes)
        finally:
            watch.close()
