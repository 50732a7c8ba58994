"""Summarizes a report."""

import contextlib
import io
import json
import os
import tempfile
import unittest

import count_cases


class CountCasesTest(unittest.TestCase):

    def said(self, text: str, status: int) -> tuple:
        with tempfile.TemporaryDirectory() as folder:
            report = os.path.join(folder, "report.json")
            with open(report, "w") as file:
                file.write(text)
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                code = count_cases.main(report, status)
        return code, out.getvalue().strip()

    def cases(self, *cases: dict) -> str:
        return json.dumps({"testsuites": [{"testsuite": list(cases)}]})

    def test_counts(self):
        passed = {"result": "COMPLETED"}
        skipped = {"result": "SKIPPED"}
        failed = {"result": "COMPLETED", "failures": [{"failure": "no"}]}
        self.assertEqual(self.said(self.cases(passed, passed, skipped), 0),
                         (0, "2 passed, 0 failed, 1 skipped"))
        self.assertEqual(self.said(self.cases(passed, failed), 1),
                         (1, "1 passed, 1 failed, 0 skipped"))

    def test_a_crash_is_no_success(self):
        self.assertEqual(self.said("", 139),
                         (1, "the tests ended early, with status 139"))
        self.assertEqual(self.said(self.cases({"result": "COMPLETED"}), 1)[0],
                         1)
