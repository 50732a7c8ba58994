"""Models of other engines, in ONNX files.

    program, feeds, fetches = pd.onnx.load("resnet18.onnx")
    exe = pd.Executor(pd.CPUPlace(), optimize=2)
    probabilities, = exe.eval(program, feed={feeds[0]: images},
                              fetch_list=fetches)

A model becomes a program like any other: it can be printed, optimized, saved
by pd.io.save_inference_model, and, with `trainable=True`, trained further. Each
operator carries the node that it comes from, which messages name. `save` writes
a program as such a file.
"""

import os
from typing import Dict, Optional, Union

from . import core
from .io import InferenceModel, _names, _Vars
from .io.files import check_file

__all__ = ["load", "missing", "save"]

_Path = Union[str, "os.PathLike[str]"]


def load(path: _Path, scope: Optional[core.Scope] = None,
         trainable: bool = False) -> InferenceModel:
    """The program of a model, its weights set in the scope.

    Its feeds and fetches have the names of the model's inputs and outputs. A
    size that the model leaves open, such as a batch, is open in the program,
    too; shapes, axes and the like must be known from constants and from the
    shapes of other values. With `trainable`, weights of floating point are
    trainable parameters; the program computes the same. External data must be
    in files below the model's folder, which are no links. Large weights stay
    there, mapped into memory, which processes share: such a file may be
    replaced while the weights are in use, but one that is cut off or written
    in place ends the process or changes them.

    An input or output that is a sequence of tensors is a list of arrays. So is
    an optional of which only a run tells whether it is there: it is absent if
    the list is empty, or None is fed, and an optional tensor that is there is
    a list of one. An optional sequence that is there, but empty, counts as
    absent.

    Weights of one name are one variable of the scope: a model that is loaded
    later overwrites those of an earlier one, also for its program, so that two
    models need two scopes unless they shall share weights.

    OSError for a missing or damaged file, NotImplementedError for operators or
    settings that cannot be imported, naming them, ValueError for a graph that
    makes no sense, or a weight whose name the scope has for a value of another
    shape or data type. Nothing is set then.

    Example:
      >>> import tempfile
      >>> model = bytes.fromhex(  # y = Relu(x), both [N, 2] float32
      ...     "08083a3d0a0c0a0178120179220452656c751201675a140a0178120f0a0d08"
      ...     "0112090a0312014e0a02080262140a0179120f0a0d080112090a0312014e0a"
      ...     "02080242040a00100d")
      >>> path = tempfile.mkdtemp() + "/relu.onnx"
      >>> with open(path, "wb") as file:
      ...     _ = file.write(model)
      >>> program, feeds, fetches = pd.onnx.load(path, pd.Scope())
      >>> x = np.array([[1, -2], [-3, 4]], "float32")
      >>> y, = pd.Executor().eval(program, {feeds[0]: x}, fetches)
      >>> print(np.array(y))
      [[1. 0.]
       [0. 4.]]
    """
    check_file(path)  # C++ would call a missing file a KeyError.
    return InferenceModel(*core._load_onnx(
        os.fspath(path), scope or core.global_scope(), trainable))


def missing(path: _Path) -> Dict[str, int]:
    """The operators of a model that cannot be imported, each with its number
    of nodes; none if it can be loaded as far as its operators are concerned.

    Those of other domains than the standard's have the domain in front:
    "com.microsoft::FusedConv". OSError for a missing or damaged file.

    Example:
      >>> pd.onnx.missing("no.onnx")
      Traceback (most recent call last):
      ...
      FileNotFoundError: [Errno 2] No such file or directory: 'no.onnx'
    """
    check_file(path)
    return core._missing_onnx(os.fspath(path))


def save(path: _Path, feeds: _Vars, fetches: _Vars,
         program: Optional[core.Program] = None,
         scope: Optional[core.Scope] = None, opset: int = 17) -> None:
    """Writes what computes `fetches` from `feeds`, in test mode, to a file.

    The model's inputs and outputs have the names of these variables, and their
    shapes; a size that is open in the program has a name there. `opset` is the
    version of the standard's operators, 13 to 22. Weights are in the file. The
    file is exchanged in one step.

    ONNX has no sequences: a variable `x` of them (lod_level 1) is an input or
    output `x` of rows, [rows, ...], and one `x.lengths`, int64, [sequences].
    While, cond and Rnn become Loop, If and Scan.

    KeyError for an unknown variable, NotImplementedError for operators that
    cannot be exported, naming all of them, and for sequences of sequences,
    ValueError for another opset, and for a variable that is called as lengths
    are to be, RuntimeError for a parameter without value.

    Example:
      >>> import tempfile
      >>> x = pd.layer.data("x", [None, 4])
      >>> y = pd.layer.fc(x, 2, act="softmax")
      >>> exe = pd.Executor()
      >>> _ = exe.run(pd.default_startup_program())
      >>> path = tempfile.mkdtemp() + "/model.onnx"
      >>> pd.onnx.save(path, feeds=[x], fetches=[y])
      >>> pd.onnx.load(path, pd.Scope()).feeds
      ['x']
    """
    core._save_onnx(
        os.fspath(path), program or core.default_main_program(),
        _names(feeds), _names(fetches), scope or core.global_scope(), opset)
