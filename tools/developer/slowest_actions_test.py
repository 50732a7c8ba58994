"""Reading where the time of a build went."""

import contextlib
import gzip
import io
import json
import os
import tempfile
import unittest

import slowest_actions


def action(name, start, seconds):
    return {"cat": "action processing", "name": name, "ph": "X",
            "ts": start * 1e6, "dur": seconds * 1e6}


class SlowestActionsTest(unittest.TestCase):
    def printed(self, events, *arguments):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "profile.gz")
            with gzip.open(path, "wt") as file:
                json.dump({"traceEvents": events}, file)
            out = io.StringIO()
            with contextlib.redirect_stdout(out):
                self.assertEqual(slowest_actions.main([path, *arguments]), 0)
            return out.getvalue()

    def test_slowest_first(self):
        text = self.printed([
            {"ph": "M", "name": "thread_name"},
            action("Compiling a.cc", 0, 1), action("Compiling b.cc", 1, 3),
            action("Compiling c.cc", 1, 2), action("Testing //x:t", 4, 5),
            {"cat": "other", "name": "Compiling z.cc", "ts": 0, "dur": 1e9},
        ], "2")
        lines = [line.split(" s  ") for line in text.splitlines() if line]
        self.assertEqual([(float(n), t) for n, t in lines], [
            (1000, "whole build"), (6, "Compiling (all)"),
            (5, "Testing (all)"), (3, "Compiling b.cc"),
            (2, "Compiling c.cc"), (5, "Testing //x:t")])

    def test_an_empty_build(self):
        self.assertIn("0.0 s  whole build", self.printed([]))

    def test_usage(self):
        self.assertIn("usage:", slowest_actions.main([]))
