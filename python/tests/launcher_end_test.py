"""Jobs of `paddle run` end, by failures and by signals."""

import os
import re
import resource
import signal
import time

from launcher_cases import HANDLE, SLEEP, LauncherTestCase, is_running


class FailureTest(LauncherTestCase):

    def assert_told(self, err, rank, ending, lines):
        """The end of stderr is about a failed worker."""
        told = [f"[{rank}] {line}" for line in lines]
        self.assertEqual(err[len(err) - len(told):], told)
        end = "the end of its stderr:" if lines else "its stderr is empty"
        self.assertRegex(
            err[-len(told) - 1], rf"^paddle run: rank {rank} \(pid \d+\) "
            f"failed: {ending}; {end}$")

    def test_a_script_that_raises(self):
        process = self.start(
            "began()\n"
            "if rank == 1:\n"
            "    while not all(os.path.exists(f'pid-{i}') for i in (0, 2)):\n"
            "        time.sleep(0.01)\n"
            "    raise ValueError('boom')\n" + SLEEP, "--nproc", "3")
        pids = self.pids(3)
        _, err = self.finish(process, 1)
        self.assertIn("[1] Traceback (most recent call last):", err)
        end = err.index(next(line for line in err if "paddle run" in line))
        self.assertIn(f"rank 1 (pid {pids[1]}) failed: exit code 1", err[end])
        self.assertEqual(err[end + 1],
                         "[1] Traceback (most recent call last):")
        self.assertEqual(err[-1], "[1] ValueError: boom")
        self.wait_for_ends(pids)

    def test_twenty_lines_are_repeated(self):
        _, err = self.run_script(
            "for i in range(25): print(i, file=sys.stderr)\n"
            "sys.exit(7 if rank == 0 else 0)", "--nproc", "2", status=7)
        self.assert_told(err, 0, "exit code 7", range(5, 25))

    def test_signals(self):
        for number in (signal.SIGKILL, signal.SIGSEGV, signal.SIGTERM):
            with self.subTest(number.name):
                _, err = self.run_script(
                    f"if rank == 1: os.kill(os.getpid(), {int(number)})\n"
                    + SLEEP, "--nproc", "2", status=128 + number)
                self.assert_told(err, 1, number.name, [])

    def test_signals_without_a_name(self):
        number = signal.SIGRTMIN + 3
        _, err = self.run_script(
            f"if rank == 1: os.kill(os.getpid(), {number})\n" + SLEEP,
            "--nproc", "2", status=128 + number)
        self.assert_told(err, 1, f"signal {number}", [])

    def test_the_first_one_counts(self):
        _, err = self.run_script(
            "if rank == 2:\n"
            "    while not all(os.path.exists(f'pid-{i}') for i in (0, 1)):\n"
            "        time.sleep(0.01)\n"
            "    sys.exit(5)\n"
            "signal.signal(signal.SIGTERM, lambda *_: sys.exit(9))\n" + SLEEP,
            "--nproc", "3", status=5)
        self.assert_told(err, 2, "exit code 5", [])

    def test_others_may_end_in_their_own_way(self):
        out, err = self.run_script(
            "if rank == 0:\n"
            "    while not os.path.exists('pid-1'): time.sleep(0.01)\n"
            "    sys.exit('bad')\n"
            "def handle(*_):\n"
            "    time.sleep(0.2)\n"
            "    print('saved')\n"
            "    sys.exit(0)\n"
            "signal.signal(signal.SIGTERM, handle)\n" + SLEEP,
            "--nproc", "2", status=1)
        self.assertEqual(out, ["[1] saved"])
        self.assert_told(err, 0, "exit code 1", ["bad"])

    def test_a_worker_that_ignores_sigterm(self):
        process = self.start_impatient(
            "if rank == 0:\n"
            "    while not os.path.exists('pid-1'): time.sleep(0.01)\n"
            "    began()\n"
            "    sys.exit(4)\n"
            "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + SLEEP,
            "--nproc", "2")
        pids = self.pids(2)
        begin = time.monotonic()
        self.finish(process, 4)
        self.assertGreater(time.monotonic() - begin, 0.2)
        self.wait_for_ends(pids)

    def test_processes_of_a_failed_worker_end_with_it(self):
        out, _ = self.run_script(
            "import subprocess\n"
            "print(subprocess.Popen(['sleep', '60']).pid)\n"
            "began()\n"
            "while not os.path.exists('pid-1'): time.sleep(0.01)\n"
            "sys.exit(1 - rank) if rank == 0 else time.sleep(60)",
            "--nproc", "2", status=1)
        self.assertEqual(len(out), 2)
        self.wait_for_ends(int(line.split()[1]) for line in out)

    def test_workers_that_cannot_be_started(self):
        process = self.start(
            SLEEP, "--nproc", "20", preexec_fn=lambda: resource.setrlimit(
                resource.RLIMIT_NOFILE, (24, 24)))
        _, err = self.finish(process, 1)
        self.assertRegex("\n".join(err), "^paddle run: .*Too many open files$")
        for name in os.listdir(self.folder):
            # Those killed while they wrote leave a "pid-0.new".
            if re.fullmatch(r"pid-\d+", name):
                self.wait_for_ends([int(self.content(name))])


