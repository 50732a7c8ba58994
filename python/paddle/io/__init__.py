"""Parameters and inference programs in files.

A file or folder is complete under its name or not there: whatever fails, what
stood there before stays. Every byte is covered by a checksum: damaged files
raise OSError, naming file and fault, and so does a pipe, a device or whatever
else is no file. A name with a zero byte is a ValueError.
"""

import os
import warnings
from typing import Iterable, List, NamedTuple, Optional, Union

from .. import core
from .files import check_file

_Path = Union[str, "os.PathLike[str]"]
_Vars = Iterable[Union[core.Variable, str]]


class InferenceModel(NamedTuple):
    """The result of load_inference_model.

    Example:
      >>> pd.io.InferenceModel._fields
      ('program', 'feeds', 'fetches')
    """
    program: core.Program
    feeds: List[str]  # names, in the order they were saved
    fetches: List[str]


def _names(variables: _Vars) -> List[str]:
    if isinstance(variables, (str, core.Variable)):
        variables = [variables]
    return [v if isinstance(v, str) else v.name for v in variables]


def _chosen(program: Optional[core.Program],
            variables: Optional[_Vars]) -> List[str]:
    if variables is not None:
        return _names(variables)
    return core._persistable_names(program or core.default_main_program())


def save(path: _Path, program: Optional[core.Program] = None,
         variables: Optional[_Vars] = None,
         scope: Optional[core.Scope] = None) -> None:
    """Writes the values of variables to one file.

    By default all persistable variables of the program (the default main
    program): parameters, running statistics, the state of the optimizer.
    They are those between two runs: runs in other threads that update them
    wait. RuntimeError for a variable without value; OSError if the file cannot
    be written.

    Example:
      >>> import tempfile
      >>> x = pd.layer.data("x", [None, 4])
      >>> y = pd.layer.fc(x, 2, param_attr="w")
      >>> exe = pd.Executor()
      >>> _ = exe.run(pd.default_startup_program())
      >>> folder = tempfile.mkdtemp()
      >>> pd.io.save(folder + "/parameters")
    """
    core._save_variables(os.fspath(path), _chosen(program, variables),
                         scope or core.global_scope())


def load(path: _Path, program: Optional[core.Program] = None,
         variables: Optional[_Vars] = None,
         scope: Optional[core.Scope] = None) -> None:
    """Sets variables of the program, by default all persistable ones.

    All or nothing, for runs in other threads, too. OSError for a missing or
    damaged file, KeyError for a variable that the file does not hold,
    ValueError, with both shapes, for one that does not fit. What else the file
    holds is left alone.

    Example:
      >>> import tempfile
      >>> x = pd.layer.data("x", [None, 4])
      >>> y = pd.layer.fc(x, 2, param_attr="w")
      >>> exe = pd.Executor()
      >>> _ = exe.run(pd.default_startup_program())
      >>> folder = tempfile.mkdtemp()
      >>> pd.io.save(folder + "/parameters")
      >>> pd.io.load(folder + "/parameters", variables=["w"])
    """
    program = program or core.default_main_program()
    check_file(path)  # C++ would call a missing file a KeyError.
    core._load_variables([os.fspath(path)], program,
                         _chosen(program, variables),
                         scope or core.global_scope())


def save_inference_model(folder: _Path, feeds: _Vars, fetches: _Vars,
                         program: Optional[core.Program] = None,
                         scope: Optional[core.Scope] = None, *,
                         dtype: str = "float32") -> None:
    """Writes what computes `fetches` from `feeds`, in test mode, to a folder.

    The folder gets the files `program` and `parameters`, and `manifest` with
    their checksums; one that holds a model is exchanged for the new one in one
    step, one that holds anything else is a RuntimeError. KeyError for an
    unknown variable.

    Parameters are stored in the numbers that the program computes with: 16 bits
    where pd.amp.cast has put casts, 8 where pd.quantization.quantize rounds and
    integers are faster, if nothing reads all of their bits. The folder computes
    the same bits as the program on the same processor; where one has no
    products of 8-bit integers, it computes with the rounded numbers.

    Args:
      feeds, fetches: variables of the program, or their names.
      program: what to save a part of; the default main program without it.
      scope: has the parameters; the global one without it.
      dtype: "float32": as the program is; "bfloat16" or "float16": as
        pd.amp.cast makes it. Integers need calibration: save what
        pd.quantization.quantize returns.

    Raises:
      ValueError: another dtype.

    Example:
      >>> import tempfile
      >>> x = pd.layer.data("x", [None, 4])
      >>> y = pd.layer.fc(x, 2, param_attr="w")
      >>> exe = pd.Executor()
      >>> _ = exe.run(pd.default_startup_program())
      >>> folder = tempfile.mkdtemp()
      >>> pd.io.save_inference_model(folder, feeds=[x], fetches=[y])
    """
    program = program or core.default_main_program()
    if dtype != "float32":
        program = _in_half(program, dtype, _names(feeds))
    core._save_inference_model(os.fspath(folder), program, _names(feeds),
                               _names(fetches), scope or core.global_scope())


def _in_half(program: core.Program, dtype: str,
             feeds: List[str]) -> core.Program:
    if dtype not in ("bfloat16", "float16"):
        hint = (": save what pd.quantization.quantize returns"
                if dtype == "int8" else "")
        raise ValueError("dtype of save_inference_model is float32, bfloat16 "
                         f"or float16, not {dtype!r}{hint}")
    return core._amp_cast(program.clone(for_test=True), dtype, None, None,
                          feeds)


def load_inference_model(
        folder: _Path, scope: Optional[core.Scope] = None, *,
        mmap: bool = False) -> InferenceModel:
    """The program of a folder, its parameters set in the scope.

    With `mmap`, parameters stay in the file, which is mapped into memory:
    processes that load the same folder share it, and nothing is copied. The
    folder may be exchanged by save_inference_model meanwhile; a file that is
    cut off or written in place ends the process or changes parameters.

    OSError for missing or damaged files; nothing is set then. A folder without
    `manifest`, as versions before 0.1.1 wrote it, is loaded with a warning:
    each file is covered by its own checksum, but nothing says that the two
    belong together.

    Example:
      >>> import tempfile
      >>> x = pd.layer.data("x", [None, 4])
      >>> y = pd.layer.fc(x, 2, param_attr="w")
      >>> exe = pd.Executor()
      >>> _ = exe.run(pd.default_startup_program())
      >>> folder = tempfile.mkdtemp()
      >>> pd.io.save_inference_model(folder, feeds=[x], fetches=[y])
      >>> model = pd.io.load_inference_model(folder, pd.Scope())
      >>> model.feeds, len(model.fetches)
      (['x'], 1)
    """
    for name in ("program", "parameters"):
        check_file(os.path.join(folder, name))
    if not os.path.lexists(os.path.join(folder, "manifest")):
        warnings.warn(f"the model in {os.fspath(folder)} has no manifest: that "
                      "its files belong together is not known", stacklevel=2)
    return InferenceModel(*core._load_inference_model(
        os.fspath(folder), scope or core.global_scope(), mmap))
