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

    def run_program(self, text, **names):
        (program,) = programs(text)
        with pd.program_guard(pd.Program(), pd.Program()):
            with pd.scope_guard(pd.Scope()):
                exec(compile(program, "readme", "exec"), names)
        return names

    def test_the_readme_of_the_package(self):
        with open(os.path.join(PACKAGE, "README.md")) as file:
            names = self.run_program(file.read(), print=lambda *_: None)
        self.assertLess(float(names["loss"]), 0.2)

    def test_the_docstring_of_the_package(self):
        names = self.run_program(pd.__doc__ + "\n",
                                 xs=np.zeros((2, 13), np.float32),
                                 ys=np.ones((2, 1), np.float32))
        self.assertEqual(float(names["loss"]), 1)
