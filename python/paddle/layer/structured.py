"""Layers whose answer to a sequence is one piece, and what judges it.

Labels and tags are int64, one for each row. IndexError, when run, for one that
is out of range, naming its sequence and row.
"""

from typing import Any, Optional, Sequence

from .._composed import composed
from ..core import Variable
from . import ops


@composed
def linear_chain_crf() -> None:
    """The cost of a conditional random field, [sequences, 1], to be made
    small: the negative log-likelihood of the labels, 0 for an empty sequence.

    input says how well each tag fits each row, [rows, tags]. How well tags
    follow each other is a parameter [tags + 2, tags] that is learnt: row 0 for
    the first tag of a sequence, row 1 for the last, row 2 + i for a tag behind
    tag i. Any numbers are fine, also -inf for what is impossible.

    Example:
      >>> x = pd.layer.data("x", [None, 5], lod_level=1)
      >>> tags = pd.layer.data("tags", [None, 1], "int64", lod_level=1)
      >>> pd.layer.linear_chain_crf(x, tags, param_attr="crf").shape
      (-1, 1)
    """


@composed
def crf_decoding() -> None:
    """The most probable tags of each sequence, int64, [rows, 1]; with a label
    1 where that tag is the label, else 0.

    param_attr names the parameter that linear_chain_crf learns.

    Example:
      >>> x = pd.layer.data("x", [None, 5], lod_level=1)
      >>> tags = pd.layer.data("tags", [None, 1], "int64", lod_level=1)
      >>> cost = pd.layer.linear_chain_crf(x, tags, param_attr="crf")
      >>> pd.layer.crf_decoding(x, "crf").shape
      (-1, 1)
    """


def edit_distance(input: Variable, label: Variable,
                  normalized: bool = True) -> Any:
    """(out, sequence_num): how many insertions, deletions and replacements of
    one element make each sequence of input that of label, float32,
    [sequences, 1]; and how many sequences there are.

    Both are int64. normalized: divided by the length of the sequence of label;
    ValueError, when run, naming the sequence if that is 0.

    Example:
      >>> said, meant = [pd.layer.data(name, [None, 1], "int64", lod_level=1)
      ...                for name in ("said", "meant")]
      >>> distance, number = pd.layer.edit_distance(said, meant)
      >>> distance.shape, number.shape
      ((-1, 1), ())
    """
    return ops.edit_distance(input, label, normalized)


def chunk_eval(input: Variable, label: Variable, chunk_scheme: str,
               num_chunk_types: int,
               excluded_chunk_types: Optional[Sequence[int]] = None) -> Any:
    """(precision, recall, f1_score, num_infer_chunks, num_label_chunks,
    num_correct_chunks): compares the chunks that tags mark, such as names;
    six scalars.

    Of each type of chunk there are some tags, which say where in a chunk a row
    stands; a tag is type * (tags of a type) + place, and the tag after all of
    those is outside of chunks. Places are, for chunk_scheme "IOB": first,
    other; "IOE": other, last; "IOBES": first, inside, last, only; "plain": one
    for all. Chunks of excluded types do not count.

    Example:
      >>> said, meant = [pd.layer.data(name, [None, 1], "int64", lod_level=1)
      ...                for name in ("said", "meant")]
      >>> scores = pd.layer.chunk_eval(said, meant, "IOB", num_chunk_types=3)
      >>> scores.f1_score.shape
      ()
    """
    return ops.chunk_eval(input, label, num_chunk_types, chunk_scheme,
                          list(excluded_chunk_types or []))
