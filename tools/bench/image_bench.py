"""Inference of convolution nets next to PyTorch and ONNX Runtime.

A net (image_nets.py) is played to each: as a program of ours, as calls of
PyTorch, as an ONNX model.
"""

import functools
import importlib
import importlib.util
import itertools
import statistics
import time
from typing import Any, Callable, Dict, List, Optional, Union

import numpy as np

import paddle as pd
from bare import bare_times
from image_nets import EPSILON, NETS, Layer, Net, folded, images, layer_sizes
from python_bench import Clock, _alternating

Run = Callable[[np.ndarray], np.ndarray]


class Ours:
    """The program, whose parameters are written into its scope. Images and
    filters are of `dtype`, statistics always float32."""

    def __init__(self, net: Net, optimize: int, dtype: str = "float32"):
        self.dtype = dtype
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace(), optimize=optimize)
        self.main, startup = pd.Program(), pd.Program()
        with pd.program_guard(self.main, startup):
            image = pd.layer.data("x", [None, 3, net.size, net.size])
            self.values: List[Any] = [self._cast(image, dtype)]
            for layer in net.layers[1:]:
                self.values.append(getattr(self, "_" + layer.kind)(
                    layer, self.values[layer.x]))
            self.fetch = self._cast(self.values[-1], "float32")

    def _cast(self, x: Any, dtype: str) -> Any:
        return x if self.dtype == "float32" else pd.layer.cast(x, dtype)

    def _statistics(self, value: np.ndarray) -> Any:
        made = pd.layer.create_global_var(list(value.shape), 0.0)
        self.scope.var(made.name).get_tensor().set(value)
        return made

    def _weight(self, value: np.ndarray) -> Any:
        """NumPy has no bfloat16: a program converts it."""
        if self.dtype == "float32":
            return self._statistics(value)
        shape = list(value.shape)
        made = pd.layer.create_global_var(shape, 0.0, self.dtype)
        load = pd.Program()
        with pd.program_guard(load, pd.Program()):
            x = pd.layer.data("x", shape)
            pd.layer.create_global_var(shape, 0.0, self.dtype, made.name)
            load.global_block().append_op(
                "cast", {"X": x}, {"Out": made.name},
                {"out_dtype": self.dtype})
        self.exe.run(load, {"x": value}, [], self.scope)
        return made

    def _conv(self, layer: Layer, x: Any) -> Any:
        conv = (pd.layer.ops.depthwise_conv2d if layer.groups > 1
                else pd.layer.ops.conv2d)
        return conv(x, self._weight(layer.weights["w"]),
                    strides=[layer.stride] * 2, paddings=[layer.padding] * 2,
                    groups=layer.groups)

    def _norm(self, layer: Layer, x: Any) -> Any:
        weights = [self._statistics(layer.weights[name])
                   for name in ("scale", "bias", "mean", "variance")]
        return pd.layer.ops.batch_norm(x, *weights, is_test=True)[0]

    def _relu(self, layer: Layer, x: Any) -> Any:
        return pd.layer.relu(x)

    def _relu6(self, layer: Layer, x: Any) -> Any:
        return pd.layer.relu6(x)

    def _add(self, layer: Layer, x: Any) -> Any:
        return pd.layer.elementwise_add(x, self.values[layer.y])

    def _max_pool(self, layer: Layer, x: Any) -> Any:
        return pd.layer.pool2d(x, layer.size, "max", layer.stride,
                               layer.padding)

    def _mean(self, layer: Layer, x: Any) -> Any:
        return pd.layer.pool2d(x, 1, "avg", global_pooling=True)

    def _fc(self, layer: Layer, x: Any) -> Any:
        product = pd.layer.ops.mul(x, self._weight(layer.weights["w"]))
        return pd.layer.elementwise_add(
            product, self._weight(layer.weights["bias"]), axis=1)

    def run(self, x: np.ndarray) -> np.ndarray:
        return self.exe.run(self.main, {"x": x}, [self.fetch], self.scope)[0]


