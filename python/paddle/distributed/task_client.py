"""A client of etcd that waits while etcd is away, and a lease."""

import contextlib
import threading
import time
from typing import Callable, TypeVar

from ..cli import etcd

_PAUSE = 0.2  # seconds between two tries

Answer = TypeVar("Answer")


class PatientClient:
    """A client of etcd, of any number of threads, which tries again while etcd
    is away.

    url: of etcd.
    patience: seconds that it tries for.
    """

    def __init__(self, url: str, patience: float) -> None:
        self._client = etcd.Etcd(url)
        self._lock = threading.Lock()
        self.url, self.patience = self._client.url, patience

    def ask(self, request: Callable[[etcd.Etcd], Answer]) -> Answer:
        """Returns what the request returns, which may be made several times.

        Raises:
          EtcdError: etcd refuses the request.
          EtcdAway: it was away for longer than the patience.
        """
        stop = time.monotonic() + self.patience
        while True:
            try:
                with self._lock:
                    return request(self._client)
            except etcd.EtcdAway as error:
                if time.monotonic() > stop:
                    raise etcd.EtcdAway(
                        f"{error}; tried for {self.patience:g} s") from error
            time.sleep(_PAUSE)

    def close(self) -> None:
        """Closes the connection; another request opens it again."""
        with self._lock:
            self._client.close()


class Lease:
    """A lease that a thread renews, and replaces after it was lost.

    Safe in any thread. The thread ends with `close`.

    number: of the lease that etcd has given last.
    answered: when etcd has answered last, by time.monotonic().
    """

    def __init__(self, client: PatientClient, seconds: int) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._closed = threading.Event()
        self.answered = time.monotonic()
        self.number = client.ask(lambda each: each.grant(seconds))
        # A client of its own: the other one may be busy with its patience.
        self._client = etcd.Etcd(client.url)
        threading.Thread(target=self._keep, name="lease", daemon=True).start()

    def holds(self, number: int) -> bool:
        """True if this is the lease, and was renewed a short while ago."""
        return number == self.number and (
            time.monotonic() < self.answered + self._seconds)

    def replace(self, lost: int) -> None:
        """Gets a new lease in place of one that was lost, if nobody has.

        Raises EtcdError.
        """
        with self._lock:
            if self.number == lost:
                begin = time.monotonic()
                self.number = self._client.grant(self._seconds)
                self.answered = begin

    def close(self) -> None:
        """Ends the lease, and so deletes its keys, if etcd can be reached."""
        self._closed.set()
        with self._lock:
            with contextlib.suppress(etcd.EtcdError):
                self._client.revoke(self.number)
            self._client.close()

    def _keep(self) -> None:
        pause = self._seconds / 3
        while not self._closed.wait(pause):
            try:
                self._renew()
                pause = self._seconds / 3
            except etcd.EtcdError:
                pause = _PAUSE

    def _renew(self) -> None:
        with self._lock:
            if self._closed.is_set():
                return
            begin, number = time.monotonic(), self.number
            renewed = self._client.renew(number)
            if renewed:
                self.answered = begin
        if not renewed:
            self.replace(number)
