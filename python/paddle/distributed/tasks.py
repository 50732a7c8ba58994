"""Tasks in no order, which any number of processes share."""

import contextlib
import os
import re
import reprlib
from types import TracebackType
from typing import (
    TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Sequence, Tuple, Type,
    Union)

if TYPE_CHECKING:
    from .task_states import Claim
    from .task_work import Work

_NAME = re.compile(r"[\w.-]+", re.ASCII)
_LARGEST_VALUE = 1 << 16  # bytes


class TaskQueue:
    """Tasks in no order, such as files, each done once by one of any number
    of processes, which may come and go. Nothing but etcd keeps them.

    A process claims a task, and keeps it as long as it lives: a thread renews
    a lease. If the process is killed, stopped or out of reach for longer, the
    claim ends and another process takes the task. Each task is done at least
    once, and counted once: `done` says whether it was. A queue is one pass over
    the tasks; the next pass has another number.

    Every method may be called in any thread, but not in a process that was
    forked from the one that has made the queue.

    Args:
      url: etcd://HOST:PORT[,HOST:PORT]...[/PREFIX].
      name: of the queue: letters, digits, "_", "." and "-".
      tasks: different names, or a count, which names them "0", "1" and so on;
        the same in all processes.
      epoch: the number of the pass.
      lease: seconds without a sign of life that end the claims of a process;
        2 or more.
      limit: this many failures give a task up. A claim that has vanished, since
        its process was killed or stopped, counts as one: a task that kills
        whoever takes it would not end otherwise.
      patience: seconds for which etcd may be away.

    Raises:
      ValueError: an argument makes no sense, or other processes have given
        other tasks.
      OSError: here and in every method: etcd was away for longer, or has lost
        the queue. What was done is then not known any more, and the processes
        have to be started again.

    Example:
      >>> def convert_all(names, convert, url="etcd://10.0.0.5:2379/run-17"):
      ...     with pd.distributed.TaskQueue(url, "files", names) as queue:
      ...         for task in queue.tasks():
      ...             with task:
      ...                 convert(task.name)
      ...         return queue.done_count, queue.failed
    """

    def __init__(self, url: str, name: str, tasks: Union[int, Sequence[str]],
                 *, epoch: int = 0, lease: int = 10, limit: int = 3,
                 patience: float = 60.0) -> None:
        self._names = _names_of(tasks)
        if not isinstance(name, str) or not _NAME.fullmatch(name):
            raise ValueError("name: letters, digits, \"_\", \".\" and \"-\", "
                             f"not {name!r}")
        _check("epoch", epoch, 0)
        _check("lease", lease, 2)
        _check("limit", limit, 1)
        _check("patience", patience, 0, (int, float))
        from .task_work import Work
        self._work = Work(f"{str(url).rstrip('/')}/{name}/{epoch}",
                          self._names, lease, limit, float(patience))
        self._process = os.getpid()

    def tasks(self) -> Iterator["Task"]:
        """Claims tasks, one after the other, until all of the pass are done or
        given up; waits while other processes have the last ones.

        A task must end, by `done`, `fail` or `release`, before the next one is
        asked for. Who works on several at once iterates in several threads.

        Raises:
          RuntimeError: the task before has not ended; the queue is closed, or
            was made before a fork.
        """
        while True:
            if os.getpid() != self._process:
                raise RuntimeError("a queue belongs to the process that has "
                                   "made it: make one after the fork")
            claim = self._work.claim()
            if claim is None:
                return
            task = Task(self._names[claim.task], claim, self._work)
            yield task
            if not task.ended:
                raise RuntimeError(
                    f"task {task.name!r} has not ended: call done, fail or "
                    "release before the next one is asked for")

    @property
    def done_count(self) -> int:
        """The number of tasks that are done, by all processes."""
        return self._work.done_count

    @property
    def failed(self) -> Dict[str, List[str]]:
        """The reasons of the tasks that are given up, by name."""
        return {self._names[index]: list(reasons)
                for index, reasons in sorted(self._work.failed.items())}

    def values(self) -> Dict[str, bytes]:
        """Returns the values that `done` was given, by name, from etcd; tasks
        without one are left out."""
        return {self._names[index]: value
                for index, value in sorted(self._work.values().items())}

    def close(self) -> None:
        """Releases the tasks that this process still has, so that others need
        not wait for the end of its lease. `with` closes a queue, too."""
        self._work.close()

    def remove(self) -> None:
        """Deletes what etcd knows of this pass, and closes the queue. Other
        processes that are still at it get an OSError."""
        self._work.remove()
        self.close()

    def __enter__(self) -> "TaskQueue":
        return self

    def __exit__(self, *error: Any) -> None:
        self.close()


