"""The output of workers, which `paddle run` passes on."""

import hashlib
import os
import signal
import subprocess
import time
import unittest

from launcher_cases import PATIENCE, SLEEP, LauncherTestCase, is_running


class OutputTest(LauncherTestCase):

    def test_whole_lines(self):
        out, err = self.run_script(
            "for i in range(200):\n"
            "    for part in (f'{rank} ', str(i), '\\n'):\n"
            "        os.write(1 + i % 2, part.encode())\n", "--nproc", "3")
        for rank in range(3):
            for odd, lines in enumerate((out, err)):
                self.assertEqual(
                    [line for line in lines if line.startswith(f"[{rank}]")],
                    [f"[{rank}] {rank} {i}" for i in range(odd, 200, 2)])
        self.assertEqual((len(out), len(err)), (300, 300))

    def test_lines_come_at_once(self):
        process = self.start("print('now')\n" + SLEEP, "--nproc", "2")
        self.pids(2)
        begin = time.monotonic()
        self.assertRegex(process.stdout.readline(), rb"\[[01]\] now\n")
        self.assertLess(time.monotonic() - begin, PATIENCE)

    def test_every_byte(self):
        """A line that does not end is ended: others go on behind it."""
        process = self.start(
            "if rank == 1:\n"
            "    os.write(1, bytes(range(256)) * 3 + b'\\n\\n\\r\\nend')",
            "--nproc", "2")
        out, _ = process.communicate(timeout=PATIENCE)
        written = bytes(range(256)) * 3 + b"\n\n\r\nend"
        self.assertEqual(out, b"".join(
            b"[1] " + line + b"\n" for line in written.split(b"\n")))

    def test_ten_megabytes_of_each(self):
        script = ("line = b'%d ' % rank + b'x' * 77 + b'\\n'\n"
                  "for i in range(64):\n"
                  "    data = line * 2048\n"
                  "    while data:\n"
                  "        data = data[os.write(1 + i % 2, data):]\n")
        process = self.start(script, "--nproc", "3")
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 0)
        for text in (out, err):
            lines = text.split(b"\n")
            self.assertEqual(lines.pop(), b"")
            self.assertEqual(
                {line: lines.count(line) for line in set(lines)},
                {b"[%d] %d " % (rank, rank) + b"x" * 77: 65536
                 for rank in range(3)})

    def test_one_long_line(self):
        out, _ = self.run_script("print('x' * 3_000_000)", "--nproc", "2")
        self.assertEqual(sorted(out), ["[0] " + "x" * 3_000_000,
                                       "[1] " + "x" * 3_000_000])

    def start_blocked(self):
        """A launcher whose workers have ended, with output that nobody has
        read and a pipe does not hold."""
        process = self.start("os.write(1, (b'x' * 99 + b'\\n') * 600)",
                             "--nproc", "2")
        self.wait_for(lambda: os.listdir(self.temporary), "store")
        self.wait_for(lambda: not os.listdir(self.temporary), "end")
        return process

    def test_a_reader_that_is_slow(self):
        process = self.start_blocked()
        time.sleep(0.7)
        self.assertIsNone(process.poll())
        out, _ = self.finish(process)
        self.assertEqual(len(out), 1200)
        self.assertEqual(set(out), {f"[{rank}] " + "x" * 99
                                    for rank in range(2)})

    def test_a_reader_that_goes_late(self):
        process = self.start_blocked()
        process.stdout.close()
        process.stderr.read()
        self.assertEqual(process.wait(PATIENCE), 128 + signal.SIGPIPE)

    def test_a_pipe_that_does_not_block(self):
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        process = self.start("sys.stdout.write(('x' * 99 + '\\n') * 30000)",
                             "--nproc", "2", stdout=writing)
        os.close(writing)
        time.sleep(0.3)
        with open(reading, "rb") as file:
            self.assertEqual(len(file.read()), 2 * 30000 * 104)
        self.assertEqual(process.wait(PATIENCE), 0)

    def test_streams_that_are_one(self):
        out, err = self.run_script(
            "for i in range(500):\n"
            "    os.write(1, b'a' * 5000 + b'\\n')\n"
            "    os.write(2, b'b' * 5000 + b'\\n')\n", "--nproc", "2",
            stderr=subprocess.STDOUT, status=0)
        self.assertEqual(len(out), 2000)
        self.assertEqual({hashlib.sha1(line[4:].encode()).digest()
                          for line in out},
                         {hashlib.sha1(letter * 5000).digest()
                          for letter in (b"a", b"b")})

    def finish(self, process, status=0):
        if process.stderr is None:  # is stdout
            out, _ = process.communicate(timeout=PATIENCE)
            self.assertEqual(process.returncode, status)
            return out.decode().split("\n")[:-1], []
        return super().finish(process, status)

    def test_logs(self):
        self.run_script("print('out')\nprint('err', file=sys.stderr)",
                        "--nproc", "2", "--log-dir", "logs/new")
        for rank in range(2):
            self.assertEqual(sorted(self.content(
                f"logs/new/rank-{rank}.log").split("\n")), ["", "err", "out"])

    def test_log_of_one(self):
        out, _ = self.run_script("print('out', end='')", "--log-dir", ".")
        self.assertEqual(out, [])  # no line: nothing is added to it
        self.assertEqual(self.content("rank-0.log"), "out")
        _, err = self.run_script("sys.exit(3)", "--log-dir", ".", status=3)
        self.assertRegex(err[0], r"^paddle run: rank 0 \(pid \d+\) failed: "
                         "exit code 3$")

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_full_disks(self):
        os.symlink("/dev/full", os.path.join(self.folder, "rank-0.log"))
        out, err = self.run_script("print('out')", "--nproc", "2", "--log-dir",
                                   ".")
        self.assertEqual(sorted(out), ["[0] out", "[1] out"])
        self.assertEqual(err, ["paddle run: ./rank-0.log ends here: No space "
                               "left on device"])
        with open("/dev/full", "wb") as full:
            _, err = self.run_full(full)
        self.assertEqual(err, ["paddle run: cannot pass on output: No space "
                               "left on device"])

    def run_full(self, full):
        process = self.start("print('out')\n" + SLEEP, "--nproc", "2",
                             stdout=full)
        _, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 1)
        return [], err.decode().splitlines()

    def test_a_reader_that_goes(self):
        process = self.start("began()\nwhile True: print('y')", "--nproc", "2")
        pids = self.pids(2)
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual(process.stderr.read(), b"")
        self.assertEqual(process.wait(PATIENCE), 128 + signal.SIGPIPE)
        self.wait_for_ends(pids)

    def test_processes_that_stay_behind(self):
        """They hold the streams, which the launcher does not wait for."""
        begin = time.monotonic()
        out, _ = self.run_script(
            "import subprocess\n"
            "child = subprocess.Popen(['sleep', '20'])\n"
            "print(child.pid)", "--nproc", "2")
        self.assertLess(time.monotonic() - begin, 10)
        for line in out:
            pid = int(line.split()[1])
            self.assertTrue(is_running(pid))
            os.kill(pid, signal.SIGKILL)
