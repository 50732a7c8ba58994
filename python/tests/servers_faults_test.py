"""Jobs with servers in which something fails."""

import os
import socket
import subprocess
import tempfile
import unittest

import job_scripts
import light_modules
from served_jobs import BEGIN, CUT, KILL, RAW, ServedTest

KILLED = CUT + KILL + """
for number, feed in enumerate(job.shard(batches(60))):
    kill(number)
    job.run(exe, main, feed, [loss])
print(job.servers, job.steps, checksum(whole, pd.global_scope()))
assert job.rank or killed == int(sys.argv[1]), killed
"""


class DurabilityTest(unittest.TestCase):

    def test_servers_that_are_killed_lose_nothing(self):
        times = int(os.environ.get("PADDLE_SERVER_KILLS", "5"))
        with tempfile.TemporaryDirectory() as folder:
            alone = job_scripts.run(job_scripts.launcher(1, "--shards", "4"),
                                    KILLED, folder, arguments=(0,)).split()
            printed = job_scripts.run(
                job_scripts.launcher(2, "--shards", "4", "--servers", "2",
                                     "--server-dir", folder), KILLED, folder,
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


class FailureTest(ServedTest):

    def test_a_server_that_is_killed_ends_the_job(self):
        told = self.fail_job(RAW + """
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
        told = self.fail_job(RAW.replace(
            "optimizer().minimize(loss)",
            "pd.optimizer.SGD(0.1, grad_clip=pd.clip.ClipByGlobalNorm(1.0)"
            ").minimize(loss)"), "--servers", "2")
        self.assertIn("NotImplementedError", told)
        self.assertIn("clipping by the global norm", told)
        self.assertIn("train.py", told)

    def test_modes(self):
        self.assertIn(
            "ValueError: servers is 'sync', 'async' or 'geo', not 'often'",
            self.fail_job(RAW.replace('"sync"', '"often"')))
        self.assertIn("staleness is a number of steps", self.fail_job(
            RAW.replace('"sync"', '"sync", staleness=1')))
        self.assertIn("whose trainers may be lost and come back", self.fail_job(
            RAW.replace('"sync"', '"async"'), "--servers", "1", "--restarts",
            "1"))
        self.assertIn("startup and servers go together", self.fail_job(
            RAW.replace('servers="sync"', "")))

    def test_servers_are_not_left_out(self):
        told = self.fail_job(BEGIN + """
loss = network()
optimizer().minimize(loss)
job.parallelize(pd.default_main_program())
""", "--servers", "2")
        self.assertRegex(told, r'train.py", line \d+(.|\n)*ValueError: the job '
                         r"has 2 server\(s\), which keep the parameters: ")

    def test_servers_have_one_program(self):
        told = self.fail_job(CUT + """
job.parallelize(whole, pd.default_startup_program(), servers="async")
""", "--servers", "1")
        self.assertRegex(told, r'train.py", line \d+(.|\n)*RuntimeError: the '
                         "servers of this job have got a program before")
        told = self.fail_job(BEGIN + """
for _ in range(2):
    pd.Trainer(network, optimizer, job=job)
""", "--servers", "1")
        self.assertIn("have got a program before", told)

    def test_no_optimizer(self):
        self.assertIn("call minimize before it is cut", self.fail_job(
            RAW.replace("optimizer().minimize(loss)", ""), "--servers", "1"))

    def test_a_server_that_is_not_there(self):
        told = self.fail_job(RAW, PADDLE_SERVERS="127.0.0.1")
        self.assertIn("PADDLE_SERVERS has '127.0.0.1', which is no address",
                      told)

    def test_options(self):
        told = self.fail_job(RAW, "--servers", "x")
        self.assertIn("--servers: a whole number from 0 on is needed", told)
        told = self.fail_job(RAW, "--server-dir", "kept")
        self.assertIn("--server-dir is for --servers", told)


class CommandTest(unittest.TestCase):
    """`paddle server` says in one line why it cannot serve."""

    def told(self, status, *arguments, **variables):
        """Returns the line."""
        done = subprocess.run(
            [*job_scripts.PLAIN, light_modules.path("cli"), "server",
             *arguments], capture_output=True, text=True, check=False,
            env=job_scripts.environ(**variables))
        self.assertEqual((done.returncode, done.stdout), (status, ""), done)
        self.assertRegex(done.stderr, r"^paddle server: .*\n$")
        return done.stderr

    def test_arguments(self):
        for port in ("x", "-1", "65536", "1" * 30):
            self.assertIn(f"a number from 0 to 65535 is needed, not {port!r}",
                          self.told(2, f"--port={port}"))
        self.assertIn("--prot", self.told(2, "--prot", "1"))

    def test_addresses(self):
        self.assertIn("cannot listen at 192.0.2.1:0: Cannot assign requested "
                      "address", self.told(1, "--address", "192.0.2.1"))
        self.assertIn("cannot listen at 1.2.3:x:0: ",
                      self.told(1, "--address", "1.2.3:x"))
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = str(taken.getsockname()[1])
            self.assertIn(f"cannot listen at 127.0.0.1:{port}: Address already "
                          "in use", self.told(1, "--port", port))

    def test_libraries(self):
        self.assertIn("/none.so does not exist: servers need "
                      "libpaddle_grpc.so; PADDLE_GRPC_LIBRARY says where it is",
                      self.told(1, PADDLE_GRPC_LIBRARY="/none.so"))
        self.assertIn("cannot be loaded", self.told(
            1, PADDLE_GRPC_LIBRARY=light_modules.path("__init__.py")))

    def test_folders(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertIn("making the folder", self.told(
                1, "--dir", os.path.join(folder, "a", "b")))
            kept = os.path.join(folder, "programs")
            with open(kept, "w") as file:
                file.write("damaged")
            self.assertIn(kept, self.told(1, "--dir", folder))


if __name__ == "__main__":
    unittest.main()
