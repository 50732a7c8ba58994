"""Cases of Debian's onnx that pd.onnx.load passes, by name."""

import os
import tempfile
import unittest
from typing import List

import suite

PASSING = os.path.join(os.path.dirname(__file__), "passing.txt")


def passing() -> List[str]:
    with open(PASSING) as file:
        return [line.strip() for line in file if not line.startswith("#")]


class SuiteTest(unittest.TestCase):

    def test_passes_the_cases_that_are_listed(self):
        """The list is exact: a case that begins to pass is added to it."""
        expected = passing()
        self.assertEqual(expected, sorted(set(expected)))
        passed, failed = [], {}
        with tempfile.TemporaryDirectory() as folder:
            for case in suite.cases(folder):
                reason = suite.failure(case, bind_in=folder)
                if reason:
                    failed[case[1]] = reason
                else:
                    passed.append(case[1])
        broken = {name: failed.get(name, "there is no such case")
                  for name in expected if name not in passed}
        self.assertEqual(broken, {})
        self.assertEqual(sorted(set(passed) - set(expected)), [])

    def test_a_wrong_result_is_a_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            for case in suite.cases(folder):
                if case[1] == "test_relu":
                    kind, name, path, ((inputs, (out,)),), *tolerance = case
                    wrong = [(inputs, [out + 1])]
                    self.assertEqual(suite.failure(case), "")
                    self.assertIn("AssertionError", suite.failure(
                        (kind, name, path, wrong, *tolerance)))
                    return
        self.fail("there is no case test_relu")
