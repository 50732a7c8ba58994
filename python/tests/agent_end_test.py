"""`paddle run --restarts`: when a job ends, and with what status."""

import os
import resource
import signal

from agent_cases import PLAIN, WORKER, AgentTestCase


class FailureTest(AgentTestCase):

    def failed(self, process, status):
        _, err = self.finish(process, status)
        return self.said(err)

    def test_no_restart_is_left(self):
        process = self.start_three()
        for epoch in range(1, 5):
            pids = self.group(epoch)
            os.kill(pids[1], signal.SIGKILL)
        said = self.failed(process, 128 + signal.SIGKILL)
        self.assertEqual(len(said), 4)
        self.assertEqual(said[3], f"rank 1 (pid {pids[1]}) failed: SIGKILL; no"
                         " restart is left of 3; its stderr is empty")
        self.wait_for_ends(pids)

    def test_no_restart_is_left_for_one_that_is_silent(self):
        process = self.start(PLAIN, "--nproc", "3", "--restarts", "1",
                             "--stall", "1")
        os.kill(self.group(1)[1], signal.SIGKILL)
        pids = self.group(2)
        os.kill(pids[0], signal.SIGSTOP)
        self.assertEqual(
            self.failed(process, 128 + signal.SIGKILL)[1],
            f"rank 0 (pid {pids[0]}) failed: SIGKILL, as it gave no sign of "
            "life for 1 s; no restart is left of 1; its stderr is empty")

    def test_a_script_that_raises(self):
        process = self.start_three(
            WORKER + "connect()\n"
            "if rank == 1:\n"
            "    join()\n"
            "    wait_for('told')\n"
            "    raise ValueError('boom')\n"
            "work()\n")
        pids = self.group(1)
        self.write("told")
        said = self.failed(process, 1)
        self.assertEqual(said, [f"rank 1 (pid {pids[1]}) failed: exit code 1; "
                                "the end of its stderr:"])

    def test_a_status_of_its_own_after_the_connection(self):
        """It has time for its end."""
        process = self.start_three(
            WORKER + "connect()\n"
            "if rank == 1:\n"
            "    join()\n"
            "    agent.shutdown(socket.SHUT_RDWR)\n"
            "    wait_for('told')\n"
            "    os._exit(3)\n"
            "work()\n")
        pids = self.group(1)
        self.wait_until_told(0, r"lost 1 rank 1 \(pid \d+\) has closed its "
                             "connection")
        self.write("told")
        self.assertEqual(self.failed(process, 3), [
            f"rank 1 (pid {pids[1]}) failed: exit code 3; its stderr is empty"
        ])

    def test_a_signal_after_done(self):
        process = self.start_three(
            WORKER + "connect()\n"
            "if rank == 1:\n"
            "    join()\n"
            "    wait_for('told')\n"
            "    say('done', rank)\n"
            "    os.kill(os.getpid(), 9)\n"
            "work()\n")
        pids = self.group(1)
        self.write("told")
        self.assertEqual(self.failed(process, 128 + signal.SIGKILL), [
            f"rank 1 (pid {pids[1]}) failed: SIGKILL; its stderr is empty"])

    def test_one_that_cannot_be_started_again(self):
        process = self.start_three()
        pids = self.group(1)
        limit = 2 + max(map(int, os.listdir(f"/proc/{process.pid}/fd")))
        resource.prlimit(process.pid, resource.RLIMIT_NOFILE, (limit, limit))
        os.kill(pids[2], signal.SIGKILL)
        self.assertRegex(
            "\n".join(self.failed(process, 128 + signal.SIGKILL)),
            r"rank 2 \(pid \d+\) failed: SIGKILL; it cannot be started again: "
            ".*Too many open files; its stderr is empty")


