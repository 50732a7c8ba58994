"""Queues of tasks while etcd is away, or after it has lost its data."""

import contextlib
import threading
import time

import task_cases
from task_cases import tasks

GONE = "the queue was removed, or etcd has lost its data"


class AwayTest(task_cases.TaskTestCase):

    @contextlib.contextmanager
    def away(self, wipe=False):
        """Kills etcd, and starts it behind the block."""
        self.etcd.kill()
        try:
            yield
        finally:
            if wipe:
                self.etcd.wipe()
            self.etcd.start()

    @contextlib.contextmanager
    def lasts(self, least, most):
        """Checks how many seconds the block takes."""
        begin = time.monotonic()
        yield
        self.assertGreater(time.monotonic() - begin, least)
        self.assertLess(time.monotonic() - begin, most)

    def start(self, function, *arguments):
        """Calls it in a thread; returns that, and where what it returns, or
        its error, is put."""
        results = []

        def call():
            try:
                results.append(function(*arguments))
            except Exception as error:
                results.append(error)
        thread = threading.Thread(target=call)
        thread.start()
        return thread, results

    def start_waiting(self, queue):
        """Has a thread wait for a task; returns as start does."""
        thread, results = self.start(next, queue.tasks())
        time.sleep(1)
        self.assertEqual(results, [])
        return thread, results

    def test_killed_and_started_in_the_middle(self):
        queues, counted = [self.queue(300) for _ in range(3)], []

        def work(queue):
            for task in queue.tasks():
                time.sleep(0.005)
                if task.done():
                    counted.append(task.index)
        threads = [self.start(work, queue) for queue in queues]
        for part in (80, 160):
            self.wait_for(lambda: queues[0].done_count > part)
            with self.away():
                before = queues[0].done_count
                self.assertLess(before, 300)
                time.sleep(1)
        for thread, results in threads:
            thread.join()
            self.assertEqual(results, [None])
        self.assertEqual(sorted(counted), list(range(300)))
        for queue in queues:
            self.assertEqual((queue.done_count, queue.failed), (300, {}))

    def test_who_waits_hears_what_happened_meanwhile(self):
        one, other = self.queue(1, lease=20), self.queue(1)
        task = next(one.tasks())
        thread, results = self.start(list, other.tasks())
        with self.away():
            time.sleep(0.5)
        self.assertTrue(task.done())
        thread.join()
        self.assertEqual(results, [[]])

    def test_away_for_too_long(self):
        queue = self.queue(2, patience=1)
        task = next(queue.tasks())
        words = self.etcd.address + "/.*cannot be reached.*tried for 1 s"
        with self.away():
            with self.lasts(0.9, 15), self.assertRaisesRegex(OSError, words):
                task.done()
            with self.lasts(0.9, 15), self.assertRaisesRegex(OSError, words):
                self.queue(2, patience=1)
            self.assertFalse(task.ended)
        # Nothing has ended for the queue: it goes on.
        self.assertIsInstance(task.done(), bool)
        for each in queue.tasks():
            each.done()
        self.assertEqual(queue.done_count, 2)

    def test_away_for_too_long_for_who_waits(self):
        one, other = self.queue(1, lease=60), self.queue(1, patience=1)
        next(one.tasks())
        thread, results = self.start_waiting(other)
        with self.away(), self.lasts(0.9, 15):
            thread.join()
        self.assertRegex(str(results[0]), self.etcd.address +
                         ".* was away for more than 1 s: .*cannot be reached")

    def test_closed_while_away(self):
        queue = self.queue(1)
        next(queue.tasks())
        with self.away(), self.lasts(-1, 15):
            queue.close()

    def test_etcd_that_is_stopped(self):
        """Its connections live, and it answers nothing."""
        one, other = self.queue(2, patience=1), self.queue(2, patience=1)
        two = self.queue(2, patience=1)
        next(one.tasks()), next(two.tasks())
        thread, results = self.start_waiting(other)
        self.etcd.stop()
        self.addCleanup(self.etcd.go_on)
        with self.lasts(2, 15), self.assertRaisesRegex(
                OSError, self.etcd.address + ".*timed out"):
            one.values()
        thread.join()
        self.assertRegex(str(results[0]), "was away for more than 1 s")

    def test_etcd_that_has_lost_its_data(self):
        queue, waiting = self.queue(1), self.queue(1)
        task = next(queue.tasks())
        thread, results = self.start_waiting(waiting)
        with self.away(wipe=True):
            pass
        thread.join()
        self.assertIsInstance(results[0], OSError)
        self.assertRegex(str(results[0]), self.etcd.address + ".*" + GONE)
        with self.assertRaisesRegex(OSError, GONE):
            task.done()
        # A new queue of this name is another one.
        for each in self.queue(1).tasks():
            with self.assertRaisesRegex(OSError, GONE):
                task.done()
            each.done(b"new")
        with self.assertRaisesRegex(OSError, GONE):
            next(queue.tasks())
        self.assertEqual(self.queue(1).values(), {"0": b"new"})

    def test_a_queue_that_is_removed(self):
        queue, other = self.queue(2), self.queue(2)
        task = next(other.tasks())
        queue.remove()
        with self.assertRaisesRegex(OSError, GONE):
            task.done()
        with self.assertRaisesRegex(OSError, GONE):
            next(other.tasks())
        self.assertIsInstance(self.queue(3), tasks.TaskQueue)
