"""Servers that have their place by a lease in a store, and their successors."""

import contextlib
import os
import select
import signal
import subprocess
import tempfile
import time
import unittest

import job_scripts
from etcd_server import EtcdTestCase

LEASE = 4  # seconds

TRAIN = """
import numpy as np
import paddle as pd
x = pd.layer.data("x", [None, 8])
loss = pd.layer.mean(pd.layer.fc(x, 4))
pd.optimizer.SGD(0.1).minimize(loss)
main, startup = pd.default_main_program(), pd.default_startup_program()
startup.random_seed = 7
job = pd.distributed.init()
main, startup = job.parallelize(main, startup, servers="sync")
exe = pd.Executor(pd.CPUPlace())
exe.run(startup)
feed = {"x": np.ones([4, 8], "float32")}
for each in job.shard([feed] * 5):
    job.run(exe, main, each, [loss])
print(job.servers, job.steps)
"""


class ServerPlaceTest(EtcdTestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.store = self.etcd.url(self.id())

    @contextlib.contextmanager
    def server(self, *options, **variables):
        script = ("import sys\nfrom paddle.distributed import server\n"
                  "sys.exit(server.main(sys.argv[1:]))\n")
        command = [*job_scripts.PLAIN, "-c", script, "--lease", str(LEASE),
                   "--dir", "kept", *options]
        with subprocess.Popen(
                command, cwd=self.folder, text=True, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=job_scripts.environ(**variables)) as process:
            try:
                yield process
            finally:
                process.kill()

    def address(self, process, seconds=30):
        """Waits until a server says its port."""
        self.assertTrue(self.speaks(process, seconds))
        return f"127.0.0.1:{int(process.stdout.readline())}"

    @staticmethod
    def speaks(process, seconds):
        return bool(select.select([process.stdout], [], [], seconds)[0])

    def train(self, address):
        return job_scripts.run(job_scripts.PLAIN, TRAIN, self.folder,
                               PADDLE_SERVERS=address).split()

    def test_a_successor_waits_until_the_first_has_ended(self):
        named = ("--store", self.store, "--name", "a")
        with self.server(*named) as first:
            address = self.address(first)
            self.assertEqual(self.train(address), ["1", "5"])
            with self.server(*named) as second:
                self.assertFalse(self.speaks(second, LEASE + 2))
                # It ends when it is told to, while it waits, too.
                second.terminate()
                told = second.communicate()[1]
                self.assertEqual(second.returncode, 0, told)
                self.assertIn(f"waits to be 'a' in {self.store}: another", told)
            with self.server(*named) as second:
                first.terminate()
                self.address(second)
                self.assertEqual(first.wait(), 0)

    def test_a_server_that_was_replaced_ends(self):
        """It was stopped, and goes on after the end of its lease."""
        variables = {"PADDLE_SERVER_STORE": "file://" +
                     os.path.join(self.folder, "store"),
                     "PADDLE_SERVER_NAME": "b"}
        with self.server(**variables) as first:
            self.address(first)
            with self.server(**variables) as second:
                first.send_signal(signal.SIGSTOP)
                self.address(second)
                first.send_signal(signal.SIGCONT)
                told = first.communicate()[1]
                self.assertEqual(first.returncode, 1, told)
                self.assertIn("another one is 'b' now in file:", told)

    def test_a_server_without_its_store_serves_nothing(self):
        with self.server("--store", self.store) as server:
            address = self.address(server)
            self.etcd.stop()
            try:
                time.sleep(LEASE)
                with self.assertRaisesRegex(
                        RuntimeError, "the server server/0 has not renewed "
                        "its lease in time"):
                    self.train(address)
            finally:
                self.etcd.go_on()
            # It has its place again, which nobody else had.
            stop = time.monotonic() + 30
            while True:
                with contextlib.suppress(RuntimeError):
                    self.assertEqual(self.train(address), ["1", "5"])
                    break
                self.assertLess(time.monotonic(), stop)

    def test_wrong_options(self):
        for options, words in (
                (("--store", "ftp://a"), "'ftp://a' is no address of a store"),
                (("--store", self.store, "--lease", "2"),
                 "a lease of 2000 ms: the server server/0 would never serve")):
            with self.server(*options) as server:
                told = server.communicate()[1]
                self.assertEqual(server.returncode, 1)
                self.assertIn(words, told)


if __name__ == "__main__":
    unittest.main()
