"""Readers: where samples come from, and how they are arranged.

A reader is a function without arguments that returns an iterator over samples;
each call begins a new pass over the data. A decorator takes readers and gives
a reader. DataPipeline does the same with a position that can be saved.
"""

import random
from typing import (
    TYPE_CHECKING, Any, Callable, Iterator, List, Optional, Sequence, Union)

from .data.read_ahead import check_positive, map_in_threads, read_ahead
from .data.samples import Buckets, Reader, batched, shuffled

if TYPE_CHECKING:
    from .data.pipeline import DataPipeline

__all__ = [
    "Buckets", "DataPipeline", "Reader", "batch", "batched",
    "bucket_by_length", "buffered", "check_reader", "map_readers", "shuffle",
    "shuffled", "xmap",
]


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
    """Returns a reader of the same samples that a thread reads ahead: up to
    `size` of them wait.

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
    from .data import pipeline  # Needed by few, so not loaded with the package.
    return pipeline.DataPipeline


def __dir__() -> List[str]:
    return sorted({*globals(), "DataPipeline"})
