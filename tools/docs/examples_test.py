"""Every example of the documentation runs and prints what it says."""

import doctest
import inspect
import os
import unittest

import guide_pages
import numpy as np
import op_examples
import python_pages
import repository

import paddle as pd
from paddle.layer import ops

ROOT = os.getcwd()  # Bazel's copy of the repository.


def in_new_programs(function, *args, **kwargs):
    with pd.program_guard(pd.Program(), pd.Program()):
        with pd.scope_guard(pd.Scope()):
            return function(*args, **kwargs)


def failures(name, text):
    """What is wrong with the examples of a docstring."""
    test = doctest.DocTestParser().get_doctest(
        text, {"pd": pd, "np": np}, name, name, 0)
    report = []
    in_new_programs(doctest.DocTestRunner(verbose=False).run, test,
                    out=report.append)
    return "".join(report)


class ExamplesTest(unittest.TestCase):

    def test_docstrings(self):
        count = 0
        for name, value in python_pages.entries():
            text = inspect.getdoc(value) or ""
            with self.subTest(name):
                count += ">>>" in text
                self.assertEqual(failures(name, text), "")
        self.assertGreater(count, 150)

    def test_a_wrong_example_fails(self):
        self.assertIn("Expected", failures("x", ">>> 1 + 1\n3\n"))

    def test_operators(self):
        for op in ops.op_types():
            with self.subTest(op):
                code = op_examples.code_of(op)
                printed, written = op_examples.run(code)
                self.assertIn(op, written)
                if op != "print":
                    self.assertRegex("".join(printed), r"[(\[].*[)\]]")

    def test_the_guide(self):
        pages = dict(repository.markdown_files(
            os.path.join(ROOT, guide_pages.GUIDE)))
        self.assertIn("programs.md", pages)
        for path, text in pages.items():
            with self.subTest(path):
                for name, drawing in guide_pages.run(text).drawings.items():
                    self.assertRegex(drawing, "^(digraph|<svg) ", name)