def ours(net: Net, threads: int, optimize: int = 2,
         dtype: str = "float32") -> Run:
    pd.set_num_threads(threads)
    return Ours(net, optimize, dtype).run


def pytorch(net: Net, threads: int, dtype: str = "float32") -> Optional[Run]:
    """None without PyTorch. Statistics of norms are always float32."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(threads)
    functional = torch.nn.functional
    kind = getattr(torch, dtype)

    def weight(layer: Layer, value: np.ndarray) -> Any:
        tensor = torch.from_numpy(value)
        if layer.kind != "norm":
            tensor = tensor.to(kind)
        return (tensor.to(memory_format=torch.channels_last)
                if tensor.dim() == 4 else tensor)

    weights = [{name: weight(layer, value)
                for name, value in layer.weights.items()}
               for layer in net.layers]

    def compute(layer: Layer, w: Dict[str, Any], x: Any, y: Any) -> Any:
        if layer.kind == "conv":
            return functional.conv2d(x, w["w"], w.get("bias"), layer.stride,
                                     layer.padding, 1, layer.groups)
        if layer.kind == "norm":
            return functional.batch_norm(x, w["mean"], w["variance"],
                                         w["scale"], w["bias"], False, 0.0,
                                         EPSILON)
        if layer.kind == "max_pool":
            return functional.max_pool2d(x, layer.size, layer.stride,
                                         layer.padding)
        if layer.kind == "mean":
            return x.mean((2, 3))
        if layer.kind == "fc":
            return torch.addmm(w["bias"], x, w["w"])
        if layer.kind == "add":
            return x + y
        if layer.kind == "same":
            return x
        return getattr(functional, layer.kind)(x, inplace=True)

    def run(x: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            values = [torch.from_numpy(x).to(
                kind, memory_format=torch.channels_last)]
            for layer, w in zip(net.layers[1:], weights[1:]):
                values.append(compute(layer, w, values[layer.x],
                                      values[layer.y]))
            return values[-1].float().numpy()

    return run


def onnx_model(net: Net, onnx: Any) -> bytes:
    nodes, constants = [], []

    def constant(name: str, value: np.ndarray) -> str:
        constants.append(onnx.numpy_helper.from_array(value, name))
        return name

    def node(layer: Layer, i: int) -> Any:
        x, out = "v%d" % layer.x, "v%d" % i
        w = {name: constant("%s%d" % (name, i), value)
             for name, value in layer.weights.items()}
        make = onnx.helper.make_node
        window = {"strides": [layer.stride] * 2,
                  "pads": [layer.padding] * 4,
                  "kernel_shape": [layer.size] * 2}
        if layer.kind == "conv":
            return make("Conv", [x, w["w"]], [out], group=layer.groups,
                        **window)
        if layer.kind == "norm":
            return make("BatchNormalization",
                        [x, w["scale"], w["bias"], w["mean"], w["variance"]],
                        [out], epsilon=EPSILON)
        if layer.kind == "max_pool":
            return make("MaxPool", [x], [out], **window)
        if layer.kind == "mean":
            return make("ReduceMean", [x], [out], axes=[2, 3], keepdims=0)
        if layer.kind == "fc":
            return make("Gemm", [x, w["w"], w["bias"]], [out])
        if layer.kind == "add":
            return make("Add", [x, "v%d" % layer.y], [out])
        if layer.kind == "relu6":
            low = constant("low%d" % i, np.float32(0))
            high = constant("high%d" % i, np.float32(6))
            return make("Clip", [x, low, high], [out])
        return make("Relu", [x], [out])

    for i, layer in enumerate(net.layers[1:], 1):
        nodes.append(node(layer, i))
    real = onnx.TensorProto.FLOAT
    value = onnx.helper.make_tensor_value_info
    graph = onnx.helper.make_graph(
        nodes, "net", [value("v0", real, ["N", 3, net.size, net.size])],
        [value("v%d" % (len(net.layers) - 1), real, ["N", None])], constants)
    model = onnx.helper.make_model(
        graph, opset_imports=[onnx.helper.make_opsetid("", 13)])
    model.ir_version = 8
    return model.SerializeToString()


def onnx_package() -> Any:
    """The package onnx, if ONNX Runtime can be imported, too, else None."""
    if all(map(importlib.util.find_spec, ("onnx", "onnxruntime"))):
        return importlib.import_module("onnx")
    return None


def onnx_session(model: Union[bytes, str], threads: int) -> Run:
    """Runs a model, or that of a file, with its input "v0"."""
    import onnxruntime
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        model, options, providers=["CPUExecutionProvider"])
    return lambda x: session.run(None, {"v0": x})[0]


def onnx_runtime(net: Net, threads: int) -> Optional[Run]:
    """None without ONNX Runtime or the package onnx."""
    onnx = onnx_package()
    return onnx and onnx_session(onnx_model(net, onnx), threads)


def rounds_of(batch: int) -> int:
    """Runs of a batch are long, and their medians steady."""
    return 11 if batch == 1 else 5


def clock_of(threads: int) -> Clock:
    """That of the processor, which other processes do not disturb, for one
    thread; of several, some wait."""
    return time.process_time if threads == 1 else time.perf_counter


def given(runs: Dict[str, Optional[Run]]) -> Dict[str, Run]:
    """Those that are not None."""
    return {name: run for name, run in runs.items() if run is not None}


def largest_error(got: np.ndarray, wanted: np.ndarray) -> float:
    """The largest difference as a share of the largest number; infinity if one
    is NaN."""
    error = float(np.abs(got - wanted).max() / np.abs(wanted).max())
    return error if error == error else float("inf")


def medians(runs: Dict[str, Run], x: np.ndarray, threads: int, rounds: int,
            tolerance: float, between: Callable[[], object] = lambda: None,
            ) -> Dict[str, float]:
    """Milliseconds of runs that alternate. RuntimeError if a result is further
    from that of the first than the tolerance, as a share of the largest."""
    results = {name: run(x) for name, run in runs.items()}
    ours = next(iter(results.values()))
    for name, result in results.items():
        if not largest_error(ours, result) <= tolerance:
            raise RuntimeError("%s differs by %g of the largest result" % (
                name, largest_error(ours, result)))
    steps: List[Callable[[], object]] = [between]
    steps += [functools.partial(run, x) for run in runs.values()]
    seconds = _alternating(steps, 1, rounds, clock_of(threads), base=1)[1:]
    return {name: 1e3 * taken for name, taken in zip(runs, seconds)}


def inference_times(name: str, batch: int, threads: int,
                    rounds: Optional[int] = None) -> Dict[str, float]:
    """Milliseconds of "ours" and of each peer that can be imported, medians
    of runs that alternate; and of "bare" primitives between them."""
    net = NETS[name]()
    runs = given({"ours": ours(net, threads), "PyTorch": pytorch(net, threads),
                  "ONNX Runtime": onnx_runtime(net, threads)})
    layers = layer_sizes(net, batch)
    bare: List[float] = []
    turns = itertools.count()

    def measure_bare() -> None:
        if next(turns) % 4 == 0:
            bare.append(bare_times(layers, threads, rounds=4).later)

    times = medians(runs, images(net, batch), threads,
                    rounds or rounds_of(batch), 2e-3, measure_bare)
    return {"bare": statistics.median(bare), **times}


def half_times(name: str, batch: int, threads: int,
               rounds: Optional[int] = None) -> Dict[str, float]:
    """Milliseconds in bfloat16 of "ours" and of PyTorch's, with its norms and
    with them folded into filters; and of ours in "float32"."""
    net, half = NETS[name](), "bfloat16"
    runs = given({"ours": ours(net, threads, dtype=half),
                  "float32": ours(net, threads),
                  "PyTorch": pytorch(net, threads, half),
                  "PyTorch folded": pytorch(folded(net), threads, half)})
    return medians(runs, images(net, batch), threads,
                   rounds or rounds_of(batch), 0.05)
