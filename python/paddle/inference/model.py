"""Models in folders and ONNX files: what they take and what they give."""

import os
from typing import List, NamedTuple, Optional, Tuple, Union

from .. import core, onnx
from ..io import InferenceModel, load_inference_model

Path = Union[str, "os.PathLike[str]"]
Size = Union[int, str]


class TensorInfo(NamedTuple):
    """Says what a model takes or gives under a name.

    Members:
      name: of the variable.
      dtype: of its numbers, "float32" say.
      shape: sizes; one that is not known before a run has a letter, and those
        with the same letter are equal.
      lod_level: 0 for an array, 1 for a list of arrays, one for each sequence,
        whose rows together have the shape, 2 for a list of such lists.
      is_list: whether it is a list of any number of arrays, of the shape each,
        whose sizes with letters may differ: a sequence or an optional of an
        ONNX model.

    Example:
      >>> from paddle.inference.model import TensorInfo
      >>> print(TensorInfo("image", "float32", ("N", 784), 0))
      image [N, 784] float32
    """
    name: str
    dtype: str
    shape: Tuple[Size, ...]
    lod_level: int
    is_list: bool = False

    def __str__(self) -> str:
        sizes = ", ".join(map(str, self.shape))
        ragged = {0: "", 1: ", sequences"}.get(
            self.lod_level, f", lod_level {self.lod_level}")
        kind = ", a list" if self.is_list else ""
        return f"{self.name} [{sizes}] {self.dtype}{ragged}{kind}"


def load(path: Path, scope: Optional[core.Scope] = None,
         mmap: bool = False) -> InferenceModel:
    """The program of a folder of pd.io.save_inference_model or of an ONNX file,
    its parameters set in the scope: with `mmap` those of a folder stay in its
    file, as pd.io.load_inference_model says.

    OSError for what is missing or damaged, ValueError for a file of another
    kind, and the errors of pd.onnx.load.
    """
    name = os.fspath(path)
    if os.path.isdir(name):
        return load_inference_model(name, scope, mmap=mmap)
    if not name.endswith(".onnx") and os.path.exists(name):
        raise ValueError(f"{name} is neither a folder of "
                         "pd.io.save_inference_model nor an .onnx file")
    return onnx.load(name, scope)


def infos(program: core.Program, names: List[str]) -> Tuple[TensorInfo, ...]:
    """Returns what the program says of variables of its global block."""
    block = program.global_block()
    variables = [block.var(name) for name in names]
    return tuple(TensorInfo(v.name, v.dtype, v.symbolic_shape, v.lod_level,
                            v.is_tensor_array) for v in variables)
