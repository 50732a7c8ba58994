"""Networks over sequences that pd.onnx.save writes as rows and lengths:
Debian's checker takes them, and loaded again, or run by ONNX Runtime where it
can be imported, they compute the same."""

import functools
import os
import re
import tempfile
import unittest
from typing import Any, Callable, Dict, List, Set, Tuple

import numpy as np
import onnx

import paddle as pd
import round_trip
from round_trip import Network

layer = pd.layer
ops = pd.layer.ops
Ends = Tuple[List[Any], List[Any]]

FOLDER = "framework/interchange/onnx"
SOURCES = ("export_recurrent.cc", "export_sequence_pool.cc",
           "export_sequences.cc")
LENGTHS = [3, 1, 5]
POOLS = ("sum", "average", "sqrt", "max", "first", "last")
OPSETS = (13, 17, 22)


def words() -> Any:
    return layer.data("words", [None, 1], "int64", lod_level=1)


def rows(width: int, name: str = "rows") -> Any:
    return layer.data(name, [None, width], lod_level=1)


def sentiment() -> Ends:
    x = words()
    hidden, _ = layer.dynamic_lstm(layer.fc(layer.embedding(x, [20, 6]), 16),
                                   16)
    pooled = layer.concat([layer.sequence_pool(hidden, "max"),
                           layer.sequence_pool(hidden, "last")], 1)
    return [x], [layer.fc(pooled, 2, act="softmax"), hidden]


def backwards() -> Ends:
    x = rows(8)
    hidden, _ = layer.dynamic_lstm(x, 8, use_peepholes=False, is_reverse=True,
                                   bias_attr=False)
    return [x], [hidden]


def other_activations() -> Ends:
    x = rows(8)
    hidden, _ = layer.dynamic_lstm(x, 8, gate_activation="tanh",
                                   cell_activation="relu",
                                   candidate_activation="sigmoid")
    return [x], [hidden]


def with_states() -> Ends:
    x = rows(8)
    h, c = (layer.data(name, [None, 2]) for name in "hc")
    hidden, _ = layer.dynamic_lstm(x, 8, h_0=h, c_0=c)
    return [x, h, c], [hidden]


def gated() -> Ends:
    x = rows(9)
    return [x], [layer.dynamic_gru(x, 3),
                 layer.dynamic_gru(x, 3, is_reverse=True, origin_mode=True)]


def gated_with_states() -> Ends:
    x = rows(9)
    h = layer.data("h", [None, 3])
    return [x, h], [layer.dynamic_gru(x, 3, h_0=h)]


def reset_afterwards() -> Ends:
    x = rows(9)
    h = layer.data("h", [None, 3])
    unit = functools.partial(
        layer.dynamic_gru, size=3, reset_after=True, origin_mode=True,
        bias_attr=pd.initializer.Uniform(-1.0, 1.0))
    return [x, h], [unit(x), unit(x, is_reverse=True, h_0=h)]


def biased_twice() -> Ends:
    x = rows(9)
    bias = pd.initializer.Uniform(-1.0, 1.0)
    return [x], [layer.dynamic_gru(layer.fc(x, 9, bias_attr=bias), 3,
                                   bias_attr=bias, reset_after=True)]


def both_ways() -> Ends:
    x = rows(4)
    ahead = layer.dynamic_lstm(layer.fc(x, 8), 8)[0]
    back = layer.dynamic_lstm(layer.fc(x, 8), 8, is_reverse=True)[0]
    joined = layer.concat([ahead, back], 1)
    return [x], [layer.fc(joined, 3, act="softmax")]


def pools() -> Ends:
    x = rows(4)
    return [x], [layer.sequence_pool(x, kind) for kind in POOLS] + [
        layer.sequence_first_step(x), layer.sequence_last_step(x),
        ops.sequence_pool(x, pooltype="MAX", pad_value=2.5)]


def padded() -> Ends:
    x = rows(4)
    filler = layer.fill_constant([1], "float32", 0.5)
    dense, lengths = ops.sequence_pad(x, filler)
    wide, _ = ops.sequence_pad(x, filler, padded_length=7)
    return [x], [dense, lengths, wide, ops.sequence_unpad(dense, lengths),
                 ops.sequence_unpad(wide, lengths)]


