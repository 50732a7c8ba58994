"""Compares simulated all-reduces with the closed formulas of tools/simulate.

SimGrid's model of TCP gives 0.97 of a bandwidth and 13.01 times a latency, as
its documentation says; a twentieth of what comes in goes out again, as
acknowledgements.
"""

import subprocess
import unittest

import costs

SECONDS, BYTES_PER_SECOND = 5e-5, 1.25e9
NETWORK = costs.Network(13.01 * SECONDS, 0.97 * BYTES_PER_SECOND)
SIZE = 25 << 20  # bytes: a bucket of gradients
CLOSED = {"ring": costs.ring_seconds, "tree": costs.tree_seconds,
          "two-levels": costs.two_level_seconds}


def simulated(schedule: str, ranks: int, size: int = SIZE) -> float:
    """Returns the seconds that SimGrid says."""
    done = subprocess.run(
        ["tools/simulate/simgrid/all_reduce", schedule, str(ranks), str(size),
         str(SECONDS), str(BYTES_PER_SECOND), "--log=root.thres:error"],
        check=True, stdout=subprocess.PIPE, text=True)
    return float(done.stdout)


class AllReduceTest(unittest.TestCase):

    def check(self, schedule: str, ranks: int, size: int = SIZE) -> None:
        seconds = simulated(schedule, ranks, size)
        closed = CLOSED[schedule](NETWORK, ranks, size)
        print(f"{schedule:10} {ranks:5} ranks {size:9} bytes "
              f"{1e3 * seconds:9.3f} ms, by the formula {1e3 * closed:9.3f} ms,"
              f" ratio {seconds / closed:.3f}", flush=True)
        self.assertAlmostEqual(seconds / closed, 1, delta=0.15)

    def test_tree_in_one_level(self):
        for ranks in (2, 4, 8, 16, 32, 64, 128):
            self.check("tree", ranks)

    def test_tree_of_few_bytes(self):
        for ranks in (2, 8, 64):
            self.check("tree", ranks, 1024)

    def test_tree_in_two_levels(self):
        for ranks in (64, 128):
            self.check("two-levels", ranks)
        # The sums take memory: about the bytes, times the ranks.
        for ranks in (256, 512, 1024):
            self.check("two-levels", ranks, 4 << 20)

    def test_ring(self):
        for ranks in (2, 4, 16, 64, 256, 1024):
            self.check("ring", ranks)

    def test_two_levels_send_fewer_messages_and_as_many_bytes(self):
        self.assertLess(simulated("two-levels", 256, 4 << 20),
                        simulated("ring", 256, 4 << 20) / 10)

    def test_a_schedule_that_is_none(self):
        with self.assertRaises(subprocess.CalledProcessError):
            simulated("star", 4)
