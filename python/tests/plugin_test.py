"""Operators from shared libraries: loaded, trained with, saved, refused."""

import inspect
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase, random

FOLDER = os.path.join("framework", "plugin")
SOFT_CLIP = os.path.join(FOLDER, "soft_clip.so")
OUTER_PRODUCT = os.path.join(FOLDER, "outer_product.so")

SCRIPT = """
import sys
import numpy as np
import paddle as pd
if len(sys.argv) > 2:
    pd.load_op_library(sys.argv[2])
scope = pd.Scope()
with pd.scope_guard(scope):
    program, feeds, fetches = pd.io.load_inference_model(sys.argv[1])
    x = np.linspace(-1, 1, 12, dtype="float32").reshape(3, 4)
    out, = pd.Executor(pd.CPUPlace()).run(
        program, feed={feeds[0]: x}, fetch_list=fetches)
print(out.tobytes().hex())
"""


class PluginTest(ProgramTestCase):

    @classmethod
    def setUpClass(cls):
        pd.load_op_library(SOFT_CLIP)
        pd.load_op_library(OUTER_PRODUCT)

    def test_a_loaded_operator_is_a_layer(self):
        self.assertEqual(pd.load_op_library(SOFT_CLIP), ["soft_clip"])
        self.assertIn("soft_clip", dir(pd.layer))
        self.assertEqual(
            list(inspect.signature(pd.layer.soft_clip).parameters.values()),
            [inspect.Parameter("x", 1, annotation=pd.Variable),
             inspect.Parameter("limit", 1, default=1., annotation=float),
             inspect.Parameter("name", 1, default="", annotation=str)])
        self.assertIn("limit tanh(X / limit)", pd.layer.soft_clip.__doc__)
        self.assertIn("stays below, in size. (>= 0.001, <= 1000)",
                      pd.layer.soft_clip.__doc__)
        self.assertFalse(hasattr(pd.layer, "soft_clip_grad"))

    def test_a_library_may_have_passes(self):
        # In another process, as executors of this one would run them.
        script = """
import sys
import paddle as pd
before = [each.name for each in pd.passes.list()]
assert pd.load_op_library(sys.argv[1]) == []
names = [each.name for each in pd.passes.list()]
print(*sorted(set(names) - set(before)))
pd.layer.relu(pd.layer.data("x", [None, 2]))
program = pd.optimize(pd.default_main_program(), only=["swap_relu"])
print(*[op.type for op in program.global_block().ops])
try:
    pd.optimize(program, level=2)
except NotImplementedError as error:
    print(error)
"""
        done = subprocess.run(
            [sys.executable, "-c", script,
             os.path.join(FOLDER, "swap_relu.so")],
            stdout=subprocess.PIPE, check=True, text=True)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[:2],
                         ["refuse_program spoil_program swap_relu", "tanh"])
        self.assertIn("it keeps all", lines[2])

    def test_values_and_shapes(self):
        x = pd.layer.data("x", [None, 3])
        y = pd.layer.data("y", [None, 4])
        clipped = pd.layer.soft_clip(x, limit=.5)
        outer = pd.layer.outer_product(x, y)
        flat = pd.layer.outer_product(x, y, flat=True)
        batch = x.shape[0]
        self.assertEqual(tuple(clipped.shape), (batch, 3))
        self.assertEqual(tuple(outer.shape), (batch, 3, 4))
        self.assertEqual(tuple(flat.shape), (batch, 12))
        for rows in (0, 1, 200):
            a, b = random(rows, 3), random(rows, 4, seed=2)
            one, two, three = self.eval([clipped, outer, flat], x=a, y=b)
            np.testing.assert_allclose(one, .5 * np.tanh(a / .5), rtol=1e-5)
            np.testing.assert_array_equal(two, a[:, :, None] * b[:, None])
            np.testing.assert_array_equal(three, two.reshape(rows, 12))

    def test_gradients_are_those_of_differences(self):
        x = pd.layer.data("x", [5, 3], "float64")
        y = pd.layer.data("y", [5, 4], "float64")
        x.stop_gradient = y.stop_gradient = False
        total = pd.layer.reduce_sum(
            pd.layer.soft_clip(pd.layer.outer_product(x, y), limit=.7))
        grads = pd.gradients([total], [x, y])
        feed = {"x": random(5, 3).astype("float64"),
                "y": random(5, 4, seed=2).astype("float64")}
        for name, grad in zip(feed, self.eval(grads, **feed)):
            wanted = np.empty_like(grad)
            for i in np.ndindex(*grad.shape):
                sides = []
                for step in (1e-5, -1e-5):
                    moved = {key: value.copy() for key, value in feed.items()}
                    moved[name][i] += step
                    sides.append(self.eval(total, **moved))
                wanted[i] = (sides[0] - sides[1]) / 2e-5
            np.testing.assert_allclose(grad, wanted, rtol=1e-7, atol=1e-9)

    def test_a_bilinear_function_is_learnt_to_a_hundredth_of_its_variance(self):
        x = pd.layer.data("x", [None, 4])
        z = pd.layer.data("z", [None, 5])
        y = pd.layer.data("y", [None, 1])
        guess = pd.layer.soft_clip(pd.layer.fc(
            pd.layer.outer_product(x, z, flat=True), 1), limit=2.)
        loss = pd.layer.mean(pd.layer.square_error_cost(guess, y))
        pd.optimizer.Adam(0.03).minimize(loss)
        self.run_startup()
        generator = np.random.default_rng(3)
        matrix = generator.normal(size=(4, 5))
        for _ in range(600):
            xs = generator.normal(size=(64, 4)).astype("float32")
            zs = generator.normal(size=(64, 5)).astype("float32")
            ys = 2 * np.tanh(np.einsum("ri,ij,rj->r", xs, matrix, zs) / 2)
            last, = self.exe.run(
                self.main, fetch_list=[loss],
                feed={"x": xs, "z": zs,
                      "y": ys[:, None].astype("float32")})
        self.assertLess(last, .01 * ys.var())

    def test_saved_programs_need_the_library(self):
        x = pd.layer.data("x", [None, 4])
        out = pd.layer.soft_clip(pd.layer.fc(x, 3), limit=.25)
        self.run_startup()
        value = np.linspace(-1, 1, 12, dtype="float32").reshape(3, 4)
        expected = self.eval(out, x=value)
        with tempfile.TemporaryDirectory() as folder:
            model = os.path.join(folder, "model")
            pd.io.save_inference_model(model, [x], [out])
            found = self.run_script(model, os.path.abspath(SOFT_CLIP))
            self.assertEqual(found.stdout.strip(), expected.tobytes().hex())
            missing = self.run_script(model)
        self.assertNotEqual(missing.returncode, 0)
        self.assertIn("no operator is called 'soft_clip'", missing.stderr)
        self.assertIn("load_op_library(path)", missing.stderr)

    def test_a_function_that_fails_names_the_users_line(self):
        pd.load_op_library(os.path.join(FOLDER, "failing.so"))
        x = pd.layer.data("x", [2, 3])
        with self.assert_fails(IndexError, "row 7 of 5", "failing",
                               "x [2, 3] float32"):
            pd.layer.failing(x, where="shape")
        out = pd.layer.failing(x)
        line = inspect.currentframe().f_lineno - 1
        with self.assertRaisesRegex(
                IndexError, r"row 7 of 5\n.*running operator failing "
                rf"\(x \[2, 3\] float32\)(.|\n)*plugin_test.py, line {line}"):
            self.eval(out, x=random(2, 3))

    def run_script(self, *arguments):
        root = os.path.dirname(os.path.dirname(os.path.abspath(pd.__file__)))
        return subprocess.run(
            [sys.executable, "-c", SCRIPT, *arguments], capture_output=True,
            text=True, env={**os.environ, "PYTHONPATH": root})

    def test_mistakes_are_reported_at_the_users_line(self):
        x = pd.layer.data("x", [2, 3])
        y = pd.layer.data("y", [4, 5])
        parts = ("X and Y must be matrices of as many rows",
                 "outer_product (X: x [2, 3] float32, Y: y [4, 5] float32)")
        with self.assert_fails(ValueError, *parts):
            pd.layer.outer_product(x, y)
        with self.assert_fails(ValueError, "limit", "soft_clip", "0.001"):
            pd.layer.soft_clip(x, limit=-1.)
        with self.assertRaisesRegex(
                TypeError, r"soft_clip\(x, limit=1.0, name=''\): missing"):
            pd.layer.soft_clip()
        i = pd.layer.data("i", [2], "int64")
        parts = ("CPU int64", "there are: CPU float32, CPU float64")
        with self.assertRaisesRegex(NotImplementedError, ".*".join(parts)):
            self.eval(pd.layer.soft_clip(i), i=np.zeros(2, "int64"))


class LoadingTest(unittest.TestCase):

    def test_what_is_no_library_is_refused(self):
        with self.assertRaisesRegex(FileNotFoundError, "'missing.so'"):
            pd.load_op_library("missing.so")
        with self.assertRaisesRegex(ValueError, "as a shared library"):
            pd.load_op_library(__file__)
        with self.assertRaises(TypeError):
            pd.load_op_library(5)
        with self.assertRaisesRegex(OSError, "weights is not installed"):
            pd.load_op_library(os.path.join(FOLDER, "half.so"))
        self.assertFalse(hasattr(pd.layer, "half"))

    @unittest.skipUnless(shutil.which("cc"), "there is no C compiler")
    def test_the_header_of_the_package_is_all_it_takes(self):
        source = os.path.join(FOLDER, "testing", "soft_clip.c")
        with tempfile.TemporaryDirectory() as folder:
            library = os.path.join(folder, "mine.so")
            subprocess.run(
                ["cc", "-O2", "-shared", "-fPIC", "-I" + pd.get_include(),
                 source, "-o", library, "-lm"], check=True)
            with self.assertRaisesRegex(ValueError, "soft_clip already"):
                pd.load_op_library(SOFT_CLIP)
                pd.load_op_library(library)
