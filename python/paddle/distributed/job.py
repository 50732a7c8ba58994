"""A job: trainers that run one program on parts of the data."""

import itertools
import zlib
from typing import (
    Any, Callable, Dict, Iterable, Iterator, List, NamedTuple, Optional,
    Sequence, Set)

import numpy as np

from .. import core
from .connect import connect
from .environment import read

# The raw variables of the scope that hold the group, and what the shards of
# this trainer give to a step.
GROUP = "group@JOB"
SHARD_SUMS = "shards@JOB"


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


class _Made(NamedTuple):
    """The programs of a trainer; see framework/passes/data_parallel.h."""
    main: core.Program  # kept, so that its id stays its own
    shard: core.Program
    idle: core.Program


class Batches(List[Any]):
    """The batches of a step of a trainer that has several shards."""


class Job:
    """Trainers that run one program, each on its share of the data.

    A job has a fixed number of shards, which its trainers share. Batch k of
    the data belongs to shard k mod shards. Gradients become the mean over all
    shards, weighted by rows, so that all trainers have the same parameters
    after each step: the same bits for any number of trainers. Trainers whose
    data has ended take part with weight 0 until it has ended for all.

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
        self._made: Dict[int, _Made] = {}  # by id of its main program
        self._steps = 0
        self._begun: Set[int] = set()  # ids of programs that have run
        self._asked_to_stop = False
        self._binds = group.shards > 1
        self._first_shard, self._end_shard = group.own_shards

    @property
    def rank(self) -> int:
        """The number of this trainer, from 0."""
        return self._group.rank

    @property
    def size(self) -> int:
        """The number of trainers."""
        return self._group.size

    @property
    def shards(self) -> int:
        """The number of shards, at least as many as there are trainers."""
        return self._group.shards

    @property
    def is_first(self) -> bool:
        """True in one of the trainers, which writes files and reports."""
        return self.rank == 0

    def group(self) -> core.Variable:
        """The variable of the default program that holds the trainers, for
        operators that exchange values, such as pd.layer.allreduce."""
        return self._raw(GROUP)

    def shard_sums(self) -> core.Variable:
        """The variable of the default program that holds what the shards of
        this trainer give to a step, for operators that add to it, such as
        pd.layer.accumulate_shard."""
        return self._raw(SHARD_SUMS)

    def _raw(self, name: str) -> core.Variable:
        program = core.default_main_program()
        core._raw_variable(program, name)
        self._binds = True
        return program.global_block().var(name)

    def parallelize(self, program: core.Program, *,
                    bucket_bytes: int = 25 << 20, overlap: bool = True,
                    weight: str = "",
                    nominal_rows: float = 1.0) -> core.Program:
        """The program of a trainer; of a job of one shard, the program itself.

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
        main, shard, idle, fingerprint = core._data_parallel(
            program, self.shards, bucket_bytes, overlap, GROUP, SHARD_SUMS,
            weight, nominal_rows)
        self._check_equal(fingerprint, main)
        if shard is not None:
            self._made[id(main)] = _Made(main, shard, idle)
        return main

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

        A trainer of several shards gets several batches at once, as Batches,
        which run() takes like one.

        Args:
          data: batches in an order that is the same for all trainers.
          stop: is asked before each step; if it says so in one trainer, the
            batches end for all.
        """
        self._asked_to_stop = False
        if self.shards == 1:
            yield from data
            return
        own = self._steps_of(data)
        batches = next(own, [])
        while True:
            wants = stop is not None and stop()
            votes = self._group.gather(bytes([bool(batches), wants]))
            self._asked_to_stop = any(vote[1] for vote in votes)
            if self._asked_to_stop or not any(vote[0] for vote in votes):
                return
            if self._end_shard - self._first_shard == 1:
                yield batches[0] if batches else None
            else:
                yield Batches(batches) if batches else None
            if batches:
                batches = next(own, [])

    @staticmethod
    def batches_of(batch: Any) -> List[Any]:
        """The batches in what shard() gives for a step."""
        if isinstance(batch, Batches):
            return batch
        return [] if batch is None else [batch]

    def _steps_of(self, data: Iterable[Any]) -> Iterator[List[Any]]:
        """The batches of this trainer's shards in each step."""
        batches: List[Any] = []
        for number, batch in enumerate(data):
            shard = number % self.shards
            if self._first_shard <= shard < self._end_shard:
                batches.append(batch)
            if shard == self.shards - 1:
                yield batches
                batches = []
        yield batches

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
          feed: as of Executor.run, or a Batches of those; None: this trainer
            has no batch. It then fetches nothing.
          fetch_list: as of Executor.run: values of this trainer's own batches.
            Of several batches, the mean of a floating-point number, and a
            list of other values.
          scope: as of Executor.run.

        Raises:
          OSError: a trainer was lost.
        """
        each = self.run_each(exe, program, self.batches_of(feed), fetch_list,
                             scope)
        if not each:
            return []
        return each[0] if len(each) == 1 else [
            _together(values) for values in zip(*each)]

    def run_each(self, exe: core.Executor, program: core.Program,
                 feeds: Sequence[Any], fetch_list: Any = None,
                 scope: Optional[core.Scope] = None) -> List[List[Any]]:
        """As run, with the feeds of this trainer's shards; returns what is
        fetched for each."""
        where = core.global_scope() if scope is None else scope
        if self._binds:
            self._group.begin_step(where, GROUP, SHARD_SUMS)
        made = self._made.get(id(program))
        if made is not None and self.size > 1:
            self._check_start(program, where)
        first = self._steps * self.shards + self._first_shard + 1
        self._steps += 1
        if not feeds and made is not None:
            exe.run(made.idle, scope=where)
            return []
        if len(feeds) > 1 and made is None:
            raise ValueError(f"{len(feeds)} batches for a program that "
                             "parallelize has not made")
        feeds = feeds or [{}]
        fetched = []
        for number, feed in enumerate(feeds):
            if self.shards > 1:
                # Each shard of a step draws random numbers of its own.
                core._set_step(where, first + number)
            run = program
            if made is not None and number < len(feeds) - 1:
                run = made.shard
            fetched.append(list(exe.run(run, feed=feed, scope=where,
                                        fetch_list=fetch_list)))
        return fetched

    def gather(self, own: bytes) -> List[bytes]:
        """Returns the bytes that each trainer gives, in order of ranks."""
        return self._group.gather(own)

    def _check_start(self, program: core.Program, scope: core.Scope) -> None:
        """Raises RuntimeError unless all begin with the same values."""
        if id(program) in self._begun:
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


def _together(values: Sequence[Any]) -> Any:
    """Returns the value to fetch in place of those of several shards."""
    if all(isinstance(value, np.ndarray) and value.size == 1 and
           value.dtype.kind == "f" for value in values):
        mean = np.mean([value.astype("float64") for value in values], axis=0)
        return mean.astype(values[0].dtype)
    return list(values)
