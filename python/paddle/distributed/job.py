"""A job: trainers that run one program on parts of the data."""

import atexit
import contextlib
import sys
from typing import (
    Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence,
    Tuple, overload)

import numpy as np

from .. import core
from .libraries import path_of
from .rounds import Rounds
from .stages import Pipeline, Stage
from .steps import Steps


def init(place: Optional[core.Place] = None) -> "Job":
    """The job that this process was started in: see paddle run.

    The libraries that carry bytes between processes are what
    PADDLE_GLOO_LIBRARY and PADDLE_GRPC_LIBRARY name, and else those in the
    folder libs of the package: the wheel has that of Gloo alone there, and the
    wheel paddle-blocks-server that of gRPC, in libs/server.

    Args:
      place: of the executor that runs its programs. On a GPU, NCCL exchanges
        its memory: the library that PADDLE_NCCL_LIBRARY names, and else
        libnccl.so.2. By default the CPU.

    Raises:
      ValueError: a variable of the environment makes no sense.
      OSError: the other trainers or the servers did not come, or a library or
        the GPU is missing.

    Example:
      >>> job = pd.distributed.init()
      >>> job.rank, job.size
      (0, 1)
    """
    job = core._connect_job(path_of("gloo"), place, path_of("grpc"))
    if job.has_agent:
        atexit.register(_finish, job)
    return Job(job)


def _finish(job: "core._Job") -> None:
    """Waits for the other trainers, which may still need this one. A script
    that has failed does not: its job is over."""
    if getattr(sys, "last_value", None) is None:
        job.finish()


def _leave(job: "core._Job") -> None:
    """Has the others, which may have more data, not wait for this trainer."""
    if getattr(sys, "last_value", None) is None:
        with contextlib.suppress(OSError):  # The servers may have ended.
            job.leave_servers()


