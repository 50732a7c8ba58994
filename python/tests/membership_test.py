"""The lines by which the workers of one agent hear of their groups."""

import importlib
import unittest

import light_modules

light_modules.load("paddle_cli", "cli", "__init__.py")
membership = importlib.import_module("paddle_cli.membership")
from paddle_cli import board, groups, loop  # noqa: E402


class MembershipTest(unittest.TestCase):

    def setUp(self):
        self.lines, self.fenced = [], []
        self.board = board.Board("here")
        self.members = membership.Membership(
            self.board, groups.Policy(1, 1, 3, 0.0), 3,
            lambda slot, line: self.lines.append((slot, line)),
            self.fenced.append, loop.Loop())
        for slot in range(3):
            self.members.begin(slot)

    def heard(self):
        """Returns what has been told since the last call."""
        lines, self.lines[:] = self.lines[:], []
        return lines

    def form(self, epoch, *after):
        for slot, before in enumerate(after or (epoch - 1,) * 3):
            self.members.ready(slot, before)
        self.assertEqual(self.heard(), [
            (slot, f"place {epoch} {slot} 3") for slot in range(3)])

    def test_groups(self):
        self.form(1)
        self.members.lose(1, "rank 1 is no more")
        self.members.lose(0, "neither is rank 0")
        self.assertEqual(self.heard(), [
            (slot, "lost 1 rank 1 is no more") for slot in (0, 2)])
        self.form(2, 1, 1, 1)

    def test_a_new_process(self):
        self.form(1)
        self.members.lose(1, "rank 1 is no more")
        self.heard()
        self.members.begin(1)
        with self.assertRaisesRegex(ValueError, "its newest is 0"):
            self.members.ready(1, 1)
        self.form(2, 1, 0, 1)

    def test_ready_twice(self):
        for _ in range(2):
            self.members.ready(0, 0)
        self.members.ready(1, 0)
        self.assertEqual(self.heard(), [])
        self.members.ready(2, 0)
        self.assertEqual(len(self.heard()), 3)

    def test_one_that_is_lost_is_not_ready(self):
        self.members.ready(0, 0)
        self.members.ready(1, 0)
        self.members.lose(1, "")
        self.members.withdraw(0)
        self.members.ready(2, 0)
        self.members.ready(1, 0)
        self.assertEqual(self.heard(), [])
        self.members.ready(0, 0)
        self.assertEqual(len(self.heard()), 3)

    def test_one_that_begins_anew_has_left(self):
        self.form(1)
        self.members.ready(2, 0)
        self.assertEqual(self.heard(), [
            (slot, "lost 1 rank 2 has left the group") for slot in (0, 1)])

    def test_the_finished_are_not_waited_for(self):
        self.form(1)
        self.members.finish(0)
        self.members.ready(1, 1)
        self.assertEqual(self.heard(),
                         [(2, "lost 1 rank 1 has left the group")])
        self.assertFalse(self.members.is_finished())
        self.members.finish(2)
        self.assertEqual(self.heard(), [(1, "place 2 0 1")])
        self.members.finish(1)
        self.assertTrue(self.members.is_finished())

    def test_refused(self):
        self.form(1)
        self.members.lose(1, "")
        self.assertEqual(len(self.heard()), 2)
        self.form(2, 1, 1, 1)
        for after in (1, 3):
            with self.assertRaisesRegex(
                    ValueError, f"from epoch {after}, and its newest is 2"):
                self.members.ready(0, after)
        self.members.finish(0)
        with self.assertRaisesRegex(ValueError, "rank 0 is done"):
            self.members.ready(0, 2)
        self.assertEqual(self.heard(), [])

    def test_values(self):
        self.members.set_value(0, 1, "early", "x")
        self.form(1)
        self.members.set_value(0, 1, "k", "x")
        self.members.set_value(1, 7, "of another", "x")
        self.assertEqual(self.heard(), [
            (slot, "value 1 k x") for slot in range(3)])
        self.members.lose(2, "")
        self.heard()
        self.form(2, 1, 1, 1)
        self.members.set_value(2, 1, "old", "x")
        self.assertEqual(self.heard(), [])

    def test_asked_to_leave(self):
        self.form(1)
        self.board.propose(self.board.view().group._replace(leave=True))
        self.assertEqual(self.heard(), [(slot, "leave 1")
                                        for slot in range(3)])

    def test_others_that_have_gone_on_without_it(self):
        self.form(1)
        self.members.lose(1, "")
        self.members.ready(1, 1)
        self.heard()
        self.board.propose(groups.Group(9, (
            groups.Member("elsewhere", 0, 0),)))
        self.assertEqual(self.fenced, [0, 1, 2])
        self.assertEqual(self.heard(), [])
