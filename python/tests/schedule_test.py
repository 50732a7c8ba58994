"""Schedules of learning rates against their formulae and PyTorch's."""

import math
import os
import tempfile
import unittest

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

try:
    import torch
except ImportError:
    torch = None

STEPS = 25
schedule = pd.schedule


def warmed_up(t):
    return 0.1 + 0.3 * t / 8 if t < 8 else 0.5 * 0.5 ** (t / 10)


def polynomial_in_cycles(t):
    steps = 6 * max(1, math.ceil(t / 6))
    return 0.1 + 0.4 * (1 - t / steps) ** 2


# A schedule, and the rate after t runs.
FORMULAE = [
    (lambda: schedule.noam(64, 5, 2.0),
     lambda t: 2 / 8 * min((t + 1) ** -0.5, (t + 1) * 5 ** -1.5)),
    (lambda: schedule.exponential(0.5, 10, 0.5),
     lambda t: 0.5 * 0.5 ** (t / 10)),
    (lambda: schedule.exponential(0.5, 10, 0.5, staircase=True),
     lambda t: 0.5 * 0.5 ** (t // 10)),
    (lambda: schedule.natural_exp(0.5, 10, 0.5),
     lambda t: 0.5 * math.exp(-0.5 * t / 10)),
    (lambda: schedule.natural_exp(0.5, 10, 0.5, staircase=True),
     lambda t: 0.5 * math.exp(-0.5 * (t // 10))),
    (lambda: schedule.inverse_time(0.5, 10, 0.5),
     lambda t: 0.5 / (1 + 0.5 * t / 10)),
    (lambda: schedule.inverse_time(0.5, 10, 0.5, staircase=True),
     lambda t: 0.5 / (1 + 0.5 * (t // 10))),
    (lambda: schedule.polynomial(0.5, 12, 0.1, 2.0),
     lambda t: 0.1 + 0.4 * (1 - min(t, 12) / 12) ** 2),
    (lambda: schedule.polynomial(0.5, 6, 0.1, 2.0, cycle=True),
     polynomial_in_cycles),
    (lambda: schedule.piecewise([5, 12], [0.5, 0.25, 0.125]),
     lambda t: 0.5 if t < 5 else 0.25 if t < 12 else 0.125),
    (lambda: schedule.piecewise([], [0.5]), lambda t: 0.5),
    (lambda: schedule.cosine(0.5, 12, 0.1),
     lambda t: 0.1 + 0.2 * (1 + math.cos(math.pi * min(t / 12, 1)))),
    (lambda: schedule.linear_warmup(0.5, 8, 0.1, 0.4),
     lambda t: 0.1 + 0.3 * t / 8 if t < 8 else 0.5),
    (lambda: schedule.linear_warmup(schedule.exponential(0.5, 10, 0.5),
                                    8, 0.1, 0.4), warmed_up),
]


class ScheduleTest(ProgramTestCase):

    def rates(self, rate, steps=STEPS):
        """In each of so many runs."""
        return [float(self.exe.run(self.main, {}, [rate])[0])
                for _ in range(steps)]

    def test_formulae(self):
        for i, (make, formula) in enumerate(FORMULAE):
            with self.subTest(i):
                self.setUp()
                rate = make()
                self.assertEqual((rate.dtype, rate.shape), ("float64", ()))
                self.run_startup()
                np.testing.assert_allclose(
                    self.rates(rate), [formula(t) for t in range(STEPS)],
                    1e-13)
                self.doCleanups()

    def test_older_names(self):
        for name in ("noam", "exponential", "natural_exp", "inverse_time",
                     "polynomial", "piecewise"):
            self.assertIs(getattr(pd.layer, name + "_decay"),
                          getattr(schedule, name))

    @unittest.skipIf(torch is None, "PyTorch cannot be imported")
    def test_beside_torch(self):
        of = torch.optim.lr_scheduler
        rows = [
            (schedule.exponential(0.5, 1, 0.9),
             lambda o: of.ExponentialLR(o, 0.9)),
            (schedule.exponential(0.5, 4, 0.5, staircase=True),
             lambda o: of.StepLR(o, 4, 0.5)),
            (schedule.polynomial(0.5, 12, 0.0, 2.0),
             lambda o: of.PolynomialLR(o, 12, 2.0)),
            (schedule.piecewise([5, 12], [0.5, 0.25, 0.125]),
             lambda o: of.MultiStepLR(o, [5, 12], 0.5)),
            (schedule.cosine(0.5, STEPS, 0.1),
             lambda o: of.CosineAnnealingLR(o, STEPS, 0.1)),
            (schedule.cosine_restarts(0.5, 7, end_learning_rate=0.1),
             lambda o: of.CosineAnnealingWarmRestarts(o, 7, 1, 0.1)),
            (schedule.cosine_restarts(0.5, 3, 2.0),
             lambda o: of.CosineAnnealingWarmRestarts(o, 3, 2)),
            (schedule.linear_warmup(0.5, 8, 0.25, 0.5),
             lambda o: of.LinearLR(o, 0.5, 1, 8))]
        self.run_startup()
        ours = np.array([self.exe.run(self.main, {}, [r for r, _ in rows])
                         for _ in range(STEPS)]).T
        for (_, make), got in zip(rows, ours):
            optimizer = torch.optim.SGD([torch.zeros(1)], 0.5)
            scheduler, expected = make(optimizer), []
            for _ in range(STEPS):
                expected.append(scheduler.get_last_lr()[0])
                optimizer.step()
                scheduler.step()
            with self.subTest(type(scheduler).__name__):
                np.testing.assert_allclose(got, expected, 1e-10)

    def train(self, rate):
        w = pd.layer.create_parameter(
            [2], attr=pd.ParamAttr("w", pd.initializer.Constant(1.0)))
        loss = pd.layer.reduce_sum(w)
        pd.optimizer.SGD(rate).minimize(loss)
        self.run_startup()
        return loss

    def test_optimizers_follow(self):
        self.train(schedule.piecewise([1, 3], [0.5, 0.25, 0.125]))
        for expected in (0.5, 0.25, 0.0, -0.125):
            self.exe.run(self.main)
            self.assertEqual(self.value("w").tolist(), [expected] * 2)

    def test_evaluation_does_not_count(self):
        rate = schedule.exponential(1.0, 1, 0.5)
        loss = self.train(rate)
        self.assertEqual(self.rates(rate, 2), [1, 0.5])
        for _ in range(2):
            self.assertEqual(float(self.eval(rate)), 0.25)
            self.eval(loss)
        self.assertEqual(self.rates(rate, 1), [0.25])

    def test_all_share_a_counter(self):
        first, second = schedule.noam(4, 2), schedule.cosine(1.0, 5)
        counters = [v for v in self.main.global_block().vars
                    if v.persistable]
        self.assertEqual([v.name for v in counters], ["schedule_step"])
        self.run_startup()
        self.exe.run(self.main, {}, [first, second])
        self.assertEqual(self.value("schedule_step").tolist(), 1)

    def test_inference_clones_have_none(self):
        loss = self.train(schedule.noam(4, 2))
        clone = self.main.clone(for_test=True)
        roles = {op.role for op in clone.global_block().ops}
        self.assertEqual(roles, {"forward"})
        self.assertFalse([v for v in clone.global_block().vars
                          if "schedule" in v.name])
        self.assertTrue(self.exe.eval(clone, {}, [loss.name]))

    def test_training_resumes(self):
        rate = schedule.exponential(1.0, 1, 0.5)
        self.train(rate)
        self.rates(rate, 3)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "state")
            pd.io.save(path)
            expected = self.rates(rate, 3)
            with pd.scope_guard(pd.Scope()):
                self.run_startup()
                pd.io.load(path)
                self.assertEqual(self.rates(rate, 3), expected)

    def test_messages(self):
        bad = [
            (lambda: schedule.noam(0, 1), "the d_model of a schedule is above "
             "0, not 0"),
            (lambda: schedule.noam(-1, 10), "above 0, not -1"),
            (lambda: schedule.exponential(0.1, 0, 0.5),
             "the number of steps of a schedule is above 0, not 0"),
            (lambda: schedule.exponential(-0.1, 1, 0.5), "learning rate"),
            (lambda: schedule.exponential(0.1, 1, 0.0), "decay"),
            (lambda: schedule.natural_exp(0.1, 1, math.nan), "finite"),
            (lambda: schedule.inverse_time(0.1, 1, -1.0), "at least 0"),
            (lambda: schedule.polynomial(0.1, 1, power=0.0), "power"),
            (lambda: schedule.piecewise([1, 2], [0.1, 0.2]),
             "one value more than boundaries, not 2 values for 2 boundaries"),
            (lambda: schedule.piecewise([2, 2], [0.1, 0.2, 0.3]),
             "the boundaries of a piecewise schedule ascend; 2 stands behind "
             "2"),
            (lambda: schedule.cosine(0.1, -1), "number of steps"),
            (lambda: schedule.cosine_restarts(0.1, 1, 0.5),
             "the factor of a cosine schedule is at least 1, not 0.5"),
            (lambda: schedule.linear_warmup(0.1, 5, -0.1, 0.1), "-0.1")]
        for make, message in bad:
            with self.subTest(message):
                with self.assertRaisesRegex(ValueError, message):
                    make()
        with self.assertRaisesRegex(TypeError, "cosine: learning_rate is of "):
            schedule.cosine("fast", 3)
        with self.assertRaisesRegex(TypeError, "learning rate is a number"):
            schedule.linear_warmup("fast", 5, 0.1, 0.2)
        self.assertEqual(len(self.main.global_block().ops), 0)
