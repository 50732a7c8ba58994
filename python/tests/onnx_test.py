"""Models in ONNX files, as Debian's onnx writes them."""

import os
import tempfile

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

import paddle as pd
from testing_util import ProgramTestCase


def network(opset=15):
    """y = softmax(relu(x w + b) v), with x [N, 3]."""
    random = np.random.default_rng(0)
    weights = {"w": random.normal(size=(3, 4)), "b": random.normal(size=4),
               "v": random.normal(size=(4, 2))}
    weights = {name: value.astype("float32")
               for name, value in weights.items()}
    nodes = [helper.make_node("Gemm", ["x", "w", "b"], ["h"], name="first"),
             helper.make_node("Relu", ["h"], ["r"]),
             helper.make_node("MatMul", ["r", "v"], ["z"]),
             helper.make_node("Softmax", ["z"], ["y"], axis=1)]
    graph = helper.make_graph(
        nodes, "network",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["N", 3])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["N", 2])],
        [numpy_helper.from_array(value, name)
         for name, value in weights.items()])
    model = helper.make_model(
        graph, opset_imports=[helper.make_opsetid("", opset)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model, weights


def expected(x, weights):
    hidden = np.maximum(x @ weights["w"] + weights["b"], 0)
    scores = np.exp(hidden @ weights["v"])
    return scores / scores.sum(axis=1, keepdims=True)


class OnnxTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.path = os.path.join(self.folder, "model.onnx")
        self.x = np.random.default_rng(1).normal(size=(5, 3)).astype("float32")

    def test_computes_what_the_model_says(self):
        model, weights = network()
        onnx.save(model, self.path)
        program, feeds, fetches = pd.onnx.load(self.path)
        self.assertEqual((feeds, fetches), (["x"], ["y"]))
        y, = self.exe.eval(program, {"x": self.x}, fetches)
        np.testing.assert_allclose(y, expected(self.x, weights), rtol=1e-5)

    def test_weights_may_be_in_a_file_of_their_own(self):
        model, weights = network()
        onnx.save(model, self.path, save_as_external_data=True,
                  location="weights.bin", size_threshold=0)
        self.assertIn("weights.bin", os.listdir(self.folder))
        program, _, fetches = pd.onnx.load(self.path)
        y, = self.exe.eval(program, {"x": self.x}, fetches)
        np.testing.assert_allclose(y, expected(self.x, weights), rtol=1e-5)
        os.remove(os.path.join(self.folder, "weights.bin"))
        with self.assert_raises(OSError, "weights.bin does not exist"):
            pd.onnx.load(self.path)

    def test_is_saved_as_a_model_of_our_own(self):
        model, weights = network()
        onnx.save(model, self.path)
        program, feeds, fetches = pd.onnx.load(self.path)
        folder = os.path.join(self.folder, "saved")
        pd.io.save_inference_model(folder, feeds, fetches, program)
        scope = pd.Scope()
        program, _, fetches = pd.io.load_inference_model(folder, scope)
        y, = self.exe.eval(program, {"x": self.x}, fetches, scope)
        np.testing.assert_allclose(y, expected(self.x, weights), rtol=1e-5)

    def test_trains_further(self):
        model, weights = network()
        onnx.save(model, self.path)
        program, _, fetches = pd.onnx.load(self.path, trainable=True)
        startup = pd.Program()
        with pd.program_guard(program, startup):
            label = pd.layer.data("label", [None, 1], "int64")
            y = program.global_block().var(fetches[0])
            cost = pd.layer.mean(pd.layer.cross_entropy(y, label))
            pd.optimizer.SGD(learning_rate=0.5).minimize(cost)
        self.exe.run(startup)
        label = (self.x[:, :1] > 0).astype("int64")
        feed = {"x": self.x, "label": label}
        losses = [float(self.exe.run(program, feed, [cost])[0])
                  for _ in range(60)]
        self.assertLess(losses[-1], 0.7 * losses[0])
        for name, value in weights.items():
            self.assertGreater(np.abs(self.value(name) - value).max(), 0.01)

    def test_says_what_is_missing(self):
        model, _ = network()
        self.assertEqual(self.missing(model), {})
        for name in ("d", "e"):
            model.graph.node.append(
                helper.make_node("StringSplit", ["y"], [name]))
        self.assertEqual(self.missing(model), {"StringSplit": 2})
        with self.assert_raises(NotImplementedError, "StringSplit (2 nodes)"):
            pd.onnx.load(self.path)

    def missing(self, model):
        onnx.save(model, self.path)
        return pd.onnx.missing(self.path)

    def test_errors_name_the_node(self):
        model, _ = network()
        wrong = np.zeros((7, 4), "float32")
        model.graph.initializer[0].CopyFrom(
            numpy_helper.from_array(wrong, "w"))
        onnx.save(model, self.path)
        with self.assert_raises(
                ValueError, f"{self.path}: node 0 'first' (Gemm)", "[7, 4]"):
            pd.onnx.load(self.path)
        self.assertIsNone(self.scope.find_var("v"))

    def test_errors_of_runs_name_the_node(self):
        model, _ = network()
        onnx.save(model, self.path)
        program, _, fetches = pd.onnx.load(self.path, pd.Scope())
        with self.assert_raises(Exception, "node 0 'first' (Gemm)"):
            self.exe.eval(program, {"x": self.x}, fetches, pd.Scope())

    def test_damaged_files_are_refused(self):
        model, _ = network()
        whole = model.SerializeToString()
        damaged = 0
        sizes = range(0, len(whole), 7)
        for size in sizes:
            with open(self.path, "wb") as file:
                file.write(whole[:size])
            # Without its last bytes a model may be one of old operators.
            with self.assertRaises((OSError, NotImplementedError)) as caught:
                pd.onnx.load(self.path, self.scope)
            self.assertIn(self.path, str(caught.exception))
            damaged += isinstance(caught.exception, OSError)
        self.assertGreaterEqual(damaged, len(sizes) - 1)
        self.assertIsNone(self.scope.find_var("w"))
        with self.assertRaises(FileNotFoundError):
            pd.onnx.load(self.path + ".none")
        with self.assertRaises(IsADirectoryError):
            pd.onnx.missing(self.folder)

    def test_versions_of_softmax_agree_where_there_are_two_axes(self):
        for opset in (11, 13, 15):
            with self.subTest(opset):
                model, weights = network(opset)
                onnx.save(model, self.path)
                program, _, fetches = pd.onnx.load(self.path)
                y, = self.exe.eval(program, {"x": self.x}, fetches)
                np.testing.assert_allclose(y, expected(self.x, weights),
                                           rtol=1e-5)

    def test_sequences_and_optionals_are_lists(self):
        """The list, with x behind it if it is there."""
        tensor = helper.make_tensor_type_proto(TensorProto.FLOAT, ["N"])
        sequence = helper.make_sequence_type_proto(tensor)
        optional = helper.make_optional_type_proto(tensor)
        longer = helper.make_graph(
            [helper.make_node("OptionalGetElement", ["x"], ["there"]),
             helper.make_node("SequenceInsert", ["s", "there"], ["longer"])],
            "longer", [], [helper.make_value_info("longer", sequence)])
        same = helper.make_graph(
            [helper.make_node("Identity", ["s"], ["same"])],
            "same", [], [helper.make_value_info("same", sequence)])
        nodes = [helper.make_node("OptionalHasElement", ["x"], ["has"]),
                 helper.make_node("If", ["has"], ["y"], then_branch=longer,
                                  else_branch=same)]
        graph = helper.make_graph(
            nodes, "lists", [helper.make_value_info("s", sequence),
                             helper.make_value_info("x", optional)],
            [helper.make_value_info("y", sequence)])
        model = helper.make_model(
            graph, opset_imports=[helper.make_opsetid("", 16)])
        model.ir_version = 8
        onnx.save(model, self.path)
        predictor = pd.Predictor(self.path)
        self.assertEqual(str(predictor.feeds[0])[-15:],
                         "float32, a list")
        first, x = np.float32([1, 2]), np.float32([3])

        def run(*values):
            return [value.tolist() for value in predictor(*values)]

        self.assertEqual(run([first], x), [[1, 2], [3]])
        self.assertEqual(run([first, first], [x]), [[1, 2], [1, 2], [3]])
        self.assertEqual(run([first], None), [[1, 2]])
        self.assertEqual(run([], []), [])
        predictor.warm_up()
        with self.assertRaisesRegex(TypeError, "element 0 of the list for s"):
            predictor([np.zeros(2)], x)
        with self.assertRaisesRegex(ValueError, "takes a list of arrays"):
            predictor(np.zeros([2, 2], "float32"), x)
