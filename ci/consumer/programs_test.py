"""The programs of this workspace do what they are for."""

import os
import subprocess
import tempfile
import unittest


def run(*command: str, status: int = 0) -> str:
    """Returns what a program prints; fails unless it ends with `status`."""
    done = subprocess.run(command, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True, check=False)
    if done.returncode != status:
        raise AssertionError(
            f"{command} ended with {done.returncode}: {done.stderr}")
    return done.stderr if status else done.stdout


class ProgramsTest(unittest.TestCase):

    def test_scope(self):
        lines = run("./scope").splitlines()
        self.assertEqual(lines[:2], ["hello 42", "outside: unknown"])
        self.assertRegex(lines[2], "^refused: .*int.*string")

    def test_tensor(self):
        lines = run("./tensor").splitlines()
        self.assertEqual(lines[:3], [
            "sequence 0: 3", "sequence 1: 0", "sequence 2: 12"])
        self.assertRegex(lines[3], "^refused: .*float32.*int64")

    def test_written_here_run_elsewhere(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program")
            lines = run("./write_program", path).splitlines()
            self.assertEqual(lines[:5], [
                "forward: mul elementwise_add relu",
                "with gradients: mul elementwise_add relu relu_grad "
                "elementwise_add_grad mul_grad",
                "w@GRAD [3, 2] float32",
                "b@GRAD [2] float32",
                "pruned: mul elementwise_add relu"])
            self.assertRegex(
                lines[5], "^refused: .*no operator is called 'softmax'")
            self.assertEqual(run("./infer", path), "1.5 0 0.25 0.5\n")

    def test_damaged_program_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "program")
            run("./write_program", path)
            with open(path, "r+b") as file:
                file.truncate(os.path.getsize(path) // 2)
            self.assertRegex(run("./infer", path, status=1), "^infer: ")
