"""Networks that pd.onnx.save writes: Debian's checker takes them, and loaded
again they compute the same bits."""

import os
import tempfile
import unittest
from typing import Any, Dict, List, Tuple

import numpy as np
import onnx

import paddle as pd
from round_trip import Feed, Network, reload, save


def line_fit() -> Tuple[List[Any], List[Any]]:
    x = pd.layer.data("x", [None, 13])
    return [x], [pd.layer.fc(x, 1)]


def digits() -> Tuple[List[Any], List[Any]]:
    image = pd.layer.data("image", [None, 1, 28, 28])
    hidden = image
    for channels in (6, 8):
        hidden = pd.layer.conv2d(hidden, channels, 5, act="relu")
        hidden = pd.layer.pool2d(hidden, 2, "max", 2)
    hidden = pd.layer.dropout(hidden, 0.5)
    return [image], [pd.layer.fc(hidden, 10, act="softmax")]


def residual() -> Tuple[List[Any], List[Any]]:
    image = pd.layer.data("image", [None, 3, 16, 16])

    def normalized(x: Any, channels: int, stride: int, act: str) -> Any:
        y = pd.layer.conv2d(x, channels, 3, stride=stride, padding=1,
                            bias_attr=False)
        return pd.layer.batch_norm(y, act=act)

    first = normalized(image, 8, 1, "relu")
    second = normalized(normalized(first, 8, 1, "relu"), 8, 1, "")
    joined = pd.layer.relu(first + second)
    pooled = pd.layer.pool2d(normalized(joined, 16, 2, "relu"), 8, "avg", 1)
    return [image], [pd.layer.fc(pooled, 10, act="softmax"), pooled]


def next_word() -> Tuple[List[Any], List[Any]]:
    words = [pd.layer.data(f"word{i}", [None, 1], "int64") for i in range(4)]
    vectors = [pd.layer.embedding(word, [50, 8], param_attr="table")
               for word in words]
    hidden = pd.layer.fc(pd.layer.concat(vectors, 1), 16, act="sigmoid")
    return words, [pd.layer.fc(hidden, 50, act="softmax")]


def ratings() -> Tuple[List[Any], List[Any]]:
    user = pd.layer.data("user", [None, 1], "int64")
    item = pd.layer.data("item", [None, 1], "int64")
    a = pd.layer.fc(pd.layer.embedding(user, [20, 8]), 6, act="tanh")
    b = pd.layer.fc(pd.layer.embedding(item, [30, 8]), 6, act="tanh")
    product = pd.layer.reduce_sum(a * b, 1, keep_dim=True)
    return [user, item], [product * 2.5 + 1.0]


def encoder() -> Tuple[List[Any], List[Any]]:
    x = pd.layer.data("x", [None, 5, 8])
    q, k, v = (pd.layer.fc(x, 8, num_flatten_dims=2) for _ in range(3))
    weights = pd.layer.softmax(pd.layer.matmul(q, k, transpose_y=True) * 0.5)
    attended = pd.layer.layer_norm(x + pd.layer.matmul(weights, v),
                                   begin_norm_axis=2)
    hidden = pd.layer.gelu(pd.layer.fc(attended, 16, num_flatten_dims=2))
    rows = pd.layer.reduce_mean(hidden, 1)
    parts = pd.layer.split(rows, 2, 1)
    return [x], [pd.layer.reshape(parts[0], [-1, 2, 4]), parts[1]]


NETWORKS: Dict[str, Network] = {
    network.__name__: network
    for network in (line_fit, digits, residual, next_word, ratings, encoder)}


def values_of(variable: Any, batch: int) -> Any:
    """Made values of a variable's shape, of so many rows."""
    random = np.random.default_rng(7)
    shape = [batch if size < 0 else size for size in variable.shape]
    if variable.dtype == "int64":
        return random.integers(0, 20, shape)
    return random.normal(size=shape).astype("float32")


def feed_of(network: Network) -> Feed:
    with pd.program_guard(pd.Program(), pd.Program()):
        feeds, _ = network()
    return {variable.name: values_of(variable, 3) for variable in feeds}


class SaveTest(unittest.TestCase):

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "model.onnx")

    def test_networks_compute_the_same_bits(self) -> None:
        for name, network in NETWORKS.items():
            for opset in (13, 17, 22):
                if name == "encoder" and opset < 17:
                    continue  # LayerNormalization came with 17.
                with self.subTest(network=name, opset=opset):
                    feed = feed_of(network)
                    wanted = save(self.path, network, feed, opset)
                    found = reload(self.path, feed)
                    for a, b in zip(found, wanted, strict=True):
                        np.testing.assert_array_equal(a, b)
                        self.assertEqual(a.tobytes(), b.tobytes())

    def test_the_checker_takes_them(self) -> None:
        self.assertGreaterEqual(onnx.defs.onnx_opset_version(), 17)
        for name, network in NETWORKS.items():
            with self.subTest(network=name):
                save(self.path, network, feed_of(network), 17)
                model = onnx.load(self.path)
                self.assertEqual(model.opset_import[0].version, 17)
                dim = model.graph.input[0].type.tensor_type.shape.dim[0]
                self.assertEqual(dim.dim_param, "N")

    def test_names_all_operators_that_cannot_be_exported(self) -> None:
        main = pd.Program()
        with pd.program_guard(main, pd.Program()):
            x = pd.layer.data("x", [None, 4])
            y = pd.layer.stanh(pd.layer.brelu(pd.layer.stanh(x)))
        with self.assertRaisesRegex(
                NotImplementedError, r"brelu \(1\), stanh \(2\)"):
            pd.onnx.save(self.path, [x], [y], main, pd.Scope())
        self.assertFalse(os.path.exists(self.path))

    def test_refuses_readers_of_what_is_not_written(self) -> None:
        main = pd.Program()
        with pd.program_guard(main, pd.Program()):
            x, scale, bias = (pd.layer.data(name, shape) for name, shape in (
                ("x", [2, 4]), ("scale", [4]), ("bias", [4])))
            made = pd.core._append_op(
                "layer_norm", {"X": x, "Scale": scale, "Bias": bias}, {})
            y = pd.layer.relu(made["Mean"][0])
        with self.assertRaisesRegex(NotImplementedError, "Mean of layer_norm"):
            pd.onnx.save(self.path, [x, scale, bias], [y], main, pd.Scope())

    def test_refuses_sequences_and_unknown_versions(self) -> None:
        main = pd.Program()
        with pd.program_guard(main, pd.Program()):
            x = pd.layer.data("x", [None, 4], lod_level=2)
            y = pd.layer.relu(x)
        with self.assertRaisesRegex(NotImplementedError, "x has sequences of"):
            pd.onnx.save(self.path, [x], [y], main, pd.Scope())
        with self.assertRaisesRegex(ValueError, r"opset 23 is not in \[13, 22"):
            pd.onnx.save(self.path, [x], [y], main, pd.Scope(), opset=23)


if __name__ == "__main__":
    unittest.main()
