"""Gradients of several runs, and averages of parameters."""

import os
import tempfile

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

RANDOM = np.random.default_rng(11)
BATCHES = 3
STEPS = 4  # micro-batches in a step
X = RANDOM.uniform(-1, 1, (BATCHES * STEPS, 5, 3))
IDS = RANDOM.integers(0, 6, (BATCHES * STEPS, 5))
START = {"w": RANDOM.uniform(-1, 1, (3, 2)), "table":
         RANDOM.uniform(-1, 1, (6, 3))}
OPTIMIZERS = [("SGD", {}), ("Momentum", dict(momentum=0.9)), ("Adam", {}),
              ("Adagrad", {}), ("RMSProp", dict(momentum=0.5)), ("Lamb", {}),
              ("Ftrl", dict(l1=0.01)), ("AdamW", {}), ("NAdam", {}),
              ("ProximalGD", dict(l1=0.01, l2=0.01))]


class AccumulationTest(ProgramTestCase):

    def build(self, optimizer, steps, sparse=False):
        """Programs that train w and table, float64."""
        main, startup = pd.Program(), pd.Program()
        with pd.program_guard(main, startup):
            x = pd.layer.data("x", [None, 3], "float64")
            ids = pd.layer.data("ids", [None], "int64")
            p = {name: pd.layer.create_parameter(
                value.shape, "float64",
                pd.ParamAttr(name, pd.initializer.Values(value)))
                for name, value in START.items()}
            rows = pd.layer.lookup_table(p["table"], ids, is_sparse=sparse)
            out = pd.layer.tanh(pd.layer.matmul(x + rows, p["w"]))
            loss = pd.layer.mean(pd.layer.square(out))
            optimizer.minimize(loss, accumulate_steps=steps)
        self.exe.run(startup)
        return main

    def run_batches(self, main, batches):
        for i in batches:
            x, ids = X[i].reshape(-1, 3), IDS[i].reshape(-1)
            self.exe.run(main, {"x": x, "ids": ids})
            yield {name: self.value(name) for name in START}

    def check(self, make, sparse=False):
        small = self.build(make(), STEPS, sparse)
        ours = list(self.run_batches(small, range(BATCHES * STEPS)))
        large = self.build(make(), 1, sparse)
        groups = np.arange(BATCHES * STEPS).reshape(BATCHES, STEPS)
        before = START
        for step, expected in enumerate(self.run_batches(large, groups)):
            for i in range(STEPS - 1):
                for name in START:
                    np.testing.assert_array_equal(
                        ours[step * STEPS + i][name], before[name])
            before = ours[step * STEPS + STEPS - 1]
            for name in START:
                self.assertTrue((before[name] != START[name]).any())
                np.testing.assert_allclose(before[name], expected[name],
                                           1e-12, 1e-12)

    def test_small_batches_train_as_a_large_one(self):
        for name, settings in OPTIMIZERS:
            for sparse in (False, True):
                with self.subTest(name, sparse=sparse):
                    self.check(lambda: getattr(pd.optimizer, name)(
                        0.05, **settings), sparse)

    def test_what_is_clipped_and_decayed_is_the_mean(self):
        self.check(lambda: pd.optimizer.Momentum(
            0.05, 0.9, regularization=pd.regularizer.L2Decay(0.1),
            grad_clip=pd.clip.ClipByGlobalNorm(0.1)))

    def test_sums_are_saved(self):
        main = self.build(pd.optimizer.Adam(0.05), STEPS)
        list(self.run_batches(main, range(6)))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state")
            pd.io.save(path, main)
            expected = list(self.run_batches(main, range(6, 12)))
            with pd.scope_guard(pd.Scope()) as scope:
                self.scope = scope or pd.global_scope()
                pd.io.load(path, main)
                resumed = list(self.run_batches(main, range(6, 12)))
        for a, b in zip(resumed, expected):
            np.testing.assert_array_equal(a["w"], b["w"])

    def test_messages(self):
        w = pd.layer.create_parameter([2])
        with self.assertRaisesRegex(ValueError, "runs to accumulate"):
            pd.optimizer.SGD(0.1).minimize(pd.layer.mean(w),
                                           accumulate_steps=0)


