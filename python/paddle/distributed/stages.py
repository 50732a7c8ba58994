"""Runs one stage of a program that several processes share."""

from typing import Any, Callable, Iterable, Iterator, List, NamedTuple, Optional

from .. import core


class Pipeline(NamedTuple):
    """Says how stages of a program (pd.device) compute at the same time.

    A batch is divided into micro-batches by rows, or by sequences, which go
    through the stages one after the other. Their gradients are added up in
    this order: the bits are those of one process whose optimizer has
    accumulate_steps = micro_batches, for each schedule.

    Members:
      micro_batches: parts of a batch. With p stages, a share of (p - 1) /
        (micro_batches + p - 1) of the time is spent waiting, if all stages
        take the same.
      schedule: "1f1b" begins the backward pass of a micro-batch as soon as it
        can, and so keeps what was computed of few of them; "gpipe" does all
        forward passes first.

    Example:
      >>> pipeline = pd.distributed.Pipeline(micro_batches=8)
      >>> pipeline.schedule
      '1f1b'
    """
    micro_batches: int = 1
    schedule: str = "1f1b"


class Stage:
    """One process's part of a program that is cut into stages."""

    def __init__(self, job: "core._Job", program: core.Program,
                 startup: core.Program, options: "core._TrainerOptions",
                 pipeline: Pipeline) -> None:
        self._job = job
        made = job.parallelize_stages(program, startup, options,
                                      pipeline.micro_batches,
                                      pipeline.schedule)
        self.main, self.startup, self._replica, self._replicas = made
        block = self.main.global_block()
        self._computed = {name for op in block.ops
                          for names in op.outputs.values() for name in names}
        self._read = {name for op in block.ops
                      for names in op.inputs.values() for name in names}

    def run(self, exe: core.Executor, feed: Any, fetch_list: Any,
            scope: core.Scope) -> List[Any]:
        """Makes a step. Returns what is fetched; None for what other stages
        have."""
        core._set_step(scope, self._job.bind_step(scope))
        own = {name: value for name, value in (feed or {}).items()
               if _name_of(name) in self._read}
        fetches = list(fetch_list or [])
        has = [_name_of(each) in self._computed for each in fetches]
        values = iter(exe.run(
            self.main, feed=own, scope=scope,
            fetch_list=[each for each, here in zip(fetches, has) if here]))
        self._job.complete_step()
        return [next(values) if here else None for here in has]

    def batches(self, data: Iterable[Any],
                stop: Optional[Callable[[], bool]]) -> Iterator[Any]:
        """The batches of the replica, all of whose stages have the same. Those
        at the end that do not suffice for all replicas are left out."""
        group: List[Any] = []
        for batch in data:
            group.append(batch)
            if len(group) < self._replicas:
                continue
            if stop is not None and self._job.any(stop()):
                return
            yield group[self._replica]
            group = []


def _name_of(variable: Any) -> str:
    return variable if isinstance(variable, str) else str(variable.name)
