"""Values written into a program.

Numbers, and lists of them, are of float32 where no data type is said, whole
ones, too: they are what layers compute with. ValueError for a whole number that
float32 does not have (2**24 + 1), and for one that the data type said cannot
hold. Arrays keep their data type.
"""

from typing import Any, Optional

from .. import core
from ..argument_errors import reworded
from ..core import Variable
from ..framework.listed import bounded


@reworded
def minibatch(rows: Any, dtype: Optional[str] = None,
              name: str = "") -> Variable:
    """Data that need not be fed: a run without a feed has these rows.

    minibatch([10, 20, 30]) is of shape [None, 1]; an array [n, ...] gives
    [None, ...]. Another batch is fed to it as to any other data. ValueError
    for a single number, or a name in use; TypeError for what is no numbers.

    Example:
      >>> pd.layer.minibatch([10, 20, 30]).shape
      (-1, 1)
    """
    return core._data_literal(rows, dtype, name, "minibatch")


@reworded
def sequence(steps: Any, dtype: Optional[str] = None,
             name: str = "") -> Variable:
    """Data of sequences that need not be fed.

    sequence([10, 20, 30]) is one sequence of three steps, of shape [None, 1]
    and lod_level 1; so is an array [length, ...]. A list of such lists or
    arrays is a batch of sequences, lists of lists of them have lod_level 2
    (see LoDTensor.from_sequences, whose errors it has: ValueError for rows of
    different shapes, TypeError for what is no numbers).

    Example:
      >>> steps = pd.layer.sequence([10, 20, 30])
      >>> steps.shape, steps.lod_level
      ((-1, 1), 1)
    """
    several = isinstance(steps, (list, tuple)) and any(
        map(_is_list, bounded(steps)))
    sequences = steps if several else [steps]
    numbers = dtype is None and not _has_arrays(sequences)
    tensor = core.LoDTensor.from_sequences(sequences, dtype)
    if numbers and tensor.dtype == "int64":
        tensor = core._to_float32(tensor)
    elif numbers and tensor.dtype == "bool":
        tensor = core.LoDTensor.from_sequences(sequences, "float32")
    return core._data_literal(tensor, None, name, "sequence")


@reworded
def var(value: Any, dtype: Optional[str] = None, param: bool = False,
        name: str = "") -> Variable:
    """A variable that begins with a value: var(1) is of shape [1].

    param: a trainable parameter, which the startup program sets; else a
    constant, to which a gradient may flow. A list or array gives its shape.
    TypeError for what is no numbers.

    Example:
      >>> w = pd.layer.var([0.1, 0.2], param=True)
      >>> w.shape, w.dtype
      ((2,), 'float32')
    """
    return core._var(value, dtype, param, name)


def _is_list(value: Any) -> bool:
    return isinstance(value, (list, tuple)) or bool(getattr(value, "ndim", 0))


def _has_arrays(value: Any) -> bool:
    if isinstance(value, (list, tuple)):
        return any(map(_has_arrays, bounded(value)))
    return hasattr(value, "dtype")
