"""Feeds of steps, made while the step before computes."""

import time
from typing import Any, Callable, Iterable, Iterator, NamedTuple

from ..data.read_ahead import close, read_ahead

_PROBED = 5  # batches that are read as they are needed, and timed
# Seconds below which a thread would not gain, or would lose: it may keep the
# interpreter for 5 ms after a step has ended.
_SHORT_READING, _SHORT_STEP = 1e-3, 10e-3


class Fed(NamedTuple):
    """A batch and what it is converted to."""

    batch: Any
    feed: Any  # None if it has not been converted
    position: Any  # of the reader behind it; None if that is where it stands


def fed(batches: Iterable[Any], convert: Callable[[Any], Any],
        position: Callable[[], Any] = lambda: None,
        ahead: bool = False) -> Iterator[Fed]:
    """Returns an iterator over the batches, converted.

    With `ahead`, while a step computes, a thread reads the next batch and
    converts it, if the first ones took so long that this pays; no more than one
    waits. Errors come at the batch that they are of.

    Args:
      batches: are read by one thread at a time, and closed with the iterator.
      convert: makes a feed of a batch.
      position: is called behind each batch that is read ahead, by the thread
        that has read it.
    """
    source = iter(batches)
    reading = step = float("inf")
    try:
        for _ in range(_PROBED):
            begin = time.perf_counter()
            try:
                batch = next(source)
            except StopIteration:
                return
            feed = convert(batch)
            end = time.perf_counter()
            reading = min(reading, end - begin)
            yield Fed(batch, feed, None)
            step = min(step, time.perf_counter() - end)
        if ahead and reading >= _SHORT_READING and step >= _SHORT_STEP:
            yield from read_ahead(
                lambda: (Fed(batch, convert(batch), position())
                         for batch in source), 1)
        else:
            for batch in source:
                yield Fed(batch, convert(batch), None)
    finally:
        close(source)