class Task:
    """A task that this process has claimed.

    As a context it ends with its block: by `done`; by `fail` at an Exception,
    which goes on; by `release` at Ctrl-C and other ways to leave.

    Members:
      name: of the task.
      index: its place in the list of tasks.
      reasons: of the failures before.
      ended: whether done, fail or release was called.
      counted: what `done` has returned; None before.

    Example:
      >>> def convert_one(task, convert):
      ...     try:
      ...         counted = task.done(convert(task.name))
      ...     except ValueError as error:
      ...         task.fail(error)  # and the loop over tasks goes on
      ...     else:
      ...         print(task.name, "counts" if counted else "came too late")
    """

    def __init__(self, name: str, claim: "Claim", work: "Work") -> None:
        self.name, self.index = name, claim.task
        self.reasons = list(claim.reasons)
        self.ended = False
        self.counted: Optional[bool] = None
        self._claim, self._work = claim, work

    @property
    def held(self) -> bool:
        """False once the task has ended, or its lease has, as far as this
        process knows: then go on is in vain. Costs nothing."""
        return not self.ended and self._work.holds(self._claim)

    def done(self, value: bytes = b"") -> bool:
        """Counts the task, once, and keeps a value of up to 64 KiB.

        Returns:
          False if the claim was lost before, since the process was stopped or
          out of reach for too long: the task counts when another one is done
          with it, and this value is dropped.
        """
        if not isinstance(value, (bytes, bytearray, memoryview)):
            raise TypeError(f"task {self.name!r}: the value is bytes, not "
                            f"{type(value).__name__}")
        data = bytes(value)
        if len(data) > _LARGEST_VALUE:
            raise ValueError(f"task {self.name!r}: a value of {len(data)} "
                             f"bytes is longer than {_LARGEST_VALUE}")
        self._check()
        self.counted = self._work.done(self._claim, data)
        self.ended = True
        return self.counted

    def fail(self, reason: object) -> None:
        """Ends the task by a failure, for a reason of which 1000 characters
        are kept: a process takes it again, or it is given up."""
        self._check()
        self._work.fail(self._claim, str(reason))
        self.ended = True

    def release(self) -> None:
        """Ends the task as if it had not been claimed."""
        self._check()
        self._work.release(self._claim)
        self.ended = True

    def _check(self) -> None:
        if self.ended:
            raise RuntimeError(f"task {self.name!r} has ended before")

    def __enter__(self) -> "Task":
        return self

    def __exit__(self, kind: Optional[Type[BaseException]],
                 error: Optional[BaseException],
                 trace: Optional[TracebackType]) -> None:
        if self.ended:
            return
        if error is None:
            self.done()
            return
        # If etcd is away, the error of the block is the one to be told.
        with contextlib.suppress(OSError):
            if isinstance(error, Exception):
                self.fail(f"{type(error).__name__}: {error}")
            else:
                self.release()


def _names_of(tasks: Union[int, Sequence[str]]) -> List[str]:
    """Returns the names of tasks; ValueError for what are none."""
    if isinstance(tasks, int) and not isinstance(tasks, bool):
        _check("tasks", tasks, 0)
        return [str(number) for number in range(tasks)]
    if not isinstance(tasks, (list, tuple)) or not all(
            isinstance(name, str) for name in tasks):
        raise ValueError("tasks: a list of names or a count, not "
                         f"{reprlib.repr(tasks)}")
    if len(set(tasks)) < len(tasks):
        twice = next(name for name in tasks if tasks.count(name) > 1)
        raise ValueError(f"tasks: {twice!r} is there twice")
    return list(tasks)


def _check(name: str, value: Any, least: int,
           kinds: Union[type, Tuple[type, ...]] = int) -> None:
    """Raises ValueError for what is no number of a kind, or too small."""
    if not isinstance(value, kinds) or isinstance(value, bool) or (
            not value >= least):
        kind = "whole number" if kinds is int else "number"
        raise ValueError(f"{name}: a {kind} from {least} on, not {value!r}")
