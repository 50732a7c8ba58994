"""Shares the batches of a job out among its trainers, round by round."""

from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional

from .. import core


class Batches(List[Any]):
    """The batches of a step of a trainer that has several shards."""


class Rounds:
    """The batches that a trainer has of a round, which has one for each shard
    of the job."""

    def __init__(self, job: "core._Job") -> None:
        self._job = job
        self._skipped = 0
        self._round: Dict[int, Any] = {}  # the batches of a round, by shard
        self._given: Any = None  # what was given for it

    def together(self, data: Iterable[Any], stop: Optional[Callable[[], bool]],
                 scope: core.Scope) -> Iterator[Any]:
        """The batches of this trainer, which makes each step with all others;
        None as long as others have any. See Job.shard."""
        rounds = self._rounds_of(data)
        stopped = False
        self._job.begin_loop(scope)
        try:
            while True:
                more, skip = self._job.next_round()
                if not more:
                    return
                if skip:
                    next(rounds, None)
                    self._skipped += 1
                    continue
                # Asked before the data is read, whose position checkpoints
                # hold, and before the round is begun: not where it is.
                if stop is not None and not self._job.repeating and (
                        self._job.any(stop())):
                    stopped = True
                    return
                self._round = next(rounds, {})
                if not self._job.begin_round(bool(self._round)):
                    return
                self._given = self._batch()
                yield self._given
                self._job.end_round()
        finally:
            self._round, self._given = {}, None
            self._job.end_loop(stopped)

    def alone(self, data: Iterable[Any],
              stop: Optional[Callable[[], bool]]) -> Iterator[Any]:
        """The batches of this trainer, which waits for no other one."""
        try:
            for self._round in self._rounds_of(data):
                if stop is not None and stop():
                    break
                if self._round:
                    self._given = self._batch()
                    yield self._given
        finally:
            self._round, self._given = {}, None

    def _rounds_of(self, data: Iterable[Any]) -> Iterator[Dict[int, Any]]:
        """The batches of each round by shard: of this trainer's, or of all if
        it may get others."""
        shards = self._job.shards
        kept = range(shards) if self._job.has_agent else (
            range(*self._job.own_shards))
        batches: Dict[int, Any] = {}
        for number, batch in enumerate(data):
            shard = number % shards
            if shard in kept:
                batches[shard] = batch
            if shard == shards - 1:
                yield batches
                batches = {}
        yield batches

    def _batch(self) -> Any:
        """Returns the batches of this trainer in the round as one."""
        batches = self._own_batches()
        if not batches:
            return None
        first, end = self._job.own_shards
        return batches[0] if end - first == 1 else Batches(batches)

    def _own_batches(self) -> List[Any]:
        return [self._round[shard] for shard in range(*self._job.own_shards)
                if shard in self._round]

    def take_skipped(self) -> int:
        """As Job.take_skipped."""
        skipped, self._skipped = self._skipped, 0
        return skipped

    def batches_of(self, batch: Any) -> List[Any]:
        """As Job.batches_of."""
        if batch is self._given:
            return self._own_batches()
        if isinstance(batch, Batches):
            return batch
        return [] if batch is None else [batch]

    def feeds_of(self, given: Any, feed: Callable[[Any], Any]
                 ) -> Callable[[], List[Any]]:
        """Returns what makes the feeds of an attempt of a step."""
        if given is self._given and self._round:
            return lambda: [feed(each) for each in self._own_batches()]
        feeds = [feed(each) for each in self.batches_of(given)]
        shards = self._job.own_shards

        def same() -> List[Any]:
            if self._job.own_shards != shards:
                raise RuntimeError(
                    "the trainers have become more or fewer in this step, and "
                    "this one needs batches of other shards: run() takes what "
                    "shard() has given as it is")
            return feeds

        return same
