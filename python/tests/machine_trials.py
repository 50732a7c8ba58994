"""Helps tests of jobs of several machines, which find each other in etcd. Each
launcher is a machine; its files are in a folder of its own."""

import glob
import os

import job_scripts
from fault_trials import LOOP, FaultTest, Trial

LEASE = 2  # seconds


class Machine(Trial):
    """The launcher of a machine, and its workers."""

    def pids(self):
        """The process ids of its workers, by the rank that they had first."""
        return {name[-1:]: self.pid(name[-1:]) for name in glob.glob(
            os.path.join(self.folder, "pid-?"))}

    def count(self):
        """Returns how many steps its trainer has made since its start."""
        return max([len(self.steps(name[-1:])) for name in glob.glob(
            os.path.join(self.folder, "steps-?"))], default=0)

    def wait_until(self, count):
        self.wait(lambda: self.count() >= count)

    def send(self, number):
        """Sends a signal to the launcher and all that it has started."""
        workers = list(self.pids().values())
        for pid in (self.process.pid, *workers):
            try:
                os.kill(pid, number)
            except ProcessLookupError:
                pass


class MachinesTest(FaultTest):
    """Tests of jobs of several machines. They have a server, `self.etcd`."""

    def setUp(self):
        super().setUp()
        self.machines = 0

    def command(self, *options, trainers=1, nodes="2", shards="4"):
        return job_scripts.launcher(
            trainers, "--nnodes", nodes, "--shards", shards, "--store",
            self.etcd.url(), "--job", self.id(), "--lease", str(LEASE),
            *options)

    def machine(self, script=LOOP, *options, steps=100, pause=0.003,
                within=(), **kwargs):
        """Starts one; `within` is a command that runs the launcher."""
        folder = os.path.join(self.folder, str(self.machines))
        os.mkdir(folder)
        self.machines += 1
        return self.added(Machine(
            [*within, *self.command(*options, **kwargs)], script, folder,
            steps=steps, pause=pause))
