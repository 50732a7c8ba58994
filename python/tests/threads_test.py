"""Threads: whose they are, the same bits for any number of them, forks, and
threads that compute while the program ends."""

import multiprocessing
import os
import subprocess
import sys
import textwrap
import threading
import time
import unittest
from collections import Counter

import paddle as pd
from threaded_network import Network, thread_names, trained

PATIENCE = 120  # seconds, on a machine that others use


def status_of_child(body):
    """The status with which a child of a fork ends: 0 if `body` returns True
    there. A child that hangs is killed."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            status = 0 if body() else 2
        finally:
            os._exit(status)
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    return "it hangs"


def train_in_a_child(expected):
    """True if a child of this process trains to the same bits."""
    return status_of_child(lambda: trained(4) == expected) == 0


class ThreadsTest(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.expected = trained(1)

    def test_same_bits_for_any_number_of_threads(self):
        for threads in (2, 3, 4, 8):
            self.assertEqual(trained(threads), self.expected, threads)

    def test_only_the_pool_has_threads(self):
        before = Counter(thread_names())
        trained(4)
        names = Counter(thread_names())
        self.assertIn("paddle/3", names)
        # One of an earlier test may have ended meanwhile.
        self.assertEqual([name for name in names - before
                          if not name.startswith("paddle/")], [])

    def test_child_of_a_fork(self):
        trained(4)
        self.assertEqual(
            status_of_child(lambda: trained(4) == self.expected
                            and "paddle/3" in thread_names()
                            and train_in_a_child(self.expected)), 0)
        self.assertEqual(trained(4), self.expected)

    def test_child_goes_on_with_a_network_of_its_parent(self):
        network = Network()
        before = pd.num_threads()
        pd.set_num_threads(4)
        self.addCleanup(pd.set_num_threads, before)
        network.start()
        network.step()

        def step():
            network.step()
            return network.checksum() == self.expected

        self.assertEqual(status_of_child(step), 0)
        self.assertTrue(step())

    def test_forks_while_another_thread_trains(self):
        pd.set_num_threads(4)
        stop = threading.Event()

        def train():
            network = Network()
            network.start()
            while not stop.is_set():
                network.step()

        thread = threading.Thread(target=train)
        thread.start()
        try:
            for _ in range(5):
                self.assertEqual(status_of_child(
                    lambda: trained(4) == self.expected), 0)
        finally:
            stop.set()
            thread.join()

    def test_processes_of_multiprocessing(self):
        trained(4)
        with multiprocessing.get_context("fork").Pool(2) as pool:
            sums = pool.map_async(trained, [4, 2, 3]).get(PATIENCE)
        self.assertEqual(sums, [self.expected] * 3)


class EndOfProgramTest(unittest.TestCase):
    """The exit status is the program's, whatever its daemon threads do."""

    def run_program(self, text):
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
        return subprocess.run(
            [sys.executable, "-c", text], env=environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            timeout=PATIENCE)

    def check(self, text, status=0):
        for _ in range(3):
            done = self.run_program(text)
            self.assertEqual(done.returncode, status, done.stderr)
            self.assertEqual(done.stderr, "")

    TRAIN = textwrap.dedent("""\
        import sys, threading, time
        import paddle as pd
        from threaded_network import Network
        pd.set_num_threads(4)
        begun = threading.Event()
        def train():
            network = Network()
            network.start()
            while True:
                network.step()
                begun.set()
        for _ in range(3):
            threading.Thread(target=train, daemon=True).start()
        begun.wait()
        time.sleep(0.05)
        """)

    def test_ends_while_daemon_threads_train(self):
        self.check(self.TRAIN)
        self.check(self.TRAIN + "sys.exit(3)\n", 3)

    def test_ends_while_a_daemon_thread_loops_for_ever(self):
        self.check(textwrap.dedent("""\
            import threading, time
            import paddle as pd
            from endless_loop import Endless
            endless = Endless()
            threading.Thread(target=endless.run, daemon=True).start()
            time.sleep(0.3)
            """))

    def test_the_child_of_a_fork_ends_too(self):
        self.check(self.TRAIN + textwrap.dedent("""\
            import os
            if os.fork() == 0:
                Network().start()
                sys.exit(5)
            sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
            """), 5)
