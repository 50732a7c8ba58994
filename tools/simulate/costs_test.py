import unittest

import costs
from costs import Network

SLOW, FAST = Network(0.0, 1e9), Network(1e-4, 1e9)


class CostsTest(unittest.TestCase):

    def test_all_send_as_many_bytes(self):
        for members in (4, 16, 256):
            sent = 2 * (members - 1) / members * 100e6 / 1e9
            for seconds in (costs.ring_seconds, costs.tree_seconds,
                            costs.two_level_seconds):
                self.assertAlmostEqual(seconds(SLOW, members, 100e6), sent)

    def test_one_member_sends_nothing(self):
        self.assertEqual(costs.all_reduce_seconds(FAST, 1, 1e6), 0)

    def test_few_bytes_go_in_one_round(self):
        self.assertTrue(costs.at_once(2, 1 << 20))
        self.assertTrue(costs.at_once(4, 80 << 10))
        self.assertFalse(costs.at_once(4, 90 << 10))
        self.assertAlmostEqual(costs.tree_seconds(FAST, 4, 1000),
                               1e-4 + 3e-6)

    def test_rounds(self):
        # 8 MB in pieces of 1 MB: two rounds.
        self.assertAlmostEqual(
            costs.tree_seconds(FAST, 8, 8 << 20),
            2e-4 + costs.tree_seconds(SLOW, 8, 8 << 20))
        self.assertAlmostEqual(
            costs.ring_seconds(FAST, 8, 8 << 20),
            14e-4 + costs.ring_seconds(SLOW, 8, 8 << 20))

    def test_two_levels_send_fewer_messages(self):
        messages = Network(0.0, 1e30, 1e-6)
        self.assertAlmostEqual(costs.all_reduce_seconds(messages, 64, 1e9),
                               (1 + 15) * 63e-6)  # 15 segments
        self.assertAlmostEqual(costs.two_level_seconds(messages, 1024, 32e6),
                               4 * 31e-6)

    def test_buckets(self):
        self.assertEqual(costs.buckets(1000), [1000])
        self.assertEqual(costs.buckets(30 << 20),
                         [1 << 20, 25 << 20, 4 << 20])

    def test_exchanges_hide_behind_the_backward_pass(self):
        def seconds(size):
            return size * 1e-3

        self.assertAlmostEqual(
            costs.exposed_seconds([100, 100], 0.0, seconds), 0.2)
        # The last bucket is full at the end; the others are away by then.
        self.assertAlmostEqual(
            costs.exposed_seconds([100, 100], 10.0, seconds), 0.1)
        # One after the other: the second waits for the first.
        self.assertAlmostEqual(
            costs.exposed_seconds([100, 100], 0.1, seconds), 0.15)

    def test_limits_are_the_whole(self):
        network = Network(1e-4, 1e9, 1e-6)
        parts = dict(costs.limits(network, 16, 100e6))
        self.assertAlmostEqual(sum(parts.values()),
                               costs.all_reduce_seconds(network, 16, 100e6))
        self.assertEqual(max(parts, key=parts.get), "bandwidth")
