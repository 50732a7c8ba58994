import json
import math
import os
import subprocess
import sys
import tempfile
import unittest
from unittest import mock
from xml.etree import ElementTree

import numpy as np

import bare
import bench
import busy_bench
import encoder_bench
import image_bench
import image_nets
import inference_rows
import int8_bench
import lstm_bench
import native_rows
import picture
import python_bench
import rows
import start_bench


def _encoded(x: np.ndarray) -> np.ndarray:
    """The encoder of encoder_bench, in float64."""
    def normal(x, scale, shift):
        x = x - x.mean(-1, keepdims=True)
        return x / np.sqrt(x.var(-1, keepdims=True) + 1e-5) * scale + shift

    def attention(q, k, v):
        shares = np.exp(q @ k.T / 8)
        return shares / shares.sum(-1, keepdims=True) @ v

    for w in encoder_bench.weights():
        heads = zip(*(np.split(part, 4, -1) for part in np.split(
            x @ w["qkv"] + w["qkv_bias"], 3, -1)))
        mixed = np.concatenate([attention(*head) for head in heads], -1)
        x = normal(x + mixed @ w["out"] + w["out_bias"], w["scale1"],
                   w["shift1"])
        h = x @ w["up"] + w["up_bias"]
        h = h * (1 + np.vectorize(math.erf)(h / 2 ** 0.5)) / 2
        x = normal(x + h @ w["down"] + w["down_bias"], w["scale2"],
                   w["shift2"])
    return x


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

    def test_lstm_is_limited_by_its_products(self):
        for bound, holds in ((60.0, True), (50.0, False)):
            with mock.patch.object(lstm_bench, "step_times",
                                   lambda: (100.0, bound)):
                self.assertEqual(rows.holds(bench.lstm_bound()), holds)

    def test_rows_are_beside_the_best_peer(self):
        result = rows.beside_best("x", "ms", {"ours": 2.0, "a": 5.0, "b": 3.0},
                                  "ratio >= 1.6")
        self.assertEqual(result["peer_name"], "b")
        self.assertFalse(rows.holds(result))
        text = rows.printed(dict(result, left_out={"c": "not ready"}))
        self.assertIn("a 5  b 3", text)
        self.assertIn("c left out: not ready", text)
        alone = rows.beside_best("x", "ms", {"ours": 2.0}, "ratio >= 1.6")
        self.assertTrue(rows.holds(alone))

    def test_images_are_classified_alike_without_passes(self):
        net = image_nets.vgg6()
        x = image_nets.images(net, 2)
        plain = image_bench.ours(net, threads=1, optimize=0)(x)
        fused = image_bench.ours(net, threads=1)(x)
        self.assertEqual(plain.shape, (2, 10))
        np.testing.assert_allclose(fused, plain, rtol=1e-3, atol=1e-3)

    def test_images_in_bfloat16_are_classified_alike(self):
        # Raises unless they are.
        times = image_bench.half_times("vgg6", 1, 1, rounds=1)
        self.assertGreater(min(times.values()), 0)

    def test_images_have_the_fastest_peer(self):
        times = {"bare": 1.0, "ours": 2.0, "PyTorch": 5.0, "ONNX Runtime": 3.0}
        with mock.patch.object(image_bench, "inference_times",
                               lambda *_: times):
            result = inference_rows._inference("vgg6", 1, 2)
        self.assertEqual(result["peer_name"], "ONNX Runtime")
        self.assertEqual(result["ratio"], 1.5)
        self.assertIn("bare 1 ", rows.printed(result))

    def test_convolutions_run_as_bare_primitives(self):
        layers = image_nets.layer_sizes(image_nets.resnet50(), 1)
        self.assertEqual(len(layers), 53)
        self.assertEqual(layers[-1], (1, 512, 7, 2048, 1, 1, 0, 1))
        layers = image_nets.layer_sizes(image_nets.NETS["vgg6"](), 1)
        times = bare.bare_times(layers, threads=1, rounds=1)
        self.assertGreater(times.later, 0)
        self.assertGreater(times.start, times.later)

    def test_native_benchmarks_run_and_compute_the_right_thing(self):
        medians = native_rows.medians(["BlockOfScales", "KernelsOfScale"])
        self.assertEqual(set(medians), {"BlockOfScales", "KernelsOfScale"})
        self.assertTrue(all(value > 0 for value in medians.values()))

    def test_native_benchmarks_are_those_of_the_rows(self):
        listed = subprocess.run(
            [rows.program("native_bench"), "--benchmark_list_tests"],
            check=True, stdout=subprocess.PIPE).stdout.decode().split()
        for block, tensors in native_rows._STREAMS.values():
            for threads in (1, 2):
                self.assertIn(f"{block}/{threads}", listed)
                self.assertIn(f"Copy/{threads}/{tensors}", listed)

    def test_streams_are_beside_a_copy(self):
        times = {"ReluBlock/2": 4.0, "Copy/2/2": 3.0}
        with mock.patch.object(native_rows, "medians", lambda *_: times):
            result = native_rows._stream("relu", "ReluBlock", 2, 2)
        self.assertEqual(result["ratio"], 0.75)
        self.assertFalse(rows.holds(result))

    def test_a_slow_while_changes_no_ratio(self):
        times = python_bench.paired([[1.0, 1.1, 3.0], [2.0, 2.2, 6.0],
                                     [9.0, 0.55, 1.5]])
        np.testing.assert_allclose(times, [1.1, 2.2, 0.55])

    def test_norms_fold_into_filters(self):
        net = image_nets.vgg6()
        w = net.layers[2].weights
        x = np.random.default_rng(0).normal(size=27)
        conv, norm = image_nets.folded(net).layers[1:3]
        product = net.layers[1].weights["w"].reshape(64, 27) @ x
        wanted = w["scale"] * (product - w["mean"]) / np.sqrt(
            w["variance"] + 1e-5) + w["bias"]
        np.testing.assert_allclose(
            conv.weights["w"].reshape(64, 27) @ x + conv.weights["bias"],
            wanted, rtol=1e-4, atol=1e-4)
        self.assertEqual(norm.kind, "same")

    def test_images_in_integers_are_classified_alike(self):
        times, errors = int8_bench.times("vgg6", 1, 1, rounds=1)
        self.assertGreater(min(times.values()), 0)
        self.assertLess(errors["ours"], 0.05)
        self.assertGreater(errors["ours"], 0)  # they are rounded

    def test_results_that_differ_are_an_error(self):
        runs = {"ours": lambda x: x, "peer": lambda x: 1.1 * x}
        with self.assertRaisesRegex(RuntimeError, "peer differs"):
            image_bench.medians(runs, np.ones(2), 1, 1, 0.05)

    def test_encoder_computes_what_the_formula_says(self):
        x = encoder_bench.rows()
        ours = encoder_bench._Ours(encoder_bench.weights(), 1).run(x)
        np.testing.assert_allclose(ours[0], _encoded(x[0]), atol=1e-3)

    def test_steps_beside_busy_processes(self):
        times = busy_bench.step_times(loops=1, rounds=1, seconds=0.2)
        self.assertGreater(min(times), 0)

    def test_start_is_measured_in_processes(self):
        times = start_bench.start_times(rounds=1)["ours"]
        self.assertGreater(times.first, times.later)
        self.assertGreater(start_bench.compile_time(rounds=1), 0)

    def test_picture_has_a_bar_for_each_ratio_and_limit(self):
        table = [rows.row("fast", 1.0, "ms", 4.0, "p", "ratio >= 2"),
                 rows.row("slow", 2.0, "ms", 1.0, "p", "ratio >= 0.9"),
                 rows.row("alone", 5.0, "us", limit="ours <= 20"),
                 rows.row("neither", 5.0, "us")]
        root = ElementTree.fromstring(picture.svg(table))
        boxes = root.findall("{*}rect")[1:]
        bars = [box for box in boxes if box.get("fill") != "black"]
        self.assertEqual([bar.get("fill") for bar in bars],
                         [picture._FASTER, picture._FAILS, picture._FASTER])
        fast, slow, alone = (float(bar.get("width")) for bar in bars)
        self.assertAlmostEqual(fast, 2 * slow, delta=0.1)
        self.assertAlmostEqual(fast, alone, delta=0.1)
        limits = [float(box.get("x")) for box in boxes if box not in bars]
        self.assertAlmostEqual(limits[0], float(bars[0].get("x")) + fast / 2,
                               delta=2)

    def test_the_program_writes_its_rows(self):
        with tempfile.TemporaryDirectory() as folder:
            names = [os.path.join(folder, name) for name in ("json", "svg")]
            # It fails, too, if the machine misses a limit.
            subprocess.run([sys.executable, bench.__file__, "--json", names[0],
                            "--svg", names[1], "executor"],
                           check=False, stdout=subprocess.DEVNULL)
            with open(names[0]) as file:
                table = json.load(file)
            self.assertEqual([row["unit"] for row in table], ["ns/op"])
            ElementTree.parse(names[1])
