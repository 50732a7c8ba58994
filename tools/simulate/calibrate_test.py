import contextlib
import io
import unittest

import calibrate
import costs
from predict import Measured

# Two rows that the benchmark of framework/distributed/gloo has printed.
PRINTED = """    bytes     ours us  network us     ring us ring/ours  /network
     1024        62.1        70.3        93.9      1.51      1.34
  4194304      1702.4      2529.0      3003.0      1.76      1.19
"""


class CalibrateTest(unittest.TestCase):

    def test_reads_what_the_benchmark_prints(self):
        (first, short), (second, long) = calibrate.read_times(PRINTED)
        self.assertEqual((first, second), (1024, 4194304))
        self.assertAlmostEqual(short, 62.1e-6)
        self.assertAlmostEqual(long, 1702.4e-6)

    def test_finds_the_constants_that_made_the_times(self):
        network = costs.Network(7e-5, 3e9)
        times = [(size, costs.tree_seconds(network, 2, size))
                 for size in (1024, 1 << 16, 1 << 20, 1 << 23, 1 << 26)]
        found = calibrate.fit(times)
        self.assertAlmostEqual(found.latency / 7e-5, 1)
        self.assertAlmostEqual(found.bandwidth / 3e9, 1)

    def test_one_round_counts(self):
        rounds = [{"later": later, "together": together} for later, together
                  in ((1.0, 1.2), (2.0, 2.2), (9.0, 3.0))]
        self.assertEqual(calibrate.middle(rounds), rounds[1])

    def test_a_message_takes_some_of_a_processor(self):
        self.assertTrue(1e-7 < calibrate.measure_message() < 1e-2)

    def test_recovery_takes_a_while(self):
        self.assertTrue(0 < calibrate.measure_recovery(1) < 30)

    def test_wrong_predictions_are_told(self):
        def report(together):
            step = {"alone": 0.010, "later": 0.011, "together": together}
            with contextlib.redirect_stdout(io.StringIO()) as printed:
                good = calibrate.report(Measured(
                    costs.Network(1e-4, 1e9), [(1024, 1.1e-4)],
                    {"conv": step}, 0.5))
            return good, printed.getvalue()

        good, printed = report(0.0112)
        self.assertTrue(good, printed)
        self.assertIn("conv  alone   10.00 ms, together   11.20 ms", printed)
        good, printed = report(0.020)
        self.assertFalse(good, printed)
