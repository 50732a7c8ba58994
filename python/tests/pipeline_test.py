"""DataPipeline: its position is exact, through every step."""

import json
import random
import threading
import time
import unittest

import numpy as np

from paddle.reader import DataPipeline


class Counted:
    """Numbers 0 to n - 1, and how often one was asked for."""

    def __init__(self, n):
        self.n, self.reads = n, 0

    def __len__(self):
        return self.n

    def __getitem__(self, i):
        self.reads += 1
        return i


def from_reader(n):
    return DataPipeline(lambda: iter(range(n)))


def double(x):
    return 2 * x


def nap(x):
    time.sleep(random.random() / 2000)
    return x


def word(n):
    return "x" * (n * 7 % 12)


# Builders of the pipelines, so that another process can make them again.
PIPELINES = {
    "numbers": lambda: DataPipeline(range(23)),
    "reader": lambda: from_reader(23),
    "map": lambda: from_reader(23).map(double),
    "shuffle": lambda: DataPipeline(range(23)).shuffle(7, seed=2),
    "shuffle of all": lambda: DataPipeline(range(23)).shuffle(99, seed=2),
    "shuffle a reader": lambda: from_reader(23).shuffle(7, seed=2),
    "twice": lambda: DataPipeline(range(23)).shuffle(5, 1).shuffle(9, 2),
    "batch": lambda: from_reader(23).batch(4),
    "drop_last": lambda: DataPipeline(range(23)).batch(4, drop_last=True),
    "shuffle, batch": lambda: DataPipeline(range(23)).shuffle(9, 4).batch(4),
    "batch, shuffle": lambda: DataPipeline(range(23)).batch(4).shuffle(3, 4),
    "threads": lambda: DataPipeline(range(23)).shuffle(5, 3).map(
        nap, threads=3),
    "prefetch": lambda: from_reader(23).shuffle(5, 3).prefetch(4),
    "bucket": lambda: DataPipeline(range(40)).map(word).bucket_by_length(
        [3, 6, 9], [4, 3, 2, 1]),
    "everything": lambda: DataPipeline(range(60)).shuffle(20, 8).map(
        word, threads=2).bucket_by_length([5], 4).shuffle(3, 9).prefetch(3),
}


class PositionTest(unittest.TestCase):

    def test_every_position_of_every_pipeline_goes_on_exactly(self):
        for name, make in PIPELINES.items():
            passes = [list(p) for p in [make()] for p in (p, p, p)]
            for cut in range(len(passes[1]) + 1):
                with self.subTest(name, cut=cut):
                    state = self.state_at(make(), 1, cut)
                    again = make()
                    again.load_state_dict(json.loads(json.dumps(state)))
                    self.assertEqual(list(again), passes[1][cut:])
                    self.assertEqual(again.epoch, 2)
                    self.assertEqual(list(again), passes[2])

    def state_at(self, data, epoch, position):
        """The state when the loop has got `position` samples of a pass."""
        for _ in range(epoch):
            list(data)
        if position == 0:
            return data.state_dict()
        samples = iter(data)
        for _ in range(position):
            next(samples)
        state = data.state_dict()
        self.assertEqual((state["epoch"], state["position"]),
                         (epoch, position))
        samples.close()
        return state

    def test_passes_have_orders_of_their_own(self):
        data = DataPipeline(range(100)).shuffle(100, seed=1)
        one, two = list(data), list(data)
        self.assertNotEqual(one, two)
        self.assertEqual(sorted(one), sorted(two))
        again = DataPipeline(range(100)).shuffle(100, seed=1)
        self.assertEqual([list(again), list(again)], [one, two])

    def test_a_state_knows_the_seed_that_was_not_given(self):
        data = DataPipeline(range(50)).shuffle(50)
        samples = iter(data)
        first = [next(samples) for _ in range(20)]
        other = DataPipeline(range(50)).shuffle(50)
        other.load_state_dict(data.state_dict())
        rest = list(other)
        self.assertEqual(sorted(first + rest), list(range(50)))
        self.assertEqual(rest, list(samples))

    def test_what_was_passed_over_is_not_made_again(self):
        source = Counted(1000)
        data = DataPipeline(source).shuffle(100, seed=1).map(double).batch(10)
        state = self.state_at(data, 0, 60)
        source.reads = 0
        again = DataPipeline(source).shuffle(100, seed=1).map(double).batch(10)
        again.load_state_dict(state)
        self.assertEqual(len(list(again)), 40)
        self.assertEqual(source.reads, 400)

    def test_what_threads_have_read_ahead_is_not_lost(self):
        source = Counted(100)
        data = DataPipeline(source).prefetch(30)
        samples = iter(data)
        next(samples)
        deadline = time.monotonic() + 10
        while source.reads < 20 and time.monotonic() < deadline:
            time.sleep(0.001)
        self.assertGreaterEqual(source.reads, 20)
        self.assertEqual(data.position, 1)
        samples.close()

    def test_a_pass_left_early_is_followed_by_the_next(self):
        data = DataPipeline(range(5))
        self.assertEqual(next(iter(data)), 0)
        self.assertEqual((data.epoch, data.position), (0, 1))
        self.assertEqual(list(data), [0, 1, 2, 3, 4])
        self.assertEqual((data.epoch, data.position), (2, 0))

    def test_a_pass_that_another_one_replaces_says_so(self):
        data = DataPipeline(range(5))
        first, second = iter(data), iter(data)
        self.assertEqual(next(second), 0)
        with self.assertRaisesRegex(RuntimeError, "another pass"):
            next(first)
        self.assertEqual(next(second), 1)

    def test_other_pipelines_refuse_a_state(self):
        state = DataPipeline(range(5)).shuffle(3).batch(2).state_dict()
        for other in (DataPipeline(range(6)).shuffle(3).batch(2),
                      DataPipeline(range(5)).shuffle(4).batch(2),
                      DataPipeline(range(5)).batch(2)):
            with self.assertRaisesRegex(
                    ValueError, r"5 samples\.shuffle\(3\)\.batch\(2"):
                other.load_state_dict(state)

    def test_threads_without_order_have_no_position(self):
        data = DataPipeline(range(20)).map(nap, threads=3, ordered=False)
        self.assertEqual(sorted(data), list(range(20)))
        with self.assertRaisesRegex(RuntimeError, "ordered=False"):
            data.batch(3).state_dict()


