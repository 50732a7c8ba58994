"""The verbs of `paddle` about models that are neither inspect, run nor train,
and what all verbs have."""

import json
import os
import subprocess
import sys

import numpy as np

import paddle as pd
from command_cases import RELU, CommandTestCase

VERBS = ("inspect", "run", "convert", "quantize", "bench", "train", "serve",
         "deploy")


class VerbsTest(CommandTestCase):

    def test_convert(self):
        self.put("relu.onnx", RELU)
        self.output("convert", "relu.onnx", "relu")
        self.assertEqual(pd.Predictor(self.path("relu"))([[1, -1]]).tolist(),
                         [[1, 0]])
        self.assert_refused("one of A and B", "convert", "relu", "other")
        self.assert_refused("no.onnx", "convert", "no.onnx", "other")
        self.output("convert", "relu", "new.onnx")
        self.assertEqual(pd.onnx.load(self.path("new.onnx"), pd.Scope()).feeds,
                         ["x"])
        os.mkdir(self.path("full"))
        self.put("full/file", b"")
        self.assert_refused("full", "convert", "relu.onnx", "full")

    def test_quantize(self):
        self.write_images()
        self.put_arrays("data.npz", image=self.images)
        expected = pd.Predictor(self.model)(self.images)
        for dtype, most in (("int8", 0.02), ("bfloat16", 0.01)):
            shown = self.output("quantize", "model", dtype, "--data",
                                "data.npz", "--dtype", dtype, "--batch", "7")
            self.assertRegex(shown, rf"{self.classes.name} +0\.\d+ +\d")
            predictor = pd.Predictor(self.path(dtype))
            self.assertEqual(predictor.dtype, dtype)
            self.assertLess(np.abs(predictor(self.images) - expected).max(),
                            most)
        self.assert_refused("int8 needs calibration", "quantize", "model",
                            "out")
        self.assert_refused("was saved in int8", "quantize", "int8", "out",
                            "--dtype", "bfloat16")
        self.put_arrays("text.npz", image=np.array(["a"]))
        self.assert_refused("text.npz: image has elements of <U1, not numbers",
                            "quantize", "model", "out", "--data", "text.npz")
        self.assert_refused("paddle quantize MODEL OUT --data FILE", "run",
                            "model", "--feed", "data.npz", "--dtype", "int8")
        self.assert_refused("none: No such file", "run", "model", "--feed",
                            "data.npz", "--out", self.path("none/out"))
        self.put_arrays("wrong.npz", images=self.images)
        self.assert_refused("images", "quantize", "model", "out", "--data",
                            "wrong.npz")
        self.put_arrays("none.npz", image=self.images[:0])
        self.assert_refused("int8 needs calibration", "quantize", "model",
                            "out", "--data", "none.npz")

    def test_bench(self):
        self.write_sentences()
        lines = self.output(
            "bench", "model", "--batch", "1", "--batch", "3", "--seconds",
            "0.05", "--clients", "2", "--json").splitlines()
        rows = [json.loads(line) for line in lines]
        self.assertEqual([row["batch"] for row in rows], [1, 3])
        for row in rows:
            self.assertGreaterEqual(row["calls"], 10)
            self.assertGreaterEqual(row["p99_ms"], row["median_ms"])
            self.assertGreater(row["samples_per_second"], 0)
        self.assertRegex(self.output("bench", "model", "--seconds", "0.01"),
                         r"median ms.*\n-+\n +1 +\d+ ")
        self.write_images()
        self.output("bench", "model", "--seconds", "0.01", "--dtype", "int8")
        np.save(self.path("x.npy"), np.ones((2, 2), "float32"))
        self.assert_refused("no feed 'x'", "bench", "model", "--feed",
                            "x=x.npy")
        np.save(self.path("image.npy"), self.images[:3])
        given = ["bench", "model", "--feed", "image=image.npy", "--seconds",
                 "0.01", "--batch", "3"]
        self.output(*given)
        self.assert_refused("3 samples of image, fewer than --batch 4", *given,
                            "--batch", "4")

    def test_serve(self):
        self.assert_refused("bazel build //tools/serve:paddle_serve", "serve",
                            "models", PATH="/nowhere")
        server = self.path("paddle_serve")
        self.put("paddle_serve", b'#!/bin/sh\necho "served" "$@"\nexit 7\n')
        os.chmod(server, 0o755)
        for environ in ({"PADDLE_SERVE": server},
                        {"PATH": f"{self.folder}:/usr/bin:/bin"}):
            done = self.run_paddle("serve", "--", "models", "--port", "1",
                                   **environ)
            self.assertEqual(done.stdout, "served models --port 1\n")
            self.assertEqual(done.returncode, 7)
        self.assert_refused("/none: No such file", "serve",
                            PADDLE_SERVE="/none")

    def test_help_has_an_example(self):
        for verb in VERBS:
            name = ["x.onnx"] if verb == "run" else []
            shown = self.output(verb, *name, "--help")
            self.assertIn(f"usage: paddle {verb}", shown)
            self.assertIn("Example:", shown)
            self.assertIn(verb, self.output("--help"))

    def test_bad_arguments(self):
        for arguments in (["inspect"], ["inspect", "m", "--fast"],
                          ["run", "m.onnx", "--threads", "0"],
                          ["run", "m.onnx", "--dtype", "int4"],
                          ["quantize", "m"], ["bench", "m", "--batch", "0"],
                          ["bench", "m", "--size", "N"],
                          ["bench", "m", "--seconds", "0"],
                          ["train", "main"], ["convert", "a"]):
            with self.subTest(arguments):
                self.assert_refused("", *arguments, status=2)

    def test_as_a_module(self):
        done = subprocess.run(
            [sys.executable, "-m", "paddle", "--help"], capture_output=True,
            text=True, cwd=self.folder, env={
                **os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
        self.assertEqual(done.stdout, self.output("--help"))
