"""Making tensors of given numbers, and taking them apart.

What is one operator of the same name (squeeze, unsqueeze, expand, broadcast_to,
pad, crop, flip, roll, tril, triu, linspace, shape, one_hot, argsort, gather_nd,
scatter, ...) stands in `ops`. Parts of a variable are written as in NumPy:
x[1:-1, ::2], x[..., None], x[rows]. ValueError for a negative size, and for a
number that the data type cannot hold; IndexError for an axis that is not there.
"""

from typing import List, Optional, Sequence, Tuple, Union, cast

from .. import core
from ..argument_errors import reworded
from ..core import Variable
from . import ops

Number = Union[int, float]
NumberOrVariable = Union[Variable, int, float]


def full(shape: Sequence[int], value: Number, dtype: str = "float32",
         name: str = "") -> Variable:
    """Every element is `value`. The shape is known in advance; for that of
    another variable: full_like.

    Example:
      >>> pd.layer.full([2, 3], 7.0).shape
      (2, 3)
    """
    return ops.fill_constant(shape=shape, dtype=dtype, value=value, name=name)


def zeros(shape: Sequence[int], dtype: str = "float32",
          name: str = "") -> Variable:
    """A tensor of the given shape; every element is 0 (False).

    Example:
      >>> pd.layer.zeros([2, 3], "int64").dtype
      'int64'
    """
    return full(shape, 0, dtype, name)


def ones(shape: Sequence[int], dtype: str = "float32",
         name: str = "") -> Variable:
    """A tensor of the given shape; every element is 1 (True).

    Example:
      >>> pd.layer.ones([2, 3], "bool").dtype
      'bool'
    """
    return full(shape, 1, dtype, name)


@reworded
def full_like(x: Variable, value: float,
              dtype: Optional[str] = None) -> Variable:
    """Every element is `value`, in the shape and (unless another is given) the
    data type of x.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> pd.layer.full_like(x, 0.5).shape
      (-1, 3)
    """
    return core._full_like(x, value, dtype)


def zeros_like(x: Variable, dtype: Optional[str] = None) -> Variable:
    """Zeros in the shape and data type of x.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> pd.layer.zeros_like(x).shape
      (-1, 3)
    """
    return full_like(x, 0, dtype)


def ones_like(x: Variable, dtype: Optional[str] = None) -> Variable:
    """Ones in the shape and data type of x.

    Example:
      >>> x = pd.layer.data("x", [None, 3])
      >>> pd.layer.ones_like(x, "int64").dtype
      'int64'
    """
    return full_like(x, 1, dtype)


@reworded
def arange(start: NumberOrVariable, end: Optional[NumberOrVariable] = None,
           step: NumberOrVariable = 1,
           dtype: Optional[str] = None) -> Variable:
    """start, start + step, ... as long as `end` is not reached: [n].

    One number is `end`, and start 0. Without dtype: int64 if all numbers are
    whole, else float32; that of the variables, if there are any. Variables hold
    one element each, and are of one data type.

    Example:
      >>> numbers = pd.layer.arange(2, 10, 3)
      >>> numbers.shape, numbers.dtype
      ((3,), 'int64')
    """
    if end is None:
        start, end = 0, start
    given = (start, end, step)
    variables = [v for v in given if isinstance(v, Variable)]
    if variables:
        dtype = dtype or variables[0].dtype
        return core._range(start, end, step, dtype)
    if dtype is None:
        whole = all(hasattr(number, "__index__") for number in given)
        dtype = "int64" if whole else "float32"
    numbers = cast(Tuple[float, float, float], given)
    return core._arange(*numbers, dtype)


def range(start: NumberOrVariable, end: NumberOrVariable,
          step: NumberOrVariable = 1,
          dtype: Optional[str] = None) -> Variable:
    """arange with both ends: [n].

    Example:
      >>> pd.layer.range(0.0, 1.0, 0.25).shape
      (4,)
    """
    return arange(start, end, step, dtype)


def eye(num_rows: int, num_columns: Optional[int] = None,
        dtype: str = "float32", name: str = "") -> Variable:
    """The identity matrix: 1 on the main diagonal, else 0; square unless
    another number of columns is given: [num_rows, num_columns].

    Example:
      >>> pd.layer.eye(3, 4).shape
      (3, 4)
    """
    columns = num_rows if num_columns is None else num_columns
    return ops.eye(num_rows=num_rows, num_columns=columns, dtype=dtype,
                   name=name)


@reworded
def meshgrid(inputs: Sequence[Variable]) -> List[Variable]:
    """As many tensors [n0, n1, ...] as there are vectors [n]: the i-th has the
    elements of vector i along axis i (NumPy's indexing="ij").

    A number counts as a vector of one element. ValueError for a variable of
    another shape, and for none.

    Example:
      >>> rows, columns = pd.layer.arange(3), pd.layer.arange(4)
      >>> [grid.shape for grid in pd.layer.meshgrid([rows, columns])]
      [(3, 4), (3, 4)]
    """
    return core._meshgrid(list(inputs))


@reworded
def unstack(x: Variable, axis: int = 0) -> List[Variable]:
    """As many variables as x has elements along the axis, in its shape without
    it: the reverse of stack. ValueError if that size is not known in advance.

    Example:
      >>> x = pd.layer.data("x", [3, 5])
      >>> [part.shape for part in pd.layer.unstack(x)]
      [(5,), (5,), (5,)]
    """
    return core._unstack(x, axis)
