"""Each operator that pd.onnx.save writes, alone in a small network: Debian's
checker takes the file, and loaded again it computes the same, as does ONNX
Runtime where it can be imported."""

import os
import re
import tempfile
import unittest
from typing import Any, Dict, List, NamedTuple, Set, Tuple

import numpy as np
import onnx

import paddle as pd
import round_trip

FOLDER = "framework/interchange/onnx"
SOURCES = ("export_attention.cc", "export_elementwise.cc",
           "export_networks.cc", "export_shape.cc")


class Row(NamedTuple):
    """An operator, the values of its input slots, its attributes, and the
    slots that are fetched."""
    type: str
    inputs: Dict[str, Any]
    attrs: Dict[str, Any] = {}
    outputs: Tuple[str, ...] = ("Out",)
    opset: int = 17


def floats(*shape: int) -> Any:
    count = int(np.prod(shape))
    return (np.arange(count) % 7 * 0.5 - 1.25).reshape(shape).astype("float32")


def positive(*shape: int) -> Any:
    return np.abs(floats(*shape)) + np.float32(0.5)


def integers(*shape: int) -> Any:
    return (np.arange(int(np.prod(shape))) % 5 - 2).reshape(shape)


def booleans(*shape: int) -> Any:
    return integers(*shape) % 2 == 0


X = {"X": floats(2, 3)}
PAIR = {"X": floats(2, 3), "Y": positive(2, 3)}
INTEGERS = {"X": integers(2, 3)}
IMAGES = {"X": floats(1, 2, 4, 4)}
VOLUMES = {"X": floats(1, 2, 4, 4, 4)}
# Slots of convolutions, for two channels.
PLANE = {"Input": floats(1, 2, 5, 5), "Filter": floats(2, 2, 3, 3)}
VOLUME = {"Input": floats(1, 2, 3, 3, 3), "Filter": floats(2, 2, 2, 2, 2)}
POOL = {"ksize": [2, 2], "strides": [2, 2], "paddings": [0, 0]}
POOL3 = {"ksize": [2] * 3, "strides": [2] * 3, "paddings": [0] * 3}
NORM = {"X": floats(2, 3, 4), "Scale": positive(3), "Bias": floats(3)}
QUERIES = {"Q": floats(2, 3, 4), "K": positive(2, 5, 4),
           "V": floats(2, 5, 6)}
# Query 1 sees no key.
MASK = np.where(np.arange(15).reshape(3, 5) // 5 == 1, -np.inf,
                floats(3, 5)).astype("float32")

