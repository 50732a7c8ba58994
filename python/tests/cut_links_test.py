"""A machine whose link is cut: network namespaces are the machines, and this
one has etcd and the bridge between them. It needs root."""

import os
import signal
import subprocess
import tempfile
import time
import unittest

import etcd_server
import job_scripts
from fault_trials import LOOP, FaultTest, Trial

LEASE = 2  # seconds


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


class Machines:
    """Namespaces with a link each to a bridge, 10.D.E.1 to this machine; D and
    E are of this process."""

    def __init__(self, count):
        self._own = os.getpid() % 60000
        self._net = f"10.{200 + self._own // 240 % 50}.{self._own % 240}"
        self._bridge = f"pb{self._own}"
        self.host = self._net + ".1"
        ip("link", "add", self._bridge, "type", "bridge")
        ip("addr", "add", self.host + "/24", "dev", self._bridge)
        ip("link", "set", self._bridge, "up")
        self._count = 0
        for number in range(count):
            self._add(number)
            self._count += 1

    def name(self, number):
        return f"pn{self._own}-{number}"

    def _link(self, number):
        return f"pv{self._own}-{number}"

    def _add(self, number):
        name, link = self.name(number), self._link(number)
        ip("netns", "add", name)
        ip("link", "add", link, "type", "veth", "peer", "name", "eth0",
           "netns", name)
        ip("link", "set", link, "master", self._bridge, "up")
        ip("-n", name, "addr", "add", f"{self._net}.{number + 2}/24", "dev",
           "eth0")
        for device in ("eth0", "lo"):
            ip("-n", name, "link", "set", device, "up")

    def cut(self, number):
        """Nothing goes to or from it any more, and nobody is told."""
        ip("link", "set", self._link(number), "nomaster")

    def mend(self, number):
        ip("link", "set", self._link(number), "master", self._bridge)

    def remove(self):
        for number in range(self._count):
            ip("netns", "del", self.name(number))
        ip("link", "del", self._bridge)


class CutLinkTest(FaultTest):

    def setUp(self):
        super().setUp()
        self.net = Machines(3)
        self.addCleanup(self.net.remove)
        self.etcd = etcd_server.EtcdServer(self.net.host)
        self.addCleanup(self.etcd.remove)

    def machine(self, number, nodes, steps):
        folder = tempfile.TemporaryDirectory(dir=self.folder)
        self.addCleanup(folder.cleanup)
        return self.added(Trial(
            ["ip", "netns", "exec", self.net.name(number),
             *job_scripts.launcher(
                 1, "--nnodes", nodes, "--shards", "4", "--store",
                 self.etcd.url(), "--job", self.id(), "--lease", str(LEASE))],
            LOOP, folder.name, steps=steps, pause=0.003))

    def first_rank(self, machine):
        """The rank that its worker had at first, by which files are named."""
        machine.wait(lambda: any(name.startswith("pid-") and "." not in name
                                 for name in os.listdir(machine.folder)))
        return next(int(name[-1]) for name in os.listdir(machine.folder)
                    if name.startswith("pid-") and "." not in name)

    def count(self, machine):
        return len(machine.steps(self.first_rank(machine)))

    def check(self, machines, expected):
        printed = ""
        for machine in machines:
            status, text = machine.end()
            self.assertEqual(status, 0, machine.errors)
            printed += text
        self.assertEqual(set(self.ends(printed)), {expected})
        self.assertEqual(len(self.ends(printed)), len(machines))

    @staticmethod
    def ends(printed):
        return [line.partition("ends with ")[2].strip()
                for line in printed.splitlines() if "ends with" in line]

    def expected(self, steps):
        found, = self.undisturbed(LOOP, pause=0, steps=steps)
        return found.strip()

    def test_others_go_on_without_it_and_with_it_again(self):
        steps = 800
        expected = self.expected(steps)
        machines = [self.machine(number, "2:3", steps) for number in range(3)]
        machines[0].wait(lambda: self.count(machines[0]) > 20)
        pids = [machine.pid(self.first_rank(machine)) for machine in machines]
        self.net.cut(1)
        cut = time.monotonic()
        time.sleep(0.3)
        before = self.count(machines[0])
        machines[0].wait(lambda: self.count(machines[0]) > before)
        # The lease ends, then a while in which it may be replaced.
        self.assertLess(time.monotonic() - cut, LEASE + 1 + 2 + 3)
        self.net.mend(1)
        self.check(machines, expected)
        for number in (0, 2):
            self.assertEqual(
                machines[number].pid(self.first_rank(machines[number])),
                pids[number])

    def test_a_link_that_is_cut_for_a_moment(self):
        """TCP repeats what was lost: nobody has to know."""
        steps = 400
        expected = self.expected(steps)
        machines = [self.machine(number, "2", steps) for number in range(2)]
        machines[0].wait(lambda: self.count(machines[0]) > 20)
        pids = [machine.pid(self.first_rank(machine)) for machine in machines]
        self.net.cut(1)
        time.sleep(0.4)
        self.net.mend(1)
        self.check(machines, expected)
        self.assertEqual([machine.pid(self.first_rank(machine))
                          for machine in machines], pids)

    def test_etcd_alone_is_cut_off(self):
        """The machines reach each other: training goes on without it."""
        steps = 800
        expected = self.expected(steps)
        machines = [self.machine(number, "2", steps) for number in range(2)]
        machines[0].wait(lambda: self.count(machines[0]) > 20)
        pids = [machine.pid(self.first_rank(machine)) for machine in machines]
        os.kill(self.etcd.pid, signal.SIGSTOP)
        time.sleep(LEASE + 3)
        before = self.count(machines[0])
        machines[0].wait(lambda: self.count(machines[0]) > before + 20)
        os.kill(self.etcd.pid, signal.SIGCONT)
        self.check(machines, expected)
        self.assertEqual([machine.pid(self.first_rank(machine))
                          for machine in machines], pids)


if __name__ == "__main__":
    if os.geteuid() == 0:
        unittest.main()
    print("network namespaces need root: nothing is tested")
