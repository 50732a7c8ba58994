"""Networks with numbers rounded to 8-bit integers, next to those without."""

import os
import tempfile
import unittest

import numpy as np

import paddle as pd
from paddle.dataset import mnist
from testing_util import ProgramTestCase

Q = pd.quantization


def op_types(program):
    return [op.type for op in program.global_block().ops]


class RangesTest(unittest.TestCase):

    def filled(self, *batches):
        histogram = Q._Histogram()
        for batch in batches:
            histogram.add(np.asarray(batch, "float32"))
        return histogram

    def test_minmax_is_the_largest(self):
        histogram = self.filled([1, 2], [-254, 3], [5, 0])
        self.assertAlmostEqual(histogram.scale("minmax", 0), 2)
        self.assertAlmostEqual(self.filled([0, 510]).scale("minmax", 0), 2)

    def test_zeros_have_a_scale(self):
        for method in Q.METHODS:
            self.assertGreater(self.filled([0, 0]).scale(method, 99), 0)

    def test_percentile_clips_the_largest(self):
        numbers = np.linspace(0, 1, 10000)
        numbers[-1] = 100
        histogram = self.filled(numbers)
        self.assertEqual(histogram.percentile(100), 100)
        self.assertLess(histogram.percentile(99.9), 1.1)

    def test_bins_that_grow_count_the_same(self):
        random = np.random.default_rng(0)
        numbers = random.normal(size=10000)
        together, apart = self.filled(numbers), self.filled(
            *np.split(np.sort(np.abs(numbers)), 100))
        self.assertEqual(apart.counts.sum(), 10000)
        for percent in (50, 90, 99):
            self.assertAlmostEqual(together.percentile(percent),
                                   apart.percentile(percent), delta=0.01)

    def test_mse_is_the_least_of_all(self):
        random = np.random.default_rng(0)
        numbers = np.append(random.normal(size=20000), [60.0])
        histogram = self.filled(numbers)

        def error(most):
            step = most / histogram.levels
            rounded = np.clip(np.rint(numbers / step), -127, 127) * step
            return ((numbers - rounded) ** 2).sum()

        chosen = histogram.scale("mse", 0) * histogram.levels
        self.assertLess(chosen, 60)
        for most in (3, 10, 60):
            self.assertLessEqual(error(chosen), 1.02 * error(most))


class QuantizationTest(ProgramTestCase):

    def network(self):
        x = pd.layer.data("x", [None, 3, 8, 8])
        y = pd.layer.conv2d(x, 16, 3, padding=1, bias_attr=False)
        y = pd.layer.batch_norm(y, act="relu")
        z = pd.layer.conv2d(y, 16, 3, padding=1, act="relu")
        return pd.layer.conv2d(z, 16, 3, padding=1) + y

    def batches(self, rows=4, count=2):
        random = np.random.default_rng(3)
        return [{"x": random.normal(size=(rows, 3, 8, 8)).astype("float32")}
                for _ in range(count)]

    def test_integers_are_near_real_numbers_at_each_level(self):
        out = self.network()
        self.run_startup()
        feed = self.batches()[0]
        wanted, = self.exe.eval(self.main.clone(for_test=True), feed, [out])
        for method in Q.METHODS:
            calibration = Q.calibrate(self.main, self.batches(), [out], method)
            small = Q.quantize(self.main, calibration, [out])
            for level in (0, 1, 2):
                exe = pd.Executor(pd.CPUPlace(), optimize=level)
                got, = exe.eval(small, feed, [out])
                error = np.abs(got - wanted).max() / np.abs(wanted).max()
                self.assertLess(error, 0.08, (method, level))
                self.assertEqual(got.shape, wanted.shape)

    def test_the_program_says_what_is_rounded(self):
        out = self.network()
        self.run_startup()
        before = self.written()
        calibration = Q.calibrate(self.main, self.batches(), [out])
        self.assertEqual(len(calibration.scales), 3)
        self.assertFalse(calibration.unsigned["x"])
        self.assertEqual(sum(calibration.unsigned.values()), 2)
        small = Q.quantize(self.main, calibration, [out])
        self.assertEqual(self.written(), before)
        types = op_types(small)
        self.assertEqual(types.count("quantize_linear"), 6)
        self.assertEqual(types.count("dequantize_linear"), 6)
        self.assertNotIn("batch_norm", types)

    def test_wrong_input_is_told(self):
        out = self.network()
        self.run_startup()

        def calibrate(batches, **options):
            return Q.calibrate(self.main, batches, [out], **options)

        bad = self.batches(1)[0]
        bad["x"][0, 0, 0, 0] = np.nan
        self.refused(
            (ValueError, "calibrate has seen no number of 'x'",
             lambda: calibrate([])),
            (ValueError, "calibrate has seen no number of 'x'",
             lambda: calibrate(self.batches(rows=0))),
            (ValueError, "variable 'x' is NaN or infinite",
             lambda: calibrate([bad])),
            (ValueError, "method of calibrate is one of minmax, percentile, "
             "mse, not 'entropy'",
             lambda: calibrate(self.batches(), method="entropy")),
            (ValueError, "percentile of calibrate is above 0",
             lambda: calibrate(self.batches(), percentile=0)),
            (KeyError, "variable 'x' has no scale: it was not calibrated",
             lambda: Q.quantize(self.main, Q.Calibration({}, {}), [out])))

    def test_a_program_without_convolutions_is_refused(self):
        out = pd.layer.relu(pd.layer.data("x", [None, 3]))
        with self.assert_raises(ValueError, "nothing to quantize"):
            Q.quantize(self.main, Q.Calibration({}, {}), [out])

    def test_a_saved_program_computes_the_same(self):
        out = self.network()
        self.run_startup()
        calibration = Q.calibrate(self.main, self.batches(), [out])
        small = Q.quantize(self.main, calibration, [out])
        feed = self.batches()[0]
        # Level 2 does not round where nothing multiplies integers, but weights
        # that were saved are rounded.
        fast = pd.optimize(small, level=2, place=pd.CPUPlace(), targets=[out])
        rounds = any(op.type == "quantized_conv2d"
                     for op in fast.global_block().ops)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "model")
            pd.io.save_inference_model(path, ["x"], [out.name], small)
            scope = pd.Scope()
            model = pd.io.load_inference_model(path, scope)
            for level in (0, 1, 2):
                exe = pd.Executor(pd.CPUPlace(), optimize=level)
                wanted, = exe.eval(small, feed, [out])
                got, = exe.eval(model.program, feed, model.fetches, scope)
                if level < 2 or rounds:
                    np.testing.assert_array_equal(got, wanted)
                else:
                    np.testing.assert_allclose(got, wanted, atol=0.1)