def weighted() -> Ends:
    """A sum of rows, weighted by a softmax of scores."""
    x = rows(4)
    weights = ops.sequence_softmax(layer.fc(x, 1))
    return [x], [layer.sequence_pool(x * weights, "sum"), weights]


def attended() -> Ends:
    """Attention of one query for each sequence, as of a decoder."""
    x = rows(4)
    query = layer.data("query", [None, 4])
    repeated = ops.sequence_expand(query, x)
    scores = layer.reduce_sum(x * repeated, 1, keep_dim=True)
    weights = ops.sequence_softmax(scores)
    return [x, query], [layer.sequence_pool(x * weights, "sum"), repeated]


def moved() -> Ends:
    x, y = rows(4), rows(4, "others")
    return [x, y], [ops.sequence_concat([x, y]), ops.sequence_reverse(x),
                    layer.relu(x) + 1.0]


def convolved() -> Ends:
    x = rows(4)
    return [x], [layer.sequence_conv(x, 5, 3, act="tanh"),
                 layer.sequence_conv(x, 5, 2, context_start=1),
                 layer.sequence_conv(x, 5, 4, context_start=-5)]


def heads() -> Ends:
    x, y = rows(4), rows(4, "others")
    attention = layer.scaled_dot_product_attention
    return [x, y], [attention(x, x, x, num_heads=2, causal=True),
                    attention(x, y, y, num_heads=2)]


def zeros_like_states() -> Ends:
    x = rows(8)
    state = ops.fill_constant_batch_size_like(x, [-1, 2], value=0.5)
    return [x], [layer.dynamic_lstm(x, 8, h_0=state, c_0=state)[0], state]


NETWORKS: Dict[str, Network] = {
    network.__name__: network
    for network in (sentiment, backwards, other_activations, with_states,
                    gated, gated_with_states, reset_afterwards, biased_twice,
                    both_ways, pools, padded,
                    weighted, attended, moved, convolved, heads,
                    zeros_like_states)}
# Those that may have sequences without rows.
OF_EMPTY = ("pools", "padded", "weighted", "attended", "moved", "convolved",
            "heads", "sentiment", "gated", "biased_twice")


def feed_of(network: Network, lengths: List[int]) -> Dict[str, Any]:
    """Made values; other feeds than the first have lengths in reverse."""
    random = np.random.default_rng(1)
    with pd.program_guard(pd.Program(), pd.Program()):
        feeds = network()[0]
    feed = {}
    for i, given in enumerate(feeds):
        own = lengths if i == 0 else lengths[::-1]
        count = sum(own) if given.lod_level else len(own)
        shape = [count, *given.shape[1:]]
        values = (random.integers(0, 20, shape) if given.dtype == "int64"
                  else random.normal(size=shape).astype("float32"))
        feed[given.name] = (np.split(values, np.cumsum(own)[:-1])
                            if given.lod_level else values)
    return feed


def dense(unit: Callable[[Any], Any], width: int) -> Ends:
    """A unit over a batch without padding."""
    x = layer.data("x", [None, 5, 6])
    lengths = ops.fill_constant_batch_size_like(x, [-1], dtype="int64",
                                                value=5)
    ragged = layer.fc(ops.sequence_unpad(x, lengths), width)
    hidden = unit(ragged)
    filler = layer.fill_constant([1], "float32", 0.0)
    steps = ops.sequence_pad(hidden, filler, padded_length=5)[0]
    return [x], [steps, *(layer.sequence_pool(hidden, kind)
                          for kind in POOLS)]


DENSE: Dict[str, Network] = {
    "lstm": lambda: dense(lambda x: layer.dynamic_lstm(x, 16)[0], 16),
    "reverse": lambda: dense(
        lambda x: layer.dynamic_lstm(x, 16, is_reverse=True)[0], 16),
    "gru": lambda: dense(
        lambda x: layer.dynamic_gru(x, 4, origin_mode=True), 12),
    "gru_reset_after": lambda: dense(
        lambda x: layer.dynamic_gru(
            x, 4, origin_mode=True, reset_after=True,
            bias_attr=pd.initializer.Uniform(-1.0, 1.0)), 12)}


