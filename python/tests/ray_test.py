"""A job on a cluster of Ray, where it is installed; else that its absence, and
what is wrong with arguments, are told."""

import importlib.util
import os
import re
import signal
import subprocess
import sys
import time
import unittest
from unittest import mock

import etcd_server
import fault_trials
import job_scripts

import paddle.distributed.ray as adapter

HAS_RAY = importlib.util.find_spec("ray") is not None


class FakeError(Exception):
    pass


class FakeRay:
    """Ray, with actors that end as a list says."""

    def __init__(self, ends):
        self.ends, self.started = ends, []
        self.exceptions = mock.Mock(RayActorError=FakeError)

    def remote(self, **resources):
        self.resources = resources
        return lambda cls: self

    def options(self, scheduling_strategy):
        self.index = scheduling_strategy
        return mock.Mock(remote=lambda: mock.Mock(run=mock.Mock(
            remote=self.begin)))

    def begin(self, *arguments):
        self.started.append((self.index, arguments))
        return len(self.started) - 1

    def wait(self, running):
        return running[:1], running[1:]

    def get(self, number):
        if isinstance(self.ends[number], Exception):
            raise self.ends[number]
        return self.ends[number]


class ArgumentsTest(unittest.TestCase):

    def agents(self, *ends):
        """Returns the actors of a job that end so, in the order of starts."""
        strategies = mock.Mock(PlacementGroupSchedulingStrategy=lambda group,
                               placement_group_bundle_index:
                               placement_group_bundle_index)
        self.ray = FakeRay(ends)
        with mock.patch.dict(sys.modules, {
                "ray.util.scheduling_strategies": strategies,
                "ray.util": mock.Mock(), "ray": mock.Mock()}):
            return adapter._Agents(self.ray, "group", cpus=2, gpus=0,
                                   arguments=("before", "after"))

    def test_one_actor_for_each_node(self):
        self.agents(0, 0, 0).run(3, 0)
        self.assertEqual(self.ray.started, [
            (index, ("before", "after")) for index in range(3)])
        self.assertEqual(self.ray.resources, {"num_cpus": 2, "num_gpus": 0})

    def test_lost_actors_are_made_again(self):
        self.agents(0, FakeError(), 0, 0).run(3, 1)
        self.assertEqual([index for index, _ in self.ray.started],
                         [0, 1, 2, 1])

    def test_too_many_lost_actors(self):
        with self.assertRaisesRegex(RuntimeError, "actor 0 is lost, and no "
                                    "restarts are left: gone"):
            self.agents(FakeError("gone"), FakeError("gone")).run(1, 1)

    def test_a_failed_job(self):
        with self.assertRaisesRegex(RuntimeError, "actor 1 has ended with the "
                                    "exit status 3"):
            self.agents(0, 3).run(2, 1)

    def test_mistakes_are_told_before_anything_starts(self):
        with mock.patch("sys.stderr") as errors:
            with self.assertRaises(SystemExit):
                adapter.run("no.py", nodes=2, store="etcd://10.0.0.1:2379/run",
                            job="one")
        self.assertIn("there is no file no.py",
                      errors.write.call_args[0][0])

    def test_ray_is_needed(self):
        with mock.patch.dict(sys.modules, {"ray": None}):
            with self.assertRaises(ImportError):
                adapter.run(__file__, nodes=2, job="one",
                            store="etcd://10.0.0.1:2379/run")


# Its argument is the URL of etcd.
DRIVER = """
import sys
import ray
from paddle.distributed.ray import run
ray.init(num_cpus=3, include_dashboard=False, log_to_driver=True)
run("train.py", nodes=3, store=sys.argv[1], job="one", spread=False,
    options=["--shards", "4", "--lease", "2"])
"""


@unittest.skipUnless(HAS_RAY, "Ray is not installed")
class ClusterTest(fault_trials.FaultTest, etcd_server.EtcdTestCase):

    def test_an_actor_is_killed(self):
        expected = self.undisturbed(fault_trials.LOOP, steps=300, pause=0)
        self.write("train.py", "STEPS, PAUSE = 300, 0.01\n"
                   + fault_trials.LOOP)
        self.write("driver.py", DRIVER)
        with open(os.path.join(self.folder, "printed"), "w") as printed:
            driver = subprocess.Popen(
                [sys.executable, "driver.py", self.etcd.url()],
                cwd=self.folder, env=job_scripts.environ(), stdout=printed,
                stderr=printed)
        self.addCleanup(driver.kill)
        self.wait_for_steps(30)
        self.assertIsNone(driver.poll())
        before = self.pids()
        launcher = self.parent(before[1])
        os.kill(self.parent(launcher), signal.SIGKILL)
        self.assertEqual(driver.wait(120), 0, self.read("printed"))
        # One has begun in its place, perhaps with another rank.
        self.assertEqual(len(set(self.pids()) - set(before)), 1)
        # Ray adds colours, and leaves out lines that others have printed, too.
        found = {re.sub("\\x1b.*", "", end).strip()
                 for end in fault_trials.ends(self.read("printed"))}
        self.assertEqual(found, {end.strip() for end in expected})

    def pids(self):
        return [int(self.read(f"pid-{rank}")) for rank in range(3)]

    def write(self, name, text):
        with open(os.path.join(self.folder, name), "w") as file:
            file.write(text)

    def read(self, name):
        with open(os.path.join(self.folder, name)) as file:
            return file.read()

    def parent(self, pid):
        """Returns the id of a process's parent."""
        with open(f"/proc/{pid}/stat") as file:
            return int(file.read().rsplit(")", 1)[1].split()[1])

    def wait_for_steps(self, count):
        deadline = time.monotonic() + 60
        path = os.path.join(self.folder, "steps-0")
        while not os.path.exists(path) or (
                self.read("steps-0").count("\n") < count):
            self.assertLess(time.monotonic(), deadline, self.read("printed"))
            time.sleep(0.05)
