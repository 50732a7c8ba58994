"""The runner counts every kind of outcome and fails when a case does."""

import os
import subprocess
import sys
import tempfile
import unittest
from xml.etree import ElementTree

import run_tests

CASES = """
import unittest
class Cases(unittest.TestCase):
    def test_good(self): pass
    def test_bad(self): self.assertEqual(1, 2)
    def test_error(self): raise ValueError("broken")
    @unittest.skip("why")
    def test_skip(self): pass
"""

# In the test, and in a process that is killed.
LITTER = """
import os, signal, subprocess, sys, tempfile, unittest
class Cases(unittest.TestCase):
    def test_litter(self):
        tempfile.mkdtemp()
        killed = subprocess.run([sys.executable, "-c",
            "import os, tempfile\\n"
            "with tempfile.TemporaryDirectory():\\n"
            "    os.kill(os.getpid(), 9)"])
        self.assertEqual(killed.returncode, -signal.SIGKILL)
"""


class RunTestsTest(unittest.TestCase):

    def run_cases(self, text, *options, **environ):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "cases.py")
            report = os.path.join(folder, "report.xml")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            done = subprocess.run(
                [sys.executable, run_tests.__file__, path, *options],
                env={"XML_OUTPUT_FILE": report, **environ}, capture_output=True)
            cases = ElementTree.parse(report).findall(".//testcase")
            return done.returncode, {
                case.get("name").split(".")[-1]:
                [child.tag for child in case] for case in cases}

    def test_each_outcome_is_reported(self):
        status, cases = self.run_cases(CASES)
        self.assertNotEqual(status, 0)
        self.assertEqual(cases, {"test_good": [], "test_bad": ["failure"],
                                 "test_error": ["failure"],
                                 "test_skip": ["skipped"]})

    def test_a_choice_of_cases_may_pass(self):
        status, cases = self.run_cases(CASES, "-k", "good")
        self.assertEqual((status, cases), (0, {"test_good": []}))

    def test_nothing_is_left_in_the_temporary_folder(self):
        with tempfile.TemporaryDirectory() as folder:
            status, cases = self.run_cases(LITTER, TMPDIR=folder)
            self.assertEqual((status, cases), (0, {"test_litter": []}))
            self.assertEqual(os.listdir(folder), [])

    def test_no_cases_is_a_failure(self):
        status, cases = self.run_cases("x = 1\n")
        self.assertNotEqual(status, 0)
        self.assertEqual(cases, {})
