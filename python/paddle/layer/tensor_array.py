"""Tensor arrays: lists of tensors, which loops read and write one by one.

The other functions are those of the operators: array_write, array_read,
array_length and array_to_tensor.
"""

from typing import Optional, Sequence

from .. import core
from ..core import Variable
from .nn import _explained


@_explained
def create_array(dtype: str = "float32",
                 shape: Optional[Sequence[Optional[int]]] = None,
                 name: str = "") -> Variable:
    """A tensor array without elements. `shape` is that of its elements, None
    for a size that is not known or differs among them; without it they are
    shaped as the first one that is written. A loop that carries the array needs
    it."""
    sizes = [-1 if size is None else size for size in shape or ()]
    return core._append_op("create_array", {},
                           {"dtype": dtype, "shape": sizes},
                           name=name)["Out"][0]
