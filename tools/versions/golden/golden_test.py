"""Programs that older versions saved give what they gave then."""

import os
import unittest

import numpy as np

import paddle as pd

HERE = os.path.dirname(os.path.abspath(__file__))
TOLERANCE = 1e-6


def folders():
    return sorted(entry.path for entry in os.scandir(HERE) if entry.is_dir()
                  and os.path.exists(os.path.join(entry.path, "values")))


def read_values(folder):
    """The name of the loss, and name -> array, or list of arrays; write.py
    says how they are written."""
    with open(os.path.join(folder, "values"), encoding="utf-8") as file:
        loss, *lines = file.read().splitlines()
    values = {}
    for line in lines:
        name, dtype, rank, *words = line.split()
        dims = [int(word) for word in words[:int(rank)]]
        words = words[int(rank):]
        lengths = [int(word) for word in words[1:1 + int(words[0])]]
        value = np.array(words[1 + len(lengths):], dtype).reshape(dims)
        values[name] = np.split(value, np.cumsum(lengths)[:-1]) if (
            lengths) else value
    return loss, values


class GoldenTest(unittest.TestCase):

    def assert_close(self, given, values, name):
        np.testing.assert_allclose(given, values[name], TOLERANCE, TOLERANCE,
                                   err_msg=name)

    def test_there_are_some(self):
        self.assertIn("first", map(os.path.basename, folders()))

    def test_inference(self):
        for folder in folders():
            with self.subTest(folder):
                _, values = read_values(folder)
                scope = pd.Scope()
                model = pd.io.load_inference_model(
                    os.path.join(folder, "model"), scope)
                out, = pd.Executor().eval(
                    model.program, scope=scope, fetch_list=model.fetches,
                    feed={name: values[name] for name in model.feeds})
                self.assert_close(out, values, "out")

    def test_training_goes_on(self):
        for folder in folders():
            with self.subTest(folder):
                plain, optimized = (
                    self.train(folder, pd.Executor(optimize=optimize))
                    for optimize in (False, True))
                for one, other in zip(plain, optimized):
                    np.testing.assert_array_equal(one, other)

    def train(self, folder, exe):
        """The checked results of two steps and of the network after them."""
        loss, values = read_values(folder)
        with open(os.path.join(folder, "training_program"), "rb") as file:
            program = pd.Program.parse(file.read())
        scope, given = pd.Scope(), []
        pd.io.load(os.path.join(folder, "checkpoint"), program, scope=scope)
        feed = {name: values[name] for name in ("image", "words", "label")}
        for name in ("loss_1", "loss_2"):
            value, = exe.run(program, feed=feed, fetch_list=[loss],
                             scope=scope)
            self.assert_close(value, values, name)
            given.append(value)
        model = pd.io.load_inference_model(os.path.join(folder, "model"),
                                           pd.Scope())
        out, = exe.eval(program.clone(for_test=True), scope=scope, feed=feed,
                        fetch_list=model.fetches)
        self.assert_close(out, values, "trained_out")
        return given + [out]

    def test_first_had_an_older_adam(self):
        with open(os.path.join(HERE, "first/training_program"), "rb") as file:
            saved = file.read()
        program = pd.Program.parse(saved)
        adams = [op for op in program.global_block().ops if op.type == "adam"]
        self.assertTrue(adams)
        for op in adams:
            self.assertIs(op.attrs["epsilon_hat"], True)
        again = pd.Program.parse(program.serialize())
        self.assertEqual(again.serialize(), program.serialize())
        self.assertNotEqual(program.serialize(), saved)
