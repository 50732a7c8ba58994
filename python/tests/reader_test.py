"""Reader decorators."""

import threading
import time
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

    def test_buckets_take_what_is_of_similar_length(self):
        words = ["a", "bbbb", "cc", "ddd", "e", "fffffff", "gg"]
        read = reader.bucket_by_length(lambda: iter(words), [2, 4], [3, 2, 1])
        self.assertEqual(list(read()), [
            ["bbbb", "ddd"], ["a", "cc", "e"], ["fffffff"], ["gg"]])
        read = reader.bucket_by_length(lambda: iter(words), [2, 4], [3, 2, 1],
                                       drop_last=True)
        self.assertEqual(list(read())[-1], ["fffffff"])

    def test_buckets_by_key_lose_nothing(self):
        read = reader.bucket_by_length(numbers(100), [10, 50], 7,
                                       key=lambda n: n * 37 % 90)
        batches = list(read())
        self.assertEqual(sorted(sum(batches, [])), list(range(100)))
        for batch in batches:
            places = {(n * 37 % 90 > 10) + (n * 37 % 90 > 50) for n in batch}
            self.assertEqual(len(places), 1)
            self.assertLessEqual(len(batch), 7)

    def test_buckets_are_checked(self):
        for boundaries, sizes, part in [
                ([3, 3], 2, "do not rise"), ([3], [1, 2, 3], "make 2 buckets"),
                ([3], [1, 0], "at least 1, not 0")]:
            with self.assertRaisesRegex(ValueError, part):
                reader.bucket_by_length(numbers(3), boundaries, sizes)

    def test_xmap_keeps_the_order_or_loses_nothing(self):
        def work(n):
            time.sleep((n % 5) / 1000)
            return n * n
        squares = [n * n for n in range(40)]
        self.assertEqual(list(reader.xmap(work, numbers(40), 4, 8)()), squares)
        free = list(reader.xmap(work, numbers(40), 4, 8, ordered=False)())
        self.assertEqual(sorted(free), squares)
        self.assertNotEqual(free, squares)

    def test_xmap_computes_at_once_in_several_threads(self):
        together = threading.Barrier(3, timeout=30)
        read = reader.xmap(lambda n: together.wait() * 0 + n, numbers(6), 3, 3)
        self.assertEqual(list(read()), list(range(6)))

    def test_xmap_holds_no_more_than_it_may(self):
        held, most = set(), []

        def source():
            for n in range(50):
                held.add(n)
                most.append(len(held))
                yield n

        for n in reader.xmap(lambda n: n, source, 2, 5)():
            held.remove(n)
        self.assertEqual(max(most), 5)

    def test_xmap_raises_where_the_result_would_stand(self):
        before = threading.active_count()
        samples = reader.xmap(lambda n: 6 // (3 - n), numbers(9), 2, 4)()
        self.assertEqual([next(samples) for _ in range(3)], [2, 3, 6])
        with self.assertRaises(ZeroDivisionError):
            next(samples)
        self.assertEqual(threading.active_count(), before)
        samples = reader.xmap(str, failing, 2, 4)()
        with self.assertRaisesRegex(OSError, "the disk is gone"):
            list(samples)

    def test_xmap_left_early_ends_its_threads(self):
        before = threading.active_count()
        samples = reader.xmap(str, numbers(10**9), 3, 4)()
        self.assertEqual(next(samples), "0")
        self.assertGreater(threading.active_count(), before)
        samples.close()
        self.assertEqual(threading.active_count(), before)
