"""Checks a wheel as shipped: installed, outside the repository.

usage: check_wheel.py [--python FILE] WHEEL [WHEEL_OF_ANOTHER_RUN]

Installs it into a new virtual environment that sees the packages of the
interpreter: NumPy, protobuf and PyTorch if they are there. Ends with
"N passed, N failed".
"""

import argparse
import base64
import csv
import hashlib
import itertools
import os
import re
import resource
import statistics
import subprocess
import sys
import tempfile
import types
import unittest
import zipfile
from typing import Dict, List, Set

import archive
import elf
import metadata

_ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
_PROGRAMS = os.path.join(_ROOT, "python", "wheel", "programs")

# Users of libraries that others bring, too: their modules, their programs.
BESIDE = {"paddle": "beside_paddle", "google.protobuf": "beside_protobuf",
          "torch": "beside_torch"}

MAXIMUM_BYTES = 20e6
MAXIMUM_SECONDS = 0.15
MAXIMUM_MEGABYTES = 60
MAXIMUM_COMMAND_SECONDS = 0.1

# Features that the loader is told are missing -> the kernels it then chooses.
LEVELS = {"": None, "-AVX512F": "x86-64-v3", "-AVX512F,-AVX2": "libs"}


def user_program(name: str) -> str:
    """The text of a program that users might write."""
    return metadata.read(os.path.join(_PROGRAMS, name + ".py")).decode()


def marked_lines(program: str) -> List[int]:
    """The numbers of the lines that say that they are a mistake."""
    return [number for number, line in enumerate(program.split("\n"), 1)
            if line.endswith("# the mistake")]


