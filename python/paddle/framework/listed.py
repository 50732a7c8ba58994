"""Arguments that are lists, read no further than they say they go."""

import itertools
from typing import Any, Iterator, List

from ..core import Variable


def bounded(values: Any) -> Iterator[Any]:
    """The items, at most as many as the length says before the first is read:
    a list may grow while it is read, and a sequence have no end."""
    end = len(values) if hasattr(values, "__len__") else None
    return itertools.islice(values, end)


def listed(what: str, values: Any) -> List[Variable]:
    """The variables, of anything that can be iterated over; TypeError, calling
    them `what`, at the first that is none: what is behind it is not read, as
    there may be no end of it."""
    if isinstance(values, Variable):
        return [values]
    if not hasattr(values, "__iter__") and not hasattr(values, "__getitem__"):
        raise _misfit(what, values)
    variables = []
    for value in bounded(values):
        if not isinstance(value, Variable):
            raise _misfit(what, value)
        variables.append(value)
    return variables


def _misfit(what: str, value: Any) -> TypeError:
    return TypeError(f"{what} is a variable or a list of variables, not "
                     f"{type(value).__name__}")
