"""Comparisons, logic and counting: what loops and branches decide on.

Shapes broadcast and data types are promoted as in NumPy; the answers are of
bool. A comparison is also written `x < y`, `<=`, `>` and `>=` (`==` asks
whether two handles mean the same variable), logic `x & y`, `|`, `^` and `~`.
With `out` (or `cond`) the answer is written to that variable.
"""

from typing import Optional, Union

from .. import core
from ..core import Variable
from .nn import _explained

Operand = Union[Variable, int, float]


@_explained
def less_than(x: Operand, y: Operand,
              cond: Optional[Variable] = None) -> Variable:
    """x < y, element by element."""
    return core._less_than(x, y, cond)


@_explained
def less_equal(x: Operand, y: Operand,
               cond: Optional[Variable] = None) -> Variable:
    """x <= y, element by element."""
    return core._less_equal(x, y, cond)


@_explained
def greater_than(x: Operand, y: Operand,
                 cond: Optional[Variable] = None) -> Variable:
    """x > y, element by element."""
    return core._greater_than(x, y, cond)


larger_than = greater_than


@_explained
def greater_equal(x: Operand, y: Operand,
                  cond: Optional[Variable] = None) -> Variable:
    """x >= y, element by element."""
    return core._greater_equal(x, y, cond)


@_explained
def equal(x: Operand, y: Operand,
          cond: Optional[Variable] = None) -> Variable:
    """x == y, element by element; NaN is equal to nothing."""
    return core._equal(x, y, cond)


@_explained
def not_equal(x: Operand, y: Operand,
              cond: Optional[Variable] = None) -> Variable:
    """x != y, element by element; NaN is unequal to everything."""
    return core._not_equal(x, y, cond)


@_explained
def logical_and(x: Variable, y: Variable,
                out: Optional[Variable] = None) -> Variable:
    """x and y, of bool, element by element."""
    return core._logical_and(x, y, out)


@_explained
def logical_or(x: Variable, y: Variable,
               out: Optional[Variable] = None) -> Variable:
    """x or y, of bool, element by element."""
    return core._logical_or(x, y, out)


@_explained
def logical_xor(x: Variable, y: Variable,
                out: Optional[Variable] = None) -> Variable:
    """Either x or y but not both, of bool, element by element."""
    return core._logical_xor(x, y, out)


@_explained
def logical_not(x: Variable, out: Optional[Variable] = None) -> Variable:
    """not x, of bool, element by element."""
    return core._logical_not(x, out)


@_explained
def is_empty(x: Variable, cond: Optional[Variable] = None) -> Variable:
    """Whether x has no element, a scalar."""
    return core._is_empty(x, cond)


@_explained
def increment(x: Variable, value: float = 1.0,
              out: Optional[Variable] = None) -> Variable:
    """x + value, as a new variable; whole if x is of integers."""
    return core._increment(x, value, out)
