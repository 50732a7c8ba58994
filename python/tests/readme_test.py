"""The programs that the documentation shows run as they stand."""

import contextlib
import io
import json
import os
import re
import tempfile
import textwrap
import unittest

import numpy as np

import paddle as pd

PACKAGE = os.path.dirname(os.path.abspath(pd.__file__))
ROOT = os.path.dirname(os.path.dirname(PACKAGE))


def programs(text):
    """The indented blocks that begin with an import."""
    blocks = re.findall(r"(?:^    .*\n|^\n)+", text, re.M)
    return [textwrap.dedent(block) for block in blocks
            if block.strip().startswith("import")]


@contextlib.contextmanager
def empty_folder():
    """Is the current one meanwhile."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


class ReadmeTest(unittest.TestCase):

    def run_program(self, program, **names):
        """Returns the names that the program has defined; its output must be
        what the comment after the call says."""
        printed = []
        names["print"] = lambda value: printed.append(str(value))
        with pd.program_guard(pd.Program(), pd.Program()):
            with pd.scope_guard(pd.Scope()):
                exec(compile(program, "readme", "exec"), names)
        told = re.findall(r"^print\(.*\)(?:  # (.*))?$", program, re.M)
        for shown, comment in zip(printed, told, strict=True):
            if comment:
                self.assertEqual(shown, comment)
        return names

    def test_the_readme_of_the_package(self):
        with open(os.path.join(PACKAGE, "README.md")) as file:
            first, *others = programs(file.read())
        self.assertLess(float(self.run_program(first)["loss"]), 0.2)
        self.assertEqual(len(others), 5)
        for program in others:
            with self.subTest(program):
                self.run_program(program)

    def run_fenced(self, number):
        """Returns the names that a program of the project's README defines,
        and its output."""
        with open(os.path.join(ROOT, "README.md")) as file:
            fenced = [block for block in re.findall(
                r"^```python\n(.*?)^```$", file.read(), re.M | re.S)
                if "import paddle" in block]
        self.assertEqual(len(fenced), 2)
        names, printed = {}, io.StringIO()
        with contextlib.redirect_stdout(printed):
            with pd.program_guard(pd.Program(), pd.Program()):
                with pd.scope_guard(pd.Scope()):
                    exec(compile(fenced[number], "README.md", "exec"), names)
        return names, printed.getvalue()

    def test_the_first_program_of_the_project(self):
        names, printed = self.run_fenced(0)
        self.assertLess(float(names["loss"]), 1e-3)
        self.assertEqual(printed, f"loss {float(names['loss'])}\n")

    @unittest.skipUnless(os.path.isdir(pd.dataset.mnist.DIRECTORY),
                         "data not installed")
    def test_the_second_program_of_the_project(self):
        """As it stands: an epoch takes seconds."""
        with empty_folder(), contextlib.redirect_stderr(io.StringIO()):
            names, printed = self.run_fenced(1)
            measured = names["trainer"].test(names["test"])
            self.assertTrue(os.listdir("run"))
            with open("trace.json") as file:
                self.assertTrue(json.load(file)["traceEvents"])
        self.assertGreater(measured["accuracy"], 0.8)
        self.assertIn("from begin to end", printed)

    def test_the_docstring_of_the_package(self):
        (program,) = programs(pd.__doc__ + "\n")
        names = self.run_program(program, xs=np.zeros((2, 13), np.float32),
                                 ys=np.ones((2, 1), np.float32))
        self.assertEqual(float(names["loss"]), 1)
