"""The transactions that change the keys of a queue of tasks: task_states.py
lists those."""

import hashlib
import json
import os
import socket
import threading
import uuid
from typing import Any, Dict, List, Optional, Sequence

from ..cli import etcd
from .task_client import PatientClient
from .task_states import (
    CLAIMED, CLAIMS, DONES, FAILED, FAILURES, OPEN, STATES, Attempt, Claim,
    QueueGone, reasons_of, state_of, task_of)

_LONGEST_REASON = 1000  # characters

Conditions = List[Dict[str, Any]]


class TaskKeys:
    """Changes the keys of one pass. Safe in any thread.

    client: asks etcd; its prefix is that of the pass.
    names: of the tasks.
    limit: how many failures give a task up.

    Raises EtcdError in every method, also where the queue is gone; ValueError
    here, where another process has made it for other tasks.
    """

    def __init__(self, client: PatientClient, names: Sequence[str],
                 limit: int) -> None:
        self._client, self._limit = client, limit
        self._owner = f"{socket.gethostname()}:{os.getpid()}"
        self._unique = uuid.uuid4().hex
        self._serial = 0
        self._lock = threading.Lock()
        self._mark = self._open(names)

    def _open(self, names: Sequence[str]) -> bytes:
        """Makes the queue, or finds it; returns the value of its key."""
        tasks = [len(names), hashlib.sha256(
            json.dumps(list(names)).encode()).hexdigest()]
        new = json.dumps([self._unique, *tasks]).encode()
        outcome = self._client.ask(lambda client: client.commit(
            [client.created("queue", 0)], [client.putting("queue", new)],
            ["queue"]))
        if outcome.made:
            return new
        mark = outcome.found["queue"].value
        _, count, digest = json.loads(mark)
        if [count, digest] != tasks:
            raise ValueError(
                f"{self._client.url} is a queue of {count} tasks, and the "
                f"{len(names)} given here are others: all processes give the "
                "same, in the same order")
        return mark

    def check(self, client: etcd.Etcd) -> None:
        """Raises EtcdError if the queue is not there any more."""
        self._check(client.get("queue"))

    def _check(self, pair: Optional[etcd.Pair]) -> None:
        if pair is None or pair.value != self._mark:
            raise QueueGone(
                f"{self._client.url}: the queue was removed, or etcd has lost "
                "its data; what was done is not known any more. Start all "
                "processes again to do all tasks again")

    def claim(self, task: int, lease: int) -> Attempt:
        """Claims a task, or gives it up if it has failed too often.

        Raises:
          NoLease: the lease has ended.
        """
        with self._lock:
            self._serial += 1
            token = f"{self._owner} {self._unique} {self._serial}".encode()
        tries: Optional[etcd.Pair] = None
        while True:
            before = reasons_of(tries)
            outcome = self._try(task, lease, token, tries)
            if outcome.made and len(before) >= self._limit:
                return Attempt(None, FAILED, outcome.revision, before)
            if outcome.made:
                return self._claimed(task, outcome.revision, lease, before,
                                     outcome.revision)
            found = outcome.found
            claim = found.get(f"{CLAIMS}{task}")
            tries = found.get(f"tries/{task}")
            if claim is not None and claim.value == token:
                # Made by a request whose answer was lost.
                return self._claimed(task, claim.created, lease, before,
                                     outcome.revision)
            for pair in found.values():
                state = state_of(pair)
                if state != OPEN:
                    return Attempt(None, state, outcome.revision, reasons_of(
                        pair) if state == FAILED else [])

    @staticmethod
    def _claimed(task: int, created: int, lease: int, before: List[str],
                 revision: int) -> Attempt:
        return Attempt(Claim(task, created, lease, before), CLAIMED,
                       revision, [])

    def _try(self, task: int, lease: int, token: bytes,
             tries: Optional[etcd.Pair]) -> etcd.Outcome:
        """Claims a task, or gives it up, if its tries are still these."""
        before = reasons_of(tries)
        states = [f"{kind}{task}" for kind in STATES]
        known = f"tries/{task}"

        def request(client: etcd.Etcd) -> etcd.Outcome:
            conditions = [client.created(key, 0) for key in states]
            conditions.append(client.modified(
                known, 0 if tries is None else tries.modified))
            if len(before) >= self._limit:
                changes = self._giving_up(client, task, before)
            else:
                lost = f"lost by {self._owner}, whose lease has ended"
                changes = [client.putting(states[0], token, lease),
                           client.putting(known, _text([*before, lost]))]
            return self._commit(client, conditions, changes,
                                [*states, known])
        return self._client.ask(request)

    def done(self, claim: Claim, value: bytes) -> bool:
        """Counts a task; False if the claim was lost before."""
        key = f"{DONES}{claim.task}"
        mark = str(claim.created).encode()

        def request(client: etcd.Etcd) -> etcd.Outcome:
            changes = [client.deleting_key(f"tries/{claim.task}"),
                       client.putting(key, mark)]
            if value:
                changes.append(client.putting(f"value/{claim.task}", value))
            return self._end(client, claim, changes, [key])
        outcome = self._client.ask(request)
        # It is done by this claim if an answer was lost.
        return outcome.made or (key in outcome.found and
                                outcome.found[key].value == mark)

    def fail(self, claim: Claim, reason: str) -> Optional[List[str]]:
        """Ends a claim by a failure, unless it was lost before; returns the
        reasons if the task is given up now."""
        reasons = [*claim.reasons, reason[:_LONGEST_REASON]]
        last = len(reasons) >= self._limit

        def request(client: etcd.Etcd) -> etcd.Outcome:
            return self._end(
                client, claim, self._giving_up(client, claim.task, reasons)
                if last else [client.putting(f"tries/{claim.task}",
                                             _text(reasons))])
        made = self._client.ask(request).made
        return reasons if made and last else None

    def release(self, claim: Claim) -> None:
        """Ends a claim as if it had not been, if it was not lost before."""
        key = f"tries/{claim.task}"
        self._client.ask(lambda client: self._end(
            client, claim, [client.putting(key, _text(claim.reasons))
                            if claim.reasons else client.deleting_key(key)]))

    def _end(self, client: etcd.Etcd, claim: Claim, changes: Conditions,
             keys: Sequence[str] = ()) -> etcd.Outcome:
        own = f"{CLAIMS}{claim.task}"
        return self._commit(client, [client.created(own, claim.created)],
                            [client.deleting_key(own), *changes], keys)

    def _commit(self, client: etcd.Etcd, conditions: Conditions,
                changes: Conditions, keys: Sequence[str]) -> etcd.Outcome:
        """Makes changes of this queue: not of one of the same name behind it,
        in an etcd that has lost its data."""
        outcome = client.commit(
            [client.holds("queue", self._mark), *conditions], changes,
            ["queue", *keys])
        if not outcome.made:
            self._check(outcome.found.get("queue"))
        return outcome

    @staticmethod
    def _giving_up(client: etcd.Etcd, task: int, reasons: List[str]
                   ) -> Conditions:
        return [client.putting(f"{FAILURES}{task}", _text(reasons)),
                client.deleting_key(f"tries/{task}")]

    def values(self) -> Dict[int, bytes]:
        """Returns the values of tasks that have one, by number."""
        pairs, _ = self._client.ask(lambda client: client.range("value/"))
        return {task_of(pair): pair.value for pair in pairs}

    def remove(self) -> None:
        """Deletes all keys of the pass."""
        self._client.ask(lambda client: client.transact(
            [], [client.deleting("")]))


def _text(reasons: List[str]) -> bytes:
    return json.dumps(reasons).encode()
