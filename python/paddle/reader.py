"""Readers: where samples come from, and how they are arranged.

A reader is a function without arguments that returns an iterator over samples;
each call begins a new pass over the data. A decorator takes readers and gives
a reader. DataPipeline does the same with a position that can be saved.
"""

import bisect
import itertools
import random
from typing import Any, Callable, Iterable, Iterator, List, Optional, Sequence
from typing import Union

from .data.read_ahead import check_positive, map_in_threads, read_ahead

Reader = Callable[[], Iterable[Any]]


def check_reader(name: str, reader: Any) -> None:
    """TypeError, naming the argument, for what is no reader.

    Example:
      >>> pd.reader.check_reader("train", lambda: iter([1, 2]))
    """
    if not callable(reader):
        raise TypeError(f"{name} is a reader, a function that returns an "
                        f"iterator, not {type(reader).__name__}")


def map_readers(function: Callable[..., Any], *readers: Reader) -> Reader:
    """function(a, b, ...) of the samples of several readers, in step.

    A pass ends with the shortest reader.

    Example:
      >>> reader = lambda: iter([1, 2, 3, 4, 5])
      >>> list(pd.reader.map_readers(lambda a, b: a * b, reader, reader)())
      [1, 4, 9, 16, 25]
    """
    def mapped() -> Iterator[Any]:
        return map(function, *[reader() for reader in readers])
    return mapped


def shuffle(reader: Reader, buffer_size: int,
            seed: Optional[int] = None) -> Reader:
    """The samples in a random order.

    Drawn from a buffer of `buffer_size` samples (at least 1, else ValueError);
    a buffer that holds all gives any order the same chance. Each pass has an
    order of its own; with a seed the passes of two runs agree.

    Example:
      >>> reader = lambda: iter([1, 2, 3, 4, 5])
      >>> sorted(pd.reader.shuffle(reader, buffer_size=3, seed=1)())
      [1, 2, 3, 4, 5]
    """
    check_positive("buffer_size", buffer_size)
    generator = random.Random(seed)
    return lambda: shuffled(reader(), buffer_size, generator)


def shuffled(samples: Iterable[Any], buffer_size: int,
             generator: random.Random) -> Iterator[Any]:
    """The samples of one pass in a random order, drawn from a buffer.

    Example:
      >>> import random
      >>> sorted(pd.reader.shuffled([1, 2, 3], 2, random.Random(1)))
      [1, 2, 3]
    """
    buffer: List[Any] = []
    for sample in samples:
        if len(buffer) < buffer_size:
            buffer.append(sample)
            continue
        place = generator.randrange(buffer_size)
        buffer[place], sample = sample, buffer[place]
        yield sample
    generator.shuffle(buffer)
    yield from buffer


def batch(reader: Reader, batch_size: int, drop_last: bool = False) -> Reader:
    """Lists of `batch_size` samples; the last one may be shorter.

    batch_size is at least 1, else ValueError. With drop_last a shorter list is
    left out.

    Example:
      >>> reader = lambda: iter([1, 2, 3, 4, 5])
      >>> list(pd.reader.batch(reader, 2)())
      [[1, 2], [3, 4], [5]]
      >>> list(pd.reader.batch(reader, 2, drop_last=True)())
      [[1, 2], [3, 4]]
    """
    check_positive("batch_size", batch_size)
    return lambda: batched(reader(), batch_size, drop_last)


def batched(samples: Iterable[Any], batch_size: int,
            drop_last: bool) -> Iterator[List[Any]]:
    """The samples of one pass in lists.

    Example:
      >>> list(pd.reader.batched([1, 2, 3], 2, drop_last=False))
      [[1, 2], [3]]
    """
    samples = iter(samples)
    while True:
        chunk = list(itertools.islice(samples, batch_size))
        if not chunk or (drop_last and len(chunk) < batch_size):
            return
        yield chunk


