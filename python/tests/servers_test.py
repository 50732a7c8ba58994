"""Jobs whose parameters servers keep: the bits of a job without them."""

import os
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

CUT = BEGIN + """
loss = network()
optimizer().minimize(loss)
whole = pd.default_main_program()
main, startup = job.parallelize(whole, pd.default_startup_program(),
                                servers="sync")
exe = pd.Executor()
exe.run(startup)
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


class ServersTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def run_job(self, script, trainers, servers, *arguments):
        """Returns what the trainers print of a job of four shards, which is
        the same for all: servers, steps, checksum."""
        command = job_scripts.launcher(
            trainers, "--shards", "4", "--servers", str(servers))
        printed = job_scripts.run(command, script, self.folder,
                                  arguments=arguments)
        lines = {re.sub(r"^\[\d+\] ", "", line)
                 for line in printed.splitlines()}
        self.assertEqual(len(lines), 1, printed)
        found = [int(number) for number in lines.pop().split()]
        self.assertEqual(found[0], servers)
        return found[1:]

    def test_bits_of_any_number_of_servers_and_trainers(self):
        alone = self.run_job(RAW, 1, 0)
        self.assertEqual(alone[0], 10)
        for trainers, servers in ((1, 1), (2, 2), (3, 1), (4, 3)):
            with self.subTest(trainers=trainers, servers=servers):
                self.assertEqual(self.run_job(RAW, trainers, servers), alone)

    def test_a_checkpoint_is_that_of_a_job_without_servers(self):
        """One begins with servers and goes on without, another one the other
        way round; the state of the optimizer goes with them."""
        def train(epochs, name, trainers, servers):
            return self.run_job(TRAINER, trainers, servers, epochs,
                                os.path.join(self.folder, name))

        whole = train(4, "alone", 1, 0)
        self.assertEqual(whole[0], 20)
        train(2, "first", 2, 2)
        self.assertEqual(train(4, "first", 1, 0), whole)
        train(1, "second", 1, 0)
        train(2, "second", 2, 1)
        self.assertEqual(train(4, "second", 3, 2), whole)

    def test_one_shard(self):
        """Servers of a single trainer count steps, too."""
        script = TRAINER.replace("batches(5)", "list(batches(5))[:8]")

        def train(epochs, servers):
            printed = job_scripts.run(
                job_scripts.launcher(1, "--servers", str(servers)), script,
                self.folder, arguments=(epochs, f"one-{servers}"))
            return printed.split()[2]

        train(1, 1)
        self.assertEqual(train(3, 1), train(3, 0))


# A table whose array would take 32 GB.
TABLE = BEGIN + """
import resource

words = pd.layer.data("words", [None, 1], "int64", lod_level=1)
y = pd.layer.data("y", [None, 1])
rows = pd.layer.embedding(words, [HEIGHT, 8], is_sparse=True, distributed=True)
sums = pd.layer.sequence_pool(rows, "sum")
loss = pd.layer.mse_loss(pd.layer.fc(sums, 1), y)
pd.optimizer.OPTIMIZER.minimize(loss)
whole = pd.default_main_program()
main, startup = job.parallelize(whole, pd.default_startup_program(),
                                servers=sys.argv[1])
exe = pd.Executor()
exe.run(startup)
random = np.random.RandomState(5)
data = []
for number in range(320):
    lengths = [1 + (number + i) % 3 for i in range(4)]
    ids = random.randint(40, size=(sum(lengths), 1))
    value = np.add.reduceat(np.sin(ids[:, 0]), np.cumsum([0] + lengths[:-1]))
    data.append({"words": pd.LoDTensor(ids * STRIDE, [lengths]),
                 "y": value.reshape(-1, 1).astype("float32")})
