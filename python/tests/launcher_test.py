"""The command `paddle run`, with real processes."""

import hashlib
import json
import os
import re
import resource
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
from paddle_cli import supervisor
assert supervisor.GRACE == 5.0
supervisor.GRACE = 0.3
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

SLEEP = "began()\ntime.sleep(60)\n"
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


class WorkerEnvironmentTest(LauncherTestCase):

    SHOW = ("import json\nprint(json.dumps({**os.environ, 'is_folder': "
            "os.path.isdir(os.environ.get('PADDLE_STORE', '')[7:])}))")

    def shown(self, *options, **more):
        """The environments of the workers by rank."""
        out, _ = self.run_script(self.SHOW, *options, **more)
        found = [json.loads(line[line.index("{"):]) for line in out]
        return sorted(found, key=lambda each: int(each["RANK"]))

    def test_of_three(self):
        environs = self.shown("--nproc", "3")
        cores = len(os.sched_getaffinity(0))
        self.assertEqual(len(environs), 3)
        for rank, environ in enumerate(environs):
            for name in ("RANK", "LOCAL_RANK", "PADDLE_LOCAL_RANK"):
                self.assertEqual(environ[name], str(rank))
            for name in ("WORLD_SIZE", "LOCAL_WORLD_SIZE", "PADDLE_SHARDS"):
                self.assertEqual(environ[name], "3")
            self.assertEqual(environ["PADDLE_NODE"], "0")
            self.assertEqual(environ["OMP_NUM_THREADS"],
                             str(max(1, cores // 3)))
            self.assertTrue(environ["PADDLE_STORE"].startswith("file:///"))
            self.assertTrue(environ["is_folder"])
        for name in ("PADDLE_JOB", "PADDLE_STORE"):
            self.assertEqual(len({each[name] for each in environs}), 1)

    def test_each_job_has_a_name_and_a_store_of_its_own(self):
        (one, _), (other, _) = [self.shown("--nproc", "2") for _ in range(2)]
        for name in ("PADDLE_JOB", "PADDLE_STORE"):
            self.assertNotEqual(one[name], other[name])

    def test_options(self):
        for environ in self.shown("--nproc=2", "--store", "etcd://a/b",
                                  "--shards", "8", "--job", "mnist",
                                  env=self.environ(OMP_NUM_THREADS="5")):
            self.assertEqual(environ["PADDLE_STORE"], "etcd://a/b")
            self.assertEqual(environ["PADDLE_SHARDS"], "8")
            self.assertEqual(environ["PADDLE_JOB"], "mnist")
            self.assertEqual(environ["OMP_NUM_THREADS"], "5")

    def test_of_one(self):
        environ, = self.shown(env=self.environ(PADDLE_STORE="file:///old",
                                               RANK="7"))
        self.assertNotIn("PADDLE_STORE", environ)
        self.assertEqual((environ["RANK"], environ["WORLD_SIZE"],
                          environ["LOCAL_RANK"]), ("0", "1", "0"))
        environ, = self.shown("--store", "file:///new", "--shards", "4")
        self.assertEqual(environ["PADDLE_STORE"], "file:///new")
        self.assertEqual(environ["PADDLE_SHARDS"], "4")

    def test_workers_share_no_session_with_the_terminal(self):
        out, _ = self.run_script("print(os.getsid(0) == os.getpid(), "
                                 "sys.stdin.read() == '')", "--nproc", "2")
        self.assertEqual(sorted(out), ["[0] True True", "[1] True True"])


class ProgramTest(LauncherTestCase):

    def test_one_takes_the_place_of_the_launcher(self):
        process = self.start("print(os.getpid(), flush=True)\n"
                             "os.kill(os.getpid(), 9)")
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(out, b"%d\n" % process.pid)
        self.assertEqual((err, process.returncode), (b"", -9))

    def test_one_reads_stdin(self):
        process = self.start("print(sys.stdin.read())", stdin=subprocess.PIPE)
        self.assertEqual(process.communicate(b"abc")[0], b"abc\n")

    def test_ignored_signals_are_those_of_a_plain_start(self):
        text = ("print([line for line in open('/proc/self/status')"
                " if line.startswith('Sig')])")
        out, _ = self.run_script(text)
        plain = subprocess.run(
            [sys.executable, self.script(text)], check=True, text=True,
            env=self.environ(RANK="0"), stdout=subprocess.PIPE).stdout
        self.assertEqual("\n".join(out + [""]), plain)

    def test_arguments_of_the_script(self):
        for rest in (["--nproc", "3", "-m", "--", "x"], ["--help"], []):
            for options in ([], ["--"], ["--nproc", "1"]):
                out, _ = self.run_script("print(sys.argv[1:])", *options,
                                         arguments=rest)
                self.assertEqual(out, [str(rest)])

    def test_module(self):
        os.mkdir(os.path.join(self.folder, "box"))
        self.script("print(__name__, sys.argv[1:])", "box/inner.py")
        done = subprocess.run(
            [*COMMAND, "run", "--nproc", "2", "-m", "box.inner", "--x", "-m"],
            # The folder that a program stands in is not searched otherwise.
            cwd=self.folder, env={**self.environ(), "PYTHONSAFEPATH": ""},
            stdout=subprocess.PIPE, check=True, text=True)
        self.assertEqual(sorted(done.stdout.splitlines()), [
            f"[{rank}] __main__ ['--x', '-m']" for rank in (0, 1)])


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
        command = [sys.executable, "-c", IMPATIENT.format(
            tests=os.path.dirname(os.path.abspath(light_modules.__file__)))]
        process = self.start(
            "if rank == 0:\n"
            "    while not os.path.exists('pid-1'): time.sleep(0.01)\n"
            "    began()\n"
            "    sys.exit(4)\n"
            "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n" + SLEEP,
            "--nproc", "2", command=command,
            env=self.environ(PYTHONPATH=os.path.dirname(
                light_modules.path())))
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
            if name.startswith("pid-"):
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


class CommandTest(LauncherTestCase):

    def command(self, *arguments, status=0):
        done = subprocess.run([*COMMAND, *arguments], cwd=self.folder,
                              env=self.environ(), text=True,
                              capture_output=True)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout, done.stderr

    def test_usage(self):
        cli = light_modules.load("paddle_cli", "cli", "__init__.py")
        for arguments in ([], ["--help"], ["-h"]):
            out, err = self.command(*arguments)
            self.assertEqual((out, err), (cli.usage(), ""))
        for verb, words in cli.VERBS.items():
            self.assertIn(words, cli.usage())
            out, err = self.command(verb, "--help")
            self.assertTrue(out.startswith(f"usage: paddle {verb} "), out)
            self.assertEqual(err, "")

    def test_bad_input(self):
        script = self.script("")
        cases = {
            "'walk'": ["walk"],
            "'--nproc'": ["--nproc", "2"],
            "no option --npro": ["run", "--npro", "2", script],
            "no option -x": ["run", "-x", script],
            "--nproc: .* not '0'": ["run", "--nproc", "0", script],
            "--nproc: .* not '-1'": ["run", "--nproc", "-1", script],
            "--nproc: .* not 'two'": ["run", "--nproc", "two", script],
            "--nproc: .* not '1.5'": ["run", "--nproc=1.5", script],
            "--nproc: expected": ["run", "--nproc"],
            "no file nowhere.py": ["run", "nowhere.py"],
            "a script is missing": ["run"],
            "a script is missing.": ["run", "--nproc", "2", "--"],
            "-m needs a module": ["run", "-m"],
            "no module nowhere.at.all": ["run", "-m", "nowhere.at.all"],
            "no module $": ["run", "-m", ""],
            "--shards 1 .* --nproc 2": ["run", "--nproc", "2", "--shards", "1",
                                        script],
            "--shards: .* not '0'": ["run", "--shards", "0", script],
            "--store: .* not 'etcd'": ["run", "--store", "etcd", script],
            "--job: .* not 'a/b'": ["run", "--job", "a/b", script],
            "--job: .* not ''": ["run", "--job", "", script],
            f"--log-dir {script}: File exists": ["run", "--log-dir", script,
                                                 script],
        }
        for told, arguments in cases.items():
            with self.subTest(told):
                out, err = self.command(*arguments, status=2)
                self.assertEqual(out, "")
                self.assertEqual(err.count("\n"), 1, err)
                self.assertRegex(err, "^paddle( run)?: .*" + told.rstrip("."))

    def test_it_starts_without_the_engine(self):
        show = ("import runpy, sys\n"
                "sys.argv[1:] = ['run', '--nproc', '2', sys.argv[2]]\n"
                "try: runpy.run_path(sys.orig_argv[3], None, '__main__')\n"
                "finally: print(*sys.modules)")
        done = subprocess.run(
            [sys.executable, "-c", show, os.path.join(
                COMMAND[1], "__main__.py"), self.script("")],
            env=self.environ(), text=True, capture_output=True, check=True)
        loaded = done.stdout.split()
        self.assertIn("paddle_cli.supervisor", loaded)
        self.assertEqual([name for name in loaded if name in (
            "paddle", "numpy") or name.startswith("paddle.")], [])

    def test_it_starts_in_a_tenth_of_a_second(self):
        """Measures processor time: others use the machine, too."""
        seconds = []
        script = self.script("")
        for _ in range(5):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.command("run", script)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds.append(after.ru_utime + after.ru_stime
                           - before.ru_utime - before.ru_stime)
        self.assertLess(min(seconds), 0.1)
