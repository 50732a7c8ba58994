"""`paddle inspect`: what a model is made of; and models that are broken."""

import contextlib
import importlib.util
import io
import json
import os
import subprocess
import unittest

import numpy as np

import paddle as pd
from command_cases import COMMAND, RELU, CommandTestCase
from paddle.commands import tables

layer = pd.layer


class InspectTest(CommandTestCase):

    def test_a_folder(self):
        self.write_images()
        shown = self.output("inspect", "model")
        for part in (r"feed +image +float32 +\[N, 3, 12, 12\]",
                     rf"fetch +{self.classes.name} +float32 +\[N, 5\]",
                     r"\nconv2d +2\n", r"\nrelu +2\n",
                     r"conv2d_0.w_0 +float32 +\[16, 3, 3, 3\] +432\n",
                     "computes in float32"):
            self.assertRegex(shown, part)
        report = json.loads(self.output("inspect", "model", "--json"))
        self.assertEqual(report["operators"]["conv2d"], 2)
        self.assertEqual(report["feeds"], [{
            "name": "image", "dtype": "float32", "shape": ["N", 3, 12, 12],
            "lod_level": 0, "is_list": False}])
        numbers = sum(np.prod(each["shape"]) for each in report["parameters"])
        self.assertEqual(report["bytes"], 4 * numbers)

    def test_sequences(self):
        self.write_sentences()
        self.assertRegex(self.output("inspect", "model"),
                         r"feed +words +int64 +\[\w+, 1\] +yes\n")

    def test_onnx(self):
        self.put("relu.onnx", RELU)
        self.assertRegex(self.output("inspect", "relu.onnx"),
                         r"fetch +y +float32 +\[N, 2\]")

    def test_what_is_missing_of_onnx(self):
        self.put("other.onnx", RELU.replace(b"\x22\x04Relu", b"\x22\x04Rolu"))
        done = self.run_paddle("inspect", "other.onnx")
        self.assertEqual((done.returncode, done.stderr), (1, ""))
        self.assertRegex(done.stdout, r"Rolu +1\n")
        self.assertIn("cannot be imported", done.stdout)
        done = self.run_paddle("inspect", "other.onnx", "--json")
        self.assertEqual(json.loads(done.stdout), {"missing": {"Rolu": 1}})
        self.assert_refused("Rolu (1 node)", "run", "other.onnx")

    def test_a_program(self):
        x = layer.data("x", [None, 4])
        pd.optimizer.SGD(0.1).minimize(layer.mean(layer.fc(x, 2)))
        self.put("main", self.main.serialize())
        shown = self.output("inspect", "main")
        self.assertRegex(shown, r"\nsgd +2\n")
        self.assertRegex(shown, r"feed +x +float32 +\[N, 4\]")

    def test_nobody_reads_on(self):
        self.write_images()
        done = subprocess.run(
            " ".join(COMMAND) + " inspect model | true", shell=True,
            cwd=self.folder, capture_output=True, text=True)
        self.assertNotIn("Traceback", done.stderr)

    def test_broken_models(self):
        self.write_images()
        self.put("text.onnx", b"no model")
        self.put("empty.onnx", b"")
        self.put("text", b"no program")
        os.mkdir(self.path("folder"))
        os.mkfifo(self.path("pipe"))
        with open(self.path("model/parameters"), "r+b") as file:
            file.truncate(100)
        for verb, *rest in (("inspect",), ("bench",), ("quantize", "out")):
            self.assert_refused("no such", verb, "no such", *rest)
            self.assert_refused("text.onnx", verb, "text.onnx", *rest)
            self.assert_refused("folder/program", verb, "folder", *rest)
            self.assert_refused("model/parameters", verb, "model", *rest)
        for name in ("empty.onnx", "text"):
            self.assert_refused(name, "inspect", name)
        self.assert_refused("pipe", "bench", "pipe")


@unittest.skipIf(importlib.util.find_spec("rich") is None, "needs rich")
class RichTest(unittest.TestCase):

    def test_names_are_no_markup(self):
        shown = io.StringIO()
        with contextlib.redirect_stdout(shown):
            tables._show_rich(["[b]x"], [["[N, 3]"]], ())
        self.assertIn("[b]x", shown.getvalue())
        self.assertIn("[N, 3]", shown.getvalue())
