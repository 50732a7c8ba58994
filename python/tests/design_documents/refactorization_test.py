"""refactorization.md: the steps from a Python program to a running one.

Each step is a call of its own, and shows what it did.
"""

import os
import subprocess
import sys
import tempfile

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

ELSEWHERE = """
import sys
import numpy, paddle as pd
program, feeds, fetches = pd.io.load_inference_model(sys.argv[1])
x = numpy.load(sys.argv[2])
out, = pd.Executor().run(program, feed={feeds[0]: x}, fetch_list=fetches)
numpy.save(sys.argv[3], out)
"""


class CompileTimeTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        self.block = self.main.global_block()
        self.block.create_var("x", [None, 3])
        self.block.create_var("w", [3, 1], persistable=True)
        self.block.append_op("mul", {"X": "x", "Y": "w"}, {"Out": "y"})
        self.block.append_op("square", {"X": "y"}, {"Out": "z"})
        self.block.append_op("mean", {"X": "z"}, {"Out": "loss"})

    def test_var_descs_and_ops_with_attributes(self):
        self.assertEqual([v.name for v in self.block.vars],
                         ["x", "w", "y", "z", "loss"])
        mul = self.block.ops[0]
        self.assertEqual(mul.attrs["y_num_col_dims"], 1)
        self.assertEqual(mul.inputs, {"X": ["x"], "Y": ["w"]})

    def test_attributes_are_validated(self):
        with self.assert_fails(ValueError, "x_num_col_dims", "0"):
            self.block.append_op("mul", {"X": "x", "Y": "w"}, {"Out": "o"},
                                 {"x_num_col_dims": 0})

    def test_types_and_shapes_are_inferred(self):
        self.assertEqual(self.block.var("y").shape, (-1, 1))
        self.assertEqual(self.block.var("loss").shape, ())
        self.assertEqual(self.block.var("loss").dtype, "float32")

    def backward(self):
        return pd.gradients([self.block.var("loss")], [self.block.var("w")])[0]

    def test_the_backward_graph(self):
        gradient = self.backward()
        self.assertEqual(gradient.name, "w@GRAD")
        roles = [op.role for op in self.block.ops]
        self.assertEqual(roles[:3], ["forward"] * 3)
        self.assertEqual(set(roles[3:]), {"backward"})
        types = [op.type for op in self.block.ops if op.role == "backward"]
        self.assertEqual(types[-3:], ["mean_grad", "square_grad", "mul_grad"])

    def test_optimization_operators(self):
        sgd = pd.optimizer.SGD(0.5)
        sgd.apply_gradients([(self.block.var("w"), self.backward())])
        update = self.block.ops[-1]
        self.assertEqual((update.type, update.role), ("sgd", "optimize"))
        self.assertEqual(update.outputs["ParamOut"], ["w"])
        self.run_startup()
        self.set_value("w", random(3, 1))
        x, w = random(4, 3), self.value("w")
        self.exe.run(feed={"x": x})
        np.testing.assert_allclose(
            self.value("w"), w - 0.5 * x.T @ (2 * (x @ w) / 4), atol=1e-6)

    def test_memory_planning_comes_last_and_changes_nothing(self):
        gradient = self.backward()
        self.set_value("w", random(3, 1))
        values = [pd.Executor(plan_memory=plan).run(
            feed={"x": random(4, 3)}, fetch_list=[gradient])[0]
            for plan in (True, False)]
        np.testing.assert_array_equal(*values)

    def test_one_program_in_two_scopes_has_two_values(self):
        one, two = pd.Scope(), pd.Scope()
        for scope, value in ((one, 1), (two, 2)):
            scope.var("w").get_tensor().set(np.full((3, 1), value, "f4"))
        feed = {"x": np.ones((1, 3), np.float32)}
        self.assertEqual(
            [float(self.exe.run(feed=feed, fetch_list=["y"], scope=s)[0])
             for s in (one, two)], [3, 6])

    def test_eval_of_a_metric_runs_no_optimizer(self):
        sgd = pd.optimizer.SGD(0.5)
        sgd.apply_gradients([(self.block.var("w"), self.backward())])
        self.run_startup()
        self.set_value("w", random(3, 1))
        before = self.value("w")
        self.exe.eval(feed={"x": random(4, 3)}, fetch_list=["loss"])
        np.testing.assert_array_equal(self.value("w"), before)

    def test_a_program_is_loaded_and_run_elsewhere(self):
        self.set_value("w", random(3, 1))
        x = random(5, 3)
        expected = self.eval("y", x=x)
        with tempfile.TemporaryDirectory() as folder:
            model, given, out = (os.path.join(folder, name)
                                 for name in ("model", "x.npy", "y.npy"))
            pd.io.save_inference_model(model, ["x"], ["y"])
            np.save(given, x)
            root = os.path.dirname(os.path.dirname(pd.__file__))
            subprocess.run(
                [sys.executable, "-c", ELSEWHERE, model, given, out],
                check=True, env={**os.environ, "PYTHONPATH": root})
            np.testing.assert_array_equal(np.load(out), expected)