class WorkerTest(AgentTestCase):
    """A worker that is started again is like the first one."""

    def restarted(self):
        """The launcher of a job that has lost rank 1, and process ids."""
        process = self.start_three()
        os.kill(self.group(1)[1], signal.SIGKILL)
        return process, self.group(2)

    def test_environment_and_signals(self):
        out, _ = self.run_script(
            "restarts = os.environ.pop('PADDLE_RESTARTS')\n"
            "signals = [  # without 32 and 33, which are the C library's\n"
            "    hex(int(line.split()[1], 16) & 0x7fffffff)\n"
            "    for line in open('/proc/self/status')\n"
            "    if line.startswith(('SigBlk', 'SigIgn', 'SigCgt'))]\n"
            "print(sorted(os.environ.items()), signals,"
            " os.getsid(0) == os.getpid(), os.getcwd(), sys.argv, "
            "repr(sys.stdin.read()), sorted(os.listdir('/proc/self/fd')))\n"
            "if restarts < '2': os.kill(os.getpid(), 9)\n",
            "--nproc", "2", "--restarts", "4")
        self.assertEqual(len(out), 6)
        for rank in "01":
            first, *others = [line for line in out
                              if line.startswith(f"[{rank}]")]
            self.assertEqual(others, [first, first])

    def test_environment_is_not_that_of_another_job(self):
        outer = self.environ(PADDLE_AGENT="/old", PADDLE_RESTARTS="5")
        text = ("print(os.environ.get('PADDLE_AGENT'),"
                " os.environ.get('PADDLE_RESTARTS'))")
        out, _ = self.run_script(text, env=outer)
        self.assertEqual(out, ["None None"])
        out, _ = self.run_script(text, "--restarts", "1", env=outer)
        self.assertRegex(out[0], "/agent 0$")

    def test_logs(self):
        """That of a rank goes on."""
        text = "print('begun', os.getpid(), flush=True)\n" + PLAIN
        process = self.start_three(text, "--log-dir", ".")
        before = self.group(1)
        os.kill(before[1], signal.SIGKILL)
        after = self.group(2)
        self.end_well(process)
        for rank in range(3):
            pids = list(dict.fromkeys((before[rank], after[rank])))
            self.assertEqual(self.content(f"rank-{rank}.log"), "".join(
                f"begun {pid}\n" for pid in pids))

    def test_it_dies_with_the_launcher(self):
        process, pids = self.restarted()
        process.kill()
        process.wait()
        self.wait_for_ends(pids)

    def test_sigterm(self):
        process, pids = self.restarted()
        process.send_signal(signal.SIGTERM)
        _, err = self.finish(process, 128 + signal.SIGTERM)
        self.assertEqual(self.said(err)[-1], "stopped by SIGTERM")
        self.wait_for_ends(pids)

    def test_ctrl_c_during_a_restart(self):
        for _ in range(5):
            process = self.start_three()
            pids = self.group(1)
            os.kill(pids[1], signal.SIGKILL)
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=30)
            self.assertIn(process.returncode,
                          (128 + signal.SIGINT, 128 + signal.SIGKILL),
                          err.decode())
            said = self.said(err.decode().splitlines())
            self.assertEqual(said[-1], "stopped by SIGINT")
            self.assertLessEqual(len(said), 2)
            for line in said[:-1]:
                pids.append(int(line.split("as pid ")[1].split()[0]))
            self.wait_for_ends(pids)
            for rank in range(3):
                os.remove(os.path.join(self.folder, f"told-{rank}"))

    def test_ctrl_c_before_it_has_connected(self):
        """Whatever Python makes of that, it is an interrupt."""
        process = self.start_three(
            WORKER + "if not first:\n"
            "    signal.signal(signal.SIGINT, lambda *_: os._exit(1))\n"
            "    note('begun')\n"
            "    wait_for('never')\n"
            "connect()\n"
            "work()\n")
        pids = self.group(1)
        os.kill(pids[1], signal.SIGKILL)
        self.wait_until_told(1, "begun")
        process.send_signal(signal.SIGINT)
        self.finish(process, 128 + signal.SIGINT)
