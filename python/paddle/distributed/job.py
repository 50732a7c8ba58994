"""A job: trainers that run one program on parts of the data."""

import itertools
import zlib
from typing import (
    Any, Callable, Dict, Iterable, Iterator, List, Optional, Set, Tuple)

import numpy as np

from .. import core
from .connect import connect
from .environment import read

# The raw variable of the scope that holds the group.
GROUP = "group@JOB"


def init() -> "Job":
    """The job that this process was started in: see paddle run.

    Raises:
      ValueError: a variable of the environment makes no sense.
      OSError: the other trainers did not come.

    Example:
      >>> job = pd.distributed.init()
      >>> job.rank, job.size
      (0, 1)
    """
    group = connect(read())
    if group.size > 1:  # else each trainer would begin with other parameters
        seeds = group.gather(str(core._seed()).encode())
        core._set_seed(int(seeds[0]))
    return Job(group)


class Job:
    """Trainers that run one program, each on its share of the data.

    Batch k of the data belongs to trainer k mod size. Gradients become the
    mean over all trainers, weighted by rows, so that all have the same
    parameters after each step. Trainers whose data has ended take part with
    weight 0 until it has ended for all.

    All trainers make the same calls in the same order.

    Args:
      group: what connects the trainers; init makes it.

    Example:
      >>> job = pd.distributed.init()
      >>> x = pd.layer.data("x", [None, 2])
      >>> loss = pd.layer.mean(pd.layer.fc(x, 1))
      >>> _ = pd.optimizer.SGD(0.1).minimize(loss)
      >>> program = job.parallelize(pd.default_main_program())
      >>> exe = pd.Executor()
      >>> _ = exe.run(pd.default_startup_program())
      >>> for feed in job.shard([{"x": [[1.0, 2.0]]}, {"x": [[3.0, 4.0]]}]):
      ...     value, = job.run(exe, program, feed, [loss])
      >>> value.shape
      ()
    """

    def __init__(self, group: "core._Group") -> None:
        self._group = group
        self._idle: Dict[int, core.Program] = {}  # by id of its program
        self._programs: List[core.Program] = []  # so that ids stay theirs
        self._steps = 0
        self._begun: Set[int] = set()  # ids of programs that have run
        self._asked_to_stop = False
        self._binds = group.size > 1

    @property
    def rank(self) -> int:
        """The number of this trainer, from 0."""
        return self._group.rank

    @property
    def size(self) -> int:
        """The number of trainers."""
        return self._group.size

    @property
    def is_first(self) -> bool:
        """True in one of the trainers, which writes files and reports."""
        return self.rank == 0

    def group(self) -> core.Variable:
        """The variable of the default program that holds the trainers, for
        operators that exchange values, such as pd.layer.allreduce."""
        program = core.default_main_program()
        core._raw_variable(program, GROUP)
        self._binds = True
        return program.global_block().var(GROUP)

    def parallelize(self, program: core.Program, *,
                    bucket_bytes: int = 25 << 20, overlap: bool = True,
                    weight: str = "",
                    nominal_rows: float = 1.0) -> core.Program:
        """The program of a trainer; of a job of one, the program itself.

        Args:
          program: trains: it has an optimizer.
          bucket_bytes: gradients travel in buckets of about this size.
          overlap: whether they travel while others are computed. No bit
            depends on it, nor on bucket_bytes.
          weight: a variable of one float32 that weighs the trainer's
            gradients; without it the elements under the loss's mean.
          nominal_rows: elements under the loss's mean that make a weight of 1.

        Raises:
          ValueError: the trainers have different programs.
        """
        made, idle, fingerprint = core._data_parallel(
            program, self._group.shards, bucket_bytes, overlap, GROUP, weight,
            nominal_rows)
        self._check_equal(fingerprint, made)
        if idle is not None:
            self._idle[id(made)] = idle
            self._programs.append(made)
        return made

    def _check_equal(self, fingerprint: int, program: core.Program) -> None:
        sums = self._group.gather(str(fingerprint).encode())
        if len(set(sums)) == 1:
            return
        lists = [text.decode().split("\n") for text in self._group.gather(
            "\n".join(core._exchanges(program)).encode())]
        rank = next(rank for rank, other in enumerate(sums)
                    if other != sums[0])
        one, another = next(
            pair for pair in itertools.zip_longest(
                lists[0], lists[rank], fillvalue="nothing")
            if _signature(pair[0]) != _signature(pair[1]))
        raise ValueError(
            f"trainers 0 and {rank} have different programs: trainer 0 "
            f"exchanges {one}, trainer {rank} {another}")

    def shard(self, data: Iterable[Any],
              stop: Optional[Callable[[], bool]] = None
              ) -> Iterator[Optional[Any]]:
        """The batches of this trainer, then None as long as others have any.

        Args:
          data: batches in an order that is the same for all trainers.
          stop: is asked before each step; if it says so in one trainer, the
            batches end for all.
        """
        self._asked_to_stop = False
        if self.size == 1:
            yield from data
            return
        own: Iterator[Any] = iter(_every(data, self.size, self.rank))
        batch, there = _next(own)
        while True:
            wants = stop is not None and stop()
            votes = self._group.gather(bytes([there, wants]))
            self._asked_to_stop = any(vote[1] for vote in votes)
            if self._asked_to_stop or not any(vote[0] for vote in votes):
                return
            yield batch
            if there:
                batch, there = _next(own)

    @property
    def asked_to_stop(self) -> bool:
        """True if the last shard() has ended because a trainer wanted it."""
        return self._asked_to_stop

    def run(self, exe: core.Executor, program: core.Program, feed: Any = None,
            fetch_list: Any = None,
            scope: Optional[core.Scope] = None) -> List[Any]:
        """One step, on all trainers; returns what is fetched.

        Args:
          exe: runs it.
          program: what parallelize returned.
          feed: as of Executor.run; None: this trainer has no batch. It then
            fetches nothing.
          fetch_list: as of Executor.run: values of this trainer's own batch.
          scope: as of Executor.run.

        Raises:
          OSError: a trainer was lost.
        """
        where = core.global_scope() if scope is None else scope
        if self._binds:
            self._group.bind(where, GROUP)
        if self.size > 1:
            # Each shard of a step draws random numbers of its own.
            core._set_step(where, self._steps * self.size + self.rank + 1)
            self._check_start(program, where)
        self._steps += 1
        idle = self._idle.get(id(program))
        if feed is None and idle is not None:
            exe.run(idle, scope=where)
            return []
        return list(exe.run(program, feed={} if feed is None else feed,
                            fetch_list=fetch_list, scope=where))

    def gather(self, own: bytes) -> List[bytes]:
        """Returns the bytes that each trainer gives, in order of ranks."""
        return self._group.gather(own)

    def _check_start(self, program: core.Program, scope: core.Scope) -> None:
        """Raises RuntimeError unless all begin with the same values."""
        if id(program) in self._begun or id(program) not in self._idle:
            return
        self._begun.add(id(program))
        sums = []
        for name in sorted(core._persistable_names(program)):
            variable = scope.find_var(name)
            if variable is None or not variable.get_tensor().initialized:
                continue
            value = np.asarray(variable.get_tensor()).tobytes()
            sums.append(f"{name} {zlib.crc32(value)}")
        texts = self._group.gather("\n".join(sums).encode())
        for lines in zip(*(text.decode().split("\n") for text in texts)):
            if len(set(lines)) > 1:
                raise RuntimeError(
                    f"trainers begin with different values of "
                    f"{lines[0].partition(' ')[0]}: they need the same seed, "
                    "or the same file")

    def barrier(self) -> None:
        """Returns when all trainers have come to it."""
        self._group.barrier()


def _signature(text: str) -> str:
    """The text of an exchange without the line that wrote it."""
    return text.rpartition(" at ")[0] or text


def _every(data: Iterable[Any], size: int, rank: int) -> Iterator[Any]:
    for number, batch in enumerate(data):
        if number % size == rank:
            yield batch


def _next(batches: Iterator[Any]) -> Tuple[Any, bool]:
    """A batch, and whether there was one."""
    for batch in batches:
        return batch, True
    return None, False
