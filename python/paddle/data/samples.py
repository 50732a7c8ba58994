"""The samples of one pass: in a random order, in lists, in buckets.

Decorators of readers and the stages of pipelines arrange them alike.
"""

import bisect
import itertools
import random
from typing import Any, Callable, Iterable, Iterator, List, Sequence, Union

from .read_ahead import check_positive

Reader = Callable[[], Iterable[Any]]


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
    """Groups samples of similar length into batches.

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
