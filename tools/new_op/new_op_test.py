"""new-op writes what an operator is made of and refuses what it cannot do."""

import os
import subprocess
import sys
import tempfile
import unittest

import new_op

OPS = 'OPS = [\n    op("relu"),\n]\n'
TESTS_END = "\n}  // namespace\n}  // namespace paddle::operators::testing\n"
TABLE = """// All of them, in the order of the documentation.
using Optimizers = OptimizerClasses<SGDOptimizer>;

}  // namespace paddle::backward
"""
TESTS = "namespace paddle::operators::testing {\nnamespace {\n" + TESTS_END


class NewOpTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = folder.name
        self.start("matrix")

    def start(self, family):
        """A family, to which the other functions then go."""
        self.family = os.path.join(self.root, "operators", family)
        os.makedirs(self.family)
        self.write("ops.bzl", OPS)
        self.write(f"{family}_test.cc", TESTS)

    def write(self, name, text):
        with open(os.path.join(self.family, name), "w") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.family, name)) as file:
            return file.read()

    def files(self):
        return sorted(os.listdir(self.family))

    def new_op(self, *args):
        return subprocess.run(
            [sys.executable, new_op.__file__, "--root", self.root, *args],
            capture_output=True, text=True)

    def test_writes_all_pieces(self):
        done = self.new_op("matrix", "hard_sigmoid")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("REGISTER_OP(hard_sigmoid, framework::ShapeFunction(",
                      self.read("hard_sigmoid_op.cc"))
        self.assertRegex(
            self.read("hard_sigmoid.h"),
            r"void HardSigmoid\(const Device&[^{]*\{(.*\n)+"
            r"void HardSigmoidGrad\(")
        self.assertRegex(
            self.read("ops.bzl"),
            r'op\("relu"\),\n    op\(\n        "hard_sigmoid",\n(        .*\n)+'
            r'    \),\n\]\n$')
        self.assertIn("TEST(HardSigmoid, ", self.read("matrix_test.cc"))
        self.assertTrue(self.read("matrix_test.cc").endswith(TESTS_END))

    def test_an_activation_is_a_functor_and_a_schema(self):
        self.start("activation")
        done = self.new_op("activation", "hard_sigmoid")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(
            self.files(), ["activation_test.cc", "hard_sigmoid.h",
                           "hard_sigmoid_op.cc", "ops.bzl"])
        self.assertIn("struct HardSigmoidFunctor {",
                      self.read("hard_sigmoid.h"))
        self.assertIn("REGISTER_ACTIVATION(hard_sigmoid, ActivationGradFromX,",
                      self.read("hard_sigmoid_op.cc"))
        self.assertIn(
            '    op("relu"),\n    _activation(\n        "hard_sigmoid",\n',
            self.read("ops.bzl"))
        self.assertIn("TEST(HardSigmoid, ", self.read("activation_test.cc"))

    def test_an_optimizer_is_a_functor_a_schema_and_a_row(self):
        self.start("optimizer")
        table = os.path.join(self.root, "backward", "optimizer.h")
        os.makedirs(os.path.dirname(table))
        with open(table, "w") as file:
            file.write(TABLE)
        done = self.new_op("optimizer", "slow_descent")
        self.assertEqual(done.returncode, 0, done.stderr)
        written = done.stdout.splitlines()
        self.assertEqual([line.split()[0] for line in written[:-2]],
                         ["new", "new", "changed", "changed", "changed"])
        self.assertEqual(
            written[-1], "./tools/dev test //operators/optimizer/... "
            "//operators:all //backward:all")
        self.assertEqual(self.files(), ["ops.bzl", "optimizer_test.cc",
                                        "slow_descent.h", "slow_descent_op.cc"])
        self.assertTrue(self.read("ops.bzl").endswith(
            '    _optimizer("slow_descent", [":running_mean"]),\n]\n'))
        with open(table) as file:
            text = file.read()
        self.assertIn('"SlowDescent", "slow_descent"', text)
        self.assertIn(
            "using SlowDescentOptimizer = OptimizerOf<SlowDescentRow>;"
            "\n\n// All of them, in the order of", text)
        self.assertRegex(text, r"<SGDOptimizer,\s+SlowDescentOptimizer>;")

    def test_a_family_of_several_test_files(self):
        self.start("sequence")
        os.rename(os.path.join(self.family, "sequence_test.cc"),
                  os.path.join(self.family, "joining_test.cc"))
        refused = self.new_op("sequence", "sequence_rotate")
        self.assertIn("operators/sequence has neither sequence_test.cc nor",
                      refused.stderr)
        self.assertEqual(self.files(), ["joining_test.cc", "ops.bzl"])
        self.write("BUILD", 'paddle_op_family(\n    tests = {\n'
                   '        "sequence_test": [\n'
                   '            "joining_test.cc",\n        ],\n    },\n)\n')
        done = self.new_op("sequence", "sequence_rotate")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("TEST(SequenceRotate, ", self.read("joining_test.cc"))
        written = done.stdout.splitlines()[:-2]
        self.assertEqual(len(written), 4)
        new = [path for path in written if "sequence_rotate" in path]
        self.assertEqual(len(new), 2)
        self.assertLessEqual(
            sum(self.read(os.path.basename(path)).count("\n") for path in new),
            75)

    def test_refuses_an_unknown_family(self):
        done = self.new_op("matrices", "hard_sigmoid")
        self.assertEqual(done.returncode, 1)
        self.assertIn("there are: matrix (operators/README.md", done.stderr)

    def test_refuses_a_name_that_exists_or_is_none(self):
        self.write("relu_op.cc", "")
        self.write("ops.bzl",
                   'OPS = [\n    _binary(\n        "less",\n    ),\n]')
        for name, message in [
                ("relu", "relu_op.cc exists already: choose another name"),
                ("less", "ops.bzl has an operator less already"),
                ("ReLU", "in lower case"),
                ("lambda", "Python could not say pd.layer.lambda"),
                ("tanh_grad", "the one of tanh is written with it")]:
            done = self.new_op("matrix", name)
            self.assertEqual(done.returncode, 1)
            self.assertIn(message, done.stderr)
        self.assertEqual(self.files(),
                         ["matrix_test.cc", "ops.bzl", "relu_op.cc"])

    def test_overwrites_no_header(self):
        self.start("activation")
        self.write("kernel_base.h", "")
        done = self.new_op("activation", "kernel_base")
        self.assertEqual(done.returncode, 1)
        self.assertIn("kernel_base.h exists already", done.stderr)
        self.assertEqual(self.read("kernel_base.h"), "")
        self.assertEqual(self.read("ops.bzl"), OPS)

    def test_a_file_of_another_shape_is_left_alone(self):
        self.write("ops.bzl", "OPS = LIST\n")
        done = self.new_op("matrix", "hard_sigmoid")
        self.assertEqual(done.returncode, 1)
        self.assertIn("add by hand", done.stderr)
        self.assertEqual(self.files(), ["matrix_test.cc", "ops.bzl"])
