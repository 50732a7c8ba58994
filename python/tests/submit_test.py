"""Programs that are sent to a cluster, which trains them without Python."""

import os
import unittest

import cluster_cases
import job_scripts
import numpy as np
import submit_cases as cases

import paddle as pd

# A job of one process with as many shards, and the same data.
ALONE = """
import sys
import paddle as pd
import submit_cases

network, folder = sys.argv[1:]
main, startup, cost = getattr(submit_cases, network)()
job = pd.distributed.init()
program = job.parallelize(main)
exe = pd.Executor()
exe.run(startup)
arrays = [pd.safetensors.load(f"{folder}/root/data/{network}-{i}")
          for i in range(2)]
for epoch in range(2):
    for feed in job.shard(submit_cases.batches(network, arrays)):
        job.run(exe, program, feed, [cost])
pd.io.save("values", main)
"""

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


class SubmitTest(cluster_cases.ClusterTestCase):

    def setUp(self):
        super().setUp()
        for network in cases.FEEDS:
            for number in range(2):
                self.save(f"{network}-{number}",
                          cases.arrays(network, number))

    def data(self, network, epochs=2):
        return pd.distributed.Data(
            [f"{network}-{number}" for number in range(2)],
            cases.FEEDS[network], cases.BATCH, epochs=epochs)

    def submit(self, network, cluster, **options):
        main, startup, cost = getattr(cases, network)()
        options.setdefault("data", self.data(network))
        return pd.distributed.submit(
            main, startup, job=network, shards=cases.SHARDS,
            metrics=[cost], cluster=cluster, **options)

    def alone(self, network):
        """Returns the parameters that one process gets."""
        job_scripts.run(
            job_scripts.launcher(1, "--shards", str(cases.SHARDS)),
            ALONE, self.folder, [network, self.folder],
            PYTHONPATH=self.python_path())
        return self.values(network, os.path.join(self.folder, "values"))

    def values(self, network, path):
        main, _, _ = getattr(cases, network)()
        scope = pd.Scope()
        pd.io.load(path, main, scope=scope)
        return {name: np.asarray(scope.find_var(name).get_tensor()).tobytes()
                for name in (p.name for p in main.all_parameters())}

    def result(self, network, job):
        job.wait(timeout=120)
        folder = os.path.join(self.folder, job.id)
        job.download(folder)
        return self.values(network, os.path.join(folder, "values"))

    def test_bits_of_one_process(self):
        nodes = [self.node(trainers=1, servers=1) for _ in range(2)]
        cluster = self.cluster(*nodes)
        jobs = [(network, self.submit(network, cluster, trainers=2,
                                      servers=1))
                for network in ("mlp", "lstm")]
        for network, job in jobs:
            with self.subTest(network=network):
                got = self.result(network, job)
                self.assertEqual(got, self.alone(network))
                self.check_metrics(job)

    def check_metrics(self, job):
        """There is a mean for each step, and it falls."""
        metrics = job.metrics()
        steps = 2 * 9  # of 180 rows, in steps of 4 batches of 5 rows
        self.assertEqual([each["step"] for each in metrics],
                         list(range(1, steps + 1)))
        self.assertEqual({each["epoch"] for each in metrics}, {0, 1})
        losses = [value for each in metrics
                  for value in each["values"].values()]
        self.assertEqual(len(losses), steps)
        self.assertLess(np.mean(losses[-4:]), np.mean(losses[:4]))

    def test_the_leading_node_is_killed(self):
        """Whatever else ran there; the job goes on from a checkpoint."""
        nodes = [self.node(trainers=2, servers=1, name=f"n{i}")
                 for i in range(3)]
        job = self.submit("mlp", self.cluster(*nodes), trainers=2, servers=1,
                          checkpoint_steps=1,
                          data=self.data("mlp", epochs=40))
        self.wait_for(lambda: len(job.metrics()) > 20, "some steps")
        nodes[0].kill()  # it leads, as the first one
        whole = self.submit("mlp", self.cluster(*nodes), trainers=1,
                            data=self.data("mlp", epochs=40))
        self.assertEqual(self.result("mlp", job), self.result("mlp", whole))
        self.assertEqual(job.metrics(), whole.metrics())

    def test_nodes_are_killed_one_after_the_other(self):
        """Each in the middle, whatever runs there; another one comes."""
        times = int(os.environ.get("PADDLE_NODE_KILLS", "2"))
        epochs = 20 * (times + 2)
        nodes = [self.node(trainers=1, servers=1) for _ in range(3)]
        job = self.submit("mlp", self.cluster(*nodes), trainers=2, servers=1,
                          checkpoint_steps=5, restarts=times,
                          data=self.data("mlp", epochs=epochs))
        random = np.random.RandomState(2)
        for kill in range(times):
            steps = 30 * (kill + 1)
            self.wait_for(lambda: len(job.metrics()) > steps, "some steps")
            nodes.pop(random.randint(3)).kill()
            nodes.append(self.node(trainers=1, servers=1))
            job = self.cluster(*nodes).job(job.id)
        whole = self.submit("mlp", self.cluster(*nodes), trainers=1,
                            data=self.data("mlp", epochs=epochs))
        self.assertEqual(self.result("mlp", job), self.result("mlp", whole))
        self.assertEqual(job.metrics(), whole.metrics())

    def test_a_trainer_is_killed(self):
        node = self.node(trainers=2)
        job = self.submit("mlp", self.cluster(node), trainers=2,
                          checkpoint_steps=3, restarts=1,
                          data=self.data("mlp", epochs=40))
        self.wait_for(lambda: len(job.metrics()) > 10, "some steps")
        os.kill(self.pid_of(job, "trainer-1"), 9)
        whole = self.submit("mlp", self.cluster(node),
                            data=self.data("mlp", epochs=40))
        self.assertEqual(self.result("mlp", job), self.result("mlp", whole))
        self.assertEqual(job.state()["attempt"], 2)
        self.assertIn("signal 9", job.state()["message"])

    @staticmethod
    def pid_of(job, process):
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
                    words = file.read().split("\0")
            except OSError:
                continue
            if f"--run={process}" in words and f"--job={job.id}" in words:
                return int(pid)
        raise LookupError(process)

    def test_no_python_on_the_nodes(self):
        node = self.node(trainers=1)
        job = self.submit("mlp", self.cluster(node),
                          data=self.data("mlp", epochs=400))
        self.wait_for(lambda: job.metrics(), "a step")
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

    @staticmethod
    def python_path():
        return os.pathsep.join(
            [os.path.dirname(os.path.dirname(pd.__file__)),
             os.path.dirname(os.path.abspath(__file__))])


if __name__ == "__main__":
    unittest.main()
