"""The rules by which the workers of a job form groups."""

import importlib
import unittest

import light_modules

light_modules.load("paddle_cli", "cli", "__init__.py")
groups = importlib.import_module("paddle_cli.groups")
from paddle_cli.groups import (  # noqa: E402
    DONE, GROUPED, READY, STARTING, Group, Member, Policy, Standing)

POLICY = Policy(least=2, most=3, workers=8, grace=2.0)


def ready(*epochs):
    """An agent whose workers are ready, and were in these groups."""
    return tuple(Standing(READY, 0, epoch) for epoch in epochs)


def grouped(*epochs):
    return tuple(Standing(GROUPED, 0, epoch) for epoch in epochs)


def group(epoch, *agents, leave=False):
    """A group of two workers of each agent."""
    return Group(epoch, tuple(Member(agent, slot, 0) for agent in agents
                              for slot in range(2)), leave)


class LossTest(unittest.TestCase):

    def lost(self, standing, agents=("a", "b")):
        return groups.loss_of(group(3, "a", "b"), {
            name: (grouped(3)[0], standing if name == "b" else grouped(3)[0])
            for name in agents})

    def test_a_group_that_lasts(self):
        for standing in (Standing(GROUPED, 0, 3), Standing(READY, 0, 2),
                         Standing(READY, 0, 0), Standing(DONE, 0, 3)):
            with self.subTest(standing):
                self.assertIsNone(self.lost(standing))

    def test_one_that_is_lost(self):
        self.assertEqual(self.lost(Standing(STARTING, 0, 3, "b/1 is dead")),
                         "b/1 is dead")
        self.assertEqual(self.lost(Standing(READY, 1, 0, "b/1 is dead")),
                         "b/1 is dead")
        for standing in (Standing(READY, 0, 3), Standing(STARTING, 0, 3),
                         Standing(GROUPED, 1, 3)):
            self.assertEqual(self.lost(standing), "rank 3 has left the group")

    def test_an_agent_that_is_lost(self):
        self.assertEqual(self.lost(Standing(), agents="b"),
                         "the agent of rank 0, a, has gone")


class NextGroupTest(unittest.TestCase):

    def next(self, newest, waited=0.0, policy=POLICY, **agents):
        return groups.next_group(newest, agents, policy, waited)

    def check(self, result, epoch, *agents):
        found, again = result
        self.assertEqual(found, group(epoch, *agents))
        self.assertIsNone(again)

    def test_the_first_when_all_have_come(self):
        self.check(self.next(None, a=ready(0, 0), b=ready(0, 0),
                             c=ready(0, 0)), 1, "a", "b", "c")

    def test_fewer_after_a_grace(self):
        few = {"a": ready(0, 0), "b": ready(0, 0)}
        self.assertEqual(self.next(None, 0.5, **few), (None, 1.5))
        self.check(self.next(None, 2, **few), 1, "a", "b")

    def test_too_few(self):
        self.assertEqual(self.next(None, 9, a=ready(0, 0)), (None, None))
        self.assertEqual(self.next(None, 9, a=ready(0, 0), b=(
            Standing(), Standing(READY))), (None, None))

    def test_no_more_than_may_be(self):
        four = {name: ready(0, 0) for name in "abcd"}
        self.check(self.next(None, **four), 1, "a", "b", "c")
        policy = POLICY._replace(workers=5)
        self.assertEqual(self.next(None, policy=policy, **four), (None, 2.0))
        self.check(self.next(None, 2, policy, **four), 1, "a", "b")

    def test_one_that_is_lost_is_waited_for_and_done_without(self):
        before, agents = group(4, "b", "a", "c"), {
            "a": ready(4, 4), "b": ready(4, 4)}
        self.assertEqual(self.next(before, 0, **agents), (None, 2.0))
        self.check(self.next(before, 3, **agents), 5, "b", "a")
        self.check(self.next(before, 0, d=ready(0, 0), **agents),
                   5, "b", "a", "d")

    def test_those_of_the_group_are_waited_for_without_limit(self):
        self.assertEqual(self.next(
            group(1, "a", "b", "c"), 99, a=ready(1, 1), b=ready(1, 1),
            c=(Standing(READY, 0, 1), Standing(STARTING, 1, 0, "lost"))),
            (None, None))
        self.assertEqual(self.next(
            group(1, "a", "b"), 99, a=ready(1, 1), b=grouped(1, 1)),
            (None, None))

    def test_a_group_that_one_has_not_heard_of(self):
        """It would be left behind by another group."""
        newest = Group(6, (Member("a", 0, 0), Member("b", 0, 0)))
        self.assertEqual(self.next(
            newest, 9, a=(Standing(READY, 1, 0, "lost"),),
            b=(Standing(READY, 0, 5),)), (None, None))
        found, _ = self.next(
            newest, 9, a=(Standing(READY, 1, 0, "lost"),),
            b=(Standing(READY, 0, 6),))
        self.assertEqual(found.epoch, 7)

    def test_a_newcomer_is_not(self):
        self.check(self.next(group(1, "a", "b", "x"), 2, a=ready(1, 1),
                             b=ready(1, 1), c=(Standing(), Standing())),
                   2, "a", "b")

    def test_a_group_that_lasts_stays(self):
        lasting = {"a": grouped(1, 1), "b": grouped(1, 1)}
        newest = group(1, "a", "b")
        self.assertEqual(self.next(newest, **lasting), (None, None))
        self.assertEqual(self.next(newest, c=(Standing(), Standing(READY)),
                                   **lasting), (None, None))

    def test_others_join(self):
        lasting = {"a": grouped(1, 1), "b": grouped(1, 1)}
        newest = group(1, "a", "b")
        self.assertEqual(self.next(newest, c=ready(0, 0), **lasting),
                         (group(1, "a", "b", leave=True), None))
        asked = group(1, "a", "b", leave=True)
        self.assertEqual(self.next(asked, c=ready(0, 0), **lasting),
                         (None, None))
        self.check(self.next(asked, a=ready(1, 1), b=ready(1, 1),
                             c=ready(0, 0)), 2, "a", "b", "c")

    def test_nobody_joins_a_full_group_or_one_that_finishes(self):
        full = {name: grouped(1, 1) for name in "abc"}
        self.assertEqual(self.next(group(1, "a", "b", "c"), d=ready(0, 0),
                                   **full), (None, None))
        self.assertEqual(self.next(
            group(1, "a", "b"), a=grouped(1, 1), c=ready(0, 0),
            b=(Standing(DONE, 0, 1), Standing(GROUPED, 0, 1))), (None, None))

    def test_the_finished_are_not_waited_for(self):
        done = (Standing(DONE, 0, 1), Standing(DONE, 0, 1))
        found, _ = self.next(
            group(1, "a", "b"), 2, POLICY._replace(least=1), b=done,
            a=(Standing(READY, 1, 0, "lost"), Standing(DONE, 0, 1)))
        self.assertEqual(found, Group(2, (Member("a", 0, 1),)))

    def test_epochs_never_fall(self):
        """etcd has lost what was there, and the agents have not."""
        self.check(self.next(None, 2, a=ready(7, 7), b=ready(6, 6)),
                   8, "a", "b")
