"""A machine whose link is cut: network namespaces are the machines, and this
one has etcd and the bridge between them. It needs root."""

import os
import subprocess
import time
import unittest

import etcd_server
from fault_trials import LOOP
from machine_trials import LEASE, MachinesTest


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
            # The namespace takes its end along, but only later.
            ip("link", "del", self._link(number))
            ip("netns", "del", self.name(number))
        ip("link", "del", self._bridge)


class CutLinkTest(MachinesTest):

    def setUp(self):
        super().setUp()
        self.net = Machines(3)
        self.addCleanup(self.net.remove)
        self.etcd = etcd_server.EtcdServer(self.net.host)
        self.addCleanup(self.etcd.remove)

    def start(self, count, nodes, steps):
        """Starts so many machines, and waits until they train."""
        machines = [self.machine(
            steps=steps, nodes=nodes,
            within=["ip", "netns", "exec", self.net.name(number)])
            for number in range(count)]
        machines[0].wait_until(21)
        return machines, [machine.pids() for machine in machines]

    def test_others_go_on_without_it_and_with_it_again(self):
        expected = self.undisturbed(LOOP, pause=0, steps=800)
        machines, pids = self.start(3, "2:3", 800)
        self.net.cut(1)
        cut = time.monotonic()
        time.sleep(0.3)
        machines[0].wait_until(machines[0].count() + 1)
        # The lease ends, then a while in which it may be replaced.
        self.assertLess(time.monotonic() - cut, LEASE + 1 + 2 + 3)
        self.net.mend(1)
        self.check(machines, expected, 3)
        for number in (0, 2):
            self.assertEqual(machines[number].pids(), pids[number])

    def test_a_link_that_is_cut_for_a_moment(self):
        """TCP repeats what was lost: nobody has to know."""
        expected = self.undisturbed(LOOP, pause=0, steps=400)
        machines, pids = self.start(2, "2", 400)
        self.net.cut(1)
        time.sleep(0.4)
        self.net.mend(1)
        self.check(machines, expected, 2)
        self.assertEqual([machine.pids() for machine in machines], pids)

    def test_etcd_alone_is_cut_off(self):
        """The machines reach each other: training goes on without it."""
        expected = self.undisturbed(LOOP, pause=0, steps=800)
        machines, pids = self.start(2, "2", 800)
        self.etcd.stop()
        time.sleep(LEASE + 3)
        machines[0].wait_until(machines[0].count() + 21)
        self.etcd.go_on()
        self.check(machines, expected, 2)
        self.assertEqual([machine.pids() for machine in machines], pids)


if __name__ == "__main__":
    if os.geteuid() == 0:
        unittest.main()
    print("network namespaces need root: nothing is tested")