class Buckets:
    """Which samples of different lengths make a batch together.

    Args:
      boundaries: rising lengths b0 < b1 < ...: bucket 0 takes lengths up to b0,
        bucket 1 those up to b1, and so on; the last takes what is longer.
      batch_sizes: of each bucket, one more than boundaries; or one for all.
      key: the length of a sample; len without it.

    ValueError for boundaries that do not rise, or sizes that do not match.

    Example:
      >>> buckets = pd.reader.Buckets([2], batch_sizes=2)
      >>> list(buckets.batches(["a", "abc", "ab", "abcd"]))
      [['a', 'ab'], ['abc', 'abcd']]
    """

    def __init__(self, boundaries: Sequence[int],
                 batch_sizes: Union[int, Sequence[int]],
                 key: Callable[[Any], int] = len,
                 drop_last: bool = False) -> None:
        self._boundaries = list(boundaries)
        if any(a >= b for a, b in zip(self._boundaries, self._boundaries[1:])):
            raise ValueError(f"boundaries {self._boundaries} do not rise")
        count = len(self._boundaries) + 1
        self._sizes = ([batch_sizes] * count if isinstance(batch_sizes, int)
                       else list(batch_sizes))
        if len(self._sizes) != count:
            raise ValueError(f"{count - 1} boundaries make {count} buckets, "
                             f"but {len(self._sizes)} batch sizes are given")
        for size in self._sizes:
            check_positive("batch_size", size)
        self._key, self._drop_last = key, drop_last

    def __repr__(self) -> str:
        return (f"bucket({self._boundaries}, {self._sizes}, "
                f"drop_last={self._drop_last})")

    def batches(self, samples: Iterable[Any]) -> Iterator[List[Any]]:
        """The samples of one pass; what is left at its end comes last, the
        shortest first."""
        buckets: List[List[Any]] = [[] for _ in self._sizes]
        for sample in samples:
            place = bisect.bisect_left(self._boundaries, self._key(sample))
            buckets[place].append(sample)
            if len(buckets[place]) == self._sizes[place]:
                full, buckets[place] = buckets[place], []
                yield full
        if not self._drop_last:
            yield from filter(None, buckets)


def bucket_by_length(reader: Reader, boundaries: Sequence[int],
                     batch_sizes: Union[int, Sequence[int]],
                     key: Callable[[Any], int] = len,
                     drop_last: bool = False) -> Reader:
    """Lists of samples of similar length: see Buckets for the arguments.

    A batch comes as soon as its bucket is full; with drop_last what is left
    at the end of a pass is left out.

    Example:
      >>> reader = lambda: iter(["a", "abc", "ab", "abcd"])
      >>> list(pd.reader.bucket_by_length(reader, [2], batch_sizes=2)())
      [['a', 'ab'], ['abc', 'abcd']]
    """
    buckets = Buckets(boundaries, batch_sizes, key, drop_last)
    return lambda: buckets.batches(reader())


def buffered(reader: Reader, size: int) -> Reader:
    """The same samples, read ahead by a thread: at most `size` of them wait.

    size is at least 1, else ValueError. What the reader raises is raised here;
    a pass that is left early ends the thread.

    Example:
      >>> reader = lambda: iter([1, 2, 3, 4, 5])
      >>> list(pd.reader.buffered(reader, size=2)())
      [1, 2, 3, 4, 5]
    """
    check_positive("size", size)
    return lambda: read_ahead(reader, size)


def xmap(function: Callable[[Any], Any], reader: Reader, threads: int,
         size: int, ordered: bool = True) -> Reader:
    """function(sample) of all samples, computed ahead by several threads.

    At most `size` samples are in memory. ordered: in the order of the reader;
    otherwise whichever is ready first. What the function raises is raised
    where its result would stand; a pass that is left early, or fails, ends the
    threads. threads and size are at least 1, else ValueError. Threads pay
    where the function waits, or computes in NumPy.

    Example:
      >>> reader = lambda: iter([1, 2, 3, 4, 5])
      >>> list(pd.reader.xmap(lambda n: n * n, reader, threads=2, size=4)())
      [1, 4, 9, 16, 25]
    """
    check_positive("threads", threads)
    check_positive("size", size)
    return lambda: map_in_threads(function, reader(), threads, size, ordered)


def __getattr__(name: str) -> Any:
    if name != "DataPipeline":
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
    from .data.pipeline import DataPipeline
    return DataPipeline


def __dir__() -> List[str]:
    return sorted({*globals(), "DataPipeline"})
