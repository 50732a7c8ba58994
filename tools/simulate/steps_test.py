import math
import time
import unittest

import theory
from steps import Faults, Policy, Recovery, Work, simulate

DAY = 86400.0
STILL = Recovery(Policy.IN_PLACE, 0.0)


def work(workers, seconds=0.2, **kwargs):
    return Work(workers, seconds, **kwargs)


class StepsTest(unittest.TestCase):

    def check(self, value, expected, share=0.05):
        self.assertAlmostEqual(value / expected, 1, delta=share,
                               msg=f"{value}, expected {expected}")

    def test_nothing_happens(self):
        found = simulate(10, work(10, exposed=lambda members: members / 100),
                         Faults(), STILL, 300)
        self.assertEqual(found.steps, 1000)
        self.assertAlmostEqual(found.seconds, 300)
        self.assertEqual((found.failures, found.epochs, found.members),
                         (0, 0, 10))
        self.assertAlmostEqual(found.efficiency(0.2), 2 / 3)

    def test_shards_are_spread(self):
        self.assertAlmostEqual(Work(8, 1.0).seconds(3), 3.0)
        self.assertAlmostEqual(Work(8, 1.0).seconds(8), 1.0)

    def test_the_latest_of_many(self):
        for workers in (1, 100, 100_000):
            found = simulate(workers, work(workers, jitter=0.01), Faults(),
                             STILL, 1000)
            self.check(found.seconds / found.steps - 0.2,
                       theory.latest(0.01, workers))

    def test_failures_come_as_often_as_they_should(self):
        for shape in (0.7, 1.0, 2.0):
            found = simulate(1000, work(1000), Faults(DAY, shape),
                             Recovery(Policy.IN_PLACE, 0.0), 20 * DAY)
            # The young die first, so that there are a few more of them.
            self.check(found.failures, 20_000, 0.05 if shape == 1 else 0.1)
            self.assertEqual(found.failures, found.epochs)

    def test_in_place_as_renewal_theory_says(self):
        for workers, pause in ((1000, 20.0), (10_000, 5.0), (100_000, 1.5)):
            rate = workers / (30 * DAY)
            found = simulate(workers, work(workers), Faults(30 * DAY),
                             Recovery(Policy.IN_PLACE, pause),
                             1000 / rate)
            slower = theory.in_place_seconds(rate, pause, 0.2) / 0.2
            self.check(found.seconds / found.steps / 0.2 - 1, slower - 1, 0.1)
            self.check(found.seconds / found.steps / 0.2, slower)

    def test_checkpoints_as_daly_says(self):
        for workers, pause, write, interval in (
                (1000, 120.0, 30.0, 400.0), (1000, 300.0, 60.0, 2000.0),
                (10_000, 60.0, 10.0, 60.0)):
            rate = workers / (30 * DAY)
            found = simulate(
                workers, work(workers), Faults(30 * DAY),
                Recovery(Policy.CHECKPOINT, pause, interval, write),
                2000 / rate)
            self.check(
                found.seconds / (found.steps * 0.2),
                theory.checkpoint_slowdown(rate, pause, write, interval))

    def test_the_best_interval_is_that_of_young_and_daly(self):
        rate, write = 1000 / (30 * DAY), 30.0
        best = theory.daly_interval(rate, write)
        self.check(best, theory.young_interval(rate, write), 0.1)

        def slowdown(interval):
            found = simulate(
                1000, work(1000, 1.0), Faults(30 * DAY),
                Recovery(Policy.CHECKPOINT, 60.0, interval, write),
                4000 / rate)
            return found.seconds / found.steps

        at_best = slowdown(best)
        self.check(at_best, theory.checkpoint_slowdown(rate, 60, write, best))
        for factor in (0.25, 0.5, 2, 4):
            self.assertGreater(slowdown(factor * best), at_best)

    def test_time_is_accounted_for(self):
        found = simulate(1000, work(1000, 0.25), Faults(DAY),
                         Recovery(Policy.CHECKPOINT, 10.0, 20.0, 1.0), DAY)
        self.assertGreater(found.written, 0)
        # Writing of lost checkpoints counts in both.
        self.assertAlmostEqual(
            found.steps * 0.25 + found.lost + found.paused + found.written,
            found.seconds, delta=0.01 * found.seconds)

    def test_shrinking_as_little_says(self):
        """The law of Little, and a Poisson number of members who are away."""
        workers, away, mean = 1000, 600.0, 5 * DAY
        given = Work(4 * workers, 0.05)
        found = simulate(workers, given, Faults(mean),
                         Recovery(Policy.SHRINK, 0.5, away=away), 20 * DAY)
        self.check(found.members, theory.members_there(workers, mean, away))
        rate = found.members / mean
        absent = rate * away
        speed = sum(
            math.exp(-absent) * absent ** gone / math.factorial(gone)
            / given.seconds(workers - gone) for gone in range(30))
        self.check(found.steps / found.seconds, speed * (1 - rate * 0.5))
        # Each comes back, but those that end the run away.
        self.assertAlmostEqual(found.epochs, 2 * found.failures, delta=30)

    def test_all_may_be_away(self):
        found = simulate(1, work(1), Faults(100.0),
                         Recovery(Policy.SHRINK, 0.0, away=100.0), 10 * DAY)
        self.check(found.steps * 0.2 / found.seconds, 0.5, 0.1)

    def test_same_seed_same_outcome(self):
        first, second, other = (
            simulate(100, work(100, jitter=0.01), Faults(DAY),
                     Recovery(Policy.IN_PLACE, 1.0), DAY, seed)
            for seed in (1, 1, 2))
        self.assertEqual(first, second)
        self.assertNotEqual(first, other)

    def test_a_day_of_100_000_workers_takes_less_than_a_minute(self):
        for policy in Policy:
            begin = time.process_time()
            found = simulate(
                100_000, Work(200_000, 0.1, jitter=0.005), Faults(30 * DAY),
                Recovery(policy, 1.5, 60.0, 1.0, away=60.0, join=0.1), DAY)
            spent = time.process_time() - begin
            print(f"{policy.name}: {found.failures} failures, "
                  f"{found.steps} steps, {spent:.1f} s")
            self.check(found.failures, 100_000 / 30, 0.1)
            self.assertLess(spent, 60)

    def test_nonsense(self):
        with self.assertRaisesRegex(ValueError, "3 workers for 2 shards"):
            simulate(3, work(2), Faults(), STILL, 1)
        with self.assertRaisesRegex(ValueError, "takes no time"):
            simulate(1, work(1, 0.0), Faults(), STILL, 1)