class AccuracyTest(ProgramTestCase):
    """A net of the book that was trained on Fashion-MNIST."""

    def trained(self):
        image = pd.layer.data("image", [None, 784])
        label = pd.layer.data("label", [None, 1], "int64")
        x = pd.layer.reshape(image, [-1, 1, 28, 28])
        for filters in (20, 50):
            x = pd.layer.conv2d(x, filters, 5, act="relu")
            x = pd.layer.pool2d(x, 2, pool_stride=2)
        logits = pd.layer.fc(x, 10)
        loss = pd.layer.mean(
            pd.layer.softmax_with_cross_entropy(logits, label))
        test = self.main.clone(for_test=True)
        pd.optimizer.Adam(0.001).minimize(loss)
        self.run_startup()
        images, labels = self.arrays("train", 12000)
        for first in range(0, len(images), 100):
            rows = slice(first, first + 100)
            self.exe.run(feed={"image": images[rows], "label": labels[rows]},
                         fetch_list=[loss])
        return test, logits

    def arrays(self, part, count):
        arrays = (mnist.train_arrays if part == "train"
                  else mnist.test_arrays)()
        return (mnist.normalize(arrays.images[:count]).reshape(count, 784),
                arrays.labels[:count].reshape(count, 1))

    def accuracy(self, program, logits, level):
        exe = pd.Executor(pd.CPUPlace(), optimize=level)
        images, labels = self.arrays("test", 10000)
        right = 0
        for first in range(0, 10000, 500):
            got, = exe.eval(program, {"image": images[first:first + 500]},
                            [logits])
            right += (got.argmax(1) == labels[first:first + 500, 0]).sum()
        return right / 100

    def test_accuracy_is_within_half_a_point(self):
        program, logits = self.trained()
        wanted = self.accuracy(program, logits, 2)
        self.assertGreater(wanted, 80)
        images, _ = self.arrays("train", 500)
        batches = [{"image": images[first:first + 100]}
                   for first in range(0, 500, 100)]
        for method in Q.METHODS:
            calibration = Q.calibrate(program, batches, [logits], method)
            small = Q.quantize(program, calibration, [logits])
            for level in (1, 2):
                got = self.accuracy(small, logits, level)
                print("%s, level %d: %.2f %% instead of %.2f %%" % (
                    method, level, got, wanted))
                self.assertGreaterEqual(got, wanted - 0.5, (method, level))


class DynamicTest(AccuracyTest):
    """An LSTM that reads images by halves of their rows."""

    def trained(self):
        rows = pd.layer.data("image", [None, 14], lod_level=1)
        label = pd.layer.data("label", [None, 1], "int64")
        hidden, _ = pd.layer.dynamic_lstm(pd.layer.fc(rows, 512), 512)
        logits = pd.layer.fc(pd.layer.sequence_pool(hidden, "max"), 10)
        loss = pd.layer.mean(
            pd.layer.softmax_with_cross_entropy(logits, label))
        test = self.main.clone(for_test=True)
        pd.optimizer.Adam(0.003).minimize(loss)
        self.run_startup()
        images, labels = self.arrays("train", 12000)
        for first in 2 * list(range(0, len(images), 100)):
            part = slice(first, first + 100)
            self.exe.run(feed={"image": self.sequences(images[part]),
                               "label": labels[part]}, fetch_list=[loss])
        return test, logits

    def sequences(self, images):
        return pd.LoDTensor(images.reshape(-1, 14), [[56] * len(images)])

    def logits(self, program, logits, level, count):
        exe = pd.Executor(pd.CPUPlace(), optimize=level)
        images, _ = self.arrays("test", count)
        return np.concatenate([
            exe.eval(program, {"image": self.sequences(part)}, [logits])[0]
            for part in np.split(images, count // 500)])

    def test_accuracy_is_within_half_a_point(self):
        program, logits = self.trained()
        small = Q.quantize_dynamic(program)
        _, labels = self.arrays("test", 10000)
        right = []
        for which in (program, small):
            got = self.logits(which, logits, 2, 10000)
            right.append((got.argmax(1) == labels[:, 0]).mean() * 100)
        print("dynamic: %.2f %% instead of %.2f %%" % (right[1], right[0]))
        self.assertGreater(right[0], 70)
        self.assertGreaterEqual(right[1], right[0] - 0.5)
        # The parameters and the results of float32 stay as they are.
        full, again = (self.logits(program, logits, level, 500)
                       for level in (1, 2))
        np.testing.assert_allclose(again, full, rtol=1e-4, atol=1e-4)

    def test_wrong_programs_are_told(self):
        pd.layer.relu(pd.layer.data("x", [None, 4]))
        with self.assertRaisesRegex(ValueError, "nothing to quantize dyn"):
            Q.quantize_dynamic(self.main)


if __name__ == "__main__":
    unittest.main()
