"""Queues of tasks whose leases, or answers of etcd, are lost."""

import os
import signal
import subprocess
import time
from unittest import mock

import task_cases
from task_cases import etcd, work

# A process that is stopped while it waits for a line.
STOPPED = """
import sys
import light_modules
tasks = light_modules.load_part("distributed.tasks")
queue = tasks.TaskQueue(sys.argv[1], "jobs", 1, lease=2)
task = next(queue.tasks())
print("has", task.name, flush=True)
sys.stdin.readline()
print("held:", task.held)
print("counted:", task.done(b"late"))
print("more:", list(queue.tasks()))
"""


class LostLeaseTest(task_cases.TaskTestCase):

    def end_leases(self):
        client = self.client()
        for each in client.call("lease/leases", {}).get("leases", []):
            client.revoke(int(each["ID"]))

    def test_a_lost_lease(self):
        queue = self.queue(2, lease=3)
        task = next(queue.tasks())
        self.end_leases()
        self.assertNotIn(f"claim/{task.index}", self.keys())
        self.wait_for(lambda: not task.held)
        self.assertFalse(task.done(b"late"))
        self.assertFalse(task.counted)
        self.assertEqual(queue.done_count, 0)
        seen = {}
        for each in queue.tasks():
            seen[each.index] = each.reasons
            self.assertTrue(each.held)
            self.assertTrue(each.done())
        self.assertEqual(seen[1 - task.index], [])
        self.assertRegex(seen[task.index][0], rf"^lost by .*:{os.getpid()}, "
                         "whose lease has ended")
        self.assertEqual(queue.values(), {})

    def test_claiming_with_a_lease_that_was_lost(self):
        queue = self.queue(2, lease=60)
        self.end_leases()
        for task in queue.tasks():
            self.assertTrue(task.done())
        self.assertEqual(queue.done_count, 2)

    def test_a_late_failure_counts_once(self):
        queue = self.queue(1, limit=2)
        task = next(queue.tasks())
        self.end_leases()
        task.fail("late")
        self.assertEqual(len(next(queue.tasks()).reasons), 1)

    def test_claims_that_vanish_give_a_task_up(self):
        """Also if nobody is there when they do."""
        for _ in range(3):
            queue = self.queue(1, lease=60)
            task = next(queue.tasks())
            self.end_leases()
            self.assertNotIn("claim/0", self.keys())
        self.assertEqual(list(queue.tasks()), [])
        reasons = queue.failed["0"]
        self.assertEqual(len(reasons), 3)
        self.assertTrue(all("whose lease has ended" in reason
                            for reason in reasons))
        self.assertFalse(task.done())

    def test_a_stopped_process_is_refused(self):
        process = task_cases.start_worker(
            self.url, script=STOPPED, stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        self.assertEqual(process.stdout.readline(), "has 0\n")
        os.kill(process.pid, signal.SIGSTOP)
        queue, taken = self.queue(1), []
        begin = time.monotonic()
        work(queue, taken)
        self.assertEqual(taken, ["0"])
        self.assertGreater(time.monotonic() - begin, 1)
        os.kill(process.pid, signal.SIGCONT)
        self.assertEqual(process.communicate("\n", timeout=60)[0],
                         "held: False\ncounted: False\nmore: []\n")
        self.assertEqual(process.returncode, 0)


class LostAnswersTest(task_cases.TaskTestCase):

    def lossy(self):
        """Has etcd do each third request without an answer."""
        call, count = etcd.Etcd.call, [0]

        def lossy(client, what, body):
            answer = call(client, what, body)
            count[0] += 1
            if count[0] % 3 == 0:
                raise etcd.EtcdAway("the answer is lost")
            return answer
        return mock.patch.object(etcd.Etcd, "call", lossy)

    def test_done_is_told_the_truth(self):
        with self.lossy():
            queue, counted = self.queue(20), []
            for task in queue.tasks():
                counted.append(task.done(b"x"))
            self.assertEqual(counted, [True] * 20)
            self.assertEqual(len(queue.values()), 20)

    def test_failures_count_once(self):
        with self.lossy():
            queue, seen = self.queue(10), []
            for task in queue.tasks():
                seen.append(task.index)
                task.fail(f"failure {len(task.reasons)}")
            self.assertEqual(sorted(seen), sorted(list(range(10)) * 3))
            self.assertEqual(queue.failed, {str(index): [
                f"failure {count}" for count in range(3)]
                for index in range(10)})
