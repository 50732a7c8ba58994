"""The groups that the agent of `paddle run --restarts` forms."""

import importlib
import unittest

import light_modules

light_modules.load("paddle_cli", "cli", "__init__.py")
epochs = importlib.import_module("paddle_cli.epochs")


class EpochsTest(unittest.TestCase):

    def setUp(self):
        self.lines = []
        self.epochs = epochs.Epochs(
            3, lambda rank, line: self.lines.append((rank, line)))

    def heard(self):
        """Returns what has been told since the last call."""
        lines, self.lines[:] = self.lines[:], []
        return lines

    def form(self, after=0):
        for rank in range(3):
            self.epochs.ready(rank, after)
        self.assertEqual(self.heard(), [
            (rank, f"place {self.epochs.newest} {rank} 3")
            for rank in range(3)])

    def test_groups(self):
        self.form()
        self.epochs.lose(1, "rank 1 is no more")
        self.epochs.lose(0, "neither is rank 0")
        self.assertEqual(self.heard(), [
            (rank, "lost 1 rank 1 is no more") for rank in (0, 2)])
        self.form(after=1)
        self.assertEqual(self.epochs.newest, 2)

    def test_ready_twice(self):
        for _ in range(2):
            self.epochs.ready(0, 0)
        self.epochs.ready(1, 0)
        self.assertEqual(self.heard(), [])
        self.epochs.ready(2, 0)
        self.assertEqual(len(self.heard()), 3)

    def test_one_that_is_lost_is_not_ready(self):
        self.epochs.ready(0, 0)
        self.epochs.ready(1, 0)
        self.epochs.lose(1, "")
        self.epochs.withdraw(0)
        self.epochs.ready(2, 0)
        self.epochs.ready(1, 0)
        self.assertEqual(self.heard(), [])
        self.epochs.ready(0, 0)
        self.assertEqual(len(self.heard()), 3)

    def test_one_that_begins_anew_has_left(self):
        self.form()
        self.epochs.ready(2, 0)
        self.assertEqual(self.heard(), [
            (rank, "lost 1 rank 2 has left the group") for rank in (0, 1)])

    def test_the_finished_are_not_waited_for(self):
        self.form()
        self.epochs.finish(0)
        self.epochs.ready(1, 1)
        self.assertEqual(self.heard(),
                         [(2, "lost 1 rank 1 has left the group")])
        self.epochs.finish(2)
        self.assertEqual(self.heard(), [(1, "place 2 1 3")])
        self.epochs.finish(1)

    def test_refused(self):
        self.form()
        self.epochs.lose(1, "")
        self.assertEqual(len(self.heard()), 2)
        self.form(after=1)
        for after in (1, 3):
            with self.assertRaisesRegex(
                    ValueError, f"from epoch {after}, and the newest is 2"):
                self.epochs.ready(0, after)
        self.epochs.finish(0)
        with self.assertRaisesRegex(ValueError, "rank 0 is done"):
            self.epochs.ready(0, 2)
        self.assertEqual(self.heard(), [])
