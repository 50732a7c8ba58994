"""Reader decorators."""

import threading
import unittest

from paddle import reader


def numbers(n):
    return lambda: iter(range(n))


def failing():
    yield 1
    raise OSError("the disk is gone")


class ReaderTest(unittest.TestCase):

    def test_map_readers_goes_in_step_and_ends_with_the_shortest(self):
        added = reader.map_readers(lambda a, b: a + b, numbers(3), numbers(5))
        self.assertEqual(list(added()), [0, 2, 4])
        self.assertEqual(list(added()), [0, 2, 4])

    def test_batch_keeps_or_drops_the_rest(self):
        self.assertEqual(list(reader.batch(numbers(5), 2)()),
                         [[0, 1], [2, 3], [4]])
        self.assertEqual(list(reader.batch(numbers(5), 2, drop_last=True)()),
                         [[0, 1], [2, 3]])
        self.assertEqual(list(reader.batch(numbers(0), 2)()), [])

    def test_shuffle_loses_nothing_and_repeats_with_its_seed(self):
        first = reader.shuffle(numbers(100), 10, seed=3)
        one, two = list(first()), list(first())
        self.assertEqual(sorted(one), list(range(100)))
        self.assertNotEqual(one, list(range(100)))
        self.assertNotEqual(one, two)
        again = reader.shuffle(numbers(100), 10, seed=3)
        self.assertEqual([list(again()), list(again())], [one, two])

    def test_shuffle_reaches_beyond_its_buffer(self):
        order = list(reader.shuffle(numbers(100), 10, seed=3)())
        moved = max(abs(place - n) for place, n in enumerate(order))
        self.assertGreater(moved, 10)

    def test_buffered_gives_the_same_samples(self):
        self.assertEqual(list(reader.buffered(numbers(50), 3)()),
                         list(range(50)))

    def test_buffered_raises_what_the_reader_raises(self):
        samples = reader.buffered(failing, 2)()
        self.assertEqual(next(samples), 1)
        with self.assertRaisesRegex(OSError, "the disk is gone"):
            next(samples)

    def test_a_pass_left_early_ends_its_thread(self):
        before = threading.active_count()
        samples = reader.buffered(numbers(10**9), 2)()
        self.assertEqual(next(samples), 0)
        self.assertEqual(threading.active_count(), before + 1)
        samples.close()
        self.assertEqual(threading.active_count(), before)

    def test_sizes_are_checked(self):
        for make in (reader.batch, reader.shuffle, reader.buffered):
            with self.subTest(make), self.assertRaisesRegex(
                    ValueError, "at least 1, not 0"):
                make(numbers(3), 0)
