"""Random walks over the builders of blocks; builder_walk.py tells more.

PADDLE_WALKS says how many of each kind, from PADDLE_FIRST_WALK on; without it
there are as many as fit into half a minute.
"""

import os
import time
import unittest

import builder_walk
import children


class BuilderWalkTest(unittest.TestCase):

    def walk(self, work):
        wanted = int(os.environ.get("PADDLE_WALKS", "0"))
        first = int(os.environ.get("PADDLE_FIRST_WALK", "0"))
        stop_at = float("inf") if wanted else time.monotonic() + 14
        count, failures = children.run(
            work, range(first, first + (wanted or 10**6)), stop_at=stop_at)
        print(f"{work.__name__}: {count} walks")
        for failure in failures[:3]:
            print(f"seed {failure.item}: {failure.kind}\n{failure.text}")
        self.assertGreater(count, 10)
        self.assertEqual([(f.item, f.kind) for f in failures], [])

    def test_wild_walks_meet_documented_exceptions_only(self):
        self.walk(builder_walk.walk_wild)

    def test_nested_walks_leave_programs_that_work(self):
        self.walk(builder_walk.walk_nested)


class ChildrenTest(unittest.TestCase):
    """The walks see what they are to see."""

    def failures(self, work, limit=20.0):
        count, failures = children.run(work, [7], limit=limit)
        self.assertEqual(count, 1)
        return [(failure.item, failure.kind) for failure in failures]

    def test_deaths_hangs_and_exceptions_are_seen(self):
        self.assertEqual(self.failures(lambda item: None), [])
        self.assertEqual(self.failures(lambda item: os.abort()),
                         [(7, "death")])
        self.assertEqual(self.failures(lambda item: 1 // 0),
                         [(7, "exception")])

        def hang(item):
            while True:
                pass

        self.assertEqual(self.failures(hang, limit=0.2), [(7, "hang")])