class Shipped:
    """The wheel, and an environment with nothing else of ours."""

    def __init__(self, wheel: str, python: str, folder: str) -> None:
        self.wheel = wheel
        self.folder = folder
        environment = os.path.join(folder, "environment")
        subprocess.run([python, "-m", "venv", "--system-site-packages",
                        environment], check=True)
        self.python = os.path.join(environment, "bin", "python")
        self.command = os.path.join(environment, "bin", "paddle")
        self.site = self.run(
            "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
        self.before = self.files()
        self.pip("install", "--quiet", wheel)
        self.package = os.path.join(self.site, "paddle")

    def files(self) -> Set[str]:
        return {os.path.join(folder, name)
                for folder, _, names in os.walk(os.path.dirname(self.site))
                for name in names if not name.endswith(".pyc")}

    def pip(self, *arguments: str) -> None:
        subprocess.run([self.python, "-m", "pip", *arguments], check=True,
                       cwd=self.folder)

    def start(self, program: str, *arguments: str, lacks: str = "",
              packages: str = "") -> "subprocess.CompletedProcess[str]":
        """Runs a program, in a file of its own; what is in the folder
        `packages` comes before what is installed."""
        path = os.path.join(self.folder, "program.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program)
        environment = {**os.environ, "OMP_WAIT_POLICY": "passive",
                       "GLIBC_TUNABLES": f"glibc.cpu.hwcaps={lacks}"}
        if packages:
            environment["PYTHONPATH"] = packages
        return subprocess.run(
            [self.python, path, *arguments], cwd=self.folder, text=True,
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run(self, program: str, *arguments: str, lacks: str = "",
            packages: str = "") -> str:
        done = self.start(program, *arguments, lacks=lacks, packages=packages)
        if done.returncode:
            raise AssertionError(f"{program}\n{done.stderr}")
        return done.stdout

    def put(self, name: str) -> str:
        """Writes a program that users might write to a file of its own; returns
        the path."""
        path = os.path.join(self.folder, f"{name}.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(user_program(name))
        return path

    def has(self, module: str) -> bool:
        return not self.start(f"import {module}").returncode

    def libraries(self) -> List[str]:
        return sorted(os.path.join(folder, name)
                      for folder, _, names in os.walk(self.package)
                      for name in names if ".so" in name)

    def info(self, name: str) -> str:
        folder = archive.info_folder(metadata.NAME,
                                     metadata.read_version(_ROOT))
        return metadata.read(os.path.join(self.site, folder, name)).decode()


shipped: Shipped
other_run = ""


class FileTest(unittest.TestCase):
    def test_size(self):
        self.assertLessEqual(os.path.getsize(shipped.wheel), MAXIMUM_BYTES)

    def test_the_same_bytes_on_another_run(self):
        if not other_run:
            self.skipTest("no wheel of another run given")
        self.assertEqual(metadata.read(shipped.wheel),
                         metadata.read(other_run))

    def test_version_and_name(self):
        text = shipped.info("METADATA")
        version = metadata.read_version(_ROOT)
        self.assertIn("\nName: paddle-blocks\n", text)
        self.assertIn(f"\nVersion: {version}\n", text)
        found = shipped.run("import importlib.metadata as m, paddle\n"
                            "print(m.version('paddle-blocks'))\n"
                            "print(paddle.__version__)")
        self.assertEqual(found.split(), [version, version])

    def test_tag_is_true(self):
        tag = re.search("^Tag: (.*)$", shipped.info("WHEEL"), re.M).group(1)
        self.assertTrue(shipped.wheel.endswith(f"-{tag}.whl"), tag)
        self.assertEqual(tag.split("-")[2],
                         elf.platform_tag(shipped.libraries()))

    def test_record(self):
        with zipfile.ZipFile(shipped.wheel) as wheel:
            rows = list(csv.reader(shipped.info("RECORD").splitlines()))
            recorded: Dict[str, str] = {row[0]: row[1] for row in rows}
            for name in wheel.namelist():
                # Installers write the one and complete the other.
                if name.endswith("/RECORD") or ".data/scripts/" in name:
                    continue
                digest = hashlib.sha256(wheel.read(name)).digest()
                text = base64.urlsafe_b64encode(digest).decode().rstrip("=")
                self.assertEqual(recorded[name], "sha256=" + text)

    def test_licences(self):
        self.assertIn("Apache License", shipped.info("LICENSE"))
        for package in ("libdnnl2", "libgomp1", "libprotobuf-lite32",
                        "libeigen3-dev", "libgloo0", "pybind11-dev"):
            self.assertTrue(shipped.info(f"licenses/{package}.txt"))


class LibraryTest(unittest.TestCase):
    def test_the_module_has_one_symbol(self):
        module, = (path for path in shipped.libraries()
                   if os.path.dirname(path) == shipped.package)
        symbols = elf.output("nm", "-D", "--defined-only", module).split("\n")
        self.assertEqual([line.split()[-1] for line in symbols if line],
                         ["PyInit_core"])

    def test_all_that_is_needed_is_here_or_everywhere(self):
        names = {os.path.basename(path) for path in shipped.libraries()}
        for path in shipped.libraries():
            for search in elf.rpath(path).split(":"):
                self.assertTrue(search.startswith("$ORIGIN"), path)
            for name in elf.needed(path):
                self.assertTrue(
                    name in names or elf.SYSTEM.fullmatch(name),
                    f"{path} needs {name}")

    def test_names_are_private(self):
        for path in shipped.libraries():
            self.assertIn("paddle", os.path.relpath(path, shipped.site))
            if os.path.dirname(path) != shipped.package:
                self.assertIn("paddle", os.path.basename(path))

    def test_nothing_else_is_loaded(self):
        maps = shipped.run("import numpy\nold = open('/proc/self/maps').read()"
                           "\nimport paddle\nfor line in open('/proc/self/maps'"
                           "):\n  if line.split()[-1] not in old: print(line)")
        for path in re.findall(r"\S*/\S*\.so\S*", maps):
            inside = path.startswith(shipped.package + "/")
            self.assertTrue(
                inside or elf.SYSTEM.match(os.path.basename(path))
                or "/lib-dynload/" in path, path)


class NumPyTest(unittest.TestCase):
    """One wheel for NumPy 1 and 2, where the other one can be downloaded."""

    def check(self, version: str, packages: str = "") -> None:
        model = os.path.join(shipped.folder, f"numpy{version}")
        shipped.run(user_program("arrays"), version, packages=packages)
        shipped.run(user_program("train_and_save"), model, packages=packages)
        shipped.run(user_program("load"), model, packages=packages)

    def test_both(self):
        here = shipped.run("import numpy; print(numpy.__version__[0])").strip()
        self.check(here)
        for other, wanted in (("1", "numpy<2"), ("2", "numpy>=2,<3")):
            if other == here:
                continue
            folder = os.path.join(shipped.folder, f"packages{other}")
            try:
                shipped.pip("install", "--quiet", "--target", folder,
                            "--only-binary", ":all:", wanted)
            except subprocess.CalledProcessError:
                self.skipTest(f"no {wanted} can be downloaded")
            self.check(other, folder)


class ProgramTest(unittest.TestCase):
    def test_train_save_and_load_on_each_level(self):
        losses = []
        for number, lacks in enumerate(LEVELS):
            with self.subTest(lacks):
                model = os.path.join(shipped.folder, f"model{number}")
                losses.append(float(shipped.run(
                    user_program("train_and_save"), model, lacks=lacks)))
                shipped.run(user_program("load"), model)
        # Every level learns the same.
        self.assertLess(max(losses), 1.05 * min(losses))

    def test_the_loader_chooses_the_level(self):
        for lacks, folder in LEVELS.items():
            maps = shipped.run(
                "import paddle\nprint(open('/proc/self/maps').read())",
                lacks=lacks)
            found = {os.path.basename(os.path.dirname(path)) for path in
                     re.findall(r"\S+/libpaddle_kernels\.so", maps)}
            self.assertEqual(len(found), 1, found)
            if folder:
                self.assertEqual(found, {folder})

    def test_a_mistake_names_the_line(self):
        program = user_program("mistake")
        done = shipped.start(program)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "ValueError: .*matmul.*13.*7")
        line, = marked_lines(program)
        self.assertIn(f"program.py, line {line}", done.stderr)
        self.assertNotRegex(done.stderr.split("ValueError")[1],
                            "site-packages")

    def test_the_description_is_true(self):
        program, = re.findall("```python\n(.*?)```", shipped.info("METADATA"),
                              re.S)
        self.assertLess(float(shipped.run(program).strip("[]\n")), 1.0)

    def test_what_loading_costs(self):
        costs = [map(float, shipped.run(user_program("loading_cost")).split())
                 for _ in range(11)]
        seconds, busy, megabytes = map(statistics.median, zip(*costs))
        print(f"import paddle: {seconds:.3f} s, of which the processor "
              f"{busy:.3f} s; {megabytes:.1f} MB")
        # CPU time, because other processes of the machine must not count.
        self.assertLessEqual(busy, MAXIMUM_SECONDS)
        self.assertLessEqual(megabytes, MAXIMUM_MEGABYTES)

    def test_beside_others_in_every_order(self):
        parts = {name: user_program(program)
                 for name, program in BESIDE.items() if shipped.has(name)}
        for name in set(BESIDE) - set(parts):
            print(f"not beside {name}: it is not installed")
        self.assertIn("paddle", parts)
        for order in itertools.permutations(parts):
            with self.subTest(order):
                shipped.run("".join(parts[name] for name in order))
        if len(parts) == 1:
            self.skipTest("neither protobuf nor PyTorch is installed")


class CommandTest(unittest.TestCase):
    def run_command(self, *arguments: str) -> str:
        return elf.output(shipped.command, *arguments)

    def run_two(self, program: str) -> List[str]:
        """Returns the lines that two processes print."""
        return sorted(self.run_command(
            "run", "--nproc", "2", shipped.put(program)).splitlines())

    def test_processes_know_their_ranks(self):
        self.assertEqual(self.run_two("ranks"), ["[0] 0 of 2", "[1] 1 of 2"])

    def test_trainers_end_with_the_same_parameters(self):
        one, other = self.run_two("trainers")
        self.assertRegex(one, r"\[0\] 30 steps to [0-9a-f]+")
        self.assertEqual(one[4:], other[4:])

    def test_it_starts_without_the_engine(self):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        for _ in range(5):
            self.assertIn("usage: paddle", self.run_command("--help"))
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = (after.ru_utime + after.ru_stime - before.ru_utime
                   - before.ru_stime) / 5
        self.assertLessEqual(seconds, MAXIMUM_COMMAND_SECONDS)


class StubTest(unittest.TestCase):
    def check(self, program: str) -> "subprocess.CompletedProcess[str]":
        path = os.path.join(shipped.folder, "typed.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program)
        return subprocess.run(
            ["mypy", "--strict", "--follow-imports=silent", "--cache-dir",
             os.path.join(shipped.folder, "cache"), "--python-executable",
             shipped.python, path], cwd=shipped.folder,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def test_a_program_that_is_right(self):
        done = self.check(user_program("typed_right"))
        self.assertEqual(done.returncode, 0, done.stdout)

    def test_a_program_that_is_wrong(self):
        program = user_program("typed_wrong")
        done = self.check(program)
        self.assertEqual(done.returncode, 1, done.stdout)
        lines = marked_lines(program)
        self.assertEqual(len(lines), 2)
        for line in lines:
            self.assertIn(f"typed.py:{line}: error:", done.stdout)


class UninstallTest(unittest.TestCase):
    def test_leaves_nothing(self):  # The last one: U comes after all others.
        shipped.run("import paddle")
        shipped.pip("uninstall", "--quiet", "--yes", metadata.NAME)
        self.assertEqual(shipped.files(), shipped.before)
        self.assertFalse(os.path.exists(shipped.package))
        self.assertFalse(os.path.exists(shipped.command))
        self.assertFalse(shipped.has("paddle"))


def run_tests(module: types.ModuleType) -> int:
    """Runs the tests of a module and counts them; returns the exit status."""
    suite = unittest.defaultTestLoader.loadTestsFromModule(module)
    result = unittest.TextTestRunner(verbosity=2).run(suite)
    failed = {getattr(test, "test_case", test).id()
              for test, _ in result.failures + result.errors}
    passed = result.testsRun - len(failed) - len(result.skipped)
    print(f"{passed} passed, {len(failed)} failed", flush=True)
    return 1 if failed else 0


def main() -> int:
    global shipped, other_run
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default="/usr/bin/python3")
    parser.add_argument("wheel")
    parser.add_argument("other_run", nargs="?", default="")
    arguments = parser.parse_args()
    other_run = arguments.other_run
    with tempfile.TemporaryDirectory() as folder:
        shipped = Shipped(os.path.abspath(arguments.wheel), arguments.python,
                          folder)
        return run_tests(sys.modules[__name__])


if __name__ == "__main__":
    sys.exit(main())
