"""Programs that are sent to a cluster, which trains them without Python."""

import concurrent.futures
import os
import time
import unittest

import job_scripts
import numpy as np
import submit_trials

# Sends a job, and ends.
LEAVE = """
import sys
import paddle as pd
import submit_cases

main, startup, _ = submit_cases.mlp()
data = pd.distributed.Data(["mlp-0"], submit_cases.FEEDS["mlp"], 5)
cluster = pd.distributed.Cluster(*sys.argv[1:])
print(pd.distributed.submit(main, startup, data, "mlp", cluster=cluster).id)
"""


class SubmitTest(submit_trials.SubmitTestCase):

    def test_bits_of_one_process(self):
        nodes = [self.node(trainers=1, servers=1) for _ in range(2)]
        cluster = self.cluster(*nodes)
        jobs = [(network, self.submit(network, cluster, trainers=2,
                                      servers=1))
                for network in ("mlp", "lstm")]
        for network, job in jobs:
            with self.subTest(network=network):
                self.check_alone(network, job)
                losses = self.losses(job.metrics())
                self.assertLess(np.mean(losses[-4:]), np.mean(losses[:4]))

    def test_no_python_on_the_nodes(self):
        node = self.node(trainers=1)
        job = self.submit("mlp", self.cluster(node), epochs=400)
        self.wait_for_steps(job, 0)
        with open(f"/proc/{self.pid_of(job, 'trainer-0')}/maps",
                  encoding="utf-8") as file:
            self.assertNotIn("python", file.read())
        job.cancel()
        with self.assertRaisesRegex(RuntimeError, "cancelled"):
            job.wait(timeout=60)

    def test_a_job_outlives_who_has_sent_it(self):
        node = self.node()
        id = job_scripts.run(job_scripts.PLAIN, LEAVE, self.folder,
                             [node.address, self.token_file],
                             PYTHONPATH=self.python_path()).strip()
        found = self.cluster(node).job(id)
        found.wait(timeout=120)
        self.assertEqual([each.id for each in self.cluster(node).jobs()],
                         [id])

    def test_checkpoints_are_removed_meanwhile(self):
        """The job makes others while one is copied: none is torn."""
        job = self.submit("mlp", self.cluster(self.node()), epochs=400,
                          checkpoint_steps=1)
        self.wait_for_steps(job, 10)
        folder = os.path.join(self.folder, "copied")
        read, names = job.read, []

        def late(name, offset=0):
            names.append(name)
            if len(names) == 1:
                self.wait_for(lambda: name not in job.files(), "a newer one")
            return read(name, offset)

        job.read = late
        copied = {job.download(folder) for _ in range(5)}
        self.assertEqual(job.state()["phase"], "running")
        job.cancel()
        self.assertNotIn(names[0].split("/")[0], copied)
        self.assertEqual(len(self.values("mlp", folder + "/values")), 4)
        self.assertEqual(sorted(os.listdir(folder)),
                         ["manifest", "progress", "values"])
        self.assertEqual([name for name in os.listdir(self.folder)
                          if ".part-" in name], [])

    def test_a_damaged_checkpoint_is_refused(self):
        job = self.submit("mlp", self.cluster(self.node()))
        folder = os.path.join(self.folder, "copied")
        job.wait(timeout=120)
        last = job.download(folder)
        path = os.path.join(self.root, "jobs", job.id, last, "values")
        with open(path, "r+b") as file:
            file.seek(-1, os.SEEK_END)
            last = file.read(1)[0]
            file.seek(-1, os.SEEK_END)
            file.write(bytes([last ^ 1]))
        other = os.path.join(self.folder, "other")
        with self.assertRaisesRegex(OSError, "values"):
            job.download(other)
        self.assertFalse(os.path.exists(other))

    def test_nodes_are_away_while_one_waits(self):
        node = self.node()
        job = self.submit("mlp", self.cluster(node), epochs=40,
                          checkpoint_steps=1)
        self.wait_for_steps(job, 10)
        with concurrent.futures.ThreadPoolExecutor() as pool:
            waiting = pool.submit(job.wait, timeout=120)
            node.kill()
            with self.assertRaisesRegex(OSError, "no node answers"):
                job.state()
            time.sleep(1.5)  # some looks of who waits
            self.assertFalse(waiting.done())
            self.node(port=node.address.split(":")[1])
            waiting.result()
        self.check_alone("mlp", job, epochs=40)


if __name__ == "__main__":
    unittest.main()
