"""Saves networks as ONNX models, checks the files, and runs them again: by our
own import, and by ONNX Runtime where Python can import it."""

import importlib.util
from typing import Any, Callable, Dict, List, Tuple

import numpy as np
import onnx

import paddle as pd

Feed = Dict[str, Any]
# Makes layers, and returns the feeds and fetches.
Network = Callable[[], Tuple[List[Any], List[Any]]]


def flat(value: Any) -> List[np.ndarray]:
    """A value as the arrays that a model has for it: sequences are rows and
    lengths."""
    if isinstance(value, list):
        return [np.concatenate(value),
                np.array([len(rows) for rows in value], "int64")]
    return [np.asarray(value)]


def fed(feed: Feed) -> Feed:
    """A feed as that of a model."""
    arrays: Feed = {}
    for name, value in feed.items():
        arrays.update(zip([name, name + ".lengths"], flat(value)))
    return arrays


def save(path: str, network: Network, feed: Feed,
         opset: int = 17) -> List[np.ndarray]:
    """Writes a file, which Debian's checker must take if it knows the version;
    returns the values of the fetches as the model has them."""
    main, startup, scope = pd.Program(), pd.Program(), pd.Scope()
    with pd.program_guard(main, startup):
        feeds, fetches = network()
    exe = pd.Executor()
    startup.random_seed = 3
    exe.run(startup, scope=scope)
    pd.onnx.save(path, feeds, fetches, main, scope, opset)
    if opset <= onnx.defs.onnx_opset_version():
        onnx.checker.check_model(onnx.load(path), full_check=True)
    names = [variable.name for variable in fetches]
    values = exe.eval(main.clone(for_test=True), feed, names, scope)
    return [array for value in values for array in flat(value)]


def reload(path: str, feed: Feed) -> List[np.ndarray]:
    """Loads a file, and returns the values of its outputs."""
    scope = pd.Scope()
    program, feeds, fetches = pd.onnx.load(path, scope)
    if feeds != list(feed):
        raise ValueError(f"the inputs are {feeds}, not {list(feed)}")
    return [np.asarray(value) for value in
            pd.Executor().eval(program, feed, fetches, scope)]


def has_runtime() -> bool:
    return importlib.util.find_spec("onnxruntime") is not None


def run(path: str, feed: Feed) -> List[np.ndarray]:
    """The outputs that ONNX Runtime computes."""
    runtime = importlib.import_module("onnxruntime")
    options = runtime.SessionOptions()
    options.log_severity_level = 3  # Sizes of one name may differ.
    session = runtime.InferenceSession(path, options)
    outputs: List[np.ndarray] = session.run(None, feed)
    return outputs


def check_close(found: List[np.ndarray], wanted: List[np.ndarray],
                tolerance: float = 1e-5) -> None:
    """AssertionError unless types and shapes are equal, and numbers close."""
    if len(found) != len(wanted):
        raise AssertionError(f"{len(found)} outputs, not {len(wanted)}")
    for a, b in zip(found, wanted):
        if (a.dtype, a.shape) != (b.dtype, b.shape):
            raise AssertionError(f"{a.dtype} {a.shape}, not {b.dtype} "
                                 f"{b.shape}")
        np.testing.assert_allclose(a, b, rtol=tolerance, atol=tolerance)


def check(path: str, network: Network, feed: Feed, opset: int = 17,
          tolerance: float = 1e-5) -> None:
    """AssertionError unless the model of a network computes the same, by our
    own import up to the tolerance."""
    wanted = save(path, network, feed, opset)
    check_close(reload(path, fed(feed)), wanted, tolerance)
    if has_runtime():
        check_close(run(path, fed(feed)), wanted)
