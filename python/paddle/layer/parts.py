"""Taking tensors apart."""

from typing import List, Sequence, Union

from .. import core
from ..core import Variable
from .nn import _explained


@_explained
def split(input: Variable, num_or_sections: Union[int, Sequence[int]],
          dim: int = -1, name: str = "") -> List[Variable]:
    """Parts of a variable along the axis `dim`: as many of one size, or parts
    of the given sizes. ValueError if they do not add up to the axis."""
    if isinstance(num_or_sections, int):
        count, attrs = num_or_sections, {}
    else:
        attrs = {"sections": list(num_or_sections)}
        count = len(attrs["sections"])
    return core._append_op("split", {"X": input}, {"axis": dim, **attrs},
                           counts=[("Out", count)], name=name)["Out"]
