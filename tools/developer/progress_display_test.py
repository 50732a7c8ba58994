"""Shows progress on a terminal and elsewhere; the clock is made up."""

import io
import os
import pty
import select
import termios
import unittest

import progress_display
from bazel_output import Progress
from progress_display import Display, TerminalDisplay

HALF = Progress(600, 1200, what="Compiling memory/arena.cc")


class Clock:
    def __init__(self):
        self.seconds = 0.0

    def __call__(self):
        return self.seconds


def lines_of(seconds):
    """Returns the output to a file of a build that takes that long."""
    stream, now = io.BytesIO(), Clock()
    display = Display(stream, now)
    while now.seconds < seconds:
        display.see(HALF._replace(done=int(now.seconds)))
        display.tick()
        now.seconds += max(display.wait(), 0.1)
    return stream.getvalue().decode().splitlines()


class Terminal:
    """A terminal, and what a display wrote to it."""

    def __init__(self, test):
        self._reader, writer = pty.openpty()
        self.stream = open(writer, "wb", buffering=0)
        test.addCleanup(os.close, self._reader)
        test.addCleanup(self.stream.close)

    def written(self):
        """Returns the output since the last call; a terminal passes it on in
        pieces."""
        text = b""
        while select.select([self._reader], [], [], 0.2)[0]:
            text += os.read(self._reader, 1 << 16)
        return text.decode()


class DisplayTest(unittest.TestCase):

    def test_lines(self):
        self.assertEqual(lines_of(45), [
            "[0:10] 10 of 1,200 actions: Compiling memory/arena.cc",
            "[0:40] 40 of 1,200 actions: Compiling memory/arena.cc"])

    def test_a_line_now_and_then_at_most_a_hundred_a_day(self):
        self.assertEqual(lines_of(9), [])
        self.assertIn(len(lines_of(25 * 60)), range(20, 41))
        self.assertIn(len(lines_of(24 * 3600)), range(50, 101))

    def test_other_text_comes_without_colours(self):
        stream = io.BytesIO()
        Display(stream, Clock()).write(stream, b"\x1b[31mERROR: \x1b[0mx\n")
        self.assertEqual(stream.getvalue(), b"ERROR: x\n")

    def test_the_end(self):
        for seconds, status, told in (
                (2, 0, ""), (90, 0, "Done after 1:30.\n"),
                (2, 1, "Failed after 0:02 (600 of 1,200 actions).\n"),
                (7200, 3,
                 "Tests failed after 2:00:00 (600 of 1,200 actions).\n"),
                (2, 8, "Interrupted after 0:02 (600 of 1,200 actions). "
                       "What is built stays built.\n")):
            with self.subTest(status=status, seconds=seconds):
                stream, now = io.BytesIO(), Clock()
                display = Display(stream, now)
                display.see(HALF)
                now.seconds = seconds
                display.end(status)
                self.assertEqual(stream.getvalue().decode(), told)

    def test_tests_are_counted_too(self):
        progress = Progress(7, 9, "3 / 20 tests, 1 failed", "Linking a")
        self.assertEqual(
            progress_display.describe(progress, 0),
            "[0:00] 7 of 9 actions known so far, 3 of 20 tests, 1 failed: "
            "Linking a")

    def test_before_there_are_actions(self):
        self.assertEqual(progress_display.describe(Progress(), 3),
                         "[0:03] starting")


class TerminalDisplayTest(unittest.TestCase):

    def setUp(self):
        self.terminal, self.now = Terminal(self), Clock()
        self.display = TerminalDisplay(self.terminal.stream, self.now)
        self.display.see(HALF)

    def tick(self, seconds):
        self.now.seconds = seconds
        self.display.tick()

    def test_one_line_drawn_anew(self):
        self.tick(1)
        self.tick(1.5)
        self.tick(2)
        line = "\r\x1b[K[0:0{}] 600 of 1,200 actions: Compiling memory/arena.cc"
        self.assertEqual(self.terminal.written(),
                         line.format(1) + line.format(2))

    def test_other_text_takes_its_place(self):
        self.tick(1)
        self.terminal.written()
        self.display.write(self.terminal.stream, b"\x1b[31mERROR\x1b[0m\n")
        self.assertEqual(self.terminal.written(),
                         "\r\x1b[K\x1b[31mERROR\x1b[0m\r\n")

    def test_no_wider_than_the_terminal(self):
        termios.tcsetwinsize(self.terminal.stream.fileno(), (20, 30))
        self.tick(1)
        self.assertEqual(self.terminal.written(),
                         "\r\x1b[K[0:01] 600 of 1,200 actions: ")

    def test_the_line_does_not_stay(self):
        self.tick(1)
        self.display.end(0)
        self.assertTrue(self.terminal.written().endswith("\r\x1b[K"))


class ChoiceTest(unittest.TestCase):

    def display_with(self, term):
        before = os.environ.get("TERM")
        self.addCleanup(lambda: os.environ.pop("TERM") if before is None
                        else os.environ.update(TERM=before))
        os.environ["TERM"] = term
        return progress_display.display_for(Terminal(self).stream, Clock())

    def test_a_terminal(self):
        self.assertIsInstance(self.display_with("xterm"), TerminalDisplay)

    def test_a_terminal_that_cannot_redraw(self):
        self.assertNotIsInstance(self.display_with("dumb"), TerminalDisplay)

    def test_a_file(self):
        self.assertNotIsInstance(
            progress_display.display_for(io.BytesIO(), Clock()),
            TerminalDisplay)
