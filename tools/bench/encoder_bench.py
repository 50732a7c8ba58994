"""Inference of a transformer encoder next to PyTorch and ONNX Runtime: layers
of width 256 with 4 heads, one sequence of 128 rows."""

from typing import Any, Dict, List, Optional

import numpy as np

import image_bench
import paddle as pd
from image_bench import Run

_LAYERS, _WIDTH, _HEADS, _ROWS = 4, 256, 4, 128
_EPSILON = 1e-5

# The weights of a layer, by name: products are x @ w + b.
Weights = Dict[str, np.ndarray]


def weights() -> List[Weights]:
    random = np.random.default_rng(0)

    def normal(*shape: int) -> np.ndarray:
        scale = shape[0] ** -0.5
        return (random.normal(size=shape) * scale).astype("float32")

    def small(size: int, mean: float = 0) -> np.ndarray:
        return random.normal(mean, 0.1, size).astype("float32")

    return [{"qkv": normal(_WIDTH, 3 * _WIDTH), "qkv_bias": small(3 * _WIDTH),
             "out": normal(_WIDTH, _WIDTH), "out_bias": small(_WIDTH),
             "up": normal(_WIDTH, 4 * _WIDTH), "up_bias": small(4 * _WIDTH),
             "down": normal(4 * _WIDTH, _WIDTH), "down_bias": small(_WIDTH),
             "scale1": small(_WIDTH, 1), "shift1": small(_WIDTH),
             "scale2": small(_WIDTH, 1), "shift2": small(_WIDTH)}
            for _ in range(_LAYERS)]


def rows() -> np.ndarray:
    random = np.random.default_rng(1)
    return random.normal(size=(1, _ROWS, _WIDTH)).astype("float32")


class _Ours:
    """The program, whose parameters are written into its scope."""

    def __init__(self, layers: List[Weights], threads: int) -> None:
        pd.set_num_threads(threads)
        self.exe, self.scope = pd.Executor(optimize=2), pd.Scope()
        self.main = pd.Program()
        with pd.program_guard(self.main, pd.Program()):
            x = pd.layer.data("x", [None, _ROWS, _WIDTH])
            for layer in layers:
                x = self._layer(x, {name: self._parameter(value)
                                    for name, value in layer.items()})
        self.fetch = x

    def _parameter(self, value: np.ndarray) -> Any:
        made = pd.layer.create_global_var(list(value.shape), 0.0)
        self.scope.var(made.name).get_tensor().set(value)
        return made

    def _product(self, x: Any, w: Dict[str, Any], name: str) -> Any:
        product = pd.layer.ops.mul(x, w[name], x_num_col_dims=2)
        return pd.layer.elementwise_add(product, w[name + "_bias"], axis=2)

    def _normal(self, x: Any, w: Dict[str, Any], number: str) -> Any:
        return pd.layer.ops.layer_norm(
            x, w["scale" + number], w["shift" + number], begin_norm_axis=2,
            epsilon=_EPSILON)

    def _layer(self, x: Any, w: Dict[str, Any]) -> Any:
        qkv = pd.layer.split(self._product(x, w, "qkv"), 3, 2)
        mixed = pd.layer.scaled_dot_product_attention(*qkv, num_heads=_HEADS)
        x = self._normal(x + self._product(mixed, w, "out"), w, "1")
        hidden = pd.layer.gelu(self._product(x, w, "up"))
        return self._normal(x + self._product(hidden, w, "down"), w, "2")

    def run(self, x: np.ndarray) -> np.ndarray:
        return self.exe.run(self.main, {"x": x}, [self.fetch], self.scope)[0]


def pytorch(layers: List[Weights], threads: int) -> Optional[Run]:
    """None without PyTorch. Its TransformerEncoder, which has operators of its
    own for inference."""
    try:
        import torch
    except ImportError:
        return None
    torch.set_num_threads(threads)
    encoder = torch.nn.TransformerEncoder(
        torch.nn.TransformerEncoderLayer(
            _WIDTH, _HEADS, 4 * _WIDTH, activation="gelu", batch_first=True,
            layer_norm_eps=_EPSILON), _LAYERS).eval()
    names = ["qkv", "qkv_bias", "out", "out_bias", "up", "up_bias", "down",
             "down_bias", "scale1", "shift1", "scale2", "shift2"]
    with torch.no_grad():
        for module, layer in zip(encoder.layers, layers):
            for parameter, name in zip(module.parameters(), names):
                parameter.copy_(torch.from_numpy(layer[name].T))

    def run(x: np.ndarray) -> np.ndarray:
        with torch.inference_mode():
            return encoder(torch.from_numpy(x)).numpy()

    return run


