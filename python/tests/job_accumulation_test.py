"""Gradients that a job's trainers accumulate over several steps."""

import tempfile
import unittest

import job_scripts

# Trains on the batches of four shards, of which the last step has three. Prints
# how often gradients travelled, how large the steps were, and a checksum.
SCRIPT = """
import sys
import zlib
import numpy as np
import paddle as pd

RUNS = {runs}
job = pd.distributed.init()
pd.seed(3)
x = pd.layer.data("x", [None, 8])
h = pd.layer.dropout(pd.layer.relu(pd.layer.fc(x, 32)), 0.3)
loss = pd.layer.mse_loss(pd.layer.fc(h, 1), pd.layer.data("y", [None, 1]))
pd.optimizer.Adam(0.01).minimize(loss, accumulate_steps=RUNS)
main = pd.default_main_program()
program = job.parallelize(main)
exe = pd.Executor()
exe.run(pd.default_startup_program())


def batches():
    random = np.random.RandomState(5)
    for number in range(4 * 12 - 1):
        rows = 3 + number % 3
        yield {{"x": random.randn(rows, 8).astype("float32"),
                "y": random.randn(rows, 1).astype("float32")}}


def bytes_of(names):
    scope = pd.global_scope()
    return b"".join(np.asarray(scope.find_var(name).get_tensor()).tobytes()
                    for name in names)


parameters = sorted(var.name for var in main.list_vars() if var.is_parameter)
changes = 0
with pd.profiler() as profile:
    for feed in job.shard(batches()):
        before = bytes_of(parameters)
        job.run(exe, program, feed)
        changes += bytes_of(parameters) != before
calls = {{row.name: row.calls for row in profile.rows()}}
names = sorted(var.name for var in main.list_vars() if var.persistable)
if job.rank == job.size - 1:
    print(calls.get("allreduce_start", 0), calls.get("allreduce_wait", 0),
          changes, zlib.crc32(bytes_of(names)))
"""


class JobAccumulationTest(unittest.TestCase):

    def train(self, trainers, runs, *options):
        """Returns the exchanges begun and ended, the steps that changed the
        parameters, and the checksum, of the last trainer."""
        with tempfile.TemporaryDirectory() as folder:
            printed = job_scripts.run(
                job_scripts.launcher(trainers, "--shards", "4", *options),
                SCRIPT.format(runs=runs), folder)
        return [int(word) for word in printed.split()[-4:]]

    def test_gradients_travel_once(self):
        expected = self.train(1, 4)
        self.assertEqual(expected[:3], [3, 3, 3])
        for trainers in (2, 4):
            self.assertEqual(self.train(trainers, 4), expected, trainers)

    def test_steps_that_accumulate_nothing_exchange_each(self):
        self.assertEqual(self.train(2, 1)[:3], [12, 12, 12])

    def test_trainers_that_may_be_lost_keep_equal_sums(self):
        self.assertEqual(self.train(2, 4, "--restarts", "1")[:3], [12, 12, 3])


if __name__ == "__main__":
    unittest.main()
