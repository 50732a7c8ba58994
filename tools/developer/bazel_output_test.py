"""Splits the output of Bazel 4.2.3 to a terminal into progress and the rest.
"""

import unittest

import bazel_output
from bazel_output import OutputParser, Progress

UP = b"\r\x1b[1A\x1b[K"  # erases a line


def head(text, rest=b""):
    return b"\x1b[32m" + text + b"\x1b[0m" + rest + b"\n"


ERROR = (b"\x1b[31m\x1b[1mERROR: \x1b[0m/paddle/memory/BUILD:3:1: Compiling "
         b"memory/arena.cc failed: (Exit 1): gcc failed\n"
         b"memory/arena.cc:7:3: error: 'x' was not declared in this scope\n"
         b"    7 |   x = 1;\n"
         b"      |   ^\n")
BUILD = (
    head(b"Loading:", b" ") +
    UP + head(b"Analyzing:", b" target //python:interactive (3 packages)") +
    b"    currently loading: operators/math\n" +
    UP + UP + head(b"INFO: ", b"Analyzed target //python:interactive.") +
    b"\n" +
    UP + b"\n" +
    UP + head(b"[625 / 1,523]", b" 4 actions, 2 running") +
    b"    Compiling operators/math/gemm.cc; 12s remote-cache, linux-sandbox\n"
    b"    [Sched] Compiling memory/arena.cc\n"
    b"    ...\n" +
    UP * 4 + ERROR +
    b"\x1b[31m\x1b[1m[626 / 1,523]\x1b[0m [Prepa] Linking core.so\n" +
    UP + b"\x1b[31m\x1b[1mFAILED:\x1b[0m Build did NOT complete successfully\n"
    b"\x1b[0m")


def parse(data, size):
    parser = OutputParser()
    events = []
    for i in range(0, len(data), size):
        events += parser.feed(data[i:i + size])
    return events + list(parser.close())


def progress_in(events):
    return [event for event in events if isinstance(event, Progress)]


def text_in(events):
    return b"".join(event for event in events if isinstance(event, bytes))


TESTED = (
    b"\x1b[31m\x1b[1mFAIL: \x1b[0m//memory:arena_test (see test.log)\n" +
    head(b"[4 / 5]", b" Testing //memory:arena_test; 0s linux-sandbox") +
    UP + head(b"INFO: ", b"From Testing //memory:arena_test:") +
    head(b"[4 / 5]", b" 1 / 1 tests, \x1b[31m\x1b[1m1 failed\x1b[0m;\x1b[0m  "
         b"1 action\x1b[0m; last test: //memory:arena_test\x1b[0m\x1b[0m") +
    b"    Testing //memory:arena_test; 0s linux-sandbox\n" +
    UP + UP + b"==================== Test output for //memory:arena_test:\n"
    b"\n"
    b"    expected 1\n" +
    UP + head(b"INFO: ", b"Elapsed time: 0.983s, Critical Path: 0.28s") +
    head(b"INFO:", b" Build completed, 1 test FAILED, 2 total actions")
)


class OutputParserTest(unittest.TestCase):

    def test_progress(self):
        self.assertEqual(progress_in(parse(BUILD, len(BUILD))), [
            Progress(what="Loading:"),
            Progress(what="Analyzing: target //python:interactive "
                          "(3 packages)"),
            Progress(625, 1523, what="4 actions, 2 running"),
            Progress(625, 1523, what="Compiling operators/math/gemm.cc"),
            Progress(626, 1523, what="Linking core.so")])

    def test_an_error_comes_whole_and_nothing_else_does(self):
        self.assertEqual(text_in(parse(BUILD, len(BUILD))), ERROR)

    def test_pieces_of_any_size(self):
        whole = parse(BUILD, len(BUILD))
        for size in (1, 2, 3, 7, 100):
            with self.subTest(size):
                self.assertEqual(parse(BUILD, size), whole)

    def test_how_many_tests(self):
        for told, tests, what in (
                (b" 3 / 20 tests; Testing //memory:arena_test; 5s sandbox",
                 "3 / 20 tests", "Testing //memory:arena_test"),
                (b" 1 / 1 tests, \x1b[31m\x1b[1m1 failed\x1b[0m;",
                 "1 / 1 tests, 1 failed", "")):
            with self.subTest(told):
                self.assertEqual(
                    progress_in(parse(head(b"[7 / 9]", told), 99)),
                    [Progress(7, 9, tests, what)])

    def test_the_output_of_a_test_comes_whole(self):
        events = parse(TESTED, len(TESTED))
        self.assertEqual(
            bazel_output.without_colour(text_in(events)).decode(),
            "FAIL: //memory:arena_test (see test.log)\n"
            "INFO: From Testing //memory:arena_test:\n"
            "==================== Test output for //memory:arena_test:\n"
            "\n    expected 1\n")
        self.assertEqual(progress_in(events)[-1], Progress(
            4, 5, "1 / 1 tests, 1 failed", "Testing //memory:arena_test"))

    def test_what_only_looks_like_progress_is_text(self):
        printed = (b"[3 / 5] loss 0.1\nLoading: weights\nINFO: Build completed"
                   b"\n    indented\n")
        data = head(b"[7 / 9]", b" Testing //:a_test") + UP + printed
        self.assertEqual(text_in(parse(data, 5)), printed)

    def test_the_last_line_without_newline(self):
        self.assertEqual(text_in(parse(b"a\nb", 1)), b"a\nb\n")
        self.assertEqual(parse(b"a\n\x1b[0m", 99), [b"a\n"])

    def test_colours_can_be_taken_away(self):
        self.assertEqual(bazel_output.without_colour(ERROR)[:7], b"ERROR: ")