class SignalTest(LauncherTestCase):

    def interrupted(self, text, number=signal.SIGINT):
        process = self.start(text, "--nproc", "2")
        pids = self.pids(2)
        process.send_signal(number)
        return process, pids

    def test_ctrl_c(self):
        process, pids = self.interrupted(SLEEP)
        _, err = self.finish(process, 128 + signal.SIGINT)
        self.assertEqual(err.count("[0] KeyboardInterrupt"), 1)
        self.assertEqual(err[-1], "paddle run: stopped by SIGINT")
        self.wait_for_ends(pids)

    def test_the_launcher_waits(self):
        process, _ = self.interrupted(HANDLE.format(
            "(time.sleep(0.4), print('saved'), sys.exit(0))"))
        out, _ = self.finish(process)
        self.assertEqual(sorted(out), ["[0] saved", "[1] saved"])

    def test_one_ctrl_c_comes_once(self):
        process, pids = self.interrupted(HANDLE.format(
            "open(f'got-{rank}', 'a').write('x')"))
        for rank in range(2):
            self.assertIn(self.content(f"got-{rank}"), ("", "x"))
        time.sleep(0.1)
        self.assertEqual([self.content(f"got-{rank}") for rank in range(2)],
                         ["x", "x"])
        self.assertTrue(all(map(is_running, pids)))

    def test_the_second_one_kills(self):
        process, pids = self.interrupted(HANDLE.format(
            "open(f'got-{rank}', 'w')"))
        for rank in range(2):
            self.content(f"got-{rank}")
        process.send_signal(signal.SIGINT)
        self.finish(process, 128 + signal.SIGKILL)
        self.wait_for_ends(pids)

    def test_sigterm_and_sighup(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number.name):
                process, pids = self.interrupted(SLEEP, number)
                _, err = self.finish(process, 128 + number)
                self.assertEqual(err, [f"paddle run: stopped by {number.name}"
                                       ])
                self.wait_for_ends(pids)
                for rank in range(2):
                    os.remove(os.path.join(self.folder, f"pid-{rank}"))

    def test_ignored_signals_stay_ignored(self):
        process = self.start(
            SLEEP, "--nproc", "2", preexec_fn=lambda:
            signal.signal(signal.SIGHUP, signal.SIG_IGN))
        pids = self.pids(2)
        for pid in (*pids, process.pid):
            os.kill(pid, signal.SIGHUP)
        time.sleep(0.2)
        self.assertTrue(all(map(is_running, (*pids, process.pid))))

    def test_workers_die_with_the_launcher(self):
        process = self.start("signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
                             + SLEEP, "--nproc", "3")
        pids = self.pids(3)
        self.assertTrue(all(map(is_running, pids)))
        process.kill()
        process.wait()
        self.wait_for_ends(pids)
