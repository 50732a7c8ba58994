"""Scripts of jobs whose parameters servers keep, and what runs them."""

import re
import tempfile
import unittest

import job_scripts

BEGIN = """
import sys
import zlib
import numpy as np
import paddle as pd


def network():
    x = pd.layer.data("x", [None, 8])
    y = pd.layer.data("y", [None, 1])
    h = pd.layer.batch_norm(pd.layer.relu(pd.layer.fc(x, 32)))
    return pd.layer.mse_loss(pd.layer.fc(h, 1), y)


def optimizer():
    return pd.optimizer.Adam(pd.schedule.exponential(0.05, 5, 0.9))


def batches(steps):
    random = np.random.RandomState(5)
    for number in range(4 * steps - 1):  # the last step lacks one
        rows = 2 + number % 3
        yield {"x": random.randn(rows, 8).astype("float32"),
               "y": random.randn(rows, 1).astype("float32")}


def checksum(program, scope):
    total = 0
    for var in sorted(program.list_vars(), key=lambda var: var.name):
        if var.name in {p.name for p in program.all_parameters()}:
            value = np.asarray(scope.find_var(var.name).get_tensor())
            total = zlib.crc32(value.tobytes(), total)
    return total


pd.seed(3)
job = pd.distributed.init()
"""

# A network with a table; each epoch looks up some rows that others have not.
WORDS = BEGIN + '''
def network():
    words = pd.layer.data("words", [None, 1], "int64", lod_level=1)
    y = pd.layer.data("y", [None, 1])
    rows = pd.layer.embedding(words, [1000, 8], is_sparse=True,
                              distributed=True)
    return pd.layer.mse_loss(
        pd.layer.fc(pd.layer.sequence_pool(rows, "sum"), 1), y)


def optimizer():
    return pd.optimizer.Adagrad(pd.schedule.exponential(0.05, 5, 0.9))


def batches(steps, epoch=0):
    random = np.random.RandomState(epoch)
    for number in range(4 * steps - 1):  # the last step lacks one
        lengths = [1 + (number + i) % 3 for i in range(4)]
        ids = random.randint(1000, size=(sum(lengths), 1)) ** 2 // 1000
        yield {"words": pd.LoDTensor(ids, [lengths]),
               "y": random.randn(4, 1).astype("float32")}


def checksum(program, scope):
    """Of what trainers have: all but the table."""
    total = 0
    for parameter in program.all_parameters():
        if "embedding" not in parameter.name:
            value = np.asarray(scope.find_var(parameter.name).get_tensor())
            total = zlib.crc32(value.tobytes(), total)
    return total
'''

# Gives servers the parameters of a network.
SERVE = """
loss = network()
optimizer().minimize(loss)
whole = pd.default_main_program()
main, startup = job.parallelize(whole, pd.default_startup_program(),
                                servers="sync")
exe = pd.Executor()
exe.run(startup)
"""
CUT = BEGIN + SERVE

# Defines kill, by which trainer 0 kills a server after each few steps.
KILL = """
import os
import signal
import subprocess

random = np.random.RandomState(1)
killed = 0


def kill(number):
    global killed
    if job.rank == 0 and number % 2 == 1 and killed < int(sys.argv[1]):
        found = subprocess.run(
            ["pgrep", "-f", "paddle.distributed.server", "-P",
             str(os.getppid())], capture_output=True, text=True)
        pids = found.stdout.split()
        if pids:  # else one is being started again
            os.kill(int(pids[random.randint(len(pids))]), signal.SIGKILL)
            killed += 1
"""

RAW = CUT + """
for feed in job.shard(batches(10)):
    job.run(exe, main, feed, [loss])
print(job.servers, job.steps, checksum(whole, pd.global_scope()))
"""

TRAINER = BEGIN + """
trainer = pd.Trainer(network, optimizer, job=job)
trainer.train(lambda: batches(5), epochs=int(sys.argv[1]),
              checkpoints=sys.argv[2], progress=False)
print(job.servers, job.steps, checksum(trainer.program, trainer.scope))
"""


class ServedTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def lines_of(self, script, trainers, servers, *arguments, shards=4):
        """Returns the lines that the trainers of a job print."""
        command = job_scripts.launcher(
            trainers, "--shards", str(shards), "--servers", str(servers))
        printed = job_scripts.run(command, script, self.folder,
                                  arguments=arguments)
        return [re.sub(r"^\[\d+\] ", "", line)
                for line in printed.splitlines()]

    def run_job(self, script, trainers, servers, *arguments):
        """Returns the numbers that the trainers of a job print behind that of
        servers, which are the same for all: of most scripts steps and a
        checksum."""
        lines = set(self.lines_of(script, trainers, servers, *arguments))
        self.assertEqual(len(lines), 1, lines)
        found = [int(number) for number in lines.pop().split()]
        self.assertEqual(found[0], servers)
        return found[1:]

    def fail_job(self, script, *options, **more):
        """Returns the errors of a job of two trainers, which fails; more: as
        of job_scripts.run."""
        with self.assertRaises(RuntimeError) as caught:
            job_scripts.run(job_scripts.launcher(2, *options), script,
                            self.folder, **more)
        return str(caught.exception)
