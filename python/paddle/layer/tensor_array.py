"""Tensor arrays: lists of tensors, which loops read and write one by one.

The other functions are those of the operators: array_write, array_read,
array_length and array_to_tensor. ValueError for an element of another shape or
data type than the array's; IndexError, when run, for one that is not there.
"""

from typing import Optional, Sequence

from .. import core
from ..argument_errors import reworded
from ..core import Variable


@reworded
def create_array(dtype: str = "float32",
                 shape: Optional[Sequence[Optional[int]]] = None,
                 name: str = "") -> Variable:
    """A tensor array without elements. `shape` is that of its elements, None
    for a size that is not known or differs among them; without it they are
    shaped as the first one that is written. A loop that carries the array needs
    it.

    Example:
      >>> array = pd.layer.create_array("float32", [None, 8])
      >>> i = pd.layer.fill_constant([1], "int64", 0)
      >>> x = pd.layer.data("x", [None, 8])
      >>> pd.layer.array_read(pd.layer.array_write(x, i, array), i).shape
      (-1, 8)
    """
    sizes = [-1 if size is None else size for size in shape or ()]
    return core._append_op("create_array", {},
                           {"dtype": dtype, "shape": sizes},
                           name=name)["Out"][0]
