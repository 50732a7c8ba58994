"""Servers that keep pieces, sparse gradients and sums of what trainers do."""

import os
import unittest

from served_jobs import ServedTest

# Two matrices, of which servers have pieces by default, and a table that one
# server has whole. Prints a checksum of the parameters.
TRAIN = """
import sys
import zlib
import numpy as np
import paddle as pd

pd.seed(3)
job = pd.distributed.init()
words = pd.layer.data("words", [None, 3], "int64")
y = pd.layer.data("y", [None, 1])
rows = pd.layer.embedding(words, [50, 4], is_sparse=True)
h = pd.layer.relu(pd.layer.fc(pd.layer.reshape(rows, [-1, 12]), 2048))
loss = pd.layer.mse_loss(pd.layer.fc(h, 1), y)
pd.optimizer.Adam(0.01).minimize(loss)
whole = pd.default_main_program()
main, startup = job.parallelize(whole, pd.default_startup_program(),
                                servers=sys.argv[1], OPTIONS)
exe = pd.Executor()
exe.run(startup)
random = np.random.RandomState(5)


def batches(steps):
    for number in range(job.shards * steps - 1):
        ids = random.randint(50, size=(4 + number % 3, 3))
        yield {"words": ids,
               "y": np.sin(ids).sum(1, keepdims=True).astype("float32")}


for feed in job.shard(batches(int(sys.argv[2]))):
    value = job.run(exe, main, feed, [loss])
total = 0
for var in sorted(whole.all_parameters(), key=lambda var: var.name):
    tensor = pd.global_scope().find_var(var.name).get_tensor()
    total = zlib.crc32(np.asarray(tensor).tobytes(), total)
print(job.servers, total)
"""

# Fits a network to a function; prints the loss for all numbers together.
FIT = """
import sys
import numpy as np
import paddle as pd

pd.seed(3)
job = pd.distributed.init()
x = pd.layer.data("x", [None, 2])
y = pd.layer.data("y", [None, 1])
h = pd.layer.tanh(pd.layer.fc(x, 32))
loss = pd.layer.mse_loss(pd.layer.fc(h, 1), y)
test = pd.default_main_program().clone(for_test=True)
pd.optimizer.Momentum(0.1, 0.9).minimize(loss)
main, startup = job.parallelize(
    pd.default_main_program(), pd.default_startup_program(), servers="geo",
    push_every=int(sys.argv[1]))
exe = pd.Executor()
exe.run(startup)
random = np.random.RandomState(5)


def batch(rows):
    values = random.uniform(-1, 1, size=(rows, 2)).astype("float32")
    return {"x": values, "y": (values[:, :1] * values[:, 1:])}


data = [batch(16) for _ in range(300 * job.shards)]
for feed in job.shard(data):
    job.run(exe, main, feed, [loss])
job.barrier()
job.fetch_state()
value, = exe.run(test, feed=batch(1000), fetch_list=[loss])
print(f"loss {float(value):.6f}")
"""


class PiecesTest(ServedTest):

    def checksum(self, trainers, servers, options=""):
        total, = self.run_job(TRAIN.replace("OPTIONS", options), trainers,
                              servers, "sync", 8)
        return total

    def test_bits_of_any_number_of_servers_and_trainers(self):
        alone = self.checksum(1, 0)
        for trainers, servers in ((1, 1), (2, 2), (4, 3)):
            with self.subTest(trainers=trainers, servers=servers):
                self.assertEqual(self.checksum(trainers, servers), alone)
        self.assertEqual(self.checksum(2, 3, "min_piece=1"), alone)

    def test_a_piece_has_elements(self):
        with self.assertRaises(RuntimeError) as caught:
            self.checksum(1, 1, "min_piece=0")
        self.assertIn("ValueError: InvalidArgument: min_piece",
                      str(caught.exception))


class SparseTest(ServedTest):

    def test_servers_that_wait_for_nobody_take_rows(self):
        printed = self.lines_of(TRAIN.replace("OPTIONS", "") + """
assert np.mean(value[0]) < 1.0, value
""", 2, 2, "async", 60)
        self.assertEqual({line.split()[0] for line in printed}, {"2"})


class GeoTest(ServedTest):

    def loss(self, trainers, servers, push_every):
        printed = self.lines_of(FIT, trainers, servers, push_every, shards=2)
        self.assertEqual(len(printed), trainers, printed)
        return [float(line.split()[1]) for line in printed]

    def test_one_trainer_has_the_bits_of_one_without_servers(self):
        alone = self.lines_of(TRAIN.replace("OPTIONS", ""), 1, 0, "geo", 8)
        self.assertEqual(len(alone), 1)
        for push_every in (1, 3, 100):
            with self.subTest(push_every=push_every):
                script = TRAIN.replace("OPTIONS", f"push_every={push_every}")
                served = self.lines_of(script, 1, 2, "geo", 8)
                self.assertEqual(served[0].split()[1], alone[0].split()[1])

    def test_two_trainers_come_as_far_as_trainers_without_servers(self):
        alone, = self.loss(1, 0, 8)
        self.assertLess(alone, 0.01)
        for push_every in (1, 8):
            for value in self.loss(2, 2, push_every):
                self.assertLess(value, 0.02)

    def test_an_end_that_pushes_what_is_left(self):
        """With more steps between pushes than there are, all is pushed when
        the data ends: both trainers have the parameters that they have moved
        together, not those to which each has come alone."""
        first, second = self.loss(2, 1, 1000)
        self.assertEqual(first, second)
        self.assertLess(first, 0.06)


class FailureTest(ServedTest):

    def fail_geo(self, script, *options):
        return self.fail_job(script, *options, arguments=("geo", "2"))

    def test_options(self):
        self.assertIn("push_every is a number of steps, 1 or more, not 0",
                      self.fail_geo(TRAIN.replace("OPTIONS", "push_every=0")))
        self.assertIn("staleness is a number of steps",
                      self.fail_geo(TRAIN.replace("OPTIONS", "staleness=1")))

    def test_trainers_that_come_back(self):
        self.assertIn(
            "whose trainers may be lost and come back",
            self.fail_geo(TRAIN.replace("OPTIONS", ""), "--servers", "1",
                          "--restarts", "1"))

    def test_servers_that_keep_each_step(self):
        told = self.fail_geo(
            TRAIN.replace("OPTIONS", ""), "--servers", "1", "--server-dir",
            os.path.join(self.folder, "kept"))
        self.assertIn("keeps each step on the disk, and waits for no trainer",
                      told)

    def test_tables(self):
        told = self.fail_geo(TRAIN.replace("OPTIONS", "").replace(
            "is_sparse=True", "is_sparse=True, distributed=True"),
            "--servers", "1")
        self.assertIn("is distributed: servers that add up", told)


if __name__ == "__main__":
    unittest.main()
