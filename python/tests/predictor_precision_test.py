"""pd.Predictor in bfloat16 and with 8-bit integers."""

import os
import threading

import numpy as np

import paddle as pd
from predictor_cases import PredictorTestCase
from testing_util import random

layer = pd.layer


class FewerBitsTest(PredictorTestCase):

    def differences(self, one, other):
        return np.abs(one(self.images) - other(self.images)).max()

    def test_bfloat16(self):
        self.write_images()
        plain = pd.Predictor(self.model)
        small = pd.Predictor(self.model, "bfloat16")
        self.assertEqual(small.dtype, "bfloat16")
        self.assertEqual(small(self.images).dtype, np.float32)
        self.assertGreater(self.differences(plain, small), 0)
        self.assertLess(self.differences(plain, small), 0.01)

    def test_int8(self):
        self.write_images()
        plain = pd.Predictor(self.model)
        for calibration in ([self.images], [{"image": self.images}],
                            iter([(self.images[:8],), (self.images[8:],)])):
            small = pd.Predictor(self.model, "int8", calibration=calibration)
            self.assertEqual(small.dtype, "int8")
            self.assertLess(self.differences(plain, small), 0.02)
        real = pd.Predictor(self.model, "int8", optimize=1,
                            calibration=[self.images])
        self.assertGreater(self.differences(plain, real), 0)
        self.assertLess(self.differences(plain, real), 0.02)

    def test_int8_of_an_lstm_needs_no_calibration(self):
        words = layer.data("x", [None, 512], lod_level=1)
        hidden, _ = layer.dynamic_lstm(words, 512)
        self.run_startup()
        self.save([words], [hidden])
        plain = pd.Predictor(self.model)
        small = pd.Predictor(self.model, "int8")
        self.assertEqual(small.dtype, "int8")
        rows = [0.1 * random(40, 512)]
        np.testing.assert_allclose(small(rows)[0], plain(rows)[0], atol=0.02)

    def test_int8_of_an_lstm_and_a_product(self):
        x = layer.data("x", [None, 512], lod_level=1)
        hidden, _ = layer.dynamic_lstm(x, 512)
        y = layer.fc(layer.sequence_last_step(hidden), 8)
        self.run_startup()
        self.save([x], [y])
        with self.assert_raises(ValueError, "int8 needs calibration"):
            pd.Predictor(self.model, "int8")
        rows = [0.1 * random(40, 512), 0.1 * random(33, 512)]
        small = pd.Predictor(self.model, "int8", calibration=[rows])
        self.assertIn("quantize_linear", {
            op.type for op in small.program.global_block().ops})
        np.testing.assert_allclose(small(rows), pd.Predictor(self.model)(rows),
                                   atol=0.02)

    def assert_alike(self, stored, made, feed, level=2):
        """Checks a folder in fewer bits beside a predictor that makes them.

        Bits are the same, but where made computes in float32 after all, as
        nothing here multiplies integers: its weights are not rounded then.
        """
        program = pd.optimize(
            made.program, level=level, place=pd.CPUPlace(),
            targets=[fetch.name for fetch in made.fetches])
        types = {op.type for op in program.global_block().ops}
        if stored.dtype == "int8" and "quantize_linear" not in types:
            np.testing.assert_allclose(stored(feed), made(feed), atol=0.02)
        else:
            np.testing.assert_array_equal(stored(feed), made(feed))

    def test_saved_in_fewer_bits(self):
        self.write_images()
        program = pd.io.load_inference_model(self.model, self.scope).program
        calibration = pd.quantization.calibrate(
            program, [{"image": self.images}], [self.classes.name])
        for dtype, made in (
                ("bfloat16", pd.amp.cast(program)),
                ("int8", pd.quantization.quantize(
                    program, calibration, [self.classes.name]))):
            folder = self.save(["image"], [self.classes.name], made, dtype)
            expected = pd.Predictor(
                self.model, dtype, calibration=[self.images]
                if dtype == "int8" else None)
            for asked in ("float32", dtype):
                predictor = pd.Predictor(folder, asked)
                self.assertEqual(predictor.dtype, dtype)
                self.assert_alike(predictor, expected, self.images)
            other = {"int8": "bfloat16", "bfloat16": "int8"}[dtype]
            with self.assert_raises(ValueError, f"was saved in {dtype}",
                                    f"in {other}"):
                pd.Predictor(folder, other)

    def folder_bytes(self, folder):
        return os.path.getsize(os.path.join(folder, "parameters"))

    def test_stored_in_fewer_bits(self):
        x = layer.data("x", [None, 512])
        y = layer.fc(layer.fc(x, 512, act="relu"), 256, bias_attr=False)
        self.run_startup()
        plain = self.save([x], [y])
        rows = random(32, 512)
        half = os.path.join(self.folder, "half")
        pd.io.save_inference_model(half, [x], [y], dtype="bfloat16")
        small = pd.quantization.quantize(
            self.main, pd.quantization.calibrate(self.main, [{"x": rows}], [y]),
            [y])
        integers = self.save([x], [y], small, "integers")
        full = self.folder_bytes(plain)
        self.assertLess(self.folder_bytes(half), 0.505 * full)
        self.assertLess(self.folder_bytes(integers), 0.26 * full)
        for optimize in (0, 1, 2):
            for folder, dtype, calibration in (
                    (half, "bfloat16", None), (integers, "int8", [rows])):
                made = pd.Predictor(plain, dtype, optimize=optimize,
                                    calibration=calibration)
                stored = pd.Predictor(folder, optimize=optimize)
                self.assertEqual(stored.dtype, dtype)
                self.assert_alike(stored, made, rows, optimize)

    def test_stored_again(self):
        x = layer.data("x", [None, 8])
        y = layer.fc(x, 8)
        self.run_startup()
        half = os.path.join(self.folder, "half")
        pd.io.save_inference_model(half, [x], [y], dtype="float16")
        scope = pd.Scope()
        loaded = pd.io.load_inference_model(half, scope)
        again = os.path.join(self.folder, "again")
        pd.io.save_inference_model(again, loaded.feeds, loaded.fetches,
                                   loaded.program, scope)
        for name in ("program", "parameters"):
            with open(os.path.join(half, name), "rb") as one, open(
                    os.path.join(again, name), "rb") as other:
                self.assertEqual(one.read(), other.read(), name)

    def constant_network(self, value):
        """Both results are `value`; the first has parameters in few bits."""
        constant = pd.initializer.Constant(value)
        main, startup = pd.Program(), pd.Program()
        with pd.program_guard(main, startup):
            x = layer.data("x", [None, 64])
            y = layer.fc(x, 64, bias_attr=False,
                         param_attr=pd.ParamAttr("w", initializer=constant))
            shift = layer.layer_norm(
                y, bias_attr=pd.ParamAttr("b", initializer=constant))
        return main, startup, [x], [y, shift]

    def test_stored_between_two_runs(self):
        networks = [self.constant_network(value) for value in (1.0, 2.0)]
        main, startup, feeds, fetches = networks[0]
        scope, exe, ended = pd.Scope(), pd.Executor(), threading.Event()
        exe.run(startup, scope=scope)

        def change():
            while not ended.is_set():
                for network in networks:
                    exe.run(network[1], scope=scope)

        changes = threading.Thread(target=change)
        changes.start()
        try:
            for _ in range(30):
                pd.io.save_inference_model(self.model, feeds, fetches, main,
                                           scope, dtype="bfloat16")
                product, shift = pd.Predictor(self.model)(
                    np.full((1, 64), 1 / 64, "float32"))
                np.testing.assert_array_equal(product, shift)
        finally:
            ended.set()
            changes.join()

    def test_other_dtypes_of_files(self):
        x = layer.data("x", [None, 8])
        y = layer.fc(x, 8)
        self.run_startup()
        for dtype, hint in (("int8", "pd.quantization.quantize"),
                            ("float64", "float32, bfloat16 or float16")):
            with self.assert_raises(ValueError, "dtype of save_inference_model",
                                    repr(dtype), hint):
                pd.io.save_inference_model(os.path.join(self.folder, "f"), [x],
                                           [y], dtype=dtype)

    def test_float16_without_casts(self):
        x = layer.data("x", [None, 2], "float16")
        folder = self.save([x], [layer.exp(x)])
        self.assertEqual(pd.Predictor(folder).dtype, "float16")
        self.assertEqual(pd.Predictor(folder)(
            np.zeros((1, 2), "float16")).tolist(), [[1, 1]])

    def test_mistakes(self):
        self.write_images()
        with self.assert_raises(ValueError, "int8 needs calibration"):
            pd.Predictor(self.model, "int8")
        with self.assert_raises(ValueError, "'image'", "the batches are none"):
            pd.Predictor(self.model, "int8", calibration=[])
        with self.assert_raises(ValueError, "method of calibrate", "'best'"):
            pd.Predictor(self.model, "int8", calibration=[self.images],
                         method="best")
        with self.assert_raises(KeyError, "no feed 'imag'"):
            pd.Predictor(self.model, "int8",
                         calibration=[{"imag": self.images}])
        x = layer.data("x", [None, 2])
        folder = self.save([x], [layer.exp(x)], name="exp")
        with self.assert_raises(ValueError, "nothing to quantize"):
            pd.Predictor(folder, "int8", calibration=[[[1, 2]]])
