"""The groups that the workers of a job form, one after the other."""

from typing import Callable, Set


class Epochs:
    """Numbers groups: the first is of epoch 1. A group lasts until one of it
    is lost or leaves; the next is formed when all that have not finished are
    ready. It knows nothing of sockets and processes.

    size: how many workers a group has.
    tell: sends a line to the worker of a rank, and raises nothing.
    """

    def __init__(self, size: int, tell: Callable[[int, str], None]) -> None:
        self.newest = 0
        self._size, self._tell = size, tell
        self._unfinished = set(range(size))
        self._ready: Set[int] = set()
        self._whole = False  # the group of the newest epoch

    def ready(self, rank: int, after: int) -> None:
        """Notes that a worker waits for a group.

        Args:
          rank: of the worker.
          after: the epoch of the group that it was in; 0 if in none yet.

        Raises:
          ValueError: it was not in the newest group, or has finished.
        """
        if rank not in self._unfinished:
            raise ValueError(f"rank {rank} is done")
        if after not in (0, self.newest):
            raise ValueError(f"rank {rank} comes from epoch {after}, and the "
                             f"newest is {self.newest}")
        self.lose(rank, f"rank {rank} has left the group")
        self._ready.add(rank)
        self._form()

    def lose(self, rank: int, reason: str) -> None:
        """Ends the group, if it lasts, and tells the others why."""
        self.withdraw(rank)
        if not self._whole:
            return
        self._whole = False
        for other in sorted(self._unfinished - {rank}):
            self._tell(other, f"lost {self.newest} {reason}")

    def withdraw(self, rank: int) -> None:
        """Notes that a worker cannot be told of a place, until it is ready
        again."""
        self._ready.discard(rank)

    def finish(self, rank: int) -> None:
        """Notes that a worker needs no group any more. That ends none: the
        others may be on the way out, too."""
        self._unfinished.discard(rank)
        self.withdraw(rank)
        self._form()

    def _form(self) -> None:
        if not self._ready or self._ready != self._unfinished:
            return
        self.newest += 1
        self._whole = True
        self._ready = set()
        for rank in sorted(self._unfinished):
            self._tell(rank, f"place {self.newest} {rank} {self._size}")
