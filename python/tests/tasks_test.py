"""Queues of tasks, beside a server of etcd."""

import contextlib
import doctest
import io
import os
import threading
import time
import types

import task_cases
from task_cases import task_client, task_keys, task_states, tasks, work


class QueueTest(task_cases.TaskTestCase):

    def test_each_task_is_done_once(self):
        queue, taken = self.queue(["b", "a/1", "ü c"]), []
        self.assertEqual((queue.done_count, queue.failed), (0, {}))
        for task in queue.tasks():
            self.assertTrue(task.held)
            self.assertIsNone(task.counted)
            taken.append((task.index, task.name))
            self.assertTrue(task.done(task.name.encode()))
            self.assertFalse(task.held)
        self.assertEqual(sorted(taken), [(0, "b"), (1, "a/1"), (2, "ü c")])
        self.assertEqual((queue.done_count, queue.failed), (3, {}))
        self.assertEqual(queue.values(), {
            "b": b"b", "a/1": b"a/1", "ü c": "ü c".encode()})
        self.assertEqual(list(queue.tasks()), [])
        self.assertEqual(list(self.queue(["b", "a/1", "ü c"]).tasks()), [])

    def test_what_is_left_in_etcd(self):
        work(self.queue(2), [])
        self.assertEqual(self.keys(), ["end/done/0", "end/done/1", "queue"])
        queue = self.queue(2)
        queue.remove()
        self.assertEqual(self.keys(), [])

    def test_many_in_threads(self):
        queues = [self.queue(300) for _ in range(3)]
        taken = [[] for _ in range(6)]
        threads = [threading.Thread(target=work, args=(queues[i // 2], own))
                   for i, own in enumerate(taken)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sorted(map(int, sum(taken, []))), list(range(300)))
        self.assertTrue(all(taken))
        for queue in queues:
            self.assertEqual(queue.done_count, 300)

    def test_the_last_task_of_another_is_waited_for(self):
        one, other = self.queue(1), self.queue(1)
        task = next(one.tasks())
        taken = []
        thread = threading.Thread(target=work, args=(other, taken))
        thread.start()
        time.sleep(0.5)
        self.assertTrue(thread.is_alive())
        task.fail("try again")
        thread.join()
        self.assertEqual(taken, ["0"])
        self.assertEqual(list(one.tasks()), [])

    def test_claims_collide(self):
        self.queue(1)
        client = task_client.PatientClient(self.url + "/jobs/0", 20)
        self.addCleanup(client.close)
        one, other = [task_keys.TaskKeys(client, ["0"], 3) for _ in range(2)]
        lease = self.client().grant(20)
        first = one.claim(0, lease)
        self.assertEqual(first.state, task_states.CLAIMED)
        second = other.claim(0, lease)
        self.assertEqual((second.claim, second.state),
                         (None, task_states.CLAIMED))
        self.assertTrue(one.done(first.claim, b""))
        self.assertEqual(other.claim(0, lease).state, task_states.DONE)

    def test_queues_and_passes_do_not_meet(self):
        work(self.queue(3), [])
        for more in ({"name": "jobs2"}, {"name": "j"}, {"epoch": 1},
                     {"epoch": 10}):
            with self.subTest(more):
                taken = []
                queue = self.queue(4, **more)
                self.assertEqual(queue.done_count, 0)
                work(queue, taken)
                self.assertEqual(sorted(taken), ["0", "1", "2", "3"])
        self.assertEqual(self.queue(3).done_count, 3)

    def test_no_tasks(self):
        self.assertEqual(list(self.queue(0).tasks()), [])

    def test_the_examples(self):
        names = {"pd": types.SimpleNamespace(distributed=tasks)}
        for value in (tasks.TaskQueue, tasks.Task):
            for each in doctest.DocTestParser().get_examples(value.__doc__):
                exec(each.source, names)
        converted = []
        self.assertEqual(names["convert_all"](
            ["a", "b"], converted.append, self.url), (2, {}))
        self.assertEqual(sorted(converted), ["a", "b"])

        def convert(name):
            if name == "b":
                raise ValueError("bad")
            return name.encode()
        queue = self.queue(["a", "b"])
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            for task in queue.tasks():
                names["convert_one"](task, convert)
        self.assertEqual(printed.getvalue(), "a counts\n")
        self.assertEqual(queue.failed, {"b": ["bad"] * 3})
        self.assertEqual(queue.values(), {"a": b"a"})


class EndTest(task_cases.TaskTestCase):
    """The ways in which a task ends."""

    def test_a_block_that_raises_fails_its_task(self):
        queue = self.queue(1, limit=2)
        for _ in range(2):
            with self.assertRaisesRegex(KeyError, "mine"):
                for task in queue.tasks():
                    with task:
                        raise KeyError("mine")
        self.assertEqual(list(queue.tasks()), [])
        self.assertEqual(queue.failed, {"0": ["KeyError: 'mine'"] * 2})

    def test_ctrl_c_is_no_failure(self):
        queue = self.queue(1, limit=1)
        with self.assertRaises(KeyboardInterrupt):
            for task in queue.tasks():
                with task:
                    raise KeyboardInterrupt
        self.assertEqual(self.keys(), ["queue"])
        task = next(queue.tasks())
        self.assertEqual(task.reasons, [])

    def test_a_block_in_which_the_task_ends(self):
        queue = self.queue(2)
        for task in queue.tasks():
            with task:
                task.done(b"x")
        self.assertEqual(queue.values(), {"0": b"x", "1": b"x"})

    def test_given_up_after_three_failures(self):
        queue, other = self.queue(2), self.queue(2)
        seen = []
        for task in queue.tasks():
            if task.index == 0:
                task.done()
                continue
            seen.append(list(task.reasons))
            task.fail(f"bad {len(seen)}" + "!" * 2000)
        reasons = [f"bad {i} "[:-1] + "!" * 995 for i in (1, 2, 3)]
        self.assertEqual(seen, [reasons[:count] for count in range(3)])
        self.assertEqual(queue.failed, {"1": reasons})
        self.assertEqual(list(other.tasks()), [])
        self.assertEqual((other.done_count, other.failed), (1, queue.failed))
        self.assertEqual(self.queue(2).failed, queue.failed)
        self.assertEqual(self.keys(), ["end/done/0", "end/failed/1",
                                       "queue"])

    def test_closing_releases(self):
        queue = self.queue(2, lease=60)
        task = next(queue.tasks())
        queue.close()
        queue.close()
        self.assertEqual(self.keys(), ["queue"])
        self.assertFalse(task.held)
        with self.assertRaisesRegex(RuntimeError, "the queue is closed"):
            next(queue.tasks())

    def test_a_task_must_end_before_the_next(self):
        queue = self.queue(2)
        with self.assertRaisesRegex(RuntimeError, r"task '\d' has not ended"):
            for _ in queue.tasks():
                pass

    def test_a_task_ends_once(self):
        task = next(self.queue(1).tasks())
        task.done()
        for end in (task.done, task.release, lambda: task.fail("x")):
            with self.assertRaisesRegex(RuntimeError, "'0' has ended before"):
                end()

    def test_bad_values(self):
        task = next(self.queue(1).tasks())
        with self.assertRaisesRegex(TypeError, "'0': the value is bytes, not "
                                    "str"):
            task.done("x")
        with self.assertRaisesRegex(ValueError, "'0': a value of 65537 byte"):
            task.done(bytes((1 << 16) + 1))
        value = os.urandom(1 << 16)
        self.assertTrue(task.done(value))
        self.assertEqual(self.queue(1).values(), {"0": value})

    def test_not_after_a_fork(self):
        queue = self.queue(1)
        reading, writing = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                next(queue.tasks())
            except RuntimeError as error:
                os.write(writing, str(error).encode())
            finally:
                os._exit(0)
        os.waitpid(pid, 0)
        self.assertIn(b"make one after the fork", os.read(reading, 1000))
        os.close(reading)
        os.close(writing)


class ArgumentsTest(task_cases.TaskTestCase):

    def test_bad_arguments(self):
        for given, message in (
                ({"url": "file:///tmp"}, "no address of etcd"),
                ({"url": 7}, "'7/q/0' is no address of etcd"),
                ({"name": "a/b"}, "name: .* not 'a/b'"),
                ({"name": None}, "name: .* not None"),
                ({"tasks": "abc"}, "tasks: a list of names or a count, not"),
                ({"tasks": ["a", 1]}, "tasks: a list of names or a count"),
                ({"tasks": ["a", "b", "a"]}, "tasks: 'a' is there twice"),
                ({"tasks": -1}, "tasks: a whole number from 0 on, not -1"),
                ({"tasks": True}, "tasks: a list of names or a count"),
                ({"epoch": -1}, "epoch: a whole number from 0 on, not -1"),
                ({"lease": 1}, "lease: a whole number from 2 on, not 1"),
                ({"lease": 2.5}, "lease: a whole number from 2 on, not 2.5"),
                ({"limit": 0}, "limit: a whole number from 1 on, not 0"),
                ({"patience": -1}, "patience: a number from 0 on, not -1"),
                ({"patience": float("nan")}, "patience: a number from 0 on"),
                ({"patience": "1"}, "patience: a number from 0 on, not '1'")):
            with self.subTest(given), self.assertRaisesRegex(
                    ValueError, message):
                tasks.TaskQueue(**{"url": self.url, "name": "q", "tasks": 1,
                                   **given})

    def test_other_tasks(self):
        self.queue(["a", "b"])
        for other in (3, ["b", "a"], ["a", "c"]):
            with self.subTest(other), self.assertRaisesRegex(
                    ValueError, "is a queue of 2 tasks, and the . given here "
                    "are others"):
                self.queue(other)
