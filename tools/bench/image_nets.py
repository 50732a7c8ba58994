"""Convolution nets, recorded as lists of layers with their weights."""

from typing import Any, Callable, Dict, List, NamedTuple, Tuple

import numpy as np


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


def resnet18() -> Net:
    net = Net(224)
    x = net.max_pool(net.conv(0, 3, 64, 7, 2), 3, 2, 1)
    channels = 64
    for stage in range(4):
        width = 64 << stage
        for block in range(2):
            stride = 2 if block == 0 and stage > 0 else 1
            y = net.conv(x, channels, width, 3, stride)
            y = net.conv(y, width, width, 3, act="")
            if stride > 1:
                x = net.conv(x, channels, width, 1, stride, act="")
            x = net.relu(net.add(y, x))
            channels = width
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
    "resnet50": resnet50, "resnet18": resnet18, "mobilenet_v2": mobilenet_v2,
    "vgg6": vgg6}

EPSILON = 1e-5  # of batch normalization


def folded(net: Net) -> Net:
    """The net with batch normalization in the filters: a "conv" has a bias,
    and a layer "same" stands where a "norm" was."""
    made = Net(net.size)
    for layer in net.layers[1:]:
        if layer.kind != "norm":
            made.layers.append(layer)
            continue
        w = layer.weights
        factor = w["scale"] / np.sqrt(w["variance"] + EPSILON)
        conv = made.layers[layer.x]
        made.layers[layer.x] = conv._replace(weights={
            "w": conv.weights["w"] * factor[:, None, None, None],
            "bias": w["bias"] - w["mean"] * factor})
        made.layers.append(Layer("same", layer.x))
    return made


def layer_sizes(net: Net, batch: int) -> List[Tuple[int, ...]]:
    """The convolutions of a net, as bare_layers.cc reads them."""
    sizes, made = [net.size], []
    for layer in net.layers[1:]:
        size = sizes[layer.x]
        if layer.kind == "conv":
            filters, inputs = layer.weights["w"].shape[:2]
            made.append((batch, inputs * layer.groups, size, filters,
                         layer.size, layer.stride, layer.padding,
                         layer.groups))
        if layer.kind in ("conv", "max_pool"):
            size = (size + 2 * layer.padding - layer.size) // layer.stride + 1
        sizes.append(size)
    return made


def images(net: Net, batch: int) -> np.ndarray:
    random = np.random.default_rng(1)
    shape = (batch, 3, net.size, net.size)
    return random.normal(size=shape).astype("float32")
