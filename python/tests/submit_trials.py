"""Jobs that tests send to a cluster, and what they should come to."""

import os
from signal import SIGKILL

import cluster_cases
import job_scripts
import numpy as np
import submit_cases as cases

import paddle as pd

# A job of one process with as many shards, and the same data.
ALONE = """
import sys
import numpy as np
import paddle as pd
import submit_cases

network, folder, epochs = sys.argv[1:]
main, startup, cost = getattr(submit_cases, network)()
job = pd.distributed.init()
program = job.parallelize(main)
exe = pd.Executor()
exe.run(startup)
arrays = [pd.safetensors.load(f"{folder}/root/data/{network}-{i}")
          for i in range(2)]
losses = [job.run(exe, program, feed, [cost])[0] for _ in range(int(epochs))
          for feed in job.shard(submit_cases.batches(network, arrays))]
np.save("losses", np.array(losses).ravel())
pd.io.save("values", main)
"""


class SubmitTestCase(cluster_cases.ClusterTestCase):
    """Has data for the networks of `submit_cases`."""

    def setUp(self):
        super().setUp()
        for network in cases.FEEDS:
            for number in range(2):
                self.save(f"{network}-{number}",
                          cases.arrays(network, number))

    def data(self, network, epochs=2):
        """Returns the files of a network, each used so often."""
        return pd.distributed.Data(
            [f"{network}-{number}" for number in range(2)],
            cases.FEEDS[network], cases.BATCH, epochs=epochs)

    def submit(self, network, cluster, epochs=2, **options):
        """Sends a network; the job."""
        main, startup, cost = getattr(cases, network)()
        return pd.distributed.submit(
            main, startup, data=self.data(network, epochs), job=network,
            shards=cases.SHARDS, metrics=[cost], cluster=cluster, **options)

    def check_alone(self, network, job, epochs=2):
        """Waits for a job, which has the bits of one process without a
        cluster, and a loss for each step."""
        got = self.result(network, job)
        self.assertEqual(got, self.alone(network, epochs))
        metrics = job.metrics()
        steps = 9  # of 180 rows, in steps of 4 batches of 5 rows
        self.assertEqual([(each["epoch"], each["step"]) for each in metrics],
                         [(step // steps, step + 1)
                          for step in range(epochs * steps)])
        losses = np.load(os.path.join(self.folder, "losses.npy"))
        np.testing.assert_allclose(self.losses(metrics), losses, rtol=1e-5)

    @staticmethod
    def losses(metrics):
        """Returns the only metric of each step."""
        return [value for each in metrics for value in each["values"].values()]

    def alone(self, network, epochs):
        """Returns the parameters that one process gets."""
        job_scripts.run(
            job_scripts.launcher(1, "--shards", str(cases.SHARDS)),
            ALONE, self.folder, [network, self.folder, epochs],
            PYTHONPATH=self.python_path())
        return self.values(network, os.path.join(self.folder, "values"))

    def values(self, network, path):
        """Returns the bits of the parameters in a file, by name."""
        main, _, _ = getattr(cases, network)()
        scope = pd.Scope()
        pd.io.load(path, main, scope=scope)
        return {name: np.asarray(scope.find_var(name).get_tensor()).tobytes()
                for name in (p.name for p in main.all_parameters())}

    def result(self, network, job):
        """Waits for a job; its parameters."""
        job.wait(timeout=120)
        folder = os.path.join(self.folder, job.id)
        job.download(folder)
        return self.values(network, os.path.join(folder, "values"))

    def wait_for_steps(self, job, steps):
        """Returns when the job has made more steps than that."""
        self.wait_for(lambda: len(job.metrics()) > steps, "some steps")

    def kill(self, job, process):
        """Ends a process of a job without a chance to say so."""
        os.kill(self.pid_of(job, process), SIGKILL)

    @staticmethod
    def pid_of(job, process):
        """Returns the number of a process that a node has started."""
        for pid in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{pid}/cmdline", encoding="utf-8") as file:
                    words = file.read().split("\0")
            except OSError:
                continue
            if f"--run={process}" in words and f"--job={job.id}" in words:
                return int(pid)
        raise LookupError(process)

    @staticmethod
    def python_path():
        """Returns where scripts find the package and submit_cases."""
        return os.pathsep.join(
            [os.path.dirname(os.path.dirname(pd.__file__)),
             os.path.dirname(os.path.abspath(__file__))])
