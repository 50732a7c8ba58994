"""Inference of convolution nets next to PyTorch and ONNX Runtime.

A net is recorded once, as a list of layers with their weights, and played to
each: as a program of ours, as calls of PyTorch, as an ONNX model.
"""

import statistics
import time
from typing import Any, Callable, Dict, List, NamedTuple, Optional

import numpy as np

import paddle as pd

_EPSILON = 1e-5


class Layer(NamedTuple):
    """A layer; `x` and `y` are the layers whose results it reads."""
    kind: str
    x: int = -1
    y: int = -1
    weights: Dict[str, np.ndarray] = {}
    size: int = 1
    stride: int = 1
    padding: int = 0
    groups: int = 1


class Net:
    """Records layers; each method returns the number of its layer."""

    def __init__(self, size: int):
        self.layers: List[Layer] = [Layer("input")]
        self.size = size
        self._random = np.random.default_rng(0)

    def _add(self, *args: Any, **kwargs: Any) -> int:
        self.layers.append(Layer(*args, **kwargs))
        return len(self.layers) - 1

    def _normal(self, shape: List[int], inputs: int) -> np.ndarray:
        scale = (2.0 / inputs) ** 0.5
        return (self._random.normal(size=shape) * scale).astype("float32")

    def _uniform(self, size: int, low: float, high: float) -> np.ndarray:
        return self._random.uniform(low, high, size).astype("float32")

    def conv(self, x: int, channels: int, filters: int, size: int,
             stride: int = 1, groups: int = 1, act: str = "relu") -> int:
        """A convolution, batch normalization and an activation."""
        inputs = channels // groups
        weights = {"w": self._normal([filters, inputs, size, size],
                                     inputs * size * size)}
        x = self._add("conv", x, weights=weights, size=size, stride=stride,
                      padding=size // 2, groups=groups)
        # Small scales keep the sums of many blocks in range.
        x = self._add("norm", x, weights={
            "scale": self._uniform(filters, 0.5, 0.9),
            "bias": self._uniform(filters, -0.1, 0.1),
            "mean": self._uniform(filters, -0.1, 0.1),
            "variance": self._uniform(filters, 0.5, 1.5)})
        return self._add(act, x) if act else x

    def add(self, x: int, y: int) -> int:
        return self._add("add", x, y)

    def relu(self, x: int) -> int:
        return self._add("relu", x)

    def max_pool(self, x: int, size: int, stride: int, padding: int) -> int:
        return self._add("max_pool", x, size=size, stride=stride,
                         padding=padding)

    def mean(self, x: int) -> int:
        return self._add("mean", x)

    def fc(self, x: int, inputs: int, outputs: int) -> int:
        return self._add("fc", x, weights={
            "w": self._normal([inputs, outputs], 2 * inputs),
            "bias": self._uniform(outputs, -0.1, 0.1)})


def resnet50() -> Net:
    net = Net(224)
    x = net.max_pool(net.conv(0, 3, 64, 7, 2), 3, 2, 1)
    channels = 64
    for stage, blocks in enumerate([3, 4, 6, 3]):
        width = 64 << stage
        for block in range(blocks):
            stride = 2 if block == 0 and stage > 0 else 1
            y = net.conv(x, channels, width, 1)
            y = net.conv(y, width, width, 3, stride)
            y = net.conv(y, width, 4 * width, 1, act="")
            if block == 0:
                x = net.conv(x, channels, 4 * width, 1, stride, act="")
            x = net.relu(net.add(y, x))
            channels = 4 * width
    net.fc(net.mean(x), channels, 1000)
    return net


def mobilenet_v2() -> Net:
    net = Net(224)
    x, channels = net.conv(0, 3, 32, 3, 2, act="relu6"), 32
    for expand, filters, blocks, first in [
            (1, 16, 1, 1), (6, 24, 2, 2), (6, 32, 3, 2), (6, 64, 4, 2),
            (6, 96, 3, 1), (6, 160, 3, 2), (6, 320, 1, 1)]:
        for block in range(blocks):
            stride, inner, y = first if block == 0 else 1, channels * expand, x
            if expand > 1:
                y = net.conv(y, channels, inner, 1, act="relu6")
            y = net.conv(y, inner, inner, 3, stride, inner, act="relu6")
            y = net.conv(y, inner, filters, 1, act="")
            same = stride == 1 and channels == filters
            x, channels = net.add(y, x) if same else y, filters
    x = net.conv(x, channels, 1280, 1, act="relu6")
    net.fc(net.mean(x), 1280, 1000)
    return net


def vgg6() -> Net:
    net = Net(32)
    x, channels = 0, 3
    for filters in (64, 128, 256):
        for _ in range(2):
            x, channels = net.conv(x, channels, filters, 3), filters
        x = net.max_pool(x, 2, 2, 0)
    net.fc(net.mean(x), channels, 10)
    return net


NETS: Dict[str, Callable[[], Net]] = {
    "resnet50": resnet50, "mobilenet_v2": mobilenet_v2, "vgg6": vgg6}

Run = Callable[[np.ndarray], np.ndarray]


class _Ours:
    """The program, whose parameters are written into its scope."""

    def __init__(self, net: Net, optimize: int):
        self.scope = pd.Scope()
        self.exe = pd.Executor(pd.CPUPlace(), optimize=optimize)
        self.main, startup = pd.Program(), pd.Program()
        with pd.program_guard(self.main, startup):
            self.values: List[Any] = [
                pd.layer.data("x", [None, 3, net.size, net.size])]
            for layer in net.layers[1:]:
                self.values.append(getattr(self, "_" + layer.kind)(
                    layer, self.values[layer.x]))
        self.feed_name, self.fetch = "x", self.values[-1]

    def _weight(self, value: np.ndarray) -> Any:
        made = pd.layer.create_global_var(list(value.shape), 0.0)
        self.scope.var(made.name).get_tensor().set(value)
        return made

    def _conv(self, layer: Layer, x: Any) -> Any:
        conv = (pd.layer.ops.depthwise_conv2d if layer.groups > 1
                else pd.layer.ops.conv2d)
        return conv(x, self._weight(layer.weights["w"]),
                    strides=[layer.stride] * 2, paddings=[layer.padding] * 2,
                    groups=layer.groups)

    def _norm(self, layer: Layer, x: Any) -> Any:
        weights = [self._weight(layer.weights[name])
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
        return self.exe.run(self.main, {self.feed_name: x}, [self.fetch],
                            self.scope)[0]


def ours(net: Net, threads: int, optimize: int = 2) -> Run:
    pd.set_num_threads(threads)
    return _Ours(net, optimize).run


def pytorch(net: Net, threads: int) -> Optional[Run]:
    """None without PyTorch."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(threads)
    functional = torch.nn.functional
    weights = [{name: torch.from_numpy(value)
                for name, value in layer.weights.items()}
               for layer in net.layers]
    for each in weights:
        for name, value in each.items():
            if value.dim() == 4:
                each[name] = value.to(memory_format=torch.channels_last)

    def compute(layer: Layer, w: Dict[str, Any], x: Any, y: Any) -> Any:
        if layer.kind == "conv":
            return functional.conv2d(x, w["w"], None, layer.stride,
                                     layer.padding, 1, layer.groups)
        if layer.kind == "norm":
            return functional.batch_norm(x, w["mean"], w["variance"],
                                         w["scale"], w["bias"], False, 0.0,
                                         _EPSILON)
        if layer.kind == "max_pool":
            return functional.max_pool2d(x, layer.size, layer.stride,
                                         layer.padding)
        if layer.kind == "mean":
            return x.mean((2, 3))
        if layer.kind == "fc":
            return torch.addmm(w["bias"], x, w["w"])
        if layer.kind == "add":
            return x + y
        return getattr(functional, layer.kind)(x, inplace=True)

    def run(x: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            values = [torch.from_numpy(x).to(
                memory_format=torch.channels_last)]
            for layer, w in zip(net.layers[1:], weights[1:]):
                values.append(compute(layer, w, values[layer.x],
                                      values[layer.y]))
            return values[-1].numpy()

    return run


def _onnx_model(net: Net, onnx: Any) -> bytes:
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
                        [out], epsilon=_EPSILON)
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


def onnx_runtime(net: Net, threads: int) -> Optional[Run]:
    """None without ONNX Runtime or the package onnx."""
    try:
        import onnx
        import onnxruntime
    except ImportError:
        return None
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    session = onnxruntime.InferenceSession(
        _onnx_model(net, onnx), options, providers=["CPUExecutionProvider"])
    return lambda x: session.run(None, {"v0": x})[0]


_PEERS = {"PyTorch": pytorch, "ONNX Runtime": onnx_runtime}


def images(net: Net, batch: int) -> np.ndarray:
    random = np.random.default_rng(1)
    shape = (batch, 3, net.size, net.size)
    return random.normal(size=shape).astype("float32")


def _enforce_same(name: str, got: np.ndarray, wanted: np.ndarray) -> None:
    scale = float(np.abs(wanted).max())
    if not np.allclose(got, wanted, rtol=1e-3, atol=1e-3 * scale):
        raise RuntimeError("ours differs from %s by up to %g of %g" % (
            name, np.abs(got - wanted).max(), scale))


def inference_times(name: str, batch: int, threads: int,
                    rounds: int = 11) -> Dict[str, float]:
    """Milliseconds of "ours" and of each peer that can be imported, medians
    of runs that alternate."""
    net = NETS[name]()
    x = images(net, batch)
    runs: Dict[str, Run] = {"ours": ours(net, threads)}
    for peer, make in _PEERS.items():
        run = make(net, threads)
        if run is not None:
            runs[peer] = run
    results = {each: run(x) for each, run in runs.items()}
    for peer, result in results.items():
        _enforce_same(peer, results["ours"], result)
    times: Dict[str, List[float]] = {each: [] for each in runs}
    for _ in range(rounds):
        for each, run in runs.items():
            begin = time.perf_counter()
            run(x)
            times[each].append((time.perf_counter() - begin) * 1e3)
    return {each: statistics.median(taken) for each, taken in times.items()}
