"""Batches that Trainer.train reads while a step computes."""

import tempfile
import threading
import time
from unittest import mock

import numpy as np

import paddle as pd
from paddle.training import feeds
from testing_util import ProgramTestCase, random

layer = pd.layer
X, Y = random(96, 6), random(96, 1)


def network():
    x = layer.data("x", [None, 6])
    y = layer.data("y", [None, 1])
    out = layer.fc(layer.dropout(layer.fc(x, 16, act="relu"), 0.2), 1)
    return layer.mse_loss(out, y)


def make_data():
    return pd.reader.DataPipeline.from_arrays(X, Y).shuffle(96, 3).batch(8)


def threads_of(reader, seen):
    """The reader, which notes the thread of each batch."""
    def read():
        for batch in reader():
            seen.append(threading.current_thread())
            yield batch
    return read


class Stop(Exception):
    pass


class FedTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        # Everything is slow enough to be read ahead.
        for name in ("_SHORT_READING", "_SHORT_STEP"):
            patch = mock.patch.object(feeds, name, 0)
            patch.start()
            self.addCleanup(patch.stop)

    def train(self, reader=None, epochs=3, seed=5, **options):
        pd.seed(seed)
        trainer = pd.Trainer(network, pd.optimizer.Adam(0.02))
        history = trainer.train(reader or make_data(), epochs, progress=False,
                                **options)
        values = [np.array(trainer.scope.find_var(p.name).get_tensor())
                  for p in trainer.program.all_parameters()]
        return history, values

    def check_equal(self, one, other):
        self.assertEqual(one[0], other[0])
        for a, b in zip(one[1], other[1]):
            np.testing.assert_array_equal(a, b)

    def test_results_are_the_same(self):
        self.check_equal(self.train(), self.train(read_ahead=False))

    def test_a_thread_reads_if_it_may(self):
        main, seen = threading.current_thread(), []
        self.train(threads_of(make_data(), seen), 1)
        self.assertEqual([thread is main for thread in seen],
                         [True] * 5 + [False] * 7)
        seen.clear()
        self.train(threads_of(make_data(), seen), 1, read_ahead=False)
        self.assertEqual(set(seen), {main})

    def test_what_is_quick_is_not_read_ahead(self):
        main = threading.current_thread()
        for name in ("_SHORT_READING", "_SHORT_STEP"):
            with mock.patch.object(feeds, name, 60):
                seen = []
                self.train(threads_of(make_data(), seen), 1)
                self.assertEqual(set(seen), {main})

    def test_reading_and_computing_overlap(self):
        step = reading = 0.02

        def read():
            for _ in range(20):
                time.sleep(reading)
                yield X[:8], Y[:8]
        took = {}
        for ahead in (True, False):
            begin = time.monotonic()
            self.train(read, 1, read_ahead=ahead,
                       event_handler=lambda told: time.sleep(step) if
                       isinstance(told, pd.event.EndStep) else None)
            took[ahead] = time.monotonic() - begin
        # 15 of the 20 batches are read while a step computes.
        self.assertLess(took[True], took[False] - 8 * min(step, reading))

    def test_checkpoints_have_the_position_of_the_steps(self):
        whole = self.train()
        for stop in (5, 6, 12, 13, 20):
            def handler(told):
                if isinstance(told, pd.event.EndStep) and told.step == stop:
                    raise Stop
            with tempfile.TemporaryDirectory() as folder:
                checkpoints = pd.Checkpoints(folder, every=1)
                with self.assertRaises(Stop):
                    self.train(event_handler=handler, checkpoints=checkpoints)
                # The last step had not been saved yet: it is made again.
                self.check_equal(self.train(seed=6, checkpoints=checkpoints),
                                 whole)

    def test_stopping_ends_the_thread(self):
        before = threading.active_count()
        closed = []

        def read():
            try:
                while True:
                    yield X[:8], Y[:8]
            finally:
                closed.append(threading.active_count())

        def handler(told):
            if isinstance(told, pd.event.EndStep) and told.step == 9:
                raise Stop
        with self.assertRaises(Stop):
            self.train(read, event_handler=handler)
        self.assertEqual(len(closed), 1)
        self.assertEqual(threading.active_count(), before)

    def test_errors_come_at_their_batch(self):
        steps = []

        def count(told):
            if isinstance(told, pd.event.EndStep):
                steps.append(told.step)

        def breaks():
            for _ in range(8):
                yield X[:8], Y[:8]
            raise OSError("the disk is gone")

        def wrong():
            for _ in range(8):
                yield X[:8], Y[:8]
            yield [([1.0, 2.0], 3.0), ([1.0], 2.0)]
        for reader, error, words in (
                (breaks, OSError, "the disk is gone"),
                (wrong, ValueError, "x .*differ in shape")):
            steps.clear()
            with self.assertRaisesRegex(error, words):
                self.train(reader, 1, event_handler=count)
            self.assertEqual(steps, list(range(1, 9)))
