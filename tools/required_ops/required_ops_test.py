"""The operators that a saved model needs, as targets that are in the tree."""

import contextlib
import io
import os
import re
import subprocess
import tempfile
import unittest

import numpy as np

import paddle as pd
import required_ops

GOLDEN = '''\
load("@rules_cc//cc:defs.bzl", "cc_binary")

# The 4 operators of the model, and what runs them.
cc_binary(
    name = "infer",
    srcs = ["infer.cc"],
    deps = [
        "@paddle//framework/executor",
        "@paddle//framework/io:inference_model",
        "@paddle//framework/registry:op_registry",
        "@paddle//framework/scope",
        "@paddle//framework/tensor:lod_tensor",
        "@paddle//operators/activation:relu_op",
        "@paddle//operators/elementwise:elementwise_add_op",
        "@paddle//operators/matrix:mul_op",
        "@paddle//operators/normalization:softmax_op",
        "@paddle//platform:instruction_set_guard",
    ],
)
'''

HERE = os.path.dirname(os.path.abspath(__file__))
LIBRARIES = ("//framework/", "//platform:")


class RequiredOpsTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.main, self.startup = pd.Program(), pd.Program()
        stack = contextlib.ExitStack()
        stack.enter_context(pd.program_guard(self.main, self.startup))
        stack.enter_context(pd.scope_guard(pd.Scope()))
        self.addCleanup(stack.close)

    def path(self, name):
        return os.path.join(self.folder, name)

    def save_mlp(self, act="relu"):
        main, startup = pd.Program(), pd.Program()
        with pd.program_guard(main, startup):
            x = pd.layer.data("x", [None, 8])
            y = pd.layer.softmax(pd.layer.fc(pd.layer.fc(x, 4, act=act), 3))
            pd.Executor().run(startup)
            pd.io.save_inference_model(self.path("mlp"), [x], [y], main)

    def run_main(self, *arguments):
        out, error = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(out), \
                contextlib.redirect_stderr(error):
            status = required_ops.main(list(arguments))
        return status, out.getvalue(), error.getvalue()

    def test_an_mlp(self):
        self.save_mlp()
        self.assertEqual(self.run_main(self.path("mlp")), (0, GOLDEN, ""))
        out = self.path("BUILD")
        self.assertEqual(self.run_main(self.path("mlp"), "--out", out),
                         (0, "", ""))
        with open(out, encoding="utf-8") as file:
            self.assertEqual(file.read(), GOLDEN)

    def test_a_program_of_these_targets_runs_the_model(self):
        self.save_mlp()
        golden = {line.strip(' ",').replace("@paddle", "", 1)
                  for line in GOLDEN.splitlines() if '"@paddle//' in line}
        with open(os.path.join(HERE, "linked"), encoding="utf-8") as file:
            # //folder:folder has a short name.
            linked = set(re.sub(r"(?m)/(\w+):\1$", r"/\1",
                                file.read()).split())
        self.assertLessEqual(golden, linked)
        self.assertEqual([label for label in linked - golden
                          if label.startswith("//operators")], [])
        done = subprocess.run(
            [os.path.join(HERE, "testing", "run_ones"), self.path("mlp"), "8"],
            capture_output=True, text=True)
        self.assertEqual(done.stderr, "")
        predictor = pd.Predictor(self.path("mlp"), optimize=1)
        np.testing.assert_array_equal(
            np.array(done.stdout.split(), "float32"),
            predictor(np.ones((1, 8), "float32"))[0])
        self.save_mlp("tanh")
        done = subprocess.run(
            [os.path.join(HERE, "testing", "run_ones"), self.path("mlp"), "8"],
            capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("tanh", done.stderr)

    def test_passes_write_more(self):
        self.save_mlp()
        plain = required_ops.required(self.path("mlp"))
        passed = required_ops.required(self.path("mlp"), level=2)
        self.assertEqual(plain, {"mul", "elementwise_add", "relu", "softmax"})
        self.assertLess(plain, passed)
        self.assertIn("fused_fc", passed)
        _, text, _ = self.run_main(self.path("mlp"), "--level", "2",
                                   "--repository", "")
        self.assertIn('"//operators/matrix:fused_fc_op"', text)
        self.assertIn('"//framework/passes:all_passes"', text)

    def test_a_server(self):
        self.save_mlp()
        status, text, error = self.run_main(self.path("mlp"), "--serve",
                                            "--name", "served")
        self.assertEqual((status, error), (0, ""))
        self.assertIn('name = "served",\n'
                      '    srcs = ["@paddle//tools/serve:program"],', text)
        labels = re.findall(r'"@paddle(//.*)"', text)
        self.assertIn("//tools/serve:serve_main", labels)
        self.assertIn("//framework/passes:all_passes", labels)
        self.assertIn("//operators/normalization:softmax_op", labels)
        # Those that passes of both levels write.
        self.assertIn("//operators/matrix:fused_fc_op", labels)

    def test_blocks_and_gradients(self):
        x = pd.layer.fc(pd.layer.data("x", [None, 4], lod_level=1), 4)
        rnn = pd.rnn()
        with rnn.step():
            state = rnn.memory(shape=[4])
            new = pd.layer.tanh(x + state)
            rnn.update_memory(state, new)
            rnn.output(new)
        states, = rnn()
        loss = pd.layer.mean(pd.layer.fc(states, 2))
        pd.optimizer.Adam(0.1).minimize(loss)
        with open(self.path("main"), "wb") as file:
            file.write(self.main.serialize())
        types = required_ops.required(self.path("main"))
        self.assertLessEqual({"tanh", "tanh_grad", "recurrent",
                              "recurrent_grad", "adam", "mean_grad"}, types)
        text = required_ops.build_file(types, required_ops.read_targets())
        self.assertIn("control_flow:recurrent_grad_op", text)

    def test_every_operator_of_the_build_has_a_target(self):
        known = required_ops.read_targets()
        self.assertGreater(len(known), 300)
        lacking = [kind for kind in pd.core.op_types()
                   if kind not in known and not kind.endswith("_grad_grad")]
        self.assertEqual(lacking, [])

    def test_every_label_is_in_the_tree(self):
        self.save_mlp()
        known = set(required_ops.read_targets().values())
        _, text, _ = self.run_main(self.path("mlp"), "--level", "2")
        labels = [line.strip(' ",').replace("@paddle", "", 1)
                  for line in text.splitlines() if '"@paddle//' in line]
        self.assertGreater(len(labels), 9)
        for label in labels:
            self.assertTrue(label in known or label.startswith(LIBRARIES),
                            label)

    def test_mistakes(self):
        status, _, error = self.run_main(self.path("none"))
        self.assertEqual((status, error.count("\n")), (1, 1))
        self.assertIn("none: No such file", error)
        with self.assertRaisesRegex(KeyError, "operators nothing, other"):
            required_ops.build_file(["other", "relu", "nothing"],
                                    required_ops.read_targets())
