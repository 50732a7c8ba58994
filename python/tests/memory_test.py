"""Memory in use and its peak, as programs see them."""

import gc

import numpy as np

import paddle as pd
from testing_util import ProgramTestCase

ROWS, WIDTH = 256, 1024
BYTES = 4 * ROWS * WIDTH


class MemoryTest(ProgramTestCase):

    def setUp(self):
        super().setUp()
        gc.collect()  # Leftovers of earlier tests.

    def test_variables_are_counted(self):
        before = pd.memory_stats()
        pd.layer.fc(pd.layer.data("x", [None, WIDTH]), WIDTH,
                    bias_attr=False)
        self.run_startup()
        after = pd.memory_stats()
        held = after.current - before.current
        self.assertGreaterEqual(held, 4 * WIDTH * WIDTH)
        self.assertLess(held, 4 * WIDTH * WIDTH + BYTES)
        self.assertGreater(after.allocations, before.allocations)
        self.assertGreaterEqual(after.peak, after.current)

    def test_variables_of_the_scope_and_arenas_are_told_apart(self):
        x = pd.layer.data("x", [None, WIDTH])
        y = pd.layer.tanh(pd.layer.exp(pd.layer.fc(
            x, WIDTH, bias_attr=False)))
        self.assertEqual(pd.memory_stats().variables, 0)
        self.run_startup()
        self.assertEqual(pd.memory_stats().variables, 4 * WIDTH * WIDTH)
        before = pd.memory_stats()
        shape = (ROWS, WIDTH)
        self.exe.run(feed={"x": np.ones(shape, "float32")}, fetch_list=[y])
        after = pd.memory_stats()
        planned = pd.memory_plan(shapes={"x": shape}, fetch_list=[y]).peak
        self.assertEqual(after.arena - before.arena, planned)
        self.assertGreaterEqual(after.arena_peak, after.arena)
        self.assertGreaterEqual(after.current, after.arena + after.variables)
        self.exe = None
        gc.collect()
        pd.reset_peak_memory_stats()
        self.assertEqual(pd.memory_stats().arena_peak,
                         pd.memory_stats().arena)
        self.assertEqual(pd.memory_stats().arena, after.arena - planned)

    def test_frames_and_fetches_are_counted_and_given_back(self):
        x = pd.layer.data("x", [None, WIDTH])
        y = pd.layer.softmax(pd.layer.exp(x)) + 1.0
        before = pd.memory_stats().current
        out, = self.exe.run(feed={"x": np.ones((ROWS, WIDTH), "float32")},
                            fetch_list=[y])
        # The frame holds at least one intermediate result; `out` is another.
        held = pd.memory_stats().current - before
        self.assertGreaterEqual(held, 2 * BYTES)
        self.assertLess(held, 8 * BYTES)
        del out
        self.assertGreaterEqual(pd.memory_stats().current - before, BYTES)

    def test_the_peak_is_of_what_follows_its_reset(self):
        x = pd.layer.data("x", [None, WIDTH])
        y = pd.layer.exp(x)
        for rows in (4 * ROWS, ROWS):
            pd.reset_peak_memory_stats(pd.CPUPlace())
            before = pd.memory_stats(pd.CPUPlace())
            self.assertEqual(before.peak, before.current)
            out, = self.exe.run(
                feed={"x": np.ones((rows, WIDTH), "float32")}, fetch_list=[y])
            after = pd.memory_stats()
            self.assertGreaterEqual(after.peak - before.current,
                                    4 * rows * WIDTH)
            del out
            self.assertGreaterEqual(after.peak, pd.memory_stats().current)

    def test_given_back_memory_is_kept_for_reuse(self):
        x = pd.layer.data("x", [None, WIDTH])
        y = pd.layer.exp(x)
        out, = self.exe.run(feed={"x": np.ones((ROWS, WIDTH), "float32")},
                            fetch_list=[y])
        before = pd.memory_stats()
        del out
        after = pd.memory_stats()
        self.assertEqual(before.current - after.current, BYTES)
        self.assertGreaterEqual(after.cached - before.cached, BYTES)
        self.assertEqual(after.allocations, before.allocations)

    def test_places(self):
        count = pd.cuda_device_count()
        for function in (pd.memory_stats, pd.reset_peak_memory_stats):
            with self.assertRaisesRegex(OSError, "CUDA devices"):
                function(pd.CUDAPlace(count))
            with self.assertRaises(TypeError):
                function("CPU")
        if count:
            self.assertGreaterEqual(pd.memory_stats(pd.CUDAPlace(0)).current,
                                    0)