class _OnnxModel:
    """Collects nodes; each method returns the name of its result."""

    def __init__(self, onnx: Any) -> None:
        self._onnx = onnx
        self._nodes: List[Any] = []
        self._constants: List[Any] = []

    def constant(self, value: np.ndarray) -> str:
        name = "c%d" % len(self._constants)
        self._constants.append(
            self._onnx.numpy_helper.from_array(np.asarray(value), name))
        return name

    def node(self, kind: str, *inputs: str, outputs: int = 1,
             **attributes: Any) -> Any:
        names = ["n%d_%d" % (len(self._nodes), i) for i in range(outputs)]
        self._nodes.append(self._onnx.helper.make_node(
            kind, list(inputs), names, **attributes))
        return names[0] if outputs == 1 else names

    def product(self, x: str, w: Weights, name: str) -> str:
        product = self.node("MatMul", x, self.constant(w[name]))
        return self.node("Add", product, self.constant(w[name + "_bias"]))

    def normal(self, x: str, w: Weights, number: str) -> str:
        return self.node(
            "LayerNormalization", x, self.constant(w["scale" + number]),
            self.constant(w["shift" + number]), epsilon=_EPSILON)

    def heads(self, x: str, *order: int) -> str:
        shape = self.constant(np.array([0, 0, _HEADS, _WIDTH // _HEADS]))
        return self.node("Transpose", self.node("Reshape", x, shape),
                         perm=order)

    def attention(self, q: str, k: str, v: str) -> str:
        scale = np.float32((_WIDTH // _HEADS) ** -0.5)
        scores = self.node("MatMul", self.heads(q, 0, 2, 1, 3),
                           self.heads(k, 0, 2, 3, 1))
        shares = self.node(
            "Softmax", self.node("Mul", scores, self.constant(scale)), axis=-1)
        mixed = self.node("MatMul", shares, self.heads(v, 0, 2, 1, 3))
        return self.node(
            "Reshape", self.node("Transpose", mixed, perm=[0, 2, 1, 3]),
            self.constant(np.array([0, 0, _WIDTH])))

    def layer(self, x: str, w: Weights) -> str:
        qkv = self.node("Split", self.product(x, w, "qkv"), outputs=3, axis=2,
                        num_outputs=3)
        mixed = self.product(self.attention(*qkv), w, "out")
        x = self.normal(self.node("Add", x, mixed), w, "1")
        hidden = self.node("Gelu", self.product(x, w, "up"))
        return self.normal(
            self.node("Add", x, self.product(hidden, w, "down")), w, "2")

    def bytes(self, result: str) -> bytes:
        helper, real = self._onnx.helper, self._onnx.TensorProto.FLOAT
        shape = ["N", _ROWS, _WIDTH]
        graph = helper.make_graph(
            self._nodes, "encoder",
            [helper.make_tensor_value_info("v0", real, shape)],
            [helper.make_tensor_value_info(result, real, shape)],
            self._constants)
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", 20)])
        model.ir_version = 9
        return model.SerializeToString()


def onnx_runtime(layers: List[Weights], threads: int) -> Optional[Run]:
    """None without ONNX Runtime or the package onnx."""
    onnx = image_bench.onnx_package()
    if onnx is None:
        return None
    model, x = _OnnxModel(onnx), "v0"
    for layer in layers:
        x = model.layer(x, layer)
    return image_bench.onnx_session(model.bytes(x), threads)


def times(threads: int = 1, rounds: int = 25) -> Dict[str, float]:
    """Milliseconds of "ours" and of each peer that can be imported."""
    layers = weights()
    runs = image_bench.given({
        "ours": _Ours(layers, threads).run, "PyTorch": pytorch(layers, threads),
        "ONNX Runtime": onnx_runtime(layers, threads)})
    return image_bench.medians(runs, rows(), threads, rounds, 2e-3)
