"""The command `paddle run`, with real processes."""

import json
import os
import resource
import subprocess
import sys

import light_modules
from launcher_cases import COMMAND, PATIENCE, LauncherTestCase


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
        for environ in self.shown("--nproc=2", "--store", "file:///a/b",
                                  "--shards", "8", "--job", "mnist",
                                  env=self.environ(OMP_NUM_THREADS="5")):
            self.assertEqual(environ["PADDLE_STORE"], "file:///a/b")
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
                " if line.startswith('Sig') and 'SigQ' not in line])")
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
            "--restarts: .* from 0 on is needed, not '-1'": [
                "run", "--restarts=-1", script],
            "--stall: .* above 0 is needed, not '0.0'": [
                "run", "--stall", "0.0", script],
            "--stall: .* not 'inf'": ["run", "--stall", "inf", script],
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
