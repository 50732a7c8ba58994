"""Programs with blocks that pd.onnx.save writes as If, Loop and Scan: Debian's
checker takes them, and loaded again, or run by ONNX Runtime where it can be
imported, they compute the same."""

import os
import tempfile
import unittest
from typing import Any, Callable, Dict, List, Tuple

import numpy as np
import onnx

import paddle as pd
import round_trip
from round_trip import Network

layer = pd.layer
Ends = Tuple[List[Any], List[Any]]


def newton() -> Ends:
    """Square roots by Newton's method, as long as the largest error is
    large."""
    x = layer.data("x", [None])
    guess = x * 0.5 + 0.5

    def goes_on(i: Any, y: Any) -> Any:
        error = layer.reduce_max(layer.ops.abs(y * y - x))
        return layer.ops.logical_and(i < 40, error > 1e-4)

    def body(i: Any, y: Any) -> List[Any]:
        return [layer.increment(i), (y + x / y) * 0.5]

    zero = layer.fill_constant([], "int64", 0)
    count, root = pd.while_loop(goes_on, body, [zero, guess])
    return [x], [count, root]


def repeated_layer() -> Ends:
    """A layer with parameters that runs as often as a feed says, its bound
    being of rank 1."""
    x, times = layer.data("x", [None, 4]), layer.data("times", [1], "int64")
    zero = layer.fill_constant([1], "int64", 0)

    def body(i: Any, y: Any) -> List[Any]:
        return [layer.increment(i), layer.fc(y, 4, act="tanh")]

    count, y = pd.while_loop(lambda i, _: i < times, body, [zero, x])
    return [x, times], [y, count]


def unchanged() -> Ends:
    """Carries a value that stays, one that two others become, and an outer
    one."""
    x = layer.data("x", [2])
    zero = layer.fill_constant([], "int64", 0)
    _, *rest = pd.while_loop(
        lambda i, a, b, c, d: i < 3,
        lambda i, a, b, c, d: [layer.increment(i), a, a, d, x],
        [zero, x, x * 2.0, x * 3.0, x * 4.0])
    return [x], rest


def branches() -> Ends:
    x = layer.data("x", [None, 3])
    large = layer.reduce_sum(x) > 1.0
    y = pd.cond(large, lambda: layer.fc(x, 2, act="relu"),
                lambda: layer.fc(x, 2, act="tanh") * 2.0)
    first, second = pd.cond(large, lambda: [x, x * 2.0],
                            otherwise=[x * 3.0, x])
    return [x], [y, first, second]


def nested() -> Ends:
    """Collatz: a branch in a loop."""
    n = layer.data("n", [1], "int64")
    zero = layer.fill_constant([1], "int64", 0)

    def body(count: Any, m: Any) -> List[Any]:
        half = layer.cast(layer.ops.floor(layer.cast(m, "float32") / 2.0),
                          "int64")
        even = layer.ops.equal(half * 2, m)
        return [layer.increment(count),
                pd.cond(even, lambda: half, lambda: m * 3 + 1)]

    count, _ = pd.while_loop(lambda _, m: m > 1, body, [zero, n])
    return [n], [count]


def steps(reverse: bool) -> Ends:
    """A recurrent network over [T, B, 4], with an input that is read whole."""
    x, whole = layer.data("x", [6, None, 4]), layer.data("whole", [None, 5])
    start = layer.fc(whole, 5)
    rnn = pd.Rnn(reverse)
    with rnn.step():
        x_t = rnn.step_input(x)
        state = rnn.memory(start)
        read = rnn.static_input(whole)
        new = layer.fc(layer.concat([x_t, state, read], 1), 5, act="tanh")
        rnn.update_memory(state, new)
        rnn.output(new, layer.fc(new, 2))
    return [x, whole], list(rnn())


def of_steps(made: Callable[[Any], Any]) -> Ends:
    """Makes an output of each step of sequences, without a memory."""
    x = layer.data("x", [None, 4], lod_level=1)
    rnn = pd.Rnn()
    with rnn.step():
        rnn.output(made(rnn.step_input(x)))
    return [x], list(rnn())


def sums() -> Ends:
    """Running sums of sequences, ahead and back, that begin at a constant."""
    x = layer.data("x", [None, 4], lod_level=1)
    results = []
    for reverse in (False, True):
        rnn = pd.Rnn(reverse)
        with rnn.step():
            x_t = rnn.step_input(x)
            total = rnn.memory(shape=[4], value=0.5)
            new = total + x_t
            rnn.update_memory(total, new)
            rnn.output(new, layer.fc(new, 2, act="softmax"))
        results += list(rnn())
    return [x], results


