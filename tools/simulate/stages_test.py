import unittest
from unittest import mock

import stages
import theory
from stages import Times


class StagesTest(unittest.TestCase):

    def test_bubble_as_the_formula_says(self):
        for order in stages.ORDERS:
            for micro_batches in (4, 8, 16):
                step = stages.run(order, 4, micro_batches,
                                  Times(1.0, 2.0, transfer=0.02))
                expected = theory.bubble(4, micro_batches)
                self.assertAlmostEqual(step.idle / expected, 1, delta=0.1)

    def test_one_stage_is_never_idle(self):
        for order in stages.ORDERS:
            step = stages.run(order, 1, 5, Times(1.0, 2.0))
            self.assertEqual(step, (15.0, 0.0, [5 if order == "GPipe" else 1]))

    def test_slow_transfers_lengthen_the_step(self):
        slow = stages.run("GPipe", 4, 4, Times(1.0, 2.0, transfer=1.0))
        self.assertEqual(slow.seconds, 4 * 3 + 3 * 3 + 2 * 3)

    def test_1f1b_keeps_fewer_micro_batches(self):
        self.assertEqual(stages.run("1F1B", 4, 16, Times(1, 2)).kept,
                         [4, 3, 2, 1])
        self.assertEqual(stages.run("GPipe", 4, 16, Times(1, 2)).kept,
                         [16] * 4)

    def test_orders_that_wait_for_each_other(self):
        def backward_first(stage, count, micro_batches):
            return stages.gpipe(stage, count, micro_batches)[::-1]

        with mock.patch.dict(stages.ORDERS, {"none": backward_first}):
            with self.assertRaisesRegex(ValueError, "none: the stages wait"):
                stages.run("none", 2, 2, Times(1, 2))
