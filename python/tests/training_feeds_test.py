"""Batches that Trainer.train reads while a step computes."""

import tempfile
import threading
import time

import numpy as np

import paddle as pd
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
        for ahead in (1, 3):
            self.check_equal(self.train(read_ahead=ahead), self.train())

    def test_one_thread_reads(self):
        main, seen = threading.current_thread(), []
        self.train(threads_of(make_data(), seen), 1)
        self.assertEqual(set(seen), {main})
        seen.clear()
        self.train(threads_of(make_data(), seen), 1, read_ahead=1)
        self.assertEqual(len(seen), 12)
        self.assertEqual(len(set(seen)), 1)
        self.assertNotIn(main, seen)

    def test_a_number_is_asked_for(self):
        with self.assertRaisesRegex(ValueError, "read_ahead is at least 1"):
            self.train(read_ahead=-1)

    def test_a_reader_without_exact_position(self):
        data = make_data().map(lambda batch: batch, 2, ordered=False)
        self.assertEqual(len(self.train(data, read_ahead=2)[0]), 3)

    def test_a_reader_that_changes_the_state_it_gives(self):
        class Counting:
            def __init__(self):
                self.state = {"next": 0}

            def __call__(self):
                while self.state["next"] < 20:
                    self.state["next"] += 1
                    yield X[:8], Y[:8]
                self.state["next"] = 0

            def state_dict(self):
                return self.state

            def load_state_dict(self, state):
                self.state = dict(state)

        def handler(told):
            if isinstance(told, pd.event.EndStep) and told.step == 10:
                raise Stop
        steps = []
        with tempfile.TemporaryDirectory() as folder:
            checkpoints = pd.Checkpoints(folder, every=1)
            with self.assertRaises(Stop):
                self.train(Counting(), 1, event_handler=handler, read_ahead=2,
                           checkpoints=checkpoints)
            self.train(Counting(), 1, read_ahead=2, checkpoints=checkpoints,
                       event_handler=lambda told: steps.append(told))
        self.assertEqual(sum(isinstance(told, pd.event.EndStep)
                             for told in steps), 11)

    def test_reading_and_computing_overlap(self):
        step = reading = 0.02

        def read():
            for _ in range(20):
                time.sleep(reading)
                yield X[:8], Y[:8]
        took = {}
        for ahead in (True, False):
            begin = time.monotonic()
            self.train(read, 1, read_ahead=int(ahead),
                       event_handler=lambda told: time.sleep(step) if
                       isinstance(told, pd.event.EndStep) else None)
            took[ahead] = time.monotonic() - begin
        # All but the first are read while a step computes.
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
                    self.train(event_handler=handler, read_ahead=1,
                               checkpoints=checkpoints)
                # The last step had not been saved yet: it is made again.
                self.check_equal(self.train(seed=6, read_ahead=2,
                                            checkpoints=checkpoints), whole)

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
            self.train(read, event_handler=handler, read_ahead=1)
        self.assertEqual(len(closed), 1)
        self.assertEqual(threading.active_count(), before)

    def test_a_reader_that_hangs_does_not_hang_the_program(self):
        wait = threading.Event()
        self.addCleanup(wait.set)

        def read():
            for _ in range(8):
                yield X[:8], Y[:8]
            wait.wait(60)

        def handler(told):
            if isinstance(told, pd.event.EndStep) and told.step == 8:
                raise KeyboardInterrupt
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            self.train(read, event_handler=handler, read_ahead=1)
        self.assertLess(time.monotonic() - begin, 30)

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
                self.train(reader, 1, event_handler=count, read_ahead=1)
            self.assertEqual(steps, list(range(1, 9)))