class MovingAverageTest(ProgramTestCase):

    def train(self, decay, **options):
        w = pd.layer.create_parameter(
            [2], "float64", pd.ParamAttr("w", pd.initializer.Values([1, 2])))
        pd.layer.create_parameter([1], attr=pd.ParamAttr(
            "frozen", trainable=False))
        self.x = pd.layer.data("x", [2], "float64")
        pd.optimizer.SGD(0.5).minimize(pd.layer.reduce_sum(w * self.x))
        average = pd.optimizer.ExponentialMovingAverage(decay, **options)
        average.update()
        self.run_startup()
        return average

    def run_steps(self, decay_of, steps=5):
        """The average that is expected, without bias."""
        expected, total = np.zeros(2), 0
        for t in range(steps):
            self.exe.run(feed={"x": RANDOM.uniform(-1, 1, 2)})
            decay = decay_of(t)
            expected = decay * expected + (1 - decay) * self.value("w")
            total = decay * total + (1 - decay)
        return expected / total

    def test_averages(self):
        average = self.train(0.75)
        expected = self.run_steps(lambda t: 0.75)
        last = self.value("w")
        with average.apply(self.exe):
            np.testing.assert_allclose(self.value("w"), expected, 1e-14)
        np.testing.assert_array_equal(self.value("w"), last)
        self.run_steps(lambda t: 0.75)  # training goes on

    def test_the_first_average_is_the_parameter(self):
        average = self.train(0.999)
        self.run_steps(lambda t: 0.999, steps=1)
        now = self.value("w")
        with average.apply(self.exe):
            np.testing.assert_array_equal(self.value("w"), now)

    def test_a_number_of_steps_bounds_the_decay(self):
        steps = pd.layer.create_global_var([1], 3.0, name="steps")
        average = self.train(0.75, thres_steps=steps)
        expected = self.run_steps(lambda t: 4 / 13)
        with average.apply(self.exe):
            np.testing.assert_allclose(self.value("w"), expected, 1e-14)

    def test_without_restoring(self):
        average = self.train(0.5)
        expected = self.run_steps(lambda t: 0.5)
        last = self.value("w")
        with average.apply(self.exe, need_restore=False):
            pass
        np.testing.assert_allclose(self.value("w"), expected, 1e-14)
        average.restore(self.exe)
        np.testing.assert_array_equal(self.value("w"), last)

    def test_parameters_are_restored_after_an_error(self):
        average = self.train(0.5)
        self.run_steps(lambda t: 0.5)
        last = self.value("w")
        with self.assertRaises(KeyError):
            with average.apply(self.exe):
                raise KeyError
        np.testing.assert_array_equal(self.value("w"), last)

    def test_before_the_first_step_parameters_stay(self):
        with self.train(0.5).apply(self.exe):
            self.assertEqual(self.value("w").tolist(), [1, 2])

    def test_inference_clones_do_not_average(self):
        self.train(0.5)
        clone = self.main.clone(for_test=True)
        self.assertNotIn("moving_average",
                         [op.type for op in clone.global_block().ops])

    def test_messages(self):
        with self.assertRaisesRegex(ValueError, "at least 0 and below 1"):
            pd.optimizer.ExponentialMovingAverage(1.0)
        average = pd.optimizer.ExponentialMovingAverage(0.5)
        with self.assertRaisesRegex(ValueError, "no trainable parameter"):
            average.update()
        with self.assertRaisesRegex(RuntimeError, "update"):
            with average.apply(self.exe):
                pass
        pd.layer.create_parameter([2])
        average.update()
        with self.assertRaisesRegex(RuntimeError, "one program"):
            average.update()
