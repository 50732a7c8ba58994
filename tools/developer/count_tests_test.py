"""Cases, not files, are counted; what left no report counts as failed."""

import os
import tempfile
import unittest

import count_tests

PASSED = '<testcase name="a" status="run"/>'
FAILED = '<testcase name="b" status="run"><failure/></testcase>'
SKIPPED = '<testcase name="c" status="notrun"><skipped/></testcase>'


def configured(label):
    return {"id": {"targetConfigured": {"label": label}},
            "configured": {"testSize": "SMALL"}}


def completed(label, success):
    return {"id": {"targetCompleted": {"label": label}},
            "completed": {"success": success} if success else {}}


class CountTest(unittest.TestCase):

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def result(self, label, cases, status="PASSED", attempt=1):
        path = os.path.join(self.folder.name, f"report {label[-1]}{attempt}")
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"<testsuites>{cases}</testsuites>")
        uri = "file://" + path.replace(" ", "%20")
        return {"id": {"testResult": {"label": label, "attempt": attempt}},
                "testResult": {"status": status, "testActionOutput": [
                    {"name": "test.xml", "uri": uri}]}}

    def test_cases_are_counted_and_skips_are_neither(self):
        events = [configured("//:a"), completed("//:a", True),
                  self.result("//:a", PASSED * 3 + FAILED + SKIPPED, "FAILED")]
        self.assertEqual(count_tests.count(events, 3), (3, 1))

    def test_a_failure_without_failed_case_counts(self):
        events = [self.result("//:a", PASSED, "TIMEOUT")]
        self.assertEqual(count_tests.count(events, 3), (1, 1))

    def test_a_broken_report_of_a_failed_test(self):
        events = [self.result("//:a", "<", "FAILED")]
        self.assertEqual(count_tests.count(events, 3), (0, 1))

    def test_what_does_not_build_is_a_failed_case(self):
        events = [configured("//:a"), completed("//:a", False),
                  configured("//:b"), completed("//:b", True),
                  self.result("//:b", PASSED)]
        self.assertEqual(count_tests.count(events, 1), (1, 1))

    def test_what_is_not_for_this_build_is_no_case(self):
        skipped = {**completed("//:a", False),
                   "aborted": {"reason": "SKIPPED"}}
        events = [configured("//:a"), skipped,
                  configured("//:b"), completed("//:b", True),
                  self.result("//:b", PASSED)]
        self.assertEqual(count_tests.count(events, 0), (1, 0))

    def test_the_last_attempt_counts(self):
        events = [self.result("//:a", FAILED, "FAILED"),
                  self.result("//:a", PASSED, attempt=2)]
        self.assertEqual(count_tests.count(events, 0), (1, 0))

    def test_bazel_failing_before_any_test_is_a_failure(self):
        self.assertEqual(count_tests.count([], 1), (0, 1))
        self.assertEqual(count_tests.count([], 0), (0, 0))
