"""Reads keys of etcd, and then their changes, for as long as it takes."""

import threading
import time
from typing import Callable, List, Optional, Sequence

from . import etcd

_PAUSE = 0.2  # seconds until a watch that has ended begins again


class Feed:
    """Tells of the keys with a prefix, in a thread of its own, until `close`
    or an error after which no other try helps.

    url: of etcd, with the prefix of all keys.
    prefix: of the keys to watch.
    read: is called with all keys and their revision, at first and whenever the
      connection was lost meanwhile.
    changed: is called with changes.
    troubled: is called with what has ended a watch; returns whether to try
      again.
    filters: of the changes; see the field of this name in etcd's requests.
    check: is called before keys are read, and raises what ends a watch.
    """

    def __init__(self, url: str, prefix: str,
                 read: Callable[[List[etcd.Pair], int], None],
                 changed: Callable[[List[etcd.Pair]], None],
                 troubled: Callable[[Exception], bool],
                 filters: Sequence[str] = (),
                 check: Callable[[etcd.Etcd], None] = lambda client: None
                 ) -> None:
        self._url, self._check = url, check
        self._prefix, self._filters = prefix, filters
        self._read, self._changed, self._troubled = read, changed, troubled
        self._lock = threading.Lock()
        self._closed = False
        self._watch: Optional[etcd.Watch] = None
        self._since: Optional[float] = time.monotonic()
        self.trouble: Optional[Exception] = None  # that has ended a watch
        threading.Thread(target=self._keep, name="etcd", daemon=True).start()

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
        if not self._closed and not self._troubled(error):
            self._closed = True

    def _read_and_watch(self, client: etcd.Etcd) -> None:
        self._check(client)
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
