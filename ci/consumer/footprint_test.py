"""The programs contain no more than they need, are small and start fast."""

import os
import re
import statistics
import subprocess
import tempfile
import time
import unittest
from typing import Set

PROGRAMS = ("scope", "tensor", "write_program", "infer")
MAX_INFER_BYTES = 4_000_000
MAX_STARTUP_SECONDS = 0.010
RUNS = 20

PROTOBUF = r"\bgoogle::protobuf::"
CUDA = r"^_?(cuda[A-Z]|cublas|cudnn|cu(Init|Ctx|Launch|Module|Mem)\w)"
KERNEL = r"\b\w+Kernel\b"
GRADIENT_KERNEL = r"\b\w+GradKernel\b"
OPERATORS = {"elementwise_add", "mul", "relu"}


def output_of(*command: str) -> str:
    return subprocess.run(command, check=True, text=True,
                          stdout=subprocess.PIPE).stdout


def symbols(program: str, pattern: str) -> Set[str]:
    """The symbols of a program, as C++ has them, that match."""
    found = re.compile(pattern)
    names = output_of("nm", "-C", "--format=just-symbols", program)
    return {name for name in names.splitlines() if found.search(name)}


def stripped_size(program: str) -> int:
    with tempfile.TemporaryDirectory() as folder:
        stripped = os.path.join(folder, program)
        output_of("strip", "-o", stripped, program)
        return os.path.getsize(stripped)


def seconds_of(*command: str) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


class ContentsTest(unittest.TestCase):

    def test_programs_are_static(self):
        for program in PROGRAMS:
            with self.subTest(program):
                self.assertNotIn("NEEDED",
                                 output_of("readelf", "--dynamic", program))

    def test_tensors_come_without_protobuf(self):
        for program in ("scope", "tensor"):
            with self.subTest(program):
                self.assertEqual(symbols(program, PROTOBUF), set())
        self.assertTrue(symbols("infer", PROTOBUF))  # or the check is blind

    def test_a_program_is_written_without_tensors_and_kernels(self):
        for pattern in (r"framework::Tensor\b", r"framework::CompiledBlock\b",
                        r"operators::.*Kernel\b"):
            with self.subTest(pattern):
                self.assertEqual(symbols("write_program", pattern), set())
                self.assertTrue(symbols("infer", pattern))

    def test_nothing_knows_cuda(self):
        for program in PROGRAMS:
            with self.subTest(program):
                self.assertEqual(symbols(program, CUDA), set())
        self.assertRegex("cudaMalloc", CUDA)
        self.assertRegex("cublasCreate_v2", CUDA)

    def test_three_operators_and_no_gradient(self):
        lines = output_of("./infer", "--list").splitlines()
        rows = dict(line.split(": ") for line in lines)
        self.assertEqual(
            {name for name, what in rows.items()
             if what.startswith("forward")}, OPERATORS)
        self.assertEqual(
            {name for name, what in rows.items()
             if what.endswith(", kernel")}, OPERATORS)
        self.assertEqual(symbols("infer", GRADIENT_KERNEL), set())
        self.assertTrue(symbols("infer", KERNEL))


class CostTest(unittest.TestCase):

    def test_sizes(self):
        for program in PROGRAMS:
            print(f"{program}: {stripped_size(program):,} bytes, static, "
                  "stripped")
        self.assertLessEqual(stripped_size("infer"), MAX_INFER_BYTES)

    def test_startup(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program")
            output_of("./write_program", path)
            times = [seconds_of("./infer", path) for _ in range(RUNS)]
        median = statistics.median(times)
        print(f"infer: {median * 1e3:.1f} ms from start to end, median of "
              f"{RUNS} runs (fastest {min(times) * 1e3:.1f} ms)")
        self.assertLessEqual(median, MAX_STARTUP_SECONDS)
