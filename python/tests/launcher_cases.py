"""Helps tests of the command `paddle run`, which runs scripts in a folder of
their own."""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import light_modules

COMMAND = [sys.executable, light_modules.path("cli")]

# The command with less patience before SIGKILL.
IMPATIENT = """
import sys
sys.path.insert(0, {tests!r})
import light_modules
cli = light_modules.load("paddle_cli", "cli", "__init__.py")
from paddle_cli import agent, supervisor
assert supervisor.GRACE == 5.0 and agent.MOST_UNREAD > 1024
supervisor.GRACE = 0.3
agent.MOST_UNREAD = 1024
sys.exit(cli.main(sys.argv[1:]))
"""

# Begins each script: its rank, and a file that says that it has begun.
BEGIN = """
import os, signal, sys, time
rank = int(os.environ["RANK"])

def began():
    with open(f"pid-{rank}.new", "w") as file:
        file.write(str(os.getpid()))
    os.rename(f"pid-{rank}.new", f"pid-{rank}")

"""

# In short parts: Python runs no handler of a signal that comes just before it
# sleeps until it has slept.
SLEEP = "began()\nfor _ in range(600): time.sleep(0.1)\n"
HANDLE = "signal.signal(signal.SIGINT, lambda *_: {0})\n" + SLEEP
PATIENCE = 30.0  # seconds, which nothing takes unless it hangs


def is_running(pid):
    """True unless a process has ended, reaped or not."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] not in "ZX"
    except (FileNotFoundError, ProcessLookupError):
        return False


class LauncherTestCase(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.temporary = os.path.join(self.folder, "temporary")
        os.mkdir(self.temporary)
        # Whatever started the tests may have them ignored, and so children.
        for number in (signal.SIGINT, signal.SIGHUP):
            self.addCleanup(signal.signal, number, signal.signal(
                number, lambda *_: self.fail("a signal")))

    def environ(self, **more):
        own = {key: value for key, value in os.environ.items()
               if not re.match(
                   "PADDLE_|RANK|WORLD|LOCAL|OMP_|PYTHONUNBUF", key)}
        return {**own, "TMPDIR": self.temporary, **more}

    def script(self, text, name="script.py"):
        path = os.path.join(self.folder, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write(BEGIN + text)
        return path

    def start(self, text, *options, arguments=(), command=COMMAND, **more):
        """The launcher of a script."""
        process = subprocess.Popen(
            [*command, "run", *options, self.script(text), *arguments],
            **{"cwd": self.folder, "env": self.environ(),
               "stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE,
               "stderr": subprocess.PIPE, **more})
        self.addCleanup(self.end, process)
        return process

    def start_impatient(self, text, *options):
        """Starts one that sends SIGKILL 0.3 seconds after SIGTERM."""
        tests = os.path.dirname(os.path.abspath(light_modules.__file__))
        return self.start(
            text, *options, env=self.environ(PYTHONPATH=os.path.dirname(
                light_modules.path())),
            command=[sys.executable, "-c", IMPATIENT.format(tests=tests)])

    def end(self, process):
        process.kill()
        process.communicate()

    def finish(self, process, status=0):
        """Waits for its end; returns the lines of stdout and of stderr."""
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, status, (out, err))
        self.assertEqual(os.listdir(self.temporary), [])
        return [text.decode().split("\n")[:-1] for text in (out, err)]

    def run_script(self, text, *options, status=0, **more):
        return self.finish(self.start(text, *options, **more), status)

    def pids(self, count):
        """Those of the workers, which have begun then."""
        return [int(self.content(f"pid-{rank}")) for rank in range(count)]

    def content(self, name):
        path = os.path.join(self.folder, name)
        self.wait_for(lambda: os.path.exists(path), name)
        with open(path, encoding="utf-8") as file:
            return file.read()

    def wait_for(self, condition, what):
        stop = time.monotonic() + PATIENCE
        while not condition():
            self.assertLess(time.monotonic(), stop, what)
            time.sleep(0.01)

    def wait_for_ends(self, pids):
        for pid in pids:
            self.wait_for(lambda: not is_running(pid), f"process {pid}")
