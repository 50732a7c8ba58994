"""The command of the wheel starts without loading the package."""

import os
import subprocess
import sys
import tempfile
import unittest

import paddle_command

SHOW = """
import sys
print(__name__, sys.argv[1:], "paddle" in sys.modules)
"""


class PaddleCommandTest(unittest.TestCase):

    def run_command(self, package):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in package.items():
                path = os.path.join(folder, name)
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            return subprocess.run(
                [sys.executable, "-S", paddle_command.__file__, "run", "-x"],
                env={"PYTHONPATH": folder}, text=True, capture_output=True)

    def test_only_the_command_is_loaded(self):
        done = self.run_command({"paddle/__init__.py": "1 / 0",
                                 "paddle/cli/__main__.py": SHOW})
        self.assertEqual(done.stderr, "")
        self.assertEqual(done.stdout, "__main__ ['run', '-x'] False\n")

    def test_without_the_package(self):
        done = self.run_command({})
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, "^paddle: .* not installed for .*\n$")

    def test_the_first_line_is_for_installers(self):
        with open(paddle_command.__file__, encoding="utf-8") as file:
            self.assertEqual(file.readline(), "#!python\n")
