"""The demo on little data, and the C++ program on bad files."""

import argparse
import os
import struct
import subprocess
import tempfile
import unittest

import numpy as np

import demo
import models
import paddle as pd
import training
from paddle.dataset.mnist import Arrays


def make_set(count, seed):
    """Noisy images of ten patterns."""
    patterns = np.random.default_rng(0).integers(0, 160, (10, 28, 28))
    generator = np.random.default_rng(seed)
    labels = generator.integers(0, 10, count)
    noise = generator.integers(0, 96, (count, 28, 28))
    return Arrays((patterns[labels] + noise).astype(np.uint8), labels)


def write_set(folder, arrays):
    images, labels = arrays
    with open(os.path.join(folder, "t10k-images-idx3-ubyte"), "wb") as file:
        file.write(struct.pack(">4I", 2051, *images.shape) + images.tobytes())
    with open(os.path.join(folder, "t10k-labels-idx1-ubyte"), "wb") as file:
        file.write(struct.pack(">2I", 2049, len(labels)) +
                   labels.astype(np.uint8).tobytes())


class DemoTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        cls.test_set = make_set(300, seed=2)
        write_set(cls.folder, cls.test_set)
        pd.seed(1)
        cls.trained = {
            network.__name__: training.train(
                training.Recipe(network.__name__, network, epochs=3, batch=50,
                                learning_rate=0.002, wanted=0.9),
                make_set(600, seed=1), cls.test_set)
            for network in (models.mlp, models.conv)}
        cls.model = os.path.join(cls.folder, "model")
        arguments = argparse.Namespace(data=cls.folder, save=cls.model)
        cls.in_cpp = {
            name: demo.run_in_cpp(trained, arguments, cls.test_set.labels)
            for name, trained in cls.trained.items()}

    def test_fit_a_line_reaches_the_noise(self):
        self.assertLess(demo.fit_a_line.run(), demo.FIT_A_LINE_WANTED)

    def test_networks_learn(self):
        for name, trained in self.trained.items():
            self.assertGreater(trained.accuracy, 0.95, name)

    def test_cpp_predicts_what_python_predicts(self):
        for name, trained in self.trained.items():
            np.testing.assert_array_equal(self.in_cpp[name].predictions,
                                          trained.predictions)
            self.assertEqual(self.in_cpp[name].accuracy, trained.accuracy)

    def infer(self, **changed):
        flags = {"model": self.model,
                 "images": f"{self.folder}/t10k-images-idx3-ubyte",
                 "labels": f"{self.folder}/t10k-labels-idx1-ubyte",
                 "output": f"{self.folder}/out", **changed}
        return subprocess.run(
            [demo.find_infer()] + [f"--{k}={v}" for k, v in flags.items()],
            capture_output=True, text=True)

    def assert_refused(self, *parts, **changed):
        done = self.infer(**changed)
        self.assertEqual(done.returncode, 1, done.stderr)
        for part in parts:
            self.assertIn(part, done.stderr)
        self.assertFalse(os.path.exists(f"{self.folder}/out"))

    def damaged(self, path, change):
        with open(path, "rb") as file:
            data = bytearray(file.read())
        change(data)
        path = os.path.join(self.folder, "damaged")
        with open(path, "wb") as file:
            file.write(data)
        return path

    def test_cpp_with_other_batches_agrees(self):
        done = self.infer(batch=7)
        self.addCleanup(os.remove, f"{self.folder}/out")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("of 300 images", done.stdout)
        classes = np.loadtxt(f"{self.folder}/out", dtype=int)
        agree = (classes == self.trained["conv"].predictions).mean()
        self.assertGreater(agree, 0.99)

    def test_cpp_refuses_bad_files(self):
        images = f"{self.folder}/t10k-images-idx3-ubyte"
        labels = f"{self.folder}/t10k-labels-idx1-ubyte"
        self.assert_refused("nowhere", model="nowhere")
        self.assert_refused("nowhere", images="nowhere")
        self.assert_refused("uint8 of 3 axes", images=labels)
        path = self.damaged(images, lambda data: data.pop())
        self.assert_refused(path, images=path)
        path = self.damaged(labels, lambda data: data.append(1))
        self.assert_refused(path, "more than the 308", labels=path)
        self.assert_refused("--batch", batch=0)

    def test_cpp_refuses_a_damaged_model(self):
        for name in ("program", "parameters"):
            path = os.path.join(self.model, name)
            with open(path, "rb") as file:
                whole = file.read()
            broken = bytearray(whole)
            broken[len(broken) // 2] ^= 1
            with open(path, "wb") as file:
                file.write(broken)
            self.assert_refused(path)
            with open(path, "wb") as file:
                file.write(whole)
