"""`paddle run --restarts`: workers that are lost are started again."""

import os
import random
import re
import signal
import time

from agent_cases import PLAIN, WORKER, AgentTestCase
from launcher_cases import is_running

KILLED = "was killed by SIGKILL"


def again(rank, pid, new, count, loss=KILLED, limit=3):
    return (f"rank {rank} (pid {pid}) {loss}; started again as pid {new} "
            f"(restart {count} of {limit})")


class LossTest(AgentTestCase):

    def test_without_a_loss(self):
        process = self.start_three()
        pids = self.group(1)
        self.assertEqual(self.end_well(process), [])
        for rank in range(3):
            self.assertEqual(self.told(rank),
                             [(pids[rank], f"place 1 {rank} 3")])

    def test_one_that_is_killed(self):
        process = self.start_three()
        before = self.group(1)
        os.kill(before[1], signal.SIGKILL)
        after = self.group(2)
        self.assertEqual(before[::2], after[::2])
        self.assertNotEqual(before[1], after[1])
        self.assertEqual(self.end_well(process),
                         [again(1, before[1], after[1], 1)])
        for rank in (0, 2):
            self.assertEqual([line for _, line in self.told(rank)], [
                f"place 1 {rank} 3",
                f"lost 1 rank 1 (pid {before[1]}) {KILLED}",
                f"place 2 {rank} 3"])
        self.assertEqual(self.told(1)[1:], [(after[1], "place 2 1 3")])

    def test_other_signals(self):
        process = self.start_three()
        before = self.group(1)
        os.kill(before[0], signal.SIGSEGV)
        after = self.group(2)
        self.assertEqual(self.end_well(process), [
            again(0, before[0], after[0], 1, "was killed by SIGSEGV")])

    def test_one_that_is_stopped(self):
        """Its own processes are killed with it."""
        process = self.start_three(
            "import subprocess\n"
            "child = subprocess.Popen(['sleep', '60']).pid\n"
            "open(f'child-{os.getpid()}', 'w').write(str(child))\n" + PLAIN,
            "--stall", "1")
        before = self.group(1)
        child = int(self.content(f"child-{before[2]}"))
        os.kill(before[2], signal.SIGSTOP)
        after = self.group(2)
        self.wait_for_ends([before[2], child])
        loss = "gave no sign of life for 1 s"
        self.assertIn((before[0], f"lost 1 rank 2 (pid {before[2]}) {loss}"),
                      self.told(0))
        self.assertEqual(self.end_well(process),
                         [again(2, before[2], after[2], 1, loss)])
        for pid in (*before[:2], after[2]):
            child = int(self.content(f"child-{pid}"))
            self.assertTrue(is_running(child))
            os.kill(child, signal.SIGKILL)

    def test_one_that_stalls(self):
        process = self.start_three(
            WORKER + "connect()\n"
            "if rank == 1 and first:\n"
            "    join(asked=stopped.set)\n"
            "    time.sleep(60)\n"
            "work()\n", "--stall", "1")
        before = self.group(1)
        after = self.group(2)
        self.assertEqual(self.end_well(process), [
            again(1, before[1], after[1], 1, "gave no sign of life for 1 s")])

    def test_silence_while_the_launcher_is_stopped(self):
        process = self.start_three(PLAIN, "--stall", "1")
        pids = self.group(1)
        process.send_signal(signal.SIGSTOP)
        time.sleep(2)
        process.send_signal(signal.SIGCONT)
        time.sleep(1)
        self.assertEqual(self.end_well(process), [])
        self.assertEqual(self.group(1), pids)

    def test_the_silence_of_a_plain_script(self):
        process = self.start_three(
            "began()\ntime.sleep(1.5)\n", "--stall", "0.5")
        _, err = self.finish(process)
        self.assertEqual(err, [])

    def test_two_at_once(self):
        process = self.start_three()
        before = self.group(1)
        for rank in (0, 2):
            os.kill(before[rank], signal.SIGKILL)
        after = self.group(2)
        self.assertEqual(before[1], after[1])
        said = self.end_well(process)
        self.assertEqual(len(said), 2)
        self.assertEqual({re.sub("restart [12]", "", line) for line in said}, {
            re.sub("restart [12]", "", again(
                rank, before[rank], after[rank], 1)) for rank in (0, 2)})
        self.assertEqual([line.split()[:2] for _, line in self.told(1)],
                         [["place", "1"], ["lost", "1"], ["place", "2"]])

    def test_all_at_once(self):
        process = self.start_three(
            "print('begun', flush=True)\n" + PLAIN)
        before = self.group(1)
        for pid in before:
            os.kill(pid, signal.SIGKILL)
        after = self.group(2)
        self.assertFalse(set(before) & set(after))
        self.write("finish")
        out, err = self.finish(process)
        self.assertEqual(sorted(out), sorted(
            2 * [f"[{rank}] begun" for rank in range(3)]))
        self.assertEqual(len(err), 3)

    def test_one_lost_while_others_become_ready(self):
        process = self.start_three(
            WORKER + "connect()\n"
            "if rank == 2: wait_for('go')\n"
            "work(asked=began)\n")
        first = [int(self.content(f"pid-{rank}")) for rank in (0, 1)]
        os.kill(first[1], signal.SIGKILL)
        self.wait_for(lambda: self.content("pid-1") not in ("", str(first[1])),
                      "another worker")
        self.write("go")
        pids = self.group(1)
        self.assertEqual(pids[0], first[0])
        self.assertEqual(self.end_well(process),
                         [again(1, first[1], pids[1], 1)])
        for rank in range(3):
            self.assertEqual([line for _, line in self.told(rank)],
                             [f"place 1 {rank} 3"])

    def test_one_lost_before_it_is_ready(self):
        for text in ("", "connect()\n"):
            with self.subTest(text):
                process = self.start_three(
                    WORKER + text + "began()\nif rank == 0 and first: "
                    "time.sleep(60)\n" + ("connect()\n" if not text else "")
                    + "work()\n")
                pids = self.pids(3)
                os.kill(pids[0], signal.SIGKILL)
                after = self.group(1)
                self.assertEqual(pids[1:], after[1:])
                self.assertEqual(self.end_well(process),
                                 [again(0, pids[0], after[0], 1)])
                for name in ("finish", *(f"{kind}-{rank}" for rank in range(3)
                                         for kind in ("pid", "told"))):
                    os.remove(os.path.join(self.folder, name))

    def test_a_plain_script_that_is_killed(self):
        process = self.start("if os.environ['PADDLE_RESTARTS'] == '0':\n"
                             "    os.kill(os.getpid(), 9)\n"
                             "print('again')", "--restarts", "1")
        out, err = self.finish(process)
        self.assertEqual(out, ["again"])
        self.assertRegex(err[0], r"rank 0 .*KILL; started again as pid \d+ ")

    def test_thirty_kills(self):
        process = self.start("open(f'was-{os.getpid()}', 'w')\n" + PLAIN,
                             "--nproc", "3", "--restarts", "30")
        choice = random.Random(5)
        for epoch in range(1, 31):
            pids = self.group(epoch)
            rank = choice.randrange(3)
            os.kill(pids[rank], signal.SIGKILL)
            after = self.group(epoch + 1)
            self.assertEqual([a == b for a, b in zip(pids, after)],
                             [each != rank for each in range(3)])
        self.assertEqual(len(self.end_well(process)), 30)
        was = [int(name[4:]) for name in os.listdir(self.folder)
               if name.startswith("was-")]
        self.assertEqual(len(was), 33)
        self.assertEqual([pid for pid in was if is_running(pid)], [])
