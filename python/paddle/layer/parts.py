"""Taking tensors apart."""

from typing import Any, Dict, List, Sequence, Union

import numpy as np

from .. import core
from ..argument_errors import error_of, reworded
from ..core import Variable


@reworded
def split(input: Variable, num_or_sections: Union[int, Sequence[int]],
          dim: int = -1, name: str = "") -> List[Variable]:
    """Parts of a variable along the axis `dim`: as many of one size, or parts
    of the given sizes; each of the rank of x. ValueError if they do not add up
    to the axis.

    Example:
      >>> x = pd.layer.data("x", [None, 8])
      >>> [part.shape for part in pd.layer.split(x, [3, 5])]
      [(-1, 3), (-1, 5)]
    """
    attrs: Dict[str, Any] = {"axis": dim}
    if isinstance(num_or_sections, (int, np.integer)):
        count = int(num_or_sections)
    else:
        attrs["sections"] = list(num_or_sections)
        count = len(attrs["sections"])
    if count < 1:
        raise error_of(
            ValueError, "split: num_or_sections is the number of parts, at "
            f"least 1, or their sizes, not {num_or_sections!r}")
    return core._append_op("split", {"X": input}, attrs,
                           counts=[("Out", count)], name=name)["Out"]
