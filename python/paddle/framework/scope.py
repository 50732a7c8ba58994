"""Choosing the scope that programs run in."""

import contextlib
from typing import Iterator

from .. import core


@contextlib.contextmanager
def scope_guard(scope: core.Scope) -> Iterator[core.Scope]:
    """Makes `scope` the global scope of this thread inside a `with`.

    RuntimeError if it ends before one that began inside it, or in another
    thread; it ends all the same.

    Example:
      >>> with pd.scope_guard(pd.Scope()) as scope:
      ...     pd.global_scope() is scope
      True
    """
    with core._ScopeGuard(scope):
        yield scope
