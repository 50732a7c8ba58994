import json
import os
import tempfile
import unittest

import numpy as np

import costs
import predict
from predict import Cluster, Measured, Model

SLOW = costs.Network(5e-5, 1.25e9, 1e-5)
NEVER = Cluster(SLOW, float("inf"))


class PredictTest(unittest.TestCase):

    def test_constants_come_back_from_their_file(self):
        measured = Measured(SLOW, [[1024, 1e-4]],
                            {"mlp": {"alone": 0.02}}, 0.3)
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "measured.json")
            with open(path, "w") as file:
                json.dump(measured.as_json(), file)
            self.assertEqual(predict.read(path), measured)

    def test_the_measured_constants_are_whole(self):
        measured = predict.read(os.path.join(os.path.dirname(
            os.path.abspath(predict.__file__)), "measured.json"))
        self.assertEqual(set(measured.steps), set(predict.GRADIENTS))
        for step in measured.steps.values():
            self.assertTrue(0 < step["alone"] <= step["later"])
        self.assertGreater(measured.recovery, 0)

    def test_two_processes_wait_for_each_bucket(self):
        measured = Measured(SLOW, [[1 << 10, 1e-4], [1 << 20, 1e-3],
                                   [1 << 24, 1e-1]], {}, 1.0)
        self.assertLess(predict.exposed_of_two(measured, "conv"), 1e-3)
        # 1 MiB, and the rest.
        rest = predict.GRADIENTS["mlp"] - (1 << 20)
        self.assertAlmostEqual(
            predict.exposed_of_two(measured, "mlp"),
            1e-3 + 1e-3 * (rest / (1 << 20)) ** (np.log(100) / np.log(16)))

    def test_many_bytes_are_limited_by_bandwidth(self):
        model = Model(100_000_000, 0.2, 0.0)
        members = predict.most_members(model, NEVER, 1.0, 0.9)
        self.assertLess(members, 10)
        parts = predict.losses(model, NEVER, members + 1, 1.0)
        self.assertEqual(max(parts, key=parts.get), "bandwidth")
        self.assertAlmostEqual(
            sum(parts.values()),
            1 - predict.run(model, NEVER, members + 1, 1.0).efficiency(0.2),
            delta=0.01)

    def test_few_bytes_are_limited_by_messages(self):
        model = Model(1000, 0.02, 0.0)
        members = predict.most_members(model, NEVER, 1.0, 0.9)
        self.assertGreater(members, 1000)
        parts = predict.losses(model, NEVER, 2 * members, 1.0)
        self.assertEqual(max(parts, key=parts.get), "messages")

    def test_long_steps_are_limited_by_failures(self):
        model = Model(1000, 10.0, 0.0)
        cluster = Cluster(SLOW, 30 * 86400.0)
        members = predict.most_members(model, cluster, 2.0, 0.9)
        # A failure costs the pause and half a step.
        self.assertAlmostEqual(members / (0.1 * 30 * 86400 / 7), 1, delta=0.3)
        parts = predict.losses(model, cluster, members, 2.0)
        self.assertEqual(max(parts, key=parts.get), "failures")

    def test_uneven_steps_are_limited_by_the_latest(self):
        model = Model(1000, 0.1, 0.002)
        members = predict.most_members(model, NEVER, 1.0, 0.9)
        parts = predict.losses(model, NEVER, members + 1, 1.0)
        self.assertEqual(max(parts, key=parts.get), "the latest")

    def test_jitter_makes_the_later_of_two_as_late_as_measured(self):
        measured = Measured(SLOW, [], {"mlp": {
            "alone": 0.020, "later": 0.022}}, 1.0)
        jitter = predict.model_of(measured, "mlp").jitter
        late = np.random.default_rng(1).exponential(jitter, (2, 100_000))
        self.assertAlmostEqual(
            np.median(late.max(axis=0)) - np.median(late[0]), 0.002,
            delta=1e-4)
