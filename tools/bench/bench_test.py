import unittest
from unittest import mock

import numpy as np

import bench
import image_bench
import image_nets
import image_rows
import lstm_bench
import native_rows
import rows


class BenchTest(unittest.TestCase):

    def test_ratio_says_how_many_times_as_fast(self):
        result = rows.row("x", 2.0, "ms", 3.0, "peer", "ratio >= 1.4")
        self.assertEqual(result["ratio"], 1.5)
        self.assertTrue(rows.holds(result))
        self.assertIn("holds", rows.printed(result))

    def test_limits_can_fail(self):
        self.assertFalse(rows.holds(
            rows.row("x", 61.0, "ns/op", limit="ours <= 60")))
        slow = rows.row("x", 2.0, "ms", 1.0, "peer", "ratio >= 0.95")
        self.assertFalse(rows.holds(slow))
        self.assertIn("FAILS", rows.printed(slow))

    def test_no_limit_always_holds(self):
        self.assertTrue(rows.holds(rows.row("x", 1.0, "ms")))

    def test_pattern_selects(self):
        fakes = {"one": lambda: rows.row("one", 1.0, "s"),
                 "two": lambda: rows.row("two", 1.0, "s")}
        with mock.patch.object(bench, "BENCHMARKS", fakes):
            self.assertEqual([r["name"] for r in bench.run("tw")], ["two"])

    def test_lstm_is_limited_beside_what_there_is(self):
        times = lstm_bench.Times(ours=100.0, bound=60.0, padded=210.0,
                                 packed=None)
        with mock.patch.object(lstm_bench, "step_times", lambda: times):
            self.assertTrue(rows.holds(bench.lstm_bound()))
            self.assertIn("ratio 2.10", rows.printed(bench.lstm("padded")))
            self.assertEqual(bench.lstm("packed")["limit"], "")

    def test_lstm_has_the_lengths_it_says(self):
        lengths = lstm_bench.sequence_lengths()
        self.assertEqual(lengths.max(), 400)
        self.assertAlmostEqual(lengths.mean() / 400, 0.39, delta=0.005)

    def test_images_are_classified_alike_without_passes(self):
        net = image_nets.vgg6()
        x = image_nets.images(net, 2)
        plain = image_bench.ours(net, threads=1, optimize=0)(x)
        fused = image_bench.ours(net, threads=1)(x)
        self.assertEqual(plain.shape, (2, 10))
        np.testing.assert_allclose(fused, plain, rtol=1e-3, atol=1e-3)

    def test_images_in_bfloat16_are_classified_alike(self):
        # Raises unless they are.
        half, full = image_bench.half_times("vgg6", 1, 1, rounds=1)
        self.assertGreater(min(half, full), 0)

    def test_images_have_the_fastest_peer(self):
        times = {"bare": 1.0, "ours": 2.0, "PyTorch": 5.0, "ONNX Runtime": 3.0}
        with mock.patch.object(image_bench, "inference_times",
                               lambda *_: times):
            result = image_rows._inference("vgg6", 1, 2)
        self.assertEqual(result["peer_name"], "ONNX Runtime")
        self.assertEqual(result["ratio"], 1.5)
        self.assertIn("bare 1 ", rows.printed(result))

    def test_convolutions_run_as_bare_primitives(self):
        lines = image_nets.conv_layers(image_nets.resnet50(), 1)
        self.assertEqual(len(lines), 53)
        self.assertEqual(lines[-1], "1 512 7 2048 1 1 0 1")
        self.assertGreater(image_bench.bare_milliseconds(
            image_rows._BARE, "vgg6", 1, 1, 1), 0)

    def test_native_benchmarks_run_and_compute_the_right_thing(self):
        medians = native_rows.medians(["BlockOfScales", "KernelsOfScale"])
        self.assertEqual(set(medians), {"BlockOfScales", "KernelsOfScale"})
        self.assertTrue(all(value > 0 for value in medians.values()))