ROWS: List[Row] = [
    *(Row(type, X) for type in (
        "abs", "assign", "ceil", "cos", "erf", "exp", "floor", "relu", "round",
        "sigmoid", "sign", "sin", "softplus", "softsign", "tanh", "square",
        "leaky_relu", "elu", "relu6", "hard_sigmoid", "hard_swish", "silu",
        "thresholded_relu", "gelu", "log_softmax", "softmax", "mean", "asinh",
        "atan", "cosh", "selu", "sinh", "tan", "isinf", "isnan")),
    *(Row(type, {"X": positive(2, 3)}) for type in (
        "log", "reciprocal", "rsqrt", "sqrt")),
    *(Row(type, {"X": floats(2, 3) / 4}) for type in (
        "acos", "asin", "atanh")),
    Row("acosh", {"X": 1 + positive(2, 3)}),
    *(Row(f"elementwise_{name}", PAIR) for name in (
        "add", "sub", "mul", "div", "max", "min")),
    *(Row(type, PAIR) for type in (
        "equal", "not_equal", "less_than", "less_equal", "greater_than",
        "greater_equal")),
    *(Row(type, {"X": booleans(4), "Y": booleans(4)[::-1]})
      for type in ("logical_and", "logical_or", "logical_xor")),
    *(Row(f"reduce_{name}", {"X": floats(2, 3, 4)}, {"dim": [1]})
      for name in ("sum", "mean", "max", "min", "prod")),
    Row("logical_not", {"X": booleans(4)}),
    Row("elementwise_pow", {"X": positive(2, 3), "Y": floats(2, 3)}),
    Row("elementwise_add", {"X": floats(2, 3, 4), "Y": floats(3)}, {"axis": 1}),
    Row("where", {"Condition": booleans(2, 3), **PAIR}),
    Row("sum", {"X": [floats(2, 3), positive(2, 3), floats(2, 3)]}),
    Row("sum", {"X": [integers(2, 3), integers(2, 3) * 3, integers(2, 3)]}),
    Row("sum", {"X": [integers(2, 3)]}),
    Row("relu", INTEGERS, opset=13),
    Row("relu", INTEGERS),
    Row("cast", X, {"out_dtype": "int32"}),
    Row("scale", X, {"scale": 2.5, "bias": 0.5}),
    Row("scale", INTEGERS, {"scale": 3.0, "bias": -4.0}),
    Row("clip", X, {"min": -0.5, "max": 1.0}),
    Row("swish", X, {"beta": 1.5}),
    Row("pow", {"X": positive(2, 3)}, {"factor": 1.5}),
    Row("gelu", X, {"approximate": True}),
    Row("mul", {"X": floats(2, 3), "Y": floats(3, 4)}),
    Row("mul", {"X": floats(2, 3, 2), "Y": floats(6, 4)}),
    Row("matmul", {"X": floats(2, 4, 3), "Y": floats(2, 4, 2)},
        {"transpose_X": True}),
    Row("conv2d", PLANE, {"paddings": [1, 1]}, ("Output",)),
    Row("conv2d", PLANE, {"paddings": [1, 0, 0, 2]}, ("Output",)),
    Row("conv2d", PLANE, {"padding_algorithm": "SAME", "strides": [2, 1]},
        ("Output",)),
    Row("conv3d", VOLUME, {}, ("Output",)),
    Row("conv2d_transpose", PLANE, {"strides": [2, 2]}, ("Output",)),
    Row("conv2d_transpose", PLANE, {"paddings": [1, 0, 0, 1]}, ("Output",)),
    Row("conv2d_transpose", PLANE,
        {"strides": [2, 4], "padding_algorithm": "SAME"}, ("Output",)),
    Row("conv3d_transpose", VOLUME, {}, ("Output",)),
    Row("pool2d", IMAGES, {"pooling_type": "max", **POOL}),
    Row("pool2d", IMAGES, {"pooling_type": "avg", "global_pooling": True}),
    Row("pool2d", IMAGES, {"pooling_type": "avg", **POOL, "ksize": [3, 3],
                           "padding_algorithm": "SAME"}),
    Row("pool3d", VOLUMES, {"pooling_type": "avg", **POOL3}),
    Row("batch_norm", {**NORM, "Mean": floats(3), "Variance": positive(3)},
        {"is_test": True}, ("Y",)),
    Row("layer_norm",
        {"X": floats(2, 3, 4), "Scale": positive(12), "Bias": floats(12)},
        {"begin_norm_axis": 1}, ("Y",)),
    Row("instance_norm", NORM, {}, ("Y",)),
    Row("softmax_with_cross_entropy",
        {"Logits": floats(3, 4), "Label": np.array([[0], [3], [1]])}, {},
        ("Loss", "Softmax")),
    Row("scaled_dot_product_attention", QUERIES, {"num_heads": 2}),
    Row("scaled_dot_product_attention", QUERIES,
        {"num_heads": 2, "scale": 0.3, "causal": True}, opset=22),
    *(Row("scaled_dot_product_attention", {**QUERIES, "Bias": MASK},
          {"num_heads": 2, "causal": causal}, opset=opset)
      for causal, opset in ((False, 17), (True, 13), (False, 18))),
    Row("dropout", X, {"dropout_prob": 0.5, "is_test": True}),
    Row("reshape", X, {"shape": [3, 2]}),
    Row("transpose", {"X": floats(2, 3, 4)}, {"axis": [2, 0, 1]}),
    Row("squeeze", {"X": floats(2, 1, 3)}, {"axes": [1]}),
    Row("unsqueeze", X, {"axes": [1]}),
    Row("concat", {"X": [floats(2, 3), positive(2, 1)]}, {"axis": 1}),
    Row("stack", {"X": [floats(2, 3), positive(2, 3)]}, {"axis": 1}),
    Row("split", {"X": floats(2, 5)}, {"sections": [2, 3], "axis": 1}),
    Row("slice", {"Input": floats(4, 5)},
        {"axes": [0, 1], "starts": [1, -3], "ends": [3, 9]}),
    # The element at `start` alone, whatever the end is.
    Row("slice", {"Input": floats(4, 5)},
        {"axes": [0, 1], "starts": [1, 0], "ends": [3, 2],
         "decrease_axis": [0]}),
    Row("slice", {"Input": floats(4, 5)},
        {"axes": [0], "starts": [-1], "ends": [0], "decrease_axis": [0]}),
    Row("expand", X, {"expand_times": [2, 1]}),
    Row("pad", X, {"paddings": [0, 1, 2, 0], "pad_value": 1.5}),
    Row("gather", {"X": floats(4, 3), "Index": np.array([2, 0, 2])}),
    Row("gather", {"X": floats(2, 4, 3), "Index": np.array([[2], [0], [3]])},
        {"axis": 1}),
    Row("lookup_table", {"W": floats(6, 2), "Ids": np.array([[5], [0]])}),
    Row("lookup_table", {"W": floats(6, 2), "Ids": np.array([[5, 1], [0, 2]])}),
    Row("lookup_table",
        {"W": floats(6, 2), "Ids": np.arange(6).reshape(2, 3, 1)}),
    Row("lookup_table", {"W": floats(6, 2), "Ids": np.array([[5], [1], [0]])},
        {"padding_idx": 1}),
    Row("assign_value", {}, {"shape": [2, 2], "dtype": "int64",
                             "values": [1.0, 2.0, -3.0, 4.0]}),
    Row("increment", INTEGERS, {"step": 2.0}),
    Row("increment", X, {"step": 0.5}),
    Row("fill_constant", {}, {"shape": [2, 3], "value": 1.5}),
    Row("reduce_sum", X, {"reduce_all": True}),
    Row("argmax", {"X": floats(2, 5)}, {"axis": 1}),
    Row("argmin", {"X": floats(2, 5)}, {"axis": 1, "keep_dim": True}),
    Row("top_k", {"X": floats(2, 5)}, {"k": 3}, ("Out", "Indices")),
]

