"""The program trains with the operator of this folder."""

import re
import subprocess
import unittest


class FitLineTest(unittest.TestCase):

    def test_points_that_are_far_off_hardly_count(self):
        done = subprocess.run(["custom_op/fit_line"], check=True,
                              stdout=subprocess.PIPE, text=True)
        slope, offset = map(float, re.search(
            r"y = (\S+) x \+ (\S+)", done.stdout).groups())
        # Least squares would give an offset of 4.
        self.assertAlmostEqual(slope, 2, delta=0.05)
        self.assertAlmostEqual(offset, 1, delta=0.1)