for feed in job.shard(data):
    value = job.run(exe, main, feed, [loss])
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(job.servers, int(np.mean(value) < 1e-3), int(peak < 200000))
bias = whole.all_parameters()[-1].name
bits = np.asarray(pd.global_scope().find_var(bias).get_tensor()).tobytes()
open(f"bias-{job.rank}", "w").write(bits.hex())
"""


class TableTest(unittest.TestCase):

    def train(self, trainers, servers, mode, height, optimizer="Adagrad(0.1)"):
        """Returns the bits of a parameter behind the table; checks that the
        rows were learned, in little memory."""
        script = TABLE.replace("HEIGHT", str(height)).replace(
            "STRIDE", str(height // 50)).replace("OPTIMIZER", optimizer)
        with tempfile.TemporaryDirectory() as folder:
            printed = job_scripts.run(job_scripts.launcher(
                trainers, "--shards", "4", "--servers", str(servers)), script,
                folder, arguments=(mode,))
            for line in printed.splitlines():
                self.assertTrue(line.endswith(f"{servers} 1 1"), line)
            with open(os.path.join(folder, "bias-0")) as file:
                return file.read()

    def test_bits_of_the_array(self):
        alone = self.train(1, 0, "sync", 1000)
        self.assertEqual(self.train(2, 2, "sync", 1000), alone)
        self.assertEqual(self.train(1, 1, "sync", 1000), alone)

    def test_a_billion_rows(self):
        self.train(2, 2, "sync", 10**9)
        self.train(2, 1, "async", 10**9)

    def test_an_optimizer_that_changes_all_rows(self):
        with self.assertRaises(RuntimeError) as caught:
            self.train(1, 1, "sync", 1000, "Momentum(0.1, 0.9)")
        self.assertRegex(
            str(caught.exception),
            r"operator momentum of the optimizer changes all rows of the table "
            r"'.*', .*: set lazy_mode(.|\n)*train.py, line \d+: "
            r"pd.optimizer.Momentum")


# Trainer 1 is slow; trainer 0 tells in the end how far that one has come.
ASYNC = """
import os
import time
import numpy as np
import paddle as pd

job = pd.distributed.init()
pd.seed(3)
x = pd.layer.data("x", [None, 4])
y = pd.layer.data("y", [None, 1])
loss = pd.layer.mse_loss(pd.layer.fc(x, 1), y)
pd.optimizer.SGD(0.1).minimize(loss)
main, startup = job.parallelize(
    pd.default_main_program(), pd.default_startup_program(), servers="async",
    staleness=STALENESS)
exe = pd.Executor()
exe.run(startup)
random = np.random.RandomState(job.rank)
weight = np.array([[1], [2], [3], [4]], "float32")
data = []
for _ in range(STEPS * job.shards):
    rows = random.randn(8, 4).astype("float32")
    data.append({"x": rows, "y": rows @ weight})
made = 0
for feed in job.shard(data):
    if job.rank == 1:
        time.sleep(0.02)
    value, = job.run(exe, main, feed, [loss])
    made += 1
    with open(f"made-{job.rank}.new", "w") as file:
        file.write(str(made))
    os.rename(f"made-{job.rank}.new", f"made-{job.rank}")
if job.rank == 0:
    other = int(open("made-1").read()) if os.path.exists("made-1") else 0
    print(other)
else:
    print(value < 1e-3)
"""


class AsyncTest(unittest.TestCase):

    def progress(self, staleness, servers=2):
        """Returns how many of 30 steps the slow trainer had made when the fast
        one had made all."""
        script = ASYNC.replace("STALENESS", str(staleness))
        with tempfile.TemporaryDirectory() as folder:
            printed = job_scripts.run(
                job_scripts.launcher(2, "--servers", str(servers)),
                script.replace("STEPS", "30"), folder)
        self.assertIn("[1] True", printed)  # it has learned the weights
        return int(re.search(r"\[0\] (\d+)", printed)[1])

    def test_no_trainer_waits_for_another_one(self):
        self.assertLess(self.progress(None), 20)

    def test_staleness_bounds_how_far_they_are_apart(self):
        # Its step is counted at the server before it has written the file.
        self.assertGreaterEqual(self.progress(3), 30 - 3 - 1)


# Trainer 0 kills a server after each few steps.
KILL = CUT + """
import os
import signal
import subprocess

random = np.random.RandomState(1)
killed = 0
for number, feed in enumerate(job.shard(batches(60))):
    if job.rank == 0 and number % 2 == 1 and killed < int(sys.argv[1]):
        found = subprocess.run(
            ["pgrep", "-f", "paddle.distributed.server", "-P",
             str(os.getppid())], capture_output=True, text=True)
        pids = found.stdout.split()
        if pids:  # else one is being started again
            os.kill(int(pids[random.randint(len(pids))]), signal.SIGKILL)
            killed += 1
    job.run(exe, main, feed, [loss])
