"""The part that a process has in a queue of tasks: its claims, and their
ends."""

import contextlib
import threading
import time
from typing import Dict, List, Optional, Sequence

from ..cli import etcd
from .task_client import Lease, PatientClient
from .task_keys import TaskKeys
from .task_states import DONE, FAILED, Attempt, Claim
from .task_view import View

_GLANCE = 1.0  # seconds after which who waits looks whether etcd is there


class Work:
    """A process at one pass of a queue. Safe in any thread.

    url: of etcd, with the prefix of the pass.
    names: of the tasks.
    lease: seconds for which claims outlive a sign of life.
    limit: how many failures give a task up.
    patience: seconds for which etcd may be away.

    Raises EtcdError in every method but `close`, ValueError here where another
    process has other tasks.
    """

    def __init__(self, url: str, names: Sequence[str], lease: int, limit: int,
                 patience: float) -> None:
        self._client = PatientClient(url, patience)
        self._closed = False
        self._held: Dict[int, Claim] = {}  # by the revision that has made it
        self._lock = threading.Lock()  # of what is held
        self._longest = patience + lease  # that renewing may be silent
        with contextlib.ExitStack() as undo:
            undo.callback(self._client.close)
            self._keys = TaskKeys(self._client, names, limit)
            self._lease = Lease(self._client, lease)
            undo.callback(self._lease.close)
            self._view = View(url, self._keys, len(names))
            undo.callback(self._view.close)
            while not self._view.is_known(_GLANCE):
                self._check_etcd()
            undo.pop_all()

    @property
    def done_count(self) -> int:
        """The number of tasks that are done."""
        return self._view.done

    @property
    def failed(self) -> Dict[int, List[str]]:
        """The reasons of tasks that are given up, by number."""
        return self._view.failed

    def claim(self) -> Optional[Claim]:
        """Returns a claim, once there is a task; None at the end of the pass.

        Raises:
          RuntimeError: it is closed.
        """
        while True:
            if self._closed:
                raise RuntimeError(f"{self._client.url}: the queue is closed")
            if self._view.ended():
                return None
            task = self._view.candidate(_GLANCE)
            if task is None:
                self._check_etcd()
                continue
            attempt = self._attempt(task)
            self._view.learn(task, attempt.state, attempt.revision,
                             attempt.reasons)
            if attempt.claim is not None:
                with self._lock:
                    self._held[attempt.claim.created] = attempt.claim
                return attempt.claim
            self._view.jump()

    def holds(self, claim: Claim) -> bool:
        """True unless the claim has ended, or its lease may have."""
        return claim.created in self._held and self._lease.holds(claim.lease)

    def done(self, claim: Claim, value: bytes) -> bool:
        """Counts a task; False if the claim was lost before."""
        counted = self._keys.done(claim, value)
        self._forget(claim)
        if counted:
            self._view.learn(claim.task, DONE, 0, [])
        return counted

    def fail(self, claim: Claim, reason: str) -> None:
        """Ends a claim by a failure, unless it was lost before."""
        reasons = self._keys.fail(claim, reason)
        self._forget(claim)
        if reasons is not None:
            self._view.learn(claim.task, FAILED, 0, reasons)

    def release(self, claim: Claim) -> None:
        """Ends a claim as if it had not been."""
        self._keys.release(claim)
        self._forget(claim)

    def values(self) -> Dict[int, bytes]:
        """Returns the values of tasks that have one, by number."""
        return self._keys.values()

    def remove(self) -> None:
        """Deletes all keys of the pass."""
        self._keys.remove()
        with self._lock:
            self._held.clear()

    def close(self) -> None:
        """Releases all claims, if etcd is there, and ends the threads."""
        self._closed = True
        self._client.patience = 0.0  # The lease ends the claims, too.
        with self._lock:
            held = list(self._held.values())
        with contextlib.suppress(OSError):
            for claim in held:
                self.release(claim)
        self._view.close()
        self._lease.close()
        self._client.close()

    def _attempt(self, task: int) -> Attempt:
        while True:
            lease = self._lease.number
            try:
                return self._keys.claim(task, lease)
            except etcd.NoLease:
                self._client.ask(lambda _: self._lease.replace(lease))

    def _forget(self, claim: Claim) -> None:
        with self._lock:
            self._held.pop(claim.created, None)

    def _check_etcd(self) -> None:
        """Raises EtcdAway if nothing was heard of etcd for too long."""
        silent = time.monotonic() - self._lease.answered
        if self._view.silent > self._client.patience or silent > self._longest:
            raise etcd.EtcdAway(
                f"{self._client.url} was away for more than "
                f"{self._client.patience:g} s: {self._view.trouble}")
