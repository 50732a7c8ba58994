"""Runs the conformance suite of the package onnx over pd.onnx.load.

    PYTHONPATH=<where onnx is> ./tools/dev onnx-suite [--bind] [--failed] [NAME]

Prints how many cases pass, by class; a case that cannot be imported counts as
failed, as does one that would have to be downloaded. With --failed also why
each of the others fails, and with --passed the names of those that pass. The
number of cases grows with each version of onnx, which is printed, too. Debian's
onnx has no classes but "node".

Hundreds of cases have shapes, axes and the like as inputs of the model. With
--bind a case that fails is tried once more with its integer inputs as weights,
and those of floating point that say sizes (STRUCTURE).
"""

import argparse
import importlib
import os
import pkgutil
import sys
import tempfile
from collections import Counter
from typing import Any, Iterator, List, Sequence, Tuple

import numpy as np
import onnx
from onnx import numpy_helper
from onnx.backend.test import loader

import paddle as pd

# Inputs of floating point that say the shape of a result.
STRUCTURE = {"Resize": (1, 2), "Upsample": (1,), "OneHot": (1,)}

# Operators whose results are drawn: a case that has one agrees by chance, if at
# all.
DRAWN = frozenset(["Bernoulli", "Multinomial", "RandomNormal",
                   "RandomNormalLike", "RandomUniform", "RandomUniformLike"])

# A case: its class, its name, the path of its model, pairs of inputs and
# outputs, and the relative and absolute tolerance.
Arrays = Sequence[Any]
Case = Tuple[str, str, str, List[Tuple[Arrays, Arrays]], float, float]


def _node_cases() -> List[Any]:
    """The cases of class "node", which are made in memory."""
    # Modules of older versions use names that NumPy no longer has.
    for name, kind in (("object", object), ("float", float), ("bool", bool)):
        if name not in vars(np):
            setattr(np, name, kind)
    np.random.seed(0)  # So that each run has the same cases.
    from onnx.backend.test.case import node
    for module in pkgutil.iter_modules(node.__path__):
        importlib.import_module(f"{node.__name__}.{module.name}")
    return node._NodeTestCases


def _stored(folder: str, kind: str) -> List[Any]:
    """The arrays in files input_0.pb, input_1.pb, ..."""
    arrays = []
    while True:
        path = os.path.join(folder, f"{kind}_{len(arrays)}.pb")
        if not os.path.exists(path):
            return arrays
        with open(path, "rb") as file:
            tensor = onnx.TensorProto.FromString(file.read())
        arrays.append(numpy_helper.to_array(tensor))


def _data_sets(model_dir: str) -> List[Tuple[Arrays, Arrays]]:
    sets: List[Tuple[Arrays, Arrays]] = []
    for name in sorted(os.listdir(model_dir)):
        folder = os.path.join(model_dir, name)
        if name.startswith("test_data_set") and os.path.isdir(folder):
            sets.append((_stored(folder, "input"), _stored(folder, "output")))
    return sets


def _light(case: Any) -> Tuple[str, List[Tuple[Arrays, Arrays]]]:
    """A large model with made weights, its input as the suite makes it, and the
    outputs that lie beside it."""
    package = os.path.dirname(os.path.dirname(onnx.__file__))
    path = os.path.join(package, case.url)
    if not os.path.exists(path):
        return path, []
    graph = onnx.load(path).graph
    weights = {weight.name for weight in graph.initializer}
    inputs = []
    for value in graph.input:
        if value.name not in weights:
            shape = [d.dim_value or 1 for d in value.type.tensor_type.shape.dim]
            size = int(np.prod(shape))
            numbers = np.arange(size).reshape(shape) / size
            inputs.append(numbers.astype(np.float32))
    outputs = []
    for i in range(len(graph.output)):
        with open(f"{path[:-len('.onnx')]}_output_{i}.pb", "rb") as file:
            tensor = onnx.TensorProto.FromString(file.read())
        outputs.append(numpy_helper.to_array(tensor))
    return path, [(inputs, outputs)]


def cases(folder: str) -> Iterator[Case]:
    """All cases; the models of those made in memory are written to `folder`."""
    for case in _node_cases():
        path = os.path.join(folder, "model.onnx")
        with open(path, "wb") as file:
            file.write(case.model.SerializeToString())
        yield ("node", case.name, path, case.data_sets, case.rtol, case.atol)
    kinds = (sorted(os.listdir(loader.DATA_DIR))
             if os.path.isdir(loader.DATA_DIR) else [])
    for kind in kinds:
        folder_of_kind = os.path.join(loader.DATA_DIR, kind)
        if kind == "node" or not os.path.isdir(folder_of_kind):
            continue
        for case in loader.load_model_tests(kind=kind):
            if case.model_dir:
                path = os.path.join(case.model_dir, "model.onnx")
                sets = _data_sets(case.model_dir)
            else:
                path, sets = _light(case)
            yield (kind, case.name, path, sets, case.rtol, case.atol)


