"""Feeds of steps, made while the step before computes."""

from typing import Any, Callable, Iterable, Iterator, NamedTuple

from ..data.read_ahead import close, read_ahead


class Fed(NamedTuple):
    """A batch and what it is converted to."""

    batch: Any
    feed: Any  # None if it has not been converted
    position: Any  # of the reader behind it; None if that is where it stands


def fed(batches: Callable[[], Iterable[Any]], convert: Callable[[Any], Any],
        position: Callable[[], Any] = lambda: None,
        ahead: int = 0) -> Iterator[Fed]:
    """Returns an iterator over the batches, converted.

    Args:
      batches: what it returns is closed with the iterator.
      convert: makes a feed of a batch.
      position: is called behind each batch that is read ahead.
      ahead: so many batches wait at most, which a thread has read and
        converted; it alone calls the functions then. Errors come at the batch
        that they are of.
    """
    def read(position: Callable[[], Any]) -> Iterator[Fed]:
        source = batches()
        try:
            for batch in source:
                yield Fed(batch, convert(batch), position())
        finally:
            close(source)
    if ahead:
        return read_ahead(lambda: read(position), ahead)
    return read(lambda: None)
