"""Data with a position that can be saved: see DataPipeline."""

import random
from typing import (
    Any, Callable, Dict, Iterator, List, Optional, Sequence, Union)

import numpy as np

from . import stages
from .read_ahead import check_positive, close
from .samples import Buckets, Reader
from .stages import Indexed


class DataPipeline:
    """Samples, arranged step by step, with a position that can be saved.

        data = (pd.reader.DataPipeline(samples).shuffle(1000, seed=1)
                .map(parse, threads=4).batch(32).prefetch(2))
        for batch in data:  # one pass
            ...
            state = data.state_dict()  # small; can be written as JSON

    source: a list, an array or whatever else has len() and samples by number;
    or a reader, a function that returns an iterator over the same samples in
    each pass. Every method gives a new pipeline and leaves this one as it is.

    Each iteration is a pass of its own, number `epoch`; only the one after
    load_state_dict goes on where the state was saved: with the very sample
    that would have been next, after a shuffle, in threads, or read ahead. The
    position counts what the loop got, not what was read. Going on is quick if
    the source has samples by number and no bucket stands between: what was
    passed over is then not made again. Otherwise it is, and dropped.

    A pipeline is a reader, too. One pass at a time; not thread safe.

    Example:
      >>> data = pd.reader.DataPipeline(range(5)).batch(2)
      >>> list(data)
      [[0, 1], [2, 3], [4]]
      >>> data.map(lambda batch: sum(batch)).epoch
      0
    """

    _fresh: bool  # whether the next iteration begins at the position
    _pass: object  # the one under way

    def __init__(self, source: Union[Indexed, Reader]) -> None:
        if callable(source) and not hasattr(source, "__getitem__"):
            self._stage: stages.Stage = stages.Read(source)
        elif hasattr(source, "__getitem__") and hasattr(source, "__len__"):
            self._stage = stages.Items(source)
        else:
            raise TypeError("a source is a function that returns an iterator, "
                            "or has len() and samples by number, not "
                            + type(source).__name__)
        self._begin(0, 0)

    @classmethod
    def from_arrays(cls, *arrays: Any) -> "DataPipeline":
        """Tuples of the rows of arrays; ValueError unless they have as many."""
        return cls(_Rows(arrays))

    def map(self, function: Callable[[Any], Any], threads: int = 0,
            size: Optional[int] = None,
            ordered: bool = True) -> "DataPipeline":
        """function(sample) of each; with threads, of up to `size` samples
        (twice the threads, if not given) ahead. Without `ordered` whatever is
        ready first comes first; such a position cannot be saved."""
        if threads:
            check_positive("threads", threads)
        size = 2 * threads if size is None else size
        if threads:
            check_positive("size", size)
        return self._then(stages.Map(self._stage, function, threads, size,
                                     ordered or threads == 0))

    def shuffle(self, buffer_size: int,
                seed: Optional[int] = None) -> "DataPipeline":
        """A random order, drawn from a buffer: see pd.reader.shuffle. Each
        pass has its own, which follows from the seed; without one, from a
        random one that the state knows."""
        check_positive("buffer_size", buffer_size)
        if seed is None:
            seed = random.SystemRandom().getrandbits(62)
        return self._then(stages.Shuffle(self._stage, buffer_size, seed))

    def batch(self, batch_size: int, drop_last: bool = False) -> "DataPipeline":
        """Lists of samples: see pd.reader.batch."""
        check_positive("batch_size", batch_size)
        return self._then(stages.Batch(self._stage, batch_size, drop_last))

    def bucket_by_length(self, boundaries: Sequence[int],
                         batch_sizes: Union[int, Sequence[int]],
                         key: Callable[[Any], int] = len,
                         drop_last: bool = False) -> "DataPipeline":
        """Lists of samples of similar length: see pd.reader.Buckets."""
        return self._then(stages.Bucket(
            self._stage, Buckets(boundaries, batch_sizes, key, drop_last)))

    def prefetch(self, size: int) -> "DataPipeline":
        """A thread reads up to `size` samples (or batches) ahead."""
        check_positive("size", size)
        return self._then(stages.Prefetch(self._stage, size))

    @property
    def epoch(self) -> int:
        """The number of the pass under way or, between two, of the next."""
        return self._epoch

    @property
    def position(self) -> int:
        """The number of samples (or batches) that the loop has received."""
        return self._position

    def state_dict(self) -> Dict[str, Any]:
        """The position. RuntimeError if it cannot be exact, because threads
        without order stand before."""
        if not all(stage.exact for stage in self._stages()):
            raise RuntimeError("a map with ordered=False has no position that "
                               "could be saved")
        return {"pipeline": repr(self), "epoch": self._epoch,
                "position": self._position,
                "seeds": [stage.seed for stage in self._shuffles()]}

    def load_state_dict(self, state: Dict[str, Any]) -> None:
        """Makes the next iteration go on where `state` was saved.

        The seeds of the state are taken over. ValueError if it was saved by a
        pipeline of other steps, or over another number of samples.
        """
        if state.get("pipeline") != repr(self):
            raise ValueError(f"the state is of the pipeline "
                             f"{state.get('pipeline')}, not of {self!r}")
        for stage, seed in zip(self._shuffles(), state["seeds"]):
            stage.seed = seed
        self._begin(state["epoch"], state["position"])

    def __iter__(self) -> Iterator[Any]:
        if not self._fresh:  # The pass before was left early.
            self._begin(self._epoch + 1, 0)
        self._fresh = False
        self._pass = object()
        return self._samples(self._pass)

    __call__ = __iter__

    def __len__(self) -> int:
        """Returns the length of a whole pass; TypeError if it is not known in
        advance."""
        length = self._stage.length()
        if length is None:
            raise TypeError(f"the length of {self!r} is not known")
        return length

    def __repr__(self) -> str:
        return ".".join(repr(stage) for stage in reversed(self._stages()))

    def _samples(self, token: object) -> Iterator[Any]:
        samples = self._stage.open(self._epoch, self._position)
        try:
            for sample in samples:
                if self._pass is not token:
                    raise RuntimeError("another pass over this pipeline has "
                                       "begun; one is possible at a time")
                self._position += 1
                yield sample
        finally:
            close(samples)
        self._begin(self._epoch + 1, 0)

    def _begin(self, epoch: int, position: int) -> None:
        self._epoch, self._position = epoch, position
        self._fresh = True
        self._pass = object()

    def _then(self, stage: stages.Stage) -> "DataPipeline":
        made = DataPipeline.__new__(DataPipeline)
        made._stage = stage
        made._begin(0, 0)
        return made

    def _stages(self) -> List[stages.Stage]:
        """The last one first."""
        found: List[stages.Stage] = []
        stage: Optional[stages.Stage] = self._stage
        while stage is not None:
            found.append(stage)
            stage = stage.before
        return found

    def _shuffles(self) -> List[stages.Shuffle]:
        return [stage for stage in self._stages()
                if isinstance(stage, stages.Shuffle)]


class _Rows:
    """The rows of several arrays, side by side."""

    def __init__(self, arrays: Sequence[Any]) -> None:
        self._arrays = [np.asarray(array) for array in arrays]
        lengths = [len(array) for array in self._arrays]
        if len(set(lengths)) != 1:
            raise ValueError(f"arrays of {lengths} rows do not go together")

    def __len__(self) -> int:
        return len(self._arrays[0])

    def __getitem__(self, index: int) -> Any:
        return tuple(array[index] for array in self._arrays)
