"""Processes that share tasks and are killed at random: each task is counted
once, and none is lost.

PADDLE_TASKS says how many tasks, 3000 by default, and PADDLE_TASK_KILLS how
many processes are killed, 12 by default; the whole trial has 100 000 and 100
(ci/faults.sh).
"""

import collections
import os
import random
import tempfile
import time

import task_cases

TASKS = int(os.environ.get("PADDLE_TASKS", "3000"))
KILLS = int(os.environ.get("PADDLE_TASK_KILLS", "12"))
SEED = int(os.environ.get("PADDLE_KILLS_SEED", "1"))
PROCESSES = 8


class KillTest(task_cases.TaskTestCase):

    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.workers = []

    def start(self):
        worker = task_cases.start_worker(self.url, TASKS, 0.002, self.folder)
        self.addCleanup(worker.wait)
        self.addCleanup(worker.kill)
        return worker

    def test_each_task_is_counted_once(self):
        chosen = random.Random(SEED)
        watching = self.queue(TASKS)
        begin = time.monotonic()
        self.workers = [self.start() for _ in range(PROCESSES)]
        for done in sorted(chosen.sample(range(TASKS), KILLS)):
            while watching.done_count < done:
                self.check_nobody_failed()
                time.sleep(0.005)
            victim = chosen.randrange(PROCESSES)
            self.workers[victim].kill()
            self.workers[victim].wait()
            self.workers[victim] = self.start()
        for worker in self.workers:
            self.assertEqual(worker.wait(), 0)
        seconds = time.monotonic() - begin
        self.assertEqual(watching.failed, {})
        self.check_etcd()
        taken, refused = self.check_notes()
        print(f"{TASKS} tasks, {PROCESSES} processes, {KILLS} kills: "
              f"{seconds:.0f} s, {seconds / TASKS * 1000:.2f} ms a task; "
              f"{taken - TASKS} were taken again, {refused} too late")

    def check_nobody_failed(self):
        for worker in self.workers:
            self.assertIn(worker.poll(), (None, 0))

    def check_etcd(self):
        """Each task is done, by one transaction; nothing else is left."""
        pairs, _ = self.client().range("")
        self.assertEqual({pair.key for pair in pairs}, {"queue"} | {
            f"end/done/{index}" for index in range(TASKS)})
        self.assertEqual([pair for pair in pairs
                          if pair.created != pair.modified], [])

    def check_notes(self):
        """Checks what the processes have written; returns how often tasks were
        taken, and were refused. One that was killed may have counted a task
        without a note."""
        notes = collections.Counter()
        for name in os.listdir(self.folder):
            with open(os.path.join(self.folder, name)) as file:
                notes.update(line.rstrip("\n") for line in file)
        counted = [notes[f"counted {index}"] for index in range(TASKS)]
        self.assertLessEqual(max(counted), 1)
        self.assertGreaterEqual(sum(counted), TASKS - KILLS)
        taken = [notes[f"taken {index}"] for index in range(TASKS)]
        self.assertGreaterEqual(min(taken), 1)
        # On a machine with too much to do, a lease of two seconds may end.
        refused = sum(notes[f"refused {index}"] for index in range(TASKS))
        self.assertLessEqual(sum(taken), TASKS + KILLS + refused)
        return sum(taken), refused