class StepsTest(unittest.TestCase):

    def test_lengths(self):
        data = DataPipeline(range(23))
        self.assertEqual(len(data.shuffle(3).map(double).prefetch(2)), 23)
        self.assertEqual(len(data.batch(4)), 6)
        self.assertEqual(len(data.batch(4, drop_last=True)), 5)
        for unknown in (from_reader(5), data.bucket_by_length([3], 2)):
            with self.assertRaisesRegex(TypeError, "not known"):
                len(unknown)

    def test_a_pipeline_is_a_reader(self):
        data = DataPipeline(range(6)).batch(2)
        self.assertEqual(list(data()), [[0, 1], [2, 3], [4, 5]])
        self.assertEqual(list(DataPipeline(data).map(len)), [2, 2, 2])

    def test_a_step_leaves_the_pipeline_before_as_it_is(self):
        data = DataPipeline(range(4))
        doubled = data.map(double)
        self.assertEqual(list(doubled), [0, 2, 4, 6])
        self.assertEqual((data.epoch, list(data)), (0, [0, 1, 2, 3]))

    def test_arrays(self):
        x, y = np.arange(6).reshape(3, 2), np.array([7, 8, 9])
        rows = list(DataPipeline.from_arrays(x, y))
        self.assertEqual([(a.tolist(), int(b)) for a, b in rows],
                         [([0, 1], 7), ([2, 3], 8), ([4, 5], 9)])
        with self.assertRaisesRegex(ValueError, r"\[3, 2\] rows"):
            DataPipeline.from_arrays(x, y[:2])

    def test_errors_come_through_and_threads_end(self):
        def fail(x):
            if x == 7:
                raise OSError("the disk is gone")
            return x
        before = threading.active_count()
        data = DataPipeline(range(20)).map(fail, threads=3).prefetch(2)
        got = []
        with self.assertRaisesRegex(OSError, "the disk is gone"):
            for x in data:
                got.append(x)
        self.assertEqual(got, list(range(7)))
        self.assertEqual(threading.active_count(), before)

    def test_threads_end_when_a_pass_is_left(self):
        before = threading.active_count()
        data = DataPipeline(range(10**9)).map(nap, threads=3).batch(
            2).prefetch(2)
        samples = iter(data)
        self.assertEqual(next(samples), [0, 1])
        self.assertGreater(threading.active_count(), before)
        samples.close()
        self.assertEqual(threading.active_count(), before)

    def test_arguments_are_checked(self):
        data = DataPipeline(range(3))
        for make in (data.batch, data.shuffle, data.prefetch,
                     lambda n: data.map(double, threads=2, size=n)):
            with self.assertRaisesRegex(ValueError, "at least 1, not 0"):
                make(0)
        with self.assertRaisesRegex(ValueError, "threads is at least 1"):
            data.map(double, threads=-1)
        with self.assertRaisesRegex(TypeError, "a source is .* not int"):
            DataPipeline(3)
