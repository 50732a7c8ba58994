"""The common part of the `with` statements that write blocks."""

import contextlib
from typing import Callable, Iterator


@contextlib.contextmanager
def block_body(begin: Callable[[], None], end: Callable[[], None],
               abandon: Callable[[], None]) -> Iterator[None]:
    """Begins and ends a block, or, if its body raises or it cannot end here,
    takes it back."""
    begin()
    try:
        yield
        end()
    except BaseException:
        abandon()
        raise
