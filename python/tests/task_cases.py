"""Helps tests of queues of tasks: the package without the engine, a server of
etcd, and processes that work."""

import os
import subprocess
import sys
import time

import etcd_server
import light_modules

tasks = light_modules.load_part("distributed.tasks")
etcd = light_modules.load_part("cli.etcd")
task_client = light_modules.load_part("distributed.task_client")
task_states = light_modules.load_part("distributed.task_states")
task_keys = light_modules.load_part("distributed.task_keys")

# A process that works: it writes what it takes and what it has counted.
WORKER = """
import os, sys, time
import light_modules
tasks = light_modules.load_part("distributed.tasks")
url, count, pause, folder = sys.argv[1:]
note = open(os.path.join(folder, str(os.getpid())), "a", buffering=1)
with tasks.TaskQueue(url, "jobs", int(count), lease=2) as queue:
    for task in queue.tasks():
        note.write(f"taken {task.index}\\n")
        time.sleep(float(pause))
        with task:
            pass
        end = "counted" if task.counted else "refused"
        note.write(f"{end} {task.index}\\n")
"""


def work(queue, taken):
    """Does tasks, each of which it notes."""
    for task in queue.tasks():
        with task:
            taken.append(task.name)


class TaskTestCase(etcd_server.EtcdTestCase):
    """Tests with queues below a prefix of their own."""

    def setUp(self):
        self.url = self.etcd.url(self.id())

    def queue(self, given=3, name="jobs", **options):
        """Returns a queue that is closed after the test."""
        queue = tasks.TaskQueue(self.url, name, given, **{
            "lease": 2, "patience": 20, **options})
        self.addCleanup(queue.close)
        return queue

    def client(self, prefix="/jobs/0"):
        client = etcd.Etcd(self.url + prefix)
        self.addCleanup(client.close)
        return client

    def keys(self):
        """Returns the keys of a queue."""
        return [pair.key for pair in self.client().range("")[0]]

    def wait_for(self, condition, what="it"):
        stop = time.monotonic() + 20
        while not condition():
            self.assertLess(time.monotonic(), stop, what)
            time.sleep(0.02)


def start_worker(*arguments, script=WORKER, **options):
    """Starts a process that works."""
    folder = os.path.dirname(os.path.abspath(light_modules.__file__))
    package = os.path.dirname(light_modules.path())
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)], text=True, env={
            **os.environ,
            "PYTHONPATH": os.pathsep.join([folder, package])}, **options)
