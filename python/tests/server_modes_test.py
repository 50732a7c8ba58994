"""Servers that keep pieces of parameters, and take sparse gradients."""

import re
import tempfile
import unittest

import job_scripts

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

def train(script, trainers, servers, *arguments, **options):
    """Returns what the trainers of a job of four shards print."""
    shards = options.get("shards", 4)
    with tempfile.TemporaryDirectory() as folder:
        printed = job_scripts.run(
            job_scripts.launcher(trainers, "--shards", str(shards),
                                 "--servers", str(servers)),
            script, folder, arguments=arguments)
    return [re.sub(r"^\[\d+\] ", "", line) for line in printed.splitlines()]


class PiecesTest(unittest.TestCase):

    def checksum(self, trainers, servers, options=""):
        printed = train(TRAIN.replace("OPTIONS", options), trainers, servers,
                        "sync", 8)
        self.assertEqual(len(set(printed)), 1, printed)
        count, total = printed[0].split()
        self.assertEqual(int(count), servers)
        return int(total)

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


class SparseTest(unittest.TestCase):

    def test_servers_that_wait_for_nobody_take_rows(self):
        printed = train(TRAIN.replace("OPTIONS", "") + """
assert np.mean(value[0]) < 1.0, value
""", 2, 2, "async", 60)
        self.assertEqual({line.split()[0] for line in printed}, {"2"})


if __name__ == "__main__":
    unittest.main()
