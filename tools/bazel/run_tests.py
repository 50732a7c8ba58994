"""Runs the unittest cases of the given files and writes Bazel's JUnit file.

usage: run_tests.py FILE... [unittest option]...
Bazel's own report counts a file as one case; this one counts the cases.
"""

import contextlib
import importlib.util
import os
import shutil
import sys
import tempfile
import time
import unittest
from xml.etree import ElementTree


class Result(unittest.TextTestResult):
    """Also remembers each case: (id, seconds, failure or None, skipped)."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.cases = []
        self._failure, self._skipped, self._start = None, False, 0.0

    def startTest(self, test):
        self._failure, self._skipped = None, False
        self._start = time.monotonic()
        super().startTest(test)

    def addError(self, test, err):
        super().addError(test, err)
        self._failure = self.errors[-1][1]
        if not isinstance(test, unittest.TestCase):  # setUpClass failed
            self.cases.append((test.id(), 0.0, self._failure, False))

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._failure = self.failures[-1][1]

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._failure = f"{subtest}: {err[1]}"

    def addUnexpectedSuccess(self, test):
        super().addUnexpectedSuccess(test)
        self._failure = "passes, but is marked as an expected failure"

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self._skipped = True

    def stopTest(self, test):
        super().stopTest(test)
        seconds = time.monotonic() - self._start
        self.cases.append((test.id(), seconds, self._failure, self._skipped))


def write_junit(path: str, cases) -> None:
    suites = ElementTree.Element("testsuites")
    suite = ElementTree.SubElement(
        suites, "testsuite", name="unittest", tests=str(len(cases)),
        failures=str(sum(case[2] is not None for case in cases)))
    for name, seconds, failure, skipped in cases:
        case = ElementTree.SubElement(
            suite, "testcase", name=name, time=f"{seconds:.3f}")
        if failure is not None:
            ElementTree.SubElement(case, "failure").text = failure
        if skipped:
            ElementTree.SubElement(case, "skipped")
    ElementTree.ElementTree(suites).write(path, encoding="utf-8")


def load(path: str):
    name = os.path.splitext(os.path.basename(path))[0]
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def run(files, options) -> Result:
    cases = type("Cases", (), {})
    for module in map(load, files):
        for key, value in vars(module).items():
            if isinstance(value, type) and issubclass(value, unittest.TestCase):
                setattr(cases, key, value)
    return unittest.main(
        module=cases, argv=[sys.argv[0]] + options, exit=False,
        testRunner=unittest.TextTestRunner(
            resultclass=Result, verbosity=2)).result


@contextlib.contextmanager
def own_temporary_folder():
    """Removes at the end what tests have left behind, and processes that they
    kill. Not in TEST_TMPDIR, whose path may be too long for that of a socket.
    """
    folder = tempfile.mkdtemp()
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    try:
        yield
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def main() -> None:
    files = [arg for arg in sys.argv[1:] if arg.endswith(".py")]
    options = [arg for arg in sys.argv[1:] if not arg.endswith(".py")]
    if "TESTBRIDGE_TEST_ONLY" in os.environ:  # bazel test --test_filter=...
        options += ["-k", os.environ["TESTBRIDGE_TEST_ONLY"]]
    with own_temporary_folder():
        result = run(files, options)
    if os.environ.get("XML_OUTPUT_FILE"):
        write_junit(os.environ["XML_OUTPUT_FILE"], result.cases)
    if not result.testsRun and not result.skipped:
        sys.exit("no test cases found in " + " ".join(files))
    sys.exit(not result.wasSuccessful())


if __name__ == "__main__":
    main()
