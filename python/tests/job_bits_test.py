"""The bits of a job: the same for any number of trainers, threads, buckets."""

import tempfile
import unittest

import job_scripts

# Trains one network on the batches of four shards, the last step without rows
# for one of them, and writes a checksum of all persistables after each step.
SCRIPT = """
import sys
import zlib
import numpy as np
import paddle as pd

STEPS = {steps}


def mlp():
    x = pd.layer.data("x", [None, 8])
    h = pd.layer.relu(pd.layer.fc(x, 32))
    return pd.layer.fc(h, 1)


def conv():
    x = pd.layer.data("x", [None, 8])
    h = pd.layer.reshape(x, [-1, 1, 2, 4])
    h = pd.layer.conv2d(h, 4, 3, padding=1)
    h = pd.layer.relu(pd.layer.batch_norm(h))
    h = pd.layer.dropout(pd.layer.reshape(h, [-1, 32]), 0.3)
    return pd.layer.fc(h, 1)


def lstm():
    words = pd.layer.data("words", [None, 1], "int64", lod_level=1)
    x = pd.layer.embedding(words, [50, 8])
    hidden, _ = pd.layer.dynamic_lstm(pd.layer.fc(x, 32), 32)
    return pd.layer.fc(pd.layer.sequence_pool(hidden, "max"), 1)


def embedding():
    words = pd.layer.data("words", [None, 1], "int64", lod_level=1)
    x = pd.layer.embedding(words, [50, 8], is_sparse=True)
    return pd.layer.fc(pd.layer.sequence_pool(x, "sum"), 1)


def batches(ragged):
    random = np.random.RandomState(5)
    for number in range(STEPS * 4 - 1):
        rows = 3 + number % 3
        feed = {{"y": random.randn(rows, 1).astype("float32")}}
        if ragged:
            lengths = [1 + (number + i) % 4 for i in range(rows)]
            feed["words"] = pd.LoDTensor(
                random.randint(50, size=(sum(lengths), 1)), [lengths])
        else:
            feed["x"] = random.randn(rows, 8).astype("float32")
        yield feed


def checksum(program, scope):
    total = 0
    for var in sorted(program.list_vars(), key=lambda var: var.name):
        if not var.persistable:
            continue
        value = np.asarray(scope.find_var(var.name).get_tensor())
        total = zlib.crc32(value.tobytes(), total)
    return total


job = pd.distributed.init()
sums = []
for network, ragged in ((mlp, False), (conv, False), (lstm, True),
                        (embedding, True)):
    main, startup, scope = pd.Program(), pd.Program(), pd.Scope()
    with pd.program_guard(main, startup), pd.scope_guard(scope):
        pd.seed(3)
        loss = pd.layer.mse_loss(network(),
                                 pd.layer.data("y", [None, 1]))
        pd.optimizer.Adam(0.01).minimize(loss, recompute={recompute})
        if {recompute} and network is conv:
            assert "@RECOMPUTE" in str(main)
        program = job.parallelize(main, bucket_bytes={bytes},
                                  overlap={overlap})
        exe = pd.Executor()
        exe.run(startup)
        for feed in job.shard(batches(ragged)):
            job.run(exe, program, feed)
        sums.append(checksum(main, scope))
print(*sums) if job.is_first else None
"""


class JobBitsTest(unittest.TestCase):

    def sums(self, command, size=25 << 20, overlap=True, steps=200, threads=1,
             recompute=False):
        """The checksums of the four networks."""
        with tempfile.TemporaryDirectory() as folder:
            printed = job_scripts.run(
                command, SCRIPT.format(bytes=size, overlap=overlap,
                                       steps=steps, recompute=recompute),
                folder, OMP_NUM_THREADS=str(threads))
        sums = printed.split()[-4:]
        self.assertEqual(len(set(sums)), 4, printed)
        return sums

    def job(self, trainers, **kwargs):
        return self.sums(job_scripts.launcher(trainers, "--shards", "4"),
                         **kwargs)

    def test_one_process_is_plain_python(self):
        plain = self.sums(job_scripts.PLAIN)
        self.assertEqual(self.sums(job_scripts.launcher(1)), plain)

    def test_trainers(self):
        local = self.job(1)
        for trainers in (2, 3, 4):
            self.assertEqual(self.job(trainers), local, trainers)

    def test_buckets_overlap_threads_and_recompute(self):
        expected = self.job(2, steps=50)
        for change in ({"size": 0}, {"size": 1000}, {"overlap": False},
                       {"threads": 2}, {"recompute": True}):
            self.assertEqual(self.job(2, steps=50, **change), expected, change)


if __name__ == "__main__":
    unittest.main()
