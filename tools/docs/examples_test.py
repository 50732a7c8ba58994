"""Every example of the documentation runs and prints what it says."""

import doctest
import inspect
import os
import unittest

import guide_pages
import numpy as np
import op_examples
import op_pages
import python_pages
import repository

import paddle as pd

ROOT = os.getcwd()  # Bazel's copy of the repository.


def in_new_programs(function, *args, **kwargs):
    with pd.program_guard(pd.Program(), pd.Program()):
        with pd.scope_guard(pd.Scope()):
            return function(*args, **kwargs)


def failures(name, text):
    """Returns the failures of the examples in a docstring."""
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
        """The example on a page runs, and prints what the page shows."""
        for op in op_pages.documented():
            with self.subTest(op):
                code, output = op_examples.blocks_of(op_examples.section(op))
                again = op_examples.run(code)
                self.assertEqual(again.output, output)
                self.assertIn(op, again.operators)

    def test_another_program_prints_something_else(self):
        code, output = op_examples.blocks_of(op_examples.section("relu"))
        other = op_examples.run(code.replace("layer.relu", "layer.exp"))
        self.assertNotEqual(other.output, output)
        self.assertNotIn("relu", other.operators)

    def test_what_cpp_writes_is_output_too(self):
        self.assertIn("the input: x = float32 [2, 3]",
                      op_examples.example_of("print").output)

    def test_the_guide(self):
        pages = dict(repository.markdown_files(
            os.path.join(ROOT, guide_pages.GUIDE)))
        self.assertIn("programs.md", pages)
        for path, text in pages.items():
            with self.subTest(path):
                for name, drawing in guide_pages.run(text).drawings.items():
                    self.assertRegex(drawing, "^(digraph|<svg) ", name)
