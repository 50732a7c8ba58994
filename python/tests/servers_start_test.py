"""Servers that paddle run starts, and starts again: stand-ins, which need no
engine."""

import os
import re
import signal
import sys
import unittest

import light_modules
from launcher_cases import LauncherTestCase

COMMAND = """
import sys
sys.path.insert(0, {tests!r})
import light_modules
cli = light_modules.load("paddle_cli", "cli", "__init__.py")
from paddle_cli import server, servers
assert servers.START_PATIENCE >= 60
server.COMMAND = [sys.executable, "-c", {server!r}]
servers.START_PATIENCE = {patience}
sys.exit(cli.main(sys.argv[1:]))
"""

# Begins each server: how many were started before, and files that say so.
BEGIN = """
import os, signal, sys, time
number = len([name for name in os.listdir(".") if name.startswith("start-")])
with open(f"new-{number}", "w") as file:
    file.write(str(os.getpid()))
os.rename(f"new-{number}", f"start-{number}")

def serve():
    print(4000, flush=True)

def keep():
    with open(os.path.join(sys.argv[sys.argv.index("--dir") + 1], "state"),
              "a") as file:
        file.write("a step")

def die():
    os.kill(os.getpid(), signal.SIGKILL)

"""
SLEEP = "for _ in range(600): time.sleep(0.1)\n"


class StartTest(LauncherTestCase):

    def begin(self, server, worker, *options, patience=60):
        tests = os.path.dirname(os.path.abspath(light_modules.__file__))
        return self.start(
            worker, *options, env=self.environ(PYTHONPATH=os.path.dirname(
                light_modules.path())),
            command=[sys.executable, "-c", COMMAND.format(
                tests=tests, server=BEGIN + server, patience=patience)])

    def run_job(self, server, worker, *options, status=0, **more):
        """Returns the lines of stderr, as one text."""
        return "\n".join(self.finish(self.begin(
            server, worker, *options, **more), status)[1])

    def starts(self):
        """Returns how many servers were started."""
        return len([name for name in os.listdir(self.folder)
                    if name.startswith("start-")])

    def wait_for_starts(self, count):
        """Returns what a worker does that ends when so many servers were."""
        return (f"while not os.path.exists('start-{count - 1}'): "
                "time.sleep(0.01)\n")

    def test_signals_while_servers_start(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                process = self.begin(
                    "if number == 0: serve()\n" + SLEEP, "", "--servers", "2")
                pids = [int(self.content(f"start-{each}")) for each in (0, 1)]
                process.send_signal(number)
                _, err = self.finish(process, 128 + number)
                self.assertEqual(err, [f"paddle run: stopped by {number.name}"])
                self.wait_for_ends(pids)
                for each in (0, 1):
                    os.remove(os.path.join(self.folder, f"start-{each}"))

    def test_a_server_that_does_not_say_its_port(self):
        told = self.run_job("print('4', end='', flush=True)\n" + SLEEP, "",
                            "--servers", "1", patience=1, status=1)
        found = re.search(r"paddle run: server 0 \(pid (\d+)\) could not be "
                          "started: it has not said its port for 1 s$", told)
        self.assertIsNotNone(found, told)
        self.wait_for_ends([int(found[1])])

    def test_a_server_that_cannot_start(self):
        told = self.run_job("sys.exit('no disk')", "", "--servers", "1",
                            status=1)
        self.assertRegex(told, r"^no disk\npaddle run: server 0 \(pid \d+\) "
                         "could not be started: exit code 1$")

    def test_a_server_that_is_killed(self):
        told = self.run_job("serve()\ndie()", SLEEP, "--servers", "1", status=1)
        self.assertRegex(told, r"paddle run: server 0 \(pid \d+\) has ended "
                         "with SIGKILL; with --server-dir DIR it would go on")

    def test_a_server_that_is_killed_each_time(self):
        told = self.run_job("serve()\ndie()", SLEEP, "--servers", "1",
                            "--server-dir", "kept", status=1)
        self.assertEqual(self.starts(), 3, told)
        self.assertIn("has ended with SIGKILL; 3 in a row have ended before "
                      "they had kept a step: it is not started again", told)

    def test_a_server_that_is_killed_while_it_starts_again(self):
        told = self.run_job("if number != 1: serve()\nif number < 2: die()\n"
                            + SLEEP, self.wait_for_starts(3), "--servers", "1",
                            "--server-dir", "kept")
        self.assertEqual(self.starts(), 3, told)

    def test_a_server_that_cannot_start_again(self):
        told = self.run_job("if number == 1: sys.exit('no disk')\nserve()\n"
                            "die()", SLEEP, "--servers", "1", "--server-dir",
                            "kept", status=1)
        self.assertRegex(told, r"SIGKILL; server 0 \(pid \d+\) could not be "
                         "started: exit code 1")

    def test_servers_that_keep_steps_are_always_started_again(self):
        told = self.run_job("serve()\nif number < 9:\n  time.sleep(0.1)\n"
                            "  keep()\n  die()\n" + SLEEP,
                            self.wait_for_starts(10), "--servers", "1",
                            "--server-dir", "kept")
        self.assertEqual(told.count("it goes on as server 0"), 9, told)


if __name__ == "__main__":
    unittest.main()
