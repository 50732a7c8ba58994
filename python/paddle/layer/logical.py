"""Comparisons, logic and counting: what loops and branches decide on.

Shapes broadcast and data types are promoted as in NumPy; the answers are of
bool. A comparison is also written `x < y`, `<=`, `>` and `>=` (`==` asks
whether two handles mean the same variable), logic `x & y`, `|`, `^` and `~`.
With `out` (or `cond`) the answer is written to that variable. ValueError for
shapes that do not broadcast, and for logic of anything but bool.
"""

from .._composed import composed


@composed
def less_than() -> None:
    """x < y, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.less_than(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """


@composed
def less_equal() -> None:
    """x <= y, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.less_equal(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """


@composed
def greater_than() -> None:
    """x > y, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.greater_than(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """


larger_than = greater_than


@composed
def greater_equal() -> None:
    """x >= y, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.greater_equal(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """


@composed
def equal() -> None:
    """x == y, element by element; NaN is equal to nothing.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.equal(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """


@composed
def not_equal() -> None:
    """x != y, element by element; NaN is unequal to everything.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.not_equal(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """


@composed
def logical_and() -> None:
    """x and y, of bool, element by element.

    Example:
      >>> x, y = [pd.layer.data(name, [None, 3], "bool") for name in "xy"]
      >>> pd.layer.logical_and(x, y).shape
      (-1, 3)
    """


@composed
def logical_or() -> None:
    """x or y, of bool, element by element.

    Example:
      >>> x, y = [pd.layer.data(name, [None, 3], "bool") for name in "xy"]
      >>> pd.layer.logical_or(x, y).shape
      (-1, 3)
    """


@composed
def logical_xor() -> None:
    """Either x or y but not both, of bool, element by element.

    Example:
      >>> x, y = [pd.layer.data(name, [None, 3], "bool") for name in "xy"]
      >>> pd.layer.logical_xor(x, y).shape
      (-1, 3)
    """


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
