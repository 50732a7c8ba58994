"""`paddle train PROGRAM`: steps of a saved program."""

import numpy as np

import paddle as pd
from command_cases import CommandTestCase
from testing_util import random

layer = pd.layer


class TrainTest(CommandTestCase):

    def write_training(self):
        x, y = layer.data("x", [None, 4]), layer.data("y", [None, 1])
        self.guess = layer.fc(x, 1)
        self.loss = layer.mean(layer.square_error_cost(self.guess, y))
        pd.optimizer.Adam(0.05).minimize(self.loss)
        self.put("main", self.main.serialize())
        self.put("startup", self.startup.serialize())
        xs = random(200, 4)
        self.put_arrays("data.npz", x=xs, y=xs.sum(1, keepdims=True))

    def test_train(self):
        self.write_training()
        shown = self.output(
            "train", "main", "--startup", "startup", "--data", "data.npz",
            "--steps", "300", "--every", "100", "--fetch", self.loss.name,
            "--save", "state", "--model", "saved", "--outputs",
            self.guess.name).splitlines()
        self.assertEqual([line.split(":")[0] for line in shown],
                         ["step 100", "step 200", "step 300"])
        self.assertLess(float(shown[-1].split()[-1]), 1e-3)
        guess = pd.Predictor(self.path("saved"))(np.ones((1, 4), "float32"))
        self.assertAlmostEqual(float(guess), 4, delta=0.1)
        more = self.output("train", "main", "--load", "state", "--data",
                           "data.npz", "--steps", "10", "--fetch",
                           self.loss.name)
        self.assertLess(float(more.split()[-1]), 1e-3)
        pd.io.load(self.path("state"), self.main)

    def test_training_is_repeated_to_the_bit(self):
        self.write_training()
        for name, seed in (("one", "3"), ("two", "3"), ("other", "4")):
            self.output("train", "main", "--startup", "startup", "--data",
                        "data.npz", "--steps", "20", "--seed", seed, "--save",
                        name)
        files = self.files()
        one, two, other = (files[self.path(name)]
                           for name in ("one", "two", "other"))
        self.assertEqual(one, two)
        self.assertNotEqual(one, other)

    def test_mistakes_of_training(self):
        self.write_training()
        good = ["--startup", "startup", "--data", "data.npz", "--steps", "2"]
        self.put_arrays("wrong.npz", z=np.ones(3))
        self.put_arrays("few.npz", y=np.ones((3, 1), "float32"),
                        x=np.ones((2, 4), "float32"))
        self.put_arrays("none.npz", y=np.ones((0, 1), "float32"),
                        x=np.ones((0, 4), "float32"))
        for part, *arguments in (
                ("data.npz is not", "data.npz", *good),
                ("none: No such file", "none", *good),
                ("no values of", "main", "--data", "data.npz"),
                ("no data 'z'", "main", *good, "--data", "wrong.npz"),
                ("3 of y", "main", *good, "--data", "few.npz"),
                ("no samples", "main", *good, "--data", "none.npz"),
                ("nothing", "main", *good, "--fetch", "nothing"),
                ("belong together", "main", *good, "--model", "saved"),
                ("nothing", "main", *good, "--model", "saved", "--outputs",
                 "nothing"),
                ("no such", "main", *good, "--save", "no such/state")):
            with self.subTest(arguments):
                part = "data.npz" if part.startswith("data.npz") else part
                self.assert_refused(part, "train", *arguments)