def exported() -> Set[str]:
    """The operators that something is registered for."""
    found: Set[str] = set()
    for source in SOURCES:
        with open(os.path.join(FOLDER, source)) as file:
            found.update(re.findall(r'PADDLE_ONNX_EXPORT\(\s*"(\w+)"',
                                    file.read()))
    return found


class SequencesTest(unittest.TestCase):

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "model.onnx")

    def test_sequences_are_rows_and_lengths(self) -> None:
        for name, network in NETWORKS.items():
            for opset in OPSETS:
                with self.subTest(network=name, opset=opset):
                    round_trip.check(self.path, network,
                                     feed_of(network, LENGTHS), opset)

    def test_sequences_may_have_no_rows(self) -> None:
        for name in OF_EMPTY:
            with self.subTest(network=name):
                network = NETWORKS[name]
                round_trip.check(self.path, network,
                                 feed_of(network, [2, 0, 4, 0]))

    def test_names_inputs_and_outputs(self) -> None:
        feed = feed_of(backwards, LENGTHS)
        round_trip.save(self.path, backwards, feed)
        graph = onnx.load(self.path).graph
        self.assertEqual([info.name for info in graph.input],
                         ["rows", "rows.lengths"])
        hidden = graph.output[0].name
        self.assertEqual([info.name for info in graph.output],
                         [hidden, hidden + ".lengths"])

    def test_units_compute_the_same_bits(self) -> None:
        for name in ("backwards", "with_states", "other_activations",
                     "reset_afterwards"):
            with self.subTest(network=name):
                round_trip.check(self.path, NETWORKS[name],
                                 feed_of(NETWORKS[name], LENGTHS),
                                 tolerance=0.0)

    def test_takes_over_the_product_before_a_unit(self) -> None:
        round_trip.save(self.path, both_ways, feed_of(both_ways, LENGTHS))
        graph = onnx.load(self.path).graph
        nodes = [node.op_type for node in graph.node]
        self.assertEqual(nodes.count("LSTM"), 2)
        self.assertEqual(nodes.count("MatMul"), 1)  # behind them
        read = {name for node in graph.node for name in node.input}
        self.assertLessEqual({each.name for each in graph.initializer}, read)

    def test_steps_of_dense_batches_are_the_same_bits(self) -> None:
        x = np.random.default_rng(2).normal(size=(3, 5, 6)).astype("float32")
        for name, network in DENSE.items():
            with self.subTest(network=name):
                wanted = round_trip.save(self.path, network, {"x": x})
                found = round_trip.reload(self.path, {"x": x})
                np.testing.assert_array_equal(found[0], wanted[0])
                round_trip.check_close(found, wanted)
                if round_trip.has_runtime():
                    round_trip.check_close(
                        round_trip.run(self.path, {"x": x}), wanted)

    def test_the_networks_have_every_exporter(self) -> None:
        used = set()
        for network in NETWORKS.values():
            main = pd.Program()
            with pd.program_guard(main, pd.Program()):
                network()
            used.update(re.findall(r"(\w+)\(", str(main)))
        self.assertLessEqual(exported(), used)

    def refuses(self, network: Network, reason: str) -> None:
        with self.assertRaisesRegex(NotImplementedError, reason):
            round_trip.save(self.path, network, {})
        self.assertFalse(os.path.exists(self.path))

    def test_refuses_what_a_node_does_not_give(self) -> None:
        def cells() -> Ends:
            x = rows(8)
            return [x], [layer.dynamic_lstm(x, 8)[1]]

        def identity() -> Ends:
            x = rows(8)
            return [x], [layer.dynamic_lstm(
                x, 8, candidate_activation="identity")[0]]

        def nested() -> Ends:
            x = layer.data("x", [None, 4], lod_level=2)
            return [x], [layer.relu(x)]

        self.refuses(cells, "Cell of lstm")
        self.refuses(identity, "activation identity")
        self.refuses(nested, "x has sequences of sequences")

    def test_refuses_a_name_that_is_taken(self) -> None:
        def taken() -> Ends:
            x, lengths = rows(4), layer.data("rows.lengths", [None])
            return [x, lengths], [layer.relu(x), layer.relu(lengths)]

        with self.assertRaisesRegex(ValueError, "rows.lengths"):
            round_trip.save(self.path, taken, {})


if __name__ == "__main__":
    unittest.main()
