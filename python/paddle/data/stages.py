"""The stages of a DataPipeline."""

import itertools
import random
from typing import Any, Callable, Iterator, Optional, Protocol

from .read_ahead import map_in_threads, read_ahead, through
from .samples import Buckets, Reader, batched, shuffled


class Indexed(Protocol):
    """Anything with a length and samples by number."""

    def __len__(self) -> int:
        """Returns the number of samples."""

    def __getitem__(self, index: int) -> Any:
        """Sample number `index`."""


class Stage:
    """Samples in some arrangement.

    A stage has no state: a pass is a function of its number. Its repr says
    what a saved position depends on.
    """
    before: Optional["Stage"] = None  # what it arranges, if not a source
    exact = True  # whether two passes of the same number are the same
    indexed = False  # whether `at` gives a sample by itself

    def open(self, epoch: int, start: int) -> Iterator[Any]:
        """Pass number `epoch` from sample number `start` on."""
        raise NotImplementedError

    def at(self, index: int) -> Any:
        """Sample number `index` of every pass."""
        raise NotImplementedError

    def length(self) -> Optional[int]:
        """Returns the length of a pass; None if it is not known."""
        return None


class Items(Stage):
    """Yields the samples of anything that has a length and samples by number.
    """
    indexed = True

    def __init__(self, items: Indexed) -> None:
        self._items = items

    def __repr__(self) -> str:
        return f"{len(self._items)} samples"

    def open(self, epoch: int, start: int) -> Iterator[Any]:
        return (self._items[i] for i in range(start, len(self._items)))

    def at(self, index: int) -> Any:
        return self._items[index]

    def length(self) -> Optional[int]:
        return len(self._items)


class Read(Stage):
    """Yields the samples of a reader."""
    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    def __repr__(self) -> str:
        return "a reader"

    def open(self, epoch: int, start: int) -> Iterator[Any]:
        return through(iter(self._reader()),
                       lambda samples: itertools.islice(samples, start, None))


class Over(Stage):
    """A stage over another one."""
    before: Stage

    def __init__(self, before: Stage) -> None:
        self.before = before

    def length(self) -> Optional[int]:
        return self.before.length()


class Map(Over):
    """function(sample); with threads, computed ahead."""

    def __init__(self, before: Stage, function: Callable[[Any], Any],
                 threads: int, size: int, ordered: bool) -> None:
        super().__init__(before)
        self._function, self._threads = function, threads
        self._size, self.exact = size, ordered
        self.indexed = before.indexed and threads == 0

    def __repr__(self) -> str:
        return "map"

    def open(self, epoch: int, start: int) -> Iterator[Any]:
        samples = self.before.open(epoch, start)
        if self._threads == 0:
            return through(samples, lambda s: map(self._function, s))
        return map_in_threads(self._function, samples, self._threads,
                              self._size, self.exact)

    def at(self, index: int) -> Any:
        return self._function(self.before.at(index))


class Shuffle(Over):
    """A random order, another one in each pass."""
    def __init__(self, before: Stage, size: int, seed: int) -> None:
        super().__init__(before)
        self._size, self.seed = size, seed

    def __repr__(self) -> str:
        return f"shuffle({self._size})"

    def open(self, epoch: int, start: int) -> Iterator[Any]:
        generator = random.Random(f"{self.seed} {epoch}")
        if not self.before.indexed:
            return through(
                self.before.open(epoch, 0), lambda samples: itertools.islice(
                    shuffled(samples, self._size, generator), start, None))
        # Draws the same order, but never makes the samples that are skipped.
        order = shuffled(range(self.before.length() or 0), self._size,
                         generator)
        return (self.before.at(i)
                for i in itertools.islice(order, start, None))


class Batch(Over):
    """Lists of samples."""
    def __init__(self, before: Stage, size: int, drop_last: bool) -> None:
        super().__init__(before)
        self._size, self._drop_last = size, drop_last

    def __repr__(self) -> str:
        return f"batch({self._size}, drop_last={self._drop_last})"

    def open(self, epoch: int, start: int) -> Iterator[Any]:
        return through(
            self.before.open(epoch, start * self._size),
            lambda samples: batched(samples, self._size, self._drop_last))

    def length(self) -> Optional[int]:
        samples = super().length()
        if samples is None:
            return None
        return (samples + (0 if self._drop_last else self._size - 1)
                ) // self._size


class Bucket(Over):
    """Lists of samples of similar length."""
    def __init__(self, before: Stage, buckets: Buckets) -> None:
        super().__init__(before)
        self._buckets = buckets

    def __repr__(self) -> str:
        return repr(self._buckets)

    def open(self, epoch: int, start: int) -> Iterator[Any]:
        return through(
            self.before.open(epoch, 0), lambda samples: itertools.islice(
                self._buckets.batches(samples), start, None))

    def length(self) -> Optional[int]:
        return None


class Prefetch(Over):
    """A thread reads ahead."""
    def __init__(self, before: Stage, size: int) -> None:
        super().__init__(before)
        self._size = size

    def __repr__(self) -> str:
        return "prefetch"

    def open(self, epoch: int, start: int) -> Iterator[Any]:
        return read_ahead(lambda: self.before.open(epoch, start), self._size)
