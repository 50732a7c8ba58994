"""Comparisons, logic and counting: what loops and branches decide on.

Shapes broadcast and data types are promoted as in NumPy; the answers are of
bool. A comparison is also written `x < y`, `<=`, `>` and `>=` (`==` asks
whether two handles mean the same variable), logic `x & y`, `|`, `^` and `~`.
With `out` (or `cond`) the answer is written to that variable. ValueError for
shapes that do not broadcast, and for logic of anything but bool.
"""

from typing import Optional, Union

from .. import core
from ..argument_errors import reworded
from ..core import Variable

Operand = Union[Variable, int, float]


@reworded
def less_than(x: Operand, y: Operand,
              cond: Optional[Variable] = None) -> Variable:
    """x < y, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.less_than(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """
    return core._less_than(x, y, cond)


@reworded
def less_equal(x: Operand, y: Operand,
               cond: Optional[Variable] = None) -> Variable:
    """x <= y, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.less_equal(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """
    return core._less_equal(x, y, cond)


@reworded
def greater_than(x: Operand, y: Operand,
                 cond: Optional[Variable] = None) -> Variable:
    """x > y, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.greater_than(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """
    return core._greater_than(x, y, cond)


larger_than = greater_than


@reworded
def greater_equal(x: Operand, y: Operand,
                  cond: Optional[Variable] = None) -> Variable:
    """x >= y, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.greater_equal(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """
    return core._greater_equal(x, y, cond)


@reworded
def equal(x: Operand, y: Operand,
          cond: Optional[Variable] = None) -> Variable:
    """x == y, element by element; NaN is equal to nothing.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.equal(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """
    return core._equal(x, y, cond)


@reworded
def not_equal(x: Operand, y: Operand,
              cond: Optional[Variable] = None) -> Variable:
    """x != y, element by element; NaN is unequal to everything.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> answer = pd.layer.not_equal(x, 0.5)
      >>> answer.shape, answer.dtype
      ((-1, 3), 'bool')
    """
    return core._not_equal(x, y, cond)


@reworded
def logical_and(x: Variable, y: Variable,
                out: Optional[Variable] = None) -> Variable:
    """x and y, of bool, element by element.

    Example:
      >>> x, y = [pd.layer.data(name, [None, 3], "bool") for name in "xy"]
      >>> pd.layer.logical_and(x, y).shape
      (-1, 3)
    """
    return core._logical_and(x, y, out)


@reworded
def logical_or(x: Variable, y: Variable,
               out: Optional[Variable] = None) -> Variable:
    """x or y, of bool, element by element.

    Example:
      >>> x, y = [pd.layer.data(name, [None, 3], "bool") for name in "xy"]
      >>> pd.layer.logical_or(x, y).shape
      (-1, 3)
    """
    return core._logical_or(x, y, out)


@reworded
def logical_xor(x: Variable, y: Variable,
                out: Optional[Variable] = None) -> Variable:
    """Either x or y but not both, of bool, element by element.

    Example:
      >>> x, y = [pd.layer.data(name, [None, 3], "bool") for name in "xy"]
      >>> pd.layer.logical_xor(x, y).shape
      (-1, 3)
    """
    return core._logical_xor(x, y, out)


@reworded
def logical_not(x: Variable, out: Optional[Variable] = None) -> Variable:
    """not x, of bool, element by element.

    Example:
      >>> x = pd.layer.data("x", [None, 3], "bool")
      >>> pd.layer.logical_not(x).dtype
      'bool'
    """
    return core._logical_not(x, out)


@reworded
def is_empty(x: Variable, cond: Optional[Variable] = None) -> Variable:
    """Returns a scalar that is true if x has no elements.

    Example:
      >>> pd.layer.is_empty(pd.layer.data("x", [None, 3])).shape
      ()
    """
    return core._is_empty(x, cond)


@reworded
def increment(x: Variable, value: float = 1.0,
              out: Optional[Variable] = None) -> Variable:
    """x + value, element by element, as a new variable. ValueError for a value
    that the data type of x cannot hold.

    Example:
      >>> i = pd.layer.full([1], 0, "int64")
      >>> pd.layer.increment(i, 1).dtype
      'int64'
    """
    return core._increment(x, value, out)
