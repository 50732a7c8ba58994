"""`paddle run MODEL`: a model and arrays in files."""

import os

import numpy as np

import paddle as pd
from command_cases import RELU, CommandTestCase


class RunTest(CommandTestCase):

    def test_arrays(self):
        self.write_images()
        expected = pd.Predictor(self.model)(self.images)
        np.save(self.path("images.npy"), self.images)
        self.assertEqual(self.output(
            "run", "model", "--feed", "image=images.npy", "--out", "out"), "")
        self.assertEqual(os.listdir(self.path("out")),
                         [self.classes.name + ".npy"])
        np.testing.assert_array_equal(
            np.load(self.path(f"out/{self.classes.name}.npy")), expected)
        self.put_arrays("images.npz", image=self.images)
        self.output("run", "model", "--feed", "images.npz", "--batch", "5",
                    "--out", "out.npz", "--dtype", "bfloat16")
        with np.load(self.path("out.npz")) as found:
            difference = np.abs(found[self.classes.name] - expected).max()
        self.assertLess(difference, 0.01)
        self.assertGreater(difference, 0)
        shown = self.output("run", "model", "--feed", "images.npz",
                            "--threads", "1")
        self.assertRegex(shown, rf"{self.classes.name} +float32 +\[16, 5\] +0")

    def test_sequences(self):
        self.write_sentences()
        sentences = self.sentences(3, 0, 5)
        states, last = pd.Predictor(self.model)(sentences)
        self.put_arrays("words.npz", words=np.concatenate(sentences),
                        **{"words.lengths": np.array([3, 0, 5])})
        for batch in (["--batch", "2"], []):
            self.output("run", "model", "--feed", "words.npz", *batch,
                        "--out", "out.npz")
            with np.load(self.path("out.npz")) as found:
                np.testing.assert_array_equal(
                    found[self.states.name], np.concatenate(states))
                np.testing.assert_array_equal(
                    found[self.states.name + ".lengths"], [3, 0, 5])
                np.testing.assert_array_equal(found[self.last.name], last)

    def test_onnx(self):
        self.put("relu.onnx", RELU)
        np.save(self.path("x.npy"), np.float32([[1, -1]]))
        shown = self.output("run", "relu.onnx", "--feed", "x=x.npy")
        self.assertRegex(shown, r"y +float32 +\[1, 2\] +1 0\n")

    def test_a_fetch_may_have_any_name(self):
        x = pd.layer.data("x", [None, 2])
        block = pd.default_main_program().global_block()
        np.save(self.path("x.npy"), np.float32([[1, -1]]))
        for name in ("file", "args", "a/b"):
            y = block.create_var(name, [-1, 2])
            block.append_op("relu", {"X": [x]}, {"Out": [y]})
            self.save([x], [y], name="named")
            self.output("run", "named", "--feed", "x=x.npy", "--out", "y.npz")
            with np.load(self.path("y.npz")) as found:
                self.assertEqual(found.files, [name])
                self.assertEqual(found[name].tolist(), [[1, 0]])

    def test_scripts_still_run(self):
        self.put("script.py", b"import sys; print(sys.argv[1:])")
        self.assertEqual(self.output("run", "script.py", "--feed", "x"),
                         "['--feed', 'x']\n")
        os.mkdir(self.path("package"))
        self.put("package/__main__.py", b"print('package')")
        self.assertEqual(self.output("run", "package"), "package\n")

    def test_a_module_in_the_current_folder_is_not_taken(self):
        self.put("relu.onnx", RELU)
        for name in ("numpy.py", "inspect.py", "json.py", "paddle.py"):
            self.put(name, b"1 / 0")
        self.output("inspect", "relu.onnx")

    def test_mistakes(self):
        self.put("relu.onnx", RELU)
        np.save(self.path("x.npy"), np.float32([[1, -1]]))
        np.save(self.path("wide.npy"), np.ones((2, 3), "float32"))
        np.save(self.path("double.npy"), np.ones((2, 2)))
        np.save(self.path("objects.npy"), np.array([{}]), allow_pickle=True)
        self.put_arrays("y.npz", y=np.ones(2))
        self.put("text.npy", b"text")
        files = self.files()
        self.put("cut.npy", files[self.path("x.npy")][:-3])
        self.put("cut.npz", files[self.path("y.npz")][:-30])
        self.put("huge.npy", files[self.path("x.npy")].replace(
            b"(1, 2), }" + b" " * 30, b"(1, 2" + b"0" * 30 + b"), }"))
        np.savez_compressed(self.path("zlib.npz"), x=np.zeros((9, 2)))
        with open(self.path("zlib.npz"), "r+b") as file:
            file.seek(60)
            file.write(b"\xff" * 20)
        os.mkdir(self.path("full"))
        self.put("full/file", b"")
        for part, *arguments in (
                ("not fed: x [N, 2] float32",),
                ("no.npy: No such file", "--feed", "x=no.npy"),
                ("text.npy is no .npy or .npz file", "--feed", "x=text.npy"),
                ("objects.npy is no .npy or .npz file", "--feed",
                 "x=objects.npy"),
                ("cut.npy is no .npy or .npz file", "--feed", "x=cut.npy"),
                ("cut.npz is no .npy or .npz file", "--feed", "cut.npz"),
                ("huge.npy is no .npy or .npz file", "--feed", "x=huge.npy"),
                ("zlib.npz is no .npy or .npz file", "--feed", "zlib.npz"),
                ("write NAME=x.npy", "--feed", "x.npy"),
                ("without x=", "--feed", "x=y.npz"),
                ("no feed 'y'", "--feed", "y.npz"),
                ("[N, 2] float32 is fed with a value of shape [2, 3]",
                 "--feed", "x=wide.npy"),
                ("x is float32, but the array is float64", "--feed",
                 "x=double.npy"),
                ("full: is there already", "--feed", "x=x.npy", "--out",
                 "full"),
                ("no such", "--feed", "x=x.npy", "--out", "no such/out"),
                ("no such", "--feed", "x=x.npy", "--out", "no such/out.npz"),
                ("dtype", "--dtype", "int8", "--feed", "x=x.npy")):
            with self.subTest(arguments):
                if part == "dtype":
                    part = "int8 needs calibration"
                self.assert_refused(part, "run", "relu.onnx", *arguments)
        self.assert_refused("none.onnx: No such file", "run", "none.onnx")
        self.assert_refused("none: No such file", "run", "none", "--feed",
                            "x=x.npy")

    def test_mistakes_with_sequences(self):
        self.write_sentences()
        words = np.ones((5, 1), "int64")
        for part, arrays in (
                ("words.lengths is missing", {"words": words}),
                ("whose sum is 5", {"words": words, "words.lengths": [3, 1]}),
                ("whose sum is 5", {"words": words, "words.lengths": [6, -1]}),
                ("whose sum is 5", {"words": words, "words.lengths": [5.0]})):
            self.put_arrays("words.npz", **arrays)
            self.assert_refused(part, "run", "model", "--feed", "words.npz")
