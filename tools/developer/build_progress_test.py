"""The program in front of a Bazel that is made up: streams, status, Ctrl-C."""

import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
import unittest

import build_progress

BAR = (r"\x1b[32m[625 / 1,523]\x1b[0m Compiling memory/arena.cc; 2s sandbox\n")


class BuildProgressTest(unittest.TestCase):

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.mkdir(os.path.join(self.folder, "bazel-out"))

    def start(self, code, *arguments, **streams):
        """Starts the program with a `bazel` that runs the given Python."""
        bazel = os.path.join(self.folder, "bazel")
        with open(bazel, "w", encoding="utf-8") as file:
            file.write("#!" + sys.executable + "\nimport os, signal, sys, time"
                       "\nfrom sys import stderr, stdout\n" + code)
        os.chmod(bazel, 0o755)
        return subprocess.Popen(
            [sys.executable, build_progress.__file__, *arguments],
            cwd=self.folder, start_new_session=True,
            env={**os.environ, "PATH": self.folder, "TERM": "xterm"},
            **streams)

    def run_with(self, code, *arguments, together=False):
        process = self.start(
            code, *(arguments or ["build", "//x"]), stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT if together else subprocess.PIPE)
        out, err = process.communicate(timeout=60)
        return process.returncode, out.decode(), (err or b"").decode()

    def test_the_status_is_bazels(self):
        for status in (0, 1, 3, 37):
            self.assertEqual(self.run_with(f"sys.exit({status})")[0], status)
        status, _, _ = self.run_with("os.kill(os.getpid(), signal.SIGKILL)")
        self.assertEqual(status, 128 + signal.SIGKILL)

    def test_options_stand_between_the_verb_and_the_callers(self):
        _, out, _ = self.run_with("print(*sys.argv[1:])", "--output_base=/b",
                                  "test", "--color=no", "--", "//x")
        words = out.split()
        self.assertEqual(words[:2], ["--output_base=/b", "test"])
        self.assertEqual(words[-3:], ["--color=no", "--", "//x"])
        self.assertIn("--curses=yes", words[2:-3])

    def test_streams_stay_apart(self):
        _, out, err = self.run_with(
            f"stderr.write('{BAR}'); print('result');"
            "print('ERROR: no', file=stderr)")
        self.assertEqual(out, "result\n")
        self.assertEqual(err, "+ bazel build //x\nERROR: no\n")

    def test_streams_that_end_in_one_place_keep_their_order(self):
        lines = [f"print({i}, file={('stdout', 'stderr')[i % 2]}, flush=True)"
                 for i in range(50)]
        _, out, _ = self.run_with("\n".join(lines), together=True)
        self.assertEqual(out.split("\n")[1:-1], [str(i) for i in range(50)])

    def test_a_terminal_sees_it_go(self):
        reader, writer = pty.openpty()
        self.addCleanup(os.close, reader)
        process = self.start(f"stderr.write('{BAR}'); stderr.flush();"
                             "time.sleep(2); sys.exit(1)", "build", "//x",
                             stdout=writer, stderr=writer)
        os.close(writer)
        seen = b""
        try:
            while True:
                seen += os.read(reader, 1 << 16)
        except OSError:  # Nobody has the terminal open any more.
            pass
        self.assertEqual(process.wait(timeout=60), 1)
        self.assertIn("\x1b[K[0:01] 625 of 1,523 actions: Compiling "
                      "memory/arena.cc\r\x1b[K", seen.decode())
        self.assertTrue(seen.decode().endswith(" of 1,523 actions).\r\n"))

    def interrupted(self, **streams):
        """Output and status after Ctrl-C, of a Bazel that counts signals."""
        process = self.start(
            "seen = []\n"
            "signal.signal(signal.SIGINT, lambda *_: seen.append(1))\n"
            "print('ready', file=stderr, flush=True)\n"
            "end = time.monotonic() + 2\n"
            "while time.monotonic() < end: time.sleep(0.05)\n"
            "print(len(seen), 'signals', file=stderr)\n"
            "sys.exit(8)", "build", "//x", stderr=subprocess.PIPE, **streams)
        while b"ready" not in process.stderr.readline():
            pass
        time.sleep(0.1)
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does
        _, err = process.communicate(timeout=60)
        return err.decode(), process.returncode

    def test_ctrl_c_reaches_bazel_once(self):
        err, status = self.interrupted()
        self.assertEqual(status, 8)
        self.assertTrue(err.startswith("1 signals\nInterrupted after "), err)

    def test_a_signal_that_is_ignored_stays_ignored(self):
        err, _ = self.interrupted(preexec_fn=lambda: signal.signal(
            signal.SIGINT, signal.SIG_IGN))
        self.assertTrue(err.startswith("0 signals\n"), err)

    def test_the_first_build_says_how_long_it_takes(self):
        self.assertNotIn("first build", self.run_with("")[2])
        os.rmdir(os.path.join(self.folder, "bazel-out"))
        self.assertIn("first build", self.run_with("")[2])

    def test_without_bazel(self):
        done = subprocess.run(
            [sys.executable, build_progress.__file__, "build"],
            cwd=self.folder, env={"PATH": self.folder}, text=True,
            stderr=subprocess.PIPE)
        self.assertEqual(done.returncode, 127)
        self.assertIn("./tools/dev setup", done.stderr)

    def test_usage(self):
        self.assertEqual(build_progress.main([]), 2)