def decoder() -> Ends:
    """A decoder that attends to the states of an encoder at each step."""
    x = layer.data("x", [None, 4], lod_level=1)
    words = layer.data("words", [None, 1], "int64", lod_level=1)
    states = layer.fc(x, 6, act="tanh")
    start = layer.fc(layer.sequence_pool(states, "last"), 6)
    vectors = layer.embedding(words, [20, 5])
    rnn = pd.Rnn()
    with rnn.step():
        word = rnn.step_input(vectors)
        memory = rnn.static_input(states)
        state = rnn.memory(start)
        scores = layer.reduce_sum(
            memory * layer.ops.sequence_expand(state, memory), 1,
            keep_dim=True)
        context = layer.sequence_pool(
            memory * layer.ops.sequence_softmax(scores), "sum")
        new = layer.fc(layer.concat([word, context, state], 1), 6, act="tanh")
        rnn.update_memory(state, new)
        rnn.output(layer.fc(new, 20, act="softmax"))
    return [x, words], list(rnn())


NETWORKS: Dict[str, Network] = {
    "newton": newton, "repeated_layer": repeated_layer, "branches": branches,
    "unchanged": unchanged, "nested": nested,
    "sums": sums, "decoder": decoder,
    "steps": lambda: steps(False), "reverse": lambda: steps(True)}

RANDOM = np.random.default_rng(5)
X = RANDOM.normal(size=(3, 4)).astype("float32")
STEPS = {"x": RANDOM.normal(size=(6, 2, 4)).astype("float32"),
         "whole": RANDOM.normal(size=(2, 5)).astype("float32")}
X_ROWS = [RANDOM.normal(size=(n, 4)).astype("float32") for n in (3, 1, 5)]
WORDS = [RANDOM.integers(0, 20, (n, 1)) for n in (2, 6, 1)]
FEEDS: List[Tuple[str, Dict[str, Any]]] = [
    ("newton", {"x": np.array([2.0, 9.0, 30.0], "float32")}),
    ("newton", {"x": np.array([1.0], "float32")}),
    *(("repeated_layer", {"x": X, "times": np.array([n])}) for n in (0, 1, 5)),
    ("unchanged", {"x": np.array([1.0, -2.0], "float32")}),
    ("branches", {"x": np.full((2, 3), 0.5, "float32")}),
    ("branches", {"x": np.full((2, 3), -0.5, "float32")}),
    ("nested", {"n": np.array([27])}),
    ("steps", STEPS),
    ("reverse", STEPS),
    ("sums", {"x": X_ROWS}),
    ("decoder", {"x": X_ROWS, "words": WORDS})]


class ControlFlowTest(unittest.TestCase):

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = os.path.join(folder.name, "model.onnx")

    def test_blocks_compute_the_same_bits(self) -> None:
        for name, feed in FEEDS:
            for opset in (13, 17, 22):
                with self.subTest(network=name, opset=opset):
                    round_trip.check(self.path, NETWORKS[name], feed, opset,
                                     0.0)

    def test_writes_the_nodes_of_the_standard(self) -> None:
        for name, node in (("newton", "Loop"), ("branches", "If"),
                           ("steps", "Scan")):
            feed = next(feed for other, feed in FEEDS if other == name)
            round_trip.save(self.path, NETWORKS[name], feed)
            graph = onnx.load(self.path).graph
            self.assertIn(node, [made.op_type for made in graph.node])
            # Weights of blocks are those of the whole model.
            for made in graph.node:
                for attribute in made.attribute:
                    self.assertEqual(len(attribute.g.initializer), 0)

    def refuses(self, network: Network, reason: str) -> None:
        with self.assertRaisesRegex(NotImplementedError, reason):
            round_trip.save(self.path, network, {})
        self.assertFalse(os.path.exists(self.path))

    def test_names_operators_of_blocks_that_cannot_be_exported(self) -> None:
        def unknown() -> Ends:
            x = layer.data("x", [1])
            return [x], [pd.cond(x > 0.0, lambda: layer.stanh(x),
                                 lambda: x * 1.0)]

        self.refuses(unknown, r"stanh \(1\)")

    def test_refuses_steps_that_relate_sequences(self) -> None:
        def over_rows() -> Ends:
            return of_steps(lambda x: x - layer.reduce_max(x, 0))

        def softmax() -> Ends:
            return of_steps(lambda x: layer.softmax(x, axis=0))

        def gram() -> Ends:
            return of_steps(lambda x: layer.matmul(
                layer.matmul(x, x, transpose_y=True), x))

        def branch() -> Ends:
            return of_steps(lambda x: pd.cond(
                layer.reduce_max(layer.relu(x), keep_dim=True) > 0.0,
                lambda: x, lambda: x * 2.0))

        def gathered() -> Ends:
            first = layer.fill_constant([1], "int64", 0)
            return of_steps(lambda x: x - layer.gather(x, first))

        for network in (over_rows, softmax, gram, branch, gathered):
            with self.subTest(network=network.__name__):
                self.refuses(network, "may relate sequences[^$]*recurrent")

    def test_refuses_what_is_no_tensor(self) -> None:
        def array() -> Ends:
            x = layer.data("x", [2])
            zero = layer.fill_constant([1], "int64", 0)
            made = layer.array_write(x, zero)

            def body(i: Any, kept: Any) -> List[Any]:
                following = layer.increment(i)
                return [following, layer.array_write(x, following, kept)]

            _, after = pd.while_loop(lambda i, _: i < 3, body, [zero, made])
            return [x], [layer.array_length(after)]

        self.refuses(array, "array")


if __name__ == "__main__":
    unittest.main()