class Job:
    """Trainers that run one program, each on its share of the data.

    A job has a fixed number of shards, which its trainers share. Batch k of
    the data belongs to shard k mod shards. Gradients become the mean over all
    shards, weighted by rows, so that all trainers have the same parameters
    after each step: the same bits for any number of trainers. Trainers whose
    data has ended take part with weight 0 until it has ended for all.

    Where trainers may come and go (paddle run --nnodes), their ranks and shards
    change in between steps, and within one that is given up.

    All trainers make the same calls in the same order.

    Args:
      job: what connects the trainers; init makes it.

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

    def __init__(self, job: "core._Job") -> None:
        self._job = job
        self._steps = Steps(job)
        self._rounds = Rounds(job)
        self._stage: Optional[Stage] = None  # of a program that is cut so
        self._async = False  # True if no trainer waits for another one
        self._pushes = False  # True if trainers run the optimizer nonetheless

    @property
    def rank(self) -> int:
        """The number of this trainer, from 0."""
        return self._job.rank

    @property
    def size(self) -> int:
        """The number of trainers."""
        return self._job.size

    @property
    def shards(self) -> int:
        """The number of shards, at least as many as there are trainers."""
        return self._job.shards

    @property
    def servers(self) -> int:
        """The number of servers that keep the parameters; 0: the trainers keep
        them."""
        return self._job.servers

    @property
    def steps(self) -> int:
        """The number of steps so far, on which random numbers depend; who goes
        on from a checkpoint sets it."""
        return self._job.steps

    @steps.setter
    def steps(self, steps: int) -> None:
        self._job.steps = steps

    @property
    def is_first(self) -> bool:
        """True in one of the trainers, which writes files and reports; not
        while it repeats what the others have done since it was lost."""
        return self.rank == 0 and not self._job.replaying

    def group(self) -> core.Variable:
        """The variable of the default program that holds the trainers, for
        operators that exchange values, such as pd.layer.allreduce."""
        return self._raw(core._group_variable)

    def shard_sums(self) -> core.Variable:
        """The variable of the default program that holds what the shards of
        this trainer give to a step, for operators that add to it, such as
        pd.layer.accumulate_shard."""
        return self._raw(core._shard_sums_variable)

    def _raw(self, declare: Callable[[core.Program], str]) -> core.Variable:
        program = core.default_main_program()
        self._steps.binds = True
        return program.global_block().var(declare(program))

    @overload
    def parallelize(self, program: core.Program, *,
                    bucket_bytes: int = ..., overlap: bool = ...,
                    weight: str = ..., nominal_rows: float = ...,
                    order: str = ...) -> core.Program: ...

    @overload
    def parallelize(self, program: core.Program, startup: core.Program, *,
                    servers: str, staleness: Optional[int] = ...,
                    push_every: int = ..., min_piece: int = ...,
                    bucket_bytes: int = ..., overlap: bool = ...,
                    weight: str = ..., nominal_rows: float = ...,
                    order: str = ...
                    ) -> Tuple[core.Program, core.Program]: ...

    @overload
    def parallelize(self, program: core.Program, startup: core.Program, *,
                    pipeline: Pipeline, bucket_bytes: int = ...,
                    overlap: bool = ..., order: str = ...
                    ) -> Tuple[core.Program, core.Program]: ...

    def parallelize(self, program: core.Program,
                    startup: Optional[core.Program] = None, *,
                    pipeline: Optional[Pipeline] = None,
                    servers: Optional[str] = None,
                    staleness: Optional[int] = None, push_every: int = 8,
                    min_piece: int = 8192,
                    bucket_bytes: int = 25 << 20, overlap: bool = True,
                    weight: str = "", nominal_rows: float = 1.0,
                    order: str = "tree") -> Any:
        """The program of a trainer; of a job of one shard, the program itself.

        Servers keep the parameters of one program, in one way: in a job that
        has some, it is called once, with `startup` and `servers`.

        Args:
          program: trains: it has an optimizer.
          startup: its startup program, where servers are to keep the
            parameters, or processes run stages.
          pipeline: cuts the program into the stages on which its operators are
            (pd.device); rank r of the job runs stage r % stages, of replica r
            // stages. shard() then has the batches of replicas, whose
            gradients are weighted alike, and run() fetches None for what other
            stages compute.
          servers: how they do it; "sync": each step is made when all trainers
            have given their gradients, with the bits of a job without servers.
            "async": no trainer waits for another one; what one gives is
            applied at once, a step of its own, and batch normalization keeps
            each trainer's own statistics. "geo": no trainer waits either;
            each runs the optimizer itself, and servers add up how far the
            trainers come. In a job without servers, the trainers keep the
            parameters, and make steps together.
          staleness: with "async", by how many steps a trainer may be ahead of
            the slowest before it waits for it, over all loops; any number
            without it. Nobody waits for a trainer that has ended, that is in
            barrier, gather or send_state, or that has not been heard of for a
            minute.
          push_every: with "geo", a trainer gives a server the difference that
            this many of its steps have made, divided by the number of
            trainers, and goes on from the sum that the server has then; what
            is left when shard() ends, it gives then.
          min_piece: a parameter is cut into row pieces, one for each server,
            but of at least so many elements. No bit depends on it. Not with
            "geo".
          bucket_bytes: gradients travel in buckets of about this size.
          overlap: whether they travel while others are computed. No bit
            depends on it, nor on bucket_bytes.
          weight: a variable of one float32 that weighs the trainer's
            gradients; without it the elements under the loss's mean.
          nominal_rows: elements under the loss's mean that make a weight of 1.
          order: of the additions. "tree" has the same bits for any number of
            trainers; "fast" leaves it to what connects them, Gloo's ring say,
            and does not keep bits when the number of trainers changes.

        Returns:
          The program; with `startup`, a pair with the startup program of a
          trainer, to be run in the global scope, or one that bind has told,
          or of a stage.

        Raises:
          ValueError: the trainers have different programs, the job has servers
            that are not given the parameters, or operators are on stages that
            no process runs.
          RuntimeError: the servers have got a program before.
          NotImplementedError: servers cannot run the optimizer, or stages
            cannot share the program.
        """
        options = core._TrainerOptions(bucket_bytes, overlap, weight,
                                       nominal_rows, order)
        if pipeline is not None:
            if startup is None or servers is not None:
                raise ValueError("a pipeline needs the startup program, and "
                                 "no servers: parallelize(main, startup, "
                                 "pipeline=Pipeline(8))")
            if weight or nominal_rows != 1.0 or staleness is not None:
                raise ValueError("a pipeline weighs replicas alike: weight, "
                                 "nominal_rows and staleness are not for it")
            self._stage = Stage(self._job, program, startup, options, pipeline)
            return self._stage.main, self._stage.startup
        if startup is None or servers is None:
            if startup is not None or servers is not None:
                raise ValueError("startup and servers go together: "
                                 "parallelize(main, startup, servers='sync')")
            self._check_servers_are_meant()
            return self._steps.add(self._job.parallelize(program, options))
        if servers not in ("sync", "async", "geo"):
            raise ValueError("servers is 'sync', 'async' or 'geo', not "
                             f"{servers!r}")
        if push_every < 1:
            raise ValueError("push_every is a number of steps, 1 or more, not "
                             f"{push_every}")
        if staleness is not None and (servers != "async" or staleness < 0):
            raise ValueError("staleness is a number of steps, 0 or more, by "
                             "which a trainer of servers='async' may be ahead")
        if not self.servers:
            return self._steps.add(
                self._job.parallelize(program, options)), startup
        if self._steps.are_served:
            raise RuntimeError(
                "the servers of this job have got a program before, in whose "
                "place another one would come: parallelize, and so Trainer, "
                "is called once in a job with servers; train everything in "
                "one program, or in jobs of their own")
        made, fetching = self._job.parallelize_served(
            program, startup, options, servers == "async",
            -1 if staleness is None else staleness,
            push_every if servers == "geo" else 0, min_piece)
        self._async = servers != "sync"
        self._pushes = servers == "geo"
        if self._async:
            atexit.register(_leave, self._job)
        self._steps.add_served(made)
        self.bind(core.global_scope())
        return made.main, fetching

    def _check_servers_are_meant(self) -> None:
        if self.servers:
            raise ValueError(
                f"the job has {self.servers} server(s), which keep the "
                "parameters: parallelize(main, startup, servers='sync') gives "
                "them to servers; without --servers and PADDLE_SERVERS the "
                "trainers keep them")

    def bind(self, scope: core.Scope) -> None:
        """Tells a scope of the trainers and the servers, so that the startup
        program that parallelize returns can be run in it."""
        self._job.bind_step(scope)

    def fetch_state(self, scope: Optional[core.Scope] = None) -> None:
        """Sets variables to what servers keep and trainers have not: the state
        of the optimizer, as in a job without servers, for a checkpoint. With
        "geo" trainers have that; what this one has not pushed yet it pushes,
        and its parameters become those of the servers. Rows of tables are for
        save_tables. Without servers it does nothing.

        Args:
          scope: gets them; by default the global one.
        """
        self._job.fetch_state(_scope_or_global(scope))

    @property
    def tables(self) -> Dict[str, List[str]]:
        """The tables of which servers keep the rows, which are in no scope: for
        each the names of the parameter and of what the optimizer keeps for its
        rows. Empty before parallelize."""
        return self._job.tables

    def save_tables(self, folder: str) -> Dict[str, List[str]]:
        """Writes the rows of tables that were changed, and what the optimizer
        keeps for them, to files of a folder, in between steps; 32 MiB of them
        are in memory at a time. All trainers call it, and each writes a share.

        Args:
          folder: is there; the files are called "table-...".

        Returns:
          For each table the names of this trainer's files.

        Raises:
          OSError: a file cannot be written, or a server is lost.

        Example:
          >>> pd.distributed.init().save_tables("none")  # without servers
          {}
        """
        self._wait_for_others()
        return self._job.save_rows(folder)

    def send_tables(self, files: Mapping[str, Sequence[str]]) -> None:
        """Has the servers begin anew with the rows of such files. send_state,
        which has to follow, says of which step they are, and gives the servers
        the rest. All trainers call it, after pd.seed, with the same files.

        Args:
          files: for each table the paths of the files of all trainers, of
            whatever number of servers.

        Raises:
          OSError: a file cannot be read, or is damaged.
          ValueError: a table is not there, or has other columns.
        """
        self._wait_for_others()
        self._job.send_rows({name: list(paths)
                             for name, paths in files.items()})

    def send_state(self, scope: Optional[core.Scope] = None) -> None:
        """Has the servers go on from the values of the first trainer, and from
        the number of its steps; what it has no value of, they keep. All
        trainers call it, and have the same values. Without servers it does
        nothing.

        Args:
          scope: has the values; by default the global one.
        """
        self._wait_for_others()
        self._job.send_state(_scope_or_global(scope))

    def shard(self, data: Iterable[Any],
              stop: Optional[Callable[[], bool]] = None,
              scope: Optional[core.Scope] = None) -> Iterator[Optional[Any]]:
        """The batches of this trainer, then None as long as others have any.

        A trainer of several shards gets several batches at once, as Batches,
        which run() takes like one.

        Args:
          data: batches in an order that is the same for all trainers.
          stop: is asked before each step; if it says so in one trainer, the
            batches end for all.
          scope: has what the steps change; by default the global one. A
            trainer that was lost and has come back skips the batches that the
            others have trained on, and gets these values from them.
        """
        if self._stage is not None:
            yield from self._stage.batches(data, stop)
        elif self.shards == 1 and not self.servers:
            yield from data
        elif self._async:
            yield from self._rounds.alone(data, stop)
            if self._pushes:
                self.fetch_state(scope)
        else:
            yield from self._rounds.together(data, stop,
                                             _scope_or_global(scope))

    def take_skipped(self) -> int:
        """Returns how many rounds shard() has skipped since the last call,
        because the others had made them before this trainer came back."""
        return self._rounds.take_skipped()

    def batches_of(self, batch: Any) -> List[Any]:
        """The batches in what shard() gives for a step: those of the shards
        that this trainer has by now."""
        return self._rounds.batches_of(batch)

    @property
    def replaying(self) -> bool:
        """True while this trainer, which was lost and has come back, repeats
        what the others have done."""
        return self._job.replaying

    @property
    def asked_to_stop(self) -> bool:
        """True if the last shard() has ended because a trainer wanted it."""
        return self._job.stopped

    def run(self, exe: core.Executor, program: core.Program, feed: Any = None,
            fetch_list: Any = None,
            scope: Optional[core.Scope] = None) -> List[Any]:
        """One step, on all trainers; returns what is fetched.

        Args:
          exe: runs it.
          program: what parallelize returned.
          feed: as of Executor.run, or a Batches of those; None: this trainer
            has no batch. It then fetches nothing. Where trainers may come and
            go, it is what shard() has given.
          fetch_list: as of Executor.run: values of this trainer's own batches.
            Of several batches, the mean of a floating-point number, and a
            list of other values. NaN for a step that the others have made
            while this trainer was lost.
          scope: as of Executor.run.

        Raises:
          OSError: a trainer was lost.
        """
        each = self.run_each(exe, program, feed, fetch_list, scope)
        if not each:
            missed = [] if feed is None else fetch_list or []
            return [np.full((), np.nan, "float32") for _ in missed]
        return each[0] if len(each) == 1 else [
            _together(values) for values in zip(*each)]

    def run_each(self, exe: core.Executor, program: core.Program,
                 batch: Any, fetch_list: Any = None,
                 scope: Optional[core.Scope] = None,
                 feed: Callable[[Any], Any] = lambda batch: batch
                 ) -> List[List[Any]]:
        """As run, with what shard() has given, of each batch of which `feed`
        makes a feed; returns what is fetched for each, nothing for a step that
        was made without this trainer."""
        where = _scope_or_global(scope)
        if self._stage is not None and program is self._stage.main:
            return [self._stage.run(exe, feed(batch), fetch_list, where)]
        return self._steps.run(exe, program, self._rounds.feeds_of(batch, feed),
                               fetch_list, where)

    def gather(self, own: bytes) -> List[bytes]:
        """Returns the bytes that each trainer gives, in order of ranks."""
        self._wait_for_others()
        return self._job.gather(own)

    def barrier(self) -> None:
        """Returns when all trainers have come to it."""
        self._wait_for_others()
        self._job.barrier()

    def _wait_for_others(self) -> None:
        """Has the others not wait for this trainer, which waits for them."""
        if self._async:
            self._job.leave_servers()


def _scope_or_global(scope: Optional[core.Scope]) -> core.Scope:
    return core.global_scope() if scope is None else scope


def _together(values: Sequence[Any]) -> Any:
    """Returns the value to fetch in place of those of several shards."""
    if all(isinstance(value, np.ndarray) and value.size == 1 and
           value.dtype.kind == "f" for value in values):
        mean = np.mean([value.astype("float64") for value in values], axis=0)
        return mean.astype(values[0].dtype)
    return list(values)
