"""Layers over sequences: variables with a lod_level, whose rows form sequences.

They work on the innermost sequences; empty ones are legal. ValueError for an
input whose rows form none.
"""

from typing import NamedTuple, Union

from .. import core
from .._composed import composed
from ..argument_errors import reworded
from ..core import Variable


@composed
def sequence_conv() -> None:
    """act(context W + b): the context of a row is filter_size rows around it,
    one behind the other, with zeros outside the sequence.

    context_start says where it begins: 0 at the row, -1 one row before it;
    None: so that the row is in the middle. For rows of n elements W is
    [filter_size * n, num_filters], b is [num_filters].

    Example:
      >>> x = pd.layer.data("x", [None, 16], lod_level=1)
      >>> pd.layer.sequence_conv(x, num_filters=8, filter_size=3).shape
      (-1, 8)
    """


@composed
def sequence_pool() -> None:
    """A row for each sequence: its "sum", "average", "sqrt" (the sum over the
    root of the length), "max", "first" or "last"; zeros for an empty one. The
    shape is [sequences, ...].

    Example:
      >>> x = pd.layer.data("x", [None, 16], lod_level=1)
      >>> pooled = pd.layer.sequence_pool(x, "max")
      >>> pooled.shape, pooled.lod_level
      ((-1, 16), 0)
    """


@reworded
def sequence_first_step(input: Variable) -> Variable:
    """The first row of each sequence, zeros for an empty one:
    [sequences, ...].

    Example:
      >>> x = pd.layer.data("x", [None, 16], lod_level=1)
      >>> pd.layer.sequence_first_step(x).shape
      (-1, 16)
    """
    return core._composed.sequence_pool(input, "first")


@reworded
def sequence_last_step(input: Variable) -> Variable:
    """The last row of each sequence, zeros for an empty one:
    [sequences, ...].

    Example:
      >>> x = pd.layer.data("x", [None, 16], lod_level=1)
      >>> pd.layer.sequence_last_step(x).shape
      (-1, 16)
    """
    return core._composed.sequence_pool(input, "last")


class PaddedSequences(NamedTuple):
    """Sequences as one array."""
    out: Variable
    length: Variable


@reworded  # type: ignore[type-var]
def sequence_pad(x: Variable, pad_value: Union[Variable, float] = 0,
                 padded_length: int = -1) -> PaddedSequences:
    """(out, length): [sequences, padded_length, ...], and how long each
    sequence is, int64.

    pad_value is a number or a variable: one element, or a row. A
    padded_length of -1 is that of the longest; ValueError, when run, for a
    sequence that is longer.

    Example:
      >>> x = pd.layer.data("x", [None, 16], lod_level=1)
      >>> padded = pd.layer.sequence_pad(x, padded_length=20)
      >>> padded.out.shape, padded.length.shape
      ((-1, 20, 16), (-1,))
    """
    return PaddedSequences(*core._sequence_pad(x, pad_value, padded_length))
