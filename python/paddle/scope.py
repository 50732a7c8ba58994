"""Choosing the scope that programs run in."""

import contextlib
from typing import Iterator

from . import core


@contextlib.contextmanager
def scope_guard(scope: core.Scope) -> Iterator[core.Scope]:
    """Makes `scope` the global scope of this thread inside a `with`.

    Example:
      >>> with pd.scope_guard(pd.Scope()) as scope:
      ...     pd.global_scope() is scope
      True
    """
    before = core._switch_scope(scope)
    try:
        yield scope
    finally:
        core._switch_scope(before)
