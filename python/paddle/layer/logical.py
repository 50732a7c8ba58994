"""Comparisons, logic and counting: what loops and branches decide on.

Shapes broadcast and data types are promoted as in NumPy; the answers are of
bool. A comparison is also written `x < y`, `<=`, `>` and `>=` (`==` asks
whether two handles mean the same variable), logic `x & y`, `|`, `^` and `~`.
With `out` (or `cond`) the answer is written to that variable. ValueError for
shapes that do not broadcast, and for logic of anything but bool.
"""

from typing import Callable

from .._composed import composed
from ..core import Variable


def _documented(name: str, text: str) -> Callable[..., Variable]:
    """The layer of that name, with documentation."""
    def nothing() -> None:
        pass

    nothing.__name__ = nothing.__qualname__ = name
    nothing.__doc__ = text
    return composed(nothing)


def _comparison(name: str, text: str) -> Callable[..., Variable]:
    return _documented(name, f"""{text}

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.{name}(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """)


def _connective(name: str, text: str) -> Callable[..., Variable]:
    return _documented(name, f"""{text}, of bool, element by element.

    Example:
      >>> x, y = [pd.layer.data(name, [None, 3], "bool") for name in "xy"]
      >>> pd.layer.{name}(x, y).shape
      (-1, 3)
    """)


less_than = _comparison("less_than", "x < y, element by element.")
less_equal = _comparison("less_equal", "x <= y, element by element.")
greater_than = larger_than = _comparison(
    "greater_than", "x > y, element by element.")
greater_equal = _comparison("greater_equal", "x >= y, element by element.")
equal = _comparison(
    "equal", "x == y, element by element; NaN is equal to nothing.")
not_equal = _comparison(
    "not_equal", "x != y, element by element; NaN is unequal to everything.")
logical_and = _connective("logical_and", "x and y")
logical_or = _connective("logical_or", "x or y")
logical_xor = _connective("logical_xor", "Either x or y but not both")


@composed
def logical_not() -> None:
    """not x, of bool, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3], "bool")
      >>> pd.layer.logical_not(x).dtype
      'bool'
    """


@composed
def is_empty() -> None:
    """Returns a scalar that is true if x has no elements.

    Example:
      >>> pd.layer.is_empty(pd.layer.data("x", [None, 3])).shape
      ()
    """


@composed
def increment() -> None:
    """x + value, element by element, as a new variable. ValueError for a value
    that the data type of x cannot hold.

    Example:
      >>> i = pd.layer.full([1], 0, "int64")
      >>> pd.layer.increment(i, 1).dtype
      'int64'
    """
