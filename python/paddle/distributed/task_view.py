"""Knows the states of the tasks of a queue, by watches."""

import random
import threading
from typing import Dict, List, Optional

from ..cli import etcd
from ..cli.etcd_feed import Feed
from .task_keys import TaskKeys
from .task_states import (
    CLAIMED, CLAIMS, DONE, ENDS, FAILED, OPEN, QueueGone, reasons_of, state_of,
    task_of)


class View:
    """The states of tasks, as this process knows them; etcd may be further.

    It always hears what is done or given up. Which tasks others have it learns
    from attempts to claim one of those, which are rare, and from their claims
    once it knows of no task that is left: each process would otherwise hear of
    each claim of each other one, half of what there is to hear.

    Safe in any thread. Two threads keep it fresh, until `close`.

    url: of etcd, with the prefix of the keys.
    keys: tells whether the queue is still there.
    count: of tasks.
    failed: number -> reasons, of the tasks that are given up.
    """

    def __init__(self, url: str, keys: TaskKeys, count: int) -> None:
        self._changed = threading.Condition()
        self._states = bytearray(count)
        self._done = 0
        self.failed: Dict[int, List[str]] = {}
        self._place = random.randrange(count or 1)
        self._known = False  # what is done and given up
        self._claims = -1  # the revision for which claims are known
        self._error: Optional[Exception] = None
        self._url, self._keys = url, keys
        self._feeds = [Feed(url, ENDS, self._read_ends, self._hear_of_ends,
                            self._may_go_on, check=keys.check)]

    @property
    def done(self) -> int:
        """The number of tasks that are done."""
        return self._done

    @property
    def silent(self) -> float:
        """The seconds for which changes could not be watched."""
        return max(feed.silent for feed in self._feeds)

    @property
    def trouble(self) -> Optional[Exception]:
        """Why a watch has ended."""
        return next((feed.trouble for feed in self._feeds if feed.trouble),
                    None)

    def is_known(self, seconds: float) -> bool:
        """Returns whether it has read what is done, waiting for that for some
        seconds.

        Raises:
          EtcdError: here and in other methods: the queue is not there any more.
        """
        with self._changed:
            return self._changed.wait_for(self._is_known, seconds)

    def ended(self) -> bool:
        """True if all tasks are done or given up."""
        with self._changed:
            self._check()
            return self._done + len(self.failed) == len(self._states)

    def candidate(self, seconds: float) -> Optional[int]:
        """Returns a task that nobody seems to have, waiting for one for some
        seconds; None if there is none, or if all have ended.

        Tasks come in their order from a random place on. As soon as others
        have been there, it goes on at another one, and so out of their way.
        """
        with self._changed:
            if self._states.find(OPEN) < 0:
                self._hear_of_claims()
                self._changed.wait_for(
                    lambda: self.ended() or self._states.find(OPEN) >= 0,
                    seconds)
            found = self._states.find(OPEN, self._place)
            if found != self._place:
                self.jump()
                found = self._states.find(OPEN, self._place)
            if found < 0:
                found = self._states.find(OPEN)
            self._place = found + 1
            return found if found >= 0 else None

    def jump(self) -> None:
        """Has the next candidate be somewhere else."""
        with self._changed:
            self._place = random.randrange(len(self._states) or 1)

    def learn(self, task: int, state: int, revision: int,
              reasons: List[str]) -> None:
        """Takes note of the state that a task had at a revision."""
        with self._changed:
            # A claim may have ended since, which is known or will be heard.
            if state in (DONE, FAILED) or revision > self._claims:
                self._set(task, state, reasons)
                self._changed.notify_all()

    def close(self) -> None:
        """Ends the threads."""
        for feed in self._feeds:
            feed.close()

    def _is_known(self) -> bool:
        self._check()
        return self._known

    def _check(self) -> None:
        if self._error is not None:
            raise self._error

    def _may_go_on(self, error: Exception) -> bool:
        """Takes note of an error after which no other try helps."""
        if isinstance(error, etcd.EtcdError) and (
                not isinstance(error, QueueGone)):
            return True
        with self._changed:
            self._error = error
            self._changed.notify_all()
        return False

    def _read_ends(self, pairs: List[etcd.Pair], _: int) -> None:
        with self._changed:
            self._known = True
            self._hear_of_ends(pairs)

    def _hear_of_ends(self, pairs: List[etcd.Pair]) -> None:
        with self._changed:
            for pair in pairs:
                if pair.created:
                    state = state_of(pair)
                    self._set(task_of(pair), state, reasons_of(pair)
                              if state == FAILED else [])
            self._changed.notify_all()

    def _hear_of_claims(self) -> None:
        if len(self._feeds) == 1 and not self.ended():
            self._feeds.append(Feed(
                self._url, CLAIMS, self._read_claims,
                self._hear_of_lost_claims, self._may_go_on,
                filters=["NOPUT"], check=self._keys.check))

    def _read_claims(self, pairs: List[etcd.Pair], revision: int) -> None:
        claimed = {task_of(pair) for pair in pairs}
        with self._changed:
            for task, state in enumerate(self._states):
                if state == CLAIMED and task not in claimed:
                    self._states[task] = OPEN
            for task in claimed:
                self._set(task, CLAIMED, [])
            self._claims = revision
            self._changed.notify_all()

    def _hear_of_lost_claims(self, pairs: List[etcd.Pair]) -> None:
        with self._changed:
            for pair in pairs:
                self._set(task_of(pair), OPEN, [])
                self._claims = max(self._claims, pair.modified)
            self._changed.notify_all()

    def _set(self, task: int, state: int, reasons: List[str]) -> None:
        """Sets a state. What is done or given up stays so: what comes later
        are changes that are older."""
        if self._states[task] in (DONE, FAILED):
            return
        self._states[task] = state
        self._done += state == DONE
        if state == FAILED:
            self.failed[task] = reasons