# Rows that ONNX has no nodes for.
REFUSED: List[Tuple[Row, str]] = [
    (Row("scale", INTEGERS, {"scale": 1.5}), "whole"),
    (Row("scale", INTEGERS, {"bias": 0.5}), "whole"),
    (Row("scale", {"X": integers(3).astype("int32")}, {"bias": 2.0 ** 31}),
     "whole"),
    (Row("dropout", X, {"dropout_prob": 0.5, "is_test": True},
         ("Out", "Mask")), "Mask of dropout"),
    (Row("softmax_with_cross_entropy",
         {"Logits": floats(3, 4), "Label": np.array([[0, 2, 1, 0]])},
         {"axis": 0}, ("Loss", "Softmax")), "classes along axis 0"),
    (Row("layer_norm",
         {"X": floats(2, 3), "Scale": positive(3), "Bias": floats(3)}, {},
         ("Y", "Mean")), "Mean of layer_norm"),
]


def exported() -> Set[str]:
    """The operators that something is registered for."""
    pattern = r'PADDLE_ONNX_(?:EXPORT|SAME|BINARY|RELATION)\(\s*"(\w+)"'
    found: Set[str] = set()
    for source in SOURCES:
        with open(os.path.join(FOLDER, source)) as file:
            found.update(re.findall(pattern, file.read()))
    return found


class ExportersTest(unittest.TestCase):

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "model.onnx")

    def saved(self, row: Row) -> Tuple[Dict[str, Any], List[Any]]:
        """Writes the file; returns the feed, and the values of the fetches."""
        main, scope, feed = pd.Program(), pd.Scope(), {}
        slots: Dict[str, Any] = {}
        variables: List[Any] = []
        with pd.program_guard(main, pd.Program()):
            for slot, given in row.inputs.items():
                values = given if isinstance(given, list) else [given]
                slots[slot] = []
                for i, value in enumerate(values):
                    name = f"{slot}_{i}"
                    feed[name] = np.ascontiguousarray(value)
                    variable = pd.layer.data(name, list(value.shape),
                                             str(value.dtype))
                    slots[slot].append(variable)
                    variables.append(variable)
            counts = [("Out", 2)] if row.type == "split" else []
            made = pd.core._append_op(row.type, slots, row.attrs,
                                      counts=counts)
        fetches = [variable for slot in row.outputs for variable in made[slot]]
        names = [variable.name for variable in fetches]
        found = pd.Executor().eval(main, feed, names, scope)
        pd.onnx.save(self.path, variables, fetches, main, scope, row.opset)
        return feed, [np.array(value) for value in found]

    def same(self, found: List[Any], wanted: List[Any]) -> None:
        self.assertEqual(len(found), len(wanted))
        for a, b in zip(map(np.array, found), wanted):
            self.assertEqual((a.dtype, a.shape), (b.dtype, b.shape))
            np.testing.assert_allclose(a, b, rtol=1e-5, atol=1e-6)

    def test_each_computes_the_same(self) -> None:
        for row in ROWS:
            with self.subTest(type=row.type, attrs=row.attrs):
                feed, wanted = self.saved(row)
                model = onnx.load(self.path)
                if row.opset <= onnx.defs.onnx_opset_version():
                    onnx.checker.check_model(model, full_check=True)
                for info in (*model.graph.input, *model.graph.output):
                    self.assertTrue(info.type.tensor_type.HasField("shape"))
                self.same(round_trip.reload(self.path, feed), wanted)
                if round_trip.has_runtime():
                    self.same(round_trip.run(self.path, feed), wanted)

    def test_refuses_what_onnx_has_no_node_for(self) -> None:
        for row, reason in REFUSED:
            with self.subTest(type=row.type, attrs=row.attrs):
                with self.assertRaisesRegex(NotImplementedError, reason):
                    self.saved(row)
                self.assertFalse(os.path.exists(self.path))

    def test_the_table_has_every_exporter(self) -> None:
        self.assertEqual({row.type for row in ROWS}, exported())


if __name__ == "__main__":
    unittest.main()
