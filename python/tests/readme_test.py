"""The programs that the documentation shows run as they stand."""

import os
import re
import textwrap
import unittest

import numpy as np

import paddle as pd

PACKAGE = os.path.dirname(os.path.abspath(pd.__file__))


def programs(text):
    """The indented blocks that begin with an import."""
    blocks = re.findall(r"(?:^    .*\n|^\n)+", text, re.M)
    return [textwrap.dedent(block) for block in blocks
            if block.strip().startswith("import")]


class ReadmeTest(unittest.TestCase):

    def run_program(self, program, **names):
        """What the program has named; what it prints must be what the comment
        behind the call says."""
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
        self.assertEqual(len(others), 4)
        for program in others:
            with self.subTest(program):
                self.run_program(program)

    def test_the_docstring_of_the_package(self):
        (program,) = programs(pd.__doc__ + "\n")
        names = self.run_program(program, xs=np.zeros((2, 13), np.float32),
                                 ys=np.ones((2, 1), np.float32))
        self.assertEqual(float(names["loss"]), 1)