def _array(value: Any) -> Any:
    """An array of what a case holds, which may be a TensorProto."""
    if isinstance(value, onnx.TensorProto):
        return numpy_helper.to_array(value)
    return np.asarray(value)


def _fed(value: Any) -> Any:
    """Returns a value to feed: a sequence is a list, and an optional that is
    not there None."""
    if value is None or isinstance(value, list):
        return value and [_fed(element) for element in value]
    return _array(value)


def _compare(tensor: Any, value: Any, rtol: float, atol: float) -> None:
    if isinstance(value, list):
        if not isinstance(tensor, list) or len(tensor) != len(value):
            raise AssertionError(f"{tensor} instead of a list of {len(value)}")
        for pair in zip(tensor, value):
            _compare(*pair, rtol, atol)
        return
    found, wanted = np.array(tensor), _array(value)
    if tensor.dtype != wanted.dtype.name:
        raise AssertionError(f"{tensor.dtype} instead of {wanted.dtype}")
    if found.shape != wanted.shape:
        raise AssertionError(f"{found.shape} instead of {wanted.shape}")
    if wanted.dtype.kind == "V":  # ml_dtypes: found is of a type of NumPy.
        wanted = wanted.astype(found.dtype)
    if tensor.dtype == "float16":
        found, wanted = found.astype("float32"), wanted.astype("float32")
    np.testing.assert_allclose(found, wanted, rtol=rtol, atol=atol)


def check(case: Case) -> None:
    """Raises unless the model can be loaded and computes what it should."""
    _, _, path, data_sets, rtol, atol = case
    scope = pd.Scope()
    program, feeds, fetches = pd.onnx.load(path, scope)
    exe = pd.Executor(pd.CPUPlace())
    if not data_sets:
        raise AssertionError("a case without data")
    if any(node.op_type in DRAWN for node in onnx.load(path).graph.node):
        raise AssertionError("a case whose results are drawn")
    for inputs, outputs in data_sets:
        feed = dict(zip(feeds, map(_fed, inputs)))
        found = exe.eval(program, feed, fetches, scope,
                         return_numpy=False)
        if len(found) != len(outputs):
            raise AssertionError(f"{len(found)} outputs")
        for array, wanted in zip(found, outputs):
            _compare(array, wanted, rtol, atol)


def _bound(case: Case, folder: str) -> Case:
    """The case with its inputs that say shapes as weights."""
    kind, name, path, data_sets, *tolerance = case
    model = onnx.load(path)
    (inputs, outputs), = data_sets
    rest = []
    structure = {node.input[i] for node in model.graph.node
                 for i in STRUCTURE.get(node.op_type, ())
                 if i < len(node.input)}
    for value, array in zip(list(model.graph.input), inputs):
        # A list is a sequence, and no tensor of one rank more.
        if not isinstance(array, list) and (
                np.asarray(array).dtype.kind in "iub" or
                value.name in structure):
            model.graph.input.remove(value)
            model.graph.initializer.append(
                numpy_helper.from_array(np.asarray(array), value.name))
        else:
            rest.append(array)
    path = os.path.join(folder, "bound.onnx")
    onnx.save(model, path)
    return (kind, name, path, [(rest, outputs)], *tolerance)


def failure(case: Case, bind_in: str = "") -> str:
    """Why a case fails, in one line; "" if it passes. With `bind_in`, a folder,
    its inputs that say shapes may become weights."""
    try:
        try:
            check(case)
        except NotImplementedError:
            if not bind_in:
                raise
            check(_bound(case, bind_in))
        return ""
    # Whatever is raised, the next case is another one.
    except Exception as error:  # pylint: disable=broad-except
        lines = [line.strip() for line in str(error).splitlines()]
        text = " ".join(line for line in lines if line)
        return f"{type(error).__name__}: {text[:300]}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bind", action="store_true")
    parser.add_argument("--failed", action="store_true")
    parser.add_argument("--passed", action="store_true")
    parser.add_argument("name", nargs="?", default="")
    arguments = parser.parse_args()
    passed: "Counter[str]" = Counter()
    seen: "Counter[str]" = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(folder):
            kind, name = case[:2]
            if arguments.name not in name:
                continue
            reason = failure(case, folder if arguments.bind else "")
            seen[kind] += 1
            passed[kind] += not reason
            if reason and arguments.failed:
                print(f"failed {kind}/{name}: {reason}", flush=True)
            if not reason and arguments.passed:
                print(f"passed {kind}/{name}", flush=True)
    print(f"onnx {onnx.__version__}")
    for kind, count in sorted(seen.items()):
        print(f"{kind}: {passed[kind]} of {count} pass")
    print(f"all: {sum(passed.values())} of {sum(seen.values())} pass")
    return 0


if __name__ == "__main__":
    sys.exit(main())