print(job.servers, job.steps, checksum(whole, pd.global_scope()))
assert job.rank or killed == int(sys.argv[1]), killed
"""


class DurabilityTest(unittest.TestCase):

    def test_servers_that_are_killed_lose_nothing(self):
        times = int(os.environ.get("PADDLE_SERVER_KILLS", "5"))
        with tempfile.TemporaryDirectory() as folder:
            alone = job_scripts.run(job_scripts.launcher(1, "--shards", "4"),
                                    KILL, folder, arguments=(0,)).split()
            printed = job_scripts.run(
                job_scripts.launcher(2, "--shards", "4", "--servers", "2",
                                     "--server-dir", folder), KILL, folder,
                arguments=(times,)).splitlines()
        self.assertEqual({tuple(line.split()[2:]) for line in printed},
                         {tuple(alone[1:])})

    def test_a_full_disk(self):
        """A file may have 40000 bytes: it has no room for the first step."""
        limit = ("import resource, signal\n"
                 "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
                 "resource.setrlimit(resource.RLIMIT_FSIZE, (40000, 40000))\n")
        with tempfile.TemporaryDirectory() as folder:
            with job_scripts.server(folder, limit) as address:
                with self.assertRaises(RuntimeError) as caught:
                    job_scripts.run(job_scripts.PLAIN, RAW.replace(
                        "fc(x, 32)", "fc(x, 3200)"), folder,
                        PADDLE_SERVERS=address)
            self.assertEqual(os.listdir(os.path.join(folder, "kept")),
                             ["programs"])
        self.assertRegex(str(caught.exception),
                         "step 1 cannot be kept: writing .*kept/state.*"
                         f"(.|\n)*at the server {address}")


class FailureTest(unittest.TestCase):

    def fail(self, script, *options, **variables):
        with tempfile.TemporaryDirectory() as folder:
            with self.assertRaises(RuntimeError) as caught:
                job_scripts.run(job_scripts.launcher(2, *options), script,
                                folder, **variables)
        return str(caught.exception)

    def test_a_server_that_is_killed_ends_the_job(self):
        told = self.fail(RAW + """
import os, signal, subprocess, time
if job.rank == 0:
    found = subprocess.run(["pgrep", "-f", "paddle.distributed.server", "-P",
                            str(os.getppid())], capture_output=True, text=True)
    os.kill(int(found.stdout.split()[0]), signal.SIGKILL)
time.sleep(60)
""", "--servers", "1")
        self.assertRegex(told, r"paddle run: server 0 \(pid \d+\) has ended "
                         "with SIGKILL")

    def test_global_norm(self):
        told = self.fail(RAW.replace(
            "optimizer().minimize(loss)",
            "pd.optimizer.SGD(0.1, grad_clip=pd.clip.GradientClipByGlobalNorm("
            "1.0)).minimize(loss)"), "--servers", "2")
        self.assertIn("NotImplementedError", told)
        self.assertIn("clipping by the global norm", told)
        self.assertIn("train.py", told)

    def test_modes(self):
        self.assertIn(
            "ValueError: servers is 'sync' or 'async', not 'often'",
            self.fail(RAW.replace('"sync"', '"often"')))
        self.assertIn("staleness is a number of steps, 0 or more", self.fail(
            RAW.replace('"sync"', '"sync", staleness=1')))
        self.assertIn("whose trainers may be lost and come back", self.fail(
            RAW.replace('"sync"', '"async"'), "--servers", "1", "--restarts",
            "1"))
        self.assertIn("startup and servers go together", self.fail(
            RAW.replace('servers="sync"', "")))

    def test_no_optimizer(self):
        self.assertIn("call minimize before it is cut", self.fail(
            RAW.replace("optimizer().minimize(loss)", ""), "--servers", "1"))

    def test_a_server_that_is_not_there(self):
        told = self.fail(RAW, PADDLE_SERVERS="127.0.0.1")
        self.assertIn("PADDLE_SERVERS has '127.0.0.1', which is no address",
                      told)

    def test_options(self):
        told = self.fail(RAW, "--servers", "x")
        self.assertIn("--servers: a whole number from 0 on is needed", told)
        told = self.fail(RAW, "--server-dir", "kept")
        self.assertIn("--server-dir is for --servers", told)


if __name__ == "__main__":
    unittest.main()
