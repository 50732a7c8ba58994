"""Helpers of the tests."""

import contextlib
import re
import sys
import unittest

import numpy as np

import paddle as pd


class ProgramTestCase(unittest.TestCase):
    """Each test has default programs, a scope and an executor of its own."""

    def setUp(self):
        self.main, self.startup = pd.Program(), pd.Program()
        self.main.random_seed = self.startup.random_seed = 5
        self.scope = pd.Scope()
        stack = contextlib.ExitStack()
        stack.enter_context(pd.program_guard(self.main, self.startup))
        stack.enter_context(pd.scope_guard(self.scope))
        self.addCleanup(stack.close)
        self.exe = pd.Executor(pd.CPUPlace())

    def run_startup(self):
        self.exe.run(self.startup)

    def eval(self, fetches, **feed):
        """The values of variables; a list if `fetches` is one."""
        several = isinstance(fetches, (list, tuple))
        values = self.exe.eval(self.main, feed=feed,
                               fetch_list=fetches if several else [fetches])
        return values if several else values[0]

    def written(self, program=None):
        """The operators of all blocks as text, without the lines of Python
        that made them."""
        lines = re.sub("  # .*", "", str(program or self.main)).split("\n")
        return "\n".join(line for line in lines
                         if line and not line.startswith("  var "))

    def value(self, name):
        return np.array(self.scope.find_var(name).get_tensor())

    def set_value(self, name, value):
        self.scope.var(name).get_tensor().set(np.asarray(value))

    @contextlib.contextmanager
    def assert_raises(self, kind, *parts):
        """An exception of this kind whose message holds all parts."""
        with self.assertRaises(kind) as context:
            yield
        for part in parts:
            self.assertIn(part, str(context.exception))

    def refused(self, *cases):
        """Each case: an exception, a part of its message, and the call."""
        for kind, part, call, *arguments in cases:
            with self.subTest(part), self.assert_raises(kind, part):
                call(*arguments)

    @contextlib.contextmanager
    def assert_fails(self, kind, *parts):
        """An exception of this kind whose message holds all parts and the line
        of the body's `with` statement or of the line below it."""
        line = sys._getframe(2).f_lineno
        with self.assertRaises(kind) as context:
            yield
        message = str(context.exception)
        for part in parts:
            self.assertIn(part, message)
        self.assertRegex(message, rf"{type(self).__module__}\.py, line "
                         rf"({line}|{line + 1}|{line + 2}):")


def random(*shape, seed=1):
    """float32 values in [-1, 1)."""
    generator = np.random.default_rng(seed)
    return generator.uniform(-1, 1, shape).astype(np.float32)
