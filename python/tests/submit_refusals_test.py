"""A cluster refuses what it cannot run, and those it does not know."""

import os
import subprocess
import time
import unittest

import cluster_cases
import job_scripts
import numpy as np
import submit_cases as cases

import paddle as pd


class RefusalTest(cluster_cases.ClusterTestCase):

    def setUp(self):
        super().setUp()
        self.save("a", {"images": np.zeros((4, 6), "float32"),
                        "labels": np.zeros((4, 1), "float32")})
        self.there = self.node(servers=1)

    def submit(self, program=cases.mlp, files=("a",),
               feeds=cases.FEEDS["mlp"], cluster=None, **options):
        main, startup, _ = program()
        return pd.distributed.submit(
            main, startup, data=pd.distributed.Data(list(files), feeds, 2),
            job="mlp", cluster=cluster or self.cluster(self.there), **options)

    def test_it_is_refused_and_leaves_nothing(self):
        def clipped():
            main, startup = pd.Program(), pd.Program()
            with pd.program_guard(main, startup):
                x = pd.layer.data("x", [None, 6])
                cost = pd.layer.mean(pd.layer.fc(x, 1))
                pd.optimizer.SGD(
                    0.1, grad_clip=pd.clip.ClipByGlobalNorm(1.0)).minimize(cost)
            return main, startup, cost

        def forward():
            main, startup = pd.Program(), pd.Program()
            with pd.program_guard(main, startup):
                cost = pd.layer.mean(pd.layer.data("x", [None, 6]))
            return main, startup, cost

        for options, error, text in (
                (dict(files=["../token"]), ValueError, "is no name of a file"),
                (dict(files=["/etc/passwd"]), ValueError, "is no name of a f"),
                (dict(files=["b"]), KeyError, "no file 'b'"),
                (dict(feeds={"z": "images"}), ValueError, "no variable 'z'"),
                (dict(program=forward, feeds={"x": "images"}), ValueError,
                 "trains nothing"),
                (dict(program=clipped, feeds={"x": "images"}, servers=2),
                 NotImplementedError, r"submit_refusals_test\.py, line"),
                (dict(trainers=0), ValueError, "trainers: 0"),
                (dict(mode="other"), ValueError, "sync"),
                (dict(metrics=["z"]), ValueError, "no variable 'z'")):
            with self.subTest(text=text):
                with self.assertRaisesRegex(error, text):
                    self.submit(**options)
        os.symlink("/etc/passwd", os.path.join(self.root, "data", "link"))
        with self.assertRaisesRegex(ValueError, "symbolic link"):
            self.submit(files=["link"])
        self.assertEqual(os.listdir(os.path.join(self.root, "jobs")), [])
        self.assertEqual(self.cluster(self.there).jobs(), [])

    def test_a_token_is_needed(self):
        wrong = os.path.join(self.folder, "wrong")
        with open(wrong, "w", encoding="utf-8") as file:
            file.write("guess")
        with self.assertRaisesRegex(ValueError, "chmod 600"):
            pd.distributed.Cluster(self.there.address, wrong)
        os.chmod(wrong, 0o600)
        for token, text in ((wrong, "a wrong token"), ("", "without a token")):
            cluster = pd.distributed.Cluster(self.there.address, token)
            with self.subTest(text=text):
                with self.assertRaisesRegex(RuntimeError, text):
                    self.submit(cluster=cluster)

    def test_a_node_needs_the_token(self):
        done = subprocess.run(
            [cluster_cases.NODE, f"--root={self.root}",
             f"--store={self.store}"], env=job_scripts.environ(),
            capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("--token_file is missing", done.stderr)

    def test_a_node_may_take_no_calls(self):
        silent = self.node(options=["--calls=false"])
        self.assertEqual(silent.address, "127.0.0.1:0")

    def test_nobody_is_there(self):
        cluster = pd.distributed.Cluster("127.0.0.1:1", self.token_file,
                                         timeout=0.3)
        with self.assertRaisesRegex(OSError, "127.0.0.1:1"):
            cluster.jobs()
        begin = time.monotonic()
        with self.assertRaisesRegex(OSError, "127.0.0.1:1"):
            pd.distributed.SubmittedJob(cluster._client, "a-1").wait(1)
        self.assertGreater(time.monotonic() - begin, 1)  # it asks again
        with self.assertRaisesRegex(ValueError, "PADDLE_CLUSTER"):
            pd.distributed.Cluster("", self.token_file)

    def test_a_fault_of_the_data_is_told(self):
        """A file that lacks an array is found when it is read."""
        self.save("c", {"images": np.zeros((4, 6), "float32")})
        job = self.submit(files=["c"])
        with self.assertRaisesRegex(RuntimeError, "labels"):
            job.wait(timeout=60)
        self.assertEqual(job.state()["phase"], "failed")
        self.assertIn("labels", job.log())

    def test_the_command_line(self):
        job = self.submit()
        job.wait(timeout=60)
        self.assertRegex(self.command("jobs"), rf"{job.id} +done +1  2 0")
        self.assertEqual(self.command("logs", job.id), job.log())
        self.assertRegex(self.command("logs", "none-1", status=1),
                         "^paddle logs: .*no job 'none-1'")
        self.command("cancel", job.id)  # it is over, and stays so
        self.assertEqual(job.state()["phase"], "done")

    def command(self, verb, *arguments, status=0):
        """Runs a verb of the command `paddle`; returns what it prints."""
        return self.said(self.start(self.there, verb, *arguments), status)


if __name__ == "__main__":
    unittest.main()
