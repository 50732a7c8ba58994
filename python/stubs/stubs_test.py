"""The package brings the stubs of its build, and they are Python."""

import ast
import os
import unittest

import generate
import paddle

PACKAGE = os.path.dirname(os.path.abspath(paddle.__file__))


class StubsTest(unittest.TestCase):

    def test_the_package_brings_them(self):
        for path, text in generate.stubs().items():
            with self.subTest(path):
                with open(os.path.join(PACKAGE, path)) as file:
                    self.assertEqual(file.read(), text)

    def test_stubs_are_python(self):
        for path, text in generate.stubs().items():
            with self.subTest(path):
                ast.parse(text)

    def test_stubs_name_what_users_call(self):
        stubs = generate.stubs()
        names = {node.name for text in stubs.values()
                 for node in ast.walk(ast.parse(text))
                 if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        for name in ("relu", "reduce_sum", "top_k", "Executor", "run",
                     "minimize", "Variable", "__add__", "TopK", "fc", "cosine"):
            self.assertIn(name, names)
