"""From the batches of a reader to feeds."""

from math import prod
from typing import Any, Dict, List, Optional, Sequence, Union

import numpy as np

from .. import core
from ..framework.listed import bounded


class DataFeeder:
    """Makes feeds of batches.

    Args:
      feed_order: variables of data, or their names, in the order of the parts
        of a sample; without it, all data of the program, as they were defined.

    Example:
      >>> x = pd.layer.data("x", [None, 2])
      >>> y = pd.layer.data("y", [None, 1], "int64")
      >>> feed = pd.DataFeeder([x, y]).feed([([0.5, 1.5], 3), ([2.5, 3.5], 4)])
      >>> feed["x"].shape, feed["y"].tolist()
      ((2, 2), [[3], [4]])
    """

    def __init__(self, feed_order: Optional[
            Sequence[Union[core.Variable, str]]] = None,
            program: Optional[core.Program] = None) -> None:
        program = program or core.default_main_program()
        block = program.global_block()
        if feed_order is None:
            self._variables = [v for v in block.vars if v.is_data]
        else:
            self._variables = [block.var(v) if isinstance(v, str) else v
                               for v in feed_order]

    def feed(self, batch: Any) -> Dict[str, Any]:
        """Converts a batch to the feed of Executor.run.

        Args:
          batch: a list of samples, each a tuple with a part for each variable
              (or the part itself, if there is one variable); or a tuple of
              columns, each all samples' parts; or a dict, which is passed on.

        Parts of as many numbers as the variable's rows are reshaped: a label
        may be a number, an image flat. ValueError, naming the variable, for
        parts that do not fit or differ in shape, and for a whole number that
        its data type cannot hold.
        """
        if isinstance(batch, dict):
            return batch
        columns = (list(batch) if isinstance(batch, tuple)
                   else self._columns(batch))
        if len(columns) != len(self._variables):
            raise ValueError(f"a batch of {len(columns)} columns does not go "
                             f"with {len(self._variables)} feeds: "
                             + ", ".join(v.name for v in self._variables))
        converts = not isinstance(batch, tuple)
        return {v.name: _values(v, column, converts)
                for v, column in zip(self._variables, columns)}

    def _columns(self, samples: Sequence[Any]) -> List[Any]:
        count = len(self._variables)
        if (count == 1 and self._variables[0].lod_level == 0 and
                isinstance(samples, np.ndarray) and samples.ndim > 0 and
                samples.dtype != object):
            return [np.array(samples)]
        samples = list(bounded(samples))
        if count == 1:
            return [[sample[0] if isinstance(sample, tuple) else sample
                     for sample in samples]]
        for i, sample in enumerate(samples):
            if len(sample) != count:
                raise ValueError(
                    f"sample {i} of the batch has {len(sample)} parts, not "
                    f"{count}: " + ", ".join(v.name for v in self._variables))
        return [[sample[i] for sample in samples] for i in range(count)]


def size_of(batch: Any) -> int:
    """Returns the number of samples in a batch."""
    if isinstance(batch, dict):
        batch = tuple(batch.values())
    if isinstance(batch, tuple):
        return _rows(batch[0]) if batch else 0
    return len(batch)


def _rows(column: Any) -> int:
    lengths = getattr(column, "lengths", None)
    if lengths:  # An LoDTensor of sequences.
        return len(lengths[0])
    if isinstance(column, core.LoDTensor):
        return int(column.shape[0]) if column.shape else 1
    return len(column) if hasattr(column, "__len__") else 1


def _values(variable: core.Variable, column: Any, converts: bool) -> Any:
    if isinstance(column, core.LoDTensor) or variable.lod_level > 1:
        return column
    if variable.lod_level == 1:
        return [_rows_of(variable, sequence) for sequence in bounded(column)]
    return _rows_of(variable, column, converts)


def _rows_of(variable: core.Variable, values: Any,
             converts: bool = False) -> Any:
    """[n, ...] of the variable's row shape, and of its type unless they are an
    array that is not to be converted."""
    try:
        array = core._read_array(values, variable.name)
    except ValueError:
        array = np.empty(0, object)
    ints = _are_large_ints(array)
    if array.dtype == object and not ints:
        raise ValueError(f"the values of {variable.name} "
                         f"{list(variable.shape)} differ in shape")
    if (converts or not isinstance(values, np.ndarray)) and (
            ints or _is_exact(array, variable.dtype)):
        array = core._as_array(array, variable.dtype, variable.name)
    row = variable.shape[1:]
    if -1 in row or array.ndim == 0 or array.shape[1:] == row:
        return array
    same = len(array) == 0 or prod(array.shape[1:]) == prod(row)
    return array.reshape((len(array), *row)) if same else array


def _is_exact(array: Any, dtype: str) -> bool:
    """True if lists become this type as Executor.run would convert them: no
    fraction is lost, and a NumPy scalar of another type counts as a number."""
    if "float" in dtype:
        return array.dtype.kind in "fiub" and dtype != "bfloat16"
    return array.dtype.kind in "iub" or array.size == 0


def _are_large_ints(array: Any) -> bool:
    """True for ints that no NumPy type can hold."""
    return (array.dtype == object and array.size > 0
            and all(isinstance(item, int) for item in array.flat))
